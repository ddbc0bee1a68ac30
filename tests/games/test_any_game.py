"""A game is a folder: Oh Hell and two toys, installed as packages with rules alone, at every front;
nothing here knows a rule.

The page is tests/web/browser/test_any_game.py; what `parlour.testing` asks of Oh Hell is
tests/games/test_oh_hell.py.
"""

import inspect
import io
import json
from collections.abc import Iterator
from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour import cli, engine
from parlour.cards import NOBODY
from parlour.catalogue.options import action_name
from parlour.catalogue.registry import GAMES
from parlour.engine.compiler.kernel import KERNELS
from parlour.engine.rounds.compiled_rules import twin
from parlour.engine.worlds import sampler
from parlour.log import read
from parlour.match import Acted, Match, actor, dice, fold, legal, step, view
from parlour.players import LEVELS, loading, search
from parlour.players.hint import hint
from parlour.terminal.console import Console, run_on
from tests.sketches import drawing, passing
from tests.support.installed import installed
from tests.support.packages import site
from tests.support.play import begun, opened, random_round, random_rules
from tests.support.served import Served
from tests.terminal.test_play import Person

ANY = ["oh-hell", "passing", "drawing"]
QUICK = search.Budget(playouts=60, seconds=inf)


@pytest.fixture(scope="module", autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All three are installed."""
    with installed("oh_hell"), site(tmp_path_factory.mktemp("toys")) as toys:
        for toy in (passing, drawing):
            toys.add(toy.__name__.rpartition(".")[2], inspect.getsource(toy))
        yield


def parlour(*arguments: str) -> str:
    """What the program prints."""
    output = io.BytesIO()
    assert run_on(Console(io.BytesIO(), output), "parlour", cli.program, arguments) == 0
    return output.getvalue().decode()


def middles(name: str, random: Random) -> Iterator[Match]:
    """Places in the middle of random rounds, where somebody may choose."""
    while True:
        rules = random_rules(GAMES[name], random)
        log = random_round(name, rules, random)
        first = len(opened(name, rules)) + 1
        match = fold(log[: random.randrange(first, len(log))]) if len(log) > first else fold(log)
        if match.playing and legal(match, actor(match)).bit_count() > 1:
            yield match


def test_all_three_are_games() -> None:
    assert GAMES.faults() == []
    assert [name for name in GAMES if name in ANY] == ["drawing", "oh-hell", "passing"]


@pytest.mark.parametrize("name", ANY)
def test_simulate_and_replay(name: str, tmp_path: Path) -> None:
    file = tmp_path / "log"
    told = parlour("simulate", "--game", name, "--matches", "4", "--seed", "3", "--log", str(file))
    assert told.startswith(f"{name}, seed 3: matches 4, rounds ")
    lines = [line.event for line in read(file.read_bytes().splitlines())]
    ends = [place for place, event in enumerate(lines) if type(event).__name__ == "Opened"] + [
        len(lines)
    ]
    for first, last in pairwise(ends):
        assert fold(lines[first:last]).winners
    replayed = parlour("replay", str(file))
    assert replayed.count(f"{name} (edition 1") == 4
    assert replayed.count("Updated scores:") == file.read_text().count('"dealt"')


@pytest.mark.parametrize("name", ANY)
def test_a_duel(name: str, tmp_path: Path) -> None:
    level = next(iter(LEVELS[name]))
    told = json.loads(
        parlour(
            "duel", name, "--players", f"{level},{level}", "--deals", "6", "--jobs", "1", "--json"
        )
    )
    assert told["deals"] == 6
    log = tmp_path / "duel"
    parlour(
        "duel",
        name,
        "--players",
        f"oracle,{level}",
        "--deals",
        "2",
        "--jobs",
        "1",
        "--log",
        str(log),
    )
    assert len(log.read_text().splitlines()) >= 2


@pytest.mark.parametrize("name", ANY)
def test_parlour_play(name: str) -> None:
    random = Random(name)
    person = Person(random.choice)
    lines = person.play(name, "--seed", "11")
    assert lines[-2].endswith((" wins the match.", " win the match."))
    assert person.typed > 0


@pytest.mark.parametrize("name", ANY)
def test_random_rounds_are_compiled(name: str) -> None:
    """`play`, `record` and `Batch` come to what the rules say."""
    game, random = GAMES[name], Random(name)
    for number in (1, 3):
        rules = random_rules(game, random)
        played = engine.play(name, 40, 5, rules, number=number)
        decks, acted = engine.record(name, 40, 5, rules, number=number)
        batch = engine.Batch.from_decks(name, decks, rules, number=number)
        for i in range(40):
            match = fold([], begun(name, rules, number))
            round_, state = game.deal(rules, tuple(map(int, decks[i])), number)
            for action in acted[i]:
                seat = next(
                    seat for seat in range(len(match.players)) if game.legal(round_, state, seat)
                )
                assert game.legal(round_, state, seat) >> action & 1
                state = game.apply(round_, state, seat, action)
            assert tuple(played.points[i]) == game.points(round_, state)[: len(match.players)]
            assert played.moves[i] == len(acted[i])
        moves = max(map(len, acted))
        for move in range(moves):
            batch.apply(np.array([some[move] if move < len(some) else 0 for some in acted]))
        assert batch.done.all()
        assert (batch.points() == played.points).all()


@pytest.mark.parametrize("name", ANY)
def test_worlds_fit_and_the_truth_is_one_of_them(name: str) -> None:
    random = Random(f"worlds {name}")
    for match, _ in zip(middles(name, random), range(8), strict=False):
        seat = actor(match)
        there = view(match, seat)
        drawn = sampler.sample(there, 5, random.getrandbits(60))
        for i in range(5):
            world = fold([*opened(name, match.rules)])._replace(number=match.number - 1)
            assert sampler.fits(there, fold(sampler.events(there, drawn, i), world))


@pytest.mark.parametrize("name", ANY)
def test_search_and_a_hint(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BUDGET", QUICK)
    random = Random(f"search {name}")
    for match, _ in zip(middles(name, random), range(3), strict=False):
        seat = actor(match)
        there, seed = view(match, seat), dice(match, seat)
        chosen = LEVELS[name]["search"](there, seed)
        assert there.legal >> chosen & 1
        assert step(match, Acted(seat, chosen)).moves[seat] == match.moves[seat] + 1
        told = hint(there, seed)
        assert told["action"] in [
            action_name(GAMES[name], action) for action in range(64) if there.legal >> action & 1
        ]
        assert json.loads(json.dumps(told)) == told


def test_search_bids_what_it_wins_more_often_than_the_first_level() -> None:
    """In Oh Hell it scores more than a player of the first legal action, on the same deals."""
    random, gained = Random("bids"), 0
    for _ in range(6):
        log = random_round("oh-hell", GAMES["oh-hell"].Rules(cards=4), random, 0)
        scores = []
        for thinker in (0, NOBODY):
            match = fold(log)
            while match.playing:
                seat = actor(match)
                act = search.act if seat == thinker else LEVELS["oh-hell"]["first"]
                match = step(match, Acted(seat, act(view(match, seat), dice(match, seat))))
            scores.append(match.totals[0])
        gained += scores[0] - scores[1]
    assert gained > 0


@pytest.mark.parametrize(
    "name",
    ["passing", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("oh-hell", "drawing"))],
)
def test_the_code_of_any_game_is_loaded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By playing rounds out, also where other code has compiled it before."""
    thoughts = []

    def noted(*given: Any) -> search.Thought:
        thoughts.append(search.think(*given))
        return thoughts[-1]

    monkeypatch.setattr(loading, "think", noted)
    loading.load(name)
    assert any(sum(thought.playouts) for thought in thoughts)
    code: dict[Any, Any] = {one.function: one.jit for one in KERNELS.values()}
    assert code[twin(name).playouts_all.__wrapped__].dispatcher.signatures


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("any") / "tables.db") as server:
        yield server


