"""What docs/deploy/by-user.nginx.conf says, in a few lines: by_user.py PORT OTHERS NAME=PORT…"""
import http.client
import http.server
import re
import sys

PLACES = dict(argument.split("=") for argument in sys.argv[3:])


class Exchange(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def forward(self):
        name, path = re.match(r"/u/([^/?]+)(/.*)$", self.path).groups()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        onward = http.client.HTTPConnection("127.0.0.1", int(PLACES.get(name, sys.argv[2])), timeout=75)
        headers = {key: value for key, value in self.headers.items() if key.lower() not in ("connection", "content-length")}
        onward.request(self.command, path, body if "Content-Length" in self.headers else None, headers)
        response = onward.getresponse()
        answer = response.read()
        self.send_response_only(response.status)
        for key, value in response.getheaders():
            if key.lower() not in ("transfer-encoding", "content-length", "connection"):
                self.send_header(key, value)
        if response.status != 204:
            self.send_header("Content-Length", str(len(answer)))
        onward.close()
        try:
            self.end_headers()
            self.wfile.write(answer)
        except ConnectionError:
            # Whoever asked has gone.
            self.close_connection = True

    do_GET = do_POST = do_PATCH = do_DELETE = forward

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Exchange)
print(server.server_port, flush=True)
server.serve_forever()
