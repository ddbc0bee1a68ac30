"""Other worlds for a sitting, in which some who are there cannot tell the difference: the slow
oracles say who (tests/oracle).

`exchanged`: cards that somebody has not seen lie, are played, thrown and drawn each in the place of
another. `Passes`: while Hearts passes, the others choose at other times and in another order; other
cards, and fewer of them; too late.
"""

from math import nextafter
from random import Random
from typing import NamedTuple

from parlour.cards import SPECTATOR, Action, Card, Seat
from tests.games.test_laws import exchange
from tests.support.sittings import NEVER, Act, Deal, Item, Other, Sitting
from tests.support.witness import Witness, told

# seconds by which a pass comes later than another message; nothing else happens in between
BESIDE = 0.1


def other_world(sitting: Sitting, random: Random) -> Other | None:
    """One of either kind, or None where the one that was tried will not do."""
    phase = [place for place, entry in enumerate(sitting.inputs) if entry.passing]
    passes = Passes(sitting, phase, random) if phase else None
    if passes and random.random() < (0.8 if passes.clocked() else 0.5):
        return passes.other()
    return exchanged(sitting, random)


def viewers(sitting: Sitting) -> list[Seat]:
    return [*range(len(sitting.state.chairs)), SPECTATOR]


def seen(witnesses: list[Witness], viewer: Seat) -> list[str]:
    """What a viewer has seen of a round, in all lines that were played in it; of one that is over
    also the cards left in the hands.
    """
    who, found = None if viewer == SPECTATOR else viewer, list[str]()
    for witness in witnesses:
        hands = witness.table.hands
        over = not any(witness.legal(seat) for seat in range(len(hands)))
        found += witness.seen(who) + [f"left {sorted(hand)}" for hand in hands if over]
    return found


def exchanged(sitting: Sitting, random: Random) -> Other | None:
    """Two to four cards exchanged, in one of the rounds, that somebody who is there has not seen in
    it.
    """
    deals = sitting.deals()
    deals = deals[len(deals) - len(sitting.decks) :]
    if not deals:
        return None
    place = random.choice([random.randrange(len(deals)), len(deals) - 1])
    deal = deals[place]
    here = accounts(sitting, deal, {})
    assert here, "the oracle does not allow what was played"
    there = [viewer for viewer in viewers(sitting) if viewer in sitting.world.viewers().values()]
    swap = exchange(seen(here, random.choice(there)), random) if there else {}
    elsewhere = accounts(sitting, deal, swap) if swap else None
    if not elsewhere:
        return None
    blind = frozenset(
        viewer for viewer in viewers(sitting) if seen(here, viewer) == seen(elsewhere, viewer)
    )
    if not blind:
        return None
    if sitting.real and any(
        deals in deal.counts and seat not in blind for deals, seat, _ in sitting.choices
    ):
        return None
    decks = list(sitting.decks)
    decks[place] = tuple(swap.get(card, card) for card in deal.deck)
    return Other(
        items=[
            exchanged_item(item, swap if item.deals in deal.counts else {}, blind)
            for item in by_hand(sitting, blind)
        ],
        decks=decks,
        choices={
            key: swap.get(card, card) if key[0] in deal.counts else card
            for key, card in sitting.choices.items()
        },
        blind=blind,
        until=sitting.until,
        outs=len(sitting.world.outs),
        deals=deal.counts[0],
        kind="cards",
        what=f"exchanged in deal {deal.counts[0]}: {swap}",
    )


def accounts(sitting: Sitting, deal: Deal, swap: dict[Card, Card]) -> list[Witness]:
    """The oracle after each line of a round with these cards exchanged; empty where it does not
    allow one.
    """
    deck = tuple(swap.get(card, card) for card in deal.deck)
    found = [
        told(sitting.name, deck, deal.number, sitting.rules, line) for line in deal.swapped(swap)
    ]
    witnesses = [witness for witness in found if witness]
    return witnesses if len(witnesses) == len(found) else []


