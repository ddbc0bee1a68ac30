"""The console scripts. An interrupt during a program's import ends it with status 130, as a later
one does.
"""

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

INTERRUPTED = 130  # the status of an interrupted program: 128 and the number of the signal


@contextmanager
def starting() -> Iterator[None]:
    """Meanwhile an interrupt ends the process at once. As an exception it would be raised in code
    of libraries, which may catch it or raise another one instead; so this is for a time in which
    there is nothing to lose.

    Nor is there garbage: Python's collector of cycles is off, which takes a tenth of an import.
    """
    before, collects = signal.getsignal(signal.SIGINT), gc.isenabled()
    # else it is ignored, as in a job of a shell's background
    ends = before is signal.default_int_handler
    if ends:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
        if ends:
            signal.signal(signal.SIGINT, before)


def launch(module: str) -> int:
    """Run the function `main` of a program's module; returns the exit status."""
    try:
        with starting():
            main = import_module(module).main
        return int(main())
    except KeyboardInterrupt:  # before `main` handles them
        return INTERRUPTED


def parlour() -> int:
    """The program `parlour`; returns the exit status."""
    return launch("parlour.cli")
