"""The processes that decide, and in what order; with processes of the test's own, and once with
real ones.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import Pipe, get_context
from pathlib import Path
from typing import Any

import pytest

from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.errors import UsageError
from parlour.host.ports import Decide, Job, Load
from parlour.host.workers import pool, tally, worker
from parlour.host.workers.pool import Pool, Process, Result
from parlour.host.workers.tally import FEWER, NONE, WHOLE
from parlour.players import LEVELS
from parlour.table.messages.outcome import FAILED, PREPARING, Decided
from tests.support.jobs import job, seen

# Processes of the test's own.


class Fake(Process):
    """A process that answers as the test says."""

    kept: set[str]
    asked: list[Any]
    gate: asyncio.Event
    failing: set[Any]
    runs: list["Fake"]
    together: list[int]  # the jobs of each call

    async def start(self) -> None:
        self.games.clear()
        self.ended = False
        self.runs.append(self)

    async def ready(self) -> None:
        if "never ready" in self.failing:
            raise EOFError

    async def ask(self, jobs: Sequence[Decide | Load], take: Callable[[Result], None]) -> None:
        self.together.append(len(jobs))
        for work in jobs:
            self.asked.append(work)
            take(await self._answer(work))

    async def _answer(self, job: Decide | Load) -> Result:
        if isinstance(job, Load):
            if job.game not in self.kept:
                await self.gate.wait()
            if job.game in self.failing:
                return False, "why"
            if (job.game, "dies") in self.failing:
                raise EOFError
            if (job.game, "is killed") in self.failing:
                self.failing.remove((job.game, "is killed"))
                raise EOFError
            return True, "another level plays" if "lacks" in self.failing else ""
        if "dies" in self.failing:
            self.failing.remove("dies")
            raise EOFError
        return ("fails" not in self.failing), 7


def played(
    monkeypatch: pytest.MonkeyPatch,
    work: Callable[[Pool, type[Fake]], Coroutine[Any, Any, None]],
    kept: set[str],
    size: int = 1,
    games: tuple[str, ...] = (),
) -> None:
    async def run() -> None:
        fake = type(
            "Own",
            (Fake,),
            {
                "kept": kept,
                "asked": [],
                "gate": asyncio.Event(),
                "failing": set(),
                "runs": [],
                "together": [],
            },
        )
        monkeypatch.setattr(pool, "Process", fake)
        monkeypatch.setattr(pool, "AGAIN", 0.01)
        workers = Pool(lambda: 0.0, size, games)
        try:
            await asyncio.wait_for(work(workers, fake), 20)
        finally:
            await workers.close()

    asyncio.run(run())


async def decided(workers: Pool, work: Job) -> Decided:
    """The first answer."""
    return (await answers(workers, work, 1))[0]


async def answers(workers: Pool, work: Job, n: int) -> list[Decided]:
    decisions: list[Decided] = []
    workers.ask(work, decisions.append)
    await until(lambda: len(decisions) == n)
    return decisions


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def test_what_is_not_loaded_is_decided_when_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the table hears at once that it is not."""

    async def work(workers: Pool, fake: type[Fake]) -> None:
        assert await answers(workers, job("t"), 2) == [Decided(why=PREPARING), Decided(7)]
        await until(lambda: workers.processes[0].games == set(GAMES))
        workers.prepare()
        assert await decided(workers, job("t")) == Decided(7)
        assert len(fake.runs) == 1

    played(monkeypatch, work, set(GAMES))


def test_a_game_that_is_not_offered_is_loaded_when_a_table_asks_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        workers.prepare()
        await until(lambda: workers.processes[0].games)
        assert await decided(workers, job("t")) == Decided(7)
        assert workers.processes[0].games == {"straights"}
        assert await answers(workers, job("t", game="hearts"), 2) == [
            Decided(why=PREPARING),
            Decided(7),
        ]
        asked = [load.game for load in fake.asked if isinstance(load, Load)]
        assert asked == ["straights", "hearts"]

    played(monkeypatch, work, set(GAMES), games=("straights",))


def test_what_a_table_asks_for_is_loaded_next_and_what_is_loaded_decides_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        workers.prepare()
        await until(lambda: len(fake.asked) == 2)  # the second game is being loaded
        decisions: list[Decided] = []
        for game in ("crazy-eights", "straights"):
            workers.ask(job("t", game, game=game), decisions.append)
        assert decisions == [Decided(why=PREPARING)]
        fake.gate.set()
        await until(lambda: len(decisions) == 3)
        asked = [request.game if isinstance(request, Load) else "decide" for request in fake.asked]
        assert asked == ["straights", "hearts", "decide", "crazy-eights", "decide"]

    played(monkeypatch, work, {"straights"}, games=BUILT_IN)


