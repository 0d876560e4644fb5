#!/bin/bash
# Each step of the tutorial runs and prints what the tutorial says.
# usage: tutorial.sh FOLDER
set -euo pipefail
cd "$1"
prints() {
    local step=$1 output
    shift
    output=$("./shopping-$step")
    [ "$output" = "$(printf '%s\n' "$@")" ] || { printf 'step %s prints:\n%s\n' "$step" "$output" >&2 && exit 1; }
}
prints 1 ''
prints 2 '["Crème brûlée", "Milk"]' '["Crème brûlée"]'
prints 3 '["Crème brûlée"]' '["Crème brûlée", "Milk"]' 'add 3' 'edit 1' 'done 1' 'undo 1' 'undo 1'
# A screen may miss what came and went between two reads, but not the end.
[ "$(./shopping-4 | tail -1)" = '["Crème brûlée", "Milk"]' ] || { echo "step 4 does not see the end" >&2 && exit 1; }
prints 5 ''
echo "The five steps of the tutorial run."
