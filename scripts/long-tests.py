#!/usr/bin/env python3
"""Runs the whole doses of the tests (Tests/Support/Dose.swift), and notes what they have passed on.

    long-tests.py [--changed] COMMAND [ARGUMENT]...

COMMAND is the program of the tests. With --changed it only runs the targets whose own sources, or those of what they test, have
changed since they last passed, by Tests/long-tests.json: commit that file after `make test-long`, and CI need not repeat it."""
import hashlib
import json
import os
import subprocess
import sys

RECORD = "Tests/long-tests.json"
# Each target with whole doses, and what its doses are there for.
TARGETS = {
    "TodoDomainTests": ["Sources/Domain/QuickAdd", "Sources/Domain/Phrases", "Sources/Domain/Recurrence",
                        "Sources/Domain/Reminders", "Tests/TodoDomainTests"],
    "TodoSyncTests": ["Sources/Data/Sync", "Sources/Domain/Replication", "Sources/Data/Local/Replication", "Tests/Simulation",
                      "Tests/TodoSyncTests"],
    "TodoLocalTests": ["Sources/Data/Local", "Sources/Data/Maintenance", "Sources/Data/SQLite", "Tests/TodoLocalTests"],
    "TodoServerTests": ["Sources/Server/Core", "Sources/Data/Firestore", "Tests/TodoServerTests"],
    "TodoNetworkTests": ["Sources/Data/Network", "Tests/TodoNetworkTests"],
    "DavMergeTests": ["Sources/Dav/Merge", "Sources/Data/Formats/ICalendar", "Tests/DavSimulation", "Tests/DavMergeTests"],
    "TodoCommandTests": ["Sources/App/Parsing", "Sources/App/Session", "Sources/Data/Sync", "Tests/TodoCommandTests"],
}


def state(folders):
    """A digest that tells the content of some folders from any other."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *folders], check=True,
                           capture_output=True).stdout.split(b"\0")
    content = hashlib.sha256()
    for name in sorted(filter(os.path.isfile, set(names) - {b""})):
        with open(name, "rb") as file:
            content.update(name + b"\0" + hashlib.sha256(file.read()).digest())
    return content.hexdigest()


def main():
    arguments = sys.argv[1:]
    only_changed = arguments[:1] == ["--changed"]
    command = arguments[only_changed:]
    if not command:
        sys.exit(__doc__)
    try:
        with open(RECORD) as file:
            passed = json.load(file)
    except FileNotFoundError:
        passed = {}
    for target, folders in TARGETS.items():
        now = state(folders)
        if only_changed and passed.get(target) == now:
            print(f"The whole doses of {target} have passed on what is here.")
            continue
        done = subprocess.run([*command, "--filter", target], env={**os.environ, "TODO_LONG_TESTS": "1"})
        if done.returncode:
            sys.exit(done.returncode)
        passed[target] = now
        with open(RECORD, "w") as file:
            json.dump(passed, file, indent=2, sort_keys=True)
            file.write("\n")


if __name__ == "__main__":
    main()
