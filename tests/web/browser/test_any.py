"""Games of which the page knows nothing, drawn from what the server tells of them, and played to
the end.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from parlour.cards import RANKS
from tests.support.browser.measure import fits
from tests.support.browser.player import Finger, Hand, Keys, changed, go_on, look, play
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor
from tests.web.browser.test_access import SAID, SCHEMES, serious

TOYS = "bidding,drawing,passing"
SIZES = {"phone": (375, 812), "small-phone": (375, 640), "desktop": (1280, 800)}


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program(tmp_path_factory.mktemp("toys"), toys=TOYS) as program:
        yield program


@pytest.fixture
def visit(chromium: Browser, toys: Program) -> Iterator[Visitor]:
    visitor = Visitor(chromium, toys)
    yield visitor
    visitor.close()


def opened(visit: Visitor, size: str, game: str, **rules: Any) -> Hand:
    """Somebody at a new table of a game."""
    width, height = SIZES[size]
    phone = size != "desktop"
    page = visit(
        phone=phone, viewport={"width": width, "height": height}, rules={game.lower(): rules}
    )
    hand = Finger(page) if phone else Hand(page)
    hand.press(f"Play {game}")
    page.get_by_label("Your hand").wait_for()
    return hand


def sound(page: Page) -> None:
    """Nothing on the screen that is serious by axe-core's rules, light and dark; on a phone,
    nothing that does not fit.
    """
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert serious(page) == []


def agrees(page: Page, program: Program) -> None:
    """The panel at the end says what the server's record does, whoever has the best points
    first.
    """
    view, shown = program.view(page.url), look(page)
    listed = {game["name"]: game for game in program.ask("GET", "/api/games")["games"]}
    assert view["winners"]
    assert [int(row[2]) for row in shown.rows] == sorted(
        view["totals"], reverse=listed[view["game"]]["best"] == "most"
    )
    assert len(shown.rows) == len(view["totals"])


@pytest.mark.parametrize(
    ("size", "players"),
    [
        ("phone", 4),
        ("phone", 7),
        ("small-phone", 5),
        ("small-phone", 7),
        ("desktop", 3),
        ("desktop", 7),
    ],
)
def test_bids_and_tricks(visit: Visitor, toys: Program, size: str, players: int) -> None:
    """A cross of four or a ring; bids in a tray; numbers and marks at the seats; a card turned up;
    the last trick again.
    """
    hand = opened(visit, size, "Bidding", players=players)
    page = hand.page
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    check = fits if size != "desktop" else lambda _page: None
    tray = page.get_by_role("group", name="Your turn: choose.")
    expect(tray.get_by_role("button")).to_have_count(6)
    assert len(look(page).playable) == 5  # no card may be played, and none is dimmed
    check(page)
    sound(page)
    hand.press("Bid 2")
    expect(page.get_by_label("Your seat")).to_contain_text("Bids 2")
    expect(page.get_by_label("The others").locator(".seat")).to_have_count(players - 1)
    expect(page.get_by_text("Dealer")).to_have_count(1)
    trump = toys.view(page.url)["table"]["trump"]
    expect(page.locator(f".middle [data-card='{trump}']")).to_be_visible()
    while not look(page).button("Last trick"):
        shown = look(page)
        if shown.yours and shown.playable:
            hand.card(shown.playable[0])
        changed(page, shown)
    sound(page)
    hand.press("Last trick")
    expect(page.locator(".again [role=img][aria-label*=', from ']")).to_have_count(players)
    expect(page.locator(".again .facts")).to_contain_text("took the trick.")
    hand.press("Back to the table")
    play(hand, each=check)
    agrees(page, toys)


@pytest.mark.parametrize("size", SIZES)
def test_a_stock_and_a_pile(visit: Visitor, toys: Program, size: str) -> None:
    """Up to three actions stand beside the status; a tap on the stock draws, too."""
    hand = opened(visit, size, "Drawing", players=3)
    page = hand.page
    shown = look(page)
    for _ in range(400):
        if shown.button("Draw"):
            break
        if ended := shown.button("Next round", "Rematch"):  # without a draw of one's own
            hand.press(ended)
            shown = changed(page, shown)
        else:
            shown = go_on(hand, shown)
    assert shown.status == "Your turn: draw."
    assert all(may for _, may in shown.hand)
    sound(page)
    if size != "desktop":
        fits(page)
    stock = toys.view(page.url)["table"]["stock"]
    hand.press(f"Stock: {stock} {'card' if stock == 1 else 'cards'}")
    cards = "document.querySelectorAll('[aria-label=\"Your hand\"] button')"
    page.wait_for_function(f"(before) => {cards}.length > before", arg=len(shown.hand))
    play(hand)
    agrees(page, toys)


@pytest.mark.parametrize("size", SIZES)
def test_all_at_once_and_a_row(visit: Visitor, toys: Program, size: str) -> None:
    """Where everybody chooses at once nobody's turn is shown; cards that came are lifted."""
    hand = opened(visit, size, "Passing")
    page = hand.page
    assert look(page).status.replace("\n", " ") == "Choose a card: everybody does, at once."
    hand.card(look(page).playable[0])
    page.wait_for_function(
        "() => document.querySelector('.status').innerText.includes('Your turn')"
    )
    expect(page.locator(".held.fresh")).to_have_count(1)
    hand.card(look(page).playable[0])
    play(hand)
    expect(page.locator(".laid [role=img]")).to_have_count(4)
    agrees(page, toys)


