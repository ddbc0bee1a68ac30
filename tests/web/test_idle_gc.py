"""When garbage is looked for: by a scripted clock, and with a cycle that is really collected."""

import asyncio
import gc
import weakref
from collections.abc import Iterable

import pytest

from parlour.web import idle_gc


class Ended(Exception):
    """The script is over."""


def looks(monkeypatch: pytest.MonkeyPatch, handled: Iterable[int]) -> list[int]:
    """At which ticks all objects are looked at; `handled` is how much was at the beginning and at
    each tick.
    """
    ticks: list[int] = []
    tick = -1
    monkeypatch.setattr(gc, "collect", lambda: ticks.append(tick))
    counts = list(handled)

    async def pause(seconds: float) -> None:
        nonlocal tick
        assert seconds == idle_gc.TICK
        assert not gc.isenabled()
        tick = max(tick, 0) + 1
        if tick == len(counts):
            raise Ended

    with pytest.raises(Ended):
        asyncio.run(idle_gc.collect(lambda: counts[max(tick, 0)], pause))
    assert gc.isenabled()
    return ticks


def test_each_minute_where_nothing_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, [0] * 126) == [60, 120]


def test_each_hour_where_there_is_always_something(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, range(7300)) == [3600, 7200]


def test_in_the_first_quiet_second_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, [*range(100), 99, 99, *range(100, 162)]) == [100]


def test_where_very_many_objects_have_been_added(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter([10, idle_gc.MANY, idle_gc.MANY + 1, 5, 6])
    monkeypatch.setattr(gc, "get_count", lambda: (next(counts), 0, 0))
    assert looks(monkeypatch, range(6)) == [3]


def test_cycles_are_freed() -> None:
    class Cycle:
        def __init__(self) -> None:
            self.cycle = self

    async def run() -> None:
        task = asyncio.create_task(
            idle_gc.collect(lambda: 0, lambda _seconds: asyncio.sleep(0.0005))
        )
        await asyncio.sleep(0.05)
        gone = weakref.ref(Cycle())
        while gone():
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(asyncio.wait_for(run(), 20))
    assert gc.isenabled()
