"""The slider of time travel: what others wait for while one person drags it."""
import http.client
import math
import shutil
import socket
import threading
import time

import web
from measure import result

NEEDS = ["databases"]

# How many steps one drag asks for. A browser gives each up when it asks for the next one.
STEPS, PAUSE = 15, 0.05


def drag(pages, moments):
    """Asks for the page of each moment, and leaves before it is there, but for the last one."""
    for number, moment in enumerate(moments):
        host, port = pages.host.split(":")
        with socket.create_connection((host, int(port)), timeout=120) as browser:
            browser.sendall(f"GET /past?at={moment} HTTP/1.1\r\nHost: {pages.host}\r\nCookie: {pages.cookie}\r\n"
                            "Connection: close\r\n\r\n".encode())
            if number < len(moments) - 1:
                time.sleep(PAUSE)
                continue
            while browser.recv(1 << 16):
                pass


def others(pages, is_over):
    """How long another client waits for the inbox, in milliseconds each, until `is_over` is set."""
    connection, times = http.client.HTTPConnection(pages.host, timeout=120), []
    while not is_over.is_set():
        start = time.perf_counter()
        pages.get(connection, "/inbox")
        times.append((time.perf_counter() - start) * 1000)
    return times


def percentile(times, share):
    return sorted(times)[max(math.ceil(len(times) * share) - 1, 0)]


def measure(surroundings):
    path = surroundings.path("slider.db")
    shutil.copyfile(surroundings.database(surroundings.count), path)
    pages = web.Pages(surroundings, path)
    try:
        pages.times("/inbox", 10)
        now = int(time.time() * 1000)
        waits, whole = [], []
        for _ in range(5):
            is_over, found = threading.Event(), []
            other = threading.Thread(target=lambda: found.extend(others(pages, is_over)))
            other.start()
            start = time.perf_counter()
            drag(pages, [now - step * 60_000 for step in range(STEPS)])
            whole.append((time.perf_counter() - start - (STEPS - 1) * PAUSE) * 1000)
            is_over.set()
            other.join()
            waits.append(percentile(found, 0.99))
        size = f"{surroundings.count:,}"
        yield result(f"the inbox for another client while {STEPS} steps of {size} are asked: 99th percentile",
                     web.Sample.of(waits), at_most=300)
        yield result("… the last of these steps, for the one who drags", web.Sample.of(whole), at_most=3000)
    finally:
        pages.stop()
