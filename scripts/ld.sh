#!/bin/sh
# The linker of the installed programs. It looks for archives in our folder before it looks into the toolchain's
# (scripts/archives.sh); `swift build -Xlinker -L…` would only name ours after the toolchain's. Functions with the same code are
# one, unless code may compare their addresses.
linker=$(command -v ld.gold || command -v ld.lld || command -v ld)
case $linker in *.gold | *.lld) set -- --icf=safe "$@" ;; esac
exec "$linker" -L "$(dirname "$0")/../.build/archives" "$@"
