"""The measurements refuse bad input in a sentence before they measure, and end at an interrupt."""

import json
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from parlour import deal
from parlour.cards import Mask, mask_of, popcount
from parlour.engine.worlds import Sampler, Worlds
from parlour.errors import UsageError
from parlour.game import BUILT_IN, GAMES
from parlour.lab import duel
from parlour.match import Acted, Dealt, View, actor, step, view
from parlour.players import find_level, search, trained
from parlour.players.oracle import truth
from tests.support.play import begun, random_deck

BENCH = Path(__file__).parents[2] / "bench"
WHOLE = "is no whole number from 1 to 999999999"
UNKNOWN = 'Unknown level "nobody" (known: first, '
REFUSED = [
    ("belief --rounds 0", f'--rounds: "0" {WHOLE}'),
    ("belief --rounds 1 --levels nobody", UNKNOWN),
    ("belief --beta nan", '--beta: "nan" is no number from 0 to 999999999'),
    ("bound --game straights --deals -1", f'--deals: "-1" {WHOLE}'),
    ("bound --game straights --against nobody", UNKNOWN),
    ("bound --game straights --players search,nobody", '--players: "nobody" is none of trained, '),
    ("bound --game straights --cards 0", f'--cards: "0" {WHOLE}'),
    ("bound --game straights --seed 0", '--seed: "0" is no whole number from 1 to 2147483646'),
    ("budgets straights --playouts -5", '--playouts: "-5" is no whole number from 0 to 999999999'),
    ("clicks --matches 0", f'--matches: "0" {WHOLE}'),
    ("decisions --old nowhere", '--old: "nowhere" has no checkout of Parlour'),
    ("decisions --library nowhere", "nowhere has no library for "),
    ("decisions --judge -1", '--judge: "-1" is no whole number from 0 to 999999999'),
    ("decisions --judge 9", "--judge needs --old, without --truth."),
    ("decisions --strangers", "--strangers needs --truth."),
    ("emulated nowhere", "nowhere has no library for linux-aarch64"),
    ("engine --rounds 0", f'--rounds: "0" {WHOLE}'),
    ("engine --plot nowhere/plot.svg", '--plot: "nowhere/plot.svg" cannot be written'),
    ("expected whist", "invalid choice: 'whist'"),
    ("expected hearts --others nobody", UNKNOWN),
    ("floor --rate 0", '--rate: "0" is not above 0'),
    ("generic whist", 'Unknown game "whist" (known: straights, hearts, '),
    ("generic_search --deals x", f'--deals: "x" {WHOLE}'),
    ("given --deals 3", '--deals: "3" is no whole number from 4 to 999999999'),
    ("kernels nowhere", "nowhere has no library of these sources"),
    ("levels --deals 0", f'--deals: "0" {WHOLE}'),
    ("levels --levels first,nobody", UNKNOWN),
    ("loading --rows -3", f'--rows: "-3" {WHOLE}'),
    ("messages --nothing", "unrecognized arguments: --nothing"),
    ("moves --level nobody", UNKNOWN),
    ("paint --browser nowhere", '--browser: there is no file "nowhere"'),
    ("passes --worlds 0", f'--worlds: "0" {WHOLE}'),
    ("passing --deals 0", f'--deals: "0" {WHOLE}'),
    ("prudent --others nobody", UNKNOWN),
    ("pyodide nowhere", "nowhere has no library for "),
    ("shares --seconds x", '--seconds: "x" is no number from 0 to 999999999'),
    ("site nowhere", 'site: "nowhere" has no site'),
    ("stand_ins straights --tables 0", f'--tables: "0" {WHOLE}'),
    ("startup 0", f'runs: "0" {WHOLE}'),
    ("strangers --players nobody", UNKNOWN),
    ("styles --hands 9", '--hands: "9" is no whole number from 10 to 999999999'),
    ("tables --tables 0", f'--tables: "0" {WHOLE}'),
    ("versions nowhere", 'folder: "nowhere" has no checkout of Parlour'),
]


def test_every_measurement_is_tried() -> None:
    """`parlour bench` knows a measurement by its `main`."""
    every = {path.stem for path in BENCH.glob("*.py") if "\ndef main(" in path.read_text()}
    assert {words.split()[0] for words, _ in REFUSED} == every


