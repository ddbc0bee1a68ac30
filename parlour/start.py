"""The console scripts. An interrupt during a program's import ends it with status 130, as a later
one does.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

INTERRUPTED = 130  # the status of an interrupted program: 128 and the number of the signal


@contextmanager
def interrupts_end() -> Iterator[None]:
    """Meanwhile an interrupt ends the process at once. As an exception it would be raised in code
    of libraries, which may catch it or raise another one instead; so this is for a time in which
    there is nothing to lose.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # ignored, as in a job of a shell's background
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def launch(module: str) -> int:
    """Run the function `main` of a program's module; returns the exit status."""
    try:
        with interrupts_end():
            main = import_module(module).main
        return int(main())
    except KeyboardInterrupt:  # before `main` handles them
        return INTERRUPTED


def parlour() -> int:
    """The program `parlour`; returns the exit status."""
    return launch("parlour.cli")
