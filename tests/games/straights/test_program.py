"""The program straights: the contract of docs/classic.md, line by line; what all programs have in
common is tested in tests/games/test_programs.py.
"""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.cards import NAMES, NEW_DECK, names
from parlour.games.straights.rules import Rules
from parlour.match import Acted, Dealt, actor, fold, legal, step
from parlour.shuffle import Shuffle
from tests.games.test_programs import refused
from tests.oracle.straights import Table
from tests.support.play import opened
from tests.support.programs import STRAIGHTS
from tests.support.session import interleaved, lines, session

GoldenFile = Callable[[str], bytes]


@pytest.fixture(autouse=True, scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Typed bytes may happen to be a `save FILE`: that file is to be nowhere in the tree."""
    with contextlib.chdir(tmp_path_factory.mktemp("typed")):
        yield


INVITATION = "".join(f">Is Player{n} a human (h) or a computer (c)?\n" for n in (1, 2, 3, 4))[1:]
OPENING = """A new round begins. It's Player4's turn to play.
Player4 plays 7S.
"""
SCREEN = """Cards on the table:
Clubs:
Diamonds:
Hearts:
Spades: 7
Your hand: 4H 5D 2D JC 8H QH 2H 6C 9H 9D 9C AS 2C
Legal plays:
>"""


@pytest.mark.parametrize("name", ["sample6788", "sample6788_ragequit_r1"])
def test_6_the_sample_game(name: str, golden: GoldenFile) -> None:
    assert session("6788", typed=golden(f"{name}.in")) == golden(f"{name}.expect")


@pytest.mark.parametrize(
    ("seed", "totals", "winners"),
    [
        ("1", [58, 94, 55, 63], [3]),
        ("42", [82, 54, 73, 41], [4]),
        ("44", [43, 95, 82, 97], [1]),
        ("1234", [95, 35, 28, 51], [3]),
        ("6788", [75, 88, 29, 129], [3]),
        ("25", [32, 94, 32, 37], [1, 3]),
        ("40", [48, 43, 43, 94], [2, 3]),
        ("2776", [0, 98, 0, 0], [1, 3, 4]),
        ("56", [50, 45, 80, 13], [4]),
        ("48", [91, 84, 97, 102], [2]),
    ],
)
def test_5_6_known_finals(seed: str, totals: list[int], winners: list[int]) -> None:
    told = lines(seed, "--players", "cccc")[:-1]
    scores = [int(line.rpartition("= ")[2]) for line in told if "'s score: " in line][-4:]
    assert scores == totals
    assert told[-len(winners) :] == [f"Player{n} wins!" for n in winners]
    assert told[-len(winners) - 1].startswith("Player4's score: ")


def test_5_2_the_invitation_and_the_end_of_input() -> None:
    assert session("6788").decode() == INVITATION.split(">")[0] + ">"
    assert session("6788", typed="h\nc\nc\nc").decode() == INVITATION + ">" + OPENING + SCREEN


def test_5_2_anything_but_h_or_c_is_asked_again() -> None:
    told = session("1", typed="H\n\nh h\nquit now\n\xff\n c\t\r\nquit\n").decode()
    first, second = (
        "Is Player1 a human (h) or a computer (c)?\n>",
        "Is Player2 a human (h) or a computer (c)?\n>",
    )
    refusals = ['"H"', '""', '"h h"', '"quit now"', '"ÿ"']
    assert (
        told
        == first
        + "".join(f"Please answer h or c, not {text}.\n{first}" for text in refusals)
        + second
    )


def test_5_2_players_by_option_are_not_asked_for() -> None:
    assert session("6788", "--players", "hccc").decode() == OPENING + SCREEN


def after_opening(typed: str, *options: str) -> str:
    """What follows the first screen of Player1 in the sample game."""
    told = session("6788", "--players", "hccc", *options, typed=typed).decode()
    assert told.startswith(OPENING + SCREEN)
    return told.removeprefix(OPENING + SCREEN)


def test_5_5_2_deck_costs_no_turn() -> None:
    deck = names(Shuffle("std", 6788)(NEW_DECK)).split()
    rows = "".join(" ".join(deck[i : i + 13]) + "\n" for i in (0, 13, 26, 39))
    assert after_opening("deck\ndeck\n") == f"{rows}>{rows}>"


def test_a_card_that_is_gone_is_not_held() -> None:
    told = session(
        "6788", "--players", "hccc", typed="discard AS\nplay 6C\ndiscard AS\nplay AS\n"
    ).decode()
    assert told.endswith(">You do not hold AS.\n>This is not a legal play.\n>")


def test_5_5_2_discard_refused_while_a_play_exists() -> None:
    told = session("6788", "--players", "chcc", typed="discard JS\nplay 7H\n").decode()
    assert ">You have a legal play. You may not discard.\n>Player2 plays 7H.\n" in told


def test_a_malformed_card_is_told_before_one_not_held_before_legality() -> None:
    told = (
        session("6788", "--players", "chcc", typed="discard 1S\ndiscard 4H\ndiscard JS\n")
        .decode()
        .split(">")[1:]
    )
    assert told == [
        '"1S" is not a card; a card is a rank and a suit, as in 7S.\n',
        "You do not hold 4H.\n",
        "You have a legal play. You may not discard.\n",
        "",
    ]


def test_white_space_is_space_and_tab() -> None:
    assert after_opening(" \tdiscard\t  AS \r\n").startswith(
        "Player1 discards AS.\nPlayer2 plays 7D.\n"
    )


def test_5_5_2_ragequit_moves_at_once_and_carries_everything_over() -> None:
    told = after_opening("ragequit\n")
    assert told.startswith(
        "Player1 ragequits. A computer will now take over.\nPlayer1 discards 4H.\nPlayer2 plays "
        "7D.\n"
    )
    assert ">" not in told


def test_dialect_sample_shows_the_table_before_computers_too() -> None:
    told = session(
        "6788", "--players", "hccc", "--dialect", "sample", typed="deck\ndiscard AS\nragequit\n"
    ).decode()
    assert told.startswith(
        "A new round begins. It's Player4's turn to play.\n"
        "Cards on the table:\nClubs:\nDiamonds:\nHearts:\nSpades:\n"
        "Your hand: 7C QS KH 5S 6S JD AD 7S 8D TD 6D TC KD\nLegal plays: 7S\n>Player4 plays 7S.\n"
        + SCREEN
        + "4H 5D"
    )
    assert (
        ">Player1 ragequits. A computer will now take over.\nPlayer1 plays 6C.\nCards on the "
        "table:\n" in told
    )
    text = [line for line in told.split("\n") if line.startswith(("Player", "A new", ">Player"))]
    plain = (
        session("6788", "--players", "hccc", typed="deck\ndiscard AS\nragequit\n")
        .decode()
        .split("\n")
    )
    plain = [line for line in plain if line.startswith(("Player", "A new", ">Player"))]
    assert [line.removeprefix(">") for line in text] == [line.removeprefix(">") for line in plain]


def test_dialect_text_is_the_default() -> None:
    assert session("5", "--players", "cccc", "--dialect", "text") == session(
        "5", "--players", "cccc"
    )


SECTION_5_3 = """6S 2S 4C 2H 6C AD JD 8D 2D AS JH 7S AH
2C 3H 3S KD 5C 5H 9C 3D JC 6H AC TH 4D
5D TD 7D 4S 7H 4H TC 9D JS KC 8S KS TS
QC 9H 7C 9S QS 5S 8C 8H KH 6D QD QH 3C
>"""
SECTION_5_5_2 = """TS 2D 3S KH 3H 2C 5D TC 8S TD AC KC QH
4D JH 6H JC KD 8C 7D TH 4H 9S 6S 4S KS
7S 7C QD 6C 2H 6D 3C 9C 5H 3D AD 5S 8H
QC 2S 8D JS QS AS JD 4C 7H 9D 5C AH 9H
>"""


@pytest.mark.parametrize(
    ("seed", "kind", "deck"), [("9", "mt19937-mod", SECTION_5_3), ("0", "lrand48", SECTION_5_5_2)]
)
def test_the_decks_that_the_text_prints(seed: str, kind: str, deck: str) -> None:
    told = session(seed, "--players", "hhhh", "--shuffle", kind, typed="deck\n").decode()
    assert told.endswith(f"\n>{deck}")


def test_given_decks_come_first_and_their_order_is_shuffled_on(tmp_path: Path) -> None:
    random = Random(7)
    given = [random.sample(NAMES, 52) for _ in range(2)]
    file = tmp_path / "decks"
    file.write_text("\t".join(given[0]) + "\r\n" + "\n".join(given[1]))
    told = session("6788", "--players", "cccc", "--deck", str(file), "--target", "900").decode()
    shuffle = Shuffle("std", 6788)
    third = shuffle(tuple(map(NAMES.index, given[1])))
    expected = by_the_oracle(
        [given[0], given[1], names(third).split(), names(shuffle(third)).split()]
    )
    assert told.startswith(expected)


def by_the_oracle(decks: list[list[str]]) -> str:
    """What four computers print for these decks, told by the slow oracle; no target."""
    told, totals = [], [0, 0, 0, 0]
    for deck in decks:
        table = Table(deck)
        told.append(f"A new round begins. It's Player{(table.turn or 0) + 1}'s turn to play.")
        while table.turn is not None:
            seat, card = table.turn, table.legal()[0]
            told.append(f"Player{seat + 1} {table.act(card)} {card}.")
        for seat, points in enumerate(table.scores()):
            told.append(
                f"Player{seat + 1}'s discards:{''.join(' ' + card for card in table.thrown[seat])}"
            )
            told.append(
                f"Player{seat + 1}'s score: {totals[seat]} + {points} = {totals[seat] + points}"
            )
            totals[seat] += points
    return "\n".join(told) + "\n"


def test_sessions_of_computers_as_the_oracle_tells_them(
    tmp_path: Path, times: Callable[[int, int], int]
) -> None:
    random = Random(11)
    file = tmp_path / "deck"
    for _ in range(times(4, 500)):
        decks = [random.sample(NAMES, 52) for _ in range(3)]
        file.write_text(" ".join(sum(decks, [])))
        assert (
            session("1", "--players", "cccc", "--deck", str(file), "--target", "5000")
            .decode()
            .startswith(by_the_oracle(decks))
        )


def test_house_rule_hidden_discards() -> None:
    told = lines(
        "6788", "--players", "hccc", "--discards", "hidden", typed="discard AS\nragequit\n"
    )
    assert ">Player1 discards." in told
    assert not any(line.startswith("Player") and " discards " in line for line in told)
    assert any(line.startswith("Player1's discards: AS ") for line in told)
    shown = lines("6788", "--players", "hccc", typed="discard AS\nragequit\n")
    assert [line for line in shown if "'s " in line] == [line for line in told if "'s " in line]


def test_house_rule_any_seven_opens() -> None:
    told = session("6788", "--players", "hhhh", "--opens", "any-seven", typed="play 7C\n").decode()
    assert "Legal plays: 7C 7S\n>Player4 plays 7C.\n" in told


def test_house_rules_target_and_values() -> None:
    told = lines("6788", "--players", "cccc", "--target", "10", "--values", "courts-ten")
    scores = played_out("courts-ten")
    assert scores != played_out("rank")
    assert [line for line in told if "score" in line] == [
        f"Player{n}'s score: 0 + {s} = {s}" for n, s in enumerate(scores, 1)
    ]
    assert told[-2] == f"Player{scores.index(min(scores)) + 1} wins!"


def played_out(values: str) -> list[int]:
    """The scores of the first round of seed 6788 between computers, by the oracle."""
    table = Table(names(Shuffle("std", 6788)(NEW_DECK)).split(), values=values)
    while table.turn is not None:
        table.act(table.legal()[0])
    return table.scores()


BAD = [
    (["1", "--play", "hhhh"], "unrecognized arguments: --play hhhh"),
    (["1", "--players", "hhh"], 'The players "hhh" are not 4 letters, each h (human) or c'),
    (["1", "--players", "hhhx"], 'The players "hhhx" are not 4 letters'),
    (["1", "--players", ""], 'The players "" are not 4 letters'),
    (["1", "--target", "0"], 'The option target cannot be "0": it is 1 ... 100000.'),
    (["1", "--opens", "8S"], 'The option opens cannot be "8S": it is 7S | any-seven.'),
    (["1", "--dialect", "x"], "argument --dialect: invalid choice: 'x'"),
]


@pytest.mark.parametrize(
    ("arguments", "why"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD]
)
def test_a_command_line_that_cannot_be_used(
    arguments: list[str], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    refused(STRAIGHTS, arguments, why, capfd)


def test_the_transcript_reads_like_the_sample_with_the_input_in_place(
    tmp_path: Path, golden: GoldenFile
) -> None:
    file = tmp_path / "transcript"
    file.write_text("old")
    typed = golden("sample6788.in")
    told = session("6788", "--transcript", str(file), typed=typed)
    assert told == golden("sample6788.expect")
    assert file.read_bytes() == interleaved(told, typed, STRAIGHTS.prompts.encode())
    assert file.read_bytes().startswith(
        b"Is Player1 a human (h) or a computer (c)?\n>h\nIs Player2"
    )


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(STRAIGHTS.words), max_size=40),
    st.sampled_from(["text", "sample"]),
    st.sampled_from(["hhhh", "hchc"]),
)
def test_any_words_for_several_people(typed: list[bytes], dialect: str, players: str) -> None:
    told = session(
        "6788", "--dialect", dialect, "--players", players, typed=b"".join(typed)
    ).decode()
    assert told.startswith(STRAIGHTS.begins)
    assert told.endswith((">", "wins!\n"))


def test_random_human_games_are_the_oracles(times: Callable[[int, int], int]) -> None:
    """Humans who play at random: every screen and every line as the oracle tells it."""
    random = Random(5)
    for _ in range(times(10, 200)):
        seed = random.randrange(1, 2**31)
        match = fold(opened("straights", Rules()))
        match = step(match, Dealt(Shuffle("std", seed)(NEW_DECK)))
        table = Table(names(match.deck).split())
        typed, told = "", f"A new round begins. It's Player{actor(match) + 1}'s turn to play.\n"
        while match.playing:
            seat = actor(match)
            card = random.choice(table.legal())
            told += screen_by_the_oracle(table)
            verb = table.act(card)
            typed += f"{'play' if verb == 'plays' else 'discard'} {card}\n"
            told += f"Player{seat + 1} {verb} {card}.\n"
            assert legal(match, seat) >> NAMES.index(card) & 1
            match = step(match, Acted(seat, NAMES.index(card)))
        assert session(str(seed), "--players", "hhhh", typed=typed).decode().startswith(told)


def screen_by_the_oracle(table: Table) -> str:
    assert table.turn is not None
    piles = zip(("Clubs", "Diamonds", "Hearts", "Spades"), "CDHS", strict=True)
    return (
        "Cards on the table:\n"
        + "".join(
            f"{name}:{''.join(' ' + rank for rank in table.played[suit])}\n" for name, suit in piles
        )
        + f"Your hand:{''.join(' ' + card for card in table.hands[table.turn])}\n"
        + f"Legal plays:{''.join(' ' + card for card in table.plays())}\n>"
    )
