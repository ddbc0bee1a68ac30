"""Records of stored tables: what was undone is left out."""

from parlour import log
from parlour.match import Acted, Dealt, Opened, Seated
from parlour.table.messages.record import record
from tests.support.scene import ADA, BO, Scene, wish
from tests.table.test_past import alone, last, undo, until_choice


def test_a_record_has_the_line_that_was_kept_and_says_so() -> None:
    scene = alone()
    until_choice(scene)
    to = scene.table.state.events
    scene.act(0)
    undo(scene)
    assert last(scene) == {"event": "undone", "seat": 0, "to": to}
    assert scene.table.state.events == to
    scene.done(0, "act", move=scene.view(0)["move"], action=scene.view(0)["legal"][1])
    scene.play(1)
    while scene.view(0)["undo"] is not None:
        undo(scene)
    scene.play(1)
    undone = scene.view(0)["undone"]
    assert undone > 2
    text = record(scene.rows)
    lines = [*log.read(text.encode().splitlines(keepends=True))]
    opened = lines[0].event
    assert isinstance(opened, Opened)
    assert opened.undone == undone
    assert text.count('"undone"') == 1
    assert lines[-1].after == scene.table.state.match
    assert len(lines) == scene.table.state.events
    assert log.write([line.event for line in lines], "straights") == text


def test_a_record_has_every_match_and_nothing_of_the_table_alone() -> None:
    scene = Scene(wish("straights", ("me", "friend", "first", "first"), rules={"target": 1}))
    scene.enter(0, ADA)
    assert scene.join(1, BO, "Bo") == 1
    scene.done(0, "forced", on=True)
    scene.done(0, "forced", on=False)
    scene.play(2)
    for socket in (0, 1):
        scene.done(socket, "next")
    scene.done(1, "leave")
    lines = [*log.read(record(scene.rows).encode().splitlines(keepends=True))]
    kinds = [type(line.event) for line in lines]
    assert kinds.count(Opened) == kinds.count(Dealt) == 2
    assert {*kinds} == {Opened, Seated, Dealt, Acted}
    assert lines[-1].after == scene.table.state.match
    assert '"undone"' not in record(scene.rows)
