"""Where compiled code is kept: a directory named by a hash of all that it was compiled from.

Numba looks at the file a function stands in, not at the functions that it calls: an edited rule would not be compiled
again. So the sources of the rules, of this package, and the versions name the directory; an edit names another.
"""

import hashlib
import os
import sys
import tempfile
from pathlib import Path

import numba
from platformdirs import user_cache_dir

ROOT = Path(__file__).parent.parent
SOURCES = [
    *(ROOT / f"{name}.py" for name in ("cards", "straights", "hearts", "eights")),
    *sorted(Path(__file__).parent.glob("*.py")),
]


def digest() -> str:
    """A hash of the sources and of what compiles them."""
    text = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode())
    for path in SOURCES:
        text.update(path.read_bytes())
    return text.hexdigest()[:16]


def directory() -> Path:
    """The directory for these sources, made where it is missing; below the system's temporary one if it cannot be."""
    wanted = [Path(os.environ.get("PARLOUR_CACHE") or user_cache_dir("parlour")), Path(tempfile.gettempdir()) / "parlour"]
    for root in wanted:
        try:
            made = root / digest()
            made.mkdir(parents=True, exist_ok=True)
            if os.access(made, os.W_OK):
                return made
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="parlour-"))


DIRECTORY = directory()
numba.config.CACHE_DIR = str(DIRECTORY)  # type: ignore[attr-defined]
