"""Which file may import which, read from the imports themselves."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "parlour"

PLAY = {"cards", "game", "match"}  # what a player, a voice or an engine of a game reads
ARROWS = {
    # the public names, each imported when it is first asked for
    "__init__": {"api", "card_set", "engine", "errors", "log", "match"},
    "api": PLAY | {"errors", "lab", "players"},
    "card_set": {"cards", "errors"},
    "__main__": {"start"},
    "errors": set(),
    "cards": {"errors"},
    "tricks": {"cards"},
    "shuffle": {"cards", "errors"},
    "locks": set(),
    "folders": {"errors"},
    "processes": {"errors"},
    "game": {"cards", "errors", "old_names", "packages"},
    "old_names": set(),
    "packages": {"cards", "errors", "game", "old_names", "shown"},
    "shown": {"cards"},
    # the methods of a Match and a View call what stands above them
    "match": {"api", "card_set", "cards", "earlier", "errors", "game", "terminal"},
    "earlier": {"cards"},
    "encoding": {"errors"},
    "log": {"cards", "encoding", "errors", "game", "match"},
    "words": PLAY | {"errors"},
    "presets": {"errors", "game"},
    "lessons": {"errors", "game", "players", "shown", "shuffle"},
    "games/rules": {"cards", "tricks"},
    "games/words": PLAY | {"words"},
    "games/presets": set(),  # data alone
    "games/levels": PLAY | {"players"},
    "games/report": PLAY,
    "games/engine": PLAY | {"engine", "tricks"},
    "games/program": PLAY | {"errors", "players", "start", "terminal", "words"},
    "engine": PLAY
    | {
        *("__init__", "engine", "errors", "folders", "locks", "old_names"),
        *("packages", "processes", "tricks"),
    },
    "players": PLAY | {"engine", "errors", "players", "words"},
    "table": PLAY | {"earlier", "errors", "log", "players", "shown", "shuffle", "table", "words"},
    "terminal": PLAY
    | {
        "__init__",
        "encoding",
        "errors",
        "locks",
        "players",
        "shown",
        "shuffle",
        "terminal",
        "words",
    },
    "lab": PLAY
    | {"encoding", "engine", "errors", "lab", "log", "players", "processes", "shuffle", "terminal"},
    "testing": PLAY
    | {
        "engine",
        "errors",
        "lab",
        "lessons",
        "log",
        "players",
        "presets",
        "shown",
        "shuffle",
        "table",
        "testing",
        "words",
    },
    "site": PLAY
    | {
        "__init__",
        "engine",
        "errors",
        "folders",
        "players",
        "processes",
        "site",
        "table",
        "web",
    },
    "start": {"errors"},  # imports programs by name
    "cli": PLAY
    | {
        "__init__",
        "cli",
        "engine",
        "errors",
        "lab",
        "log",
        "players",
        "presets",
        "shuffle",
        "site",
        "start",
        "table",
        "terminal",
        "testing",
        "web",
        "words",
    },
    "web": PLAY
    | {
        "__init__",
        "errors",
        "folders",
        "lessons",
        "locks",
        "players",
        "presets",
        "processes",
        "shown",
        "shuffle",
        "table",
        "terminal",
        "web",
        "words",
    },
}
OUTSIDE = {
    "folders": {"platformdirs"},
    "lab": {"rich"},
    "engine": {"llvmlite", "numba", "numpy", "rich"},
    "games/engine": {"numpy"},
    "match": {"typing_extensions"},  # for the type checker alone
    "table": {"pydantic", "typing_extensions"},  # values alone: a table has no input or output
    "web": {
        "h11",
        "idna",
        "pydantic",
        "segno",
        "sqlalchemy",
        "starlette",
        "typing_extensions",
        "uvicorn",
        "websockets",
    },
}  # who may import what is not in the standard library

NUMPY = {  # which a player, a server and a program do without
    *("any", "arguments", "batch", "deals", "kernels", "rounds"),
    "training",  # of a game
    "intrinsics",  # which Numba alone imports
}

FILES = sorted(ROOT.rglob("*.py"))


def place(path: Path) -> str:
    """The room a file belongs to: its folder, or its own name; in a game's folder also which part
    of the game it is.
    """
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] == "games":
        if len(parts) == 2:
            return "__init__"
        part = "program" if parts[2] == "__init__" else parts[2]
        return f"games/{part}" if f"games/{part}" in ARROWS else "games/levels"
    return parts[0]


def imports(path: Path) -> set[str]:
    """Full names of the modules that a file imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module
            whole = (
                ROOT.parent / node.module.replace(".", "/")
            ).is_dir()  # a package, of which modules are imported
            found |= (
                {f"{node.module}.{alias.name}" for alias in node.names} if whole else {node.module}
            )
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_arrows(path: Path) -> None:
    here = place(path)
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top != "parlour":
            assert top in sys.stdlib_module_names or top in OUTSIDE.get(here, ()), (
                f"{here} imports {name}"
            )
        elif rest.startswith("games."):
            own = path.relative_to(ROOT).parts[:2]
            assert own == tuple(rest.split(".")[:2]), f"{here} imports another's {name}"
        else:
            target = rest.split(".")[0]
            known = target if target in ARROWS else "__init__"  # `from parlour import __version__`
            assert known in ARROWS[here], f"{here} imports {name}"


