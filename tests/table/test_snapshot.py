"""A table that is loaded from its last deal is as one that is loaded from all its rows."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.table import snapshot
from parlour.table.messages.outcome import Row, Snapshot
from parlour.table.state import TableState
from tests.support.scene import ADA, Scene, four, same_from_its_last_deal, wish


def alone(game: str, seed: int = 0) -> Scene:
    """A person against computers, who has played a while."""
    n = GAMES[game].seats(GAMES[game].Rules())
    scene = Scene(wish(game, ("me", *["first"] * (n - 1))), seed)
    scene.enter(0, ADA)
    return scene


def rounds(scene: Scene, n: int, random: Random) -> Iterable[None]:
    """Play so many rounds at random, with all that a person may do besides; a moment after each."""
    while n:
        view = scene.view(0)
        if scene.room(0)["phase"] != "playing":
            scene.say(0, "next")
            n -= 1
        elif random.random() < 0.1:
            scene.say(0, random.choice(["back", "rest", "next"]))
        elif random.random() < 0.15 and view["undo"] is not None:
            scene.done(0, "undo", move=view["undo"])
        elif random.random() < 0.1:
            scene.done(0, "forced", on=random.random() < 0.5)
        elif random.random() < 0.02:
            scene.say(0, "next", deal=random.randrange(1, 9))
        elif view["legal"]:
            scene.done(0, "act", move=view["move"], action=random.choice(view["legal"]))
        scene.later(random.choice([0, 0, 1, 20]))
        yield


@pytest.mark.parametrize("game", BUILT_IN)
def test_at_every_moment_of_a_game_with_undo_forced_cards_and_numbers(game: str) -> None:
    random = Random(f"snapshot {game}")
    scene, fits = alone(game), 0
    for _ in rounds(scene, 3, random):
        fits += same_from_its_last_deal(scene)
    assert fits > 50


@pytest.mark.parametrize("game", ["straights", "hearts"])
def test_at_every_moment_while_people_join_and_leave(
    game: str, times: Callable[[int, int], int]
) -> None:
    random, fits = Random(f"people {game}"), 0
    scene = Scene(wish(game, ("me", "friend", "friend", "first")))
    scene.enter(0, ADA)
    scene.done(0, "start")
    sat = False
    for moment in range(times(130, 130)):
        if moment % 40 == 20:
            sat = not sat
            if sat:
                scene.join(1, f"{moment:022}", f"No. {moment}")
            else:
                scene.done(1, "leave")
                scene.dropped.clear()
        for socket in (0, 1) if sat else (0,):
            view = scene.view(socket)
            if scene.room(0)["phase"] != "playing":
                scene.say(socket, "next")
            elif view["legal"]:
                scene.done(socket, "act", move=view["move"], action=random.choice(view["legal"]))
        if moment % 7 == 0:
            scene.later(35)
        fits += same_from_its_last_deal(scene)
    assert fits > times(130, 130) * 2 / 3


def dealt(scene: Scene) -> tuple[Snapshot, Row]:
    assert scene.snapshot
    return scene.snapshot, scene.rows[scene.snapshot.n]


def test_a_snapshot_is_small_and_a_match_that_goes_on_makes_it_little_longer() -> None:
    scene = four("hearts")
    for _ in range(6):
        scene.play()
        for socket in range(4):
            scene.done(socket, "next")
    assert len(dealt(scene)[0].body) < 10_000


def test_a_snapshot_is_ascii_as_rows_are() -> None:
    """A database may have any encoding, and a person any name."""
    scene = Scene(wish("hearts", ("me", "first", "first", "first"), name="Ада\U0001f600"))
    scene.enter(0, ADA)
    image, row = dealt(scene)
    assert (image.body.isascii(), row.body.isascii()) == (True, True)
    assert same_from_its_last_deal(scene)


def test_a_snapshot_that_is_damaged_or_of_another_row_or_other_code_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = four()
    original, row = dealt(scene)
    others = [
        (original._replace(body=original.body.replace('"Ada"', '"Eve"')), row),
        (original._replace(body=original.body[:-1]), row),
        (original._replace(body=""), row),
        (original, row._replace(body=row.body.replace("7S", "8S"))),
        (original, row._replace(n=row.n + 1)),
        (original._replace(n=row.n + 1), row),
    ]
    for variant, its in others:
        state = TableState(scene.made)
        assert not snapshot.restore(state, variant, its)
        assert (state.n, state.opened) == (0, None)
    assert snapshot.restore(TableState(scene.made), original, row)
    for name, value in (("FORMAT", 0), ("_meaning", lambda _game: "other code")):
        with monkeypatch.context() as patch:
            patch.setattr(snapshot, name, value)
            assert not snapshot.restore(TableState(scene.made), original, row)


def test_only_a_deal_that_is_played_makes_a_snapshot() -> None:
    scene = four()
    state, row = scene.table.state, scene.rows[-1]
    assert snapshot.taken(state, row)
    state.resting.add(0)
    assert snapshot.taken(state, row) is None  # something came after it
    state.resting.clear()
    state.ready.append(0)
    assert snapshot.taken(state, row) is None
    state.ready.clear()
    state.plan = state.plan._replace(rules=state.plan.rules._replace(target=1))
    assert snapshot.taken(state, row) is None  # a match of other rules than the table's
    waiting = Scene(wish("straights", ("me", "friend", "first", "first")))
    assert waiting.snapshot is None
    assert snapshot.taken(waiting.table.state, waiting.rows[-1]) is None


def test_what_cannot_be_read_beside_a_game_is_no_code_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the link to nowhere by which an editor marks a file, or here a folder."""
    rules = tmp_path / "rules.py"
    monkeypatch.setattr(GAMES["hearts"], "__file__", f"{rules}", raising=False)
    digests = []
    for text in ("one", "another"):
        rules.write_text(text)
        snapshot._meaning.cache_clear()
        digests.append(snapshot._meaning("hearts"))
        (tmp_path / ".#rules.py").mkdir(exist_ok=True)
        snapshot._meaning.cache_clear()
        assert snapshot._meaning("hearts") == digests[-1]
    assert digests[0] != digests[1]
    snapshot._meaning.cache_clear()


def test_the_code_of_a_game_without_a_file_is_that_of_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    snapshot._meaning.cache_clear()
    before = snapshot._meaning("hearts")
    monkeypatch.delattr(GAMES["hearts"], "__file__")
    snapshot._meaning.cache_clear()
    alone = snapshot._meaning("hearts")
    monkeypatch.setattr(GAMES["hearts"], "__file__", "/an.zip/rules.py", raising=False)
    snapshot._meaning.cache_clear()
    assert snapshot._meaning("hearts") == alone != before
    snapshot._meaning.cache_clear()
