#!/usr/bin/env python3
"""Changes the code in small ways and looks whether the tests of the changed module notice.

All mutants of a run are compiled into one build (mutant schemata), each switched on by MUTANT=number in the environment,
so that a mutant costs a run of its module's tests and not a build:

    a < b              becomes   a <⊕⊖ b            an operator of its own that asks which mutant is on
    guard ok else      becomes   guard negated(2, ok) else
    let room = 75      becomes   let room = (mutant(3) ? 76 : 75)
    rows.append(row)   becomes   if !mutant(4) { rows.append(row) }

The operators: comparison swapped, boundary, condition negated, constant off by one, returned early, statement removed,
&& and || swapped, min and max swapped, + and - swapped. What does not compile is dropped and not counted.
"""

import argparse
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Of each area: its sources, where its support file goes, its tests, and those of them that take long and are run only
# where the others notice nothing.
AREAS = {
    "domain": ("Sources/Domain", "Sources/Domain", "TodoDomainTests",
               "Convergence|MergeLaws|MergeCoverage|MergeSabotage|Fuzz|SearchTextProperty"),
    "formats": ("Sources/Data/Formats", "Sources/Data/Formats", "TodoFormatsTests",
                "fuzzing|bombs|hostile|midnight|roundTrip|completeness|TodoTxtTests/refused|BoundaryTests/lines"
                "|manyLines"),
    "sync": ("Sources/Data/Sync", "Sources/Data/Sync",
             "TodoSyncTests.(Engine|Clock|Record|SyncPlan|RemoteHead|ConflictRecord|Simulation)", "Simulation|Fuzz"),
    "queries": ("Sources/Server/Core/Queries", "Sources/Server/Core",
                "TodoServerTests.*(QueryMeaning|IndexScans|RequestForms|Consistency|Differential)", "Differential"),
}

TARGETS = {"domain": "TodoDomain", "formats": "TodoFormats", "sync": "TodoSync", "queries": "TodoServer"}

# The tests of a folder of sources, which are run first: they notice most, and are few of those of the area.
NEAREST = {"CSV": "CSVTests", "ICalendar": "ICalendarTests", "JSON": "JSON", "Taskwarrior": "TaskwarriorTests",
           "TodoTxt": "TodoTxtTests"}

MAXIMUM = 4096
DIGITS = "⊕⊖⊗⊘⊙⊚⊛⊝⊞⊟"
COMPARISONS = {
    "<": [("boundary", "<="), ("comparison", ">")], "<=": [("boundary", "<"), ("comparison", ">")],
    ">": [("boundary", ">="), ("comparison", "<")], ">=": [("boundary", ">"), ("comparison", "<")],
    "==": [("comparison", "!=")], "!=": [("comparison", "==")],
}
SWAPS = {"&&": ("logic", "||"), "||": ("logic", "&&"), "+": ("arithmetic", "-"), "-": ("arithmetic", "+"),
         "+=": ("arithmetic", "-="), "-=": ("arithmetic", "+=")}
KEYWORDS = ("let var return func case default break continue throw if guard for while switch struct enum init import "
            "else do catch defer public private fileprivate package static extension where in repeat").split()

SUPPORT = """import Foundation

// What the mutants of this module are switched on with; made by scripts/mutate.py.
private let active = ProcessInfo.processInfo.environment["MUTANT"].flatMap { Int($0) } ?? -1
private nonisolated(unsafe) let reached: UnsafeMutablePointer<UInt8>? = {
    guard ProcessInfo.processInfo.environment["MUTANTS_REACHED"] != nil else { return nil }
    let marks = UnsafeMutablePointer<UInt8>.allocate(capacity: COUNT)
    marks.initialize(repeating: 48, count: COUNT)
    atexit { writeReached() }
    return marks
}()

private func writeReached() {
    guard let reached, let path = ProcessInfo.processInfo.environment["MUTANTS_REACHED"] else { return }
    try? Data(bytes: reached, count: COUNT).write(to: URL(fileURLWithPath: path + ".MODULE"))
}

func mutant(_ number: Int) -> Bool {
    if let reached { reached[number] = 49 }
    return number == active
}
func negated(_ number: Int, _ condition: Bool) -> Bool { mutant(number) ? !condition : condition }
func least<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T { mutant(number) ? max(a, b) : min(a, b) }
func greatest<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T { mutant(number) ? min(a, b) : max(a, b) }
"""
PRECEDENCE = {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence", "+": "AdditionPrecedence",
              "-": "AdditionPrecedence", "+=": "AssignmentPrecedence", "-=": "AssignmentPrecedence"}


