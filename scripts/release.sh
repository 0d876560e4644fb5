#!/bin/bash
# Checks everything that a release needs, tags it, and prints what to upload (docs/releasing.md). Uploads nothing.
# usage: release.sh VERSION DIST
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-} dist=$2
fail() { printf 'release: %s\n' "$*" >&2 && exit 1; }
[ -n "$version" ] || fail "which version? make release VERSION=1.0.0"
[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
grep -q "let current = \"$version\"" Sources/Basics/Version.swift || fail "Sources/Basics/Version.swift has another version than $version"
grep -qx "## \[$version\] - $(date +%F)" CHANGELOG.md || fail "CHANGELOG.md has no section “## [$version] - $(date +%F)”"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || fail "there is a tag v$version already"
# Elsewhere they skip this, and a release must not.
command -v mmdebstrap >/dev/null && [ "$(id -u)" = 0 ] || fail "make check-dist needs mmdebstrap, and root"

for step in lint test docs example; do make "$step"; done
# The packages have the version of the tag, so it comes first, and goes again if they fail.
git tag -a "v$version" -m "todo $version"
trap 'git tag -d "v$version" >/dev/null; echo "release: nothing is tagged" >&2' EXIT
make dist DIST="$dist"
scripts/reproducible.sh "$dist"
make check-dist DIST="$dist"
trap - EXIT
printf '\nv%s is tagged. Upload these, and push the tag:\n' "$version"
cat "$dist/SHA256SUMS"
