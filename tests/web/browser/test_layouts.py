"""Every layout in every state of the games: nothing is covered or cut, nothing scrolls, fingers
find what they aim at, and the board does not move while a round is played.
"""

import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from parlour.cards import NAMES
from parlour.catalogue.lessons import lesson
from parlour.catalogue.registry import BUILT_IN, GAMES
from tests.support.browser.measure import BOARD, HELD, SCROLL, fits, whole
from tests.support.browser.moments import MATCHES, changed, match, moments, own, rounds, sheet
from tests.support.browser.scripted import leave, seat, show
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM

TOYS = ("bidding", "drawing")
HANDHELD = [
    (812, 375),
    (844, 390),
    (667, 375),
    (320, 568),
    (375, 812),
    (768, 1024),
    (1024, 768),
]
SCREENS = [(1280, 800), (1920, 1080), (2560, 1440), (700, 480), (960, 540), (1366, 650)]
SCREENS += [(667, 479), (699, 699), (700, 699), (1000, 700)]  # on both sides of a layout
# the size of large text at a table, by the window
LARGE = {(1440, 900): 19.8, (1280, 800): 17.6, (768, 1024): 16, (360, 640): 16, (844, 390): 16}
FEW = [(667, 375), (320, 568), (1280, 800)]  # the smallest of each layout
SAID = """() => {
  for (const seat of [0, 1]) socket.hear({ type: "said", seat, phrase: "well-played" });
}"""
# the seats and slots that meet the one to pass to, or each other
OVER = """() => {
  const of = (which) => [...document.querySelectorAll(which)].map((e) => [which, e]);
  const all = [...of(".to"), ...of(".slot"), ...of(".seats .seat")];
  const box = ([, e]) => e.getBoundingClientRect();
  return all.flatMap((one, n) => all.slice(n + 1).filter((other) => {
    const [a, b] = [box(one), box(other)];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
      && b.top < a.bottom - 1;
  }).map((other) => `${one[0]} meets ${other[0]}`));
}"""
DRAW = "() => void dispatchEvent(new Event('settings'))"  # at once, without a frame


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    """Games that `any_game.js` draws."""
    for toy in TOYS:
        GAMES[toy] = import_module(f"tests.sketches.{toy}")
    yield
    for toy in TOYS:
        del GAMES[toy]


@pytest.fixture(params=[True, False], ids=["touch", "mouse"], scope="module")
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """A page at a table, held in the hand or on a desk."""
    yield from watched(seat(chromium, touch=request.param))


FORCED = """async (value) => {
  const { src } = document.querySelector("script[type=module]");
  const { set } = await import(src.replace("start/server.js", "base/settings.js"));
  set("forced", value);
}"""


def watched(page: Page) -> Iterator[Page]:
    """The page, which in the end has nothing to complain of."""
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    page.context.close()
    assert not wrong, "\n".join(wrong)


def sizes(page: Page, *, few: bool) -> Iterator[str]:
    """Resize the page through the layouts; the name of each."""
    touch = page.evaluate("matchMedia('(pointer: coarse)').matches")
    every = HANDHELD if touch else SCREENS
    for width, height in [size for size in every if size in FEW or not few]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate(DRAW)
        yield f"{width}x{height}"


@pytest.mark.parametrize("name", MATCHES)
def test_nothing_is_covered_or_cut(page: Page, name: str) -> None:
    """In the lobby, while cards are passed and played, where a suit is to be named, at the ends,
    with the score sheet and a hint.
    """
    leave(page)
    assert faults(page, name) == []


def faults(page: Page, name: str) -> list[str]:
    """What is wrong in any state of a match."""
    wrong = []
    toy = name not in BUILT_IN
    touch = page.evaluate("matchMedia('(pointer: coarse)').matches")
    for moment in moments(match(name)):
        if toy and moment.like:
            continue
        show(page, moment.state)
        moment.then(page)
        for size in sizes(page, few=toy or moment.like):
            wrong += [f"{moment.name} {size}: {what}" for what in whole(page, touch=touch)]
        page.evaluate("document.querySelector('dialog')?.close()")
        if moment.name == "sheet":
            page.evaluate("document.querySelector('[name=close]').click()")
    return wrong


@pytest.fixture(scope="module")
def large(chromium: Browser) -> Iterator[Page]:
    """A page at a table in a browser with text of twice the usual size."""
    arguments = [*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=arguments)
    yield from watched(seat(browser, touch=False))
    browser.close()


