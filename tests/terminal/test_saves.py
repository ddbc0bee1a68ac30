"""Saved positions: written at every prompt, loaded to the same position, refused by line and
reason.
"""

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from parlour.cards import ALL, NAMES, NEW_DECK, names
from parlour.catalogue.registry import GAMES
from parlour.errors import SaveError, UsageError
from parlour.games.straights import program as straights
from parlour.games.straights import rules as rules_module
from parlour.match import Acted, Dealt, Match, actor, fold, legal
from parlour.shuffle import KINDS, Shuffle
from parlour.terminal import saves
from parlour.terminal.console import Console, run_on
from parlour.terminal.saves import Decks, Position
from tests.games.test_laws import law_of_lacks
from tests.support.play import every_rules, opened
from tests.support.session import session

Times = Callable[[int, int], int]


class Chair:
    """A person at the keyboard who plays at random, now and then after something else; keeps the
    save of every prompt.
    """

    def __init__(self, random: Random, save: Path, rage: float = 0.0) -> None:
        self.random, self.save, self.rage = random, save, rage
        self.saved: list[bytes] = []
        self.typed: list[bytes] = []
        self.told_at: list[int] = []
        self.output = io.BytesIO()

    def readline(self, _size: int) -> bytes:
        self.saved.append(self.save.read_bytes())
        self.told_at.append(self.output.tell())
        match = saves.read(self.saved[-1], "straights").match
        may = legal(match, actor(match))
        free = [
            card
            for card in range(52)
            if may >> card & 1 and not rules_module.lacks(match.round, match.state, card)
        ]
        chance = self.random.random()
        if chance < self.rage:
            line = "ragequit"
        elif chance < self.rage + 0.02:
            line = self.random.choice(["deck", "nonsense", "play 7S", "discard AS"])
        elif free:
            line = f"play {NAMES[self.random.choice(free)]}"
        else:
            card = self.random.choice([card for card in range(52) if may >> card & 1])
            line = f"discard {NAMES[card]}"
        self.typed.append(f"{line}\n".encode())
        return self.typed[-1]

    def play(self, *arguments: str) -> bytes:
        console = Console(self, self.output)
        assert (
            run_on(console, "straights", straights.program, [*arguments, "--save", str(self.save)])
            == 0
        )
        return self.output.getvalue()


def same(one: Position, other: Position) -> bool:
    """Whether two positions go on alike: the match, the level, the generator and the decks that
    wait.
    """
    return (one.match, one.level, one.decks.waiting, one.decks.last, one.decks.next()) == (
        other.match, other.level, other.decks.waiting, other.decks.last, other.decks.next(),
    )  # fmt: skip


def random_arguments(random: Random, folder: Path) -> list[str]:
    arguments = [str(random.randrange(2**32)), "--players", random.choice(["hhhh", "hccc", "chhc"])]
    arguments += [
        "--shuffle",
        random.choice(KINDS),
        "--shuffles",
        random.choice(["1", "2", "9"]),
        "--target",
        str(random.choice([1, 40, 80, 150])),
    ]
    for option, values in (
        ("opens", ["7S", "any-seven"]),
        ("discards", ["shown", "hidden"]),
        ("values", ["rank", "courts-ten"]),
        ("level", ["first", "careful", "greedy"]),
    ):
        arguments += [f"--{option}", random.choice(values)]
    if random.random() < 0.5:
        file = folder / "decks"
        file.write_text(
            " ".join(" ".join(random.sample(NAMES, 52)) for _ in range(random.choice([1, 2, 4])))
        )
        arguments += ["--deck", str(file)]
    else:
        order = "".join(random.sample("CDHS", 4)) + random.choice(["", "-by-rank"])
        arguments += ["--new-deck", order]
    return arguments


