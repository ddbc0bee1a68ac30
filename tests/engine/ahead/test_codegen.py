"""The code of kernels: an entry reads its slots as the kernel takes them, and all signatures say
what the functions do.
"""

import ast
import ctypes
import os
import subprocess
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from numba import types

from parlour.catalogue.registry import BUILT_IN
from parlour.engine.ahead import build, codegen
from parlour.engine.compiler import arrays
from parlour.engine.compiler.cache import ROOT
from parlour.engine.compiler.jit import Compiled
from parlour.engine.compiler.kernel import KERNELS, Kernel, Kind, caller, kernel, parts
from parlour.engine.numbers.arguments import NumpyFloats, NumpyInts
from tests.support.arguments import House, Pair


@kernel("r, (i f2), u, (f b), i1, f1")
def mixed(
    house: House,
    pair: Pair,
    seed: np.uint64,
    share: tuple[float, bool],
    out: NumpyInts,
    sums: NumpyFloats,
) -> None:
    """Something of each argument; `sums` by way of room of its own."""
    room = np.zeros(pair.rows.shape[1])
    for i in range(len(pair.rows)):
        for j in range(len(room)):
            room[j] += pair.rows[i, j] * share[0]
    for j in range(len(room)):
        sums[j] = room[j]
    out[0], out[1], out[2] = house.first - house.third, pair.one, np.int64(seed >> np.uint64(60))
    out[3] = 1 if share[1] else 0
    out[4] = house.second // pair.one


@kernel("i1")
def counted(out: NumpyInts) -> None:
    """Another kernel."""
    out[0] += 1


def here() -> build.Target:
    return build.Target(llvm.get_process_triple(), "", "generic")


@pytest.fixture(scope="module")
def call() -> Any:
    """The kernel `mixed` as a library would have it, without a linker."""
    one, other = (
        next(one for one in KERNELS.values() if one.function.__name__ == name)
        for name in ("mixed", "counted")
    )
    with pytest.MonkeyPatch.context() as patch:  # as in the process that makes a library's code
        patch.setattr(codegen.arrays, "fix_integer_index", codegen.as_it_stands)
        module = build.optimised(codegen.joined([one, other]), here())
    assert other.name in {entry.name for entry in module.functions}
    engine = llvm.create_mcjit_compiler(module, build.machine_of(here()))
    engine.finalize_object()
    entry = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(engine.get_function_address(one.name))
    found = caller(SimpleNamespace(**{one.name: entry}), one)  # type: ignore[arg-type]
    yield found
    engine.close()


def test_an_entry_does_what_its_kernel_does(call: Any) -> None:
    rows = np.random.default_rng(1).normal(size=(3, 5))
    found = [(np.zeros(5, np.int64), np.zeros(5)) for _ in range(2)]
    for function, (out, sums) in zip((mixed, call), found, strict=True):
        function(House(1, -7, 3), Pair(4, rows), np.uint64(2**64 - 1), (0.1, True), out, sums)
    assert found[0][0].tolist() == [-2, 4, 15, 1, -2]
    assert found[1][0].tolist() == found[0][0].tolist()
    assert found[1][1].tobytes() == found[0][1].tobytes()


def test_an_exception_is_a_failure_of_the_kernel(call: Any) -> None:
    given = House(1, 1, 3), Pair(0, np.zeros((1, 1))), np.uint64(0), (0.1, False)
    for function, error in ((mixed, ZeroDivisionError), (call, RuntimeError)):
        with pytest.raises(error):
            function(*given, np.zeros(5, np.int64), np.zeros(1))


def test_code_says_nothing_of_where_it_was_made() -> None:
    held = "@.const.picklebuf.1 = internal constant { ptr, i32 } { ptr @x, i32 7 }"
    other = "@y = common global i8* null"
    text = codegen.text_of(Text(f"{held}\n{other}\n"))
    assert text.splitlines() == [
        "@.const.picklebuf.1 = internal constant { ptr, i32 } zeroinitializer",
        "@y = internal global i8* null",
    ]


