#!/usr/bin/env python3
"""Load on todo-server over loopback, by users with tokens, under the security rules: reads beside Hummingbird's own
hello, commits, keyset pages, many clients at once.

    python3 Benchmarks/server.py .build/release/todo-server .build/release/hello [documents, default 1000000]

Reads are measured with wrk where it is installed. Beside the rate stands what a request costs the server's processor,
which other programs on the machine disturb less."""

import http.client
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

binary, hello_binary = sys.argv[1:3]
large = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
folder = tempfile.mkdtemp(dir=os.environ.get("BENCH_DIR"))
DATABASE = "projects/p/databases/(default)/documents"
# Twice as many as there are connections and more, so that no user's commits overtake one another.
CROWD = 600


def start(command):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return process, process.stdout.readline().split("//")[1].strip()


def add(user):
    command = [binary, "user", "add", user, "--data", folder]
    token = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return f"Bearer {token}"


tokens = {user: add(user) for user in ["small", "large"] + [f"crowd{number}" for number in range(CROWD)]}
options = ["--user-rate", "1e9", "--address-rate", "1e9", "--quota-documents", "10000000", "--quota-bytes", "10000000000"]
server, address = start([binary, "serve", "--port", "0", "--data", folder] + options)
hello, hello_address = start([hello_binary])


def client():
    host, port = address.split(":")
    return http.client.HTTPConnection(host, int(port), timeout=120)


def send(connection, user, path, body):
    headers = {"Content-Type": "application/json", "Authorization": tokens[user]}
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
    """About 1.2 KB, as a todo of the sync protocol is."""
    stamp = f"1m8q{id:016d}"
    strings = {"title": f"Buy milk number {id}", "notes": "Six eggs, vanilla, cream. " * 24, "priority": "high"}
    fields = {name: {"stringValue": text} for name, text in strings.items()}
    fields["s"] = {"mapValue": {"fields": {name: {"stringValue": stamp} for name in ["*", "title", "notes"]}}}
    fields |= {"seq": number(seq), "hi": number(int(time.time() * 1000)), "v": number(1)}
    return update(f"{user}/todos/t{id:08d}", fields)


def commits(user, start, end, size=400):
    for first in range(start, end, size):
        seq = first // size + 1
        yield json.dumps({"writes": [head(user, seq)] + [todo(user, id, seq) for id in range(first, min(first + size, end))]})


def fill(user, count):
    connection = client()
    seconds = 0
    for start in range(0, count, 40_000):
        # The bodies are made beforehand: Python is slower than the server.
        bodies = list(commits(user, start, min(start + 40_000, count)))
        begin = time.perf_counter()
        for body in bodies:
            send(connection, user, ":commit", body)
        seconds += time.perf_counter() - begin
    return seconds


def page(user, seq, id):
    name = f"{DATABASE}/users/{user}/todos/t{id:08d}"
    order = [{"field": {"fieldPath": "seq"}, "direction": "ASCENDING"}, {"field": {"fieldPath": "__name__"}}]
    cursor = {"values": [number(seq), {"referenceValue": name}], "before": False}
    query = {"from": [{"collectionId": "todos"}], "orderBy": order, "startAt": cursor, "limit": 1000}
    return json.dumps({"structuredQuery": query})


def pages(user, count):
    connection = client()
    times = []
    for turn in range(30):
        id = (count - 1100) * turn // 30
        body = page(user, id // 400 + 1, id)
        begin = time.perf_counter()
        text = send(connection, user, f"/users/{user}:runQuery", body)
        times.append(time.perf_counter() - begin)
    assert text.count(b'"document"') == 1000, text.count(b'"document"')
    return statistics.median(times) * 1000


def processor(process):
    with open(f"/proc/{process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rate(what, process, url, *more, connections=64, duration=5):
    before = processor(process)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{duration}s", "--latency", *more, url]
    output = subprocess.run(command, capture_output=True, text=True).stdout
    count = int(re.search(r"(\d+) requests in", output)[1])
    cost = (processor(process) - before) / count * 1e6
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    per_second = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    p99 = re.search(r"99%\s+(\S+)", output)[1]
    print(f"{what}: {per_second:.0f} a second, p99 {p99}, {cost:.0f} us of processor" + (f", {refused[1]} REFUSED" if refused else ""))
    return per_second, cost


def script(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return ["-s", path]


def reads(user, count):
    """Of one document after another, so that hardly any is in the server's memory."""
    path = f"/v1/{DATABASE.replace('(', '%%28').replace(')', '%%29')}/users/{user}/todos/t%08d"
    return script(f"{user}.lua", f"""
headers = {{ Authorization = "{tokens[user]}" }}
request = function() return wrk.format("GET", string.format("{path}", math.random(0, {count - 1})), headers) end
""")


def crowd():
    """Each request is a device's commit: its head and one todo."""
    bodies = []
    for index in range(CROWD):
        user = f"crowd{index}"
        body = json.dumps({"writes": [head(user, "N"), todo(user, 0, "N")]}).replace('"N"', '"%d"')
        bodies.append(f'{{ [==[{body}]==], {{ ["Content-Type"] = "application/json", Authorization = "{tokens[user]}" }} }}')
    return script("crowd.lua", f"""
users = {{ {", ".join(bodies)} }}
n = 0
request = function()
  local user = users[n % #users + 1]
  local seq = math.floor(n / #users) + 1
  n = n + 1
  return wrk.format("POST", "/v1/{DATABASE}:commit", user[2], string.format(user[1], seq, seq))
end
""")


def memory():
    with open(f"/proc/{server.pid}/status") as status:
        return int(re.search(r"RssAnon:\s+(\d+)", status.read())[1]) // 1024


try:
    print(f"10,000 documents in commits of 400: {fill('small', 10_000):.2f} s")
    print(f"a keyset page of 1,000 among 10,000: {pages('small', 10_000):.1f} ms")
    print(f"{large:,} documents in commits of 400: {fill('large', large):.1f} s")
    print(f"a keyset page of 1,000 among {large:,}: {pages('large', large):.1f} ms")
    print(f"memory: {memory()} MiB")
    if shutil.which("wrk"):
        url = f"http://{address}"
        one = f"{url}/v1/{DATABASE.replace('(', '%28').replace(')', '%29')}/users/small/todos/t00005000"
        header = ["-H", f"Authorization: {tokens['small']}"]
        base = rate("Hummingbird's hello", hello, f"http://{hello_address}/")
        for what, target, more in [
            ("one document again and again", one, header), (f"documents among {large:,}", url, reads("large", large)),
        ]:
            read = rate(what, server, target, *more)
            print(f"  {read[0] / base[0]:.2f} of hello; by processor {base[1] / read[1]:.2f}")
        rate("200 clients that read", server, one, *header, connections=200)
        rate("200 clients that commit a head and a todo", server, url, *crowd(), connections=200)
        print(f"memory: {memory()} MiB")
finally:
    for process in [server, hello]:
        process.terminate()
        process.wait()
    shutil.rmtree(folder)