@pytest.mark.parametrize("path", sorted(BENCH.glob("*.py")), ids=lambda path: path.stem)
def test_the_docstring_names_every_option(path: Path) -> None:
    text = path.read_text()
    options = set(re.findall(r'add_argument\(\s*"(--\w+)"(?!.*SUPPRESS)', text))
    assert options <= set(re.findall(r"--\w+", text.split('"""')[1]))


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_bad_input_is_refused(
    words: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, *given = words.split()
    path = str(BENCH / f"{name}.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(BENCH)
    monkeypatch.setattr(sys, "argv", [path, *given])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(path, run_name="__main__")
    output, errors = capsys.readouterr()
    assert (ended.value.code, output) == (2, "")
    *_, last = errors.splitlines()  # after the usage
    assert sentence in last
    assert last.startswith(f"{name}.py: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_a_sentence(unbuffered: str) -> None:
    command = [sys.executable, str(BENCH / "levels.py"), "--json", "--game", "straights"]
    command += ["--levels", "first", "--deals", "1"]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, check=False, stdout=full, stderr=subprocess.PIPE, text=True, env=environment
        )
    assert (done.returncode, done.stderr) == (
        1,
        "levels.py: No space left on device; make room on the disk, or name another folder.\n",
    )


def test_a_single_deal_has_no_interval_in_json() -> None:
    command = [sys.executable, str(BENCH / "levels.py"), "--json", "--game", "straights"]
    command += ["--levels", "first", "--deals", "1"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    expected = {"game": "straights", "level": "first", "won": [0.25, None], "more": [0.0, None]}
    assert json.loads(done.stdout) == expected


def places(worlds: Worlds) -> list[list[Mask]]:
    """The hands and the stock of each world."""
    return [
        [*hands, mask_of(stock)]
        for hands, stock in zip(worlds.hands.tolist(), worlds.stock.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    ("game", "unseen"), [*((game, False) for game in BUILT_IN), ("crazy-eights", True)]
)
def test_who_is_informed_has_worlds_with_these_cards_in_their_places(
    game: str, unseen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(BENCH)
    found = runpy.run_path(str(BENCH / "bound.py"))
    weighed, asked, stocked = search.weighed, list[View](), list[int]()

    def looked(seen: View, dice: int, budget: search.Budget) -> search.Slices[search.Thought]:
        """Worlds as the player has them, and its thought."""
        asked.append(seen)
        known = places(truth(match, seen, 1))[0]
        known[seen.seat] = 0
        models = search.engine(game).models(seen, trained.weights(game))
        for worlds, _ in next(search.worlds_of(seen, dice, budget, models)):
            for world in places(worlds):
                known = [one & other for one, other in zip(world, known, strict=True)]
        assert sum(map(popcount, known if unseen else known[:-1])) >= 3  # in all worlds
        stocked.append(popcount(known[-1]))
        return weighed(seen, dice, budget)

    monkeypatch.setattr(search, "weighed", looked)
    match = step(begun(game, GAMES[game].Rules(), 1), Dealt(random_deck(Random(5))))
    while match.playing:
        seat = actor(match)
        seen = view(match, seat)
        others = sum(popcount(hand) for hand in truth(match, seen, 1).hands.tolist()[0])
        if popcount(seen.legal) > 1 and others - popcount(seen.table.hand) > 3:
            found["informed"](3, unseen, match, seen, 1)
        match = step(match, Acted(seat, find_level(game, "trained")(seen, 1)))
    assert len(asked) > 5
    assert not unseen or sum(stocked) > len(stocked)


def test_points_are_expected_and_paid() -> None:
    command = [sys.executable, str(BENCH / "expected.py"), "crazy-eights", "--json", "--deals", "2"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures = json.loads(done.stdout)["figures"]
    assert {name.split(",")[0] for name in figures} == {"round 0", "round 1"}
    assert all(row["choices"] > 0 and row["paid"] >= 0 for row in figures.values())


def test_times_of_messages_come_with_their_machine() -> None:
    command = [sys.executable, str(BENCH / "messages.py")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    machine, *times = done.stdout.splitlines()
    assert re.search(r", \d+ cores, CPython \S+, load \d", machine)
    assert len(times) >= 9


def test_an_interrupt_ends_a_measurement_at_once() -> None:
    """As from a keyboard: all its processes get it."""
    command = [sys.executable, "bench/levels.py", "--game", "hearts", "--deals", "100000"]
    command += ["--levels", "first"]
    measuring = subprocess.Popen(
        command,
        cwd=BENCH.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert measuring.stdout
    measuring.stdout.readline()  # the machine
    time.sleep(1)
    os.killpg(measuring.pid, signal.SIGINT)
    _, errors = measuring.communicate(timeout=20)
    assert (measuring.returncode, errors) == (130, "levels.py: interrupted.\n")


def test_a_killed_process_ends_a_measurement_in_a_sentence() -> None:
    command = [sys.executable, "bench/prudent.py", "--deals", "100000"]
    measuring = subprocess.Popen(
        command, cwd=BENCH.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    children = Path(f"/proc/{measuring.pid}/task/{measuring.pid}/children")

    def workers() -> list[str]:
        """The processes that work; another one looks after what they share."""
        family = children.read_text().split()
        return [one for one in family if "spawn_main" in Path(f"/proc/{one}/cmdline").read_text()]

    while not (some := workers()):
        time.sleep(0.05)
    os.kill(int(some[0]), signal.SIGKILL)
    _, errors = measuring.communicate(timeout=20)
    assert measuring.returncode == 2
    assert errors == "prudent.py: A process of this measurement ended during its work.\n"


@pytest.mark.parametrize("old", [None, "nowhere"])
def test_a_version_before_needs_its_checkout(
    old: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARLOUR_OLD", raising=False)
    if old:
        monkeypatch.setenv("PARLOUR_OLD", old)
    act = duel.find_player("crazy-eights", "bench.older:act")
    with pytest.raises(UsageError, match="PARLOUR_OLD names no folder with a checkout of Parlour"):
        act(deal("crazy-eights", seed=1).view(0), 1)


def test_every_view_counts_in_the_cost_of_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some rounds are over before a view of them is taken."""
    monkeypatch.syspath_prepend(BENCH)
    found = runpy.run_path(str(BENCH / "generic_search.py"))
    drawn, sampler = list[bool](), found["Sampler"]

    def counted(seen: View, *, by_rules: bool) -> Sampler:
        drawn.append(by_rules)
        made: Sampler = sampler(seen, by_rules=by_rules)
        return made

    worlds_cost = found["worlds_cost"]
    monkeypatch.setitem(worlds_cost.__globals__, "Sampler", counted)
    cost = worlds_cost("crazy-eights", 20)
    assert (drawn.count(True), drawn.count(False)) == (20, 20)
    assert min(cost.values()) > 0
