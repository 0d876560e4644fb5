#!/bin/bash
# Sourced by what tries programs that show screens: a folder for them, and what starts and looks at them. The script that sources
# it sets `frame`: how awk takes the last screen out of an output.
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT

# Starts a program under a name: "start ann todo-live". Its process is $!.
start() {
    local name=$1
    shift
    mkfifo "$folder/$name.in"
    "$@" <"$folder/$name.in" >"$folder/$name.out" 2>&1 &
}

# Waits until the last screen of a program is as expected: "shows ann '1. Milk'".
shows() {
    local name=$1 expected screen
    shift
    expected=$(printf '%s\n' "$@")
    for _ in $(seq 600); do
        # shellcheck disable=SC2154 # what sources this sets it
        screen=$(awk "$frame" "$folder/$name.out")
        [ "$screen" != "$expected" ] || return 0
        sleep 0.05
    done
    printf '%s does not show:\n%s\nbut:\n%s\n' "$name" "$expected" "$(cat "$folder/$name.out")" >&2
    exit 1
}
