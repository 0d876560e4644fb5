#!/bin/sh
# Puts into a folder the archives which the linker of the installed programs takes from there first (scripts/ld.sh): the C++
# runtime and SQLite, which become part of the programs, so that these start sooner than with two more shared libraries to load;
# and Foundation's ICU without the data that our programs do not use. Without the first two (they come with libstdc++-dev and
# libsqlite3-dev) the programs are linked with the shared libraries.
set -eu
folder="$1"
[ "$(uname)" = Linux ] || exit 0
mkdir -p "$folder"
for name in libstdc++.a libsqlite3.a; do
    archive="$(clang -print-file-name="$name")"
    [ ! -f "$archive" ] || ln -sf "$archive" "$folder/$name"
done
python3 "$(dirname "$0")/icu-data.py" "$folder"
