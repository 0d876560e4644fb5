#!/usr/bin/env python3
"""Refuses words and phrases in documents and messages that a reader has to read twice, and says what to write instead.

It reads README.md, CONTRIBUTING.md, the documents below docs and the string literals of errors in Sources. Code in documents, and values that
a message interpolates, are not text.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# `make bench-document` writes a part of it.
PASSED_OVER = {"docs/performance.md"}

# The pattern of a phrase, in any case of letters where it has no capital, and what to write instead.
PHRASES = [
    (r"\bno more(?=\W*$|[.,;:)]| (?:on|in|at|here|there|since|when|if|and|but|because|by|than before)\b)", "no longer"),
    (r"\bfor once\b", "just this once, this time only"),
    (r"\b(?:is|are) none\b", "say which thing is missing, or that it is empty"),
    (r"\banew\b", "again"),
    (r"\b(?:begin|begins|began|begun) over\b", "start over, restart"),
    (r"\b(?:another|an other) (?:one )?than\b", "different from, other than"),
    (r"\belse than\b", "other than"),
    (r"\b(?:whoever|whosoever)\b", "anyone who, or name who does it"),
    (r"(?<!there )\b(?:is|are) no (?!longer\b|one\b|more than\b|less than\b|\w+er than\b)", "is not a, is not"),
    (r"(?<!-)\bdo(?:es)? without\b", "work without, not need"),
    (r"\bwithout a word\b", "silently"),
    (r"\bworth nothing\b", "no longer valid"),
    (r"\bof late\b", "recently"),
    (r"\bmend(?:s|ed|ing)?\b", "fix, repair"),
    (r"\b(?:one|stamp|edit|value|write) stands\b(?! for\b)", "wins, counts"),
    (r"\bas it stands there\b", "as it is written there"),
    (r"\b(?:is|are) (?:it )?said\b", "is reported, the message says"),
    (r"\bno thing\b", "nothing"),
    # A question may begin so.
    (r"(?:(?<=^)|(?<=[.!:] )|(?<=\*\* ))What (?:\w+[^.?!:|]*)(?=[.!:|])", "begin with the subject: “The records that …”"),
]
PATTERNS = [(re.compile(p if "What" in p else "(?i:" + p + ")", re.MULTILINE), better) for p, better in PHRASES]

# The errors whose second argument, or a later one, is a sentence for people.
ERROR = re.compile(r"\b(?:Todo|Input|Credential|File|Validation|Store|Move|Listen|Certificate|HTTPTransport)Error\(")
LITERAL = re.compile(r'"""|"')


def findings(path, text, line_of):
    """The refused phrases of a text, one sentence each; `line_of` gives the line of an offset in it."""
    for pattern, better in PATTERNS:
        for found in pattern.finditer(text):
            phrase = " ".join(found.group().split())
            if len(phrase) > 40:
                phrase = phrase[:40] + "…"
            yield line_of(found.start()), f"{path}:{line_of(found.start())}: “{phrase}”: write “{better}”."


def paragraphs(text):
    """The paragraphs, items and rows of a document without its code, each with the numbers of the lines of its offsets."""
    lines, inside = [], False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        fence = line.lstrip().startswith("```")
        inside ^= fence
        starts = re.match(r"\s*(?:[-*]|\d+\.) |\||#", line)
        if lines and (fence or inside or not line.strip() or starts):
            yield lines
            lines = []
        # A heading is no sentence.
        if not (fence or inside or not line.strip() or line.startswith(("    ", "#"))):
            lines.append((number, re.sub(r"^(?:[-*]|\d+\.) ", "", line.strip())))


def in_document(path, text):
    # Code may go on in the next line of a paragraph.
    for lines in paragraphs(text):
        joined = " ".join(line for _, line in lines)
        joined = re.sub(r"(`+)[^`]+\1", lambda code: "x" * len(code.group()), joined)
        for cell in re.finditer(r"[^|]+", joined):
            stripped = cell.group().lstrip()
            offset = cell.end() - len(stripped)

            def line_of(position):
                end = 0
                for number, line in lines:
                    end += len(line) + 1
                    if offset + position < end:
                        return number
                return lines[-1][0]

            yield from findings(path, stripped.rstrip() if "|" not in joined else stripped.rstrip() + "|", line_of)


def literal(text, start):
    """The text of the literal that begins at an offset, with … for what it interpolates, and the offset after it."""
    mark = '"""' if text.startswith('"""', start) else '"'
    position, result = start + len(mark), ""
    while position < len(text) and not text.startswith(mark, position):
        if text.startswith("\\(", position):
            depth, position = 1, position + 2
            while depth and position < len(text):
                if text[position] == '"':
                    position = literal(text, position)[1]
                    continue
                depth += {"(": 1, ")": -1}.get(text[position], 0)
                position += 1
            result += "…"
        elif text[position] == "\\":
            result, position = result + " ", position + 2
        else:
            result, position = result + text[position], position + 1
    return result, position + len(mark)


def in_source(path, text):
    for error in ERROR.finditer(text):
        message, position, depth, begin = "", error.end(), 1, None
        while depth and position < len(text):
            if text[position] == '"':
                begin = begin or position
                part, position = literal(text, position)
                message += part
                continue
            # Literals that a plus joins are one sentence.
            if message and text[position] not in " \n+":
                yield from findings(path, " ".join(message.split()), lambda _: text.count("\n", 0, begin) + 1)
                message, begin = "", None
            depth += {"(": 1, ")": -1}.get(text[position], 0)
            position += 1


def main():
    faults = []
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        name = str(path.relative_to(ROOT))
        if name not in PASSED_OVER:
            faults += sorted(set(in_document(name, path.read_text(encoding="utf-8"))))
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        faults += sorted(set(in_source(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))))
    for _, fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()
