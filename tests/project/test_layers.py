"""Which file may import which, read from the imports themselves."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "parlour"

ORDER = (  # a file imports those of its own room, and those of rooms before it
    *("errors", "cards", "tricks", "card_set", "shuffle", "system", "catalogue", "game", "match"),
    *("words", "log", "engine/compiler", "engine/numbers", "engine/rounds", "engine/worlds"),
    *(
        "engine/search",
        "engine/ahead",
        "engine",
        "players",
        "series",
        "api",
        "table/messages",
        "table",
    ),
    *("host", "host/workers", "terminal", "storage", "lab", "testing", "web/access"),
    *("web/connections", "web", "site", "cli"),
)
ROOT_ROOMS = {"__init__", "__main__"}  # they name modules that others ask them for
CORE = (
    "errors",
    "cards",
    "tricks",
    "catalogue",
    "match",
)  # what a player or a part of a game reads
GAMES = {  # what a part of a game imports besides its own folder
    "rules": ("cards", "tricks"),
    "presets": (),  # data alone
    "words": (*CORE, "words"),
    "report": CORE,
    "levels": (*CORE, "players"),
    "engine": (*CORE, "engine/compiler", "engine/numbers", "engine/rounds", "engine/worlds",
               "engine/search"),
    "program": (*CORE, "players", "system", "terminal", "words"),
}  # fmt: skip
WITHOUT = {  # rooms that lie before another one, which does without them
    "table": ("engine", "series", "api"),
    "host": ("engine", "log", "series", "api", "words"),
    "storage": ("engine", "log", "series", "api", "words"),
    "web": ("engine", "log", "series", "api", "lab", "testing"),
    "terminal": ("engine", "log", "series", "api", "table", "host"),
    "lab": ("table", "host", "storage"),
}
OUTSIDE = {
    "system": {"platformdirs"},
    "storage": {"sqlalchemy"},
    "lab": {"rich"},
    "engine": {"llvmlite", "numba", "numpy", "rich"},
    "games/engine": {"numpy"},
    "table": {"pydantic", "typing_extensions"},  # values alone: a table has no input or output
    "web": {
        "h11",
        "idna",
        "pydantic",
        "segno",
        "starlette",
        "typing_extensions",
        "uvicorn",
        "websockets",
    },
}  # who may import what is not in the standard library

NUMPY = {  # which a player, a server and a program do without
    *("engine/numbers/arguments", "engine/rounds/batch", "engine/rounds/deals"),
    *("engine/rounds/random_play", "engine/rounds/round_kernels", "engine/search/flat_engine"),
    "engine/compiler/instructions",  # which Numba alone imports
    "games/*/engine/training",
}

FILES = sorted(ROOT.rglob("*.py"))


def room(module: str) -> str:
    """The room of a module of the package, named without `parlour.`: the longest name of `ORDER`
    that begins it; of a game, its folder.
    """
    parts = module.split(".")
    if parts[0] == "games":
        return "/".join(parts[:2])
    inner = "/".join(parts[:2])
    return inner if inner in ORDER else parts[0]


BY_NAME = {  # what a file imports by a name in its text, though it stands before it
    ("parlour.match.match", "parlour.api"),  # of the methods `step` and `__str__`
    ("parlour.players.levels", "parlour.players.search"),  # of the levels that all games share
    ("parlour.players.levels", "parlour.players.trained"),
}
IMPORTERS = {"import_module", "later"}  # functions that import a module by its name


def named_modules(path: Path) -> set[str]:
    """Full names of the modules that a file imports by constant names, but for the list."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    names = {
        str(call.args[0].value)
        for call in calls
        if call.args and isinstance(call.args[0], ast.Constant)
        if ast.unparse(call.func).rpartition(".")[2] in IMPORTERS
    }
    return {name for name in names if (module_of(path), name) not in BY_NAME}


def imports(path: Path) -> set[str]:
    """Full names of the modules that a file imports when it runs, at its top, inside a function, or
    by a constant name; what only types need stands under TYPE_CHECKING.
    """
    modules = named_modules(path)
    nodes: list[ast.AST] = [ast.parse(path.read_text())]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            nodes += node.orelse
            continue
        nodes += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                modules.add(name if name in MODULES else node.module)
    return modules


