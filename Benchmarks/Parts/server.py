"""Load on todo-server over loopback, by users with tokens, under the security rules: reads beside a bare Hummingbird,
commits, keyset pages, many clients at once."""
import http.client
import json
import os
import random
import shutil
import sqlite3
import subprocess
import time

from load import Load
from measure import Failed, Server, result
from sample import Sample

DATABASE = "projects/p/databases/(default)/documents"
ESCAPED = DATABASE.replace("(", "%28").replace(")", "%29")
# How many commit at once, and how often that is measured, each time by users of their own.
CLIENTS, TURNS = 200, 3


class Account:
    """A user of the server, who may do anything with what is below `users/NAME`."""

    def __init__(self, surroundings, folder, name):
        command = [surroundings.server, "user", "add", name, "--data", surroundings.path(folder)]
        self.name = name
        self.token = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def post(self, connection, path, body):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        connection.request("POST", f"/v1/{DATABASE}{path}", body, headers)
        response = connection.getresponse()
        text = response.read()
        if response.status != 200:
            raise Failed(f"The server answered {response.status}: {text[:300]!r}")
        return text


def update(name, fields):
    return {"update": {"name": f"{DATABASE}/users/{name}", "fields": fields}}


def number(value):
    return {"integerValue": str(value)}


def head(user, seq):
    fields = {"seq": number(seq), "gcSeq": number(0), "epoch": {"stringValue": "e"}, "schema": number(1)}
    return update(f"{user}/sync/head", fields)


def todo(user, id, seq):
    """About 1.2 KB, as a to-do of the sync protocol is."""
    stamp = f"1m8q{id:016d}"
    strings = {"title": f"Buy milk number {id}", "notes": "Six eggs, vanilla, cream. " * 24, "priority": "high"}
    fields = {name: {"stringValue": text} for name, text in strings.items()}
    fields["s"] = {"mapValue": {"fields": {name: {"stringValue": stamp} for name in ["*", "title", "notes"]}}}
    fields |= {"seq": number(seq), "hi": number(int(time.time() * 1000)), "v": number(1)}
    return update(f"{user}/todos/t{id:08d}", fields)


def commits(user, start, end, size=400):
    for first in range(start, end, size):
        seq = first // size + 1
        todos = [todo(user, id, seq) for id in range(first, min(first + size, end))]
        yield json.dumps({"writes": [head(user, seq)] + todos})


def connect(server):
    host, port = server.address.split(":")
    return http.client.HTTPConnection(host, int(port), timeout=120)


def fill(server, account, count):
    """The seconds that the commits took."""
    connection, seconds = connect(server), 0
    for start in range(0, count, 40_000):
        # The bodies are created beforehand: Python is slower than the server.
        bodies = list(commits(account.name, start, min(start + 40_000, count)))
        begin = time.perf_counter()
        for body in bodies:
            account.post(connection, ":commit", body)
        seconds += time.perf_counter() - begin
    return seconds


def page(user, seq, id):
    name = f"{DATABASE}/users/{user}/todos/t{id:08d}"
    order = [{"field": {"fieldPath": "seq"}, "direction": "ASCENDING"}, {"field": {"fieldPath": "__name__"}}]
    cursor = {"values": [number(seq), {"referenceValue": name}], "before": False}
    query = {"from": [{"collectionId": "todos"}], "orderBy": order, "startAt": cursor, "limit": 1000}
    return json.dumps({"structuredQuery": query})


