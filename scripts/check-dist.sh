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
    mmdebstrap --quiet --variant=apt --include=curl,ca-certificates,dbus,passwd,procps,systemd-sysv "$suite" "$root"
    mkdir "$root/check"
    cp "$dist"/*.deb Packaging/check.sh Packaging/check-service.sh Packaging/programs README.md "$root/check/"
    rm -f "$root"/check/*-dbgsym_*
    cp --remove-destination /etc/resolv.conf "$root/etc/"
    # Its processes end with it.
    unshare --mount --pid --fork --kill-child bash -c "
        mount -t proc proc '$root/proc' && mount --rbind /dev '$root/dev' && exec chroot '$root' /check/check.sh"
    if command -v systemd-nspawn >/dev/null; then
        # Boots it, with a network of its own; what is needed is installed by now.
        printf '[Service]\nExecStart=/check/check-service.sh\n' >"$root/etc/systemd/system/check.service"
        mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
        ln -s ../check.service "$root/etc/systemd/system/multi-user.target.wants/"
        timeout 300 systemd-nspawn --quiet --directory="$root" --register=no --keep-unit --private-network --boot \
            </dev/null >"$work/boot.log" 2>&1 || true
        [ -e "$root/check/passed" ] || { tail -20 "$work/boot.log" "$root/check/service.log" >&2; exit 1; }
        echo "$suite booted: the service begins with its user, and an upgrade loses none of $(cat "$root/check/passed") edits."
    else
        echo "check-dist: SKIPPED: trying the service needs systemd-nspawn (systemd-container)." >&2
    fi
    rm -rf --one-file-system "$root"
done
