#!/usr/bin/env python3
"""Takes the pictures in docs/pictures (`make pictures`): the pages of a small store, in a real browser.

    pictures.py TODO FOLDER

TODO is the command, with todo-web beside it; FOLDER is where the pictures go. Dates are those of the day on which it runs."""
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path[:0] = [os.path.join(ROOT, "Benchmarks"), os.path.join(ROOT, "Benchmarks", "Parts")]

from browser import Browser  # noqa: E402
from web import Pages  # noqa: E402

LISTS = [("Home", "#d97706"), ("Work", "teal"), ("Work/Reports", "#2a7de1"), ("Garden", "#2f9e44"), ("Lisbon", "#9c5fd6")]
PLACES = [("Migros", 47.3769, 8.5417), ("Airport", 47.458, 8.555), ("Garden centre", 47.3572, 8.522), ("Library", 47.402, 8.50)]
ADDED = [
    ["Send the quarterly report", "--list", "Work/Reports", "--due", "yesterday", "--priority", "high", "--tag", "report"],
    ["Plan the party", "--list", "Home", "--due", "today", "--priority", "high", "--tag", "friends", "--notes",
     "Saturday from six. Ask about the music."],
    ["Return the bottles", "--tag", "shop", "--due", "tomorrow", "--location", "Migros"],
    ["Renew the passport", "--due", "in 5 days", "--tag", "trip", "--priority", "medium", "--estimate", "1h30"],
    ["Read the contract before signing it", "--list", "Work", "--due", "in 2 days"],
    ["Prepare the slides for the meeting of the board", "--list", "Work", "--due", "in 1 day", "--priority", "medium"],
    ["Fix the garden gate", "--list", "Garden", "--due", "in 4 days"], ["Build a cold frame", "--list", "Garden"],
    ["Reserve a table for eight", "--list", "Lisbon", "--due", "in 6 days"],
    ["Pack", "--list", "Lisbon", "--due", "in 12 days"],
    ["Learn twenty words of Portuguese", "--list", "Lisbon"], ["Answer Bob's letter"], ["Sort the photos"],
    ["Book the hotel", "--list", "Lisbon"], ["Change the lamp in the hall", "--list", "Home"],
]
QUICK = ["Call the dentist today 21:30 +phone", "Pay the rent each 1st p2 +money", "Water the tomatoes every 3 days +garden",
         "Book the flights to Lisbon tomorrow p1 +trip", "Buy oat milk, coffee and bread today +shop"]
BELOW = ["Order the cake", "Invite everybody", "Borrow the big speakers"]
DONE = ["Book the hotel", "Change the lamp in the hall"]


def fill(todo, database):
    """Makes the to-dos that the pictures show, and returns the id of the one with details."""
    environment = os.environ | {"TODO_DB": database, "TODO_CONFIG": database + ".config"}

    def run(*words):
        return subprocess.run([todo, *words], env=environment, check=True, capture_output=True, text=True).stdout

    ids = {}
    for name, colour in LISTS:
        run("lists", "add", name, "--color", colour)
    for name, latitude, longitude in PLACES:
        run("location", "add", name, "--latitude", str(latitude), "--longitude", str(longitude))
    for title, *options in ADDED:
        ids[title] = re.search(r'"id":"([^"]+)"', run("add", title, *options, "--json"))[1]
    for line in QUICK:
        run("quick", line)
    party = ids["Plan the party"]
    for title in BELOW:
        run("add", title, "--parent", party)
    run("comment", "add", party, "Cleo brings the music, Bob the lights")
    for title in DONE:
        run("done", ids[title])
    run("start", ids["Renew the passport"])
    run("edit", ids["Pack"], "--title", "Pack the large suitcase", "--notes", "Two adapters.")
    run("view", "add", "soon", "due:..tomorrow")
    return party


def main():
    todo, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, Browser() as browser:
        database = os.path.join(home, "todo.db")
        party = fill(todo, database)

        class Surroundings:
            web = os.path.join(os.path.dirname(todo), "todo-web")

        pages = Pages(Surroundings, database)
        try:
            name, value = pages.cookie.split("=", 1)
            browser.devtools("Network.setCookie", name=name, value=value, url=f"http://{pages.host}", httpOnly=True)
            browser.resize(1440, 900)
            browser.show(f"http://{pages.host}/all?sort=title")
            list_of_home = browser.script("return document.querySelector('#side a[href^=\"/lists/\"]').getAttribute('href')")
            week = time.strftime("%Y-%m-%d")
            for file, path, width, height, is_dark in [
                ("agenda", "/", 1280, 900, False), ("agenda-narrow", "/", 390, 844, False),
                ("agenda-dark", "/", 1280, 900, True), ("list", f"{list_of_home}?open={party}", 1280, 900, False),
                ("todo-narrow", f"/todos/{party}", 390, 844, True), ("calendar-dark", "/calendar", 1280, 900, True),
                ("calendar-narrow", "/calendar", 390, 844, False), ("week", f"/calendar?week={week}", 1280, 800, False),
                ("history", "/history", 1280, 900, False), ("time-travel", "/past", 1280, 900, True),
                ("places", "/places", 1280, 900, False), ("settings", "/settings", 1280, 900, False),
            ]:
                browser.resize(width, height, scale=1)
                browser.set_dark(is_dark)
                browser.show(f"http://{pages.host}{path}")
                time.sleep(0.3)
                browser.picture(os.path.join(folder, file + ".png"))
        finally:
            pages.stop()


main()
