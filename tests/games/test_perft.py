"""Counts of action sequences: by the rules and by the slow oracles that wrote them
(tests/oracle/perft.py), where a game has a file in tests/perft; and of any game by the interpreted
and the compiled rules.
"""

from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour import engine
from parlour.cards import NAMES, NEW_DECK, Seat
from parlour.catalogue.options import parse_pairs
from parlour.catalogue.registry import GAMES
from parlour.shuffle import Shuffle
from tests.oracle import perft as oracle
from tests.support.play import random_rules

FILES = {path.stem: path for path in sorted((Path(__file__).parents[1] / "perft").glob("*.txt"))}
LINES = {
    name: [tuple(line.split()) for line in file.read_text().splitlines()]
    for name, file in FILES.items()
}
DEALS = [  # lines of one deal: the same options, number and seed
    (name, deal, [case[3:] for case in cases])
    for name in LINES
    for deal, cases in groupby(LINES[name], lambda case: case[:3])
]
MOST = 20_000  # rounds at once


def first_seat(game: Any, round_: Any, state: Any) -> Seat:
    """The first seat that may act; 99 if none may."""
    return next(
        (seat for seat in range(game.seats(round_.rules)) if game.legal(round_, state, seat)), 99
    )


def actions(mask: int) -> list[int]:
    return [action for action in range(64) if mask >> action & 1]


def sequences(game: Any, round_: Any, state: Any, depth: int) -> int:
    seat = first_seat(game, round_, state)
    may = actions(game.legal(round_, state, seat)) if seat < 99 else []
    if depth == 1:
        return len(may)
    return sum(
        sequences(game, round_, game.apply(round_, state, seat, action), depth - 1)
        for action in may
    )


def position(game: Any, case: tuple[str, ...]) -> tuple[Any, Any]:
    """After so many actions, each the first of the first seat that may act."""
    options, number, seed, plies, *_ = case
    rules = parse_pairs(game, [] if options == "-" else options.split(","))
    round_, state = game.deal(rules, Shuffle("std", int(seed))(NEW_DECK), int(number))
    for _ in range(int(plies)):
        seat = first_seat(game, round_, state)
        state = game.apply(round_, state, seat, actions(game.legal(round_, state, seat))[0])
    return round_, state


@pytest.mark.parametrize(("name", "deal", "cases"), DEALS, ids=str)
def test_perft(name: str, deal: tuple[str, ...], cases: list[tuple[str, ...]]) -> None:
    for plies, depth, count in cases:
        round_, state = position(GAMES[name], (*deal, plies))
        counted = sequences(GAMES[name], round_, state, int(depth))
        assert counted == int(count), f"{name} {' '.join((*deal, plies, depth))}: {counted}"


@pytest.mark.parametrize("name", LINES)
def test_the_files_are_the_oracles(name: str) -> None:
    """A sample of the lines, counted again; the oracle's deck is its own too."""
    assert len(LINES[name]) > 150
    assert {case[0] for case in LINES[name]} == set(oracle.OPTIONS[name])
    for options, number, seed, plies, depth, count in LINES[name][::23]:
        assert oracle.minstd_deck(int(seed)) == [
            NAMES[card] for card in Shuffle("std", int(seed))(NEW_DECK)
        ]
        at = oracle.table(name, options, int(number), int(seed))
        assert oracle.advance(at, int(plies))
        assert oracle.perft(name, at, int(depth)) == int(count)


def compiled_sequences(batch: engine.Batch, depth: int) -> list[int]:
    """How many sequences of 1, 2 ... `depth` actions follow, as batches count them; until there are
    more than MOST.
    """
    found: list[int] = []
    while len(found) < depth and len(batch) <= MOST:
        rounds, actions = np.nonzero(batch.legal())
        found.append(len(rounds))
        batch = batch.take(rounds)
        batch.apply(actions)
    return found


@pytest.mark.compiles
@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", [*GAMES, "passing", "drawing"])
def test_compiled_rules_count_the_same(name: str) -> None:
    """Of any game, from the middle of a round on, over random rules; whether or not it has a
    file.
    """
    random, game = Random(f"perft {name}"), GAMES[name]
    for _ in range(6):
        rules, number = random_rules(game, random), random.randrange(1, 5)
        batch = engine.Batch(name, 1, random.getrandbits(60), rules, number=number)
        round_, state = game.deal(rules, tuple(map(int, batch.decks[0])), number)
        for _ in range(random.randrange(30)):
            seat = first_seat(game, round_, state)
            if seat < 99 and batch.masks[0]:
                action = random.choice(actions(int(batch.masks[0])))
                state = game.apply(round_, state, seat, action)
                batch.apply(np.array([action]))
        counts = compiled_sequences(batch, 4)
        assert counts == [sequences(game, round_, state, depth + 1) for depth in range(len(counts))]
