"""The help texts of `parlour` and its commands, and the examples in them."""

import argparse
import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour import cli
from parlour.site.build import Site
from parlour.terminal.console import Console, run_on
from parlour.web import serve
from tests.cli.test_records import parlour, stored
from tests.project.test_docs import PROGRAMS
from tests.table.test_past import alone

README = (Path(__file__).parents[2] / "README.md").read_text()
COMMANDS = ("serve", "play", "simulate", "record", "replay", "duel", "train", "site", "bench")
SHORTER = {
    "simulate": "--matches 1",
    "duel": "--deals 1 --jobs 1",
    "train": "--steps 1 --rounds 2",
}  # what makes an example short


def helped(*command: str) -> str:
    return parlour(*command, "--help")


def examples(text: str) -> list[list[str]]:
    """The arguments of the examples in a help text."""
    end = re.split(r"^examples?:$", text, flags=re.M)[1]
    return [line.split()[1:] for line in end.splitlines() if line.startswith("  parlour")]


def test_every_command_is_looked_at() -> None:
    actions = cli.parser()._actions
    (commands,) = (one for one in actions if isinstance(one, argparse._SubParsersAction))
    assert tuple(commands.choices) == COMMANDS


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids="".join)
def test_help_is_sentences_with_examples(command: tuple[str, ...]) -> None:
    text = helped(*command)
    _, about, *_ = re.split(r"\n\n", text)
    assert re.match(r"[A-Z][^.]+\.", about)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert examples(text)
    (section,) = re.findall(r'Documentation: see the README, section "(.*)"\.$', text.strip())
    assert f"\n## {section}\n" in README
    options = re.findall(r"^  (?:-h, )?(--?\S+)(.*(?:\n {10}.*)*)", text, re.M)
    assert options
    assert all(re.search("[a-z]{3}", about) for _, about in options)


@pytest.mark.parametrize("program", PROGRAMS)
def test_help_names_no_file_that_pip_does_not_install(program: str) -> None:
    for command in [[], *([name] for name in COMMANDS if program == "parlour")]:
        output = io.BytesIO()
        run_on(Console(None, output), program, PROGRAMS[program], [*command, "--help"])
        text = output.getvalue().decode()
        assert not re.search(r"\b(docs|bench|tests|scripts)/|\.md\b|https?://(?!\.)", text)


@pytest.mark.compiles
def test_every_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `serve`, `site` and `bench` do is tested elsewhere; here their options are."""
    wishes: list[serve.ServeOptions] = []
    written: list[tuple[str, str]] = []
    measured: list[Path] = []

    def measure(command: list[str], **_: bool) -> subprocess.CompletedProcess[bytes]:
        measured.append(Path(command[1]))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "run", lambda _console, wish: wishes.append(wish))

    def write(_target: Path, *, library: str, room: str, say: Callable[[str], None]) -> Site:
        written.append((library, room))
        say("It is being written.")
        return Site(1, 2, 3)

    monkeypatch.setattr("subprocess.run", measure)
    monkeypatch.setattr("parlour.site.build.build", write)
    scene = alone()
    scene.made = scene.made._replace(name="TABLE")
    stored(tmp_path / "tables.db", scene)
    ran = 0
    for command in ("", *COMMANDS):
        for example in examples(helped(*filter(None, [command]))):
            arguments = [*example, *SHORTER.get(command, "").split()]
            if command == "bench":
                with pytest.raises(SystemExit, match="0"):
                    parlour(*arguments)
            else:
                parlour(*arguments, typed=b"help\nquit\n")
            ran += 1
    assert ran >= 12
    assert [wish.port for wish in wishes] == [None, None, 8080]
    assert [path.is_file() for path in measured] == [True]
    assert written == [("", ""), ("built", "runtime")]
    made = {path.name for path in tmp_path.iterdir() if not path.name.startswith("tables.db")}
    assert made == {"games.jsonl", "weights.json"}
