"""The checks of `parlour.testing`: the toys pass them, and each law is broken by a game that has
one thing wrong.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import MagicMock

import pytest

from parlour import testing
from parlour.cards import (
    ALL,
    HIDDEN,
    NEW_DECK,
    NOBODY,
    NONE,
    SPECTATOR,
    UNSEEN,
    Action,
    Card,
    Mask,
    Seat,
    put,
)
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.errors import LogError, RulesError, UsageError
from parlour.games.straights import rules as straights
from parlour.match import ENDLESS, Dealt, fold
from parlour.testing import compiled, dialect, fronts, laws, views, witness
from parlour.testing.laws import Broken
from tests.sketches import drawing, passing
from tests.support.installed import installed
from tests.support.leaks import planted
from tests.support.packages import changed, module_of, site
from tests.support.play import endless, opened

pytestmark = pytest.mark.usefixtures("toys")
Plant = Callable[..., Any]


@pytest.mark.parametrize("name", ["passing", "drawing"])
@pytest.mark.parametrize("check", [check for check in testing.CHECKS if check != "oracle"])
def test_the_toys_pass(name: str, check: str) -> None:
    (run,) = [run for found, run in testing.of(name) if found == check]
    run()


def test_a_game_that_is_not_there_has_no_checks() -> None:
    with pytest.raises(RulesError, match="whist"):
        testing.of("whist")


def test_an_error_of_the_rules_is_a_sentence_with_its_line(tmp_path: Path) -> None:
    start = "    start = 7 * rules.players"
    rules = changed((f"{start}\n", f"{start} // (5 - rules.players and 1)\n"))
    line = 1 + rules.splitlines().index(f"{start} // (5 - rules.players and 1)")
    with site(tmp_path) as here:
        here.add("toy-game", rules)
        with pytest.raises(Broken) as broken:
            dict(testing.of("toy-game"))["laws"]()
    why = r"ZeroDivisionError: .* by zero"
    sentence = (
        rf'The check "laws" of the game "toy-game" failed: {why} \(rules\.py, line {line}\)\.'
    )
    assert re.fullmatch(sentence, str(broken.value))
    assert isinstance(broken.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize(
    "error",
    [
        Broken("A law."),
        AssertionError("A law."),
        UsageError("A law."),
        pytest.skip.Exception("A law."),
        KeyboardInterrupt("A law."),
    ],
)
def test_what_a_check_says_itself_stays(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(testing.CHECKS, "laws", raising(error))
    with pytest.raises(type(error), match=r"^A law\.$") as stays:
        dict(testing.of("drawing"))["laws"]()
    assert stays.value is error


def test_an_error_outside_the_game_has_its_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(testing.CHECKS, "laws", raising(SystemExit(3)))
    why = (
        r'^The check "laws" of the game "drawing" failed: SystemExit: 3 \(test_laws\.py, line \d+\)'
    )
    with pytest.raises(Broken, match=why):
        dict(testing.of("drawing"))["laws"]()


def raising(error: BaseException) -> Callable[[str], None]:
    """A check that fails with this error."""

    def check(_game: str) -> None:
        raise error

    return check


@pytest.fixture
def oh_hell() -> Iterator[Any]:
    """The rules of Oh Hell."""
    with installed("oh_hell"):
        yield GAMES["oh-hell"]


class Counter:
    """A function that counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def next(self) -> int:
        self.calls += 1
        return self.calls


def replaced(module: Any, record: str, **fields: Callable[[Any], Any]) -> Any:
    """A module whose function `shown` gives other fields, each made of what `shown` gives."""

    def shown(round_: Any, state: Any, seat: Seat) -> Any:
        there = getattr(module, record)(round_, state, seat)
        return there._replace(**{name: make(there) for name, make in fields.items()})

    return planted(module, shown=shown)


def cheap_hand(module: Any) -> Any:
    """The spectator's hand is somebody's."""

    def shown(round_: Any, state: Any, seat: Seat) -> Any:
        return module.shown(round_, state, 0 if seat == SPECTATOR else seat)

    return planted(module, shown=shown)


def veiled(
    module: Any,
    change: Callable[[Any, Seat, Seat, Action, tuple[Action, Card]], tuple[Action, Card]],
) -> Any:
    """A module whose `veil` gives something else."""

    def veil(
        round_: Any, before: Any, seat: Seat, actor: Seat, action: Action
    ) -> tuple[Action, Card]:
        return change(before, seat, actor, action, module.veil(round_, before, seat, actor, action))

    return planted(module, veil=veil)


