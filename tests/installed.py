"""The packages of examples/ as if pip had installed them, so that a fresh clone needs no step more; nothing where it has."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from tomllib import loads

from parlour.game import GAMES, GROUP, part

EXAMPLES = Path(__file__).parent.parent / "examples"


@contextmanager
def installed(folder: str) -> Iterator[None]:
    """The games of a folder of examples/ are installed here and in the processes that are started, until the block is left."""
    project = loads((EXAMPLES / folder / "pyproject.toml").read_text())["project"]
    points = project["entry-points"][GROUP]
    if {point.name for point in entry_points(group=GROUP)} >= points.keys():
        yield
        return
    with TemporaryDirectory() as site:
        told = Path(site) / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
        lines = [f"[{GROUP}]", *(f"{name} = {package}" for name, package in points.items())]
        (told / "entry_points.txt").write_text("\n".join(lines) + "\n")
        before, path = os.environ.get("PYTHONPATH"), [site, str(EXAMPLES / folder)]
        sys.path += path
        os.environ["PYTHONPATH"] = os.pathsep.join([*path, *([before] if before else [])])
        look_again()
        try:
            yield
        finally:
            for place in path:
                sys.path.remove(place)
            os.environ["PYTHONPATH"] = before or ""
            for name in points:
                GAMES.pop(name, None)
                GAMES.packages.pop(name, None)
            look_again()


def look_again() -> None:
    """Forget which packages there are."""
    invalidate_caches()
    GAMES._looked = False
    part.cache_clear()
