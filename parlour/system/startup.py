"""The console scripts. An interrupt during a program's import ends it with status 130, as a later
one does. An error of the system ends it with a sentence and status 2.
"""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

REFUSED = 2  # the status after bad input, and where the system lacks what a program needs
OTHERS = 0o077  # the rights of other users
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
    keep_own_rights()
    try:
        with starting():
            main = import_module(module).main
        return int(main())
    except KeyboardInterrupt:  # before `main` handles them
        return INTERRUPTED
    except (ImportError, MemoryError, OSError, RuntimeError) as error:
        from parlour.errors import lacks

        lacked = lacks(error)
        if not lacked or sys.flags.dev_mode:
            raise
        if sys.stderr:
            with suppress(OSError):
                sys.stderr.write(f"{os.path.basename(sys.argv[0])}: {lacked}.\n")
        return REFUSED


def keep_own_rights() -> None:
    """Let files that a program makes be read and written by this user: a mask that forbids that
    would hide a program's files from itself.
    """
    os.umask(os.umask(OTHERS) & OTHERS)


def parlour() -> int:
    """The program `parlour`; returns the exit status."""
    return launch("parlour.cli")
