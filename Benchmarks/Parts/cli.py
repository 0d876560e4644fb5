"""The `todo` program beside the `sqlite3` program doing the same on the same database: whole processes."""
import json
import shutil

from measure import in_turn, result, run

NEEDS = ["databases"]
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

# What the agenda shows at noon of 2026-11-23 in UTC: what is due by the end of the seventh day after.
DUE = "isDeleted = 0 AND completedAt IS NULL AND dueAt < 1796169600000"
AGENDA = f"""
SELECT rowID, id, createdAt, updatedAt, dueAt, dueZone, priority, title, notes, startedAt, startAt FROM todo
    WHERE {DUE} ORDER BY dueAt, priority DESC, id;
SELECT rowID, id, title FROM todo WHERE isDeleted = 0 AND completedAt IS NULL AND startAt IS NOT NULL
    AND startAt < 1796169600000;
SELECT rowID, id, title FROM todo WHERE isDeleted = 0 AND completedAt IS NULL AND startedAt IS NOT NULL;
SELECT todoTag.todoID, tag.id, tag.title FROM todoTag JOIN tag ON tag.rowID = todoTag.tagID
    WHERE todoTag.todoID IN (SELECT rowID FROM todo WHERE {DUE});
SELECT open FROM todoCount;
"""
TAGS = "SELECT title FROM tag WHERE isDeleted = 0 ORDER BY foldedTitle;"


def add_due(surroundings, database):
    """Some hundred to-dos that are due on the days around 2026-11-23."""
    source = surroundings.path("due.ndjson")
    with open(source, "w") as file:
        for number in range(300):
            day = f"2026-{11 if number % 15 < 10 else 12}-{21 + number % 15 if number % 15 < 10 else number % 15 - 9:02}"
            file.write(json.dumps({"title": f"due {number}", "due": {"day": day}}) + "\n")
    run([surroundings.todo, "import", source, "--quiet", "--no-backup", "--db", database])


def measure(surroundings):
    ours, theirs = surroundings.path("todo.db"), surroundings.path("sqlite3.db")
    for copy in (ours, theirs):
        shutil.copyfile(surroundings.database(surroundings.count), copy)
        add_due(surroundings, copy)
    rounds, among, memory = (10 if surroundings.is_quick else 60), f"in {surroundings.count:,} to-dos", 0
    cases = [
        ("`todo --help`", ["--help"], ["--version"], 2),
        (f"`todo list`, a page of 20 {among}", ["list", "--page-size", "20", "--db", ours], [theirs, LIST], 2.5),
        (f"`todo search`, {among}", ["search", "number 4242", "--page-size", "20", "--db", ours], [theirs, SEARCH], 2.5),
        (f"`todo add`, durable, {among}", ["add", "Buy milk", "--db", ours], [theirs, ADD], 2),
    ]
    at_noon = ["env", "TZ=UTC", "TODO_NOW=2026-11-23T12:00:00Z"]
    cases += [
        (f"`todo` alone, the agenda, {among}", ["--db", ours], [theirs, AGENDA], 5),
        (
            f"completion of a tag, {among}",
            ["---completion", "add", "--", "--tag", "5", "0", "todo", "add", "--db", ours, "--tag", ""],
            [theirs, TAGS], 5,
        ),
    ]
    for promise, mine, other, ratio in cases:
        (our, limit), peak = in_turn([*at_noon, surroundings.todo, *mine], [*at_noon, "sqlite3", *other], rounds=rounds)
        memory = max(memory, peak)
        beside = "`sqlite3 --version`" if "help" in promise else "the same SQL by `sqlite3`"
        yield result(promise, our, limit=limit, beside=beside, ratio=ratio)
    yield result("peak memory of these", memory / 1024, "MiB", at_most=40)
    for options in (["--json"], ["--all", "--sort", "title"]):
        _, peak = run([surroundings.todo, "list", *options, "--db", ours])
        yield result(f"`todo list {' '.join(options)}`, all {among}: peak memory", peak / 1024, "MiB", at_most=40)
