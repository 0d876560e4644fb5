#!/usr/bin/env python3
"""Shows which parts of the sync engine the simulated worlds run (`make coverage`).

    coverage.py PROGRAM PROFILE [PROGRAM PROFILE]...

Each program was built with coverage and has written raw profiles beside PROFILE (`PROFILE-1.profraw`). Prints for each
file of the engine how many of its regions (runs of statements without a branch) any program ran, and the lines of those
that none did. What is said about these is in docs/sync.md."""
import glob
import json
import os
import shutil
import subprocess
import sys

ENGINE = ["Sources/Data/Sync/Engine", "Sources/Data/Local/Replication", "Sources/Domain/Replication"]
# The members of a region in the export of llvm-cov, after its place, and the kind that has code of its own.
COUNT, KIND, CODE = 4, 7, 0


def counts(program, profile):
    """How often each region of each file was run."""
    # Those of the compiler: others do not read its profiles.
    tools = os.path.dirname(os.path.realpath(shutil.which(os.environ.get("SWIFT", "swift"))))
    subprocess.run(
        [f"{tools}/llvm-profdata", "merge", "-sparse", "-o", profile] + glob.glob(f"{profile}-*.profraw"), check=True)
    export = json.loads(subprocess.run(
        [f"{tools}/llvm-cov", "export", program, f"-instr-profile={profile}"] + ENGINE, check=True,
        capture_output=True).stdout)
    for function in export["data"][0]["functions"]:
        name = os.path.relpath(function["filenames"][0])
        for region in function["regions"]:
            if region[KIND] == CODE and any(name.startswith(folder + "/") for folder in ENGINE):
                yield name, tuple(region[:COUNT]), region[COUNT]


def main():
    # A generic function has regions for each type it was specialized for; one that ran is enough.
    found = {}
    for program, profile in zip(sys.argv[1::2], sys.argv[2::2]):
        for name, place, count in counts(program, profile):
            regions = found.setdefault(name, {})
            regions[place] = max(regions.get(place, 0), count)
    total = run = 0
    for name, regions in sorted(found.items()):
        missed = sorted(place for place, count in regions.items() if count == 0)
        total, run = total + len(regions), run + len(regions) - len(missed)
        print(f"{len(regions) - len(missed)} of {len(regions)}\t{name}")
        lines = open(name).read().splitlines()
        for place in missed:
            print(f"\t\t{place[0]}\t{lines[place[0] - 1].strip()}")
    print(f"{run} of {total} ({100 * run / total:.1f} %)")


if __name__ == "__main__":
    main()
