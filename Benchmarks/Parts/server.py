"""Load on todo-server over loopback, by users with tokens, under the security rules: reads beside a bare Hummingbird,
commits, keyset pages, many clients at once."""
import http.client
import json
import re
import shutil
import statistics
import subprocess
import time

from measure import Server, result

DATABASE = "projects/p/databases/(default)/documents"
ESCAPED = DATABASE.replace("(", "%28").replace(")", "%29")
# Twice as many as there are connections and more, so that no user's commits overtake each other.
CROWD = 600


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
        assert response.status == 200, text[:300]
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
    """The median milliseconds of a page of 1,000."""
    connection, times = connect(server), []
    for turn in range(30):
        id = (count - 1100) * turn // 30
        body = page(account.name, id // 400 + 1, id)
        begin = time.perf_counter()
        text = account.post(connection, f"/users/{account.name}:runQuery", body)
        times.append(time.perf_counter() - begin)
    assert text.count(b'"document"') == 1000, text.count(b'"document"')
    return statistics.median(times) * 1000


class Load:
    """What wrk measured: requests a second, the 99th percentile of their milliseconds, and what a request costs the
    server's processors in microseconds, which other programs on the machine disturb less."""

    def __init__(self, server, path, *options, connections=64, seconds=5):
        before = server.processor_seconds()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", *options, f"http://{server.address}{path}"]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert "Non-2xx" not in output and "Socket errors" not in output, output
        count = int(re.search(r"(\d+) requests in", output)[1])
        self.cost = (server.processor_seconds() - before) / count * 1e6
        self.rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", output).groups()
        self.p99 = float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


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


def crowd(surroundings, accounts):
    """Each request is a device's commit: its head and one to-do."""
    users = []
    for account in accounts:
        body = json.dumps({"writes": [head(account.name, "N"), todo(account.name, 0, "N")]}).replace('"N"', '"%d"')
        headers = f'["Content-Type"] = "application/json", Authorization = "Bearer {account.token}"'
        users.append(f"{{ [==[{body}]==], {{ {headers} }} }}")
    return script(surroundings, "crowd.lua", f"""
users = {{ {", ".join(users)} }}
n = 0
request = function()
  local user = users[n % #users + 1]
  local seq = math.floor(n / #users) + 1
  n = n + 1
  return wrk.format("POST", "/v1/{DATABASE}:commit", user[2], string.format(user[1], seq, seq))
end
""")


def beside_hello(surroundings, server, small, large, count):
    one = f"/v1/{ESCAPED}/users/{small.name}/todos/t00005000"
    header = ["-H", f"Authorization: Bearer {small.token}"]
    cases = [("reads of one document", one, header, header),
             (f"reads of documents among {count:,}", "", reads(surroundings, large, count),
              reads(surroundings, large, count, before="/?"))]
    with Server.bare() as hello:
        for promise, path, options, hello_options in cases:
            # Alternating, and the median of three: two cores serve both sides.
            turns = [(Load(server, path, *options), Load(hello, "/" if path else "", *hello_options)) for _ in range(3)]
            ours, limit = sorted(turns, key=lambda turn: turn[0].rate / turn[1].rate)[1]
            yield result(f"{promise} of 1.2 KB", ours.rate, "/s", limit=limit.rate, beside="a bare Hummingbird's hello",
                         least_ratio=0.5)
            yield result("… what one costs the processor", ours.cost, "µs", limit=limit.cost, beside="hello")
    many = Load(server, one, *header, connections=200)
    yield result("200 clients that read: 99th percentile", many.p99, at_most=100)


def measure(surroundings):
    accounts = [Account(surroundings, "server", f"crowd{number}") for number in range(CROWD)]
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
        many = Load(server, "", *crowd(surroundings, accounts), connections=200)
        yield result("200 clients that commit a head and a to-do: 99th percentile", many.p99, at_most=100)
