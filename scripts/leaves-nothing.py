#!/usr/bin/env python3
"""Runs a command, and fails if anything that it has started still runs afterwards: it names it, and ends it.

    leaves-nothing.py COMMAND [ARGUMENT]...

What loses its parent becomes a child of this program (PR_SET_CHILD_SUBREAPER, prctl(2)), also what has begun a session of its
own, so nothing can hide. Watchers end what they watch a moment after the command's own end; so it waits for a while before it
fails. The exit status is the command's, or 1 where only something is left.

The command has a folder of its own for temporary files (TMPDIR), which is removed in the end."""
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 10
SUBREAPER = 36


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def descendants():
    """The processes below this one that have not ended, with their command lines."""
    parents, lines = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        # pid (name) state ppid …: the name may have parentheses.
        fields = read(f"/proc/{name}/stat").decode(errors="replace").rpartition(")")[2].split()
        if len(fields) > 1 and fields[0] not in "ZX":
            parents[int(name)] = int(fields[1])
            line = read(f"/proc/{name}/cmdline").replace(b"\0", b" ").decode(errors="replace").strip()
            lines[int(name)] = line or read(f"/proc/{name}/comm").decode(errors="replace").strip()
    found, changes = {os.getpid()}, True
    while changes:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        found |= more
        changes = bool(more)
    return {pid: lines[pid] for pid in found if pid != os.getpid()}


def reap(flags=os.WNOHANG):
    """Takes note of the end of a child or of what was left to this process, so that nothing stays a zombie: its number and
    status, or zeros."""
    try:
        return os.waitpid(-1, flags)
    except ChildProcessError:
        return 0, 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not sys.platform.startswith("linux"):
        os.execvp(sys.argv[1], sys.argv[1:])
    if ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit(f"leaves-nothing: prctl: {os.strerror(ctypes.get_errno())}")
    # Who ends this program ends the command, and then what it leaves.
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    # An interrupt from the terminal reaches the command too, which decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A short name, since the paths of sockets are bounded; and other users may enter it, as they may the system's.
    folder = tempfile.mkdtemp(prefix="t-")
    os.chmod(folder, 0o755)
    child = subprocess.Popen(sys.argv[1:], env={**os.environ, "TMPDIR": folder},
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    ended = None
    while ended != child.pid:
        ended, status = reap(flags=0)
    # It was waited for here, and not by its object.
    child.returncode = os.waitstatus_to_exitcode(status)
    deadline = time.monotonic() + PATIENCE
    while (left := descendants()) and time.monotonic() < deadline:
        time.sleep(0.1)
        while reap()[0]:
            pass
    for pid, line in sorted(left.items()):
        print(f"error: left running: {pid} {line[:300]}", file=sys.stderr)
    for pid in left:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    shutil.rmtree(folder, ignore_errors=True)
    status = child.returncode
    sys.exit((128 - status if status < 0 else status) or (1 if left else 0))


if __name__ == "__main__":
    main()
