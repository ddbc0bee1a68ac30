"""Presses that repeat, at any button of a table, and what the page sends because of them."""

from random import Random
from time import monotonic
from typing import Any, NamedTuple

from playwright.sync_api import Page

# What the page sends on sockets that acts, each with the number of presses before it; the buttons
# that were pressed, and the longest time from the end of a press to the next one.
NOTE = """
window.sent = [];
window.pressed = 0;
window.apart = 0;
window.hits = [];
let end = Infinity;
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, ({ isTrusted, timeStamp, target }) => {
    window.pressed += isTrusted;
    window.apart = Math.max(window.apart, timeStamp - end);
    window.hits.push(target.closest?.("button")?.name ?? "");
    end = timeStamp;
  }, true);
}
for (const kind of ["pointerup", "keyup"]) {
  addEventListener(kind, ({ timeStamp }) => { end = timeStamp }, true);
}
window.noted = () => {
  const { apart, hits } = window;
  window.apart = 0;
  window.hits = [];
  end = Infinity;
  return [apart, hits];
};
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const { type, action } = JSON.parse(text);
  if (["act", "undo", "next", "rest", "start", "back"].includes(type)) {
    window.sent.push([window.pressed, type, action ?? ""]);
  }
  return send.call(this, text);
};
"""
# Buttons of the table that can be pressed: a kind, a name, and a point at which nothing covers it.
TARGETS = """() => [...document.querySelectorAll(".felt button")].flatMap((e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  const card = e.matches(".hand *");
  const point = card ? [x + 12, y + 30] : [x + width / 2, y + height / 2];
  if (!e.contains(document.elementFromPoint(...point))) return [];
  const kind = card ? "card" : e.closest(".asked") ? "asked" : e.name;
  return [[kind, e.name, ...point]];
})"""
# each pace of the computers, and the speed of movements that goes with it
PACES = {"once": 0.0, "quick": 0.5, "calm": 1.0, "slow": 2.0}
# rounds without end, so that no match ends
ENDLESS: dict[str, dict[str, Any]] = {
    "straights": {"target": 1000},
    "hearts": {"target": 1000},
    "crazy-eights": {"target": 1000, "eights": "named", "players": 2},
}
KINDS = {"card": 12, "asked": 9, "pass": 9, "draw": 5, "stock": 2, "next": 9, "undo": 1, "rest": 1}
STILL = 760  # ms after which a press repeats nothing
SOON = 700  # ms in which it repeats the one before


class Target(NamedTuple):
    """A button at a point of the window."""

    kind: str
    name: str
    x: float
    y: float


class Sent(NamedTuple):
    """A message that acts, and the number of presses before it."""

    presses: int
    type: str
    action: str


def targets(page: Page) -> list[Target]:
    """What can be pressed, and may act."""
    return [target for one in page.evaluate(TARGETS) if (target := Target(*one)).kind in KINDS]


def sent(page: Page) -> list[Sent]:
    """What the page has sent that acts, which is then forgotten."""
    return [Sent(*one) for one in page.evaluate("() => window.sent.splice(0)")]


def pressed(page: Page) -> int:
    """How many presses the page has heard."""
    return int(page.evaluate("window.pressed"))


def noted(page: Page) -> tuple[float, list[str]]:
    """The longest time between two presses, in ms, and the names of the buttons pressed, which are
    then forgotten. A busy machine may press later than it was told to, or when a button has moved.
    """
    apart, hits = page.evaluate("window.noted()")
    return float(apart), list(hits)


def follows(target: Target, message: Sent) -> bool:
    """Whether a message may follow later from one press of a button: the further cards of a pass, a
    suit after its eight, a card drawn after another.
    """
    if message.type != "act":
        return False
    if target.kind == "pass":
        return len(message.action) == 2 or message.action == "pass"
    if target.kind == "asked":
        return message.action == {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}.get(
            target.name, target.name
        )
    return target.kind in ("draw", "stock") and message.action == "draw"


def wrong(target: Target, before: int, messages: list[Sent]) -> list[str]:
    """What the second press of a button has done, or the first one more than once."""
    late = [one for one in messages if one.presses > before + 1 and not follows(target, one)]
    first = [one for one in messages if one.presses == before + 1]
    more = [one for one in first[1:] if not follows(target, one)]
    other = [
        one
        for one in first
        if target.kind == "card" and (one.type, one.action) != ("act", target.name)
    ]
    return [f"{target}: {message}" for message in late + more + other]


class Doubles:
    """Double clicks on a table's buttons, at random ones, gaps and clicks' counts."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.dice = page, Random(seed)
        self.clicks = self.acted = 0
        self.wrong: list[str] = []

    def click(self, target: Target, gap: float) -> None:
        """Click twice, with so many milliseconds between."""
        mouse = self.page.mouse
        mouse.move(target.x, target.y)
        mouse.down()
        mouse.up()
        self.page.wait_for_timeout(gap)
        count = self.dice.choice((1, 2))  # what the system takes it for
        mouse.down(click_count=count)
        mouse.up(click_count=count)

    def one(self) -> bool:
        """One double click, and what follows; whether it could be made."""
        found = targets(self.page)
        if not found:
            self.page.wait_for_timeout(100)
            return False
        weights = [KINDS[target.kind] for target in found]
        target = self.dice.choices(found, weights)[0]
        before = pressed(self.page)
        held = self.chosen()
        noted(self.page)
        self.click(target, self.dice.uniform(50, 500))
        apart, hits = noted(self.page)
        self.page.wait_for_timeout(STILL)
        messages = sent(self.page)
        if apart >= SOON or hits[0] != target.name:
            return False
        self.clicks += 1
        self.acted += bool(messages)
        self.wrong += wrong(target, before, messages)
        more = self.chosen() - held
        if target.kind == "card" and more > 1:
            self.wrong.append(f"{target}: {more} cards are chosen")
        return True

    def chosen(self) -> int:
        """How many cards wait to be passed."""
        return self.page.locator("button.slot").count()

    def run(self, count: int, seconds: float) -> None:
        """So many double clicks, and more until one has acted, or until the time is over."""
        until = monotonic() + seconds
        while (self.clicks < count or not self.acted) and monotonic() < until:
            self.one()


def hold(page: Page, key: str, seconds: float, *, apart: int = 33, flag: bool = True) -> None:
    """Hold a key, which repeats; without the `flag` it is let go each time, as some switches do."""
    until = monotonic() + seconds
    while monotonic() < until:
        page.keyboard.down(key)
        page.wait_for_timeout(apart)
        if not flag:
            page.keyboard.up(key)
    page.keyboard.up(key)


def table(page: Page, game: str) -> Any:
    """Begin a match, and wait for the first turn."""
    page.get_by_role("button", name=f"Play {game}", exact=True).click()
    return page.wait_for_function("() => document.title.startsWith('Your turn')")
