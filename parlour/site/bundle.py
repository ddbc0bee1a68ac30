"""The archives of a site, made by the Python that will run them: node.mjs starts this program in
Pyodide.

    bundle.py FOLDER

FOLDER has `packages`, the sources of parlour and of the games of other packages; `site.json`, the
settings of `desk.py`; `python_stdlib.zip`, Pyodide's library; and perhaps `ahead`, the compiled
kernels. The program plays all games here by `desk.py`, and so learns which parts of the library a
table needs, and which of them before the first card. It writes `library.zip`, `first.zip` and
`rest.zip`, which hold code as Python compiles it. The same sources give the same bytes.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(sys.argv[1])
PACKAGES = FOLDER / "packages"
OUT = FOLDER / "packages.made"
KEY = "A" * 22
# what no table needs
ENDS = "cli", "lab", "storage", "terminal", "testing", "web", "__main__"
SITE = "__init__", "desk"
MOVES = 12
STRONG_MOVES = 4  # each waits, as at any table, so that the time of a decision says nothing
UNPACKING = {"encodings/cp437.py"}  # of the library: what unpacking the archives needs besides
TURN = 0.005  # seconds after which an answer is looked for again
PATIENCE = 60.0  # seconds in which it comes


class Page:
    """The page and the browser's storage, as worker.js gives them."""

    def __init__(self) -> None:
        """Nothing is stored."""
        self.body, self.rows = "", list[Any]()
        self.view: dict[str, Any] = {}
        self.answers = set[str]()  # the requests that were answered

    async def make(self, _name: str, _at: float, body: str) -> str:
        """Store the table."""
        self.body, self.rows = body, []
        return ""

    async def find(self, _name: str) -> str:
        """The table."""
        return json.dumps({"body": self.body, "rows": self.rows})

    async def append(self, _name: str, rows: str) -> str:
        """Add rows."""
        self.rows += json.loads(rows)
        return ""

    def send(self, _socket: int, text: str) -> None:
        """Read a message."""
        message = json.loads(text)
        self.answers.add(message.get("id", ""))
        if message["type"] == "view":
            self.view = message["view"]

    def close(self, socket: int, why: str) -> None:
        """The socket is closed."""


async def until(happened: Callable[[], object]) -> None:
    """Let the tables have their turns until something has happened; TimeoutError if it does not."""
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(TURN)


async def played(desk: Any, page: Page, game: str, level: str, socket: int, moves: int) -> None:
    """Ask for a hint, and play some moves against computers of a level."""
    seats = import_module("parlour.catalogue.registry").find_game(game)
    n = seats.seats(seats.Rules())
    wanted = {"key": KEY, "name": "Ada", "game": game, "seats": ["me", *[level] * (n - 1)]}
    await desk.make("{}")  # a refusal
    _, answer = json.loads(await desk.make(json.dumps(wanted | {"deal": socket})))
    await desk.open(socket, answer["table"])
    page.view, hint = {}, f"hint {socket}"

    async def ask(ident: str, request: dict[str, Any]) -> None:
        await desk.receive(socket, json.dumps(request | {"id": ident}))

    await ask("enter", {"type": "enter", "key": KEY, "have": 0})
    for move in range(moves):
        await until(lambda: page.view and (page.view["legal"] or page.view["points"]))
        if page.view["points"]:  # the round is over
            break
        if move == 0:
            await ask(hint, {"type": "hint"})
        if desk.slices.ready:  # else it is answered later
            await until(lambda: hint in page.answers)
        act = {"type": "act", "move": page.view["move"], "action": page.view["legal"][0]}
        await ask(f"move {move}", act)
    await desk.close(socket)


def thoughts(game: str) -> None:
    """Decide at the first moves of a round, by each level and as a hint, and load the words of a
    hint's reasons, which the first move may not have.
    """
    from parlour.players import LEARNED, LEVELS, hint, lacking, loading, playing

    if not lacking(game):
        loading.load(game, loading.MANY)
    match_of = import_module("parlour.match")
    module = import_module("parlour.catalogue.registry").find_game(game)
    rules = module.Rules()
    seated = [match_of.Seated(seat, "search") for seat in range(module.seats(rules))]
    deck = match_of.Dealt(tuple(range(52)))
    match = match_of.fold([match_of.Opened(game, rules, ""), *seated, deck])
    view = match_of.view(match, match_of.actor(match))
    for level in LEVELS[game]:
        if level in LEARNED:
            LEVELS[game][playing(game, level)](view, 1)
    hint.hint(view, 1)
    import_module("parlour.catalogue.registry").part(game, "words")


def followed() -> list[str]:
    """A list to which each module comes once it is imported, after those that it imports."""
    from importlib.machinery import SourceFileLoader
    from zipimport import zipimporter

    modules = list[str]()
    for loader in (SourceFileLoader, zipimporter):

        def run(self: Any, module: Any, run: Any = loader.exec_module) -> None:
            run(self, module)
            modules.append(module.__name__)

        loader.exec_module = run  # type: ignore[method-assign]
    return modules


