"""`parlour serve --games a,b`: the games that new tables may play."""

from pathlib import Path

import pytest

from parlour import cli
from parlour.host.rate_limits import Limits
from parlour.terminal.console import Console, run_on
from parlour.web import serve
from tests.support.served import Served, key


def test_games_that_are_not_offered_are_neither_listed_nor_played(tmp_path: Path) -> None:
    mine = {"authorization": f"Bearer {(maker := key())}"}
    wish = {"key": maker, "seats": ["first"] * 4, "game": "hearts"}
    with Served(tmp_path / "tables.db") as server:
        status, answer, _ = server.ask("POST", "/api/tables", wish, **mine)
        assert status == 201
    with Served(tmp_path / "tables.db", Limits(games=("crazy-eights", "straights"))) as server:
        told = server.ask("GET", "/api/games")[1]
        assert [game["name"] for game in told["games"]] == ["crazy-eights", "straights"]
        assert "hearts" in [game["name"] for game in told["others"]]  # as tables that exist play it
        assert server.ask("GET", "/games/hearts/page.js")[0] == 200
        why = 'The game "hearts" is not offered here (offered: crazy-eights, straights).'
        assert server.ask("POST", "/api/tables", wish | {"key": key()}, **mine)[:2] == (
            400,
            {"why": why},
        )
        assert (
            server.ask("POST", "/api/tables", wish | {"key": key(), "game": "straights"}, **mine)[0]
            == 201
        )
        # it was made before
        assert server.ask("GET", f"/api/tables/{answer['table']}/view", **mine)[0] == 200


def test_the_games_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: list[serve.ServeOptions] = []
    monkeypatch.setattr(serve, "run", lambda _console, wish: wishes.append(wish))
    cli.program(Console(None, None), ["serve", "--games", "hearts,straights"])
    cli.program(Console(None, None), ["--no-browser"])
    assert [wish.games for wish in wishes] == [("hearts", "straights"), ()]


def test_a_game_that_cannot_be_offered(capfd: pytest.CaptureFixture[str]) -> None:
    assert (
        run_on(Console(None, None), "parlour", cli.program, ["serve", "--games", "hearts,whist"])
        == 2
    )
    assert capfd.readouterr().err.startswith(
        'parlour: Unknown game "whist" (known: straights, hearts, crazy-eights'
    )
