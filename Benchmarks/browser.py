"""A headless Chromium over WebDriver, with what Python has by itself."""
import base64
import http.client
import json
import shutil
import subprocess


class Browser:
    """A browser with a profile of its own, which ends with the context."""

    ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--lang=en"]

    @staticmethod
    def is_installed():
        return bool(shutil.which("chromedriver") and shutil.which("chromium"))

    def __init__(self):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = next(line for line in self.driver.stdout if "successfully on port" in line)
        self.port = int(line.rstrip(".\n").split()[-1])
        options = {"binary": shutil.which("chromium"), "args": self.ARGUMENTS}
        self.session = ""
        started = self.send("POST", "", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.session = "/" + started["sessionId"]

    def send(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, f"/session{self.session}{path}", json.dumps(body) if body is not None else None)
        value = json.loads(connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(value["message"])
        return value

    def show(self, address):
        self.send("POST", "/url", {"url": address})

    def script(self, text, *arguments):
        return self.send("POST", "/execute/sync", {"script": text, "args": arguments})

    def devtools(self, command, **parameters):
        return self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def resize(self, width, height, scale=1):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def set_dark(self, is_dark):
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("GET", "/screenshot")))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
