#!/bin/bash
# Tries what `make dist` made in fresh systems of Debian, without Swift, git or a compiler.
# usage: check-dist.sh DIST [SUITE…]
set -euo pipefail
cd "$(dirname "$0")/.."
dist=$1
shift
[ $# -gt 0 ] || set -- bookworm trixie
if ! command -v mmdebstrap >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "check-dist: SKIPPED: this needs mmdebstrap, and root." >&2
    exit 0
fi
ls "$dist"/*.deb >/dev/null
(cd "$dist" && sha256sum --quiet --check SHA256SUMS)
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
for suite in "$@"; do
    root=$work/$suite
    mmdebstrap --quiet --variant=apt --include=curl,ca-certificates,passwd,procps "$suite" "$root"
    mkdir "$root/check"
    cp "$dist"/*.deb Packaging/check.sh Packaging/programs README.md "$root/check/"
    rm -f "$root"/check/*-dbgsym_*
    cp /etc/resolv.conf "$root/etc/"
    # Its processes end with it.
    unshare --mount --pid --fork --kill-child bash -c "
        mount -t proc proc '$root/proc' && mount --rbind /dev '$root/dev' && exec chroot '$root' /check/check.sh"
    rm -rf --one-file-system "$root"
done
