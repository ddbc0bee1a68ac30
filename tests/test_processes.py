"""Processes that end with their parent, and interrupts that do not reach them."""

import os
import signal
import subprocess
import sys

import pytest

from parlour import processes


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


def test_where_signals_cannot_be_blocked_none_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask")
    with processes.interrupts_blocked():
        pass


FIRST = """
import signal
from multiprocessing import get_context
from parlour.processes import interrupts_blocked
with interrupts_blocked():
    get_context("spawn").Process(target=int).start()
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""


def test_interrupts_are_blocked_for_the_first_process_too() -> None:
    """Although Python starts its tracker of resources before that one."""
    done = subprocess.run([sys.executable, "-c", FIRST], check=True, capture_output=True)
    assert done.stdout == b"True\n"