def test_the_server_lists_them(served: Served) -> None:
    status, told, _ = served.ask("GET", "/api/games")
    assert status == 200
    listed = {game["name"]: game for game in told["games"]}
    assert set(ANY) <= set(listed)
    assert listed["oh-hell"]["title"] == "Oh Hell"
    assert [len(game["levels"]) > 0 for game in listed.values()] == [True] * len(listed)


@pytest.mark.parametrize("name", ANY)
def test_a_round_over_http_with_a_hint(name: str, served: Served) -> None:
    level, random = next(iter(LEVELS[name])), Random(name)
    seats = ["me"] + [level] * (GAMES[name].seats(GAMES[name].Rules()) - 1)
    seat = served.make(game=name, seats=seats)
    hinted, acts, have = False, 0, 0
    for _ in range(500):
        status, (_, told) = seat.view(f"?have={have}&wait=1")
        assert status == 200
        there, have = told["view"], told["count"]
        assert there["game"] == name
        if there["points"]:
            break
        if not there["legal"]:
            continue
        if not hinted:
            assert (
                answer_of(seat.ask({"type": "hint", "id": "h"}), "h")["hint"]["action"]
                in there["legal"]
            )
            hinted = True
        acts += 1
        act = {
            "type": "act",
            "id": f"a{acts}",
            "move": there["move"],
            "action": random.choice(there["legal"]),
        }
        assert answer_of(seat.ask(act), act["id"])["type"] == "done"
    assert len(there["points"]) == len(seats)
    assert acts > 0


def answer_of(told: tuple[int, Any], ident: str) -> Any:
    """The answer to a request, among what was told."""
    assert told[0] == 200, told
    (found,) = [message for message in told[1] if message.get("id") == ident]
    return found