def module_of(path: Path) -> str:
    """The full name of a file's module."""
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in FILES}


def allowed(here: str, part: str, target: str) -> bool:
    """Whether a file of a room may import one of another; `part` is which part of a game it is."""
    if here.startswith("games/"):
        return target == here or target in GAMES.get(part, GAMES["levels"])
    if target == here or here in ROOT_ROOMS:
        return True
    top, other = here.split("/")[0], target.split("/")[0]
    if target not in ORDER or other in WITHOUT.get(top, ()):
        return False
    return ORDER.index(target) < ORDER.index(here)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_arrows(path: Path) -> None:
    here, part = room(module_of(path).partition(".")[2] or "__init__"), part_of(path)
    for name in imports(path):
        top, _, inner = name.partition(".")
        if top == "parlour":
            if inner:  # `from parlour import __version__`
                assert allowed(here, part, room(inner)), f"{here} imports {name}"
        else:
            outside = OUTSIDE.get(whose(here, part), ())
            assert top in sys.stdlib_module_names or top in outside, f"{here} imports {name}"


def part_of(path: Path) -> str:
    """Which part of a game a file is in; of other files, nothing that is asked for."""
    parts = (*path.relative_to(ROOT).with_suffix("").parts, "", "")
    return parts[2].replace("__init__", "program")


def whose(here: str, part: str) -> str:
    """The key of `OUTSIDE` for a room."""
    return "games/engine" if part == "engine" else here.split("/")[0]


def test_what_may_be_imported_from_outside_is() -> None:
    """No entry of the list is idle."""
    used: dict[str, set[str]] = {}
    for name, path in MODULES.items():
        key = whose(room(name.partition(".")[2] or "__init__"), part_of(path))
        tops = {module.partition(".")[0] for module in imports(path)}
        used.setdefault(key, set()).update(tops - {"parlour"} - sys.stdlib_module_names)
    assert {key: tops for key, tops in used.items() if tops} == OUTSIDE


def test_every_room_has_its_place() -> None:
    rooms = {room(name.partition(".")[2] or "__init__") for name in MODULES}
    assert {name for name in rooms if not name.startswith("games")} == {*ORDER, *ROOT_ROOMS}


def circles(graph: dict[str, set[str]]) -> set[str]:
    """The modules that import each other in a circle, or stand between two circles."""
    left = dict(graph)
    while ends := {
        name
        for name in left
        if not left[name] & left.keys() or not any(name in targets for targets in left.values())
    }:
        left = {name: targets for name, targets in left.items() if name not in ends}
    return set(left)


def test_no_modules_import_each_other() -> None:
    graph = {name: imports(path) - {name} for name, path in MODULES.items()}
    assert sum(map(len, graph.values())) > 1000
    assert circles(graph) == set()
    for here, target in BY_NAME:  # each is needed: with it there is a circle
        assert {here, target} <= circles({**graph, here: graph[here] | {target}})
    planted = {**graph, "parlour.cards": graph["parlour.cards"] | {"parlour.match"}}
    assert {"parlour.cards", "parlour.match"} <= circles(planted)


MOST = 13  # modules in a folder


def test_a_folder_has_few_modules_and_says_what_they_are() -> None:
    for folder in {path.parent for path in FILES} - {ROOT / "site" / "stand_ins"}:
        assert len([*folder.glob("*.py")]) <= MOST, folder
        sentence = ast.get_docstring(ast.parse((folder / "__init__.py").read_text()))
        assert sentence, folder


def test_what_needs_numpy() -> None:
    """Modules of the engine alone, and not those of players."""
    asks = {
        re.sub("^games/[^/]*/", "games/*/", path.relative_to(ROOT).with_suffix("").as_posix())
        for path in FILES
        if re.search("^(import|from) numpy", path.read_text(), re.M)
    }
    assert asks == NUMPY


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
    "parlour/catalogue/registry.py": "BUILT_IN = .*",  # the registry's one tuple
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
    assert len(named(texts["parlour/catalogue/registry.py"])) == 1
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
    """`parlour/table/turns.py` is tested by `tests/table/test_turns.py`; a file of tests that has
    no module is of a subject in the list.
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