def kept_in_hand(round_: Any, state: Any, seat: Seat, action: Action) -> Any:
    """Every card that is played is found again by the next seat."""
    after = drawing.apply(round_, state, seat, action)
    if action >= 52 or after.turn == NOBODY:
        return after
    other = (seat + 1) % round_.rules.players
    return after._replace(hands=put(after.hands, other, after.hands[other] | 1 << action))


def gained(round_: Any, state: Any, seat: Seat, action: Action) -> Any:
    """The last card of the stock comes with every card that is laid."""
    after = drawing.apply(round_, state, seat, action)
    hands = put(after.hands, seat, after.hands[seat] | 1 << round_.deck[51])
    return after._replace(hands=hands) if action < 52 and after.turn != NOBODY else after


def lost(round_: Any, state: Any, seat: Seat, action: Action) -> Any:
    """With every card another one is lost."""
    after = drawing.apply(round_, state, seat, action)
    hand = after.hands[seat]
    return (
        after._replace(hands=put(after.hands, seat, hand & (hand - 1)))
        if action < 52 and hand
        else after
    )


def drawn_again(round_: Any, state: Any, seat: Seat, action: Action) -> Any:
    """A card that is drawn stays in the stock."""
    after = drawing.apply(round_, state, seat, action)
    return after._replace(next=state.next) if action == 52 else after


def twin_hands(rules: Any, deck: Any, number: int) -> Any:
    """Two seats are dealt the same cards."""
    round_, state = drawing.deal(rules, deck, number)
    return round_, state._replace(hands=(state.hands[0], state.hands[0], *state.hands[2:]))


def crossed_hands(rules: Any, deck: Any, number: int) -> Any:
    """Two seats are dealt each other's cards."""
    round_, state = drawing.deal(rules, deck, number)
    return round_, state._replace(hands=(state.hands[1], state.hands[0], *state.hands[2:]))


def counting_apply() -> Any:
    """Every second round of questions has another answer."""
    counter = Counter()

    def apply(round_: Any, state: Any, seat: Seat, action: Action) -> Any:
        return drawing.apply(round_, state, seat, action)._replace(passed=counter.next())

    return apply


def listed(rules: Any, deck: Any, number: int) -> Any:
    round_, state = drawing.deal(rules, deck, number)
    return round_, state._replace(hands=list(state.hands))  # type: ignore[arg-type]


COUNTER = Counter()
PLANTS: list[tuple[str, Any, str]] = [
    ("drawing", planted(drawing, deal=listed), "A State is made of whole numbers and tuples."),
    (
        "drawing",
        planted(drawing, apply=counting_apply()),
        "The functions of the rules depend on their arguments alone.",
    ),
    (
        "drawing",
        planted(drawing, free=lambda _round, _state: ALL),
        "The free cards are those that lack nothing.",
    ),
    ("drawing", planted(drawing, apply=endless), "A round is over after 1000 actions."),
    (
        "drawing",
        planted(drawing, lacks=lambda _round, _state, _action: 0, free=lambda _round, _state: ALL),
        "An action is legal where",
    ),
    (
        "drawing",
        planted(drawing, must=lambda _round, state: ALL & ~state.hands[state.turn]),
        "The turn's seat holds one of",
    ),
    (
        "drawing",
        planted(
            drawing,
            legal=lambda round_, state, seat: (
                drawing.legal(round_, state, seat) if state.hands[seat].bit_count() > 2 else 0
            ),
        ),
        "Once no seat may act, the round is over and the turn is NOBODY.",
    ),
    (
        "drawing",
        replaced(
            drawing, "shown", turn=lambda there: 1 - there.turn if there.turn < 2 else there.turn
        ),
        "A seat that is in turn may act, and no other.",
    ),
    (
        "drawing",
        planted(drawing, points=lambda _round, _state: (0.5,) * 5),
        "Points are whole numbers.",
    ),
    (
        "drawing",
        planted(drawing, points=lambda _round, _state: (COUNTER.next(),) * 5),
        "depend on their arguments alone.",
    ),
    (
        "drawing",
        planted(drawing, finish=lambda _rules, _number, _totals: COUNTER.next()),
        "depend on their arguments alone.",
    ),
    (
        "drawing",
        planted(drawing, must=lambda _round, _state: COUNTER.next() % 2),
        "The cards of must are known to all seats.",
    ),
    (
        "straights",
        planted(straights, decided=lambda _rules, _shown: 1),
        "No card changes the points once decided says so.",
    ),
    ("drawing", cheap_hand(drawing), "A spectator has no hand."),
    ("drawing", planted(drawing, deal=twin_hands), "No card is in two hands."),
    (
        "drawing",
        planted(drawing, deal=crossed_hands),
        "The cards that are dealt are those that dealt_to names.",
    ),
    (
        "drawing",
        replaced(drawing, "shown", counts=lambda _there: (9,) * 5),
        "The counts are those of the cards in the hands.",
    ),
    ("drawing", planted(drawing, apply=kept_in_hand), "A card that is played leaves the hands."),
    ("drawing", planted(drawing, apply=gained), "came to a hand by no action."),
    ("drawing", planted(drawing, apply=lost), "left a hand by no action."),
    (
        "drawing",
        veiled(drawing, lambda _before, _seat, _actor, _action, told: (HIDDEN, told[1])),
        "A seat sees its own action.",
    ),
    (
        "drawing",
        veiled(
            drawing,
            lambda _before, seat, actor, _action, told: (
                told if seat in (actor, SPECTATOR) else (HIDDEN, NONE)
            ),
        ),
        "Every seat sees as much of an action as a spectator.",
    ),
    ("drawing", planted(drawing, apply=drawn_again), "A card that was drawn was not in the stock."),
    (
        "passing",
        veiled(
            passing,
            lambda _before, _seat, _actor, action, told: (
                HIDDEN if told[0] == UNSEEN else action,
                NONE,
            ),
        ),
        "The order of actions of seats that may act at once leaves no trace.",
    ),
    (
        "passing",
        planted(
            passing,
            shown=lambda round_, state, seat: passing.shown(round_, state, seat)._replace(
                played=state.chosen[2]
            ),
        ),
        "cannot see the effect of an action that is hidden from it.",
    ),
]


