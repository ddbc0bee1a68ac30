"""The program hearts: the contract of docs/classic.md, line by line; what all programs have in
common is tested in tests/games/test_programs.py.
"""

import contextlib
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.cards import NAMES, NEW_DECK, names
from parlour.games.hearts import program as hearts
from parlour.shuffle import KINDS, Shuffle
from parlour.terminal import saves
from tests.games.test_programs import refused
from tests.oracle.hearts import WORDS
from tests.oracle.hearts_session import Session
from tests.support.programs import HEARTS
from tests.support.session import Keyboard, dealt, interleaved, lines, session

GoldenFile = Callable[[str], bytes]
Times = Callable[[int, int], int]
FALLS = HEARTS.tries  # thirteen numbers: one of them is that of a legal card


@pytest.fixture(autouse=True, scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Typed bytes may happen to be a `save FILE`: that file is to be nowhere in the tree."""
    with contextlib.chdir(tmp_path_factory.mktemp("typed")):
        yield


def play(*arguments: str, typed: bytes | str = b"", status: int = 0) -> str:
    return session(*arguments, typed=typed, program=hearts.program, status=status).decode()


def with_decks(folder: Path, *decks: str) -> list[str]:
    """The option --deck for these decks, each a text of 52 names."""
    file = folder / "decks"
    file.write_text("\n".join(decks))
    return ["--deck", str(file)]


SUITED = names(NEW_DECK)  # you hold all clubs, #1 all diamonds, #2 all hearts, #3 all spades


# The sample of the text, but for its slip `#3:7`: the end of a hand and the beginning of the next,
# with what was typed.
SAMPLE = """Clubs: 6--Five
Spades: 1--King
Hearts: 0--Four 2--Three 3--Eight 4--Ace 5--Ten
Which card would you like to lead? (type the number) 6
The Five of Clubs is led.
Computer player plays Three of Clubs
Computer player plays Nine of Clubs
Computer player plays Five of Spades
Computer #2 wins the trick.
The Eight of Diamonds is led.
Computer player plays Jack of Hearts
Spades: 1--King
Hearts: 0--Four 2--Three 3--Eight 4--Ace 5--Ten
Which card would you like to play? (type the number) 1
Computer player plays Ace of Spades
Computer #2 wins the trick.
The King of Diamonds is led.
Computer player plays Queen of Hearts
Hearts: 0--Four 1--Ten 2--Three 3--Eight 4--Ace
Which card would you like to play? (type the number) 4
Computer player plays Seven of Hearts
Computer #2 wins the trick.
The Three of Diamonds is led.
Computer player plays Four of Spades
Hearts: 0--Four 1--Ten 2--Three 3--Eight
Which card would you like to play? (type the number) 1
Computer player plays Jack of Spades
Computer #2 wins the trick.
The Six of Hearts is led.
Computer player plays King of Hearts
Hearts: 0--Four 1--Eight 2--Three
Which card would you like to play? (type the number) 1
Computer player plays Seven of Spades
Computer #3 wins the trick.
The Ten of Spades is led.
Hearts: 0--Four 1--Three
Which card would you like to play? (type the number) 1
Computer player plays Four of Clubs
Computer player plays Five of Hearts
Computer #3 wins the trick.
The Six of Spades is led.
Hearts: 0--Four
Which card would you like to play? (type the number) 0
Computer player plays Seven of Clubs
Computer player plays Two of Hearts
Computer #3 wins the trick.
Updated scores: You: 1 Computer #1: 0 Computer #2: 18 Computer #3: 7
Next hand!
The Two of Clubs is led.
Computer player plays Ten of Clubs
Computer player plays Queen of Clubs
Clubs: 0--Eight 7--Four 11--Five
Diamonds: 2--Five 4--King 6--Nine
Spades: 3--Three 5--Six 8--Queen
Hearts: 1--Two 9--Ten 10--Seven 12--Nine
Which card would you like to play? (type the number) """


# --- the sample, transcripts, decks and shuffles


def test_the_golden_sample_comes_out_byte_for_byte(golden: GoldenFile, tmp_path: Path) -> None:
    options = ["--no-pass", *with_decks(tmp_path, golden("hearts_sample.deck").decode())]
    assert play(*options, "6788", typed=golden("hearts_sample.in")).encode() == golden(
        "hearts_sample.expect"
    )


def test_the_transcript_reads_like_the_text_with_the_input_in_place(
    golden: GoldenFile, tmp_path: Path
) -> None:
    file = tmp_path / "transcript"
    file.write_text("old")
    options = [
        "1",
        "--no-pass",
        *with_decks(tmp_path, golden("hearts_sample.deck").decode()),
        "--transcript",
        str(file),
    ]
    typed = golden("hearts_sample.in")
    told = play(*options, typed=typed).encode()
    assert told == golden("hearts_sample.expect")
    assert file.read_bytes() == interleaved(told, typed, HEARTS.prompts.encode())
    assert file.read_text().endswith(f"You win the trick.\n{SAMPLE}")


def test_deck_takes_one_block_a_hand_and_then_shuffles_the_last_on(tmp_path: Path) -> None:
    random = Random(4)
    blocks = [random.sample(NAMES, 52) for _ in range(3)]
    options = ["6788", *with_decks(tmp_path, *map(" \t\r\n".join, blocks)), "--target", "400"]
    told = play(*options, typed=FALLS * 60)
    assert told == Session(dealt("std", 6788, blocks), FALLS.encode() * 60, target=400).told()
    # the fourth hand is the generator's first shuffle, of the last block
    assert told.count("Next hand!") > 3


@pytest.mark.parametrize("kind", KINDS)
def test_the_deck_is_dealt_in_blocks_of_thirteen_from_the_shuffle(kind: str) -> None:
    told = play("7", "--shuffle", kind, "--no-pass", typed=FALLS * 40)
    assert told == Session(dealt(kind, 7), FALLS.encode() * 40, pass_cards="no").told()
    assert "Next hand!" in told


# --- the hand, its numbers, and what is printed of a trick


def test_a_hand_is_shown_by_suits_in_order_by_number_and_suits_not_held_are_left_out(
    tmp_path: Path,
) -> None:
    hand = "4H KS QH 8S AH 9C JC 2C"
    rest = [name for name in NAMES if name not in hand.split()]
    spades = [name for name in rest if name[1] == "S"][:5]
    deck = [*hand.split(), *spades, *(name for name in rest if name not in spades)]
    assert play("1", *with_decks(tmp_path, " ".join(deck))) == (
        "Pass three cards to Computer #1.\n"
        "Clubs: 5--Nine 6--Jack 7--Two\n"
        "Spades: 1--King 3--Eight 8--Ace 9--Two 10--Three 11--Four 12--Five\n"
        "Hearts: 0--Four 2--Queen 4--Ace\n"
        "Which card would you like to pass? (type the number) "
    )


# You hold the club ten and then court cards, so that the others are led by the two of clubs of #1.
TRICKS = "TC KD 3D AS 5S 9H 8H 7H 6H KH QH JH TH " + "2C 3C AD QD JD TD 9D 8D 7D 6D 5D 4D 2D "
TRICKS += "4C 5C 6C 7C 8C KS QS JS TS 9S 8S 7S 6S " + "9C JC QC KC AC 4S 3S 2S AH 5H 4H 3H 2H"


def test_only_a_lead_is_told_whoever_leads_and_your_own_following_card_prints_nothing(
    tmp_path: Path,
) -> None:
    told = play("1", "--no-pass", *with_decks(tmp_path, TRICKS), typed="0\n")
    assert told == (
        "The Two of Clubs is led.\n"
        "Computer player plays Four of Clubs\n"
        "Computer player plays Nine of Clubs\n"
        "Clubs: 0--Ten\n"
        "Diamonds: 1--King 2--Three\n"
        "Spades: 3--Ace 4--Five\n"
        "Hearts: 5--Nine 6--Eight 7--Seven 8--Six 9--King 10--Queen 11--Jack 12--Ten\n"
        # a single legal card is asked for all the same
        "Which card would you like to play? (type the number) "
        "You win the trick.\n"
        "Diamonds: 1--King 2--Three\n"
        "Spades: 3--Ace 4--Five\n"
        # the last took the number 0
        "Hearts: 0--Ten 5--Nine 6--Eight 7--Seven 8--Six 9--King 10--Queen 11--Jack\n"
        "Which card would you like to lead? (type the number) "
    )


def test_your_own_lead_is_told_as_any_other(tmp_path: Path) -> None:
    told = play("1", "--no-pass", *with_decks(tmp_path, TRICKS), typed="0\n2\n")
    assert told.split("(type the number) ")[2] == (
        "The Three of Diamonds is led.\n"
        # its first legal card: the last took the place of the two of clubs
        "Computer player plays Two of Diamonds\n"
        "Computer player plays Six of Spades\n"  # and here of the four of clubs
        "Computer player plays Two of Hearts\n"
        "You win the trick.\n"
        "Diamonds: 1--King\n"
        "Spades: 3--Ace 4--Five\n"
        "Hearts: 0--Ten 2--Jack 5--Nine 6--Eight 7--Seven 8--Six 9--King 10--Queen\n"
        "Which card would you like to lead? "
    )


def test_the_two_of_clubs_is_led_without_asking_and_that_hand_is_not_shown(tmp_path: Path) -> None:
    told = play("1", "--no-pass", *with_decks(tmp_path, SUITED))
    assert told.startswith(
        "The Two of Clubs is led.\n"
        "Computer player plays Ace of Diamonds\n"
        "Computer player plays Ace of Hearts\n"
        "Computer player plays Ace of Spades\n"
        "You win the trick.\n"
        "Clubs: 0--Ace 1--King 2--Three "
    )


def test_the_first_hand_has_no_heading_and_next_hand_stands_between_hands() -> None:
    told = play("3", typed=FALLS * 150).split("\n")
    assert told[0] == "Pass three cards to Computer #1."
    scores = [at for at, line in enumerate(told) if line.startswith("Updated scores: ")]
    assert [told[at + 1] for at in scores[:-1]] == ["Next hand!"] * (len(scores) - 1)
    assert told[scores[-1] + 1].endswith(" the game.")
    assert told[-1] == ""
    assert told.count("Next hand!") == len(scores) - 1
    assert all(
        re.fullmatch(
            r"Updated scores: You: \d+ Computer #1: \d+ Computer #2: \d+ Computer #3: \d+", told[at]
        )
        for at in scores
    )


# --- passing


def test_passing_shows_the_hand_as_it_now_is_and_the_last_card_fills_the_gap(
    tmp_path: Path,
) -> None:
    told = play("1", *with_decks(tmp_path, SUITED), typed="1\n1\n10\n")
    prompt = "Which card would you like to pass? (type the number) "
    assert told.startswith(
        "Pass three cards to Computer #1.\n"
        "Clubs: 0--Ace 1--Two 2--Three 3--Four 4--Five 5--Six 6--Seven 7--Eight 8--Nine 9--Ten "
        "10--Jack 11--Queen 12--King\n"
        f"{prompt}"
        "Clubs: 0--Ace 1--King 2--Three 3--Four 4--Five 5--Six 6--Seven 7--Eight 8--Nine 9--Ten "
        "10--Jack 11--Queen\n"
        f"{prompt}"
        "Clubs: 0--Ace 1--Queen 2--Three 3--Four 4--Five 5--Six 6--Seven 7--Eight 8--Nine 9--Ten "
        "10--Jack\n"
        f"{prompt}"
        # the others pass the first three as dealt, in that order; what you receive goes to the end
        # of your hand
        "You receive the Ace of Spades, the Two of Spades and the Three of Spades.\n"
        "The Two of Clubs is led.\n"  # by #1: it is legal to pass it away
        "Computer player plays King of Hearts\n"
        "Computer player plays King of Spades\n"
        "Clubs: 0--Ace 1--Queen 2--Three 3--Four 4--Five 5--Six 6--Seven 7--Eight 8--Nine 9--Ten\n"
        "Spades: 10--Ace 11--Two 12--Three\n"
        "Which card would you like to play? "
    )


def test_received_cards_lie_in_the_order_they_were_chosen(tmp_path: Path) -> None:
    spades_first = " ".join(names(NEW_DECK[39:] + NEW_DECK[13:39] + NEW_DECK[:13]).split())
    options = ["1", *with_decks(tmp_path, spades_first)]
    told = play(*options, typed="12\n1\n0\n" + FALLS * 3)
    assert (
        "You receive the Ace of Clubs, the Two of Clubs and the Three of Clubs.\nThe Two of Clubs "
        "is led.\n" in told
    )
    # #1 was passed the king, the two and the ace of spades, in this order, and has no other spades
    assert "is led.\nComputer player plays King of Spades\n" in told


@pytest.mark.parametrize("option", [[], ["--pass-cycle", "left-right-across-keep"]])
def test_hands_1_to_4_are_passed_after_before_across_and_kept(
    option: list[str], tmp_path: Path
) -> None:
    told = play(
        "1", *with_decks(tmp_path, *[SUITED] * 9), *option, "--target", "1000", typed=FALLS * 100
    )
    hands = told.split("Next hand!\n")
    after = (
        "Pass three cards to Computer #1.\n",
        "You receive the Ace of Spades, the Two of Spades and the Three of Spades.\n",
    )
    before = (
        "Pass three cards to Computer #3.\n",
        "You receive the Ace of Diamonds, the Two of Diamonds and the Three of Diamonds.\n",
    )
    across = (
        "Pass three cards to Computer #2.\n",
        "You receive the Ace of Hearts, the Two of Hearts and the Three of Hearts.\n",
    )
    ways = {0: after, 1: before, 2: across, 4: after, 5: before, 6: across, 8: after}
    for number, (header, received) in ways.items():
        assert hands[number].startswith(header)
        assert re.findall("You receive.*\n", hands[number]) == [received]
    for number in (3, 7):
        assert hands[number].startswith("The Two of Clubs is led.\n")
        assert not re.search("Pass three|You receive|like to pass", hands[number])


def test_pass_cycle_left_is_a_house_rule() -> None:
    told = play("1", "--pass-cycle", "left", typed=FALLS * 100)
    assert (
        re.findall("Pass three cards to .*\n", told)[:5]
        == ["Pass three cards to Computer #1.\n"] * 5
    )


def test_no_pass_plays_without_and_is_pass_cards_no() -> None:
    told = play("5", "--no-pass", typed=FALLS * 100)
    assert told.endswith(" the game.\n")
    assert not re.search("Pass three|You receive|like to pass", told)
    assert play("5", "--pass-cards", "no", typed=FALLS * 100) == told
    assert play("5", "--no-pass", "--pass-cards", "no", typed=FALLS * 100) == told
    assert play("5", "--pass-cards", "yes", typed=FALLS * 9) == play("5", typed=FALLS * 9)


# --- refusals


def test_a_card_that_does_not_follow_suit_is_refused(tmp_path: Path) -> None:
    told = play("1", "--no-pass", *with_decks(tmp_path, TRICKS), typed="1\n12\n0\n")
    prompt = "Which card would you like to play? (type the number) "
    refused = "You must follow suit: Clubs were led.\n"
    assert f"{prompt}{refused}{prompt}{refused}{prompt}You win" in told


def test_leading_hearts_too_early_is_refused(tmp_path: Path) -> None:
    told = play("1", "--no-pass", *with_decks(tmp_path, TRICKS), typed="0\n5\n0\n4\n")
    prompt = "Which card would you like to lead? (type the number) "
    refused = "Hearts have not been broken; lead another suit.\n"
    assert f"{prompt}{refused}{prompt}{refused}{prompt}The Five of Spades is led.\n" in told


def test_hearts_may_be_led_after_one_was_discarded_on_an_earlier_trick(tmp_path: Path) -> None:
    told = play("1", "--no-pass", *with_decks(tmp_path, TRICKS), typed="0\n2\n5\n")
    assert "Computer player plays Two of Hearts\nYou win the trick.\n" in told  # on a diamond
    assert (
        "Which card would you like to lead? (type the number) The Nine of Hearts is led.\n" in told
    )


def test_who_holds_nothing_but_hearts_may_lead_one(tmp_path: Path) -> None:
    yours = ["AC", *(name for name in NAMES if name[1] == "H" and name != "AH")]
    one = ["2C", "AH", *(name for name in NAMES if name[1] == "D" and name not in ("AD", "KD"))]
    deck = " ".join([*yours, *one, *(name for name in NAMES if name not in yours + one)])
    told = play("1", "--no-pass", *with_decks(tmp_path, deck), typed="0\n1\n")
    assert "(type the number) You win the trick.\nHearts: 0--King 1--Two 2--Three " in told
    assert (
        "Which card would you like to lead? (type the number) The Two of Hearts is led.\n" in told
    )
    # none had been discarded
    assert "Hearts" not in told.partition("Hearts: 0--Ki")[0].replace("Hearts: ", "")


def test_refused_answers_lose_nothing_however_many(times: Times) -> None:
    random = Random(8)
    for _ in range(times(5, 200)):
        seed, good = str(random.randrange(2**32)), [f"{random.randrange(13)}\n" for _ in range(80)]
        bad = [
            line
            for answer in good
            for line in (*random.sample(["x\n", "13\n", "\n", "save\n"], 2), answer)
        ]
        told = re.sub(
            r'(".*" is not a number; .*|There is no card "13" in .*|save needs .*)\nWhich card '
            r".*?\(type the number\) ",
            "",
            play(seed, typed="".join(bad)),
        )
        assert told == play(seed, typed="".join(good))


# --- lines of input


def test_white_space_is_space_and_tab_and_one_cr_is_dropped() -> None:
    plain = play("1", typed="1\n2\n3\n0\n")
    assert play("1", typed=" 1\t\n\t 2\r\n 03 \t\r\n000000\r\n") == plain


def test_a_number_with_very_many_noughts_is_still_that_number() -> None:
    assert play("1", typed="0" * 4300 + "\n") == play("1", typed="0\n")
    assert play("1", typed="0" * 4301 + "\n") == play("1", typed="0\n")


def test_a_long_number_is_one_answer() -> None:
    told = play("1", typed="9" * 200_000 + "\n" + "1" * 66 + "\n")
    assert f'There is no card "{"9" * 200}..." in your hand.\n' in told
    assert told.endswith(
        f'There is no card "{"1" * 66}" in your hand.\nWhich card would you like to pass? (type '
        f"the number) "
    )


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(HEARTS.words), max_size=60),
    st.sampled_from(["--no-pass", "--moon=choose", "--no-pts-on-first-trick=yes"]),
)
def test_any_words_under_house_rules(typed: list[bytes], option: str) -> None:
    assert play("6788", option, typed=b"".join(typed)).endswith(
        (" (type the number) ", " the game.\n")
    )


# --- moons, totals and the end

# One hand holds the highest cards of every suit, so that it wins whatever it plays once it has won;
# #1 leads the two of clubs.
HIGH = ["AC", "KC", "QC", "AD", "KD", "QD", "AS", "KS", "QS", "JS", "AH", "KH", "QH"]
LOW = [name for name in NAMES if name not in HIGH and name != "2C"]


def moon_deck(shooter: int) -> str:
    """A deck where this seat shoots the moon, whatever it plays."""
    hands = [
        HIGH if seat == shooter else ["2C"] if seat == (2 if shooter == 1 else 1) else []
        for seat in range(4)
    ]
    rest = iter(LOW)
    return " ".join(card for hand in hands for card in [*hand, *islice(rest, 13 - len(hand))])


def scores(told: str) -> list[str]:
    return re.findall("Updated scores: .*", told)


def test_a_moon_costs_the_other_three_26_and_has_no_line_of_its_own(tmp_path: Path) -> None:
    told = play(
        "1", "--no-pass", *with_decks(tmp_path, moon_deck(0)), "--target", "26", typed=FALLS * 13
    )
    assert told.endswith(
        "You win the trick.\nUpdated scores: You: 0 Computer #1: 26 Computer #2: 26 Computer #3: "
        "26\nYou win the game.\n"
    )
    assert told.count("You win the trick.\n") == 13
    told = play(
        "1", "--no-pass", *with_decks(tmp_path, moon_deck(2)), "--target", "26", typed=FALLS * 13
    )
    assert told.endswith(
        "Updated scores: You: 26 Computer #1: 26 Computer #2: 0 Computer #3: 26\nComputer #2 wins "
        "the game.\n"
    )
    assert "moon" not in told


def test_totals_may_be_negative(tmp_path: Path) -> None:
    options = [
        "1",
        "--no-pass",
        *with_decks(tmp_path, moon_deck(0), moon_deck(3)),
        "--moon",
        "new",
        "--jd-bonus",
        "yes",
    ]
    told = play(*options, typed=FALLS * 26)
    assert scores(told)[:2] == [
        "Updated scores: You: -36 Computer #1: 0 Computer #2: 0 Computer #3: 0",
        "Updated scores: You: -36 Computer #1: 0 Computer #2: 0 Computer #3: -36",
    ]
    assert "\nNext hand!\n" in told  # nobody has reached 100


MOON = "Which moon would you like? (type old-moon or new-moon) "


def choosing(tmp_path: Path, seat: int) -> list[str]:
    """The options of a hand in which this seat makes the moon, and may choose which."""
    deck = with_decks(tmp_path, moon_deck(seat))
    return ["--no-pass", *deck, "--target", "26", "--moon", "choose"]


def test_moon_choose_asks_the_shooter_and_refuses_what_is_none(tmp_path: Path) -> None:
    options = ["1", *choosing(tmp_path, 0)]
    asked = play(*options, typed=FALLS * 13)
    played = asked.partition(MOON)[0]
    assert played.endswith("You win the trick.\n")
    assert asked.endswith(MOON)  # the numbers that were left over are refused
    typed = "".join((FALLS * 13).splitlines(keepends=True)[: played.count("(type the number)")])
    assert play(*options, typed=typed) == played + MOON
    told = play(
        *options, typed=f"{typed}0\nnew\nold-moon new-moon\nNEW-MOON\n\n\xff\nsave\n \tnew-moon\r\n"
    )
    refused = "".join(
        f"{MOON}{text} is no moon; type old-moon or new-moon.\n"
        for text in ('"0"', '"new"', '"old-moon new-moon"', '"NEW-MOON"', '""', '"\xff"')
    )
    refused += f"{MOON}save needs the name of a file.\n"
    # "A moon has no line of its own": the line that tells a choice is the house rule's.
    assert told.startswith(
        f"{played}{refused}{MOON}You choose the new moon.\n"
        "Updated scores: You: -26 Computer #1: 0 Computer #2: 0 Computer #3: 0\nNext hand!\n"
    )
    told = play(*options, typed=f"{typed}old-moon\n")
    assert told == (
        f"{played}{MOON}You choose the old moon.\n"
        "Updated scores: You: 0 Computer #1: 26 Computer #2: 26 Computer #3: 26\nYou win the "
        "game.\n"
    )
    assert play(*options, typed=f"{typed}quit\nnew-moon\n") == played + MOON


def test_moon_choose_the_plain_computer_takes_the_old_one_without_being_asked(
    tmp_path: Path,
) -> None:
    options = ["1", *choosing(tmp_path, 3)]
    told = play(*options, typed=FALLS * 13)
    assert told.endswith(
        "Computer #3 wins the trick.\nComputer #3 chooses the old moon.\n"
        "Updated scores: You: 26 Computer #1: 26 Computer #2: 26 Computer #3: 0\nComputer #3 wins "
        "the game.\n"
    )


def test_the_choice_of_a_moon_is_saved_and_loaded(tmp_path: Path) -> None:
    save, options = tmp_path / "save", choosing(tmp_path, 0)
    play("1", *options, "--save", str(save), typed=FALLS * 13)
    assert play("--load", str(save)) == MOON
    assert play("--load", str(save), typed="old-moon\n").endswith("\nYou win the game.\n")


def test_100_ends_the_match_and_every_lowest_total_wins_in_seat_order(tmp_path: Path) -> None:
    decks = [moon_deck(2)] * 3 + [moon_deck(0)]
    told = play("1", "--no-pass", *with_decks(tmp_path, *decks), typed=FALLS * 60)
    assert scores(told) == [
        "Updated scores: You: 26 Computer #1: 26 Computer #2: 0 Computer #3: 26",
        "Updated scores: You: 52 Computer #1: 52 Computer #2: 0 Computer #3: 52",
        "Updated scores: You: 78 Computer #1: 78 Computer #2: 0 Computer #3: 78",
        "Updated scores: You: 78 Computer #1: 104 Computer #2: 26 Computer #3: 104",
    ]
    assert told.endswith("Computer #3: 104\nComputer #2 wins the game.\n")
    decks = [moon_deck(2), moon_deck(0), moon_deck(3)]
    told = play("1", "--no-pass", *with_decks(tmp_path, *decks), "--target", "78", typed=FALLS * 80)
    assert told.endswith(
        "Updated scores: You: 52 Computer #1: 78 Computer #2: 52 Computer #3: 52\n"
        "You win the game.\nComputer #2 wins the game.\nComputer #3 wins the game.\n"
    )


# --- house rules on the first trick, and levels


def test_house_rule_no_points_on_the_first_trick(tmp_path: Path) -> None:
    yours = ["AH", "QS", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD"]
    one = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"]
    rest = [name for name in NAMES if name not in yours + one]
    deck = with_decks(tmp_path, " ".join([*yours, *one, *rest]))
    told = play("1", "--no-pass", *deck, "--no-pts-on-first-trick", "yes", typed="0\n1\n2\n")
    prompt = "Which card would you like to play? (type the number) "
    assert (
        f"{prompt}The Ace of Hearts has points; play another card to the first trick.\n"
        f"{prompt}The Queen of Spades has points; play another card to the first trick.\n"
        f"{prompt}Computer #1 wins the trick.\n"
    ) in told
    assert f"{prompt}Computer #1 wins the trick.\n" in play("1", "--no-pass", *deck, typed="0\n")


def test_house_rule_any_club_is_asked_for(tmp_path: Path) -> None:
    deck = with_decks(tmp_path, "2C AC 4H" + SUITED.replace("AC 2C", "").replace(" 4H", ""))
    told = play("1", "--no-pass", *deck, "--can-lead-any-club", "yes", typed="2\n1\n")
    prompt = "Which card would you like to lead? (type the number) "
    assert f"{prompt}Lead a club to the first trick.\n{prompt}The Ace of Clubs is led.\n" in told


def test_level_chooses_other_computers_and_is_saved(tmp_path: Path) -> None:
    save = tmp_path / "save"
    told = play("1", "--level", "greedy", "--target", "30", "--save", str(save), typed=FALLS * 60)
    assert told != play("1", "--target", "30", typed=FALLS * 60)
    assert play("1", "--level", "first", "--target", "30", typed=FALLS * 60) == play(
        "1", "--target", "30", typed=FALLS * 60
    )
    assert told.endswith(" the game.\n")
    assert b"\nlevel greedy\n" in save.read_bytes()
    play("1", "--level", "greedy", "--save", str(save), typed="1\n1\n1\n")
    rest = play("1", "--level", "greedy", typed="1\n1\n1\n" + FALLS * 60).removeprefix(
        play("1", "--level", "greedy", typed="1\n1\n1\n")
    )
    assert play("--load", str(save), typed=FALLS * 60).endswith(rest)


# --- save and load


def test_a_loaded_session_names_the_pass_only_before_the_first_choice(tmp_path: Path) -> None:
    save = tmp_path / "save"
    told = play("6788", "--save", str(save))
    assert play("--load", str(save)) == told
    for typed in ("3\n", "3\n3\n"):
        told = play("6788", "--save", str(save), typed=typed)
        last = told[told.rindex("(type the number) ", 0, -1) + len("(type the number) ") :]
        assert re.match("Clubs|Diamonds", last)
        assert play("--load", str(save)) == last


def test_a_session_loaded_in_a_trick_begins_with_the_lines_of_the_trick(
    golden: GoldenFile, tmp_path: Path
) -> None:
    save, deck = tmp_path / "save", with_decks(tmp_path, golden("hearts_sample.deck").decode())
    play("1", "--no-pass", *deck, "--save", str(save), typed=golden("hearts_sample.in"))
    assert play("--load", str(save)) == SAMPLE.partition("Next hand!\n")[2]
    play("1", "--no-pass", *deck, "--save", str(save), typed=b"9\n6\n")
    # you lead: no lines before the hand
    assert play("--load", str(save)).startswith("Clubs: 2--Queen 6--Five\n")


def random_arguments(random: Random, folder: Path) -> tuple[list[str], Callable[[bytes], Session]]:
    """A session's options, and the oracle of the same session."""
    kind, seed = random.choice(KINDS), random.randrange(-(2**31), 2**32)
    suits, times = "".join(random.sample("CDHS", 4)), random.choice([1, 1, 3])
    target = random.choice([1, 20, 45, 100])
    options = (
        {name: random.choice(values) for name, values in WORDS.items()}
        if random.random() < 0.6
        else {}
    )
    blocks = [random.sample(NAMES, 52) for _ in range(random.choice([0, 0, 1, 2, 3]))]
    arguments = ["--shuffle", kind, "--shuffles", str(times), "--target", str(target)]
    for name, value in options.items():
        arguments += ["--" + name.replace("_", "-"), value]
    if blocks:
        arguments += with_decks(folder, *map(" ".join, blocks))
    else:
        arguments += ["--new-deck", suits]

    def oracle(typed: bytes) -> Session:
        return Session(dealt(kind, seed, blocks, suits, times), typed, target, **options)

    return [*arguments, "--", str(seed)], oracle


BAD = [
    b"x",
    b"",
    b"13",
    b"-1",
    b" 1 2 ",
    b"save",
    b"save here",
    b"save no/such",
    b"\xff\xfe",
    b"\x00",
    b"\xd9\xa1",
    b"quit now",
]


def random_line(random: Random, bad: float = 0.1) -> bytes:
    """A number, often one that will do, or something else; with any of the line ends."""
    line = random.choice(BAD) if random.random() < bad else str(random.randrange(13)).encode()
    if random.random() < 0.05:
        line = random.choice([b" ", b"\t", b"0"]) + line + random.choice([b"", b" ", b"\t"])
    if line.strip(b" \t") in (b"old-moon", b"new-moon"):
        line += b" "
    return line + random.choice([b"\n", b"\n", b"\r\n"])


def random_input(random: Random) -> bytes:
    """Lines for a few hands; the last may lack its end, or quit."""
    some = [random_line(random) for _ in range(random.choice([5, 60, 250, 600]))]
    for at in range(len(some)):
        if random.random() < 0.02:
            some[at] = random.choice([b"old-moon\n", b"new-moon\n"])
    return b"".join(some) + random.choice([b"", b"3", b"quit\n", b"quit\r", b"save here"])


def test_sessions_are_the_oracles_byte_for_byte(tmp_path: Path, times: Times) -> None:
    """Random seeds, decks and house rules, with input that is often bad, over several hands or to
    the end.
    """
    random = Random(21)
    ended, hands, sessions = 0, 0, times(150, 5000)
    for _ in range(sessions):
        arguments, oracle = random_arguments(random, tmp_path)
        typed = random_input(random)
        told = play(*arguments, typed=typed)
        assert told == oracle(typed).told(), (arguments, typed)
        ended += told.endswith(" the game.\n")
        hands += told.count("Updated scores")
    assert ended > sessions / 8
    assert hands > sessions / 2


def test_matches_by_the_text_are_the_oracles_to_their_end(times: Times) -> None:
    random = Random(22)
    for _ in range(times(8, 500)):
        seed = random.randrange(2**32)
        typed = b"".join(random_line(random) for _ in range(1500))
        told = play(str(seed), typed=typed)
        assert told == Session(dealt("std", seed), typed).told()
        assert told.endswith(" the game.\n")


def test_a_session_loaded_from_any_prompt_goes_on_exactly_as_the_first_one(
    tmp_path: Path, times: Times
) -> None:
    random = Random(24)
    seen = set()
    for _ in range(times(8, 500)):
        arguments, oracle = random_arguments(random, tmp_path)
        left = random.choice([10, 40, 150])

        def answer() -> bytes:
            nonlocal left
            left -= 1
            return random_line(random) if left >= 0 else b""

        keyboard = Keyboard(answer, tmp_path / "save")
        told = keyboard.run(hearts.program, *arguments)
        expected = oracle(b"".join(keyboard.typed))
        assert told.decode() == expected.told()
        prompts = expected.terminal.prompts
        assert [at for at, _ in prompts] == keyboard.told_at
        for at in sorted(
            {0, 1, 2, *random.sample(range(len(prompts)), min(6, len(prompts)))}
            & set(range(len(prompts)))
        ):
            file = tmp_path / "loaded"
            file.write_bytes(keyboard.saved[at])
            again = play("--load", str(file), typed=b"".join(keyboard.typed[at:]))
            assert again == prompts[at][1] + told[keyboard.told_at[at] :].decode()
            assert saves.write(saves.read(keyboard.saved[at], "hearts")) == keyboard.saved[at]
            seen.add(re.sub(r"(?s).*would you (like to \w+).*", r"\1", prompts[at][1]))
    assert seen == {"like to pass", "like to lead", "like to play"}


def test_the_undealt_blocks_of_deck_are_in_the_save(tmp_path: Path) -> None:
    save = tmp_path / "save"
    decks = with_decks(tmp_path, SUITED, moon_deck(0), TRICKS)
    told = play("4", "--no-pass", *decks, "--target", "300", typed=FALLS * 70)
    play("4", "--no-pass", *decks, "--target", "300", "--save", str(save), typed="0\n")
    assert save.read_text().count("undealt ") == 8
    again = play("--load", str(save), typed="".join((FALLS * 70).splitlines(keepends=True)[1:]))
    assert told.endswith(again)


def test_a_trick_in_which_you_have_played_is_told_as_it_was(tmp_path: Path) -> None:
    deck = " ".join(
        [
            *TRICKS.split()[26:39],
            *TRICKS.split()[39:],
            *TRICKS.split()[0:13],
            *TRICKS.split()[13:26],
        ]
    )
    save = tmp_path / "save"
    play("1", "--no-pass", *with_decks(tmp_path, deck), "--save", str(save))
    text = save.read_text().replace("\nplay 2C\n", "\nplay 2C 4C\n")
    assert text != save.read_text()
    save.write_text(text)
    assert play("--load", str(save)).startswith(
        "The Two of Clubs is led.\nComputer player plays Nine of Clubs\n"
    )


def test_load_excludes_no_pass_by_its_name(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "save"
    play("1", "--save", str(save))
    why = "--no-pass cannot stand beside --load, whose file says it already."
    refused(HEARTS, ["--load", str(save), "--no-pass"], why, capfd)


def test_a_wrong_value_beside_no_pass_is_refused_all_the_same() -> None:
    assert play("1", "--no-pass", "--pass-cards", "bogus", status=2) == ""


@pytest.mark.parametrize("players", ["hhcc", "cccc", "chcc"])
def test_load_takes_files_with_you_against_three_computers(
    players: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "save"
    play("1", "--save", str(save))
    save.write_text(save.read_text().replace("players hccc", f"players {players}"))
    why = f'"{save}" is for the players {players}, not hccc.'
    refused(HEARTS, ["--load", str(save)], why, capfd)


# --- command lines


REFUSED = [
    (["1", "--play", "harry"], "unrecognized arguments: --play harry"),
    (["1", "--players", "hccc"], "unrecognized arguments: --players hccc"),
    (["1", "--level", "bogus"], 'Unknown level "bogus"'),
    (["1", "--level", ""], 'Unknown level ""'),
    (
        ["1", "--no-pass", "--pass-cards", "yes"],
        "--no-pass and --pass-cards yes cannot stand together.",
    ),
    (["1", "--pass-cards", "maybe"], 'The option pass_cards cannot be "maybe": it is no | yes.'),
    (["1", "--target", "0"], 'The option target cannot be "0": it is 1 ... 100000.'),
    (["1", "--moon", "half"], 'The option moon cannot be "half": it is old | new | choose.'),
]


@pytest.mark.parametrize(
    ("arguments", "why"), REFUSED, ids=[" ".join(arguments) for arguments, _ in REFUSED]
)
def test_a_command_line_that_cannot_be_used(
    arguments: list[str], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    refused(HEARTS, arguments, why, capfd)


def test_the_seed_shuffles_as_for_the_other_programs() -> None:
    hand = names(Shuffle("std", 6788)(NEW_DECK)[:13]).split()
    shown = lines("6788", program=hearts.program)[1:5]
    assert [line.partition(":")[0] for line in shown] == ["Clubs", "Diamonds", "Spades", "Hearts"]
    assert sum(line.count("--") for line in shown) == len(hand) == 13
    assert shown[0] == "Clubs: 3--Jack 7--Six 10--Nine 12--Two"
