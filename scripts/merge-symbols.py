#!/usr/bin/env python3
"""Adds to the symbols of one module those of others that it lacks: merge-symbols.py MODULE OTHER... (paths of graphs)."""

import json
import sys

into, *others = sys.argv[1:]
with open(into) as file:
    graph = json.load(file)
known = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
related = {(r["kind"], r["source"], r["target"]) for r in graph["relationships"]}
for other in others:
    with open(other) as file:
        more = json.load(file)
    graph["symbols"] += [s for s in more["symbols"] if s["identifier"]["precise"] not in known]
    known.update(symbol["identifier"]["precise"] for symbol in more["symbols"])
    graph["relationships"] += [
        r for r in more["relationships"] if (r["kind"], r["source"], r["target"]) not in related
    ]
    related.update((r["kind"], r["source"], r["target"]) for r in more["relationships"])
with open(into, "w") as file:
    json.dump(graph, file)
