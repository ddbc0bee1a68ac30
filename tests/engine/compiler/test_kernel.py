"""Kernels: what their signatures say, and how they are called."""

import ctypes
import os
import pydoc
import struct
import subprocess
import sys
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from parlour import engine
from parlour.engine.compiler import cache, kernel, settings
from parlour.engine.compiler.arrays import (
    Floats,
    FloatTable,
    Ints,
    Ints2,
    Seed,
    floats,
    floats_of,
    ints,
)
from parlour.engine.compiler.cache import ROOT
from parlour.engine.compiler.kernel import KERNELS, Kernel, caller, kinds
from parlour.errors import UsageError
from parlour.players import find_level
from tests.support.arguments import House, Pair


def sample(house: House, pair: Pair, seed: np.uint64, share: float, good: bool, out: Ints) -> None:
    """A function with an argument of each kind."""


SAMPLE = Kernel(sample, sample, kinds("r, (i f2), u, f, b, i1"))
SLOTS = "3qqQ2qQdqQq"  # as they are written


def library(answer: int, seen: list[Any]) -> Any:
    """A library of one kernel, which remembers its slots."""

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)  # type: ignore[untyped-decorator]
    def entry(slots: int) -> int:
        seen.append(struct.unpack(SLOTS, ctypes.string_at(slots, struct.calcsize(SLOTS))))
        return answer

    return SimpleNamespace(**{SAMPLE.name: entry})


def called(answer: int, *given: Any) -> list[Any]:
    seen: list[Any] = []
    call = caller(library(answer, seen), SAMPLE)
    assert call
    call(*given)
    return seen


ROWS, OUT = np.zeros((3, 4)), np.zeros(7, np.int64)
GIVEN = House(1, -2, 3), Pair(4, ROWS), np.uint64(2**64 - 5), 0.5, True, OUT


def test_what_a_signature_says() -> None:
    assert kinds("r, (f2 f2), i") == ("r", ("f2", "f2"), "i")
    assert kinds("((u i) b1), c3") == ((("u", "i"), "b1"), "c3")
    for bad in ("x", "i0", "u1", "c", "i2)", "i12"):
        with pytest.raises(ValueError, match=r"^Invalid '.*' in the signature"):
            kinds(bad)
    with pytest.raises(ValueError, match=r"^Unclosed parenthesis in the signature '\(i'"):
        kinds("(i")


def test_a_call_writes_its_arguments_into_slots() -> None:
    rows, out = ROWS.ctypes.data, OUT.ctypes.data
    expected = (1, -2, 3, 4, rows, 3, 4, 2**64 - 5, 0.5, 1, out, 7)
    assert called(0, *GIVEN) == [expected]
    fixed, empty = ROWS.copy(), np.zeros(0, np.int64)
    fixed.setflags(write=False)
    (slots,) = called(0, *GIVEN[:1], Pair(0, fixed), *GIVEN[2:5], empty)
    assert slots[4:7] == (fixed.ctypes.data, 3, 4)
    assert slots[-1] == 0
    alike = np.dtype(np.int64, metadata={"of": "cards"})  # the same numbers, by another object
    assert called(0, *GIVEN[:5], OUT.view(alike))


def test_arrays_of_players_and_of_numpy_are_alike_to_a_kernel() -> None:
    rows, out = cast(Floats, floats(3, 4)), ints(7)
    (slots,) = called(0, House(1, -2, 3), Pair(4, rows), -5, 0.5, True, out)
    assert slots == (
        1,
        -2,
        3,
        4,
        cast(FloatTable, rows).address,
        3,
        4,
        2**64 - 5,
        0.5,
        1,
        out.address,
        7,
    )
    (slots,) = called(0, *GIVEN[:5], out[:2])  # its first numbers
    assert slots[-2:] == (out.address, 2)


def fill(pair: Pair, seed: Seed, out: Ints2) -> None:
    """A kernel that writes what it is given."""
    out[0, 1] = pair.one
    out[1, 0] = int(seed >> 60)
    row = out[2]
    row[1] = int(pair.rows[1] + 0.5)


@pytest.mark.parametrize("there", [True, False])
def test_a_kernel_without_a_library_writes_into_the_same_memory(
    there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By Numba's code, which takes arrays of numpy, and by Python."""
    monkeypatch.setattr(kernel, "LIBRARY", None)
    monkeypatch.setattr(kernel, "KERNELS", {})
    monkeypatch.setattr(settings, "THERE", there)
    call = kernel.kernel("(i f1), u, i2")(fill)
    for out in (ints(3, 2), np.zeros((3, 2), np.int64)):
        call(Pair(7, floats_of([1, 2])), -1, out)
        assert out.tolist() == [[0, 7], [15, 0], [0, 2]]
    call(Pair(7, floats_of([1, 3])), -1, out := ints(4, 2)[:3])
    assert out.tolist() == [[0, 7], [15, 0], [0, 3]]


def test_what_a_kernel_refuses() -> None:
    with pytest.raises(RuntimeError, match=f"^The kernel {SAMPLE.name} failed"):
        called(1, *GIVEN)
    bad = (OUT.astype(np.int32), "<i4"), (floats(3), "<f8"), ([1, 2], "list")
    for given, told in bad:
        with pytest.raises(
            TypeError, match=rf"^Invalid array of {told} for a kernel \(expected <i8"
        ):
            called(0, *GIVEN[:5], given)
    with pytest.raises(ValueError, match=r"^Invalid array for a kernel \(expected one in C order"):
        called(0, *GIVEN[:5], np.zeros((3, 4), np.int64)[:, 0])
    with pytest.raises(ValueError, match="values to unpack"):  # another number of dimensions
        called(0, *GIVEN[:5], np.zeros((3, 4), np.int64))
    assert caller(cast(ctypes.CDLL, SimpleNamespace()), SAMPLE) is None


def test_code_outside_a_library_takes_the_same_dimensions() -> None:
    """Numba would take others, where a library's kernel cannot."""
    bare = kernel.maker("i2", None)
    assert np.asarray(bare(ints(2, 3))).shape == (2, 3)
    with pytest.raises(
        ValueError, match=r"^Invalid array of shape \(6,\) for a kernel \(expected 2"
    ):
        bare(ints(6))


def test_a_kernel_is_the_librarys_where_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "KERNELS", {})
    monkeypatch.setattr(kernel, "LIBRARY", None)
    assert hasattr(kernel.kernel("i, i, u, f, b, i")(sample), "__wrapped__")
    seen: list[Any] = []
    monkeypatch.setattr(kernel, "LIBRARY", library(0, seen))
    kernel.kernel("r, (i f2), u, f, b, i1")(sample)(*GIVEN)
    assert len(seen) == 1
    assert kernel.compiling("a thing") is not cache.compiling("a thing")
    assert list(kernel.KERNELS) == [SAMPLE.name]

    def other() -> None:
        """Which the library does not have."""

    assert hasattr(kernel.kernel("")(other), "__wrapped__")


