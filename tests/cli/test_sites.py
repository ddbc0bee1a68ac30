"""The command `parlour site`: what it says."""

from pathlib import Path

import pytest

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
    monkeypatch.setattr("parlour.site.build.node", lambda program: ["true"])
    if "/nowhere" in arguments:
        monkeypatch.setattr("parlour.site.build.pyodide", lambda room: room)
    parlour("site", *arguments, status=2)
    assert capfd.readouterr().err.startswith(f"parlour: {why}")
