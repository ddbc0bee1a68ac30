"""The public API, and every example of it in docs/api.md and docstrings."""

import copy
import doctest
import inspect
import operator
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

import parlour
from parlour import CardSet, api, card_set, match
from parlour.cards import ALL, NEW_DECK, SPECTATOR, names
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.errors import CardError, EventError, IllegalAction, LogError, RulesError, UsageError
from parlour.match import Acted, Dealt, Match, Opened, Seated, View, actor, fold
from parlour.players import LEVELS, Function
from parlour.series import checked_series, play
from tests.support.play import opened

ROOT = Path(__file__).parent.parent


def blocks(page: str) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)


@pytest.mark.compiles
def test_the_examples_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no other games are installed."""
    page = "docs/api.md"
    for name in {*GAMES} - {*BUILT_IN}:
        monkeypatch.delitem(GAMES, name)
    text = "\n".join(text for text in blocks(page) if ">>> " in text)
    test = doctest.DocTestParser().get_doctest(text, {"__name__": page}, page, page, 0)
    assert len(test.examples) >= 5
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("module", [parlour, api, card_set, match])
def test_the_examples_of_docstrings(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_tutorials_player_plays_a_match(tmp_path: Path) -> None:
    player, match = blocks("docs/a-player.md")
    (tmp_path / "mine.py").write_text(player)
    command = [sys.executable, "-c", match]
    done = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.endswith("\nYou win the match.\n")


# Names


def test_import_parlour_imports_nothing_else() -> None:
    code = """if True:
        import sys
        bare = set(sys.modules)
        import parlour
        assert set(sys.modules) - bare == {"parlour"}, set(sys.modules) - bare
        assert {"deal", "engine"} <= set(dir(parlour))
        match = parlour.deal("hearts", seed=6788, players=["greedy"] * 4)
        while not match.winners:
            match = match.step()
        str(match.view(0)), parlour.GAMES["hearts"], parlour.log.write, parlour.CardSet("2C")
        assert not {"numpy", "numba", "parlour.engine"} & set(sys.modules)
        assert parlour.engine is sys.modules["parlour.engine"]
        from parlour import *
        assert deal is parlour.deal and CardSet("2C")
        """
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_every_public_name_is_there_and_no_other() -> None:
    assert len(set(parlour.__all__)) == len(parlour.__all__)
    assert set(parlour.__all__) <= set(dir(parlour))
    for name in set(parlour.__all__) - {"__version__"}:
        assert getattr(parlour, name) is parlour.__getattr__(name)
    with pytest.raises(AttributeError, match="module 'parlour' has no attribute 'shuffled'"):
        parlour.shuffled  # noqa: B018


def documented() -> dict[str, object]:
    """What the public names lead to: functions, classes and their methods, and what modules
    define.
    """
    found: dict[str, object] = {}
    for name in set(parlour.__all__) - {"GAMES", "__version__"}:
        thing = getattr(parlour, name)
        found[name] = thing
        if inspect.isclass(thing) or inspect.ismodule(thing):
            own = thing.__name__ if inspect.ismodule(thing) else thing.__module__
            later = getattr(thing, "__all__", ())  # which a module may import when it is asked
            held = {**vars(thing), **{inner: getattr(thing, inner) for inner in later}}
            for inner, found_there in held.items():
                part = getattr(found_there, "fget", found_there)
                if inner[0] == "_" or not callable(part):
                    continue
                if part.__module__ == own or part.__module__.startswith(f"{own}."):
                    found[f"{name}.{inner}"] = part
    return found


PUBLIC = documented()


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_a_public_name_is_documented_and_typed(name: str) -> None:
    thing = PUBLIC[name]
    text = inspect.getdoc(thing) or ""
    assert re.match(r"[A-Z].*[.:]", text, re.S), name
    if inspect.isfunction(thing):
        parameters = [*inspect.signature(thing).parameters.values()]
        parameters = [one for one in parameters if one.name not in ("self", "cls")]
        assert all(one.annotation is not one.empty for one in parameters)
        assert inspect.signature(thing).return_annotation is not inspect.Signature.empty


def test_what_is_public_is_walked() -> None:
    assert {"deal", "Match.act", "View.hand", "CardSet.mask", "engine.play", "log.read"} <= set(
        PUBLIC
    )
    assert "errors.ParlourError" in PUBLIC


@pytest.mark.parametrize("name", ["deal", "opening", "simulate", "player", "fold"])
def test_a_functions_errors_and_parameters_are_named(name: str) -> None:
    text = inspect.getdoc(PUBLIC[name]) or ""
    assert "Error" in text or "errors" in text
    if name == "deal":
        function = cast(Callable[..., object], PUBLIC[name])
        assert all(one in text for one in inspect.signature(function).parameters)


def test_the_games_can_be_read_and_not_written() -> None:
    assert list(parlour.GAMES)[:3] == ["straights", "hearts", "crazy-eights"]
    assert parlour.GAMES["hearts"].BEST == "fewest"
    assert "whist" not in parlour.GAMES
    with pytest.raises(KeyError):
        parlour.GAMES["whist"]
    with pytest.raises(TypeError):
        parlour.GAMES["whist"] = GAMES["hearts"]  # type: ignore[index]


# Matches


@pytest.mark.parametrize("game", ["straights", "hearts", "crazy-eights"])
def test_a_match_is_the_first_that_simulate_plays(game: str) -> None:
    seats = GAMES[game].seats(GAMES[game].Rules())
    events, end = play(checked_series(game, GAMES[game].Rules(), ("first",) * seats, 6788), 0)
    kept = parlour.opening(game, seed=6788)
    stepped = parlour.deal(game, seed=6788)
    assert stepped == fold(kept)
    while not stepped.winners:
        kept.append(stepped.next_event())
        stepped = stepped.step(kept[-1])
    assert (kept, stepped) == (events, end)
    (one,) = parlour.simulate(game, seed=6788)
    assert (one.events, one.match) == (events, end)


def test_the_matches_of_a_seed_depend_on_their_numbers_alone() -> None:
    three = [one.match for one in parlour.simulate("straights", 3, seed=5)]
    assert three[:2] == [one.match for one in parlour.simulate("straights", 2, seed=5)]
    assert len({one.deck for one in three}) == 3


def test_rules_are_words_or_a_record() -> None:
    dealt = parlour.deal("hearts", seed=1, rules={"target": 50, "moon": "new"})
    assert dealt.rules == parlour.GAMES["hearts"].Rules(target=50, moon=1)
    assert parlour.deal("hearts", seed=1, rules=dealt.rules) == dealt


def test_a_number_may_be_one_of_numpys() -> None:
    two, fifty = cast(int, np.int64(2)), cast(int, np.uint16(50))
    plain = parlour.deal("hearts", seed=2, rules={"target": 50, "moon": "new"})
    given: dict[str, str | int] = {"target": fifty, "moon": "new"}
    record = GAMES["hearts"].Rules(target=fifty, moon=cast(int, np.int8(1)))
    for rules in (given, record):
        begun = parlour.deal("hearts", seed=two, rules=rules)
        assert begun == plain
        assert set(map(type, begun.rules)) == {int}
    assert set(map(type, fold([Opened("hearts", record, "")]).rules)) == {int}
    seen = begun.view(two)
    assert (seen, type(seen.seat)) == (plain.view(2), int)
    card = next(iter(seen.legal_cards))
    acted = begun.act(two, cast(int, np.int64(card)))
    assert acted == plain.act(2, card)
    assert {type(one.seat) for one in acted.view(2).seen} == {int}
    (one,) = parlour.simulate("straights", cast(int, np.int64(1)), seed=two)
    assert one.match == next(parlour.simulate("straights", seed=2)).match


def test_a_record_of_numpys_numbers_is_the_same() -> None:
    begun = parlour.opening("hearts", seed=2)
    seat, card = 2, next(iter(fold(begun).view(2).legal_cards))
    told = [*begun, Acted(cast(int, np.int64(seat)), cast(int, np.int64(card)))]
    assert parlour.log.write(told, "hearts") == parlour.log.write(
        [*begun, Acted(seat, card)], "hearts"
    )


@pytest.mark.parametrize("value", [True, 50.0, "50", None, np.float64(50), np.array([50])])
def test_nothing_else_is_a_number_of_house_rules(value: Any) -> None:
    with pytest.raises(RulesError, match="The option target cannot be "):
        parlour.deal("hearts", seed=1, rules={"target": value})
    with pytest.raises(RulesError, match="The option target cannot be "):
        parlour.deal("hearts", seed=1, rules=GAMES["hearts"].Rules(target=value))


def test_an_action_is_a_text_or_a_number() -> None:
    begun = parlour.deal("straights", seed=6788)
    assert begun.act(3, "7S") == begun.act(3, 45) == begun.act(3, cast(int, np.int64(45)))
    assert type(begun.act(3, cast(int, np.int64(45))).seen[0][0].action) is int
    eights = parlour.deal("crazy-eights", seed=6788)
    drawn = next(one for one in drawing(eights))
    assert drawn.act(actor(drawn), "draw") == drawn.act(actor(drawn), 52)


def drawing(match: Match) -> list[Match]:
    """The moments of a match where the only action is to draw."""
    found = []
    while not match.winners:
        if match.view(actor(match)).actions == ("draw",):
            found.append(match)
        match = match.step()
    return found


def test_views_are_those_of_the_match() -> None:
    begun = parlour.deal("hearts", seed=6788)
    assert begun.view(2) == match.view(begun, 2)
    assert begun.view(SPECTATOR).hand == CardSet()


def test_what_a_view_gives_besides_its_fields() -> None:
    view = parlour.deal("straights", seed=6788).view(3)
    assert view.hand.mask == view.table.hand
    assert (view.legal_cards, view.actions) == (CardSet("7S"), ("7S",))
    drawn = drawing(parlour.deal("crazy-eights", seed=6788))[0]
    view = drawn.view(actor(drawn))
    assert (view.legal_cards, view.actions) == (CardSet(), ("draw",))
    unseated = fold([Opened("hearts", GAMES["hearts"].Rules(), "")]).view(0)
    assert (unseated.hand, unseated.legal_cards, unseated.actions) == (CardSet(), CardSet(), ())


@pytest.mark.parametrize("game", ["straights", "hearts", "crazy-eights"])
def test_a_view_reads_at_every_moment(game: str) -> None:
    now = fold(opened(game, GAMES[game].Rules()))
    texts = [str(now.view(0)).splitlines()]
    assert len(texts[0]) == 2  # no table before the first deal
    now = parlour.deal(game, seed=1)
    while now.number < 2 and not now.winners:
        for seat in (*range(len(now.players)), SPECTATOR):
            view = now.view(seat)
            lines = str(view).splitlines()
            text = "\n".join(lines)
            asked = ("You may: ", "Pass a card to ", "Nothing fits. Discard one of: ")
            assert any(words in text for words in asked) == bool(view.legal)
            assert ("Your hand: " in text) == bool(view.hand)
            if view.hand:
                (hand,) = [line for line in lines if line.startswith("Your hand: ")]
                assert CardSet(hand.removeprefix("Your hand: ")) == view.hand
            if seat == SPECTATOR:
                assert not re.search("You [0-9]|You: |Your", text)
        now = now.step()
    while not now.winners:
        now = now.step()
    assert re.search(r"Round \d+ is over\. .*wins? the match\.$", str(now.view(1)), re.S)


# Players of one's own


def by_number(view: View, _dice: int) -> int:
    return int(next(iter(view.legal_cards), 52))


class Acting:
    """A player that is an object with a method `act`."""

    def act(self, view: View, dice: int) -> str:
        return by_name(view, dice)


def by_name(view: View, _dice: int) -> str:
    return view.actions[0]


class Counting:
    """A player with a memory."""

    def __init__(self) -> None:
        self.acted = 0

    def __call__(self, view: View, _dice: int) -> str:
        self.acted += 1
        return view.actions[0]

    def act(self, view: View, dice: int) -> str:
        return self(view, dice)


def test_a_function_plays_a_seat() -> None:
    counting = Counting()
    players: list[str | Function] = [counting, by_number, by_name, partial(by_name)]
    (one,) = parlour.simulate("straights", seed=2, players=players)
    assert one.match.players == (
        "tests.test_api:Counting.act",
        "tests.test_api:by_number",
        "tests.test_api:by_name",
        "functools:partial",
    )
    assert counting.acted == one.match.moves[0] > 10
    begun = parlour.deal("straights", seed=2, players=[*players[:3], counting.act])
    assert begun.players[3] == "tests.test_api:Counting.act"
    while not begun.winners:
        begun = begun.step()
    assert begun.totals == one.match.totals


def test_a_match_prints_as_its_spectator_sees_it() -> None:
    match = parlour.deal("hearts", seed=1)
    assert str(match) == str(match.view(SPECTATOR))
    assert "Your hand" not in str(match)


def test_an_object_with_a_method_act_plays_a_seat() -> None:
    match = parlour.deal("crazy-eights", seed=3, players=[Acting(), "first"])
    begun = parlour.deal("crazy-eights", seed=3, players=[Acting().act, "first"])
    of_class: Any = Acting
    assert parlour.deal("crazy-eights", seed=3, players=[of_class, "first"]) == match
    assert match.players == begun.players == ("tests.test_api:Acting.act", "first")
    while match.playing:
        match, begun = match.step(), begun.step()
        assert match == begun


def test_the_dice_are_the_matchs() -> None:
    thrown: list[int] = []

    def throwing(view: View, dice: int) -> str:
        thrown.append(dice)
        return view.actions[0]

    for _ in range(2):
        list(parlour.simulate("crazy-eights", seed=3, players=[throwing, "first"]))
    half = len(thrown) // 2
    assert thrown[:half] == thrown[half:]
    assert len(set(thrown)) == half > 3
    assert all(0 <= dice < 2**64 for dice in thrown)


def test_views_and_records_have_the_name_alone() -> None:
    """So no player can reach another's function, and no file says which code runs."""
    begun = parlour.deal("crazy-eights", seed=3, players=[by_name, Counting()])
    assert all(type(name) is str for name in begun.view(0).players)
    text = parlour.log.write(
        parlour.opening("crazy-eights", seed=3, players=[by_name] * 2), begun.game
    )
    lines = list(parlour.log.read(text.encode().splitlines(keepends=True)))
    assert lines[-1].after.players == ("tests.test_api:by_name",) * 2
    with pytest.raises(UsageError, match=r'^Unknown level "tests.test_api:by_name" '):
        lines[-1].after.step()


