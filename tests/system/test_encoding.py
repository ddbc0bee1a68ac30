"""Texts as Windows' editors and shells store them: with a byte order mark, CRLF, or in UTF-16."""

import codecs
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour import log
from parlour.cards import NEW_DECK, names
from parlour.errors import LogError, OutputError, UsageError
from parlour.games.crazy_eights import program as crazy_eights
from parlour.games.hearts import program as hearts
from parlour.games.straights import program as straights
from parlour.players import trained
from parlour.system.encoding import unmarked
from parlour.terminal.console import LONGEST_LINE, Console
from tests.support.session import Program, session

MARK = codecs.BOM_UTF8
LOG = (
    b'{"n":0,"event":"opened","version":1,"game":"straights","rules":{"edition":1,"target":80,'
    b'"opens":"7S","discards":"shown","values":"rank"},"salt":""}\n'
    b'{"n":1,"event":"seated","seat":0,"player":"first"}'
)


def test_the_mark_of_utf_8_is_left_out_once() -> None:
    assert unmarked(MARK + b"7S", "x") == b"7S"
    assert unmarked(b"7S" + MARK, "x") == b"7S" + MARK
    assert unmarked(MARK * 2, "x") == MARK
    assert unmarked(b"", "x") == b""


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le"])
def test_utf_16_is_named(encoding: str) -> None:
    data = "\ufeff7S".encode(encoding) if encoding != "utf-16" else "7S".encode(encoding)
    with pytest.raises(UsageError, match=r"^The file is in UTF-16; store it in UTF-8\.$"):
        unmarked(data, "The file")
    with pytest.raises(OutputError, match=r"^It is in UTF-16"):
        unmarked(data, "It", OutputError)


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\xfe\xff", b"\xff\xfeab", b"7\0S\0"])
def test_other_bytes_are_no_utf_16(data: bytes) -> None:
    assert unmarked(data, "x") == data


@pytest.mark.parametrize("head", [b"", MARK])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_log_of_any_editor(head: bytes, end: bytes) -> None:
    lines = (head + LOG.replace(b"\n", end)).splitlines(keepends=True)
    assert [line.event for line in log.read(lines)] == [
        line.event for line in log.read(LOG.splitlines())
    ]


def test_a_mark_inside_a_log_is_refused() -> None:
    first, second = LOG.splitlines()
    with pytest.raises(LogError, match=r"^Line 2: .* is not JSON in UTF-8"):
        list(log.read([first, MARK + second]))


def test_a_log_in_utf_16() -> None:
    lines = LOG.decode().encode("utf-16").splitlines(keepends=True)
    with pytest.raises(LogError, match=r"^Line 1: the log is in UTF-16; store it in UTF-8\.$"):
        list(log.read(lines))


EVERY = [
    (straights.program, ["--players", "hccc"], "play 7S\ndeck\n"),
    (hearts.program, ["--no-pass"], "0\n1\n2\n"),
    (crazy_eights.program, ["--play", "harry"], "AC\n2c\n"),
]
CHANGES: list[Callable[[bytes], bytes]] = [
    lambda text: MARK + text,
    lambda text: MARK + text.replace(b"\n", b"\r\n"),
    lambda text: text.replace(b"\n", b"\r\n"),
    lambda text: text.removesuffix(b"\n"),
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("program", "options", "typed"), EVERY)
def test_any_editors_files_play_alike(
    program: Program,
    options: list[str],
    typed: str,
    change: Callable[[bytes], bytes],
    tmp_path: Path,
) -> None:
    deck, save = tmp_path / "deck", tmp_path / "save"
    given = [*options, "--deck", str(deck), "1"]
    deck.write_bytes(f"{names(NEW_DECK)}\n".encode())
    told = session(*given, "--save", str(save), typed=typed, program=program)
    seat = options if program is crazy_eights.program else []
    loaded = session(*seat, "--load", str(save), program=program)
    deck.write_bytes(change(deck.read_bytes()))
    save.write_bytes(change(save.read_bytes()))
    assert session(*given, typed=change(typed.encode()), program=program) == told
    assert session(*seat, "--load", str(save), program=program) == loaded


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(("program", "options", "typed"), EVERY)
def test_utf_16_is_told_in_one_sentence(
    program: Program,
    options: list[str],
    typed: str,
    encoding: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "file"
    file.write_bytes(f"\ufeff{typed}".encode(encoding))
    for given in (["--deck", str(file), *options, "1"], ["--load", str(file)]):
        seat = options if program is crazy_eights.program and "--load" in given else []
        assert session(*given, *seat, status=2, program=program) == b""
        error = capfd.readouterr().err
        assert error.endswith(f': The file "{file}" is in UTF-16; store it in UTF-8.\n')
        assert error.count("\n") == 1
    session(*options, "1", typed=file.read_bytes(), status=1, program=program)
    assert capfd.readouterr().err.endswith(": Standard input is in UTF-16; store it in UTF-8.\n")


def test_weights_that_any_editor_has_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, file = trained.file("straights").read_bytes(), tmp_path / "weights.json"
    expected = list(trained.weights("straights"))
    monkeypatch.setattr(trained, "file", lambda _game: file)
    for change in CHANGES:
        file.write_bytes(change(stored))
        assert list(trained.weights.__wrapped__("straights")) == expected


def test_a_mark_counts_at_the_head_alone(tmp_path: Path) -> None:
    console = Console(io.BytesIO(MARK + b"a\n" + MARK + b"b\n"), io.BytesIO())
    assert [console.ask(">") for _ in range(3)] == [b"a", MARK + b"b", None]
    assert Console(io.BytesIO(MARK), io.BytesIO()).ask(">") is None
    assert Console(io.BytesIO(MARK + b"\r\n"), io.BytesIO()).ask(">") == b""
    long = Console(io.BytesIO(MARK + b"a" * LONGEST_LINE + b"\nb\n"), io.BytesIO())
    assert long.ask(">") == b"a" * (LONGEST_LINE - len(MARK))
    assert long.ask(">") == b"b"
    transcript = tmp_path / "transcript"
    session("1", "--transcript", str(transcript), typed=MARK + b"quit\n")
    assert transcript.read_bytes().endswith(b">" + MARK + b"quit\n")
