#!/bin/bash
# Builds the commit once more, from nothing, and compares the bytes with what `make dist` made.
#
# The second build sees its own clone under the path of this folder (unshare), as Debian's build records do: the compiler hashes the
# paths of the objects into them, and GRDB has the length of a path of its source in it (docs/releasing.md).
# usage: reproducible.sh DIST
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD dist=$(cd "$1" && pwd)
unshare --mount --map-root-user true 2>/dev/null || {
    echo "This system lets nobody have mounts of their own (unshare), so that no second build can have the same path." >&2
    exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/todo"
git -C "$folder/todo" checkout --quiet "$(git rev-parse HEAD)"
# The versions of packages are not part of the repository.
cp Package.resolved "$folder/todo/"
unshare --mount --map-root-user bash -c '
    mount --bind "$1/todo" "$2" && cd "$2" && make dist DIST="$1/dist"' _ "$folder" "$here" >"$folder/log" 2>&1 || {
    tail -40 "$folder/log" >&2
    exit 1
}
(cd "$folder/dist" && sha256sum --quiet --check "$dist/SHA256SUMS") || {
    echo "The same commit has given other bytes." >&2
    exit 1
}
echo "The same commit gives the same bytes: $(wc -l <"$dist/SHA256SUMS") files."
