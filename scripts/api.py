"""Compares the public declarations in symbol graphs with a list that is kept, and fails where they differ:
api.py LIST GRAPH...; api.py --update LIST GRAPH... writes the list."""

import difflib
import json
import sys

arguments = sys.argv[1:]
update = arguments[0] == "--update"
kept, *graphs = arguments[1:] if update else arguments

lines = set()
for path in graphs:
    with open(path, encoding="utf-8") as file:
        symbols = json.load(file)["symbols"]
    for symbol in symbols:
        declaration = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        # An extension names what it extends in the path.
        lines.add(f"{'.'.join(symbol['pathComponents'])} | {' '.join(declaration.split())}\n")
found = sorted(lines)
if update:
    with open(kept, "w", encoding="utf-8") as file:
        file.writelines(found)
    sys.exit(0)
with open(kept, encoding="utf-8") as file:
    known = file.readlines()
if known != found:
    sys.stderr.writelines(difflib.unified_diff(known, found, kept, "as it is now", n=0))
    sys.exit("The public API changed: say so in CHANGELOG.md, and write the list anew with `make api`.")