def test_a_save_made_at_every_prompt_loads_to_the_same_position(
    tmp_path: Path, times: Times
) -> None:
    random = Random(3)
    prompts, matches = 0, times(6, 200)
    for _ in range(matches):
        chair = Chair(random, tmp_path / "save", rage=random.choice([0, 0, 0.01]))
        told = chair.play(*random_arguments(random, tmp_path))
        prompts += len(chair.saved)
        for saved in chair.saved:
            position = saves.read(saved, "straights")
            assert saves.write(position) == saved
        for at in random.sample(range(len(chair.saved)), min(3, len(chair.saved))):
            goes_on(chair, at, told, tmp_path)
    assert prompts > 16 * matches


def goes_on(chair: Chair, at: int, told: bytes, folder: Path) -> None:
    """A session loaded from the save of one prompt, with the rest of the input, ends as the first
    one did.
    """
    file = folder / "loaded"
    file.write_bytes(chair.saved[at])
    again = session("--load", str(file), typed=b"".join(chair.typed[at:]))
    rest = told[chair.told_at[at] :]
    assert again.endswith(rest)
    begins = again[: len(again) - len(rest)].decode()
    fresh = not saves.read(chair.saved[at], "straights").match.seen[-1]
    assert begins.startswith("A new round begins. " if fresh else "Cards on the table:\n")
    assert begins.count("\n") == 7 + fresh
    assert begins.endswith("\n>")


def test_the_deals_of_students_programs_go_on_from_a_save(
    golden: Callable[[str], bytes], tmp_path: Path, times: Times
) -> None:
    """The third round has the deck that a program of g++ deals then, also if the second was
    loaded.
    """
    for line in golden("deals_cxx.txt").decode().splitlines()[::17][: times(3, 3)]:
        kind, seed, order, turns, third = line.split(maxsplit=4)
        options = ["--shuffle", kind, "--new-deck", order, "--shuffles", turns, "--target", "200"]
        chair = Chair(Random(1), tmp_path / "save")
        told = chair.play(seed, "--players", "hccc", *options)
        rounds = [saves.read(saved, "straights").match.number for saved in chair.saved]
        last, second = chair.saved[rounds.index(3)], chair.saved[rounds.index(2)]
        assert names(saves.read(last, "straights").match.deck) == third
        assert names(saves.read(second, "straights").decks.next()) == third
        goes_on(chair, rounds.index(2), told, tmp_path)


def test_the_position_itself_comes_back() -> None:
    for kind in KINDS:
        decks = Decks(Shuffle(kind, 44, times=3), order="HDSC-by-rank")
        log = saves.begin("straights", rules_module.Rules(target=999), "hchc")
        for _ in range(3):
            log.append(Dealt(decks.next()))
            match = fold(log)
            while match.playing:
                log.append(
                    Acted(
                        actor(match),
                        min(c for c in range(52) if legal(match, actor(match)) >> c & 1),
                    )
                )
                match = fold(log[-1:], match)
        position = Position(log, match, decks)
        again = saves.read(saves.write(position), "straights")
        assert again.log == log
        assert same(again, position)


SAVE = b"""straights 1
rules edition=1 target=80 opens=7S discards=shown values=rank
players hccc
shuffle std 6788 1

# a comment
round 1
deck 4H 5D 2D JC 8H QH 2H 6C 9H 9D 9C AS 2C
deck JS QD 5C 8C 4D 5H KC 7D KS AC JH 6H 7H
deck 3H 4C 3S 3D AH QC 3C TH 4S 9S 2S 8S TS
deck 7C QS KH 5S 6S JD AD 7S 8D TD 6D TC KD
play 7S AS 7D
end
"""


