"""The pages of `todo web`: how long a browser waits, how many pages a second, and what open pages take of memory."""
import http.client
import re
import shutil
import socket
import subprocess
import time

from load import Load
from measure import processor_seconds, result
from sample import Sample

NEEDS = ["databases"]


class Pages:
    """A running `todo-web`, and a browser that is signed in."""

    def __init__(self, surroundings, database):
        start = time.perf_counter()
        self.process = subprocess.Popen(
            [surroundings.web, "serve", "--db", database, "--port", "0", "--no-open"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        link = self.process.stdout.readline().strip()
        self.started = time.perf_counter() - start
        self.host, path = re.fullmatch(r"http://([^/]+)(/in/.*)", link).groups()
        connection = self.connect()
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        self.cookie = response.getheader("Set-Cookie").split(";")[0]

    def connect(self):
        return http.client.HTTPConnection(self.host, timeout=60)

    def get(self, connection, path):
        connection.request("GET", path, headers={"Cookie": self.cookie})
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, (path, response.status, body[:200])
        return response

    def times(self, path, count):
        """How long `count` requests take, in milliseconds each, after some to warm up."""
        connection, times = self.connect(), []
        for number in range(count + 10):
            start = time.perf_counter()
            self.get(connection, path)
            if number >= 10:
                times.append((time.perf_counter() - start) * 1000)
        return Sample.of(times)

    def html(self, path, count):
        """How long the server says that it made HTML, in milliseconds: for pages that it has not made before, and for those
        that it has."""
        connection = self.connect()

        def made(path):
            header = self.get(connection, path).getheader("Server-Timing")
            return float(re.search(r"html;dur=([\d.]+)", header)[1])

        # A row's link contains the address of its page.
        return (Sample.of(made(f"{path}&q={number}") for number in range(count)),
                Sample.of(made(path) for _ in range(count)))

    @property
    def address(self):
        return self.host

    def processor_seconds(self):
        return processor_seconds(self.process.pid)

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


def throughput(pages):
    """Whole lists for four clients at once, three times."""
    loads = [Load(pages, "/all", "-H", f"Cookie: {pages.cookie}", connections=4) for _ in range(3)]
    yield result("pages a second", Sample.of(load.rate for load in loads), unit="/s", at_least=1000)
    yield result("… what one costs the processor", Sample.of(load.cost for load in loads), unit="µs")


def listeners(pages, count):
    """Open streams of events, each as a page has one."""
    host, port = pages.host.split(":")
    streams = []
    for _ in range(count):
        stream = socket.create_connection((host, int(port)))
        stream.sendall(f"GET /events HTTP/1.1\r\nHost: {pages.host}\r\nCookie: {pages.cookie}\r\n\r\n".encode())
        streams.append(stream)
    for stream in streams:
        assert b"200" in stream.recv(100)
    return streams


def starts(surroundings, database, count):
    """How long the program takes until it serves, in milliseconds, when it has been started before."""
    times = []
    for _ in range(count):
        pages = Pages(surroundings, database)
        pages.stop()
        times.append(pages.started * 1000)
    return Sample.of(times)


def measure(surroundings):
    path = surroundings.path("web.db")
    shutil.copyfile(surroundings.database(surroundings.count), path)
    pages = Pages(surroundings, path)
    try:
        yield result("`todo web` has started", starts(surroundings, path, 10), at_most=100)
        size = f"{surroundings.count:,}"
        yield result(f"first page of 50 of {size}", pages.times("/all", 100), at_most=15)
        new, known = pages.html("/all?sort=due", 50)
        yield result("… of which its HTML, with rows that were not shown before", new, at_most=3)
        yield result("… with rows that were", known)
        yield result("its rows alone", pages.times("/all?part=rows", 100), at_most=15)
        yield result(f"a search as one types among {size}", pages.times("/find?q=milk+5", 50), at_most=50)
        if shutil.which("wrk"):
            yield from throughput(pages)
        else:
            yield result("pages a second", skipped="wrk is not installed")
        before = pages.memory()
        streams = listeners(pages, 200)
        yield result("memory with 200 live pages", pages.memory(), unit="MiB", at_most=100, limit=before,
                     beside="without them")
        for stream in streams:
            stream.close()
    finally:
        pages.stop()
