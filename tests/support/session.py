"""Runs of the classic programs in this process, on streams of bytes."""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from parlour.cards import NAMES, names
from parlour.games.straights import program as straights
from parlour.shuffle import Shuffle
from parlour.terminal.console import Console, run_on

Program = Callable[[Console, Sequence[str]], None]


def session(
    *arguments: str, typed: bytes | str = b"", program: Program = straights.program, status: int = 0
) -> bytes:
    """What a session writes; its exit status is checked."""
    data = typed.encode() if isinstance(typed, str) else typed
    output = io.BytesIO()
    assert run_on(Console(io.BytesIO(data), output), title(program), program, arguments) == status
    return output.getvalue()


def lines(
    *arguments: str, typed: bytes | str = b"", program: Program = straights.program, status: int = 0
) -> list[str]:
    """The same, as lines of text."""
    return session(*arguments, typed=typed, program=program, status=status).decode().split("\n")


def title(program: Program) -> str:
    """What a program is called."""
    return program.__module__.split(".")[2].replace("_", "-")


class Keyboard:
    """Somebody who answers each prompt; where the output and the saved position stood is kept for
    every one.
    """

    def __init__(self, answer: Callable[[], str | bytes], save: Path) -> None:
        """`answer` gives the next line with its end, or nothing at the end of input."""
        self.answer, self.save = answer, save
        self.output = io.BytesIO()
        self.typed: list[bytes] = []
        self.told_at: list[int] = []
        self.saved: list[bytes] = []

    def readline(self, _size: int) -> bytes:
        """The next answer."""
        self.told_at.append(self.output.tell())
        self.saved.append(self.save.read_bytes())
        line = self.answer()
        self.typed.append(line.encode() if isinstance(line, str) else line)
        return self.typed[-1]

    def run(self, program: Program, *arguments: str) -> bytes:
        """What the session writes, with --save at every prompt."""
        console = Console(self, self.output)
        assert run_on(console, title(program), program, ["--save", str(self.save), *arguments]) == 0
        return self.output.getvalue()


def dealt(
    kind: str, seed: int, given: Iterable[Sequence[str]] = (), suits: str = "CDHS", times: int = 1
) -> Iterator[list[str]]:
    """The decks of a session by their cards' names: those given, then the generator shuffles the
    last order on, first that of a new deck with its suits in this order.
    """
    shuffle = Shuffle(kind, seed, times=times)
    order = tuple(NAMES.index(rank + suit) for suit in suits for rank in "A23456789TJQK")
    for deck in given:
        order = tuple(map(NAMES.index, deck))
        yield list(deck)
    while True:
        order = shuffle(order)
        yield names(order).split()


def interleaved(told: bytes, typed: bytes, prompt: bytes) -> bytes:
    """Output with a line of input after each prompt, which is an expression; as a transcript should
    be.
    """
    answers = typed.splitlines(keepends=True)
    answers.reverse()
    return re.sub(prompt, lambda found: found[0] + (answers.pop() if answers else b""), told)