def replaced(old: bytes, new: bytes) -> bytes:
    assert old in SAVE
    return SAVE.replace(old, new)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "line 1: straights should stand here, but the file ends."),
        (b"hearts 1\n", 'line 1: straights should stand here, not "hearts".'),
        (replaced(b"straights 1", b"straights 2"), 'line 1: The version "2" is not known here'),
        (replaced(b"straights 1", b"straights"), 'line 1: The version "" is not known here'),
        (replaced(b"rules ", b"ruler "), 'line 2: rules should stand here, not "ruler".'),
        (replaced(b"target=80", b"target=0"), 'line 2: The option target cannot be "0"'),
        (replaced(b"target=80", b"target"), 'line 2: The option target cannot be ""'),
        (
            replaced(b"target=80", b"target=80 target=90"),
            'line 2: The option "target" stands twice.',
        ),
        (replaced(b"target=80", b"jokers=2"), 'line 2: Unknown option "jokers"'),
        (replaced(b"edition=1", b"edition=2"), 'line 2: The option edition cannot be "2"'),
        (replaced(b"hccc", b"hcc"), 'line 3: The players "hcc" are not 4 letters'),
        (replaced(b"hccc", b"hccx"), 'line 3: The players "hccx" are not 4 letters'),
        (replaced(b"std 6788 1", b"bogo 6788 1"), 'line 4: "bogo 6788 1" is not a kind'),
        (replaced(b"std 6788 1", b"std 6788"), 'line 4: "std 6788" is not a kind'),
        (replaced(b"std 6788 1", b"std 67x8 1"), 'line 4: The seed "67x8" is not a whole number.'),
        (replaced(b"std 6788 1", b"std 6788 -1"), 'line 4: "std 6788 -1" is not a kind'),
        (
            replaced(b"std 6788 1", b"std 6788 2"),
            "line 4: 2 shuffles cannot have dealt 1 rounds while 0 given decks wait.",
        ),
        (
            replaced(b"6788 1\n", b"6788 1\nnew-deck SHDX\n"),
            'line 5: The order "SHDX" of a new deck is not the letters C, D, H and S',
        ),
        (
            replaced(b"6788 1\n", b"6788 1\nnew-deck S H D C\n"),
            'line 5: The order "S H D C" of a new deck is not the letters C, D, H and S',
        ),
        (
            replaced(b"6788 1\n", b"6788 1\nshuffles 0\n"),
            'line 5: The number of shuffles "0" is not a whole number from 1 to 10000.',
        ),
        (
            replaced(b"6788 1\n", b"6788 1\nshuffles 2\nnew-deck SHDC\n"),
            'line 6: round or undealt or end should stand here, not "new-deck".',
        ),
        (
            replaced(b"6788 1\n", b"6788 1\nnew-deck SHDC\n"),
            "line 4: These shuffles do not deal round 1 its cards",
        ),
        (
            replaced(b"6788 1\n", b"6788 1\nshuffles 2\n"),
            "line 4: These shuffles do not deal round 1 its cards",
        ),
        (
            replaced(b"std 6788 1", b"std 6788 " + b"9" * 5000),
            "line 4: 9999999999 shuffles cannot have dealt",
        ),
        (
            replaced(b"std 6788 1", b"std 6788 00000000000002"),
            "line 4: 2 shuffles cannot have dealt",
        ),
        (replaced(b"round 1", b"round 2"), 'line 7: The round "2" should be 1.'),
        (replaced(b"round 1", b"round"), 'line 7: The round "" should be 1.'),
        (replaced(b"4H 5D", b"4H 4H"), "line 8: 4H stands twice in one deck."),
        (replaced(b"4H 5D", b"4H 5X"), 'line 8: "5X" is not a card'),
        (replaced(b" KD\n", b"\n"), 'line 12: deck should stand here, not "play".'),
        (replaced(b" KD\n", b" KD AS\n"), "line 11: AS stands twice in one deck."),
        (replaced(b"7S AS 7D\n", b"7C\n"), "line 12: 7C is not allowed while 7S is held."),
        (replaced(b"7S AS 7D\n", b"7S AS 7H 7H\n"), "line 12: 7H is not in the hand."),
        (replaced(b"7S AS 7D\n", b"7S draw\n"), 'line 12: "draw" is not a card'),
        (
            replaced(b"end\n", b"scores 0 0 0 0\nend\n"),
            'line 13: play or round or undealt or end should stand here, not "scores".',
        ),
        (
            replaced(b"end\n", b"round 2\nend\n"),
            'line 13: The round "2" follows an unfinished round.',
        ),
        (
            replaced(b"end\n", b""),
            "line 12: play or round or undealt or end should stand here, but the file ends.",
        ),
        (replaced(b"end\n", b"end\nend\n"), 'line 14: "end" stands after the end.'),
        (
            replaced(b"end\n", b"undealt 7S\nend\n"),
            'line 14: undealt should stand here, not "end".',
        ),
        (replaced(b"# a comment", b"# \xff"), r'line 6: "# \xff" is not plain ASCII.'),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_the_reason(text: bytes, why: str) -> None:
    with pytest.raises(SaveError) as refused:
        saves.read(text, "straights")
    assert str(refused.value).startswith(why)


