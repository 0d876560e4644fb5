#!/bin/sh
# Puts the archives of the C++ runtime and of SQLite into the folder where SwiftPM's linker looks first: they become
# part of the programs, which start sooner than with two more shared libraries to load. Without the archives (they come
# with libstdc++-dev and libsqlite3-dev) the programs are linked with the shared libraries.
set -eu
folder="$1"
[ "$(uname)" = Linux ] || exit 0
mkdir -p "$folder"
for name in libstdc++.a libsqlite3.a; do
    archive="$(clang -print-file-name="$name")"
    [ ! -f "$archive" ] || ln -sf "$archive" "$folder/$name"
done
