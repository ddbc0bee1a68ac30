"""What Parlour prints, raises and offers as help is in plain words: a list of words and turns of
phrase that no message has.

A message is any text with a space in it that the package's code holds: an argument of an exception,
a help text, a line that is printed. Docstrings and comments are no messages.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2] / "parlour"

BANNED = {
    "a clause as subject": r"(^|[.:;,] )(Who|What|Where) (?!to\b)[^?]*$",
    "told": r"\b(told|tells?|untold)\b",
    "kept": r"\b(kept|keeps?)\b",
    "go on": r"\bgo(es|ne|ing)? on\b",
    "taken up": r"\btake[ns]? up\b",
    "to be had": r"\b(cannot|can) be had\b|\bto be had\b",
    "is gone": r"\b(is|are|be) gone\b",
    "is no X": r"(?<!here )\b(is|are) no (?!longer\b|more\b)",
    "is none of": r"\b(is|are) none of\b",
    "not these": r"\bnot (these|this)\b",
    "gives no": r"\bgives (no|what)\b",
    "there is a, b": r"; there (is|are) ",
    "nothing that": r"\bnothing (that|which)\b",
    "opens nothing": r"\bopens? nothing\b",
    "stand": r"\bstands? (twice|beside|together|after|here)\b",
    "another's": r"\banother's\b",
    "lies": r"\blies (as|by|in|after|beside|there)\b",
    "bear": r"\bbears?\b",
    "A are N, not M": r"^The \w+ (is|are) (\{\}|\d+), not\b",
    "cannot be X: it is": r"cannot be (\{\}|\"[^\"]*\"): it is",
    "asked": r"\bis not asked\b|\bmay not ask\b",
    "strange": r"\bstranger'?s?\b",
}  # the ten rules of language, as far as a pattern can hold them

CONTRACT = {
    "cards.py": ("one stands twice",),
    "catalogue/options.py": ("it is", "stands twice"),
    "match/match.py": ("must wait",),
    "terminal/saves.py": ("",),
    "terminal/setup.py": ("",),
    "games/*/program.py": ("",),
    "games/*/words.py": ("",),
    "games/*/engine/features.py": ("",),
    "games/straights/engine/search.py": ("throw: behind one that is gone",),
    "games/*/engine/scores.py": ("is gone", "open nothing"),
    "table/messages/keys.py": ("parlour/1 ",),
}  # parts of texts that stay as they are, by file ("" for all of it): what the assignments'
# programs print, the features that a file of weights names, and what keys are derived from


class Message(NamedTuple):
    """A text, and where it is; `{}` stands for what is put into it."""

    file: str
    line: int
    text: str


def messages(file: str, source: str) -> Iterator[Message]:
    """The messages of a module."""
    tree = ast.parse(source)
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)  # a docstring
        elif isinstance(node, ast.JoinedStr):
            skipped |= {part for part in node.values if isinstance(part, ast.Constant)}
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif isinstance(node, ast.Constant) and node not in skipped:
            text = node.value if isinstance(node.value, str) else ""
        if " " in text.strip() and isinstance(node, ast.expr):
            yield Message(file, node.lineno, text)


def allowed(message: Message) -> bool:
    """Whether a text is one of the contract's."""
    return any(
        part in message.text
        for pattern, parts in CONTRACT.items()
        if Path(message.file).match(pattern) and message.file.count("/") == pattern.count("/")
        for part in parts
    )


def faults(message: Message) -> list[str]:
    """The banned turns of phrase in a message."""
    return [name for name, pattern in BANNED.items() if re.search(pattern, message.text)]


FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))


@cache
def every() -> list[Message]:
    return [one for file in FILES for one in messages(file, (ROOT / file).read_text())]


def test_messages_are_in_plain_words() -> None:
    found = [(*one, faults(one)) for one in every() if not allowed(one)]
    assert [one for one in found if one[-1]] == []
    assert len(found) > 400


def test_the_contract_is_needed() -> None:
    """No entry of the list of exceptions is idle."""
    used = {
        pattern
        for pattern in CONTRACT
        for one in every()
        if Path(one.file).match(pattern) and one.file.count("/") == pattern.count("/")
        if faults(one)
    }
    assert used == set(CONTRACT)


def raised(source: str) -> Iterator[tuple[str, str]]:
    """The names of the errors that a module raises with a text, and the texts."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args):
            continue
        for message in messages("", ast.unparse(node.exc.args[0])):
            yield ast.unparse(node.exc.func), message.text


SENTENCES = {"UsageError", "RulesError", "EventError", "IllegalAction", "TableError", "StoreError"}
SENTENCES |= {"SeedError", "CardError", "OutputError", "Taken", "ValueError"}


def one_sentence(text: str) -> bool:
    """Whether a text is one sentence: how it begins, that it ends, and that no other follows."""
    begins = re.match(r'[A-Z"]|--|\{\}', text)
    return bool(begins) and text.endswith((".", "{}", "...")) and not re.search(r"\. [A-Z]", text)


TWO = {
    "The file {} was removed or replaced while the server ran. What it held is kept.",
}  # sentences that may be two


@pytest.mark.parametrize("file", FILES)
def test_an_error_is_one_sentence(file: str) -> None:
    for error, text in raised((ROOT / file).read_text()):
        assert error not in SENTENCES or one_sentence(text) or text in TWO, text


PLANTED = [
    "Who watches cannot act.",
    "The seats are {}, not {}.",
    'The player "x" cannot be had: {}.',
    "The file is gone on with only if asked.",
    "This text is no card.",
    "Interrupted; --resume goes on.",
    "This key opens nothing here.",
    'There is no level "x"; there is first.',
    "It was told to nobody.",
    '--port cannot be "0": it is a whole number.',
]


@pytest.mark.parametrize("text", PLANTED)
def test_a_quaint_message_is_found(text: str) -> None:
    for source in (f"raise ValueError({text!r})", f"say({text!r})", f"add(help={text!r})"):
        (found,) = messages("cli.py", source)
        assert faults(found)
        assert not allowed(found)


def test_what_is_put_into_a_message_is_left_open() -> None:
    (found,) = messages("cli.py", "say(f'The seats are {len(seats)}, not {n}.')")
    assert found.text == "The seats are {}, not {}."
    assert faults(found) == ["A are N, not M"]


def test_a_plain_message_is_not_found() -> None:
    plain = 'Unknown game "x" (known: a, b). Spectators cannot play. Where to read, what to do.'
    (found,) = messages("cli.py", f'"""What is told."""\nraise ValueError({plain!r})')
    assert faults(found) == []
    assert list(messages("cli.py", "x = 'told'")) == []  # a word alone is a key or a name
    assert [one_sentence(text) for text in ("A b.", "a b.", "A b", "A b. C d.")] == [
        True,
        False,
        False,
        False,
    ]
    assert list(raised("raise\nraise Gone\nraise A(b)\nraise B(f'x {y}.')")) == [("B", "x {}.")]