def test_cards_that_the_generator_does_not_deal_are_not_counted_as_its() -> None:
    with pytest.raises(SaveError, match="line 4: These shuffles do not deal round 1 its cards"):
        saves.read(replaced(b"std 6788 1", b"std 6789 1"), "straights")
    assert saves.read(replaced(b"std 6788 1", b"std 6789 0"), "straights").decks.next() == Shuffle(
        "std", 6789
    )(saves.read(SAVE, "straights").match.deck)


def test_a_comment_is_a_line_of_its_own() -> None:
    with pytest.raises(SaveError, match='line 12: "#" is not a card'):
        saves.read(replaced(b"7S AS 7D", b"7S AS # 7D"), "straights")


def undealt() -> bytes:
    return "".join(f"undealt {names(row)}\n" for row in saves.rows(NEW_DECK)).encode()


def test_given_decks_that_wait_exclude_shuffles_done() -> None:
    with pytest.raises(
        SaveError, match="line 4: 1 shuffles cannot have dealt 1 rounds while 1 given decks wait"
    ):
        saves.read(replaced(b"end\n", undealt() + b"end\n"), "straights")
    text = replaced(b"end\n", undealt() + b"end\n").replace(b"6788 1", b"6788 0")
    assert saves.read(text, "straights").decks.waiting == (NEW_DECK,)


def finished(target: int) -> bytes:
    """One whole round between computers."""
    log = [
        *opened("straights", rules_module.Rules(target=target)),
        Dealt(Shuffle("std", 6788)(NEW_DECK)),
    ]
    match = fold(log)
    while match.playing:
        log.append(
            Acted(actor(match), min(c for c in range(52) if legal(match, actor(match)) >> c & 1))
        )
        match = fold(log[-1:], match)
    return saves.write(Position(log, match, Decks(Shuffle("std", 6788, 1))))


def test_scores_are_checked_and_nothing_follows_the_end() -> None:
    text = finished(80)
    scores = text[text.index(b"scores") :].split(b"\n")[0]
    assert saves.read(text, "straights").match.sheet
    assert saves.read(
        text.replace(scores + b"\n", b""), "straights"
    ).match.sheet  # a hand-written file may leave them out
    with pytest.raises(
        SaveError, match=r'line \d+: The scores "0 0 0 1" should be \d+ \d+ \d+ \d+\.'
    ):
        saves.read(text.replace(scores, b"scores 0 0 0 1"), "straights")
    with pytest.raises(
        SaveError, match=r'line \d+: "7S" stands after the last card of the round\.'
    ):
        saves.read(text.replace(b"\n" + scores, b" 7S\n" + scores), "straights")
    with pytest.raises(SaveError, match=r"line \d+: The match is over; nothing is left to play\."):
        saves.read(finished(1), "straights")
    with pytest.raises(SaveError, match=r'line \d+: The round "2" follows the last\.'):
        saves.read(finished(1).replace(b"end", b"round 2"), "straights")


def load(text: bytes, folder: Path, typed: bytes = b"", status: int = 0) -> str:
    file = folder / "position"
    file.write_bytes(text)
    return session("--load", str(file), typed=typed, status=status).decode()


