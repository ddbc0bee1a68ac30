"""The program parlour: record, replay and simulate."""

import asyncio
import errno
import io
import json
import math
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from parlour import cli, log
from parlour import series as series_module
from parlour.cards import NEW_DECK
from parlour.catalogue.registry import GAMES
from parlour.cli import records
from parlour.games.crazy_eights import program as crazy_eights
from parlour.games.hearts import rules as hearts
from parlour.games.straights import rules as straights
from parlour.lab import simulate
from parlour.match import Acted, Dealt, Event, Match, Opened, Seated, actor, fold, legal, step
from parlour.series import STRIDE, Series, checked_series, deal_number
from parlour.shuffle import DEALS
from parlour.storage import location
from parlour.storage.store import Store
from parlour.system.locks import take
from parlour.table.messages.record import record
from parlour.terminal.console import Console, run_on
from tests.support.packages import site
from tests.support.play import opened
from tests.support.scene import Scene
from tests.support.session import session
from tests.support.stored import add
from tests.table.test_past import alone, undo, until_choice
from tests.test_log import LOG, TEXT


def parlour(*arguments: str, typed: bytes = b"", status: int = 0) -> str:
    output = io.BytesIO()
    assert run_on(Console(io.BytesIO(typed), output), "parlour", cli.program, arguments) == status
    return output.getvalue().decode()


def simulated(path: Path, *arguments: str) -> str:
    return parlour("simulate", "--game", "straights", "--log", str(path), *arguments)


def stored(file: Path, scene: Scene) -> None:
    """A data file with one table."""

    async def store() -> None:
        tables = Store(location.find(str(file)))
        await tables.open()
        await tables.make(scene.made, 0.0)
        await add(tables, scene.made.name, scene.rows)
        await tables.close()

    asyncio.run(store())