@pytest.mark.parametrize("game", BUILT_IN)
def test_large_text_covers_and_cuts_nothing(large: Page, game: str) -> None:
    """It is as large as the window allows: as usual on a phone, larger by a quarter on a desk."""
    leave(large)
    wrong = []
    for moment in moments(match(game)):
        show(large, moment.state)
        moment.then(large)
        for (width, height), pixels in LARGE.items():
            large.set_viewport_size(ViewportSize(width=width, height=height))
            large.evaluate(DRAW)
            text = large.evaluate("getComputedStyle(document.documentElement).fontSize")
            assert float(text.removesuffix("px")) == pytest.approx(pixels)
            wrong += [f"{moment.name} {width}: {what}" for what in whole(large, touch=False)]
        large.evaluate("document.querySelector('dialog')?.close()")
        if moment.name == "sheet":
            large.evaluate("document.querySelector('[name=close]').click()")
    assert wrong == []


@pytest.mark.parametrize("name", ["wolfeschlegelsteinhausenberger", "W" * 30, "Wim " * 7 + "Wi"])
def test_a_long_name_covers_nothing(page: Page, name: str) -> None:
    """The cards of Hearts are passed to it."""
    leave(page)
    person = {"kind": "person", "name": name, "here": True}
    show(page, changed(own(rounds(match("hearts"))[0])[0], seat=person))
    expect(page.locator(".to b")).to_have_text(name)
    wrong = []
    for size in sizes(page, few=False):
        wrong += [f"{size}: {place}" for place in page.evaluate(OVER)]
    assert wrong == []


def test_a_name_in_hebrew_begins_at_its_right(page: Page) -> None:
    leave(page)
    person = {"kind": "person", "name": "\u05d0\u05d1\u05e8\u05d4\u05dd", "here": True}
    show(page, changed(match("straights")[1], seat=person))
    names = page.locator(".seats .who b:not(.score)")
    assert names.evaluate_all("(all) => all.map((e) => getComputedStyle(e).direction)") == [
        "rtl", "ltr", "ltr",
    ]  # fmt: skip


def test_who_has_passed_waits_without_a_clock(page: Page) -> None:
    """The others may still have to choose: who of them is a secret."""
    leave(page)
    person = {"kind": "person", "name": "Bo", "here": True}
    first = own(rounds(match("hearts"))[0])[0]
    timed = changed(first, room={"clock": 30000, "limit": 60}, seat=person)
    show(page, timed)
    expect(page.locator(".seat .clock")).to_have_count(2)
    show(page, changed(timed, view={"legal": []}))
    expect(page.locator(".seat .clock")).to_have_count(1)
    expect(page.locator(".seats .clock")).to_have_count(1)


TAUGHT = """(lesson) => localStorage.setItem("parlour.tables",
  JSON.stringify([{ table: "T", key: "K", lesson }]))"""


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_lesson_covers_nothing(page: Page, game: str) -> None:
    """Its longest sentence in the first round, whatever the table shows; the last one at the
    round's end.
    """
    guided = lesson(game)
    assert guided
    said = [len(step.says) for step in guided.steps]
    page.evaluate(TAUGHT, {"told": [], "now": said.index(max(said)), "move": 99})
    leave(page)
    wrong = []
    touch = page.evaluate("matchMedia('(pointer: coarse)').matches")
    for moment in moments(match(game)):
        view = moment.state[1]["view"]
        # The others are computers.
        if view["number"] != 1 or moment.name in ("lobby", "away", "kept"):
            continue
        first = {"undo": None} if view["move"] == 0 else {}
        show(page, changed(moment.state, view=first))
        page.wait_for_selector(".lesson p", state="attached")
        moment.then(page)
        for size in sizes(page, few=True):
            wrong += [f"{moment.name} {size}: {what}" for what in whole(page, touch=touch)]
        page.evaluate("document.querySelector('dialog')?.close()")
    page.evaluate(TAUGHT)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", MATCHES)
