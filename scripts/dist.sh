#!/bin/bash
# Makes what people install, from what `make build` has built: Debian packages, an archive for other systems, a list of materials,
# their sums. The same commit gives the same bytes.
# usage: dist.sh BUILD OUTPUT
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 output=$2
fail() { printf 'dist: %s\n' "$*" >&2 && exit 1; }
for tool in dh dpkg-buildpackage lintian objcopy; do
    command -v "$tool" >/dev/null || fail "$tool is missing: apt-get install binutils debhelper dpkg-dev lintian"
done
[ -n "${DIRTY:-}" ] || [ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed; DIRTY=1 packs them too"

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
# The modes of the files in the archive.
umask 022
version=$(sed -n 's/.*let current = "\(.*\)"/\1/p' Sources/Basics/Version.swift)
# Between releases: older than the release to come, newer than the commit before.
git rev-parse -q --verify "refs/tags/v$version^{commit}" >/dev/null && [ "$(git rev-parse "v$version^{commit}")" = "$(git rev-parse HEAD)" ] \
    || version="$version~git$(date -d "@$SOURCE_DATE_EPOCH" +%Y%m%d.%H%M%S).$(git rev-parse --short=8 HEAD)"
architecture=$(dpkg --print-architecture)
work=.build/dist
source=$work/todo-$version
rm -rf "$work" "$output"
mkdir -p "$source" "$output"

STRIP='' scripts/stage.sh "$build" "$source/stage" /usr
cp -a CHANGELOG.md "$source/"
cp -a Packaging/debian "$source/debian"
# Each program goes into its package, with what completes its commands.
while read -r program package; do
    case $program in '' | '#'*) continue ;; esac
    printf '%s\n' "usr/bin/$program" "usr/share/bash-completion/completions/$program" "usr/share/zsh/site-functions/_$program" \
        "usr/share/fish/vendor_completions.d/$program.fish" >>"$source/debian/$package.install"
done <Packaging/programs
python3 scripts/materials.py --build "$build" --licenses | cmp -s - Sources/App/Licenses/licenses.txt \
    || fail "Sources/App/Licenses/licenses.txt is not what is linked: scripts/materials.py --licenses >Sources/App/Licenses/licenses.txt"
# A man page belongs to the package of its program.
mkdir -p "$source/debian/man/todo" "$source/debian/man/todo-server"
mv "$source"/stage/share/man/man1/todo-server*.1 "$source/debian/man/todo-server/"
mv "$source"/stage/share/man/man1/*.1 "$source/debian/man/todo/"
rmdir -p "$source/stage/share/man/man1" 2>/dev/null || true
# debhelper puts units where this release of Debian has them.
mv "$source/stage/lib/systemd/system/todo-server.service" "$source/debian/"
for kind in service timer; do
    mv "$source/stage/lib/systemd/system/todo-server-backup.$kind" "$source/debian/todo-server.todo-server-backup.$kind"
done
rmdir -p "$source/stage/lib/systemd/system" 2>/dev/null || true
python3 scripts/materials.py --build "$build" --copyright >"$source/debian/copyright"
python3 scripts/materials.py --build "$build" --materials "$version" >"$output/todo-$version.spdx.json"
cat >"$source/debian/changelog" <<TEXT
todo ($version) unstable; urgency=medium

  * The changes are in /usr/share/doc/todo/changelog.gz.

 -- $(sed -n 's/^Maintainer: //p' Packaging/debian/control)  $(date -R -d "@$SOURCE_DATE_EPOCH")
TEXT
mkdir -p "$source/debian/source"
echo '3.0 (native)' >"$source/debian/source/format"
# A file that is older than the commit would keep its time, which depends on when it was checked out.
find "$source" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
(cd "$source" && dpkg-buildpackage --build=binary --unsigned-changes --no-pre-clean) >"$work/log" 2>&1 || { tail -40 "$work/log" >&2; fail "dpkg-buildpackage: see $work/log"; }
mv "$work"/*.deb "$output/"

# The same files for systems with other packages.
tree=$work/todo-$version-$architecture
STRIP=yes scripts/stage.sh "$build" "$tree" /usr/local
install -m 644 LICENSE CHANGELOG.md "$tree/"
python3 scripts/materials.py --build "$build" --licenses >"$tree/LICENSES.txt"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$(basename "$tree")" \
    | gzip -n -9 >"$output/todo-$version-linux-$architecture.tar.gz"
(cd "$output" && sha256sum -- * >SHA256SUMS)
# The packages of symbols have the names of functions and no lines. With lines (-g) a module takes 3 to 9 % longer to compile, its
# objects are three times as large, and all of them would be compiled once more, as `make install` has no use for that.
mapfile -t packages < <(find "$output" -name '*.deb' ! -name '*-dbgsym_*')
lintian --fail-on error,warning --tag-display-limit 0 --allow-root "${packages[@]}"
ls -l "$output"
