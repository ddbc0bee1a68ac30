"""What the docs say is so: options, names in diagrams, every feature's command, the files they
point to.
"""

import ast
import builtins
import hashlib
import io
import re
import shlex
import subprocess
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tomllib import loads
from typing import Any

import pytest

import parlour
from parlour import cli
from parlour.cards import NEW_DECK
from parlour.catalogue.options import house_rules, options, parse_words
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.games.crazy_eights import program as crazy_eights
from parlour.games.hearts import program as hearts
from parlour.games.hearts import rules as hearts_rules
from parlour.games.straights import program as straights
from parlour.log import read, write
from parlour.match import Dealt, actor, step, view
from parlour.shuffle import KINDS
from parlour.terminal.console import Console, run_on
from parlour.terminal.setup import option_flag
from tests.support.play import begun

ROOT = Path(__file__).parents[2]
DOCS = {path.name: path.read_text() for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]}


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_option_has_its_row(name: str) -> None:
    section = re.search(
        rf"^## {name.replace('-', ' ').title()}$(.*?)(?=^## |\Z)", DOCS["rules.md"], re.S | re.M
    )
    assert section
    text = re.sub(r"\n +", " ", section[1])
    entries = re.findall(r"^- `(\w+)` \((.+?); default (.+?)\): (.+)$", text, re.M)
    documented = [entry[:3] for entry in entries]
    defined = [
        (o.name, o.values, o.words[o.default] if o.words else str(o.default))
        for o in options(GAMES[name])
    ]
    assert documented == defined
    assert (
        parse_words(GAMES[name], {option: default for option, _, default in documented})
        == GAMES[name].Rules()
    )


def defined_names() -> set[str]:
    """Every class, function and field of the package."""
    found: set[str] = set()
    for path in (ROOT / "parlour").rglob("*.py"):
        found.add(path.stem)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
    return found


def diagrams(kind: str) -> list[str]:
    return [
        text
        for text in re.findall(r"```mermaid\n(.*?)```", DOCS["design.md"], re.S)
        if text.startswith(kind)
    ]


def test_the_class_diagram_names_what_there_is() -> None:
    (diagram,) = diagrams("classDiagram")
    named = set(re.findall(r"class (\w+)", diagram)) | set(re.findall(r"\+(\w+)", diagram))
    named |= {
        name for pair in re.findall(r"^ +(\w+) [<.*o|>-]+ (\w+)", diagram, re.M) for name in pair
    }
    assert len(named) > 40
    assert named <= defined_names()


def test_the_members_stand_in_their_classes() -> None:
    (diagram,) = diagrams("classDiagram")
    trees = {path: ast.parse(path.read_text()) for path in (ROOT / "parlour").rglob("*.py")}
    found: dict[str, list[ast.AST]] = {}
    for path, tree in trees.items():
        if path.parent == ROOT / "parlour" or path.name == "rules.py":  # one of a name in each game
            found.setdefault(path.stem, []).append(tree)
    for node in (node for tree in trees.values() for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef):
            found.setdefault(node.name, []).append(node)
    for name, members in re.findall(r"class (\w+) \{(.*?)\}", diagram, re.S):
        for member, call in re.findall(r"\+(\w+)(\(\))?", members):
            wanted = rf"def {member}\(" if call else rf"\b{member}\b"
            for node in found[name]:  # one of that name in each game
                assert re.search(wanted, ast.unparse(node)), f"{name} has no {member}"


def test_the_sequence_diagram_calls_what_there_is() -> None:
    (diagram,) = diagrams("sequenceDiagram")
    called = set(re.findall(r"(\w+)\(", diagram)) | set(re.findall(r"participant (\w+)", diagram))
    assert {"view", "step", "act", "narrated", "ask"} <= called
    assert called <= defined_names()


def code_names(text: str) -> set[str]:
    """Names in backticks that look like the package's own: `view`, `GAMES`, `Seated(seat,
    "first")`.
    """
    return {
        name
        for name in re.findall(r"`([A-Za-z_]+)(?:\([^`]*\))?`", text)
        if not hasattr(builtins, name)
    }


