#!/bin/bash
# Compiles every library on Linux as for a system without libcurl, inotify, /proc and child processes: TodoKit then gets its
# HTTP from URLSession, as on iOS. Darwin's own code (`#if canImport(Darwin)`) is not compiled by this; that takes a Mac. What
# would be left of each file on iOS is searched for what only Linux or its C library has.
set -euo pipefail
cd "$(dirname "$0")/.."
work=.build/portable

python3 scripts/portable.py Sources/Basics Sources/JSON Sources/Domain Sources/Data Sources/Kit Sources/KitUI \
    Sources/KitTesting Sources/Assistant Sources/Dav/Merge Examples/Remotes

# The modules of other packages that the libraries need, as the ordinary build has compiled them, and none of ours.
env ${DEBUG_BUILD:?is set by the Makefile} --target TodoKitTesting
rm -rf "$work" && mkdir -p "$work/others" "$work/stand-ins"
ln -s "$PWD"/.build/debug/Modules/{GRDB,HTTPTypes,Logging}.swiftmodule "$work/others/"

# A library's module and its intermediate language: what is wrong is found there, and no code has to be generated. Without the
# traits, as an app takes the package.
common=(-swift-version 6 -wmo -package-name main
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -I "$work" -I "$work/others"
    -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite -I Sources/CZlib)
compile() {
    find "$2" -name '*.swift' >"$work/$1.files"
    swiftc "${common[@]}" -warnings-as-errors -parse-as-library -D PORTABLE -D SWIFT_PACKAGE -module-name "$1" \
        -emit-sil -o "$work/$1.sil" -emit-module-path "$work/$1.swiftmodule" "@$work/$1.files"
}
# In the order in which they need each other.
while read -r target folder; do compile "$target" "$folder"; done <<'TARGETS'
Basics Sources/Basics
JSON Sources/JSON
TodoDomain Sources/Domain
SQLite Sources/Data/SQLite
TodoLocal Sources/Data/Local
TodoMaintenance Sources/Data/Maintenance
FirestoreWire Sources/Data/Firestore
TodoSync Sources/Data/Sync
TodoNetwork Sources/Data/Network
TodoURLSession Sources/Data/URLSession
TodoRepositories Sources/Data/Repositories
GzipCoding Sources/Data/Gzip
TodoFormats Sources/Data/Formats
TodoKit Sources/Kit
TodoKitUI Sources/KitUI
TodoKitTesting Sources/KitTesting
TodoAssistant Sources/Assistant
DavMerge Sources/Dav/Merge
OwnRemotes Examples/Remotes
TARGETS

# It must not contain what was to be switched off.
if grep -hoE 'inotify_init1|curl_multi_perform|/proc/sys/kernel/random/boot_id' "$work"/Todo{Kit,Network,Local,Domain}.sil; then
    echo "portable: what only Linux has was compiled all the same" >&2
    exit 1
fi

# The code for SwiftUI, with stand-ins for it: the property wrapper, and the app of the tutorial, which uses all models.
swiftc "${common[@]}" -parse-as-library -suppress-warnings -emit-module -module-name SwiftUI \
    -o "$work/stand-ins/SwiftUI.swiftmodule" Tests/StandIns/SwiftUI.swift
common=(-I "$work/stand-ins" "${common[@]}" -warnings-as-errors)
swiftc "${common[@]}" -parse-as-library -emit-sil -o /dev/null -module-name TodoKitUI \
    -emit-module-path "$work/stand-ins/TodoKitUI.swiftmodule" Sources/KitUI/*.swift
swiftc "${common[@]}" -parse-as-library -emit-sil -o /dev/null -module-name shopping Examples/Tutorial/shopping-6.swift
rm "$work"/*.sil
echo "portable: every library compiles without libcurl and without what only Linux has"