def test_a_match_with_a_function_is_a_value() -> None:
    begun = parlour.deal("crazy-eights", seed=3, players=[by_name, "first"])
    for other in (pickle.loads(pickle.dumps(begun)), copy.deepcopy(begun)):
        assert other == begun
        assert hash(other) == hash(begun)
        assert other.step() == begun.step()


def test_a_players_own_exception_passes() -> None:
    def failing(_view: View, _dice: int) -> int:
        raise ZeroDivisionError("of mine")

    with pytest.raises(ZeroDivisionError, match="of mine"):
        parlour.deal("crazy-eights", seed=3, players=[failing] * 2).step()


@pytest.mark.parametrize(
    ("given", "error", "why"),
    [
        (51, IllegalAction, "KS is not in the hand."),
        (99, IllegalAction, "Unknown action 99."),
        (
            "drow",
            EventError,
            'Unknown action "drow" (known: a card as in 7S, draw, pass, clubs, diam',
        ),
        (None, EventError, "An action is needed; None was given."),
        (7.0, EventError, 'Unknown action "7.0" (known: '),
    ],
)
def test_a_player_that_gives_no_action_is_named(
    given: Any, error: type[Exception], why: str
) -> None:
    begun = parlour.deal("crazy-eights", seed=6788, players=[lambda _view, _dice: given, "first"])
    with pytest.raises(error) as caught:
        begun.step()
    assert type(caught.value) is error
    name = "tests.test_api:test_a_player_that_gives_no_action_is_named.<locals>.<lambda>"
    assert str(caught.value).startswith(f'The player "{name}" on seat 0: {why}')


