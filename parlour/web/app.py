"""The HTTP and WebSocket interface. Its requests are messages to a table (docs/log.md, "The table's
messages"), which the table alone parses. A program that plays over HTTP counts as a socket for the
duration of its request.
"""

import asyncio
import contextlib
import gzip
import json
import logging
import re
from collections.abc import Coroutine
from functools import cache, partial
from math import ceil
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.errors import ParlourError, Spent, StoreError, TableExists, quote
from parlour.host.host import NO_TABLE, Host, Room, Unloaded
from parlour.host.loads import AGAIN_AFTER, FAILED, NotOpened
from parlour.host.ports import Stored
from parlour.host.rate_limits import Limits
from parlour.web import openapi
from parlour.web.access.asgi import App, Receive, Scope, Send, address_of, bearer, refusal
from parlour.web.access.rates import Rates
from parlour.web.access.server_errors import BROKEN
from parlour.web.catalogue import Catalogue
from parlour.web.connections.collector import Collector
from parlour.web.connections.polling import PolledLine, PolledLines, disconnected
from parlour.web.connections.websocket import connection_of
from parlour.web.connections.websocket_session import WebSocketSession
from parlour.web.entry import Entry
from parlour.web.files import Files, page_files

LOG = logging.getLogger("parlour")
NAME = re.compile(r"[A-Za-z0-9_-]{12}").fullmatch
TABLE = "/api/tables/{table}"
ENTERED = 3  # messages in the answer to `enter`: done, room, view
Number = TypeVar("Number", int, float)
T = TypeVar("T")
AGAIN = "The table is being loaded again; ask again."
LINE = "/api/lines/{line}"
NO_UPGRADE = "This address forwards no WebSockets; a proxy has to pass on Upgrade and Connection."
PAGES_POLL = (
    "Pages play over plain requests, since their WebSockets do not arrive: a proxy before this "
    "server, or the network of a visitor, forwards none (docs/host.md has the lines for a proxy)."
)


def build(host: Host, limits: Limits, rates: Rates, *, base: str = "") -> App:
    """The application around a host. WebSockets bypass Starlette's layers, since each layer would
    stay in memory as long as the socket.

    `base` is the server's address for other devices.
    """
    catalogue = Catalogue(base, limits.games)
    api = Api(host, limits, rates, catalogue)
    games = {f"games/{name}/": folder for name, folder in catalogue.folders.items()}
    files = Files(page_files() | games)
    for sentence in (*catalogue.left_out, *files.left_out):
        LOG.error("%s", sentence)
    app = Starlette(
        routes=[
            Route("/openapi.json", api.described),
            *api.routes(),
            *api.page_routes(),
            Route("/files/{digest}/{path:path}", files.answer),
            Route("/{path:path}", files.answer),
        ],
        exception_handlers={
            HTTPException: _http_error,
            ParlourError: _parlour_error,
            Unloaded: _unloaded,
            Exception: _internal_error,  # the middleware receives it as well
        },
    )
    routes = [WebSocketRoute(f"{TABLE}/socket", api.socket)]
    sockets = Router(routes, default=refusal(404, "Not Found."))

    async def either(scope: Scope, receive: Receive, send: Send) -> None:
        target: App = sockets if scope["type"] == "websocket" else app
        await target(scope, receive, send)

    return either


async def _http_error(_request: Request, error: Any) -> JSONResponse:
    return refusal(error.status_code, f"{str(error.detail).rstrip('.')}.", **(error.headers or {}))


async def _parlour_error(_request: HTTPConnection, error: Exception) -> JSONResponse:
    if isinstance(error, TableExists):
        return refusal(409, str(error))
    if isinstance(error, NotOpened):
        return refusal(403, str(error))
    if isinstance(error, StoreError):
        return _later(str(error))
    if isinstance(error, Spent):
        return refusal(429, str(error), retry_after=f"{ceil(error.wait)}")
    return refusal(400, str(error))


async def _internal_error(_request: Request, _error: Exception) -> JSONResponse:
    return refusal(500, BROKEN)


async def _unloaded(_request: Request, error: Exception) -> JSONResponse:
    return _later(str(error) or AGAIN)


def _later(why: str) -> JSONResponse:
    """A refusal for some seconds."""
    seconds = AGAIN_AFTER if why == FAILED else 1
    return refusal(503, why, retry_after=f"{seconds:.0f}")


