"""Simulated people with their devices, for capacity.py: the requests that `todo sync` makes, without its work."""
import asyncio
import json
import subprocess
import time

DATABASE = "projects/todo/databases/(default)/documents"
# What the header field Todo-Change-Feed names.
FEED = "/todo/changes/todo/(default)"
RING = 64


class Account:
    """A user of the server."""

    def __init__(self, server, folder, name):
        command = [server, "user", "add", name, "--data", folder]
        self.name = name
        self.token = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


class Refused(Exception):
    """The server answered with another status than 200."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body[:200]!r}")
        self.status = status


class Connection:
    """One connection that stays, HTTP/1.1."""

    # Each of them is another client to the server, which limits the connections of one.
    opened = 0

    def __init__(self, address):
        self.host, self.port = address.split(":")
        self.reader = self.writer = None

    async def send(self, method, path, token, body=None):
        """The status and the body of the answer."""
        if self.writer is None:
            source = f"127.0.{Connection.opened // 200 % 200 + 1}.1"
            Connection.opened += 1
            self.reader, self.writer = await asyncio.open_connection(
                self.host, int(self.port), local_addr=(source, 0), limit=1 << 20)
        text = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAuthorization: Bearer {token}\r\n"
        if body is not None:
            text += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        try:
            self.writer.write(text.encode() + b"\r\n" + (body or b""))
            return await self.answer()
        except BaseException:
            # What is still to come would be taken for the answer to the next request.
            self.close()
            raise

    async def answer(self):
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head.split(b" ", 2)[1])
        if b"transfer-encoding: chunked" in head:
            parts = []
            while size := int(await self.reader.readline(), 16):
                parts.append(await self.reader.readexactly(size))
                await self.reader.readline()
            await self.reader.readline()
            return status, b"".join(parts)
        length = head.split(b"content-length:", 1)
        return status, await self.reader.readexactly(int(length[1].split(b"\r\n")[0])) if len(length) > 1 else b""

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Client:
    """Some connections that whoever asks something shares, and one for each device that waits."""

    def __init__(self, address, connections):
        self.address, self.all = address, [Connection(address) for _ in range(connections)]
        self.idle = asyncio.Queue()
        for connection in self.all:
            self.idle.put_nowait(connection)

    async def ask(self, method, path, account, body=None):
        connection = await self.idle.get()
        try:
            status, text = await connection.send(
                method, path, account.token, None if body is None else json.dumps(body).encode())
        finally:
            self.idle.put_nowait(connection)
        if status != 200:
            raise Refused(status, text)
        return json.loads(text)

    def close(self):
        for connection in self.all:
            connection.close()


def number(value):
    return {"integerValue": str(value)}


class Person:
    """A user with devices, all of which have the same to-dos."""

    # The day that is measured now.
    day = None

    def __init__(self, account, devices):
        self.account, self.devices = account, devices
        self.seq, self.count = 0, 0
        # When the last commits were sent, by their numbers.
        self.sent = {}
        # One device edits at a time: what two at once do is the tests' business.
        self.turn = asyncio.Lock()
        self.space = f"{DATABASE}/users/{account.name}"

    def head(self, update_time):
        fields = {"seq": number(self.seq), "last": {"mapValue": {"fields": {"todos": number(self.seq)}}},
                  "ring": {"arrayValue": {"values": [
                      {"stringValue": f"{seq}:01jd3k9v8q{seq:010d}"} for seq in range(max(1, self.seq - RING + 1), self.seq + 1)]}}}
        write = {"update": {"name": f"{self.space}/sync/head", "fields": fields}}
        if update_time is None:
            fields |= {"gcSeq": number(0), "gcHi": number(0), "epoch": {"stringValue": "e"}, "schema": number(1)}
            write["currentDocument"] = {"exists": False}
        else:
            write["updateMask"] = {"fieldPaths": ["seq", "ring", "last.todos"]}
            write["currentDocument"] = {"updateTime": update_time}
        return write

    def todo(self, id):
        """About 1.2 KB, as a to-do of the sync protocol is."""
        stamp = f"1m8q{id:016d}"
        strings = {"title": f"Buy milk number {id}", "notes": "Six eggs, vanilla, cream. " * 24, "priority": "high"}
        fields = {name: {"stringValue": text} for name, text in strings.items()}
        fields["s"] = {"mapValue": {"fields": {name: {"stringValue": stamp} for name in ["*", "title", "notes"]}}}
        fields |= {"seq": number(self.seq), "hi": number(int(time.time() * 1000)), "v": number(1)}
        return {"update": {"name": f"{self.space}/todos/t{id:08d}", "fields": fields}}

    async def fill(self, client, todos):
        update_time = None
        for first in range(0, todos, 400):
            self.seq += 1
            writes = [self.head(update_time)] + [self.todo(id) for id in range(first, min(first + 400, todos))]
            reply = await client.ask("POST", f"/v1/{DATABASE}:commit", self.account, {"writes": writes})
            update_time = reply["writeResults"][0]["updateTime"]
        self.count = todos

    async def edit(self, day, client):
        """One device edits a to-do and syncs."""
        async with self.turn:
            begin = time.perf_counter()
            try:
                head = await client.ask("GET", f"/v1/{self.space}/sync/head", self.account)
                self.seq = int(head["fields"]["seq"]["integerValue"]) + 1
                writes = [self.head(head["updateTime"]), self.todo(self.seq % self.count)]
                self.sent[self.seq] = time.perf_counter()
                self.sent.pop(self.seq - RING, None)
                await client.ask("POST", f"/v1/{DATABASE}:commit", self.account, {"writes": writes})
            except (Refused, OSError, asyncio.IncompleteReadError):
                day.errors += 1
                return
            day.requests += 2
            day.commits.append(time.perf_counter() - begin)

    async def wait(self, client, index):
        """One device waits at the change feed, and reads what is new, for ever."""
        connection = Connection(client.address)
        # Not all in the same moment.
        await asyncio.sleep(index / 500)
        seen = self.seq
        try:
            while True:
                path = f"{FEED}?space={self.account.name}&after={seen}"
                status, text = await connection.send("GET", path, self.account.token)
                if status == 204:
                    continue
                if status != 200:
                    raise Refused(status, text)
                day, woken = Person.day, time.perf_counter()
                seen = int(json.loads(text)["sequence"])
                query = {"structuredQuery": {
                    "from": [{"collectionId": "todos"}], "limit": 300, "orderBy": [
                        {"field": {"fieldPath": "seq"}}, {"field": {"fieldPath": "__name__"}}],
                    "where": {"fieldFilter": {"field": {"fieldPath": "seq"}, "op": "GREATER_THAN", "value": number(seen - 1)}}}}
                await client.ask("GET", f"/v1/{self.space}/sync/head", self.account)
                await client.ask("POST", f"/v1/{self.space}:runQuery", self.account, query)
                if day:
                    day.requests += 3
                    day.woken.append(woken - self.sent.get(seen, woken))
        except (OSError, Refused, asyncio.IncompleteReadError):
            if Person.day:
                Person.day.errors += 1
        finally:
            connection.close()

    async def first_answer(self, address):
        client = Client(address, connections=1)
        await client.ask("GET", f"/v1/{self.space}/sync/head", self.account)
        client.close()
