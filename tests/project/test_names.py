"""Names say what they hold: no variable, parameter or function is a pronoun or a participle."""

import ast
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRONOUNS = {"found", "given", "known", "made", "one", "own", "some", "there"}
DONE = [  # patterns of the modules whose names are checked
    "parlour/**/*.py",
    "bench/**/*.py",
    "examples/**/*.py",
]
NAMED = (
    ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.ClassDef
    | ast.ExceptHandler
    | ast.MatchAs
    | ast.MatchStar
)  # nodes with a name
ALLOWED = {  # by module
    "parlour/lab/duel.py": {"own", "made"},  # keys of the JSON that a duel prints
    "bench/duck.py": {"own", "some"},  # frozen by its SHA-256
}


def bound(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The names that a module gives, each with its line: of variables, parameters, attributes,
    functions, classes, imports and caught errors.
    """
    for node in ast.walk(tree):
        names: list[str | None] = []
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names = [node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names = [node.attr]
        elif isinstance(node, ast.arg):
            names = [node.arg]
        elif isinstance(node, NAMED):
            names = [node.name]
        elif isinstance(node, ast.MatchMapping):
            names = [node.rest]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.asname or alias.name for alias in node.names]
        for name in names:
            if name:
                yield getattr(node, "lineno", 0), name


def pronouns(source: str) -> list[tuple[int, str]]:
    """The pronouns among the names of a module, also behind underscores."""
    names = bound(ast.parse(source))
    return sorted((line, name) for line, name in names if name.strip("_") in PRONOUNS)


MODULES = sorted({path for pattern in DONE for path in ROOT.glob(pattern)})


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_name_is_a_pronoun(path: Path) -> None:
    allowed = ALLOWED.get(str(path.relative_to(ROOT)), set())
    names = pronouns(path.read_text())
    assert [place for place in names if place[1] not in allowed] == []
    assert allowed <= {name for _, name in names}


@pytest.mark.parametrize("pattern", DONE)
def test_each_pattern_has_modules(pattern: str) -> None:
    assert any(fnmatch(str(path.relative_to(ROOT)), pattern) for path in MODULES)


@pytest.mark.parametrize(
    "source",
    [
        "one = 1",
        "row.known = 1",
        "for one, two in rows: pass",
        "def act(given): pass",
        "def some(): pass",
        "class made: pass",
        "words = [own for own in rows]",
        "if found := 1: pass",
        "import words as own",
        "from words import _known",
        "try: pass\nexcept OSError as found: pass",
        "match row:\n    case [1, *there]: pass",
        "match row:\n    case {1: 2, **there}: pass",
        "match row:\n    case int() as one: pass",
        "class Row:\n    known: int",
        "act = lambda *given: 1",
    ],
)
def test_a_planted_pronoun_is_found(source: str) -> None:
    assert pronouns(source)


def test_other_names_are_no_fault() -> None:
    assert pronouns("rows = {'found': one.known}\nact(given=1)\nmatch row:\n    case _: pass") == []
