#!/usr/bin/env python3
"""Keeps the latest record of this machine in the repository (`make bench-record`), as is done for releases.

    keep.py RESULTS [RECORD]

A record of a quick run, or of a tree that differs from its commit, is refused: nobody could measure it again."""
import os
import shutil
import sys

import records


def main():
    folder = sys.argv[1]
    if len(sys.argv) > 2:
        path = records.find(sys.argv[2], folder)
    else:
        path = (records.names(folder) or [None])[-1] or sys.exit(f"There is no record in {folder} yet: run `make bench`.")
    lines = records.read(path)
    if lines[0]["quick"] or lines[0]["commit"].endswith("+"):
        sys.exit(f"{path} is of a quick run or of files that were not committed; it is not kept.")
    os.makedirs(records.KEPT, exist_ok=True)
    print(shutil.copy(path, records.KEPT))


if __name__ == "__main__":
    main()
