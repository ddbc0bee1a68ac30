"""The state of a table just after a deal, as a text, so that a load replays the last round alone.

A snapshot is a copy of what the rows say, made with the row that deals. Its seal covers its text,
that row, and the code that would replay the rows before it. A snapshot whose seal does not fit is
no snapshot: the table is then loaded from all its rows. It holds hands and hashes of keys, as the
rows do, and stays where they are. Like them it is ASCII, which a database of any encoding takes.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import Any

from parlour.cards import Deck, names, parse_card
from parlour.catalogue.registry import GAMES
from parlour.match import Match
from parlour.match.history import Earlier
from parlour.table.messages.new_table import Chair
from parlour.table.messages.outcome import Row, Snapshot
from parlour.table.state import TableState

FORMAT = 1
SEAL = 32  # hexadecimal digits before the text


def taken(state: TableState, row: Row) -> Snapshot | None:
    """The snapshot of a state after its last row, which deals; None if that row was not the deal of
    a round that is now to be played.
    """
    match = state.match
    later = any(match.seen) or state.past.positions or state.ready or state.resting
    if not match.playing or later or match.rules != state.plan.rules:
        return None
    text = json.dumps(_fields(state), separators=(",", ":"))
    return Snapshot(row.n, _seal(text, row, match.game) + text)


def restore(state: TableState, snapshot: Snapshot, row: Row) -> bool:
    """Give a new state of the same table what it was after this row; returns False, and changes
    nothing, if the snapshot is not one of this row and this code.
    """
    game, text = state.plan.game, snapshot.body[SEAL:]
    if (row.n, snapshot.body[:SEAL]) != (snapshot.n, _seal(text, row, game)):
        return False
    fields = json.loads(text)
    state.n, state.dealt_at = row.n + 1, row.n
    state.opened = _match(state, fields["match"])
    state.chairs = [Chair(*chair) for chair in fields["chairs"]]
    state.asked = {who: dict.fromkeys(idents) for who, idents in fields["asked"].items()}
    state.decks = tuple(_deck(cards) for cards in fields["decks"])
    state.forced, state.waiting = set(fields["forced"]), set(fields["waiting"])
    for name in COUNTS:
        setattr(state, name, fields[name])
    for sent, entry in zip(state.sent.values(), fields["sent"], strict=True):
        sent.count, sent.earlier, sent.lengths, sent.base, sent.back = entry
    state.note()
    return True


COUNTS = ("number", "deals", "events", "undone")  # fields of a state that are numbers


def _fields(state: TableState) -> dict[str, Any]:
    match = state.match
    return {name: getattr(state, name) for name in COUNTS} | {
        "chairs": state.chairs,
        "decks": [names(deck) for deck in state.decks],
        "asked": {who: [*idents] for who, idents in state.asked.items()},
        "forced": sorted(state.forced),
        "waiting": sorted(state.waiting),
        "sent": [
            [sent.count, sent.earlier, sent.lengths, sent.base, sent.back]
            for sent in state.sent.values()
        ],
        "match": {
            "salt": match.salt,
            "players": match.players,
            "number": match.number,
            "deck": names(match.deck),
            "moves": match.moves,
            "sheet": match.sheet,
            "totals": match.totals,
            "past": [
                [earlier.changed, [acts.hex() for acts in earlier.acts]] for earlier in match.past
            ],
        },
    }


def _deck(cards: str) -> Deck:
    """The deck of such a text."""
    return tuple(parse_card(name) for name in cards.split())


def _match(state: TableState, fields: dict[str, Any]) -> Match:
    """The match just after its deal, which the deck gives again."""
    plan, number = state.plan, fields["number"]
    deck = _deck(fields["deck"])
    round_, first = GAMES[plan.game].deal(plan.rules, deck, number)
    return Match(
        plan.game, plan.rules, fields["salt"], tuple(fields["players"]), number, deck,
        round_, first, playing=True, moves=tuple(fields["moves"]),
        seen=((),) * (len(fields["players"]) + 1),
        sheet=tuple(map(tuple, fields["sheet"])), totals=tuple(fields["totals"]), winners=0,
        past=tuple(
            Earlier(changed, tuple(map(bytes.fromhex, acts))) for changed, acts in fields["past"]
        ),
    )  # fmt: skip


def _seal(text: str, row: Row, game: str) -> str:
    whole = f"{FORMAT} {_meaning(game)} {row.n} {row.body}\0{text}"
    return sha256(whole.encode()).hexdigest()[:SEAL]


@cache
def _meaning(game: str) -> str:
    """A digest of the code that replays the rows of a game: with other code they may mean something
    else.
    """
    package, rules = os.path.dirname(__file__), getattr(GAMES[game], "__file__", None)
    folders = [os.path.dirname(package), package, *([os.path.dirname(rules)] if rules else [])]
    return sha256(
        b"\0".join(source for folder in folders for source in _sources(folder))
    ).hexdigest()


def _sources(folder: str) -> Iterator[bytes]:
    """The sources in a folder, but for those that cannot be read; none if it is in an archive."""
    names: list[str] = []
    with suppress(OSError):
        names = sorted(os.listdir(folder))
    for name in names:
        if name.endswith(".py"):
            with suppress(OSError), open(os.path.join(folder, name), "rb") as source:
                yield source.read()
