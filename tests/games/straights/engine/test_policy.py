"""The policy of Straights against the interpreted rules, and against a reading of its features card
by card.
"""

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import ALL, Action, Card, Seat, cards
from parlour.catalogue.registry import GAMES
from parlour.engine.worlds.sampler import events, sample
from parlour.games.straights.engine import policy
from parlour.games.straights.engine.features import NAMES, SHAPES
from parlour.games.straights.engine.policy import after, stuck_of
from parlour.games.straights.engine.scores import (
    CONTEXT,
    FEATURES,
    Position,
    score_table,
    score_tables,
)
from parlour.games.straights.engine.training import (
    PLAYOUTS,
    TrainingContext,
    decide,
    gradients,
    payoff,
    tables_of,
)
from parlour.games.straights.rules import Rules, worth
from parlour.match import Acted, Match, View, actor, fold, legal, step, view
from parlour.players import trained
from tests.engine.worlds.test_sampler import position
from tests.support.arrayed import arrayed
from tests.support.play import begun, random_rules

likely = arrayed(policy.likely)
playouts = arrayed(policy.playouts)
prefer = arrayed(policy.prefer)
WEIGHTS = np.random.default_rng(4).normal(size=len(FEATURES)) / 5
RULES = [Rules(), Rules(discards=1), Rules(opens=1, discards=1, values=1), Rules(opens=1, values=1)]


def positions(random: Random, n: int, last: int = 1000) -> list[Match]:
    return [position("straights", rules, random, last) for _ in range(n) for rules in RULES]


def world_match(seen: View, worlds: Any, i: int) -> Match:
    return fold(events(seen, worlds, i), begun("straights", seen.rules, seen.number))


def chances(seen: View) -> dict[Action, float]:
    """The softmax of what is legal."""
    found = prefer(seen, WEIGHTS)
    likely = np.exp(found - found.max())
    return {action: likely[action] / likely.sum() for action in np.flatnonzero(likely).tolist()}


def costs(seen: View, some: list[Card]) -> float:
    return sum(worth(seen.rules.values, 1 << card) for card in some) / 10


def told(seen: View, card: Card) -> dict[str, float]:
    """The features of a card, said once more from its side of the suit as lists; a seven has two
    sides.
    """
    table, suit, rank = seen.table, card // 13, card % 13
    gone = table.thrown[0] | table.thrown[1] | table.thrown[2] | table.thrown[3]
    playing, found = bool(seen.playable >> card & 1), dict.fromkeys(NAMES, 0.0)
    for way in [-1, 1] if rank == 6 else [-1] if rank < 6 else [1]:
        outwards = [13 * suit + place for place in (range(5, -1, -1) if way < 0 else range(7, 13))]
        there = outwards.index(card) if rank != 6 else -1
        beyond: list[Card] = []
        for other in outwards[there + 1 :]:
            if gone >> other & 1:
                break
            beyond.append(other)
        mine = [other for other in beyond if table.hand >> other & 1]
        others = [other for other in beyond if other not in mine]
        bias = "A23456789TJQK"[rank]
        if playing:
            found[f"lay {bias}"] = 1
            row = beyond[
                : next((n for n, other in enumerate(beyond) if other in others), len(beyond))
            ]
            theirs = beyond[
                : next((n for n, other in enumerate(beyond) if other in mine), len(beyond))
            ]
            found["lay: the next is mine"] += bool(row)
            found["lay: the next is another's"] += bool(theirs)
            found["lay: mine in a row behind it"] += len(row)
            found["lay: what they cost"] += costs(seen, row)
            found["lay: mine beyond"] += len(mine)
            found["lay: what they cost, beyond"] += costs(seen, mine)
            found["lay: others' beyond"] += len(others)
            found["lay: what they cost, others' beyond"] += costs(seen, others)
            found["lay: others' in a row behind it"] += len(theirs)
            if mine:
                behind = beyond[beyond.index(mine[-1]) + 1 :]
                found["lay: others' before my next"] += len(theirs)
                found["lay: what they cost, before my next"] += costs(seen, theirs)
                found["lay: others' behind my last"] += len(behind)
                found["lay: what they cost, behind my last"] += costs(seen, behind)
            else:
                found["lay: none of mine, what others' cost"] += costs(seen, others)
            continue
        before = [13 * suit + 6, *outwards[:there]]
        cost = costs(seen, [card])
        found["throw: what it costs"] = cost
        if any(gone >> other & 1 for other in before):
            found["throw: behind one that is gone"] = 1
            found["throw: what it costs, behind one that is gone"] = cost
            continue
        waits = [other for other in before if not table.table >> other & 1]
        theirs = [other for other in waits if not table.hand >> other & 1]
        found[f"throw {bias}"] = 1
        found["throw: others' before it"] = len(theirs)
        found["throw: mine before it"] = len(waits) - len(theirs)
        found["throw: before its seven"] = not table.table >> before[0] & 1
        found["throw: what it costs, by others' before it"] = cost * len(theirs)
        found["throw: mine beyond"] = len(mine)
        found["throw: what they cost, mine beyond"] = costs(seen, mine)
        found["throw: others' beyond"] = len(others)
        found["throw: what they cost, others' beyond"] = costs(seen, others)
        found["throw: the next is mine"] = bool(beyond) and beyond[0] in mine
        found["throw: the next is another's"] = bool(beyond) and beyond[0] in others
        found["throw: one of others' before it"] = len(theirs) == 1
        found["throw: others' beyond, by others' before it"] = costs(seen, others) * len(theirs)
    return found


