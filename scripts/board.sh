#!/bin/bash
# Two boards, each with a database of its own, show one board through a folder.
# usage: board.sh TODO-BOARD
set -euo pipefail
board=$1
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT

start() {
    mkfifo "$folder/$1.in"
    "$board" --todo-stack "$folder/$1.db" "$folder/shared" <"$folder/$1.in" >"$folder/$1.out" 2>&1 &
}

# Waits until the last board that a program has printed is as expected.
shows() {
    local name=$1 expected last
    shift
    expected=$(printf '%s\n' "$@")
    for _ in $(seq 600); do
        last=$(awk '/^== later/ { frame = "" } /^$/ { shown = frame; next } { frame = frame $0 "\n" } END { printf "%s", shown }' \
            "$folder/$name.out")
        [ "$last" != "$expected" ] || return 0
        sleep 0.05
    done
    printf '%s does not show:\n%s\nbut:\n%s\n' "$name" "$expected" "$(cat "$folder/$name.out")" >&2
    exit 1
}

start ann
exec 3>"$folder/ann.in"
ann=$!
start bob
exec 4>"$folder/bob.in"
bob=$!

echo "add Buy milk" >&3
shows bob '== later: 1 ==' '1. Buy milk' '== now: 0 ==' '== done: 0 =='
echo "move 1 now" >&4
shows ann '== later: 0 ==' '== now: 1 ==' '1. Buy milk' '== done: 0 =='
echo "move 1 done" >&3
shows bob '== later: 0 ==' '== now: 0 ==' '== done: 1 ==' '1. Buy milk'
echo "move 1 later" >&4
shows ann '== later: 1 ==' '1. Buy milk' '== now: 0 ==' '== done: 0 =='

echo quit >&3
echo quit >&4
wait "$ann" "$bob"
echo "Two boards show one another's cards through a folder."
