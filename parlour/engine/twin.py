"""A game's rules, compiled as they stand.

Numba reads the pure dialect but for `state._replace(...)`, which is written out as the whole constructor. The module so spelled
out, with the batch functions of kernels.py below the game's own, stands in the cache's directory and is imported from there:
the directory's name is a hash of the sources, so it is never out of date.
"""

import ast
import importlib.util
import inspect
import os
import sys
from functools import cache as once
from types import ModuleType
from typing import Any, get_type_hints

from parlour.engine import kernels
from parlour.engine.cache import DIRECTORY
from parlour.game import AnyGame, find_game

OUTSIDE = ("fits",)  # speaks to people, and is not compiled
HEAD = "from parlour.engine.cache import compiled"


class _Spell(ast.NodeTransformer):
    """Writes `state._replace(turn=t)` out as `State(hands=state.hands, ..., turn=t)`, and marks functions to be compiled."""

    def __init__(self, fields: dict[str, tuple[str, ...]]) -> None:
        self.fields = fields
        self.classes: dict[str, str] = {}  # of the function's parameters

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function of the module."""
        self.classes = {a.arg: ast.unparse(a.annotation) for a in node.args.args if a.annotation}
        if node.name not in OUTSIDE:
            node.decorator_list = [ast.parse("compiled()", mode="eval").body]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call; `x._replace(...)` becomes a constructor."""
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Attribute) and node.func.attr == "_replace"):
            return node
        name = ast.unparse(node.func.value)
        changed = {keyword.arg: keyword.value for keyword in node.keywords}
        kept = [
            ast.keyword(field, changed.get(field, ast.Attribute(ast.Name(name, ast.Load()), field, ast.Load())))
            for field in self.fields[self.classes[name]]
        ]
        return ast.Call(ast.Name(self.classes[name], ast.Load()), [], kept)


def width(hint: Any) -> int:
    """How many numbers a field takes in a row."""
    parts = getattr(hint, "__args__", ())
    return len(parts) if getattr(hint, "__origin__", None) is tuple else 1


def columns(record: Any) -> dict[str, slice]:
    """Where each field of a record stands in a row."""
    found, at = {}, 0
    for name, hint in get_type_hints(record).items():
        found[name] = slice(at, at + width(hint))
        at += width(hint)
    return found


def row_width(record: Any) -> int:
    """How long a row of a record is."""
    return sum(width(hint) for hint in get_type_hints(record).values())


def spelled(game: AnyGame) -> str:
    """The source of a game's compiled module."""
    module: Any = game
    records = {name: getattr(module, name) for name in ("Rules", "Round", "State", "Shown")}
    tree = ast.parse(inspect.getsource(module))
    tree = _Spell({name: record._fields for name, record in records.items()}).visit(tree)
    below = ast.parse(inspect.getsource(kernels))
    below.body = [
        node for node in below.body if not (isinstance(node, ast.ImportFrom) and node.module == "parlour.games.straights.rules")
    ]
    below = _Spell({}).visit(below)
    rows = _Spell({}).visit(ast.parse("\n".join(_packers(records))))
    return "\n\n".join([HEAD, *(ast.unparse(ast.fix_missing_locations(part)) for part in (tree, rows, below))]) + "\n"


def _packers(records: dict[str, Any]) -> list[str]:
    """`pack`, `unpack`, `flatten` and `round_of` as text."""
    state, seen = columns(records["State"]), columns(records["Shown"])
    deck = ", deck" if "deck" in records["Round"]._fields else ""
    return [
        "def pack(state, row):",
        *_stores("state", state),
        "def unpack(row):",
        f"    return State({', '.join(f'{name}={_load(place)}' for name, place in state.items())})",
        "def flatten(seen, row):",
        *_stores("seen", seen),
        "def round_of(rules, number, deck):",
        f"    return Round(rules, number{deck})",
    ]


def _stores(record: str, fields: dict[str, slice]) -> list[str]:
    lines = []
    for name, place in fields.items():
        one = place.stop - place.start == 1
        for n, at in enumerate(range(place.start, place.stop)):
            lines.append(f"    row[{at}] = {record}.{name}" + ("" if one else f"[{n}]"))
    return lines


def _load(place: slice) -> str:
    if place.stop - place.start == 1:
        return f"row[{place.start}]"
    return f"({', '.join(f'row[{at}]' for at in range(place.start, place.stop))})"


@once
def twin(name: str) -> Any:
    """The compiled module of a game: the functions of its rules, and of kernels.py. Its records are its own classes."""
    path = DIRECTORY / f"twin_{name.replace('-', '_')}.py"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(spelled(find_game(name)))
        fresh.replace(path)
    spec = importlib.util.spec_from_file_location(f"parlour_{path.stem}", path)
    assert spec
    assert spec.loader
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