def test_a_session_begins_where_the_file_stands(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert load(SAVE, tmp_path).startswith(
        "Player3 plays 8S.\nPlayer4 plays 7C.\nCards on the table:\n"
    )
    text = SAVE.replace(b"hccc", b"cchc")
    assert load(text, tmp_path).startswith("Cards on the table:\nClubs:\nDiamonds: 7\n")
    assert load(text.replace(b"play 7S AS 7D\n", b""), tmp_path).startswith(
        "A new round begins. It's Player4's turn to play.\n"
    )
    # one shuffle, no round
    assert load(text[: text.index(b"round")] + b"end", tmp_path, status=2) == ""
    assert 'position", line 4: 1 shuffles cannot have dealt 0 rounds' in capfd.readouterr().err
    text = text[: text.index(b"round")].replace(b"6788 1", b"6788 0") + b"end"
    assert load(text, tmp_path).startswith("A new round begins. It's Player4's turn to play.\n")
    assert load(finished(80), tmp_path).startswith(
        "A new round begins. It's Player2's turn to play.\n"
    )
    second = names(Shuffle("std", 6788, done=1)(Shuffle("std", 6788)(NEW_DECK))).encode()
    text = (
        finished(80)
        .replace(b"6788 1", b"6788 2")
        .replace(b"end", b"round 2\ndeck " + second + b"\nend")
    )
    assert load(text, tmp_path).startswith("A new round begins. It's Player2's turn to play.\n")


def test_a_file_that_cannot_be_loaded_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert load(b"nonsense", tmp_path, status=2) == ""
    assert (
        capfd.readouterr().err
        == f'straights: "{tmp_path / "position"}", line 1: straights should stand here, not '
        f'"nonsense".\n'
    )


def test_the_command_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = session(
        "6788",
        "--players",
        "hccc",
        typed="save  my game \t\nsave no/such\nsave .\nsave a\x00b\nsave new/\n",
    ).decode()
    asked = told[told.index(">") :].split(">")[1:6]
    assert asked[0] == "Saved.\n"
    assert asked[1:3] == [
        '"no/such" cannot be written: No such file or directory.\n',
        '"." cannot be written: Is a directory.\n',
    ]
    assert asked[3].startswith(r'"a\x00b" cannot be written: ')
    assert asked[4] == '"new/" cannot be written: Is a directory.\n'
    assert [path.name for path in tmp_path.iterdir()] == ["my game"]
    assert load((tmp_path / "my game").read_bytes(), tmp_path).startswith("Cards on the table:\n")


def test_save_into_any_name_that_bytes_can_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = session("6788", "--players", "hccc", typed=b"save \xff\xc3\xa9\nsave link\nquit\n")
    assert told.endswith(b">Saved.\n>Saved.\n>")
    (tmp_path / "link2").symlink_to("link")
    session("6788", "--players", "hccc", typed=b"save link2\n")
    assert (tmp_path / "link2").is_symlink()
    assert (tmp_path / "link").read_bytes().startswith(b"straights 1\n")


def test_save_never_writes_over_the_files_of_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d").write_text(names(NEW_DECK))
    told = session(
        "1", "--players", "hhhh", "--deck", "d", "--transcript", "t", typed="save ./d\nsave t\n"
    ).decode()
    assert told.endswith('>"./d" is the file of --deck.\n>"t" is the file of --transcript.\n>')
    assert Path("d").read_text() == names(NEW_DECK)


def test_save_never_replaces_the_file_that_output_goes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "parlour.terminal.setup.stream_of", lambda path: "standard output" if path == "out" else ""
    )
    told = session("6788", "--players", "hccc", typed="save out\n")
    assert told.endswith(b'>"out" is the file of standard output.\n>')
    assert session("6788", "--transcript", "out", status=2) == b""


