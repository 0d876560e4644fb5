#!/usr/bin/env python3
"""Measures everything that is promised about speed, and prints one table (`make bench`).

    run.py TODO SERVER RESULTS [--quick] [--part NAME]...

TODO and SERVER are release builds of the two programs; RESULTS is the folder for the record (`records.py`). --quick
measures with 10,000 to-dos in place of 100,000 and 1,000,000, to see that everything works. BENCHMARK_DIR names the
folder to work in.

A part that fails says so in the record and in the table, with what it had found until then; the others go on. The exit
status is 1 then. A promise that is not met is no failure: the table says NO."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Parts"))

import records  # noqa: E402
import table  # noqa: E402
from measure import Surroundings  # noqa: E402
import cli, databases, dav, growth, hostile, instructions, library, live, mcp, series, server, simulation  # noqa: E402, E401
import slider, sync, taskwarrior, web  # noqa: E402, E401

PARTS = {
    "databases": ("Import", databases), "cli": ("The command", cli),
    "instructions": ("Instructions", instructions), "library": ("TodoKit", library),
    "growth": ("Growth", growth), "series": ("To-dos that repeat", series), "sync": ("Sync", sync),
    "mcp": ("Assistants", mcp), "web": ("The pages", web), "live": ("Open pages", live), "slider": ("Time travel", slider),
    "dav": ("Phones", dav), "server": ("todo-server", server),
    "hostile": ("One hostile user", hostile), "simulation": ("The simulator", simulation),
    "taskwarrior": ("Beside Taskwarrior", taskwarrior),
}


def reason(error):
    """Why a part failed, in one line."""
    if isinstance(error, subprocess.CalledProcessError):
        output = error.stderr or error.stdout or b""
        text = output.decode(errors="replace") if isinstance(output, bytes) else output
        last = (text.strip().splitlines() or [""])[-1]
        return f"{' '.join(map(str, error.cmd[:4]))} failed with {error.returncode}. {last}".strip()
    text = (str(error).strip().splitlines() or [""])[0]
    return text if type(error).__name__ == "Failed" else f"{type(error).__name__}: {text}"


def measure(part, name, surroundings, record):
    """Whether the part came to its end."""
    try:
        for line in part.measure(surroundings):
            record.add(name, line)
        return True
    # SystemExit too: what one part gives up is not the others'.
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        record.add(name, {"promise": "the rest of this part", "failed": reason(error)[:300]})
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("todo", "server", "results"):
        parser.add_argument(name)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--part", action="append", choices=PARTS, default=[])
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="todo-benchmark-", dir=os.environ.get("BENCHMARK_DIR"))
    surroundings = Surroundings(options.todo, options.server, folder, options.quick)
    record = records.Record(options.results, options.quick)
    is_whole = True
    try:
        for key, (name, part) in PARTS.items():
            if options.part and key not in options.part and not any(
                    key in getattr(PARTS[other][1], "NEEDS", []) for other in options.part):
                continue
            print(f"{name} …", file=sys.stderr, flush=True)
            is_whole = measure(part, name, surroundings, record) and is_whole
    finally:
        shutil.rmtree(folder)
        if os.path.exists(record.path):
            lines = records.read(record.path)
            print(f"{table.plain(lines)}\n\n{table.summary(lines)}\n{record.path}")
    sys.exit(0 if is_whole else 1)


if __name__ == "__main__":
    main()
