"""The library of this machine, built: it does what Numba's code does, to the last bit, and nothing
else is ever used in its place.
"""

import ctypes
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import NOBODY
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.ahead import build
from parlour.engine.ahead.codegen import every_kernel
from parlour.engine.compiler.arrays import Array, ints, ints_of
from parlour.engine.compiler.cache import ROOT
from parlour.engine.compiler.kernel import KERNELS, Kernel, caller, outside
from parlour.engine.compiler.library import file_of, load, target
from parlour.engine.rounds import deals
from parlour.match import Acted, Dealt, actor, step, view
from parlour.players import search, trained
from tests.engine.compiler.test_kernel import MISSING, worked
from tests.support.calls import MEASURING, copied, slots, using
from tests.support.play import begun, every_rules, random_deck

pytestmark = pytest.mark.system  # a linker: the package ziglang, or the system's compiler
ASKED = {"free", "malloc", "memcpy", "memmove", "memset"}  # of the C library
THOUGHTS = """
import hashlib
from random import Random
from tests.system.test_library import thoughts
from parlour.engine.compiler import kernel
from parlour.game import BUILT_IN
for game in BUILT_IN:
    print(game, hashlib.sha256(repr(thoughts(game, Random(7), 3)).encode()).hexdigest())
print(kernel.LIBRARY is not None)
"""
ALONE = """
import sys
from tests.engine.compiler.test_jit import digests
print(*digests(1), "numba" in sys.modules)
"""
REWEIGHED = f"""
from pathlib import Path
from parlour.players import trained
trained.file = lambda game: Path("FOLDER/parlour/games", game.replace("-", "_"), "weights.json")
{ALONE}
"""
MADE = """
import hashlib
from parlour.engine.ahead import build
for home in build.HOMES[-N:]:
    for made in build.made_code(home, [*build.TARGETS]):
        print(hashlib.sha256(made).hexdigest())
"""
COMPARED = """
from pathlib import Path
from tests.system.test_library import compared
print(*compared(Path("FOLDER")))
"""
LOADED = "from parlour.engine.compiler import kernel; print(kernel.LIBRARY is not None)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library of these sources: PARLOUR_AHEAD, if that has it."""
    given = Path(os.environ.get("PARLOUR_AHEAD", ""))
    if load(given):
        return given
    made = tmp_path_factory.mktemp("library")
    assert build.main([str(made)]) == 0
    return made


def run(program: str, package: Path = ROOT.parent, **environment: str) -> list[str]:
    """What a program of its own prints."""
    settings = {**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{ROOT.parent}", **environment}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, env=settings, stdout=subprocess.PIPE, text=True, check=True, cwd=package
    )
    return done.stdout.split()


def thoughts(game: str, random: Random, rounds: int, playouts: int = 200) -> list[Any]:
    """What search and the policy think in some rounds of random house rules, in the second among
    players whose cards say much; also by the rules alone.
    """
    found: list[Any] = []
    for n in range(rounds):
        rules = random.choice(every_rules(GAMES[game])) if n else GAMES[game].Rules()
        match = step(begun(game, rules, 1 + n), Dealt(random_deck(random)))
        budget = search.Budget(playouts=playouts, seconds=float("inf"))
        while (seat := actor(match)) != NOBODY and match.playing:
            seen = view(match, seat)
            if n == 1:
                seen = seen._replace(players=("trained",) * len(seen.players))
            thought = search.think(seen, n, budget._replace(by_rules=random.random() < 0.1))
            found.append((thought, trained.act(seen, n)))
            match = step(match, Acted(seat, thought.action))
    return found


def arrays(one: Any) -> list[bytes]:
    """The bytes of an argument's arrays."""
    if isinstance(one, tuple):
        return [found for part in one for found in arrays(part)]
    return [np.asarray(one).tobytes()] if isinstance(one, np.ndarray | Array) else []


def compared(folder: Path) -> set[str]:
    """Make each call of three games' players by Numba's code and by the library's, in a process
    where nothing refers to a kernel yet; which kernels were called. AssertionError where two
    results differ.
    """
    library, calls = load(folder), set[str]()
    assert library

    def both(one: Kernel, other: Callable[..., None]) -> Callable[..., None]:
        compiled = outside(one)

        def call(*given: Any) -> None:
            theirs = copied(given)
            compiled(*given)
            other(*theirs)
            assert arrays(theirs) == arrays(given), one.name
            calls.add(one.name)

        return call

    for one in every_kernel():
        other = caller(library, one)
        assert other, f"{one.name} is not in the library"
        name, held = one.function.__name__, both(one, other)
        for module in using(one):
            setattr(module, name, held)
    for game in BUILT_IN:
        thoughts(game, Random(game), 3, 60)
    for dealt in (deals.decks_in_hands, deals.decks_with_stock):  # no player deals
        dealt(np.uint64(7), 3, np.empty((64, 52), np.int64))
    return calls


def test_every_kernel_gives_the_same_bits(folder: Path) -> None:
    called = run(COMPARED.replace("FOLDER", str(folder)))
    assert {one.name for one in every_kernel()} - {*called} == {
        one.name for one in every_kernel() if one.function.__name__ == "apply_all"
    }


