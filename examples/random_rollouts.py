"""A player for Straights that plays out every legal card at random, in deals that fit its view.

    python random_rollouts.py

`parlour.engine` is compiled: the first call of each kind takes some seconds.
"""

import numpy as np

import parlour
from parlour.engine.worlds.sampler import logs, replayed, sample

WORLDS = 100  # deals that fit the view, for each decision


def act(view: parlour.View, dice: int) -> int:
    """The action with the fewest points relative to the others' mean."""
    rounds = logs(view, sample(view, WORLDS, seed=dice))
    states, _ = replayed(view, rounds)
    random = np.random.default_rng(dice)
    costs = {}
    for action in np.flatnonzero(view.legal >> np.arange(64) & 1):
        batch = parlour.engine.Batch.from_states(
            view.game, rounds.decks, states, view.rules, number=view.number
        )
        batch.apply(np.full(WORLDS, action))
        while not batch.done.all():
            legal = batch.legal()  # (WORLDS, 64)
            batch.apply((random.random(legal.shape) * legal).argmax(axis=1))
        points = batch.points().mean(axis=0)  # (seats,)
        costs[int(action)] = float(points[view.seat] - np.delete(points, view.seat).mean())
    return min(costs, key=lambda action: costs[action])


if __name__ == "__main__":
    played = parlour.engine.play("straights", 100_000, seed=1)
    print("Random play, mean points a round by seat:", played.points.mean(axis=0).round(2))
    match = parlour.deal("straights", seed=1, players=[act, "first", "first", "first"])
    while match.playing:
        match = match.step()
    print("One round of act against three of first:", match.totals)
