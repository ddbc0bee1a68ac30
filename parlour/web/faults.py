"""What is said of an error that was not foreseen."""

import traceback
from pathlib import Path

DEEP = 8  # lines of the program that are said of an error


def summary(error: BaseException) -> str:
    """What went wrong and where, in a line, without what was asked: a message may hold a card, a
    frame or a key.
    """
    frames = reversed(traceback.extract_tb(error.__traceback__)[-DEEP:])
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return f"{type(error).__name__} at {where or 'no line'}"
