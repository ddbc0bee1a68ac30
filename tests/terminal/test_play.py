"""`parlour play GAME`: a match of any game at the terminal."""

import io
import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour import cli
from parlour.cards import HIDDEN, NAMES, NONE, Placed
from parlour.catalogue.layout import Field, fields
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.errors import UsageError
from parlour.match import Seen, View, fold, step, view
from parlour.players import LEVELS
from parlour.players import hint as hints
from parlour.shuffle import DEALS
from parlour.terminal import early, play
from parlour.terminal.console import Console, run_on
from parlour.words import view_text
from parlour.words.narration import called, titled
from tests.support.packages import site
from tests.support.play import begun, random_round

GAMES_AND_TOYS = [*BUILT_IN, "passing", "drawing"]


class Person:
    """Somebody at the keyboard who does what `You may` offers: the first, the last ..."""

    def __init__(self, choose: Callable[[list[str]], str]) -> None:
        self.output = io.BytesIO()
        self.choose = choose
        self.typed = 0

    def readline(self, _size: int) -> bytes:
        """The next answer."""
        offered = self.lines()[-2].split(": ", 1)[1].split(" ")
        self.typed += 1
        return f"{self.choose(offered)}\n".encode()

    def lines(self) -> list[str]:
        """What has been written."""
        return self.output.getvalue().decode().split("\n")

    def play(self, *arguments: str) -> list[str]:
        """The lines of a whole session."""
        assert run_on(Console(self, self.output), "parlour", cli.program, ["play", *arguments]) == 0
        return self.lines()


def session(*arguments: str, typed: str = "", status: int = 0) -> list[str]:
    """The lines of a session in which this is typed."""
    output = io.BytesIO()
    console = Console(io.BytesIO(typed.encode()), output)
    assert run_on(console, "parlour", cli.program, ["play", *arguments]) == status
    return output.getvalue().decode().split("\n")


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("game", GAMES_AND_TOYS)
@pytest.mark.parametrize("place", [0, -1])
def test_a_whole_match_of_any_game(game: str, place: int) -> None:
    person = Person(lambda offered: offered[place])
    lines = person.play(game, "--seed", "7")
    assert lines[0] == titled(game)
    assert any(line.startswith("Seats: You, ") for line in lines[1:3])
    assert lines[-1] == ""
    assert re.fullmatch(r"\S.* wins? the match\.", lines[-2])
    assert person.typed > 1
    assert sum(line.startswith("> You") for line in lines) == person.typed
    # the same seed, the same match
    assert person.play(game, "--seed", "7")[: len(lines) - 1] == lines[:-1]


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("game", GAMES_AND_TOYS)
def test_what_is_written_of_a_view_is_in_the_view(
    game: str, times: Callable[[int, int], int]
) -> None:
    random = Random(f"shown {game}")
    for _ in range(times(3, 100)):
        match = begun(game, GAMES[game].Rules(), 1)
        for event in random_round(game, GAMES[game].Rules(), random)[len(match.players) + 1 :]:
            before, match = match, step(match, event)
            for seat in range(len(match.players)):
                old, new = view(before, seat), view(match, seat)
                told = "\n".join([*view_text.news(old, new), *view_text.screen(new)])
                assert cards_of(told) <= may_know(new), told


def cards_of(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text) if word in NAMES}


def may_know(seen: View) -> set[str]:
    """The cards that are named somewhere in a view, read from its numbers."""
    known = {*seen.dealt, *(one.action for one in seen.seen), *(one.card for one in seen.seen)}
    masks = [seen.table.hand, seen.open, seen.legal]
    for field in fields(seen.table.__class__):
        value = getattr(seen.table, field.name)
        row = value if field.row else (value,)
        known |= set(row) if field.holds in ("card", "action") else set()
        masks += row if field.holds == "mask" else ()
    return {
        NAMES[card]
        for card in range(52)
        if card in known or any(mask >> card & 1 for mask in masks)
    }


