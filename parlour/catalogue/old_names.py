"""Names that packages for an earlier Parlour use, and the names that these have now."""

from types import ModuleType
from typing import Any
from warnings import warn

FUNCTIONS = {"owner": "dealt_to", "rest": "decided"}  # of a game's rules


def in_new_words(rules: ModuleType) -> Any:
    """The same rules, where functions by old names have the new ones too; a DeprecationWarning
    names these, if there are some.
    """
    old = {
        name: new
        for name, new in FUNCTIONS.items()
        if hasattr(rules, name) and not hasattr(rules, new)
    }
    for name, new in old.items():
        setattr(rules, new, getattr(rules, name))
    if old:
        told = ", ".join(f"{name} is now {new}" for name, new in old.items())
        warn(f"In {rules.__name__}, {told}.", DeprecationWarning, stacklevel=2)
    return rules
