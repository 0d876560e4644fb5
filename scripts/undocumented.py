"""Names the public symbols that have no documentation, and fails where there are any: undocumented.py GRAPH..."""

import json
import sys

missing = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        symbols = json.load(file)["symbols"]
    for symbol in symbols:
        if not symbol.get("docComment", {}).get("lines"):
            missing.append(".".join(symbol["pathComponents"]))
for name in sorted(missing):
    print(f"{name} is not documented", file=sys.stderr)
sys.exit(1 if missing else 0)
