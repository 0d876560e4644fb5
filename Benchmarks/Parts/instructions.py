"""How many instructions whole runs of the `todo` program take, counted by valgrind, in a small database.

Unlike times, they do not depend on what else the machine does: identifiers and threads move them by about a thousandth from
one run to the next. So `Benchmarks/instructions.py` can tell 2 % more from noise."""
import datetime
import json
import os
import re
import shutil
import subprocess

from measure import Failed, Server, result, todos
from sample import Sample

COUNT, IMPORTED, UNIT = 1_000, 3_000, "M"
CASES = [
    ("`todo --version`", ["--version"], None),
    (f"`todo list`, a page of 20 in {COUNT:,}", ["list", "--page-size", "20"], 35),
    (f"`todo list`, a page of 50 in {COUNT:,}", ["list", "--page-size", "50"], None),
    (f"`todo search` in {COUNT:,}", ["search", "number 42", "--page-size", "20"], None),
    (f"`todo` alone, the agenda, in {COUNT:,}", [], None),
    (f"`todo add` in {COUNT:,}", ["add", "Buy milk", "--tag", "tag 3", "--due", "tomorrow"], None),
    (f"`todo done` in {COUNT:,}", ["done", json.loads(next(todos(1)))["id"]], None),
]


def due_todos(count):
    """So many lines of NDJSON, alike each time; a quarter are due, on sixty days from some before `TODO_NOW` on."""
    for number, line in enumerate(todos(count)):
        day = datetime.date(2026, 11, 18) + datetime.timedelta(days=number // 4 * 7 % 60)
        yield json.dumps(json.loads(line) | {"due": {"day": day.isoformat()} if number % 4 == 0 else None}) + "\n"


class Program:
    """`todo` in an environment of its own: no settings, always the same moment, and hashing that is the same each time."""

    def __init__(self, surroundings):
        self.surroundings, self.number = surroundings, 0
        self.home = surroundings.path("instructions-home")
        os.makedirs(self.home)
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": self.home, "TZ": "UTC", "TODO_NOW": "2026-11-23T12:00:00Z",
            "SWIFT_DETERMINISTIC_HASHING": "1", "BENCHMARK_TOKEN": "anything",
        }

    def database(self, copying=None):
        """The path of a new database."""
        self.number += 1
        path = self.surroundings.path(f"instructions-{self.number:02}.db")
        if copying:
            shutil.copyfile(copying, path)
        return path

    def source(self, count):
        """The path of a file with so many to-dos."""
        path = self.surroundings.path(f"instructions-{count}.ndjson")
        with open(path, "w") as file:
            file.writelines(due_todos(count))
        return path

    def run(self, database, *arguments, under=()):
        """What a whole process says on its standard error. It starts in the empty home, where valgrind finds no options."""
        command = [*under, self.surroundings.todo, *arguments]
        done = subprocess.run(command, env=self.environment | {"TODO_DB": database}, cwd=self.home, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or [""])[-1]
            raise Failed(f"todo {' '.join(arguments[:2])} failed with {done.returncode}. {last}".strip())
        return done.stderr

    def millions(self, database, *arguments):
        """The instructions of a whole process, in millions."""
        counting = [shutil.which("valgrind"), "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        found = re.search(r"Collected : (\d+)", self.run(database, *arguments, under=counting))
        if not found:
            raise Failed("valgrind did not say how many instructions it counted.")
        return int(found[1]) / 1e6


def syncs(surroundings, program, base, rounds):
    """What each sync of one edit more takes. The server is not counted."""
    with Server.of_todos(surroundings, "instructions-server") as server:
        path = program.database(copying=base)
        program.run(path, "remote", "set", f"http://{server.address}", "--user", "ada", "--token-variable", "BENCHMARK_TOKEN")
        program.run(path, "sync")
        for _ in range(rounds):
            program.run(path, "add", "Buy milk")
            yield program.millions(path, "sync")


def measure(surroundings):
    if not shutil.which("valgrind"):
        yield result("instructions of `todo`", unit=UNIT, skipped="valgrind is not installed")
        return
    program, rounds = Program(surroundings), 2 if surroundings.is_quick else 3
    base, source = program.database(), program.source(IMPORTED)
    program.run(base, "import", program.source(COUNT), "--quiet")
    for promise, arguments, at_most in CASES:
        counts = Sample.of(program.millions(program.database(copying=base), *arguments) for _ in range(rounds))
        yield result(f"instructions of {promise}", counts, UNIT, at_most=at_most)
    counts = Sample.of(program.millions(program.database(), "import", source, "--quiet") for _ in range(rounds))
    yield result(f"instructions of `todo import` of {IMPORTED:,}", counts, UNIT)
    promise = "instructions of `todo sync` of one edit"
    if os.path.isfile(surroundings.server):
        yield result(promise, Sample.of(syncs(surroundings, program, base, rounds)), UNIT)
    else:
        yield result(promise, unit=UNIT, skipped="todo-server is not there")
