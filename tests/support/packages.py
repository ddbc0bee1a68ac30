"""Packages of games as pip installs them: a folder on the path of imports, with its entry points
beside it.
"""

import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import ModuleType

from parlour.catalogue.check import GROUP
from parlour.catalogue.registry import GAMES
from parlour.players import LEVELS
from tests.sketches import drawing

RULES = Path(drawing.__file__).read_text()
TIMES = count(1)
NUMBERS = count(1)  # no two packages have one name: a module is imported once


def changed(*pairs: tuple[str, str]) -> str:
    """The toy game's rules with some of their text changed."""
    text = RULES
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


class Site:
    """A folder that packages are installed in, until the block is left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, name: str, rules: str = RULES, **parts: str) -> str:
        """Install a game of that name with these rules and other parts; the name of its package."""
        package = f"toy_{next(NUMBERS)}"
        place = self.folder / package
        place.mkdir()
        for part, text in {"__init__": "", "rules": rules, **parts}.items():
            (place / f"{part}.py").write_text(text)
        self.point(package, f"[{GROUP}]\n{name} = {package}\n")
        return package

    def point(self, project: str, text: str) -> None:
        """A distribution with these entry points."""
        about = self.folder / f"{project}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: 1\n")
        (about / "entry_points.txt").write_text(text)
        # Python looks into a folder again when its time differs, and a clock's tick is long
        os.utime(self.folder, (next(TIMES),) * 2)


def module_of(path: Path, text: str) -> ModuleType:
    """A module of this text."""
    path.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    """Packages in this folder are installed, here and in processes that are started."""
    before = os.environ.get("PYTHONPATH")
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *([before] if before else [])])
    forget()
    try:
        yield Site(folder)
    finally:
        sys.path.remove(str(folder))
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        forget()


def forget() -> None:
    """Look for packages anew."""
    importlib.invalidate_caches()
    for name in [name for name in LEVELS if name in GAMES.packages]:
        del LEVELS[name]
    GAMES.look_again()
