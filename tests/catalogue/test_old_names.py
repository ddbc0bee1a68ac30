"""A package in the words of an earlier Parlour is played, with warnings that name the new words."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from parlour import cards
from parlour.catalogue.old_names import in_new_words
from parlour.catalogue.protocol import decided
from parlour.catalogue.registry import GAMES, Games
from parlour.engine.rounds.compiled_rules import twin
from parlour.testing.laws import law_of_a_round
from tests.sketches import drawing
from tests.support.packages import RULES, Site, site

RULES_IN_OLD_WORDS = (
    RULES.replace("Placed", "Lies").replace("dealt_to", "owner")
    + """

def rest(rules: Rules, shown: Shown) -> int:
    return 0
"""
)


@pytest.fixture
def installs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for name in cards.OLD_NAMES:  # which warn at their first use alone
        monkeypatch.delitem(vars(cards), name, raising=False)
    with site(tmp_path) as folder:
        yield folder


def test_a_package_in_old_words_is_played(installs: Site) -> None:
    package = installs.add("old-words", RULES_IN_OLD_WORDS)
    with pytest.warns(DeprecationWarning, match=" is now ") as told:
        game = GAMES["old-words"]
    assert sorted(str(warning.message) for warning in told) == [
        f"In {package}.rules, owner is now dealt_to, rest is now decided.",
        "Lies of parlour.cards is now Placed.",
    ]
    assert not GAMES.faults()
    house, sketch = game.Rules(), drawing.Rules()
    owners = [game.dealt_to(house, 1, place) for place in range(52)]
    assert owners == [drawing.dealt_to(sketch, 1, place) for place in range(52)]
    law_of_a_round("old-words", house, Random(1))
    assert not decided(game, house, None)
    there = Games()
    there.only({"old-words": package})  # as a process is told that plays for another
    assert there["old-words"] is game


@pytest.mark.compiles
def test_rules_in_old_words_are_compiled(installs: Site) -> None:
    installs.add("old-words", RULES_IN_OLD_WORDS)
    with pytest.warns(DeprecationWarning, match=" is now "):
        house = GAMES["old-words"].Rules()
    compiled = twin("old-words")
    assert compiled.dealt_to(compiled.Rules(*house), 1, 0) == 0


def test_new_words_are_taken_without_a_warning() -> None:
    assert in_new_words(drawing) is drawing


@pytest.mark.usefixtures("installs")
def test_an_action_that_is_left_out_has_an_old_name() -> None:
    with pytest.warns(DeprecationWarning, match=r"^UNTOLD of parlour\.cards is now UNSEEN\.$"):
        from parlour.cards import UNTOLD  # type: ignore[attr-defined]
    assert UNTOLD == cards.UNSEEN
    from parlour.cards import UNTOLD  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match="no attribute 'UNTOLT'"):
        _ = cards.UNTOLT  # type: ignore[attr-defined]
