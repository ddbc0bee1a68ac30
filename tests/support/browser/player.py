"""Who plays at the page: it reads names and what is disabled, as everybody can, and uses a mouse,
fingers or keys.
"""

from collections.abc import Callable
from math import dist
from time import monotonic
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Expired

SOON = 2000  # ms in which what is seen can be pressed
REPEATED = 0.75  # s; a press of the same place or key in that time counts as a repeated one
NEAR = 40  # px
RANKS = {"ace": "a", "jack": "j", "queen": "q", "king": "k", "10": "0"}

# What the page shows: whose turn it is, the cards of the hand, the buttons of the table, what has
# ended, how many cards a trick has, and what else changes while others play.
LOOK = """() => {
  const seen = (e) => e.checkVisibility();
  const name = (e) => (e.getAttribute("aria-label") ?? e.innerText).trim();
  const all = (root, what) => [...root.querySelectorAll(what)].filter(seen);
  const pair = (e) => [name(e), e.getAttribute("aria-disabled") !== "true"];
  const hand = document.querySelector('[aria-label="Your hand"]');
  const main = document.querySelector("main") ?? document.body;
  const panel = document.querySelector(".panel:not([hidden])");
  return {
    yours: document.title.startsWith("Your turn"),
    hand: hand ? all(hand, "button").map(pair) : [],
    buttons: all(main, "button").filter((e) => !hand?.contains(e)).map(pair),
    status: document.querySelector(".status")?.innerText ?? "",
    panel: panel?.querySelector("h2")?.innerText ?? "",
    rows: (panel ? all(panel, "tbody tr") : []).map((row) =>
      [...row.children].map((e) => e.innerText.trim())),
    trick: document.querySelectorAll(".cross [data-card]").length,
    board: [...document.querySelectorAll(".seats, .middle, .middle [data-card]")]
      .map((e) => e.dataset.card ?? e.innerText).join(),
  };
}"""


class Look(NamedTuple):
    """What the page shows now."""

    yours: bool
    hand: list[tuple[str, bool]]
    buttons: list[tuple[str, bool]]
    status: str
    panel: str
    rows: list[list[str]]
    trick: int
    board: str  # the others' seats, and the middle

    @property
    def playable(self) -> list[str]:
        """Cards of the hand that are not dimmed, by what they are called."""
        return [name for name, may in self.hand if may]

    def button(self, *starts: str) -> str:
        """A button that can be pressed and whose name begins so, or nothing."""
        return next((name for name, may in self.buttons if may and name.startswith(starts)), "")

    @property
    def sending(self) -> bool:
        """Whether the three cards are on their way."""
        return any(name.startswith("Pass these three") and not may for name, may in self.buttons)


def look(page: Page) -> Look:
    return _seen(page.evaluate(LOOK))


def _seen(told: Any) -> Look:
    pairs = {what: [(name, may) for name, may in told[what]] for what in ("hand", "buttons")}
    return Look(**told | pairs)


def changed(page: Page, before: Look) -> Look:
    """Wait until the page shows something else."""
    try:
        page.wait_for_function(
            f"(before) => JSON.stringify(({LOOK})()) !== before", arg=_text(page, before)
        )
    except Expired:
        said = page.evaluate("() => document.body.innerText")
        raise AssertionError(f"Nothing follows: {before}\n{said}") from None
    return look(page)


def _text(page: Page, shown: Look) -> str:
    return str(page.evaluate("(shown) => JSON.stringify(shown)", shown._asdict()))


