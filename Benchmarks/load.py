"""Many requests at once, by wrk."""
import re
import subprocess

from measure import Failed


class Load:
    """What wrk measured: requests a second, the 99th percentile of their milliseconds, and what a request costs the
    server's processors in microseconds, which other programs on the machine disturb less."""

    def __init__(self, server, path, *options, connections=64, threads=1, seconds=5):
        before = server.processor_seconds()
        command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--latency", *options,
                   f"http://{server.address}{path}"]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        trouble = [line.strip() for line in output.splitlines() if "Non-2xx" in line or "Socket errors" in line]
        if trouble:
            count = re.search(r"(\d+) requests in", output)[1]
            raise Failed(f"Of {count} requests of wrk some went wrong: {'; '.join(trouble)}")
        count = int(re.search(r"(\d+) requests in", output)[1])
        self.cost = (server.processor_seconds() - before) / count * 1e6
        self.rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", output).groups()
        self.p99 = float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
