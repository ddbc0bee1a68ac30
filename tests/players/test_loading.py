"""The code of the slow levels, loaded before it is needed."""

import pytest

from parlour.match import View
from parlour.players import loading, search
from parlour.players.search import Budget


@pytest.mark.parametrize("compiled", [False, True])
def test_a_library_needs_one_thought_and_a_compiler_many(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it thinks about more where more is asked for: of other positions each time."""
    thought: list[View] = []

    def think(seen: View, dice: int, budget: Budget) -> search.Thought:
        thought.append(seen)
        return real(seen, dice, budget)

    real = search.think
    monkeypatch.setattr(loading, "think", think)
    monkeypatch.setattr(loading, "compiles", lambda _game: compiled)
    monkeypatch.setattr("parlour.engine.compiler.cache.NOT_STORED", ["It is not stored"])
    assert loading.load("straights") == ("It is not stored" if compiled else "")
    assert len(thought) == (loading.MANY if compiled else 1)
    thought.clear()
    loading.load("straights", 3)
    assert len({repr(seen) for seen in thought}) == (loading.MANY if compiled else 3)
