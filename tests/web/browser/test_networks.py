"""Networks that do not do what they should: the page says what is true, and goes on by itself."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.player import Hand, go_on, look, play
from tests.support.browser.program import Program
from tests.support.faulty import REFUSALS, Faulty
from tests.web.browser.conftest import Guest
from tests.web.browser.test_matches import TITLES
from tests.web.browser.test_together import ONE_ROUND, join, make, named, play_together

STRIPPED = "This address forwards no WebSockets: tell its operator."
PORTAL = "This network answers with a page of its own: sign in to it first."
LATE = "The server does not answer yet."
GONE = "The server does not answer. Trying again."
PART = "A part of this page has not come yet."
POLLED = "parlour: Pages play over plain requests"
LONG = {game: {"target": 1000} for game in TITLES}
# what a browser says of such networks
EXPECTED = re.compile(
    r"WebSocket connection to|Failed to load resource|net::ERR_|Failed to load module script|"
    r"WebSocket is closed|Refused to apply style|MIME type|Service worker registration|"
    r"thrown: The requested module|thrown: .* or unexpected token|bad HTTP response code|"
    r"can.t establish a connection|Loading module from"
)


class Traveller(Guest):
    """A guest whose browser may say that the network fails."""

    def expects(self, said: str) -> bool:
        return bool(EXPECTED.search(said))


@pytest.fixture(scope="module")
def reached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program(tmp_path_factory.mktemp("reached")) as program:
        program.expected += (POLLED,)
        yield program


@pytest.fixture
def net(reached: Program) -> Iterator[Faulty]:
    network = Faulty(reached.port)
    yield network
    network.stop()


@pytest.fixture
def travel(chromium: Browser, net: Faulty) -> Iterator[Traveller]:
    traveller = Traveller(chromium, net.origin)
    yield traveller
    traveller.close()


def seated(travel: Traveller, game: str = "Straights", **options: Any) -> Page:
    page = travel(rules=LONG, **options)
    Hand(page).press(f"Play {game}")
    page.get_by_label("Your hand").get_by_role("button").first.wait_for()
    return page


@pytest.mark.parametrize("game", TITLES)
def test_a_round_over_requests_alone(
    travel: Traveller, net: Faulty, reached: Program, game: str
) -> None:
    """Through a proxy that forwards no upgrade, with a hint and the next round."""
    net.mode = "strip"
    page = seated(travel, TITLES[game])
    hand = Hand(page)
    expect(page.get_by_text(STRIPPED)).to_be_visible()
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    hand.press("Hint")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("p").first).to_have_text(re.compile(r"\w+ \w+.*\.$"), timeout=60000)
    page.keyboard.press("Escape")
    assert play(hand, rounds=1).button("Next round")
    assert net.sockets == 0
    view = reached.view(page.url)
    assert view["points"]
    hand.press("Next round")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    assert reached.view(page.url)["number"] == 2
    assert any(line.startswith(POLLED) for line in reached.said)


@pytest.mark.parametrize("mode", [*REFUSALS, "dumb", "brief"])
def test_sockets_that_do_not_get_through(travel: Traveller, net: Faulty, mode: str) -> None:
    """However a proxy treats them, the table is played; and by a socket once one gets through."""
    net.mode, net.seconds = mode, 0.3
    page = seated(travel)
    hand = Hand(page)
    shown = look(page)
    for _ in range(3):
        shown = go_on(hand, shown)
    expect(page.get_by_text(STRIPPED)).to_be_visible(timeout=30000)
    before, net.mode = net.sockets, "good"
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.get_by_text(STRIPPED)).to_be_hidden()
    assert net.sockets == before + 1
    lines = sum("/lines" in path for path in net.asked)
    for _ in range(3):
        shown = go_on(hand, shown)
    assert sum("/lines" in path for path in net.asked) <= lines + 1  # its end


def test_an_older_browser_plays_over_requests_alone(
    travel: Traveller, net: Faulty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as Safari 16."""
    monkeypatch.setattr(
        travel, "prepare", lambda page: page.add_init_script("delete AbortSignal.any")
    )
    net.mode = "strip"
    page = seated(travel)
    hand = Hand(page)
    shown = look(page)
    for _ in range(3):
        shown = go_on(hand, shown)


def test_undo_over_requests_alone(travel: Traveller, net: Faulty) -> None:
    net.mode = "strip"
    page = seated(travel)
    hand = Hand(page)
    shown = look(page)
    while not shown.yours or len(shown.playable) < 2:
        shown = go_on(hand, shown)
    hand.card(shown.playable[0])
    cards = page.locator(".hand button")
    expect(cards).to_have_count(len(shown.hand) - 1)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(cards).to_have_count(len(shown.hand))
    assert look(page).hand == shown.hand