def test_nothing_of_another_hand_is_narrated() -> None:
    lines = Person(lambda offered: offered[0]).play(
        "crazy-eights", "--seed", "5", "--seats", "first,me", "--rules", "target=40"
    )
    drawn = [line.removeprefix("> ") for line in lines if " drew " in line]
    assert {line.split(" ")[0] for line in drawn} == {"You", "Harry"}
    assert all(re.fullmatch(r"You drew \w\w\.|Harry drew a card\.", line) for line in drawn)
    assert "Ron" not in "".join(lines)
    lines = Person(lambda offered: offered[0]).play("hearts", "--seed", "5", "--rules", "target=1")
    passed = [place for place, line in enumerate(lines) if line.startswith("> You: ")][2]
    # what the others pass
    assert not [line for line in lines[:passed] if re.match(r"Computer #\d: ", line)]
    assert [
        line
        for line in lines[passed:]
        if re.match(r"Received: (\w\w ?){3}", line.replace("  ", " "))
    ]


@pytest.mark.usefixtures("toys")
def test_a_hidden_action_is_narrated_as_one() -> None:
    seen = view(begun("drawing", GAMES["drawing"].Rules(), 1), 0)
    assert view_text.acted(seen, Seen(1, HIDDEN, NONE, 0)) == "Player 2: a hidden action."


def test_a_discard_is_not_narrated_as_a_play() -> None:
    lines = session("straights", "--seed", "6788", typed="2C\n6C\nquit\n")
    acted = [line for line in lines if re.match(r"(> You|Player\d) ", line)]
    assert acted[:3] == ["Player4 played 7S.", "> You discarded 2C.", "Player2 played 7D."]
    assert "> You played 6C." in acted
    asked = [line for line in lines if line.startswith(("You may: ", "Nothing fits. "))]
    assert asked[0] == ("Nothing fits. Discard one of: 2C 6C 9C JC 2D 5D 9D 2H 4H 8H 9H QH AS")
    assert asked[1] == "You may: 6C"


def test_a_hidden_discard_is_narrated_without_its_card() -> None:
    arguments = (
        "straights",
        "--seed",
        "3",
        "--seats",
        "first,first,me,first",
        "--rules",
        "discards=hidden,target=1",
    )
    lines = Person(lambda offered: offered[0]).play(*arguments)
    assert lines[0] == "Straights (target 1, discards hidden)"
    assert lines[2] == "Seats: Player1 (Simple), Player2 (Simple), You, Player4 (Simple)"
    assert [line for line in lines if re.fullmatch(r"Player\d discarded a card\.", line)]
    assert not [line for line in lines if line.startswith("> You discarded a card")]


def test_a_person_is_you_wherever_they_sit() -> None:
    (who,) = [
        line
        for line in session("hearts", "--seats", "careful,first,me,greedy", "--seed", "1")
        if "Seats" in line
    ]
    assert who == "Seats: Player 1 (Careful), Computer #1 (Simple), You, Computer #3 (Prudent)"
    titles = session("hearts", "--seats", "Careful,simple,me,PRUDENT", "--seed", "1")
    assert who in titles  # a level is given by its name or by its title
    assert "Computer #1 (Strong)" in session("hearts", "--level", "strong", "--seed", "1")[2]


def test_what_can_be_typed() -> None:
    typed = "help\ntable\n\nfoo bar\nJH\nqd\n  Quit \n"
    lines = session("crazy-eights", "--seed", "300", "--rules", "players=3", typed=typed)
    screens = [
        place
        for place, line in enumerate(lines)
        if line.startswith("Round 1 of 1. Totals: You 0, Ron 0")
    ]
    assert len(screens) == 2
    assert lines[screens[0] : screens[0] + 9] == lines[screens[1] : screens[1] + 9]
    assert lines[screens[0] + 1 : screens[0] + 9] == [
        "Cards: You 7, Ron 7, Hermione 7",
        "Turn: You",
        "Turned: 8D",
        "Pile: 8D",
        "Suit to match: diamonds",
        "Stock: 30",
        "Your hand: AC  AS 3S 4S 8S QS KS",
        "You may: 8S",
    ]
    assert "> Two to five players, seven cards each. Be the first to have none left." in lines
    assert (
        "Type an action: a card, as its rank and suit (7S, TD or 10D), or draw, pass, clubs, "
        "diamonds, hearts, spades." in lines
    )
    assert "Or type a command: table, hint, help, quit." in lines
    assert "The fewest points win." in lines
    assert [line for line in lines if line.startswith("House rules: target 0, players 3, hand 7, ")]
    assert "> You may: 8S" in lines  # after an empty line
    assert (
        '> "foo bar" is neither an action nor a command (commands: table, hint, help, quit).'
        in lines
    )
    assert "> JH is not in the hand." in lines
    assert lines[-2:] == ["> The match is not over; --seed 300 deals it again.", ""]


