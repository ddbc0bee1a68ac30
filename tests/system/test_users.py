"""Users and systems that lack something, by real processes: some of what the attack tries."""

import pytest

from tests.attack.users import COMMANDS, PLACES, Ended, all_ended

pytestmark = pytest.mark.system  # bubblewrap, and a machine that lets it make rooms
BARE = "uid, read-only"  # of a user without a home, too
STATUSES = {"parlour": 2, "serve": 2, "record": 2, "log": 2, "transcript": 2} | dict.fromkeys(
    ("version", "straights", "hearts", "simulate", "duel", "processes", "module", "import"), 0
)


def test_every_command_of_a_user_without_anything() -> None:
    """No home, no name, no environment, and no folder that takes a file."""
    ends = [*all_ended((BARE, command) for command in COMMANDS)]
    assert [end for end in ends if end.fault] == []
    statuses = {end.command: end.status for end in ends}
    assert statuses | STATUSES == statuses


def test_what_needs_most_in_every_place() -> None:
    ends = [*all_ended((place, "processes") for place in PLACES)]
    assert [end for end in ends if end.fault] == []
    refused = {end.place: end.said for end in ends if end.status == 2}
    lacking = "No process can be started here (Read-only file system): --jobs 1 needs none."
    assert refused["no shared memory"] == [f"parlour: {lacking}"]
    assert {"removed folder", "no devices", "8 files"} <= refused.keys()


@pytest.mark.parametrize(
    ("status", "said", "fault"),
    [
        (0, ["Compiled code is not stored."], ""),
        (2, ["One sentence."], ""),
        (2, [], "not one sentence"),
        (2, ["One.", "Two."], "not one sentence"),
        (1, ["One sentence."], "another status"),
        (-15, [], "another status"),
        (2, ["Traceback (most recent call last):"], "Traceback (most recent call last):"),
        (1, ["parlour: Parlour failed: X"], "parlour: Parlour failed: X"),
    ],
)
def test_the_attack_sees_a_fault(status: int, said: list[str], fault: str) -> None:
    assert Ended("usual", "serve", status, said).fault == fault
    assert Ended("full disk", "serve", 1, ["One sentence."]).fault == ""
