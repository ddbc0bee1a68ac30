"""Walks through the worlds of Hearts (engine/chains.py).

A few worlds cannot be reached from some others: if three seats lack a suit each, three cards can
only change their places all at once. So the chains start in several worlds, which are resampled
from those that fit.
"""

from parlour.engine import chains
from parlour.engine.arrays import Floats
from parlour.engine.chains import Chains, Met, Stride, Unseen, advance
from parlour.engine.lazy import np
from parlour.engine.native import compiling, kernel
from parlour.engine.worlds import Worlds
from parlour.games.hearts.engine.likelihood import CARDS, History, recalled, seat_log, ways_of
from parlour.games.hearts.engine.policy import plays, policies_of
from parlour.games.hearts.engine.round import Policies
from parlour.games.hearts.engine.worlds import puzzle
from parlour.match import View


@kernel("(r f2 i1 f2), (i i1 i1 i2 i2), (i2 i1 i), (i2 f2 u), (i i), (i3 c3)")
def _walk(
    policies: Policies,
    history: History,
    unseen: Unseen,
    some: Chains,
    stride: Stride,
    met: Met,
) -> None:
    """`advance`, with the policy of Hearts."""
    found = np.empty(CARDS + policies.betas.shape[1])
    advance(seat_log, policies, history, unseen, some, stride, met, found)


class Walks(chains.Walks):
    """Some chains through the worlds of a view after the pass, each from a world of its own."""

    def __init__(
        self, view: View, worlds: Worlds, weights: Floats, betas: Floats, seed: int
    ) -> None:
        """Chains that start in these worlds (chains, ...), with the likelihood of `likely`.

        ValueError for a spectator's view, and if no card has been played.
        """
        policies, history = policies_of(view, weights, ways_of(betas)), recalled(view)
        if history is None:
            raise ValueError("No card has been played (expected a view after the pass).")
        known = [0] * 4
        for seat, card in plays(view):
            known[seat] |= 1 << card

        def walk(unseen: Unseen, some: Chains, stride: Stride, met: Met) -> None:
            with compiling("walks of Hearts"):
                _walk(policies, history, unseen, some, stride, met)

        super().__init__(view, puzzle(view), known, worlds, seed, walk)