def test_a_ten_can_be_typed_in_figures() -> None:
    lines = session("hearts", "--seed", "5", typed="10c\n10D\n10h\n10S\n")
    answers = [line.removeprefix("> ") for line in lines if line.startswith("> ")][:4]
    assert [re.findall(r"\bT[CDHS]\b", line) for line in answers] == [
        ["TC"],
        ["TD"],
        ["TH"],
        ["TS"],
    ]


def test_a_preset_and_what_changes_it() -> None:
    """The words of --rules change single options of the preset."""
    usual = "crazy-eights", "--seed", "1", "--preset", "usual"
    assert session(*usual)[0] == "Crazy Eights (target 100, eights named, empty play-on)"
    changed = session(*usual, "--rules", "target=0,players=3")
    assert changed[0] == "Crazy Eights (players 3, eights named, empty play-on)"
    assert session("crazy-eights", "--seed", "1", "--preset", "standard")[0] == "Crazy Eights"
    assert session("crazy-eights", "--seed", "1")[0] == "Crazy Eights"


def test_the_end_of_input_ends_the_match_politely() -> None:
    lines = session("hearts", "--seed", "1")
    assert lines[-3:] == ["> ", "The match is not over; --seed 1 deals it again.", ""]


def test_without_a_seed_one_is_drawn(capfd: pytest.CaptureFixture[str]) -> None:
    lines = session("hearts", typed="quit\n")
    (seed,) = re.findall(r"^The seed is (\d+)\.\n$", capfd.readouterr().err)
    assert lines == session("hearts", "--seed", seed, typed="quit\n")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("drawn", "seed"), [(0, 1), (DEALS - 1, DEALS), (2**32 - 1, 4)])
def test_a_drawn_seed_is_the_number_of_a_deal(
    drawn: int, seed: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """So `parlour.deal`, `simulate` and a table in the browser can have the same deals."""
    monkeypatch.setattr(os, "urandom", lambda n: drawn.to_bytes(n, "big"))
    session("hearts", typed="quit\n")
    assert capfd.readouterr().err == f"The seed is {seed}.\n"


def test_a_goal_and_a_length_are_shown() -> None:
    assert [
        line
        for line in session("hearts", "--seed", "1")
        if re.fullmatch(r"Round 1\. Totals: You 0, .* \(to 100\)", line)
    ]
    assert [
        line
        for line in session("crazy-eights", "--seed", "300")
        if line.startswith("Round 1 of 1. ")
    ]


def test_points_of_a_round_and_totals() -> None:
    arguments = "crazy-eights", "--seed", "5", "--rules", "target=100"
    lines = Person(lambda offered: offered[0]).play(*arguments)
    ends = [line for line in lines if " is over. Points: " in line]
    assert len(ends) > 1
    totals = [0, 0]
    for number, line in enumerate(ends, 1):
        found = re.fullmatch(
            r"Round (\d+) is over\. Points: You (\d+) \((\d+)\), Ron (\d+) \((\d+)\)", line
        )
        assert found
        of, *scores = map(int, found.groups())
        totals = [totals[0] + scores[0], totals[1] + scores[2]]
        assert (of, scores[1], scores[3]) == (number, *totals)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["whist"], 'Unknown game "whist" (known: straights, hearts, crazy-eights'),
        (["hearts", "--seats", "me,first"], "4 seats are needed; 2 were given."),
        (["hearts", "--seats", "first,first,first,first"], 'Exactly one seat must be "me"; 0 are.'),
        (["hearts", "--seats", "me,me,first,first"], 'Exactly one seat must be "me"; 2 are.'),
        (["hearts", "--seats", "me,first,bold,first"], 'Unknown level "bold"'),
        (["hearts", "--level", "bold"], 'Unknown level "bold"'),
        (
            ["hearts", "--level", "first", "--seats", "me,first,first,first"],
            "--level cannot be combined with --seats, which names every level.",
        ),
        (["hearts", "--preset", "whist"], 'Unknown preset "whist" (known: standard, club'),
        (["hearts", "--preset", "club", "--rules", "jokers=2"], 'Unknown option "jokers"'),
        (["hearts", "--rules", "jokers=2"], 'Unknown option "jokers"'),
        (["hearts", "--seed", "x"], 'The seed "x" is not a whole number.'),
        ([], "The following arguments are required: GAME"),
    ],
)
def test_a_match_that_cannot_be(
    arguments: list[str], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert session(*arguments, status=2) == [""]
    error = capfd.readouterr().err
    assert error.startswith(f"parlour: {why}")
    assert error.count("\n") == 1


def test_the_level_is_that_of_all_computers() -> None:
    assert play.seating("hearts", 4, None, "greedy") == ("me", "greedy", "greedy", "greedy")
    assert play.seating("hearts", 4, None, None) == ("me", "first", "first", "first")
    assert play.seating("hearts", 4, ["search", "me", "first", "trained"], None) == (
        "search",
        "me",
        "first",
        "trained",
    )
    with pytest.raises(UsageError):
        play.seating("hearts", 5, None, "bold")


def test_a_card_is_shown_while_the_computers_think(monkeypatch: pytest.MonkeyPatch) -> None:
    output, shown = io.BytesIO(), list[str]()

    def thinking(seen: View, _dice: int) -> int:
        shown.append(output.getvalue().decode().splitlines()[-1])
        return seen.legal.bit_length() - 1

    monkeypatch.setitem(LEVELS["straights"], "first", thinking)
    arguments = ["play", "straights", "--seed", "6788"]
    run_on(Console(io.BytesIO(b"2C\n"), output), "parlour", cli.program, arguments)
    assert shown[:2] == ["Round 1 begins.", "> You discarded 2C."]
    assert re.fullmatch(r"Player2 played \w\w\.", shown[2])


def test_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(seen: View, dice: int, seconds: float) -> dict[str, Any]:
        assert (seen.seat, dice >= 0, seconds) == (0, True, play.HINT_SECONDS)
        return {"action": "8S", "choices": [{"actions": ["8S"]}]}

    monkeypatch.setattr(hints, "hint", told)
    lines = session("crazy-eights", "--seed", "300", typed="hint\n")
    assert lines[lines.index("> Thinking ...") :][:2] == ["> Thinking ...", "Hint: 8S"]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ValueError("no engine"),
            ["The hint could not be computed (ValueError: no engine)."],
        ),
        (KeyboardInterrupt(), ["", "The hint was interrupted."]),
    ],
)
def test_a_hint_that_fails_or_is_interrupted_does_not_end_the_match(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, said: list[str]
) -> None:
    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(hints, "hint", failing)
    monkeypatch.setattr(early, "RELEASED", 0)
    lines = session("crazy-eights", "--seed", "300", typed="hint\nquit\n")
    assert lines[lines.index("> Thinking ...") : -1] == [
        "> Thinking ...",
        *said,
        "> The match is not over; --seed 300 deals it again.",
    ]