def test_decisions_are_the_same_to_the_last_bit(folder: Path, tmp_path: Path) -> None:
    """And with the library nothing is compiled."""
    *compiled, library = run(THOUGHTS, PARLOUR_KERNELS="jit")
    assert library == "False"
    known = {"PARLOUR_LIBRARY": str(folder), "PARLOUR_CACHE": str(tmp_path)}
    *built, library = run(THOUGHTS, ROOT.parent, PARLOUR_KERNELS="library", **known)
    assert list(tmp_path.rglob("*.nbi")) == []
    assert library == "True"
    assert built == compiled
    assert len(built) == 2 * len(BUILT_IN)


def test_numba_is_not_imported_beside_a_library(folder: Path) -> None:
    *found, numba = run(ALONE, PARLOUR_KERNELS="library", PARLOUR_LIBRARY=str(folder))
    assert numba == "False"
    assert found == run(ALONE, PARLOUR_KERNELS="jit")[:-1]


def test_strong_players_and_hints_need_no_numpy_beside_a_library(folder: Path) -> None:
    assert worked("search,trained", PARLOUR_LIBRARY=str(folder)) == ["", MISSING]


def copy_of(package: Path) -> Path:
    shutil.copytree(ROOT, package / "parlour", ignore=shutil.ignore_patterns("__pycache__"))
    return package


def test_an_edited_rule_is_never_played_by_an_older_library(folder: Path, tmp_path: Path) -> None:
    package = copy_of(tmp_path)
    known = {"PARLOUR_LIBRARY": str(folder), "PARLOUR_CACHE": str(tmp_path / "cache")}
    assert run(LOADED, package, **known) == ["True"]
    rules = package / "parlour" / "games" / "hearts" / "rules.py"
    held = rules.read_bytes()
    rules.write_bytes(held.replace(b"\n", b"\r\n"))
    assert run(LOADED, package, **known) == ["True"]
    edited = held.replace(b"+ 13 * (taken >> QUEEN & 1)", b"+ 130 * (taken >> QUEEN & 1)")
    assert edited != held
    rules.write_bytes(edited)
    assert run(LOADED, package, **known) == ["False"]


def test_it_asks_for_memory_alone_and_names_no_folder(folder: Path) -> None:
    file = Path(file_of(folder, target()))
    names = subprocess.run(["nm", "-D", file], capture_output=True, text=True, check=True).stdout
    asked = {line.split()[-1].split("@")[0] for line in names.splitlines() if " U " in line}
    assert asked <= ASKED
    offered = set(re.findall(r" T (\S+)", names))
    kernels = {one.name for one in every_kernel()} | MEASURING
    assert offered - {"_init", "_fini"} == kernels
    held = file.read_bytes()
    for stray in (b"numba", b"PyErr", str(ROOT).encode(), sys.prefix.encode()):
        assert stray not in held


def test_it_repeats_the_calls_of_a_kernel(folder: Path) -> None:
    """Each with its own arrays, as often as it is asked for."""
    library: Any = load(folder)
    kernel = KERNELS["parlour_engine_search_values_reached"]
    counts = [ints(1) for _ in range(3)]
    calls = [(ints(2, 1, 2), ints(2), 0, count) for count in counts[:2]]
    calls.append((ints(1, 1, 1), ints_of([5]), 9, counts[2]))
    held = slots(kernel, calls)
    place = ctypes.cast(library.parlour_engine_search_values_reached, ctypes.c_void_p).value
    head = struct.pack("qqq", place, len(held), len(held[0]) // 8)
    assert library.parlour_repeated(head + b"".join(held)) == 0
    assert [count[0] for count in counts] == [4, 4, 0]
    assert library.parlour_repeated(struct.pack("qqq", place, 0, len(held[0]) // 8)) == 0
    assert [count[0] for count in counts] == [4, 4, 0]


def test_two_builds_are_the_same_bytes(tmp_path: Path, times: Callable[[int, int], int]) -> None:
    """From two folders, with empty caches; in short of the engine's kernels alone."""
    homes = times(1, len(build.HOMES))
    one, other = (
        run(f"N = {homes}\n{MADE}", copy_of(tmp_path / name)) for name in ("one", "other")
    )
    assert one == other
    assert len(one) == homes * len(build.TARGETS)


def test_changed_weights_take_effect(folder: Path, tmp_path: Path) -> None:
    """They are no part of the library: it plays by them, as Numba's code does."""
    package, known = copy_of(tmp_path), {"PARLOUR_LIBRARY": str(folder)}
    before = run(ALONE, package, PARLOUR_KERNELS="library", **known)
    for file in package.glob("parlour/games/*/weights.json"):
        held = json.loads(file.read_text())
        held["weights"] = [-weight for weight in held["weights"]]
        file.write_text(json.dumps(held))
    after = run(ALONE, package, PARLOUR_KERNELS="library", **known)
    assert all(one != other for one, other in zip(before[:-1], after[:-1], strict=True))
    # compiled from here, since Numba's cache names each file: a copy would be compiled anew
    assert after[:-1] == run(REWEIGHED.replace("FOLDER", str(package)), PARLOUR_KERNELS="jit")[:-1]
