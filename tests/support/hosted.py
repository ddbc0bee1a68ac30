"""A static host: a folder of files under a path, with a strict Content-Security-Policy, and what it
was asked.
"""

import io
import shutil
import threading
import time
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'"
)
PIECE = 1 << 14  # bytes that a slow host sends at once


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

    def send_head(self) -> Any:
        name = self.path.rpartition("/")[2]
        if name not in self.host.instead:
            return super().send_head()
        self.host.asked.append(self.path)
        if not (content := self.host.instead[name]):
            return self.send_error(HTTPStatus.NOT_FOUND)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, slowly where the host is slow."""
        try:
            while self.host.rate and (piece := source.read(PIECE)):
                time.sleep(len(piece) / self.host.rate)
                outputfile.write(piece)
            shutil.copyfileobj(source, outputfile)
        except ConnectionError:  # the browser has left
            return

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.host.policy)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing is written."""


class Hosted:
    """A site under a path of a static host."""

    def __init__(self, folder: Path, path: str = "/some/where/", policy: str = POLICY) -> None:
        self.policy = policy
        self.folder, self.path, self.asked = folder, path, list[str]()
        self.instead: dict[str, bytes] = {}  # other contents of files; empty: there is no such file
        self.rate = 0  # bytes a second of each file; 0: as fast as possible
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, host=self))
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}{path}"
        self.origin = self.address.rstrip("/")
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Nothing answers from now on."""
        self.server.shutdown()
        self.server.server_close()