@pytest.mark.compiles
def test_a_real_hint_names_an_action_that_may_be_done() -> None:
    lines = session("straights", "--seed", "6788", typed="hint\n")
    (named,) = [line.split()[1].rstrip(".") for line in lines if line.startswith("Hint: ")]
    (offered,) = [line for line in lines if line.startswith("Nothing fits. ")]
    assert named in offered.split()
    assert [line for line in lines if line.startswith("Against the best other choice: ")]


def test_a_pass_is_asked_for_with_its_receiver() -> None:
    lines = session("hearts", "--seed", "6788", typed="2c\n6c\n9c\n")
    asked = [line.split(":")[0] for line in lines if line.startswith(("Pass ", "You may"))]
    assert asked[:3] == [f"Pass a card to Computer #1, {n} of 3" for n in (1, 2, 3)]
    assert set(asked[3:]) <= {"You may"}


@pytest.mark.parametrize(
    ("holds", "value", "text"),
    [
        ("card", 45, "7S"),
        ("card", NONE, "-"),
        ("card", HIDDEN, "??"),
        ("mask", 0, "-"),
        ("mask", 3 | 1 << 51, "AC 2C  KS"),
        ("seat", 0, "You"),
        ("seat", 98, "-"),
        ("suit", 2, "hearts"),
        ("suit", 4, "-"),
        ("action", 53, "pass"),
        ("count", NONE, "-"),
        ("count", 3, "3"),
        ("number", NONE, "96"),
        ("number", True, "yes"),
        ("number", False, "no"),
    ],
)
def test_a_number_in_words(holds: str, value: object, text: str) -> None:
    seen = view(begun("crazy-eights", GAMES["crazy-eights"].Rules(), 1), 0)
    assert view_text.value_text(holds, value, seen) == text


