"""The states of the games that their layouts are looked at in, from scripted matches."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import groupby
from typing import Any, NamedTuple

from playwright.sync_api import Page

from parlour.cards import NAMES
from tests.support.browser.scripted import State, scripted

# Seats and rules of the matches: of the three games, and of toys that `any_game.js` draws.
MATCHES: dict[str, dict[str, Any]] = {
    "straights": {"target": 60},
    "hearts": {"target": 60, "moon": "choose"},
    "crazy-eights": {"target": 60, "players": 4, "eights": "named", "draw": "one-then-pass"},
    "crazy-eights-2": {"seats": 2, "eights": "named"},
    "bidding": {"seats": 7, "players": 7},
    "bidding-4": {"seats": 4, "players": 4},
    "drawing": {"seats": 3, "players": 3},
}
HINT = {"why": "better", "unit": "points", "action": "", "points": 1.3}


class Moment(NamedTuple):
    """What the page is told, and what is then done at it; whether it is much like another one."""

    name: str
    state: State
    then: Callable[[Page], object] = lambda _page: None
    like: bool = False


def match(name: str) -> list[State]:
    """The states of a match."""
    game = name.rstrip("-0123456789")
    return list(scripted(game, **MATCHES[name]))


def rounds(states: list[State]) -> list[list[State]]:
    """The states of each round that is played."""
    playing = [state for state in states if state[0]["phase"] != "waiting"]
    return [list(one) for _, one in groupby(playing, lambda state: state[1]["view"]["number"])]


def own(states: list[State]) -> list[State]:
    """Those in which the seat may act."""
    return [state for state in states if state[1]["view"]["legal"]]


def chosen(states: list[State]) -> list[State]:
    """Those in which the seat has a choice."""
    return [state for state in states if len(state[1]["view"]["legal"]) > 1]


def changed(state: State, *, room: Any = None, view: Any = None, seat: Any = None) -> State:
    """A state with other facts: of the room, of the view, of the seat 1."""
    room_message, view_message = deepcopy(state)
    room_message |= room or {}
    view_message["view"] |= view or {}
    room_message["seats"][1] |= seat or {}
    return room_message, view_message


def moments(states: list[State]) -> Iterator[Moment]:
    """The states to look at: of a lobby, of a round's course and end, of the match's end; what lies
    above the table; what is asked.
    """
    lobby, played = states[0], rounds(states)
    turns = own(played[0])
    yield Moment("lobby", lobby)
    yield Moment("first", turns[0])
    yield from _asked(states)
    choices = chosen(turns) or turns
    middle = choices[len(choices) // 2]
    yield Moment("middle", middle)
    yield Moment("refused", middle, refused, like=True)
    yield Moment("hint", middle, hint)
    yield Moment("late", turns[-1], like=True)
    waits = next(state for state in played[0] if not state[1]["view"]["legal"])
    yield Moment("another's", waits, like=True)
    away = {"kind": "person", "name": "Bo", "here": False, "away": True}
    yield Moment("away", changed(middle, seat=away), like=True)
    held = away | {"away": False, "held": 24000}
    yield Moment("kept", changed(middle, seat=held, room={"stand_in": "preparing"}), like=True)
    last = own(played[-1])
    yield Moment("sheet", last[len(last) // 2], sheet)
    yield Moment("scored", next((s for s in states if s[0]["phase"] == "scored"), states[-1]))
    scored = next((s for s in states if s[0]["phase"] == "scored"), states[-1])
    yield Moment("aside", scored, put_aside)
    yield Moment("over", states[-1])
    if states[-1][1]["view"]["game"] == "hearts":
        yield Moment("shot", moon(states[-1], scored, 0))
        yield Moment("paid", moon(states[-1], scored, 2))


def _asked(states: list[State]) -> Iterator[Moment]:
    """What a game asks besides a card."""
    turns = own(rounds(states)[0])
    view = turns[0][1]["view"]
    if view["game"] == "hearts":
        yield Moment("passing", turns[0], choose_three)
        yield Moment("passed", turns[3], like=True)
        yield Moment("moon", changed(turns[-1], view={"legal": ["old-moon", "new-moon"]}))
    again = [state for state in turns if any(state[1]["view"]["table"].get("last") or [])]
    if again:
        yield Moment("again", again[0], lambda page: press(page, "[name=last]"))
    eights = [state for state in turns if any(n[0] == "8" for n in state[1]["view"]["legal"])]
    if view["game"] == "crazy-eights":
        if eights:
            yield Moment("eight", eights[0], choose_eight)
        left = [[], *(list(NAMES[4 * n : 4 * n + 9]) for n in range(1, len(view["totals"])))]
        over = next((s for s in states if s[0]["phase"] == "scored"), states[-1])
        yield Moment("left", changed(over, view={"left": left}), put_aside)
    for name in ("spades", "draw", "pass", "bid-0"):
        found = next((state for state in turns if name in state[1]["view"]["legal"]), None)
        if found:
            yield Moment(name, found)


def moon(over: State, scored: State, shooter: int) -> State:
    """The end of a round in which a seat won all the points; at its end the viewer wins the match
    if the viewer is the shooter.
    """
    deck = [rank + suit for suit in "SHCD" for rank in "23456789TJQKA"]
    table = {"taken": [deck if seat == shooter else [] for seat in range(4)]}
    points = [0 if seat == shooter else 26 for seat in range(4)]
    state = scored if shooter else over
    view = {"points": points, "table": state[1]["view"]["table"] | table}
    if not shooter:
        view |= {"winners": [0], "totals": [26, 60, 52, 44]}
    return changed(state, view=view)


def put_aside(page: Page) -> None:
    """The sheet with the result put aside: the board, and the way back."""
    page.wait_for_selector("[name=aside]")  # the sheet's module may come later
    press(page, "[name=aside]")
    page.wait_for_selector("[name=result]")


def press(page: Page, which: str) -> None:
    """A click that needs no mouse: what lies over the target is another test's matter."""
    page.evaluate("(which) => document.querySelector(which)?.click()", which)


