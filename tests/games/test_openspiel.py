"""Hearts and Oh Hell against OpenSpiel's: equal legal actions and points with equal options.

Of Hearts but for the difference docs/rules.md names: in OpenSpiel any heart breaks hearts; in the
assignment only one thrown on another suit. So where hearts have been led or followed, and nothing
else, a leader may lead anything there, and here no heart.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pyspiel
import pytest

from parlour.cards import NONE, Action, Card, Deck, cards, mask_of
from parlour.catalogue.registry import GAMES
from parlour.games.hearts import rules as hearts
from parlour.match import Acted, Dealt, actor, legal, step
from tests.support.installed import installed
from tests.support.play import begun, every_rules, random_deck, skewed_deck

OPTIONS = (
    "pass_cards",
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
    "jd_bonus",
    "avoid_all_tricks_bonus",
)
EVERY = [
    hearts.Rules(**dict(zip(OPTIONS, values, strict=True))) for values in product((0, 1), repeat=8)
]


def theirs(card: Card) -> int:
    """A card in OpenSpiel's numbers: by rank from the two on, then by suit, clubs, diamonds,
    hearts, spades.
    """
    return (card + 12) % 13 * 4 + card // 13


OURS = {theirs(card): card for card in range(52)}


def open_spiel(rules: hearts.Rules, number: int, deck: Deck) -> Any:
    """OpenSpiel's state with these cards dealt, in hand `number` of a match."""
    game = pyspiel.load_game("hearts", {name: bool(getattr(rules, name)) for name in OPTIONS})
    state = game.new_initial_state()
    # none, left, right, across
    state.apply_action((0, 1, 3, 2)[number % 4] if rules.pass_cards else 0)
    for place in range(52):  # a card to each in turn
        state.apply_action(theirs(deck[place % 4 * 13 + place // 4]))
    return state


def law_of_openspiel(rules: hearts.Rules, deck: Deck, random: Random) -> int:
    """Play a round in both, move by move; gives how many leads differed as docs/rules.md says."""
    number = random.randrange(1, 5)
    match = step(begun("hearts", rules, number), Dealt(deck))
    state = open_spiel(rules, number, deck)
    differed, heart_played = 0, False
    while match.playing:
        seat, now = actor(match), match.state
        assert seat == state.current_player()
        passes = now.leader > 3
        led = NONE if passes else now.trick[now.leader]
        may, they = legal(match, seat), mask_of(OURS[action] for action in state.legal_actions())
        if they != may:
            assert heart_played
            assert (led, now.broken, rules.must_break_hearts) == (NONE, 0, 1)
            assert they == now.hands[seat]
            assert may == they & ~hearts.HEARTS
            differed += 1
        event = Acted(seat, random.choice(cards(may)))
        heart_played |= not passes and event.action // 13 == 2
        match = step(match, event)
        state.apply_action(theirs(event.action))
    assert state.is_terminal()
    assert [26 - points for points in match.totals] == state.returns()
    return differed


def test_equal_legal_cards_and_points_in_2048_rounds() -> None:
    random = Random("open spiel")
    for _ in range(8):
        for rules in EVERY:
            law_of_openspiel(rules, random_deck(random), random)


def test_where_the_assignment_differs() -> None:
    """Hearts are broken by a discard, not by a forced heart lead: the leads then differ, and
    nothing else does.
    """
    random = Random("differs")
    strict = hearts.Rules(pass_cards=0)
    assert sum(law_of_openspiel(strict, skewed_deck(random), random) for _ in range(200)) > 20
    free = hearts.Rules(pass_cards=0, must_break_hearts=0)
    assert not any(law_of_openspiel(free, skewed_deck(random), random) for _ in range(50))


def oh_hells(action: Action) -> int:
    """An action in OpenSpiel's numbers for Oh Hell: its suits are clubs, diamonds, spades, hearts;
    a bid follows the cards.
    """
    return (action + 12) % 13 * 4 + (0, 1, 3, 2)[action // 13] if action < 52 else action


OH_HELLS = {oh_hells(action): action for action in range(60)}


@pytest.fixture
def oh_hell() -> Iterator[None]:
    """Oh Hell is installed."""
    with installed("oh_hell"):
        yield


def open_oh_hell(rules: Any, number: int, deck: Deck) -> Any:
    """OpenSpiel's state with these cards dealt: to each in turn, then the card turned up."""
    size = GAMES["oh-hell"].dealt_to(rules, number, 0) + 1
    while GAMES["oh-hell"].dealt_to(rules, number, size) == 0:
        size += 1
    game = pyspiel.load_game(
        "oh_hell", {"players": rules.players, "num_tricks_fixed": size, "off_bid_penalty": True}
    )
    state = game.new_initial_state()
    state.apply_action(size)
    state.apply_action((number - 2) % rules.players)  # the dealer
    for place in range(size * rules.players):
        state.apply_action(oh_hells(deck[place % rules.players * size + place // rules.players]))
    state.apply_action(oh_hells(deck[size * rules.players]))
    return state


@pytest.mark.usefixtures("oh_hell")
def test_oh_hell_has_equal_legal_actions_and_points() -> None:
    """OpenSpiel always plays the hook: without it the last bidder has one bid more. There a miss
    costs a point a trick.
    """
    random, hooked = Random("oh hell"), 0
    for rules in every_rules(GAMES["oh-hell"]) * 6:
        number, deck = random.randrange(1, 14), random_deck(random)
        match = step(begun("oh-hell", rules, number), Dealt(deck))
        state = open_oh_hell(rules, number, deck)
        while match.playing:
            seat = actor(match)
            assert seat == state.current_player()
            may, they = (
                legal(match, seat),
                mask_of(OH_HELLS[action] for action in state.legal_actions()),
            )
            if may != they:
                assert (rules.hook, they & ~may, (may & ~they).bit_count()) == (0, 0, 1)
                assert match.state.bids.count(NONE) == 8 - rules.players  # one is missing
                hooked += 1
            event = Acted(
                seat, random.choice([action for action in range(60) if they >> action & 1])
            )
            match = step(match, event)
            state.apply_action(oh_hells(event.action))
        assert state.is_terminal()
        returns = [int(points) for points in state.returns()]
        assert list(match.totals) == (
            returns if rules.misses else [max(points, 0) for points in returns]
        )
    assert hooked > 20
