"""A process that decides: the actions of levels that think, and hints. Nothing that people wait for
waits for it.

It answers one job after the other, each with (True, the answer) or (False, what went wrong, without
what was asked), and ends with the process that started it, however that ended.
"""

import os
import signal
import threading
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from parlour.match import View
from parlour.players import LEVELS
from parlour.web.faults import summary

SECONDS = 0.1  # for a hint, as for an action: others wait
NICE = 5  # below the server: a move that people wait for goes first


class Decide(NamedTuple):
    """A job: what a level does, or a hint."""

    kind: str  # "act" or "hint"
    level: str
    view: View
    dice: int


class Ready(NamedTuple):
    """A job: load what a game's levels run."""

    game: str
    compile: bool  # where it is not compiled yet


def main(connection: "Connection[Any, Any]") -> None:
    """What the process does."""
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the server
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(AttributeError):  # Windows
        os.nice(NICE)
    answer(connection)


def end_with_parent() -> None:
    """End this process, whatever it does, when the one that started it has ended."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def answer(connection: "Connection[Any, Any]") -> None:
    """Do jobs until there is nobody who asks."""
    with suppress(EOFError, OSError):
        while True:
            job = connection.recv()
            try:
                result: tuple[bool, Any] = (True, done(job))
            except Exception as error:  # whatever it is, the next job may go well
                result = (False, summary(error))
            connection.send(result)


def done(job: Decide | Ready) -> Any:
    """A job's answer."""
    if isinstance(job, Ready):
        return ready(job)
    if job.kind == "hint":
        from parlour.players.hint import hint

        return hint(job.view, job.dice, seconds=SECONDS)
    return LEVELS[job.view.game][job.level](job.view, job.dice)


def ready(job: Ready) -> bool:
    """Load what a game's levels run; whether it could be: where it is not compiled only who is to
    compile it does.
    """
    from parlour.players import search

    if not job.compile and not search.warmed(job.game):
        return False
    search.warm(job.game)
    return True
