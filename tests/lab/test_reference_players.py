"""The players of OpenSpiel play a round of Hearts to its end by this project's rules."""

import pytest

from parlour.game import GAMES
from parlour.lab.duel import Duel, SeatedDuel


@pytest.mark.parametrize("name", ["ismcts", "uct"])
@pytest.mark.parametrize("deal", range(4))  # each way of passing
def test_open_spiel_plays_hearts(name: str, deal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.yardsticks.open_spiel_hearts.SIMULATIONS", 20)
    players = (f"bench.yardsticks.open_spiel_hearts:{name}", "greedy")
    row = SeatedDuel(Duel("hearts", GAMES["hearts"].Rules(), players, 1)).play(deal)
    assert [sum(points) for points in row.points] == [26] * 4 or 78 in map(sum, row.points)
    assert row.decisions[0] > 40