@pytest.mark.parametrize("dies", [False, True])
def test_what_cannot_be_loaded_is_said_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, dies: bool
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        fake.failing.add(("hearts", "dies") if dies else "hearts")
        workers.prepare()
        await until(lambda: workers.broken == {"hearts"})
        await until(lambda: workers.processes[-1].games == {*GAMES} - {"hearts"})
        assert await decided(workers, job("t", game="hearts")) == Decided(why=FAILED)
        assert await decided(workers, job("t")) == Decided(7)
        if not dies:
            workers._refuse("hearts", "why")  # as another process finds

    played(monkeypatch, work, set(GAMES))
    why = "its process ended" if dies else "why"
    assert caplog.text.count(f"The strong players of hearts cannot be loaded: {why}.") == 1
    assert caplog.text.count("is restarted: EOFError") == dies * pool.ENDS


def test_a_process_that_is_killed_while_it_loads_a_game_loads_it_last_when_it_is_restarted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        monkeypatch.setattr(pool, "ENDS", 2)
        for _ in range(3):  # more in all than are allowed in a row
            fake.failing.add(("hearts", "is killed"))
            workers.prepare()
            workers.processes[0].games.discard("hearts")
            workers._wake()
            await until(lambda: not fake.failing)
            await until(lambda: workers.processes[0].games == {*GAMES})
            loads = [load.game for load in fake.asked if isinstance(load, Load)]
            assert loads[-4:] == ["hearts", "straights", "crazy-eights", "hearts"]
        assert await decided(workers, job("t", game="hearts")) == Decided(7)

    played(monkeypatch, work, set(GAMES))
    assert "cannot be loaded" not in caplog.text


def test_who_plays_for_the_strongest_level_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        fake.failing.add("lacks")
        workers.prepare()
        await until(lambda: workers.processes[0].games == set(GAMES))
        assert await decided(workers, job("t")) == Decided(7)

    played(monkeypatch, work, set(GAMES))
    assert caplog.text.count("another level plays.") == 1


def test_a_decision_that_fails_is_answered_and_so_is_one_whose_process_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        workers.prepare()
        await until(lambda: workers.processes[0].games)
        fake.failing.add("fails")
        assert await decided(workers, job("t")) == Decided(why=FAILED)
        fake.failing.add("dies")
        assert await decided(workers, job("t")) == Decided(why=FAILED)
        fake.failing.clear()
        await until(lambda: len(fake.runs) == 2 and workers.processes[0].games)
        assert await decided(workers, job("t")) == Decided(7)

    played(monkeypatch, work, set(GAMES))
    assert caplog.text.count("A decision failed") == 1
    assert caplog.text.count("A process of the strong players is restarted: EOFError") == 1


def test_a_pool_that_was_never_used_closes_and_one_in_the_middle_of_its_work_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def nothing(workers: Pool, _fake: type[Fake]) -> None:
        assert workers.size >= 1

    async def busy(workers: Pool, fake: type[Fake]) -> None:
        workers.prepare()
        await until(lambda: fake.asked)

    played(monkeypatch, nothing, set(), 0)
    played(monkeypatch, busy, set())


def test_a_process_that_cannot_be_started_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        start, failing = (
            Fake.start,
            [OSError(11, "no more processes"), OSError(11, "no more processes")],
        )

        async def fail(self: Fake) -> None:
            if failing:
                raise failing.pop()
            await start(self)

        monkeypatch.setattr(fake, "start", fail)
        workers.prepare()
        await until(lambda: workers.processes and workers.processes[0].games)
        assert await decided(workers, job("t")) == Decided(7)

    played(monkeypatch, work, set(GAMES))
    assert caplog.text.count("A process of the strong players is restarted: BlockingIOError") == 2


def test_a_process_that_is_never_ready_is_restarted_for_each_game_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        fake.failing.add("never ready")
        workers.prepare()
        starts = pool.ENDS * len(GAMES) + 1
        await until(lambda: workers.broken == set(GAMES) and len(fake.runs) == starts)
        assert (await decided(workers, job("t"))).why == FAILED
        await asyncio.sleep(0.1)
        assert len(fake.runs) == starts
        assert fake.asked == []

    played(monkeypatch, work, set(GAMES))
    assert "The strong players of hearts cannot be loaded: its process ended." in caplog.text