def test_by_keys_and_aloud(visit: Visitor) -> None:
    """What happens is said in plain sentences, and the table is read; a card that may not be played
    says why.
    """
    hand = opened(visit, "desktop", "Bidding")
    page = hand.page
    keys = Keys(page)
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    page.evaluate(SAID)
    keys.press("Bid 0")
    page.wait_for_function(
        "() => document.querySelector('.status').innerText.startsWith('Your turn: play')"
    )
    said = " ".join(page.evaluate("() => said"))
    assert "You: bid 0." in said
    assert "Bo: bid 0." in said
    keys.type("?")
    read = page.locator("[role=log] p").last
    for what in ("Your turn: play", "Tricks: 0", "Trump: ", "Bo: "):
        expect(read).to_contain_text(what)
    while not (dimmed := next((name for name, may in look(page).hand if not may), "")):
        before = look(page)
        if following := before.button("Next round", "Rematch", "Bid 0"):
            keys.press(following)
        elif before.yours and before.playable:
            keys.card(before.playable[0])
        changed(page, before)
    assert "not playable: Not while you hold " in dimmed


def test_the_start_page_shows_all(visit: Visitor) -> None:
    """Plain words where a game has none; the rules of the three are there as before."""
    page = visit()
    expect(page.get_by_role("heading", name="Six card games, at a quiet table.")).to_be_visible()
    for game in ("Straights", "Hearts", "Crazy Eights", "Bidding", "Drawing", "Passing"):
        expect(page.get_by_role("button", name=f"Play {game}")).to_be_visible()
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("radio", name="Passing").check(force=True)
    expect(page.get_by_text("This game came without a description.")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("summary", has_text="House rules").click()
    page.get_by_role("radio", name="Bidding").check(force=True)
    expect(page.get_by_label("Rounds")).to_have_value("2")


def test_a_hand_beside_tracks_begins_with_its_aces(visit: Visitor) -> None:
    """As the tracks do: Straights, whose page cannot be loaded."""
    page = visit("/#/new/straights")
    page.route("**/games/straights/page.js", lambda route: route.abort())
    visit.cut = True
    page.get_by_label("Deal number").fill("2")
    page.get_by_role("button", name="Make a table").click()
    page.get_by_label("Your hand").wait_for()
    held = page.locator(".held").evaluate_all("(all) => all.map((e) => e.dataset.card)")
    assert held == sorted(held, key=lambda card: ("SHCD".index(card[1]), RANKS.index(card[0])))
    assert "A" in {card[0] for card in held}
    visit.complaints.clear()


def test_a_game_is_shown_though_its_page_cannot_be_loaded(visit: Visitor) -> None:
    """By what lies on its table."""
    page = visit()
    page.route("**/games/hearts/page.js", lambda route: route.abort())
    visit.cut = True
    visit.complaints.clear()
    Hand(page).press("Play Hearts")
    page.get_by_label("Your hand").wait_for()
    expect(page.get_by_text("Hearts not broken")).to_be_visible()
    assert len(look(page).playable) == 13
    visit.complaints.clear()