CALLS = """define i32 @one(ptr %place) {
  store { i64, i64 } zeroinitializer, ptr %.1, align 8
  store { i64, i64 } zeroinitializer, ptr %.2, align 8
  store { i64, i64 } zeroinitializer, ptr %.1, align 8
  %.3 = call i32 @two(ptr %.1, ptr %excinfo, i64 1)
}
define i32 @other(ptr %place) {
  store { i64, i64 } zeroinitializer, ptr %.2, align 8
  %.1 = call i32 @two(ptr %.2, ptr %excinfo.1)
  store { i64, i64 } zeroinitializer, ptr %.2, align 8
  %.3 = call i32 @three(ptr %.4, ptr %.2)
}
"""


def test_a_place_for_what_a_call_returns_is_not_filled_before() -> None:
    """But other places are, and that place is after the call."""
    lines = CALLS.splitlines(keepends=True)
    assert codegen.text_of(Text(CALLS)) == "".join(lines[n] for n in (0, 2, 4, 5, 6, 8, 9, 10, 11))
    with pytest.raises(RuntimeError, match=r"^A kernel has `try`"):
        codegen.text_of(Text(f"{CALLS}  store i64 %.9, ptr %try_state.1, align 8\n"))


NEVER_RUN = """
import sys
from parlour.engine.ahead import build, codegen
from parlour.engine.compiler import kernel
from tests.engine.ahead.test_codegen import never_finished
if sys.argv[1:]:
    never_finished()
    codegen.never_run()
one = next(one for one in kernel.KERNELS.values() if one.function.__name__ == "mixed")
print(build.object_of(codegen.joined([one]), "linux-x86_64").hex())
"""


def never_finished() -> None:
    """Let machine code that is made fail this process."""

    def fail(_self: object) -> None:
        raise AssertionError("Machine code was made.")

    codegen.codegen.JitEngine.finalize_object = fail


def test_code_that_is_never_run_is_the_same() -> None:
    """By two processes, one of which makes no machine code of what the kernel calls."""
    run = [sys.executable, "-W", "ignore", "-c", NEVER_RUN]
    settings = {**os.environ, **build.SETTINGS, "PYTHONPATH": str(build.TOP)}
    whole, bare = (
        subprocess.run(
            [*run, *words], env=settings, check=True, capture_output=True, text=True
        ).stdout
        for words in ([], ["never"])
    )
    assert bytes.fromhex(bare).startswith(b"\x7fELF")
    assert bare == whole


def test_nothing_is_made_for_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a kernel that calls nothing, in this process, whose other code has to run later."""
    for place, name in (
        (codegen.codegen.JitEngine, "finalize_object"),
        (codegen.codegen.JITCodeLibrary, "_finalize_specific"),
        (codegen.codegen.JITCPUCodegen, "_add_module"),
        (codegen.codegen.JITCPUCodegen, "set_env"),
        (codegen.cpu.CPUContext, "create_cpython_wrapper"),
        (codegen.cpu.CPUContext, "create_cfunc_wrapper"),
        (codegen.dispatchers.Dispatcher, "enable_caching"),
    ):
        monkeypatch.setattr(place, name, getattr(place, name))  # as it is again afterwards
    never_finished()
    codegen.never_run()
    one = next(one for one in KERNELS.values() if one.function.__name__ == "counted")
    assert f" i32 @{one.name}(" in codegen.lowered(one)


def test_a_module_is_inlined_as_llvm_likes() -> None:
    """Its own functions, and not those that it imports."""
    own, other = (Compiled(function, {"forceinline": True}) for function in (trying, here))
    other.__module__ = "another"
    module = ModuleType(trying.__module__)
    vars(module).update(own=own, other=other, number=1)
    codegen.outlined(module)
    assert own.options == {}
    assert other.options == {"forceinline": True}


UNFILLED = """
from parlour.engine.ahead import codegen
from parlour.engine.compiler.kernel import KERNELS, kernel
from tests.engine.ahead.test_codegen import mixed, trying
kernel("i1")(trying)
for name in ("mixed", "trying"):
    one = next(one for one in KERNELS.values() if one.function.__name__ == name)
    text = codegen.lowered(one)
    try:
        print(text.count("zeroinitializer") - codegen.unfilled(text).count("zeroinitializer"))
    except RuntimeError as error:
        print(error)