def refused(page: Page) -> None:
    """A card that may not be played, if there is one, and the reason."""
    press(page, ".held.dim")


def choose_three(page: Page) -> None:
    for _ in range(3):
        press(page, ".held:not(.chosen)")


def choose_eight(page: Page) -> None:
    """An eight of the hand, whose suit is then asked for."""
    press(page, ".held:not(.dim)[name^='8']")


def sheet(page: Page) -> None:
    """The score sheet, open."""
    if not page.locator("aside").is_visible():
        press(page, "[name=sheet]")


TERMS = (
    ("You win {cards} of your own less often.", 1.2),
    ("You are left with cards drawn later, such as {cards}, less often.", 0.9),
    ("It makes {cards} harder to play.", -0.8),
)


def hint(page: Page, says: Sequence[tuple[str, float]] = TERMS) -> None:
    """The dialog of a hint, which advises a legal card and names others in its causes."""
    held = "[...document.querySelectorAll('.held%s')].map((e) => e.name)"
    cards = page.evaluate(f"[...{held % ':not(.dim)'}, ...{held % '.dim'}]")
    choices = [
        {"better": 1.3 - 2.6 * n, "error": 0.2, "playouts": 160, "actions": [card]}
        for n, card in enumerate(cards[:4])
    ]
    parts = dict.fromkeys(cards[1:4], 0.4)
    terms = [
        {"says": sentence, "seat": 2, "cards": parts, "better": better, "error": 0.1}
        for sentence, better in says
    ]
    told = HINT | {"choices": choices, "terms": terms}
    page.evaluate("(hint) => { window.hint = hint }", told)
    press(page, "[name=hint]")
    page.wait_for_selector("dialog")
