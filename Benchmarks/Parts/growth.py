"""Everyday work in the largest database beside the same in the smallest (Benchmarks/Growth), so that two runs agree.

Each of several passes has new copies of both files, which lie in the system's memory since they have just been written,
and a process of its own. In a pass the two sizes take turns, three hundred rounds for each kind of work; of each kind a
pass gives the two medians. The result is the median of the passes, and its noise how far these are apart."""
import json
import os
import shutil
import statistics
import subprocess

from measure import built, result
from sample import Sample

NEEDS = ["databases"]
PASSES = 5


def measured(program, surroundings, sizes):
    """What one pass found: by kind of work and size the milliseconds of each round."""
    folder = surroundings.path("growth")
    os.makedirs(folder)
    try:
        for size in sizes:
            shutil.copyfile(surroundings.database(size), os.path.join(folder, f"{size}.db"))
        command = [program, folder, "100" if surroundings.is_quick else "300", *map(str, sizes)]
        return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    finally:
        shutil.rmtree(folder)


def measure(surroundings):
    small, large = surroundings.sizes[0], surroundings.sizes[-1]
    program = built("Growth")
    passes = [measured(program, surroundings, (small, large)) for _ in range(2 if surroundings.is_quick else PASSES)]

    def line(promise, name, **target):
        ours, limit = (Sample.of(statistics.median(times[name][str(size)]) for times in passes) for size in (large, small))
        return result(f"{promise} in {large:,}", ours, limit=limit, beside=f"in {small:,}", **target)

    for name in ("first page", "next page", "list page", "add", "done", "complete a series", "move"):
        yield line(name, name, ratio=1.3)
    # Of ten edits, which is what waits longer in a large file: more different pages are written.
    yield line("a checkpoint after ten edits", "checkpoint")