def shipped() -> list[Path]:
    """The files of the packages that a site has."""

    def wanted(path: Path) -> bool:
        parts = path.relative_to(PACKAGES).with_suffix("").parts
        if path.suffix not in (".py", ".json", ".c") or "page" in parts or parts[-1] == "program":
            return False
        if parts[0] != "parlour" or len(parts) < 3:
            return parts[0] != "parlour" or parts[-1] not in ENDS
        if parts[1] in ENDS or parts[1:3] == ("host", "workers"):
            return False
        return parts[1] != "site" or parts[2] in (*SITE, "stand_ins")

    return sorted(path for path in PACKAGES.rglob("*") if path.is_file() and wanted(path))


def asked(files: list[Path]) -> set[str]:
    """The modules that some files import, also inside functions."""
    import ast

    modules = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())) if path.suffix == ".py" else ():
            if isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                modules.add(node.module)
    return modules


def library() -> set[str]:
    """The files of Pyodide's library that are imported so far, as it names them."""
    whole = next(path for path in sys.path if path.endswith(".zip")) + "/"
    files = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    return {file.removeprefix(whole) for file in files if file.startswith(whole)}


def compiled(name: str, source: bytes) -> bytes:
    """A module as an archive has it: without docstrings, and never checked against a source."""
    from importlib._bootstrap_external import (  # type: ignore[attr-defined]
        _code_to_hash_pyc,
    )

    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    content: bytes = bytes(_code_to_hash_pyc(code, bytes(8), False))
    return content


def write(name: str, files: dict[str, bytes]) -> None:
    """An archive of some files, whose modules are compiled."""
    import zipfile

    with zipfile.ZipFile(FOLDER / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            held, place = content, path
            if path.endswith(".py"):
                held, place = compiled(path, content), f"{path}c"
            target = zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0))
            target.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(target, held)


def sealed() -> dict[str, bytes]:
    """The kernels, with a digest of these very modules."""
    import zipfile

    from parlour.engine.compiler import library

    path = Path(library.file_of(FOLDER / "ahead", library.target()))
    if not path.exists():
        return {}
    root = FOLDER / "whole" / "parlour"
    for name in ("first.zip", "rest.zip"):
        zipfile.ZipFile(FOLDER / name).extractall(FOLDER / "whole")
    seal = library.seal(path, library.digest(root))
    return {path.name: path.read_bytes(), f"{path.name}.digest": seal.encode()}


async def main() -> None:
    """Play, and write the archives."""
    sys.path[1:1] = [str(PACKAGES), str(PACKAGES / "parlour" / "site" / "stand_ins")]
    settings = json.loads((FOLDER / "site.json").read_text())
    before = set(sys.modules)
    page = Page()
    desk = import_module("parlour.site.desk").Desk(page, settings["packages"], settings["levels"])
    games = list(settings["levels"])
    for number, game in enumerate(games, 1):
        await played(desk, page, game, settings["levels"][game][0], number, MOVES)
    modules = [module for name, module in sys.modules.items() if name not in before]
    first, core = {getattr(module, "__file__", "") for module in modules}, library()
    imported = followed()
    await desk.load(["parlour.players.hint"])
    for game in games:
        thoughts(game)
    order = list(imported)  # by now: how far the decisions below come depends on the machine
    for number, game in enumerate(games, len(games) + 1):
        await played(desk, page, game, settings["levels"][game][-1], number, STRONG_MOVES)
    files = shipped()
    used = {Path(getattr(module, "__file__", None) or "/") for module in list(sys.modules.values())}
    missing = {path for path in used if path.is_relative_to(PACKAGES)} - {*files}
    assert not missing, f"a site lacks {missing}"
    for name in sorted(asked(files)):
        if name.partition(".")[0] in sys.stdlib_module_names:
            try:
                import_module(name)
            except ImportError:
                continue
    pack(files, core, library(), first)
    (FOLDER / "site.json").write_text(json.dumps(settings | {"later": order}))


def pack(files: list[Path], core: set[str], later: set[str], first: set[str]) -> None:
    """Write the archives: of the library what is imported before the first card and what is
    imported later, and of the packages' files those that come first.
    """
    import zipfile

    with zipfile.ZipFile(FOLDER / "python_stdlib.zip") as whole:
        read = {name: whole.read(name) for name in whole.namelist()}
    # a package is in one archive alone
    packages = {name.partition("/")[0] for name in core if "/" in name}
    core |= {name for name in later if name.partition("/")[0] in packages}
    write("library.zip", {name: read[name] for name in core | UNPACKING if name in read})
    parts: list[dict[str, bytes]] = [{}, {}]
    for path in files:
        parts[str(path) not in first][path.relative_to(PACKAGES).as_posix()] = path.read_bytes()
    parts[1] |= {f"library/{name}": read[name] for name in later - core if name in read}
    for name, content in zip(("first.zip", "rest.zip"), parts, strict=True):
        write(name, content)
    if kernels := sealed():
        write("rest.zip", parts[1] | kernels)


asyncio.ensure_future(main())  # noqa: RUF006, node.mjs awaits it
