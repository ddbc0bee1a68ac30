"""Processes that end with their parent, and interrupts that do not reach them."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from parlour.system import processes


def test_a_process_that_nobody_started_has_no_parent_to_end_with() -> None:
    processes.end_with_parent()


def test_a_process_ends_with_the_one_that_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Parent:
        def join(self) -> None:
            happened.append("parent")

    happened: list[object] = []
    monkeypatch.setattr(processes, "parent_process", Parent)
    monkeypatch.setattr(os, "_exit", happened.append)
    processes.end_with_parent()
    assert happened == ["parent", 1]


def test_a_process_started_on_windows_ignores_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It inherits that from the one that starts it, which then handles them again."""
    happened: list[object] = []

    def set_handler(handler: None, ignores: bool) -> None:
        happened.append((handler, ignores))

    kernel32 = SimpleNamespace(SetConsoleCtrlHandler=set_handler)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(kernel32=kernel32), raising=False)
    with processes.interrupts_blocked():
        happened.append("starts")
    assert happened == [(None, True), "starts", (None, False)]


FIRST = """
import signal
from multiprocessing import get_context
from parlour.system.processes import interrupts_blocked
with interrupts_blocked():
    get_context("spawn").Process(target=int).start()
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""


def test_interrupts_are_blocked_for_the_first_process_too() -> None:
    """Although Python starts its tracker of resources before that one."""
    done = subprocess.run([sys.executable, "-c", FIRST], check=True, capture_output=True)
    assert done.stdout == b"True\n"
