"""The weights of a search in Hearts at a table."""

import pytest

from parlour.cards import NEW_DECK
from parlour.engine.arrays import float_array, floats_of
from parlour.games.hearts.engine import policy, search
from parlour.games.hearts.engine.features import OPEN
from parlour.games.hearts.rules import Rules
from parlour.match import Dealt, Opened, Seated, fold, step, view
from parlour.players import trained


@pytest.mark.parametrize(
    ("others", "plans"),
    [
        (("first", "careful", "greedy"), [True]),
        (("trained", "trained", "trained"), [True]),
        (("trained", "search", "trained"), [False]),
        (("human:0", "search", "human:1"), [False]),
        (("trained", "human:1", "trained"), [True, False]),
    ],
)
def test_among_levels_that_stop_few_moons_one_is_planned(
    others: tuple[str, ...], plans: list[bool]
) -> None:
    """Among strangers in one half of the worlds."""
    weights, seats = trained.weights("hearts"), ("search", *others)
    match = fold(
        [
            Opened("hearts", Rules(), ""),
            *(Seated(seat, name) for seat, name in enumerate(seats)),
            Dealt(NEW_DECK),
        ]
    )
    seen = view(match, 0)
    models = search.models(seen, weights)
    found = [float_array(model.weights).flat for model in models]
    assert [some == weights.flat for some in found] == plans
    assert all(some[:OPEN] == weights.flat[:OPEN] for some in found)
    assert (search.prefer(seen, weights).flat == policy.prefer(seen, weights).flat) == plans[-1]
    assert search.prefer(seen, weights).flat == policy.prefer(seen, models[-1].weights).flat


def test_weights_of_another_shape_are_refused() -> None:
    match = fold([Opened("hearts", Rules(), ""), *(Seated(seat, "search") for seat in range(4))])
    seen = view(step(match, Dealt(NEW_DECK)), 0)
    with pytest.raises(ValueError, match=r"Invalid weights of shape \(3,\)"):
        search.prefer(seen, floats_of([1.0, 2.0, 3.0]))
