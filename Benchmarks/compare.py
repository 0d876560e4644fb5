#!/usr/bin/env python3
"""Shows what moved beyond its noise between two records (`make bench-compare`).

    compare.py RESULTS [FROM [TO]] [--all]

RESULTS is the folder of this machine's records; FROM and TO name records there or in `Benchmarks/results`, by a path or by
a part of the name, such as a commit. Without them TO is the latest record of all, and FROM the latest before it that is
kept in the repository, or else the latest before it. --all also shows what did not move.

What is compared is the promised figure: a ratio where there is a limit beside it, which machines disturb less. Figures in
units are compared only where both records are of the same kind of machine."""
import argparse
import os
import sys

import records
import table


def keyed(lines):
    return {(line["part"], line["promise"]): line for line in lines}


def text(line):
    if line is None:
        return "—"
    if "failed" in line:
        return "failed"
    if "skipped" in line:
        return "not measured"
    value = records.figure(line)
    return f"{value:.2f}×" if records.is_ratio(line) else table.number(value, line["unit"])


def verdict(then, now, is_same_machine):
    """What became of one promise, and whether that is worth showing."""
    if then is None or now is None:
        return ("new" if then is None else "no longer measured"), True
    if records.figure(then) is None or records.figure(now) is None:
        return ("now " + text(now)), text(then) != text(now)
    if records.is_ratio(then) != records.is_ratio(now) or then["unit"] != now["unit"]:
        return "measured in another way", True
    if not records.is_ratio(now) and not is_same_machine:
        return "another machine", False
    (before, after), (first, second) = map(records.figure, (then, now)), map(records.uncertainty, (then, now))
    is_beyond = abs(after - before) > before * first + after * second
    if not is_beyond:
        return f"within the noise of {(first + second) * 100:.0f} %", False
    change = (after - before) / before * 100 if before else float("inf")
    return f"{change:+.0f} %, {'better' if (after > before) == records.is_more_better(now) else 'WORSE'}", True


def compared(then, now):
    """Rows of the promise, both figures and the verdict, with whether it moved."""
    is_same_machine = then[0]["machine"] == now[0]["machine"]
    before, after = keyed(then), keyed(now)
    for key in [*after, *(key for key in before if key not in after)]:
        words, is_shown = verdict(before.get(key), after.get(key), is_same_machine)
        met = records.is_met(after[key]) if key in after else None
        yield [f"{key[0]}: {key[1]}".replace("`", ""), text(before.get(key)), text(after.get(key)), words,
               "NOT MET" if met is False else ""], is_shown


def chosen(options):
    everything = sorted(records.names(options.results) + records.names(records.KEPT), key=os.path.basename)
    if options.to:
        to = records.find(options.to, options.results, records.KEPT)
    else:
        to = everything[-1] if everything else sys.exit("There is no record yet: run `make bench`.")
    if options.since:
        return records.find(options.since, options.results, records.KEPT), to
    # A quick run measures other promises.
    is_quick = records.read(to)[0]["quick"]
    earlier = [path for path in everything
               if os.path.basename(path) < os.path.basename(to) and records.read(path)[0]["quick"] == is_quick]
    kept = [path for path in earlier if os.path.dirname(path) == records.KEPT]
    if not earlier:
        sys.exit("There is no earlier record to compare with.")
    return (kept or earlier)[-1], to


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results")
    parser.add_argument("since", metavar="FROM", nargs="?")
    parser.add_argument("to", metavar="TO", nargs="?")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    then, now = map(records.read, chosen(options))
    rows = list(compared(then, now))
    shown = [row for row, is_shown in rows if is_shown or options.all]
    print(f"from  {table.head(then)}\nto    {table.head(now)}\n")
    widths = [max([table.width(row[column]) for row in shown] or [0]) for column in range(5)]
    for row in shown:
        print("  ".join(cell + " " * (widths[column] - table.width(cell)) for column, cell in enumerate(row)).rstrip())
    print(f"{chr(10) if shown else ''}{sum(not is_shown for _, is_shown in rows)} of {len(rows)} have not moved beyond their noise.")


if __name__ == "__main__":
    main()
