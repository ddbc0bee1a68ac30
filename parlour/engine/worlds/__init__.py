"""Hidden cards: the worlds that fit what a seat has seen, counted, sampled and weighed.

The public names are those of `sampler.py`, which is imported when one is first used.
"""

__all__ = ["Sampler", "Worlds", "count", "sample"]

TYPE_CHECKING = False  # as in `typing`
if TYPE_CHECKING:
    from parlour.engine.worlds.sampler import Sampler, Worlds, count, sample


def __getattr__(name: str) -> object:
    """A public name; AttributeError for any other."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from parlour.engine.worlds import sampler

    return getattr(sampler, name)
