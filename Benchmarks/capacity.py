#!/usr/bin/env python3
"""How many people one todo-server carries (`make capacity`): simulated people and their devices, sent from this machine.

    capacity.py SERVER [--users N] [--todos N] [--devices N] [--edits N] [--day SECONDS] [--days N] [--waiting N]
                [--limit SECONDS] [--results FILE]

Makes N users with N to-dos each on a server on loopback, and lets them live days of DAY seconds: each day every one makes
so many edits, most of them in the morning and the evening (`CURVE`). A device that edits reads the head and commits the
head and a to-do; each other device of its user that waits at the change feed is woken, reads the head and what is new,
and waits again. Each day is twice as many edits as the one before; the last is the first in which the 99th percentile of
commits is above 100 ms, or the load itself cannot keep up. Then a backup, a check and a restart are timed.

Everything is bounded: by the numbers, and by --limit for all of it. docs/capacity.md says what follows from the results."""
import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Parts"))

import records  # noqa: E402
from measure import Server  # noqa: E402
from people import Account, Client, Person  # noqa: E402

# The share of a day's edits in each of its hours: few at night, most before work, at noon and in the evening.
CURVE = [0.005, 0.003, 0.002, 0.002, 0.004, 0.012, 0.035, 0.070, 0.085, 0.070, 0.060, 0.058,
         0.062, 0.058, 0.052, 0.050, 0.054, 0.066, 0.072, 0.064, 0.050, 0.036, 0.020, 0.010]
SLOW = 0.1


def percentile(values, share):
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] if values else None


class Day:
    """What was measured in one day."""

    def __init__(self, factor, edits, seconds):
        self.factor, self.planned, self.seconds = factor, edits, seconds
        self.commits, self.requests, self.woken, self.late, self.errors = [], 0, [], 0.0, 0

    def summary(self, processor):
        done = len(self.commits)
        peak = self.planned / self.seconds * 24 * max(CURVE)
        return {
            "edits": done, "of": self.planned, "edits a second": round(done / self.seconds, 1),
            "in the busiest hour": round(peak, 1), "requests a second": round(self.requests / self.seconds, 1),
            "commit ms, median": ms(percentile(self.commits, 0.5)), "commit ms, 99 %": ms(percentile(self.commits, 0.99)),
            "woken after ms, median": ms(percentile(self.woken, 0.5)), "woken after ms, 99 %": ms(percentile(self.woken, 0.99)),
            "processor ms an edit": round(processor / done * 1000, 3) if done else None,
            "the load was late by s": round(self.late, 2), "errors": self.errors,
        }

    @property
    def is_too_much(self):
        return self.errors > 0 or self.late > 1 or (percentile(self.commits, 0.99) or 0) > SLOW


def ms(seconds):
    return None if seconds is None else round(seconds * 1000, 1)


async def live(day, people, client, deadline):
    """Makes a day's edits when they are due; what is late is counted and not left out."""
    chosen = random.Random(day.planned)
    hours = [number * sum(CURVE) for number in CURVE]
    begin, tasks = time.perf_counter(), set()
    for hour, share in enumerate(hours):
        count = round(day.planned * share / sum(hours))
        for at in sorted(chosen.random() for _ in range(count)):
            due = begin + (hour + at) / 24 * day.seconds
            await asyncio.sleep(max(0, due - time.perf_counter()))
            day.late = max(day.late, time.perf_counter() - due)
            if time.monotonic() > deadline:
                return
            task = asyncio.create_task(chosen.choice(people).edit(day, client))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0.5)


async def days(server, people, options, deadline):
    client = Client(server.address, connections=32)
    waiting = []
    for index in range(options.waiting):
        person = people[index % len(people)]
        waiting.append(asyncio.create_task(person.wait(client, index)))
    await asyncio.sleep(1 + options.waiting / 500)
    found = {"waiting": options.waiting, "memory MiB with them": round(server.memory(), 1), "days": []}
    for number in range(options.days):
        if time.monotonic() > deadline:
            break
        factor = 2 ** number
        day = Day(factor, len(people) * options.edits * factor, options.day)
        Person.day = day
        before = server.processor_seconds()
        await live(day, people, client, deadline)
        summary = day.summary(server.processor_seconds() - before)
        found["days"].append(summary)
        print(json.dumps(summary), file=sys.stderr, flush=True)
        if day.is_too_much:
            break
    found["memory MiB after the days"] = round(server.memory(), 1)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    client.close()
    return found


