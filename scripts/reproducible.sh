#!/bin/bash
# Builds the commit once more, from nothing and in another folder, and compares the bytes with what `make dist` made.
# usage: reproducible.sh DIST
set -euo pipefail
cd "$(dirname "$0")/.."
dist=$(cd "$1" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/todo"
git -C "$folder/todo" checkout --quiet "$(git rev-parse HEAD)"
# The versions of packages are not part of the repository.
cp Package.resolved "$folder/todo/"
make -C "$folder/todo" dist DIST="$folder/dist" >"$folder/log" 2>&1 || { tail -40 "$folder/log" >&2; exit 1; }
(cd "$folder/dist" && sha256sum --quiet --check "$dist/SHA256SUMS") || {
    echo "The same commit has given other bytes." >&2
    exit 1
}
echo "The same commit gives the same bytes: $(wc -l <"$dist/SHA256SUMS") files."