def test_a_phrase_covers_nothing(page: Page, name: str) -> None:
    """Of the viewer and of another person, in the lobby and in a round."""
    leave(page)
    states = match(name)
    person = {"kind": "person", "name": "Bo", "here": True}
    wrong = []
    touch = page.evaluate("matchMedia('(pointer: coarse)').matches")
    turns = own(rounds(states)[0])
    for state in (states[0], turns[0], turns[len(turns) // 2]):
        show(page, changed(state, seat=person))
        where = ".guests li" if state is states[0] else ".remark"
        for size in sizes(page, few=name not in BUILT_IN):
            page.evaluate(SAID)
            said = page.locator(where, has_text="Well played").filter(visible=True)
            said.nth(1).wait_for()
            wrong += [f"{size}: {what}" for what in whole(page, touch=touch)]
            assert said.count() == 2
    assert wrong == []


@pytest.mark.parametrize("name", [*BUILT_IN, "bidding", "drawing"])
def test_the_board_never_moves(page: Page, name: str) -> None:
    """Through a whole round: the hand falls from two rows to one, sentences come and go, suits are
    named.
    """
    leave(page)
    played = rounds(match(name))[0]
    played = [state for n, state in enumerate(played) if state[1]["view"]["legal"] or not n % 8]
    page.evaluate("(states) => { window.states = states }", played)
    show(page, played[0])
    for size in sizes(page, few=True):
        places = page.evaluate(
            f"""async () => {{
              const found = {{}};
              for (const [room, view] of states) {{
                await feed({{ room, view }});
                for (const place of ({BOARD})()) found[place.split(" ")[0]] ??= [];
                for (const place of ({BOARD})()) {{
                  const known = found[place.split(" ")[0]];
                  if (!known.includes(place)) known.push(place);
                }}
              }}
              return found;
            }}"""
        )
        assert ".middle" in places
        assert {which: len(spots) for which, spots in places.items()} == dict.fromkeys(places, 1), (
            size,
            places,
        )


@pytest.mark.parametrize("many", [13, 26, 37, 39])
def test_a_phone_shows_many_cards(page: Page, many: int) -> None:
    """Of a hand that has drawn: in three rows, a finger's width of each."""
    leave(page)
    state = own(rounds(match("drawing"))[0])[0]
    table = state[1]["view"]["table"] | {"hand": list(NAMES[:many])}
    page.set_viewport_size(ViewportSize(width=375, height=812))
    show(page, changed(state, view={"table": table}))
    page.evaluate(DRAW)
    assert page.evaluate(HELD) == many
    fits(page)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_an_only_card_says_that_it_plays_itself(chromium: Browser, game: str, locale: str) -> None:
    """Where it does, in the smallest window of each layout."""
    page = seat(chromium, touch=True, locale=locale)
    turns = own(match(game))
    state = next(
        turn for turn in turns if re.match("^.[SHDC]$", ",".join(turn[1]["view"]["legal"]))
    )
    show(page, state)
    status, says = page.locator(".status"), "wait, or tap it" if locale[:2] == "en" else "Warte"
    expect(status).not_to_contain_text(says)
    page.evaluate(FORCED, "on")
    expect(status).to_contain_text(says)
    wrong = [
        f"{size}: {what}" for size in sizes(page, few=True) for what in whole(page, touch=True)
    ]
    assert not wrong, "\n".join(wrong)
    page.context.close()


# each part of the table: where it is in the page, which may be scrolled, and how large
PLACES = """() => [...document.querySelectorAll(".t *")].map((e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  const name = e.getAttribute("class") ?? e.tagName;
  return [name, ...[x, y + scrollY, width, height].map(Math.round)].join(" ");
})"""


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_narrow_and_low_window_is_scrolled(page: Page, game: str) -> None:
    """Its table is that of the lowest upright phone (a desktop's page at 400 % is of this size)."""
    leave(page)
    first = own(rounds(match(game))[0])
    for state in (first[0], first[len(first) // 2]):
        show(page, state)
        for width, low in ((320, 256), (427, 341), (559, 300)):
            page.set_viewport_size(ViewportSize(width=width, height=544))
            page.evaluate(DRAW)
            upright = page.evaluate(PLACES)
            page.set_viewport_size(ViewportSize(width=width, height=low))
            page.evaluate(DRAW)
            assert page.evaluate(PLACES) == upright
            across, down, _ = page.evaluate(SCROLL)
            assert (across, down) == (0, 544 - low)
            page.evaluate("scrollTo(0, 1000)")
            assert page.evaluate("scrollY") == 544 - low


# the width of the hand's last card, as it is first drawn for a state, and when it is drawn again
WIDTHS = f"""async (state) => {{
  const width = () => [...document.querySelectorAll(".held")].at(-1)?.offsetWidth;
  await feed(state);
  while (!width()) await new Promise(requestAnimationFrame);
  const first = width();
  ({DRAW})();
  return [first, width()];
}}"""


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_lesson_has_its_place_at_once(page: Page, game: str) -> None:
    """The hand is not drawn for a table without it first."""
    page.set_viewport_size(ViewportSize(width=320, height=568))
    room, view = own(rounds(match(game))[0])[0]
    page.evaluate(TAUGHT, {"told": [], "now": 0, "move": 99})
    leave(page)
    first, later = page.evaluate(WIDTHS, {"room": room, "view": view})
    assert first == later
    page.evaluate(TAUGHT)


def test_the_score_sheet_begins_at_the_latest_round(page: Page) -> None:
    """And stays where it is scrolled to, until it is opened anew."""
    leave(page)
    page.set_viewport_size(ViewportSize(width=667, height=375))
    state = own(rounds(match("straights"))[0])[0]
    long = changed(state, view={"sheet": [[1, 2, 3, 4]] * 30, "totals": [30, 60, 90, 120]})
    show(page, changed(long, view={"number": 31}))
    rows = page.locator(".rounds tbody tr")
    for _ in range(2):
        sheet(page)
        expect(rows.last).to_contain_text("31")
        expect(rows.last).to_be_in_viewport(ratio=0.9)
        rows.first.scroll_into_view_if_needed()
        page.evaluate(DRAW)
        expect(rows.first).to_be_in_viewport(ratio=0.9)
        page.evaluate("document.querySelector('[name=close]').click()")
