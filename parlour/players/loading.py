"""The code of the slow levels, loaded before it is needed: by thoughts about the first moves of a
round.
"""

from parlour.cards import NEW_DECK, NOBODY
from parlour.catalogue.registry import find_game
from parlour.engine.compiler.kernel import compiles
from parlour.match import Acted, Dealt, Opened, Seated, actor, fold, step, view
from parlour.players.search import Budget, think

__all__ = ["MANY", "compiles", "load"]

# Every hand has several suits, so that there are choices. From a new deck it has one, and then all
# first moves of a game can be forced.
DECK = tuple([card * 5 % 52 for card in NEW_DECK])
MANY = 20  # first moves of a round, which come to all of a game's code


def load(game: str, moves: int = 1) -> str:
    """Load the code of the slow levels by thoughts about so many first moves; about `MANY` where
    Numba may have to compile it, and in one process at a time. Returns a sentence without its stop
    if the code could not be stored.
    """
    if not compiles(game):
        _first_moves(game, moves)
        return ""
    from parlour.engine.compiler.cache import (  # a library's kernels need none of it
        NOT_STORED,
        alone,
    )

    with alone():
        _first_moves(game, MANY)
    return "".join(NOT_STORED)


def _first_moves(game: str, moves: int) -> None:
    """Think about the first moves of a round."""
    rules = find_game(game).Rules()
    seated = [Seated(seat, "search") for seat in range(find_game(game).seats(rules))]
    match = fold([Opened(game, rules, ""), *seated, Dealt(DECK)])
    for _ in range(moves):
        if (seat := actor(match)) == NOBODY:
            break
        thought = think(view(match, seat), 0, Budget(playouts=20, seconds=float("inf")))
        match = step(match, Acted(seat, thought.action))
