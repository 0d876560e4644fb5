"""Sync of whole `todo` programs with `todo-server` on loopback, beside the same requests sent by the curl program."""
import http.client
import http.server
import json
import os
import shutil
import sqlite3
import subprocess
import threading
import time

from measure import Failed, Server, result, run
from sample import Sample

NEEDS = ["databases"]


class Recorder(http.server.ThreadingHTTPServer):
    """Stands between a device and a server, and keeps what the device sends."""

    def __init__(self, address):
        self.target, self.requests = address, []
        super().__init__(("127.0.0.1", 0), Exchange)
        self.address = f"127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def taken(self):
        requests, self.requests = self.requests, []
        return requests


class Exchange(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.onward = http.client.HTTPConnection(self.server.target, timeout=120)

    def finish(self):
        super().finish()
        self.onward.close()

    def forward(self):
        body = self.rfile.read(int(self.headers["Content-Length"])) if "Content-Length" in self.headers else None
        assert "Transfer-Encoding" not in self.headers, "The client sends its bodies whole."
        self.server.requests.append((self.command, self.path, body))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "expect")}
        self.onward.request(self.command, self.path, body, headers)
        response = self.onward.getresponse()
        answer = response.read()
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = do_PATCH = do_DELETE = forward

    def log_message(self, *_):
        pass


class Device:
    """A database that is synced with a server as one user."""

    def __init__(self, surroundings, name, address, user, copying=None):
        self.todo, self.path = surroundings.todo, surroundings.path(name)
        if copying:
            shutil.copyfile(copying, self.path)
        self.call("remote", "set", f"http://{address}", "--user", user, "--token-variable", "BENCHMARK_TOKEN")

    def call(self, *arguments):
        return subprocess.run([self.todo, *arguments, "--db", self.path, "--json"], check=True, capture_output=True).stdout

    def sync(self):
        return json.loads(self.call("sync"))

    def time_sync(self):
        """Seconds of the whole program."""
        return run([self.todo, "sync", "--quiet", "--db", self.path])[0]

    def remove(self):
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(self.path + suffix):
                os.remove(self.path + suffix)
        shutil.rmtree(self.path + "-backups", ignore_errors=True)


def push_and_pull(surroundings, address, user, count):
    """The seconds of both."""
    sender = Device(surroundings, "sender.db", address, user, copying=surroundings.database(count))
    pushed = sender.time_sync()
    receiver = Device(surroundings, "receiver.db", address, user)
    pulled = receiver.time_sync()
    known = json.loads(receiver.call("stats"))["open"]
    if known != count:
        raise Failed(f"{known} of {count} to-dos arrived.")
    sender.remove()
    receiver.remove()
    return pushed, pulled


def curl(surroundings, name, address, requests):
    """The command by which curl sends requests one after the other on one connection. A commit names the head as it was
    on the server that it was recorded from; without that it holds on any other."""
    lines = []
    for number, (method, path, body) in enumerate(requests):
        lines += [f'url = "http://{address}{path}"', f'request = "{method}"', 'output = "/dev/null"', "silent", "fail"]
        if body:
            content = json.loads(body)
            for write in content.get("writes", []):
                write.get("currentDocument", {}).get("updateTime") and write.pop("currentDocument")
            file = surroundings.path(f"{name}-{number}.json")
            with open(file, "w") as output:
                json.dump(content, output, ensure_ascii=False, separators=(",", ":"))
            lines += [f'data-binary = "@{file}"', 'header = "Content-Type: application/json"', 'header = "Expect:"']
        lines += ["next"]
    config = surroundings.path(f"{name}.curl")
    with open(config, "w") as output:
        output.write("\n".join(lines[:-1]) + "\n")
    return ["curl", "--fail-early", "-K", config]


def replayed(surroundings, count):
    """The seconds in which curl pushes and pulls what a device did, each time to and from a new server."""
    with Server.of_todos(surroundings, "recorded") as server:
        recorder = Recorder(server.address)
        sender = Device(surroundings, "sender.db", recorder.address, "ada", copying=surroundings.database(count))
        sender.sync()
        push = recorder.taken()
        receiver = Device(surroundings, "receiver.db", recorder.address, "ada")
        receiver.sync()
        pull = recorder.taken()
        recorder.shutdown()
        recorder.server_close()
        sender.remove()
        receiver.remove()
    times = []
    for turn in range(3):
        with Server.of_todos(surroundings, f"replayed-{turn}") as server:
            # At first there is no head, which curl considers a failure.
            writes = [request for request in push if request[0] == "POST"]
            times.append([run(curl(surroundings, name, server.address, requests))[0]
                          for name, requests in [("push", writes), ("pull", pull)]])
    return [Sample.of(turn[side] for turn in times) for side in (0, 1)]


