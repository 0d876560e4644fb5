#!/bin/sh
# Copies the command's own help into the text block at the end of its documentation.
# usage: reference.sh BUILD DOCUMENT
set -eu
build=$1 document=$2
{
    sed '/^```text$/q' "$document"
    "$build/manual" synopsis "$build/todo" --hide=--db --hide=--json --hide=--quiet --hide=--no-color \
        --hide=--version --hide=--help
    sed '1,/^```text$/d' "$document" | sed -n '/^```$/,$p'
} >"$document.new"
mv "$document.new" "$document"
