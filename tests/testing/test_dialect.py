"""The rules speak the pure dialect, so that they compile as they stand (docs/design.md,
`parlour.testing.dialect`).
"""

import inspect
from types import ModuleType

import pytest

from parlour import cards, tricks
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.testing.dialect import foreign, in_dialect
from tests.sketches import climbing, drawing, passing


@pytest.mark.parametrize("name", BUILT_IN)
def test_rules_speak_the_dialect(name: str) -> None:
    assert in_dialect(GAMES[name]) == []


@pytest.mark.parametrize(
    "module", [passing, drawing, climbing], ids=["passing", "drawing", "climbing"]
)
def test_so_do_the_sketches(module: ModuleType) -> None:
    assert in_dialect(module) == []


def test_what_the_rules_call_speaks_it_too() -> None:
    """But for `popcount` and `put`, whose compiled forms stand in engine/numbers/bits.py."""
    assert foreign(inspect.getsource(cards.fewest), set()) == []
    assert in_dialect(tricks) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("return 'seven'", "the constant 'seven'"),
        ("return 1.5", "the constant 1.5"),
        ("return None", "the constant None"),
        ("return {1: 2}", "a Dict"),
        ("return [1]", "a List"),
        ("return sum(x for x in hand)", "the call of sum"),
        ("raise ValueError", "a Raise"),
        ("return hand.bit_count()", "the call of hand.bit_count"),
        ("return 1 if hand in (1, 2) else 0", "the operator In"),
        ("return hand / 2", "the operator Div"),
        ("for card in hand: pass", "a loop over anything but a range"),
        ("return (lambda: 1)()", "a Lambda"),
    ],
)
def test_what_is_foreign_is_said_in_a_sentence(line: str, why: str) -> None:
    found = foreign(f"def legal(hand):\n    {line}\n", set())
    assert any(f"legal, line 2: {why} does not compile" in sentence for sentence in found), found


def test_rules_import_the_core_alone() -> None:
    lines = (
        "from math import floor",
        "import os",
        "from typing import Any",
        "from parlour.cards import put",
        "def f(x):",
        "    return floor(put(x, 0, 1))",
    )
    assert foreign("\n".join(lines), set()) == [
        "the import of math does not compile",
        "the import of os does not compile",
        "f, line 6: the call of floor does not compile",
    ]
