#!/usr/bin/env python3
"""The `todo` program beside the `sqlite3` program doing the same on the same database of 100,000 to-dos.

Both run in turn, so that a machine that slows down slows both; medians of whole processes are compared.
Usage: cli.py path/to/todo [number of to-dos]
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

OPEN = "isDeleted = 0 AND completedAt IS NULL ORDER BY updatedAt DESC, id LIMIT"
LIST = f"""
SELECT rowID, id, createdAt, updatedAt, completedAt, dueAt, dueZone, priority, title, notes FROM todo WHERE {OPEN} 21;
SELECT todoTag.todoID, tag.id, tag.title FROM todoTag JOIN tag ON tag.rowID = todoTag.tagID
    WHERE todoTag.todoID IN (SELECT rowID FROM todo WHERE {OPEN} 20);
SELECT todoLocation.todoID, location.* FROM todoLocation JOIN location ON location.rowID = todoLocation.locationID
    WHERE todoLocation.todoID IN (SELECT rowID FROM todo WHERE {OPEN} 20);
SELECT open FROM todoCount;
"""
ADD = """
PRAGMA synchronous = FULL;
BEGIN IMMEDIATE;
INSERT INTO todo (id, createdAt, updatedAt, isDeleted, isDirty, revision, stamp, title, notes, foldedTitle, foldedNotes)
    VALUES (lower(hex(randomblob(16))), 1795000000000, 1795000000000, 0, 1, 1, '01234567890123456789',
            'Buy milk', '', 'buy milk', '');
INSERT INTO todoText (rowid, foldedTitle, foldedNotes) VALUES (last_insert_rowid(), 'buy milk', '');
INSERT INTO historyTransaction (at, deviceID, process, author, action) VALUES (1, 1, 'sqlite3:1', 'user', 'add');
INSERT INTO historyChange VALUES (last_insert_rowid(), 1, 'todo', (SELECT max(rowID) FROM todo), NULL, NULL);
UPDATE todoCount SET open = open + 1;
UPDATE replica SET clockMilliseconds = clockMilliseconds + 1;
COMMIT;
"""
SEARCH = f"""
SELECT rowID, id, title FROM todo WHERE rowID IN (SELECT rowid FROM todoText WHERE todoText MATCH '"number 4242"')
    AND {OPEN} 21;
"""
WORDS = ["milk", "bread", "report", "dentist", "quarterly", "passport", "garage", "bill", "Crème", "review", "牛乳"]


def lines(count):
    for number in range(count):
        words = " ".join(WORDS[(number * step + step) % len(WORDS)] for step in (1, 3, 7))
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_700_000_000 + number * 60))
        yield json.dumps({
            "id": str(uuid.uuid5(uuid.NAMESPACE_OID, str(number))), "title": f"{words} number {number}",
            "createdAt": when, "updatedAt": when, "priority": [None, "low", "high"][number % 3],
            "tags": [{"title": f"tag {number % 40}"}], "due": {"day": "2026-12-24"} if number % 4 == 0 else None,
        }) + "\n"


def run(command):
    """Wall seconds and peak kilobytes of one whole process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command} failed")
    return time.perf_counter() - start, usage.ru_maxrss


def compare(name, ours, limit, target, rounds=40):
    pairs = [(run(ours), run(limit)) for _ in range(rounds + 3)][3:]
    mine, theirs = (statistics.median(pair[side][0] for pair in pairs) for side in (0, 1))
    ratio = statistics.median(a[0] / b[0] for a, b in pairs)
    memory = max(pair[0][1] for pair in pairs) / 1024
    print(f"{name:<28}{mine * 1000:8.2f} ms{theirs * 1000:9.2f} ms{ratio:8.2f}{target:>9}{memory:8.1f} MiB", flush=True)


def main():
    todo, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs, empty = (os.path.join(folder, name) for name in ("ours.db", "sqlite.db", "empty.db"))
        source = os.path.join(folder, "todos.ndjson")
        with open(source, "w") as file:
            file.writelines(lines(count))
        for path in (ours, theirs):
            seconds, kilobytes = run([todo, "import", source, "--quiet", "--db", path])
        print(f"import of {count:,}: {seconds:.2f} s, {kilobytes / 1024:.0f} MiB\n")
        print(f"{'':<28}{'todo':>11}{'sqlite3':>12}{'ratio':>8}{'target':>9}{'memory':>12}")
        compare("help", [todo, "--help"], ["sqlite3", "--version"], "3")
        compare("list, a page of 20", [todo, "list", "--db", ours], ["sqlite3", theirs, LIST], "5")
        compare("search, one hit", [todo, "search", "number 4242", "--db", ours], ["sqlite3", theirs, SEARCH], "5")
        compare("add, durable", [todo, "add", "Buy milk", "--db", ours], ["sqlite3", theirs, ADD], "3")


main()
