"""The docs, docstrings and comments follow the rules of language: plain terms of the field, one
meaning a word, the subject first. The lists have patterns that give few false alarms. Lines are at
most 100 columns wide in all files.
"""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

CHECKED = [  # patterns of the modules whose docstrings and comments are checked
    "parlour/**/*.py",
    "bench/*.py",
    "examples/**/*.py",
    ".ci/first_card",
]

ROOT = Path(__file__).parents[2]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text()
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
}
WIDTH, TAB = 100, 4  # columns
WIDE = {  # patterns of files that may be wider, each with its reason
    "pyproject.toml": "lists",
    "docs/performance.svg": "data",
    "docs/positions/*": "data",
    "parlour/games/*/weights.json": "data",
    "examples/oh_hell/oh_hell/weights.json": "data",
    "parlour/games/hearts/passes.json": "data",
    "parlour/games/hearts/styles.json": "data",
    "parlour/games/*/page/lesson.json": "sentences",
    "requirements/page/package-lock.json": "hashes",
    "parlour/site/pyodide/package-lock.json": "hashes",
    "tests/golden/*": "data",
}
MODULES = {
    str(path.relative_to(ROOT)): path.read_text()
    for pattern in CHECKED
    for path in sorted(ROOT.glob(pattern))
}

VERBS = "has|have|had|is|are|was|were|holds?|plays?|wins?|sees?|makes?|asks?|knows?|shares?|watch"
BANNED = {  # a pattern of whole words, whatever their case, and what to write instead
    r"tells?|telling|told": "send, print, show, prove or narrate",
    r"(?:go|goes|going|gone|went) on": "continue or resume",
    r"(?:take|takes|taken|took|taking) up": "load or resume",
    r"gone": "absent, closed or removed",
    r"kept": "stored",
    r"keeps? (?:it|them|the|a) (?:match|position|record|session|table)s?": "store",
    r"lies?|lain|lying": "is, is open, is stored",
    r"lays?|laid|laying": "play (a card); is open",
    r"throws?|thrown|threw|throwing": "discard",
    r"bears?|bearing|borne": "capacity; serve",
    r"keen|keenness": "beta, inverse temperature",
    r"trust|trusted|trusts|believe|believed|belief": "weight, likelihood, resampled",
    r"to be had|is had": "available",
    r"sits? down": "take a seat",
    r"yardsticks?": "reference player",
    r"utility|moods?": "payoff",
    r"desks?|doors?|ears?|crowds?|patience": "the field's noun: workspace, API, connection",
    r"turned up": "upcard",
    r"whoever|whosoever": "a noun: the actor, the holder, the spectator",
    rf"(?:and|but|by|for|from|if|of|than|that|to|when|with) who(?:ever)? (?:{VERBS})": (
        "a noun: the actor, the holder, the spectator"
    ),
    rf"(?:anybody|somebody|the ones?|those) who (?:{VERBS})": (
        "a noun: the actor, the holder, the spectator"
    ),
}
SHAPES = {  # a pattern over whole sentences, and what to write instead
    r"(?:^|(?<=[.:;!?] )|(?<=\*\*))(?:Who|Whoever|What|Whatever|Where|Wherever)\b"
    r"(?![^.?!|]*\?)[^.?!|]*[.:!]": "begin with the subject, a noun",
    r"(?<![\w.,)\]])\.\d": "a leading zero",
    r"\+-": "±",
}
ALLOWED = {  # phrases of a page or module that the lists would refuse, each with its reason
    "docs/rules.md": {"turned up"},  # the rules for a person, who sees the card being turned
    "bench/duck.py": {"yardstick"},  # frozen by its SHA-256
}


def prose(text: str) -> str:
    """A text without code and addresses."""
    text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
    text = re.sub(r"`[^`]*`", "`code`", text)
    return re.sub(r"\]\([^)]*\)|^\[\w+\]: \S+|https?://\S+", "]", text, flags=re.M)


def blocks(text: str) -> list[str]:
    """The paragraphs, list items, headings and rows of a text, a line each."""
    found = re.split(r"\n\s*\n|\n(?=\s*(?:[-|#]|\d+\.) )", prose(text))
    return [re.sub(r"\s+", " ", re.sub(r"^\s*[-#]+ ", "", block)).strip() for block in found]


def faults(text: str) -> list[tuple[str, str]]:
    """What a text says that the lists refuse, each with what to write instead."""
    found = []
    for block in blocks(text):
        for pattern, instead in BANNED.items():
            hits = re.findall(rf"\b(?:{pattern})\b", block, re.I)
            found += [(hit.lower(), instead) for hit in hits]
        for shape, instead in SHAPES.items():
            found += [(hit[0], instead) for hit in re.finditer(shape, block)]
    headings = re.findall(r"^#+ ((?:Who|What|Where)\b[^?\n]*)$", text, re.M)
    return found + [(heading, "begin with the subject, a noun") for heading in headings]


