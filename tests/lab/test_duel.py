"""Duels: fair seatings, figures that an independent sum gives too, files that are gone on with, and
players of anybody's.
"""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from math import sqrt
from multiprocessing import active_children
from pathlib import Path
from statistics import mean, variance
from typing import Any, NoReturn, cast

import pytest

from parlour.cards import NEW_DECK
from parlour.catalogue.registry import GAMES
from parlour.errors import SystemLacks, UsageError
from parlour.lab import deals, report
from parlour.lab import duel as duels
from parlour.lab.duel import (
    Duel,
    Figure,
    Row,
    SeatedDuel,
    difference,
    figure,
    rows,
    seatings,
    sides,
)
from parlour.match import Dealt, View, actor, step, view
from parlour.players import search
from tests.cli.test_records import parlour
from tests.support.play import begun

HEARTS = Duel("hearts", GAMES["hearts"].Rules(), ("greedy", "first"), 5)
EIGHTS = Duel("crazy-eights", GAMES["crazy-eights"].Rules(), ("first", "first"), 1)


def lowest(view: View, _dice: int) -> int:
    """Somebody's player: the lowest legal action."""
    return (view.legal & -view.legal).bit_length() - 1


class Lowest:
    act = staticmethod(lowest)


def test_everybody_sits_everywhere() -> None:
    assert seatings(4, mixed=False) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert seatings(2, mixed=False) == [(0, 1), (1, 0)]
    mixed = seatings(4, mixed=True)
    assert sorted(map(sum, mixed)) == [1] * 4 + [2] * 6 + [3] * 4
    assert len(set(mixed)) == 14


@pytest.mark.parametrize("mixed", [False, True])
def test_the_figures_are_those_of_a_sum_by_hand(mixed: bool) -> None:
    wanted = HEARTS._replace(mixed=mixed)
    some = list(rows(wanted, range(6), 1))
    own, rel, gain = [], [], []
    for row in some:
        mine, theirs, apart = [], [], []
        for seating, points in zip(seatings(4, mixed), row.points, strict=True):
            mine += [points[seat] for seat in range(4) if not seating[seat]]
            theirs += [points[seat] for seat in range(4) if seating[seat]]
            apart += [
                points[seat] - mean(points[:seat] + points[seat + 1 :])
                for seat in range(4)
                if not seating[seat]
            ]
        own.append(mean(mine))
        rel.append(mean(apart))
        gain.append(mean(theirs) - mean(mine))
    one, two = sides(wanted, some)
    assert one.player == "greedy"
    assert one.own == pytest.approx((mean(own), 2.571 * sqrt(variance(own) / 6)))
    assert one.rel == pytest.approx((mean(rel), 2.571 * sqrt(variance(rel) / 6)))
    assert difference(wanted, some) == pytest.approx((mean(gain), 2.571 * sqrt(variance(gain) / 6)))
    assert one.milliseconds > 0 < two.milliseconds


def test_a_player_against_itself_gains_nothing() -> None:
    some = list(rows(EIGHTS, range(20), 1))
    assert difference(EIGHTS, some) == (0, 0)
    assert [side.won for side in sides(EIGHTS, some)] == [(0.5, 0), (0.5, 0)]


def test_moons_are_counted_for_who_makes_them() -> None:
    row = Row(
        0,
        [1] * 4,
        [[0, 26, 26, 26], [26, 0, 26, 26], [5, 7, 7, 7], [26, 26, 0, 26]],
        [[0.25] * 4] * 4,
        [[1, 0, 0, 0], [0, 1, 0, 0], [0] * 4, [0, 0, 1, 0]],
        [1, 1],
        [0.0, 0.0],
    )
    one, two = sides(HEARTS, [row])
    assert (one.made.mean, one.conceded.mean) == (0.5, 0.25)
    assert (two.made.mean, two.conceded.mean) == (1 / 12, 2 / 3)


