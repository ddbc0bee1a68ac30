"""Each file, folder and function that docs/map.md names exists."""

import re
from pathlib import Path

from tests.project.test_layers import ORDER

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs/map.md").read_text()
SPLIT = ("engine", "page")  # whose folders have a line each
STEP = re.compile(r"`(\w[\w/]*\.(?:py|js))`((?:,? (?:then |and )?`\w+`)*)")


def defines(text: str, name: str) -> bool:
    """Whether a file in Python or JavaScript defines a name."""
    return bool(
        re.search(rf"^\s*(?:async )?(?:def|class) {name}\b|^{name}\b.*=", text, re.M)
        or re.search(rf"^\t{name} = (?:async )?\(", text, re.M)
        or re.search(rf"\b(?:function\*?|const|let|class) {name}\b", text)
    )


def test_the_walks_name_files_and_what_they_define() -> None:
    walks = MAP.split("## Walks")[1].split("\n### ")[1:]
    assert len(walks) == 6
    for walk in walks:
        steps = STEP.findall(walk)
        assert len(steps) >= 5
        for file, names in steps:
            text = (ROOT / "parlour" / file).read_text()
            for name in re.findall(r"\w+", re.sub(r"\b(?:then|and)\b", "", names)):
                assert defines(text, name), f"{file} has no {name}"
    assert not defines("def handled(): ...", "handle")


def test_every_folder_is_on_the_map() -> None:
    rows = re.findall(r"^\| (.*?) \|", MAP.split("## Walks")[0], re.M)
    named = {name.strip("/") for row in rows for name in re.findall(r"`([\w/]+)`", row)}
    package = ROOT / "parlour"
    folders = {path for top in (package, *map(package.joinpath, SPLIT)) for path in top.iterdir()}
    rooms = {
        path.relative_to(package).as_posix()
        for path in folders
        if path.is_dir() and path.name not in ("__pycache__", "built", "runtime", *SPLIT)
    }
    assert rooms <= named
    listed = [name for row in rows for name in re.findall(r"`([\w/]+?)/?`", row)]
    ordered = [name for name in listed if name in ORDER]
    assert ordered == sorted(ordered, key=ORDER.index)
    assert {name.partition("/")[0] for name in ORDER} <= {name.partition("/")[0] for name in listed}
    for name in named:
        place = ROOT / "parlour" / name
        assert place.is_dir() or place.with_suffix(".py").is_file(), name