def test_names_tell_modules_apart() -> None:
    assert SAMPLE.name == "parlour_tests_engine_compiler_test_kernel_sample"
    for name, one in KERNELS.items():
        assert name == one.name


WORKER = """
import sys
if "there" not in sys.argv:
    sys.modules["numpy"] = sys.modules["numba"] = None  # as where they are not installed
from parlour.cards import NEW_DECK, NOBODY
from parlour.errors import UsageError
from parlour.players import find_level
from parlour.game import BUILT_IN, GAMES
from parlour.match import Acted, Dealt, Opened, Seated, actor, fold, step, view
from parlour.players import lacking
from parlour.host.ports import Decide, Load
from parlour.host.workers.worker import done
for game in BUILT_IN:
    levels, held = sys.argv[1].split(","), False
    if "search" in levels:
        assert not lacking(game), lacking(game)
        assert not done(Load(game))
    rules = GAMES[game].Rules()
    seated = [Seated(seat, "greedy") for seat in range(GAMES[game].seats(rules))]
    match = fold([Opened(game, rules, ""), *seated, Dealt(NEW_DECK)])
    while (seat := actor(match)) != NOBODY:
        level, seen = levels[sum(match.moves) % len(levels)], view(match, seat)
        if level == "search" and not held:
            hint = done(Decide("hint", "", seen, 0))
            held = hint["why"] in ("better", "equal")
        match = step(match, Acted(seat, done(Decide("act", level, seen, 0))))
    assert held or "search" not in levels
print(*[name for name in ("numpy", "numba", "platformdirs") if sys.modules.get(name)])
if "there" not in sys.argv:
    from parlour import engine
    try:
        engine.Batch
    except UsageError as error:
        print(error)
"""
MISSING = (
    "The engine's own functions need numpy, which is not installed; parlour[research] installs it."
)


def worked(*arguments: str, **settings: str) -> list[str]:
    """The lines that a worker process prints after its jobs."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WORKER, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT.parent), **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("wish", ["", "plain"])
def test_a_worker_of_plain_levels_imports_no_numpy(wish: str) -> None:
    assert worked("greedy", "there", PARLOUR_KERNELS=wish) == [""]


def test_trained_plays_without_a_library_and_without_numpy() -> None:
    assert worked("trained", PARLOUR_LIBRARY="/nowhere") == ["", MISSING]


def test_names_of_the_engine_are_imported_when_they_are_used() -> None:
    code = "import sys; from parlour import engine; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
    assert {*engine.__all__} <= {*dir(engine)}
    assert all(getattr(engine, name) for name in engine.__all__)
    with pytest.raises(AttributeError, match=r"^module 'parlour.engine' has no attribute 'nobody'"):
        getattr(engine, "nobody")  # noqa: B009


def test_help_needs_no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in engine.__all__:
        monkeypatch.delitem(vars(engine), name, raising=False)
    assert "random rounds by the million" in pydoc.render_doc(engine)
    assert engine.cache_directory()
    with pytest.raises(UsageError, match=r"need numpy"):
        _ = engine.Batch


def test_what_a_game_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what there is: Numba, a library, the game in it."""
    for there, library, name, found in (
        (True, False, "toy", ""),
        (False, True, "hearts", ""),
        (False, True, "toy", "the library has the built-in games alone, and numba is not"),
        (False, False, "hearts", "the package has no library for plan9-pdp11, and numba is not"),
    ):
        monkeypatch.setattr(kernel, "target", lambda: "plan9-pdp11")
        monkeypatch.setattr("parlour.engine.compiler.settings.THERE", there)
        monkeypatch.setattr(kernel, "LIBRARY", library)
        assert kernel.lacking(name).startswith(found)
        assert bool(kernel.lacking(name)) == bool(found)
    monkeypatch.setenv("PARLOUR_KERNELS", "plain")
    assert kernel.lacking("hearts") == "PARLOUR_KERNELS is plain, which compiles nothing"
    why = "PARLOUR_KERNELS is plain, which compiles nothing."
    with pytest.raises(UsageError, match=f'^The level "search" is not available here: {why}$'):
        find_level("hearts", "search")
