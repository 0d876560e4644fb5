#!/bin/sh
# The main job on real files: import, tag, search, page. Uses its own database, which it removes.
set -eu
todo=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
samples=$(dirname "$0")/../Tests/TodoFormatsTests/Fixtures
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TODO_DB="$folder/todo.db"

show() {
    printf '\n$ todo'
    for word in "$@"; do case $word in *[!A-Za-z0-9._/,:-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac; done
    printf '\n'
    "$todo" "$@"
}

cp "$samples"/* "$folder" && cd "$folder"
show import taskwarrior-2.6.2.json
show import todo.txt
show import todoman-4.1.0.ics
show add "Buy oat milk" --tag shop --due tomorrow --priority high
show location add Migros --latitude 47.3769 --longitude 8.5417
show add "Return the bottles" --location Migros --tag shop
show quick "Call Bob about the report tomorrow 17:00 +phone p1"
show
show search creme
show search 牛乳
show list --tag work --sort due
show list 'due:..tomorrow (tag:shop or priority:high)'
show lists
show list --page 1 --page-size 5
show stats
