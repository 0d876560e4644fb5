#!/bin/bash
# Measures the wait of a person who has nothing yet: clones the repository into an empty folder, and
# - compares the packages that a dependent without traits resolves with the list below, and counts those of the whole;
# - with --times, also times a dependent's first builds, `make run`, `make test` and `make build`, as rows of the table in
#   docs/performance.md: seconds by the clock and of the processor, and the size of the dependent's program.
# usage: fresh-clone.sh [--times] [REPOSITORY]
set -euo pipefail
times=
[ "${1:-}" != --times ] || { times=1 && shift; }
source=$(cd "${1:-$(dirname "$0")/..}" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet "$source" "$folder/todo"
cd "$folder/todo"

# The packages that TodoKit needs: the database, and the values of HTTP and of logging that its transports have in their signatures.
expected="grdb.swift swift-http-types swift-log"

# The names of the packages that a package resolves.
resolved() {
    swift package --package-path "$1" --scratch-path "$2" resolve >/dev/null 2>"$folder/log" || { cat "$folder/log" >&2 && exit 1; }
    python3 - "$1/Package.resolved" <<'PY'
import json, sys
print(" ".join(sorted(pin["identity"] for pin in json.load(open(sys.argv[1]))["pins"])))
PY
}
dependent=$(resolved Examples "$folder/examples")
whole=$(resolved . "$folder/whole")
if [ "$dependent" != "$expected" ]; then
    printf 'A dependent without traits resolves:\n  %s\nexpected:\n  %s\n' "$dependent" "$expected" >&2
    exit 1
fi
echo "A dependent without traits resolves $(wc -w <<<"$dependent") packages ($dependent), the whole $(wc -w <<<"$whole")."
du -sm "$folder/examples/checkouts" "$folder/whole/checkouts" \
    | awk '{ print (NR == 1 ? "a dependent" : "the whole") ": " $1 " MB of checkouts" }'
[ -n "$times" ] || exit 0

# Seconds that a command takes by the clock, and of the processor.
timed() {
    local name=$1
    shift
    TIMEFORMAT='%R %U %S'
    { time "$@" >"$folder/log" 2>&1; } 2>"$folder/time" || { tail -n 100 "$folder/log" >&2 && exit 1; }
    awk -v name="$name" '{ printf "| %s | %.0f s | %.0f s |\n", name, $1, $2 + $3 }' "$folder/time"
}
echo '| from a fresh clone | time | of the processor |'
echo '|---|---:|---:|'
rm -rf "$folder/examples" "$folder/whole"
timed "a dependent's first debug build (\`Examples\`)" \
    swift build --package-path Examples --scratch-path "$folder/examples" --product todo-live
timed "a dependent's first release build" \
    swift build --package-path Examples --scratch-path "$folder/examples" -c release --product todo-live
strip -o "$folder/stripped" "$folder/examples/release/todo-live"
size=$(($(stat -c %s "$folder/stripped") / 1000000))
echo "| its program, stripped | $size MB | |"
if [ "$size" -gt 30 ]; then echo "A dependent's program is promised to be at most 30 MB." >&2 && exit 1; fi
timed '`make run`' make run
timed '`make test` after it' make test
printf '\n// A change that no other file can see.\nprivate let unused = 0\n' >>Sources/Domain/Errors/Excerpt.swift
timed '`make test` after a change in one file of Domain' make test
timed '`make quick ONLY=Domain` after it' make quick ONLY=Domain
timed '`make build`: the programs as they are installed' make build
