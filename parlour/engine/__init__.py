"""The same rules at the speed of compiled code: random rounds by the million, and batches to step
through.

    from parlour import engine
    engine.play(GAME, 1_000_000, seed=1).points.mean(axis=0)

Any game is compiled from its rules (`round_kernels.py`). Compiled code is stored (`cache.py`).
Every result depends on the rules, the seed and the number of the round alone, never on batches or
threads.

Names are imported when they are first used. All but `cache_directory` need numpy, which the extra
`research` installs. A player imports modules of this package, and needs none of these.
"""

__all__ = ["Batch", "Played", "cache_directory", "play", "record"]

TYPE_CHECKING = False  # as in `typing`
if TYPE_CHECKING:
    from parlour.engine.compiler.cache import cache_directory
    from parlour.engine.numbers.sampling import Played
    from parlour.engine.rounds.batch import Batch
    from parlour.engine.rounds.random_play import play, record

_HOMES = {
    "Batch": "rounds.batch",
    "Played": "numbers.sampling",
    "cache_directory": "compiler.cache",
    "play": "rounds.random_play",
    "record": "rounds.random_play",
}


def __getattr__(name: str) -> object:
    """A public name, imported at its first use; AttributeError for any other name, UsageError
    where numpy is not installed.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from parlour.engine.compiler.lazy_numpy import need_numpy

    if name != "cache_directory":
        need_numpy()
    member = getattr(import_module(f"parlour.engine.{_HOMES[name]}"), name)
    globals()[name] = member
    return member


def __dir__() -> list[str]:
    """All names of the package, including those not imported yet; without numpy, those that it has
    now.
    """
    from importlib.util import find_spec

    return sorted({*globals(), *(__all__ if find_spec("numpy") else ())})
