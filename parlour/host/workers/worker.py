"""A worker process that computes decisions: actions of learned levels, and hints. The server does
not wait for it.

It receives some jobs at a time, and does one after another: the first at the server's priority,
since people wait until a game is loaded, the others below it. The answer to each is (True, the
result), or (False, the error without the job's data). It ends with the process that started it,
however that one ended.
"""

import os
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

from parlour.errors import ParlourError
from parlour.host.error_summary import summary
from parlour.host.ports import Decide, Load
from parlour.players import LEVELS, STRONGEST, lacking, playing
from parlour.system.processes import follow_parent

READY = "ready"  # what a process sends before its first answer, when it can take a job
SECONDS = 0.1  # for a hint as for an action, since other jobs wait
NICE = 5  # a priority below the server's, since persons wait for its answers


def main(connection: "Connection[Any, Any]") -> None:
    """The main function of the process."""
    follow_parent()
    with suppress(EOFError, OSError):
        connection.send(READY)
        answer(connection)
        give_way()
        while True:
            answer(connection)


@cache
def give_way() -> None:
    """Lower this process's priority, once."""
    with suppress(AttributeError):  # Windows
        os.nice(NICE)


def answer(connection: "Connection[Any, Any]") -> None:
    """Do the next jobs; EOFError or OSError if the connection is closed."""
    for job in connection.recv():
        try:
            result: tuple[bool, Any] = (True, done(job))
        except Exception as error:  # any error; the next job may succeed
            sentence = isinstance(job, Load) and isinstance(error, ParlourError)  # no card is in it
            result = (False, str(error).rstrip(".") if sentence else summary(error))
        connection.send(result)


def done(job: Decide | Load) -> Any:
    """The result of a job."""
    if isinstance(job, Load):
        return load(job.game)
    if job.kind == "hint":
        from parlour.players.hint import hint

        return hint(job.view, job.dice, seconds=SECONDS, share=job.share)
    level = playing(job.view.game, job.level)
    if level == STRONGEST:
        from parlour.players import search

        return search.act(job.view, job.dice, job.share)
    return LEVELS[job.view.game][level](job.view, job.dice)


def load(game: str) -> str:
    """Load the code of a game's levels, which Numba compiles first where there is no library of it.

    Returns empty text, or a sentence without its stop: why the strongest level is not available, or
    its code not stored.
    """
    if why := lacking(game):
        return f"{why}; {playing(game, STRONGEST)} plays for it"
    from parlour.players import loading

    if loading.compiles(game):
        give_way()  # this will take a while
    return loading.load(game)
