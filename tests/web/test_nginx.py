"""A table behind a real nginx, which sends the host and the port as it is told to."""

import json
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.support.served import Served, answer, key

pytestmark = pytest.mark.system

CONFIGURATION = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port}{ssl};
        server_name cards.example;
        {certificate}
        location / {{
            proxy_pass http://127.0.0.1:{behind}/;
            proxy_http_version 1.1;
            proxy_set_header Host {host};
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection upgrade;
        }}
    }}
}}
"""


@contextmanager
def nginx(folder: Path, **options: object) -> Iterator[None]:
    """An nginx with this configuration, until the block is left."""
    file = folder / "nginx.conf"
    file.write_text(CONFIGURATION.format(folder=folder, **options))
    with subprocess.Popen(["nginx", "-c", file, "-p", folder, "-e", folder / "error.log"]) as proxy:
        try:
            for _ in range(200):
                with (
                    suppress(OSError),
                    socket.create_connection(("127.0.0.1", int(str(options["port"])))),
                ):
                    break
                time.sleep(0.05)
            yield
        finally:
            proxy.terminate()
            proxy.wait(20)


def free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def certificate(folder: Path) -> tuple[str, ssl.SSLContext]:
    """A certificate of the host that signs itself, as lines for nginx; and whoever trusts it."""
    pem, secret = folder / "cards.pem", folder / "cards.key"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", secret, "-out", pem, "-subj", "/CN=cards.example"),
            *("-addext", "subjectAltName=DNS:cards.example"),
        ],
        check=True,
        capture_output=True,
    )
    return f"ssl_certificate {pem}; ssl_certificate_key {secret};", ssl.create_default_context(
        cafile=str(pem)
    )


@pytest.mark.parametrize(
    ("tls", "host"),
    [(True, "$host:443"), (False, "$host:80")]  # as `$host:$server_port` at these ports
    + [(True, host) for host in ("$host:$server_port", "$http_host", "$proxy_host")],
)
def test_a_table_behind_nginx(tmp_path: Path, tls: bool, host: str) -> None:
    """Over HTTP and by a WebSocket, from the page's own origin and from no other."""
    port, scheme = free_port(), "https" if tls else "http"
    named = "cards.example" if host[-1].isdigit() else f"cards.example:{port}"
    origin = f"{scheme}://{named}"
    lines, context = certificate(tmp_path) if tls else ("", None)
    with (
        Served(tmp_path / "tables.db", public=origin) as served,
        nginx(
            tmp_path,
            port=port,
            behind=served.port,
            host=host,
            ssl=" ssl" if tls else "",
            certificate=lines,
        ),
        ExitStack() as stack,
    ):

        def ask(method: str, path: str, body: object = None, **headers: str) -> tuple[int, str]:
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), 20))
            if context:
                line = stack.enter_context(
                    context.wrap_socket(line, server_hostname="cards.example")
                )
            text = "" if body is None else json.dumps(body)
            fields = {"host": named.upper(), "connection": "close", **headers}
            head = [f"{method} {path} HTTP/1.1", f"content-length: {len(text)}"]
            head += [f"{name}: {value}" for name, value in fields.items()]
            line.sendall("\r\n".join([*head, "", text]).encode())
            told = b"".join(iter(lambda: line.recv(65536), b""))
            return int(told.split()[1]), told.partition(b"\r\n\r\n")[2].decode()

        maker = key()
        wish = {"key": maker, "name": "Ada", "game": "straights", "seats": ["me", *["first"] * 3]}
        assert ask("GET", "/")[0] == 200
        assert ask("POST", "/api/tables", wish, origin="https://evil.example")[0] == 403
        status, body = ask("POST", "/api/tables", wish, origin=origin)
        assert status == 201
        path = f"/api/tables/{json.loads(body)['table']}"
        status, _ = ask("POST", f"{path}/socket", {}, origin=origin, upgrade="websocket")
        assert status == 405
        through = stack.enter_context(socket.create_connection(("127.0.0.1", port), 20))
        line = stack.enter_context(
            connect(
                f"{'wss' if tls else 'ws'}://cards.example:{port}{path}/socket",
                sock=through,
                ssl=context,
                origin=Origin(origin),
            )
        )
        line.send(json.dumps({"type": "enter", "id": "e", "key": maker, "have": 0}))
        assert answer(line, "e")["type"] == "done"
