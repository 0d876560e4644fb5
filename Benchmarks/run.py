#!/usr/bin/env python3
"""Measures everything that is promised about speed, and prints one table (`make bench`).

    run.py TODO SERVER RESULTS [--quick] [--part NAME]...

TODO and SERVER are release builds of the two programs; RESULTS is the file for `table.py`. --quick measures with 10,000
to-dos in place of 100,000 and 1,000,000, to see that everything works. BENCHMARK_DIR names the folder to work in."""
import argparse
import datetime
import json
import os
import platform
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Parts"))

import table  # noqa: E402
from measure import Surroundings  # noqa: E402
import cli, databases, library, series, server, sync, taskwarrior  # noqa: E402, E401

PARTS = {
    "databases": ("Import", databases), "cli": ("The command", cli), "library": ("TodoKit", library),
    "series": ("To-dos that repeat", series),
    "sync": ("Sync", sync), "server": ("todo-server", server), "taskwarrior": ("Beside Taskwarrior", taskwarrior),
}


def machine(surroundings):
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            model = next((line.split(": ")[1].strip() for line in file if line.startswith("model name")), model)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[0]
    quick = " Quick run: fewer to-dos than promised." if surroundings.is_quick else ""
    return (f"{os.cpu_count()} cores of {model}, {memory:.0f} GiB, {platform.system()} {platform.release()}, "
            f"{datetime.date.today()}; load at the start {load:.1f}.{quick}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("todo", "server", "results"):
        parser.add_argument(name)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--part", action="append", choices=PARTS, default=[])
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="todo-benchmark-", dir=os.environ.get("BENCHMARK_DIR"))
    try:
        surroundings = Surroundings(options.todo, options.server, folder, options.quick)
        results = {"machine": machine(surroundings), "parts": []}
        for key, (name, part) in PARTS.items():
            # Every part works on the databases.
            if options.part and key not in options.part and key != "databases":
                continue
            print(f"{name} …", file=sys.stderr, flush=True)
            results["parts"].append({"name": name, "lines": list(part.measure(surroundings))})
        with open(options.results, "w") as file:
            json.dump(results, file, ensure_ascii=False, indent=1)
    finally:
        shutil.rmtree(folder)
    print(f"{results['machine']}\n\n{table.plain(results)}\n\n{table.summary(results)}")


main()
