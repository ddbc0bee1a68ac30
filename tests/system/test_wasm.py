"""The module of WebAssembly that a browser's Python loads: what it asks for, what it offers, and
that it is made the same. That it does what Numba's code does is for bench/pyodide.py to show, which
runs it.
"""

import ctypes
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine.ahead import build
from parlour.engine.ahead.codegen import every_kernel
from parlour.engine.compiler.cache import ROOT
from parlour.engine.compiler.library import RUN_TIME, file_of, target
from tests.engine.ahead.test_build import CODE
from tests.support.calls import MEASURING
from tests.support.sites import TARGET, browser_kernels, sealed

pytestmark = pytest.mark.system  # the package ziglang, which links it
CUSTOM, IMPORTS, EXPORTS = 0, 2, 7  # sections
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)  # what is imported or exported
ASKED = {
    ("env", "memory", MEMORY),
    ("env", "__indirect_function_table", TABLE),
    ("env", "__stack_pointer", GLOBAL),
    ("env", "__memory_base", GLOBAL),
    ("env", "__table_base", GLOBAL),
    ("env", "malloc", FUNCTION),
    ("env", "free", FUNCTION),
}  # of Python's own module


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module of these sources."""
    return Path(file_of(browser_kernels(tmp_path_factory), TARGET))


class Reader:
    """The numbers and names of a module, one after another."""

    def __init__(self, held: bytes) -> None:
        self.held, self.at = held, 0

    def take(self, count: int) -> bytes:
        self.at += count
        assert self.at <= len(self.held)
        return self.held[self.at - count : self.at]

    def number(self) -> int:
        found, shift = 0, 0
        while True:
            (byte,) = self.take(1)
            found, shift = found | (byte & 127) << shift, shift + 7
            if byte < 128:
                return found

    def name(self) -> str:
        return self.take(self.number()).decode()

    def limits(self) -> None:
        for _ in range(1 + (self.number() & 1)):
            self.number()


def sections(held: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of a module in turn, by their numbers."""
    whole = Reader(held)
    assert whole.take(8) == b"\0asm\1\0\0\0"
    while whole.at < len(held):
        kind = whole.number()
        yield kind, whole.take(whole.number())


def imports(section: bytes) -> Iterator[tuple[str, str, int]]:
    """What it asks for: the module, the name, and what that is."""
    reader = Reader(section)
    for _ in range(reader.number()):
        found = reader.name(), reader.name(), reader.number()
        if found[2] in (FUNCTION, TABLE):
            reader.number()
        if found[2] in (TABLE, MEMORY):
            reader.limits()
        if found[2] == GLOBAL:
            reader.take(2)
        yield found


def exports(section: bytes) -> Iterator[tuple[str, int]]:
    """What it offers: the name, and what that is."""
    reader = Reader(section)
    for _ in range(reader.number()):
        yield reader.name(), reader.number()
        reader.number()


def test_it_is_a_side_module_that_asks_for_memory_alone(made: Path) -> None:
    """And it offers each kernel and what measures them, and nothing else."""
    first, *rest = sections(made.read_bytes())
    assert first[0] == CUSTOM
    assert Reader(first[1]).name() == "dylink.0"
    held = dict(rest)
    found = list(imports(held[IMPORTS]))
    assert len(found) == len({*found})
    assert {*found} == ASKED
    kernels = {one.name for one in every_kernel()} | MEASURING
    assert {*exports(held[EXPORTS])} == {(name, FUNCTION) for name in kernels}


def test_it_is_sealed_as_others_and_names_no_folder(made: Path) -> None:
    assert sealed(made)
    held = made.read_bytes()
    for stray in (b"numba", b"PyErr", str(ROOT).encode(), sys.prefix.encode()):
        assert stray not in held


INCLUDED = """
#define __wasm__
#define memset filled
#include "rt.c"
OUTER void fill(void *place, int value, size_t size) { filled(place, value, size); }
"""


def test_it_fills_memory_as_c_does(tmp_path: Path) -> None:
    """By its function for that, as code of this machine."""
    (tmp_path / "fill.c").write_text(INCLUDED)
    library, sources = tmp_path / "fill.so", (ROOT / RUN_TIME).parent
    options = ["-shared", "-O2", f"-I{sources}", "-o", library, tmp_path / "fill.c"]
    subprocess.run([*build.linker(target()), *map(str, options)], check=True)
    fill = ctypes.CDLL(str(library)).fill
    fill.argtypes = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
    for size in range(40):
        for first in range(9):
            held, expected = ctypes.create_string_buffer(b"." * 60), bytearray(b"." * 60)
            fill(ctypes.byref(held, first), 0x1A5, size)  # of a number its last byte
            expected[first : first + size] = b"\xa5" * size
            assert held.raw[:60] == expected


def test_two_linkers_with_empty_caches_make_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the code before is the same is shown by test_library.py."""
    names = {"parlour_one", "parlour_other"}
    codes = [build.object_of(CODE.replace("parlour_one", name), TARGET) for name in sorted(names)]
    found = []
    for place in ("one", "other"):
        monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path / place / "all"))
        monkeypatch.setenv("ZIG_LOCAL_CACHE_DIR", str(tmp_path / place / "own"))
        build.link(codes, TARGET, tmp_path / f"{place}.so")
        found.append((tmp_path / f"{place}.so").read_bytes())
    assert found[0] == found[1]
    (section,) = [held for kind, held in sections(found[0]) if kind == EXPORTS]
    assert {*exports(section)} == {(name, FUNCTION) for name in names | MEASURING}
