#!/bin/sh
# Lays out everything that is installed, as below its prefix: programs, man pages, completions, units of systemd, what a desktop
# shows. The programs are stripped, unless STRIP is empty.
# usage: stage.sh BUILD STAGE PREFIX
set -eu
build=$1 stage=$2 prefix=$3
root=$(dirname "$0")/..
rm -rf "$stage"
version=$("$build/todo" --version)
date=$(git -C "$root" log -1 --format=%cs 2>/dev/null || date +%F)
mkdir -p "$stage/bin"
# What --version adds to the version: a section of 64 bytes is reserved for it (Sources/CArguments/build.c).
mark=$(mktemp)
trap 'rm -f "$mark"' EXIT
build_mark=$(git -C "$root" log -1 --format='%h, %cs' 2>/dev/null || true)
[ -z "$build_mark" ] || [ -z "$(git -C "$root" status --porcelain --untracked-files=no)" ] || build_mark="$build_mark, changed"
printf '%s' "$build_mark" >"$mark"
truncate -s 64 "$mark"

for program in todo todo-web todo-dav todo-server; do
    objcopy --update-section ".todo_build=$mark" "$build/$program" "$stage/bin/$program"
    [ -z "${STRIP-yes}" ] || strip "$stage/bin/$program"
    chmod 755 "$stage/bin/$program"
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
    # A shell reads it; it is no program.
    complete bash | sed '1{/^#!/d}' >"$stage/share/bash-completion/completions/$program"
    complete zsh >"$stage/share/zsh/site-functions/_$program"
    complete fish >"$stage/share/fish/vendor_completions.d/$program.fish"
done
for unit in "$root"/docs/deploy/*.service "$root"/docs/deploy/*.timer; do
    # todo itself runs for a person, who finds the unit below ~/.local too.
    case $unit in */todo-remind.service | */todo-web.service | */todo-dav.service) units=$stage/share/systemd/user ;; *) units=$stage/lib/systemd/system ;; esac
    mkdir -p "$units"
    sed "s|@PREFIX@|$prefix|g" "$unit" >"$units/$(basename "$unit")"
done
install -D -m 755 "$root/docs/deploy/backup" "$stage/lib/todo-server/backup"
install -D -m 644 "$root/Packaging/todo.desktop" "$stage/share/applications/todo.desktop"
install -D -m 644 "$root/Sources/Web/Core/Assets/icon.svg" "$stage/share/icons/hicolor/scalable/apps/todo.svg"
