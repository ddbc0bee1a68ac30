"""Numba is imported when something is compiled and not before, and where it is not installed Python
runs the same functions.
"""

import hashlib
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest

from parlour import engine
from parlour.cards import NOBODY
from parlour.catalogue.registry import BUILT_IN, GAMES, part
from parlour.engine.compiler import arrays, jit, lazy_numpy, settings
from parlour.engine.compiler.cache import ROOT, cache_directory, compiling
from parlour.engine.compiler.jit import compiled, interpreted
from parlour.engine.compiler.library import sources_of
from parlour.engine.numbers import bits
from parlour.engine.numbers.arguments import NumpyFloats, NumpyInts
from parlour.engine.rounds.compiled_rules import twin
from parlour.errors import UsageError
from parlour.lab import train
from parlour.lab.duel import find_player
from parlour.match import Acted, Dealt, actor, step, view
from parlour.players import LEVELS, check_level, find_level, lacking, playing, search, trained
from parlour.players.hint import hint
from tests.support import fastest
from tests.support.play import begun, every_rules, random_deck

BLOCKED = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None"


def run(program: str, **environment: str) -> list[str]:
    """The lines that a program of its own prints; a warning is an error."""
    command = [sys.executable, "-W", "error", "-c", program]
    settings = {**os.environ, "PYTHONPATH": str(ROOT.parent), **environment}
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def decisions(game: str, rounds: int) -> list[Any]:
    """What `trained` plays in some rounds, and what a search of a few playouts thinks now and
    then.
    """
    random, found = Random(f"plain {game}"), list[Any]()
    few = search.Budget(playouts=6, seconds=float("inf"))
    for n in range(rounds):
        rules = random.choice(every_rules(GAMES[game])) if n else GAMES[game].Rules()
        match, move = step(begun(game, rules, 1 + n), Dealt(random_deck(random))), 0
        while (seat := actor(match)) != NOBODY and match.playing:
            seen = view(match, seat)
            action = trained.act(seen, n)
            found.append(action)
            if move % 16 == 5:
                found.append(search.think(seen, n, few._replace(by_rules=move > 24)))
            match, move = step(match, Acted(seat, action)), move + 1
    return found


def digests(rounds: int = 2) -> list[str]:
    return [hashlib.sha256(repr(decisions(game, rounds)).encode()).hexdigest() for game in BUILT_IN]


DECIDED = (
    f"{BLOCKED}\nfrom tests.engine.compiler.test_jit import digests; print(*digests(), sep='\\n')"
)


@pytest.mark.thorough
def test_python_decides_as_compiled_code_does() -> None:
    """To the last bit, without Numba, and without a warning."""
    assert run(DECIDED.replace(BLOCKED, ""), PARLOUR_KERNELS="plain") == digests()


IMPORTED = """
import sys
from importlib import import_module
from parlour.engine.compiler.cache import ROOT
from parlour.engine.rounds.compiled_rules import twin
from parlour.game import BUILT_IN
BUILD = (
    "engine.ahead.build", "engine.ahead.codegen", "engine.compiler.instructions",
    "engine.rounds.round_kernels",
)
for path in sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("games/*/engine/**/*.py")]):
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    if name not in BUILD:
        import_module(f"parlour.{name}")
for game in BUILT_IN:
    twin(game)
print(sys.modules.get("numba"))
"""


def test_nothing_imports_numba_before_it_compiles() -> None:
    assert run(IMPORTED) == ["None"]
    assert run(f"{BLOCKED}\n{IMPORTED}") == ["None"]


SAID = f"""
{BLOCKED}
import parlour
from parlour.errors import ParlourError
from parlour import engine
for act in (lambda: parlour.player("hearts", "search"), lambda: engine.play("hearts", 1, 1)):
    try:
        act()
    except ParlourError as error:
        print(error)
match = parlour.deal("hearts", seed=1, players=["trained"] * 4)
for _ in range(13):
    match = match.step()
print(match.moves)
"""


