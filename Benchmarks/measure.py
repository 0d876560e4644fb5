"""What all parts share: programs that are run and timed, to-dos to work on, and the lines that are the results."""
import json
import os
import re
import subprocess
import sys
import time
import uuid

from sample import Sample

WORDS = ["milk", "bread", "report", "dentist", "quarterly", "passport", "garage", "bill", "Crème", "review", "牛乳"]


class Surroundings:
    """Where the programs are, where files may lie, and how much is to be measured."""

    def __init__(self, todo, server, folder, is_quick):
        self.todo, self.server = os.path.abspath(todo), os.path.abspath(server)
        # `make build` lays the programs side by side.
        self.web = os.path.join(os.path.dirname(self.todo), "todo-web")
        self.folder, self.is_quick = folder, is_quick
        self.sizes = [1_000, 10_000] if is_quick else [1_000, 10_000, 100_000, 1_000_000]
        self.count = 10_000 if is_quick else 100_000

    def path(self, name):
        return os.path.join(self.folder, name)

    def database(self, size):
        """The path of a database of so many to-dos (`databases.py`), to be copied by whoever changes it."""
        return self.path(f"{size}.db")


class Failed(Exception):
    """A part cannot go on; the others can."""


def result(promise, ours=None, unit="ms", limit=None, beside="", at_most=None, at_least=None, ratio=None,
           least_ratio=None, skipped=None):
    """One line of the results.

    promise      what is promised, in words; they stay the same from one record to the next.
    ours, limit  what was measured, in `unit`, as a number or a `Sample`; the limit is what `beside` names.
    at_most      the promise, where it is a number of units; at_least: where that is the least.
    ratio        the promise, where it is ours over the limit at most; least_ratio: at least.
    skipped      why it was not measured.

    The line has the medians, and of the figure that is promised (the ratio, or else ours) the quartiles `low` and `high`
    and the number of `runs`.
    """
    line = {"promise": promise, "unit": unit, "beside": beside, "at_most": at_most, "at_least": at_least, "ratio": ratio,
            "least_ratio": least_ratio, "skipped": skipped}
    if ours is not None:
        mine = Sample.either(ours)
        theirs = None if limit is None else Sample.either(limit)
        figure = mine if theirs is None or at_most is not None or at_least is not None else mine.over(theirs)
        line |= {"ours": mine.median, "limit": theirs and theirs.median, "low": figure.low, "high": figure.high,
                 "runs": figure.runs}
    line = {name: value for name, value in line.items() if value not in (None, "")} | {"unit": unit}
    print(f"  {json.dumps(line, ensure_ascii=False)}", file=sys.stderr, flush=True)
    return line


def run(command, **options):
    """Wall seconds and peak KiB of one whole process, which must succeed."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed(f"{' '.join(map(str, command[:4]))} failed with {process.returncode}.")
    return seconds, usage.ru_maxrss


SWIFT_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def swift(command, *arguments):
    """The command that runs a subcommand of `swift` on the Swift package in this folder."""
    scratch = os.path.join(os.path.dirname(SWIFT_PACKAGE), ".build", "benchmarks")
    # The Makefile says why hashing has to be the same in each build.
    program = ["env", "SWIFT_DETERMINISTIC_HASHING=1", os.environ.get("SWIFT", "swift")]
    return [*program, command, "--package-path", SWIFT_PACKAGE, "--scratch-path", scratch, *arguments]


def built(product):
    """The path of a program of the Swift package in this folder, which is built first."""
    building = subprocess.run(swift("build", "-c", "release", "--product", product), capture_output=True, text=True)
    if building.returncode != 0:
        # What the compiler says is on the standard output.
        sys.stderr.write(building.stdout + building.stderr)
        error = next((line for line in building.stdout.splitlines() if "error:" in line), building.stderr.strip())
        raise Failed(f"{product} does not build: {error}")
    folder = subprocess.run(swift("build", "-c", "release", "--show-bin-path"), capture_output=True, text=True, check=True)
    return os.path.join(folder.stdout.strip(), product)


def in_turn(*commands, rounds):
    """The milliseconds of each command, and the largest peak in KiB of the first: run in turn, so that a machine that
    slows down slows all of them."""
    times = [[run(command) for command in commands] for _ in range(rounds + 3)][3:]
    samples = [Sample.of(turn[index][0] * 1000 for turn in times) for index in range(len(commands))]
    return samples, max(turn[0][1] for turn in times)


def todos(count):
    """So many lines of NDJSON, alike each time."""
    for number in range(count):
        words = " ".join(WORDS[(number * step + step) % len(WORDS)] for step in (1, 3, 7))
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_700_000_000 + number * 60))
        yield json.dumps({
            "id": str(uuid.uuid5(uuid.NAMESPACE_OID, str(number))), "title": f"{words} number {number}",
            "createdAt": when, "updatedAt": when, "priority": [None, "low", "high"][number % 3],
            "tags": [{"title": f"tag {number % 40}"}], "due": {"day": "2026-12-24"} if number % 4 == 0 else None,
        }) + "\n"


def processor_seconds(process):
    """What a process has used of the processors so far."""
    with open(f"/proc/{process}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """A program that serves as long as the context lasts, and says first where."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        first = self.process.stdout.readline()
        if "//" not in first:
            raise Failed(f"{os.path.basename(command[0])} {command[1] if len(command) > 1 else ''} did not start.")
        self.address = first.split("//")[1].strip()

    @classmethod
    def of_todos(cls, surroundings, name):
        """A `todo-server` that everybody on this machine may use, with a new database."""
        return cls(surroundings.server, "serve", "--open", "--port", "0", "--data", surroundings.path(name),
                   "--quota-documents", "10000000", "--quota-bytes", str(1 << 40))

    @classmethod
    def of_users(cls, surroundings, name):
        """A `todo-server` for users with tokens, who may ask as often as they like."""
        return cls(surroundings.server, "serve", "--port", "0", "--data", surroundings.path(name), "--user-rate", "1e9",
                   "--address-rate", "1e9", "--quota-documents", "10000000", "--quota-bytes", str(1 << 40))

    @classmethod
    def bare(cls):
        """A Hummingbird that says hello."""
        return cls(built("Hello"))

    def memory(self):
        """MiB of its own: pages of the database's file, which SQLite maps, do not count."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"RssAnon:\s+(\d+)", status.read())[1]) / 1024

    def processor_seconds(self):
        return processor_seconds(self.process.pid)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
