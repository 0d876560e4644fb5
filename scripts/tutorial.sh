#!/bin/bash
# Each step of the tutorial runs and shows what the tutorial says; the fifth on two devices that share a server.
# usage: tutorial.sh FOLDER TODO-SERVER
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
programs=$(cd "$1" && pwd) server=$(realpath "$2")
. "$here/scripts/screens.sh"

# A screen ends with an empty line.
frame='/^$/ { shown = rows; rows = ""; next } { rows = rows $0 "\n" } END { printf "%s", shown }'

# Starts a step under a name: "step ann 1".
step() { start "$1" env TODO_DB="$folder/$1.db" "$programs/shopping-$2"; }

# The manifest is one.
mkdir -p "$folder/shopping/Sources/shopping"
cp "$here/Examples/Tutorial/manifest.swift" "$folder/shopping/Package.swift"
swift package --package-path "$folder/shopping" dump-package >/dev/null

step one 1
exec 3>"$folder/one.in"
echo Milk >&3
shows one Milk
echo Bread >&3
shows one Bread Milk

step two 2
exec 4>"$folder/two.in"
printf '%s\n' Milk 'Crème brûlée' >&4
shows two '1. Crème brûlée' '2. Milk'
echo 'find creme' >&4
shows two '1. Crème brûlée'
echo 'done 1' >&4
shows two ''
echo 'find ' >&4
shows two '1. Milk'
echo 'find due:' >&4
for _ in $(seq 200); do grep -q '^! ' "$folder/two.out" && break; sleep 0.05; done
grep -q '^! ' "$folder/two.out"

step three 3
exec 5>"$folder/three.in"
echo Milk >&5
shows three '1. Milk'
echo 'edit 1 Oat milk' >&5
shows three '1. Oat milk'

step four 4
exec 6>"$folder/four.in"
echo Milk >&6
shows four '1. Milk' '[undo add “Milk”]'
echo 'done 1' >&6
shows four '[undo done “Milk”]'
echo undo >&6
shows four '1. Milk' '[undo add “Milk”]' '[redo done “Milk”]'
echo redo >&6
shows four '[undo done “Milk”]'

"$server" serve --database "$folder/server.db" --port 0 --open >"$folder/server.out" 2>&1 &
for _ in $(seq 200); do grep -qo 'http://[0-9.:]*' "$folder/server.out" && break; sleep 0.05; done
SHOPPING_SERVER=$(grep -om1 'http://[0-9.:]*' "$folder/server.out")
export SHOPPING_SERVER
step ann 5
exec 7>"$folder/ann.in"
step bob 5
exec 8>"$folder/bob.in"
echo Milk >&7
shows ann '1. Milk' '[undo add “Milk”]' "(0 to send to $SHOPPING_SERVER)"
shows bob '1. Milk' "(0 to send to $SHOPPING_SERVER)"

[ "$(uname)" = Darwin ] || [ "$("$programs/shopping-6")" = "This step is for SwiftUI." ]
echo "The six steps of the tutorial run."
