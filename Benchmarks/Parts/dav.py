"""`todo dav`: how long a phone waits for a list of 10,000, beside Radicale and Xandikos where they are, and what one slow client
takes from the others."""
import base64
import http.client
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time

from measure import Failed, Server, result, run, todos
from sample import Sample

COUNT = 10_000
LISTED = (b'<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/><D:getcontenttype/></D:prop></D:propfind>')
UNCHANGED = (b'<D:propfind xmlns:D="DAV:" xmlns:S="http://calendarserver.org/ns/"><D:prop><D:sync-token/><S:getctag/></D:prop>'
             b"</D:propfind>")
DATA = (b'<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>'
        b'<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter></C:calendar-query>')
MADE = (b'<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>'
        b'<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set></D:prop></D:set>'
        b"</C:mkcalendar>")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PACKAGES = ["caldav==3.6.0", "caldav-server-tester==1.7.0", "radicale==3.9.0", "xandikos==0.4.10"]


class Collection:
    """A list of to-dos at a server, for one client."""

    def __init__(self, address, path, password=""):
        self.address, self.path = address, path
        self.headers = {"Authorization": "Basic " + base64.b64encode(f"me:{password}".encode()).decode(),
                        "User-Agent": "bench"}
        self.connection = http.client.HTTPConnection(address, timeout=600)

    def ask(self, method, path=None, body=None, **headers):
        """The milliseconds until the whole answer was there, and the answer."""
        start = time.perf_counter()
        kind = {"Content-Type": "application/xml; charset=utf-8"} if body and method != "PUT" else {}
        self.connection.request(method, path or self.path, body, {**self.headers, **kind, **headers})
        response = self.connection.getresponse()
        content = response.read()
        took = (time.perf_counter() - start) * 1000
        if response.status not in (200, 201, 204, 207):
            raise Failed(f"{method} {path or self.path} was answered with {response.status}: {content[:200]!r}")
        return took, response, content

    def listing(self):
        """The milliseconds for the names and ETags of all to-dos, and the names."""
        took, _, content = self.ask("PROPFIND", body=LISTED, Depth="1")
        names = re.findall(rb"href>([^<]+\.ics)<", content)
        if len(names) != COUNT:
            raise Failed(f"The list has {len(names)} to-dos in place of {COUNT}.")
        return took, [name.decode() for name in names]

    def unchanged(self, count):
        """The milliseconds of a client that asks whether anything has changed."""
        return Sample.of([self.ask("PROPFIND", body=UNCHANGED, Depth="0")[0] for _ in range(count + 2)][2:])

    def puts(self, names, count):
        """The milliseconds of a PUT, each of another to-do that was read before."""
        times = []
        for number in range(count):
            name = names[number * 97 % len(names)]
            _, response, content = self.ask("GET", name)
            body = content.replace(b"\nSUMMARY:", b"\nSUMMARY:again ", 1)
            times.append(self.ask("PUT", name, body, **{"If-Match": response.getheader("ETag"),
                                                      "Content-Type": "text/calendar; charset=utf-8"})[0])
        return Sample.of(times)


def figures(start, rounds, count):
    """Four samples of a server that `start` runs as it is after its installation, on the same to-dos each time."""
    cold, warm = [], []
    for _ in range(rounds):
        with start() as collection:
            cold.append(collection.listing()[0])
            warm += [collection.listing()[0] for _ in range(3)]
    with start() as collection:
        names = collection.listing()[1]
        return Sample.of(cold), Sample.of(warm), collection.puts(names, count), collection.unchanged(count)