def remarks(source: str) -> Iterator[str]:
    """The docstrings of a module, its strings below fields, and its comments. Consecutive lines of
    comments are one remark.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    block, end = "", 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] > end + 1:
                yield block
                block = ""
            block, end = f"{block} {token.string.lstrip('# ')}", token.start[0]
    yield block


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_and_comments_are_in_plain_words(module: str) -> None:
    allowed = ALLOWED.get(module, set())
    found = [fault for remark in remarks(MODULES[module]) for fault in faults(remark)]
    assert [fault for fault in found if fault[0] not in allowed] == []


@pytest.mark.parametrize("pattern", CHECKED)
def test_each_pattern_has_modules(pattern: str) -> None:
    assert list(ROOT.glob(pattern))


@pytest.mark.parametrize(
    "source",
    [
        '"""The table is kept."""\n',
        'def act() -> int:\n    """What a seat does."""\n',
        'class Row:\n    n: int\n    """Whoever sits there."""\n',
        "x = 1  # the stock is told\n",
        "# a card that\n# lies there\nx = 1\n",
    ],
)
def test_a_fault_planted_in_a_module_is_found(source: str) -> None:
    assert [fault for remark in remarks(source) for fault in faults(remark)]


def test_the_code_of_a_module_is_not_checked() -> None:
    source = 'kept = "told"\nassert kept  # `lies` is a name\n'
    assert [fault for remark in remarks(source) for fault in faults(remark)] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_in_plain_words(page: str) -> None:
    allowed = ALLOWED.get(page, set())
    assert [fault for fault in faults(PAGES[page]) if fault[0] not in allowed] == []


def tracked() -> dict[str, str]:
    """The text files of the repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    found = {}
    for file in listed.stdout.decode().split("\0"):
        path = ROOT / file
        data = path.read_bytes() if path.is_file() else b""
        if b"\0" not in data[:8000]:
            found[file] = data.decode()
    return found


NAMED = re.compile(r"(?<![\w/.])((?:\w+/)*\w+\.(?:py|js|mjs|css|json|md|c))\b")
MADE = {"site.json", "files.json", "games.json", "parlour.json"}  # with a site
SCRIPT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)  # a comment of a script


def remarks_of(file: str, text: str) -> list[str]:
    """The remarks of a module in Python, or the comments of a script of the page."""
    return SCRIPT.findall(text) if file.endswith(".js") else list(remarks(text))


def unknown_files(text: str, files: list[str]) -> list[str]:
    """The files that a remark names by the end of their paths, and that do not exist."""
    return [
        name
        for name in NAMED.findall(text)
        if name not in MADE and not any(f"/{file}".endswith(f"/{name}") for file in files)
    ]


def test_remarks_name_files_that_exist() -> None:
    texts = tracked()
    code = [file for file in texts if re.match(r"(parlour|bench|examples)/.*\.(py|js)$", file)]
    wrong = {
        file: names
        for file in code
        for remark in remarks_of(file, texts[file])
        if (names := unknown_files(remark, [*texts]))
    }
    assert len(code) > 300
    assert wrong == {}
    assert unknown_files("See gone.py and parlour/cards.py.", [*texts]) == ["gone.py"]


def test_lines_are_at_most_100_columns_wide() -> None:
    """All lines of all text files but for the list, which allows nothing idly."""
    wide = {
        f"{file}:{number}"
        for file, text in tracked().items()
        for number, line in enumerate(text.split("\n"), 1)
        if len(line.expandtabs(TAB)) > WIDTH
    }
    hits = {pattern: {one for one in wide if fnmatch(one, f"{pattern}:*")} for pattern in WIDE}
    assert sorted(wide.difference(*hits.values())) == []
    assert [pattern for pattern, some in hits.items() if not some] == []


PLAIN = r"(?:[^?:;,(){}`]|\([^()]*\))*"  # a part of a conditional operator, but for some
CHAINED = re.compile(rf"\s\?\s(?:{PLAIN}\s:\s)?{PLAIN}\s\?\s")
SCRIPTS = [*(ROOT / "parlour").rglob("*.js"), *(ROOT / "tests").rglob("*.js")]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_conditional_operator_is_in_another(path: Path) -> None:
    assert CHAINED.findall(path.read_text()) == []


def test_a_chained_conditional_operator_is_found() -> None:
    assert CHAINED.search("a = b ? c : d ? e : f;")
    assert CHAINED.search('return b\n\t? c(1, 2)\n\t: d.has("e") ? f : g;')
    assert CHAINED.search("a = b ? c ? d : e : f;")
    assert not CHAINED.search("a = b ? c : d;\ne = f?.[0] ?? g ? h : i;")
    assert not CHAINED.search("[a ? b : c, d ? e : f, `${a ? b : c}${d ? e : f}`]")


@pytest.mark.parametrize("page", ALLOWED)
def test_what_is_allowed_is_there(page: str) -> None:
    texts = [PAGES[page]] if page in PAGES else remarks(MODULES[page])
    assert ALLOWED[page] <= {fault[0] for text in texts for fault in faults(text)}


@pytest.mark.parametrize(
    "sentence",
    [
        "Who watches cannot act.",
        "A table stands. What lies there is run.",
        "- **Where no person is, a table waits.** So it does.",
        "The log is told\nagain.",
        "The tables are kept.",
        "A file that holds anything is gone on with only if asked.",
        "It costs .31 points.",
        "It costs 0.31 +- 0.3 points.",
        "The card is thrown away.",
        "## What a server serves",
        "| a stranger | is told by who holds it |",
    ],
)
def test_a_planted_fault_is_found(sentence: str) -> None:
    assert faults(f"# A page\n\nIt begins well.\n\n{sentence}\n")


@pytest.mark.parametrize(
    "sentence",
    [
        "Spectators cannot play.",
        "What does it cost?",
        "`Lies` and `--keep-days` are names, and `docs/lies.md` is one.",
        "```\nWho watches is told.\n```",
        "The plain player keeps its eights; version 3.51.3 costs 0.3 points.",
    ],
)
def test_plain_words_and_code_are_no_fault(sentence: str) -> None:
    assert faults(f"# A page\n\n{sentence}\n") == []
