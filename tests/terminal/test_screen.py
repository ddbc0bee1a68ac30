"""`parlour play` at a person's terminal: lines that fit it."""

import io

import pytest

from parlour import cli
from parlour.terminal import screen
from parlour.terminal.console import Console, run_on

BYE = ["The match is not over; --seed 300", "  deals it again."]


class Terminal(io.BytesIO):
    """Bytes that are typed at a terminal, or written to it."""

    def isatty(self) -> bool:
        return True


def crazy_eights(reader: io.BytesIO, writer: io.BytesIO) -> list[str]:
    """The lines of a match whose first hand has one card that fits."""
    arguments = ["play", "crazy-eights", "--seed", "300"]
    assert run_on(Console(reader, writer), "parlour", cli.program, arguments) == 0
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
