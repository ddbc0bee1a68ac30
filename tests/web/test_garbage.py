"""When garbage is looked for: by a scripted clock, and with a cycle that is really collected."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from parlour.web import garbage


class Ended(Exception):
    """The script is over."""


def looks(monkeypatch: pytest.MonkeyPatch, handled: Iterator[int]) -> list[int]:
    """The generations that are looked at, tick by tick; `handled` is how much was at the beginning and at each tick."""
    found: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda generation=2: found.append(generation))

    counts = list(handled)
    script = iter(counts)

    async def pause(seconds: float) -> None:
        assert seconds == garbage.TICK
        assert not gc.isenabled()
        if len(found) == len(counts):
            raise Ended

    with pytest.raises(Ended):
        asyncio.run(garbage.collect(lambda: next(script), pause))
    assert gc.isenabled()
    return found[1:]


def test_among_all_objects_a_minute_after_the_last_time_where_nothing_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, iter([0] * 126)) == ([0] * 59 + [2]) * 2 + [0] * 5


def test_and_an_hour_after_it_where_there_is_always_something(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, iter(range(3603))) == [0] * 3599 + [2] + [0] * 2


def test_the_first_quiet_moment_after_a_minute_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, iter([*range(100), 99, 99])) == [0] * 99 + [2, 0]


def test_cycles_are_freed() -> None:
    class Cycle:
        def __init__(self) -> None:
            self.own = self

    async def run() -> None:
        task = asyncio.create_task(garbage.collect(lambda: 0, lambda seconds: asyncio.sleep(0.01)))
        await asyncio.sleep(0.05)
        gone = weakref.ref(Cycle())
        while gone():
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(asyncio.wait_for(run(), 20))
    assert gc.isenabled()
