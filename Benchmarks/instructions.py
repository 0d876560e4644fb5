#!/usr/bin/env python3
"""Compares the instructions of whole runs of `todo` with those that are kept in `Benchmarks/instructions.json`.

    instructions.py TODO [SERVER] [--keep]

TODO and SERVER are release builds of the two programs; without SERVER no sync is counted. --keep makes the record anew.
BENCHMARK_DIR names the folder to work in.

The exit status is 1 where anything takes over 2 % more than in the record. Counts follow from the compiler, the C library,
valgrind and the kind of processor too: where these are not those of the record, nothing is compared."""
import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "Parts"))

import table  # noqa: E402
from instructions import UNIT, measure  # noqa: E402  (Parts/instructions.py)
from measure import Failed, Surroundings  # noqa: E402

RECORD = os.path.join(HERE, "instructions.json")
MOST = 0.02


def said(*command):
    """The line in which a program says its version."""
    try:
        output = subprocess.run([*command, "--version"], capture_output=True, text=True).stdout
    except FileNotFoundError:
        return "none"
    return next((line for line in output.splitlines() if "version" in line), output.strip())


def tools():
    """What the counts follow from beside our own code."""
    return {"compiler": said(os.environ.get("SWIFT", "swift")), "libc": " ".join(platform.libc_ver()),
            "valgrind": said("valgrind"), "processor": platform.machine()}


def counted(todo, server):
    """The millions of instructions by name, None for what could not be counted."""
    with tempfile.TemporaryDirectory(prefix="todo-instructions-", dir=os.environ.get("BENCHMARK_DIR")) as folder:
        surroundings = Surroundings(todo, server, folder, False)
        return {line["promise"].removeprefix("instructions of "): round(line["ours"], 2) if "ours" in line else None
                for line in measure(surroundings)}


def compared(then, now):
    """Rows of the name, both counts and the difference, and the names of what takes too many."""
    rows, over = [["", "record", "now", "difference"]], []
    for name in [*now, *(name for name in then if name not in now)]:
        before, after = then.get(name), now.get(name)
        change = after / before - 1 if before and after else None
        rows.append([name.replace("`", ""), *(table.number(count, UNIT) if count else "—" for count in (before, after)),
                     "" if change is None else f"{change * 100:+.1f} %"])
        if change is not None and change > MOST:
            over.append(name)
    return rows, over


def verdict(over):
    """What is wrong and what to do about it, in a sentence."""
    return (f"{' and '.join(over)}: over {MOST * 100:.0f} % more instructions than in Benchmarks/instructions.json; make that "
            "less, or renew the record with --keep and say why in CHANGELOG.md or docs/performance.md.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("todo", metavar="TODO")
    parser.add_argument("server", metavar="SERVER", nargs="?", default="")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    record = {"with": None, "millions": {}}
    if os.path.exists(RECORD):
        with open(RECORD) as file:
            record = json.load(file)
    elif not options.keep:
        sys.exit("There is no record in Benchmarks/instructions.json yet: make one with --keep.")
    here = tools()
    if not options.keep and not shutil.which("valgrind"):
        return print("Nothing is compared: valgrind is not installed.")
    if not options.keep and record["with"] != here:
        others = [f"{value} where this is {here[name]}" for name, value in record["with"].items() if here[name] != value]
        return print(f"Nothing is compared, for the record was made with {' and '.join(others)}.")
    try:
        now = counted(options.todo, options.server)
    except (Failed, OSError) as failed:
        sys.exit(str(failed))
    rows, over = compared(record["millions"], now)
    widths = [max(table.width(row[column]) for row in rows) for column in range(4)]
    for name, *cells in rows:
        print("  ".join([name.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:]))]).rstrip())
    if options.keep:
        if None in now.values():
            sys.exit("Not kept, for not everything was counted: that needs valgrind and SERVER.")
        with open(RECORD, "w") as file:
            file.write(json.dumps({"with": here, "millions": now}, indent=2, ensure_ascii=False) + "\n")
    elif over:
        sys.exit(verdict(over))


if __name__ == "__main__":
    main()
