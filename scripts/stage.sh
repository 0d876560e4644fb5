#!/bin/sh
# Lays out everything that is installed, as below its prefix: programs, man pages, completions, the systemd unit.
# usage: stage.sh BUILD STAGE PREFIX
set -eu
build=$1 stage=$2 prefix=$3
root=$(dirname "$0")/..
rm -rf "$stage"
version=$("$build/todo" --version)
date=$(git -C "$root" log -1 --format=%cs 2>/dev/null || date +%F)

for program in todo todo-web todo-server; do
    install -D -s -m 755 "$build/$program" "$stage/bin/$program"
    "$build/manual" pages "$build/$program" --output "$stage/share/man/man1" \
        --sections "$root/docs/man/$program.mdoc" --source "todo $version" --date "$date"
    mkdir -p "$stage/share/bash-completion/completions" "$stage/share/zsh/site-functions" \
        "$stage/share/fish/vendor_completions.d"
    complete() {
        # That of todo knows more than the parser's.
        case $program in
        todo) "$build/todo" completions "$1" ;;
        *) "$build/$program" --generate-completion-script "$1" ;;
        esac
    }
    complete bash >"$stage/share/bash-completion/completions/$program"
    complete zsh >"$stage/share/zsh/site-functions/_$program"
    complete fish >"$stage/share/fish/vendor_completions.d/$program.fish"
done
for unit in "$root"/docs/deploy/*.service; do
    [ -e "$unit" ] || continue
    # todo itself runs for a person, who finds the unit below ~/.local too.
    case $unit in */todo-remind.service | */todo-web.service) units=$stage/share/systemd/user ;; *) units=$stage/lib/systemd/system ;; esac
    mkdir -p "$units"
    sed "s|@PREFIX@|$prefix|g" "$unit" >"$units/$(basename "$unit")"
done