def by_hand(sitting: Sitting, blind: frozenset[Seat]) -> list[Item]:
    """What comes in where those whose cards may differ play their forced cards by hand, when they
    were played by themselves.
    """
    acts = [
        Item(
            done.now,
            done.socket,
            act=Act(f"forced{n}", done.move, done.action),
            seat=done.seat,
            deals=done.deals,
            followed=True,
        )
        for n, done in enumerate(sitting.world.forced)
        if done.seat not in blind
    ]
    return sorted([*acts, *sitting.items], key=lambda item: item.now)


def exchanged_item(item: Item, swap: dict[Card, Card], blind: frozenset[Seat]) -> Item:
    """What comes in instead; what was refused to one whose cards differ is refused again, for
    another reason.
    """
    if '"forced"' in item.text and item.seat not in blind:
        return item._replace(text=item.text.replace('"on": true', '"on": false'))
    if item.act is None:
        return item
    if item.followed:
        return item._replace(
            act=item.act._replace(action=swap.get(item.act.action, item.act.action))
        )
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
    """The last passing of a sitting of Hearts, and how else it could have gone for some seats.

    They pass at other `times`, and all goes on as it did; or by other `choices`, other cards and
    fewer of them, which is compared until the passing is complete; or `late`, where the clock
    completes it: a computer chooses what they no longer do, which is compared until then and with
    all that this brings (that somebody misses two turns is told later on).
    """

    def __init__(self, sitting: Sitting, phase: list[int], random: Random) -> None:
        self.sitting, self.random, inputs = sitting, random, sitting.inputs
        self.deals = inputs[phase[-1]].deals
        self.phase = [place for place in phase if inputs[place].deals == self.deals]
        over = len(inputs) > phase[-1] + 1 or not sitting.world.passing
        self.end = phase[-1] if over else len(inputs)  # the input that completes it
        self.slots = [place for place in self.phase if place < self.end and inputs[place].item][:-1]
        self.when = {
            place: Slot(place, moved=False, order=0)
            for place, entry in enumerate(inputs)
            if entry.item
        }
        self.instead: dict[int, Item] = {}
        self.choices = dict(sitting.choices)

    def other(self) -> Other | None:
        """Some of those who pass do so otherwise."""
        random = self.random
        kinds = ("late", "late", "times", "choices")  # few sittings allow the first
        kind = random.choice(kinds if self.clocked() else ("times", "times", "choices"))
        seats = sorted({self.item(place).seat for place in self.phase if self.is_pass(place)})
        if kind == "late":
            seats = [
                seat
                for seat in seats
                if not any(seat in self.sitting.inputs[place].missed for place in self.phase)
            ]
        if not seats:
            return None
        others = random.choice(
            (seats[-1:], random.sample(seats, random.randrange(1, len(seats) + 1)))
        )
        for seat in others:
            self.retime(seat)
            if kind == "choices":
                self.rechoose(seat)
            if kind == "late":
                self.fail(seat)
        blind = frozenset(viewers(self.sitting)) - set(others)
        until, outs = self.until(kind)
        what = f"{kind} of passes in deal {self.deals} by {others}"
        return Other(
            self.items(blind, kind),
            self.sitting.decks,
            self.choices,
            blind,
            until,
            outs,
            self.deals,
            kind,
            what,
        )

    def clocked(self) -> bool:
        """Whether the clock completes it, and other worlds' computers choose as they are told."""
        last = self.sitting.inputs[self.end : self.end + 1]
        return not self.sitting.real and any(entry.clock and not entry.item for entry in last)

    def items(self, blind: frozenset[Seat], kind: str) -> list[Item]:
        """What comes in instead."""
        items = []
        last = len(self.sitting.inputs) if kind == "times" else self.end
        for place in sorted(self.when, key=lambda place: self.when[place]):
            if place < last:
                item = self.instead.get(place, self.item(place))
                item = (
                    item
                    if item.seat in blind or item.followed or item.act is None
                    else refused(item)
                )
                items.append(item._replace(now=self.time(self.when[place])))
        return items

    def item(self, place: int) -> Item:
        """What came in at a place of the inputs."""
        return self.sitting.items[self.sitting.inputs[place].place]

    def act(self, place: int) -> Act:
        found = self.item(place).act
        assert found
        return found

    def is_pass(self, place: int) -> bool:
        if place not in self.phase or not self.sitting.inputs[place].item:
            return False
        return self.item(place).followed and not self.item(place).again

    def passes(self, seat: Seat) -> list[int]:
        """Where a seat passes."""
        return [
            place for place in self.phase if self.is_pass(place) and self.item(place).seat == seat
        ]

    def fixed(self, place: int) -> bool:
        """Whether a pass stays where it is: the last of all, and what came again."""
        return place == self.end or any(
            item.again and item.act == self.act(place) for item in self.sitting.items
        )

    def retime(self, seat: Seat) -> None:
        """Other times for the passes of a seat, in their order; all as they were if its sockets
        were not open there.
        """
        places = self.passes(seat)
        times = [self.when[place] if self.fixed(place) else self.slot(place) for place in places]
        if sorted(times) == times and all(
            self.open(*pair) for pair in zip(places, times, strict=True)
        ):
            self.when.update(zip(places, times, strict=True))

    def slot(self, place: int) -> Slot:
        if not self.slots or self.random.random() < 0.3:
            return Slot(place, moved=False, order=0)
        return Slot(self.random.choice(self.slots), moved=True, order=place)

    def open(self, place: int, slot: Slot) -> bool:
        """Whether the socket of a pass was open, and its seat its person's own, from one time to
        the other.
        """
        low, high = min(place, slot.place) + 1, max(place, slot.place + 1)
        mine = self.item(place).socket, self.item(place).seat
        return all(mine in entry.live for entry in self.sitting.inputs[low : high + 1])

    def rechoose(self, seat: Seat) -> None:
        """Other cards for the passes of a seat, and some of them not at all if its person stays:
        a computer would pass the rest at another time.
        """
        deck = next(deal.deck for deal in self.sitting.deals() if self.deals in deal.counts)
        chosen: list[Action] = self.random.sample(deck[13 * seat : 13 * seat + 13], 3)
        places = self.passes(seat)
        stays = self.stays(seat, places)
        kept = [place for place in places if not stays or self.random.random() < 0.7]
        for n, place in enumerate(kept):
            act = Act(self.act(place).ident, self.act(places[0]).move + n, chosen[n])
            self.instead[place] = self.item(place)._replace(act=act)
        self.drop(seat, [place for place in places if place not in kept])
        self.drop(
            seat, [place for place in self.phase if place in self.when and self.item(place).again]
        )

    def fail(self, seat: Seat) -> None:
        """The last passes of a seat do not come, and a computer makes them when the time is
        over.
        """
        places = self.passes(seat)
        late = places[self.random.randrange(len(places)) :]
        if self.stays(seat, late):
            acts = [*map(self.act, late)]
            again = [
                place
                for place in self.when
                if self.item(place).again and self.item(place).act in acts
            ]
            self.choices |= {
                (self.deals, seat, self.act(place).move): self.act(place).action for place in late
            }
            self.drop(seat, late + again)

    def stays(self, seat: Seat, places: list[int]) -> bool:
        """Whether the person who made these passes is at the seat when all have passed."""
        last = self.sitting.inputs[self.end :][:1]
        live = last[0].live if last else self.sitting.inputs[-1].live
        return all((self.item(place).socket, seat) in live for place in places)

    def drop(self, seat: Seat, places: list[int]) -> None:
        for place in places:
            if self.item(place).seat == seat:
                del self.when[place]

    def time(self, slot: Slot) -> float:
        """When an item comes that has been moved: just after another, and before whatever follows
        that.
        """
        inputs = self.sitting.inputs
        now = inputs[slot.place].now
        then = min(
            (entry.now for entry in inputs[slot.place + 1 :] if entry.now > now), default=now + 1
        )
        later = slot.place + 1 == len(inputs) or inputs[slot.place + 1].now > now
        return now + min(BESIDE, (then - now) / 2) if slot.moved and later else now

    def until(self, kind: str) -> tuple[float, int]:
        """How far the worlds are compared."""
        inputs, sitting = self.sitting.inputs, self.sitting
        if kind == "times" or self.end == len(inputs):
            return sitting.until, len(sitting.world.outs)
        entry = inputs[self.end]
        if kind == "late":
            return entry.now, inputs[self.end + 1].outs if self.end + 1 < len(inputs) else len(
                sitting.world.outs
            )
        return entry.now if entry.item else nextafter(entry.now, 0), entry.outs
