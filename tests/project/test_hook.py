"""The hook that puts the library of kernels into a wheel: only where that is wished for, and a
failure is a warning.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hatch_build
from hatch_build import Ahead


class App:
    """What a hook says to its user."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, text: str) -> None:
        self.warnings.append(text)


def hooked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, version: str = "standard", status: int = 0
) -> tuple[dict[str, Any], App, list[Any]]:
    """What the hook says of a wheel, with a build of this status."""
    app, data, calls = App(), {"force_include": dict[str, str]()}, list[Any]()
    hook = Ahead(str(folder), {}, None, None, str(folder), "wheel", app)  # type: ignore[arg-type]

    def run(command: list[str], **given: Any) -> subprocess.CompletedProcess[str]:
        calls.append((command, given["env"]["PYTHONPATH"]))
        (folder / "ahead").mkdir()
        for name in ("parlour-x.so", "parlour-x.so.digest"):
            (folder / "ahead" / name).touch()
        return subprocess.CompletedProcess(command, status)

    monkeypatch.setattr(subprocess, "run", run)
    hook.initialize(version, data)
    return data, app, calls


def test_nothing_is_built_that_is_not_wished_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARLOUR_AHEAD", raising=False)
    assert hooked(tmp_path, monkeypatch)[::2] == ({"force_include": {}}, [])
    monkeypatch.setenv("PARLOUR_AHEAD", "1")
    assert hooked(tmp_path, monkeypatch, "editable")[::2] == ({"force_include": {}}, [])


def test_the_library_goes_into_the_wheel_of_its_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_AHEAD", "1")
    monkeypatch.setenv("PYTHONPATH", "before")
    data, app, calls = hooked(tmp_path, monkeypatch)
    made = tmp_path / "ahead"
    command = [sys.executable, "-m", "parlour.engine.build", str(made)]
    assert calls == [(command, f"{tmp_path}{os.pathsep}before")]
    assert data["force_include"] == {
        str(made / name): f"parlour/engine/ahead/{name}"
        for name in ("parlour-x.so", "parlour-x.so.digest")
    }
    assert data["tag"].startswith("py3-none-")
    assert data["pure_python"] is False
    assert app.warnings == []


def test_a_build_that_fails_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_AHEAD", "1")
    data, app, _ = hooked(tmp_path, monkeypatch, status=1)
    assert data == {"force_include": {}}
    assert app.warnings == ["The kernels were not built; Numba compiles them later."]


def test_what_the_build_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the package does, and zig."""
    hook = Ahead("", {}, None, None, "", "wheel", App())  # type: ignore[arg-type]
    monkeypatch.delenv("PARLOUR_AHEAD", raising=False)
    assert hook.dependencies() == []
    monkeypatch.setenv("PARLOUR_AHEAD", "1")
    text = (Path(hatch_build.__file__).parent / "pyproject.toml").read_text()
    assert [one for one in hook.dependencies() if f'"{one}"' not in text] == ["ziglang>=0.17,<0.18"]
