"""A short description of an unexpected error."""

import traceback
from pathlib import Path

from parlour.match import ENDLESS

DEEP = 8  # lines of the program in a description


def summary(error: BaseException) -> str:
    """The type and the place of an error in a line. Its message is left out, since it may contain a
    card, a frame or a key; that of a round without an end is not.
    """
    if error.args == (ENDLESS,):
        return ENDLESS
    frames = reversed(traceback.extract_tb(error.__traceback__)[-DEEP:])
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return f"{type(error).__name__} at {where or 'no line'}"
