"""The built site behind a web server of this machine that remembers what was asked for."""
import functools
import http.server
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript", ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.requested.append(self.path)
        super().do_GET()


class Site:
    """Serves the folder at `url`; `requested` are the paths that were asked for, in order."""

    def __init__(self, folder, handler=Handler):
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(handler, directory=folder))
        self.server.requested = self.requested = []
        # localhost, for a browser takes the microphone to be safe there without HTTPS.
        self.url = f"http://localhost:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
