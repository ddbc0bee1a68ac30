"""Which file may import which, read from the imports themselves."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "parlour"

RULES = {"straights", "hearts", "eights"}
CORE = RULES | {"errors", "cards", "shuffle", "games", "match", "log", "players", "tell"}

ARROWS = {
    "__init__": set(),
    "__main__": {"cli"},
    "errors": set(),
    "cards": {"errors"},
    "shuffle": {"cards", "errors"},
    "straights": {"cards"},
    "hearts": {"cards"},
    "eights": {"cards"},
    "games": RULES | {"cards", "errors"},
    "match": {"games", "cards", "errors"},
    "log": {"match", "games", "cards", "errors"},
    "players": RULES | {"match", "cards", "errors", "games", "players", "fast"},
    "tell": RULES | {"match", "cards"},
    "wire": {"cards", "games", "match"},
    "sent": {"cards", "wire", "match"},
    "wish": {"games", "players", "errors"},
    "outcome": {"cards", "match"},
    "kept": {"cards", "games", "log", "match", "outcome", "players", "sent", "wish"},
    "decisions": {"cards", "errors", "games", "kept", "match", "outcome", "players"},
    "turns": {"cards", "decisions", "kept", "match"},
    "standing": {"cards", "sent"},
    "locks": set(),
    "coach": {"games", "match", "players"},
    "table": {"cards", "decisions", "errors", "games", "kept", "match", "outcome", "sent", "standing", "turns", "wish"},
    "console": {"__init__", "errors"},
    "classic": CORE | {"__init__", "console", "classic"},
    "fast": RULES | {"cards", "games", "match", "errors", "fast", "locks"},
    "start": {"classic", "cli"},
    "simulate": CORE | {"console"},
    "lab": CORE | {"console", "simulate", "lab"},
    "cli": CORE | {"__init__", "console", "simulate", "fast", "lab", "web"},
    "web": {
        *("__init__", "cards", "coach", "console", "errors", "games", "locks", "match", "outcome", "players", "shuffle"),
        *("table", "wish", "web"),
    },
}
OUTSIDE = {
    "cli": {"rich"},
    "lab": {"numpy", "rich"},
    "players": {"numpy"},
    "fast": {"llvmlite", "numba", "numpy", "platformdirs", "rich"},
    "web": {"alembic", "fastapi", "h11", "platformdirs", "segno", "sqlalchemy", "starlette", "uvicorn", "websockets"},
}  # who may import what is not in the standard library

FILES = sorted(ROOT.rglob("*.py"))


def place(path: Path) -> str:
    """The room a file belongs to: its folder, or its own name."""
    relative = path.relative_to(ROOT)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def imports(path: Path) -> set[str]:
    """Full names of the modules that a file imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module
            found |= {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "parlour" else {node.module}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_arrows(path: Path) -> None:
    here = place(path)
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "parlour":
            target = rest.split(".")[0]
            known = target if target in ARROWS else "__init__"  # `from parlour import __version__`
            assert known in ARROWS[here], f"{here} imports {name}"
        else:
            assert top in sys.stdlib_module_names or top in OUTSIDE.get(here, ()), f"{here} imports {name}"


def test_every_room_is_named() -> None:
    assert {place(path) for path in FILES} == set(ARROWS)


def test_nothing_imports_classic() -> None:
    """The programs are ends: they may be read, changed or left out alone."""
    users = {place(path) for path in FILES for name in imports(path) if name.startswith("parlour.terminal")}
    assert users == {"classic", "start"}


HOT = {"tell_eights"}  # a compiled loop, which holds its state in local numbers


def test_guide_sizes() -> None:
    """The guides of docs/design.md."""
    sizes = {path: len(path.read_text().splitlines()) for path in FILES}
    assert max(sizes.values()) <= 400
    assert all(sizes[ROOT / f"{rules}.py"] <= (369 if rules == "hearts" else 250) for rules in RULES)
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                longest = 110 if node.name in HOT else 45
                assert (node.end_lineno or 0) - node.lineno < longest, f"{path.name}: {node.name} is long"
