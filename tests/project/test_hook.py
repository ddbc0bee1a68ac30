"""The hook that puts the library of kernels into a wheel: a failure is a warning."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hatch_build
from hatch_build import NEEDED, TAGS, Ahead, builds
from parlour.engine import build
from parlour.engine.library import file_of

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


def hook_of(folder: Path) -> Ahead:
    return Ahead(str(folder), {}, None, None, str(folder), "wheel", App())  # type: ignore[arg-type]


def hooked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, version: str = "standard", status: int = 0
) -> tuple[dict[str, Any], App, list[Any]]:
    """What the hook says of a wheel, with a build of this status."""
    data, calls, hook = {"force_include": dict[str, str]()}, list[Any](), hook_of(folder)
    app: Any = hook.app

    def run(command: list[str], **given: Any) -> subprocess.CompletedProcess[str]:
        calls.append((command[:-1], given["env"]["PYTHONPATH"]))
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
    monkeypatch.setenv("PYTHONPATH", "before")
    data, app, calls = hooked(tmp_path, monkeypatch)
    command = [sys.executable, "-m", "parlour.engine.build"]
    assert calls == [(command, f"{tmp_path}{os.pathsep}before")]
    assert sorted(data["force_include"].values()) == [
        f"parlour/engine/ahead/{name}" for name in ("parlour-x.so", "parlour-x.so.digest")
    ]
    assert data["tag"].startswith("py3-none-")
    assert data["pure_python"] is False
    assert app.warnings == []
    assert app.said == ["Compiling the engine's kernels, which takes a minute or two ..."]


def test_a_build_that_fails_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, app, _ = hooked(tmp_path, monkeypatch, status=1)
    assert data == {"force_include": {}}
    assert len(app.warnings) == 1
    assert app.warnings[0].startswith("The engine's kernels were not built. The wheel is made ")


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
        f"parlour/engine/ahead/{name}",
        f"parlour/engine/ahead/{name}.digest",
    ]


def test_what_belongs_to_a_browser_is_in_no_wheel_of_a_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_AHEAD", str(tmp_path))
    for target in ("emscripten-wasm32", "linux-x86_64"):
        Path(file_of(tmp_path, target)).touch()
    data, _, _ = hooked(tmp_path, monkeypatch)
    assert list(data["force_include"].values()) == ["parlour/engine/ahead/parlour-linux-x86_64.so"]


def test_what_the_build_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions as the package and its extra name them, and zig."""
    hook = hook_of(TOP)
    monkeypatch.setattr(hatch_build, "builds", lambda: True)
    assert hook.dependencies() == NEEDED
    text = (TOP / "pyproject.toml").read_text()
    assert [one for one in NEEDED if f'"{one}"' not in text] == ["ziglang>=0.17,<0.18"]
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