class Mutant:
    """One change: edits of a file, which replace a range of its characters each."""

    def __init__(self, area, path, line, kind, text, edits, operator=None):
        self.area, self.path, self.line, self.kind, self.text = area, path, line, kind, text
        self.make_edits, self.operator, self.number = edits, operator, None

    def describe(self):
        return f"{self.path}:{self.line}: {self.kind}: {self.text}"


def masked(source):
    """The source with comments blanked and the contents of strings replaced, in the same length."""
    out, i, n = list(source), 0, len(source)

    def blank(start, end, mark):
        for k in range(start, end):
            if out[k] != "\n":
                out[k] = mark

    def string(i):
        """The end of the string literal that begins at i."""
        hashes = re.match(r"#*", source[i:]).group()
        i += len(hashes)
        quote = '"""' if source.startswith('"""', i) else '"'
        i += len(quote)
        while i < n:
            if source.startswith("\\" + hashes, i):
                i += 1 + len(hashes)
                if i < n and source[i] == "(":
                    depth = 0
                    while i < n:
                        if source[i] == '"':
                            i = string(i)
                            continue
                        depth += {"(": 1, ")": -1}.get(source[i], 0)
                        i += 1
                        if depth == 0:
                            break
                else:
                    i += 1
            elif source.startswith(quote + hashes, i):
                return i + len(quote) + len(hashes)
            else:
                i += 1
        return n

    while i < n:
        if source.startswith("//", i):
            end = source.find("\n", i)
            end = n if end < 0 else end
            blank(i, end, " ")
        elif source.startswith("/*", i):
            end = source.find("*/", i)
            end = n if end < 0 else end + 2
            blank(i, end, " ")
        elif source[i] == '"' or re.match(r'#+"', source[i:i + 4]):
            end = string(i)
            blank(i + 1, end - 1, "_")
        else:
            end = i + 1
        i = end
    return "".join(out)


def is_balanced(text):
    depth = 0
    for character in text:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


def clauses(text, offset):
    """The conditions between the commas of a guard or an if that are no bindings: offset and text."""
    depth, start, parts = 0, 0, []
    for k, character in enumerate(text + ","):
        if character == "," and depth == 0:
            parts.append((start, text[start:k]))
            start = k + 1
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
    for start, part in parts:
        stripped = part.strip()
        if stripped and not re.match(r"(let|var|case|true)\b|#", stripped) and is_balanced(stripped):
            yield offset + start + part.index(stripped[0]), stripped


