#!/usr/bin/env python3
"""Makes the table of a record: for the terminal, or into a document.

    table.py RECORD                     prints it
    table.py RECORD --into DOCUMENT     puts it between the two markers of a Markdown document

RECORD is a file, or a folder whose latest record is taken (`records.py`)."""
import os
import sys
import unicodedata

import records

HEAD = ["promise", "ours", "the limit", "ratio", "noise", "target", "met"]
START, END = "<!-- results: make bench-document -->", "<!-- end of results -->"
# Where the document names a profile for each promise that is not met.
PROFILES = "## What is not met, and where its time goes"


def number(value, unit):
    digits = 0 if value >= 100 or unit == "" else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}{'' if unit in ('', '/s', '/min') else ' '}{unit}"


def noise(line):
    """The quartiles around the promised figure in per cent of it, and the number of runs."""
    runs, value = line.get("runs", 1), records.figure(line)
    if runs < 2 or not value:
        return "1 run"
    return f"−{(value - line['low']) / value * 100:.0f} +{(line['high'] - value) / value * 100:.0f} % of {runs:,}"


def cells(line):
    if "failed" in line:
        return [line["promise"], "", line["failed"].replace("|", "¦"), "", "", "", "FAILED"]
    if "skipped" in line:
        return [line["promise"], "", line["skipped"], "", "", "", "not measured"]
    unit = line["unit"]
    limit = f"{number(line['limit'], unit)} ({line['beside']})" if "limit" in line else ""
    target = ("at most " + number(line["at_most"], unit) if "at_most" in line else
              "at least " + number(line["at_least"], unit) if "at_least" in line else
              f"at most {line['ratio']}×" if "ratio" in line else
              f"at least {line['least_ratio']}×" if "least_ratio" in line else "")
    share = f"{line['ours'] / line['limit']:.2f}×" if line.get("limit") else ""
    met = {True: "yes", False: "NO", None: ""}[records.is_met(line)]
    return [line["promise"], number(line["ours"], unit), limit, share, noise(line), target, met]


def head(lines):
    first = lines[0]
    quick = " Quick run: fewer to-dos than promised." if first["quick"] else ""
    return f"{first['machine']}, {first['date'][:10]}, {first['commit']}; load at the start {first['load']}.{quick}"


def rows(lines):
    part = None
    for line in lines:
        if line["part"] != part:
            part = line["part"]
            yield [f"**{part}**", *[""] * (len(HEAD) - 1)]
        yield cells(line)


def width(text):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def plain(lines):
    text = [HEAD, *([cell.replace("**", "").replace("`", "") for cell in row] for row in rows(lines))]
    widths = [max(width(row[column]) for row in text) for column in range(len(HEAD))]
    return f"{head(lines)}\n\n" + "\n".join(
        "  ".join(cell + " " * (widths[column] - width(cell)) for column, cell in enumerate(row)).rstrip() for row in text)


def markdown(lines):
    text = [HEAD, ["---"] + ["---:"] + ["---"] + ["---:"] * 2 + ["---"] * 2, *rows(lines)]
    return f"{head(lines)}\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in text)


def summary(lines):
    met = [value for value in map(records.is_met, lines) if value is not None]
    failed = sum("failed" in line for line in lines)
    skipped = sum("skipped" in line for line in lines)
    return (f"{sum(met)} of {len(met)} promises met" + (f"; {failed} part{'s' if failed > 1 else ''} failed" if failed else "")
            + (f"; {skipped} not measured" if skipped else ""))


def without_profile(lines, document):
    """The promises that are not met and not named in the document's section of profiles."""
    _, _, profiles = document.partition(PROFILES)
    return [line["promise"] for line in lines if records.is_met(line) is False and line["promise"] not in profiles]


def main():
    path = sys.argv[1]
    if os.path.isdir(path):
        path = (records.names(path) or [None])[-1] or sys.exit(f"There is no record in {path} yet: run `make bench`.")
    lines = records.read(path)
    if len(sys.argv) == 2:
        print(f"{plain(lines)}\n\n{summary(lines)}")
        return
    with open(sys.argv[3]) as file:
        document = file.read()
    before, rest = document.split(START)
    _, after = rest.split(END)
    with open(sys.argv[3], "w") as file:
        file.write(f"{before}{START}\n\n{markdown(lines)}\n\n{summary(lines)}.\n\n{END}{after}")
    for promise in without_profile(lines, document):
        print(f"Not met, and without a profile in {sys.argv[3]}: {promise}", file=sys.stderr)


if __name__ == "__main__":
    main()
