"""Laws over every game and every option, without exemptions; the slow oracle is the witness.

The oracle is written from the seed text with lists and strings and shares nothing with the rules; above all, it says by
itself what a seat has seen, so that the law of views does not trust `veil` and `shown` to choose the worlds it is tried on.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from parlour import straights
from parlour.cards import ALL, HIDDEN, NAMES, SPECTATOR, Card, cards, mask_of, names, parse_card
from parlour.games import GAMES, AnyGame, words
from parlour.match import Acted, Dealt, Event, Match, actor, fold, legal, step, view
from tests import leaks
from tests.oracle import straights as oracle
from tests.play import every_rules, opened, random_round
from tests.sketches import drawing, passing

Times = Callable[[int, int], int]
ALL_GAMES: dict[str, AnyGame] = {**GAMES, "passing": passing, "drawing": drawing}  # the toys are held to the laws too
EVERY = [
    pytest.param(name, rules, id=f"{name}-{i}") for name, game in ALL_GAMES.items() for i, rules in enumerate(every_rules(game))
]
pytestmark = pytest.mark.usefixtures("toys")


def matches(log: list[Event]) -> Iterator[Match]:
    """The match after each event of a log."""
    match: Match | None = None
    for event in log:
        match = step(match, event)
        yield match


def plain(value: Any) -> bool:
    """Whether a value is made of ints, texts and tuples only."""
    return all(map(plain, value)) if isinstance(value, tuple) else isinstance(value, int | str)


@pytest.mark.parametrize(("name", "rules"), EVERY)
def test_laws_of_a_round(name: str, rules: Any, times: Times) -> None:
    game: AnyGame = GAMES[name]
    random = Random(f"{name} {rules}")
    for _ in range(times(5, 300)):
        log = random_round(name, rules, random)
        whole = fold(log)
        for match in matches(log):
            if match.playing:
                law_of_lacks(game, match)
            assert match.playing == (actor(match) < len(match.players))
            assert plain(match.state if match.deck else ())
            assert fold(log[: log_length(match)]) == match  # a match is a fold: nothing depends on how it was reached
        assert len(whole.sheet) == 1
        assert whole.totals == whole.sheet[0] == game.points(whole.round, whole.state)[: len(whole.players)]
        assert whole.winners == game.finish(rules, whole.totals)


def log_length(match: Match) -> int:
    """How many events led to a match in its first round."""
    return 1 + sum(map(bool, match.players)) + match.number + sum(match.moves)


def law_of_lacks(game: AnyGame, match: Match) -> None:
    """An action is legal iff its card, if it is one, is held, and nothing that it lacks is."""
    for seat in range(len(match.players)):
        may = legal(match, seat)
        hand = game.shown(match.round, match.state, seat).hand
        if may:
            there = [*cards(hand), *range(52, 52 + len(game.EXTRA))]
            assert may == mask_of(action for action in there if not hand & game.lacks(match.round, match.state, action))


@pytest.mark.parametrize("rules", every_rules(GAMES["straights"]))
def test_cards_of_straights_are_never_lost(rules: straights.Rules, times: Times) -> None:
    random = Random(str(rules))
    for _ in range(times(5, 200)):
        for match in matches(random_round("straights", rules, random)):
            if match.deck:
                places = [*match.state.hands, *match.state.thrown, match.state.table]
                assert sum(places) == ALL  # so they are disjoint:
                assert sum(map(int.bit_count, places)) == 52
        assert sum(match.moves) == 52


def words_of(rules: straights.Rules) -> dict[str, Any]:
    """Rules as the oracle takes them."""
    return {key: value for key, value in words(GAMES["straights"], rules).items() if key not in ("edition", "target")}


@pytest.mark.parametrize("rules", every_rules(GAMES["straights"]))
def test_the_oracle_agrees_on_every_legal_set_and_score(rules: straights.Rules, times: Times) -> None:
    random = Random(f"oracle {rules}")
    for _ in range(times(8, 2500)):
        log = random_round("straights", rules, random)
        table = None
        for match, event in zip(matches(log), [*log[1:], None], strict=True):
            if not match.deck:
                continue
            table = table or oracle.Table(names(match.deck).split(), **words_of(rules))
            if not match.playing:
                assert table.turn is None
                assert table.scores() == list(match.totals)
                assert oracle.winners(list(match.totals)) == list(cards(match.winners))
                continue
            seen = view(match, table.turn if table.turn is not None else SPECTATOR)
            assert seen.legal == mask_of(map(parse_card, table.legal()))
            assert seen.playable == mask_of(map(parse_card, table.fitting()))
            assert [NAMES[card] for card in seen.dealt if seen.table.hand >> card & 1] == table.hands[seen.seat]
            assert isinstance(event, Acted)
            table.act(NAMES[event.action])


class Caught(AssertionError):
    """Two worlds that look the same to a seat, and give it different views."""


def law_of_views(rules: straights.Rules, random: Random, wanted: int) -> int:
    """Try `wanted` worlds that the oracle says a seat cannot tell apart; Caught where a view tells them apart.

    Returns how many of them differ in what hidden actions were.
    """
    found = hidden = 0
    while found < wanted:
        log = random_round("straights", rules, random, longest=random.randrange(53))
        here = fold(log)
        actions = [event.action for event in log if isinstance(event, Acted)]
        witness = told(here.deck, actions, rules)
        assert witness
        for watcher in (0, 1, 2, 3, None):
            seat = SPECTATOR if watcher is None else watcher
            seen = " ".join(witness.seen(watcher))
            unseen = [card for card in range(52) if NAMES[card] not in seen]
            if len(unseen) < 2:
                continue
            one, other = random.sample(unseen, 2)
            swap = {one: other, other: one}
            deck = tuple(swap.get(card, card) for card in here.deck)
            others = [swap.get(action, action) for action in actions]
            alternative = told(deck, others, rules)
            if alternative is None or alternative.seen(watcher) != witness.seen(watcher):
                continue
            events: list[Event] = [*opened("straights", rules), Dealt(deck)]
            events += [Acted(seat, action) for seat, action in zip(alternative_seats(log), others, strict=True)]
            found += 1
            hidden += others != actions
            if view(fold(events), seat) != view(here, seat):
                raise Caught(f"seat {seat}: {NAMES[one]} and {NAMES[other]} after {names(actions)}")
    return hidden


def alternative_seats(log: list[Event]) -> list[int]:
    """Who acted, in order: the same in both worlds."""
    return [event.seat for event in log if isinstance(event, Acted)]


def told(deck: tuple[Card, ...], actions: list[Card], rules: straights.Rules) -> oracle.Table | None:
    """The oracle's table after these actions, or None where they are not legal."""
    table = oracle.Table(names(deck).split(), **words_of(rules))
    for action in actions:
        try:
            table.act(NAMES[action])
        except ValueError:
            return None
    return table