"""


def trying(out: NumpyInts) -> None:
    """What no kernel may do."""
    try:
        out[0] = out[1] // out[2]
    except Exception:
        out[0] = 0


def test_numbas_own_calls_are_so_too_and_try_is_refused() -> None:
    """As Numba writes them in the process that makes a library's code."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", UNFILLED],
        env={**os.environ, **build.SETTINGS, "PYTHONPATH": str(build.TOP)},
        check=True,
        capture_output=True,
        text=True,
    )
    fewer, refused = done.stdout.splitlines()
    assert int(fewer) > 0
    assert refused == "A kernel has `try`: its failing calls would be read."


class Text(str):
    """Stands for a module, of which only its text is asked."""


LETTERS = {int: "i", float: "f", bool: "b", np.uint64: "u", arrays.Word: "u"}
ARRAYS = {
    getattr(arrays, f"{name}{n if n > 1 else ''}"): f"{letter}{n}"
    for name, letter in (("Ints", "i"), ("Floats", "f"), ("Bytes", "c"))
    for n in (1, 2, 3)
} | {
    getattr(arrays, f"{name}{of}"): f"{letter}{n}"
    for name, letter in (("Int", "i"), ("Float", "f"), ("Byte", "c"))
    for n, of in enumerate(("Row", "Table", "Block"), 1)
}
SCALARS = {np.int64: "i", np.float64: "f", np.int8: "c", np.bool_: "b"}  # of numpy's


def agree(kind: Kind, hint: Any) -> bool:
    """Whether a signature says of an argument what its type does."""
    if isinstance(kind, tuple):
        return all(agree(*one) for one in zip(kind, parts(hint), strict=True))
    if kind == "r":
        return set(parts(hint)) == {int}
    if len(kind) == 1:
        return LETTERS.get(hint) == kind
    if hint in ARRAYS:
        return ARRAYS[hint] == kind
    return SCALARS.get(hint.__args__[1].__args__[0]) == kind[0]


def test_every_signature_says_what_its_function_takes() -> None:
    kernels = codegen.every_kernel()
    for one in kernels:
        assert all(agree(*given) for given in zip(one.kinds, one.hints, strict=True)), one.name
        for given in zip(one.kinds, one.hints, strict=True):
            assert isinstance(codegen.type_of(*given), types.Type)
    for game in BUILT_IN:
        name = game.replace("-", "_")
        own = [one for one in kernels if f"_{name}_" in one.name]
        assert {one.function.__name__ for one in own} >= {"playouts_all", "_playouts", "_likely"}
    assert len(kernels) > 35


# the names of all kernels that a build has
NAMES = """
from parlour.engine.ahead.codegen import every_kernel
print(*[one.name for one in every_kernel()])
"""


def test_a_build_has_every_kernel_of_the_sources() -> None:
    """Whoever imports their modules: in a process of its own, as a build is."""
    marked = set[str]()
    for file in ROOT.rglob("*.py"):
        module = ".".join(("parlour", *file.relative_to(ROOT).with_suffix("").parts))
        for one in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(one, ast.FunctionDef) and any(
                isinstance(mark, ast.Call) and ast.unparse(mark.func) == "kernel"
                for mark in one.decorator_list
            ):
                marked.add(f"{module}.{one.name}".replace(".", "_"))
    run = subprocess.run([sys.executable, "-c", NAMES], capture_output=True, text=True, check=True)
    names = run.stdout.split()
    assert len(marked) > 20
    assert marked <= {*names}
    assert len({*names}) == len(names)


def test_a_kernel_returns_nothing() -> None:
    def returning(one: int) -> None:
        return one + 1  # type: ignore[return-value]

    kernel("i")(returning)
    one = KERNELS.pop(Kernel(returning, returning, ("i",)).name)
    with pytest.raises(AssertionError, match="returns int64"):
        codegen.lowered(one)