@pytest.mark.parametrize(
    ("name", "game", "why"), PLANTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_law_of_a_round_finds(
    name: str, game: Any, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, name, game)
    with pytest.raises(Broken) as broken:
        laws.check(name)
    assert why in str(broken.value)
    assert f"({name}, Rules(edition=1" in str(broken.value)


MATCHES: list[tuple[Any, str]] = [
    (
        planted(drawing, length=lambda _rules: 2),
        "A match ends after its length, or with its goal, and not before.",
    ),
    (
        planted(drawing, goal=lambda _rules: 1000),
        "A match ends after its length, or with its goal, and not before.",
    ),
    (planted(drawing, finish=lambda _rules, _number, _totals: 1 << 6), "The winners are seats."),
    (planted(drawing, BEST="most"), "The winners have the best total."),
]


@pytest.mark.parametrize(("game", "why"), MATCHES)
def test_the_law_of_a_match_finds(game: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "drawing", game)
    with pytest.raises(Broken, match=why):
        laws.check_matches("drawing")


@pytest.mark.parametrize(
    "finish",
    [
        lambda _rules, number, _totals: int(number >= 150),
        lambda _rules, _number, totals: int(min(totals) >= 5000),
        lambda _rules, _number, totals: int(max(totals) <= -5000),
    ],
)
def test_a_match_may_end_late(finish: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "passing", planted(passing, finish=finish))
    laws.check_matches("passing")


def test_a_match_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "passing", planted(passing, finish=lambda *_: 0))
    with pytest.raises(Broken, match=r"^A match ends: finish names winners after some round"):
        laws.check_matches("passing")


