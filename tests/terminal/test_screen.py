"""`parlour play` at a person's terminal: lines that fit it, and input that can be edited."""

import fcntl
import io
import os
import pty
import readline
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator

import pytest

from parlour import cli
from parlour.terminal import screen
from parlour.terminal.console import Console, run_on

PLAY = [sys.executable, "-m", "parlour", "play"]
BYE = ["The match is not over; --seed 300", "  deals it again."]


class Terminal(io.BytesIO):
    """Bytes that are typed at a terminal, or written to it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def completing() -> Iterator[None]:
    """What readline completes is afterwards as it was."""
    completer, delimiters = readline.get_completer(), readline.get_completer_delims()
    yield
    readline.set_completer(completer)
    readline.set_completer_delims(delimiters)


@pytest.fixture
def typed(
    monkeypatch: pytest.MonkeyPatch,
    completing: None,  # noqa: ARG001
) -> list[str | BaseException]:
    """What `input` returns or raises, the next first; the end of input after it."""
    answers: list[str | BaseException] = []

    def answer(prompt: str) -> str:
        assert prompt == "> "
        given = answers.pop(0) if answers else EOFError()
        if isinstance(given, str):
            return given
        raise given

    monkeypatch.setattr("builtins.input", answer)
    return answers


def crazy_eights(reader: io.BytesIO, writer: io.BytesIO, status: int = 0) -> list[str]:
    """The lines of a match whose first hand has one card that fits."""
    arguments = ["play", "crazy-eights", "--seed", "300"]
    assert run_on(Console(reader, writer), "parlour", cli.program, arguments) == status
    return writer.getvalue().decode().splitlines()


def test_a_terminal_gets_lines_that_fit_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "34")
    piped = crazy_eights(io.BytesIO(b"help\n"), io.BytesIO())
    lines = crazy_eights(io.BytesIO(b"help\n"), Terminal())
    # the echo of the input ends the line of a prompt
    assert max(len(line.removeprefix("> ")) for line in lines) == 33
    assert max(map(len, piped)) > 100
    at = lines.index("Your hand: AC  AS 3S 4S 8S QS KS")
    assert lines[at + 1] == "You may: 8S"
    assert lines[-2:] == BYE
    # nothing but spaces at the breaks is another
    assert "".join(lines).replace(" ", "") == "".join(piped).replace(" ", "")
    monkeypatch.setenv("COLUMNS", "22")
    lines = crazy_eights(io.BytesIO(), Terminal())
    at = lines.index("Your hand: AC  AS 3S")
    assert lines[at + 1] == "  4S 8S QS KS"


@pytest.mark.parametrize(
    ("columns", "parts"),
    [
        ("12", ["QS", "", "left-right-", "  keep"]),
        ("2", ["Q", "  S", "", "l", "  e", "  f"]),
        ("1", ["Q", "  S", "", "l", "  e", "  f"]),
    ],
)
def test_any_width(columns: str, parts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = [part for line in ("QS", "", "left-right-keep") for part in screen.wrapped(line)]
    assert lines[: len(parts)] == parts


def test_a_person_edits_the_input(
    typed: list[str | BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    typed += ["8s", "\udce9", UnicodeDecodeError("utf-8", b"\xff!", 0, 1, "invalid")]
    lines = crazy_eights(Terminal(b"never read\n"), Terminal())
    assert "You: 8S." in lines
    refused = " is neither an action nor a command (commands: table, hint, help, quit)."
    assert [line for line in lines if line.endswith(refused)] == [
        f'"\\xe9"{refused}',
        f'"\\xff!"{refused}',
    ]
    assert lines[-2:] == ["", "The match is not over; --seed 300 deals it again."]


def test_an_interrupt_is_answered_in_a_new_line(
    typed: list[str | BaseException],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "34")
    typed.append(KeyboardInterrupt())
    crazy_eights(Terminal(), Terminal(), status=130)
    assert capfd.readouterr().err.splitlines() == ["", *BYE]


@pytest.mark.usefixtures("typed")
def test_only_a_terminal_is_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", None)
    assert "> You: 8S." in crazy_eights(Terminal(b"8s\n"), io.BytesIO())
    assert "> You: 8S." in crazy_eights(io.BytesIO(b"8s\n"), Terminal())
    monkeypatch.setitem(sys.modules, "readline", None)  # as on Windows
    assert "> You: 8S." in crazy_eights(Terminal(b"8s\n"), Terminal())


def test_tab_completes_what_is_possible_now(typed: list[str | BaseException]) -> None:
    typed.append("8s")
    crazy_eights(Terminal(), Terminal())
    complete = readline.get_completer()
    assert complete
    assert [complete("a", number) for number in range(2)] == ["AS", None]
    assert [complete("h", number) for number in range(3)] == ["hint", "help", None]
    assert complete("8", 0) is None
    assert readline.get_completer_delims() == " "


@pytest.mark.usefixtures("completing")
@pytest.mark.parametrize(
    ("about", "command"),
    [
        ("Importing this module enables line editing using libedit readline.", "bind ^I"),
        (None, "tab: complete"),
    ],
)
def test_the_key_of_either_library(
    about: str | None, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound: list[str] = []
    monkeypatch.setattr(readline, "__doc__", about)
    monkeypatch.setattr(readline, "parse_and_bind", bound.append)
    assert screen.readline_completes(list)
    assert len(bound) == 1
    assert bound[0].startswith(command)


def test_a_real_terminal() -> None:
    """Keys that edit, the history and the completion, the prompt all along, and a new width."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("4H", 15, 40, 0, 0))
    process = subprocess.Popen(
        [*PLAY, "hearts", "--seed", "6788"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "INPUTRC": os.devnull, "COLUMNS": ""},
    )
    shown = b""

    def until(text: bytes, keys: bytes) -> None:
        """Read until the terminal shows a text and then a prompt, and type these keys."""
        nonlocal shown
        while text not in shown or not shown.endswith(b"> "):
            shown += os.read(leader, 65536)
        assert max(map(len, shown.decode().split("\r\n"))) <= 40
        shown = b""
        os.write(leader, keys)

    until(b"  6C 9C JC 2D 5D 9D 2H 4H 8H 9H QH AS\r\n> ", b"c\x0162\x7f\r")  # 6, 2, and not 2
    until(b"You: 6C.\r\n", b"jx\x1b[D\x1b[3~\t\r")  # J, x, to the left, not x, the rest
    until(b"You: JC.\r\n", b"\x1b[A\r")  # the line before
    until(b"JC is not in the hand.\r\n", b"\x04")
    while b"again." not in shown:
        shown += os.read(leader, 65536)
    assert process.wait(timeout=30) == 0
    os.close(leader)
    os.close(follower)
