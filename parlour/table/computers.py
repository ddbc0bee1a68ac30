"""The actions that levels choose at a table, whatever their code does."""

import logging
from operator import index

from parlour.cards import Seat
from parlour.errors import CodeError, EventError, IllegalAction, failure
from parlour.match import Acted, Event, Match, Seated, dice, legal, step, view
from parlour.players import LEVELS
from parlour.players.first_legal import first
from parlour.table.past import all_at_once

UNFIT = "plays no legal action"


def chosen(match: Match, seat: Seat, level: str) -> Acted:
    """The action of a level for a seat of a match; the first legal one if the level raises an error
    or breaks the rules.
    """
    seen = view(match, seat)
    try:
        action = index(LEVELS[match.game][level](seen, dice(match, seat)))
        if seen.legal >> action & 1:
            return Acted(seat, action)
        what = UNFIT
    except (EventError, IllegalAction):
        what = UNFIT  # the error names cards, which no log may have
    except Exception as error:  # the level may be of any package, and the table must continue
        cause = error.__cause__ if isinstance(error, CodeError) else None
        what = f"fails: {failure(cause or error)}"
    logging.getLogger(__name__).warning("The level %s of %s %s.", level, match.game, what)
    return Acted(seat, first(seen, 0))


def played(match: Match, seat: Seat, level: str) -> tuple[Match, list[Event]]:
    """The match after a turn that a plain level plays for a person, and the events of that turn."""
    did: list[Event] = [Seated(seat, level)]
    match, action = step(match, did[0]), 52
    while (may := legal(match, seat)) and (action >= 52 or may >= 1 << 52 or all_at_once(match)):
        acted = chosen(match, seat, level)
        did.append(acted)
        match, action = step(match, acted), acted.action
    return match, did
