"""Walks through the worlds of Straights (engine/worlds/mcmc.py).

Every world can be reached: the sets of cards that fit a place are nested (a later discard excludes
more cards), so the places can be corrected one after the other, the narrowest first.
"""

from parlour.cards import SPECTATOR
from parlour.engine.compiler.kernel import compiling, kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.search.playouts import Beta, SeatWeights
from parlour.engine.worlds import mcmc
from parlour.engine.worlds.mcmc import Chains, Met, Stride, Unseen, advance
from parlour.engine.worlds.sampler import Worlds
from parlour.games.straights.engine.policy import History, Policies, acted, policies_of, seat_log
from parlour.games.straights.engine.worlds import puzzle
from parlour.match import View


@kernel("(r (f2 i1 i1) f1), (i i i1 i1 i1 i1 i1), (i2 i1 i), (i2 f2 u), (i i f), (i3 c3)")
def _walk(
    policies: Policies,
    history: History,
    unseen: Unseen,
    chains: Chains,
    stride: Stride,
    met: Met,
) -> None:
    """`advance`, with the policy of Straights."""
    buffer = np.empty(13)
    advance(seat_log, policies, history, unseen, chains, stride, met, buffer)


class Walks(mcmc.Walks):
    """Some chains through the worlds of a view, each from a world of its own."""

    def __init__(
        self, view: View, worlds: Worlds, weights: SeatWeights, beta: Beta, seed: int
    ) -> None:
        """Chains that start in these worlds (chains, ...); others are assumed to choose by the
        policy, with its scores times `beta`.

        ValueError for a spectator's view, and if no seat has acted and another seat is in turn,
        since that shows the holder of the seven of spades.
        """
        if view.seat == SPECTATOR or not (view.seen or view.legal):
            raise ValueError(
                "This view holds no information (expected the view of a seat after an action)."
            )
        policies, (history, shown) = policies_of(view, weights, beta), acted(view)

        def walk(unseen: Unseen, chains: Chains, stride: Stride, met: Met) -> None:
            with compiling("straights walks"):
                _walk(policies, history, unseen, chains, stride, met)

        super().__init__(view, puzzle(view), shown, worlds, seed, walk)
