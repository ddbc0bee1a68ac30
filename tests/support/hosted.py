"""A static host: a folder of files under a path, with a strict Content-Security-Policy, and what it
was asked.
"""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'"
)


class Handler(SimpleHTTPRequestHandler):
    """It serves below one path alone, and writes no log."""

    def __init__(self, *given: Any, host: "Hosted", **named: Any) -> None:
        self.host = host
        super().__init__(*given, directory=str(host.folder), **named)

    def translate_path(self, path: str) -> str:
        self.host.asked.append(path)
        if not path.startswith(self.host.path):
            return str(self.host.folder / "nothing is here")
        return super().translate_path("/" + path.removeprefix(self.host.path))

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *given: Any) -> None:
        """Nothing is written."""


class Hosted:
    """A site under a path of a static host."""

    def __init__(self, folder: Path, path: str = "/some/where/") -> None:
        self.folder, self.path, self.asked = folder, path, list[str]()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, host=self))
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}{path}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Nothing answers from now on."""
        self.server.shutdown()
        self.server.server_close()