def test_moons_of_played_hands_are_those_of_the_points() -> None:
    some = list(rows(HEARTS._replace(players=("first", "greedy")), range(120), 1))
    made = 0
    for row in some:
        for points, moons in zip(row.points, row.moons, strict=True):
            shot = sorted(points) == [0, 26, 26, 26]
            assert moons == [int(shot and cost == 0) for cost in points]
            made += shot
    assert made


def test_matches_are_whole_and_rounds_are_one() -> None:
    for matches in (False, True):
        (row,) = rows(HEARTS._replace(matches=matches), [3], 1)
        for played, points, won in zip(row.rounds, row.points, row.won, strict=True):
            assert (played > 1) == (max(points) >= 100) == matches
            best = [seat for seat in range(4) if points[seat] == min(points)]
            assert won == [(seat in best) / len(best) for seat in range(4)]
    assert row.points[0] != row.points[1]


def test_a_deal_depends_on_the_seed_and_its_number_alone() -> None:
    def played(deals: list[int], jobs: int) -> list[Any]:
        return [row._replace(seconds=[]) for row in rows(HEARTS, deals, jobs)]

    assert played([2, 3], 1) == played([0, 1, 2, 3], 2)[2:]


def test_one_deal_tells_no_interval() -> None:
    assert figure([2.0]) == (2.0, float("inf"))


@pytest.mark.parametrize("count", [*range(2, 31), 31, 100, 10_000])
def test_an_interval_of_few_deals_is_students(count: int) -> None:
    values = list(map(float, range(count)))
    from scipy.stats import t as student  # importing it costs a second

    exact = student.ppf(0.975, count - 1) if count <= 30 else 1.96
    wanted = (mean(values), exact * sqrt(variance(values) / count))
    assert figure(values) == pytest.approx(wanted, rel=3e-4)


