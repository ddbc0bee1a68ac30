"""Writes a perft file with the slow oracles alone: `python -m tests.oracle.perft GAME >
tests/perft/GAME.txt`.

A line is: the options that are not the defaults (`-` for none), the number of the round, the seed
of `std` whose first shuffle is dealt, how many actions are made first, a depth, and how many
different sequences of that many actions follow. Each action is one of the first seat that may act;
those made first are the first in new deck order, or in the oracle's own order where they are no
cards.
"""

import sys
from itertools import product
from typing import Any

from tests.oracle import crazy_eights, hearts, straights

DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
SEEDS = (1, 44, 6788)
MOST = 2_000  # sequences: deeper lines would take the oracle too long

OPTIONS: dict[str, tuple[str, ...]] = {
    "straights": ("-", "opens=any-seven", "discards=hidden,values=courts-ten"),
    "hearts": (
        "-",
        "pass_cards=no",
        "pass_cards=no,must_break_hearts=no",
        "pass_cards=no,no_pts_on_first_trick=yes,can_lead_any_club=yes",
        "pass_cards=no,qs_breaks_hearts=yes,can_lead_hearts_instead_of_qs=yes,moon=choose",
    ),
    "crazy-eights": (
        "-",
        "eights=named",
        "players=3,draw=one-then-pass,empty=play-on",
        "players=5,hand=5,draw=up-to-three,eights=named",
        "hand=24,eights=named,empty=play-on",
        "players=3,hand=15,draw=up-to-three,empty=at-once",
    ),
}
NUMBERS = {"straights": (1,), "hearts": (1, 4), "crazy-eights": (1, 2)}
PLIES = {
    "straights": (0, 4, 12, 26, 40, 48),
    "hearts": (0, 10, 14, 40, 58),
    "crazy-eights": (0, 3, 20, 40),
}
DEPTHS = {
    "straights": (1, 2, 4, 6, 8, 10, 12),
    "hearts": (1, 2, 3, 4, 5, 6, 8),
    "crazy-eights": (1, 2, 4, 6, 8, 10),
}


def minstd_deck(seed: int) -> list[str]:
    """libstdc++'s shuffle of the new deck over minstd_rand0, written once more on names."""
    deck = list(DECK)
    state = seed

    def below(n: int) -> int:
        nonlocal state
        scaling = 2147483645 // n
        while True:
            state = state * 16807 % 2147483647
            if (state - 1) // scaling < n:
                return (state - 1) // scaling

    places = [(1, below(2))]
    for i in range(2, 52, 2):
        both = below((i + 1) * (i + 2))
        places += [(i, both // (i + 2)), (i + 1, both % (i + 2))]
    for here, there in places:
        deck[here], deck[there] = deck[there], deck[here]
    return deck


class Straights:
    """The oracle of Straights, asked by seat as the others are."""

    def __init__(self, table: straights.Table) -> None:
        self.table = table

    def legal(self, seat: int) -> list[str]:
        return self.table.legal() if seat == self.table.turn else []

    def act(self, _seat: int, action: str) -> None:
        self.table.act(action)


def table(game: str, options: str, number: int, seed: int) -> Any:
    """The oracle's table of a case."""
    chosen: dict[str, Any] = dict(word.split("=") for word in options.split(",") if word != "-")
    deck = minstd_deck(seed)
    if game == "straights":
        return Straights(straights.Table(deck, **chosen))
    if game == "hearts":
        return hearts.Table(deck, number, **chosen)
    chosen |= {name: int(chosen[name]) for name in ("players", "hand") if name in chosen}
    return crazy_eights.Table(deck, number, **chosen)


def advance(at: Any, plies: int) -> bool:
    """Make so many actions; whether as many could be made."""
    for _ in range(plies):
        seat = next((seat for seat in range(getattr(at, "players", 4)) if at.legal(seat)), None)
        if seat is None:
            return False
        legal = at.legal(seat)
        at.act(seat, min(legal, key=DECK.index) if legal[0] in DECK else legal[0])
    return True


def perft(game: str, at: Any, depth: int) -> int:
    """How many sequences follow, as the oracle counts them."""
    if game == "straights":
        return straights.perft(at.table, depth)
    return hearts.perft(at, depth) if game == "hearts" else crazy_eights.perft(at, depth)


def main(game: str) -> None:
    """Every case of a game."""
    for options, number, seed, plies in product(OPTIONS[game], NUMBERS[game], SEEDS, PLIES[game]):
        at = table(game, options, number, seed)
        if not advance(at, plies):
            continue
        for depth in DEPTHS[game]:
            count = perft(game, at, depth)
            sys.stdout.write(f"{options} {number} {seed} {plies} {depth} {count}\n")
            if count > MOST:
                break


if __name__ == "__main__":
    main(sys.argv[1])
