"""The command: find an address, open the store, print the address of the tables, serve until an
interrupt, and end with one line.

This module binds the socket itself, so that a port in use is refused in a sentence before anything
is opened.
"""

import asyncio
import contextlib
import ctypes
import io
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import time
import traceback
import webbrowser
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import uvicorn

from parlour.catalogue.registry import find_game
from parlour.errors import UsageError, reason
from parlour.host.clock import steady
from parlour.host.error_summary import summary
from parlour.host.host import Host
from parlour.host.rate_limits import Limits
from parlour.host.workers.pool import Pool
from parlour.storage.database import Database
from parlour.storage.location import find
from parlour.storage.store import Store
from parlour.system.processes import check_place
from parlour.terminal.console import Console, complain
from parlour.web.access.asgi import App
from parlour.web.access.hosts import allowed_hosts, public_url
from parlour.web.access.layers import guarded
from parlour.web.access.limited_log import RateLimitedLog
from parlour.web.access.rates import Rates
from parlour.web.app import build
from parlour.web.connections import http_protocol
from parlour.web.connections.listener import Server
from parlour.web.idle_gc import collect
from parlour.web.retention import remove_old_tables

LOG = logging.getLogger("parlour")
SWITCH = 0.0005  # seconds for which a thread may hold the interpreter while another waits
PORT = 8000
KEEP = 90  # days of running after the last change of a table, until it is removed
TRIES = 20  # ports from PORT on that are tried by default
BACKLOG = 2048
RESERVE = 32  # open files, at least, that remain for other uses than connections
LAST = 1  # seconds that requests have to finish at the end
# of Windows' consoles: a handle's number, and a bit of the mode
STANDARD_OUTPUT, FOLLOW_ESCAPES = -11, 4
CUT = 64  # Windows' error of a connection that the other side has cut


class ServeOptions(NamedTuple):
    """The options of `parlour serve`."""

    port: int | None = None
    lan: bool = False
    public: str | None = None  # the URL of --public-url
    data: str | None = None
    browser: bool = True
    keep: int = KEEP
    verbose: bool = False
    games: tuple[str, ...] = ()  # games for new tables; if empty, all games


class InterruptibleServer(Server):
    """A server of a host's tables that an interrupt ends without raising it again afterwards."""

    def __init__(self, config: uvicorn.Config, host: Host) -> None:
        """The server does not run yet."""
        super().__init__(config)
        self.host = host

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End. Requests that wait for news end first: uvicorn would answer them by an error."""
        self.host.close_lines()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle interrupts: the first stops the server, the second at once."""
        numbers = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            numbers.append(signal.SIGBREAK)  # Ctrl-Break, or another program ends it
        elif signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            numbers.append(signal.SIGHUP)  # a closed terminal; `nohup` ignores it
        kept = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in kept.items():
                signal.signal(number, handler)


def run(console: Console, options: ServeOptions, limits: Limits | None = None) -> None:
    """Serve tables until an interrupt; ParlourError if that is impossible."""
    for game in options.games:
        find_game(game)
    limits = (limits or Limits())._replace(games=tuple(dict.fromkeys(options.games)))
    public, path = public_url(options.public) if options.public is not None else ("", "")
    database = find(options.data)
    check_place()
    with bind(options) as listening:
        port = listening.getsockname()[1]
        base = f"{public}{path}" or (f"http://{lan_address()}:{port}" if options.lan else "")
        _set_up_log()
        more_files()
        sys.setswitchinterval(SWITCH)
        asyncio.run(_serve(console, options, limits, database, listening, public, base))
    console.say(f"Stopped. The tables are stored in {database.name}.")


async def _serve(
    console: Console,
    options: ServeOptions,
    limits: Limits,
    database: Database,
    listening: socket.socket,
    public: str,
    base: str,
) -> None:
    asyncio.get_running_loop().set_exception_handler(partial(_unhandled, RateLimitedLog()))
    store = Store(database)
    clock = steady()
    pool = Pool(clock, games=limits.games)
    host = Host(store, limits, clock=clock, pool=pool)
    try:
        await store.open()
        port = listening.getsockname()[1]
        rates, hosts = Rates(limits), allowed_hosts(port, room=options.lan, public=public)
        app = guarded(build(host, limits, rates, base=base), hosts, rates)
        here = f"http://127.0.0.1:{port}"
        console.say(*greeting(here, base, room=options.lan and not public))
        console.say(f"Tables are stored in {database.name}.")
        if options.verbose:
            console.say(f"The database is {database.note}")
        console.flush()
        if options.browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(base or here,), daemon=True).start()
        works = remove_old_tables(host, store, options.keep), collect(lambda: host.handled)
        beside = [asyncio.create_task(work) for work in works]
        settings = config(app, limits, proxied=bool(public))
        await InterruptibleServer(settings, host).serve([listening])
        for task in beside:
            task.cancel()
    finally:
        host.close()
        await pool.close()
        await store.close()
        if line := pool.tally.last(whole=options.verbose):
            console.say(line)


def config(app: App, limits: Limits, *, proxied: bool) -> uvicorn.Config:
    """The configuration of the server: asyncio's event loop, this package's protocols, no
    compression, no access log.
    """
    http, ws = http_protocol.protocols(limits, proxied=proxied, most=most_connections())
    return uvicorn.Config(
        app,
        interface="asgi3",
        loop="asyncio",
        http=http,
        ws=ws,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=limits.ping,
        ws_ping_timeout=limits.ping,
        h11_max_incomplete_event_size=limits.head,
        timeout_graceful_shutdown=LAST,
        backlog=BACKLOG,
    )


