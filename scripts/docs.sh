#!/bin/bash
# Builds the documentation of TodoKit, TodoKitUI and TodoKitTesting, with everything that TodoKit re-exports, into .build/docs.
# A public symbol without documentation, a link that leads nowhere, and a program in an article that does not compile are errors. So is
# a public API of any product that differs from docs/api.txt, and a mistyped call whose error does not name the mistake (Tests/Typos).
# `docs.sh --api` only writes that list again.
set -euo pipefail
cd "$(dirname "$0")/.."
catalog=Sources/Kit/TodoKit.docc
work=.build/docs
for target in TodoKitUI TodoKitTesting TodoURLSession; do
    env ${DEBUG_BUILD:?is set by the Makefile} --target "$target"
done
rm -rf "$work" && mkdir -p "$work/symbols" "$work/TodoKit.docc" "$work/articles"

modules=(-I .build/debug/Modules -I Sources/CCurl -I Sources/CZlib -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite)
# The C modules of the server's packages, because TodoKitTesting has a server in it.
for map in .build/checkouts/*/Sources/*/include/module.modulemap .build/debug/*.build/module.modulemap; do
    modules+=(-Xcc "-fmodule-map-file=$map")
done
symbols() {
    swift symbolgraph-extract -module-name "$1" "${modules[@]}" -output-dir "$2" \
        -target "$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -1)" \
        -minimum-access-level public -omit-extension-block-symbols -skip-synthesized-members \
        -skip-protocol-implementations -experimental-allowed-reexported-modules="$3"
}
# TodoKit with what it re-exports by name, and the rooms of those who work with reminders, rows, files
# and the sync loop.
symbols TodoKit "$work/symbols" \
    "$(sed -nE 's/^@_exported public import ([a-z]+ )?([A-Za-z]+).*/\2/p' Sources/Kit/Exports.swift | sort -u | paste -sd,)"
mkdir "$work/rooms" "$work/formats"
symbols TodoDomain "$work/rooms" ""
symbols TodoLocal "$work/rooms" SQLite
symbols TodoMaintenance "$work/rooms" ""
symbols TodoSync "$work/rooms" ""
symbols TodoKitUI "$work/rooms" ""
symbols TodoKitTesting "$work/rooms" ""
python3 scripts/merge-symbols.py "$work"/symbols/TodoKit.symbols.json \
    "$work"/rooms/TodoDomain*.symbols.json \
    "$work"/rooms/{TodoLocal,TodoMaintenance,TodoMaintenance@TodoLocal,TodoSync,TodoKitUI,TodoKitTesting,TodoKitTesting@TodoKit,TodoKitTesting@TodoDomain}.symbols.json
symbols TodoFormats "$work/formats" ""
# The products that are not for front ends, each in lines of its own: several have types of the same name.
mkdir "$work/products"
for product in TodoNetwork TodoURLSession FirestoreWire; do symbols "$product" "$work/products" ""; done
if [ "${1:-}" = --api ]; then
    exec python3 scripts/api.py --update docs/api.txt "$work"/{symbols,formats}/*.json --by-module "$work"/products/*.json
fi
python3 scripts/undocumented.py "$work"/symbols/*.json
python3 scripts/api.py docs/api.txt "$work"/{symbols,formats}/*.json --by-module "$work"/products/*.json

# The programs of an article form one function, so that a later one can use what an earlier one made; on the main
# actor, as front ends are. It has the imports that the article shows, and no others: a reader who copies the programs has
# everything. Values that may not cross from one actor to another are found only when the intermediate language is generated, not by
# the type checker. Errors name the lines of the articles.
for article in "$catalog"/*.md; do
    awk -v name="$(basename "$article" .md)" -v path="$article" '
        /^```swift$/ { inside = 1; body = body "#sourceLocation(file: \"" path "\", line: " NR + 1 ")\n"; next }
        /^```$/ { inside = 0 }
        inside && /^import / { if (!seen[$0]++) imports = imports $0 "\n"; body = body "\n"; next }
        inside { body = body $0 "\n" }
        END { printf "%s\n@MainActor func article%s() async throws {\n%s}\n", imports, name, body }
    ' "$article" >"$work/articles/$(basename "$article" .md).swift"
done
swiftc -emit-sil -wmo -o /dev/null -suppress-warnings -swift-version 6 -enable-upcoming-feature MemberImportVisibility \
    "${modules[@]}" "$work"/articles/*.swift
# Each mistyped line gets the error that its comment says, and no other.
swiftc -typecheck -parse-as-library -swift-version 6 -enable-upcoming-feature MemberImportVisibility -Xfrontend -verify \
    "${modules[@]}" Tests/Typos/Typos.swift

cp -R "$catalog" "$work/"
cp Examples/Tutorial/*.swift "$work/TodoKit.docc/"
docc=$(dirname "$(command -v swiftc)")/docc
"$docc" convert "$work/TodoKit.docc" --additional-symbol-graph-dir "$work/symbols" \
    --fallback-display-name TodoKit --fallback-bundle-identifier todo.TodoKit \
    --warnings-as-errors --transform-for-static-hosting --hosting-base-path "${DOCS_BASE:-/}" \
    --output-path "$work/TodoKit.doccarchive"
echo "The documentation is in $work/TodoKit.doccarchive; to read it: python3 -m http.server -d $work/TodoKit.doccarchive"
echo "and http://localhost:8000/documentation/todokit"