def requests(surroundings, address):
    """What an idle sync and the sync of one edit ask for."""
    recorder = Recorder(address)
    device = Device(surroundings, "counted.db", recorder.address, "counted", copying=surroundings.database(1_000))
    device.sync()
    recorder.taken()
    report = device.sync()
    yield result("an idle sync: requests", len(recorder.taken()), "", at_most=1)
    yield result("an idle sync: documents read", report["documentsRead"], "", at_most=1)
    device.call("add", "Buy milk")
    device.sync()
    yield result("a sync of one edit: requests", len(recorder.taken()), "", at_most=3)
    recorder.shutdown()
    recorder.server_close()
    device.remove()


class Watching:
    """A device that runs `todo sync --watch`, and how it is seen from outside: by its file."""

    def __init__(self, surroundings, name, address):
        self.device = Device(surroundings, name, address, "watched")
        self.device.sync()
        command = [surroundings.todo, "sync", "--watch", "--quiet", "--db", self.device.path]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.connection = sqlite3.connect(f"file:{self.device.path}?mode=ro", uri=True)

    def await_title(self, title, deadline):
        while not self.connection.execute("SELECT 1 FROM todo WHERE title = ?", [title]).fetchone():
            if time.perf_counter() > deadline:
                raise Failed("A change at one device was not seen at another within 30 s.")
            time.sleep(0.001)

    def end(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait()
        self.device.remove()


def watched(surroundings, address):
    """From the end of `todo add` at one device until another one's file has it, both watching."""
    ends = []
    try:
        for name in ("here.db", "there.db"):
            ends.append(Watching(surroundings, name, address))
        here, there = ends
        times = []
        for turn in range(25):
            title = f"Seen {turn}"
            here.device.call("add", title)
            begin = time.perf_counter()
            there.await_title(title, begin + 30)
            # The first ones are the beginning of the watches. A pause, as a person makes it.
            if turn >= 5:
                times.append(time.perf_counter() - begin)
            time.sleep(0.5)
        return result("a change at one device seen at another, both watching", Sample.of(times), "s", at_most=0.2)
    finally:
        for end in ends:
            end.end()


def measure(surroundings):
    os.environ["BENCHMARK_TOKEN"] = "anything"
    with Server.of_todos(surroundings, "synced") as server:
        turns = [push_and_pull(surroundings, server.address, f"turn-{turn}", 10_000) for turn in range(5)]
        limits = replayed(surroundings, 10_000)
        ours = [Sample.of(turn[side] for turn in turns) for side in (0, 1)]
        promises = [("10,000 new to-dos pushed", 0.5), ("10,000 to-dos pulled on a fresh device", 0.3)]
        for (promise, at_most), mine, limit in zip(promises, ours, limits):
            yield result(promise, mine, "s", limit=limit, beside="the same requests by curl", at_most=at_most)
        if surroundings.count > 10_000:
            many = push_and_pull(surroundings, server.address, "many", surroundings.count)
            times = surroundings.count / 10_000
            for word, mine, few in zip(["pushed", "pulled"], many, ours):
                yield result(f"{surroundings.count:,} to-dos {word}", mine, "s", limit=few * times,
                             beside=f"{times:.0f} times 10,000", ratio=1.5)
        yield from requests(surroundings, server.address)
        devices = []
        for size in (surroundings.sizes[0], surroundings.sizes[-1]):
            device = Device(surroundings, f"idle-{size}.db", server.address, f"idle-{size}", copying=surroundings.database(size))
            device.sync()
            devices.append(device)
        turns = [[device.time_sync() * 1000 for device in devices] for _ in range(30)]
        small, large = (Sample.of(turn[side] for turn in turns) for side in (0, 1))
        yield result(f"an idle sync with {surroundings.sizes[-1]:,} to-dos", large, limit=small,
                     beside=f"with {surroundings.sizes[0]:,}", ratio=1.5)
        for device in devices:
            device.remove()
        yield watched(surroundings, server.address)