def candidates(area, path, source):
    """All mutants of a file."""
    text, found, offset = masked(source), [], 0
    lines, sources = text.split("\n"), source.split("\n")

    def add(index, kind, shown, edits, operator=None):
        found.append(Mutant(area, path, index + 1, kind, shown, edits, operator))

    for index, line in enumerate(lines):
        start, offset = offset, offset + len(line) + 1
        code, raw = line.strip(), sources[index].strip()
        before = next((l.strip() for l in reversed(lines[:index]) if l.strip()), "")
        after = next((l.strip() for l in lines[index + 1:] if l.strip()), "")
        is_header = re.match(r"(\w+ )*(func|init|subscript|extension|struct|enum|protocol|import|typealias)\b", code)

        if not is_header:
            for match in re.finditer(r"(?<=\s)(==|!=|<=|>=|<|>|&&|\|\||\+=|-=|\+|-)(?=\s)", line):
                token, at = match.group(), start + match.start()
                if token in "+-+=-=" and '"' in line:
                    continue
                for kind, other in COMPARISONS.get(token) or [SWAPS[token]]:
                    add(index, kind, f"{token} → {other} in `{raw}`",
                        lambda n, at=at, token=token: [(at, at + len(token), name(token, n))], (token, other))
            for match in re.finditer(r"(?<![\w$#@.])(?:0x[0-9A-Fa-f_]+|\d[\d_]*)(?![\w])(?!\.\d)|(?<=\.\.\.)\d+\b|(?<=\.\.<)\d+\b", line):
                if re.match(r"case \w+ = ", code) or "@" in line:
                    continue
                literal = match.group()
                other = int(literal.replace("_", ""), 0) + 1
                at = start + match.start()
                add(index, "constant", f"{literal} → {other} in `{raw}`",
                    lambda n, at=at, l=literal, o=other: [(at, at + len(l), f"(mutant({n}) ? {o} : {l})")])
            for match in re.finditer(r"(?<![\w.])(min|max)\(", line):
                at, word = start + match.start(), match.group(1)
                other = {"min": "max", "max": "min"}[word]
                add(index, "min/max", f"{word} → {other} in `{raw}`",
                    lambda n, at=at, w=word: [(at, at + 4, f"{'least' if w == 'min' else 'greatest'}({n}, ")])

        match = re.match(r"\s*(?:\} else )?(?:if|while) (.+?) \{", line) or re.match(r"\s*guard (.+?)(?: else \{.*)?$", line)
        if match and not match.group(1).rstrip().endswith("="):
            for at, condition in clauses(match.group(1), start + match.start(1)):
                if "{" in condition and line.rstrip().endswith("{"):
                    continue
                add(index, "negation", f"not `{condition}` in `{raw}`",
                    lambda n, at=at, c=condition: [(at, at, f"negated({n}, "), (at + len(c), at + len(c), ")")])

        is_call = re.match(r"(?:_ = |try |await )*[\w.?!$\[\]]+(?:\(.*\))$", code)
        is_assignment = re.match(r"[\w.\[\]?!$\"_]+ (?:=|\+=|-=|\|=|&=) .+$", code)
        if (is_call or is_assignment) and code.split()[0].split("(")[0] not in KEYWORDS and is_balanced(code):
            ends_open = before.endswith((",", "(", "[", "=", "->", "return", "&&", "||", "+", "?", ":=")) or before == "in"
            goes_on = after.startswith((".", "?", ":", "&&", "||", "+ ", "- ", "}.", ")", "]", ","))
            is_only = before.endswith(("{", " in")) and after.startswith("}")
            if not ends_open and not goes_on and not is_only and not code.endswith((",", "=", "+", "&&", "||", "?")):
                at = start + len(line) - len(line.lstrip())
                add(index, "removal", f"without `{raw}`",
                    lambda n, at=at, c=code: [(at, at, f"if !mutant({n}) {{ "), (at + len(c), at + len(c), " }")])

        match = re.match(r"(?:(?:@\w+|public|package|private|fileprivate|static|mutating) )*func \S.*\)"
                         r"(?: async)?(?: throws)?(?: -> (.+))? \{$", code)
        if match:
            result = match.group(1) or ""
            value = {"": "", "Bool": " false", "Int": " 0", "Int64": " 0", "String": ' ""'}.get(
                result, " nil" if result.endswith("?") else " []" if result.startswith("[") and ":" not in result else None)
            if value is not None:
                at, edits = start + len(line.rstrip()), []
                body = lines[index + 1] if index + 1 < len(lines) else ""
                closes = index + 2 < len(lines) and lines[index + 2].strip() == "}"
                rest = list(itertools.takewhile(lambda l: not re.match(r"\s{0,%d}\}" % (len(line) - len(line.lstrip())), l),
                                                lines[index + 1:]))
                # A body that is one expression needs a return now: one line, or a switch or if without statements.
                closes = closes or re.match(r"\s*(switch|if) ", body) and not any(re.search(r"\breturn\b", l) for l in rest)
                first = body.split()[0].split("(")[0] if body.strip() else "let"
                if result and closes and (first in ("switch", "if") or first not in KEYWORDS):
                    inner = start + len(line) + 1 + len(body) - len(body.lstrip())
                    edits.append((inner, inner, "return "))
                add(index, "early return", f"return{value} from `{raw}`",
                    lambda n, at=at, v=value, e=edits: [(at, at, f" if mutant({n}) {{ return{v} }}")] + e)
    return found


def name(token, number):
    """The operator of its own that stands for an operator in one place."""
    return token + "".join(DIGITS[int(digit)] for digit in str(number))


