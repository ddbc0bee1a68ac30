"""Which library of kernels is used: one of these very sources alone."""

import os
import re
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from parlour.engine.compiler import library
from parlour.engine.compiler.cache import ROOT
from parlour.engine.compiler.kernel import lacking
from parlour.engine.compiler.library import digest, file_of, load, seal, sources_of, target, wanted
from parlour.errors import UsageError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a library that this machine's loader takes: a copy of one of Numba's."""
    found, file = find_spec("numba._helperlib"), Path(file_of(tmp_path, target()))
    assert found
    assert found.origin
    file.write_bytes(Path(found.origin).read_bytes())
    Path(f"{file}.digest").write_text(seal(file, digest()))
    return tmp_path


def test_a_library_of_these_sources_is_used(folder: Path) -> None:
    assert load(folder)


def spoil_sources(file: Path) -> None:
    Path(f"{file}.digest").write_text(seal(file, "0" * 64))


def spoil_bytes(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1] + b"?")


def spoil_format(file: Path) -> None:
    file.write_bytes(b"no library")
    Path(f"{file}.digest").write_text(seal(file, digest()))


def spoil_digest(file: Path) -> None:
    Path(f"{file}.digest").write_bytes(b"\xff")


SPOILT: list[Callable[[Path], None]] = [
    spoil_sources,
    spoil_bytes,
    spoil_format,
    spoil_digest,
    lambda file: file.unlink(),
    lambda file: Path(f"{file}.digest").unlink(),
]


@pytest.mark.parametrize("spoil", SPOILT)
def test_no_other_library_is_used(spoil: Callable[[Path], None], folder: Path) -> None:
    """Of other sources, damaged, no library at all, or missing."""
    spoil(Path(file_of(folder, target())))
    assert load(folder) is None


def test_an_edited_source_has_another_digest_and_the_ends_of_its_lines_do_not(
    tmp_path: Path,
) -> None:
    before, sources = digest(), [*sources_of(ROOT), library.RUN_TIME]
    for name in sources:
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((ROOT / name).read_bytes().replace(b"\n", b"\r\n"))
    assert digest(tmp_path) == before
    for name in sources:
        held = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(held + b" ")
        assert digest(tmp_path) != before
        (tmp_path / name).write_bytes(held)
    (tmp_path / "engine" / "new.py").write_text("")
    assert digest(tmp_path) != before


def test_sources_are_the_rules_and_the_engine() -> None:
    """No weights, and nothing of the page, as any pattern of names finds them."""
    patterns = (
        "cards.py",
        "tricks.py",
        "engine/**/*.py",
        "games/*/rules.py",
        "games/*/engine/**/*.py",
    )
    found = [path.relative_to(ROOT).as_posix() for one in patterns for path in ROOT.glob(one)]
    assert sources_of(ROOT) == sorted(found)
    assert len(found) > 50


def test_a_file_beside_the_games_is_no_folder_by_whatever_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Systems do not agree on the error of a file that is listed as a folder."""
    names, listed = sources_of(library.ROOT), os.listdir

    def listing(path: str) -> list[str]:
        if path.endswith(".py"):
            raise OSError(22, "Invalid name")
        return listed(path)

    monkeypatch.setattr(os, "listdir", listing)
    assert sources_of(library.ROOT) == names


def test_a_package_without_sources_has_what_was_made_of_them(tmp_path: Path) -> None:
    for name in (
        "cards.pyc",
        "words.pyc",
        "engine/numbers/bits.pyc",
        "engine/ahead/rt.c",
        "games/toy/rules.pyc",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "games" / "words.txt").write_text("no folder")
    assert sources_of(tmp_path) == ["cards.pyc", "engine/numbers/bits.pyc", "games/toy/rules.pyc"]
    assert sources_of(tmp_path / "nowhere") == []


def test_which_library_is_wanted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_LIBRARY", str(folder))
    for wish, found in (("", True), ("library", True), ("jit", False), ("plain", False)):
        monkeypatch.setenv("PARLOUR_KERNELS", wish)
        assert bool(wanted()) == found
    monkeypatch.setenv("PARLOUR_LIBRARY", str(folder / "empty"))
    monkeypatch.delenv("PARLOUR_KERNELS")
    assert wanted() is None
    monkeypatch.setenv("PARLOUR_KERNELS", "library")
    with pytest.raises(UsageError, match=r"^No library of these sources for "):
        wanted()
    (folder / "broken").mkdir()
    spoil_format(Path(file_of(folder / "broken", target())))
    monkeypatch.setenv("PARLOUR_LIBRARY", str(folder / "broken"))
    with pytest.raises(UsageError, match=r"^The library for .* cannot be loaded: .*too short\.$"):
        wanted()
    monkeypatch.delenv("PARLOUR_KERNELS")
    assert wanted() is None
    monkeypatch.setattr("parlour.engine.compiler.settings.THERE", False)
    monkeypatch.setattr("parlour.engine.compiler.kernel.LIBRARY", None)
    why = lacking("hearts")
    assert re.match(r"the library for .* cannot be loaded \(.*: file too short\), ", why)
    monkeypatch.setenv("PARLOUR_KERNELS", "ahead")
    with pytest.raises(UsageError, match=r'^Invalid PARLOUR_KERNELS "ahead" '):
        wanted()
    monkeypatch.setenv("PARLOUR_KERNELS", "jit")
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(UsageError, match=r"^PARLOUR_KERNELS asks for numba, "):
        wanted()


def test_a_machine_has_a_name_and_a_library_a_suffix(monkeypatch: pytest.MonkeyPatch) -> None:
    for system, machine, name, file in (
        ("linux", "x86_64", "linux-x86_64", "parlour-linux-x86_64.so"),
        ("darwin", "arm64", "macos-aarch64", "parlour-macos-aarch64.dylib"),
        ("win32", "AMD64", "windows-x86_64", "parlour-windows-x86_64.dll"),
        ("emscripten", "wasm32", "emscripten-wasm32", "parlour-emscripten-wasm32.so"),
        ("freebsd14", "riscv64", "freebsd14-riscv64", "parlour-freebsd14-riscv64.so"),
    ):
        monkeypatch.setattr(sys, "platform", system)
        system_of = SimpleNamespace(machine=machine)
        monkeypatch.setattr(os, "uname", lambda system_of=system_of: system_of, raising=False)
        assert target() == name
        assert file_of("there", name) == os.path.join("there", file)
        monkeypatch.delattr(os, "uname")  # as on Windows
        monkeypatch.setattr("platform.machine", lambda machine=machine: machine)
        assert target() == name
