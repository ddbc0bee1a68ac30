"""Code of games that fails during play: a sentence names the game, its level and the line."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from parlour import api
from parlour.cards import NAMES
from parlour.catalogue.registry import BUILT_IN
from parlour.errors import CodeError, EventError, IllegalAction
from tests.cli.test_records import parlour
from tests.support.packages import RULES, Site, changed, site


@pytest.fixture
def installs(tmp_path: Path) -> Iterator[Site]:
    with site(tmp_path) as folder:
        yield folder


FAILING = changed(  # in the second round
    ("    return fewest(totals, 0)\n", "    return fewest(totals, 0) if number > 1 else 0\n"),
    (
        "def points(round_: Round, state: State) -> Five:\n",
        "def points(round_: Round, state: State) -> Five:\n"
        "    divided = 1 // (round_.number - 2)\n",
    ),
)
PLAYS = "\n".join([*map(str.lower, NAMES), "draw", "pass"] * 50).encode()
LINE = 1 + FAILING.splitlines().index("    divided = 1 // (round_.number - 2)")


@pytest.mark.parametrize(
    "command",
    [
        ["play", "toy-game", "--seed", "1"],
        ["simulate", "--game", "toy-game"],
        ["duel", "toy-game", "--players", "first,first", "--deals", "2", "--jobs", "1"],
        ["duel", "toy-game", "--players", "first,first", "--deals", "2", "--jobs", "2"],
    ],
    ids=["play", "simulate", "duel", "in a worker process"],
)
def test_rules_that_fail_end_a_command_with_a_sentence(
    command: list[str], installs: Site, capfd: pytest.CaptureFixture[str]
) -> None:
    installs.add("toy-game", FAILING)
    told = parlour(*command, typed=PLAYS, status=1)
    assert "Round 1" in told or command[0] != "play"
    assert capfd.readouterr().err.splitlines()[-1] == (
        'parlour: The game "toy-game" failed: ZeroDivisionError: integer division or modulo by '
        f"zero (rules.py, line {LINE}; PYTHONDEVMODE=1 shows the traceback)."
    )


def test_the_development_mode_shows_the_traceback(
    installs: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    installs.add("toy-game", FAILING)
    installs.add("odd-game", levels="LEVELS = {'mine': lambda view, dice: 1 // 0}\n")
    development = SimpleNamespace(flags=SimpleNamespace(dev_mode=True))
    monkeypatch.setattr("parlour.cli.sys", development)
    for game in ("toy-game", "odd-game"):
        with pytest.raises(ZeroDivisionError):
            parlour("simulate", "--game", game)
    assert parlour("simulate", "--game", "no-game", status=2) == ""


def test_an_error_of_parlours_own_is_a_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("parlour.log.read", lambda _lines: 1 // 0)
    monkeypatch.setattr("parlour.series.decided", lambda _match: 1 // 0)
    parlour("replay", "-", status=1)
    parlour("simulate", "--game", BUILT_IN[0], status=1)
    whole, part = capfd.readouterr().err.splitlines()
    shape = r": ZeroDivisionError: [a-z ]+ \(test_failures.py, line \d+; .*"
    assert re.fullmatch(f"parlour: Parlour failed{shape}", whole)
    assert re.fullmatch(f'parlour: Parlour failed at the game "{BUILT_IN[0]}"{shape}', part)


TYPING = type("TypingError", (Exception,), {"__module__": "numba.core.errors"})
PIPELINE = "Failed in nopython mode pipeline (step: nopython frontend)\n"
COLOURED = f"\x1b[1m{PIPELINE}\x1b[1m{PIPELINE}\x1b[1mCannot unify\x1b[0m."
LISTED = changed(("    hand = hand & ~(1 << action)\n", "    hand = [hand][0] & ~(1 << action)\n"))
LISTED_AT = 1 + LISTED.splitlines().index("    hand = [hand][0] & ~(1 << action)")


@pytest.mark.parametrize(
    ("rules", "game", "said"),
    [
        (
            LISTED,
            "toy-game",
            f'The rules of "toy-game" do not compile: apply, line {LISTED_AT}: a List does not '
            "compile.",
        ),
        (
            RULES,
            "toy-game",
            'The rules of "toy-game" do not compile: TypingError: Cannot unify (PYTHONDEVMODE=1 '
            "shows the traceback).",
        ),
        (RULES, BUILT_IN[0], f'Parlour failed at the game "{BUILT_IN[0]}": TypingError: Cannot un'),
    ],
    ids=["known part", "other part", "rules of Parlour's own"],
)
def test_rules_that_do_not_compile_are_not_a_failure_of_parlour(
    rules: str,
    game: str,
    said: str,
    installs: Site,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Numba colours its errors, and begins them with the steps of its work."""

    def raises(_match: object) -> None:
        raise TYPING(COLOURED)

    installs.add("toy-game", rules)
    monkeypatch.setattr("parlour.series.decided", raises)
    parlour("simulate", "--game", game, status=1)
    assert capfd.readouterr().err.splitlines()[-1].startswith(f"parlour: {said}")


LEVEL = 'The level "mine" of the game "toy-game" failed: '


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("gives", "error", "why"),
    [
        ("1 // 0", CodeError, "ZeroDivisionError: integer division or modulo by zero (levels.py, "),
        ("int('x')", CodeError, "ValueError: invalid literal for int() with base 10: 'x' (levels."),
        ("__import__('sys').exit(3)", CodeError, "SystemExit: 3 (levels.py, "),
        ("'drow'", EventError, 'Unknown action "drow" (known: a card as in 7S, draw, pass).'),
        ("None", EventError, "An action is needed; None was given."),
        ("54", IllegalAction, "The action 54 is not allowed now (allowed: "),
        ("-1", IllegalAction, "The action -1 is not allowed now (allowed: "),
        ("'pass'", IllegalAction, "pass is not allowed now (allowed: "),
    ],
)
def test_a_level_that_gives_no_legal_action_is_named(
    gives: str, error: type[Exception], why: str, installs: Site, capfd: pytest.CaptureFixture[str]
) -> None:
    installs.add("toy-game", levels=f"LEVELS = {{'mine': lambda view, dice: {gives}}}\n")
    with pytest.raises(error) as caught:
        api.deal("toy-game", seed=1).step()
    assert str(caught.value).startswith(LEVEL + why)
    assert str(caught.value).endswith(".")
    status = 1 if error is CodeError else 2
    for command in (
        ("simulate", "--game", "toy-game"),
        ("duel", "toy-game", "--players", "search,mine", "--deals", "1", "--jobs", "1"),
        ("play", "toy-game", "--level", "mine"),
    ):
        parlour(*command, typed=PLAYS, status=status)
        said = capfd.readouterr().err.splitlines()[-1]
        assert said.startswith(f"parlour: {LEVEL}{why}")


def test_a_level_may_give_the_name_of_an_action(installs: Site) -> None:
    installs.add("toy-game", levels="LEVELS = {'mine': lambda view, dice: view.actions[-1]}\n")
    match = api.deal("toy-game", seed=1)
    action = match.view(0).actions[-1]
    assert match.step() == match.act(0, action)


def test_a_level_that_cannot_be_called_has_no_line(installs: Site) -> None:
    """The line that calls it is Parlour's, and not at fault."""
    installs.add("toy-game", levels="LEVELS = {'mine': lambda view: 0}\n")
    with pytest.raises(CodeError, match=r"positional argument but 2 were given\.$"):
        api.deal("toy-game", seed=1).step()