def context(seen: View) -> list[float]:
    """The features of the moment."""
    table, seat = seen.table, seen.seat
    gone = table.thrown[0] | table.thrown[1] | table.thrown[2] | table.thrown[3]
    unseen = cards(ALL & ~(table.hand | table.table | gone))
    held = sum(count for other, count in enumerate(table.counts) if other != seat)
    stuck = [False] * 4
    for entry in seen.seen:
        stuck[entry.seat] = entry.lacks != 0
    mine = cards(table.hand)
    may = [card for card in mine if seen.playable >> card & 1]
    return [
        1,
        len(mine) / 13,
        min(5, len(may)) / 5,
        sum(stuck[other] for other in range(4) if other != seat) / 3,
        stuck[(seat + 1) % 4],
        sum(seen.playable >> card & 1 for card in unseen) / 8,
        costs(seen, [card for card in mine if card not in may]) / 5,
        (len(unseen) - held) / (len(unseen) + 0.001),
        *map(
            sum,
            zip(
                *(side_numbers(seen, suit, way) for suit in range(4) for way in (-1, 1)),
                strict=True,
            ),
        ),
    ]


def side_numbers(seen: View, suit: int, way: int) -> tuple[float, float, float]:
    """Own cards in a row that can be laid on a side; the same where others have none there; what
    the other own ones cost.
    """
    table, seven = seen.table, 13 * suit + 6
    gone = table.thrown[0] | table.thrown[1] | table.thrown[2] | table.thrown[3]
    alive: list[Card] = []
    for other in range(seven + way, seven + 7 * way, way):
        if gone >> other & 1:
            break
        alive += [] if table.table >> other & 1 else [other]
    mine = [other for other in alive if table.hand >> other & 1]
    row = alive[: next((n for n, other in enumerate(alive) if other not in mine), len(alive))]
    row = row if (table.hand | table.table) >> seven & 1 else []
    rest = [other for other in mine if other not in row]
    return len(row) / 5, len(row) / 5 * (len(mine) == len(alive)), costs(seen, rest) / 5


def test_scores_are_the_weights_times_the_features_read_card_by_card() -> None:
    for match in positions(Random("features"), 40):
        seen = view(match, actor(match))
        found = prefer(seen, WEIGHTS)
        assert (np.isfinite(found) == [seen.legal >> action & 1 for action in range(64)]).all()
        now = context(seen)
        for card in cards(seen.legal):
            read = [value * factor for value in told(seen, card).values() for factor in now]
            assert np.isclose(found[card], WEIGHTS @ np.array(read), rtol=1e-9)


def test_a_seat_that_may_not_act_prefers_nothing() -> None:
    match = positions(Random(1), 1)[0]
    assert (prefer(view(match, (actor(match) + 1) % 4), WEIGHTS) == -np.inf).all()