@pytest.mark.parametrize("sign", [1, -1])
def test_a_long_match_is_left_after_a_hundred_rounds(
    sign: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its totals it can end, of which random rounds have too few."""
    ended = []

    def finish(_rules: Any, number: int, totals: tuple[int, ...]) -> int:
        ended.append(number)
        return int(sign * totals[1] > 9999)

    monkeypatch.setitem(GAMES, "passing", planted(passing, finish=finish))
    laws.check_matches("passing")
    probed = [laws.FAR, *[100] * (1 if sign > 0 else 2)]
    assert ended == [*range(1, 101), *probed] * laws.MATCHES


@pytest.mark.parametrize(
    "check",
    [
        laws.check_matches,
        fronts.check_levels,
        fronts.check_wire,
        fronts.check_log,
        fronts.check_table,
        compiled.check_twin,
    ],
)
def test_every_check_ends_that_plays_whole_rounds(
    check: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "drawing", planted(drawing, apply=endless))
    monkeypatch.setattr(compiled, "same_places", lambda *_: None)
    monkeypatch.setattr(compiled, "engine", MagicMock())  # whose rounds are never compared
    with pytest.raises(Broken, match=r"^A round is over after 1000 actions\. \(drawing, "):
        check("drawing")


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_levels_of_the_built_in_games_act_legally(game: str) -> None:
    fronts.check_levels(game)


@pytest.mark.parametrize(
    ("levels", "why"),
    [
        ("{'odd': lambda view, dice: '7X'}", r'The level "odd" of .* failed: Unknown action "7X"'),
        ("{'odd': lambda view, dice: 99}", r'The level "odd" of .* failed: The action 99 is not'),
        ("{'odd': lambda view, dice: 1 // 0}", r'The level "odd" of .* failed: ZeroDivisionError'),
        ("7", r'The levels of the game "toy-game" are not a dictionary of functions'),
    ],
)
def test_each_level_plays_a_round(levels: str, why: str, tmp_path: Path) -> None:
    with site(tmp_path) as here:
        here.add("toy-game", levels=f"LEVELS = {levels}\n")
        with pytest.raises(Broken, match=f"^{why}"):
            fronts.check_levels("toy-game")


def next_hand(module: Any) -> Any:
    """Everybody sees which clubs and diamonds a seat holds."""

    def shown(round_: Any, state: Any, seat: Seat) -> Any:
        return module.shown(round_, state, seat)._replace(stock=state.hands[1] & 0x3FFFFFF)

    return planted(module, shown=shown)


def test_the_law_of_views_finds_what_a_seat_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "drawing", next_hand(drawing))
    with pytest.raises(
        Broken, match=r"Seat \d+ has the same view in rounds that it cannot distinguish"
    ):
        views.check("drawing")
    with pytest.raises(Broken, match=r"Seat \d+ is sent the same in rounds that it cannot"):
        fronts.check_wire("drawing")


def test_the_law_of_views_finds_a_proof_that_tells_the_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lacks(round_: Any, state: Any, action: Action) -> Mask:
        hands = state.hands[0] | state.hands[1]
        return drawing.lacks(round_, state, action) | (hands & 1 if action == 52 else 0)

    monkeypatch.setitem(GAMES, "drawing", planted(drawing, lacks=lacks))
    with pytest.raises(Broken):
        views.check("drawing")


class Numbers(NamedTuple):
    """A table whose hand is a number to fronts, not a set of cards."""

    hand: int
    counts: tuple[int, int, int, int, int]
    turn: Seat


WIRES: list[tuple[Any, str]] = [
    (
        replaced(drawing, "shown", stock=lambda there: there.stock << 60),
        "as numbers that a browser reads",
    ),
    (
        planted(
            drawing,
            shown=lambda round_, state, seat: Numbers(*drawing.shown(round_, state, seat)[:3]),
        ),
        "The hand is sent by the names of its cards",
    ),
    (planted(drawing, EXTRA=("draw", "draw")), "Legal actions are sent by name"),
]


@pytest.mark.parametrize(("game", "why"), WIRES, ids=["numbers", "hand", "names"])
def test_the_law_of_the_wire_finds(game: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # a name of its own: what is written of a game is remembered
    monkeypatch.setitem(GAMES, f"wired-{why[:5]}", game)
    with pytest.raises(Broken, match=why):
        fronts.check_wire(f"wired-{why[:5]}")


def test_the_law_of_the_log_finds_two_actions_of_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "drawing", planted(drawing, EXTRA=("draw", "draw")))
    with pytest.raises(LogError, match="draw is not allowed now"):
        fronts.check_log("drawing")


def test_the_law_of_a_table_finds_one_that_does_not_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fronts, "WAKES", 3)
    monkeypatch.setattr(fronts, "over", lambda _table: False)
    with pytest.raises(Broken, match="Computers play on at a table"):
        fronts.check_table("drawing")


def test_the_law_of_a_table_finds_a_round_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be endless with some decks only, of which the levels' law has not tried one."""
    monkeypatch.setitem(GAMES, "drawing", planted(drawing, apply=endless))
    monkeypatch.setattr(fronts, "law_of_a_level", lambda *_: None)
    with pytest.raises(Broken, match=rf"^{ENDLESS} \(drawing, .* after 0:"):
        fronts.check_table("drawing")


def test_the_dialect_names_what_does_not_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "drawing", fronts)
    with pytest.raises(
        AssertionError, match=r"the import of json does not compile\..* check_wire, line \d+: "
    ):
        dialect.check("drawing")


