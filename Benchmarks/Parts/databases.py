"""The databases that the other parts work on, made as a person would: by `todo import`."""
from measure import result, run, todos


def measure(surroundings):
    for size in sorted({*surroundings.sizes, surroundings.count}):
        source = surroundings.path("todos.ndjson")
        with open(source, "w") as file:
            file.writelines(todos(size))
        seconds, kilobytes = run([surroundings.todo, "import", source, "--quiet", "--db", surroundings.database(size)])
    yield result(f"`todo import` of {size:,} streams: peak memory", kilobytes / 1024, "MiB", at_most=150)
    yield result(f"`todo import` of {size:,}: a million in", seconds / size * 1e6, "s", at_most=45)
