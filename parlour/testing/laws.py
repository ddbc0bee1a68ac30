"""The laws of a round and of a match, for every game and every house rule."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

from parlour.cards import ALL, HIDDEN, NOBODY, SPECTATOR, UNSEEN, Mask, cards, mask_of, names
from parlour.catalogue.protocol import AnyGame, decided, gain, goal, length, met, must
from parlour.catalogue.registry import GAMES
from parlour.match import (
    LONGEST_ROUND,
    Acted,
    Dealt,
    Event,
    Match,
    actor,
    fold,
    legal,
    step,
    view,
)
from parlour.testing.play import (
    every_rules,
    opened,
    random_action,
    random_deck,
    random_round,
    random_rules,
)

ROUNDS = 200  # over all house rules
MATCHES = 5
LONGEST = 100  # most rounds of a match that are played
FAR = 1_000_000  # rounds, or points of a seat and between seats, by which any match is decided


class Broken(AssertionError):
    """A law that fails; the sentence names the law and the position."""


def hold(holds: object, law: str, match: Match) -> None:
    """Raise Broken with the law and the position in the match, unless the condition holds."""
    if not holds:
        acted = " ".join(f"{seen.seat}:{seen.action}" for seen in match.seen[-1])
        raise Broken(
            f"{law} ({match.game}, {match.rules}, round {match.number}, the deck {match.deck}, "
            f"after {acted or 'the deal'}.)"
        )


def continues(match: Match) -> bool:
    """Whether the match's round is being played; Broken if a seat saw too many actions in it."""
    long = max(map(len, match.seen)) >= LONGEST_ROUND
    hold(not (match.playing and long), f"A round is over after {LONGEST_ROUND} actions.", match)
    return match.playing


def whole_round(name: str, rules: Any, random: Random) -> list[Event]:
    """The log of one random round; Broken if it does not end."""
    log = random_round(name, rules, random)
    law_of_the_end(GAMES[name], fold(log))
    return log


def check(name: str) -> None:
    """Check the laws in random rounds with every house rule."""
    every = every_rules(GAMES[name])
    for i in range(max(ROUNDS, len(every))):
        law_of_a_round(name, every[i % len(every)], Random(f"{name} {i}"))


def check_matches(name: str) -> None:
    """Check the laws of the end of a match in random matches."""
    random = Random(name)
    for i in range(MATCHES):
        law_of_a_match(
            name, random_rules(GAMES[name], random) if i else GAMES[name].Rules(), random
        )


def matches(log: list[Event]) -> Iterator[Match]:
    """The match after each event of a log."""
    match: Match | None = None
    for event in log:
        match = step(match, event)
        yield match


def plain(value: Any) -> bool:
    """Whether a value consists of ints, texts and tuples only."""
    return all(map(plain, value)) if isinstance(value, tuple) else isinstance(value, int | str)


def law_of_a_round(name: str, rules: Any, random: Random) -> None:
    """Check all laws after each event of a random round."""
    game: AnyGame = GAMES[name]
    log = random_round(name, rules, random)
    before: Match | None = None
    cards_so_far = Places()
    for event, match in zip(log, list(matches(log)), strict=True):
        hold(plain(match.state or ()), "A State is made of whole numbers and tuples.", match)
        hold(
            not match.deck or view(match, SPECTATOR).table.hand == 0,
            "A spectator has no hand.",
            match,
        )
        if match.deck:
            law_of_the_turn(game, match)
        if match.playing:
            law_of_lacks(game, match)
            law_of_must(game, match)
            law_of_rest(game, match, random)
            law_of_several(match, random)
        if match.deck:
            cards_so_far.add(before, event, match)
        hold(
            step(before, event) == match,
            "The functions of the rules depend on their arguments alone.",
            match,
        )
        before = match
    law_of_the_end(game, fold(log))


def law_of_the_turn(game: AnyGame, match: Match) -> None:
    """Check that the turn is NOBODY once no seat may act, and else NOBODY or the only seat that
    may.
    """
    turn = game.shown(match.round, match.state, SPECTATOR).turn
    able = [seat for seat in range(len(match.players)) if legal(match, seat)]
    over = "Once no seat may act, the round is over and the turn is NOBODY."
    hold(able or turn == NOBODY, over, match)
    hold(turn == NOBODY or able == [turn], "A seat that is in turn may act, and no other.", match)