def operator_source(mutant):
    """The declaration of the operator of a mutant."""
    token, other = mutant.operator
    own, n = name(token, mutant.number), mutant.number
    lines = [f"infix operator {own} : {PRECEDENCE.get(token, 'ComparisonPrecedence')}"]
    if token in ("&&", "||"):
        lines.append(f"func {own} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                     f"{{ try mutant({n}) ? a {other} b() : a {token} b() }}")
    elif token in ("+", "-"):
        lines.append(f"func {own} <T: AdditiveArithmetic>(a: T, b: T) -> T {{ mutant({n}) ? a {other} b : a {token} b }}")
    elif token in ("+=", "-="):
        lines.append(f"func {own} <T: AdditiveArithmetic>(a: inout T, b: T) "
                     f"{{ if mutant({n}) {{ a {other} b }} else {{ a {token} b }} }}")
    elif token in ("==", "!="):
        body = f"{{ mutant({n}) ? a {other} b : a {token} b }}"
        lines.append(f"func {own} <T: Equatable>(a: T, b: T) -> Bool {body}")
        lines.append(f"func {own} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {body}")
    else:
        body = f"{{ mutant({n}) ? a {other} b : a {token} b }}"
        lines.append(f"func {own} <T: Comparable>(a: T, b: T) -> Bool {body}")
    return "\n".join(lines)


def area_sources(areas, cache={}):
    """The sources of the areas by path, as they were when they were first read: somebody may go on working on them."""
    for area in areas:
        if area not in cache:
            files = sorted((ROOT / AREAS[area][0]).rglob("*.swift"))
            cache[area] = {str(file.relative_to(ROOT)): file.read_text() for file in files}
    return [(area, path, source) for area in areas for path, source in cache[area].items()]


def write(path, content):
    """Writes a file only where it says something new, so that a build does not begin anew."""
    if not path.exists() or path.read_text() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def instrument(tree, mutants, areas):
    """Writes the sources of the areas with these mutants in them."""
    by_path = {}
    for mutant in mutants:
        by_path.setdefault(mutant.path, []).append(mutant)
    for _, path, source in area_sources(areas):
        edits = [edit for mutant in by_path.get(path, []) for edit in mutant.make_edits(mutant.number)]
        for start, end, text in sorted(edits, key=lambda e: (e[0], e[1]), reverse=True):
            source = source[:start] + text + source[end:]
        write(tree / path, source)
    for area in areas:
        own = [operator_source(m) for m in mutants if m.area == area and m.operator]
        support = SUPPORT.replace("COUNT", str(MAXIMUM)).replace("MODULE", area)
        write(tree / AREAS[area][1] / "Mutants.swift", support + "\n" + "\n".join(own) + "\n")


def overlaps(mutant, taken):
    """Whether the edits of a mutant replace what another one of the same file replaces or wraps around the same text."""
    spans = [(s, e) for s, e, _ in mutant.make_edits(0)]
    own = (min(s for s, _ in spans), max(e for _, e in spans))
    for start, end in taken:
        disjoint = own[1] <= start or own[0] >= end
        nested = start < own[0] and own[1] < end or own[0] < start and end < own[1]
        if not disjoint and not nested or own == (start, end) or own[0] == start or own[1] == end:
            return True
    taken.append(own)
    return False


def draw(areas, count, seed):
    """So many mutants of all, in proportion to the size of the areas."""
    pool = []
    for area, path, source in area_sources(areas):
        pool += candidates(area, path, source)
    generator, taken, drawn = random.Random(seed), {}, []
    generator.shuffle(pool)
    # One operator after the other, so that frequent ones do not crowd out the rest.
    kinds = sorted({mutant.kind for mutant in pool})
    queues = {kind: [m for m in pool if m.kind == kind] for kind in kinds}
    count = min(count, MAXIMUM)
    while len(drawn) < count and any(queues.values()):
        for kind in kinds:
            while queues[kind]:
                mutant = queues[kind].pop()
                if not overlaps(mutant, taken.setdefault(mutant.path, [])):
                    drawn.append(mutant)
                    break
    for number, mutant in enumerate(drawn[:count]):
        mutant.number = number
    return drawn[:count], len(pool)


def build(tree, mutants, areas, flags):
    """Builds, dropping what the compiler refuses, until it builds; gives what is left."""
    # Each module by itself first: what does not compile is found before everything that depends on it is built.
    parts = [["--target", TARGETS[area]] for area in areas] + [["--build-tests"]]
    # A second run over the same mutants knows what the compiler refused in the first.
    memory = tree / ".build/refused.json"
    drawn = hashlib.sha256("\n".join(m.describe() for m in mutants).encode()).hexdigest()
    known = json.loads(memory.read_text()) if memory.exists() else {}
    refused = set(known.get(drawn, []))
    mutants = [m for m in mutants if m.number not in refused]
    # The Makefile says why hashing has to be the same in each build.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    for round in range(1, 25):
        instrument(tree, mutants, areas)
        command = ["swift", "build"] + parts[0] + flags
        output = subprocess.run(command, cwd=tree, env=environment, text=True, capture_output=True)
        if output.returncode == 0:
            parts.pop(0)
            if not parts:
                write(memory, json.dumps({drawn: sorted(refused)}))
                return mutants
            continue
        errors = set(re.findall(r"(Sources/\S+\.swift):(\d+):\d+: error:", output.stdout + output.stderr))
        if not errors:
            sys.exit("The build failed without an error in a source:\n" + (output.stdout + output.stderr)[-4000:])
        bad = set()
        for path, line in errors:
            if path.endswith("Mutants.swift"):
                declaration = (tree / path).read_text().split("\n")[int(line) - 1]
                bad |= {m.number for m in mutants if f"mutant({m.number})" in declaration}
                continue
            for reach in (0, 2, 10, 100_000):
                near = {m.number for m in mutants if m.path == path and abs(m.line - int(line)) <= reach}
                if near:
                    bad |= near
                    break
        print(f"build {round}: {len(errors)} errors, {len(bad)} mutants dropped", flush=True)
        if not bad:
            sys.exit("The build fails without a mutant at fault:\n" + (output.stdout + output.stderr)[-4000:])
        refused |= bad
        mutants = [m for m in mutants if m.number not in bad]
    sys.exit("The build still fails after 24 rounds.")


def run(tree, area, mutant, timeout, skips=None, only=None, reached=None):
    """The outcome of an area's tests with a mutant: passed, failed or timed out; and how long it took."""
    binary = next((tree / ".build/debug").glob("*PackageTests.xctest"))
    chosen = f"{AREAS[area][2]}.*{only}" if only else AREAS[area][2]
    command = [str(binary), "--testing-library", "swift-testing", "--filter", chosen]
    if skips:
        command += ["--skip", skips]
    environment = dict(os.environ, MUTANT=str(mutant))
    if reached:
        environment["MUTANTS_REACHED"] = str(reached)
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    late = threading.Timer(timeout, os.killpg, (process.pid, signal.SIGKILL))
    late.start()
    outcome = "passed"
    for line in process.stdout:
        # One issue is enough, unless no mutant can be blamed for it.
        if "✘".encode() in line and mutant >= 0:
            outcome = "failed"
            os.killpg(process.pid, signal.SIGKILL)
            break
    is_late = not late.is_alive()
    late.cancel()
    if process.wait() != 0 and outcome == "passed":
        outcome = "timed out" if is_late else "failed"
    return outcome, time.monotonic() - start


def judge(tree, mutants, areas, jobs, is_quick, minutes):
    """Runs the tests for each mutant: first the quick ones, and all where those notice nothing."""
    limits, reached = {}, {}
    for area in areas:
        quick = run(tree, area, -1, 1800, skips=AREAS[area][3], reached=tree / ".build/reached")
        outcome, seconds = quick if is_quick else run(tree, area, -1, 1800, reached=tree / ".build/reached")
        if "failed" in (quick[0], outcome):
            sys.exit(f"The tests of {area} fail without any mutant.")
        limits[area] = (quick[1] * 5 + 10, seconds * 5 + 20)
        marks = (tree / f".build/reached.{area}").read_bytes()
        reached[area] = {number for number, mark in enumerate(marks) if mark == 49}
        print(f"{area}: quick tests {quick[1]:.1f} s, all {seconds:.1f} s, "
              f"{len(reached[area])} of {sum(m.area == area for m in mutants)} mutants reached", flush=True)

    end = time.monotonic() + minutes * 60

    def outcome(mutant):
        if time.monotonic() > end:
            return mutant, None
        if mutant.number not in reached[mutant.area]:
            return mutant, "not reached"
        result, nearest = "passed", NEAREST.get(pathlib.Path(mutant.path).parent.name)
        for only in [nearest, None] if nearest else [None]:
            if result == "passed":
                result, _ = run(tree, mutant.area, mutant.number, limits[mutant.area][0], AREAS[mutant.area][3], only)
        if result == "passed" and not is_quick:
            result, _ = run(tree, mutant.area, mutant.number, limits[mutant.area][1])
        return mutant, "survived" if result == "passed" else result

    results = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for mutant, result in pool.map(outcome, mutants):
            if result:
                results[mutant.number] = result
            if result and result != "failed":
                print(f"{result}: {mutant.describe()}", flush=True)
    return results


def report(mutants, results, seed):
    """The table of what was noticed, by area and by operator."""
    def row(title, chosen):
        alive = sum(results[m.number] in ("survived", "not reached") for m in chosen)
        share = 100 * (len(chosen) - alive) / max(1, len(chosen))
        return f"{title:<14} {len(chosen):>5} mutants {len(chosen) - alive:>5} killed {alive:>4} alive  {share:5.1f} %"

    print(f"\nseed {seed}")
    for area in sorted({m.area for m in mutants}):
        print(row(area, [m for m in mutants if m.area == area]))
    for kind in sorted({m.kind for m in mutants}):
        print(row("  " + kind, [m for m in mutants if m.kind == kind]))
    print(row("all", mutants))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=None, help="which mutants are drawn; printed where it is not given")
    parser.add_argument("--count", type=int, default=400, help="how many are drawn")
    parser.add_argument("--area", action="append", choices=sorted(AREAS), help="one area alone; repeatable")
    parser.add_argument("--only", type=int, action="append", help="the mutants with these numbers alone; repeatable")
    parser.add_argument("--quick", action="store_true", help="leave the slow tests out: what survives is a first guess")
    parser.add_argument("--minutes", type=float, default=600, help="how long mutants are run; what is left is not counted")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT / ".build/mutants", help="where the mutants are built")
    parser.add_argument("--flags", default="", help="further options of swift build")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1_000_000)
    areas = options.area or sorted(AREAS)
    print(f"seed {seed}", flush=True)
    write(options.tree / "Package.resolved", (ROOT / "Package.resolved").read_text())
    # Only the tests of the areas, without the command and its manual, which would be built for nothing.
    kept = json.dumps(sorted({AREAS[area][2].split(".")[0] for area in areas}))
    write(options.tree / "Package.swift", (ROOT / "Package.swift").read_text() + f"""
package.products.removeAll {{ $0.name == "todo" }}
package.targets.removeAll {{ $0.type == .test ? !{kept}.contains($0.name) : ["todo", "manual"].contains($0.name) }}
""")
    for folder in ("Sources", "Tests"):
        kept = {file.relative_to(ROOT) for file in (ROOT / folder).rglob("*") if file.is_file()}
        mutated = tuple(AREAS[area][0] + "/" for area in areas)
        for file in kept:
            target = options.tree / file
            if str(file).startswith(mutated):
                continue
            if not target.exists() or target.read_bytes() != (ROOT / file).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, target)
        for file in list((options.tree / folder).rglob("*")):
            if file.is_file() and file.relative_to(options.tree) not in kept and file.name != "Mutants.swift":
                file.unlink()
    for area in set(AREAS) - set(areas):
        (options.tree / AREAS[area][1] / "Mutants.swift").unlink(missing_ok=True)
    drawn, size = draw(areas, options.count, seed)
    print(f"{len(drawn)} of {size} possible mutants drawn", flush=True)
    mutants = build(options.tree, drawn, areas, options.flags.split())
    if options.only:
        mutants = [m for m in mutants if m.number in options.only]
    results = judge(options.tree, mutants, areas, options.jobs, options.quick, options.minutes)
    report([m for m in mutants if m.number in results], results, seed)


if __name__ == "__main__":
    main()
