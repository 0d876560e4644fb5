"""Records of the results: one file for each run, named after its time and commit, with a line of JSON for each promise.

A run writes its record beside the build (`.build/benchmarks`); those of releases are kept in `Benchmarks/results`
(`make bench-record`). Each line says by itself when, of which commit and on which machine it was measured, so that the
files can be joined and searched with any tool."""
import datetime
import glob
import json
import os
import platform
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
KEPT = os.path.join(HERE, "results")


def commit():
    """The commit that is checked out, with a plus if files differ from it."""
    def git(*arguments):
        return subprocess.run(["git", "-C", HERE, *arguments], capture_output=True, text=True).stdout.strip()
    return (git("rev-parse", "--short=8", "HEAD") or "unknown") + ("+" if git("status", "--porcelain", "-uno") else "")


def machine():
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            model = next((line.split(": ")[1].strip() for line in file if line.startswith("model name")), model)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores of {model}, {memory:.0f} GiB, {platform.system()} {platform.release()}"


class Record:
    """A file that grows by each line as soon as it is known, so that whatever ends the run costs none that was there."""

    def __init__(self, folder, is_quick):
        self.date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.head = {"date": self.date, "commit": commit(), "machine": machine(),
                     "load": round(os.getloadavg()[0], 1), "quick": is_quick}
        os.makedirs(folder, exist_ok=True)
        name = f"{self.date.replace(':', '')}-{self.head['commit'].replace('+', '-changed')}"
        self.path = os.path.join(folder, f"{name}{'-quick' if is_quick else ''}.jsonl")

    def add(self, part, line):
        with open(self.path, "a") as file:
            file.write(json.dumps(self.head | {"part": part} | line, ensure_ascii=False) + "\n")


def read(path):
    with open(path) as file:
        return [json.loads(line) for line in file if line.strip()]


def names(folder):
    """The paths of the records in a folder, the oldest first."""
    return sorted(glob.glob(os.path.join(folder, "*.jsonl")))


def find(name, *folders):
    """The record of a path, or the latest whose name contains the text, such as a commit."""
    if os.path.exists(name):
        return name
    found = [path for folder in folders for path in names(folder) if name in os.path.basename(path)]
    if not found:
        raise SystemExit(f"There is no record named {name}; there are:\n" + "\n".join(
            os.path.basename(path) for folder in folders for path in names(folder)))
    return max(found, key=os.path.basename)


def figure(line):
    """The figure that is promised, or would be: the ratio where there is a limit beside it, else what was measured."""
    if "ours" not in line:
        return None
    if "at_most" in line or "at_least" in line or not line.get("limit"):
        return line["ours"]
    return line["ours"] / line["limit"]


def is_ratio(line):
    return bool(line.get("limit")) and "at_most" not in line and "at_least" not in line


def is_met(line):
    """Whether the promise holds; None where none is made or nothing was measured."""
    value = figure(line)
    if value is None:
        return None
    for name in ("at_most", "ratio"):
        if name in line:
            return value <= line[name]
    for name in ("at_least", "least_ratio"):
        if name in line:
            return value >= line[name]
    return None


def is_more_better(line):
    return "at_least" in line or "least_ratio" in line or line.get("unit") == "/s"


def uncertainty(line):
    """By how much the figure of another run of the same may differ, as a share of it.

    The notch of a box plot (McGill, Tukey and Larsen 1978): 1.57 quartile ranges over the root of the number of runs
    is about the 95 % interval of a median. Two runs on one machine differ by some per cent for other reasons, so it is
    never less than 3 %; and of what ran once nothing is known, for which 20 % stand."""
    if line.get("runs", 1) < 2:
        return 0.2
    value = figure(line)
    notch = 1.57 * (line["high"] - line["low"]) / line["runs"] ** 0.5 / value if value else 0
    return max(notch, 0.03)