def law_of_the_end(game: AnyGame, whole: Match) -> None:
    """Check that a round ends, and that its points are whole numbers."""
    hold(not whole.playing, f"A round is over after {LONGEST_ROUND} actions.", whole)
    points = game.points(whole.round, whole.state)
    hold(all(type(number) is int for number in points), "Points are whole numbers.", whole)


def law_of_must(game: AnyGame, match: Match) -> None:
    """Check that the seat in turn holds one of the cards that `must` names."""
    needed, seat = must(game, match.round, match.state), actor(match)
    hold(view(match, SPECTATOR).must == needed, "The cards of must are known to all seats.", match)
    if needed:
        table = view(match, seat).table
        hold(
            table.turn == seat and table.hand & needed,
            "The turn's seat holds one of the cards of must.",
            match,
        )


def law_of_rest(game: AnyGame, match: Match, random: Random) -> None:
    """Check that no cards change the points of a round once `decided` says so."""
    if decided(game, match.rules, view(match, SPECTATOR).table):
        points = {played_on(match, random) for _ in range(2)}
        hold(len(points) == 1, "No card changes the points once decided says so.", match)


def played_on(match: Match, random: Random) -> tuple[int, ...]:
    """The points of a round that continues with random cards, and the first of other actions."""
    while continues(match):
        seat = actor(match)
        may = legal(match, seat)
        several = [action for action in range(52) if may >> action & 1]
        action = random.choice(several) if several else (may & -may).bit_length() - 1
        match = step(match, Acted(seat, action))
    return match.sheet[-1]


def law_of_lacks(game: AnyGame, match: Match) -> None:
    """Check that an action is legal iff its card, if any, is held and none of the cards in `lacks`
    is; and that a free card lacks nothing.
    """
    lacking = [
        game.lacks(match.round, match.state, action) for action in range(52 + len(game.EXTRA))
    ]
    unhindered = mask_of(card for card in range(52) if not lacking[card])
    hold(
        game.free(match.round, match.state) == unhindered,
        "The free cards are those that lack nothing.",
        match,
    )
    for seat in range(len(match.players)):
        may = legal(match, seat)
        hand = game.shown(match.round, match.state, seat).hand
        actions = [*cards(hand), *range(52, len(lacking))]
        lawful = mask_of(action for action in actions if not (hand or ALL) & lacking[action])
        hold(
            may in (0, lawful),
            "An action is legal where the actor holds none of the cards of lacks.",
            match,
        )


def law_of_several(match: Match, random: Random) -> None:
    """Check that the order of simultaneous actions makes no difference, and that a hidden action
    changes nothing in the views of other seats.
    """
    able = [seat for seat in range(len(match.players)) if legal(match, seat)]
    if len(able) < 2:
        return
    acts = [
        Acted(seat, random.choice([a for a in range(64) if legal(match, seat) >> a & 1]))
        for seat in random.sample(able, 2)
    ]
    first, second = (fold(order, match) for order in permutations(acts))
    hold(
        first == second,
        "The order of actions of seats that may act at once leaves no trace.",
        match,
    )
    after = step(match, acts[0])
    still = all(legal(after, seat) == legal(match, seat) for seat in able if seat != acts[0].seat)
    game = GAMES[match.game]
    for watcher in (*range(len(match.players)), SPECTATOR):
        veiled, _ = game.veil(match.round, match.state, watcher, *acts[0])
        same = veiled != UNSEEN or not still or view(after, watcher) == view(match, watcher)
        hold(
            same,
            f"Seat {watcher} cannot see the effect of an action that is hidden from it.",
            after,
        )


