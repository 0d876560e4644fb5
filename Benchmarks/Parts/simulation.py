"""How many simulated worlds of devices `make simulate` tries in a minute: 300 steps each, all kinds of records."""
import os
import subprocess
import tempfile
import time

from measure import result
from sample import Sample

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def measure(surroundings):
    # Builds it as well.
    subprocess.run(["make", "-s", "-C", ROOT, "simulate", "SEEDS=2"], check=True, capture_output=True)
    program = os.path.join(ROOT, ".build", "release", "simulate")
    seeds, rates = (20 if surroundings.is_quick else 300), []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        for turn in range(3):
            begin = time.perf_counter()
            subprocess.run([program, str(seeds), str(1 + turn * seeds), "300"], check=True, capture_output=True,
                           env=os.environ | {"TMPDIR": folder})
            rates.append(seeds / (time.perf_counter() - begin) * 60)
    yield result("simulated worlds of 300 steps, all kinds", Sample.of(rates), "/min", at_least=1500)
