"""What is built once for all tests, though they run in several processes: the kernels for a
browser, and a site.
"""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.engine.ahead import build as kernels
from parlour.engine.compiler.library import digest, file_of, seal
from parlour.site import build

TARGET = "emscripten-wasm32"


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that the first process makes, and the others wait for."""
    room = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        room = room.parent
    folder, made = room / name, room / f"{name} is made"
    with (room / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            folder.mkdir()
            make(folder)
            made.touch()
    return folder


def sealed(file: Path) -> bool:
    """Whether its digest says that it is of these sources, and whole."""
    return Path(f"{file}.digest").read_text() == seal(file, digest())


def browser_kernels(factory: pytest.TempPathFactory) -> Path:
    """A folder with the kernels of these sources for a browser: PARLOUR_AHEAD, if that has them."""
    given = Path(os.environ.get("PARLOUR_AHEAD", ""))
    if (made := Path(file_of(given, TARGET))).exists() and sealed(made):
        return given
    return once(factory, "wasm", lambda folder: kernels.main([str(folder), TARGET]))


def built_site(factory: pytest.TempPathFactory) -> Path:
    """A site of these sources, with Pyodide as npm installs it."""

    def make(folder: Path) -> None:
        (folder / "pyodide").mkdir()
        library = str(browser_kernels(factory))
        build.build(folder / "site", library=library, room=str(folder / "pyodide"))

    return once(factory, "hosted", make) / "site"