def test_weights_that_are_none() -> None:
    with pytest.raises(
        ValueError, match=r"^Invalid weights of shape \(3,\) \(expected \d+ numbers\)\.$"
    ):
        score_table(np.ones(3), Rules())
    with pytest.raises(ValueError, match=r"Invalid weights of shape \(3, 605\)"):
        score_tables(np.ones((3, 605)), Rules())


def test_keen_playouts_are_rounds_in_which_each_seat_does_what_it_prefers_by_its_own_view() -> None:
    """So they obey the rules, and no seat uses a card that it cannot see."""
    told = 0
    for match in positions(Random("playouts"), 4):
        seen = view(match, actor(match))
        worlds, actions = sample(seen, 3, 7), cards(seen.legal)[:2]
        found = playouts(seen, worlds, WEIGHTS, actions, 5, beta=1e9)
        for i in range(3):
            for j, action in enumerate(actions):
                there = step(world_match(seen, worlds, i), Acted(seen.seat, action))
                ties = 0
                while there.playing:
                    turn = actor(there)
                    scores = prefer(view(there, turn), WEIGHTS)
                    ties += (
                        scores == scores.max()
                    ).sum() > 1  # cards that stand alike in two suits; any may be played
                    there = step(there, Acted(turn, int(scores.argmax())))
                assert ties or tuple(found[i, j]) == there.sheet[-1]
                told += not ties
    assert told > 15


def expected(match: Match) -> Any:
    """The mean points by seat over all ways in which a round can end."""
    if not match.playing:
        return np.array(match.sheet[-1], float)
    turn = actor(match)
    return sum(
        chance * expected(step(match, Acted(turn, one)))
        for one, chance in chances(view(match, turn)).items()
    )


def test_playouts_choose_by_the_softmax() -> None:
    told = 0
    for match in positions(Random("softmax"), 3, last=9):
        seen = view(match, actor(match))
        one, actions = sample(seen, 1, 7), cards(seen.legal)[:2]
        worlds = one.take(np.zeros(4000, np.int64))
        found = playouts(seen, worlds, WEIGHTS, actions, 5)
        assert (
            playouts(seen, one, WEIGHTS, actions[-1:], 5, start=77)[0, 0] == found[77, -1]
        ).all()
        for j, action in enumerate(actions):
            mean = expected(step(world_match(seen, one, 0), Acted(seen.seat, action)))
            assert (
                abs(found[:, j].mean(axis=0) - mean)
                <= 4.5 * found[:, j].std(axis=0) / 4000**0.5 + 1e-9
            ).all()
            told += found[:, j].std() > 0
    assert told


def test_how_likely_a_world_is_is_the_chance_of_all_that_others_did() -> None:
    random = Random("likely")
    for match in positions(random, 4):
        seat = random.randrange(4)
        seen = view(match, seat)
        worlds = sample(seen, 3, 7)
        found = likely(seen, worlds, WEIGHTS)
        for i in range(3):
            dealt, *acted = events(seen, worlds, i)
            there, total = fold([dealt], begun("straights", seen.rules, seen.number)), 0.0
            for event in acted:
                assert isinstance(event, Acted)
                if event.seat != seat:
                    total += np.log(chances(view(there, event.seat))[event.action])
                there = step(there, event)
            assert np.isclose(found[i], total, rtol=1e-9, atol=1e-9)
    start = view(position("straights", Rules(), random)._replace(seen=((),) * 5), 0)
    assert likely(start, sample(start, 0, 1), WEIGHTS).shape == (0,)


