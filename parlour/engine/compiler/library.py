"""The library of kernels built ahead of time: where it is looked for, and whether it belongs to the
sources beside it.

`build.py` makes it. A digest beside it names the sources that it was built from, and its own bytes.
A library of other sources, and one that is damaged, is never used.

A program's first kernel waits for this module, so it imports no more than it needs: paths are
texts, since `pathlib` takes longer to import than `ctypes`.
"""

import ctypes
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import TypeAlias

from parlour.engine.compiler import settings
from parlour.errors import UsageError, plain, quote

Folder: TypeAlias = "str | os.PathLike[str]"

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # the package
FOLDER = os.path.join(ROOT, "engine", "built")  # where a library is looked for
RUN_TIME = "engine/ahead/rt.c"  # what compiled code asks for, part of each library
SYSTEMS = {"darwin": "macos", "win32": "windows"}  # others by their own name
SUFFIXES = {"macos": "dylib", "windows": "dll"}  # else so
REFUSED: dict[str, str] = {}  # libraries that the system does not load, and why
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


def sources_of(root: Folder) -> list[str]:
    """The sources of compiled code in a package; or, in one without sources, what was made of
    them. They are named from the package on, with slashes.
    """
    games = [f"games/{name}" for name in _names(root, "games")]
    return sorted(
        [
            *_python(root, ".", "cards.py", "tricks.py"),
            *_python(root, "engine"),
            *(file for game in games for file in _python(root, game, "rules.py")),
            *(file for game in games for file in _python(root, f"{game}/engine")),
        ]
    )


def _names(root: Folder, folder: str) -> list[str]:
    """The names in a folder; none if there is no such folder."""
    with suppress(OSError):  # systems name it differently
        return os.listdir(os.path.join(root, folder))
    return []


def _python(root: Folder, folder: str, *starts: str) -> Iterator[str]:
    """The Python files of a folder, with those of its folders; or those whose names start so."""
    for name in _names(root, folder):
        if ".py" in name and name.startswith(starts or ""):
            yield f"{folder}/{name}".removeprefix("./")
        elif "." not in name and name != "__pycache__" and not starts:
            yield from _python(root, f"{folder}/{name}")


def read(path: Folder) -> bytes:
    """The content of a file; OSError if it cannot be read."""
    with open(path, "rb", 0) as file:
        return file.read()


def hashed(root: Folder, names: Iterable[str]) -> str:
    """A hash of some of a package's files and their names, whatever ends lines."""
    text = sha256()
    for name in names:
        held = read(os.path.join(root, name))
        text.update(f"{name}\0".encode())
        text.update(held.replace(b"\r\n", b"\n") if b"\r" in held else held)
        text.update(b"\0")
    return text.hexdigest()


def digest(root: Folder = ROOT) -> str:
    """A hash of the sources that a library is made of."""
    return hashed(root, [*sources_of(root), RUN_TIME])


def _machine() -> str:
    if hasattr(os, "uname"):
        return os.uname().machine
    import platform  # not above: it takes as long as ctypes

    return platform.machine()


def target() -> str:
    """This machine's system and processor."""
    machine = _machine().lower()
    return f"{SYSTEMS.get(sys.platform, sys.platform)}-{MACHINES.get(machine, machine)}"


def file_of(folder: Folder, target: str) -> str:
    """The library for a target in a folder; its digest has the suffix .digest besides."""
    suffix = SUFFIXES.get(target.split("-")[0], "so")
    return os.path.join(folder, f"parlour-{target}.{suffix}")


def seal(file: Folder, sources: str) -> str:
    """The text of a library's digest: the hash of its sources, and its own."""
    return f"{sources} {sha256(read(file)).hexdigest()}\n"


def load(folder: Folder) -> ctypes.CDLL | None:
    """The library of a folder, if there is one of these very sources for this machine, and the
    system loads it.
    """
    file = file_of(folder, target())
    with suppress(OSError):
        if read(f"{file}.digest") == seal(file, digest()).encode():
            try:
                return ctypes.CDLL(file)
            except OSError as error:  # as from a folder that no code may be run from
                REFUSED[file] = plain(str(error))
    return None


def place() -> str:
    """The folder where the library is looked for."""
    return os.environ.get("PARLOUR_LIBRARY") or FOLDER


def refused() -> str:
    """Why the system does not load the library that is there; empty if it does."""
    return REFUSED.get(file_of(place(), target()), "")


def wanted() -> ctypes.CDLL | None:
    """The library that PARLOUR_KERNELS asks for: `jit` and `plain` mean none, `library` that there
    has to be one.

    PARLOUR_LIBRARY names another folder than the package's own. UsageError where the library has to
    be there and is not, or Numba.
    """
    wish = settings.wish()
    if wish == "jit" and not settings.installed():
        raise UsageError("PARLOUR_KERNELS asks for numba, which is not installed.")
    library = load(place()) if wish in ("", "library") else None
    if wish == "library" and library is None:
        if why := refused():
            raise UsageError(f"The library for {target()} cannot be loaded: {why}.")
        raise UsageError(f"No library of these sources for {target()} is in {quote(place())}.")
    return library


LIBRARY = wanted()
