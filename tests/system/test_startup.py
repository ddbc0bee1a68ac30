"""The console scripts' start."""

import gc
import os
import signal
from contextlib import suppress

import pytest

from parlour.system.startup import INTERRUPTED, starting


class Ended(Exception):
    """The process would have ended."""


def end(status: int) -> None:
    raise Ended(status)


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_an_interrupt_ends_the_process_whatever_a_library_catches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "_exit", end)
    with pytest.raises(Ended) as ended, starting(), suppress(KeyboardInterrupt):
        interrupt()
    assert ended.value.args == (INTERRUPTED,)
    with pytest.raises(KeyboardInterrupt):
        interrupt()


def test_an_ignored_interrupt_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with starting():
            interrupt()
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_no_cycles_are_collected_meanwhile() -> None:
    assert gc.isenabled()
    with starting():
        assert not gc.isenabled()
        with starting():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
