"""Taskwarrior beside ours on the same 10,000 tasks, where it is installed."""
import json
import os
import shutil
import subprocess

from measure import in_turn, result, todos

COUNT = 10_000


def tasks():
    """The same to-dos as Taskwarrior writes them."""
    for line in todos(COUNT):
        todo = json.loads(line)
        when = todo["createdAt"].replace("-", "").replace(":", "")
        task = {"uuid": todo["id"], "description": todo["title"], "entry": when, "modified": when, "status": "pending",
                "tags": [tag["title"].replace(" ", "_") for tag in todo["tags"]]}
        if todo["due"]:
            task["due"] = todo["due"]["day"].replace("-", "") + "T000000Z"
        if todo["priority"]:
            task["priority"] = {"low": "L", "high": "H"}[todo["priority"]]
        yield task


def measure(surroundings):
    if not shutil.which("task"):
        yield result("the same work by Taskwarrior", skipped="Taskwarrior is not installed")
        return
    folder, source, database = (surroundings.path(name) for name in ("taskwarrior", "tasks.json", "taskwarrior.db"))
    with open(source, "w") as file:
        json.dump(list(tasks()), file, ensure_ascii=False)
    configuration = surroundings.path("taskrc")
    with open(configuration, "w") as file:
        file.write(f"data.location={folder}\nconfirmation=off\nhooks=off\nverbose=nothing\ngc=on\n")
    os.makedirs(folder)
    os.environ |= {"TASKRC": configuration, "TASKDATA": folder}
    subprocess.run(["task", "import", source], check=True, capture_output=True)
    subprocess.run([surroundings.todo, "import", source, "--format", "taskwarrior", "--quiet", "--db", database], check=True)
    cases = [
        ("list", ["list", "--page-size", "20"], ["next", "limit:20"]),
        ("search", ["search", "number 4242", "--page-size", "20"], ["next", "/number 4242/"]),
        ("add", ["add", "Buy milk"], ["add", "Buy milk"]),
    ]
    for name, ours, theirs in cases:
        commands = [surroundings.todo, *ours, "--db", database], ["task", "rc.defaultwidth:120", *theirs]
        (mine, other), _ = in_turn(*commands, rounds=5 if surroundings.is_quick else 20)
        yield result(f"`todo {name}` in {COUNT:,}", mine, limit=other, beside=f"Taskwarrior's `task {theirs[0]}`", ratio=1)
