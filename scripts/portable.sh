#!/bin/bash
# Compiles every library on Linux as for a system without libcurl, inotify, /proc and child processes: TodoKit then gets its
# HTTP from URLSession, as on iOS. Darwin's own code (`#if canImport(Darwin)`) is not compiled by this; that takes a Mac.
set -euo pipefail
cd "$(dirname "$0")/.."
export TODO_PORTABLE=1
# A folder of its own: another set of flags would make the ordinary one build everything anew. Without the traits, as an app
# takes the package.
scratch=.build/portable
log=$scratch.log
mkdir -p .build

# TodoKitUI needs all others, TodoURLSession among them only in this way of building.
if ! swift build --scratch-path "$scratch" --disable-default-traits --force-resolved-versions --target TodoKitUI \
    >"$log" 2>&1; then
    grep -E 'error:' "$log" || cat "$log"
    exit 1
fi

modules=$scratch/debug/Modules
for target in Basics JSON TodoDomain SQLite TodoLocal TodoMaintenance FirestoreWire TodoSync TodoNetwork TodoURLSession \
    TodoRepositories TodoFormats TodoKit TodoKitUI; do
    if [ ! -f "$modules/$target.swiftmodule" ]; then
        echo "portable: $target was not compiled" >&2
        exit 1
    fi
done

# What was to be switched off must not be in it.
if strings -a "$scratch"/debug/{TodoKit,TodoNetwork,TodoLocal,TodoDomain}.build/*.o \
    | grep -E 'inotify_init1|curl_multi_perform|/proc/sys/kernel/random/boot_id' >&2; then
    echo "portable: what only Linux has was compiled all the same" >&2
    exit 1
fi
warnings=$(grep -E '/(Sources)/.*warning:' "$log" | grep -v '/checkouts/' || true)
if [ -n "$warnings" ]; then
    echo "$warnings" >&2
    exit 1
fi
echo "portable: every library compiles without libcurl and without what only Linux has"