@pytest.mark.parametrize("rules", every_rules(GAMES["straights"]))
def test_law_of_views(rules: straights.Rules, times: Times) -> None:
    hidden = law_of_views(rules, Random(f"views {rules}"), times(100, 1250))
    assert (hidden > 0) == (rules.discards == 1)


@pytest.mark.parametrize("leak", leaks.LEAKS)
def test_a_planted_leak_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "straights", leaks.LEAKS[leak])
    with pytest.raises(Caught):
        law_of_views(straights.Rules(discards=1), Random(leak), 2000)


@pytest.mark.parametrize(("name", "rules"), EVERY)
def test_a_spectator_holds_nothing(name: str, rules: Any) -> None:
    for match in matches(random_round(name, rules, Random(1))):
        seen = view(match, SPECTATOR)
        assert (seen.seat, seen.legal, seen.move, seen.dealt) == (SPECTATOR, 0, 0, ())
        assert seen.table is None or seen.table.hand == 0
        assert seen.points == (match.sheet[-1] if match.sheet else ())


def test_hidden_discards_stay_hidden_in_what_was_seen() -> None:
    match = fold(random_round("straights", straights.Rules(discards=1), Random(5)))
    for seat in range(4):
        own = [seen.action for seen in match.seen[seat] if seen.seat == seat]
        others = [seen for seen in match.seen[seat] if seen.seat != seat]
        assert HIDDEN not in own
        assert all((seen.action == HIDDEN) == bool(seen.lacks) for seen in others)
