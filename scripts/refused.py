#!/usr/bin/env python3
"""Refuses calls in Sources that answer something plausible where they cannot answer, such as without a free descriptor, and
calls that crash only in the programs that are released.

Each is wrapped in one file, which says what is used instead. Comments may name them.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The refused calls, the reason, and the file in which each is allowed nevertheless.
REFUSED = [
    (
        r"\bUUID\(\)",
        "It is all zeros where /dev/urandom cannot be opened; take Randomness.uuid(), an Identifier() or the environment's"
        " makeID().",
        None,
    ),
    (
        r"\bgloballyUniqueString\b",
        "It is not unique where /dev/urandom cannot be opened; take Randomness.uuid().uuidString.",
        None,
    ),
    (
        r"\bCommandLine\s*\.|\bprocessInfo\s*\.\s*arguments\b",
        "There are no arguments where /proc/self/cmdline cannot be opened; take ProgramArguments.",
        "Sources/Basics/ProgramArguments.swift",
    ),
    (
        r"(?:\.main|\b(?:asyncParseAsRoot|parseAsRoot|parseOrExit))\(\)",
        "The parser then takes CommandLine.arguments, which may be empty; give it ProgramArguments.words.",
        None,
    ),
    (
        r"\blocale\s*:|\bLocale\s*\(|\bNumberFormatter\b|\.formatted\(",
        "The released programs have no data of ICU for it (icu-data.py) and crash; take String(format:) without a locale.",
        None,
    ),
]

# Not after a colon: an address in a literal is no comment.
COMMENT = re.compile(r"(?<!:)//.*")


def findings(path, text):
    """The refused calls in the text of a file, one sentence each."""
    for number, line in enumerate(text.splitlines(), 1):
        line = COMMENT.sub("", line)
        for pattern, reason, home in REFUSED:
            found = re.search(pattern, line)
            if found and path != home:
                yield f"{path}:{number}: “{found.group().strip()}” is refused here. {reason}"


def main():
    faults = []
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        faults += findings(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    print("\n".join(faults), end="\n" if faults else "")
    sys.exit(1 if faults else 0)


main()