class Ours:
    """`todo dav` with a database of 10,000 to-dos, and nothing of its own yet."""

    def __init__(self, surroundings):
        self.program = os.path.join(os.path.dirname(surroundings.todo), "todo-dav")
        self.source, self.path = surroundings.path("dav-source.db"), surroundings.path("dav.db")
        lines = surroundings.path("dav.ndjson")
        with open(lines, "w") as file:
            file.writelines(todos(COUNT))
        run([surroundings.todo, "import", lines, "--quiet", "--db", self.source])

    def __call__(self):
        shutil.copyfile(self.source, self.path)
        for suffix in (".dav", ".dav-wal", ".dav-shm", ".dav-passwords", "-wal", "-shm"):
            if os.path.exists(self.path + suffix):
                os.remove(self.path + suffix)
        return self

    def __enter__(self):
        made = subprocess.run([self.program, "password", "add", "bench", "--db", self.path], capture_output=True, text=True,
                              check=True)
        self.password = made.stdout.strip()
        self.server = Server(self.program, "serve", "--port", "0", "--db", self.path)
        return Collection(self.server.address, "/dav/lists/inbox/", self.password)

    def __exit__(self, *_):
        self.server.process.terminate()
        self.server.process.wait(timeout=60)

    def peak(self):
        with open(f"/proc/{self.server.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) / 1024


class Theirs:
    """A server of Python with the same to-dos, in a folder that it reads as its own."""

    def __init__(self, surroundings, python, name, objects):
        self.python, self.name, self.folder = python, name, surroundings.path(name)
        os.mkdir(self.folder)
        with self as collection:
            collection.ask("MKCALENDAR", body=MADE)
        place = next(folder for folder, _, _ in os.walk(self.folder) if folder.endswith(self.place))
        for number, content in enumerate(objects):
            with open(os.path.join(place, f"{number}.ics"), "wb") as file:
                file.write(content)
        if name == "xandikos":
            git = ["git", "-C", place, "-c", "user.name=bench", "-c", "user.email=bench@example.org"]
            subprocess.run([*git, "add", "--all"], check=True, capture_output=True)
            subprocess.run([*git, "commit", "--quiet", "--message", "All"], check=True, capture_output=True)

    @property
    def place(self):
        return "/me/bench" if self.name == "radicale" else "/user/calendars/bench"

    def __call__(self):
        # What it has learned from an earlier start.
        for folder, names, _ in os.walk(self.folder):
            for name in [name for name in names if name == ".Radicale.cache"]:
                shutil.rmtree(os.path.join(folder, name))
        return self

    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        address = f"127.0.0.1:{port}"
        if self.name == "radicale":
            command = ["-m", "radicale", "--config", "", "--server-hosts", address, "--auth-type", "none",
                       "--storage-filesystem-folder", self.folder, "--logging-level", "error"]
        else:
            command = ["-m", "xandikos", "serve", "--no-detect-systemd", "-d", self.folder, "--defaults", "-l", "127.0.0.1",
                       "-p", str(port), "--state-dir", self.folder + "-state"]
        self.process = subprocess.Popen([self.python, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            with socket.socket() as attempt:
                if attempt.connect_ex(("127.0.0.1", port)) == 0:
                    return Collection(address, self.place + "/")
            time.sleep(0.1)
        raise Failed(f"{self.name} did not start.")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=60)


def python():
    """A Python that has the other servers: this one, or one of its own beside the build; None where there is no way to it."""
    folder = os.path.join(ROOT, ".build", "python-venv-caldav")
    own = os.path.join(folder, "bin", "python")

    def has_both(program):
        return subprocess.run([program, "-c", "import radicale, xandikos"], capture_output=True).returncode == 0

    found = next((program for program in (own, sys.executable) if os.path.exists(program) and has_both(program)), None)
    if found:
        return found
    made = subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True).returncode == 0 and subprocess.run(
        ["timeout", "120", os.path.join(folder, "bin", "pip"), "install", "-q", "--retries", "0", *PACKAGES],
        capture_output=True).returncode == 0
    return own if made and has_both(own) else None


def percentile(times):
    return statistics.quantiles(times, n=100)[98]


def beside_slow_clients(collection, password):
    """The 99th percentile of the milliseconds of one client while another one sends eight bodies a byte at a time."""
    host, port = collection.address.split(":")
    head = (f"PUT {collection.path}slow.ics HTTP/1.1\r\nHost: {collection.address}\r\nAuthorization: Basic "
            f"{base64.b64encode(f'me:{password}'.encode()).decode()}\r\nContent-Length: 1000000\r\n\r\n")
    slow = [socket.create_connection((host, int(port))) for _ in range(8)]
    ended = threading.Event()

    def drip():
        while not ended.wait(0.02):
            for connection in slow:
                try:
                    connection.send(b"x")
                except OSError:
                    return

    for connection in slow:
        connection.sendall(head.encode())
    thread = threading.Thread(target=drip)
    thread.start()
    try:
        return percentile([collection.ask("PROPFIND", body=UNCHANGED, Depth="0")[0] for _ in range(500)])
    finally:
        ended.set()
        thread.join()
        for connection in slow:
            connection.close()


def hostile(collection):
    """Requests that no client sends, as a method, a name, a body and fields."""
    bomb = b'<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><D:propfind xmlns:D="DAV:">&b;</D:propfind>'
    hrefs = b"".join(b"<D:href>%s%d.ics</D:href>" % (collection.path.encode(), number) for number in range(5000))
    multiget = (b'<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop>'
                + hrefs + b"</C:calendar-multiget>")
    sync = b'<D:sync-collection xmlns:D="DAV:"><D:sync-token>urn:todo:dav:0:1:1</D:sync-token><D:prop/></D:sync-collection>'
    return [("PROPFIND", "", bomb, {"Depth": "0"}), ("PROPFIND", "", b"<a>" * 100_000, {"Depth": "0"}), ("REPORT", "", multiget, {}),
            ("PUT", "large.ics", b"x" * (12 << 20), {}), ("REPORT", "", sync, {}), ("REPORT", "", DATA, {"Depth": "1"}),
            ("PUT", "forged.ics", b"BEGIN:VCALENDAR", {"If-Match": '"00"'})]


def beside_hostile_requests(collection, others):
    """The 99th percentile of the milliseconds of one client while another one sends what no client sends, and how often."""
    ended, statuses = threading.Event(), []

    def attack():
        while not ended.is_set():
            for method, name, body, fields in hostile(others):
                try:
                    others.connection.request(method, others.path + name, body, {**others.headers, **fields})
                    response = others.connection.getresponse()
                    response.read()
                    statuses.append(response.status)
                except (OSError, http.client.HTTPException):
                    # The server need not read all of a body that it refuses.
                    others.connection.close()
                    statuses.append(413)

    thread = threading.Thread(target=attack)
    thread.start()
    try:
        deadline = time.monotonic() + 60
        while len(statuses) < 14 and time.monotonic() < deadline:
            time.sleep(0.01)
        return percentile([collection.ask("PROPFIND", body=UNCHANGED, Depth="0")[0] for _ in range(500)]), statuses
    finally:
        ended.set()
        thread.join()


def measure(surroundings):
    ours, rounds = Ours(surroundings), 2 if surroundings.is_quick else 5
    found = {"todo dav": figures(ours, rounds, 50)}
    with ours() as collection:
        content = collection.ask("REPORT", body=DATA, Depth="1")[2]
        peak = ours.peak()
        other = subprocess.run([ours.program, "password", "add", "slow", "--db", ours.path], capture_output=True, text=True,
                               check=True).stdout.strip()
        beside = beside_slow_clients(collection, other)
        attacked, statuses = beside_hostile_requests(collection, Collection(collection.address, collection.path, other))
        if any(status >= 500 for status in statuses):
            raise Failed(f"A hostile request was answered with {max(statuses)}.")
        worst = ours.peak()
    objects = [text.replace(b"&lt;", b"<").replace(b"&gt;", b">").replace(b"&quot;", b'"').replace(b"&#13;", b"")
               .replace(b"&amp;", b"&") for text in re.findall(rb"calendar-data[^>]*>(BEGIN:.*?)</", content, re.S)]
    if len(objects) != COUNT:
        raise Failed(f"{len(objects)} to-dos were read in place of {COUNT}.")
    program, reasons = python(), {}
    for name in ("radicale", "xandikos"):
        if not program:
            reasons[name] = "neither installed nor to be had from PyPI"
            continue
        try:
            found[name] = figures(Theirs(surroundings, program, name, objects), 1 if surroundings.is_quick else 2, 5)
        except (Failed, OSError, subprocess.SubprocessError, StopIteration) as error:
            reasons[name] = f"{type(error).__name__}: {error}"[:200]
    promises = [(f"a list of {COUNT:,}, the first time", 1000), ("… again", 150), ("a PUT", 20), ("an unchanged list", 3)]
    for index, (promise, at_most) in enumerate(promises):
        yield result(promise, found["todo dav"][index], at_most=at_most)
        for name in ("radicale", "xandikos"):
            if name in found:
                yield result(f"… of {name}", found[name][index])
            else:
                yield result(f"… of {name}", skipped=reasons[name])
    yield result("99 of 100 requests beside eight slow bodies of another device", beside, at_most=100)
    yield result("99 of 100 requests beside hostile ones of another device", attacked, at_most=100)
    yield result(f"peak memory after all {COUNT:,} with their data", peak, unit="MiB", at_most=100)
    yield result("peak memory after the hostile requests", worst, unit="MiB", at_most=100)