@pytest.mark.parametrize(
    "name",
    ["tests.lab.test_duel:lowest", "tests.lab.test_duel:Lowest", "tests.lab.test_duel:Lowest.act"],
)
def test_anybodys_player_can_be_seated(name: str) -> None:
    row_text = json.loads(
        parlour(
            "duel",
            "straights",
            "--players",
            f"{name},first",
            "--deals",
            "3",
            "--jobs",
            "1",
            "--json",
        )
    )
    assert [side["player"] for side in row_text["sides"]] == [name, "first"]
    assert row_text["deals"] == 3


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ("first,fist", 'Unknown level "fist" (known: first, '),
        ("mine,first", "; a player of your own is MODULE:ATTRIBUTE, such as mine:act)."),
        (
            "no.such:act,first",
            'The player "no.such:act" cannot be imported: ModuleNotFoundError: No module named ',
        ),
        (
            "tests.lab.test_duel:act,first",
            'The player "tests.lab.test_duel:act" cannot be imported: AttributeError: ',
        ),
        (
            "tests.lab.test_duel:HEARTS,first",
            'The player "tests.lab.test_duel:HEARTS" has no act(view, dice).',
        ),
    ],
)
def test_a_player_that_there_is_not(
    players: str, why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    parlour("duel", "hearts", "--players", players, status=2)
    assert why in capfd.readouterr().err


def test_a_module_that_ends_the_process_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As a script does that is no module."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "a_script.py").write_text("raise SystemExit('usage:\\nscript FILE')\n")
    parlour("duel", "hearts", "--players", "a_script:act,first", status=2)
    assert capfd.readouterr().err == (
        'parlour: The player "a_script:act" cannot be imported: SystemExit: usage:\\nscript FILE.\n'
    )


def test_what_a_duel_says() -> None:
    lines = parlour(
        "duel", "hearts", "--players", "greedy,first", "--deals", "8", "--jobs", "1"
    ).splitlines()
    assert (
        lines[0]
        == "hearts, 8 deals of seed 1, one against the rest, in every seat; 95 % intervals over "
        "deals"
    )
    assert lines[1].split("  ")[0] == "player"
    assert "moons made" in lines[1]
    assert re.fullmatch(
        r"greedy pays \d\S+ \+- \S+ points a round less than first on the same deals", lines[4]
    )
    again = parlour("duel", "hearts", "--players", "first,greedy", "--deals", "8", "--jobs", "1")
    assert re.fullmatch(
        r"first pays \d\S+ \+- \S+ points a round more than greedy on the same deals",
        again.splitlines()[4],
    )
    lines = parlour(
        "duel",
        "straights",
        "--players",
        "first,first",
        "--deals",
        "2",
        "--jobs",
        "1",
        "--matches",
        "--mixed",
        "--rules",
        "target=20",
    ).splitlines()
    assert lines[0] == "straights, 2 deals of seed 1, all mixed seatings; 95 % intervals over deals"
    assert "matches won" in lines[1]
    assert "moons made" not in lines[1]
    one = parlour("duel", "straights", "--players", "first,first", "--deals", "1", "--jobs", "1")
    assert one.startswith("straights, 1 deal of seed 1, ")


def test_a_duel_goes_on_where_its_file_ends(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"

    def run(path: Path, deals: int, *more: str, status: int = 0) -> str:
        given = (
            "--players",
            "greedy,first",
            "--deals",
            str(deals),
            "--jobs",
            "1",
            "--json",
            "--log",
            str(path),
            *more,
        )
        return parlour("duel", "hearts", *given, status=status)

    def untimed(text: str) -> Any:
        row_text = json.loads(text)
        for side in row_text["sides"]:
            del side["milliseconds"]
        return row_text

    wanted = untimed(run(whole, 6))
    run(parts, 2)
    run(parts, 3, status=2)
    assert "is not empty; --resume continues a log of deals." in capfd.readouterr().err
    # an editor of Windows has stored it, and the last row is cut short
    stored = b"\xef\xbb\xbf" + parts.read_bytes().replace(b"\n", b"\r\n")
    parts.write_bytes(stored[:-20])
    assert untimed(run(parts, 6, "--resume")) == wanted
    parts.write_bytes(parts.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    assert [json.loads(line).get("deal") for line in parts.read_text().splitlines()] == [
        None,
        0,
        1,
        2,
        3,
        4,
        5,
    ]
    assert untimed(run(parts, 2, "--resume"))["deals"] == 2
    run(parts, 6, "--resume", "--seed", "2", status=2)
    assert "Line 1 of " in capfd.readouterr().err
    lines = parts.read_text().splitlines(keepends=True)
    for bad in ('{"deal": 1}\n', lines[3], "x\n", lines[2].replace('"rounds":[1,', '"rounds":[')):
        parts.write_text("".join(lines[:2]) + bad)
        run(parts, 6, "--resume", status=2)
        assert "Line 3 of " in capfd.readouterr().err
    run(tmp_path, 2, status=2)
    assert "cannot be written" in capfd.readouterr().err
    parlour("duel", "hearts", "--players", "first,first", "--resume", status=2)
    assert "--resume needs --log, the file whose deals it continues." in capfd.readouterr().err


def heading_of(*given: str, folder: Path) -> bytes:
    """The first line of the log of a duel of Hearts."""
    path = folder / "heading"
    parlour("duel", "hearts", *given, "--deals", "1", "--jobs", "1", "--log", str(path))
    return path.read_bytes().split(b"\n")[0]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"x", 1),
        (b"my important notes", 1),
        (b"my important notes\n", 1),
        (b"\n", 1),
        (b"HEADING of mine", 1),
        (b"HEADING\nmy important notes", 2),
        (b'HEADING\n{"deal":1,"rounds', 2),
        (b"HEADING\n\xff\n", 2),
    ],
)
def test_a_file_of_anything_else_is_never_touched(
    text: bytes, line: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    given, file = ("--players", "first,first"), tmp_path / "notes"
    text = text.replace(b"HEADING", heading_of(*given, folder=tmp_path))
    file.write_bytes(text)
    parlour("duel", "hearts", *given, "--deals", "2", "--log", str(file), "--resume", status=2)
    assert file.read_bytes() == text
    said = f'parlour: Line {line} of "{file}" does not belong to this duel.\n'
    assert capfd.readouterr().err == said


@pytest.mark.parametrize(
    "value",
    [
        *("{}", "[]", "null", "1", '"1"', "[[1,1],[1,1],[1,1]]", "[{},{}]", '["00","00"]'),
        *("[1,1,1]", "[[1,1]]", "[[1,1],[1]]", "[[1,1],[1,true]]", '[[1,1],[1,"1"]]'),
        *("[true,true]", "[1,NaN]", "[1,-Infinity]", "[[1,1],[1,NaN]]", "[[1,1],[1,Infinity]]"),
        *(f"[1,1{'0' * 400}]", f"[[1,1],[1,1{'0' * 400}]]", "[1,1e999]", "[" * 9000 + "]" * 9000),
        *("[1,-1]", "[[1,1],[1,1.5]]", "[[1,1],[1,9007199254740993]]"),
    ],
)
def test_a_row_has_numbers_alone_and_all_of_them(value: str, tmp_path: Path) -> None:
    wanted, file = EIGHTS, tmp_path / "log"
    (row,) = rows(wanted, [0], 1)
    heading, right = deals.heading_text(wanted), deals.row_text(row)
    file.write_text(heading + right)
    assert deals.recorded(str(file), wanted)[1] == file.stat().st_size
    for name, held in json.loads(right).items():
        wrong = right.replace(json.dumps({name: held}, separators=(",", ":"))[1:-1], f"{name!r}:")
        wrong = wrong.replace(f"{name!r}:", f'"{name}":{value}')
        assert wrong != right
        file.write_text(heading + wrong)
        with pytest.raises(UsageError, match=r'^Line 2 of ".*" does not belong to this duel\.$'):
            deals.recorded(str(file), wanted)


def test_numbers_that_a_row_may_have(tmp_path: Path) -> None:
    """Fewer points than none, and whole numbers for shares and seconds."""
    file, shares = tmp_path / "log", [[1, 0.0], [0, 1.0]]
    row = Row(0, [2, 1], [[-3, 5], [0, -1]], cast(Any, shares), [[0, 1], [0, 0]], [0, 2], [0, 1.5])
    file.write_text(deals.heading_text(EIGHTS) + deals.row_text(row))
    assert deals.recorded(str(file), EIGHTS)[0] == [row]


@pytest.mark.parametrize("text", [b"", b"{", b"HEADING", b"HEADING\n", b'HEADING\n{"deal":0,"r'])
def test_the_beginning_of_a_log_is_continued(text: bytes, tmp_path: Path) -> None:
    given, file = ("--players", "first,first"), tmp_path / "log"
    heading = heading_of(*given, folder=tmp_path)
    file.write_bytes(text.replace(b"HEADING", heading))
    more = ("--deals", "2", "--jobs", "1", "--log", str(file), "--resume")
    parlour("duel", "hearts", *given, *more)
    first, *deals = file.read_bytes().splitlines()
    assert first == heading
    assert [json.loads(line)["deal"] for line in deals] == [0, 1]


def test_a_log_is_no_standard_stream(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with path.open("w") as file:
        code = "import sys; from parlour.cli import main; sys.exit(main())"
        arguments = ["duel", "hearts", "--players", "first,first", "--log", str(path)]
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            stdout=file,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.endswith(b"is the file of standard output.\n")


def test_an_interrupt_leaves_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "log"
    code = "import sys; from parlour.cli import main; sys.exit(main())"
    arguments = [
        "duel",
        "hearts",
        "--players",
        "greedy,greedy",
        "--deals",
        "100000",
        "--jobs",
        "2",
        "--log",
        str(path),
    ]
    running = subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while (not path.exists() or path.read_text().count("\n") < 3) and time.monotonic() < until:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert said.startswith(b"Interrupted after ")
    assert said.endswith(b" of 100000 deals; --resume continues.\n")
    found, _ = deals.recorded(
        str(path), Duel("hearts", GAMES["hearts"].Rules(), ("greedy", "greedy"), 1)
    )
    assert len(found) >= 2


@contextmanager
def endless(*more: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A duel in a process group of its own, which is ended at last."""
    given = ("duel", "hearts", "--players", "greedy,first", "--deals", "1000000", "--jobs", "2")
    with subprocess.Popen(
        [sys.executable, "-m", "parlour", *given, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        try:
            yield running
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_duel(ends: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "log"
    with endless("--log", str(path)) as running:
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(ends)
        # the output ends when all processes that hold it have ended
        assert running.communicate(timeout=30)[0] == b""
        assert running.returncode == -ends


def test_an_interrupt_never_reaches_a_worker(tmp_path: Path) -> None:
    """Not even while it starts: the duel alone handles the interrupt of a terminal."""
    path = tmp_path / "log"
    with endless("--log", str(path)) as running:
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
            for child in children.read_text().split():
                os.kill(int(child), signal.SIGINT)
            time.sleep(0.002)
        os.killpg(running.pid, signal.SIGINT)
        told, error = running.communicate(timeout=30)
    assert (running.returncode, told) == (130, b"")
    assert re.fullmatch(rb"Interrupted after \d+ of 1000000 deals; --resume continues\.\n", error)


def test_who_is_seated_is_found_at_once() -> None:
    with pytest.raises(UsageError):
        SeatedDuel(HEARTS._replace(players=("first", "x:y")))


def test_a_worker_plays_what_it_is_told() -> None:
    (same,) = rows(HEARTS, [3], 1)
    assert duels._play(HEARTS, 3)._replace(seconds=[]) == same._replace(seconds=[])


def test_a_process_that_ends_ends_the_duel(capfd: pytest.CaptureFixture[str]) -> None:
    parlour(
        "duel",
        "hearts",
        "--players",
        "tests.support.failing:ending,first",
        "--deals",
        "4",
        "--jobs",
        "2",
        status=2,
    )
    said = "A worker process ended during a deal (deals that are in --log are complete)."
    assert capfd.readouterr().err == f"parlour: {said}\n"


def test_processes_are_ended_with_the_duel() -> None:
    playing = rows(HEARTS, range(10**9), 2)
    assert next(playing).deal == 0
    assert len(active_children()) == 2
    playing.close()
    assert not active_children()


def test_no_wait_for_a_deal_is_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows interrupts none, and a deal may take minutes."""
    endless = Future.result

    def only_at_its_end(played: "Future[Row]", timeout: float | None = None) -> Row:
        assert played.done()
        return endless(played, timeout)

    monkeypatch.setattr("parlour.lab.pool.NOTICED", 0.001)
    monkeypatch.setattr(Future, "result", only_at_its_end)
    assert [row.deal for row in rows(HEARTS, range(2), 2)] == [0, 1]


def test_a_pool_of_windows_is_no_larger_than_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def pool(jobs: int, *_: object) -> NoReturn:
        sizes.append(jobs)
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("parlour.lab.pool.ProcessPoolExecutor", pool)
    for platform in ("linux", "win32"):
        monkeypatch.setattr(sys, "platform", platform)
        for jobs in (60, 100):
            with pytest.raises(SystemLacks) as lacked:
                next(rows(HEARTS, range(2), jobs))
    assert sizes == [60, 100, 60, 61]
    assert str(lacked.value) == (
        "No process can be started here (Resource temporarily unavailable): --jobs 1 needs none."
    )


def test_a_pool_that_breaks_before_an_item_is_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    def submit(*_: object) -> NoReturn:
        raise BrokenProcessPool

    monkeypatch.setattr("parlour.lab.pool.ProcessPoolExecutor.submit", submit)
    with pytest.raises(UsageError, match=r"^A worker process ended during a deal"):
        next(rows(HEARTS, range(2), 2))


def test_players_are_found_in_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lowest_of_all.py").write_text(
        "def act(view, dice):\n    return (view.legal & -view.legal).bit_length() - 1\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert duels.find_player("hearts", "lowest_of_all:act")(view_of_a_lead(), 0) == 0
    (tmp_path / "test.py").write_text("from lowest_of_all import act as lower\n")
    assert duels.find_player("hearts", "test:lower")(view_of_a_lead(), 0) == 0, "no other test"
    del sys.modules["test"]
    assert sys.path.index(str(tmp_path)) == len(sys.path) - 1


def test_a_file_by_the_player_stands_for_no_module_of_pythons(tmp_path: Path) -> None:
    """A process of a duel imports such modules when it starts."""
    for name in ("mine.py", "random.py", "parlour.py"):
        (tmp_path / name).write_text("def act(view, dice):\n    return view.actions[0]\n")
    arguments = ("duel", "hearts", "--players", "mine:act,first", "--deals", "2", "--jobs", "2")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "parlour", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nmine:act " in done.stdout


def test_no_clock_cuts_the_search_short_in_a_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BUDGET", search.Budget(playouts=300, seconds=0))
    budgets, thinking = list[search.Budget](), search.thinking

    def noted(view: View, dice: int, budget: search.Budget) -> search.Slices[search.Thought]:
        budgets.append(budget)
        return thinking(view, dice, budget)

    monkeypatch.setattr(search, "thinking", noted)
    duels.find_player("hearts", "search")(view_of_a_lead(), 0)
    assert budgets == [search.Budget(playouts=300, seconds=float("inf"))]


def view_of_a_lead() -> View:
    match = step(begun("hearts", GAMES["hearts"].Rules(pass_cards=0), 1), Dealt(NEW_DECK))
    return view(match, actor(match))._replace(legal=5)


def test_an_interrupt_of_a_duel_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def two(*_: object) -> Iterator[Row]:
        yield from rows(HEARTS, [0, 1], 1)
        raise KeyboardInterrupt

    monkeypatch.setattr("parlour.lab.report.rows", two)
    given = ("duel", "hearts", "--players", "greedy,first", "--seed", "5", "--deals", "9")
    parlour(*given, "--log", str(tmp_path / "log"), status=130)
    assert capfd.readouterr().err == "Interrupted after 2 of 9 deals; --resume continues.\n"
    parlour(*given, status=130)
    assert capfd.readouterr().err == "Interrupted after 2 of 9 deals.\n"
    monkeypatch.setattr("parlour.terminal.console.stream_of", lambda _path: "standard output")
    parlour(*given, "--log", str(tmp_path / "log"), status=2)
    assert capfd.readouterr().err.endswith("is the file of standard output.\n")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "failing",
            'The player "tests.support.failing:failing" failed: ZeroDivisionError: of mine '
            "(failing.py, line N).",
        ),
        (
            "wordy",
            'The player "tests.support.failing:wordy" failed: Unknown action "seven" (known: a '
            "card as in 7S, old-moon, new-moon).",
        ),
        (
            "needy",
            'The player "tests.support.failing:needy" failed: TypeError: needy() takes 1 '
            "positional argument but 2 were given.",
        ),
        ("illegal", 'The player "tests.support.failing:illegal" failed: Unknown action 63.'),
        (
            "leaving",
            'The player "tests.support.failing:leaving" failed: SystemExit: 3 (failing.py, line '
            "N).",
        ),
    ],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_player_that_fails_is_named(
    name: str, why: str, jobs: str, capfd: pytest.CaptureFixture[str]
) -> None:
    parlour(
        "duel",
        "hearts",
        "--players",
        f"tests.support.failing:{name},first",
        "--deals",
        "2",
        "--jobs",
        jobs,
        status=2,
    )
    assert re.sub(r"line \d+", "line N", capfd.readouterr().err) == f"parlour: {why}\n"


def test_no_zero_is_negative() -> None:
    assert report.pair(Figure(-0.0, 0.0)) == "0.000 +- 0.000"
    assert report.pair(Figure(-0.0004, 0.1)) == "0.000 +- 0.100"
    assert report.pair(Figure(-0.0006, 0.1)) == "-0.001 +- 0.100"
    assert report.pair(Figure(-0.0, 0.0), percent=True) == "0.00% +- 0.00%"


def test_one_deal_has_no_interval_in_json() -> None:
    given = ("duel", "hearts", "--players", "greedy,first", "--deals", "1", "--jobs", "1", "--json")
    row_text = json.loads(parlour(*given), parse_constant=pytest.fail)
    assert set(row_text["difference"]) == {"mean", "half"}
    assert row_text["sides"][0]["own"]["half"] is None
