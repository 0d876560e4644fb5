#!/usr/bin/env python3
"""Makes the table of results: for the terminal, or into a document.

    table.py RESULTS                     prints it
    table.py RESULTS --into DOCUMENT     puts it between the two markers of a Markdown document

RESULTS is a file of JSON: the machine, and the lines of `measure.result` by part."""
import json
import sys
import unicodedata

HEAD = ["promise", "ours", "the limit", "ratio", "target", "met"]
START, END = "<!-- results: make bench-document -->", "<!-- end of results -->"


def number(value, unit):
    digits = 0 if value >= 100 or unit == "" else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}{'' if unit in ('', '/s') else ' '}{unit}"


def ratio(line):
    return line["ours"] / line["limit"] if line.get("limit") else None


def is_met(line):
    """Whether the promise holds; None where none is made."""
    if "at_most" in line:
        return line["ours"] <= line["at_most"]
    if "ratio" in line:
        return ratio(line) <= line["ratio"]
    if "least_ratio" in line:
        return ratio(line) >= line["least_ratio"]
    return None


def cells(line):
    if "skipped" in line:
        return [line["promise"], "", line["skipped"], "", "", "not measured"]
    unit = line["unit"]
    limit = f"{number(line['limit'], unit)} ({line['beside']})" if "limit" in line else ""
    target = ("at most " + number(line["at_most"], unit) if "at_most" in line else
              f"at most {line['ratio']}×" if "ratio" in line else
              f"at least {line['least_ratio']}×" if "least_ratio" in line else "")
    share = f"{ratio(line):.2f}×" if ratio(line) else ""
    return [line["promise"], number(line["ours"], unit), limit, share, target, {True: "yes", False: "NO", None: ""}[is_met(line)]]


def width(text):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def lines(results):
    for part in results["parts"]:
        yield [f"**{part['name']}**", "", "", "", "", ""]
        yield from map(cells, part["lines"])


def plain(results):
    rows = [HEAD, *([cell.replace("**", "").replace("`", "") for cell in row] for row in lines(results))]
    widths = [max(width(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(cell + " " * (widths[column] - width(cell)) for column, cell in enumerate(row)).rstrip() for row in rows)


def markdown(results):
    rows = [HEAD, ["---"] + ["---:"] + ["---"] + ["---:"] + ["---"] * 2, *lines(results)]
    return f"{results['machine']}\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows)


def summary(results):
    met = [is_met(line) for part in results["parts"] for line in part["lines"] if "skipped" not in line]
    met = [value for value in met if value is not None]
    return f"{sum(met)} of {len(met)} promises met"


def main():
    with open(sys.argv[1]) as file:
        results = json.load(file)
    if len(sys.argv) == 2:
        print(f"{results['machine']}\n\n{plain(results)}\n\n{summary(results)}")
        return
    with open(sys.argv[3]) as file:
        before, rest = file.read().split(START)
    _, after = rest.split(END)
    with open(sys.argv[3], "w") as file:
        file.write(f"{before}{START}\n\n{markdown(results)}\n\n{summary(results)}.\n\n{END}{after}")


if __name__ == "__main__":
    main()
