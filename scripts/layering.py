#!/usr/bin/env python3
"""Refuses folders of a target that need each other, and folders of Sources that docs/architecture.md does not name.

A folder needs another one of its target where one of its files names a type that is declared there. Between targets the
compiler sees to it that arrows point one way; this sees to it within them, where one could get back in several steps too.
With -v it says by which types.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What contains no names: comments, and literals except for interpolations.
SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|#"(?:[^"]|"(?!#))*"#|"(?:\\.|[^"\\\n])*"', re.S)
INTERPOLATED = re.compile(r"\\\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
NAME = re.compile(r"(?<![\w.])[A-Z]\w*(?:\.[A-Z]\w*)*")
BRACE_OR_TYPE = re.compile(r"[{}]|\b(struct|class|enum|protocol|actor|typealias|extension)\s+`?([A-Z][\w.]*)")
TARGET = re.compile(r'path:\s*"(Sources/[^"]+)"')


def spoken(text):
    """The text without comments and literals."""

    def kept(match):
        literal = match.group(0)
        return " " if literal[0] == "/" else " ".join(["", *INTERPOLATED.findall(literal), ""])

    return SILENT.sub(kept, text)


def declarations(text):
    """The types that a file declares, each with its whole name: those within others as Outer.Inner."""
    around, depth, opening = [], 0, None
    for token in BRACE_OR_TYPE.finditer(text):
        if token.group(0) == "{":
            depth += 1
            if opening:
                around.append((depth, opening))
                opening = None
        elif token.group(0) == "}":
            if around and around[-1][0] == depth:
                around.pop()
            depth -= 1
        else:
            kind, name = token.groups()
            if kind != "extension":
                yield ".".join([*(outer for _, outer in around), name])
            opening = None if kind == "typealias" else name


def needs(target):
    """Which folder of a target needs which, and the types by which it does."""
    files, home = [], {}
    for path in sorted(target.rglob("*.swift")):
        folder = path.relative_to(target).parts[0] if path.parent != target else target.name
        text = spoken(path.read_text())
        own = list(declarations(text))
        files.append((path, folder, text, {name.split(".")[-1] for name in own}))
        for name in own:
            home.setdefault(name, folder)
    found = {}
    for path, folder, text, own in files:
        for name in set(NAME.findall(text)):
            parts = name.split(".")
            # A name that the file itself declares, even within another type, refers to that declaration.
            if parts[0] in own:
                continue
            for length in range(len(parts), 0, -1):
                known = ".".join(parts[:length])
                if known in home:
                    if home[known] != folder:
                        found.setdefault(folder, {}).setdefault(home[known], set()).add(f"{known} ({path.name})")
                    break
    return found


def reached(found, start):
    """All folders that one needs, directly or by way of others."""
    seen, rest = set(), [start]
    while rest:
        for folder in found.get(rest.pop(), {}):
            if folder not in seen:
                seen.add(folder)
                rest.append(folder)
    return seen


def main():
    faults = []
    for target in sorted(ROOT / path for path in TARGET.findall((ROOT / "Package.swift").read_text())):
        found = needs(target)
        reach = {folder: reached(found, folder) for folder in found}
        for one in sorted(found):
            for other in sorted(found):
                if one < other and other in reach[one] and one in reach[other]:
                    faults.append(f"{target.relative_to(ROOT)}: {one} and {other} need each other.")
                    if "-v" in sys.argv:
                        for here, there in ((one, other), (other, one)):
                            types = ", ".join(sorted(found[here].get(there, {"by way of others"})))
                            faults.append(f"    {here} needs {there}: {types}")
    rooms = set()
    for line in (ROOT / "docs/architecture.md").read_text().splitlines():
        words = re.findall(r"`([^`]+)`", line) if line.startswith("|") else []
        named = [word for word in words if word.startswith("Sources/")]
        # In the row of one folder, those in it are named without it.
        rooms.update(named, (f"{named[0]}/{word}" for word in words if named and word not in named))
    for folder in sorted({path.parent for path in (ROOT / "Sources").rglob("*") if path.suffix in (".swift", ".h")}):
        name = str(folder.relative_to(ROOT))
        if name not in rooms:
            faults.append(f"{name} is in no row of the rooms in docs/architecture.md.")
    print("\n".join(faults), end="\n" if faults else "")
    sys.exit(1 if faults else 0)


main()