class Api:
    """The endpoints of the application."""

    def __init__(self, host: Host, limits: Limits, rates: Rates, catalogue: Catalogue) -> None:
        """The endpoints for the tables of a host."""
        self.host, self.limits, self.rates = host, limits, rates
        self.polled = PolledLines(limits)
        titles = [game["title"] for game in catalogue.games]
        self._description = cache(lambda: JSONResponse(openapi.described(titles)))
        plain = JSONResponse(catalogue.games_message).body
        self.games_bodies = plain, gzip.compress(plain)

    def routes(self) -> list[Route]:
        """The routes that the OpenAPI description names."""
        return [
            Route("/api/games", self.games),
            Route("/api/tables", self.make, methods=["POST"]),
            Route(f"{TABLE}/messages", self.message, methods=["POST"]),
            Route(f"{TABLE}/view", self.view),
        ]

    def page_routes(self) -> list[Route]:
        """The routes for pages whose WebSocket does not get through."""
        return [
            Route(f"{TABLE}/socket", self.no_upgrade),
            Route(f"{TABLE}/lines", self.open_line, methods=["POST"]),
            Route(LINE, self.receive),
            Route(LINE, self.send, methods=["POST"]),
            Route(LINE, self.end_line, methods=["DELETE"]),
        ]

    async def described(self, _request: Request) -> Response:
        """The OpenAPI description. It is made once, in a thread, so that the tables continue."""
        return await asyncio.to_thread(self._description)

    async def games(self, request: Request) -> Response:
        """The games; the processes of learned players start, since a table may soon need them."""
        if self.host.pool:
            self.host.pool.prepare()
        packed = "gzip" in request.headers.get("accept-encoding", "")
        headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if packed else {})
        return Response(self.games_bodies[packed], headers=headers, media_type="application/json")

    async def make(self, request: Request) -> JSONResponse:
        """Make a table."""
        text = await self._body(request)
        try:
            new_table = json.loads(text)
        except (ValueError, RecursionError):
            raise HTTPException(400, "The body is not JSON") from None
        table = await self.host.make(new_table, address_of(request.scope))
        return JSONResponse({"table": table.name, "seat": table.seat}, 201)

    async def message(self, request: Request) -> Response:
        """Pass one message to a table."""
        have, text = _number(request, "have", int), await self._frame(request)
        room, collector = await self._room(request), Collector()
        number = room.open(collector, address_of(request.scope))
        try:
            await self._enter(room, number, collector, request, have)
            await room.handle(number, text)
            while not any(map(_answers, collector.messages[1:])):  # a hint is answered later
                await self._wait_for_message(collector)
        except Unloaded:
            if not any(map(_answers, collector.messages[1:])):  # a table that fails refuses
                raise
        finally:
            await room.close(number)
        return _listed(collector.messages[1:])

    async def view(self, request: Request) -> Response:
        """Wait for news."""
        have, wait = _number(request, "have", int), _number(request, "wait", float)
        room, collector = await self._room(request), Collector()
        number = room.open(collector, address_of(request.scope))
        try:
            await self._enter(room, number, collector, request, have)
            if _count(collector.messages) <= have:
                await self._wait_for_view(collector, min(wait, self.limits.wait))
            said = _of("said", collector.messages)
            # enter again: one view then has all the news
            if len(collector.messages) > ENTERED + len(said):
                collector.messages.clear()
                await self._enter(room, number, collector, request, have)
                said += _of("said", collector.messages)
        finally:
            await room.close(number)
        now = (_of(kind, collector.messages)[-1] for kind in ("room", "view"))
        return _listed([*now, *said])

    async def socket(self, socket: WebSocket) -> None:
        """Serve a WebSocket until its end."""
        table = socket.path_params["table"]
        try:
            exists = table in self.host.rooms or await self._stored(table)
        except ParlourError as error:
            await socket.send_denial_response(await _parlour_error(socket, error))
            return
        if not exists:
            await socket.send_denial_response(refusal(404, NO_TABLE))
            return
        await socket.accept()
        address = address_of(socket.scope)
        late = partial(self.rates.take_message, address)
        line = WebSocketSession(connection_of(socket.scope), self.limits, late)
        entry = Entry(self.host, table, line, address)
        try:
            await line.serve(entry, 0)
            if line.code:
                with contextlib.suppress(WebSocketDisconnect):
                    await socket.close(line.code, line.why)
        finally:
            with contextlib.suppress(Unloaded):
                await line.room.close(line.number)

    # Lines over HTTP.

    async def no_upgrade(self, request: Request) -> Response:
        """Refuse a WebSocket that arrives as a plain request."""
        if request.headers.get("sec-websocket-key"):  # sent by a browser, stripped on the way
            LOG.error("%s", PAGES_POLL)
        wanted = {"upgrade": "websocket", "sec_websocket_version": "13"}
        return refusal(426, NO_UPGRADE, connection="upgrade, close", **wanted)

    async def open_line(self, request: Request) -> Response:
        """Open a line over HTTP, and enter the table."""
        have, room = _number(request, "have", int), await self._room(request)
        if request.headers.get("origin"):  # a browser's
            LOG.error("%s", PAGES_POLL)

        async def enter(line: PolledLine) -> None:
            await self._enter(room, line.number, line, request, have)

        name, messages = await self.polled.open(room, request, enter)
        text = f'{{"line":"{name}","messages":[{",".join(messages)}]}}'
        return Response(text, 201, media_type="application/json")

    async def receive(self, request: Request) -> Response:
        """Wait for a line's messages."""
        wait = min(_number(request, "wait", float), self.limits.wait)
        return _listed(await self.polled.receive(request.path_params["line"], request, wait))

    async def send(self, request: Request) -> Response:
        """Pass a message of a line to its table."""
        text = await self._frame(request)
        await self.polled.send(request.path_params["line"], request, text)
        return _listed([])

    async def end_line(self, request: Request) -> Response:
        """End a line."""
        self.polled.find(request.path_params["line"], request)
        self.polled.end(request.path_params["line"])
        return _listed([])

    async def _stored(self, table: str) -> Stored | None:
        return await self.host.loads.find(table) if NAME(table) else None

    # Requests that count as sockets.

    async def _frame(self, request: Request) -> str:
        """The body of a request with one message."""
        text = await self._body(request)
        if len(text.encode()) > self.limits.frame:
            raise HTTPException(413, f"A message is at most {self.limits.frame} bytes")
        return text

    async def _body(self, request: Request) -> str:
        size, parts = 0, []
        try:
            async with asyncio.timeout(self.limits.body_time):
                async for part in request.stream():
                    size += len(part)
                    if size > self.limits.body:
                        raise HTTPException(
                            413,
                            f"A body is at most {self.limits.body} bytes",
                            {"connection": "close"},
                        )
                    parts.append(part)
            return b"".join(parts).decode("utf-8-sig")  # some editors put a mark at the head
        except TimeoutError:
            raise HTTPException(408, "The body did not come", {"connection": "close"}) from None
        except UnicodeDecodeError:
            raise HTTPException(400, "The body is not UTF-8") from None
        except ClientDisconnect:  # nobody receives the answer, and the server is not at fault
            raise HTTPException(400, "The body did not come whole") from None

    async def _room(self, request: Request) -> Room:
        """The table of a request, loaded if necessary while its client is there."""
        table, key = request.path_params["table"], bearer(request.scope)
        if not key:
            raise HTTPException(401, "A key is missing: Authorization: Bearer KEY")
        if room := self.host.rooms.get(table):
            return room
        if not NAME(table):
            raise HTTPException(404, NO_TABLE)
        address = address_of(request.scope)
        room = await _while_there(request, self.host.find(table, address, key))
        if room is None:
            raise HTTPException(404, NO_TABLE)
        return room

    async def _enter(
        self, room: Room, number: int, collector: Collector, request: Request, have: int
    ) -> None:
        entry = {"type": "enter", "id": "enter", "key": bearer(request.scope), "have": have}
        await room.handle(number, json.dumps(entry))
        if not room.entered(number):
            raise HTTPException(403, str(json.loads(collector.messages[0])["why"]))

    async def _wait_for_view(self, collector: Collector, wait: float) -> None:
        """Wait for a new view, at most `wait` seconds."""
        count = _count(collector.messages)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                while _count(collector.messages) == count:
                    await self._wait_for_message(collector)

    async def _wait_for_message(self, collector: Collector) -> None:
        """Wait for the next message; Unloaded if there will be none."""
        if collector.closed:
            raise Unloaded(collector.why)
        collector.arrived.clear()
        await collector.arrived.wait()