def test_every_room_is_named() -> None:
    assert {place(path) for path in FILES} == set(ARROWS)


def test_what_needs_numpy() -> None:
    """Modules of the engine alone, and not those of players."""
    asks = [path for path in FILES if re.search("^(import|from) numpy", path.read_text(), re.M)]
    assert {path.stem for path in asks} == NUMPY
    assert {path.parent.name for path in asks} == {"engine"}


def test_nothing_imports_a_program() -> None:
    """The programs are ends: they may be read, changed or left out alone."""
    assert not [path for path in FILES for name in imports(path) if name.endswith(".program")]


STRAIGHTS, HEARTS, EIGHTS = "straights", "hearts", r"crazy|\beights"
NAMES = re.compile(f"{STRAIGHTS}|{HEARTS}|{EIGHTS}", re.I)
SUITS = re.compile(r"spades", re.I)  # beside which hearts are a suit


def named(text: str) -> list[str]:
    """The lines of a text that name a game; the examples of docstrings may."""
    return [
        line
        for line in text.splitlines()
        if NAMES.search(line) and not SUITS.search(line) and not line.lstrip().startswith(">>> ")
    ]


AROUND = ("parlour", "bench", "scripts", ".ci")
ALLOWED = {  # by file, the only lines that may name a game
    "parlour/game.py": "BUILT_IN = .*",  # the registry's one tuple
    "pyproject.toml": r'description = .*|[a-z-]+ = "parlour\.games\.\w+:main"',  # the programs
    # the assignment's program, beside the output that its text prints
    ".ci/fresh": "empty '[^ ]*straights 6788' .*",
    ".ci/wheel": "empty (straights 6788|parlour simulate --game straights) .*",
    # the programs' first prompts
    "bench/startup.py": r' +"(.*)": \["\1", .*\],|.* from parlour\.games\.hearts\.program .*',
    # the cases that OpenSpiel or plain Python plays as well
    "bench/engine.py": ' {4}"[A-Z].*": \\(".*\\),| +if case == "Straights":|.*plain_straights\\b.*',
}
OF_ONE = {  # measurements and yardsticks of one game, as their first lines say
    "bench/duck.py": HEARTS,
    "bench/fitting.py": EIGHTS,
    "bench/given.py": HEARTS,
    "bench/parts.py": HEARTS,
    "bench/plain.py": STRAIGHTS,
    "bench/styles.py": HEARTS,
    "bench/yardsticks/open_spiel_hearts.py": HEARTS,
}


def strays(file: str, text: str) -> list[str]:
    """The lines that name a game and may not."""
    others = "|".join({STRAIGHTS, HEARTS, EIGHTS} - {OF_ONE.get(file)})
    return [
        line
        for line in named(text)
        if re.search(others, line, re.I) and not re.fullmatch(ALLOWED.get(file, ""), line)
    ]


def test_nothing_outside_its_folder_names_a_game() -> None:
    """But for what the lists allow; and they allow nothing idly."""
    top = ROOT.parent
    files = [top / "pyproject.toml", *(path for name in AROUND for path in (top / name).rglob("*"))]
    texts = {
        path.relative_to(top).as_posix(): path.read_text()
        for path in files
        if path.is_file() and path.suffix in {".py", ".js", ".css", ".html", ".toml", ""}
    }
    texts = {file: text for file, text in texts.items() if not file.startswith("parlour/games/")}
    assert {file: lines for file, text in texts.items() if (lines := strays(file, text))} == {}
    assert [file for file in {**ALLOWED, **OF_ONE} if not named(texts[file])] == []
    assert len(named(texts["parlour/game.py"])) == 1
    for planted in ("if game == 'hearts':", "def crazy_eights():", 'import "./straights.js"'):
        for file in {*texts, "bench/new.py"}:
            its_own = file in OF_ONE and re.search(OF_ONE[file], planted)
            assert strays(file, f"first\n{planted}\nlast") == ([] if its_own else [planted])


