"""How many playouts a decision gets, by what waits and how much time is left."""

from itertools import pairwise

import pytest

from parlour.catalogue.registry import GAMES
from parlour.host.ports import Decide, Job
from parlour.host.workers.effort import (
    COST,
    GUESS,
    LATELY,
    LEAST,
    RECENT,
    SHARES,
    Effort,
    _like,
    needed,
    shares,
)
from parlour.players import LEARNED, LEVELS
from tests.support.jobs import job as any_job

TIME = 0.45  # seconds that a turn gives to a decision


def job(table: str = "t", address: str = "a", due: float = TIME, level: str = "search") -> Job:
    """A job with a choice of two actions."""
    base = any_job(table, address, due=due, level=level)
    decide = base.decide
    return base._replace(decide=decide._replace(view=decide.view._replace(legal=3)))


def measured(seconds: float, processes: int = 1) -> Effort:
    """Decisions have taken so long with all playouts, and with a share of them the same share."""
    effort = Effort(processes)
    for share in (*SHARES, 0.0):
        effort.means[_like(job().decide, share)] = share * seconds + 0.0001
    return effort


def test_a_decision_for_which_none_waits_has_all_of_its_playouts() -> None:
    """To the bit that of before: `search.act` gets a share of 1."""
    for seconds in (0.001, 0.02, 10.0):
        assert measured(seconds).share(job(), [], 0.0) == 1.0
        assert measured(seconds).share(job(), [job("u")] * (seconds < 1), 0.0) == 1.0
    assert Effort(1).share(job(), [], 0.0) == 1.0
    assert Decide("act", "search", job().decide.view, 0).share == 1.0


def test_the_more_wait_the_fewer_playouts() -> None:
    effort = measured(0.02)
    waiting = [job()] * 1000
    fractions = {
        many: effort.share(job(), waiting[:many], 0.0) for many in [*range(80), 120, 200, 400, 1000]
    }
    assert list(fractions.values()) == sorted(fractions.values(), reverse=True)
    assert set(fractions.values()) == {*SHARES, 0.0}
    assert (fractions[9], fractions[40]) == (1.0, 0.25)  # 0.2 s are left for these
    for many, share in fractions.items():  # with it each of them can begin in time
        assert not share or effort.mean(job().decide, share) * many <= TIME - needed(share)


def test_the_less_time_is_left_the_fewer_playouts() -> None:
    effort, most = measured(0.0001), [TIME, 0.24, 0.17, 0.13, 0.115, 0.108, 0.104]
    assert [effort.share(job(due=due), [], 0.0) for due in most] == [*SHARES, 0.0]
    assert [needed(1.0), needed(0.0)] == [COST, LEAST]
    assert all(cost > other for cost, other in pairwise(map(needed, SHARES)))


def test_more_processes_decide_more() -> None:
    waiting = [job(f"{n}") for n in range(40)]
    fractions = [measured(0.02, processes).share(job(), waiting, 0.0) for processes in (1, 2, 4)]
    assert fractions == [0.25, 0.5, 0.5]


def test_an_address_is_not_charged_for_what_another_has_more_than_it() -> None:
    """Of each address as many jobs count as of its own."""
    effort, others = measured(0.02), [job(f"{n}", "b") for n in range(400)]
    assert effort.share(job(), others, 0.0) == 1.0
    assert effort.share(job(), [others[0], job("u"), *others[1:]], 0.0) == 1.0
    assert effort.share(others[0], [job(), *others[1:40]], 0.0) == 0.25
    # each has one: all have to yield
    each = [job(f"{n}", f"{n}") for n in range(40)]
    assert effort.share(each[0], each[1:], 0.0) == 0.25
    assert effort.share(each[0], [*each[1:], *others], 0.0) == 0.25


def test_what_is_too_late_is_not_waited_for() -> None:
    effort = measured(0.02)
    assert effort.share(job(), [job(f"{n}", due=0.09) for n in range(400)], 0.0) == 1.0
    assert effort.share(job(), [job("u", due=0.103)], 0.0) == 0.0


def test_times_are_the_means_of_decisions_that_are_alike() -> None:
    effort, decide = Effort(1), job().decide
    assert effort.mean(decide, 1.0) == GUESS
    assert effort.mean(decide, 0.0) == pytest.approx(GUESS * LEAST / COST)
    unlike = [
        decide._replace(kind="hint"),
        decide._replace(level="trained"),
        decide._replace(view=decide.view._replace(legal=1)),
        decide._replace(share=0.5),
    ]
    for _ in range(20 * RECENT):
        effort.measured(decide._replace(view=decide.view._replace(legal=7)), 0.04)
        for other in unlike:
            effort.measured(other, 0.001)
    assert effort.mean(decide, 1.0) == pytest.approx(0.04, rel=0.1)
    assert [effort.mean(kind, kind.share) for kind in unlike] == pytest.approx([0.001] * 4, rel=0.1)


def test_a_machine_with_other_work_is_known_to_be_slow_at_once() -> None:
    """By any decisions, also with shares that were not measured since."""
    effort, decide = measured(0.02), job().decide
    before = [effort.mean(decide, share) for share in SHARES]
    for _ in range(2 * LATELY):
        effort.measured(decide, 0.2)
    slow = [effort.mean(decide, share) for share in SHARES]
    assert all(4 * quick < late < 10 * quick for quick, late in zip(before, slow, strict=True))
    for _ in range(3 * LATELY):
        effort.measured(decide, 0.02)
    assert effort.mean(decide, 0.5) < 2 * before[1]


def test_only_what_plays_out_gets_less(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shares(job(level="trained").decide) == (1.0,)
    assert shares(job(level="first").decide) == (1.0,)
    assert shares(job().decide) == (*SHARES, 0.0)
    # without a policy it would play any card
    first = next(iter(LEVELS["straights"].values()))
    monkeypatch.setitem(LEVELS, "straights", {"first": first, "search": LEARNED["search"]})
    assert shares(job().decide) == SHARES
    assert Effort(1).share(job(due=0.102), [], 0.0) == SHARES[-1]
    assert all("trained" in LEVELS[game] for game in GAMES if game != "straights")