def test_the_dialect_names_a_record_that_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = Path(inspect.getfile(drawing)).read_text().replace("state: State, seat", "state, seat")
    monkeypatch.setitem(GAMES, "drawing", module_of(tmp_path / "untyped_drawing.py", text))
    why = r'^The rules in "untyped_drawing" do not compile: in apply, line \d+, state\._replace \('
    with pytest.raises(AssertionError, match=why):
        dialect.check("drawing")


TWINS: list[tuple[Any, str]] = [
    (
        planted(
            drawing,
            legal=lambda round_, state, seat: (
                0 if seat == 0 else drawing.legal(round_, state, seat)
            ),
        ),
        "The compiled rules and the rules allow",
    ),
    (planted(drawing, deal=crossed_hands), "The compiled state is that of the rules"),
    (next_hand(drawing), "The compiled view is that of the rules"),
    (
        planted(drawing, points=lambda _round, _state: (7,) * 5),
        "The compiled points are those of the rules",
    ),
]


@pytest.mark.parametrize(("game", "why"), TWINS)
def test_the_law_of_the_twin_finds(game: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled rules are those of the toy, and the rules others."""
    compiled.check_twin("drawing")
    monkeypatch.setitem(GAMES, "drawing", game)
    with pytest.raises(Broken, match=why):
        compiled.check_twin("drawing")


def test_sequences_and_worlds_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "counted", lambda _match, _depth: -1)
    with pytest.raises(Broken, match="As many sequences follow by the compiled rules"):
        compiled.check_perft("drawing")
    monkeypatch.setattr(compiled, "fits", lambda _view, _match: False)
    with pytest.raises(Broken, match=r"The worlds drawn for the view of seat \d+ fit it"):
        compiled.check_worlds("drawing")


def test_a_round_that_is_over_with_the_deal_has_no_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    def deal(rules: Any, deck: Any, number: int) -> Any:
        round_, state = drawing.deal(rules, deck, number)
        return round_, state._replace(turn=NOBODY)

    monkeypatch.setitem(GAMES, "drawing", planted(drawing, deal=deal))
    monkeypatch.setattr(compiled, "fits", lambda _view, _match: False)
    compiled.check_worlds("drawing")
    assert fold([*opened("drawing", drawing.Rules()), Dealt(NEW_DECK)]).sheet


ORACLES: list[tuple[str, Callable[..., Any], str]] = [
    ("legal", lambda real, *given: real(*given) & ~(1 << 52), "may do what the oracle says"),
    ("lacks", lambda real, *given: real(*given) | 1 << 51, "lacks are those of the oracle"),
    ("points", lambda _real, *_: (5,) * 7, "The points are what the oracle says"),
    ("finish", lambda _real, *_: 1, "The winners are what the oracle says"),
]


@pytest.mark.parametrize(("function", "change", "why"), ORACLES)
def test_the_law_of_the_oracle_finds(
    function: str, change: Callable[..., Any], why: str, oh_hell: Any
) -> None:
    real = getattr(oh_hell, function)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(
            GAMES, "oh-hell", planted(oh_hell, **{function: lambda *given: change(real, *given)})
        )
        with pytest.raises(Broken, match=why):
            witness.check("oh-hell")


@pytest.mark.usefixtures("oh_hell")
def test_the_oracle_counts_sequences_and_says_when_a_round_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(witness, "sequences", lambda _match, _depth: -1)
        with pytest.raises(
            Broken, match="As many sequences of actions follow as the oracle counts"
        ):
            witness.check("oh-hell")
    monkeypatch.setattr(witness, "agrees", lambda _match, _account: None)
    monkeypatch.setattr(witness.Witness, "legal", lambda _account, _seat: 1)
    with pytest.raises(Broken, match="A round is over when the oracle says so"):
        witness.check("oh-hell")


@pytest.mark.usefixtures("oh_hell")
def test_a_move_that_who_says_what_was_seen_forbids_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By an oracle that forbids what the rules allow."""

    def act(_account: Any, _seat: Seat, _action: Action) -> None:
        raise ValueError("no")

    monkeypatch.setattr(witness.Witness, "act", act)
    with pytest.raises(Broken, match="The account of the game allows the actions"):
        views.check("oh-hell")