def decided(match: Match, weights: Any, dice: int) -> tuple[Any, Any]:
    """A lesson's gradient by shapes, and what it holds each legal card to be worth, in the true
    deal.
    """
    seat, state = actor(match), match.state
    rotated = [
        tuple(row[(seat + i) % 4] for i in range(4)) for row in (state.hands, state.discarded)
    ]
    gradient, payoffs, centred = np.zeros((SHAPES, len(CONTEXT))), np.zeros(13), np.zeros(13)
    tables = tables_of(weights, match.rules)
    now = Position(rotated[0], rotated[1], state.table, stuck_of(view(match, seat)))
    company = tables._replace(scores=tables.scores[:0])
    training = TrainingContext(match.rules, tables, company, np.arange(52), np.empty(13), centred)
    may = cards(legal(match, seat))
    for n, card in enumerate(may):
        begun = after(match.rules, now, 1 << card)
        payoffs[n] = sum(
            payoff(training, 0, begun, np.uint64(dice), PLAYOUTS * 3 + j) / PLAYOUTS
            for j in range(PLAYOUTS)
        )
    decide(training, 0, now, np.uint64(dice), 3, gradient)
    chances = softmax(prefer(view(match, seat), weights)[list(may)])
    assert np.allclose(
        centred[: len(may)], chances * (payoffs[: len(may)] - chances @ payoffs[: len(may)])
    )
    return gradient, payoffs


def test_a_lesson_is_the_slope_of_the_expected_utility() -> None:
    """By finite differences along random directions."""
    for n, match in enumerate(positions(Random("slope"), 5)):
        seen = view(match, actor(match))
        gradient, worths = decided(match, WEIGHTS, n)
        direction = np.random.default_rng(n).normal(size=len(FEATURES))
        ahead, back = (
            sum(
                chance * worths[i]
                for i, chance in enumerate(
                    softmax(prefer(seen, WEIGHTS + way * direction * 1e-5)[list(cards(seen.legal))])
                )
            )
            for way in (1, -1)
        )
        slope = (gradient * tables_of(direction, match.rules).scores).sum()
        assert np.isclose(slope, (ahead - back) / 2e-5, rtol=1e-4, atol=1e-6)


def softmax(scores: Any) -> Any:
    likely = np.exp(scores - scores.max())
    return likely / likely.sum()


def test_a_card_is_worth_what_playouts_in_the_true_deal_come_to() -> None:
    for match in positions(Random("worths"), 1):
        seat: Seat = actor(match)
        seen = view(match, seat)
        found = np.array([decided(match, WEIGHTS, dice)[1] for dice in range(300)])
        one = sample(seen, 1, 1)
        hidden = [
            match.seen[entry.seat][n].action
            for n, entry in enumerate(seen.seen)
            if entry.action > 52
        ]
        true = one._replace(
            hands=np.tile(np.array(match.state.hands), (1500, 1)),
            hidden=np.tile(np.array(hidden, np.int8), (1500, 1)),
        )
        points = playouts(seen, true, WEIGHTS, cards(seen.legal), 5)
        gains = (points.sum(axis=2) - 4 * points[:, :, seat]) / 3
        n = gains.shape[1]
        noise = (found[:, :n].var(axis=0) / 300 + gains.var(axis=0) / 1500) ** 0.5
        assert (abs(found[:, :n].mean(axis=0) - gains.mean(axis=0)) <= 4.5 * noise + 1e-9).all()


def test_a_batch_of_lessons_is_the_sum_of_its_rounds_for_all_rules_and_company() -> None:
    random = Random("lessons")
    for others in (None, WEIGHTS):
        rules = random_rules(GAMES["straights"], random)
        whole, gained = gradients(WEIGHTS / 2, others, rules, 1, 20, 3, 5)
        parts = [gradients(WEIGHTS / 2, others, rules, 1, 10, 3, start) for start in (5, 15)]
        assert np.allclose(whole, parts[0][0] + parts[1][0], rtol=1e-9, atol=1e-9)
        assert np.isfinite(gained)


def test_lessons_teach() -> None:
    """From nothing: a few steps along the gradient, and the policy gains on the first-legal
    player.
    """
    weights = np.zeros(len(FEATURES))
    before = gradients(weights, None, Rules(), 1, 200, 1, 10_000)[1]
    for n in range(12):
        gradient, _ = gradients(weights, None, Rules(), 1, 60, 1, 60 * n)
        weights = weights + 0.1 * np.sign(gradient)
    assert gradients(weights, None, Rules(), 1, 200, 1, 10_000)[1] > before + 0.5


def test_the_weights_that_are_kept() -> None:
    kept = json.loads(trained.file("straights").read_text())
    assert tuple(kept["features"]) == FEATURES
    assert np.isfinite(kept["weights"]).all()
    assert len(kept["weights"]) == len(FEATURES)