def test_the_game_at_the_table_is_loaded_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it is known only after the process was started."""

    async def work(workers: Pool, fake: type[Fake]) -> None:
        started = asyncio.Event()

        async def ready(_self: Fake) -> None:
            await started.wait()

        monkeypatch.setattr(fake, "ready", ready)
        workers.prepare()
        await until(lambda: fake.runs)
        *_, last = GAMES
        workers.ask(job("t", game=last), lambda _decided: None)
        started.set()
        await until(lambda: workers.processes[0].games)
        assert fake.asked[0] == Load(last)

    played(monkeypatch, work, set(GAMES))


# Fewer playouts.


def test_short_decisions_are_given_to_a_process_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is answered on its own, also if one fails, and if the process ends among them."""

    async def work(workers: Pool, fake: type[Fake]) -> None:
        workers.prepare()
        await until(lambda: workers.processes[0].games == set(GAMES))
        fake.together.clear()
        decisions: list[Decided] = []
        for n in range(5):
            workers.ask(job(f"{n}"), decisions.append)
        await until(lambda: len(decisions) == 5)
        assert fake.together[0] == 1  # as long as nothing is known of their times
        monkeypatch.setattr(pool, "TOGETHER", 1.0)
        for n in range(5):
            workers.ask(job(f"{n}"), decisions.append)
        await until(lambda: len(decisions) == 10)
        assert (fake.together[-1], decisions) == (5, [Decided(7)] * 10)
        fake.failing |= {"fails", "dies"}  # the process ends at the first
        for n in range(2):
            workers.ask(job(f"{n}"), decisions.append)
        await until(lambda: len(decisions) == 12)
        assert decisions[10:] == [Decided(why=FAILED)] * 2

    played(monkeypatch, work, set(GAMES))


def test_who_waits_has_fewer_playouts_and_the_host_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(workers: Pool, fake: type[Fake]) -> None:
        workers.prepare()
        await until(lambda: workers.processes[0].games == set(GAMES))
        free = job("t", level="search")
        view = free.decide.view._replace(legal=3)
        free = free._replace(decide=free.decide._replace(view=view))
        for due in (10.0, 0.24, 0.1):
            assert await decided(workers, free._replace(due=due)) == Decided(7)
        shares = [decide.share for decide in fake.asked if isinstance(decide, Decide)]
        assert shares == [1.0, 0.5, 0.0]
        assert await decided(workers, job("t", due=0.24, level="search")) == Decided(7)
        assert workers.tally.all == {WHOLE: 2, FEWER: 2}  # a forced action needs no playout
        workers.ask(job("t", due=0.05), lambda _decided: None)
        await until(lambda: workers.tally.all[NONE] == 1)
        monkeypatch.setattr(tally, "LEAST", 1)
        workers.ask(job("t", due=0.05), lambda _decided: None)
        await until(lambda: workers.tally.all[NONE] == 2)

    played(monkeypatch, work, set(GAMES))
    assert caplog.text.count("in the last 5 minutes 33.3 % of 6 decisions had fewer playouts") == 1


