"""The command: where it says the table is, what it refuses, how it ends."""

import asyncio
import gc
import http.client
import io
import json
import logging
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from parlour import cli
from parlour.errors import UsageError
from parlour.host.workers.pool import Pool
from parlour.host.workers.tally import FEWER, WHOLE
from parlour.terminal.console import Console, run_on
from parlour.web import app, serve
from parlour.web.access.hosts import AllowedHosts, allowed_hosts
from parlour.web.access.limited_log import RateLimitedLog
from parlour.web.serve import ServeOptions
from tests.support.served import key

PARLOUR = [sys.executable, "-m", "parlour"]


class Output(io.BytesIO):
    """What is said, and a way to wait for it."""

    def until(self, text: bytes) -> None:
        while text not in self.getvalue():
            time.sleep(0.01)


def served(options: ServeOptions, _monkeypatch: pytest.MonkeyPatch, *, signals: int = 1) -> str:
    """Serve until an interrupt that comes when it has said where it is; what it said."""
    output = Output()

    def interrupt() -> None:
        output.until(b"Tables are stored in")
        port = int(
            output.getvalue()
            .split(b"Ctrl-C")[0]
            .split(b":")[-1]
            .split(b" ")[0]
            .removesuffix(b"\x1b[0m")
        )
        for _ in range(100):
            try:
                line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                with closing(line):
                    line.request("GET", "/api/games")
                    line.getresponse().read()
                break
            except OSError:
                time.sleep(0.05)
        time.sleep(0.2)
        for _ in range(signals):
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    assert (
        run_on(Console(None, output), "parlour", lambda console, _: serve.run(console, options), [])
        == 0
    )
    thread.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return output.getvalue().decode()


def test_it_says_where_it_is_and_ends_with_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "tables.db"
    told = served(ServeOptions(data=str(data)), monkeypatch).splitlines()
    assert told[0].startswith("The table is at http://127.0.0.1:8")
    assert told[0].endswith(" (Ctrl-C ends it).")
    assert told[1:] == [
        f'Tables are stored in "{data}".',
        f'Stopped. The tables are stored in "{data}".',
    ]


def test_it_says_what_keeps_them_if_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = served(
        ServeOptions(data=str(tmp_path / "tables.db"), verbose=True), monkeypatch
    ).splitlines()
    assert told[2].startswith("The database is SQLite 3.")


