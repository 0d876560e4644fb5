#!/usr/bin/env python3
"""Lets each system call of some commands fail, once and from then on, and checks what becomes of the data (strace(1)).

A command that ends well (status 0) has done what it was told, and one that refuses (a status below 128) has changed nothing or says
that the change was made. No command waits for ever. `make faults` runs all; `COMMANDS="add list" EVERY=5` a part of it.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TODO = pathlib.Path(__file__).resolve().parent.parent / ".build/debug/todo"
PATIENCE = 60
ERRORS = {"openat": "EMFILE", "mmap": "ENOMEM", "socketpair": "EMFILE", "fsync": "EIO", "fdatasync": "EIO"}
CALLS = (
    "openat,read,pread64,write,pwrite64,fsync,fdatasync,ftruncate,fcntl,fstat,newfstatat,unlink,rename,mkdir,readlink,"
    "access,lseek,getrandom,socketpair,pipe2"
).split(",")
# Deaths of the runtime, and not of our code: before `main`, or in the library behind Swift's tasks, which kills the program if it
# cannot look at its threads. Nothing acknowledged is lost; the statuses are those of signals.
KNOWN_DEATHS = {"illegal instruction": 132, "trap": 133, "abort": 134, "segmentation fault": 139, "the loader": 127}

# The sentences which say that the change was made. If not even these can be printed, it cannot be said.
SAID = [b"The change was made", b"The command itself has finished its work"]

COMMANDS = {
    "add": (["add", "Call Bob"], True),
    "quick": (["quick", "Call Bob tomorrow +work"], True),
    "done": (["done", "ID"], True),
    "delete": (["delete", "ID"], True),
    "comment": (["comment", "ID", "Before noon"], True),
    "tag": (["tag", "add", "Garden"], True),
    "undo": (["undo"], True),
    "list": (["list", "--json"], False),
    "export": (["export", "--format", "json"], False),
}


def run(folder, words, under=()):
    """The status, the output and the errors of a command; a status of None for one that did not end."""
    environment = {**os.environ, "TODO_DB": f"{folder}/todo.db", "TODO_CONFIG": f"{folder}/config", "TZ": "UTC"}
    process = subprocess.Popen(
        [*under, TODO, *words], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True)
    try:
        output, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return None, b"", b""
    status = process.returncode
    return (status if status >= 0 else 128 - status), output, errors


def content(folder):
    """Everything in the database, without what changes by itself."""
    status, output, errors = run(folder, ["export", "--format", "json"])
    if status != 0:
        raise SystemExit(f"The database cannot be exported any more: {errors.decode()}")
    tags = run(folder, ["tag", "list", "--json"])[1]
    return output + tags


def put_back(folder, original):
    for file in folder.glob("todo.db*"):
        shutil.rmtree(file) if file.is_dir() else file.unlink()
    for file in original.glob("todo.db*"):
        if file.is_file():
            shutil.copy(file, folder)


def try_command(name, words, changes, original, every):
    """The results of a command whose calls fail: a number for each outcome, and the sentences of what is wrong."""
    folder = original.parent / name
    folder.mkdir()
    put_back(folder, original)
    before = content(folder)
    trace = folder / "trace"
    put_back(folder, original)
    run(folder, words, ["strace", "-f", "-qq", "-o", trace, "-e", "trace=" + ",".join("?" + call for call in CALLS)])
    counts = collections.Counter(re.findall(r"^\d+ +(\w+)\(", trace.read_text(errors="replace"), re.MULTILINE))
    outcomes, faults = collections.Counter(), []
    for call, count in sorted(counts.items()):
        for number in range(1, count + 1, every):
            for when in (f"{number}", f"{number}+"):
                put_back(folder, original)
                inject = f"inject={call}:error={ERRORS.get(call, 'EIO')}:when={when}"
                status, output, errors = run(
                    folder, words, ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e", inject])
                after = content(folder)
                place = f"{name}, {call} {when}: status {status}, {errors.decode(errors='replace').strip()[-200:]}"
                if status is None:
                    outcomes["waits for ever"] += 1
                    faults.append(f"{place}: it waits for ever")
                elif status == 0:
                    outcomes["done"] += 1
                    if changes and after == before:
                        faults.append(f"{place}: it is acknowledged and not there")
                    if not changes and b"Pay the rent" not in output:
                        faults.append(f"{place}: something is missing from the answer")
                elif status in KNOWN_DEATHS.values():
                    outcomes["died"] += 1
                else:
                    outcomes["refused"] += 1
                    if after != before and errors and not any(sentence in errors for sentence in SAID):
                        faults.append(f"{place}: it is refused and was done")
                    if after == before and SAID[0] in errors:
                        faults.append(f"{place}: it says that the change was made, and it was not")
    return outcomes, faults


def main():
    if not shutil.which("strace"):
        sys.exit("strace is missing; install it (apt-get install strace).")
    names = os.environ.get("COMMANDS", "").split() or list(COMMANDS)
    every = int(os.environ.get("EVERY") or 1)
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        original = pathlib.Path(temporary) / "original"
        original.mkdir()
        status, output, errors = run(original, ["add", "Pay the rent", "--json"])
        if status != 0:
            sys.exit(f"No to-do can be added at all: {errors.decode()}")
        identifier = json.loads(output)["id"]
        columns = ["done", "refused", "died", "waits for ever"]
        print(f"{'command':10}" + "".join(f"{column:>16}" for column in [*columns, "wrong"]), flush=True)
        for name in names:
            words, changes = COMMANDS[name]
            words = [word.replace("ID", identifier) for word in words]
            outcomes, faults = try_command(name, words, changes, original, every)
            wrong += faults
            print(f"{name:10}" + "".join(f"{outcomes[c]:>16}" for c in columns) + f"{len(faults):>16}", flush=True)
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