def test_a_row_in_words() -> None:
    seen = view(begun("crazy-eights", GAMES["crazy-eights"].Rules(), 1), 1)
    field = Field("bids", "count", True, None)
    assert (
        view_text.described(field, (3, NONE, 0, 0), seen, view_text.names(seen)) == "Harry 3, You -"
    )
    assert view_text.described(field, (NONE, NONE), seen, view_text.names(seen)) == "-"
    assert view_text.described(field, (1, 2), seen, ()) == "1, 2"
    tracks = Field("tracks", "mask", True, Placed("tracks", by="suit"))
    assert (
        view_text.described(tracks, (1, 0, 0, 0), seen, ())
        == "Clubs AC, Diamonds -, Hearts -, Spades -"
    )


@pytest.mark.usefixtures("toys")
def test_all_fields_are_shown_where_none_says_how_it_lies() -> None:
    match = fold(random_round("drawing", GAMES["drawing"].Rules(), Random(3), 0))
    seen = view(match, 0)
    assert view_text.table(seen) == [
        "Cards: You 7, Player 2 7",
        "Turn: You",
        f"Top: {NAMES[seen.table.top]}",
        "Stock: 37",
    ]


def test_the_points_of_the_match_and_of_the_round_have_names_of_their_own() -> None:
    seen = view(fold(random_round("hearts", GAMES["hearts"].Rules(), Random(3), 20)), 0)
    lines = str(seen._replace(totals=(14, 5, 7, 0))).splitlines()
    assert lines[1].startswith("Round 1. Totals: You 14, ")
    assert len([line for line in lines if "Points: " in line]) == 1


def test_a_label_for_each_value() -> None:
    seen = view(fold(random_round("hearts", GAMES["hearts"].Rules(pass_cards=0), Random(3), 0)), 0)
    assert "Hearts not broken" in view_text.table(seen)
    assert "Hearts broken" in view_text.table(seen._replace(table=seen.table._replace(broken=1)))


@pytest.mark.usefixtures("toys")
def test_a_label_for_each_value_of_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row by seat names its seats, and is left out while none of its values has a label."""
    labels = {"counts": [f"has {n}" for n in range(9)]}
    monkeypatch.setattr(view_text, "called", lambda game: called(game)._replace(fields=labels))
    seen = view(fold(random_round("drawing", GAMES["drawing"].Rules(), Random(3), 0)), 0)
    counts = 2, 8, *seen.table.counts[2:]
    table = seen.table._replace(counts=counts)
    assert view_text.table(seen._replace(table=table))[0] == "Cards: You has 2, Player 2 has 8"
    table = table._replace(counts=(2, NONE, *counts[2:]))
    assert view_text.table(seen._replace(table=table))[0] == "Cards: You has 2"
    table = table._replace(counts=(NONE,) * len(counts))
    assert not [line for line in view_text.table(seen._replace(table=table)) if "Cards" in line]


@pytest.mark.usefixtures("toys")
def test_a_game_without_options_has_no_house_rules() -> None:
    seen = view(begun("passing", GAMES["passing"].Rules(), 1), 0)
    assert "House rules: none." in view_text.helped(seen)


@pytest.mark.usefixtures("toys")
def test_an_action_with_its_card_is_a_sentence() -> None:
    seen = view(begun("drawing", GAMES["drawing"].Rules(), 1), 0)
    assert view_text.acted(seen, Seen(0, 52, 7, 0)) == "You: draw (8C)."
    assert view_text.acted(seen, Seen(1, 52, HIDDEN, 0)) == "Player 2: draw."


def test_a_game_with_words_of_its_own(tmp_path: Path) -> None:
    said = {"card": "{who} laid {card}.", "draw": "{who} took {card}."}
    words = "TITLE = 'Toy'\nPITCH = 'Get rid of cards.'\nRULES = ('Play.',)\n"
    words += f"SAID = {said}\nSEATS = 'North',\n"
    with site(tmp_path) as folder:
        folder.add("toy-game", words=words)
        lines = Person(lambda offered: offered[0]).play("toy-game", "--seed", "3")
        assert lines[:3] == ["Toy", "Get rid of cards.", "Seats: You, Player 2 (Simple)"]
        told = re.findall(r"(?:You|Player 2) (?:laid|took) .*", "\n".join(lines))
        assert {re.sub(r"\b\w[CDHS]\b", "QS", line) for line in told} == {
            "You laid QS.",
            "You took QS.",
            "Player 2 laid QS.",
            "Player 2 took a card.",
        }