@pytest.mark.compiles
@pytest.mark.parametrize("game", ["straights", "hearts", "crazy-eights"])
def test_a_level_is_a_function(game: str) -> None:
    begun = parlour.deal(game, seed=6788)
    seen = begun.view(actor(begun))
    for level in LEVELS[game]:
        play = pickle.loads(pickle.dumps(parlour.player(game, level)))
        assert play(seen, 7) == LEVELS[game][level](seen, 7)
        seats = len(begun.players) - 1
        seated = parlour.deal(game, seed=1, players=[play, *["first"] * seats])
        assert seated.players[0] == f"parlour.players:{level}"


def test_a_level_needs_a_view_in_which_it_may_act() -> None:
    begun = parlour.deal("straights", seed=6788)
    waiting = [begun.view(seat) for seat in (0, SPECTATOR)]
    for seen in (*waiting, parlour.deal("hearts", seed=6788).view(0)):
        for level in LEVELS["straights"]:
            with pytest.raises(EventError, match="A view of straights whose seat may act is"):
                parlour.player("straights", level)(seen, 7)


# Errors


def whole() -> Match:
    ((_, end),) = parlour.simulate("crazy-eights", seed=1)
    return end


def between() -> Match:
    begun = parlour.deal("straights", seed=1)
    while begun.playing:
        begun = begun.step()
    return begun


