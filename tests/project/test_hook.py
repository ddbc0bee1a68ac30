"""The hook that puts the library of kernels into a wheel, or makes no wheel."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest
from packaging.requirements import Requirement

import hatch_build
from hatch_build import NEEDED, RUN, TAGS, Ahead, builds
from parlour.engine.ahead import build
from parlour.engine.compiler.library import file_of

TOP = Path(hatch_build.__file__).parent


class App:
    """What a hook says to its user."""

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self.said: list[str] = []

    def display_warning(self, text: str) -> None:
        self.warnings.append(text)

    def display_info(self, text: str) -> None:
        self.said.append(text)

    def abort(self, text: str) -> NoReturn:
        raise SystemExit(text)


def hook_of(folder: Path) -> Ahead:
    return Ahead(str(folder), {}, None, None, str(folder), "wheel", App())  # type: ignore[arg-type]


def hooked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, version: str = "standard", status: int = 0
) -> tuple[dict[str, Any], App, list[Any]]:
    """What the hook says of a wheel, with a build of this status."""
    data, calls, hook = {"force_include": dict[str, str]()}, list[Any](), hook_of(folder)
    app: Any = hook.app

    def run(command: list[str], *, check: bool) -> subprocess.CompletedProcess[str]:
        assert not check
        calls.append(command[:-1])
        for name in ("parlour-x.so", "parlour-x.so.digest"):
            (Path(command[-1]) / name).touch()
        return subprocess.CompletedProcess(command, status)

    monkeypatch.setattr(subprocess, "run", run)
    hook.initialize(version, data)
    assert all(Path(file).exists() for file in data["force_include"])
    before = os.environ.get("PARLOUR_AHEAD")
    hook.finalize(version, data, "")
    assert before or not any(Path(file).exists() for file in data["force_include"])
    return data, app, calls


@pytest.fixture(autouse=True)
def _no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PARLOUR_AHEAD", "PARLOUR_TARGET"):
        monkeypatch.delenv(name, raising=False)


def test_nothing_is_built_where_it_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hooked(tmp_path, monkeypatch, "editable")[::2] == ({"force_include": {}}, [])
    monkeypatch.setenv("PARLOUR_AHEAD", "0")
    data, app, calls = hooked(tmp_path, monkeypatch)
    assert (data, app.warnings, calls) == ({"force_include": {}}, [], [])


def test_the_library_goes_into_the_wheel_of_its_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, app, calls = hooked(tmp_path, monkeypatch)
    assert calls == [[sys.executable, "-c", RUN, str(tmp_path), "parlour.engine.ahead.build"]]
    assert sorted(data["force_include"].values()) == [
        f"parlour/engine/built/{name}" for name in ("parlour-x.so", "parlour-x.so.digest")
    ]
    assert data["tag"].startswith("py3-none-")
    assert data["pure_python"] is False
    assert app.warnings == []
    assert app.said == ["Compiling the engine's kernels, which takes a minute or more ..."]


def test_a_build_that_fails_makes_no_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as ended:
        hooked(tmp_path, monkeypatch, status=1)
    assert ended.value.code == (
        "The engine's kernels were not built, for the reason above; PARLOUR_AHEAD=0 makes a wheel "
        "without them."
    )
    monkeypatch.setenv("PARLOUR_AHEAD", str(tmp_path))
    with pytest.raises(SystemExit, match=r"has no library of kernels; PARLOUR_AHEAD=0 makes a "):
        hooked(tmp_path, monkeypatch)


def test_where_nothing_can_be_built_the_wheel_has_no_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hatch_build, "builds", lambda: False)
    data, app, calls = hooked(tmp_path, monkeypatch)
    assert (data, calls) == ({"force_include": {}}, [])
    assert len(app.warnings) == 1
    assert app.warnings[0].startswith("The engine's kernels are not built on this machine. The wh")


ISOLATED = """
import os, sys
sys.path[:] = [folder for folder in sys.path if os.path.realpath(folder or ".") != {folder!r}]
"""
STUB = """
import pathlib, sys
from parlour.system import processes
pathlib.Path(sys.argv[1], "parlour-x.so").touch()
sys.exit(sys.argv[2:] != [])
"""


@pytest.mark.parametrize("settings", [{}, {"PYTHONSAFEPATH": "1"}, {"PYTHONNOUSERSITE": "1"}])
@pytest.mark.parametrize("above", ["plain", "mit Leerzeichen und Umläuten"])
def test_the_sources_are_found_however_pip_isolates(
    settings: dict[str, str], above: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Python's path pip removes the folders that an environment's own files put there, such as
    that of an editable installation of these very sources.
    """
    folder = (tmp_path / above / "sources").resolve()
    (folder / "parlour" / "engine" / "ahead").mkdir(parents=True)
    (folder / "parlour" / "system").mkdir()
    for name in (
        "__init__.py",
        "errors.py",
        "system/__init__.py",
        "system/processes.py",
        "engine/__init__.py",
        "engine/ahead/__init__.py",
    ):
        (folder / "parlour" / name).write_bytes((TOP / "parlour" / name).read_bytes())
    (folder / "parlour" / "__init__.py").write_text("")
    (folder / "parlour" / "engine" / "ahead" / "build.py").write_text(STUB, "utf-8")
    (tmp_path / "sitecustomize.py").write_text(ISOLATED.format(folder=str(folder)), "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hatch_build, "builds", lambda: True)
    hook, data = hook_of(folder), {"force_include": dict[str, str]()}
    hook.initialize("standard", data)
    hook.finalize("standard", data, "")
    assert list(data["force_include"].values()) == ["parlour/engine/built/parlour-x.so"]


@pytest.mark.parametrize("target", build.TARGETS)
def test_a_library_that_is_built_already_goes_into_a_wheel_of_its_platform(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_AHEAD", str(tmp_path))
    monkeypatch.setenv("PARLOUR_TARGET", target)
    for other in build.TARGETS:
        file = Path(file_of(tmp_path, other))
        file.touch()
        Path(f"{file}.digest").touch()
    data, _, calls = hooked(tmp_path, monkeypatch)
    name = Path(file_of(tmp_path, target)).name
    assert calls == []
    assert data["tag"] == f"py3-none-{TAGS[target]}"
    assert sorted(data["force_include"].values()) == [
        f"parlour/engine/built/{name}",
        f"parlour/engine/built/{name}.digest",
    ]


def test_what_belongs_to_a_browser_is_in_no_wheel_of_a_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_AHEAD", str(tmp_path))
    for target in ("emscripten-wasm32", "linux-x86_64"):
        Path(file_of(tmp_path, target)).touch()
    data, _, _ = hooked(tmp_path, monkeypatch)
    assert list(data["force_include"].values()) == ["parlour/engine/built/parlour-linux-x86_64.so"]


def test_what_the_build_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """In versions that stand in pyproject.toml alone, and again in what is pinned."""
    hook = hook_of(TOP)
    monkeypatch.setattr(hatch_build, "builds", lambda: True)
    found = hook.dependencies()
    assert {Requirement(text).name for text in found} == NEEDED
    pinned = {
        pin.name: pin.specifier
        for file in ("test", "wheels")
        for line in (TOP / "requirements" / f"{file}.txt").read_text().splitlines()
        if "==" in line
        for pin in [Requirement(line.removesuffix("\\"))]
    }
    for text in found:
        version = str(pinned[Requirement(text).name]).removeprefix("==")
        assert Requirement(text).specifier.contains(version), text
    wheels = (TOP / "requirements" / "wheels.in").read_text().splitlines()
    assert [line for line in wheels if not line.startswith("#")] == [
        text for text in found if text.startswith("ziglang")
    ]
    with monkeypatch.context() as editable:
        editable.setattr(sys, "argv", ["hooks", "get_requires_for_build_editable", "folder"])
        assert hook.dependencies() == []
    for wish in ("0", "folder"):
        monkeypatch.setenv("PARLOUR_AHEAD", wish)
        assert hook.dependencies() == []
    monkeypatch.delenv("PARLOUR_AHEAD")
    monkeypatch.setattr(hatch_build, "builds", lambda: False)
    assert hook.dependencies() == []


def test_where_it_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    for system, machine, libc, python, found in (
        ("linux", "x86_64", "glibc", (3, 11), True),
        ("linux", "aarch64", "glibc", (3, 14), True),
        ("linux", "x86_64", "", (3, 11), False),  # musl
        ("linux", "riscv64", "glibc", (3, 11), False),
        ("darwin", "arm64", "", (3, 12), True),
        ("win32", "AMD64", "", (3, 12), True),
        ("win32", "ARM64", "", (3, 12), False),
        ("freebsd14", "amd64", "", (3, 12), False),
        ("linux", "x86_64", "glibc", (3, 15), False),
    ):
        with monkeypatch.context() as there:
            there.setattr(platform, "machine", lambda machine=machine: machine)
            there.setattr(platform, "libc_ver", lambda libc=libc: (libc, ""))
            there.setattr(sys, "version_info", (*python, 0))
            there.setattr(sys, "platform", system)
            assert builds() is found


def test_the_base_install_has_neither_numba_nor_numpy() -> None:
    head, extras = (TOP / "pyproject.toml").read_text().split("[project.optional-dependencies]")
    assert "numba" not in head
    assert "numpy" not in head
    assert 'jit = ["numba>=0.61,<0.69", "numpy>=2.0,<3"]' in extras
    assert 'research = ["numpy>=2.0,<3"]' in extras