def pages(server, account, count):
    """The milliseconds of a page of 1,000."""
    connection, times = connect(server), []
    for turn in range(30):
        id = (count - 1100) * turn // 30
        body = page(account.name, id // 400 + 1, id)
        begin = time.perf_counter()
        text = account.post(connection, f"/users/{account.name}:runQuery", body)
        times.append(time.perf_counter() - begin)
    if (found := text.count(b'"document"')) != 1000:
        raise Failed(f"A page of 1,000 had {found} documents.")
    return Sample.of(times) * 1000


def script(surroundings, name, text):
    path = surroundings.path(name)
    with open(path, "w") as file:
        file.write(text)
    return ["-s", path]


def reads(surroundings, account, count, before=""):
    """Of one document after another, so that hardly any is in the server's memory.

    A client that makes up each request has less time to send it, so that hello is asked by the same one: with `before`
    being `/?`, the path is a query of hello's own."""
    path = f"{before}/v1/{ESCAPED.replace('%', '%%')}/users/{account.name}/todos/t%08d"
    return script(surroundings, f"{account.name}{len(before)}.lua", f"""
headers = {{ Authorization = "Bearer {account.token}" }}
request = function() return wrk.format("GET", string.format("{path}", math.random(0, {count - 1})), headers) end
""")


def crowd(surroundings, name, accounts):
    """Each request is a device's commit: its head and one to-do. Each of wrk's threads has one connection and is one
    user, whose next commit is made once the last one was answered: a head counts up by one, so that two commits of a
    user that are on their way at once could not both be right."""
    users = []
    for account in accounts:
        body = json.dumps({"writes": [head(account.name, "N"), todo(account.name, 0, "N")]}).replace('"N"', '"%d"')
        headers = f'["Content-Type"] = "application/json", Authorization = "Bearer {account.token}"'
        users.append(f"{{ [==[{body}]==], {{ {headers} }} }}")
    return script(surroundings, name, f"""
users = {{ {", ".join(users)} }}
threads = 0
function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end
seq = 1
request = function()
  local user = users[number]
  return wrk.format("POST", "/v1/{DATABASE}:commit", user[2], string.format(user[1], seq, seq))
end
response = function(status)
  if status == 200 then seq = seq + 1 end
end
""")


def alone(surroundings, account, count):
    """The microseconds of the processor that the same reads take in SQLite alone: the server's own statement on its own
    file, mapped like there, one document after another."""
    path = os.path.join(surroundings.path("server"), "todo-server.db")
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.execute(f"PRAGMA mmap_size = {1 << 40}").fetchall()
    connection.execute("PRAGMA cache_size = -1024")
    name = f"{DATABASE}/users/{account.name}/todos".encode()
    [[id, collection]] = connection.execute("SELECT id, path FROM collection WHERE name = ?", [name])
    keys = [key for [key] in connection.execute("SELECT key FROM document WHERE collection = ?", [id])]
    if len(keys) != count:
        raise Failed(f"{len(keys)} of {count} documents are there.")
    statement = """SELECT createTime, updateTime, fields FROM document
        JOIN collection ON collection.id = document.collection WHERE path = ? AND key = ?"""
    chosen, times = random.Random(1), []
    for _ in range(5):
        some = chosen.choices(keys, k=50_000)
        begin = time.process_time()
        for key in some:
            connection.execute(statement, (collection, key)).fetchone()
        times.append((time.process_time() - begin) / len(some) * 1e6)
    connection.close()
    return Sample.of(times)


def beside_hello(surroundings, server, small, large, count):
    one = f"/v1/{ESCAPED}/users/{small.name}/todos/t00005000"
    header = ["-H", f"Authorization: Bearer {small.token}"]
    with Server.bare() as hello:
        def in_turn(*options, path="", hello_options):
            """Alternating: two cores serve both sides."""
            turns = [(Load(server, path, *options), Load(hello, "/" if path else "", *hello_options)) for _ in range(TURNS)]
            return [[Sample.of(getattr(turn[side], name) for turn in turns) for side in (0, 1)] for name in ("rate", "cost")]

        (ours, limit), (cost, hello_cost) = in_turn(*header, path=one, hello_options=header)
        yield result("reads of one document of 1.2 KB", ours, "/s", limit=limit, beside="a bare Hummingbird's hello",
                     least_ratio=0.5)
        yield result("what a read of one document costs the processor", cost, "µs", limit=hello_cost, beside="hello")
        (ours, limit), (cost, hello_cost) = in_turn(
            *reads(surroundings, large, count), hello_options=reads(surroundings, large, count, before="/?"))
        yield result(f"reads at random among {count:,} documents of 1.2 KB", ours, "/s", limit=limit,
                     beside="a bare Hummingbird's hello", least_ratio=0.7)
    both = hello_cost.median + alone(surroundings, large, count).median
    # The limit of what such a server can do here; 0.9 of it as a rate.
    yield result(f"what a read at random among {count:,} costs the processor", cost, "µs", limit=both,
                 beside="hello, and the same read by SQLite alone", ratio=1.11)
    many = Sample.of(Load(server, one, *header, connections=CLIENTS).p99 for _ in range(TURNS))
    yield result(f"{CLIENTS} clients that read: 99th percentile", many, at_most=100)


def measure(surroundings):
    crowds = [[Account(surroundings, "server", f"crowd{turn}-{number}") for number in range(CLIENTS)]
              for turn in range(TURNS)]
    small, large = (Account(surroundings, "server", name) for name in ("small", "large"))
    with Server.of_users(surroundings, "server") as server:
        yield result("10,000 documents in commits of 400", fill(server, small, 10_000), "s", at_most=1)
        page_of_small, before, count = pages(server, small, 10_000), server.memory(), surroundings.sizes[-1]
        fill(server, large, count)
        yield result(f"a keyset page of 1,000 among {count:,}", pages(server, large, count), limit=page_of_small,
                     beside="among 10,000", ratio=1.5)
        yield result(f"memory of todo-server after {count:,} documents more", server.memory(), "MiB", limit=before,
                     beside="before them", ratio=1.5)
        if not shutil.which("wrk"):
            yield result("reads and commits of many clients", skipped="wrk is not installed")
            return
        yield from beside_hello(surroundings, server, small, large, count)
        many = Sample.of(
            Load(server, "", *crowd(surroundings, f"crowd{turn}.lua", accounts), connections=CLIENTS, threads=CLIENTS).p99
            for turn, accounts in enumerate(crowds))
        yield result(f"{CLIENTS} clients that commit a head and a to-do: 99th percentile", many, at_most=100)
