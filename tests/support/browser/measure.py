"""Whether a phone's table fits its screen, and whether fingers hit what they aim at."""

from playwright.sync_api import Page

LEAST = 44  # px of a target, and of one side of a card
STRIP = 24  # of a card's other side

# What each control shows to a finger: the extent of the points at which it is hit. Under a panel
# nothing is to be hit.
TARGETS = """() => {
  const found = [];
  const over = document.querySelector(".panel:not([hidden])") ? "main.felt > :not(.panel)" : "none";
  const points = (from, to) =>
    [...Array(Math.ceil((to - from) / 4)).keys()].map((n) => from + 1 + 4 * n).concat(to - 1);
  for (const e of document.querySelectorAll("button, a[href], input, select, summary")) {
    if (!e.checkVisibility() || e.closest(over)) continue;
    const { left, top, right, bottom } = e.getBoundingClientRect();
    const [xs, ys] = [[], []];
    for (const y of points(top, bottom)) for (const x of points(left, right)) {
      const hit = document.elementFromPoint(x, y);
      if (hit && e.contains(hit)) xs.push(x), ys.push(y);
    }
    const extent = (values) =>
      values.length ? Math.round(Math.max(...values) - Math.min(...values) + 2) : 0;
    const name = e.getAttribute("aria-label") ?? e.innerText ?? e.type;
    const card = Boolean(e.closest('[aria-label="Your hand"]'));
    found.push({ name, card, width: extent(xs), height: extent(ys) });
  }
  return found;
}"""
SCROLL = """() => {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.scrollingElement;
  const rooms = document.querySelectorAll("main, .middle, .seats, .hand, .foot, .line");
  const inside = [...rooms].filter((e) =>
    e.checkVisibility() && getComputedStyle(e).overflow !== "visible" &&
    (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1));
  return [scrollWidth - clientWidth, scrollHeight - clientHeight, inside.map((e) => e.className)];
}"""
OUTSIDE = """() => [...document.querySelectorAll("main *, header *")].filter((e) => {
  if (!e.checkVisibility() || e.closest(".unseen, .panel, svg")) return false;
  const { left, right, top, bottom, width, height } = e.getBoundingClientRect();
  const out = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  return width && height && out;
}).map((e) => e.outerHTML.slice(0, 80))"""


def fits(page: Page) -> None:
    """Nothing scrolls or leaves the screen; every control and card that is not under something else
    has room for a finger.
    """
    assert page.evaluate(SCROLL) == [0, 0, []]
    assert page.evaluate(OUTSIDE) == []
    assert [target for target in page.evaluate(TARGETS) if too_small(**target)] == []


def too_small(*, name: str, card: bool, width: int, height: int) -> bool:
    return max(width, height) < LEAST or min(width, height) < (STRIP if card else LEAST)
