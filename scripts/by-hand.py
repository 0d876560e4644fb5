#!/usr/bin/env python3
"""Counts the lines of the parts that are written by hand although a library exists, and writes them into the table of
docs/decisions/0022-what-is-written-by-hand.md.

    by-hand.py            prints each part with its lines, and the table's number where that differs
    by-hand.py --write    writes the numbers into the table

Lines are counted with comments and blank lines, rounded to tens. A part without a row, a row without a part, and a
pattern without a file are errors.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DECISION = ROOT / "docs/decisions/0022-what-is-written-by-hand.md"

# The beginning of a row's first cell, and the files of the part.
PARTS = {
    "`Sources/JSON`": ["Sources/JSON/*.swift"],
    "`Domain/Phrases`": ["Sources/Domain/Phrases/*.swift"],
    "`Basics`": [
        "Sources/Basics/CivilDate.swift", "Sources/Basics/DateTimeText*.swift", "Sources/Basics/DigitScanner.swift"],
    "`Domain/Recurrence`": ["Sources/Domain/Recurrence/*.swift"],
    "`Domain/Filter`": ["Sources/Domain/Filter/*.swift"],
    "`Domain/Order`": ["Sources/Domain/Order/*.swift"],
    "`SettingsFile`": ["Sources/Domain/Settings/SettingsFile.swift"],
    "SHA-256, SHA-1, base64": [
        "Sources/Basics/SHA256.swift", "Sources/Basics/Base64.swift", "Sources/Domain/Text/NameBasedUUID.swift"],
    "CSV": ["Sources/Data/Formats/CSV/*.swift", "Sources/Data/Formats/Foreign/*.swift"],
    "iCalendar": [
        "Sources/Data/Formats/ICalendar/*.swift", "Sources/Data/Formats/TodoTxt/*.swift",
        "Sources/Data/Formats/Taskwarrior/*.swift"],
    "HTTP on libcurl": ["Sources/Data/Network/HTTP/**/*.swift"],
    "Firestore's REST API": ["Sources/Data/Firestore/**/*.swift"],
    "accounts and sign-in": ["Sources/Server/Core/Accounts/*.swift"],
    "limits": ["Sources/Server/Core/Limits/*.swift"],
    "tables, widths": [
        "Sources/App/Rendering/Table*.swift", "Sources/App/Rendering/DisplayWidth.swift",
        "Sources/App/Rendering/WideScalars.swift", "Sources/App/Rendering/*ProgressBar.swift",
        "Sources/App/Rendering/Terminal.swift", "Sources/App/Rendering/Styles.swift"],
    "man pages": ["Sources/Manual/*.swift"],
    "completion scripts": ["Sources/App/Commands/CompletionsCommand*.swift"],
    "salvage": ["Sources/Data/Maintenance/Doctor/Salvage/*.swift"],
    "changing a page in place": ["Sources/Web/Core/Assets/lay.js"],
}


def lines(patterns):
    """The lines of all files that match, rounded to tens."""
    files = set()
    for pattern in patterns:
        found = set(ROOT.glob(pattern))
        if not found:
            sys.exit(f"by-hand: no file is called {pattern}; correct scripts/by-hand.py")
        files |= found
    return round(sum(len(file.read_bytes().splitlines()) for file in files), -1)


def main():
    text = DECISION.read_text(encoding="utf-8")
    for part, patterns in PARTS.items():
        row = re.compile(rf"^(\| {re.escape(part)}[^|]*\| )([\d,]+)( \|)", re.MULTILINE)
        found = row.search(text)
        if not found:
            sys.exit(f"by-hand: the table of {DECISION.name} has no row “{part}”")
        count = f"{lines(patterns):,}"
        print(f"{count:>6}  {part}" + (f" (the table says {found[2]})" if found[2] != count else ""))
        text = row.sub(rf"\g<1>{count}\g<3>", text, count=1)
    for row in re.findall(r"^\| ([^|]+) \| [\d,]+ \|", text, re.MULTILINE):
        if not any(row.startswith(part) for part in PARTS):
            sys.exit(f"by-hand: scripts/by-hand.py does not know the row “{row}”")
    if "--write" in sys.argv[1:]:
        DECISION.write_text(text, encoding="utf-8")


main()
