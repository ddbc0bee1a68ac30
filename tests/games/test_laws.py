"""Laws over every game and every option, without exemptions; the slow oracles are the witness.

An oracle is written from the assignment's text with lists and strings and shares nothing with the
rules; above all, it says by itself what a seat has seen, so that the law of views does not trust
`veil` and `shown` to choose the worlds it is tried on.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from parlour.cards import ALL, HIDDEN, NAMES, NOBODY, NONE, SPECTATOR, Mask, Seat, cards, mask_of
from parlour.catalogue.protocol import AnyGame
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.games.hearts import rules as hearts
from parlour.games.straights import rules as straights
from parlour.lab.duel import find_player
from parlour.match import Acted, Dealt, Match, actor, fold, legal, step, view
from parlour.players import LEVELS
from parlour.testing import views
from parlour.testing.laws import Broken, law_of_a_match, law_of_a_round, law_of_lacks
from parlour.testing.views import exchange
from tests.sketches import drawing, passing
from tests.support import leaks
from tests.support.play import (
    begun,
    every_rules,
    random_action,
    random_deck,
    random_round,
    random_rules,
    skewed_deck,
)
from tests.support.witness import Witness, winners

__all__ = ["Caught", "alternatives", "exchange", "law_of_lacks"]
Times = Callable[[int, int], int]
ALL_GAMES: dict[str, AnyGame] = {
    **{name: GAMES[name] for name in BUILT_IN},
    "passing": passing,
    "drawing": drawing,
}
EVERY = [
    pytest.param(name, rules, id=f"{name}-{i}")
    for name, game in ALL_GAMES.items()
    for i, rules in enumerate(every_rules(game))
]
pytestmark = pytest.mark.usefixtures("toys")
Caught = Broken  # two worlds that a seat cannot tell apart, and different views of them


@pytest.mark.parametrize(("name", "rules"), EVERY)
def test_laws_of_a_round(name: str, rules: Any, times: Times) -> None:
    random = Random(f"{name} {rules}")
    for _ in range(times(3, 300)):
        law_of_a_round(name, rules, random)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_laws_of_a_match(name: str, times: Times) -> None:
    random = Random(f"match {name}")
    for _ in range(times(3, 100)):
        law_of_a_match(name, random_rules(GAMES[name], random), random)


def straights_places(match: Match) -> list[Mask]:
    return [*match.state.hands, *match.state.discarded, match.state.table]


def hearts_places(match: Match) -> list[Mask]:
    chosen = match.state.passed if match.state.leader == NOBODY else ()
    return [
        *match.state.hands,
        *match.state.taken,
        *chosen,
        mask_of(card for card in match.state.trick if card != NONE),
    ]


def eights_places(match: Match) -> list[Mask]:
    size = match.rules.players * match.rules.hand
    pile = mask_of(
        [match.deck[size], *(seen.action for seen in match.seen[-1] if seen.action < 52)]
    )
    assert pile >> match.state.top & 1
    return [*match.state.hands, mask_of(match.deck[match.state.next :]), pile]


PLACES = {"straights": straights_places, "hearts": hearts_places, "crazy-eights": eights_places}


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_oracle_agrees_on_every_legal_set_and_score_and_no_card_is_lost(
    name: str, times: Times
) -> None:
    random = Random(f"oracle {name}")
    ends: set[tuple[int, ...]] = set()
    for i in range(times(300, 100_000)):
        rules, number, deck = (
            random_rules(GAMES[name], random),
            random.randrange(1, 9),
            random_deck(random),
        )
        if name == "hearts" and i % 3 == 0:
            deck = skewed_deck(random)  # moons, and hands of hearts alone
        match = step(begun(name, rules, number), Dealt(deck))
        witness = Witness(name, deck, number, rules)
        while match.playing:
            law_of_cards(match)
            agrees(match, witness, every_action=i % 10 == 0)
            event = random_action(match, random)
            match = step(match, event)
            witness.act(*event)
        law_of_cards(match)
        assert not any(witness.legal(seat) for seat in range(len(match.players)))
        assert match.totals == tuple(witness.table.scores())
        if name == "hearts":
            assert view(match, SPECTATOR).table.points == match.totals
        assert match.winners == winners(name, match.totals, rules.target)
        ends.add(match.totals)
        if name == "hearts" and not (
            rules.jd_bonus or rules.avoid_all_tricks_bonus or rules.values or rules.moon
        ):
            assert sum(match.totals) == (78 if sorted(match.totals) == [0, 26, 26, 26] else 26)
    assert len(ends) > 50


def law_of_cards(match: Match) -> None:
    """Every card is in one place."""
    places = PLACES[match.game](match)
    assert sum(places) == ALL  # so they are disjoint:
    assert sum(map(int.bit_count, places)) == 52


def agrees(match: Match, witness: Witness, *, every_action: bool) -> None:
    """What each seat may do, and what an action proves, are what the oracle says."""
    for seat in range(len(match.players)):
        assert legal(match, seat) == witness.legal(seat)
    if not every_action:
        return
    told = PUBLIC[match.game](match, witness.table)
    for seat in (*range(len(match.players)), SPECTATOR):
        table = GAMES[match.game].shown(match.round, match.state, seat)._asdict()
        assert {field: table[field] for field in told} == told
    for action in range(52 + len(GAMES[match.game].EXTRA)):
        assert GAMES[match.game].lacks(match.round, match.state, action) == witness.lacks(action), (
            action
        )


def five(numbers: list[int]) -> tuple[int, ...]:
    """One for each of five seats."""
    return tuple(numbers + [0] * (5 - len(numbers)))


def masks(rows: list[list[str]]) -> tuple[Mask, ...]:
    return tuple(mask_of(NAMES.index(name) for name in row) for row in rows)


def straights_public(_match: Match, table: Any) -> dict[str, Any]:
    """What all see, as the oracle has it: here the fields that hidden discards leave open."""
    return {
        "counts": tuple(map(len, table.hands)),
        "turn": table.turn,
        "table": masks([[rank + suit for suit, pile in table.played.items() for rank in pile]])[0],
        "discards": tuple(map(len, table.thrown)),
    }


def hearts_public(_match: Match, table: Any) -> dict[str, Any]:
    played: dict[int, str] = dict(table.trick)
    last = dict(zip(seats_from_leader(table), table.won[-1][1], strict=True)) if table.won else {}
    leader = (
        NOBODY
        if table.passing
        else table.trick[0][0]
        if table.trick
        else table.won[-1][0]
        if table.won
        else table.turn
    )
    return {
        "counts": (13,) * 4 if table.passing else tuple(map(len, table.hands)),
        "turn": NOBODY if table.turn is None else table.turn,
        "leader": leader,
        "trick": tuple(NAMES.index(played[seat]) if seat in played else NONE for seat in range(4)),
        "last": tuple(NAMES.index(last[seat]) if seat in last else NONE for seat in range(4)),
        "taken": masks([table.taken(seat) for seat in range(4)]),
        "broken": int(table.broken),
        "passing": (table.receivers() or [0])[0] if table.passing else 0,
    }


def seats_from_leader(table: Any) -> list[int]:
    """Who played to the last trick, in order: its leader won the trick before it, or led the
    first.
    """
    plays = [line.split() for line in table.public if " plays " in line]
    return [int(words[1]) for words in plays[4 * len(table.won) - 4 : 4 * len(table.won)]]


def eights_public(_match: Match, table: Any) -> dict[str, Any]:
    return {
        "counts": five([len(hand) for hand in table.hands]),
        "turn": table.turn,
        "top": NAMES.index(table.pile[-1]),
        "suit": 4 if table.naming else "CDHS".index(table.suit),
        "stock": len(table.stock),
        "drawn": table.drawn,
        "passed": table.idle,
    }


PUBLIC: dict[str, Callable[[Match, Any], dict[str, Any]]] = {
    "straights": straights_public, "hearts": hearts_public, "crazy-eights": eights_public,
}  # fmt: skip


def alternatives(
    name: str, rules: Any, random: Random
) -> Iterator[tuple[Match, Match, Seat, bool]]:
    """Two matches that a seat cannot tell apart, as the oracle says, the seat, and whether an
    action differs.
    """
    return views.alternatives(name, rules, random, Witness)


def law_of_views(name: str, rules: Any, random: Random, times: int) -> int:
    """The law of views, where the oracle says what a seat has seen."""
    return views.law_of_views(name, rules, random, times, Witness)


RULES_OF = {name: every_rules(GAMES[name]) for name in BUILT_IN}
VIEWED = [
    pytest.param(name, rules, id=f"{name}-{i}")
    for name in BUILT_IN
    for i, rules in enumerate(RULES_OF[name])
]
HIDES: dict[str, Callable[[Any], bool]] = {
    "straights": lambda rules: rules.discards == 1,
    "hearts": lambda rules: rules.pass_cards == 1,
    # a draw itself is seen; the card that it brings is the deck's
    "crazy-eights": lambda _rules: False,
}


@pytest.mark.parametrize(("name", "rules"), VIEWED)
def test_law_of_views(name: str, rules: Any, times: Times) -> None:
    long = 10_000 // len(RULES_OF[name]) + 1
    hidden = law_of_views(name, rules, Random(f"views {rules}"), times(60, long))
    assert (hidden > 0) == HIDES[name](rules)


@pytest.mark.parametrize(
    ("name", "leak"), [(name, leak) for name in leaks.LEAKS for leak in leaks.LEAKS[name]]
)
def test_a_planted_leak_is_caught(name: str, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = leaks.RULES[name]
    monkeypatch.setitem(GAMES, name, leaks.LEAKS[name][leak])
    with pytest.raises(Broken):
        law_of_all(name, rules, Random(leak))


def law_of_all(name: str, rules: Any, random: Random) -> None:
    """The law of views, and that of passes where there are any, by turns."""
    for _ in range(100):
        law_of_views(name, rules, random, 20)
        if name == "hearts":
            law_of_passes(rules, random)


def law_of_passes(rules: hearts.Rules, random: Random) -> None:
    """What the others have chosen, in what order, and whether they have, changes nothing for a seat
    until all have.
    """
    number, deck = random.choice([1, 2, 3, 5]), random_deck(random)
    dealt = step(begun("hearts", rules, number), Dealt(deck))
    chosen = [random.sample(list(cards(dealt.state.hands[seat])), 3) for seat in range(4)]
    other = [random.sample(list(cards(dealt.state.hands[seat])), 3) for seat in range(4)]
    for watcher in (*range(4), SPECTATOR):
        own = random.randrange(4) if watcher != SPECTATOR else 0
        worlds = []
        for choices in (chosen, other):
            made = [random.randrange(4) if seat != watcher else own for seat in range(4)]
            # not all have
            made[random.choice([seat for seat in range(4) if seat != watcher])] = random.randrange(
                3
            )
            passes = interleaved(
                [(chosen if seat == watcher else choices)[seat][: made[seat]] for seat in range(4)],
                random,
            )
            worlds.append(fold(passes, dealt))
        if view(worlds[0], watcher) != view(worlds[1], watcher):
            raise Broken(f"seat {watcher} after passes")
    one, two = (fold(interleaved(chosen, random), dealt) for _ in range(2))
    if one != two:
        raise Broken("the order of passes stays in the match")
    for name in LEVELS["hearts"]:
        level, seat = find_player("hearts", name), actor(one)  # not cut short by the clock
        assert level(view(one, seat), 0) == level(view(two, seat), 0)


def interleaved(choices: list[list[int]], random: Random) -> list[Acted]:
    """Each seat's choices in its own order, the seats in any."""
    order = [seat for seat in range(4) for _ in choices[seat]]
    random.shuffle(order)
    left = [iter(some) for some in choices]
    return [Acted(seat, next(left[seat])) for seat in order]


@pytest.mark.parametrize("rules", [rules for rules in every_rules(hearts) if rules.pass_cards])
def test_the_interleaving_of_passes_changes_nothing(rules: hearts.Rules, times: Times) -> None:
    random = Random(f"passes {rules}")
    for _ in range(times(30, 1500)):
        law_of_passes(rules, random)


def test_hidden_discards_stay_hidden_in_what_was_seen() -> None:
    match = fold(random_round("straights", straights.Rules(discards=1), Random(5)))
    for seat in range(4):
        own = [seen.action for seen in match.seen[seat] if seen.seat == seat]
        others = [seen for seen in match.seen[seat] if seen.seat != seat]
        assert HIDDEN not in own
        assert all((seen.action == HIDDEN) == bool(seen.lacks) for seen in others)
