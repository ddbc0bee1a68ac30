"""The helpers of the attacks and of the bench of tables. The attacks themselves are commands
(tests/attack).
"""

import argparse
import asyncio
import runpy
import sys
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.attack import seats  # first of these: it finds the bench's modules
from tests.attack.pace import Observer, auc, samples
from tests.attack.support import Lost, Person, Refused, events, make
from tests.support.served import Served

from figures import percentiles, show  # isort: skip
from tables import LIMITS, failures  # isort: skip


@pytest.mark.parametrize("seed", range(5))
def test_the_area_is_the_share_of_pairs(seed: int) -> None:
    dice = Random(seed)
    yes = [float(dice.randrange(8)) for _ in range(30)]
    no = [float(dice.randrange(1 + seed, 9)) for _ in range(20)]
    share = (
        sum((number > other) + (number == other) / 2 for number in yes for other in no)
        / len(yes)
        / len(no)
    )
    assert auc(yes, no).mean == pytest.approx(max(share, 1 - share))
    assert auc(no, yes).mean == pytest.approx(auc(yes, no).mean)


def test_the_area_of_what_tells_all_and_of_what_tells_nothing() -> None:
    assert auc([2.0, 3.0], [0.0, 1.0]) == (1.0, 0.0)
    assert auc([1.0] * 9, [1.0] * 9) == (0.5, 0.0)
    even = auc([float(n % 10) for n in range(500)], [float(n % 10) for n in range(500)])
    assert even.mean == pytest.approx(0.5)
    assert 0.03 < even.half < 0.04  # about 1.96 * sqrt((m + n + 1) / 12 m n)


def test_frames_that_come_together_are_one_turn() -> None:
    observer = Observer(Person(0, "", ""))
    observer.last = observer.start = 10.0
    told = {"type": "view", "news": [{"seat": 1, "action": "7S"}]}
    for at in (10.5, 10.51, 11.0):
        observer.hear(at, told)
    observer.hear(11.0, {"type": "room"})
    assert [(round(seconds, 2), len(told)) for seconds, told in observer.bursts] == [
        (0.5, 2),
        (0.49, 1),
    ]
    assert observer.turns(1) == 2
    assert observer.turns(0) == 0
    yes, no = samples(observer, 1, [False, True, False])
    assert ([round(time, 2) for time in yes], [round(time, 2) for time in no]) == ([0.5], [0.49])


def options(**limits: Any) -> argparse.Namespace:
    return argparse.Namespace(**({"limits": False, "tables": 200} | dict.fromkeys(LIMITS) | limits))


def came_to(**changed: Any) -> dict[str, Any]:
    fine = {
        "moves due": 2000,
        "moves not made": 2,
        "answered, ms after due": {"p50": 1.0, "p99": 60.0, "p99.9": 90.0},
        "server CPU, ms a move": 0.9,
        "all cut, back after s": 2.0,
    }
    return fine | changed


def test_a_run_with_moves_left_out_has_failed() -> None:
    assert failures(came_to(), options()) == []
    (why,) = failures(came_to(**{"moves not made": 3}), options())
    assert why == "3 of 2000 moves were not made; 0.1 % are allowed."
    assert failures(came_to(**{"all cut, back after s": inf}), options()) == [
        "Not all sockets had a view again after the cut."
    ]


def test_a_limit_that_is_missed_is_named() -> None:
    assert failures(came_to(), options(p99=59.0)) == [
        "p99 of the answers, ms: 60.0, the limit is 59."
    ]
    assert failures(came_to(), options(limits=True)) == [
        "p99 of the answers, ms: 60.0, the limit is 50."
    ]
    assert failures(came_to(), options(limits=True, tables=500)) == []
    assert len(failures(came_to(), options(limits=True, p99=1.0, p999=1.0, back=1.0, cpu=0.1))) == 4


def test_what_failed_is_printed_and_is_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert show({"moves": 3}, []) == 0
    assert show({"moves": 3}, ["It failed."]) == 1
    told = capsys.readouterr()
    assert told.out.split() == ["moves", "3"] * 2
    assert told.err == "Failed: It failed.\n"


def test_percentiles() -> None:
    assert percentiles([n / 1000 for n in range(1000)]) == {
        "p50": 500.0,
        "p99": 990.0,
        "p99.9": 999.0,
    }
    assert percentiles([], (50,)) == {"p50": 0.0}


def test_the_cards_of_a_hand_are_found_wherever_they_are_sent() -> None:
    view = {"dealt": ["7S"], "table": {"hand": ["8S"]}, "legal": ["9S"], "barred": {"TS": []}}
    assert seats.cards_of([{"type": "room"}, {"type": "view", "view": view}]) == [
        "7S",
        "8S",
        "9S",
        "TS",
    ]
    assert (
        seats.cards_of(
            [
                {
                    "type": "view",
                    "view": view | {"dealt": [], "table": None, "legal": [], "barred": {}},
                }
            ]
        )
        == []
    )


def test_somebody_plays_a_round_and_it_is_in_the_file(tmp_path: Path) -> None:
    async def sits(port: int) -> Person:
        person = await make(port, game="crazy-eights", seats=["me", "first"], rules={"target": 500})
        await person.enter()
        with pytest.raises(Refused, match="is not a card"):
            await person.ask("act", move=0, action="1S")
        while person.view["number"] == 1 or not person.may_act:
            await person.turn()
            await person.act()
            await person.until(lambda: person.may_act or person.scored)
        person.close()
        with pytest.raises(Lost):
            await person.until(lambda: False)
        return person

    with Served(tmp_path / "tables.db") as served:
        person = asyncio.run(sits(served.port))
        last = list(events(tmp_path / "tables.db", person.table))[-1][2]
    assert last
    assert (last.moves[0], last.number) == (person.view["move"], person.view["number"])
    assert person.closed == 1006


ROOT = Path(__file__).parents[2]
ATTACKS = {
    "clocks": "--seed 0",
    "deals": "--workers 0",
    "descriptors": "--seconds 0",
    "disk": "--rows -1",
    "grows": "--seconds 0",
    "hangs": "--limit 0",
    "hints": "--patience x",
    "loads": "--rows 0",
    "networks": "--site .",
    "pace": "--turns 0",
    "presses": "--paces slower",
    "seats": "--tables 0",
    "strong": "--moves 0",
    "users": "--places nowhere",
    "vanished": "--grace nan",
}


def test_every_attack_is_tried() -> None:
    every = {path.stem for path in (ROOT / "tests" / "attack").glob("*.py")}
    assert every - {"__init__", "support", "test_attack"} == set(ATTACKS)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        *((f"attack/{name}.py", words) for name, words in ATTACKS.items()),
        ("table/test_laws.py", "whist 0 3"),
        ("table/test_laws.py", "hearts x 3"),
        ("web/test_socket_law.py", "hearts 0 0"),
    ],
)
def test_a_command_refuses_bad_input_in_a_sentence(
    path: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [path, *words.split()])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "tests" / path), run_name="__main__")
    output, errors = capsys.readouterr()
    assert (ended.value.code, output) == (2, "")
    *_, last = errors.splitlines()  # after the usage
    assert ": error: argument " in last
