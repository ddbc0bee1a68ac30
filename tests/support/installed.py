"""The packages of examples/ as if pip had installed them, so that a fresh clone needs no step more;
nothing where it has.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from tomllib import loads

from parlour.catalogue.check import GROUP
from tests.support.packages import site

EXAMPLES = Path(__file__).parents[2] / "examples"


@contextmanager
def installed(name: str) -> Iterator[None]:
    """The games of a folder of examples/ are installed here and in the processes that are started,
    until the block is left.
    """
    project = loads((EXAMPLES / name / "pyproject.toml").read_text())["project"]
    points = project["entry-points"][GROUP]
    if {point.name for point in entry_points(group=GROUP)} >= points.keys():
        yield
        return
    with TemporaryDirectory() as folder, site(Path(folder)) as here:
        lines = [f"[{GROUP}]", *(f"{game} = {package}" for game, package in points.items())]
        here.point(project["name"].replace("-", "_"), "\n".join(lines) + "\n")
        with site(EXAMPLES / name):
            yield