def test_a_save_may_go_on_in_the_file_that_was_loaded(tmp_path: Path) -> None:
    file = tmp_path / "save"
    file.write_bytes(SAVE)
    session("--load", str(file), "--save", str(file), typed="play 6C\n")
    assert b"play 7S AS 7D 8S 7C 6C 5C 4C 6S\n" in file.read_bytes()


def test_a_save_has_the_level_of_a_computer_that_is_yet_to_come(tmp_path: Path) -> None:
    file, rest = tmp_path / "save", "ragequit\nquit\n"
    typed = f"play 7S\nsave {file}\n{rest}"
    whole = session("3", "--players", "hhhh", "--level", "greedy", typed=typed)
    again = session("--load", str(file), typed=rest)
    assert b"\nlevel greedy\n" in file.read_bytes()
    left = b"A computer will now take over.\nPlayer3 plays 8S.\n"
    assert whole.partition(left)[1:] == again.partition(left)[1:] != (b"", b"")


def test_a_save_keeps_the_mode_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "save"
    file.write_bytes(SAVE)
    file.chmod(0o640)
    session("6788", "--players", "hccc", "--save", str(file))
    assert file.stat().st_mode & 0o777 == 0o640


def test_another_failure_of_a_save_is_told_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    class Mischief(io.BytesIO):
        """Makes the save's folder, takes it away, makes a file of it."""

        def readline(self, size: int | None = -1, /) -> bytes:
            folder = tmp_path / "folder"
            if self.tell() == 0:
                folder.mkdir()
            elif folder.is_dir():
                (folder / "save").unlink()
                folder.rmdir()
                folder.write_text("")
            return super().readline(size)

    console = Console(Mischief(b"deck\ndeck\ndeck\ndeck\n"), io.BytesIO())
    arguments = ["6788", "--players", "hccc", "--save", str(tmp_path / "folder" / "save")]
    assert run_on(console, "straights", straights.program, arguments) == 0
    told = capfd.readouterr().err.splitlines()
    assert [line.rpartition(": ")[2] for line in told] == [
        "No such file or directory.",
        "Not a directory.",
    ]


