#!/bin/bash
# Two boards, each with a database of its own, show one board through a folder.
# usage: board.sh TODO-BOARD
set -euo pipefail
board=$1
. "$(dirname "$0")/screens.sh"

# The board that was printed last.
frame='/^== later/ { frame = "" } /^$/ { shown = frame; next } { frame = frame $0 "\n" } END { printf "%s", shown }'

start ann "$board" --todo-stack "$folder/ann.db" "$folder/shared"
exec 3>"$folder/ann.in"
ann=$!
start bob "$board" --todo-stack "$folder/bob.db" "$folder/shared"
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
