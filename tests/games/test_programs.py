"""What the contract of docs/classic.md asks of all three programs alike.

What each prints is tested in its own folder: tests/games/hearts/test_program.py.
"""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.cards import NEW_DECK, names
from tests.support.programs import CLASSICS, NO_NAME, Classic
from tests.support.session import interleaved

Capture = pytest.CaptureFixture[str]
every_program = pytest.mark.parametrize("classic", CLASSICS, ids=[one.title for one in CLASSICS])
every_other = pytest.mark.parametrize(
    "other", CLASSICS, ids=[f"of {other.title}" for other in CLASSICS]
)


@pytest.fixture(autouse=True, scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Typed bytes may happen to be a `save FILE`: that file is to be nowhere in the tree."""
    with contextlib.chdir(tmp_path_factory.mktemp("typed")):
        yield


def prompt_of(classic: Classic, told: str) -> str:
    """The prompt with which a session stands at the end of the input."""
    prompts = list(re.finditer(classic.prompts, told))
    assert prompts[-1].end() == len(told)
    return prompts[-1][0]


def begun(classic: Classic, lines: int) -> str:
    """So many lines of the script."""
    return "".join(classic.script.splitlines(keepends=True)[:lines])


# --- lines of input


@pytest.mark.parametrize(
    ("classic", "typed", "told"),
    [
        pytest.param(one, typed, told, id=f"{one.title} {typed!r}")
        for one in CLASSICS
        for typed, told in [*one.refusals, ("save", NO_NAME), ("save \t ", NO_NAME)]
    ],
)
def test_a_refusal_is_one_line_then_the_prompt_alone_and_loses_nothing(
    classic: Classic, typed: str, told: str
) -> None:
    end = "\r\n" if typed.endswith("\r") else "\n"  # of two CRs before the LF, one is dropped
    before = classic.play()
    refused = f"{before}{told}\n{prompt_of(classic, before)}"
    assert classic.play(typed + end) == refused
    good = "\n".join(classic.good) + "\n"
    assert classic.play(typed + end + good) == refused + classic.play(good).removeprefix(before)


@every_program
def test_white_space_is_space_and_tab_and_one_cr_is_dropped_before_a_lf(classic: Classic) -> None:
    one, two = classic.good
    plain = classic.play(f"{one}\n{two}\n")
    assert classic.play(f" \t{one} \r\n{two}") == plain
    assert classic.play(f"\t {one}\t\n {two}\t ") == plain
    told = classic.play(f"{one}\n{two}\r")  # the last line has no LF
    assert re.search(r'"(\w+ )?\w+\\r" is not a ', told)
    assert told.endswith(prompt_of(classic, told))


@every_program
def test_quit_and_the_end_of_input_print_nothing_more(classic: Classic) -> None:
    for lines in (0, 1, 2, 3, 10, 50, 100):
        typed = begun(classic, lines)
        told = classic.play(typed)
        assert told.endswith(prompt_of(classic, told))
        assert classic.play(f"{typed} quit\t\r\n{classic.tries}") == told
        assert classic.play(f"{typed}\tquit ") == told


@every_program
def test_a_long_line_is_one_answer(classic: Classic) -> None:
    before = classic.play()
    told = classic.play("x" * 200_000 + "\nquit" + " " * 200_000 + "\n").removeprefix(before)
    prompt = prompt_of(classic, before)
    assert told == "".join(
        f'"{begins}..." {classic.no_answer}\n{prompt}' for begins in ("x" * 200, f"quit{' ' * 196}")
    )


TRIES = pytest.mark.parametrize("tries", [60, pytest.param(400, marks=pytest.mark.thorough)])


@TRIES
@every_program
def test_any_input_bytes(classic: Classic, tries: int) -> None:
    @settings(max_examples=tries)
    @given(st.binary(max_size=200))
    def typed(some: bytes) -> None:
        told = classic.play(some)
        assert told.startswith(classic.begins)
        assert told.endswith(classic.ends) or prompt_of(classic, told)

    typed()


@TRIES
@every_program
def test_any_words(classic: Classic, tries: int) -> None:
    @settings(max_examples=tries)
    @given(st.lists(st.sampled_from(classic.words), max_size=60))
    def typed(some: list[bytes]) -> None:
        told = classic.play(b"".join(some))
        assert told.startswith(classic.begins)
        assert told.endswith(classic.ends) or prompt_of(classic, told)

    typed()


# --- seeds, transcripts, decks


@every_program
def test_the_default_shuffle_is_std_and_four_seeds_deal_alike(classic: Classic) -> None:
    options = [*classic.seat, *classic.house]
    seeds = (["0"], ["1"], ["--", "-1"], ["2147483647"], ["--shuffle", "std", "1"])
    assert len({classic.run(*options, *seed, typed=classic.tries) for seed in seeds}) == 1


@every_program
def test_without_a_seed_one_is_named_on_standard_error(classic: Classic, capfd: Capture) -> None:
    options = [*classic.seat, *classic.house]
    told = classic.run(*options, typed=classic.tries)
    named = capfd.readouterr().err
    assert re.fullmatch(r"The seed is \d+\.\n", named)
    seed = named.strip(".\n").rpartition(" ")[2]
    assert classic.run(*options, seed, typed=classic.tries) == told
    assert capfd.readouterr().err == ""


@every_program
def test_the_transcript_is_the_session_with_the_input_bytes_in_place(
    classic: Classic, tmp_path: Path
) -> None:
    file = tmp_path / "transcript"
    file.write_text("old")
    typed = b"\xff\x00\r\n" + b"x" * 200_000 + b"\n" + classic.script.encode() + b" quit"
    told = classic.play(typed, "--transcript", str(file))
    assert file.read_bytes() == interleaved(told.encode(), typed, classic.prompts.encode())


@every_program
def test_lines_end_in_line_feeds(classic: Classic) -> None:
    assert "\r" not in classic.play(classic.script)


@every_program
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "line 1: The last deck has 0 cards, not 52."),
        (b"7S", "line 1: The last deck has 1 cards, not 52."),
        (b"7S\n\n7X", 'line 3: "7X" is not a card'),
        (b"7S 7s", 'line 1: "7s" is not a card'),
        (b"7S\n8S\n7S", "line 3: 7S stands twice in one deck."),
        (b"\xff\xfe", r'line 1: "\xff\xfe" is not a card'),
        (names(NEW_DECK).encode() + b"\nKS", "line 2: The last deck has 1 cards, not 52."),
    ],
)
def test_a_deck_that_cannot_be_used(
    classic: Classic, text: bytes, why: str, capfd: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "deck"
    file.write_bytes(text)
    assert classic.run(*classic.options, "--deck", str(file), status=2) == ""
    error = capfd.readouterr().err
    assert error.startswith(f'{classic.title}: "{file}", {why}')
    assert error.count("\n") == 1


# --- save and load


@every_program
def test_save_works_at_every_prompt(classic: Classic, tmp_path: Path) -> None:
    """`Saved.` or the reason, then the prompt alone."""
    for lines in (0, 1, 2, 3, 8, 25, 60):
        typed = begun(classic, lines)
        before = classic.play(typed)
        prompt = prompt_of(classic, before)
        file = tmp_path / f"my save {lines}"
        saves = f"\tsave  {file} \r\nsave {tmp_path}/no/such\nsave {tmp_path}\nsave \n"
        assert classic.play(f"{typed}{saves}") == (
            f"{before}Saved.\n{prompt}"
            f'"{tmp_path}/no/such" cannot be written: No such file or directory.\n{prompt}'
            f'"{tmp_path}" cannot be written: Is a directory.\n{prompt}'
            f"{NO_NAME}\n{prompt}"
        )
        assert classic.run("--load", str(file), *classic.seat).endswith(prompt)


@every_program
def test_the_name_of_a_save_is_the_rest_of_the_line(classic: Classic, tmp_path: Path) -> None:
    told = classic.play(f"save {tmp_path}/a b\x0c\x0b\t \nsave\t{tmp_path}/\xe9\r\n")
    prompt = prompt_of(classic, told)
    assert told.endswith(f"{prompt}Saved.\n{prompt}Saved.\n{prompt}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a b\x0c\x0b", "\xe9"]


@every_program
def test_a_failing_save_never_stops_play_and_is_told_once(classic: Classic, capfd: Capture) -> None:
    told = classic.play(classic.tries, "--save", "/no/such/file")
    assert told == classic.play(classic.tries)
    assert (
        capfd.readouterr().err
        == 'Not saved: "/no/such/file" cannot be written: No such file or directory.\n'
    )


@pytest.mark.parametrize(
    ("classic", "option"),
    [
        pytest.param(one, option, id=f"{one.title} {option}")
        for one in CLASSICS
        for option in [
            *("1", "--shuffle=std", "--shuffles=1", "--new-deck=CDHS", "--deck=x", "--target=30"),
            *one.said,
        ]
    ],
)
def test_load_excludes_what_its_file_says(
    classic: Classic, option: str, tmp_path: Path, capfd: Capture
) -> None:
    save = tmp_path / "save"
    classic.play("", "--save", str(save))
    assert classic.run("--load", str(save), *classic.seat, option, status=2) == ""
    named = "SEED" if option == "1" else option.partition("=")[0]
    assert (
        capfd.readouterr().err
        == f"{classic.title}: {named} cannot stand beside --load, whose file says it already.\n"
    )


@every_other
@every_program
def test_a_program_loads_its_own_saves_alone(
    classic: Classic, other: Classic, tmp_path: Path, capfd: Capture
) -> None:
    save = tmp_path / "save"
    told = other.play("", "--save", str(save))
    if classic is other:
        loaded = classic.run("--load", str(save), *classic.seat)
        assert loaded
        assert told.endswith(loaded)
    else:
        why = f'line 1: {classic.title} should stand here, not "{other.title}".\n'
        refused(classic, ["--load", str(save), *classic.seat], f'"{save}", {why}', capfd)


# --- the command line


@every_program
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["x"], 'The seed "x" is not a whole number.'),
        (["--", "-"], 'The seed "-" is not a whole number.'),
        (["+1"], 'The seed "+1" is not a whole number.'),
        ([""], 'The seed "" is not a whole number.'),
        (["4294967296"], 'The seed "4294967296" is not between -2147483648 and 4294967295.'),
        (["--", "-2147483649"], 'The seed "-2147483649" is not between'),
        (["1", "2"], "unrecognized arguments: 2"),
        (["1", "--bogus\n"], r"unrecognized arguments: --bogus\n"),
        (["--shuffle", "bogo"], "argument --shuffle: invalid choice: 'bogo' (choose from "),
        (["--shuffles", "0"], 'The number of shuffles "0" is not a whole number from 1 to 10000.'),
        (["--new-deck", "SHD"], 'The order "SHD" of a new deck is not the letters C, D, H and S,'),
        (["--new-deck", "SHDC", "--deck", "x"], "--new-deck cannot stand beside --deck, whose"),
        (["--deck"], "argument --deck: expected one argument"),
        (["1", "--edition", "1"], "unrecognized arguments: --edition 1"),
        (["1", "--target", "-5"], 'The option target cannot be "-5": it is '),
        (["1", "--target", "\u0663"], 'The option target cannot be "\u0663"'),
        (["1", "--target", "9" * 5000], 'The option target cannot be "999'),
        (
            ["1", "--deck", "/no/such/file"],
            'The file "/no/such/file" cannot be read: No such file or directory.',
        ),
        (["1", "--deck", "/"], 'The file "/" cannot be read: Is a directory.'),
        (["1", "--deck", "/dev/zero"], 'The file "/dev/zero" is longer than 16777216 bytes.'),
        (
            ["--load", "/no/such/file"],
            'The file "/no/such/file" cannot be read: No such file or directory.',
        ),
        (
            ["1", "--transcript", "/no/such/file"],
            'The transcript "/no/such/file" cannot be written: No such file or directory.',
        ),
        (
            ["1", "--deck", "x", "--transcript", "./x"],
            '--transcript and --deck cannot both be "./x".',
        ),
        (["--load", "x", "--transcript", "x"], '--transcript and --load cannot both be "x".'),
        (["1", "--save", "x", "--transcript", "x"], '--transcript and --save cannot both be "x".'),
        (["1", "--save", "x", "--deck", "x"], '--save and --deck cannot both be "x".'),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_command_line_that_cannot_be_used(
    classic: Classic,
    arguments: list[str],
    why: str,
    capfd: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(classic, [*classic.seat, *arguments], why, capfd)
    assert list(tmp_path.iterdir()) == []


def refused(classic: Classic, arguments: list[str], why: str, capfd: Capture) -> None:
    """The program says in one line why it does not start."""
    assert classic.run(*arguments, status=2) == ""
    error = capfd.readouterr().err
    assert error.startswith(f"{classic.title}: {why}")
    assert error.count("\n") == 1


@every_program
def test_help_and_version(classic: Classic) -> None:
    assert classic.run("--version").startswith(f"{classic.title} (Parlour) ")
    told = classic.run("--help")
    common = ("SEED", "--shuffle", "--deck", "--load", "--save", "--transcript", "--target")
    assert [option for option in (*common, *classic.told) if option not in told] == []
    assert told.endswith("\n")
