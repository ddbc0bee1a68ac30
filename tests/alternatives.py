"""Other worlds for a sitting, in which some who are there cannot tell the difference: the slow oracles say who (tests/oracle).

`exchanged`: cards that somebody has not seen lie, are played, thrown and drawn each in the place of another.
`passed`: while Hearts passes the others choose at other times and in another order; and, as long as the passing lasts, other
cards, and fewer of them.
"""

from math import nextafter
from random import Random
from typing import NamedTuple

from parlour.cards import SPECTATOR, Action, Card, Seat
from tests.sittings import NEVER, Act, Deal, Input, Item, Other, Sitting
from tests.test_laws import exchange
from tests.witness import Witness, told

BESIDE = 0.1  # seconds by which a pass comes later than another message; nothing else happens in between


def other_world(sitting: Sitting, random: Random) -> Other | None:
    """One of either kind, or None where the one that was tried will not do."""
    phase = [place for place, entry in enumerate(sitting.inputs) if entry.passing]
    if phase and random.random() < 0.5:
        return Passes(sitting, phase, random).other()
    return exchanged(sitting, random)


def viewers(sitting: Sitting) -> list[Seat]:
    return [*range(len(sitting.kept.chairs)), SPECTATOR]


def seen(witness: Witness, viewer: Seat) -> list[str]:
    return witness.seen(None if viewer == SPECTATOR else viewer)


def exchanged(sitting: Sitting, random: Random) -> Other | None:
    """Two to four cards exchanged, in one of the rounds, that somebody who is there has not seen in it."""
    deals = sitting.deals()
    if not deals:
        return None
    place = random.choice([random.randrange(len(deals)), len(deals) - 1])
    deal = deals[place]
    here = account(sitting, deal, {})
    assert here, "the oracle does not allow what was played"
    there = [viewer for viewer in viewers(sitting) if viewer in sitting.world.viewers().values()]
    swap = exchange(seen(here, random.choice(there)), random) if there else {}
    elsewhere = account(sitting, deal, swap) if swap else None
    if not elsewhere:
        return None
    blind = frozenset(viewer for viewer in viewers(sitting) if seen(here, viewer) == seen(elsewhere, viewer))
    if not blind:
        return None
    if sitting.real and any(deals == deal.deals and seat not in blind for deals, seat, _ in sitting.choices):
        return None
    decks = list(sitting.decks)
    decks[place] = tuple(swap.get(card, card) for card in deal.deck)
    return Other(
        items=[exchanged_item(item, swap if item.deals == deal.deals else {}, blind) for item in sitting.items],
        decks=decks,
        choices={key: swap.get(card, card) if key[0] == deal.deals else card for key, card in sitting.choices.items()},
        blind=blind,
        until=sitting.until,
        outs=len(sitting.world.outs),
        deals=deal.deals,
        kind="cards",
        what=f"exchanged in deal {deal.deals}: {swap}",
    )


def account(sitting: Sitting, deal: Deal, swap: dict[Card, Card]) -> Witness | None:
    """The oracle after a round with these cards exchanged, or None where it does not allow it."""
    deck = tuple(swap.get(card, card) for card in deal.deck)
    return told(sitting.name, deck, deal.number, sitting.rules, [(seat, swap.get(card, card)) for seat, card in deal.acted])


def exchanged_item(item: Item, swap: dict[Card, Card], blind: frozenset[Seat]) -> Item:
    """What comes in instead; what was refused to one whose cards differ is refused again, for another reason."""
    if item.act is None:
        return item
    if item.followed:
        return item._replace(act=item.act._replace(action=swap.get(item.act.action, item.act.action)))
    return item if item.seat in blind else refused(item)


def refused(item: Item) -> Item:
    """An act that is refused in any world."""
    return item._replace(act=item.act and item.act._replace(move=NEVER))


class Slot(NamedTuple):
    """When an item comes: with its own place, or after that of another one."""

    place: int  # of an input
    moved: bool
    order: int


