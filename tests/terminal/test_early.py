"""What is typed at a terminal acts only where a prompt was shown for it."""

import io
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from parlour import cli
from parlour.terminal import early, play
from parlour.terminal.console import Console, run_on

TYPED_EARLY = "A line that was typed before its prompt is dropped."
PROGRAMS = "parlour.games.{}.program"


class Line:
    """A terminal in this process: a person types the next answer once a prompt is shown."""

    def __init__(self, *answers: bytes) -> None:
        self.leader, follower = pty.openpty()
        self.reader = os.fdopen(follower, "rb")
        self.answers = [*answers]
        self.shown = b""

    def write(self, data: bytes) -> int:
        self.shown += data
        if data.endswith(b"> ") and self.answers:
            self.type(self.answers.pop(0))
        return len(data)

    def type(self, data: bytes) -> None:
        os.write(self.leader, data)

    def hang_up(self) -> None:
        os.close(self.leader)


@pytest.fixture
def line() -> Iterator[Line]:
    terminal = Line(b"second\n", b"third\nfourth\n", b"fifth\n")
    yield terminal
    terminal.reader.close()


def test_lines_before_a_prompt_are_dropped(line: Line, capfd: pytest.CaptureFixture[str]) -> None:
    console = Console(line.reader, line)
    line.type(b"first\n")
    assert console.ask("> ") == b"second"
    assert capfd.readouterr().err == f"{TYPED_EARLY}\n"
    assert console.ask("> ") == b"third"
    assert console.ask("> ") == b"fifth"
    assert capfd.readouterr().err == f"{TYPED_EARLY}\n"
    line.type(b"one\n\ntwo\n")
    line.answers.append(b"\n")
    assert console.ask("> ") == b""
    said = "2 lines that were typed before their prompt are dropped.\n"
    assert capfd.readouterr().err == said
    line.type(b"\n \n")  # as Enter on a key that bounces
    line.answers.append(b"six\n")
    assert console.ask("> ") == b"six"
    assert capfd.readouterr().err == ""
    line.hang_up()


def test_a_line_that_is_not_finished_stays(line: Line, capfd: pytest.CaptureFixture[str]) -> None:
    line.type(b"un")
    line.answers = [b"finished\n"]
    assert Console(line.reader, line).ask("> ") == b"unfinished"
    assert capfd.readouterr().err == ""
    line.hang_up()


def test_the_end_of_input_before_a_prompt(line: Line) -> None:
    line.type(b"\x04")
    assert Console(line.reader, line).ask("> ") is None
    line.hang_up()


def test_a_terminal_that_has_gone(line: Line) -> None:
    line.answers.clear()
    line.hang_up()
    assert Console(line.reader, line).ask("> ") is None


def test_what_comes_from_a_pipe_is_as_it_was() -> None:
    typed = io.BytesIO(b"one\ntwo\n")
    console = Console(typed, io.BytesIO())
    assert [console.ask("> ") for _ in range(3)] == [b"one", b"two", None]


def test_a_held_interrupt_of_a_hint_ends_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key repeats until it is let go."""
    repetitions, waited = [2], list[float]()

    def held(seconds: float) -> None:
        waited.append(seconds)
        if repetitions[0]:
            repetitions[0] -= 1
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("time.sleep", held)
    early.wait_for_release()
    assert waited == [early.RELEASED] * 3
    assert signal.getsignal(signal.SIGINT) is before


def test_a_held_interrupt_of_a_match_does_not_cut_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = list[str]()

    def interrupted() -> bytes:
        raise KeyboardInterrupt

    def complain(text: str) -> None:
        signal.raise_signal(signal.SIGINT)
        said.append(text)

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(play, "complain", complain)
    console = Console(io.BytesIO(), io.BytesIO())
    monkeypatch.setattr(console, "_read", interrupted)
    assert run_on(console, "parlour", cli.program, ["play", "hearts", "--seed", "300"]) == 130
    assert said == ["", "The match is not over; --seed 300 deals it again."]
    assert signal.getsignal(signal.SIGINT) is before


class Session:
    """A program at a terminal of its own."""

    def __init__(self, module: str, *arguments: str, typed: bytes = b"") -> None:
        """Start it; some keys were pressed before."""
        self.leader, follower = pty.openpty()
        os.write(self.leader, typed)
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "INPUTRC": os.devnull, "COLUMNS": "200"},
        )
        os.close(follower)
        self.shown = ""

    def until(self, prompt: str, keys: bytes = b"") -> str:
        """Read until the last thing shown is a prompt, and type; what was shown before."""
        while not self.shown.endswith(prompt):
            assert select.select([self.leader], [], [], 30)[0], self.shown
            self.shown += os.read(self.leader, 65536).decode().replace("\r\n", "\n")
        shown, self.shown = self.shown, ""
        os.write(self.leader, keys)
        return shown

    def end(self) -> str:
        """Ctrl-D; what is shown to the end."""
        os.write(self.leader, b"\x04")
        assert self.process.wait(timeout=30) == 0
        with os.fdopen(self.leader, "rb", buffering=0) as rest:
            try:
                return rest.read(65536).decode()
            except OSError:  # it has shown all
                return ""


def test_a_paste_plays_one_card() -> None:
    """With and without the brackets that a terminal puts around it."""
    session = Session("parlour", "play", "hearts", "--seed", "6788", typed=b"6c\n")
    shown = session.until("> ", b"6c\r9c\rjc\r")
    assert TYPED_EARLY in shown
    assert "You: 6C." not in shown
    shown = session.until("> ", b"\x1b[200~9c\rjc\r\x1b[201~\r")
    assert "You: 6C." in shown
    assert "You: 9C." not in shown
    assert "2 lines that were typed before their prompt are dropped." in shown
    shown = session.until("> ", b"\x1b[200~9c\r\x1b[201~\r")
    assert '"9c\\njc" is neither an action nor a command' in shown
    shown = session.until("> ")
    assert "You: 9C." in shown
    session.end()


@pytest.mark.parametrize(
    ("program", "arguments", "prompt", "line", "kept"),
    [
        ("straights", ["6788"], ">", b"h\n", "Is Player2 a human"),
        ("hearts", ["5"], "to pass? (type the number) ", b"0\n", "Clubs:"),
        ("crazy_eights", ["5", "--play", "ron"], "to play? ", b"Jh\n", "You do not hold Jh."),
    ],
)
def test_a_line_that_is_pasted_twice_acts_once(
    program: str, arguments: list[str], prompt: str, line: bytes, kept: str
) -> None:
    session = Session(PROGRAMS.format(program), *arguments)
    session.until(prompt, line * 2)
    shown = session.until(prompt)
    assert shown.count(kept) == 1
    assert shown.count(TYPED_EARLY) == 1
    assert shown.index(TYPED_EARLY) < shown.rindex(prompt)
    session.end()
