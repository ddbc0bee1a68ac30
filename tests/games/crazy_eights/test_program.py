"""The program crazy-eights: the contract of docs/classic.md, line by line; what all programs have
in common is tested in tests/games/test_programs.py.
"""

import contextlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from parlour.cards import NAMES, NEW_DECK, names
from parlour.games.crazy_eights import program as crazy_eights
from parlour.shuffle import KINDS, Shuffle
from parlour.terminal import saves
from tests.games.test_programs import refused
from tests.oracle.crazy_eights_lines import judge, printed
from tests.oracle.crazy_eights_session import SEATS, SUIT_PROMPT, Session
from tests.support.programs import CRAZY_EIGHTS
from tests.support.session import Keyboard, dealt, interleaved, session

GoldenFile = Callable[[str], bytes]
Times = Callable[[int, int], int]
ALL = "".join(f"{printed(name)}\n" for name in NAMES)  # one of these can be played, if any can
PROMPT = "Which card would you like to play? "


@pytest.fixture(autouse=True, scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Typed bytes may happen to be a `save FILE`: that file is to be nowhere in the tree."""
    with contextlib.chdir(tmp_path_factory.mktemp("typed")):
        yield


def play(*arguments: str, typed: bytes | str = b"", status: int = 0) -> str:
    return session(*arguments, typed=typed, program=crazy_eights.program, status=status).decode()


def with_deck(folder: Path, *decks: str) -> list[str]:
    """The option --deck for a deck, a text of 52 names."""
    file = folder / "deck"
    file.write_text("\n".join(decks))
    return ["--deck", str(file)]


def stacked(*first: str) -> str:
    """A deck that begins with these cards, the rest in the order of a new deck."""
    begun = " ".join(first).split()
    return " ".join([*begun, *(name for name in NAMES if name not in begun)])


HARRY, RON = "2D 9D KS JH 6H 5S 4C", "2H 7S KC AH 5H QS 5D"
SAMPLE = stacked(HARRY, RON, "JC TD 6C TC TH 3H AS 3C")  # the deck of the text, as far as it shows


# --- the sample and the program without input


def test_the_golden_sample_comes_out_byte_for_byte(golden: GoldenFile, tmp_path: Path) -> None:
    deck = with_deck(tmp_path, golden("crazy_eights_sample.deck").decode())
    assert play("1", *deck).encode() == golden("crazy_eights_sample.expect")


def test_the_games_of_the_first_seeds_are_judged_right(times: Times) -> None:
    results, games = [], times(300, 300)
    for seed in range(1, games + 1):
        deck = names(Shuffle("std", seed)(NEW_DECK)).split()
        told = play(str(seed))
        results.append(judge(told, deck))
        ending = "The game is a draw." if results[-1] == "draw" else f"{results[-1]} is the winner."
        assert told.endswith(f"\nGame over\n{ending}\n")
    assert {result: results.count(result) for result in ("Harry", "Ron", "draw")}.keys() == {
        "Harry",
        "Ron",
        "draw",
    }
    assert results.count("draw") > games / 60
    assert min(results.count("Harry"), results.count("Ron")) > games / 6


def test_random_seeds_shuffles_and_decks_are_judged_right(tmp_path: Path, times: Times) -> None:
    random = Random(31)
    for _ in range(times(40, 2000)):
        kind, seed = random.choice(KINDS), random.randrange(-(2**31), 2**32)
        deck = names(Shuffle(kind, seed)(NEW_DECK)).split()
        assert judge(play("--shuffle", kind, "--", str(seed)), deck)
        deck = random.sample(NAMES, 52)
        assert judge(play("1", *with_deck(tmp_path, " ".join(deck))), deck)


def test_no_input_is_read() -> None:
    assert play("300", typed="quit\n\xff") == play("300")


def test_harry_first_then_ron_seven_each_then_the_turn_up_then_the_stock_in_order(
    tmp_path: Path,
) -> None:
    told = play("1", *with_deck(tmp_path, names(NEW_DECK)))
    assert told.startswith(
        "Harry has: Ac 2c 3c 4c 5c 6c 7c\n"
        "Ron has: 8c 9c 10c Jc Qc Kc Ad\n"
        "The discard pile contains: 2d\n"
        "Harry plays a 2c\n"  # of equal rank, the first
        "Ron plays a 9c\n"  # of equal suit, the first but an eight
        "Harry plays a Ac\n"
        "Ron plays a Ad\n"  # of equal rank
    )


def test_an_eight_comes_last_and_its_own_suit_is_to_be_matched(tmp_path: Path) -> None:
    told = play(
        "1", *with_deck(tmp_path, stacked("8H 8D 3C 3D 3S 4S 5S", "6H 7D 9D TD JD QD KD", "AC"))
    )
    assert told.startswith(
        "Harry has: 8h 8d 3c 3d 3s 4s 5s\nRon has: 6h 7d 9d 10d Jd Qd Kd\nThe discard pile "
        "contains: Ac\n"
        "Harry plays a 3c\n"  # the last card, 5s, takes its place
        "Ron draws 2c\nRon plays a 2c\n"
        "Harry plays a 8h\n"  # an eight that matches nothing; the first
        "Ron plays a 6h\n"  # of the eight's own suit; nobody names one
        "Harry plays a 8d\n"
    )


def test_an_eight_on_an_eight_and_a_turned_up_eight_is_an_ordinary_card(tmp_path: Path) -> None:
    told = play(
        "1", *with_deck(tmp_path, stacked("3C 8S 3D 4D 5D 6D 7D", "8H 9H TH JH QH KH 9C", "8C"))
    )
    assert told.startswith(
        "Harry has: 3c 8s 3d 4d 5d 6d 7d\nRon has: 8h 9h 10h Jh Qh Kh 9c\nThe discard pile "
        "contains: 8c\n"
        "Harry plays a 3c\n"  # the suit of the turned-up eight
        "Ron plays a 9c\n"
        "Harry plays a 8s\n"
        "Ron plays a 8h\n"
    )
    told = play(
        "1", *with_deck(tmp_path, stacked("8S 3D 4D 5D 6D 7D 9D", "8H 9H TH JH QH KH 9C", "8C"))
    )
    assert "pile contains: 8c\nHarry plays a 8s\nRon plays a 8h\n" in told


def test_the_last_card_of_a_hand_takes_the_place_of_one_that_leaves(tmp_path: Path) -> None:
    told = play(
        "1", *with_deck(tmp_path, stacked("AC 3C 4D 5D 6D 7D 9D", "2C TC 9H TH QH JH JC", "QC"))
    )
    # the jack lies before the ten, as it has taken the place of the two
    assert "Harry plays a Ac\nRon plays a 2c\nHarry plays a 3c\nRon plays a Jc\n" in told


def test_taking_the_last_card_of_the_stock_does_not_end_the_game_needing_one_does() -> None:
    told = play("6")
    assert told.count(" draws ") == 37  # all of the stock
    assert told.endswith(" is the winner.\n")
    told = play("15")
    assert told.count(" draws ") == 37
    assert told.endswith("\nGame over\nThe game is a draw.\n")


def test_the_literal_end_of_the_deck_is_its_last_card_drawn() -> None:
    """Seed 15 is a drawn game in both readings of the text, seed 6 only in the literal one: at the
    last card of the stock.
    """
    for seed in ("15", "6"):
        before, drawn, after = play(seed).rpartition(" draws ")
        last, _, rest = after.partition("\n")
        assert before.count(" draws ") == 36
        assert play(seed, "--empty", "at-once") == (
            f"{before}{drawn}{last}\nGame over\nThe game is a draw.\n"
        )
        assert rest.startswith(("Harry plays a ", "Ron plays a "))
    assert play("300", "--empty", "at-once") == play("300")


# --- decks, shuffles, seeds, transcripts, files


def test_deck_takes_exactly_one_block(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    deck = with_deck(tmp_path, SAMPLE.replace(" ", "\r\n\t"))
    assert play("1", *deck) == play("2", *deck)
    for blocks in (2, 3):
        deck = with_deck(tmp_path, *[SAMPLE] * blocks)
        for play_option in ([], ["--play", "ron"], ["--target", "50"]):
            assert play("1", *deck, *play_option, status=2) == ""
            assert (
                capfd.readouterr().err
                == f'crazy-eights: "{deck[1]}" holds {blocks} decks, not one.\n'
            )


def test_after_the_given_deck_its_order_is_shuffled_on(tmp_path: Path) -> None:
    told = play("77", *with_deck(tmp_path, SAMPLE), "--target", "100")
    assert told == Session(dealt("std", 77, [SAMPLE.split()]), target=100).told()
    assert told.count("Next round!") > 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_shuffles(kind: str) -> None:
    deck = names(Shuffle(kind, 12)(NEW_DECK)).split()
    assert judge(play("12", "--shuffle", kind), deck)


def test_the_transcript_is_the_session_with_the_typed_input_in_place(
    golden: GoldenFile, tmp_path: Path
) -> None:
    file = tmp_path / "transcript"
    file.write_text("old")
    deck = with_deck(tmp_path, golden("crazy_eights_sample.deck").decode())
    play("1", *deck, "--transcript", str(file))
    assert file.read_bytes() == golden("crazy_eights_sample.expect")
    typed = b"Jh\r\n\xff\n 2d\t\n5s"
    told = session(
        "1",
        *deck,
        "--play",
        "harry",
        "--transcript",
        str(file),
        typed=typed,
        program=crazy_eights.program,
    )
    assert file.read_bytes() == interleaved(told, typed, rb"Which card would you like to play\? ")
    assert (
        b"Your hand: 2d 9d Ks Jh 6h 5s 4c\nWhich card would you like to play? Jh\r\nHarry plays a "
        b"Jh\n" in file.read_bytes()
    )


# --- a person plays


def test_play_harry_the_turn_and_what_is_hidden(tmp_path: Path) -> None:
    deck = with_deck(tmp_path, SAMPLE)
    typed = "Jh\n2d\n5s\n6h\n10h\n3c\nKs\nAs\n"  # as the computer plays in the sample
    assert play("1", *deck, "--play", "harry", typed=typed) == (
        "Harry has: 2d 9d Ks Jh 6h 5s 4c\n"
        "The discard pile contains: Jc\n"
        "The discard pile contains: Jc\n"
        "Your hand: 2d 9d Ks Jh 6h 5s 4c\n"
        "Which card would you like to play? "
        "Harry plays a Jh\n"
        "Ron plays a 2h\n"
        "The discard pile contains: 2h\n"
        "Your hand: 2d 9d Ks 4c 6h 5s\n"  # the last card has taken the place of Jh
        "Which card would you like to play? "
        "Harry plays a 2d\n"
        "Ron plays a 5d\n"
        "The discard pile contains: 5d\n"
        "Your hand: 5s 9d Ks 4c 6h\n"
        "Which card would you like to play? "
        "Harry plays a 5s\n"
        "Ron plays a 5h\n"
        "The discard pile contains: 5h\n"
        "Your hand: 6h 9d Ks 4c\n"
        "Which card would you like to play? "  # a single card that fits is asked for all the same
        "Harry plays a 6h\n"
        "Ron plays a Ah\n"
        "Harry draws 10d\n"  # draws that the rules require come first
        "Harry draws 6c\n"
        "Harry draws 10c\n"
        "Harry draws 10h\n"
        "The discard pile contains: Ah\n"
        "Your hand: 4c 9d Ks 10d 6c 10c 10h\n"
        "Which card would you like to play? "
        "Harry plays a 10h\n"
        "Ron draws a card\n"  # which is hidden
        "Ron plays a 3h\n"
        "Harry draws As\n"
        "Harry draws 3c\n"
        "The discard pile contains: 3h\n"
        "Your hand: 4c 9d Ks 10d 6c 10c As 3c\n"
        "Which card would you like to play? "
        "Harry plays a 3c\n"
        "Ron plays a Kc\n"
        "The discard pile contains: Kc\n"
        "Your hand: 4c 9d Ks 10d 6c 10c As\n"
        "Which card would you like to play? "
        "Harry plays a Ks\n"
        "Ron plays a Qs\n"
        "The discard pile contains: Qs\n"
        "Your hand: 4c 9d As 10d 6c 10c\n"
        "Which card would you like to play? "
        "Harry plays a As\n"
        "Ron plays a 7s\n"
        "Game over\n"
        "Ron is the winner.\n"
    )


def test_play_ron(tmp_path: Path) -> None:
    told = play("1", *with_deck(tmp_path, SAMPLE), "--play", "ron", typed="2h\n")
    assert told == (
        "Ron has: 2h 7s Kc Ah 5h Qs 5d\n"
        "The discard pile contains: Jc\n"
        "Harry plays a Jh\n"
        "The discard pile contains: Jh\n"
        "Your hand: 2h 7s Kc Ah 5h Qs 5d\n"
        "Which card would you like to play? "
        "Ron plays a 2h\n"
        "Harry plays a 2d\n"
        "The discard pile contains: 2d\n"
        "Your hand: 5d 7s Kc Ah 5h Qs\n"
        "Which card would you like to play? "
    )


def test_the_others_hand_and_draws_are_hidden_however_the_game_goes(times: Times) -> None:
    random = Random(33)
    for _ in range(times(20, 500)):
        seed, person = random.randrange(2**32), random.choice(["harry", "ron"])
        told = play(str(seed), "--play", person, typed=ALL * 5)
        other = "Ron" if person == "harry" else "Harry"
        assert f"{other} has" not in told
        assert set(re.findall(f"{other} draws (.*)", told)) <= {"a card"}
        assert "a card" not in re.findall(f"{person.capitalize()} draws (.*)", told)


def test_a_refusal_names_ten_as_it_is_printed(tmp_path: Path) -> None:
    deck = with_deck(tmp_path, stacked("2D 9D KS JH 6H 5S TC", "TH 7S 2C AH 5H QS 5D", "4C"))
    told = play("1", *deck, "--play", "harry", typed="10c\n2d\n")
    assert (
        f"Ron plays a 10h\nThe discard pile contains: 10h\nYour hand: 2d 9d Ks Jh 6h 5s\n{PROMPT}"
        in told
    )
    assert told.endswith(f"2d fits neither hearts nor 10, and is no eight.\n{PROMPT}")


def test_a_drawn_game_against_a_person_ends_as_any_other() -> None:
    told = play("4", "--play", "ron", typed=ALL * 40)
    assert told.endswith("\nGame over\nThe game is a draw.\n")


# --- house rules


def test_house_rule_named_eights(tmp_path: Path) -> None:
    deck = with_deck(tmp_path, stacked("8H 9D KS JH 6H 5S 4C", "2S 7S KC AH 5H 8D 8C", "JC"))
    options = ["1", *deck, "--eights", "named", "--play", "harry"]
    asked = play(*options, typed="8h\n")
    assert asked.endswith(f"{PROMPT}Harry plays a 8h\n{SUIT_PROMPT}")
    for bad in ("Spades", "s", "", "spades hearts", "Ks", "draw"):
        told = play(*options, typed=f"8h\n{bad}\n")
        assert (
            told == f'{asked}"{bad}" is not a suit; type clubs or diamonds or hearts or '
            f"spades.\n{SUIT_PROMPT}"
        )
    assert play(*options, typed="8h\nquit\nspades\n") == asked
    told = play(*options, typed="8h\n spades\t\r\n")
    assert told.startswith(f"{asked}Harry names spades\nRon plays a 2s\n")
    # the pile's line tells a suit that is not the eight's own; the computer names what it holds
    # most of
    deck = with_deck(tmp_path, stacked("9D KS JH 6H 5S 4C 8H", "8D 7S KC AH 5H 8S 8C", "4D"))
    told = play("1", *deck, "--eights", "named", "--play", "harry", typed="9d\n6h\n")
    assert told.endswith(
        "Ron plays a 8d\nRon names clubs\nThe discard pile contains: 8d (the suit is clubs)\n"
        f"Your hand: 8h Ks Jh 6h 5s 4c\n{PROMPT}"
        f"6h fits neither clubs nor 8, and is no eight.\n{PROMPT}"
    )


def test_house_rule_players_3_to_5_and_their_names(capfd: pytest.CaptureFixture[str]) -> None:
    for players in (3, 4, 5):
        told = play("1", "--players", str(players)).split("\n")
        assert [line.partition(" ")[0] for line in told[:players]] == SEATS[:players]
        assert {line.partition(" ")[0] for line in told if " plays a " in line} == set(
            SEATS[:players]
        )
        for person in SEATS[:players]:
            told = play("1", "--players", str(players), "--play", person.lower()).split("\n")
            assert told[0].startswith(f"{person} has: ")
            assert told[1].startswith("The discard pile contains: ")
    assert play("1", "--players", "3", "--play", "ginny", status=2) == ""
    assert (
        capfd.readouterr().err
        == 'crazy-eights: --play cannot be "ginny": it is harry or ron or hermione.\n'
    )


def test_house_rule_draw_one_then_pass(tmp_path: Path) -> None:
    deck = with_deck(
        tmp_path, stacked("2D 3D 4D 5D 6D 7D 9D", "2H 3H 4H 5H 6H 7H 9H", "KC QS JS AC")
    )
    told = play("1", *deck, "--draw", "one-then-pass", "--play", "harry")
    assert told.split("\n")[2:5] == ["Harry draws Qs", "Harry passes", "Ron draws a card"]
    assert told.split("\n")[5:7] == ["Ron passes", "Harry draws Ac"]
    assert told.endswith(
        f"The discard pile contains: Kc\nYour hand: 2d 3d 4d 5d 6d 7d 9d Qs Ac\n{PROMPT}"
    )


def test_house_rule_draw_up_to_three(tmp_path: Path) -> None:
    deck = with_deck(
        tmp_path, stacked("2D 3D 4D 5D 6D 7D 9D", "2H 3H 4H 5H 6H 7H 9H", "KC QS JS AS TS AC")
    )
    told = play("1", *deck, "--draw", "up-to-three")
    assert (
        told.split("\n")[3:]
        == Session(iter([deck_names(deck)]), draw="up-to-three").told().split("\n")[3:]
    )
    assert (
        "Harry draws Qs\nHarry draws Js\nHarry draws As\nHarry passes\nRon draws 10s\nRon draws "
        "Ac\nRon plays a Ac\n" in told
    )


def deck_names(option: list[str]) -> list[str]:
    return Path(option[1]).read_text().split()


def test_house_rule_play_on_with_an_empty_stock_until_all_pass() -> None:
    told = play("19", "--empty", "play-on")
    assert re.search(
        r"(Harry passes\nRon passes|Ron passes\nHarry passes)\nGame over\n(Harry|Ron) is the "
        r"winner\.\n$",
        told,
    )


def test_house_rule_target_tells_the_scores_after_each_round() -> None:
    told = play("5", "--target", "60", "--play", "ron", typed=ALL * 200)
    rounds = told.split("Next round!\n")
    assert len(rounds) > 1
    for part in rounds:
        assert part.startswith("Ron has: ")
        assert re.search(
            r"\nUpdated scores: Harry: \d+ Ron: \d+\n(Game over\n(Harry|Ron) is the winner\.\n)?$",
            part,
        )
    assert told.endswith(" is the winner.\n")
    assert told.count("Game over") == 1


def test_house_rule_target_says_which_round_is_a_draw() -> None:
    told = play("15", "--target", "60")
    assert re.search(
        r"\nThe round is a draw\.\nUpdated scores: Harry: 0 Ron: 0\nNext round!\nHarry has: ", told
    )


def test_a_round_may_be_over_with_the_deal(tmp_path: Path) -> None:
    hands = [name for name in NAMES if name[1] != "S" and name[0] not in "K8"][:17]
    rest = [name for name in NAMES if name not in [*hands, "KS"]]
    deck = with_deck(tmp_path, " ".join([*hands, *rest, "KS"]))
    told = play("1", *deck, "--players", "3", "--hand", "17", "--play", "ron")
    assert told.endswith("The discard pile contains: Ks\nGame over\nThe game is a draw.\n")
    assert told.count("\n") == 4


# --- sessions as the oracle tells them, save and load


def random_arguments(
    random: Random, folder: Path, person: bool
) -> tuple[list[str], Callable[[bytes], Session]]:
    """A session's options, and the oracle of the same session."""
    kind, seed = random.choice(KINDS), random.randrange(-(2**31), 2**32)
    suits, times = "".join(random.sample("CDHS", 4)), random.choice([1, 1, 3])
    players = random.choice([2, 2, 2, 3, 4, 5])
    hand = random.choice([7, 7, 1, 3, 10, 51 // players])
    target = random.choice([0, 0, 0, 30, 120])
    options: dict[str, str] = {}
    if random.random() < 0.7:
        options = {
            "eights": random.choice(["own-suit", "named"]),
            "draw": random.choice(["until-playable", "one-then-pass", "up-to-three"]),
            "empty": random.choice(["draw-game", "play-on", "at-once"]),
        }
        hand = min(hand, 50 // players)  # `at-once` needs a stock
    chosen = random.choice(SEATS[:players]).lower() if person else ""
    blocks = [random.sample(NAMES, 52)] if random.random() < 0.4 else []
    arguments = [
        "--shuffle",
        kind,
        "--shuffles",
        str(times),
        "--players",
        str(players),
        "--hand",
        str(hand),
        "--target",
        str(target),
    ]
    for name, value in options.items():
        arguments += [f"--{name}", value]
    if chosen:
        arguments += ["--play", chosen]
    if blocks:
        arguments += with_deck(folder, " ".join(blocks[0]))
    else:
        arguments += ["--new-deck", suits]

    def oracle(typed: bytes) -> Session:
        return Session(
            dealt(kind, seed, blocks, suits, times), typed, chosen, target, players, hand, **options
        )

    return [*arguments, "--", str(seed)], oracle


def test_sessions_between_computers_are_the_oracles(tmp_path: Path, times: Times) -> None:
    random = Random(46)
    results: list[str] = []
    for _ in range(times(45, 4000)):
        arguments, oracle = random_arguments(random, tmp_path, person=False)
        expected = oracle(b"")
        assert play(*arguments) == expected.told(), arguments
        results += expected.results
    assert set(results) == {"won", "drawn", "blocked"}


BAD = [
    b"",
    b"x",
    b"JH",
    b"Td",
    b"8c 8d",
    b"save",
    b"save here",
    b"save no/such",
    b"\xff",
    b"\x00",
    b"draw",
]


class Person:
    """Answers prompts by what the session has told: a card that fits, one that does not, a suit, or
    something else.
    """

    def __init__(self, random: Random, prompts: int) -> None:
        self.random, self.left = random, prompts
        self.keyboard: Keyboard | None = None

    def __call__(self) -> bytes:
        assert self.keyboard is not None
        told = self.keyboard.output.getvalue().decode()
        self.left -= 1
        if self.left < 0:
            return self.random.choice([b"", b"quit\n", b"quit"])
        if self.random.random() < 0.1:
            return self.random.choice(BAD) + b"\n"
        if told.endswith(SUIT_PROMPT):
            return self.random.choice(
                [b"clubs\n", b" diamonds\r\n", b"hearts \n", b"spades\n", b"Spades\n"]
            )
        hand = re.findall("Your hand: (.*)", told)[-1].split()
        top, suit = re.findall(
            r"The discard pile contains: (\w+)(?: \(the suit is (\w)\w+\))?", told
        )[-1]
        fitting = [
            card for card in hand if card[:-1] in ("8", top[:-1]) or card[-1] == (suit or top[-1])
        ]
        card: str = self.random.choice(fitting if self.random.random() < 0.9 else hand)
        return card.encode() + self.random.choice([b"\n", b"\n", b"\r\n", b" \t\n"])


def person_plays(random: Random, folder: Path, prompts: int) -> tuple[list[str], Keyboard, Session]:
    """A session of a person, which must be as the oracle tells it."""
    arguments, oracle = random_arguments(random, folder, person=True)
    person = Person(random, prompts)
    person.keyboard = Keyboard(person, folder / "save")
    told = person.keyboard.run(crazy_eights.program, *arguments)
    expected = oracle(b"".join(person.keyboard.typed))
    assert told.decode() == expected.told(), arguments
    assert [at for at, _ in expected.terminal.prompts] == person.keyboard.told_at
    return arguments, person.keyboard, expected


def test_sessions_of_a_person_are_the_oracles(tmp_path: Path, times: Times) -> None:
    random = Random(42)
    results: list[str] = []
    naming = several = 0
    for _ in range(times(45, 4000)):
        _, _, expected = person_plays(random, tmp_path, random.choice([3, 30, 300]))
        results += expected.results
        naming += expected.naming_prompts
        several += expected.rounds > 2
    assert set(results) == {"won", "drawn", "blocked"}
    assert naming > 2
    assert several > 2


def test_a_session_loaded_from_any_prompt_goes_on_exactly_as_the_first_one(
    tmp_path: Path, times: Times
) -> None:
    """It begins with the turn's lines, the pile and the hand, also where a suit is to be named."""
    random = Random(43)
    naming = 0
    for _ in range(times(20, 1000)):
        arguments, keyboard, expected = person_plays(random, tmp_path, random.choice([3, 30, 100]))
        told, prompts = keyboard.output.getvalue(), expected.terminal.prompts
        seat = ["--play", arguments[arguments.index("--play") + 1]]
        for at in sorted(random.sample(range(len(prompts)), min(5, len(prompts)))):
            file = tmp_path / "loaded"
            file.write_bytes(keyboard.saved[at])
            again = play("--load", str(file), *seat, typed=b"".join(keyboard.typed[at:]))
            names = prompts[at][1].startswith(SUIT_PROMPT)
            shown = "".join(again.splitlines(keepends=True)[:2]) if names else ""
            assert again == shown + prompts[at][1] + told[keyboard.told_at[at] :].decode()
            assert re.match(r"The discard pile contains: .+\nYour hand: ", again)
            assert saves.write(saves.read(keyboard.saved[at], "crazy-eights")) == keyboard.saved[at]
            naming += names
    assert naming


def test_save_and_load_need_play(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "save"
    assert play("1", "--save", str(save), status=2) == ""
    assert (
        capfd.readouterr().err
        == "crazy-eights: --save needs --play: only a person's turn can be saved.\n"
    )
    assert not save.exists()
    play("1", "--play", "harry", "--save", str(save))
    assert play("--load", str(save), status=2) == ""
    assert (
        capfd.readouterr().err
        == "crazy-eights: --load needs --play: only a person's turn can be saved.\n"
    )


def test_load_is_for_the_seat_of_the_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "save"
    told = play("1", "--play", "harry", "--save", str(save))
    assert told.endswith(play("--load", str(save), "--play", "harry"))
    assert play("--load", str(save), "--play", "ron", status=2) == ""
    assert (
        capfd.readouterr().err
        == f'crazy-eights: --play ron is not the person\'s seat in "{save}".\n'
    )
    assert play("--load", str(save), "--play", "hermione", status=2) == ""
    assert (
        capfd.readouterr().err == 'crazy-eights: --play cannot be "hermione": it is harry or ron.\n'
    )
    play("1", "--play", "hermione", "--players", "3", "--save", str(save))
    assert play("--load", str(save), "--play", "harry", status=2) == ""
    assert (
        capfd.readouterr().err
        == f'crazy-eights: --play harry is not the person\'s seat in "{save}".\n'
    )
    save.write_text(save.read_text().replace("players cch", "players cch".replace("h", "c")))
    assert play("--load", str(save), "--play", "hermione", status=2) == ""
    assert (
        capfd.readouterr().err
        == f'crazy-eights: --play hermione is not the person\'s seat in "{save}".\n'
    )


def test_a_loaded_file_may_not_hold_a_second_given_deck(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "save"
    play("1", *with_deck(tmp_path, SAMPLE), "--play", "harry", "--save", str(save))
    assert "undealt" not in save.read_text()
    save.write_text(save.read_text().replace("end\n", f"undealt {SAMPLE}\nundealt {SAMPLE}\nend\n"))
    assert play("--load", str(save), "--play", "harry", status=2) == ""
    assert capfd.readouterr().err == f'crazy-eights: "{save}" holds 2 decks, not one.\n'


REFUSED = [
    (["1", "--level", "first"], "unrecognized arguments: --level first"),
    (["1", "--no-pass"], "unrecognized arguments: --no-pass"),
    (["1", "--play", "Harry"], '--play cannot be "Harry": it is harry or ron.'),
    (["1", "--play", "hermione"], '--play cannot be "hermione": it is harry or ron.'),
    (["1", "--play", ""], '--play cannot be "": it is harry or ron.'),
    (["1", "--play"], "argument --play: expected one argument"),
    (["1", "--players", "6"], 'The option players cannot be "6": it is 2 ... 5.'),
    (["1", "--players", "hc"], 'The option players cannot be "hc": it is 2 ... 5.'),
    (
        ["1", "--players", "3", "--hand", "18"],
        "3 players with 18 cards each need 55 cards, with the one turned up.",
    ),
    (["1", "--target", "-1"], 'The option target cannot be "-1": it is 0 ... 100000.'),
    (["1", "--eights", "wild"], 'The option eights cannot be "wild": it is own-suit | named.'),
]


@pytest.mark.parametrize(
    ("arguments", "why"), REFUSED, ids=[" ".join(arguments) for arguments, _ in REFUSED]
)
def test_a_command_line_that_cannot_be_used(
    arguments: list[str], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    refused(CRAZY_EIGHTS, arguments, why, capfd)


def test_a_blocked_round_in_which_all_pay_the_same_is_told_as_a_draw() -> None:
    # AMBIGUOUS: the rules let equal lowest totals share the win ("the fewest points win"); no page
    # says that where all do the
    # program prints `The game is a draw.`, as it does, and not a winner's line for each.
    told = play("58", "--hand", "5", "--empty", "play-on")
    assert re.search(r"passes\n(Harry|Ron) passes\nGame over\nThe game is a draw\.\n$", told)