def timed(*command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return round(time.perf_counter() - begin, 2)


def start(options, folder):
    # A rate of its own for each person stays; the address is the same for all, so that its limit is not one of theirs.
    return Server(options.server, "serve", "--port", "0", "--data", folder, "--address-rate", "1e9",
                  "--user-rate", "1e6", "--connections", str(options.waiting + 1000))


def size(folder):
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))


def measured(options, folder):
    deadline = time.monotonic() + options.limit
    begin = time.perf_counter()
    accounts = [Account(options.server, folder, f"person{number}") for number in range(options.users)]
    found = {"people": options.users, "to-dos each": options.todos, "devices each": options.devices,
             "edits a day each": options.edits, "seconds of a day": options.day}
    found["making the accounts s"] = round(time.perf_counter() - begin, 1)
    server = start(options, folder)
    try:
        found["memory MiB before"] = round(server.memory(), 1)
        begin = time.perf_counter()
        people = [Person(account, options.devices) for account in accounts]
        asyncio.run(fill(server, people, options.todos, deadline))
        seconds = time.perf_counter() - begin
        found["filling s"] = round(seconds, 1)
        found["documents a second while filling"] = round(options.users * options.todos / seconds)
        found["disk bytes a to-do"] = round(size(folder) / (options.users * options.todos))
        found["memory MiB filled"] = round(server.memory(), 1)
        found |= asyncio.run(days(server, people, options, deadline))
        found["disk MiB"] = round(size(folder) / 2**20, 1)
        backup = os.path.join(folder, "backup")
        found["backup s, served meanwhile"] = timed(options.server, "backup", backup, "--data", folder)
        found["backup MiB"] = round(os.path.getsize(backup) / 2**20, 1)
        os.remove(backup)
        found["check s"] = timed(options.server, "check", "--data", folder)
        begin = time.perf_counter()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait()
        server.process.stdout.close()
        found["stopping s"] = round(time.perf_counter() - begin, 2)
        begin = time.perf_counter()
        server = start(options, folder)
        asyncio.run(people[0].first_answer(server.address))
        found["from the start to the first answer s"] = round(time.perf_counter() - begin, 2)
    finally:
        server.process.kill()
        server.process.wait()
    return found


async def fill(server, people, todos, deadline):
    client, turn = Client(server.address, connections=16), asyncio.Semaphore(16)

    async def one(person):
        async with turn:
            if time.monotonic() > deadline:
                raise SystemExit("The time is over before everybody has their to-dos; raise --limit, or take fewer.")
            await person.fill(client, todos)
    await asyncio.gather(*(one(person) for person in people))
    client.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--todos", type=int, default=1000)
    parser.add_argument("--devices", type=int, default=3)
    parser.add_argument("--edits", type=int, default=20, help="of each person in the first day")
    parser.add_argument("--day", type=float, default=60, help="seconds of a day")
    parser.add_argument("--days", type=int, default=6, help="at most; each has twice the edits of the one before")
    parser.add_argument("--waiting", type=int, help="devices at the change feed (default: all, 2,000 at most)")
    parser.add_argument("--limit", type=float, default=1200, help="seconds of everything")
    parser.add_argument("--results", help="a file for the results, as JSON")
    options = parser.parse_args()
    options.server = os.path.abspath(options.server)
    if options.waiting is None:
        options.waiting = min(options.users * options.devices, 2000)
    folder = tempfile.mkdtemp(prefix="todo-capacity-", dir=os.environ.get("BENCHMARK_DIR"))
    try:
        found = {"machine": records.machine(), "commit": records.commit()} | measured(options, folder)
    finally:
        shutil.rmtree(folder)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    print(text)
    if options.results:
        os.makedirs(os.path.dirname(os.path.abspath(options.results)), exist_ok=True)
        with open(options.results, "w") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    main()
