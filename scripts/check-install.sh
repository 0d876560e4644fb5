#!/bin/bash
# Installs into an empty folder, tries everything there as a user would, and uninstalls it again.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(mktemp -d)
home=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$root" "$home"' EXIT
has() { command -v "$1" >/dev/null; }
fail() { printf '%s\n' "$*" >&2 && exit 1; }
${MAKE:-make} --no-print-directory install DESTDIR="$root" PREFIX=/usr

mapfile -t programs < <(sed -n 's/^\([a-z-]*\) .*/\1/p' Packaging/programs)
PATH=$root/usr/bin:$PATH
export TODO_DB=$root/todo.db
[ "$(todo add "Buy milk" --json --quiet | sed 's/.*"title":"\([^"]*\)".*/\1/')" = "Buy milk" ] || fail "todo does not add"
todo-server --help >/dev/null
# It becomes the todo-web beside it, and keeps its files with the user.
coproc pages { HOME=$home XDG_STATE_HOME= XDG_CONFIG_HOME= exec todo web --port 0 --no-open 2>/dev/null; }
server=$pages_PID
read -r link <&"${pages[0]}" || fail "todo web does not start"
if has curl; then
    curl -sf -c "$home/cookies" -o /dev/null "$link"
    inbox=$(curl -sf -b "$home/cookies" "${link%/in/*}/inbox")
    [[ $inbox == *"Buy milk"* ]] || fail "todo web shows no to-dos"
    # Released programs are built with other settings and less data than those of the tests, so each page is asked for.
    todo location add Migros --latitude 47.3769 --longitude 8.5417 --quiet
    mapfile -t paths < <(grep -o '<a href="/[^"]*"' <<<"$inbox" | cut -d'"' -f2 | sed 's/&amp;/\&/g' | sort -u)
    [ "${#paths[@]}" -gt 10 ] || fail "the inbox links to only ${#paths[@]} pages"
    for path in "${paths[@]}"; do
        curl -sf -b "$home/cookies" -o /dev/null "${link%/in/*}$path" || fail "todo web does not show $path"
    done
fi
kill "$server" && wait "$server" || true
server=
# A person who installs a binary does not have Swift. Programs that were built for the tests need it.
for program in "${programs[@]}"; do
    [ "${PROGRAMS:-release}" = release ] || break
    ! ldd "$root/usr/bin/$program" | grep -i swift || fail "$program needs the Swift runtime"
done

pages=("$root"/usr/share/man/man1/*.1)
commands=$(todo help | sed -n 's/^  \([a-z]*\)\(, [a-z]*\)\{0,1\}  .*/\1/p' | grep -vx todo)
for command in $commands; do [ -s "$root/usr/share/man/man1/todo-$command.1" ] || fail "todo-$command.1 is missing"; done
[ "${#pages[@]}" -gt 20 ] || fail "There are only ${#pages[@]} man pages"
for page in "${pages[@]}"; do
    if has mandoc; then mandoc -T lint -W warning "$page" || fail "$page"; fi
    if has groff; then
        complaints=$(groff -mandoc -T utf8 -ww -z "$page" 2>&1)
        [ -z "$complaints" ] || fail "$page: $complaints"
    fi
    if has man; then
        shown=$(MANWIDTH=100 man -l "$page" 2>/dev/null | col -b)
        for section in NAME SYNOPSIS DESCRIPTION OPTIONS "EXIT STATUS" "SEE ALSO"; do
            grep -qx "$section" <<<"$shown" || fail "$page has no $section"
        done
    fi
done
for program in "${programs[@]}"; do
    for file in "bash:bash-completion/completions/$program" "zsh:zsh/site-functions/_$program" \
        "fish:fish/vendor_completions.d/$program.fish"; do
        [ -s "$root/usr/share/${file#*:}" ] || fail "${file#*:} is missing"
        if has "${file%%:*}"; then "${file%%:*}" -n "$root/usr/share/${file#*:}"; fi
    done
done

# The packages of Debian take these files from here, so they must exist.
while read -r path; do
    compgen -G "$root/$path" >/dev/null || fail "Packaging/debian/*.install names $path, which is not installed"
done < <(cat Packaging/debian/*.install)
if has desktop-file-validate; then desktop-file-validate "$root/usr/share/applications/todo.desktop"; fi
[[ $(todo --version) == *"("*")" ]] || fail "todo --version does not say the commit: $(todo --version)"
todo --licenses | grep -q "^GRDB" || fail "todo --licenses does not name what it is made of"

rm -f "$TODO_DB"*
${MAKE:-make} --no-print-directory uninstall DESTDIR="$root" PREFIX=/usr
[ -z "$(find "$root" -type f)" ] || fail "uninstall leaves $(find "$root" -type f)"
echo "${#pages[@]} man pages, completions for three shells and ${#programs[@]} programs are installed, sound, and gone again."
