"""`todo mcp`: how long an assistant waits, what a change costs beside the command's, and how much of its context is used."""
import json
import os
import re
import shutil
import subprocess
import time

from measure import Failed, result, run
from sample import Sample

NEEDS = ["databases"]
TAGGED = 1_000
PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "assistants.md")


class Assistant:
    """A running `todo mcp`, and a client that has shaken hands with it."""

    def __init__(self, todo, database):
        self.last = 0
        start = time.perf_counter()
        self.process = subprocess.Popen(
            [todo, "mcp", "--db", database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "bench", "version": "1"}})
        self.milliseconds = (time.perf_counter() - start) * 1000

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=60)

    def ask(self, method, params):
        """The bytes of the request and of the answer, and the result."""
        self.last += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}).encode() + b"\n"
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        message = json.loads(answer) if answer else {}
        if message.get("result", {"isError": True}).get("isError"):
            raise Failed(f"{method} {params.get('name', '')} failed: {answer[:200]!r}")
        return len(line) + len(answer), message["result"]

    def call(self, tool, arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})


def timed(body):
    start = time.perf_counter()
    body()
    return (time.perf_counter() - start) * 1000


def add_tagged(surroundings, database):
    """To-dos that are changed together."""
    source = surroundings.path("tagged.ndjson")
    with open(source, "w") as file:
        for number in range(TAGGED):
            file.write(json.dumps({"title": f"tagged {number}", "tags": [{"title": "bench"}]}) + "\n")
    run([surroundings.todo, "import", source, "--quiet", "--no-backup", "--db", database])


def questions():
    """What people ask, by docs/assistants.md: the words, and the calls."""
    with open(PAGE) as page:
        for line in page:
            if line.startswith("| “"):
                words, calls = line.split("|", 2)[1:]
                found = [call.split(" ", 1) for call in re.findall(r"`([a-z]+ \{.*?\})`", calls)]
                yield words.strip(), [(tool, arguments) for tool, arguments in found]


def bytes_of_questions(surroundings):
    """The bytes of each question's calls and answers, each on a small database of its own."""
    fresh = surroundings.path("mcp-fresh.db")
    with Assistant(surroundings.todo, fresh) as assistant:
        todos = [{"title": "Pay the rent", "due": "yesterday", "tags": ["home"], "priority": "high"},
                 {"title": "Water the garden", "due": "today", "list": "Home", "createList": True}, {"title": "Done"}]
        items = assistant.call("add", {"todos": todos})[1]["structuredContent"]["items"]
        assistant.call("finish", {"ids": [items[2]["id"]]})
    for number, (words, calls) in enumerate(questions()):
        database, total = surroundings.path(f"mcp-{number}.db"), 0
        shutil.copyfile(fresh, database)
        with Assistant(surroundings.todo, database) as assistant:
            assistant.call("add", {"todos": [{"title": "Earlier in this conversation"}]})
            for tool, arguments in calls:
                known = items[2 if "not done" in words else 0]["id"]
                total += assistant.call(tool, json.loads(arguments.replace("ID", known)))[0]
        yield total


def measure(surroundings):
    ours, among = surroundings.path("mcp.db"), f"among {surroundings.count:,} to-dos"
    shutil.copyfile(surroundings.database(surroundings.count), ours)
    add_tagged(surroundings, ours)
    rounds = 5 if surroundings.is_quick else 20

    starts = []
    for _ in range(rounds + 3):
        with Assistant(surroundings.todo, ours) as assistant:
            starts.append(assistant.milliseconds)
    yield result(f"`todo mcp` is ready, {among}", Sample.of(starts[3:]), at_most=30)

    changes, finds = [], []
    with Assistant(surroundings.todo, ours) as assistant:
        for number in range(10 * rounds + 10):
            filters = {"filter": ["is:open", "priority:high", "tag:\"tag 7\""][number % 3], "limit": 50, "sort": "due"}
            found = []
            took = timed(lambda: found.append(assistant.call("find", filters)[1]))
            if len(found[0]["structuredContent"]["items"]) != 50:
                raise Failed("find did not find 50 to-dos.")
            finds.append(took)
        yield result(f"`find` of 50 {among}", Sample.of(finds[10:]), at_most=5)
        edit = [surroundings.todo, "edit", "--where", "tag:bench", "--yes", "--quiet", "--db", ours, "--priority", "low"]
        commands = []
        # In turn, so that a machine that slows down slows both; each changes all of them.
        for _ in range(rounds + 1):
            what = {"filter": "tag:bench", "set": {"priority": "high"}, "confirm": TAGGED}
            changes.append(timed(lambda: assistant.call("change", what)))
            commands.append(run(edit)[0] * 1000)
        tools = assistant.ask("tools/list", {})[0]
    yield result(f"`change` of {TAGGED:,} {among}, in one step", Sample.of(changes[1:]), limit=Sample.of(commands[1:]),
                 beside="`todo edit --where`", ratio=1.2)
    yield result("`tools/list`", tools / 1000, "kB", at_most=10)
    sizes = list(bytes_of_questions(surroundings))
    yield result(f"{len(sizes)} questions of docs/assistants.md: calls and answers, the largest", max(sizes) / 1000, "kB",
                 at_most=5)
    yield result(f"{len(sizes)} questions of docs/assistants.md: calls and answers, all", sum(sizes) / 1000, "kB",
                 at_most=40)
