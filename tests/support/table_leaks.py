"""Leaks planted in a table, and in the rules beneath it, which the law of tests/table/test_laws.py
must find.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from parlour.cards import SPECTATOR, Action, Mask, Seat, cards, names
from parlour.catalogue.registry import GAMES
from parlour.match import Match, View, actor, barred, legal, refusal, view
from parlour.table import table
from parlour.table.messages import updates as sent
from parlour.table.messages.outbox import Outbox
from parlour.table.messages.status import TableStatus
from parlour.table.messages.updates import Offer, Sent
from parlour.table.past import all_at_once
from parlour.table.state import TableState
from parlour.table.table import Table
from tests.support import leaks

Plant = Callable[[pytest.MonkeyPatch], None]


def hand(match: Match, seat: Seat) -> Mask:
    mask: Mask = GAMES[match.game].shown(match.round, match.state, seat).hand
    return mask


def passing(match: Match) -> bool:
    return match.game == "hearts" and match.playing and all_at_once(match)


def more(text: str, **fields: Any) -> str:
    """A message with more in it."""
    return json.dumps(json.loads(text) | fields)


def another_hand(patch: pytest.MonkeyPatch) -> None:
    """A frame with the hand of the next seat."""
    plain = Sent.message

    def message(self: Sent, match: Match, have: int, *, whole: bool = False) -> str:
        text, seat = plain(self, match, have, whole=whole), self.viewer
        seated = match.deck and seat != SPECTATOR
        return (
            more(text, next=names(cards(hand(match, (seat + 1) % len(match.players)))))
            if seated
            else text
        )

    patch.setattr(Sent, "message", message)


def a_hand_to_watch(patch: pytest.MonkeyPatch) -> None:
    """Who watches is sent the hand of whose turn it is."""
    plain = Sent.message

    def message(self: Sent, match: Match, have: int, *, whole: bool = False) -> str:
        text, watches = plain(self, match, have, whole=whole), self.viewer == SPECTATOR
        return (
            more(text, hand=names(cards(hand(match, actor(match)))))
            if watches and match.playing
            else text
        )

    patch.setattr(Sent, "message", message)


def hands_before_the_end(patch: pytest.MonkeyPatch) -> None:
    """The hands of all seats, as at the end of a round, while it is played."""
    plain = sent.left

    def left(match: Match) -> tuple[Mask, ...]:
        return plain(match._replace(playing=False))

    patch.setattr(sent, "left", left)


def barred_for_another(patch: pytest.MonkeyPatch) -> None:
    """A slip of the seat: what bars the cards of whose turn it is."""
    patch.setattr(sent, "barred", lambda match, _seat: barred(match, actor(match)))


def all_seen_to_who_enters(patch: pytest.MonkeyPatch) -> None:
    """Who watches and comes anew is told what the first seat saw."""

    def look(match: Match, seat: Seat) -> View:
        shown = view(match, seat)
        return shown._replace(seen=match.seen[0]) if seat == SPECTATOR and match.deck else shown

    patch.setattr(sent, "view", look)


def who_has_it(patch: pytest.MonkeyPatch) -> None:
    """A refusal says who holds the card."""

    def why(match: Match, seat: Seat, action: Action) -> str:
        holders = [
            other
            for other in range(len(match.players))
            if match.playing and hand(match, other) >> action & 1
        ]
        text = refusal(match, seat, action)
        return f"{text} It is seat {holders[0]}'s." if text and holders else text

    patch.setattr(table, "refusal", why)


def foul_first(patch: pytest.MonkeyPatch) -> None:
    """A refusal out of turn that says whether the card would fit: for whose turn it is, it may
    not.
    """

    def why(match: Match, seat: Seat, action: Action) -> str:
        text = refusal(match, seat, action)
        return "Not that." if text and not legal(match, actor(match)) >> action & 1 else text

    patch.setattr(table, "refusal", why)


def the_stock_in_the_room(patch: pytest.MonkeyPatch) -> None:
    """The room message has the last card of the deck."""
    in_the_room(patch, lambda table: {"deck": table.state.match.deck[-1:]})


def in_the_room(patch: pytest.MonkeyPatch, what: Callable[[Table], dict[str, Any]]) -> None:
    """Every room message has more in it."""
    plain, message = Table._send_status, TableStatus.message
    tables: list[Table] = []

    def tell(self: Table, now: float) -> None:
        tables[:] = [self]
        plain(self, now)

    patch.setattr(Table, "_send_status", tell)
    patch.setattr(
        TableStatus,
        "message",
        lambda self, plug, **given: more(message(self, plug, **given), **what(tables[0])),
    )


def count_of_passes(patch: pytest.MonkeyPatch) -> None:
    """The room says how many cards each seat has passed, and is told anew when that changes."""
    plain = Table._status

    def status(self: Table, now: float) -> TableStatus:
        there = plain(self, now)
        named = zip(there.places, self.state.match.moves, strict=True)
        return there._replace(
            places=tuple(place._replace(name=f"{place.name} {moves}") for place, moves in named)
        )

    patch.setattr(Table, "_status", status)


def the_same_room_again(patch: pytest.MonkeyPatch) -> None:
    """The room is told once more when somebody passes, as it was."""
    plain = Table._send_status

    def tell(self: Table, now: float) -> None:
        self.status = self.status if any("acted" not in row.body for row in self.rows) else None
        plain(self, now)

    patch.setattr(Table, "_send_status", tell)


def the_same_view_again(patch: pytest.MonkeyPatch) -> None:
    """Everybody is sent a view whenever something has been stored, though it be as it was."""
    plain = TableState.fold

    def fold(self: TableState, *row: Any) -> list[Seat]:
        plain(self, *row)
        return list(self.sent)

    patch.setattr(TableState, "fold", fold)


def count_of_rows(patch: pytest.MonkeyPatch) -> None:
    """A view is counted for every seat when one seat acts; it is told when there is something to
    tell.
    """
    plain = Sent.add

    def add(self: Sent, *given: Any, **named: Any) -> bool:
        differs = plain(self, *given, **named)
        self.count += not differs
        self.lengths += [] if differs or not self.lengths else [self.lengths[-1]]
        return differs

    patch.setattr(Sent, "add", add)


def clock_of_each_pass(patch: pytest.MonkeyPatch) -> None:
    """The clock begins anew at each pass."""
    plain = TableState.turn
    patch.setattr(
        TableState,
        "turn",
        lambda self: (*plain(self), sum(self.match.moves)) if plain(self) else (),
    )


def woken_for_the_last(patch: pytest.MonkeyPatch) -> None:
    """The table is woken earlier when one seat alone has still to pass."""
    plain = Table._next_time

    def wake(self: Table, now: float) -> float | None:
        due, match = plain(self, now), self.state.match
        last = passing(match) and sum(legal(match, seat) > 0 for seat in range(4)) == 1
        return due if due is None or not last else now + (due - now) / 2

    patch.setattr(Table, "_next_time", wake)


def waits_for_in_done(patch: pytest.MonkeyPatch) -> None:
    """The answer to `enter` names the seats that may act."""
    plain = Outbox.answer

    def answer(self: Outbox, socket: int, kind: str, **fields: Any) -> None:
        match = self.state.match
        waits = (
            {"waits": [seat for seat in range(len(match.players)) if legal(match, seat)]}
            if kind == "done"
            else {}
        )
        plain(self, socket, kind, **fields, **waits)

    patch.setattr(Outbox, "answer", answer)


def early_refusal(patch: pytest.MonkeyPatch) -> None:
    """Who watches and tries to act is told how many have passed."""
    plain = Outbox.answer

    def answer(self: Outbox, socket: int, kind: str, **fields: Any) -> None:
        if fields.get("why") == "Spectators cannot play.":
            fields["why"] += f" {sum(self.state.match.moves)}"
        plain(self, socket, kind, **fields)

    patch.setattr(Outbox, "answer", answer)


def undo_to_who_watches(patch: pytest.MonkeyPatch) -> None:
    """Who watches is told where the person last had a choice."""
    plain = TableState.offer

    def offer(self: TableState, viewer: Seat) -> Offer:
        people = self.people()
        return plain(self, people[0] if viewer == SPECTATOR and people else viewer)

    patch.setattr(TableState, "offer", offer)


def forced_in_the_room(patch: pytest.MonkeyPatch) -> None:
    """The room says for whom forced cards are played by themselves."""
    in_the_room(patch, lambda table: {"forced": sorted(table.state.forced)})


def of_the_rules(name: str, leak: str) -> Plant:
    """One of tests/support/leaks.py."""
    return lambda patch: patch.setitem(GAMES, name, leaks.LEAKS[name][leak])


PLANTS: dict[str, dict[str, Plant]] = {
    "straights": {
        "another's hand in a frame": another_hand,
        "a hand to who watches": a_hand_to_watch,
        "what bars another's cards": barred_for_another,
        "the hands before the end": hands_before_the_end,
        "another's hidden discards to who enters": all_seen_to_who_enters,
        "who holds a card, in a refusal": who_has_it,
        "whether a card would be another's play": foul_first,
        "the deck, in the room": the_stock_in_the_room,
        "where there was a choice, to who watches": undo_to_who_watches,
        "whose forced cards are played, in the room": forced_in_the_room,
    },
    "hearts": {
        "another's hand in a frame": another_hand,
        "a hand to who watches": a_hand_to_watch,
        "what bars another's cards": barred_for_another,
        "the hands before the end": hands_before_the_end,
        "who holds a card, in a refusal": who_has_it,
        "how many have passed, in the room": count_of_passes,
        "the room once more at a pass": the_same_room_again,
        "a view once more at a pass": the_same_view_again,
        "a count that rises at a pass": count_of_rows,
        "a clock that begins anew at a pass": clock_of_each_pass,
        "a wake before the last pass": woken_for_the_last,
        "who has still to pass, in an answer": waits_for_in_done,
        "how many have passed, in a refusal": early_refusal,
    },
    "crazy-eights": {
        "another's hand in a frame": another_hand,
        "a hand to who watches": a_hand_to_watch,
        "the hands before the end": hands_before_the_end,
        "another's drawn cards to who enters": all_seen_to_who_enters,
        "who holds a card, in a refusal": who_has_it,
        "the deck, in the room": the_stock_in_the_room,
    },
}
for _name, _leaks in leaks.LEAKS.items():
    PLANTS[_name] |= {f"{leak}, in the rules": of_the_rules(_name, leak) for leak in _leaks}
