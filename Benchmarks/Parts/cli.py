"""The `todo` program beside the `sqlite3` program doing the same on the same database: whole processes."""
import shutil

from measure import in_turn, result, run

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
INSERT INTO historyChange (transactionID, ordinal, kind, recordID)
    VALUES (last_insert_rowid(), 1, 'todo', (SELECT max(rowID) FROM todo));
UPDATE todoCount SET open = open + 1;
UPDATE replica SET clockMilliseconds = clockMilliseconds + 1;
COMMIT;
"""
SEARCH = f"""
SELECT rowID, id, title FROM todo WHERE rowID IN (SELECT rowid FROM todoText WHERE todoText MATCH '"number 4242"')
    AND {OPEN} 21;
"""


def measure(surroundings):
    ours, theirs = surroundings.path("todo.db"), surroundings.path("sqlite3.db")
    for copy in (ours, theirs):
        shutil.copyfile(surroundings.database(surroundings.count), copy)
    rounds, among, memory = (10 if surroundings.is_quick else 60), f"in {surroundings.count:,} to-dos", 0
    cases = [
        ("`todo --help`", ["--help"], ["--version"], 3),
        (f"`todo list`, a page of 20 {among}", ["list", "--page-size", "20", "--db", ours], [theirs, LIST], 5),
        (f"`todo search`, {among}", ["search", "number 4242", "--page-size", "20", "--db", ours], [theirs, SEARCH], 5),
        (f"`todo add`, durable, {among}", ["add", "Buy milk", "--db", ours], [theirs, ADD], 3),
    ]
    for promise, mine, other, ratio in cases:
        (our, limit), peak = in_turn([surroundings.todo, *mine], ["sqlite3", *other], rounds=rounds)
        memory = max(memory, peak)
        beside = "`sqlite3 --version`" if "help" in promise else "the same SQL by `sqlite3`"
        yield result(promise, our, limit=limit, beside=beside, ratio=ratio)
    yield result("peak memory of these", memory / 1024, "MiB", at_most=40)
    for options in (["--json"], ["--all", "--sort", "title"]):
        _, peak = run([surroundings.todo, "list", *options, "--db", ours])
        yield result(f"`todo list {' '.join(options)}`, all {among}: peak memory", peak / 1024, "MiB", at_most=40)
