"""Compares the public declarations in symbol graphs with a list that is kept, and fails where they differ:
api.py LIST GRAPH... [--by-module GRAPH...]; api.py --update LIST GRAPH... [--by-module GRAPH...] writes the list. The lines
of the graphs after --by-module begin with the name of their module."""

import difflib
import json
import sys

arguments = sys.argv[1:]
update = arguments[0] == "--update"
kept, *graphs = arguments[1:] if update else arguments
split = graphs.index("--by-module") if "--by-module" in graphs else len(graphs)

lines = set()
for index, path in enumerate(graphs):
    if index == split:
        continue
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    module = f"{graph['module']['name']}/" if index > split else ""
    for symbol in graph["symbols"]:
        declaration = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        # An extension names what it extends in the path.
        lines.add(f"{module}{'.'.join(symbol['pathComponents'])} | {' '.join(declaration.split())}\n")
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
