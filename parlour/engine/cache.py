"""Where compiled code is kept: a directory named by a hash of all that it was compiled from.

Numba looks at the file a function stands in, not at the functions that it calls: an edited rule
would not be compiled again. So the sources of the rules, of this package, and the versions name the
directory; an edit names another. A process that begins a new one removes those of other sources
that nobody has opened for thirty days. The rules of games that are no part of this package name
folders of their own in it (`twin.py`).
"""

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from platformdirs import user_cache_dir

from parlour.locks import take

F = TypeVar("F", bound=Callable[..., Any])  # a function to be compiled, which keeps its type

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    [
        *(ROOT / "cards.py", ROOT / "tricks.py"),
        *(
            *ROOT.glob("engine/*.py"),
            *ROOT.glob("games/*/rules.py"),
            *ROOT.glob("games/*/engine/*.py"),
        ),
    ]
)
UNUSED = 30 * 24 * 3600  # seconds after which a directory of other sources is removed


def digest() -> str:
    """A hash of the sources and of what compiles them."""
    text = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode())
    for path in SOURCES:
        text.update(path.read_bytes())
    return text.hexdigest()[:16]


def directory() -> Path:
    """The directory for these sources, made where it is missing; below the system's temporary one
    if it cannot be.
    """
    wanted = [
        Path(os.environ.get("PARLOUR_CACHE") or user_cache_dir("parlour")),
        Path(tempfile.gettempdir()) / "parlour",
    ]
    for root in wanted:
        try:
            made = root / digest()
            if not made.exists():
                tidy(root)
            made.mkdir(parents=True, exist_ok=True)
            if os.access(made, os.W_OK) and ours(made):
                os.utime(made)
                return made
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="parlour-"))


def ours(made: Path) -> bool:
    """Whether a directory is this user's own: what is kept in it is run, and below the temporary
    one anybody can make some.
    """
    return not hasattr(os, "geteuid") or made.stat().st_uid == os.geteuid()


def tidy(root: Path) -> None:
    """Remove the directories of other sources that no process has opened for thirty days; what
    cannot be removed stays.
    """
    for old in root.glob("*"):
        with suppress(OSError):
            if (
                re.fullmatch("[0-9a-f]{16}", old.name)
                and time.time() - old.lstat().st_mtime > UNUSED
            ):
                shutil.rmtree(old, ignore_errors=True)  # which leaves links alone


DIRECTORY = directory()


@cache
def cache_of(file: Path) -> Path:
    """Where the functions of a file are kept: of another's package in a directory that all its
    sources name.
    """
    if ROOT in file.parents or DIRECTORY in file.parents or not file.exists():
        return DIRECTORY
    top = file.parent
    while (top.parent / "__init__.py").exists():
        top = top.parent
    sources = sorted(top.rglob("*.py")) if (top / "__init__.py").exists() else [file]
    text = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    made = DIRECTORY / f"{top.name}_{text.hexdigest()[:16]}"
    made.mkdir(exist_ok=True)
    return made


def compiled(**options: bool) -> Callable[[F], F]:
    """Numba's `njit`, kept in our directory.

    Where a function is kept is settled when it is marked, by a setting of the whole process; so
    that is set for that moment only, and the functions of others are kept where they were.
    """

    def marked(function: F) -> F:
        settings: Any = numba.config
        njit: Any = numba.njit
        before, settings.CACHE_DIR = (
            settings.CACHE_DIR,
            str(cache_of(Path(function.__code__.co_filename))),
        )
        try:
            dispatcher: F = njit(cache=True, **options)(function)
            return dispatcher
        finally:
            settings.CACHE_DIR = before

    return marked


def mark(what: str, text: str = "") -> Path:
    """The file that says that something is compiled and kept; of a game's twin, from this text (a
    hash).
    """
    return DIRECTORY / (f"{what} {text}.called" if text else f"{what}.called")


@contextmanager
def alone() -> Iterator[None]:
    """Hold this machine's lock on compiling: one process compiles at a time. Without a lock where
    there can be none.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            file = os.open(DIRECTORY.parent / "compiling.lock", os.O_RDWR | os.O_CREAT, 0o600)
            stack.callback(os.close, file)
            while not _taken(file):
                time.sleep(0.1)
        yield


def _taken(file: int) -> bool:
    try:
        take(file)
    except BlockingIOError:
        return False
    return True


_called: set[tuple[str, str]] = set()  # what has been called in this process, and of which text
_NOTHING = nullcontext()  # which is entered before each later call, so it costs next to nothing


def compiling(what: str, text: str = "") -> AbstractContextManager[None]:
    """Around a first call: on a terminal, say that it is compiled, where it has not been before
    (from this text: a hash).
    """
    return _NOTHING if (what, text) in _called else _first_call(what, text)


@contextmanager
def _first_call(what: str, text: str) -> Iterator[None]:
    file = mark(what, text)
    if file.exists() or not (sys.stderr and sys.stderr.isatty()):
        yield
    else:
        from rich.console import Console

        with Console(stderr=True).status(f"Compiling {what}; the result is stored ..."):
            yield
    _called.add((what, text))
    with suppress(OSError):
        file.touch(exist_ok=True)