class Places:
    """The places of a round's cards, as known from its views and actions."""

    def __init__(self) -> None:
        """The places before the deal."""
        self.ever: Mask = 0  # cards that have been in a hand or open
        self.away: Mask = 0  # cards that left a hand by a hidden action, and have not come back

    def add(self, before: Match | None, event: Event, match: Match) -> None:
        """Add an event of the round; `match` is the match after it."""
        n = len(match.players)
        hands = [view(match, seat).table.hand for seat in range(n)]
        now = mask_of(card for hand in hands for card in cards(hand))
        hold(
            sum(hand.bit_count() for hand in hands) == now.bit_count(),
            "No card is in two hands.",
            match,
        )
        table = view(match, SPECTATOR).table
        counted = table.counts[:n] == tuple(map(int.bit_count, hands))
        # several may act, and the actions so far may be hidden
        together = match.playing and table.turn == NOBODY
        hold(together or counted, "The counts are those of the cards in the hands.", match)
        if isinstance(event, Acted) and before:
            self.acted(before, event, match, now)
        else:
            self.dealt(match, hands)
        self.ever |= now | view(match, SPECTATOR).open

    def dealt(self, match: Match, hands: list[Mask]) -> None:
        """Begin a round."""
        dealt = [mask_of(view(match, seat).dealt) for seat in range(len(hands))]
        hold(
            not match.playing or hands == dealt,
            "The cards that are dealt are those that dealt_to names.",
            match,
        )

    def acted(self, before: Match, event: Acted, match: Match, now: Mask) -> None:
        """Add an action; `now` is the set of cards in all hands after it."""
        game, (seat, action) = GAMES[match.game], event
        was = mask_of(
            card
            for other in range(len(match.players))
            for card in cards(view(before, other).table.hand)
        )
        card = 1 << action if action < 52 else 0
        veiled = [
            game.veil(before.round, before.state, watcher, *event)
            for watcher in (*range(len(match.players)), SPECTATOR)
        ]
        hold(
            veiled[seat][0] == action and veiled[seat][1] != HIDDEN,
            "A seat sees its own action.",
            match,
        )
        open_to_all = veiled[-1][0] in (HIDDEN, UNSEEN) or {shown for shown, _ in veiled} == {
            veiled[-1][0]
        }
        hold(open_to_all, "Every seat sees as much of an action as a spectator.", match)
        untold = UNSEEN in {shown for shown, _ in veiled}
        hold(untold or not now & card, "A card that is played leaves the hands.", match)
        brought = 1 << veiled[seat][1] if veiled[seat][1] < 52 else 0
        hold(
            was & ~now & ~card == 0,
            f"{names(cards(was & ~now & ~card))} left a hand by no action.",
            match,
        )
        came = now & ~was & ~self.away & ~brought
        hold(came == 0, f"{names(cards(came))} came to a hand by no action.", match)
        hold(not brought & self.ever, "A card that was drawn was not in the stock.", match)
        if untold:
            self.away |= card
        self.away &= ~now


def law_of_a_match(name: str, rules: Any, random: Random) -> None:
    """Check that a match ends after `length` rounds or with the `goal`, if it has any, and that the
    winners have the best totals.
    """
    game = GAMES[name]
    match = fold(opened(name, rules))
    while not match.winners and match.number < LONGEST:
        match = step(match, Dealt(random_deck(random)))
        while continues(match):
            match = step(match, random_action(match, random))
        rounds, target = length(game, rules), goal(game, rules)
        ended = (rounds and match.number >= rounds) or met(target, match.totals)
        if rounds or target:
            hold(
                bool(match.winners) == bool(ended),
                "A match ends after its length, or with its goal, and not before.",
                match,
            )
        hold(match.winners >> len(match.players) == 0, "The winners are seats.", match)
        won = [match.totals[seat] for seat in cards(match.winners)]
        best = all(gain(game.BEST, points, other) >= 0 for points in won for other in match.totals)
        hold(best, "The winners have the best total.", match)
    if not (match.winners or length(game, rules) or goal(game, rules)):
        law_of_a_long_match(game, match)


def law_of_a_long_match(game: AnyGame, match: Match) -> None:
    """Check that a long match without `length` and `goal` can end at all, by a number of rounds or
    by its totals.
    """
    steps = [FAR * seat for seat in range(1, len(match.players) + 1)]
    both = tuple(steps), tuple(-step for step in steps)
    ends = game.finish(match.rules, FAR, match.totals) or any(
        game.finish(match.rules, match.number, totals) for totals in both
    )
    hold(ends, "A match ends: finish names winners after some round or with some totals.", match)