async def _while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, which ends when the client disconnects."""
    working = asyncio.create_task(work)
    watching = asyncio.create_task(disconnected(request))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(400, "The client has gone")  # nobody receives the answer
        return working.result()
    finally:
        working.cancel()
        watching.cancel()


def _number(request: Request, name: str, kind: type[Number]) -> Number:
    """A number of a request's query, 0 if it is missing; HTTPException for any other text."""
    text = request.query_params.get(name, "0")
    with contextlib.suppress(ValueError):
        number = kind(text)
        if number >= 0:
            return number
    what = "whole number" if kind is int else "number"
    raise HTTPException(400, f"Invalid {name} {quote(text)} (expected a {what} from 0 on)")


def _answers(text: str) -> bool:
    """Whether a message answers a request."""
    return text.startswith(('{"type":"done"', '{"type":"refused"'))


def _of(kind: str, messages: list[str]) -> list[str]:
    """The messages of a type."""
    return [text for text in messages if text.startswith(f'{{"type":"{kind}"')]


def _count(messages: list[str]) -> int:
    """The count of the last view among messages."""
    return int(json.loads(_of("view", messages)[-1])["count"])


def _listed(messages: list[str]) -> Response:
    """Messages as one JSON list."""
    return Response(f"[{','.join(messages)}]", media_type="application/json")
