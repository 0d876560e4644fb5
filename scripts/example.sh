#!/bin/bash
# Two front ends and the command work on one database, and each front end shows what the others do.
# usage: example.sh TODO TODO-LIVE
set -euo pipefail
todo=$1 live=$2
. "$(dirname "$0")/screens.sh"
export TODO_DB="$folder/todo.db"

# The last frame of a front end, without marks.
frame='/^==/ { frame = ""; next } /^$/ { shown = frame; next } { frame = frame substr($0, 3) "\n" }
       END { printf "%s", shown }'

start ann "$live"
exec 3>"$folder/ann.in"
ann=$!
start bob "$live"
exec 4>"$folder/bob.in"
bob=$!

"$todo" add "Buy milk" --tag shop --quiet >/dev/null
echo list >&3
echo list >&4
shows ann '1. [ ] Buy milk #shop'
shows bob '1. [ ] Buy milk #shop'

echo "add Write to Zoë" >&3
shows bob '1. [ ] Write to Zoë' '2. [ ] Buy milk #shop'
"$todo" tag rename shop market --quiet >/dev/null
shows ann '1. [ ] Write to Zoë' '2. [ ] Buy milk #market'
shows bob '1. [ ] Write to Zoë' '2. [ ] Buy milk #market'

echo "tag market" >&3
shows ann '1. [ ] Buy milk #market'
echo "edit 1 Buy oat milk" >&3
shows ann '1. [ ] Buy oat milk #market'
shows bob '1. [ ] Buy oat milk #market' '2. [ ] Write to Zoë'

echo undo >&3
shows bob '1. [ ] Buy milk #market' '2. [ ] Write to Zoë'
echo "edit 1 Buy oat milk" >&3
shows bob '1. [ ] Buy oat milk #market' '2. [ ] Write to Zoë'

echo "done 2" >&4
shows bob '1. [ ] Buy oat milk #market'
"$todo" add "Bring the bottles back" --tag market --quiet >/dev/null
shows ann '1. [ ] Bring the bottles back #market' '2. [ ] Buy oat milk #market'
echo "find OAT" >&4
shows bob '1. [ ] Buy oat milk #market'
echo "edit 1  " >&4
for _ in $(seq 200); do grep -q '^! A to-do needs a title' "$folder/bob.out" && break; sleep 0.05; done
grep -q '^! A to-do needs a title' "$folder/bob.out"

echo quit >&3
exec 4>&-
wait "$ann" "$bob"
echo "Two front ends and the command see one another's changes."