def bind(options: ServeOptions) -> socket.socket:
    """A listening socket at the given port, or at the first free one; UsageError if there is
    none.
    """
    address = "0.0.0.0" if options.lan else "127.0.0.1"
    ports = range(PORT, PORT + TRIES)
    if options.port is not None:
        ports = range(options.port, options.port + 1)
    why = ""
    for port in ports:
        # Without IPPROTO_TCP asyncio leaves Nagle's algorithm on, which delays small messages by 40
        # ms.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        reuse = os.name != "nt"  # on Windows it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, reuse)
        try:
            listening.bind((address, port))
            listening.listen(BACKLOG)
        except OSError as error:
            listening.close()
            why = reason(error)
        else:
            return listening
    if options.port is None:
        raise UsageError(f"No port from {ports[0]} to {ports[-1]} can be used: {why}.")
    raise UsageError(f"The port {options.port} cannot be used: {why}.")


def lan_address() -> str:
    """This machine's address in its local network: the one from which it reaches other networks."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        asking.connect(("192.0.2.1", 9))  # a reserved address; nothing is sent
        return str(asking.getsockname()[0])
    with contextlib.suppress(OSError):
        addresses = {
            str(info[4][0])
            for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        }
        return min(addresses, key=lambda text: (ipaddress.ip_address(text).is_loopback, text))
    return "127.0.0.1"


def greeting(here: str, base: str, *, room: bool) -> list[str]:
    """The lines that print the address of the tables; in a local network, with a QR code for
    phones.
    """
    if not base:
        return [f"The table is at {bold(here)} (Ctrl-C ends it)."]
    if not room:
        return [f"The table is at {bold(base)}, served from {here} (Ctrl-C ends it)."]
    import segno  # not above: without a code nothing waits for it

    code = io.StringIO()
    segno.make(base, micro=False).terminal(out=code, compact=True)
    lines = code.getvalue().splitlines()
    if styled():  # dark squares on a light ground, whatever the terminal's colours
        lines = [f"\x1b[97;40m{line}\x1b[0m" for line in lines]
    return [f"The table is at {bold(base)} for everybody in the room (Ctrl-C ends it).", *lines]


def bold(text: str) -> str:
    """The text, bold at a terminal."""
    if styled():
        return f"\x1b[1m{text}\x1b[0m"
    return text


def terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def styled() -> bool:
    """Whether standard output is a terminal that follows escape sequences. A console of Windows
    follows them after a request; before Windows 10 it refuses that.
    """
    if sys.platform == "win32":
        console, mode = ctypes.windll.kernel32, ctypes.c_uint32()
        output = console.GetStdHandle(STANDARD_OUTPUT)
        return bool(
            terminal()
            and console.GetConsoleMode(output, ctypes.byref(mode))
            and console.SetConsoleMode(output, mode.value | FOLLOW_ESCAPES)
        )
    return terminal()


def has_screen() -> bool:
    """Whether there is a screen for a browser; without one, a text browser could take over the
    terminal.
    """
    screen = (
        sys.platform in ("win32", "darwin")
        or os.environ.get("DISPLAY")
        or os.environ.get("WAYLAND_DISPLAY")
    )
    return terminal() and bool(screen)


class ErrorLines(logging.Handler):
    """A log on standard error. The same fault, at any table, is reported once a minute, so that it
    cannot fill a disk.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing has been reported; `clock` gives seconds."""
        super().__init__()
        self._limited = RateLimitedLog(clock)

    def emit(self, record: logging.LogRecord) -> None:
        """Report a record, unless the same one was reported within a minute."""
        fault = ""
        if isinstance(record.args, tuple) and record.args:
            fault = str(record.args[-1])
        if self._limited.allows(record.msg, fault):
            for line in record.getMessage().splitlines():
                complain(f"parlour: {line}")


def _set_up_log() -> None:
    """Report faults of the server on standard error, but not those of clients, who could fill
    it.
    """
    LOG.handlers[:] = [ErrorLines()]
    LOG.propagate = False
    for other in ("uvicorn.error", "asyncio", "sqlalchemy", "psycopg"):
        logging.getLogger(other).setLevel(logging.CRITICAL)


def _unhandled(
    log: RateLimitedLog, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]
) -> None:
    """Report an error that no task awaited, in a line; asyncio would print a traceback with the
    data involved. A cut connection in asyncio's own code is none: on Windows asyncio reports it.
    """
    error = context.get("exception")
    cut = isinstance(error, ConnectionError) or getattr(error, "winerror", None) == CUT
    if error and cut and _module(error).startswith("asyncio."):
        return
    line = context["message"].rstrip(".")
    if error:
        line = f"{line}: {summary(error)}"
    log.report(line)


def _module(error: BaseException) -> str:
    """The name of the module in which an error occurred; empty if it was not raised."""
    names = [frame.f_globals["__name__"] for frame, _ in traceback.walk_tb(error.__traceback__)]
    return str(names[-1]) if names else ""


def most_connections() -> int:
    """The largest number of connections within the limit of open files, which the database, the
    page and the worker processes share.
    """
    try:
        import resource
    except ImportError:
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return sys.maxsize
    return max(1, soft - max(RESERVE, soft // 8))


def more_files() -> None:
    """Raise the process's limit of open files, and so of sockets, to the system's maximum."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else 65536
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
