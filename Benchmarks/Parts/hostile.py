"""What others notice of one hostile user of todo-server at its default limits (Tests/Hostile/attacks.py)."""
import os
import sys

from measure import result

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "Hostile"))
import attacks  # noqa: E402


def measure(surroundings):
    seconds, documents = (3, 6_000) if surroundings.is_quick else (15, 60_000)
    folder = surroundings.path("hostile")
    os.makedirs(folder)
    database, accounts = attacks.prepared(surroundings.server, folder, documents)
    for attack in attacks.ATTACKS:
        outcome = attacks.attacked(surroundings.server, database, accounts, attack, seconds)
        what = "without an attack" if attack is attacks.none else f"while one sends {attack.__name__}"
        times = outcome.times["read"]
        yield result(f"reads of another user {what}: 99th percentile", attacks.percentile(times, 0.99), at_most=100)
        if outcome.failures:
            yield result(f"requests of another user that failed {what}, of {outcome.count}", outcome.failures, "", at_most=0)
        if attack is attacks.unread:
            yield result("memory of todo-server with 300 unread answers", outcome.own, "MiB", at_most=256)
