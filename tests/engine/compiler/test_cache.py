"""The cache of compiled code: what names it, where it lies, who waits for it, and what is removed
from it.
"""

import ast
import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from parlour import engine
from parlour.cards import NEW_DECK
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.compiler import cache, instructions, jit, library
from parlour.engine.rounds import compiled_rules as twins
from parlour.engine.worlds.sampler import sample
from parlour.match import Dealt, step, view
from parlour.system import folders
from parlour.system.locks import take
from tests.support.play import begun

ROOT = Path(__file__).parents[3]


def run(package: Path, root: Path, program: str) -> str:
    """A program of its own over a copy of the package."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PARLOUR_CACHE": str(root)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command,
        env=environment,
        cwd=package,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return done.stdout.strip()


EDITS = {
    "straights": ("COSTS = range(1, 14),", "COSTS = range(2, 15),"),
    "hearts": ("+ 13 * (taken >> QUEEN & 1)", "+ 130 * (taken >> QUEEN & 1)"),
    "crazy_eights": ("9, 10, 10, 10, 10)", "9, 99, 99, 99, 99)"),
}
PLAYED = """
from parlour import engine
for game in GAMES:
    print(engine.play(game, 99, 1).points.sum())
    if BATCHES:
        batch = engine.Batch(game, 99, 1)
        while not batch.done.all():
            batch.apply(batch.legal().argmax(axis=1))
        print(batch.points().sum())
