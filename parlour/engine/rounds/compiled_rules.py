"""A game's rules, compiled from their own source.

The module as rewriter.py rewrites it, and next to it the functions of round_kernels.py for it, are
stored in a folder of the cache's directory that is named by a hash of their own text, and imported
from there. An edited rule therefore gives a new folder, for a built-in game, a package, or a game
registered by hand, and old compiled code is never used for it. The modules have no files where
nothing can be stored.
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

from parlour import cards
from parlour.cards import NOBODY
from parlour.catalogue.check import FUNCTIONS, RECORDS
from parlour.catalogue.registry import find_game
from parlour.engine.compiler.cache import UNUSED, home, storing
from parlour.engine.rounds import round_kernels
from parlour.engine.rounds.rewriter import HEAD, Spell, spelled

KERNEL = "from parlour.engine.compiler.kernel import kernel as _kernel"
DEALS = "from parlour.engine.rounds.deals import as_dealt, card_by_card, laid_out, random_hands"


def width(hint: Any) -> int:
    """The number of ints that a field takes in a row."""
    parts = getattr(hint, "__args__", ())
    return len(parts) if getattr(hint, "__origin__", None) is tuple else 1


def columns(record: Any) -> dict[str, slice]:
    """The slice of each field of a record in a row."""
    slices, at = {}, 0
    for name, hint in get_type_hints(record).items():
        slices[name] = slice(at, at + width(hint))
        at += width(hint)
    return slices


def row_width(record: Any) -> int:
    """The length of a row of a record."""
    return sum(width(hint) for hint in get_type_hints(record).values())


def spelled_kernels(game: ModuleType, rules: str) -> str:
    """The source of round_kernels.py over a game's compiled rules, the module of that name."""
    below = ast.parse(inspect.getsource(round_kernels))
    below.body = [
        node
        for node in below.body
        if not (isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in RECORDS)
        and not (isinstance(node, ast.FunctionDef) and node.name == "exported")
    ]
    head = [HEAD, KERNEL, DEALS, f"from {rules} import {', '.join((*RECORDS, *FUNCTIONS))}"]
    rows = Spell({}, "nogil=True").visit(ast.parse("\n".join(_packers(game))))
    below = Spell({}, "nogil=True").visit(below)
    return (
        "\n\n".join(
            [*head, *(ast.unparse(ast.fix_missing_locations(part)) for part in (rows, below))]
        )
        + "\n"
    )


def _packers(game: ModuleType) -> list[str]:
    """The source of the functions and constants that round_kernels.py needs of a game, besides
    those of its rules.
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
        "def turn_of(state):",
        f"    return {'state.turn' if 'turn' in state else NOBODY}",
        "def standard():",
        f"    return Rules({', '.join(map(str, records['Rules']()))})",
        *_deals(game),
    ]


def _deals(game: ModuleType) -> list[str]:
    """The source of `dealt`, the random deal."""
    if deals_hands(game):
        return [
            "def dealt(rules, number, dice, words, deck, wanted):",
            "    hands = random_hands(dice, words)",
            "    if wanted:",
            "        laid_out(hands, dice, deck)",
            "    return deal(rules, as_dealt(hands, dice, deck), number)",
        ]
    return [
        "def dealt(rules, number, dice, words, deck, wanted):",
        "    card_by_card(dice, deck)",
        "    return deal(rules, deck, number)",
    ]


@once
def deals_hands(game: ModuleType) -> bool:
    """Whether a game's `deal` asks its deck for nothing but four hands of thirteen cards
    (`thirteen_each`), so that random hands can be drawn as sets.
    """
    source = ast.parse(inspect.getsource(game))
    dealer = next(
        node for node in source.body if isinstance(node, ast.FunctionDef) and node.name == "deal"
    )
    deck = dealer.args.args[1].arg
    asked = [node for node in ast.walk(dealer) if isinstance(node, ast.Name) and node.id == deck]
    whole = [
        call.args[0]
        for call in ast.walk(dealer)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "thirteen_each"
    ]
    return asked == whole and getattr(game, "thirteen_each", None) is cards.thirteen_each


def _stores(record: str, fields: dict[str, slice]) -> list[str]:
    lines = []
    for name, place in fields.items():
        single = place.stop - place.start == 1
        for n, at in enumerate(range(place.start, place.stop)):
            lines.append(f"    row[{at}] = {record}.{name}" + ("" if single else f"[{n}]"))
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
    stem = f"twin_{name.replace('-', '_')}_{digest}"
    folder = None
    if stored := home():
        with storing():
            folder = _folder(stored / stem, name)
    _imported(folder, f"{stem}_rules", rules)
    return _imported(folder, f"{stem}_kernels", spelled_kernels(game, f"{stem}_rules"))


def _folder(wanted: Path, game: str) -> Path:
    """The folder for a game's compiled modules, made if it is missing; OSError if it cannot be."""
    if not wanted.exists():
        tidy(wanted.parent, game)
    wanted.mkdir(exist_ok=True)
    os.utime(wanted)
    return wanted


def twin(name: str) -> ModuleType:
    """The compiled module of a game: the functions of its rules and of round_kernels.py, with the
    game's own record classes. RulesError if there is no such game, or if its rules do not compile.
    """
    rules: Any = find_game(name)
    return _twin(name, rules)


def text_of(twin: ModuleType) -> str:
    """The hash of the source of a compiled module."""
    return twin.__name__.split("_")[-2]


def _imported(folder: Path | None, name: str, text: str) -> ModuleType:
    """The module with this source: of a file of the folder, written if it has another text."""
    if folder and (path := _written(folder / f"{name.rpartition('_')[2]}.py", text)):
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec
        assert spec.loader
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = sys.modules[name] = ModuleType(name)
        exec(compile(text, f"<{name}>", "exec"), module.__dict__)
    return module


def _written(path: Path, text: str) -> Path | None:
    """The file with this text; None if it cannot be written."""
    if _has(path, text):
        return path
    fresh = path.with_suffix(f".{os.getpid()}")
    with storing():
        fresh.write_text(text, "utf-8")
        fresh.replace(path)
    return path if _has(path, text) else None


def _has(path: Path, text: str) -> bool:
    """Whether a file holds this text; another one is damaged."""
    with suppress(OSError, ValueError):
        return path.read_text("utf-8") == text
    return False


def tidy(stored: Path, name: str) -> None:
    """Remove the code compiled from other sources of a game's rules, if no process has opened it
    for as long as the cache retains the directories of other sources.
    """
    for old in stored.glob(f"twin_{name.replace('-', '_')}_*"):
        digest = re.fullmatch(f"twin_{name.replace('-', '_')}_([0-9a-f]{{16}})", old.name)
        with suppress(OSError):
            if digest and time.time() - old.stat().st_mtime > UNUSED:
                # the folder, numba's folder for it, and the markers of calls
                for path in stored.glob(f"*{digest[1]}*"):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
