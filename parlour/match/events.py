"""The four events of a match. A log of them is all that is stored."""

from typing import Any, NamedTuple, SupportsIndex, TypeAlias

from parlour.cards import (
    NAMES,
    Action,
    Card,
    Deck,
    Mask,
    Seat,
)
from parlour.catalogue.options import parse_action
from parlour.catalogue.registry import GAMES
from parlour.errors import EventError, quote

HUMAN = "human:"  # the beginning of a person's name in `players`; other names are levels


LONGEST_NAME = 100  # characters of a player's name or of a salt, at most


class Opened(NamedTuple):
    """A match begins: its game, its house rules, and the secret of the players' dice."""

    game: str
    rules: Any
    salt: str
    undone: int = 0  # how often the match went back to before a move, which is not in its log


class Seated(NamedTuple):
    """A player takes a seat, at any time: `human:NAME`, or the name of a level."""

    seat: Seat
    player: str


class Dealt(NamedTuple):
    """A round begins with this deck."""

    deck: Deck


class Acted(NamedTuple):
    """A seat takes an action: it plays, discards, passes, draws ..."""

    seat: Seat
    action: Action


Event: TypeAlias = Opened | Seated | Dealt | Acted


class Seen(NamedTuple):
    """One action, as one seat saw it."""

    seat: Seat
    action: Action  # HIDDEN if this seat may not know the action
    card: Card  # the card that was drawn, HIDDEN, or NONE if none was
    lacks: Mask  # cards that the actor certainly did not hold


def to_action(game: str, action: object) -> Action:
    """The number of an action given as a text or a number; EventError for anything else."""
    rules = GAMES[game]
    if isinstance(action, SupportsIndex):
        return action.__index__()
    if isinstance(action, str) and action in (*NAMES, *rules.EXTRA):
        return parse_action(rules, action)
    if action is None:
        raise EventError("An action is needed; None was given.")
    names = ", ".join(("a card as in 7S", *rules.EXTRA))
    raise EventError(f"Unknown action {quote(str(action))} (known: {names}).")
