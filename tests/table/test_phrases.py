"""Phrases and signs between the people at a table."""

import pytest

from parlour.table.messages.keys import hashed
from parlour.table.messages.messages import PHRASES
from parlour.table.phrases import MOST, SPAN
from parlour.table.state import REMEMBERED
from tests.support.scene import ADA, BO, DI, INVITE, WATCH, Json, Scene, four, lasting, wish


def said(told: list[Json]) -> list[tuple[int, int, str]]:
    """The phrases among messages: to which socket, of which seat."""
    return [
        (message["to"], message["seat"], message["phrase"])
        for message in told
        if message["type"] == "said"
    ]


def test_six_phrases_and_six_signs() -> None:
    assert len(set(PHRASES)) == 12
    scene = four()
    for phrase in PHRASES:
        scene.done(0, "say", phrase=phrase)
        assert said(scene.told)[0] == (0, 0, phrase)
        scene.later(SPAN / MOST)


def test_everybody_at_the_table_gets_a_phrase() -> None:
    """The sender's other sockets and spectators too; nobody who comes later."""
    scene = four()
    for socket, key in ((10, BO), (11, INVITE), (12, WATCH)):
        scene.enter(socket, key)
    scene.done(1, "say", phrase="thanks")
    assert sorted(said(scene.told)) == [(to, 1, "thanks") for to in (0, 1, 2, 3, 10, 11, 12)]
    assert scene.told[-1]["type"] == "done"
    scene.enter(13, WATCH)
    assert said(scene.heard[13]) == []


@pytest.mark.parametrize("game", ["straights", "hearts"])
def test_a_phrase_changes_nothing_at_the_table(game: str) -> None:
    """No row, no view, no room, no decision, no other time at which the table is woken; not even
    one who is away comes back by it.
    """
    scene = four(game, limit=30)
    scene.done(0, "leave")
    scene.close(2)
    scene.later(60)
    assert scene.seat(1, 2)["away"]
    scene.enter(20, WATCH)
    before = [lasting(scene.table), list(scene.rows), list(scene.wanted), scene.wake]
    scene.done(3, "say", phrase="sorry")
    assert {message["type"] for message in scene.told} == {"said", "done"}
    assert scene.table.phrases.sent.pop(hashed(DI))
    assert [lasting(scene.table), scene.rows, scene.wanted, scene.wake] == before


def test_too_many_are_refused() -> None:
    """By person; the next is possible when the first is `SPAN` seconds old."""
    scene = four()
    for _ in range(MOST):
        scene.done(0, "say", phrase="hello")
        scene.later(1)
    why = "Too many phrases (allowed: 3 in 15 seconds; the next in 12 s)."
    assert scene.refused(0, "say", phrase="hello") == why
    assert said(scene.told) == []
    scene.done(1, "say", phrase="hello")
    scene.later(SPAN - MOST - 0.1)
    assert "(allowed: 3 in 15 seconds; the next in 1 s)" in scene.refused(0, "say", phrase="hello")
    scene.later(0.1)
    scene.done(0, "say", phrase="hello")
    assert said(scene.told)[0] == (0, 0, "hello")


def test_a_phrase_that_is_sent_again_is_said_once() -> None:
    """A client that has lost the answer repeats the request; a restart forgets it."""
    scene = four()
    scene.done(0, "say", "one", phrase="hello")
    for _ in range(MOST):
        scene.done(0, "say", "one", phrase="hello")
        assert said(scene.told) == []
    scene.done(1, "say", "one", phrase="hello")
    assert said(scene.told)[0] == (0, 1, "hello")
    scene.later(2 * SPAN)
    scene.done(0, "say", "one", phrase="hello")
    assert said(scene.told) == []
    scene.reload()
    scene.enter(0, ADA)
    scene.done(0, "say", "one", phrase="hello")
    assert said(scene.told) == [(0, 0, "hello")]


def test_the_last_ids_of_those_at_the_table_are_remembered() -> None:
    """Each by the person's key: whoever takes the seat has a new allowance."""
    scene = four()
    for n in range(REMEMBERED + 1):
        scene.done(0, "say", f"{n}", phrase="hello")
        scene.later(SPAN / MOST)
    sent = scene.table.phrases.sent
    assert [*sent[hashed(ADA)]] == [f"{n}" for n in range(1, REMEMBERED + 1)]
    for n in range(MOST):
        scene.done(1, "say", f"{n}", phrase="hello")
    assert "Too many phrases" in scene.refused(1, "say", phrase="hello")
    scene.done(1, "leave")
    scene.done(0, "say", phrase="hello")
    assert scene.table.phrases.sent.keys() == {hashed(ADA)}


def test_spectators_cannot_send() -> None:
    scene = four()
    for socket, key in ((10, WATCH), (11, INVITE)):
        scene.enter(socket, key)
        assert scene.refused(socket, "say", phrase="hello") == "Spectators cannot send phrases."
        assert said(scene.told) == []


def test_another_person_is_needed() -> None:
    """In the lobby too; a person who waits for the next deal is one."""
    scene = Scene(wish("straights", ("me", "friend", "first", "first")))
    scene.enter(0, ADA)
    assert scene.refused(0, "say", phrase="hello") == "No other person is at this table."
    scene.done(0, "start")
    scene.join(1, BO, "Bo")
    assert scene.room(1)["you"]["waits"]
    scene.done(1, "say", phrase="hello")
    assert sorted(said(scene.told)) == [(0, 1, "hello"), (1, 1, "hello")]
    scene.done(0, "say", phrase="hello")
    scene.done(1, "leave")
    assert scene.refused(0, "say", phrase="hello") == "No other person is at this table."


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"phrase": "boo"}, 'Unknown phrase "boo" (known: hello, good-luck, well-played, thanks,'),
        ({"phrase": 0}, 'Unknown phrase "0" (known: hello, '),
        ({"phrase": ["hello"]}, 'Unknown phrase "["hello"]" (known: hello, '),
        ({}, 'The field "phrase" is missing.'),
        ({"phrase": "hello", "to": 1}, 'Unknown field "to" (known: type, id, phrase).'),
    ],
)
def test_no_other_text_is_sent(fields: Json, why: str) -> None:
    scene = four()
    assert scene.refused(0, "say", **fields).startswith(why)
    assert said(scene.told) == []
