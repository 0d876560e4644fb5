#!/usr/bin/env python3
"""Where a build from nothing spends the processor's time, module by module and phase by phase; with --tests, what each test
target takes to run as well.

    build-times.py CONFIGURATION [--tests] [--keep] -- ARGUMENTS OF swift build

    scripts/build-times.py release -- --static-swift-stdlib --product todo
    scripts/build-times.py debug --tests -- --build-tests

It builds in .build-times, which it removes unless it is to --keep it. All figures are seconds of one processor: they depend
on the machine, and hardly on what else runs there. The compiler counts its own phases (-stats-output-dir); what is C, linking
and SwiftPM's own work is the rest of what the build took. A product is then linked once more, which is timed by itself."""
import argparse
import collections
import glob
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

PHASES = {
    "types": ["parse-and-resolve-imports", "perform-sema"],
    "SIL": ["SILGen", "SIL optimization"],
    "code": ["IRGen", "LLVM pipeline"],
}


def run(command, environment=None):
    """Runs a command, and returns its seconds by the clock and of the processor."""
    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(done.stdout.decode(errors="replace")[-4000:])
    return time.monotonic() - begin, sum(getattr(after, key) - getattr(before, key) for key in ("ru_utime", "ru_stime"))


def modules(folder):
    """The seconds of each phase by module. A module has several records where its files are compiled in groups."""
    found = collections.defaultdict(collections.Counter)
    for path in glob.glob(os.path.join(folder, "*.json")):
        with open(path) as file:
            record = json.load(file)

        def seconds(timer):
            return sum(record.get(f"time.swift.{timer}.{kind}", 0) for kind in ("user", "sys"))

        for key in record:
            # The timer of a whole process: time.swift-frontend.MODULE-INPUT-TARGET-OUTPUT-OPTIMIZATION.user
            if match := re.fullmatch(r"time\.swift-frontend\.([^-]+)-.*\.(user|sys)", key):
                found[match[1]]["all"] += record[key]
                name = match[1]
        for phase, timers in PHASES.items():
            found[name][phase] += sum(map(seconds, timers))
        found[name]["processes"] += 1
    return found


def table(found):
    """The modules, the most expensive first."""
    print(f"{'module':<28}{'all':>8}{'types':>8}{'SIL':>8}{'code':>8}{'processes':>11}")
    for name, phases in sorted(found.items(), key=lambda item: -item[1]["all"]):
        columns = "".join(f"{phases[phase]:>8.1f}" for phase in ("all", "types", "SIL", "code"))
        print(f"{name:<28}{columns}{phases['processes']:>11}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("configuration", choices=["debug", "release"])
    parser.add_argument("--tests", action="store_true", help="also run each test target by itself")
    parser.add_argument("--keep", action="store_true", help="leave .build-times as it is then")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    scratch = ".build-times"
    shutil.rmtree(scratch, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        build = ["swift", "build", "--scratch-path", scratch, "-c", options.configuration, *options.arguments]
        subprocess.run(["swift", "package", "--scratch-path", scratch, "resolve"], check=True, capture_output=True)
        environment = {"SWIFT_DETERMINISTIC_HASHING": "1"}
        counted = build + ["-Xswiftc", "-stats-output-dir", "-Xswiftc", folder]
        clock, processor = run(counted, environment)
        found = modules(folder)
        table(found)
        compiled = sum(phases["all"] for phases in found.values())
        print(f"{'C, linking and SwiftPM':<28}{processor - compiled:>8.1f}")
        print(f"{'all':<28}{processor:>8.1f}  in {clock:.0f} s by the clock")
        products = [path for path in glob.glob(f"{scratch}/{options.configuration}/*")
                    if os.path.isfile(path) and os.access(path, os.X_OK) and not path.endswith(".so")]
        for path in products:
            os.remove(path)
        clock, processor = run(counted, environment)
        print(f"{'linking ' + str(len(products)) + ' programs again':<28}{processor:>8.1f}  in {clock:.0f} s by the clock")
    if options.tests:
        print(f"\n{'test target':<28}{'all':>8}")
        for target in sorted(os.path.basename(path) for path in glob.glob("Tests/*Tests")):
            clock, processor = run([f"{scratch}/{options.configuration}/todoPackageTests.xctest",
                                    "--testing-library", "swift-testing", "--filter", target])
            print(f"{target:<28}{processor:>8.1f}  in {clock:.0f} s by the clock")
    if not options.keep:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
