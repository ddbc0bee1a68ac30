"""A match as a log of four kinds of event (`events.py`), their fold and views (`match.py`), and its
earlier rounds (`history.py`). It knows no player and no interface.
"""

from parlour.match.events import (
    HUMAN,
    LONGEST_NAME,
    Acted,
    Dealt,
    Event,
    Opened,
    Seated,
    Seen,
    to_action,
)
from parlour.match.match import (
    ENDLESS,
    LONGEST_ROUND,
    SHEET,
    Match,
    View,
    actor,
    barred,
    dealt,
    dice,
    fold,
    legal,
    playable,
    refusal,
    step,
    view,
)

__all__ = [
    "ENDLESS",
    "HUMAN",
    "LONGEST_NAME",
    "LONGEST_ROUND",
    "SHEET",
    "Acted",
    "Dealt",
    "Event",
    "Match",
    "Opened",
    "Seated",
    "Seen",
    "View",
    "actor",
    "barred",
    "dealt",
    "dice",
    "fold",
    "legal",
    "playable",
    "refusal",
    "step",
    "to_action",
    "view",
]