def person() -> Match:
    return parlour.deal("straights", seed=6788, players=["first", "first", "first", "human:Ada"])


def elsewhere(salt: str) -> Match:
    """A match that was not opened by a seed."""
    rules = GAMES["straights"].Rules()
    return fold([Opened("straights", rules, salt), *(Seated(i, "first") for i in range(4))])


four = ["first"] * 4


@pytest.mark.parametrize(
    ("call", "error", "why"),
    [
        (
            lambda: parlour.deal("whist", seed=1),
            RulesError,
            'Unknown game "whist" (known: straights',
        ),
        (
            lambda: parlour.deal("hearts", seed=1, players=["wizard"] * 4),
            UsageError,
            'Unknown level "wizard" (known: first, careful, greedy, trained, search).',
        ),
        (lambda: parlour.player("hearts", "wizard"), UsageError, 'Unknown level "wizard" '),
        (
            lambda: parlour.deal("hearts", seed=1, players=four[1:]),
            UsageError,
            "4 seats are needed; 3 were given.",
        ),
        (
            lambda: parlour.deal("hearts", seed=1, players=[]),
            UsageError,
            "4 seats are needed; 0 were given.",
        ),
        (
            lambda: parlour.deal("hearts", seed=1, players=cast(Any, [1, 2, 3, 4])),
            UsageError,
            'Invalid player "1" (expected the name of a level, a function act(view, dice), or an '
            "object with such a method).",
        ),
        (
            lambda: parlour.deal("hearts", seed=1, players="first"),
            UsageError,
            'Invalid players "first" (expected a list with one for each seat).',
        ),
        (
            lambda: parlour.log.write(parlour.opening("hearts", seed=1), "straights"),
            LogError,
            'The match is one of hearts, not of "straights".',
        ),
        (
            lambda: parlour.deal("hearts", seed=0),
            UsageError,
            "Invalid seed 0 (expected a whole number from 1 to 2147483646).",
        ),
        (
            lambda: parlour.deal("hearts", seed=1, rules={"goal": 50}),
            RulesError,
            'Unknown option "goal" (known: edition, target, ',
        ),
        (
            lambda: parlour.deal("hearts", seed=1, rules=(1, 2)),
            RulesError,
            '"(1, 2)" is not a record of this game\'s rules.',
        ),
        (
            lambda: parlour.simulate("straights", -1, seed=1),
            UsageError,
            "Invalid number of matches -1 (expected 0 or more).",
        ),
        (
            lambda: parlour.simulate("straights", seed=1, players=["human:Ada", *four[1:]]),
            UsageError,
            'Unknown level "human:Ada" ',
        ),
        (lambda: person().act(3, "8S"), IllegalAction, "8S is not "),
        (lambda: person().act(0, "2C"), IllegalAction, "2C must wait: it is another's turn."),
        (lambda: person().act(7, "2C"), IllegalAction, "Unknown seat 7 (known: 0 to 3)."),
        (
            lambda: person().act(3, "7s"),
            EventError,
            'Unknown action "7s" (known: a card as in 7S).',
        ),
        (
            lambda: person().step(),
            EventError,
            'Seat 3 is a person, "human:Ada": only `act(3, ...)` plays for it.',
        ),
        (
            lambda: person().step(cast(Any, "8S")),
            EventError,
            "An event is needed; str was given (`act` takes an action).",
        ),
        (lambda: person().view(4), EventError, "Unknown seat 4 (known: 0 to 3, and SPECTATOR)."),
        (lambda: between().act(0, "2C"), IllegalAction, "No round is being played."),
        (lambda: whole().step(), EventError, "Unexpected step (the match is over)."),
        (
            lambda: whole().act(0, "2C"),
            EventError,
            "Unexpected event acted (the match is over).",
        ),
        (
            lambda: elsewhere("secret").step(),
            EventError,
            "This match has no seed to deal from (its salt is not like 6788/0): ",
        ),
    ],
)
def test_an_error_is_one_sentence(
    call: Callable[[], object], error: type[Exception], why: str
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error
    assert str(caught.value).startswith(why)
    assert str(caught.value).endswith(".")


def test_a_match_without_a_seed_is_dealt_a_deck() -> None:
    begun = elsewhere("secret").step(Dealt(NEW_DECK))
    assert begun.step() == match.step(begun, Acted(actor(begun), 45))
    assert elsewhere("6788/0").step().deck == parlour.deal("straights", seed=6788).deck


# Sets of cards


def test_a_set_of_cards_is_a_set() -> None:
    random = Random(1)
    for _ in range(200):
        left, right = (set(random.sample(NEW_DECK, random.randrange(53))) for _ in range(2))
        one, other = CardSet(left), CardSet(right)
        assert (set(one), len(one), bool(one)) == (left, len(left), bool(left))
        assert one == left
        assert hash(one) == hash(frozenset(left))
        for act in (operator.and_, operator.or_, operator.sub, operator.xor):
            whole = CardSet(act(left, right))
            assert act(one, other) == act(one, other.mask) == act(one, str(other)) == whole
            assert act(one.mask, other) == act(right and one, other) == whole or not right
            assert type(act(one, other)) is CardSet
        for test in (operator.le, operator.lt, operator.ge, operator.gt, operator.eq):
            assert test(one, other) == test(left, right)
            assert test(one, one & other) == test(left, left & right)
        assert one.isdisjoint(other) == left.isdisjoint(right)
        assert set(~one) == set(NEW_DECK) - left
        assert ~~one == one
        assert all((card in one) == (card in left) for card in NEW_DECK)


def test_what_a_set_is_made_from() -> None:
    some = CardSet("9H 7S")
    assert [*some] == [34, 45]
    assert (str(some), repr(some)) == ("9H 7S", 'CardSet("9H 7S")')
    for given in (
        "7S 9H",
        " 7S  9H 7S ",
        some.mask,
        [45, 34],
        {"9H", 45},
        some,
        np.array([34, 45]),
    ):
        assert CardSet(cast(Any, given)) == some
    assert CardSet(cast(Any, np.int64(some.mask))).mask == some.mask
    assert type(CardSet(cast(Any, np.int64(some.mask))).mask) is int
    assert CardSet() == CardSet("") == CardSet(0) == CardSet([])
    assert repr(CardSet()) == 'CardSet("")'
    assert CardSet(ALL) == ~CardSet()
    assert str(CardSet(ALL)) == names(NEW_DECK)


def test_what_is_in_a_set() -> None:
    some = CardSet("9H 7S")
    assert "9H" in some
    assert 45 in some
    assert np.int64(45) in some
    assert not any(other in some for other in ("TH", 44, -1, 52, 97, None, 45.0, (45,)))


def test_a_set_does_not_change() -> None:
    some = CardSet("9H 7S")
    for name in ("mask", "more"):
        with pytest.raises(AttributeError):
            setattr(some, name, 3)
    for other in (pickle.loads(pickle.dumps(some)), copy.copy(some), copy.deepcopy(some)):
        assert other == some
    assert {some: 1}[CardSet("7S 9H")] == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("7s", '"7s" is not a card: a card is a rank (A23456789TJQK) and a suit (CDHS), as in 7S.'),
        (["7S", "nine"], '"nine" is not a card: '),
        ([52], 'Invalid card "52" (expected 0 to 51, or a name as in 7S).'),
        ([None], 'Invalid card "None" '),
        (-1, "Invalid mask -1 (expected bits 0 to 51, one a card; "),
        (1 << 52, "Invalid mask 4503599627370496 "),
        (4.5, 'Invalid cards "4.5" (expected a text as in 7S 9H, a mask, or cards).'),
    ],
)
def test_what_no_set_is_made_from(given: Any, why: str) -> None:
    with pytest.raises(CardError) as caught:
        CardSet(given)
    assert str(caught.value).startswith(why)
    with pytest.raises(CardError):
        CardSet("7S") & given


def test_a_text_that_is_no_card_is_in_no_set() -> None:
    with pytest.raises(CardError):
        assert "7s" in CardSet("7S")
