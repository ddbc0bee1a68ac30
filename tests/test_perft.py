"""Counts of action sequences, by the rules and by the slow oracles that wrote them (tests/oracle/perft.py)."""

from pathlib import Path
from typing import Any

import pytest

from parlour.cards import NAMES, NEW_DECK, Seat
from parlour.game import GAMES, parse_pairs
from parlour.shuffle import Shuffle
from tests.oracle import perft as oracle

LINES = {
    name: [tuple(line.split()) for line in (Path(__file__).parent / "perft" / f"{name}.txt").read_text().splitlines()]
    for name in GAMES
}


def first_seat(game: Any, round: Any, state: Any) -> Seat:
    """The first seat that may act; 99 if none may."""
    return next((seat for seat in range(game.seats(round.rules)) if game.legal(round, state, seat)), 99)


def actions(mask: int) -> list[int]:
    return [action for action in range(64) if mask >> action & 1]


def sequences(game: Any, round: Any, state: Any, depth: int) -> int:
    seat = first_seat(game, round, state)
    may = actions(game.legal(round, state, seat)) if seat < 99 else []
    if depth == 1:
        return len(may)
    return sum(sequences(game, round, game.apply(round, state, seat, action), depth - 1) for action in may)


def position(game: Any, case: tuple[str, ...]) -> tuple[Any, Any]:
    """After so many actions, each the first of the first seat that may act."""
    options, number, seed, plies, *_ = case
    rules = parse_pairs(game, [] if options == "-" else options.split(","))
    round, state = game.deal(rules, Shuffle("std", int(seed))(NEW_DECK), int(number))
    for _ in range(int(plies)):
        seat = first_seat(game, round, state)
        state = game.apply(round, state, seat, actions(game.legal(round, state, seat))[0])
    return round, state


@pytest.mark.parametrize(("name", "case"), [(name, case) for name in GAMES for case in LINES[name]], ids=str)
def test_perft(name: str, case: tuple[str, ...]) -> None:
    depth, count = case[4:]
    assert sequences(GAMES[name], *position(GAMES[name], case), int(depth)) == int(count)


@pytest.mark.parametrize("name", GAMES)
def test_the_files_are_the_oracles(name: str) -> None:
    """A sample of the lines, counted again; the oracle's deck is its own too."""
    assert len(LINES[name]) > 150
    assert {case[0] for case in LINES[name]} == set(oracle.OPTIONS[name])
    for options, number, seed, plies, depth, count in LINES[name][::23]:
        assert oracle.minstd_deck(int(seed)) == [NAMES[card] for card in Shuffle("std", int(seed))(NEW_DECK)]
        at = oracle.table(name, options, int(number), int(seed))
        assert oracle.advance(at, int(plies))
        assert oracle.perft(name, at, int(depth)) == int(count)