@pytest.mark.parametrize("verbose", [False, True])
@pytest.mark.parametrize("kind", [FEWER, WHOLE])
def test_at_its_end_it_says_how_many_decisions_had_fewer_playouts(
    kind: str, verbose: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def new_pool(clock: Callable[[], float], *, games: tuple[str, ...]) -> Pool:
        pool = Pool(clock, games=games)
        pool.tally.add(kind, 0.0)
        return pool

    monkeypatch.setattr(serve, "Pool", new_pool)
    data = str(tmp_path / "tables.db")
    *_, line, last = served(ServeOptions(data=data, verbose=verbose), monkeypatch).splitlines()
    assert last.startswith("Stopped.")
    assert line.startswith("Strong players: ") == (kind == FEWER or verbose)


def test_its_processes_load_the_games_that_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[list[str]] = []  # at first: later a game may wait for its code

    def new_pool(clock: Callable[[], float], *, games: tuple[str, ...]) -> Pool:
        pool = Pool(clock, games=games)
        loaded.append([*pool.loadable])
        return pool

    monkeypatch.setattr(serve, "Pool", new_pool)
    served(
        ServeOptions(data=str(tmp_path / "tables.db"), games=("hearts", "straights")), monkeypatch
    )
    assert loaded == [["hearts", "straights"]]


def test_in_a_room_it_shows_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.7.9")
    told = served(
        ServeOptions(data=str(tmp_path / "tables.db"), lan=True), monkeypatch
    ).splitlines()
    assert told[0].startswith("The table is at http://192.168.7.9:8")
    assert "for everybody in the room" in told[0]
    assert len(told) > 15
    assert set("".join(told[1:-2])) <= set(" ▀▄█")


def test_behind_a_proxy_it_says_both_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (told, *_) = served(
        ServeOptions(data=str(tmp_path / "tables.db"), public="https://Cards.example/"), monkeypatch
    ).splitlines()
    assert told.startswith("The table is at https://cards.example, served from http://127.0.0.1:8")


def test_links_have_the_path_below_which_a_proxy_serves_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []

    def build(*arguments: Any, base: str) -> Any:
        built.append(base)
        return app.build(*arguments, base=base)

    def hosts(port: int, *, room: bool, public: str) -> AllowedHosts:
        built.append(public)
        return allowed_hosts(port, room=room, public=public)

    monkeypatch.setattr(serve, "build", build)
    monkeypatch.setattr(serve, "allowed_hosts", hosts)
    options = ServeOptions(data=str(tmp_path / "tables.db"), public="https://cards.example/our/")
    assert served(options, monkeypatch).startswith("The table is at https://cards.example/our, ")
    assert sorted(built) == ["https://cards.example", "https://cards.example/our"]


def test_a_browser_is_opened_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(serve, "terminal", lambda: True)
    monkeypatch.setenv("DISPLAY", ":0")
    told = served(ServeOptions(data=str(tmp_path / "tables.db")), monkeypatch)
    assert "\x1b[1mhttp://127.0.0.1" in told
    assert opened[0] in told
    told = served(ServeOptions(data=str(tmp_path / "tables.db"), browser=False), monkeypatch)
    assert len(opened) == 1
    assert serve.greeting("http://a", "http://b", room=True)[1].startswith("\x1b[97;40m")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not serve.has_screen()


@pytest.mark.parametrize(("got", "follows"), [(1, 1), (1, 0), (0, 1)])
def test_a_console_of_windows_is_asked_to_follow_escape_sequences(
    got: int, follows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it shows them around the address."""
    modes: list[int] = []

    def set_mode(_handle: int, mode: int) -> int:
        modes.append(mode)
        return follows

    kernel32 = SimpleNamespace(
        GetStdHandle=lambda _number: 7, GetConsoleMode=lambda *_: got, SetConsoleMode=set_mode
    )
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(kernel32=kernel32), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(serve, "terminal", lambda: True)
    assert serve.bold("here") == ("\x1b[1mhere\x1b[0m" if got and follows else "here")
    assert modes == [serve.FOLLOW_ESCAPES] * got


def test_a_taken_port(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve.bind(ServeOptions()) as first:
        port = first.getsockname()[1]
        with serve.bind(ServeOptions()) as second:
            assert second.getsockname()[1] > port
        with pytest.raises(
            UsageError, match=rf"^The port {port} cannot be used: Address already in use\.$"
        ):
            serve.bind(ServeOptions(port=port))
        monkeypatch.setattr(serve, "PORT", port)
        monkeypatch.setattr(serve, "TRIES", 1)
        with pytest.raises(
            UsageError,
            match=rf"^No port from {port} to {port} can be used: Address already in use\.$",
        ):
            serve.bind(ServeOptions())


def test_what_is_small_is_sent_at_once() -> None:
    """Without TCP_NODELAY every hundredth answer waits 40 ms for an acknowledgement."""

    async def run() -> int:
        arrival = asyncio.Event()
        option: list[int] = []

        async def come(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            option.append(
                writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            )
            writer.close()
            arrival.set()

        with serve.bind(ServeOptions()) as listening:
            async with await asyncio.start_server(come, sock=listening):
                _, writer = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
                await asyncio.wait_for(arrival.wait(), 10)
                writer.close()
        return option[0]

    assert asyncio.run(run())


def test_the_address_in_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreachable(socket.socket):
        def connect(self, _address: Any) -> None:
            raise OSError

    assert serve.lan_address().count(".") == 3
    monkeypatch.setattr("socket.socket", Unreachable)
    monkeypatch.setattr(
        "socket.getaddrinfo", lambda *_: [(0, 0, 0, "", (a, 0)) for a in ("127.0.1.1", "10.0.0.7")]
    )
    assert serve.lan_address() == "10.0.0.7"

    def fail(*_: Any) -> Any:
        raise OSError

    monkeypatch.setattr("socket.getaddrinfo", fail)
    assert serve.lan_address() == "127.0.0.1"


def test_as_many_files_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    limits, wanted = [(1024, 4096)], []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[0])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: wanted.append(pair))
    serve.more_files()
    limits[0] = (1024, resource.RLIM_INFINITY)
    serve.more_files()
    limits[0] = (4096, 4096)
    serve.more_files()
    assert wanted == [(4096, 4096), (65536, resource.RLIM_INFINITY)]
    monkeypatch.setitem(sys.modules, "resource", None)
    serve.more_files()


@pytest.mark.parametrize(
    ("files", "connections"), [(64, 32), (20, 1), (1024, 896), (20000, 17500), (-1, sys.maxsize)]
)
def test_some_files_are_left_for_others_than_connections(
    files: int, connections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    assert resource.RLIM_INFINITY == -1
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert serve.most_connections() == connections
    monkeypatch.setitem(sys.modules, "resource", None)
    assert serve.most_connections() == sys.maxsize


def test_complaints_go_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    log = logging.getLogger("parlour")
    kept = log.handlers[:], log.propagate
    try:
        serve._set_up_log()
        log.error("one\ntwo")
        logging.getLogger("psycopg").warning("the connection is lost")  # the store says it itself
        assert capfd.readouterr().err == "parlour: one\nparlour: two\n"
    finally:
        log.handlers[:], log.propagate = kept


def test_the_same_complaint_is_made_once_a_minute(capfd: pytest.CaptureFixture[str]) -> None:
    times = [0.0]
    log = logging.Logger("test")
    log.addHandler(serve.ErrorLines(lambda: times[-1]))
    for now in (0.0, 1.0, 59.0, 60.0, 61.0):
        times.append(now)
        for table in "AB":
            log.error("The table %s is unloaded after an error: %s", table, OSError("full"))
        log.error("Something.")
    log.error("The table %s is unloaded after an error: %s", "C", OSError("locked"))
    first = "parlour: The table A is unloaded after an error: full\nparlour: Something.\n"
    assert (
        capfd.readouterr().err
        == first * 2 + "parlour: The table C is unloaded after an error: locked\n"
    )


def test_what_nobody_waited_for_is_said_in_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    """asyncio would print a traceback, with the text of the error in it."""
    log = logging.getLogger("parlour")
    kept = log.handlers[:], log.propagate

    async def fail() -> None:
        raise ZeroDivisionError("secret")

    async def run() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(partial(serve._unhandled, RateLimitedLog()))
        task = asyncio.create_task(fail())
        await asyncio.sleep(0)
        del task
        gc.collect()
        loop.call_exception_handler({"message": "Something."})
        logging.getLogger("asyncio").error("more")

    try:
        serve._set_up_log()
        asyncio.run(run())
        first, second = capfd.readouterr().err.splitlines()
        assert first.startswith(
            "parlour: Task exception was never retrieved: ZeroDivisionError at test_serve.py:"
        )
        assert second == "parlour: Something"
        assert "secret" not in first
    finally:
        log.handlers[:], log.propagate = kept


def test_a_connection_that_its_client_cuts_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows asyncio reports it from a task of its own."""
    lines: list[str] = []
    monkeypatch.setattr(RateLimitedLog, "report", lambda _log, line: lines.append(line))

    async def fail() -> None:
        raise ConnectionResetError

    async def run() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(partial(serve._unhandled, RateLimitedLog()))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            client = socket.create_connection(listening.getsockname())
            other, _ = listening.accept()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()  # which cuts it
        with other:
            other.setblocking(False)
            tasks = [asyncio.create_task(loop.sock_recv(other, 1)), asyncio.create_task(fail())]
            await asyncio.wait(tasks)
        tasks.clear()
        gc.collect()
        loop.call_exception_handler({"message": "Nowhere.", "exception": OSError()})

    asyncio.run(run())
    somewhere, nowhere = lines
    assert somewhere.startswith(
        "Task exception was never retrieved: ConnectionResetError at test_serve"
    )
    assert nowhere == "Nowhere: OSError at no line"


@pytest.mark.parametrize("arguments", [[], ["serve"]])
def test_the_commands_options(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: list[ServeOptions] = []
    monkeypatch.setattr(serve, "run", lambda _console, options: wishes.append(options))
    many = [
        "--lan",
        "--port",
        "81",
        "--public-url",
        "https://x",
        "--data",
        "f",
        "--keep-days",
        "7",
        "--no-browser",
        "--verbose",
    ]
    for more in ([], many):
        assert run_on(Console(None, io.BytesIO()), "parlour", cli.program, [*arguments, *more]) == 0
    assert wishes == [
        ServeOptions(),
        ServeOptions(
            81, lan=True, public="https://x", data="f", browser=False, keep=7, verbose=True
        ),
    ]


def test_options_that_go_with_another_command(capfd: pytest.CaptureFixture[str]) -> None:
    for arguments, why in (
        (
            ["--public-url", "https://x", "bench", "engine"],
            "--public-url is not an option of this command (allowed: parlour serve).",
        ),
        (
            ["--no-browser", "replay", "log"],
            "--no-browser is not an option of this command (allowed: parlour serve).",
        ),
        (["--port", "0"], 'Invalid --port "0" (expected a whole number from 1 to 65535).'),
        (
            ["--public-url", "x"],
            'Invalid --public-url "x" (expected an address such as https://cards.example.org).',
        ),
        (
            ["--public-url", ""],
            'Invalid --public-url "" (expected an address such as https://cards.example.org).',
        ),
        (
            ["--keep-days", "0"],
            'Invalid --keep-days "0" (expected a whole number from 1 to 36500).',
        ),
        (
            ["--data", "mysql://x"],
            'Invalid --data "mysql://..." (expected a file, or postgresql://...).',
        ),
    ):
        assert run_on(Console(None, io.BytesIO()), "parlour", cli.program, arguments) == 2
        assert capfd.readouterr().err == f"parlour: {why}\n"


def test_data_that_cannot_be_used_are_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    options = ServeOptions(data=str(tmp_path))
    assert (
        run_on(
            Console(None, io.BytesIO()),
            "parlour",
            lambda console, _: serve.run(console, options),
            [],
        )
        == 2
    )
    assert (
        capfd.readouterr().err
        == f'parlour: The data file "{tmp_path}" cannot be opened: Is a directory; --data names '
        "another one.\n"
    )


# As processes.


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([*PARLOUR, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def port_of(line: bytes) -> int:
    """The port in the line that says where the table is."""
    return int(line.decode().split(" (")[0].rpartition(":")[2])


def answers(port: int) -> None:
    """Wait until the server answers: then it handles signals, too."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as line:
        line.request("GET", "/api/games")
        assert line.getresponse().status == 200


def test_a_process_from_its_first_line_to_an_interrupt(tmp_path: Path) -> None:
    data = str(tmp_path / "tables.db")
    with start("--data", data) as process:
        assert process.stdout
        line = process.stdout.readline().decode()
        assert line.startswith("The table is at http://127.0.0.1:8")
        second = subprocess.run(
            [*PARLOUR, "serve", "--data", data], capture_output=True, timeout=30, check=False
        )
        assert (second.returncode, second.stdout) == (2, b"")
        why = (
            f'The data file "{data}" is in use by process {process.pid}; --data names another one.'
        )
        assert second.stderr.decode() == f"parlour: {why}\n"
        port = line.split(" (")[0].rpartition(":")[2]
        third = subprocess.run(
            [*PARLOUR, "--port", port, "--data", f"{data}2"],
            capture_output=True,
            timeout=30,
            check=False,
        )
        assert (third.returncode, third.stdout) == (2, b"")
        assert (
            third.stderr.decode()
            == f"parlour: The port {port} cannot be used: Address already in use.\n"
        )
        process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        told, error = process.communicate(timeout=20)
        assert (process.returncode, told.decode(), error) == (
            0,
            f'Stopped. The tables are stored in "{data}".\n',
            b"",
        )


def test_a_request_that_waits_for_news_is_told_to_ask_again_when_it_stops(tmp_path: Path) -> None:
    maker = key()

    def asked(method: str, path: str, body: object = None) -> http.client.HTTPConnection:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
        line.request(method, path, json.dumps(body), {"Authorization": f"Bearer {maker}"})
        return line

    def answered(line: http.client.HTTPConnection) -> tuple[int, Any, str | None]:
        with closing(line):
            answer = line.getresponse()
            return answer.status, json.loads(answer.read()), answer.getheader("retry-after")

    with start("--data", str(tmp_path / "tables.db")) as process:
        assert process.stdout
        port = port_of(process.stdout.readline())
        seats = ["me", "friend", "first", "first"]
        wish = {"key": maker, "name": "Ada", "game": "straights", "seats": seats}
        table = answered(asked("POST", "/api/tables", wish))[1]["table"]
        waiting = asked("GET", f"/api/tables/{table}/view?have=99&wait=30")
        # This one comes after it, and is answered at once: so the other one waits by then.
        assert answered(asked("GET", f"/api/tables/{table}/view"))[0] == 200
        process.send_signal(signal.SIGTERM)
        assert answered(waiting) == (503, {"why": "The server stops; ask again in a moment."}, "1")
        assert process.communicate(timeout=20)[1] == b""
    assert process.returncode == 0


@pytest.mark.parametrize("after", [0.2, 0.3, 0.35, 0.4, 0.5])
def test_an_interrupt_while_it_starts_is_silent(after: float, tmp_path: Path) -> None:
    with start("--data", str(tmp_path / "tables.db")) as process:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=20)
        assert process.returncode in (0, 130, -signal.SIGINT)
        assert b"Traceback" not in error or process.returncode == -signal.SIGINT


def test_a_closed_terminal_stops_it_in_order(tmp_path: Path) -> None:
    """Then all rows are in the file itself, as a host expects who copies it."""
    data = tmp_path / "tables.db"
    # a child of tests that themselves run under nohup would ignore it
    kept = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        process = start("--data", str(data))
    finally:
        signal.signal(signal.SIGHUP, kept)
    with process:
        assert process.stdout
        port = port_of(process.stdout.readline())
        process.stdout.readline()
        assert Path(f"{data}-wal").exists()
        answers(port)
        process.send_signal(signal.SIGHUP)
        told, error = process.communicate(timeout=20)
    assert (process.returncode, error) == (0, b"")
    assert told.decode() == f'Stopped. The tables are stored in "{data}".\n'
    assert not Path(f"{data}-wal").exists()


def test_ctrl_break_stops_it_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(signal, "SIGBREAK", signal.SIGUSR1, raising=False)
    server: Any = SimpleNamespace(handle_exit=print)
    with serve.InterruptibleServer.capture_signals(server):
        assert signal.getsignal(signal.SIGUSR1) is print
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL


def test_nohup_lets_it_run_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        stopped = serve.InterruptibleServer.handle_exit
        seen: list[int] = []

        def handle(self: Any, number: int, frame: Any) -> None:
            seen.append(number)
            stopped(self, number, frame)

        monkeypatch.setattr(serve.InterruptibleServer, "handle_exit", handle)
        hang_up = partial(os.kill, os.getpid(), signal.SIGHUP)
        monkeypatch.setattr(serve, "collect", lambda _handled: asyncio.to_thread(hang_up))
        served(ServeOptions(data=str(tmp_path / "tables.db")), monkeypatch)
        assert seen == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGHUP, kept)
