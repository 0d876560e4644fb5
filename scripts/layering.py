#!/usr/bin/env python3
"""Refuses folders of a target that need each other, and folders of Sources that docs/architecture.md does not name.

A folder needs another one of its target where one of its files names a type that is declared there, or uses a function or
a property that a type or an extension has there. Only a compiler can say to which of several declarations a name refers, so
such a name counts only if no other folder of Sources declares anything with it. Between targets the compiler sees to it
that arrows point one way; this sees to it within them, where one could get back in several steps too. With -v it says by
which names.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Text without names: comments, and literals except for interpolations.
SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|#"(?:[^"]|"(?!#))*"#|"(?:\\.|[^"\\\n])*"', re.S)
INTERPOLATED = re.compile(r"\\\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
NAME = re.compile(r"(?<![\w.])[A-Z]\w*(?:\.[A-Z]\w*)*")
BRACE_OR_TYPE = re.compile(r"[{}]|\b(struct|class|enum|protocol|actor|typealias|extension)\s+`?([A-Z][\w.]*)")
# Functions and properties at the top of a file, or in a type or an extension there, with what is before them.
MEMBER = re.compile(r"^(?: {4})?(?:@\w+ )*((?:[a-z]+(?:\(set\))? )*)(?:func|var|let) `?([a-z]\w+)", re.M)
# Everything that gets a name: also variables, cases, parameters and labels.
NAMED = re.compile(r"\b(?:func|var|let|case) `?([a-z]\w+)|[(,] *(?:\w+ )?([a-z]\w+):")
# A member of something, or a call.
USED = re.compile(r"(?<=\.)[a-z]\w+|(?<![\w.])(?<!func )[a-z]\w+(?=\()")
# Members that other modules have too.
FOREIGN = {"allCases", "fetchAll", "reduce", "startIndex", "warning"}
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


def read(targets):
    """The files of each target: their path, folder and text."""
    files = {}
    for target in targets:
        files[target] = [
            (path, path.relative_to(target).parts[0] if path.parent != target else target.name, spoken(path.read_text()))
            for path in sorted(target.rglob("*.swift"))
        ]
    return files


def members(files):
    """Where functions and properties are declared, by name: those that one folder of all targets declares alone."""
    places, homes = {}, {}
    for target, those in files.items():
        for _, folder, text in those:
            for names in NAMED.findall(text):
                places.setdefault(names[0] or names[1], set()).add((target, folder))
            for modifiers, name in MEMBER.findall(text):
                # With a setter that is private it is still for others to read.
                if not {"private", "fileprivate"} & set(modifiers.split()):
                    homes[name] = (target, folder)
    return {name: home for name, home in homes.items() if places[name] == {home} and name not in FOREIGN}


def needs(target, files, shared):
    """Which folder of a target needs which, and the names by which it does."""
    home, declared = {}, {}
    for path, folder, text in files:
        own = list(declarations(text))
        declared[path] = {name.split(".")[-1] for name in own}
        for name in own:
            home.setdefault(name, folder)
    found = {}

    def note(folder, other, name, path):
        if folder != other:
            found.setdefault(folder, {}).setdefault(other, set()).add(f"{name} ({path.name})")

    for path, folder, text in files:
        for name in set(NAME.findall(text)):
            parts = name.split(".")
            # A name that the file itself declares, even within another type, refers to that declaration.
            if parts[0] in declared[path]:
                continue
            for length in range(len(parts), 0, -1):
                known = ".".join(parts[:length])
                if known in home:
                    note(folder, home[known], known, path)
                    break
        for name in set(USED.findall(text)):
            if shared.get(name, (None,))[0] == target:
                note(folder, shared[name][1], name, path)
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
    files = read(sorted({ROOT / path for path in TARGET.findall((ROOT / "Package.swift").read_text())}))
    shared = members(files)
    for target in files:
        found = needs(target, files[target], shared)
        reach = {folder: reached(found, folder) for folder in found}
        for one in sorted(found):
            for other in sorted(found):
                if one < other and other in reach[one] and one in reach[other]:
                    faults.append(f"{target.relative_to(ROOT)}: {one} and {other} need each other.")
                    if "-v" in sys.argv:
                        for here, there in ((one, other), (other, one)):
                            names = ", ".join(sorted(found[here].get(there, {"by way of others"})))
                            faults.append(f"    {here} needs {there}: {names}")
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
