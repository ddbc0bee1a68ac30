"""A game's rules, compiled from their own source.

The module as spell.py rewrites it, and next to it the functions of kernels.py for it, are stored in
a folder of the cache's directory that is named by a hash of their own text, and imported from
there. An edited rule therefore gives a new folder, for a built-in game, a package, or a game
registered by hand, and old compiled code is never used for it.
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
from parlour.engine.cache import UNUSED, home
from parlour.engine.spell import HEAD, Spell, spelled
from parlour.game import find_game, part
from parlour.packages import FUNCTIONS, RECORDS

KERNEL = "from parlour.engine.native import kernel as _kernel"


def width(hint: Any) -> int:
    """The number of ints that a field takes in a row."""
    parts = getattr(hint, "__args__", ())
    return len(parts) if getattr(hint, "__origin__", None) is tuple else 1


def columns(record: Any) -> dict[str, slice]:
    """The slice of each field of a record in a row."""
    found, at = {}, 0
    for name, hint in get_type_hints(record).items():
        found[name] = slice(at, at + width(hint))
        at += width(hint)
    return found


def row_width(record: Any) -> int:
    """The length of a row of a record."""
    return sum(width(hint) for hint in get_type_hints(record).values())


def spelled_kernels(game: ModuleType, rules: str) -> str:
    """The source of kernels.py over a game's compiled rules, the module of that name."""
    below = ast.parse(inspect.getsource(kernels))
    below.body = [
        node
        for node in below.body
        if not (isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in RECORDS)
        and not (isinstance(node, ast.FunctionDef) and node.name == "exported")
    ]
    head = [HEAD, KERNEL, f"from {rules} import {', '.join((*RECORDS, *FUNCTIONS))}"]
    rows = Spell({}, "nogil=True").visit(ast.parse("\n".join(_packers(game))))
    below = Spell({}, "nogil=True").visit(below)
    return (
        "\n\n".join(
            [*head, *(ast.unparse(ast.fix_missing_locations(part)) for part in (rows, below))]
        )
        + "\n"
    )


def _packers(game: ModuleType) -> list[str]:
    """The source of `pack`, `unpack`, `flatten` and `round_of`, and of the other names that
    kernels.py needs from a game.
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
    """The compiled module of these rules."""
    rules = spelled(game)
    digest = hashlib.sha256(f"{rules}{spelled_kernels(game, '')}".encode()).hexdigest()[:16]
    folder = home() / f"twin_{name.replace('-', '_')}_{digest}"
    if not folder.exists():
        tidy(name)
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    _imported(folder / "rules.py", rules)
    return _imported(folder / "kernels.py", spelled_kernels(game, f"{folder.name}_rules"))


def twin(name: str) -> ModuleType:
    """The compiled module of a game: the functions of its rules and of kernels.py, with the game's
    own record classes. RulesError if there is no such game, or if its rules do not compile.
    """
    rules: Any = find_game(name)
    return _twin(name, rules)


def text_of(twin: ModuleType) -> str:
    """The hash of the source of a compiled module."""
    return twin.__name__.split("_")[-2]


def loops_of(game: str, house: House) -> tuple[ModuleType, House, str]:
    """The loops of a game (its own, or those of kernels.py), the house rules as they expect them,
    and the hash of their source.

    The hash of a game's own loops is empty: the name of the cache's directory covers them.
    """
    if own := part(game, "engine.loops"):
        return own, house, ""
    compiled = twin(game)
    return compiled, compiled.Rules(*house), text_of(compiled)


def _imported(path: Path, text: str) -> ModuleType:
    """The module with this source, written if it is missing."""
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
    """Remove the code compiled from other sources of a game's rules, if no process has opened it
    for as long as the cache retains the directories of other sources.
    """
    for old in home().glob(f"twin_{name.replace('-', '_')}_*"):
        digest = re.fullmatch(f"twin_{name.replace('-', '_')}_([0-9a-f]{{16}})", old.name)
        with suppress(OSError):
            if digest and time.time() - old.stat().st_mtime > UNUSED:
                for path in home().glob(
                    f"*{digest[1]}*"
                ):  # the folder, numba's folder for it, and the markers of calls
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
