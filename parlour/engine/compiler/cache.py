"""The directory of compiled code, named by a hash of all sources that it was compiled from.

Numba checks the file of a function, but not the functions that it calls, so an edited rule would
not be compiled again. Therefore the directory's name is a hash of the sources of the rules and of
this package, and of the versions; an edit gives a new directory. A process that makes a new one
removes those of other sources that have not been opened for thirty days. The rules of games outside
this package have folders of their own in it (`rounds/compiled_rules.py`). Each process compiles for
itself where nothing can be stored, and says so once.
"""

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import parent_process
from pathlib import Path

from parlour.engine.compiler import library, settings
from parlour.engine.compiler.library import hashed, sources_of
from parlour.errors import failure, lacks
from parlour.system import folders
from parlour.system.locks import take

ROOT = Path(library.ROOT)
NOT_STORED: list[str] = []  # the sentence of that, without its stop, if it is so
UNUSED = 30 * 24 * 3600  # seconds after which a directory of other sources is removed


def digest() -> str:
    """A hash of the sources and of what compiles them."""
    compiler = ""
    with suppress(PackageNotFoundError):
        compiler = version("numba")
    text = f"{compiler} {sys.implementation.cache_tag} {hashed(ROOT, sources_of(ROOT))}"
    return sha256(text.encode()).hexdigest()[:16]


def directory() -> Path | None:
    """The directory for these sources, made if it is missing; None if no folder can store it."""
    for root in folders.compiled():
        with suppress(OSError):
            folder = root / digest()
            if not folder.exists():
                tidy(root)
            folder.mkdir(parents=True, exist_ok=True)
            # its content is executed
            if folders.ours(folder) and _takes_files(folder):
                os.utime(folder)
                return folder
    return None


def _takes_files(folder: Path) -> bool:
    """True; OSError where no file can be made in a folder."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(4096))  # which a full disk refuses
    return True


def tidy(root: Path) -> None:
    """Remove the directories of other sources that no process has opened for thirty days; errors
    are ignored.
    """
    for old in root.glob("*"):
        with suppress(OSError):
            if (
                re.fullmatch("[0-9a-f]{16}", old.name)
                and time.time() - old.lstat().st_mtime > UNUSED
            ):
                shutil.rmtree(old, ignore_errors=True)  # links are not removed


@cache
def home() -> Path | None:
    """The directory of this process; None if nothing can be stored, which is said."""
    if not (folder := directory()):
        not_stored("no folder for it can be written")
    return folder


def not_stored(why: str) -> None:
    """Say once that compiled code is not stored. A process that another one started leaves it to
    that one.
    """
    if NOT_STORED:
        return
    NOT_STORED.append(f"Compiled code is not stored ({why}): PARLOUR_CACHE names a folder for it")
    if sys.stderr and not parent_process():
        with suppress(OSError, ValueError):
            sys.stderr.write(f"parlour: {NOT_STORED[0]}.\n")


@contextmanager
def storing() -> Iterator[None]:
    """Compiled code that cannot be stored or loaded is none the worse: that is said once."""
    try:
        yield
    except (OSError, RuntimeError) as error:
        not_stored(lacks(error) or failure(error))


@contextmanager
def using(forget: Callable[[], None]) -> Iterator[None]:
    """As `storing`; stored code that is damaged is forgotten, so that it is compiled and stored
    anew.
    """
    with storing():
        try:
            yield
        except (MemoryError, OSError, RuntimeError):
            raise
        except Exception:  # a damaged pickle may raise anything
            forget()


def cache_directory() -> str:
    """The path of the directory with the compiled code; empty if nothing can be stored."""
    return str(home() or "")


@cache
def cache_of(file: Path) -> Path | None:
    """The directory for the compiled functions of a file; for a file of another package, one named
    by all sources of that package. None if nothing can be stored.
    """
    stored = home()
    if not stored:
        return None
    if ROOT in file.parents or stored in file.parents or not file.exists():
        return stored
    top = file.parent
    while (top.parent / "__init__.py").exists():
        top = top.parent
    sources = sorted(top.rglob("*.py")) if (top / "__init__.py").exists() else [file]
    text = sha256(b"".join(source.read_bytes() for source in sources))
    folder = stored / f"{top.name}_{text.hexdigest()[:16]}"
    with storing():
        folder.mkdir(exist_ok=True)
    return folder if folder.exists() else None


def mark(what: str, text: str = "") -> Path | None:
    """The marker file for code that has been compiled and stored; for a game's compiled rules, with
    the hash of their text.
    """
    stored = home()
    return stored and stored / (f"{what} {text}.called" if text else f"{what}.called")


@contextmanager
def alone() -> Iterator[None]:
    """Hold this machine's lock on compiling, so one process compiles at a time; no lock if the
    system has none.
    """
    with ExitStack() as stack:
        if stored := home():
            with suppress(OSError):
                file = os.open(stored.parent / "compiling.lock", os.O_RDWR | os.O_CREAT, 0o600)
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


_called: set[tuple[str, str]] = set()  # the calls made in this process, with the hash of their text
_NOTHING = nullcontext()  # entered before each later call at almost no cost


def compiling(what: str, text: str = "") -> AbstractContextManager[None]:
    """A context for a call of compiled code: the first time on this machine, a terminal shows that
    it is being compiled. `text` is the hash of the text that it is compiled from.
    """
    silent = (what, text) in _called or not settings.THERE
    return _NOTHING if silent else _first_call(what, text)


@contextmanager
def _first_call(what: str, text: str) -> Iterator[None]:
    file = mark(what, text)
    if (file and file.exists()) or not (sys.stderr and sys.stderr.isatty()):
        yield
    else:
        from rich.console import Console

        after = "; the result is stored" if file else ""
        with Console(stderr=True).status(f"Compiling {what}{after} ..."):
            yield
    _called.add((what, text))
    if file:
        with suppress(OSError):
            file.touch(exist_ok=True)
