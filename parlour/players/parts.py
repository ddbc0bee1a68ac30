"""The parts of a game that a decision uses, in one record, for which the registry is asked once."""

from typing import NamedTuple, cast

from parlour.catalogue.registry import part
from parlour.engine.compiler.arrays import FloatRow
from parlour.engine.compiler.lazy_numpy import need_numpy
from parlour.engine.search.protocol import Engine, ablated
from parlour.players import trained


class Parts(NamedTuple):
    """The parts of a game that a decision uses."""

    engine: Engine
    weights: FloatRow  # of the policy; empty if nothing was learned


def parts_of(game: str, *, by_rules: bool = False, ablation: str = "") -> Parts:
    """The parts of a game, without the part of the engine that `ablation` names in its `ABLATIONS`;
    UsageError as `engine` raises it.
    """
    return Parts(ablated(engine(game, by_rules=by_rules), ablation), trained.weights(game))


def engine(game: str, *, by_rules: bool = False) -> Engine:
    """The engine of a game: its own, else (or with `by_rules`) the one from its rules alone, which
    needs numpy; UsageError where that is not installed.
    """
    module = None if by_rules else part(game, "engine.search")
    if module:
        return cast(Engine, module)
    need_numpy()
    from parlour.engine.search.flat_engine import AnyEngine

    return AnyEngine(game)
