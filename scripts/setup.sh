#!/bin/sh
# Installs the Debian packages that the build needs, if they are missing. Says what to install on other systems.
set -eu
packages="libsqlite3-dev libcurl4-openssl-dev libcrypt-dev zlib1g-dev pkg-config sqlite3"
missing=""
if ! command -v dpkg-query >/dev/null 2>&1; then
    [ "$(uname)" = Darwin ] || echo "This is no Debian: the build needs the headers of SQLite, libcurl and zlib." >&2
    exit 0
fi
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
echo "Installing:$missing" >&2
$sudo apt-get update -qq
# shellcheck disable=SC2086 # a list of words
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
