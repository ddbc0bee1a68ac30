"""Parlour: card games, done exactly.

>>> import parlour
>>> match = parlour.deal("hearts", seed=6788, players=["greedy", "first", "first", "first"])
>>> while not match.winners:
...     match = match.step()
>>> match.totals
(8, 102, 93, 83)

`deal` gives a `Match`, a value: `act`, `step` and `view` are its methods, and each step is a new
match. `simulate` plays whole matches, `log` writes and reads records, `engine` plays compiled
rounds by the million. docs/api.md shows all of it. Names are imported when they are first used.
"""

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "CardSet",
    "Match",
    "View",
    "__version__",
    "deal",
    "engine",
    "errors",
    "fold",
    "log",
    "opening",
    "player",
    "simulate",
]

TYPE_CHECKING = False  # as in `typing`, whose import would take ten times as long
if TYPE_CHECKING:
    from parlour import engine, errors, log
    from parlour.api import GAMES, deal, opening, player, simulate
    from parlour.card_set import CardSet
    from parlour.match import Match, View, fold

_HOMES = {
    "CardSet": "card_set",
    "Match": "match",
    "View": "match",
    "fold": "match",
    "engine": "",
    "errors": "",
    "log": "",
}  # the module of each public name; "" if it is itself a module. The other names are in `api`.


def __getattr__(name: str) -> object:
    """A public name, imported at its first use, so that the classic programs and users of a part
    start without the rest. AttributeError for any other name.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = _HOMES.get(name, "api")
    module = import_module(f"parlour.{home or name}")
    value = getattr(module, name) if home else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All names of the module, including those not imported yet."""
    return sorted({*globals(), *__all__})
