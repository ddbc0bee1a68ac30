"""In what order the jobs are taken that wait for a process."""

from hypothesis import given
from hypothesis import strategies as st

from parlour.catalogue.registry import GAMES
from parlour.host.ports import Job
from parlour.host.workers.effort import LEAST
from parlour.host.workers.turns import Queue, Waiting, in_turn
from tests.support.jobs import job


def order(*jobs: Job, now: float = 0.0, games: tuple[str, ...] = tuple(GAMES)) -> list[str]:
    queue = Queue()
    for work in jobs:
        queue.put(Waiting(work, lambda _decided: None), 0.0)
    tables = []
    while waiting := queue.pop(games, now):
        tables.append(waiting.job.table)
    assert queue.pop(tuple(GAMES), 0.0) is None or games != tuple(GAMES)
    return tables


def test_each_address_has_its_turn_and_of_an_address_each_table() -> None:
    many = [job(f"a{n}") for n in (1, 1, 1, 2, 2)]
    assert order(*many, job("b1", "b"), job("b1", "b"), job("c1", "c")) == [
        "a1",
        "b1",
        "c1",
        "a2",
        "b1",
        "a1",
        "a2",
        "a1",
    ]


def test_tables_where_people_play_go_first() -> None:
    assert order(
        job("show", people=False), job("show2", "b", people=False), job("people", "z")
    ) == ["people", "show", "show2"]


def test_what_cannot_be_decided_in_time_is_not_begun() -> None:
    assert order(
        job("late", due=5.05), job("late", due=9.0), job("good", "b", due=5.0 + LEAST), now=5.0
    ) == ["late", "good"]


def test_a_job_waits_for_a_process_that_has_its_game() -> None:
    assert order(
        job("h", game="hearts"), job("s"), job("h2", "b", game="hearts"), games=("straights",)
    ) == ["s"]


def test_what_is_late_at_a_table_waits_no_more() -> None:
    queue = Queue()
    for due in (1.0, 2.0, 9.0):
        queue.put(Waiting(job("t", due=due), lambda _decided: None), 5.0)
    assert [waiting.job.due for waiting in queue.lanes[0]["a"]["t"]] == [9.0]


def test_at_a_table_the_job_that_is_due_first_comes_first() -> None:
    """A hint is not kept waiting by the passes of all others, who have longer."""
    queue = Queue()
    for due in (3.0, 1.0, 2.0, 1.0):
        queue.put(Waiting(job("t", due=due), lambda _decided: None), 0.0)
    order = [queue.pop(GAMES, 0.0) for _ in range(5)]
    assert [waiting and waiting.job.due for waiting in order] == [1.0, 1.0, 2.0, 3.0, None]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("tuv"), st.booleans())),
    st.integers(0, 9),
)
def test_those_that_wait_are_known_in_the_order_in_which_they_are_taken(
    jobs: list[tuple[str, str, bool]], taken: int
) -> None:
    """Also when some have been taken; those without persons after all others."""
    queue = Queue()
    for n, (address, table, people) in enumerate(jobs):
        work = job(address + table, address, people=people, due=10.0 + n)
        queue.put(Waiting(work, lambda _decided: None), 0.0)
    for _ in range(taken):
        queue.pop(GAMES, 0.0)
    waiting = [*queue.waiting(people=True), *queue.waiting(people=False)]
    popped = list(iter(lambda: queue.pop(GAMES, 0.0), None))
    assert [entry.job for entry in popped] == waiting


def test_who_asked_is_told_what_is_removed() -> None:
    removed: list[float] = []
    queue = Queue(lambda waiting: removed.append(waiting.job.due))
    for due in (1.0, 5.05, 9.0):
        queue.put(Waiting(job("t", due=due), lambda _decided: None), 3.0)
    assert removed == [1.0]
    entry = queue.pop(GAMES, 5.0)
    assert entry
    assert (entry.job.due, removed) == (9.0, [1.0, 5.05])


def test_turns() -> None:
    assert "".join(in_turn(["abc", "", "d", "ef"])) == "adebfc"
    assert list(in_turn([])) == []
