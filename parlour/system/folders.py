"""The user's folders, where the system's customs have them: for tables, compiled code and what is
temporary. A user may have none of them, as in a container.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_dir, user_data_dir

from parlour.errors import SystemLacks

NAME = "parlour"


def tables() -> Path:
    """The folder of the user's tables; SystemLacks where the user has no home."""
    for folder in _below_home(user_data_dir):
        return folder
    raise SystemLacks("No folder for tables: the user has no home. Name a file with --data.")


def compiled() -> Iterator[Path]:
    """The folders that may store compiled code, the best first: they may be missing, and none may
    allow it.
    """
    if named := os.environ.get("PARLOUR_CACHE"):
        yield Path(named)
    else:
        yield from _below_home(user_cache_dir)
    with suppress(OSError):
        # code is run from it, and anybody may make a folder there: its name is this user's
        shared = Path(tempfile.gettempdir()) / "-".join((NAME, *_user()))
        shared.mkdir(mode=0o700, exist_ok=True)
        if ours(shared):
            yield shared


def temporary() -> "tempfile.TemporaryDirectory[str]":
    """A new folder, removed at its end; SystemLacks where there is no room for one."""
    try:
        return tempfile.TemporaryDirectory(prefix=f"{NAME}-")
    except OSError as error:
        raise SystemLacks(
            f"No folder for temporary files ({error.strerror}): name one with TMPDIR."
        ) from None


def has_home() -> bool:
    """Whether the environment names a home, and this user may write to it."""
    home = os.environ.get("HOME", "")
    return os.path.isabs(home) and os.path.isdir(home) and os.access(home, os.W_OK)


def ours(folder: Path) -> bool:
    """Whether a folder belongs to this user, and no other can turn its path to another folder by a
    link; true on a system that does not say.
    """
    return not hasattr(os, "geteuid") or folder.lstat().st_uid == os.geteuid()


def _user() -> list[str]:
    """This user's number, which exists without a name; nothing on a system that has none."""
    return [str(os.geteuid())] if hasattr(os, "geteuid") else []


def _below_home(customary: Callable[..., str]) -> Iterator[Path]:
    """A customary folder; nothing where it depends on a home that the user lacks."""
    with suppress(RuntimeError):
        folder = Path(customary(NAME, appauthor=False))
        if folder.is_absolute():  # else the current folder would be taken for a home
            yield folder
