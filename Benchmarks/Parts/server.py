"""Load on todo-server over loopback: reads beside a bare Hummingbird, commits, keyset pages, many clients at once."""
import http.client
import json
import re
import shutil
import statistics
import subprocess
import time

from measure import Server, result

DATABASE = "projects/p/databases/(default)/documents"


def send(connection, path, body):
    connection.request("POST", path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    text = response.read()
    assert response.status == 200, text[:300]
    return text


def todo(user, number, seq):
    """About 1.2 KB, as a todo of the sync protocol is."""
    stamp = f"1m8q{number:016d}"
    strings = {"title": f"Buy milk number {number}", "notes": "Six eggs, vanilla, cream. " * 24, "priority": "high"}
    fields = {name: {"stringValue": text} for name, text in strings.items()}
    fields["s"] = {"mapValue": {"fields": {name: {"stringValue": stamp} for name in ["*", "title", "notes"]}}}
    fields |= {"seq": {"integerValue": str(seq)}, "hi": {"integerValue": "1795190000000"}, "v": {"integerValue": "1"}}
    return {"update": {"name": f"{DATABASE}/users/{user}/todos/t{number:08d}", "fields": fields}}


def commits(user, start, end, size=400):
    for first in range(start, end, size):
        yield json.dumps({"writes": [todo(user, n, first // size + 1) for n in range(first, min(first + size, end))]})


def connect(server):
    host, port = server.address.split(":")
    return http.client.HTTPConnection(host, int(port), timeout=120)


def fill(server, user, count):
    connection, seconds = connect(server), 0
    for start in range(0, count, 40_000):
        # The bodies are made beforehand: Python is slower than the server.
        bodies = list(commits(user, start, min(start + 40_000, count)))
        begin = time.perf_counter()
        for body in bodies:
            send(connection, f"/v1/{DATABASE}:commit", body)
        seconds += time.perf_counter() - begin
    return seconds


def page(user, seq, number):
    name = f"{DATABASE}/users/{user}/todos/t{number:08d}"
    order = [{"field": {"fieldPath": "seq"}, "direction": "ASCENDING"}, {"field": {"fieldPath": "__name__"}}]
    cursor = {"values": [{"integerValue": str(seq)}, {"referenceValue": name}], "before": False}
    query = {"from": [{"collectionId": "todos"}], "orderBy": order, "startAt": cursor, "limit": 1000}
    return json.dumps({"structuredQuery": query})


def pages(server, user, count):
    """The median milliseconds of a page of 1,000."""
    connection, times = connect(server), []
    for turn in range(30):
        number = (count - 1100) * turn // 30
        body = page(user, number // 400 + 1, number)
        begin = time.perf_counter()
        text = send(connection, f"/v1/{DATABASE}/users/{user}:runQuery", body)
        times.append(time.perf_counter() - begin)
    assert text.count(b'"document"') == 1000, text.count(b'"document"')
    return statistics.median(times) * 1000


def load(address, path, connections=64, seconds=5, script=()):
    """Requests a second, and the 99th percentile of their milliseconds."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", *script, f"http://{address}{path}"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in output and "Socket errors" not in output, output
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", output).groups()
    return rate, float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def crowd(server, surroundings, count=200):
    """Each request is a device's commit: its head and one todo."""
    script, bodies = surroundings.path("commit.lua"), []
    for user in range(count):
        head = {"update": {"name": f"{DATABASE}/users/crowd{user}/sync/head", "fields": {"seq": {"integerValue": "N"}}}}
        bodies.append(json.dumps({"writes": [head, todo(f"crowd{user}", 0, 0)]}).replace('"N"', '"%d"'))
    with open(script, "w") as file:
        texts = ",\n".join("[==[" + body + "]==]" for body in bodies)
        file.write(f"bodies = {{ {texts} }}\nn = 0\nrequest = function()\n  n = n + 1\n")
        file.write("  local body = string.format(bodies[n % #bodies + 1], n)\n")
        file.write(f'  return wrk.format("POST", "/v1/{DATABASE}:commit", {{["Content-Type"]="application/json"}}, body)\nend\n')
    return load(server.address, "", count, script=["-s", script])


def measure(surroundings):
    with Server.of_todos(surroundings, "server") as server:
        seconds = fill(server, "small", 10_000)
        yield result("10,000 documents in commits of 400", seconds, "s", at_most=1)
        small = pages(server, "small", 10_000)
        read = f"/v1/{DATABASE.replace('(', '%28').replace(')', '%29')}/users/small/todos/t00005000"
        if shutil.which("wrk"):
            # In turn, and the middle of three: two cores serve both sides.
            with Server.bare() as hello:
                turns = [(load(server.address, read)[0], load(hello.address, "/")[0]) for _ in range(3)]
            ours, limit = sorted(turns, key=lambda turn: turn[0] / turn[1])[1]
            yield result("reads of a document of 1.2 KB", ours, "/s", limit=limit, beside="a bare Hummingbird's hello",
                         least_ratio=0.5)
            yield result("200 clients that read: 99th percentile", load(server.address, read, 200)[1], at_most=100)
            yield result("200 clients that commit a head and a to-do: 99th percentile", crowd(server, surroundings)[1],
                         at_most=100)
        else:
            yield result("reads and commits of many clients", skipped="wrk is not installed")
        before = server.memory()
        large = surroundings.sizes[-1]
        fill(server, "large", large)
        yield result(f"a keyset page of 1,000 among {large:,}", pages(server, "large", large), limit=small,
                     beside="among 10,000", ratio=1.5)
        yield result(f"memory of todo-server after {large:,} documents more", server.memory(), "MiB", limit=before,
                     beside="before them", ratio=1.5)
