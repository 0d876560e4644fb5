#!/usr/bin/env python3
"""A list of to-dos that is always up to date, in Python: `board.py TODO [FILTER…]`.

It speaks the line protocol of `todo serve --stdio` (docs/serve.md). Commands of `todo` are read from the standard input; a number
stands for the to-do in that line: `add Buy milk`, `done 2`, `edit 1 --due friday`, `undo`, `quit`.
"""
import itertools
import json
import queue
import shlex
import subprocess
import sys
import threading


class Todo:
    """A running `todo serve --stdio`."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.ids = itertools.count(1)
        self.waiting = {}  # the queues of requests that are not answered yet, by id
        self.observers = {}  # what to call with each result, by id
        greeting = json.loads(self.process.stdout.readline())
        if greeting["serve"] != 1:
            raise SystemExit(f"This program speaks version 1 of the protocol, not {greeting['serve']}.")
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer["id"] in self.waiting:
                self.waiting.pop(answer["id"]).put(answer)
            elif answer["id"] in self.observers:
                self.observers[answer["id"]](answer)

    def send(self, id, **request):
        self.process.stdin.write(json.dumps({"id": id, **request}) + "\n")
        self.process.stdin.flush()

    def run(self, *words):
        """Runs a command; returns its result, or raises the sentence that says why it failed."""
        id = next(self.ids)
        self.waiting[id] = answers = queue.Queue()
        self.send(id, run=list(words))
        answer = answers.get()
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer["result"]

    def observe(self, show, *words):
        """Calls `show` with the answer of a command now and after each change."""
        id = next(self.ids)
        self.observers[id] = show
        self.send(id, observe=list(words))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Board:
    """The list on the screen."""

    def __init__(self, todo, filter):
        self.todo, self.items = todo, []
        todo.observe(self.show, "list", *filter, "--page-size", "20")

    def show(self, answer):
        if "error" in answer:
            return print("!", answer["error"]["message"], flush=True)
        self.items = answer["result"]["items"]
        print(f"== {len(self.items)} of {answer['result']['total']} ==")
        for number, item in enumerate(self.items, 1):
            print(f"{number}. {item['title']}", *[f"#{tag['title']}" for tag in item["tags"]])
        print(flush=True)

    def perform(self, line):
        words = shlex.split(line)
        numbered = words[:1] and words[0] not in ("add", "quick", "list", "search")
        words = [self.items[int(word) - 1]["id"] if numbered and word.isdecimal() and 0 < int(word) <= len(self.items)
                 else word for word in words]
        try:
            self.todo.run(*words)
        except ValueError as error:
            print("!", error, flush=True)


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    todo = Todo(sys.argv[1])
    board = Board(todo, sys.argv[2:])
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        board.perform(line)
    todo.close()


main()