def test_a_machine_without_compiled_code_says_so_and_plays() -> None:
    strong, random, bare = run(SAID, PARLOUR_LIBRARY="/nowhere")
    assert strong.startswith(
        'The level "search" is not available here: the package has no library for '
    )
    assert strong.endswith(", and numba is not installed; parlour[jit] installs it.")
    assert random == "Random play needs numba, which is not installed; parlour[jit] installs it."
    assert bare == "(3, 3, 4, 3)"


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were neither a library nor Numba; what other tests use is imported before."""
    for game in BUILT_IN:
        for name in ("engine.search", "engine.training"):
            part(game, name)
        twin(game)
    monkeypatch.setattr(settings, "THERE", False)
    monkeypatch.setattr("parlour.engine.compiler.kernel.LIBRARY", None)


@pytest.mark.usefixtures("without", "toys")
def test_who_plays_where_the_strongest_level_cannot() -> None:
    for game, instead, of in (("hearts", "trained", ""), ("passing", "first", " of passing")):
        assert lacking(game)
        assert playing(game, "search") == instead
        assert playing(game, "first") == "first"
        check_level(game, "search")
        for find in (find_level, find_player):
            with pytest.raises(UsageError, match=f'^The level "search"{of} is not available here'):
                find(game, "search")
            assert find(game, instead) is LEVELS[game][instead]
        match = step(begun(game, GAMES[game].Rules(), 1), Dealt(random_deck(Random(1))))
        seen = view(match, actor(match))
        told = hint(seen, 1)
        assert told["why"] == "unavailable"
        assert told["choices"][0]["playouts"] == 0
    for need in (lambda: engine.play("hearts", 1, 1), lambda: engine.record("hearts", 1, 1)):
        with pytest.raises(UsageError, match="needs numba, which is not installed"):
            need()
    with pytest.raises(UsageError, match=r"^A training needs numba"):
        train.begin("hearts")


def test_who_plays_where_it_can() -> None:
    assert lacking("hearts") == ""
    assert playing("hearts", "search") == "search"


@pytest.mark.usefixtures("without")
def test_functions_as_they_stand() -> None:
    def double(one: np.uint64) -> np.uint64:
        return one * np.uint64(2)

    assert compiled(forceinline=True)(double) is double
    again = compiled()(double)
    assert again is not double
    assert again(np.uint64(2**63 + 1)) == interpreted(double)(np.uint64(1)) == 2
    with compiling("nothing"):
        pass
    assert not (Path(cache_directory()) / "nothing.called").exists()


@pytest.mark.usefixtures("without")
def test_without_numba_tables_are_tuples_and_without_numpy_nothing_wraps_around(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert jit.constants(range(3)) == (0, 1, 2)
    monkeypatch.setattr("parlour.engine.compiler.jit._has_numpy", lambda: False)
    assert interpreted(bits.mix) is bits.mix


def test_numpy_is_asked_for_by_name_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lazy_numpy.Lazy("np").float64 is np.float64
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(UsageError, match=r"need numpy, .*; parlour\[research\] installs it\.$"):
        _ = lazy_numpy.Lazy("np").float64
    assert not hasattr(lazy_numpy.Lazy("np"), "__wrapped__")  # as `inspect` asks


def held(hint: Any) -> set[Any]:
    """All types in one: the parts of tuples and unions, the fields of records."""
    parts = get_args(hint) or tuple(get_type_hints(hint).values() if is_record(hint) else ())
    return {hint}.union(*map(held, parts))


def is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def test_no_function_that_counts_no_references_returns_arrays() -> None:
    """A caller that counts would take them for its own, and free them."""
    modules = [
        import_module(f"parlour.{file.removesuffix('.py').replace('/', '.')}")
        for file in sources_of(ROOT)
        if file.endswith(".py")
    ]
    found = {
        one for module in modules for one in vars(module).values() if isinstance(one, jit.Compiled)
    }
    kinds = {kind for kind in vars(arrays).values() if getattr(kind, "_is_protocol", False)}
    returnable = {*kinds, NumpyInts, NumpyFloats, np.ndarray, Any}
    bare = [one for one in found if not one.options["_nrt"]]
    for one in found:
        returned = held(get_type_hints(one.py_func, {"np": np})["return"])
        assert one.options["_nrt"] or not returned & returnable, one
    assert len(bare) > 90


def test_a_compiled_function_is_compiled_once_and_keeps_its_name() -> None:
    assert bits.mix.__name__ == "mix"
    one: Any = fastest.kth
    assert isinstance(one, jit.Compiled)
    assert one.dispatcher is one.dispatcher
    assert one.py_func(12, 1) == one(12, 1) == 8
    assert one._numba_type_ == one.dispatcher._numba_type_
    from parlour.engine.compiler import (
        instructions,  # not above: this module is imported without Numba too
    )

    row: Any = (1, 2, 3)
    assert instructions._put(row, None, None)(row, 1, 9) == (1, 9, 3)


def test_what_python_and_compiled_code_call_a_choice() -> None:
    for one, other in ((3, 5), (2**64 - 1, 2**32 - 1), (2**64 - 1, 2**64 - 2), (2**63, 6)):
        assert bits.high(np.uint64(one), np.uint64(other)) == one * other >> 64
    assert [bits.lowest_bit(mask) for mask in (1, 12, 1 << 51)] == [0, 2, 51]
