"""The command `parlour site`: what it says."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour import cli
from parlour.terminal.console import Console, run_on
from tests.cli.test_records import parlour


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["/dev/null/site"], 'The site cannot be written: Not a directory ("/dev/null/site")'),
        (["/dev/null"], '"/dev/null" holds something else than a site; name a new folder.'),
        (["x", "--kernels", "/nowhere"], 'The folder "/nowhere" has no library of these sources'),
        (["x", "--pyodide", "/dev/null/x"], "The site cannot be written: Not a directory"),
        ([], "The following arguments are required: DIR"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arguments: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("parlour.site.build.node", lambda _program: ["true"])
    if "/nowhere" in arguments:
        monkeypatch.setattr("parlour.site.build.pyodide", lambda room: room)
    parlour("site", *arguments, status=2)
    assert capfd.readouterr().err.startswith(f"parlour: {why}")
    assert [*tmp_path.iterdir()] == []


def test_a_closed_pipe_ends_it_without_a_word(tmp_path: Path) -> None:
    """And no empty folder is left, nor one above it, but one that was there stays."""
    reader, writer = os.pipe()
    os.close(reader)
    made, there = tmp_path / "new" / "made", tmp_path / "there"
    there.mkdir()
    for folder in (made, there):
        command = [sys.executable, "-m", "parlour", "site", str(folder)]
        done = subprocess.run(
            command, check=False, stdout=writer, stderr=subprocess.PIPE, timeout=60
        )
        assert (done.returncode, done.stderr) == (1, b"")
    os.close(writer)
    assert [*tmp_path.iterdir()] == [there]


def test_what_a_folder_holds_stays_when_the_pipe_is_closed(tmp_path: Path) -> None:
    """The same within the process: a part of a site, and an empty folder that was there."""
    made, there = tmp_path / "made", tmp_path / "there"
    there.mkdir()

    class Closed(io.BytesIO):
        def write(self, _data: object) -> int:
            if made.exists():
                (made / "part").touch()
            raise BrokenPipeError

    for folder in (there, made):
        console = Console(None, Closed())
        assert run_on(console, "parlour", cli.program, ["site", str(folder)]) == 1
    assert sorted(tmp_path.rglob("*")) == [made, made / "part", there]
