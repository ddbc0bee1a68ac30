"""Hearts against OpenSpiel's: equal legal cards and points with equal options, but for the difference docs/rules.md names.

In OpenSpiel any heart breaks hearts; in the assignment only one thrown on another suit. So where hearts have been led or
followed, and nothing else, a leader may lead anything there, and here no heart.
"""

from itertools import product
from random import Random
from typing import Any

import pyspiel

from parlour.cards import NONE, Card, Deck, cards, mask_of
from parlour.games.hearts import rules as hearts
from parlour.match import Acted, Dealt, actor, legal, step
from tests.play import begun, random_deck, skewed_deck

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
EVERY = [hearts.Rules(**dict(zip(OPTIONS, values, strict=True))) for values in product((0, 1), repeat=8)]


def theirs(card: Card) -> int:
    """A card in OpenSpiel's numbers: by rank from the two on, then by suit, clubs, diamonds, hearts, spades."""
    return (card + 12) % 13 * 4 + card // 13


OURS = {theirs(card): card for card in range(52)}


def open_spiel(rules: hearts.Rules, number: int, deck: Deck) -> Any:
    """OpenSpiel's state with these cards dealt, in hand `number` of a match."""
    game = pyspiel.load_game("hearts", {name: bool(getattr(rules, name)) for name in OPTIONS})
    state = game.new_initial_state()
    state.apply_action((0, 1, 3, 2)[number % 4] if rules.pass_cards else 0)  # none, left, right, across
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
    """Hearts are broken by a discard, not by a forced heart lead: the leads then differ, and nothing else does."""
    random = Random("differs")
    strict = hearts.Rules(pass_cards=0)
    assert sum(law_of_openspiel(strict, skewed_deck(random), random) for _ in range(200)) > 20
    free = hearts.Rules(pass_cards=0, must_break_hearts=0)
    assert not any(law_of_openspiel(free, skewed_deck(random), random) for _ in range(50))
