"""Processes that end with the one that started them, and leave interrupts to it."""

import contextlib
import ctypes
import os
import signal
import sys
import threading
from collections.abc import Iterator
from multiprocessing import parent_process, resource_tracker
from pathlib import Path

from parlour.errors import SystemLacks

TOP = Path(__file__).parents[2]  # the folder that has this package
RUN = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


def module(name: str, *options: str) -> list[str]:
    """The command that runs a module of this very package, with some of Python's options. The
    environment alone would not lead to the package: pip leaves folders out of Python's path.
    """
    return [sys.executable, *options, "-c", RUN, str(TOP), name]


def follow_parent() -> None:
    """In a process that another one started: ignore interrupts, and end when that one has ended."""
    with contextlib.suppress(ValueError):  # this is not the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """End this process when the one that started it has ended."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def check_place() -> None:
    """SystemLacks if the current folder was removed, or may not be entered: a process that is
    started begins there.
    """
    try:
        os.chdir(os.getcwd())
    except OSError as error:
        raise SystemLacks(
            f"The current folder cannot be used ({error.strerror}): change to another one."
        ) from None


@contextlib.contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block interrupts in this thread, and permanently in a process started meanwhile: the one that
    starts it handles them. On Windows this process has none meanwhile.
    """
    if sys.platform == "win32":
        set_handler = ctypes.windll.kernel32.SetConsoleCtrlHandler
        set_handler(None, True)  # ignores interrupts, as a process then does that is started
        try:
            yield
        finally:
            set_handler(None, False)
        return
    resource_tracker.ensure_running()  # its start, at the first process, would unblock them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
