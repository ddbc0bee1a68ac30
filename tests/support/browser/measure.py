"""Whether a phone's table fits its screen, and whether fingers hit what they aim at."""

from playwright.sync_api import Page

LEAST = 44  # px of a target, and of one side of a card
STRIP = 24  # of a card's other side

# What each control shows to a finger: the extent of the points at which it is hit. Under a panel
# nothing is to be hit.
TARGETS = """() => {
  const found = [];
  const over = document.querySelector(".panel:not([hidden])") ? "main.felt > :not(.panel)" : "none";
  const points = (from, to, step) => [...Array(Math.ceil((to - from) / step)).keys()]
    .map((n) => from + 1 + step * n).concat(to - 1);
  for (const e of document.querySelectorAll("button, a[href], input, select, summary")) {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest(over)) continue;
    const { left, top, right, bottom } = e.getBoundingClientRect();
    const [xs, ys] = [[], []];
    for (const y of points(top, bottom, 4)) for (const x of points(left, right, 2)) {
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


HELD = "() => document.querySelectorAll('.held').length"


def fits(page: Page, most: int = 52) -> None:
    """Nothing scrolls or leaves the screen; every control and card that is not under something else
    has room for a finger. A hand of more than `most` cards is not measured.
    """
    # at one moment, since the hand may grow meanwhile
    measures = ", ".join(f"({measure})()" for measure in (HELD, SCROLL, OUTSIDE, TARGETS))
    held, scroll, outside, targets = page.evaluate(f"() => [{measures}]")
    if held > most:
        return
    assert scroll == [0, 0, []]
    assert outside == []
    assert [target for target in targets if too_small(**target)] == []


def too_small(*, name: str, card: bool, width: int, height: int) -> bool:  # noqa: ARG001
    return max(width, height) < LEAST or min(width, height) < (STRIP if card else LEAST)


# What is wrong with what is seen: the dialog, the score sheet or the panel that is open, else the
# table. Sentences, cards and buttons are within the screen and within what cuts them off; no two of
# them share a place, except cards of one fan and what is within each other.
WHOLE = """(least) => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const top = ["dialog[open]", ".shade:not([hidden]) + aside", ".panel:not([hidden])", ".t"]
    .map((which) => document.querySelector(which)).find((e) => e && seen(e));
  const wrong = [];
  const say = (...words) => wrong.push(words.join(" "));
  const named = (e) =>
    `${e.className || e.tagName} "${(e.ariaLabel ?? e.textContent).slice(0, 30)}"`;
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.scrollingElement;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) say("the page scrolls");

  const outside = (one, { left, top, right, bottom }, slack) =>
    one.left < left - slack || one.top < top - slack
      || one.right > right + slack || one.bottom > bottom + slack;
  const things = [];
  const add = (kind, e, box) => {
    if (box.width < 1 || box.height < 1) return;
    const { left, top, right, bottom } = box;
    things.push({ kind, e, left, top, right, bottom, fan: e.closest(FANS) });
  };
  const FANS = ".hand, .thrown, .fan, .backs, .stack, .ring";
  const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node; node = walk.nextNode();) {
    const e = node.parentElement;
    if (!node.data.trim() || !seen(e) || e.closest(".unseen, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const scrolled = e.closest(".rounds")?.getBoundingClientRect();
    for (const box of range.getClientRects()) {
      if (scrolled && outside(box, scrolled, 0)) continue;
      add("text", e, box);
    }
  }
  for (const e of top.querySelectorAll("button, a[href], input")) {
    if (seen(e) && !e.closest(".hand")) add("button", e, e.getBoundingClientRect());
  }
  for (const e of top.querySelectorAll("[data-card]")) {
    if (seen(e)) add("card", e, e.getBoundingClientRect());
  }
  for (const e of top.querySelectorAll(".cross, .ring, .tracks, .piles, .passing")) {
    if (seen(e)) add("board", e, e.getBoundingClientRect());
  }

  const known = new Map();
  const cutting = (box) => {
    if (known.has(box)) return known.get(box);
    const { overflowX, overflowY, display } = getComputedStyle(box);
    const cuts = (overflowX !== "visible" || overflowY !== "visible")
      && !["inline", "contents"].includes(display)
      && !box.matches("input, .rounds, dialog, svg");
    known.set(box, cuts ? box.getBoundingClientRect() : null);
    return known.get(box);
  };
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const one of things) {
    if (outside(one, screen, 1)) say(one.kind, named(one.e), "is not on the screen");
    if (one.kind === "board") {
      const middle = document.querySelector(".middle").getBoundingClientRect();
      if (outside(one, middle, 1)) say("the board leaves its place:", named(one.e));
    }
    for (let box = one.e; box && box !== top.parentElement; box = box.parentElement) {
      const cut = cutting(box);
      if (cut && outside(one, cut, 2)) {
        say(one.kind, named(one.e), "is cut by", box.className || box.tagName);
      }
    }
  }

  const meet = (one, other) => {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > 2 && height > 2;
  };
  const boxes = things.filter(({ kind }) => kind !== "board");
  boxes.forEach((one, n) => {
    for (const other of boxes.slice(n + 1)) {
      if (!meet(one, other) || one.e.contains(other.e) || other.e.contains(one.e)) continue;
      if (one.fan && one.fan === other.fan) continue;
      if (one.e.parentElement === other.e.parentElement && one.kind === "text"
        && other.kind === "text") continue;
      say(one.kind, named(one.e), "and", other.kind, named(other.e), "share a place");
    }
  });

  // A button is found at 27 points of it; one's own cards have a measure of their own.
  for (const { kind, e, left, top, right, bottom } of things) {
    if (kind !== "button" || e.closest(".stack")) continue;
    const edge = 2 + 0.3 * parseFloat(getComputedStyle(e).borderTopLeftRadius); // round corners
    let missed = 0;
    for (let n = 0; n < 27; n++) {
      const x = left + edge + (right - left - 2 * edge) * (n % 9) / 8;
      const y = top + edge + (bottom - top - 2 * edge) * Math.floor(n / 9) / 2;
      if (!e.contains(document.elementFromPoint(x, y))) missed++;
    }
    if (missed) say("button", named(e), "is missed at", missed, "of 27 points");
    if (Math.min(right - left, bottom - top) < least - 0.5) say("button", named(e), "is too small");
  }
  // A card shows at least 24 px of one side to a finger, and enough of the other.
  for (const e of least ? top.querySelectorAll(".hand button") : []) {
    const { left, top: y, right, bottom } = e.getBoundingClientRect();
    const shown = (from, to, at) => {
      let count = 0;
      for (let n = from + 1; n < to; n += 3) if (e.contains(at(n))) count += 3;
      return count;
    };
    const across = shown(left, right, (n) => document.elementFromPoint(n, y + 14));
    const down = shown(y, bottom, (n) => document.elementFromPoint(left + 10, n));
    if (Math.min(across, down) < 21 || Math.max(across, down) < least - 2) {
      say("card", named(e), `shows ${across} by ${down}`);
    }
  }
  const rooms = top.querySelectorAll(".middle, .seats, .hand, .foot, .line, .asked, .bar, .panel");
  for (const e of [top, ...rooms]) {
    const { overflowY } = getComputedStyle(e);
    if (!seen(e) || overflowY === "visible" || e.matches("dialog, aside")) continue;
    if (e.scrollHeight > e.clientHeight + 1) say(e.className, "scrolls or is cut");
  }
  return wrong;
}"""
# Where the board is: the middle of the table and what always lies there.
BOARD = """() => [".middle", ".tracks", ".cross", ".ring", ".piles"].flatMap((which) => {
  const e = document.querySelector(which);
  if (!e) return [];
  const { x, y, width, height } = e.getBoundingClientRect();
  return [[which, ...[x, y, width, height].map(Math.round)].join(" ")];
})"""


def whole(page: Page, *, touch: bool) -> list[str]:
    """What is wrong with what the page shows; with fingers, also what is too small for them."""
    wrong: list[str] = page.evaluate(WHOLE, LEAST if touch else 0)
    return wrong
