"""To-dos that repeat and have reminders, beside as many that do not: whole processes."""
import json

from measure import in_turn, result, run, todos
from sample import Sample

COUNT = 10_000


def database(surroundings, name, **members):
    """A database of to-dos that all have these members."""
    source, path = surroundings.path(f"{name}.ndjson"), surroundings.path(f"{name}.db")
    with open(source, "w") as file:
        for line in todos(COUNT):
            file.write(json.dumps(json.loads(line) | {"due": {"day": "2026-12-24"}} | members) + "\n")
    run([surroundings.todo, "import", source, "--quiet", "--db", path])
    return path


def measure(surroundings):
    plain = database(surroundings, "plain")
    series = database(surroundings, "series", recurrence={"rrule": "FREQ=WEEKLY;BYDAY=MO,TH"})
    reminding = database(surroundings, "reminding", reminders=[{"before": "PT10M", "of": "due"}])
    rounds, among, beside = 10 if surroundings.is_quick else 60, f"in {COUNT:,}", f"in {COUNT:,} that do not"
    page = ["list", "--page-size", "20", "--db"]
    for path, kind in [(series, "that repeat"), (reminding, "with reminders")]:
        (ours, limit), _ = in_turn([surroundings.todo, *page, path], [surroundings.todo, *page, plain], rounds=rounds)
        yield result(f"`todo list`, a page of 20 {among} {kind}", ours, limit=limit, beside=beside, ratio=1.25)
    ids = [json.loads(line)["id"] for line in todos(rounds)]
    times = [[run([surroundings.todo, "done", id, "--quiet", "--db", path])[0] * 1000 for path in (series, plain)]
             for id in ids]
    ours, limit = (Sample.of(turn[index] for turn in times) for index in range(2))
    # It writes two to-dos, and what they show.
    yield result(f"`todo done`, durable, {among} that repeat", ours, limit=limit, beside=beside, ratio=2)
    ours = Sample.of(
        run([surroundings.todo, "remind", "--list", "--json", "--db", reminding])[0] * 1000 for _ in range(rounds))
    yield result(f"`todo remind --list`, all {among} with reminders", ours, at_most=1000)
