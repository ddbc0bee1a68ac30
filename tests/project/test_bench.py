"""The measurements refuse bad input in a sentence before they measure, and end at an interrupt."""

import json
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from parlour import deal
from parlour.catalogue.registry import BUILT_IN
from parlour.engine.worlds.sampler import Sampler
from parlour.errors import UsageError
from parlour.lab import duel
from parlour.match import View

BENCH = Path(__file__).parents[2] / "bench"
WHOLE = "is no whole number from 1 to 999999999"
UNKNOWN = 'Unknown level "nobody" (known: first, '
REFUSED = [
    ("belief --rounds 0", f'--rounds: "0" {WHOLE}'),
    ("belief --rounds 1 --levels nobody", UNKNOWN),
    ("belief --beta nan", '--beta: "nan" is no number from 0 to 999999999'),
    ("budgets straights --playouts -5", '--playouts: "-5" is no whole number from 0 to 999999999'),
    ("decisions --old nowhere", '--old: "nowhere" has no checkout of Parlour'),
    ("decisions --library nowhere", "nowhere has no library for "),
    ("decisions --judge -1", '--judge: "-1" is no whole number from 0 to 999999999'),
    ("decisions --judge 9", "--judge needs --old, without --truth."),
    ("decisions --strangers", "--strangers needs --truth."),
    ("emulated nowhere", "nowhere has no library for linux-aarch64"),
    ("engine --rounds 0", f'--rounds: "0" {WHOLE}'),
    ("engine --plot nowhere/plot.svg", '--plot: "nowhere/plot.svg" cannot be written'),
    ("generic_search --deals x", f'--deals: "x" {WHOLE}'),
    ("given --deals 3", '--deals: "3" is no whole number from 4 to 999999999'),
    ("kernels nowhere", "nowhere has no library of these sources"),
    ("levels --deals 0", f'--deals: "0" {WHOLE}'),
    ("levels --levels first,nobody", UNKNOWN),
    ("loading --rows -3", f'--rows: "-3" {WHOLE}'),
    ("moves --level nobody", UNKNOWN),
    ("paint --browser nowhere", '--browser: there is no file "nowhere"'),
    ("pyodide nowhere", "nowhere has no library for "),
    ("shares --seconds x", '--seconds: "x" is no number from 0 to 999999999'),
    ("site nowhere", 'site: "nowhere" has no site'),
    ("stand_ins straights --tables 0", f'--tables: "0" {WHOLE}'),
    ("startup 0", f'runs: "0" {WHOLE}'),
    ("styles --hands 9", '--hands: "9" is no whole number from 10 to 999999999'),
    ("tables --tables 0", f'--tables: "0" {WHOLE}'),
    ("versions nowhere", 'folder: "nowhere" has no checkout of Parlour'),
]


def test_every_measurement_is_tried() -> None:
    """`parlour bench` knows a measurement by its `main`."""
    every = {path.stem for path in BENCH.glob("*.py") if "\ndef main(" in path.read_text()}
    assert {words.split()[0] for words, _ in REFUSED} == every


def citing(root: Path) -> str:
    """The texts that cite a measurement: the docs, CONTRIBUTING.md and `.ci/run`."""
    files = [*(root / "docs").glob("*.md"), root / "CONTRIBUTING.md", root / ".ci/run"]
    return "\n".join(path.read_text() for path in files)


def uncited(folder: Path, text: str) -> list[str]:
    """The commands of a folder that a text does not cite, and the files that neither it cites nor
    a cited file imports.
    """
    files = {path.relative_to(folder): path.read_text() for path in folder.rglob("*.py")}
    cited = {
        file
        for file in files
        if re.search(rf"(?<!:)bench/{file}|bench\.{'.'.join(file.with_suffix('').parts)}\b", text)
    }
    helpers = {file for file in files if "\ndef main(" not in files[file]}
    while new := {
        file
        for file in helpers - cited
        if any(re.search(rf"^from {file.stem} import", files[other], re.M) for other in cited)
    }:
        cited |= new
    return sorted(str(file) for file in {*files} - cited if file.name != "__init__.py")


def test_every_measurement_is_cited() -> None:
    assert uncited(BENCH, citing(BENCH.parent)) == []


def test_a_measurement_that_nothing_cites_is_found(tmp_path: Path) -> None:
    sources = {
        "cited": "from helper import f\nfrom command import g",
        "helper": "",
        "command": "\ndef main() -> None:",
        "past": "",
    }
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text(source)
    text = "`python bench/cited.py`, `git show 7519a12:bench/past.py`"
    assert uncited(tmp_path, text) == ["command.py", "past.py"]