def test_friends_over_requests_alone(travel: Traveller, net: Faulty) -> None:
    """One makes a table, one joins, one watches, and all see the same."""
    net.mode = "strip"
    ada = travel(rules=ONE_ROUND)
    link, watch = make(ada, "Crazy Eights")
    bea = travel(link)
    join(bea)
    cy = travel(watch)
    expect(cy.get_by_text("You are watching.")).to_be_visible()
    shown = play_together([ada, bea])
    assert named(shown[0], "Ada") == named(shown[1], "Bea")
    bea.get_by_role("button", name="Rematch").click()
    expect(ada.get_by_text("Ready: Bea.")).to_be_visible()
    bea.close()
    assert net.sockets == 0


def test_a_network_that_is_silent(travel: Traveller, net: Faulty) -> None:
    """A card that was played meanwhile is sent, once."""
    page = seated(travel)
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    shown = look(page)
    net.mode = "silent"
    Hand(page).card(shown.playable[0])
    expect(page.get_by_text(LATE)).to_be_visible()
    expect(page.get_by_text(GONE)).to_be_visible(timeout=20000)
    net.mode = "good"
    hand = page.get_by_label("Your hand").get_by_role("button")
    expect(hand).to_have_count(len(shown.hand) - 1, timeout=30000)
    expect(page.get_by_text(GONE)).to_be_hidden()


@pytest.mark.parametrize("mode", ["portal", "511", "redirect"])
def test_a_network_with_a_page_of_its_own(travel: Traveller, net: Faulty, mode: str) -> None:
    """Home and a table say so; afterwards both go on."""
    page = seated(travel)
    net.mode = mode
    net.drop()
    expect(page.get_by_text(PORTAL)).to_be_visible(timeout=20000)
    net.mode = "good"
    expect(page.get_by_text(PORTAL)).to_be_hidden(timeout=20000)


@pytest.mark.parametrize("game", ["Hearts", "Crazy Eights"])
def test_a_game_is_played_without_its_style(travel: Traveller, net: Faulty, game: str) -> None:
    net.chosen = re.compile(r"/games/[\w-]+/page\.css$").search
    net.mode = "half"
    seated(travel, game)


def test_what_cut_requests_too_says_nothing_about_sockets(travel: Traveller, net: Faulty) -> None:
    """Nothing comes for a while; then a request is answered before a socket, which is tried."""
    page = seated(travel)
    begun = len(net.asked)
    answers: list[str] = []

    def fails(path: str) -> bool:
        sockets = sum(asked.endswith("/socket") for asked in net.asked[begun:])
        if sockets > 1 and path.endswith("/view"):
            answers.append(path)
        return not answers

    net.chosen, net.mode = fails, "half"
    before = net.sockets
    net.drop()
    expect(page.get_by_text(GONE)).to_be_visible()
    expect(page.get_by_text(GONE)).to_be_hidden(timeout=30000)
    for _ in range(40):
        if net.sockets > before:
            break
        page.wait_for_timeout(50)
    assert net.sockets == before + 1
    expect(page.get_by_text(STRIPPED)).to_be_hidden()


def test_what_is_said_of_a_network_stays_until_the_next_answer(
    travel: Traveller, net: Faulty, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare(page: Page) -> None:
        page.clock.install()
        page.add_init_script("Math.random = () => 0.99")  # the longest pauses

    monkeypatch.setattr(travel, "prepare", prepare)
    net.chosen, net.mode = (lambda path: path.endswith("/api/games")), "missing"
    page = travel("/")
    expect(page.get_by_text(GONE)).to_be_visible()
    asked = len(net.asked)
    page.clock.run_for(1600)
    while len(net.asked) == asked:
        page.wait_for_timeout(20)
    page.wait_for_timeout(300)
    page.clock.run_for(2200)
    assert page.get_by_text(LATE).count() == 0


KEPT = "async () => (await caches.keys()).filter((name) => name.startsWith('parlour.'))"
ACTIVE = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"


def kept(travel: Traveller, **options: Any) -> Page:
    """A page whose files the service worker keeps."""
    page = seated(travel, service_workers="allow", **options)
    page.wait_for_function(ACTIVE, timeout=20000)
    return page


@pytest.mark.parametrize(
    ("mode", "said"),
    [("silent", LATE), ("portal", PORTAL), ("redirect", PORTAL), ("511", PORTAL), ("502", GONE)],
)
def test_the_kept_page_opens(travel: Traveller, net: Faulty, mode: str, said: str) -> None:
    """Home and the table open from what is kept, say what is true, and go on."""
    page = kept(travel)
    net.mode = mode
    net.drop()
    page.reload(wait_until="commit")
    expect(page.get_by_text(said)).to_be_visible()
    page.goto(net.origin, wait_until="commit")
    expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    net.mode = "good"
    expect(page.get_by_role("button", name="Play Straights")).to_be_visible(timeout=30000)
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_label("Your hand")).to_be_visible()


