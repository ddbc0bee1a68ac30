"""Jobs for those who compute decisions."""

from parlour.cards import NEW_DECK
from parlour.catalogue.registry import GAMES
from parlour.host.ports import Decide, Job
from parlour.match import Dealt, Opened, Seated, View, actor, fold, view


def seen(game: str = "straights") -> View:
    """What the first to act sees of a fresh round."""
    rules = GAMES[game].Rules()
    seated = [Seated(seat, "first") for seat in range(GAMES[game].seats(rules))]
    match = fold([Opened(game, rules, ""), *seated, Dealt(NEW_DECK)])
    return view(match, actor(match))


def job(
    table: str,
    address: str = "a",
    *,
    people: bool = True,
    due: float = 10.0,
    game: str = "straights",
    level: str = "first",
) -> Job:
    return Job(Decide("act", level, seen(game), 0), due, people, address, table)
