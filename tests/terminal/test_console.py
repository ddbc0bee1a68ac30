"""Streams, files and exit statuses, where a process test cannot reach them."""

import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from parlour import errors
from parlour.errors import LONGEST, OutputError, ParlourError, plain, quote
from parlour.games import crazy_eights, hearts, straights
from parlour.system import startup
from parlour.terminal.console import (
    Console,
    Done,
    replace_file,
    run,
    run_on,
    same_file,
    stream_of,
    write_all,
)

PROGRAMS = [straights.main, hearts.main, crazy_eights.main, startup.parlour]


class Slow(io.BytesIO):
    """Takes three bytes at a time."""

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        return super().write(data[:3])


class Broken(io.BytesIO):
    """Fails with an error that was chosen."""

    def __init__(self, error: BaseException | None) -> None:
        super().__init__()
        self.error = error

    def write(self, _data: bytes, /) -> int:  # type: ignore[override]
        if self.error:
            raise self.error
        return 0

    def readline(self, _size: int | None = -1, /) -> bytes:
        assert self.error
        raise self.error


def test_every_byte_is_written() -> None:
    slow = Slow()
    write_all(slow, b"A new round begins.", "Standard output")
    assert slow.getvalue() == b"A new round begins."


def test_a_stream_that_takes_nothing() -> None:
    with pytest.raises(OutputError, match="The log cannot be written: it takes nothing"):
        write_all(Broken(None), b"x", "The log")


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(32, "Broken pipe"), 1, ""),
        (
            OSError(28, "No space left on device"),
            1,
            "x: Standard output cannot be written: No space left on device.\n",
        ),
        (OSError("odd"), 1, "x: Standard output cannot be written: odd.\n"),
    ],
)
def test_what_ends_a_program(
    error: BaseException, status: int, told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    def says(console: Console, _: Sequence[str]) -> None:
        console.say("x")

    assert run_on(Console(None, Broken(error)), "x", says, []) == status
    assert capfd.readouterr().err == told


def test_input_that_cannot_be_read(capfd: pytest.CaptureFixture[str]) -> None:
    def asks(console: Console, _: Sequence[str]) -> None:
        console.ask(">")

    assert (
        run_on(Console(Broken(OSError(5, "Input/output error")), io.BytesIO()), "x", asks, []) == 1
    )
    assert capfd.readouterr().err == "x: Standard input cannot be read: Input/output error.\n"
    assert run_on(Console(None, io.BytesIO()), "x", asks, []) == 0


class Pipe(io.FileIO):
    """Fails as a closed pipe of Windows does."""

    def write(self, _data: object, /) -> int:
        raise OSError(22, "Invalid argument")


def test_the_reader_of_a_pipe_has_left_on_windows(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Which is silent; the same error of a file is said."""

    def says(console: Console, _: Sequence[str]) -> None:
        console.say("x")

    reading, writing = os.pipe()
    os.close(reading)
    with Pipe(writing, "w") as pipe:
        assert run_on(Console(None, pipe), "x", says, []) == 1
    assert capfd.readouterr().err == ""
    with Pipe(tmp_path / "out", "w") as file:
        assert run_on(Console(None, file), "x", says, []) == 1
    why = "x: Standard output cannot be written: Invalid argument.\n"
    assert capfd.readouterr().err == why


class Screen(io.RawIOBase):
    """A console of Windows: the bytes that Python's own stream writes to it are shown as UTF-8,
    which those written to its descriptor are not.
    """

    def __init__(self) -> None:
        self.shown = b""

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        self.shown += bytes(memoryview(data))  # type: ignore[arg-type]
        return memoryview(data).nbytes  # type: ignore[arg-type]


def test_a_console_of_windows_shows_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Screen()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(shown), "cp437"))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BufferedWriter(shown), "cp437"))

    def says(console: Console, _: Sequence[str]) -> None:
        console.say("Käse ♠")
        console.flush()
        raise ParlourError("Größe")

    assert run("x", says, []) == 2
    assert shown.shown.decode() == "Käse ♠\nx: Größe\n"


def test_done_is_the_last_thing_said(capfd: pytest.CaptureFixture[str]) -> None:
    def ends(console: Console, _: Sequence[str]) -> None:
        console.say("first")
        raise Done("last")

    output = io.BytesIO()
    assert run_on(Console(None, output), "x", ends, []) == 0
    assert output.getvalue() == b"first\nlast\n"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_console_scripts(
    program: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert callable(program)
    monkeypatch.setattr(sys, "argv", ["x", "--version"])
    with (tmp_path / "out").open("w") as output, (tmp_path / "out").open() as told:
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stdin", None)
        assert program() == 0
        assert "(Parlour)" in told.read()
        monkeypatch.setattr(sys, "argv", ["x", "--bogus"])
        monkeypatch.setattr(sys, "stderr", None)
        assert program() == 2


def test_a_missing_output_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert run("x", lambda console, _: console.say("x"), []) == 1
    assert capfd.readouterr().err == "x: Standard output is closed.\n"


def test_a_file_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    replace_file(str(file), b"old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        replace_file(str(file), b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert file.read_bytes() == b"old"


def test_a_name_that_ends_like_a_folder_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IsADirectoryError):
        replace_file("game/", b"")
    monkeypatch.setattr(os, "sep", "\\")  # as on Windows
    monkeypatch.setattr(os, "altsep", "/")
    for name in ("game/", "game\\"):
        with pytest.raises(IsADirectoryError):
            replace_file(name, b"")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_windows_does_not_replace_leaves_no_other_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It removes no read-only file, so the temporary one is none."""
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(0o444)
    unlink, removed = os.unlink, list[int]()

    def refused(*_: object) -> None:
        raise PermissionError(13, "Access is denied")

    def remove(path: str) -> None:
        removed.append(os.stat(path).st_mode & 0o200)
        unlink(path)

    with monkeypatch.context() as windows:
        windows.setattr(sys, "platform", "win32")
        windows.setattr(os, "replace", refused)
        windows.setattr(os, "unlink", remove)
        with pytest.raises(PermissionError):
            replace_file(str(file), b"new")
    assert removed == [0o200]
    assert file.read_bytes() == b"old"


def test_what_is_no_regular_file_is_written_as_it_is() -> None:
    replace_file("/dev/null", b"x")
    assert not Path("/dev/null").is_file()
    assert not same_file("/dev/null", "/dev/null")


def test_the_files_of_the_standard_streams_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stream_of(str(tmp_path / "none")) == stream_of("/dev/null") == stream_of("a\x00b") == ""
    file = tmp_path / "out"
    file.write_text("")
    assert stream_of(str(file)) == ""
    monkeypatch.setattr("os.path.samestat", lambda _one, _other: True)
    assert stream_of(str(file)) == "standard input"
    monkeypatch.setattr("os.path.samestat", lambda _one, _other: file.with_name("gone").stat())
    assert stream_of(str(file)) == ""


def test_one_file_under_two_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one").write_text("")
    Path("two").hardlink_to("one")
    Path("three").symlink_to("one")
    assert same_file("one", "two")
    assert same_file("one", str(tmp_path / "three"))
    assert same_file("new", "./new")
    assert not same_file("one", "new")
    assert not same_file("new", "NEW")
    with monkeypatch.context() as windows:
        windows.setattr("os.path.normcase", str.lower)
        assert same_file("new", "NEW")
    monkeypatch.setattr("os.path.realpath", lambda _path: Path("gone").stat())
    assert same_file("new", "new")
    assert not same_file("new", "./new")


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_interrupt_while_importing(
    program: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(startup, "import_module", interrupted)
    assert program() == 130


def test_messages_stay_on_one_printable_line() -> None:
    assert plain("a\nb\t\x1b[31m\ud800é") == "a\\nb\\t\\x1b[31m\\ud800é"
    assert quote(b"\xff\x00") == '"\\xff\\x00"'
    assert quote("x" * 999) == f'"{"x" * LONGEST}..."'


def test_the_tree_of_errors_is_the_one_drawn() -> None:
    drawn = [
        line.split("──")[1].split()[0]
        for line in (errors.__doc__ or "").splitlines()
        if "──" in line
    ]

    def tree(error: type[ParlourError]) -> list[str]:
        children = [
            child for child in error.__subclasses__() if child.__module__ == errors.__name__
        ]
        return [name for child in children for name in (child.__name__, *tree(child))]

    assert drawn == tree(ParlourError)