class Passes:
    """The last passing of a sitting of Hearts, and how else it could have gone."""

    def __init__(self, sitting: Sitting, phase: list[int], random: Random) -> None:
        self.sitting, self.random = sitting, random
        self.deals = sitting.inputs[phase[-1]].deals
        self.phase = [place for place in phase if sitting.inputs[place].deals == self.deals]
        over = len(sitting.inputs) > phase[-1] + 1 or not sitting.world.passing
        self.end = phase[-1] if over else len(sitting.inputs)  # the input that completes it
        self.slots = [place for place in self.phase if place < self.end and sitting.inputs[place].item][:-1]

    def other(self) -> Other | None:
        """Some of those who pass do so otherwise."""
        sitting, random = self.sitting, self.random
        seats = sorted({self.item(place).seat for place in self.slots if self.is_pass(place)})
        if not seats:
            return None
        others = random.sample(seats, random.randrange(1, len(seats) + 1))
        short = random.random() < 0.5
        when = {place: Slot(place, moved=False, order=0) for place, entry in enumerate(sitting.inputs) if entry.item}
        instead: dict[int, Item] = {}
        for seat in others:
            self.retime(seat, when)
            if short:
                self.rechoose(seat, when, instead)
        blind = frozenset(viewers(sitting)) - set(others)
        items = []
        last = self.end if short else len(sitting.inputs)
        for place in sorted(when, key=lambda place: when[place]):
            if place < last:
                item = instead.get(place, self.item(place))
                item = item if item.seat in blind or item.followed or item.act is None else refused(item)
                items.append(item._replace(now=self.time(when[place])))
        until, outs = self.until() if short else (sitting.until, len(sitting.world.outs))
        what = f"passed otherwise in deal {self.deals}, by {others}{', other cards' * short}"
        kind = "passes" if short else "times"
        return Other(items, sitting.decks, sitting.choices, blind, until, outs, self.deals, kind, what)

    def item(self, place: int) -> Item:
        """What came in at a place of the inputs."""
        return self.sitting.items[self.sitting.inputs[place].place]

    def is_pass(self, place: int) -> bool:
        if place not in self.phase or not self.sitting.inputs[place].item:
            return False
        return self.item(place).followed and not self.item(place).again

    def passes(self, seat: Seat) -> list[int]:
        """Where a seat passes."""
        return [place for place in self.phase if self.is_pass(place) and self.item(place).seat == seat]

    def fixed(self, place: int) -> bool:
        """Whether a pass stays where it is: the last of all, and what came again."""
        ident = self.item(place).act
        return place == self.end or any(item.again and item.act == ident for item in self.sitting.items)

    def retime(self, seat: Seat, when: dict[int, Slot]) -> None:
        """Other times for the passes of a seat, in their order; all as they were if its sockets were not open there."""
        places = self.passes(seat)
        times = [when[place] if self.fixed(place) else self.slot(place) for place in places]
        if sorted(times) == times and all(self.open(*pair) for pair in zip(places, times, strict=True)):
            when.update(zip(places, times, strict=True))

    def slot(self, place: int) -> Slot:
        if not self.slots or self.random.random() < 0.3:
            return Slot(place, moved=False, order=0)
        return Slot(self.random.choice(self.slots), moved=True, order=place)

    def open(self, place: int, slot: Slot) -> bool:
        """Whether the socket of a pass was open, and its seat its person's own, from one time to the other."""
        low, high = min(place, slot.place) + 1, max(place, slot.place + 1)
        mine = self.item(place).socket, self.item(place).seat
        return all(mine in entry.live for entry in self.sitting.inputs[low : high + 1])

    def rechoose(self, seat: Seat, when: dict[int, Slot], instead: dict[int, Item]) -> None:
        """Other cards for the passes of a seat, and some of them not at all."""
        deck = next(deal.deck for deal in self.sitting.deals() if deal.deals == self.deals)
        chosen: list[Action] = self.random.sample(deck[13 * seat : 13 * seat + 13], 3)
        places = self.passes(seat)
        first = min((self.act(place).move for place in places), default=0)
        kept = [place for place in places if self.random.random() < 0.7]
        for place in {*places} - {*kept}:
            del when[place]
        for n, place in enumerate(kept):
            act = self.act(place)
            instead[place] = self.item(place)._replace(act=Act(act.ident, first + n, chosen[n]))
        for place in [place for place in when if place in self.phase]:
            if self.item(place).again and self.item(place).seat == seat:
                del when[place]

    def act(self, place: int) -> Act:
        found = self.item(place).act
        assert found
        return found

    def time(self, slot: Slot) -> float:
        """When an item comes that has been moved: just after another, and before whatever follows that."""
        inputs = self.sitting.inputs
        now = inputs[slot.place].now
        later = slot.place + 1 == len(inputs) or inputs[slot.place + 1].now > now
        return now + BESIDE if slot.moved and later else now

    def until(self) -> tuple[float, int]:
        """How far the first world had come before the passing was complete."""
        inputs, sitting = self.sitting.inputs, self.sitting
        if self.end == len(inputs):
            return sitting.until, len(sitting.world.outs)
        entry: Input = inputs[self.end]
        return entry.now if entry.item else nextafter(entry.now, 0), entry.outs
