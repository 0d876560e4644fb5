#!/usr/bin/env python3
"""Load on todo-server over loopback: reads against its own hello (/health), commits, keyset pages, many clients at once.

    python3 Benchmarks/server.py .build/release/todo-server [documents, default 1000000]

Reads are measured with wrk where it is installed."""

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

binary = sys.argv[1]
large = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
folder = tempfile.mkdtemp(dir=os.environ.get("BENCH_DIR"))
server = subprocess.Popen([binary, "serve", "--open", "--port", "0", "--data", folder], stdout=subprocess.PIPE, text=True)
address = server.stdout.readline().split("//")[1].strip()
DATABASE = "projects/p/databases/(default)/documents"


def client():
    host, port = address.split(":")
    return http.client.HTTPConnection(host, int(port), timeout=120)


def send(connection, method, path, body=None):
    connection.request(method, path, body, {"Content-Type": "application/json"})
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


def fill(user, count):
    connection = client()
    seconds = 0
    for start in range(0, count, 40_000):
        # The bodies are made beforehand: Python is slower than the server.
        bodies = list(commits(user, start, min(start + 40_000, count)))
        begin = time.perf_counter()
        for body in bodies:
            send(connection, "POST", f"/v1/{DATABASE}:commit", body)
        seconds += time.perf_counter() - begin
    return seconds


def page(user, seq, number):
    name = f"{DATABASE}/users/{user}/todos/t{number:08d}"
    order = [{"field": {"fieldPath": "seq"}, "direction": "ASCENDING"}, {"field": {"fieldPath": "__name__"}}]
    cursor = {"values": [{"integerValue": str(seq)}, {"referenceValue": name}], "before": False}
    query = {"from": [{"collectionId": "todos"}], "orderBy": order, "startAt": cursor, "limit": 1000}
    return json.dumps({"structuredQuery": query})


def pages(user, count):
    connection = client()
    times = []
    for turn in range(30):
        number = (count - 1100) * turn // 30
        body = page(user, number // 400 + 1, number)
        begin = time.perf_counter()
        text = send(connection, "POST", f"/v1/{DATABASE}/users/{user}:runQuery", body)
        times.append(time.perf_counter() - begin)
    assert text.count(b'"document"') == 1000, text.count(b'"document"')
    return statistics.median(times) * 1000


def rate(path, connections=64, duration=5, *more):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{duration}s", "--latency", *more, f"http://{address}{path}"]
    output = subprocess.run(command, capture_output=True, text=True).stdout
    assert "Non-2xx" not in output, output
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), re.search(r"99%\s+(\S+)", output)[1]


def crowd(count=200, duration=5):
    """Each request is a device's commit: its head and one todo."""
    script = os.path.join(folder, "commit.lua")
    bodies = []
    for user in range(count):
        head = {"update": {"name": f"{DATABASE}/users/crowd{user}/sync/head", "fields": {"seq": {"integerValue": "N"}}}}
        bodies.append(json.dumps({"writes": [head, todo(f"crowd{user}", 0, 0)]}).replace('"N"', '"%d"'))
    with open(script, "w") as file:
        texts = ",\n".join("[==[" + body + "]==]" for body in bodies)
        file.write(f"bodies = {{ {texts} }}\nn = 0\nrequest = function()\n  n = n + 1\n")
        file.write("  local body = string.format(bodies[n % #bodies + 1], n)\n")
        file.write(f'  return wrk.format("POST", "/v1/{DATABASE}:commit", {{["Content-Type"]="application/json"}}, body)\nend\n')
    return rate("", count, duration, "-s", script)


def memory():
    with open(f"/proc/{server.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) // 1024


try:
    print(f"10,000 documents in commits of 400: {fill('small', 10_000):.2f} s")
    print(f"a keyset page of 1,000 among 10,000: {pages('small', 10_000):.1f} ms")
    if shutil.which("wrk"):
        hello, hello_p99 = rate("/health")
        read, read_p99 = rate(f"/v1/{DATABASE.replace('(', '%28').replace(')', '%29')}/users/small/todos/t00005000")
        print(f"hello: {hello:.0f} a second, p99 {hello_p99}")
        print(f"a document of 1.2 KB: {read:.0f} a second, p99 {read_p99}: {read / hello:.2f} of hello")
        many, p99 = rate(f"/v1/{DATABASE}/users/small/todos/t00005000", 200)
        print(f"200 clients that read: {many:.0f} a second, p99 {p99}")
        many, p99 = crowd()
        print(f"200 clients that commit a head and a todo: {many:.0f} a second, p99 {p99}")
    print(f"memory: {memory()} MiB")
    print(f"{large:,} documents in commits of 400: {fill('large', large):.1f} s")
    print(f"a keyset page of 1,000 among {large:,}: {pages('large', large):.1f} ms")
    print(f"memory: {memory()} MiB")
finally:
    server.terminate()
    server.wait()
    shutil.rmtree(folder)
