"""`search` of another checkout, as a player: `PARLOUR_OLD=FOLDER parlour duel GAME --players
search,bench.older:act --mixed`.

FOLDER has the checkout, as made by `git worktree add`. Its `search` runs in a process of its own
for each process of the duel, which sends it the views. So the two versions share no code. The
duel's time of a decision is without that process. A checkout whose views have fields that are
absent here cannot be asked. PARLOUR_LIBRARY is not passed on to it.
"""

import os
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import IO, cast

from parlour.cards import Action
from parlour.errors import UsageError
from parlour.match import View


def serve(asked: IO[bytes], told: IO[bytes]) -> None:
    """Decide views and dice as they come, without a limit of time."""
    from parlour.players import search

    while True:
        try:
            fields, dice = pickle.load(asked)
        except EOFError:
            return
        view = View(**{name: fields[name] for name in View._fields})
        thought = search.think(view, dice, search.BUDGET._replace(seconds=float("inf")))
        pickle.dump(thought.action, told)
        told.flush()


@cache
def process() -> "subprocess.Popen[bytes]":
    """The process of the other checkout."""
    folder = Path(os.environ.get("PARLOUR_OLD", "")).resolve()
    if "PARLOUR_OLD" not in os.environ or not (folder / "parlour" / "__init__.py").is_file():
        raise UsageError("PARLOUR_OLD names no folder with a checkout of Parlour")
    variables = {name: setting for name, setting in os.environ.items() if name != "PARLOUR_LIBRARY"}
    return subprocess.Popen(
        [sys.executable, os.fspath(Path(__file__).resolve())],
        env={**variables, "PYTHONPATH": os.fspath(folder)},
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def act(view: View, dice: int) -> Action:
    """The action of the other checkout's `search`."""
    child = process()
    assert child.stdin
    assert child.stdout
    pickle.dump((view._asdict(), dice), child.stdin)
    child.stdin.flush()
    return cast(Action, pickle.load(child.stdout))


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
