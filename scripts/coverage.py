#!/usr/bin/env python3
"""What of the sync engine the simulated worlds run (`make coverage`).

    coverage.py SIMULATE PROFILE

SIMULATE was built with coverage and has written raw profiles beside PROFILE (`PROFILE-1.profraw`). Prints for each file
of the engine how many of its regions (runs of statements without a branch) were run, and the lines of those that were
not. What is said about these is in docs/sync.md."""
import glob
import json
import os
import shutil
import subprocess
import sys

ENGINE = ["Sources/Data/Sync/Engine", "Sources/Data/Local/Replication", "Sources/Domain/Replication"]
# The members of a region in the export of llvm-cov, and the kind that has code of its own.
FIRST, LAST, COUNT, KIND, CODE = 0, 2, 4, 7, 0


def main():
    simulate, profile = sys.argv[1:]
    # Those of the compiler: others do not read its profiles.
    tools = os.path.dirname(os.path.realpath(shutil.which(os.environ.get("SWIFT", "swift"))))
    subprocess.run(
        [f"{tools}/llvm-profdata", "merge", "-sparse", "-o", profile] + glob.glob(f"{profile}-*.profraw"), check=True)
    export = json.loads(subprocess.run(
        [f"{tools}/llvm-cov", "export", simulate, f"-instr-profile={profile}"] + ENGINE, check=True, capture_output=True).stdout)
    # A generic function has regions for each type it was specialized for; one that ran is enough.
    found = {}
    for function in export["data"][0]["functions"]:
        name = os.path.relpath(function["filenames"][0])
        if not any(name.startswith(folder + "/") for folder in ENGINE):
            continue
        for region in function["regions"]:
            if region[KIND] == CODE:
                place = tuple(region[:FIRST + 4])
                regions = found.setdefault(name, {})
                regions[place] = max(regions.get(place, 0), region[COUNT])
    total = run = 0
    for name, regions in sorted(found.items()):
        missed = sorted(place for place, count in regions.items() if count == 0)
        total, run = total + len(regions), run + len(regions) - len(missed)
        print(f"{len(regions) - len(missed)} of {len(regions)}\t{name}")
        lines = open(name).read().splitlines()
        for place in missed:
            print(f"\t\t{place[FIRST]}\t{lines[place[FIRST] - 1].strip()}")
    print(f"{run} of {total} ({100 * run / total:.1f} %)")


if __name__ == "__main__":
    main()