def test_what_ends_too_late_is_a_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts only when all games are loaded, since until then others load."""

    async def work(workers: Pool, _fake: type[Fake]) -> None:
        workers.ask(job("t", due=0.05), lambda _decided: None)
        await until(lambda: workers.processes[0].games == set(GAMES))
        assert workers.tally.all.total() == 0
        times = iter([0.0, 0.0, 0.0, 0.0])
        workers.clock = lambda: next(times, 11.0)
        assert await decided(workers, job("t")) == Decided(7)
        assert workers.tally.all == {NONE: 1}

    played(monkeypatch, work, set(GAMES))


# What a worker does.


def test_a_worker_answers_job_by_job_until_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(game: str) -> str:
        loaded.append(game)
        return ""

    monkeypatch.setattr("parlour.players.loading.load", load)
    monkeypatch.setattr(
        "parlour.players.hint.hint",
        lambda seen, _dice, seconds, share: {"of": seen.seat, "in": seconds, "share": share},
    )
    monkeypatch.setattr("parlour.players.search.act", lambda _seen, _dice, share: share)
    ways: list[int] = []
    monkeypatch.setattr(os, "nice", ways.append)
    monkeypatch.setattr("parlour.players.loading.compiles", lambda game: game == "straights")
    worker.give_way.cache_clear()
    ours, theirs = Pipe()
    thread = threading.Thread(target=worker.main, args=(theirs,))
    thread.start()
    position = seen()
    assert ours.recv() == worker.READY

    def ask(*jobs: Decide | Load) -> Any:
        ours.send(jobs)
        return [ours.recv() for _ in jobs][-1]

    assert ways == []
    assert ask(Load("hearts")) == (True, "")
    assert loaded == ["hearts"]
    assert ask(Load("hearts")) == (True, "")
    assert ways == [worker.NICE]  # after the first job, and once
    worker.give_way.cache_clear()
    assert ask(Load("straights")) == (True, "")
    assert ways == [worker.NICE] * 2  # before a long one
    with monkeypatch.context() as without:
        without.setattr("parlour.engine.compiler.kernel.lacking", lambda _game: "nothing is there")
        said = 'The level "search" is not available here: nothing is there; trained plays for it'
        assert ask(Load("hearts")) == (True, said)
        without.setitem(LEVELS["straights"], "trained", LEVELS["straights"]["first"])
        expected = LEVELS["straights"]["first"](position, 0)
        assert ask(Decide("act", "search", position, 0)) == (True, expected)
    assert loaded == ["hearts", "hearts", "straights"]
    assert ask(Decide("act", "first", position, 0)) == (True, position.legal.bit_length() - 1)
    for share in (1.0, 0.25):
        assert ask(Decide("act", "search", position, 0, share)) == (True, share)
        hint = {"of": position.seat, "in": worker.SECONDS, "share": share}
        assert ask(
            Decide("act", "first", position, 0), Decide("hint", "search", position, 0, share)
        ) == (
            True,
            hint,
        )
    good, why = ask(Decide("act", "no such level", position, 0))
    assert not good
    assert why.startswith("KeyError at worker.py:")

    def refuse(_game: str) -> None:
        raise UsageError("No library is here.")

    monkeypatch.setattr("parlour.players.loading.load", refuse)
    assert ask(Load("hearts")) == (False, "No library is here")
    monkeypatch.setitem(LEVELS["straights"], "first", lambda view, _dice: refuse(view.game))
    good, why = ask(Decide("act", "first", position, 0))  # this could name a card
    assert not good
    assert why.startswith("UsageError at test_pool.py:")
    ours.close()
    thread.join(10)
    assert not thread.is_alive()


async def asked(process: Process, *jobs: Decide) -> list[Result]:
    """The results of a process."""
    results = list[Result]()
    await process.ask(jobs, results.append)
    return results


def test_a_real_process_decides_hangs_and_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        workers = Pool(lambda: 0.0, 1)
        process = Process(workers._executor)
        try:
            await process.start()
            await process.ready()
            await process.ready()
            decide = Decide("act", "first", seen(), 0)
            assert (
                await asked(process, decide, decide) == [(True, seen().legal.bit_length() - 1)] * 2
            )
            first = process.process.pid
            os.kill(first, signal.SIGSTOP)
            monkeypatch.setattr(pool, "HANGS", 0.1)
            with pytest.raises((EOFError, OSError)):
                await asked(process, decide)
            monkeypatch.setattr(pool, "HANGS", 30.0)
            await process.start()
            await process.ready()
            assert process.process.pid != first
            assert not Path(f"/proc/{first}").exists()  # nothing of it is left
            assert (await asked(process, decide._replace(level="careful")))[0][0]
            mask = (
                Path(f"/proc/{process.process.pid}/status")
                .read_text()
                .split("SigBlk:")[1]
                .split()[0]
            )
            # an interrupt at the terminal is for the server
            assert int(mask, 16) >> signal.SIGINT - 1 & 1
            process.ended = True  # as when the pool is closed while it is being started
            await process.start()
            with pytest.raises((EOFError, OSError)):
                await process.ready()
        finally:
            process.end()
            await workers.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_process_that_ends_while_it_starts_is_noticed() -> None:
    """Even if its end of the pipe remains open, as on Windows in the process that started it."""

    async def work() -> None:
        workers = Pool(lambda: 0.0, 1)
        process = Process(workers._executor)
        process.process, process.starts = get_context("spawn").Process(target=int), True
        process.process.start()
        process.connection, others = Pipe()
        try:
            with pytest.raises(EOFError):
                await asyncio.wait_for(process.ready(), 20)
        finally:
            others.close()
            await workers.close()

    asyncio.run(work())


def test_processes_start_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows the end of one start would let interrupts reach a process that still starts."""
    happened: list[str] = []

    @contextmanager
    def blocked() -> Iterator[None]:
        happened.append("blocked")
        yield
        happened.append("open")

    async def work() -> None:
        workers = Pool(lambda: 0.0, 2)
        processes = [Process(workers._executor) for _ in range(2)]
        try:
            await asyncio.gather(*(process.start() for process in processes))
        finally:
            for process in processes:
                process.end()
            await workers.close()

    monkeypatch.setattr(pool, "interrupts_blocked", blocked)
    asyncio.run(work())
    assert happened == ["blocked", "open"] * 2
