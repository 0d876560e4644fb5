#!/usr/bin/env python3
"""Reads the libraries as a compiler for iOS would, as far as that can be done without one: portable.py FOLDER...

Of each file only those lines are looked at that are left of its `#if`s on iOS. In them nothing may be named that only Linux
or its C library has, and whoever imports the C library of Linux there has to import that of Darwin here.
"""

import pathlib
import re
import sys

# The conditions that are true on iOS, in an app that takes the package without traits.
TRUE = {"canImport(Darwin)", "canImport(Security)", "canImport(SwiftUI)", "canImport(Observation)", "os(iOS)"}

# inotify(7), proc(5) and the calls and constants of Linux or glibc alone; child processes, which an app may not have.
FOREIGN = re.compile(
    r"\b(inotify_\w+|IN_[A-Z]{3,}|epoll_\w+|EPOLL\w+|eventfd|timerfd_\w+|signalfd|pipe2|accept4|dup3|fdatasync|syncfs"
    r"|(posix_)?fallocate64?|copy_file_range|sendfile64|splice|tee|getrandom|renameat2|RENAME_NOREPLACE|statx|memfd_create"
    r"|prctl|sched_\w+|secure_getenv|O_TMPFILE|O_PATH|O_DIRECT|F_OFD_\w+|CLOCK_BOOTTIME|MSG_NOSIGNAL|SOCK_CLOEXEC"
    r"|st_[amc]tim|strerror_r|__errno_location|malloc_trim|mremap|Process|posix_spawn\w*|fork|execv\w*|curl_\w+|CURL\w+)\b"
    r"|\"/proc/|\bGlibc\b|\bMusl\b|import (FoundationNetworking|CCurl)"
)
CLIBRARY = re.compile(r"^\s*(?:public |package |internal )?import (Glibc|Darwin|Musl)\b")


def holds(condition: str) -> bool:
    """Whether a condition of `#if` is met on iOS."""
    python = re.sub(r"\w+\([^)]*\)|\b[A-Za-z_]\w*\b", lambda m: str(m.group().replace(" ", "") in TRUE), condition)
    return bool(eval(python.replace("&&", " and ").replace("||", " or ").replace("!", " not ")))


def remaining(text: str):
    """The numbers and texts of the lines that are left, without comments."""
    # For each `#if` around: whether the present branch counts, and whether one of the branches did.
    around: list[tuple[bool, bool]] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        if word == "#if":
            around.append((holds(rest), holds(rest)))
        elif word == "#elseif":
            done = around[-1][1]
            around[-1] = (not done and holds(rest), done or holds(rest))
        elif word == "#else":
            around[-1] = (not around[-1][1], True)
        elif word == "#endif":
            around.pop()
        elif all(counts for counts, _ in around):
            yield number, re.sub(r"//.*", "", line)


wrong = []
for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        lines = list(remaining(text))
        for number, line in lines:
            if found := FOREIGN.search(line):
                wrong.append(f"{path}:{number}: {found.group().strip()} is not there on iOS")
        libraries = {m.group(1) for line in text.splitlines() if (m := CLIBRARY.match(line))}
        here = {m.group(1) for _, line in lines if (m := CLIBRARY.match(line))}
        if libraries and (here != {"Darwin"} or not libraries >= {"Glibc", "Musl"}):
            wrong.append(f"{path}: imports a C library, but not Glibc, Musl and Darwin, each where it is")
print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
sys.exit(1 if wrong else 0)