"""


@pytest.mark.thorough  # as of any game, and as the directory is named
def test_an_edited_rule_takes_effect(tmp_path: Path, times: Callable[[int, int], int]) -> None:
    """The trap of compiled caches: the file of a function is the same, what it calls is not. In
    short by random play of one game; in long of every game, play and batches.
    """
    edits = dict([*EDITS.items()][-times(1, len(EDITS)) :])
    games = [game.replace("_", "-") for game in edits]
    program = f"GAMES, BATCHES = {games}, {len(edits) > 1}\n{PLAYED}"
    shutil.copytree(
        ROOT / "parlour", tmp_path / "parlour", ignore=shutil.ignore_patterns("__pycache__")
    )
    before = run(tmp_path, tmp_path / "cache", program).split()
    for game, (rule, edited) in edits.items():
        rules = tmp_path / "parlour" / "games" / game / "rules.py"
        assert rule in rules.read_text()
        rules.write_text(rules.read_text().replace(rule, edited))
    after = run(tmp_path, tmp_path / "cache", program).split()
    assert len(after) == (1 if len(edits) == 1 else 2 * len(edits))
    assert all(int(new) > int(old) for new, old in zip(after, before, strict=True))
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_all_that_rules_import_names_the_cache() -> None:
    """A game's rules, its engine, and what the rules are compiled with are among the sources whose
    hash names the directory.
    """
    sources = {ROOT / "parlour" / name for name in library.sources_of(library.ROOT)}
    for game in EDITS:
        folder = ROOT / "parlour" / "games" / game
        assert {folder / "rules.py", *(folder / "engine").rglob("*.py")} <= sources
        tree = ast.parse((ROOT / "parlour" / "games" / game / "rules.py").read_text())
        modules = {
            str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
        } - {"typing"}
        for module in modules:
            assert ROOT / f"{module.replace('.', '/')}.py" in sources


def test_an_edit_of_any_source_names_another_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "parlour", tmp_path / "copy")
    before = cache.digest()
    monkeypatch.setattr(cache, "ROOT", tmp_path / "copy")
    assert cache.digest() == before
    for name in library.sources_of(tmp_path / "copy"):
        with open(tmp_path / "copy" / name, "a") as copy:
            copy.write("# edited\n")
        assert cache.digest() != before
        before = cache.digest()


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder below the temporary one that is this user's."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path / f"parlour-{os.geteuid()}"


def test_where_the_cache_lies(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "here"))
    assert cache.directory() == tmp_path / "here" / cache.digest()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "file" / "no"))
    assert cache.directory() == temporary / cache.digest()
    assert temporary.stat().st_mode & 0o777 == 0o700
    with monkeypatch.context() as another:
        # what another has made is not run
        another.setattr(os, "geteuid", lambda: 12345)
        (tmp_path / "parlour-12345").mkdir()
        assert cache.directory() is None
        monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "here"))
        assert cache.directory() is None


def test_a_user_without_a_home_has_the_temporary_folder(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PARLOUR_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "none")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert cache.directory() == temporary / cache.digest()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(folders, "user_cache_dir", lambda *_name, **_: "~/.cache/parlour")
    assert cache.directory() == temporary / cache.digest()
    assert not (tmp_path / "~").exists()


def full(*_: object, **_named: object) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No folder takes a file."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr("tempfile.gettempdir", full)
    monkeypatch.setattr("tempfile.TemporaryFile", full)
    stored = cache.home, cache.cache_of, twins._twin
    monkeypatch.setattr(cache, "NOT_STORED", [])
    for known in stored:
        known.cache_clear()
    yield
    for known in stored:
        known.cache_clear()


@pytest.mark.usefixtures("nowhere")
def test_where_nothing_can_be_stored_it_is_compiled_and_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "_called", set())
    assert engine.cache_directory() == ""
    with cache.alone():
        twin = twins.twin("crazy-eights")
    assert twin.__spec__ is None
    with cache.compiling("what cannot be marked"):
        assert twins.twin("crazy-eights") is twin
    monkeypatch.setattr(cache, "parent_process", lambda: 1)
    monkeypatch.setattr(cache, "NOT_STORED", [])
    with cache.storing():
        full()  # of another process, which leaves it to the first
    assert len(cache.NOT_STORED) == 1
    assert capsys.readouterr().err == (
        "parlour: Compiled code is not stored (no folder for it can be written): PARLOUR_CACHE "
        "names a folder for it.\n"
    )
    finish = 1, (0, 60, 0, 0)
    game: Any = GAMES["crazy-eights"]
    assert twin.finish(game.Rules(), *finish) == game.finish(game.Rules(), *finish)


def successor(number: int) -> int:
    return number + 1


def test_a_disk_that_fills_up_stops_no_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be stored, after the directory was made, is compiled for this process."""
    monkeypatch.setattr(cache, "home", lambda: tmp_path)
    monkeypatch.setattr(twins, "home", lambda: tmp_path)
    monkeypatch.setattr(cache, "NOT_STORED", [])
    for known in (cache.cache_of, twins._twin):
        known.cache_clear()
    made: Any = jit.compiled()(successor)
    monkeypatch.setattr(os, "replace", full)
    assert made(6) == 7
    assert twins.twin("crazy-eights").__spec__ is None
    monkeypatch.setattr(Path, "mkdir", full)
    twins._twin.cache_clear()
    cache.cache_of.cache_clear()
    assert twins.twin("crazy-eights").__spec__ is None
    assert cache.cache_of(Path(pytest.__file__)) is None
    assert capsys.readouterr().err.startswith(
        "parlour: Compiled code is not stored (No space left on device; make room on the disk, or "
        "name another folder): PARLOUR_CACHE names a folder for it.\n"
    )
    twins._twin.cache_clear()
    cache.cache_of.cache_clear()


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damaged", [lambda _data: b"", lambda data: data[:40], bytes.swapcase])
def test_damaged_code_is_compiled_and_stored_anew(
    kind: str,
    damaged: Callable[[bytes], bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As after a power cut."""
    monkeypatch.setattr(cache, "home", lambda: tmp_path)
    cache.cache_of.cache_clear()
    loaded = []
    for number in range(3):
        made: Any = jit.compiled()(successor)
        assert made(6) == 7
        loaded.append(sum(made.dispatcher.stats.cache_hits.values()))
        (file,) = tmp_path.rglob(f"*.{kind}")
        if number == 0:
            file.write_bytes(damaged(file.read_bytes()))
    cache.cache_of.cache_clear()
    assert loaded == [0, 0, 1]
    assert capsys.readouterr().err == ""


def test_too_little_memory_damages_no_stored_code() -> None:
    for error in (MemoryError(), KeyboardInterrupt()):
        with pytest.raises(type(error)), cache.using(pytest.fail):
            raise error


def test_a_first_call_is_told_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    class Screen:
        def __init__(self, *, stderr: bool) -> None:
            assert stderr

        def status(self, text: str) -> AbstractContextManager[None]:
            told.append(text)
            return nullcontext()

    monkeypatch.setattr("rich.console.Console", Screen)
    monkeypatch.setattr(cache, "home", lambda: tmp_path)
    monkeypatch.setattr(cache, "_called", set())
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    engine.play("hearts", 1, 1)
    assert told == ["Compiling hearts play; the result is stored ..."]
    engine.play("hearts", 1, 1)
    monkeypatch.setattr(cache, "_called", set())  # another process
    engine.play("hearts", 1, 1)
    assert len(told) == 1
    match = step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(NEW_DECK))
    sample(view(match, 0), 1, 1)
    engine.Batch("straights", 1, 1).points()
    said = [text.removeprefix("Compiling ").split(";")[0] for text in told[1:]]
    assert said[:3] == ["worlds", "worlds, drawn", "straights decks"]
    assert said[3:] == ["straights begin_all", "straights legal_all", "straights points_all"]
    monkeypatch.setattr(cache, "_called", set())
    # what cannot be marked is told again
    monkeypatch.setattr(cache, "home", lambda: tmp_path / "gone")
    engine.play("hearts", 1, 1)
    assert told[-1] == told[0]


def test_one_process_compiles_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second waits for the lock; where there can be none, nobody waits."""
    monkeypatch.setattr(cache, "home", lambda: tmp_path / "here")
    holder = os.open(tmp_path / "compiling.lock", os.O_RDWR | os.O_CREAT)
    take(holder)
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            os.close(holder)  # as when its process ends

    monkeypatch.setattr("time.sleep", sleep)
    with cache.alone():
        assert len(waits) == 3
    monkeypatch.setattr(cache, "home", lambda: tmp_path / "gone" / "here")
    with cache.alone():
        assert len(waits) == 3


def test_nothing_is_told_where_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rich.console.Console", None)
    monkeypatch.setattr(cache, "home", lambda: tmp_path)
    monkeypatch.setattr(cache, "_called", set())
    engine.play("hearts", 1, 1)
    assert list(tmp_path.glob("hearts play*.called"))


def test_the_functions_of_others_are_kept_where_they_were(tmp_path: Path) -> None:
    """Importing the engine changes no setting of numba for the rest of the process."""
    (tmp_path / "theirs.py").write_text(
        "import numba\n@numba.njit(cache=True)\ndef double(x): return 2 * x\n"
    )
    program = (
        "import numba; before = numba.config.CACHE_DIR\n"
        "from parlour.engine.rounds.compiled_rules import twin\n"
        "play_all = twin('straights').play_all\n"
        "import theirs; theirs.double(1)\n"
        "assert numba.config.CACHE_DIR == before\n"
        "ours = play_all.dispatcher.stats\n"
        "assert numba.config.CACHE_DIR == before\n"
        "print(theirs.double.stats.cache_path, ours.cache_path, sep='\\n')"
    )
    (tmp_path / "parlour").symlink_to(ROOT / "parlour")
    theirs, ours = run(tmp_path, tmp_path / "cache", program).splitlines()
    assert Path(theirs) == tmp_path / "__pycache__"
    assert Path(ours).parent.parent == tmp_path / "cache"


def test_old_directories_are_removed_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    days = 24 * 3600
    names = {"0123456789abcdef": 31, "0123456789abcdee": 29, "notes": 400, "0123456789ABCDEF": 400}
    for name, age in names.items():
        (tmp_path / name / "inner").mkdir(parents=True)
        os.utime(tmp_path / name, (time.time() - age * days,) * 2)
    (tmp_path / "fedcba9876543210").symlink_to(tmp_path / "notes")
    made = cache.directory()
    assert made
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"0123456789abcdee", "notes", "0123456789ABCDEF", "fedcba9876543210", made.name}
    os.utime(made, (0, 0))
    os.utime(tmp_path / "0123456789abcdee", (0, 0))
    # opened again: it is used, and what stands beside it is left for who begins a new one
    assert cache.directory() == made
    assert made.stat().st_mtime > 0  # set anew
    assert (tmp_path / "0123456789abcdee").exists()


def test_what_the_processor_is_told_to_have() -> None:
    assert instructions.deposits("+sse2,+bmi2")
    assert not instructions.deposits("+sse2,-bmi2")
    assert not instructions.deposits("")
    assert instructions.deposits(None) == instructions.DEPOSITS


WHOLE = """
import hashlib
import numpy as np
from parlour import engine
from parlour.cards import NEW_DECK
from parlour.engine.compiler import instructions
from parlour.engine.numbers import bits
from parlour.engine.worlds.sampler import sample
from parlour.game import GAMES as RULES
from parlour.match import Dealt, Opened, Seated, fold, view
from tests.support import fastest

text = hashlib.sha256()
for k in range(52):
    mask = int(bits.mix(np.uint64(k))) & (1 << 52) - 1
    text.update(b"%d %d" % (fastest.kth(mask, k % 13), fastest.deposit(77 * k, mask)))
for game in GAMES:
    for array in (*engine.play(game, 300, 5), engine.record(game, 20, 5)[0]):
        text.update(array.tobytes())
    if not WORLDS:
        continue
    seats = RULES[game].seats(RULES[game].Rules())
    seated = [Seated(seat, "first") for seat in range(seats)]
    match = fold([Opened(game, RULES[game].Rules(), ""), *seated, Dealt(NEW_DECK)])
    text.update(sample(view(match, 0), 30, 5).hands.tobytes())
print(instructions.DEPOSITS, text.hexdigest())
"""


@pytest.mark.thorough  # as the portable forms are of numbers
def test_whole_games_are_the_same_on_a_processor_that_has_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: Callable[[int, int], int]
) -> None:
    """Told that there is no pdep, the portable forms play as the fast ones do: in short a game, in
    long every game, with samples of worlds.
    """
    games = BUILT_IN[-times(1, len(BUILT_IN)) :]
    program = f"GAMES, WORLDS = {games}, {len(games) > 1}\n{WHOLE}"
    here = run(ROOT, Path(engine.cache_directory()).parent, program).split()
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "")
    assert run(ROOT, tmp_path, program).split() == ["False", here[1]]


def test_where_compiled_code_is_stored_is_told() -> None:
    told = Path(engine.cache_directory())
    assert told == cache.home()
    assert told.is_dir()
