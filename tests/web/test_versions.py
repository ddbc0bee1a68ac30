"""The libraries: within which versions they may be, and that those have what is built upon."""

import ast
import inspect
import re
import sys
import textwrap
import tomllib
from importlib.metadata import version
from pathlib import Path

import h11
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server, ServerState
from websockets.server import ServerProtocol

from parlour.web.connections import http_protocol, listener, websocket

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WANTED = [
    Requirement(text)
    for text in [
        *PROJECT["dependencies"],
        *PROJECT["optional-dependencies"]["jit"],
        *PROJECT["optional-dependencies"]["postgres"],
    ]
]
PINNED = dict(
    re.findall(
        r"^([a-z0-9-]+)==(\S+)",
        (ROOT / "requirements" / "test.txt").read_text().replace("_", "-"),
        re.M,
    )
)


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_a_library_is_bounded_and_what_is_tested_is_within(wanted: Requirement) -> None:
    assert {"<"} <= {bound.operator for bound in wanted.specifier} <= {">=", "<"}
    assert PINNED[wanted.name] in wanted.specifier
    assert version(wanted.name) in wanted.specifier


def test_what_is_extended_is_bounded_by_its_next_version() -> None:
    """Where names of it are overridden, a minor version may rename them; else a major one."""
    bounds = {
        wanted.name: max(Version(bound.version) for bound in wanted.specifier) for wanted in WANTED
    }
    for name, parts in {
        "uvicorn": 2,
        "h11": 2,
        "starlette": 1,
        "websockets": 1,
    }.items():
        release = Version(PINNED[name]).release[:parts]
        assert bounds[name].release == (*release[:-1], release[-1] + 1), name


def test_every_library_that_is_imported_is_named() -> None:
    """And none is had only because another one wants it."""
    ours = {"parlour", "llvmlite"}  # the last is numba's own, of the same hands
    imports = set()
    for path in (ROOT / "parlour").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imports |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imports.add((node.module or "").partition(".")[0])
    outside = {name.replace("_", "-") for name in imports - set(sys.stdlib_module_names) - ours}
    assert len(outside) > 8
    assert outside <= {wanted.name for wanted in WANTED}


# What of uvicorn and websockets is built upon: another version may name it otherwise.

BUILT = [
    (http_protocol.Http, H11Protocol),
    (websocket.Socket, WebSocketsSansIOProtocol),
    (listener.Server, Server),
]


def own_classes(kind: type) -> list[type]:
    """A class and those of its bases that are Parlour's."""
    return [other for other in kind.__mro__ if other.__module__.startswith("parlour.")]


def own_source(kind: type) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(kind)))


@pytest.mark.parametrize(("ours", "base"), BUILT)
def test_what_is_overridden_is_there_and_is_called_alike(ours: type, base: type) -> None:
    new = {
        "_end",
        "__init__",
        "_take",
        "attach",
        "detach",
        "data_received",
        "connection_lost",
        "write",
    }
    new |= {"_tokens", "next_event"}
    methods = {
        name: method
        for kind in reversed(own_classes(ours))
        for name, method in vars(kind).items()
        if inspect.isfunction(method)
    }
    assert len(methods) > 2
    for name, method in methods.items():
        if name in vars(base) and name != "__init__":
            wanted = list(inspect.signature(getattr(base, name)).parameters)
            assert list(inspect.signature(method).parameters) == wanted, name
            assert inspect.iscoroutinefunction(method) == inspect.iscoroutinefunction(
                getattr(base, name)
            ), name
        else:
            assert name in new | {"__init__"}, f"{base.__name__} has no {name}"


@pytest.mark.parametrize(("ours", "base"), BUILT)
def test_what_is_used_is_there(ours: type, base: type) -> None:
    """Every `self.x` of ours is set or defined by us or by the class that is built upon."""

    def selves(tree: ast.AST) -> list[ast.Attribute]:
        attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        return [
            node
            for node in attributes
            if isinstance(node.value, ast.Name) and node.value.id == "self"
        ]

    names = {
        node.attr
        for kind in (*own_classes(ours), base)
        for node in selves(own_source(kind))
        if isinstance(node.ctx, ast.Store)
    }
    used = {node.attr for kind in own_classes(ours) for node in selves(own_source(kind))}
    told = {name for kind in own_classes(ours) for name in inspect.get_annotations(kind)}
    assert len(used) > 3
    assert used - names - set(dir(ours)) - told == set()


def test_what_is_asked_of_others_is_there() -> None:
    assert list(inspect.signature(H11Protocol).parameters) == [
        "config",
        "server_state",
        "app_state",
        "_loop",
    ]
    assert list(inspect.signature(ServerProtocol.reject).parameters) == ["self", "status", "text"]
    assert issubclass(ClientDisconnected, OSError)  # as the guard knows it
    assert isinstance(ServerState().default_headers, list)
    source = inspect.getsource(RequestResponseCycle)
    assert all(
        f"self.{name} = " in source
        for name in ("disconnected", "response_complete", "message_event")
    )
    assert {"http", "ws", "ws_max_size", "ws_ping_timeout", "h11_max_incomplete_event_size"} <= set(
        inspect.signature(Config).parameters
    )
    assert h11.Connection(h11.SERVER).our_state is h11.IDLE
    assert ServerProtocol().current_size is None  # no message is in progress
    source = inspect.getsource(H11Protocol.handle_websocket_upgrade)
    assert 'protocol.data_received(b"".join(output))' in source  # the head, and nothing else
    source = inspect.getsource(WebSocketsSansIOProtocol)
    for call in (
        "self.handle_ping()",
        "self.handle_pong(event)",
        "self.handle_cont(event)",
        "self.send_receive_event_to_app()",
        "self.keepalive_timeout)",
        "self.on_task_complete)",
        "self.conn.accept(event)",
    ):
        assert call in source, call
    source = inspect.getsource(H11Protocol)
    for call in (
        "self.handle_events()",
        "self.send_400_response(msg)",
        "self.handle_websocket_upgrade(event)",
        "on_response=self.on_response_complete",
        "self.transport.set_protocol(protocol)",
    ):
        assert call in source, call