def test_code_names_in_design_exist() -> None:
    text = DOCS["design.md"].split("## Every feature")[0]
    words = {"ragequit", "dice", "if", "for", "while", "_replace", "human", "act", "news"}
    constants = {"LEVELS", "GAMES", "UNSEEN", "Event", "Player"}
    assert constants <= {
        name
        for path in (ROOT / "parlour").rglob("*.py")
        for name in re.findall(r"^(\w+)\b", path.read_text(), re.M)
    }
    assert code_names(text) - words - constants <= defined_names()


PROGRAMS = {
    "straights": straights.program,
    "hearts": hearts.program,
    "crazy-eights": crazy_eights.program,
    "parlour": cli.program,
}
ENTRY = re.compile(r"^- \*\*(.+?)\*\*: (`[^`]+`)(?:, typed ([^,]*),)? prints (`.*`)$", re.M)
LISTED = re.sub(
    r"\n +", " ", DOCS["design.md"].split("## Every feature")[1].replace("prints\n  ", "prints ")
)
FEATURES = [list(found) for found in ENTRY.findall(LISTED)]


@pytest.mark.parametrize("row", FEATURES, ids=lambda row: row[0])
def test_every_feature_shows(
    row: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(row[1].strip("`"))
    typed = "".join(f"{line}\n" for line in re.findall(r"`([^`]*)`", row[2]))
    output = io.BytesIO()
    run = PROGRAMS[program]
    assert run_on(Console(io.BytesIO(typed.encode()), output), program, run, arguments) == 0
    assert row[3].removeprefix("`").removesuffix("`") in output.getvalue().decode().split("\n")


def run_command(line: str, typed: bytes) -> int:
    """The exit status of a command of `.venv` that a page names."""
    program, *arguments = shlex.split(line, comments=True)
    run = PROGRAMS[program.removeprefix(".venv/bin/")]
    return run_on(Console(io.BytesIO(typed), io.BytesIO()), program, run, arguments)


def test_the_programs_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = re.findall(r"```sh\n(.*?)```", DOCS["classic.md"], re.S)
    monkeypatch.chdir(tmp_path)
    for line in block.splitlines():
        assert run_command(line, b"deck\n") == 0, line
    assert {path.name for path in tmp_path.iterdir()} == {"game.txt", "game.save"}


COMMAND_OF_READER = re.compile(r"^- \*\*(\w+)\*\*: `(\.venv/bin/[^`]+)`", re.M)


@pytest.mark.compiles
def test_the_readme_has_a_command_for_each_reader() -> None:
    commands = dict(COMMAND_OF_READER.findall(DOCS["README.md"]))
    assert list(commands) == ["Play", "Teach", "Research", "Host"]
    assert DOCS["README.md"].count("`.venv/bin/") == len(commands)
    assert unknown(f"`{commands.pop('Host')}`") == []  # it would serve until it is stopped
    for command in commands.values():
        assert run_command(command, b"quit\n") == 0, command


def test_the_readme_has_two_commands_and_a_picture() -> None:
    """`.ci/fresh` runs the first two lines of its blocks."""
    install, test = re.findall(r"```sh\n(.*)\n```", DOCS["README.md"])
    assert install == "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/parlour"
    assert install in DOCS["first-game.md"]
    assert test == "scripts/test"
    assert re.findall(r"!\[.+?\]\[(\w+)\]", DOCS["README.md"]) == ["hearts"]


SCREEN = 50  # lines


def test_the_short_pages_are_short() -> None:
    assert len(DOCS["README.md"].splitlines()) <= SCREEN
    _, *versions = re.split(r"^## ", DOCS["CHANGELOG.md"], flags=re.M)
    assert versions
    assert max(len(version.splitlines()) for version in versions) <= SCREEN
    assert len(DOCS["why.md"].split()) <= 3000


def test_there_are_features_for_every_section() -> None:
    told = " ".join(row[0] for row in FEATURES)
    assert len(FEATURES) == LISTED.count("\n- ") >= 25  # each can be read
    assert all(
        section in told
        for section in (
            "3.1",
            "5.1",
            "5.2",
            "5.3",
            "5.4",
            "5.5.1",
            "5.5.2",
            "5.5.3",
            "5.6",
            "6 ",
            "7 ",
        )
    )
    every = " ".join(row[1] for row in FEATURES)
    options_shown = (
        "--shuffle",
        "--dialect",
        "--players",
        "--load",
        "--transcript",
        "--target",
        "--opens",
        "--discards",
        "--values",
    )
    # shown by a saved position
    assert [option for option in options_shown if option not in every] == ["--opens"]
    assert all(
        sum(row[0].startswith(game) for row in FEATURES) >= 8 for game in ("Hearts", "Crazy Eights")
    )


def test_the_log_format_is_what_the_program_reads_and_writes() -> None:
    text = re.search(r"```\n(\{.*?)```", DOCS["log.md"], re.S)
    assert text
    joined = text[1].replace("\n  ", "")  # as the page says
    lines = list(read(joined.encode().splitlines(keepends=True)))
    assert write([line.event for line in lines], "straights") == joined
    assert {type(line.event).__name__.lower() for line in lines} == {
        "opened",
        "seated",
        "dealt",
        "acted",
    }


def test_the_engines_example_runs() -> None:
    text = re.search(r"```python\n(.*?)```", DOCS["performance.md"], re.S)
    assert text
    exec(compile(text[1], "performance.md", "exec"), {})


def docs_player() -> str:
    """The player that the tutorial writes."""
    text = re.search(r"```python\n(.*?)```", DOCS["a-player.md"], re.S)
    assert text
    return text[1]


def test_the_docs_player_plays_what_it_says() -> None:
    made: dict[str, Any] = {}
    exec(compile(docs_player(), "a-player.md", "exec"), made)
    match = step(begun("hearts", hearts_rules.Rules(), 1), Dealt(NEW_DECK))
    while match.playing:
        seat = actor(match)
        match = match.act(seat, made["act"](view(match, seat), 0))
    assert sum(match.sheet[0]) in (26, 78)


def test_the_docs_player_beats_the_plain_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(docs_player())
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    output = io.BytesIO()
    words = ["duel", "hearts", "--players", "mine:act,first", "--deals", "20", "--jobs", "1"]
    assert run_on(Console(None, output), "parlour", cli.program, words) == 0
    difference = re.search(
        r"mine:act pays (\S+) \S+ (\S+) points a round less", output.getvalue().decode()
    )
    assert difference
    assert float(difference[1]) > float(difference[2])


def test_the_extra_docs_is_what_the_sites_pins_are_made_from() -> None:
    project = loads((ROOT / "pyproject.toml").read_text())
    wanted = (ROOT / "requirements" / "docs.in").read_text().splitlines()
    extra = project["project"]["optional-dependencies"]["docs"]
    assert extra == [line for line in wanted if not line.startswith("#")]
    pinned = (ROOT / "requirements" / "docs.txt").read_text()
    assert all(f"{re.split('[<>=]', line)[0]}==" in pinned for line in extra)


def test_the_yardstick_is_frozen() -> None:
    digest = hashlib.sha256((ROOT / "bench" / "duck.py").read_bytes()).hexdigest()
    assert digest in DOCS["players.md"]


def test_the_saved_position_in_the_docs_loads(tmp_path: Path) -> None:
    text = re.search(r"```\n(straights 1\n.*?)```", DOCS["classic.md"], re.S)
    assert text
    (tmp_path / "save").write_text(text[1])
    output = io.BytesIO()
    assert (
        run_on(
            Console(io.BytesIO(), output),
            "straights",
            straights.program,
            ["--load", str(tmp_path / "save")],
        )
        == 0
    )
    assert output.getvalue().endswith(b"Legal plays: 6C\n>")


@pytest.mark.parametrize("program", BUILT_IN)
def test_every_option_of_a_program_is_in_its_page(program: str) -> None:
    output = io.BytesIO()
    run_on(Console(None, output), program, PROGRAMS[program], ["--help"])
    flags = set(re.findall(r"--[a-z-]+", output.getvalue().decode())) - {"--help", "--version"}
    house = {option_flag(option.name) for option in house_rules(GAMES[program])}
    assert house <= flags
    assert len(flags - house) == {"straights": 10, "hearts": 9, "crazy-eights": 8}[program]
    assert all(
        f"`{flag}" in DOCS["classic.md"] or f"{flag} " in DOCS["classic.md"]
        for flag in flags - house
    )
    assert all(kind in DOCS["classic.md"] for kind in KINDS)


def test_every_option_of_parlour_is_in_its_page() -> None:
    for command in ("simulate", "replay", "duel", "train"):
        output = io.BytesIO()
        run_on(Console(None, output), "parlour", cli.program, [command, "--help"])
        flags = set(re.findall(r"--[a-z]+", output.getvalue().decode())) - {"--help"}
        assert flags
        assert all(flag in DOCS["parlour.md"] for flag in flags)


FOLDERS = "parlour|tests|bench|docs|examples|scripts|engine|games|players|table|terminal|lab|web"
PLACES = re.compile(rf"(?<![\w/.:-])((?:{FOLDERS})/[a-zA-Z_][\w./-]*\w)(?! PURPOSE)")
PROGRAM = "parlour|straights|hearts|crazy-eights"
DOTTED = re.compile(r"`((?:parlour|tests)(?:\.\w+)+)")
MODULES = re.compile(r"python -m ((?:parlour|tests)[\w.]*\w)")
NAMED = re.compile(r"`?(test_\w+)`?(?!\.py|\w)")
COMMANDS = re.compile(
    rf"`(?:\.venv/bin/)?((?:{PROGRAM})(?: [^`]+)?)`|^\.venv/bin/((?:{PROGRAM})\b.*)$", re.M
)


def missing(text: str) -> list[str]:
    """Files, modules and tests that a text names and that do not exist."""
    files = list((ROOT / "tests").rglob("*.py"))
    defined = {name for path in files for name in re.findall(r"def (test_\w+)", path.read_text())}
    stems = {path.stem for path in files}
    paths = [path.replace("/X/", "/hearts/") for path in PLACES.findall(text)]
    found = [
        path
        for path in paths
        if not any((root / path).exists() for root in (ROOT, ROOT / "parlour"))
    ]
    found += [
        name for name in MODULES.findall(text) if not is_module(name) and not name.endswith(".NAME")
    ]
    found += [name for name in DOTTED.findall(text) if not importable(name)]
    return found + [name for name in NAMED.findall(text) if name not in defined | stems]


def importable(name: str) -> bool:
    """Whether a dotted name is a module, or leads from one to something."""
    module, rest = name, list[str]()
    while find_spec(module.partition(".")[0]) and not is_module(module):
        module, _, last = module.rpartition(".")
        rest.insert(0, last)
    thing: Any = import_module(module)
    for part in rest:
        if not hasattr(thing, part):
            return False
        thing = getattr(thing, part)
    return True


def is_module(name: str) -> bool:
    """Whether there is a module of that name."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("name", DOCS)
def test_what_the_docs_name_exists(name: str) -> None:
    assert missing(DOCS[name]) == []


def test_what_does_not_exist_is_found() -> None:
    planted = "`tests/web/test_gone.py`, `parlour/gone.py`, python -m tests.gone, "
    planted += "`parlour.match.gone`, `test_gone`"
    assert missing(planted) == [
        "tests/web/test_gone.py",
        "parlour/gone.py",
        "tests.gone",
        "parlour.match.gone",
        "test_gone",
    ]


STORED = re.compile(r"git\s+show\s+(\w+):([\w./-]+\w)")


def git(*words: str) -> int:
    """The exit status of git in the repository."""
    return subprocess.run(["git", *words], check=False, cwd=ROOT, capture_output=True).returncode


def test_files_of_the_past_are_named_where_they_are_no_more() -> None:
    """Measurements that have left the repository, and the long forms of pages. A shallow clone
    has no past to look at.
    """
    named = {found for text in DOCS.values() for found in STORED.findall(text)}
    assert len(named) > 5
    assert [file for _, file in named if file.startswith("bench/") and (ROOT / file).exists()] == []
    (commit,) = {commit for commit, _ in named}
    known = git("cat-file", "-e", f"{commit}^{{commit}}") == 0
    files = {file for _, file in named}
    lost = {file for file in files if git("cat-file", "-e", f"{commit}:{file}")}
    assert lost == (set() if known else files)


PROMISE = re.compile(r"^- (.+?):((?:\s+`[^`]+`,?)+)$", re.M | re.S)
LAYOUTS = ("phone", "desktop", "sideways", "small", "tablet", "large")


def unproved(text: str) -> list[str]:
    """Promises of a page that name nothing, and proofs that do not exist: a test of a file, a
    picture, or a script.
    """
    found = [line.strip() for line in re.split(r"\n(?=- |\n)", text) if line.startswith("- ")]
    wrong = [line for line in found if not PROMISE.fullmatch(line)]
    for proof in re.findall(r"`([^` ]+)`", " ".join(found)):
        path, _, name = proof.partition("::")
        folder = ROOT / "docs" if path.startswith("screens/") else ROOT
        source = (folder / path).read_bytes() if (folder / path).is_file() else b""
        tested = re.search(rf"^def {name}\(", source.decode(), re.M) if name else source
        if not tested or path.startswith("tests/") != bool(name):
            wrong.append(proof)
    return wrong


def test_each_promise_has_its_proof() -> None:
    promises = PROMISE.findall(DOCS["page.md"])
    assert len(promises) > 60
    assert len({promise for promise, _ in promises}) == len(promises)
    assert unproved(DOCS["page.md"]) == []


def test_a_promise_without_a_proof_is_found() -> None:
    here = "tests/project/test_docs.py"
    planted = f"""- It is tested: `{here}::test_gone`,
  `tests/test_gone.py::test_gone`
- It is drawn: `screens/gone.webp`
- It is run: `{here}`, `.ci/types`
- It is said.

- It is so: `{here}::test_each_promise_has_its_proof`
"""
    assert unproved(planted) == [
        "- It is said.",
        f"{here}::test_gone",
        "tests/test_gone.py::test_gone",
        "screens/gone.webp",
        here,
    ]


def test_the_pictures_are_small_and_show_each_layout() -> None:
    """Light and dark; what they may weigh is said where they are drawn."""
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs/screens").iterdir()}
    drawn = (ROOT / "tests/support/screens.py").read_text()
    found = re.search(r"^LARGEST, ALL = (\w+), (\w+)", drawn, re.M)
    assert found
    largest, most = map(int, found.groups())
    assert max(sizes.values()) <= largest
    assert sum(sizes.values()) <= most
    assert {
        f"{game}-playing-{layout}-{scheme}.webp"
        for game in BUILT_IN
        for layout in LAYOUTS
        for scheme in ("light", "dark")
    } <= {*sizes}


def options_of(program: str, command: str) -> set[str]:
    """The options that a program's help names, of a command of it."""
    output = io.BytesIO()
    run_on(
        Console(None, output),
        program,
        PROGRAMS[program],
        [*([command] if command else []), "--help"],
    )
    return set(re.findall(r"--[a-z][a-z-]*", output.getvalue().decode()))


def unknown(text: str) -> list[str]:
    """Commands and options that a text names and that no program has."""
    found = []
    for line in filter(None, (name for pair in COMMANDS.findall(text) for name in pair)):
        program, *words = line.split("#")[0].split()
        command = (
            words[0] if program == "parlour" and words and re.fullmatch("[a-z]+", words[0]) else ""
        )
        if command and command not in COMMANDS_OF_PARLOUR:
            found.append(line)
        elif command != "bench":
            options = {re.split("[^a-z-]", word)[0] for word in words if re.match("--[a-z]", word)}
            found += [
                f"{program} {command} {option}" for option in options - options_of(program, command)
            ]
    return found


COMMANDS_OF_PARLOUR = (
    "serve",
    "play",
    "record",
    "replay",
    "simulate",
    "duel",
    "train",
    "site",
    "bench",
)


@pytest.mark.parametrize("name", DOCS)
def test_commands_that_the_docs_name_exist(name: str) -> None:
    assert unknown(DOCS[name]) == []


def test_commands_that_do_not_exist_are_found() -> None:
    assert unknown("`parlour gone`, `straights 1 --gone`, `parlour serve --lan`") == [
        "parlour gone",
        "straights  --gone",
    ]


def test_the_first_page_leads_to_every_other() -> None:
    linked = set(re.findall(r"\]\((\w[\w-]*\.md)", DOCS["index.md"]))
    assert linked == {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}


OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
FOREIGN = {  # options of pip, mypy and http.server; "--name" stands for any house rule
    *("--editable", "--strict", "--directory", "--name")
}


def known_options() -> set[str]:
    """The options of all programs, and those of the scripts, measurements and tests."""
    found = {name for program in BUILT_IN for name in options_of(program, "")}
    found |= {name for command in COMMANDS_OF_PARLOUR for name in options_of("parlour", command)}
    sources = [*(ROOT / "scripts").iterdir(), *(ROOT / "bench").glob("*.py")]
    sources += [*(ROOT / "tests/attack").glob("*.py"), ROOT / "tests/conftest.py"]
    return found | {name for path in sources for name in OPTION.findall(path.read_text())}


@pytest.mark.parametrize("name", sorted({*DOCS} - {"CHANGELOG.md"}))
def test_options_that_the_docs_name_exist(name: str) -> None:
    assert {*OPTION.findall(DOCS[name])} - known_options() - FOREIGN == set()


def test_an_option_that_does_not_exist_is_found() -> None:
    assert {*OPTION.findall("`--gone`, a--b, `--shuffle X`")} - known_options() == {"--gone"}


def page_texts() -> list[re.Pattern[str]]:
    """The texts of the page in English, with anything in place of what it fills in."""
    patterns = ("*.js", "words.py", "narration.py")
    sources = [path for pattern in patterns for path in (ROOT / "parlour").rglob(pattern)]
    texts = {
        text
        for path in sources
        if "german" not in path.name
        for text in re.findall(r'"((?:[^"\\\n]|\\.)+)"', path.read_text())
    }
    return [re.compile(re.escape(text).replace("%", ".+")) for text in texts if text != "%"]


QUOTED = re.compile(r'"([A-Z][^"]+)"')


def unseen(text: str) -> list[str]:
    """Words in quotes that the page never shows."""
    quoted = [" ".join(words.split()).removesuffix(".") for words in QUOTED.findall(text)]
    shown = page_texts()
    return [
        words
        for words in quoted
        if not any(known.fullmatch(end) for known in shown for end in (words, f"{words}."))
    ]


ELSEWHERE = {  # pages that quote something else
    *("CHANGELOG.md", "a-game.md", "log.md", "mutants.md", "players.md", "rules.md", "why.md")
}


@pytest.mark.parametrize("name", sorted({*DOCS} - ELSEWHERE))
def test_words_that_the_docs_quote_are_the_pages(name: str) -> None:
    prose = re.sub(r"```.*?```|`[^`]*`|^\[.*$", "", DOCS[name], flags=re.S | re.M)
    assert unseen(prose) == []


def test_words_that_the_page_never_shows_are_found() -> None:
    assert unseen('"A friend, by link", "A friend", "Play Hearts", "Follow clubs."') == [
        "A friend, by link"
    ]


def test_links_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
            assert target.startswith("https://") or (path.parent / target).exists(), (
                f"{path.name}: {target}"
            )


def test_the_changelog_has_this_version() -> None:
    assert f"## {parlour.__version__} " in DOCS["CHANGELOG.md"]
