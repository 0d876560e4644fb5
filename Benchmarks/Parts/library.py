"""TodoKit from the inside: the Swift package in this folder, whose benchmarks come in pairs."""
import csv
import io
import os
import subprocess

from measure import Failed, result, swift
from sample import Sample

NEEDS = ["databases"]
SQL = "the same SQL by the C API"


def samples(surroundings):
    """What each benchmark took in milliseconds, by name."""
    environment = os.environ | {
        "BENCHMARK_FOLDER": surroundings.folder, "BENCHMARK_TODO": surroundings.todo,
        "BENCHMARK_COUNT": str(surroundings.count),
        "BENCHMARK_SIZES": ",".join(str(surroundings.sizes[end]) for end in (0, -1))}
    # The only format that includes every benchmark: JMH's leaves out what takes longer than two seconds.
    command = swift(
        "package", "benchmark", "--target", "Library", "--format", "influx", "--path", "stdout", "--no-progress",
        "--metric", "wallClock", "--time-units", "nanoseconds")
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    start = output.find("measurement,")
    if start < 0:
        raise Failed(f"The benchmarks gave no results: {output.strip().splitlines()[-1:]}")
    percentiles, runs = {}, {}
    for line in csv.DictReader(io.StringIO(output[start:])):
        if line["metric"] == "Time(wallclock)":
            percentiles.setdefault(line["test"], {})[line["percentile"]] = float(line["value"]) / 1e6
            runs[line["test"]] = int(float(line["iterations"]))
    quartiles = {name: Sample(values["50.0"], values["25.0"], values["75.0"], runs[name])
                 for name, values in percentiles.items()}
    return quartiles, percentiles


def measure(surroundings):
    took, percentiles = samples(surroundings)
    count = f"{surroundings.count:,}"

    def pair(promise, name, times=1, **target):
        return result(promise, took[f"{name}.ours"] / times, limit=took[f"{name}.limit"] / times, **target)

    yield pair(f"bulk insert of {count} to-dos with tags", "insert", beside=SQL, ratio=1.2)
    yield pair(f"a page of 50 with relations in {count}", "page", 100, beside=SQL, ratio=1.3)
    yield pair(f"search in {count}", "search", 25, beside=SQL, ratio=1.3)
    for name, promise, times, ratio in [("edit", "a single edit", 200, 1.3), ("insert", "a bulk insert", 1, 1.25)]:
        yield result(
            f"history's part of {promise}, in SQL", took[f"{name}.limit"] / times, limit=took[f"{name}.without"] / times,
            beside="the same SQL without history", ratio=ratio)
    yield pair("a single edit, durable", "edit", 200, beside=SQL)
    yield pair("undo of a bulk edit of 10,000", "undo", beside=SQL, ratio=1.5)
    yield result("a change until another process shows it, `todo add` included", took["observe.ours"], at_most=50)
    small, large = (surroundings.sizes[end] for end in (0, -1))
    yield result(
        f"tree page in {large:,}", took[f"tree page.{large}"], limit=took[f"tree page.{small}"],
        beside=f"in {small:,}", ratio=1.5)
    yield result("moving a tree of 10,000", took["move tree"], at_most=1000)
    yield result("completing what 10,000 wait for", took["complete blocker"], at_most=1000)
    for name, promise in [("decode", "decoding"), ("encode", "encoding")]:
        yield pair(f"{promise} 10,000 documents of 1.4 KB", name, beside="Foundation's JSONSerialization", at_most=500)
        yield result(
            f"{promise} the same, beside Codable", took[f"{name}.ours"], limit=took[f"{name}.codable"],
            beside="Foundation's JSONDecoder" if name == "decode" else "Foundation's JSONEncoder", ratio=1)
    yield result("a line of quick add of 500 characters, prose", took["quick add.prose"], at_most=1)
    hostile = {name: sample for name, sample in took.items() if name.startswith("quick add.hostile.")}
    yield result(
        f"a line of quick add of 500 characters, the slowest of {len(hostile)} hostile kinds",
        max(hostile.values(), key=lambda sample: sample.median), at_most=1)
    for name, of_all, at_most in [("the slowest of 100", "99.0", 50), ("the slowest of 100,000", "100.0", 5_000)]:
        yield result(
            f"the next date of a rule: {name}", percentiles["recurrence"][of_all] * 1000, unit="µs", at_most=at_most)