@pytest.mark.parametrize("path", sorted(BENCH.glob("*.py")), ids=lambda path: path.stem)
def test_the_docstring_names_every_option(path: Path) -> None:
    text = path.read_text()
    options = set(re.findall(r'add_argument\(\s*"(--\w+)"(?!.*SUPPRESS)', text))
    assert options <= set(re.findall(r"--\w+", text.split('"""')[1]))


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_bad_input_is_refused(
    words: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, *given = words.split()
    path = str(BENCH / f"{name}.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(BENCH)
    monkeypatch.setattr(sys, "argv", [path, *given])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(path, run_name="__main__")
    output, errors = capsys.readouterr()
    assert (ended.value.code, output) == (2, "")
    *_, last = errors.splitlines()  # after the usage
    assert sentence in last
    assert last.startswith(f"{name}.py: ")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_a_sentence(unbuffered: str) -> None:
    command = [sys.executable, str(BENCH / "levels.py"), "--json", "--game", "straights"]
    command += ["--levels", "first", "--deals", "1"]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, check=False, stdout=full, stderr=subprocess.PIPE, text=True, env=environment
        )
    assert (done.returncode, done.stderr) == (
        1,
        "levels.py: No space left on device; make room on the disk, or name another folder.\n",
    )


def test_a_single_deal_has_no_interval_in_json() -> None:
    command = [sys.executable, str(BENCH / "levels.py"), "--json", "--game", "straights"]
    command += ["--levels", "first", "--deals", "1"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    expected = {"game": "straights", "level": "first", "won": [0.25, None], "more": [0.0, None]}
    assert json.loads(done.stdout) == expected


def test_times_come_with_their_machine() -> None:
    command = [sys.executable, str(BENCH / "startup.py"), "1"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    machine, *times = done.stdout.splitlines()
    assert re.search(r", \d+ cores, CPython \S+, load \d", machine)
    assert len(times) == len(BUILT_IN) + 1


def test_an_interrupt_ends_a_measurement_at_once() -> None:
    """As from a keyboard: all its processes get it."""
    command = [sys.executable, "bench/levels.py", "--game", "hearts", "--deals", "100000"]
    command += ["--levels", "first"]
    measuring = subprocess.Popen(
        command,
        cwd=BENCH.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert measuring.stdout
    measuring.stdout.readline()  # the machine
    time.sleep(1)
    os.killpg(measuring.pid, signal.SIGINT)
    _, errors = measuring.communicate(timeout=20)
    assert (measuring.returncode, errors) == (130, "levels.py: interrupted.\n")


def test_a_killed_process_ends_a_measurement_in_a_sentence() -> None:
    command = [sys.executable, "bench/levels.py", "--game", "hearts", "--deals", "100000"]
    command += ["--levels", "first"]
    measuring = subprocess.Popen(
        command, cwd=BENCH.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    children = Path(f"/proc/{measuring.pid}/task/{measuring.pid}/children")

    def workers() -> list[str]:
        """The processes that work; another one looks after what they share."""
        family = children.read_text().split()
        return [one for one in family if "spawn_main" in Path(f"/proc/{one}/cmdline").read_text()]

    while not (some := workers()):
        time.sleep(0.05)
    os.kill(int(some[0]), signal.SIGKILL)
    _, errors = measuring.communicate(timeout=20)
    assert measuring.returncode == 2
    assert errors == "levels.py: A process of this measurement ended during its work.\n"


@pytest.mark.parametrize("old", [None, "nowhere"])
def test_a_version_before_needs_its_checkout(
    old: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARLOUR_OLD", raising=False)
    if old:
        monkeypatch.setenv("PARLOUR_OLD", old)
    act = duel.find_player("crazy-eights", "bench.older:act")
    with pytest.raises(UsageError, match="PARLOUR_OLD names no folder with a checkout of Parlour"):
        act(deal("crazy-eights", seed=1).view(0), 1)


def test_every_view_counts_in_the_cost_of_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some rounds are over before a view of them is taken."""
    monkeypatch.syspath_prepend(BENCH)
    found = runpy.run_path(str(BENCH / "generic_search.py"))
    drawn, sampler = list[bool](), found["Sampler"]

    def counted(seen: View, *, by_rules: bool) -> Sampler:
        drawn.append(by_rules)
        made: Sampler = sampler(seen, by_rules=by_rules)
        return made

    worlds_cost = found["worlds_cost"]
    monkeypatch.setitem(worlds_cost.__globals__, "Sampler", counted)
    cost = worlds_cost("crazy-eights", 20)
    assert (drawn.count(True), drawn.count(False)) == (20, 20)
    assert min(cost.values()) > 0
