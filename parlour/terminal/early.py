"""Input at a terminal that nobody means: lines typed before their prompt, and a held Ctrl-C.

Lines that come before their prompt are dropped, because their person has not seen what they would
act on: a paste of several lines, Enter on a key that bounces, words typed while the computers
think. A line that is not finished stays, and can be seen. Of a held Ctrl-C only the first counts.
"""

import os
import signal
import sys
import time

SETTLED = 0.03  # seconds after a line in which the rest of a paste comes
QUIET = 0.1  # seconds without input after which what was typed early is over
RELEASED = 0.7  # seconds without a repetition after which a key is no longer held


def wait_for_release() -> None:
    """Wait until Ctrl-C is no longer held."""
    repeated = [True]
    handler = signal.signal(signal.SIGINT, lambda *_: repeated.append(True))
    try:
        while repeated:
            repeated.clear()
            time.sleep(RELEASED)
    finally:
        signal.signal(signal.SIGINT, handler)


if sys.platform == "win32":
    import msvcrt

    def drop_early(_descriptor: int, wait: float) -> list[bytes] | None:
        """Drop the lines that are there; returns them. Their echo comes with them."""
        time.sleep(wait)
        typed = ""
        while msvcrt.kbhit():
            typed += msvcrt.getwche()
        return typed.encode().splitlines()

else:
    import select

    def drop_early(descriptor: int, wait: float) -> list[bytes] | None:
        """Drop the lines that can be read now or within so many seconds, and those that follow at
        once; returns them. None if the input ends.
        """
        typed = b""
        while select.select([descriptor], [], [], wait)[0]:
            data = os.read(descriptor, 65536)
            if not data:
                return None
            typed += data
            wait = QUIET
        return typed.splitlines()
