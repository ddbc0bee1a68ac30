"""Games of other people: packages that name themselves in the entry point group `parlour.games`, and what is asked of them.

The entry point's name is the game's, its value the package that holds `rules.py`. A package that is broken is left out, with
one sentence that names it; nothing else is harmed. Its code is trusted as any installed package's is.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from parlour import shown
from parlour.cards import NAMES
from parlour.errors import quote
from parlour.game import GROUP, options

MOST_EXTRA = 11  # actions that are no card: with the 52 cards they are bits of a signed number of 64
MOST_SEATS = 7
FUNCTIONS = (
    *("seats", "fits", "owner", "deal", "legal", "free", "lacks", "apply", "points", "finish", "shown", "veil"),
)  # fmt: skip
RECORDS = ("Rules", "Round", "State", "Shown")


def installed(left_out: dict[str, str], taken: tuple[str, ...]) -> Iterator[tuple[str, str, Any]]:
    """Name, package and rules of each installed game that can be played; about each other a sentence goes to `left_out`."""
    found: dict[str, str] = {}
    for point in sorted(entry_points(group=GROUP)):
        package = f"The game {quote(point.name)} of the package {quote(point.value)} is left out"
        if point.name in taken or point.name in found:
            left_out.setdefault(f"{point.name} ({point.value})", f"{package}: there is a game of that name.")
            continue
        try:
            rules = import_module(f"{point.value}.rules")
            why = fault(point.name, rules)
        except Exception as error:  # whatever a stranger's module does when it is imported
            why = f"it cannot be imported ({type(error).__name__}: {error})"
        if why:
            left_out[point.name] = f"{package}: {why}."
        else:
            found[point.name] = point.value
            yield point.name, point.value, rules


def fault(name: str, rules: ModuleType) -> str:
    """What is wrong with a game's rules, as the end of a sentence; empty where nothing is."""
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        return "a name is lower-case letters and digits, with hyphens between"
    missing = [part for part in ("EXTRA", *RECORDS, *FUNCTIONS) if not hasattr(rules, part)]
    if missing:
        return f"its rules lack {', '.join(missing)}"
    extra = rules.EXTRA
    if not (isinstance(extra, tuple) and all(isinstance(word, str) and word for word in extra)):
        return "EXTRA is not a tuple of names"
    if len(extra) > MOST_EXTRA:
        return f"it has {len(extra)} actions besides the cards, and at most {MOST_EXTRA} are possible"
    if len({*extra, *NAMES}) < len(extra) + 52:
        return "two of its actions have one name"
    return shape(rules)


def shape(rules: ModuleType) -> str:
    """What is wrong with the records of a game's rules, as the end of a sentence; empty where nothing is."""
    for name in RECORDS:
        if not hasattr(getattr(rules, name), "_fields"):
            return f"{name} is no NamedTuple"
    if rules.Round._fields not in (("rules", "number"), ("rules", "number", "deck")):
        return f"Round is ({', '.join(rules.Round._fields)}), not (rules, number) or (rules, number, deck)"
    if rules.Shown._fields[:3] != ("hand", "counts", "turn"):
        return f"Shown begins with {', '.join(rules.Shown._fields[:3])}, not with hand, counts, turn"
    if why := shown.fault(rules.Shown):
        return why
    try:
        default = rules.Rules()
        options(rules)
    except Exception:
        return "an option of Rules lacks its values or its default"
    why = rules.fits(default)
    if why:
        return f"its default options do not go together ({why})"
    seats = rules.seats(default)
    return "" if type(seats) is int and 1 < seats <= MOST_SEATS else f"{seats} seats are not 2 to {MOST_SEATS}"