def test_a_strange_page_is_never_kept(travel: Traveller, net: Faulty) -> None:
    """Though it answers every request while the page is being kept."""
    net.chosen = lambda path: path.endswith("files.json")
    net.mode = "missing"
    page = seated(travel, service_workers="allow")
    page.wait_for_timeout(0)
    page.wait_for_function("async () => (await caches.keys()).length === 1", timeout=20000)
    net.mode = "portal"
    net.drop()
    registered = """async () => {
      const registration = await navigator.serviceWorker.register(
        `service.js?${document.querySelector("meta[name=parlour]").content}`).catch(() => null);
      return registration?.active?.state ?? "none";
    }"""
    assert page.evaluate(registered) == "none"
    texts = page.evaluate("""async () => {
      const texts = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          texts.push(await (await cache.match(request)).text());
        }
      }
      return texts;
    }""")
    assert not any("Welcome to our network" in text for text in texts)


HALF = re.compile(r"/files/\w+/(\w+/)?[a-dg-m]\w*\.(js|css)$")


@pytest.mark.parametrize("mode", ["half", "missing", "cut"])
def test_some_files_do_not_come(travel: Traveller, net: Faulty, mode: str) -> None:
    """A first visit: it says so, and goes on by itself."""
    net.chosen, net.mode = HALF.search, mode
    page = travel("/", wait="commit")
    expect(page.get_by_text(PART)).to_be_visible()
    net.mode = "good"
    net.drop()
    expect(page.get_by_role("button", name="Play Hearts")).to_be_visible(timeout=60000)
    expect(page.get_by_text(PART)).to_have_count(0)


@pytest.mark.parametrize("name", ["base/cards.css", "early.js", "start/app.js", "text/text.js"])
def test_one_file_hangs(travel: Traveller, net: Faulty, name: str) -> None:
    """Though it may be the one that looks after the others."""
    net.chosen, net.mode = (lambda path: path.endswith(name)), "half"
    page = travel("/", wait="commit")
    expect(page.get_by_text(PART)).to_be_visible()
    net.mode = "good"
    expect(page.get_by_role("button", name="Play Hearts")).to_be_visible(timeout=60000)


def test_words_about_parts_wait_where_nothing_runs_yet(travel: Traveller, net: Faulty) -> None:
    """A page that comes slowly shows nothing that alarms."""
    net.chosen, net.mode = (lambda path: path.endswith("early.js")), "half"
    page = travel("/", phone=True, wait="commit")
    words = page.locator("#late")
    assert words.evaluate("(element) => getComputedStyle(element).visibility") == "hidden"
    expect(page.get_by_text(PART)).to_be_visible()
    box = words.locator("text").last.bounding_box()
    assert box
    assert box["x"] + box["width"] <= 375
    net.mode = "good"


STYLED = "() => [...document.styleSheets].filter((sheet) => sheet.cssRules.length).length > 2"


@pytest.mark.parametrize("name", ["base/cards.css", "early.js", "start/app.js", "text/text.js"])
def test_one_file_fails(travel: Traveller, net: Faulty, name: str) -> None:
    net.chosen, net.mode = (lambda path: path.endswith(name)), "missing"
    page = travel("/", wait="commit")
    if name in ("start/app.js", "text/text.js"):
        expect(page.get_by_text(PART)).to_be_visible()
    while not any(path.endswith(name) for path in net.asked):
        page.wait_for_timeout(20)
    net.mode = "good"
    expect(page.get_by_role("button", name="Play Hearts")).to_be_visible(timeout=60000)
    page.wait_for_function(STYLED, timeout=20000)


@pytest.mark.parametrize(
    ("mode", "cut"), [("half", 0), ("missing", 0), ("cut", 600), ("cut", 1500)]
)
def test_a_later_part_does_not_come(travel: Traveller, net: Faulty, mode: str, cut: int) -> None:
    """It is asked for again where it is wanted, though a browser asks for no module twice."""
    net.cut = cut
    net.chosen, net.mode = (lambda path: path.endswith("/text_later.js")), mode
    page = travel("/")
    page.get_by_role("button", name="How to play").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The server does not answer")
    page.keyboard.press("Escape")
    net.mode = "good"
    page.get_by_role("button", name="How to play").click()
    expect(dialog.get_by_role("heading", name="How to play")).to_be_visible(timeout=20000)
