#!/usr/bin/env python3
"""Checks the numbers of packages that the documents name: those of Package.resolved, and those that the libraries use.

usage: packages.py  (in the repository)
"""
import json
import re
import sys

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

# The packages that a dependent without traits resolves: those with a range in Package.swift. Programs have exact ones.
manifest = open("Package.swift").read()
ranges = len(re.findall(r'\.package\(url: "[^"]+", from: ', manifest))
whole = len(json.load(open("Package.resolved"))["pins"])
clone = re.search(r'^expected="([^"]*)"', open("scripts/fresh-clone.sh").read(), re.M)

wrong = []
if len(clone.group(1).split()) != ranges:
    wrong.append(f"scripts/fresh-clone.sh expects {clone.group(1)!r}, and Package.swift has {ranges} packages with a range.")
for path, pattern in [
    ("README.md", r"resolves\s+(\w+)\s+packages\.\s+By\s+default\s+it\s+resolves\s+(\d+)"),
    ("docs/performance.md", r"resolves\s+(\w+)\s+packages\s+\(\d+ MB\)\s+of\s+the\s+(\d+)"),
]:
    said = re.search(pattern, open(path).read())
    if said is None:
        wrong.append(f"{path} does not say how many packages are resolved.")
    elif said.groups() != (NUMBERS[ranges], str(whole)):
        wrong.append(f"{path} says {said.group(1)} of {said.group(2)} packages; there are {NUMBERS[ranges]} of {whole}.")
if wrong:
    sys.exit("\n".join(wrong))
