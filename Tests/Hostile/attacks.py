"""What one hostile user does to another one of todo-server, at default limits.

    python3 Tests/Hostile/attacks.py PATH-OF-todo-server [ATTACK ...] [--seconds N] [--documents N] [--load N ...]

For each attack a server is started anew on a copy of one database. While the attack lasts, another user asks for
`/health`, reads a document, reads a page of a hundred and commits, twenty times a second each. Printed are the 99th
percentile of each in milliseconds, counted from when the request was due, how many were not answered with 200, and the
greatest memory of the server: all that is resident, and of that what is its own (the rest is the mapped file).

Each attack is made once for each `--load`: beside so many processes that do nothing but use up a processor, as a
machine has that does other work too. By default that is without any, and with 8.
"""
import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

DOCUMENTS = "projects/p/databases/(default)/documents"
# Addresses of this machine: limits count them as two clients.
VICTIM, HOSTILE = "127.0.0.1", "127.0.0.2"


class Account:
    def __init__(self, server, database, name):
        command = [server, "user", "add", name, "--database", database]
        self.name = name
        self.token = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


class Client:
    """A connection that stays, of one account from one address."""

    def __init__(self, port, account, address, timeout=150):
        self.port, self.account, self.address, self.timeout = port, account, address, timeout
        self.connection = None

    def send(self, method, path, body=None, token=None):
        """The status and the body of the answer; None where there was none."""
        headers = {"Authorization": f"Bearer {token or self.account.token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            if not self.connection:
                self.connection = http.client.HTTPConnection(
                    "127.0.0.1", self.port, timeout=self.timeout, source_address=(self.address, 0))
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            return response.status, response.read()
        except OSError:
            self.connection = None
            return None, b""
        except http.client.HTTPException:
            self.connection = None
            return None, b""

    def call(self, path, body):
        return self.send("POST", f"/v1/{DOCUMENTS}{path}", body if isinstance(body, bytes) else json.dumps(body).encode())

    def raw(self, data):
        """A socket that has sent `data` and reads nothing."""
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((self.address, 0))
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(data)
        return connection

    def head(self, method, path, length=None):
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {self.account.token}"]
        if length is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {length}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


def name(user, path):
    return f"{DOCUMENTS}/users/{user}/{path}"


def update(user, path, fields):
    return {"update": {"name": name(user, path), "fields": fields}}


def number(value):
    return {"integerValue": str(value)}


def head(user, seq):
    return update(user, "sync/head", {
        "seq": number(seq), "gcSeq": number(0), "epoch": {"stringValue": "e"}, "schema": number(1)})


def todo(user, id, seq, title="Buy milk, eggs and cream"):
    return update(user, f"todos/t{id:07d}", {
        "title": {"stringValue": f"{title} {id * 7919 % 1000003}"}, "notes": {"stringValue": "vanilla " * 60},
        "tags": {"arrayValue": {"values": [{"stringValue": f"tag{id % 50}"}]}}, "seq": number(seq), "hi": number(1)})


def page(limit=100):
    return {"structuredQuery": {"from": [{"collectionId": "todos"}], "orderBy": [{"field": {"fieldPath": "seq"}}],
                                "limit": limit}}


def fill(port, account, count, large=0):
    client = Client(port, account, VICTIM)
    for seq, first in enumerate(range(0, count, 400), 1):
        writes = [head(account.name, seq)] + [todo(account.name, id, seq) for id in range(first, min(first + 400, count))]
        status, text = client.call(":commit", {"writes": writes})
        assert status == 200, text[:300]
    seq = -(-count // 400) + 1
    for id in range(large):
        # A megabyte that is six of them as JSON.
        fields = {"title": {"stringValue": "\u0001" * 1_000_000}, "seq": number(seq + id), "hi": number(1)}
        body = {"writes": [head(account.name, seq + id), update(account.name, f"packs/p{id}", fields)]}
        status, text = client.call(":commit", body)
        assert status == 200, text[:300]


# The other user

def ask(port, account, kind, seconds, results):
    """Asks one thing twenty times a second and reports the milliseconds of each, and how many went wrong."""
    client, times, failures = Client(port, account, VICTIM), [], 0
    start, due, seq = time.perf_counter(), 0.0, None
    while due < seconds:
        wait = start + due - time.perf_counter()
        if wait > 0:
            time.sleep(wait)
        if kind == "health":
            status, _ = client.send("GET", "/health")
        elif kind == "read":
            status, _ = client.send("GET", f"/v1/{name(account.name, 'todos/t0000001')}")
        elif kind == "page":
            status, _ = client.call(f"/users/{account.name}:runQuery", page())
        else:
            if seq is None:
                _, text = client.send("GET", f"/v1/{name(account.name, 'sync/head')}")
                seq = int(json.loads(text)["fields"]["seq"]["integerValue"]) if text.startswith(b"{\"name") else None
            seq = seq and seq + 1
            status, _ = client.call(":commit", {"writes": [head(account.name, seq), todo(account.name, 2, seq)]}) if seq else (None, b"")
            if status != 200:
                seq = None
        times.append((time.perf_counter() - start - due) * 1000)
        failures += status != 200
        due += 0.05
        # What was due while it waited is one delay, and not as many as were missed.
        due = max(due, time.perf_counter() - start - 1)
    results.put((kind, times, failures))


def percentile(times, share):
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


# The attacks: each gets a port, an account and how long to go on, in a process of its own.

def crowd(count, body):
    threads = [threading.Thread(target=body, args=(index,), daemon=True) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def repeat(port, account, seconds, count, path, body, address=HOSTILE):
    end = time.time() + seconds

    def run(_):
        client = Client(port, account, address)
        while time.time() < end:
            client.call(path, body)
    crowd(count, run)


def none(port, account, seconds):
    time.sleep(seconds)


def filters(port, account, seconds):
    parts = [{"fieldFilter": {"field": {"fieldPath": f"f{index}"}, "op": "GREATER_THAN", "value": number(1)}}
             for index in range(20_000)]
    query = {"from": [{"collectionId": "todos"}], "where": {"compositeFilter": {"op": "AND", "filters": parts}}}
    repeat(port, account, seconds, 4, f"/users/{account.name}:runQuery", json.dumps({"structuredQuery": query}).encode())


def transforms(port, account, seconds):
    parts = [{"fieldPath": f"f{index}", "increment": number(1)} for index in range(50_000)]
    write = {"transform": {"document": name(account.name, "todos/t0000001"), "fieldTransforms": parts}}
    repeat(port, account, seconds, 4, ":commit", json.dumps({"writes": [write]}).encode())


def append(port, account, seconds):
    elements = {"values": [number(index) for index in range(50_000)]}
    write = {"transform": {"document": name(account.name, "todos/t0000001"), "fieldTransforms": [
        {"fieldPath": "tags", "appendMissingElements": elements}]}}
    repeat(port, account, seconds, 4, ":commit", json.dumps({"writes": [write]}).encode())


def masks(port, account, seconds):
    fields = {f"f{index:06d}": {"nullValue": None} for index in range(50_000)}
    write = {"update": {"name": name(account.name, "todos/t0000001"), "fields": fields},
             "updateMask": {"fieldPaths": sorted(fields, reverse=True)}}
    repeat(port, account, seconds, 4, ":commit", json.dumps({"writes": [write]}).encode())


def commits(port, account, seconds):
    """Commits of nine megabytes that are allowed, but for the head's sequence."""
    text = "x" * 20_000
    writes = [head(account.name, 1)] + [todo(account.name, id, 1, text) for id in range(440)]
    repeat(port, account, seconds, 4, ":commit", json.dumps({"writes": writes}).encode())


def queries(port, account, seconds):
    query = {"from": [{"collectionId": "todos"}], "orderBy": [{"field": {"fieldPath": "title"}}], "limit": 10,
             "where": {"fieldFilter": {"field": {"fieldPath": "tags"}, "op": "ARRAY_CONTAINS_ANY", "value": {
                 "arrayValue": {"values": [{"stringValue": f"tag{index}"} for index in range(30)]}}}}}
    repeat(port, account, seconds, 16, f"/users/{account.name}:runQuery", json.dumps({"structuredQuery": query}).encode())


def unread(port, account, seconds):
    """Three hundred connections that ask for six megabytes and read nothing."""
    client = Client(port, account, HOSTILE)
    request = client.head("GET", f"/v1/{name(account.name, 'packs/p0')}")
    sockets = []
    for _ in range(300):
        try:
            sockets.append(client.raw(request))
        except OSError:
            pass
    time.sleep(seconds)


def spools(port, account, seconds):
    """Three hundred connections that ask for all documents and read nothing."""
    body = json.dumps({"structuredQuery": {"from": [{"collectionId": "todos"}]}}).encode()
    client = Client(port, account, HOSTILE)
    request = client.head("POST", f"/v1/{DOCUMENTS}/users/{account.name}:runQuery", len(body)) + body
    sockets = []
    for _ in range(300):
        try:
            sockets.append(client.raw(request))
        except OSError:
            pass
    time.sleep(seconds)


def names(port, account, seconds):
    """Transactions that have read as many names as a body holds."""
    names = [name(account.name, f"todos/x{index:06d}") for index in range(80_000)]
    end = time.time() + seconds

    def run(_):
        client = Client(port, account, HOSTILE)
        while time.time() < end:
            client.call(":batchGet", {"documents": names, "newTransaction": {"readWrite": {}}})
    crowd(4, run)


def bodies(port, account, seconds):
    """Thirteen bodies of ten megabytes of which the last byte does not come, and many that have just begun."""
    client, size = Client(port, account, HOSTILE), 10 << 20
    sockets, end = [], time.time() + seconds
    for number in range(300):
        try:
            connection = client.raw(client.head("POST", f"/v1/{DOCUMENTS}:commit", size))
            connection.settimeout(5)
            sockets.append(connection)
            connection.sendall(b" " * (size - 100 if number < 12 else 8 << 10))
        except OSError:
            pass
    while time.time() < end:
        for connection in sockets:
            try:
                connection.sendall(b" ")
            except OSError:
                pass
        time.sleep(1)


def tokens(port, account, seconds):
    """Wrong tokens from the address of the other user, ten a second."""
    client, end = Client(port, account, VICTIM), time.time() + seconds
    wrong = account.token[:-64] + "0" * 64
    while time.time() < end:
        client.send("GET", f"/v1/{name(account.name, 'sync/head')}", token=wrong)
        time.sleep(0.1)


def flood(port, account, seconds):
    """Wrong tokens from the address of the other user, as many as can be."""
    end = time.time() + seconds
    wrong = account.token[:-64] + "0" * 64

    def run(_):
        client = Client(port, account, VICTIM)
        while time.time() < end:
            client.send("GET", f"/v1/{name(account.name, 'sync/head')}", token=wrong)
    crowd(4, run)


ATTACKS = [none, filters, transforms, append, masks, commits, queries, unread, spools, names, bodies, tokens, flood]


# One run

def spin():
    while True:
        pass


@contextlib.contextmanager
def load(count):
    """So many busy processes while the body runs."""
    processes = [multiprocessing.Process(target=spin, daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


class Server:
    def __init__(self, program, database):
        # Behind no proxy, on loopback, at default limits.
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--database", database],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        self.own = self.resident = 0
        self.isOver = threading.Event()
        self.sampler = threading.Thread(target=self.sample, daemon=True)
        self.sampler.start()

    def sample(self):
        while not self.isOver.wait(0.05):
            try:
                with open(f"/proc/{self.process.pid}/status") as file:
                    values = {line.split(":")[0]: line.split() for line in file}
            except OSError:
                return
            self.own = max(self.own, int(values.get("RssAnon", ["", "0"])[1]) // 1024)
            self.resident = max(self.resident, int(values.get("VmRSS", ["", "0"])[1]) // 1024)

    def stop(self):
        self.isOver.set()
        self.sampler.join()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def prepared(program, folder, count):
    """The path of a database with both users' documents, and the two."""
    database = os.path.join(folder, "template.db")
    accounts = [Account(program, database, user) for user in ("ann", "mallory")]
    admin = subprocess.run([program, "user", "add", "root", "--admin", "--database", database], capture_output=True, check=True)
    del admin
    server = Server(program, database)
    try:
        fill(server.port, accounts[0], 1000)
        fill(server.port, accounts[1], count, large=1)
    finally:
        server.process.terminate()
        server.process.wait()
        server.isOver.set()
    return database, accounts


class Outcome:
    """What the other user noticed of an attack: by kind the milliseconds of each answer, of how many requests how many
    failed; and the server's greatest memory in MiB, its own and all that is resident."""

    def __init__(self):
        self.times, self.failures, self.count, self.own, self.resident = {}, 0, 0, 0, 0


def attacked(program, database, accounts, attack, seconds):
    """The outcome of one attack, on a copy of the database."""
    copy = database.replace("template", attack.__name__)
    shutil.copyfile(database, copy)
    server, results = Server(program, copy), multiprocessing.Queue()
    victim, hostile = accounts
    # Both start quietly: what is measured is the attack and not the start.
    for kind in ("health", "read", "page", "commit"):
        Client(server.port, victim, VICTIM).send("GET", "/health")
    attacker = multiprocessing.Process(target=attack, args=(server.port, hostile, seconds + 2), daemon=True)
    attacker.start()
    time.sleep(2)
    askers = [multiprocessing.Process(target=ask, args=(server.port, victim, kind, seconds, results), daemon=True)
              for kind in ("health", "read", "page", "commit")]
    for asker in askers:
        asker.start()
    outcome = Outcome()
    for _ in askers:
        kind, times, failures = results.get(timeout=seconds + 400)
        outcome.times[kind] = times
        # A flood uses up what its address may ask without a valid token, and /health is asked without one from there.
        if attack is not flood or kind != "health":
            outcome.failures += failures
            outcome.count += len(times)
    attacker.terminate()
    attacker.join()
    server.stop()
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(copy + suffix):
            os.remove(copy + suffix)
    outcome.own, outcome.resident = server.own, server.resident
    return outcome


def row(attack, count, outcome):
    cells = [f"{percentile(outcome.times[kind], 0.99):8.0f}" for kind in ("health", "read", "page", "commit")]
    return (f"{attack.__name__:<12}{count:4d} " + " ".join(cells)
            + f" {outcome.failures:6d}/{outcome.count:<5d} {outcome.own:8d} {outcome.resident:8d}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the built todo-server")
    parser.add_argument("attacks", nargs="*", help="which; all of them where none is named")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--documents", type=int, default=60_000, help="how many the hostile user has")
    parser.add_argument("--load", type=int, nargs="+", default=[0, 8], help="how many busy processes run beside it")
    options = parser.parse_args()
    known = {attack.__name__: attack for attack in ATTACKS}
    chosen = [known[name] for name in options.attacks] or ATTACKS
    with tempfile.TemporaryDirectory() as folder:
        database, accounts = prepared(options.program, folder, options.documents)
        print(f"{'attack':<12}{'load':>4} {'health':>8} {'read':>8} {'page':>8} {'commit':>8} {'failed':>12} {'own MiB':>8} {'RSS MiB':>8}")
        for attack in chosen:
            for count in options.load:
                with load(count):
                    outcome = attacked(options.program, database, accounts, attack, options.seconds)
                print(row(attack, count, outcome), flush=True)


if __name__ == "__main__":
    main()