class Hand:
    """How somebody acts; this one has a mouse."""

    vain = ""  # why the last attempt failed, if any did
    AT = (12, 30)  # in a card: the strip that its neighbours leave free

    def __init__(self, page: Page) -> None:
        self.page = page
        self.last: tuple[Any, float] = (None, 0.0)  # the place or the key of the last press

    def touch(self, what: Locator, at: tuple[int, int] | None, timeout: float | None) -> None:
        """Press a part of an element, or its middle."""
        position = at and {"x": at[0], "y": at[1]}
        what.click(position=position, timeout=timeout)  # type: ignore[arg-type]

    def meant(self, same: Callable[[Any], bool], what: Any) -> None:
        """Before what was pressed last is pressed again, wait until that is no repetition."""
        last, when = self.last
        if last is not None and same(last):
            self.page.wait_for_timeout(max(0.0, 1000 * (when + REPEATED - monotonic())))
        self.last = what, monotonic()

    def point(
        self, what: Locator, at: tuple[int, int] | None = None, timeout: float | None = None
    ) -> None:
        """Press an element where it is; one that is being drawn anew is waited for."""
        what.wait_for(timeout=timeout)
        if not (box := what.bounding_box(timeout=timeout)):
            self.touch(what, at, timeout)
            return
        x, y = at or (box["width"] / 2, box["height"] / 2)
        place = box["x"] + x, box["y"] + y
        self.meant(lambda last: dist(last, place) < NEAR, place)
        self.touch(what, at, timeout)
        self.last = place, monotonic()

    def press(self, name: str) -> None:
        """A control of the page."""
        self.point(self.page.get_by_role("button", name=name, exact=True).first)

    def card(self, name: str) -> None:
        """A card of the hand."""
        hand = self.page.get_by_label("Your hand")
        self.point(hand.get_by_role("button", name=name, exact=True), self.AT, SOON)

    def main(self, name: str) -> None:
        """The one button that the table offers."""
        self.press(name)

    def suit(self, name: str) -> None:
        """The suit that an eight asks for."""
        self.press(name)


class Finger(Hand):
    """A touch."""

    def touch(self, what: Locator, at: tuple[int, int] | None, timeout: float | None) -> None:
        position = at and {"x": at[0], "y": at[1]}
        what.tap(position=position, timeout=timeout)  # type: ignore[arg-type]


class Keys(Hand):
    """Keys alone."""

    def reach(self, name: str) -> None:
        """Go on with Tab until what has the focus is called so."""
        met: list[str] = []
        for _ in range(80):
            self.page.keyboard.press("Tab")
            self.last = "Tab", monotonic()
            met.append(self.page.evaluate(FOCUSED))
            if met[-1] == name:
                return
        raise AssertionError(f"Tab does not reach {name}, but {met}")

    def type(self, *keys: str) -> None:
        for key in keys:
            self.meant(key.__eq__, key)
            self.page.keyboard.press(key)

    def press(self, name: str) -> None:
        self.reach(name)
        self.type("Enter")

    def card(self, name: str) -> None:
        rank, suit = name.split(" of ")
        self.type(suit[0], RANKS.get(rank, rank), "Enter")

    def main(self, _name: str) -> None:
        self.type("x")

    def suit(self, name: str) -> None:
        self.type(name[0].lower())


FOCUSED = """() => {
  const e = document.activeElement;
  const labels = [...e.labels ?? []].map((label) => label.innerText).join(" ");
  return (e.getAttribute("aria-label") || labels || e.innerText || "").trim().split("\\n")[0];
}"""


def turn(hand: Hand, shown: Look) -> bool:
    """Do what the page asks for, if it asks for anything."""
    if start := shown.button("Pass these three", "Draw", "Pass"):
        hand.main(start)
    elif bid := shown.button("Bid "):
        hand.press(bid)
    elif suit := shown.button("Spades", "Hearts", "Diamonds", "Clubs"):
        hand.suit(suit)
    elif shown.yours and shown.playable and not shown.sending:
        hand.card(shown.playable[-1])
    else:
        return False
    return True


def go_on(hand: Hand, shown: Look) -> Look:
    """One turn, or one of another's; what is shown then."""
    try:
        turn(hand, shown)
    except Expired as why:  # it went away before it could be pressed
        hand.vain = str(why)
        return look(hand.page)
    return changed(hand.page, shown)


def play(
    hand: Hand,
    *,
    rounds: int = 99,
    most: int = 400,
    each: Callable[[Page], None] = lambda _page: None,
) -> Look:
    """Play until the match is over, or so many rounds are; what is shown then."""
    hand.page.get_by_label("Your hand").wait_for()
    shown = look(hand.page)
    vain = 0  # attempts in a row
    for _ in range(most):
        each(hand.page)
        if shown.button("Rematch"):
            return shown
        if not shown.button("Next round"):
            before, shown = shown, go_on(hand, shown)
            vain = vain + 1 if shown == before else 0
            if vain == 5:
                break
            continue
        rounds -= 1
        if not rounds:
            return shown
        hand.main("Next round")
        shown = changed(hand.page, shown)
    raise AssertionError(f"No end: {shown}\n{hand.vain}")
