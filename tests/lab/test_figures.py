"""Tables of figures and progress bars, on a terminal and elsewhere."""

import io
import json
import re

import pytest

from parlour.lab.figures import progress, table
from tests.cli.test_records import parlour

HEAD = ("player", "points a round", "won")
STYLE = re.compile("\x1b\\[[0-9;]*m")  # bold, of a line of heads
ROWS = [("first", "-1.50 +- 0.25", "50.0%"), ("[red]search", "10.25 +- 0.25", "inf")]
SIMULATED = ("simulate", "--game", "straights", "--seed", "2776")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_table_that_is_piped_is_plain_text_in_columns() -> None:
    assert table(HEAD, ROWS) == [
        "player       points a round  won",
        "first         -1.50 +- 0.25  50.0%",
        "[red]search   10.25 +- 0.25  inf",
    ]


def test_a_table_on_a_terminal_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout", screen := Terminal())
    drawn = [STYLE.sub("", line) for line in table(HEAD, ROWS)]
    assert screen.getvalue() == ""  # the caller prints the lines
    assert len(drawn) == 4
    assert max(map(len, drawn)) <= 60
    assert all(name in drawn[0] for name in HEAD)
    assert "──" in drawn[1]
    assert drawn[2].split() == ["first", "-1.50", "+-", "0.25", "50.0%"]
    assert "[red]search" in drawn[3]  # a name is no markup


def test_a_console_of_windows_gets_no_escape_sequences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless it follows them, which rich finds out."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout", Terminal())
    assert "\x1b" in table(HEAD, ROWS)[0]
    monkeypatch.setattr("rich.console.detect_legacy_windows", lambda: True)
    lines = table(HEAD, ROWS)
    assert lines[0].split() == " ".join(HEAD).split()
    assert "\x1b" not in "".join(lines)


def test_a_simulation_on_a_terminal_has_the_same_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = parlour(*SIMULATED)
    monkeypatch.setattr("sys.stdout", Terminal())
    drawn = STYLE.sub("", parlour(*SIMULATED))
    assert "─" in drawn
    assert "─" not in plain
    lines = [line for line in drawn.splitlines() if "─" not in line]
    assert [line.split() for line in lines] == [line.split() for line in plain.splitlines()]
    monkeypatch.setattr("sys.stdout", None)
    assert parlour(*SIMULATED) == plain


def test_json_is_the_same_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    command = "duel straights --players first,first --deals 2 --jobs 1"
    told = parlour(*command.split(), "--json")
    assert json.loads(told)["deals"] == 2
    assert told.count("\n") == 1
    assert "─" in parlour(*command.split())


def test_progress_is_drawn_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", screen := io.StringIO())
    assert list(progress(iter("ab"), "Letters", 2)) == ["a", "b"]
    assert screen.getvalue() == ""
    monkeypatch.setattr("sys.stderr", None)
    assert list(progress("ab", "Letters", 2)) == ["a", "b"]
    monkeypatch.setattr("sys.stderr", screen := Terminal())
    assert list(progress("cd", "Letters", 4, 2)) == ["c", "d"]
    assert "Letters" in screen.getvalue()
    assert "100%" in screen.getvalue()
