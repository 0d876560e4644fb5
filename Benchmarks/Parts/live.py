"""How soon a page that is open in a browser shows an edit that is made elsewhere."""
import random
import shutil
import time
import urllib.parse

import web
from browser import Browser
from measure import result
from sample import Sample

NEEDS = ["databases"]

# How many edits are timed, after some to warm up.
EDITS, WARMING = 30, 5


def edit(pages, connection, token, row, title):
    """Gives a to-do another title, as another browser does with the form of its details."""
    fields = urllib.parse.urlencode({"token": token, "back": "/settings", "id": row, "title": title})
    connection.request("POST", "/do/edit", fields, {
        "Cookie": pages.cookie, "Content-Type": "application/x-www-form-urlencoded"})
    response = connection.getresponse()
    body = response.read()
    assert response.status == 303, (response.status, body[:300])


def behind(browser):
    """By how many milliseconds the clock of the page is behind that of this process. Both run evenly, as the clock on the wall
    may not; the quickest of several answers says it best."""
    answers = []
    for _ in range(10):
        before = time.monotonic()
        there = browser.script("return performance.now()")
        after = time.monotonic()
        answers.append((after - before, (before + after) / 2 * 1000 - there))
    return min(answers)[1]


def delays(pages, browser, path):
    """For each edit the milliseconds from its request to the frame that shows it."""
    name, value = pages.cookie.split("=", 1)
    browser.devtools("Network.setCookie", name=name, value=value, url=f"http://{pages.host}", httpOnly=True)
    browser.show(f"http://{pages.host}{path}")
    token, rows = browser.script("""
        window.shown = {};
        new MutationObserver(() => requestAnimationFrame(() => {
          const now = performance.now();
          for (const row of document.querySelectorAll('li.todo')) shown[row.dataset.title] ??= now;
        })).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        return [document.body.dataset.token, [...document.querySelectorAll('li.todo')].map((row) => row.dataset.id)]""")
    connection, times = pages.connect(), []
    # The stream of events begins after the page is there.
    time.sleep(1)
    offset = behind(browser)
    for number in range(EDITS + WARMING):
        title = f"Edited elsewhere {number}"
        start = time.monotonic() * 1000
        edit(pages, connection, token, random.choice(rows), title)
        while not (shown := browser.script("return shown[arguments[0]] ?? 0", title)):
            assert time.monotonic() * 1000 - start < 20_000, f"{title} is not shown"
            time.sleep(0.02)
        if number >= WARMING:
            times.append(shown + offset - start)
    return Sample.of(times)


def measure(surroundings):
    if not Browser.is_installed():
        yield result("an edit elsewhere shows on an open page", skipped="chromium and chromium-driver are not installed")
        return
    for size, most in {surroundings.count: 300, 10_000: 100}.items():
        path = surroundings.path(f"live-{size}.db")
        shutil.copyfile(surroundings.database(size), path)
        pages = web.Pages(surroundings, path)
        try:
            with Browser() as browser:
                yield result(f"an edit elsewhere shows on an open page, among {size:,}",
                             delays(pages, browser, "/all?sort=created"), at_most=most)
        finally:
            pages.stop()