def test_no_check_runs_in_the_environment_for_playing() -> None:
    """`.venv` is the README's alone; what checks runs in the environment of the tests."""
    top = ROOT.parent
    scripts = [path for name in ("scripts", ".ci") for path in (top / name).iterdir()]
    texts = {path.name: path.read_text() for path in scripts if path.is_file()}
    # a newcomer's two commands
    assert {name for name, text in texts.items() if ".venv/" in text} == {"fresh"}


LINES, FUNCTION, KERNEL = 400, 45, 58  # at most; a kernel is compiled whole
LONGER = {  # what is longer, and how long it may be
    "games/hearts/rules.py": LINES,
    "match.py": 440,
}


def test_guide_sizes() -> None:
    """The guides of docs/design.md."""
    for path in FILES:
        file, text = path.relative_to(ROOT).as_posix(), path.read_text()
        most = LONGER.get(file, 300 if path.name == "rules.py" else LINES)
        assert len(text.splitlines()) <= most, f"{file} is long"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                compiled = any(
                    re.match("compiled|kernel", ast.unparse(one)) for one in node.decorator_list
                )
                most = LONGER.get(node.name, KERNEL if compiled else FUNCTION)
                size = (node.end_lineno or 0) - node.lineno + 1
                assert size <= most, f"{file}: {node.name} has {size} lines"
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                several = [argument for argument in given if argument.arg not in ("self", "cls")]
                assert len(several) <= 8, f"{path.name}: {node.name} takes {len(several)}"


def test_what_is_read_by_the_type_checker() -> None:
    """Of all parameters at most three in a hundred are `Any`."""
    nodes = [
        node
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
    ]
    hints = [
        argument.annotation
        for node in nodes
        for argument in [*node.args.args, *node.args.kwonlyargs]
    ]
    told = [ast.unparse(hint) for hint in hints if hint]
    assert len(told) > 2000
    assert told.count("Any") <= 3 * len(told) / 100


WHOLE = ("attack", "project", "system", "web/browser")  # folders that mirror none of the package
SUBJECTS = {  # tests of more than one module
    *("cli/test_help", "engine/test_worlds_oracle", "games/test_any_game", "games/test_laws"),
    *("games/test_levels", "games/test_oh_hell", "games/test_openspiel", "games/test_perft"),
    *("lab/test_reference_players", "table/test_numbered"),
    *("players/test_blind", "table/test_laws"),
    *("table/test_rounds", "terminal/test_process", "web/test_hangs"),
    *("web/test_kill", "web/test_lost", "web/test_offered", "web/test_page_types"),
    *("web/test_nginx", "web/test_socket_law", "web/test_texts", "web/test_upgrades"),
    *("cli/test_failures", "games/test_programs", "web/test_limits", "web/test_versions"),
}


def test_the_tests_mirror_the_tree() -> None:
    """`parlour/table/wire.py` is tested by `tests/table/test_wire.py`; a file of tests that has no
    module is of a subject in the list.
    """
    tests = ROOT.parent / "tests"
    files = {
        path.relative_to(tests).with_suffix("").as_posix() for path in tests.rglob("test_*.py")
    }
    modules = {path.relative_to(ROOT).with_suffix("") for path in FILES}
    mirrored = {(path.parent / f"test_{path.name}").as_posix() for path in modules}
    of_the_package = {file for file in files if not file.startswith(WHOLE)}
    assert of_the_package - mirrored == SUBJECTS
    helpers = {path.parent.name for path in tests.rglob("[!_]*.py") if "test_" not in path.name}
    assert helpers <= {"attack", "browser", "oracle", "sketches", "support", "tests", "web"}


SOURCES = sorted(
    path for top in ("parlour", "bench", "examples") for path in (ROOT.parent / top).rglob("*.py")
)


def chained(source: str) -> list[int]:
    """The lines of conditional expressions that have another one as an operand."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.IfExp)
        and any(isinstance(one, ast.IfExp) for one in (node.test, node.body, node.orelse))
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT.parent)))
def test_no_conditional_expression_is_chained(path: Path) -> None:
    assert chained(path.read_text()) == []


def test_a_planted_chain_is_found() -> None:
    assert chained("\na = 1 if b else 2 if c else 3") == [2]
    assert chained("a = 1 if b else (2 if c else 3)") == [1]
    assert chained("a = 1 if b else f(2 if c else 3)") == []


def test_conditional_expressions_are_few() -> None:
    """At most 15 in 1,000 lines of the package."""
    texts = [path.read_text() for path in FILES]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    found = sum(isinstance(node, ast.IfExp) for node in nodes)
    assert 0 < found <= 15 * sum(len(text.splitlines()) for text in texts) / 1000