def refused(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence with which a command is refused."""
    assert parlour(*arguments, status=2) == ""
    return capfd.readouterr().err.strip()


@pytest.mark.parametrize(
    "link",
    [
        "{}",
        "http://127.0.0.1:8000/#/table/{}/KEY",
        "#/table/{}",
        "https://cards.example/our/#/watch/{}/KEY",
    ],
)
def test_a_stored_table_is_a_log(tmp_path: Path, link: str) -> None:
    scene, file = alone(), tmp_path / "tables.db"
    until_choice(scene)
    scene.act(0)
    undo(scene)
    scene.play(1)
    stored(file, scene)
    text = parlour("record", link.format(scene.made.name), "--data", str(file))
    assert text == record(scene.rows)
    told = parlour("replay", "-", typed=text.encode()).splitlines()
    assert told[0].startswith("Match 1: straights (")
    assert told[1] == "Moves were undone 1 time; they are left out."


def test_what_is_not_stored_has_no_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """And no file is made for it."""
    file, scene = tmp_path / "tables.db", alone()
    missing = refused(capfd, "record", "TABLE", "--data", str(file))
    assert missing == f'parlour: The tables\' file "{file}" does not exist.'
    folder = refused(capfd, "record", "TABLE", "--data", str(tmp_path))
    assert folder == f'parlour: The tables\' file "{tmp_path}" is a directory.'
    assert [*tmp_path.iterdir()] == []
    stored(file, scene)
    unknown = refused(capfd, "record", "TABLE", "--data", str(file))
    assert unknown == f'parlour: The table "TABLE" is not in "{file}".'
    unknown = refused(capfd, "record", "--data", str(file), "--", "-ABLE")
    assert unknown == f'parlour: The table "-ABLE" is not in "{file}".'


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE events SET body = 'xx' WHERE n = 2", "Event 2 cannot be read."),
        ("UPDATE events SET body = x'ff' WHERE n = 2", "Event 2 cannot be read."),
        ("UPDATE events SET body = '[]' WHERE n = 2", "Event 2 cannot be read."),
        ("UPDATE events SET body = '{\"did\":[{}]}' WHERE n = 2", "Event 2 cannot be read."),
        ("UPDATE events SET body = '{\"did\":[]}' WHERE n = 0", "Event 1 cannot be read."),
        (
            'UPDATE events SET body = \'{"did":[{"event":"undone"}]}\' WHERE n = 3',
            "Event 3 cannot be read.",
        ),
        ("DELETE FROM events WHERE n = 3", "Event 3 is missing."),
        ("DELETE FROM events WHERE n = 0", "Event 0 is missing."),
    ],
)
def test_a_damaged_table_has_no_log(
    change: str, why: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    scene, file = alone(), tmp_path / "tables.db"
    until_choice(scene)
    scene.play(1)
    stored(file, scene)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change)
    name = scene.made.name
    told = refused(capfd, "record", name, "--data", str(file))
    assert told == f'parlour: The table "{name}" in "{file}" is damaged: {why}'


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("DROP TABLE events", "The tables in {} cannot be used: no such table: events."),
        ("DELETE FROM alembic_version", "The data file {} has no version of Parlour."),
        (
            "UPDATE alembic_version SET version_num = 'ae1027a6acf'",
            "The data file {} has no version of Parlour.",
        ),
    ],
)
def test_damaged_data_are_refused_in_one_sentence(
    change: str, why: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    scene, file = alone(), tmp_path / "tables.db"
    stored(file, scene)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change)
    told = refused(capfd, "record", scene.made.name, "--data", str(file))
    assert told == f"parlour: {why}".format(f'"{file}"')


def test_a_name_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """As a process, since the test's own arguments are texts."""
    file = tmp_path / "tables.db"
    stored(file, alone())
    command: list[str | bytes] = [
        sys.executable,
        "-m",
        "parlour",
        "record",
        b"x\xff",
        "--data",
        str(file),
    ]
    done = subprocess.run(command, check=False, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f'parlour: The table "x\\udcff" is not in "{file}".\n'


def test_a_replay_tells_the_lines_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "log"
    simulated(file, "--seed", "6788", "--matches", "3")
    told = parlour("replay", str(file), "--match", "1").split("\n")
    assert told[:2] == [
        "Match 1: straights (edition 1, target 80, opens 7S, discards shown, values rank)",
        "Player1 is first.",
    ]
    assert "\n".join(told[5:]) == session("6788", "--players", "cccc").decode()
    second = parlour("replay", "-", "--match", "2", typed=file.read_bytes())
    deal = str(deal_number(6788, 1))
    assert second.split("\n", 5)[5] == session(deal, "--players", "cccc").decode()
    assert parlour("replay", str(file)).count("A new round begins.") == file.read_text().count(
        '"dealt"'
    )


@pytest.mark.parametrize(
    ("undone", "sentence"),
    [
        (0, "Player1 is first."),
        (1, "Moves were undone 1 time; they are left out."),
        (3, "Moves were undone 3 times; they are left out."),
    ],
)
def test_a_replay_tells_that_moves_were_undone(undone: int, sentence: str) -> None:
    events = [Opened("straights", straights.Rules(), "salt", undone), *LOG[1:]]
    told = parlour("replay", "-", typed=log.write(events, "straights").encode()).split("\n")
    assert told[1] == sentence
    assert told[2 - (undone == 0)] == "Player1 is first."


def test_a_replay_tells_who_takes_a_chair() -> None:
    ada, bob = Seated(3, "human:Ada"), Seated(3, "human:Bob")
    events: list[Event] = [*LOG[:6], ada, Acted(3, 45), Seated(3, "first"), ada, bob]
    told = parlour("replay", "-", typed=log.write(events, "straights").encode()).split("\n")
    assert told[6:] == [
        "Player4 is Ada.", "Player4 plays 7S.", "Player4 ragequits. A computer will now take "
                                                "over.", "Player4 is Ada.",
        "Player4 is Bob.", "",
    ]  # fmt: skip
    assert isinstance(events[5], Dealt)


def test_a_replay_tells_what_comes_before_a_bad_line(capfd: pytest.CaptureFixture[str]) -> None:
    told = parlour("replay", "-", typed="".join(TEXT[:7]).encode() + b"x", status=2)
    assert told.endswith("Player4 plays 7S.\n")
    assert capfd.readouterr().err.startswith('parlour: "-": Line 8: "x" is not JSON in UTF-8: ')


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ["replay", "/no/such/file"],
            'The log "/no/such/file" cannot be read: No such file or directory.',
        ),
        (["replay", "/"], 'The log "/" cannot be read: Is a directory.'),
        (["replay", "/dev/null"], 'The log "/dev/null" has no matches.'),
        (["replay", "-", "--match", "2"], 'The log "-" has no match 2 (matches: 1).'),
        (
            ["replay", "-", "--match", "0"],
            'Invalid --match "0" (expected a whole number from 1 to 999999999).\n',
        ),
        (["replay", "-", "--match", "٣"], 'Invalid --match "٣" (expected a whole number'),
        (
            ["replay"],
            'The following arguments are required: LOG (see "parlour replay --help").\n',
        ),
        (["replay", "x", "y\n"], 'Unknown arguments: y\\n (see "parlour --help").\n'),
        (
            ["deal"],
            'Unknown command "deal" (known: serve, play, simulate, record, replay, duel, train, '
            "site, bench).\n",
        ),
        (["simulate"], "The following arguments are required: --game"),
        (["simulate", "--game"], '--game: expected one argument (see "parlour simulate --help").'),
        (
            ["simulate", "--game", "whist"],
            'Unknown game "whist" (known: straights, hearts, crazy-eights',
        ),
        (
            ["simulate", "--game", "straights", "--seats", "first,first"],
            "4 seats are needed; 2 were given.",
        ),
        (
            ["simulate", "--game", "straights", "--seats", "x,first,first,first"],
            'Unknown level "x" (known: first, careful, greedy, trained, search).',
        ),
        (["simulate", "--game", "straights", "--matches", "-1"], 'Invalid --matches "-1" ('),
        (["simulate", "--game", "straights", "--matches", "1.5"], 'Invalid --matches "1.5" ('),
        (["simulate", "--game", "straights", "--matches", "9" * 5000], 'Invalid --matches "999'),
        (
            ["simulate", "--game", "straights", "--seed", "0"],
            f'Invalid --seed "0" (expected a whole number from 1 to {DEALS}).\n',
        ),
        (
            ["simulate", "--game", "straights", "--seed", str(DEALS + 1)],
            f'Invalid --seed "{DEALS + 1}" (expected a whole number from 1 to {DEALS}).\n',
        ),
        (["play", "straights", "--seed", "x"], 'The seed "x" is not a whole number.'),
        (
            ["duel", "straights", "--players", "first"],
            'Invalid --players "first" (expected two players, such as A,B).\n',
        ),
        (["duel", "straights", "--players", "a,b,c"], 'Invalid --players "a,b,c" ('),
        (["duel", "straights", "--players", ",b"], 'Invalid --players ",b" ('),
        (
            ["simulate", "--game", "straights", "--rules", "target=0"],
            'The option target cannot be "0"',
        ),
        (
            ["simulate", "--game", "straights", "--rules", "target=1,target=2"],
            'The option "target" stands twice.',
        ),
        (["simulate", "--game", "straights", "--rules", "jokers"], 'Unknown option "jokers"'),
        (
            ["simulate", "--game", "straights", "--resume"],
            "--resume needs --log, the file whose matches it continues.",
        ),
        (
            ["simulate", "--game", "straights", "--log", "/no/such"],
            'The log "/no/such" cannot be written: ',
        ),
        (
            ["simulate", "--game", "straights", "--log", "/"],
            'The log "/" cannot be written: Is a directory.',
        ),
    ],
)
def test_a_command_line_that_cannot_be_used(
    arguments: list[str], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    parlour(*arguments, typed=TEXT[0].encode(), status=2)
    error = capfd.readouterr().err
    assert error.startswith(f"parlour: {why}")
    assert error.count("\n") == 1


def test_simulate_says_what_it_came_to(tmp_path: Path) -> None:
    told = simulated(tmp_path / "log", "--seed", "2776", "--matches", "1").split("\n")
    assert told == [
        "straights, seed 2776: matches 1, rounds 1",
        "seat  player  points a round  matches won",
        "   1  first             0.00        33.3%",
        "   2  first            98.00         0.0%",
        "   3  first             0.00        33.3%",
        "   4  first             0.00        33.3%",
        "",
    ]


def test_no_mean_is_a_negative_zero() -> None:
    series = checked_series("straights", straights.Rules(), ["first"] * 4, 1)
    tally = records.Tally(series)
    tally.add(simulate.End(1000, (-1, 0, 1, 2), 1))
    assert [line.split()[2] for line in tally.lines()[2:]] == ["0.00"] * 4


def test_house_rules_of_a_simulation(tmp_path: Path) -> None:
    simulated(tmp_path / "log", "--rules", "target=10,discards=hidden")
    first = next(log.read((tmp_path / "log").read_bytes().splitlines()))
    assert first.after.rules[1:] == (10, 0, 1, 0)


def test_a_series_goes_on_where_it_was_left(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    told = simulated(whole, "--matches", "5", "--seed", "9")
    simulated(part, "--matches", "2", "--seed", "9")
    parlour("simulate", "--game", "straights", "--log", str(part), status=2)
    assert (
        capfd.readouterr().err
        == f'parlour: The file "{part}" is not empty; --resume continues a log of matches.\n'
    )
    # a match cut short
    part.write_bytes(part.read_bytes() + whole.read_bytes()[part.stat().st_size :][:500])
    assert simulated(part, "--matches", "5", "--seed", "9", "--resume") == told
    assert part.read_bytes() == whole.read_bytes()
    # an editor of Windows has stored it
    part.write_bytes(b"\xef\xbb\xbf" + part.read_bytes().replace(b"\n", b"\r\n"))
    assert simulated(part, "--matches", "5", "--seed", "9", "--resume") == told
    # nothing is missing
    assert simulated(part, "--matches", "5", "--seed", "9", "--resume") == told
    assert simulated(tmp_path / "new", "--matches", "5", "--seed", "9", "--resume") == told


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ((b'"salt":"9/0"', b'"salt":"8/0"'), "differs from this series in match 1.\n"),
        ((b'"player":"first"', b'"player":"human:Ada"'), "differs from this series in match 1.\n"),
        (
            (b'"event":"dealt"', b'"event":"delt"'),
            'differs from this series in match 1. Line 6: unknown event "delt" (',
        ),
    ],
)
def test_another_series_is_never_open_for_resume(
    change: tuple[bytes, bytes], why: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "log"
    simulated(file, "--seed", "9")
    text = file.read_bytes().replace(*change, 1)
    file.write_bytes(text)
    parlour(
        "simulate", "--game", "straights", "--seed", "9", "--log", str(file), "--resume", status=2
    )
    assert why in capfd.readouterr().err
    assert file.read_bytes() == text


@pytest.mark.parametrize("text", [b"my important notes", b"my important notes\n", b'{"n":0', b"\n"])
def test_a_file_of_anything_else_is_never_touched(
    text: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes"
    file.write_bytes(text)
    parlour(
        "simulate",
        "--game",
        "straights",
        "--log",
        str(file),
        "--resume",
        status=0 if text == b'{"n":0' else 2,
    )
    # the one that is the beginning of every series
    assert file.read_bytes() == text or text == b'{"n":0'
    assert ("differs from this series in match 1" in capfd.readouterr().err) == (text != b'{"n":0')


def test_a_last_line_without_its_end_is_played_again(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    simulated(whole, "--matches", "2")
    simulated(cut, "--matches", "1")
    cut.write_bytes(cut.read_bytes()[:-1])
    simulated(cut, "--matches", "2", "--resume")
    assert cut.read_bytes() == whole.read_bytes()


def test_the_log_is_not_where_output_goes(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("parlour.terminal.console.stream_of", lambda _path: "standard output")
    parlour("simulate", "--game", "straights", "--log", "out", status=2)
    assert capfd.readouterr().err == 'parlour: The log "out" is the file of standard output.\n'


@pytest.mark.parametrize(
    "command",
    [("simulate", "--game", "straights"), ("duel", "straights", "--players", "first,first")],
)
@pytest.mark.parametrize("more", [(), ("--resume",)])
@pytest.mark.parametrize("text", [b"", b"{"])
def test_two_processes_never_write_one_log(
    command: tuple[str, ...],
    more: tuple[str, ...],
    text: bytes,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "log"
    file.write_bytes(text)
    code = (
        "import sys; from parlour.terminal.console import open_for_resume; "
        "opened = open_for_resume(sys.argv[1], 'x', True, lambda: ([], 1)); print(); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        assert other.stdout.readline()
        parlour(*command, "--log", str(file), *more, status=2)
        other.communicate(b"\n")
    said = f'parlour: The log "{file}" is in use by another process.\n'
    assert capfd.readouterr().err == said
    assert file.read_bytes() == text
    parlour(*command, "--log", str(file), "--resume")  # the lock has ended with its process


def test_a_log_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_file: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("parlour.system.locks.take", none)
    simulated(tmp_path / "log")
    assert (tmp_path / "log").read_bytes()


def test_a_device_is_a_log_of_several_at_once() -> None:
    holder = os.open(os.devnull, os.O_WRONLY)
    try:
        take(holder)
        assert simulated(Path(os.devnull)).startswith("straights, seed 1: ")
    finally:
        os.close(holder)


def test_a_longer_record_is_not_cut(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "log"
    simulated(file, "--matches", "3")
    # and the beginning of a fourth
    file.write_bytes(text := file.read_bytes() + file.read_bytes()[:7])
    parlour(
        "simulate",
        "--game",
        "straights",
        "--log",
        str(file),
        "--matches",
        "2",
        "--resume",
        status=2,
    )
    assert (
        capfd.readouterr().err
        == f'parlour: The log "{file}" holds 3 matches, more than the 2 wanted.\n'
    )
    assert file.read_bytes() == text


def test_no_two_matches_of_a_series_are_dealt_alike() -> None:
    numbers = [deal_number(6788, index) for index in range(100_000)]
    assert numbers[0] == 6788
    assert math.gcd(STRIDE, DEALS) == 1
    assert len(set(numbers)) == len(numbers)
    assert all(1 <= number <= DEALS for number in numbers)
    spread = sum(number > DEALS // 2 for number in numbers)
    assert abs(spread - 50_000) < 100


def test_an_interrupt_keeps_whole_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    play = series_module.play

    def interrupted(series: Series, index: int) -> tuple[list[Event], Match]:
        if index == 2:
            raise KeyboardInterrupt
        return play(series, index)

    monkeypatch.setattr(series_module, "play", interrupted)
    file = tmp_path / "log"
    parlour("simulate", "--game", "straights", "--matches", "5", "--log", str(file), status=130)
    assert capfd.readouterr().err == "Interrupted after 2 of 5 matches; --resume continues.\n"
    assert file.read_text().count('"opened"') == 2
    parlour("simulate", "--game", "straights", "--matches", "5", status=130)
    assert capfd.readouterr().err == "Interrupted after 2 of 5 matches.\n"


def test_progress_is_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    parlour("simulate", "--game", "straights", "--matches", "20", "--rules", "target=1")
    assert "Matches" in screen.getvalue()
    assert "100%" in screen.getvalue()


def test_a_replay_of_crazy_eights_tells_the_lines_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "log"
    parlour("simulate", "--game", "crazy-eights", "--seed", "300", "--log", str(file))
    told = parlour("replay", str(file)).split("\n")
    assert told[1:3] == ["Harry is first.", "Ron is first."]
    assert "\n".join(told[3:]) == session("300", program=crazy_eights.program).decode()


def test_a_replay_of_hearts_tells_passes_and_your_own_cards(golden: Callable[[str], bytes]) -> None:
    told = parlour("replay", "-", typed=golden("hearts-edition1.jsonl"))
    first = told.split("Match 2:")[0].split("\n")
    assert first[1:5] == [
        "You are first.",
        "Computer #1 is greedy.",
        "Computer #2 is first.",
        "Computer #3 is greedy.",
    ]
    passed = [line for line in first[5:] if " pass" in line]
    assert len(passed) == 4 * 4  # of five hands the fourth has no passing
    assert re.fullmatch(
        r"You pass the \w+ of \w+, the \w+ of \w+ and the \w+ of \w+ to Computer #1\.", passed[0]
    )
    assert passed[3].startswith("Computer #3 passes the ")
    assert passed[3].endswith(" to You.")
    assert passed[4].endswith(" to Computer #3.")  # the second hand: to the player before you
    assert (
        sum(line.startswith("You play ") for line in first)
        + sum(line.endswith(" is led.") for line in first)
        > 65
    )
    assert first[-3:] == ["Computer #1 wins the game.", "Computer #3 wins the game.", ""]


def test_a_replay_tells_a_moon_that_was_chosen() -> None:
    rules = hearts.Rules(pass_cards=0, moon=2)
    rich = [0, 12, 11, 13, 25, 39, 51, 50, 26, 38, 37, 36, 35]
    events: list[Event] = [
        *opened("hearts", rules),
        Dealt((*rich, *(card for card in NEW_DECK if card not in rich))),
    ]
    match = fold(events)
    while match.playing:
        seat = actor(match)
        may = [action for action in range(64) if legal(match, seat) >> action & 1]
        events.append(
            Acted(
                seat,
                max(may, key=lambda action: (action == 53, action // 13 != 2, (action + 12) % 13)),
            )
        )
        match = step(match, events[-1])
    told = parlour("replay", "-", typed=log.write(events, "hearts").encode()).split("\n")
    assert told[-4:] == [
        "You choose the new moon.", "Updated scores: You: -26 Computer #1: 0 Computer #2: 0 "
                                    "Computer #3: 0", "Next hand!", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "level"),
    [("hearts", "first,greedy,first,greedy"), ("crazy-eights", "first,first,first")],
)
def test_other_games_are_simulated_too(game: str, level: str, tmp_path: Path) -> None:
    rules = ["--rules", "players=3,target=40"] if game == "crazy-eights" else []
    arguments = ["simulate", "--game", game, "--seats", level, *rules, "--seed", "9", "--log"]
    told = parlour(*arguments, str(tmp_path / "whole"), "--matches", "4")
    assert told.startswith(f"{game}, seed 9: matches 4, rounds ")
    parlour(*arguments, str(tmp_path / "part"), "--matches", "2")
    assert parlour(*arguments, str(tmp_path / "part"), "--matches", "4", "--resume") == told
    assert (tmp_path / "part").read_bytes() == (tmp_path / "whole").read_bytes()
    assert parlour("replay", str(tmp_path / "whole")).count("Match ") == 4


def test_a_level_of_another_game(capfd: pytest.CaptureFixture[str]) -> None:
    parlour("simulate", "--game", "hearts", "--seats", "first,prudent,first,first", status=2)
    assert (
        capfd.readouterr().err
        == 'parlour: Unknown level "prudent" (known: first, careful, greedy, trained, '
        "search).\n"
    )


def test_help_and_a_built_in_game_import_no_package(tmp_path: Path) -> None:
    with site(tmp_path) as folder:
        folder.add("toy-game", rules="raise ValueError('no')")
        for arguments in (["--help"], ["duel", "--help"], ["simulate", "--game", "hearts"]):
            code = f"import sys; sys.argv[1:] = {arguments}; from parlour import cli"
            code += "; print(cli.main())"
            done = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, check=True, text=True
            )
            assert (done.stdout.splitlines()[-1], done.stderr) == ("0", "")


WORDLESS = ["simulate --game toy-game --seats first,first --log {log}", "replay {log}"]
WORDLESS += ["duel toy-game --players first,first --deals 2 --jobs 1", "play toy-game --seed 1"]


def test_the_commands_take_a_game_that_has_rules_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with site(tmp_path) as folder:
        folder.add("toy-game")
        for command in WORDLESS:
            assert parlour(*command.format(log=tmp_path / "log").split())
        assert capfd.readouterr().err == ""
        parlour("train", "toy-game", status=2)
        assert (
            capfd.readouterr().err
            == 'parlour: The game "toy-game" has no player that can be trained.\n'
        )


@pytest.mark.parametrize(
    "command",
    ["simulate --game whist", "duel whist --players first,first", "train whist", "play whist"],
)
def test_a_game_that_there_is_not(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    parlour(*command.split(), status=2)
    assert capfd.readouterr().err == f'parlour: Unknown game "whist" (known: {", ".join(GAMES)}).\n'


def test_bench_runs_a_measurement(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.program(
            Console(None, io.BytesIO()),
            ["bench", "engine", "--rounds", "2000", "--repeats", "1", "--json"],
        )
    assert ended.value.code == 0
    told = json.loads(capfd.readouterr().out)
    assert set(told["results"]) == {
        "Straights",
        "Hearts, no passing",
        "Hearts, passing",
        "Crazy Eights",
    }
    assert all(row["engine"] > row["interpreted rules"] for row in told["results"].values())
    parlour("bench", "nothing", status=2)
    known = "(known: belief, budgets, decisions, emulated, engine, "
    assert f'Unknown measurement "nothing" {known}' in capfd.readouterr().err
