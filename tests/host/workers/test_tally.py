"""What the host is told of decisions that were not made in full."""

import pytest

from parlour.host.workers.tally import FEWER, LEAST, MINUTE, MINUTES, NONE, WHOLE, Tally


def told(tally: Tally, now: float, **many: int) -> list[str]:
    """The lines that so many decisions of each kind bring."""
    kinds = [kind for kind, n in many.items() for _ in range(n)]
    return [line for kind in kinds if (line := tally.add(kind, now))]


def test_a_line_says_what_share_had_less() -> None:
    assert told(Tally(), 5.0, fewer=30, none=4, whole=LEAST - 34) == [
        f"The strong players lack processor time (docs/scale.md): in the last {MINUTES} minutes "
        f"30.0 % of {LEAST} decisions had fewer playouts, and at 4.0 % a plain player stood in."
    ]


@pytest.mark.parametrize(
    ("counts", "lines"),
    [
        ({WHOLE: 1000}, 0),
        ({WHOLE: 500, FEWER: 500}, 0),
        ({FEWER: 101, WHOLE: 99}, 1),
        ({NONE: 1, WHOLE: 99}, 0),
        ({NONE: 2, WHOLE: 98}, 1),
        ({NONE: LEAST - 1}, 0),
    ],
)
def test_a_line_is_logged_where_many_have_less(counts: dict[str, int], lines: int) -> None:
    assert len(told(Tally(), 0.0, **counts)) == lines


def test_a_line_is_logged_once_a_minute_at_most_and_of_the_last_minutes() -> None:
    tally = Tally()
    assert len(told(tally, 30.0, none=1000)) == 1
    assert told(tally, 30.0 + MINUTE - 0.1, none=1000) == []
    assert len(told(tally, 30.0 + MINUTE, none=1)) == 1
    later = 30.0 + (MINUTES + 1) * MINUTE  # the decisions of the first minutes count no more
    assert told(tally, later, whole=LEAST) == []
    assert len(tally.minutes) == 1
    (line,) = told(tally, later, none=2)
    assert f"of {LEAST + 2 - 0} decisions" in line
    assert tally.all.total() == 2001 + LEAST + 2


def test_at_the_end_all_are_told_of_if_some_had_less_or_if_asked() -> None:
    tally = Tally()
    assert [tally.last(whole=whole) for whole in (False, True)] == ["", ""]
    told(tally, 0.0, whole=1234)
    line = "Strong players: 0.0 % of 1,234 decisions had fewer playouts, and at 0.0 % a plain "
    assert [tally.last(whole=whole) for whole in (False, True)] == ["", f"{line}player stood in."]
    told(tally, 1e6, fewer=1)
    assert tally.last(whole=False).startswith("Strong players: 0.1 % of 1,235 decisions had")
