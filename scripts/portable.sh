#!/bin/bash
# Compiles every library on Linux as for a system without libcurl, inotify, /proc and child processes: TodoKit then gets its
# HTTP from URLSession, as on iOS. Darwin's own code (`#if canImport(Darwin)`) is not compiled by this; that takes a Mac. What
# would be left of each file on iOS is searched for what only Linux or its C library has.
set -euo pipefail
cd "$(dirname "$0")/.."
export TODO_PORTABLE=1
# A folder of its own: another set of flags would make the ordinary one build everything anew. Without the traits, as an app
# takes the package.
scratch=.build/portable
log=$scratch.log
mkdir -p .build

python3 scripts/portable.py Sources/Basics Sources/JSON Sources/Domain Sources/Data Sources/Kit Sources/KitUI \
    Sources/KitTesting

# These two need all others, TodoURLSession among them only in this way of building.
: >"$log"
for target in TodoKitUI TodoKitTesting; do
    if ! swift build --scratch-path "$scratch" --disable-index-store --disable-default-traits --force-resolved-versions \
        --target "$target" >>"$log" 2>&1; then
        grep -E 'error:' "$log" || cat "$log"
        exit 1
    fi
done

modules=$scratch/debug/Modules
for target in Basics JSON TodoDomain SQLite TodoLocal TodoMaintenance FirestoreWire TodoSync TodoNetwork TodoURLSession \
    TodoRepositories TodoFormats TodoKit TodoKitUI TodoKitTesting; do
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

# What is for SwiftUI, with stand-ins for it: the property wrapper, and the app of the tutorial, which uses all models.
stand_ins=$scratch/stand-ins
mkdir -p "$stand_ins"
compile=(swiftc -swift-version 6 -parse-as-library -I "$stand_ins" -I "$modules"
    -I "$scratch/checkouts/GRDB.swift/Sources/GRDBSQLite")
"${compile[@]}" -suppress-warnings -emit-module -module-name SwiftUI -o "$stand_ins/SwiftUI.swiftmodule" \
    Tests/StandIns/SwiftUI.swift
compile+=(-warnings-as-errors)
"${compile[@]}" -emit-sil -wmo -o /dev/null -module-name TodoKitUI -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \
    -emit-module-path "$stand_ins/TodoKitUI.swiftmodule" Sources/KitUI/*.swift
"${compile[@]}" -emit-sil -o /dev/null -module-name shopping Examples/Tutorial/shopping-6.swift
echo "portable: every library compiles without libcurl and without what only Linux has"
