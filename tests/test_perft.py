"""Counts of action sequences, by the rules and by the slow oracle that wrote them (tests/oracle/perft.py)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour import straights
from parlour.cards import NAMES, NEW_DECK, Deck, cards
from parlour.games import GAMES, parse_words
from parlour.shuffle import Shuffle
from parlour.straights import Round, State
from tests.oracle import straights as oracle
from tests.oracle.perft import minstd_deck

LINES = (Path(__file__).parent / "perft" / "straights.txt").read_text().splitlines()


def sequences(round: Round, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    seat = state.turn
    may = cards(straights.legal(round, state, seat)) if seat < 4 else ()
    if depth == 1:
        return len(may)
    return sum(sequences(round, straights.apply(round, state, seat, card), depth - 1) for card in may)


def position(deck: Deck, rules: straights.Rules, plies: int) -> tuple[Round, State]:
    """After so many first legal actions, in deal order."""
    round, state = straights.deal(rules, deck, 1)
    for _ in range(plies):
        may = straights.legal(round, state, state.turn)
        state = straights.apply(round, state, state.turn, next(card for card in deck if may >> card & 1))
    return round, state


def cases() -> Iterator[tuple[str, ...]]:
    yield from (tuple(line.split()) for line in LINES)


@pytest.mark.parametrize("case", list(cases()), ids=" ".join)
def test_perft(case: tuple[str, ...]) -> None:
    opens, discards, values, seed, plies, depth, count = case
    rules = parse_words(GAMES["straights"], {"opens": opens, "discards": discards, "values": values})
    round, state = position(Shuffle("std", int(seed))(NEW_DECK), rules, int(plies))
    assert sequences(round, state, int(depth)) == int(count)


def test_the_file_is_the_oracles() -> None:
    """A sample of the lines, counted again; the oracle's deck is its own too."""
    assert len(LINES) > 200
    for case in list(cases())[::17]:
        opens, discards, values, seed, plies, depth, count = case
        assert minstd_deck(int(seed)) == [NAMES[card] for card in Shuffle("std", int(seed))(NEW_DECK)]
        table = oracle.Table(minstd_deck(int(seed)), opens=opens, discards=discards, values=values)
        for _ in range(int(plies)):
            table.act(table.legal()[0])
        assert oracle.perft(table, int(depth)) == int(count)
