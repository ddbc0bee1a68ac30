"""A game's rules, compiled as they stand.

Numba reads the pure dialect but for `state._replace(...)`, which is written out as the whole
constructor. The module so spelled out, and beside it the functions of kernels.py over it, stand in
a folder of the cache's directory that is named by a hash of their own text, and are imported from
there. So an edited rule makes another folder, whether the game is built in, a package or registered
by hand, and is never played as it was compiled before.
"""

import ast
import hashlib
import importlib.util
import inspect
import os
import re
import shutil
import sys
import time
from contextlib import suppress
from functools import cache as once
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

from parlour.engine import kernels
from parlour.engine.arguments import House
from parlour.engine.cache import DIRECTORY, UNUSED
from parlour.game import find_game, part
from parlour.packages import FUNCTIONS, RECORDS

OUTSIDE = ("fits",)  # speaks to people, and is not compiled
HEAD = "from parlour.engine.cache import compiled as _compiled"


class _Spell(ast.NodeTransformer):
    """Writes `state._replace(turn=t)` out as `State(hands=state.hands, ..., turn=t)`, and marks
    functions to be compiled.
    """

    def __init__(self, fields: dict[str, tuple[str, ...]], options: str = "") -> None:
        self.fields, self.options = fields, options
        self.classes: dict[str, str] = {}  # of the function's parameters

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function of the module."""
        self.classes = {a.arg: ast.unparse(a.annotation) for a in node.args.args if a.annotation}
        if node.name not in OUTSIDE:
            node.decorator_list = [ast.parse(f"_compiled({self.options})", mode="eval").body]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call; `x._replace(...)` becomes a constructor."""
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Attribute) and node.func.attr == "_replace"):
            return node
        name = ast.unparse(node.func.value)
        changed = {keyword.arg: keyword.value for keyword in node.keywords}
        used = [
            ast.keyword(
                field,
                changed.get(field, ast.Attribute(ast.Name(name, ast.Load()), field, ast.Load())),
            )
            for field in self.fields[self.classes[name]]
        ]
        return ast.Call(ast.Name(self.classes[name], ast.Load()), [], used)


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


def spelled(game: ModuleType) -> str:
    """The source of a game's compiled rules."""
    records = {name: getattr(game, name)._fields for name in RECORDS}
    tree = _Spell(records).visit(ast.parse(inspect.getsource(game)))
    first = [isinstance(node, ast.FunctionDef) for node in tree.body].index(True)
    # below the imports, one of which may have to stand first
    tree.body.insert(first, ast.parse(HEAD).body[0])
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def spelled_kernels(game: ModuleType, rules: str) -> str:
    """The source of kernels.py over a game's compiled rules, the module of that name."""
    below = ast.parse(inspect.getsource(kernels))
    below.body = [
        node
        for node in below.body
        if not (isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in RECORDS)
    ]
    head = [HEAD, f"from {rules} import {', '.join((*RECORDS, *FUNCTIONS))}"]
    rows = _Spell({}, "nogil=True").visit(ast.parse("\n".join(_packers(game))))
    below = _Spell({}, "nogil=True").visit(below)
    return (
        "\n\n".join(
            [*head, *(ast.unparse(ast.fix_missing_locations(part)) for part in (rows, below))]
        )
        + "\n"
    )


def _packers(game: ModuleType) -> list[str]:
    """`pack`, `unpack`, `flatten` and `round_of` as text, and what kernels.py asks of a game
    besides.
    """
    records = {name: getattr(game, name) for name in RECORDS}
    state, seen = columns(records["State"]), columns(records["Shown"])
    deck = ", deck" if "deck" in records["Round"]._fields else ""
    return [
        f"WIDTH, MOST = {row_width(records['State'])}, {game.BEST == 'most'}",
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
def _twin(name: str, game: ModuleType) -> ModuleType:
    """`twin`, of these rules."""
    rules = spelled(game)
    digest = hashlib.sha256(f"{rules}{spelled_kernels(game, '')}".encode()).hexdigest()[:16]
    folder = DIRECTORY / f"twin_{name.replace('-', '_')}_{digest}"
    if not folder.exists():
        tidy(name)
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    _imported(folder / "rules.py", rules)
    return _imported(folder / "kernels.py", spelled_kernels(game, f"{folder.name}_rules"))


def twin(name: str) -> ModuleType:
    """The compiled module of a game: the functions of its rules, and of kernels.py. Its records are
    its own classes.

    RulesError where there is no such game.
    """
    rules: Any = find_game(name)
    return _twin(name, rules)


def text_of(twin: ModuleType) -> str:
    """The hash of the text that a compiled module stands for."""
    return twin.__name__.split("_")[-2]


def loops_of(game: str, house: House) -> tuple[ModuleType, House, str]:
    """The loops that play a game: its own or those of kernels.py; the house rules as they take
    them; a hash of their text.

    The hash of a game's own loops is empty: the directory's name covers them.
    """
    if own := part(game, "engine.loops"):
        return own, house, ""
    compiled = twin(game)
    return compiled, compiled.Rules(*house), text_of(compiled)


def _imported(path: Path, text: str) -> ModuleType:
    """A module of this text, written where it is missing."""
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(text, "utf-8")
        fresh.replace(path)
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def tidy(name: str) -> None:
    """Remove what was compiled from other texts of a game's rules, where no process has opened it
    for as long as the cache keeps a directory of other sources.
    """
    for old in DIRECTORY.glob(f"twin_{name.replace('-', '_')}_*"):
        digest = re.fullmatch(f"twin_{name.replace('-', '_')}_([0-9a-f]{{16}})", old.name)
        with suppress(OSError):
            if digest and time.time() - old.stat().st_mtime > UNUSED:
                for path in DIRECTORY.glob(
                    f"*{digest[1]}*"
                ):  # the folder, numba's for it, and marks of what was called
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