def test_a_failing_save_never_stops_play_and_is_told_once(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told = session(
        "6788", "--players", "hccc", "--save", "/no/such/file", typed="deck\ndiscard AS\nragequit\n"
    )
    assert told == session("6788", "--players", "hccc", typed="deck\ndiscard AS\nragequit\n")
    error = capfd.readouterr().err
    assert error == 'Not saved: "/no/such/file" cannot be written: No such file or directory.\n'
    os.mkfifo(tmp_path / "pipe")  # which nobody reads
    assert session("6788", "--players", "hccc", typed=f"save {tmp_path / 'pipe'}\n").endswith(
        b"No such device or address.\n>"
    )
    session("6788", "--players", "hccc", "--save", "/dev/full", typed="deck\n")
    assert (
        capfd.readouterr().err
        == 'Not saved: "/dev/full" cannot be written: No space left on device.\n'
    )


def mutations(text: bytes, others: list[bytes], random: Random) -> Iterator[bytes]:
    """Endless small harm: bytes, words and lines changed, lost, doubled, moved, or taken from
    another file.
    """
    while True:
        data = bytearray(text)
        for _ in range(random.choice([1, 1, 1, 2, 5])):
            lines = bytes(data).split(b"\n")
            line = random.randrange(len(lines))
            words = lines[line].split(b" ")
            word = random.randrange(len(words))
            at = random.randrange(len(data) + 1)
            match random.randrange(9):
                case 0:
                    data[at : at + 1] = random.randbytes(1)
                case 1:
                    del data[at : at + random.choice([1, 1, 2, 60])]
                case 2:
                    data[at:at] = random.choice(
                        [b" ", b"\n", b"0", b"-", b"7S", b"\xff", b"play 7S\n", random.randbytes(3)]
                    )
                case 3:
                    words[word] = random.choice(text.split() or [b""])
                    lines[line] = b" ".join(words)
                    data = bytearray(b"\n".join(lines))
                case 4:
                    other = random.randrange(len(lines))
                    lines[line], lines[other] = lines[other], lines[line]
                    data = bytearray(b"\n".join(lines))
                case 5:
                    lines.insert(line, random.choice(lines))
                    data = bytearray(b"\n".join(lines))
                case 6:
                    del lines[line]
                    data = bytearray(b"\n".join(lines))
                case 7:
                    donor = random.choice(others).split(b"\n")
                    lines[line] = random.choice(donor)
                    data = bytearray(b"\n".join(lines))
                case _:
                    words[word] = str(random.choice([0, 1, 2, 13, 80, 10**9, 2**32, -1])).encode()
                    lines[line] = b" ".join(words)
                    data = bytearray(b"\n".join(lines))
            if not data:
                break
        yield bytes(data)


def laws_hold(match: Match) -> None:
    """What every position satisfies."""
    if match.deck:
        places = [*match.state.hands, *match.state.discarded, match.state.table]
        assert sum(places) == ALL
        assert sum(map(int.bit_count, places)) == 52
    if match.playing:
        law_of_lacks(rules_module, match)
    assert not match.winners
    assert max(match.totals) < match.rules.target
    assert tuple(map(sum, zip((0, 0, 0, 0), *match.sheet, strict=True))) == match.totals


@pytest.mark.parametrize("tries", [200, pytest.param(1000, marks=pytest.mark.thorough)])
def test_mutated_saves_are_refused_or_lawful(
    tries: int, tmp_path: Path, times: Times, capfd: pytest.CaptureFixture[str]
) -> None:
    random = Random(12)
    kept: list[bytes] = [SAVE]
    while len(kept) < times(40, 40):
        chair = Chair(random, tmp_path / "save")
        chair.play(*random_arguments(random, tmp_path))
        kept += random.sample(chair.saved, min(5, len(chair.saved)))
    sources = [mutations(text, kept, random) for text in kept]
    refused = loaded = 0
    for _ in range(times(tries, 60_000)):
        text = next(random.choice(sources))
        try:
            position = saves.read(text, "straights")
        except SaveError as error:
            refused += 1
            assert str(error).startswith("line ")
            assert str(error).isprintable()
        else:
            loaded += 1
            laws_hold(position.match)
            assert fold(position.log) == position.match
            assert same(saves.read(saves.write(position), "straights"), position)
        if random.random() < 0.02:
            capfd.readouterr()
            data = text if random.random() < 0.9 else random.choice(kept)
            file = tmp_path / "mutated"
            file.write_bytes(data)
            console = Console(io.BytesIO(b"ragequit\n" * 5), io.BytesIO())
            status = run_on(console, "straights", straights.program, ["--load", str(file)])
            assert status in (0, 2)
            assert capfd.readouterr().err.count("\n") == (status == 2)
    assert refused > loaded > 0


def test_mutated_decks_are_refused_or_whole(tmp_path: Path, times: Times) -> None:
    from parlour.terminal.setup import read_decks

    random = Random(13)
    text = "\n".join(
        names(row) for block in range(3) for row in saves.rows(random.sample(NEW_DECK, 52))
    ).encode()
    source = mutations(text, [text, SAVE], random)
    file = tmp_path / "deck"
    refused = read = 0
    for _ in range(times(500, 40_000)):
        file.write_bytes(next(source))
        try:
            decks = read_decks(str(file))
        except UsageError as error:
            refused += 1
            assert f'"{file}", line ' in str(error)
            assert str(error).isprintable()
        else:
            read += 1
            assert all(sorted(deck) == list(NEW_DECK) for deck in decks)
    assert refused > read > 0


@pytest.mark.parametrize("rules", every_rules(GAMES["straights"]))
def test_every_option_comes_back(rules: rules_module.Rules) -> None:
    position = Position(
        log := opened("straights", rules), fold(log), Decks(Shuffle("lrand48", 2**32 - 1))
    )
    assert saves.read(saves.write(position), "straights").match.rules == rules
