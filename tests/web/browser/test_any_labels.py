"""A package's fields with a label for each value, as the page shows and reads them; its many
levels, of which the start page has a button each; and two actions beside its piles.
"""

import inspect
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.sketches import bidding, drawing
from tests.support.browser.measure import whole
from tests.support.browser.player import Finger, Hand, Keys, changed, go_on, look
from tests.support.browser.program import Program
from tests.support.packages import site
from tests.web.browser.conftest import Visitor

WORDS = """
FIELDS = {
    "bids": ("Pass", "One", "Two", "Three", "Four", "Five"),
    "suit": ("Clubs lead", "Diamonds lead", "Hearts lead", "Spades lead", "No trump"),
}
"""
LEVELS = """
def level(view, dice):
    return view.actions[0]

LEVELS = dict.fromkeys(("anyhow", "bold", "cautious", "dreamy"), level)
"""
# A suit, which nobody is told before all have bid.
SHOWN = 'tricks: Annotated[int, Placed("fact")]'
VALUE = "dealer, sum(state.won)"
RULES = (
    inspect.getsource(bidding)
    .replace(SHOWN, f'{SHOWN}\n    suit: Annotated[Suit, Placed("fact")]')
    .replace(VALUE, f"{VALUE}, 4 if bidding(round_, state) else trump(round_) // 13")
    .replace("    Seven,\n", "    Seven,\n    Suit,\n")
)
CHOICE = inspect.getsource(drawing).replace("1 << DRAW if", "3 << DRAW if")  # or pass


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server beside which the game of bids is installed, with words, and one of draws."""
    with site(tmp_path_factory.mktemp("toys")) as toys:
        toys.add("calling", RULES, words=WORDS, levels=LEVELS)
        toys.add("choosing", CHOICE)
        with Program(tmp_path_factory.mktemp("packed")) as program:
            # no search knows such rules, which a slow machine finds out late
            program.expected += ("parlour: The strong players of ",)
            yield program


def test_no_label_before_there_is_a_value(visits: Visitor) -> None:
    """A seat that has not bid yet has not passed."""
    page = visits()
    hand = Hand(page)
    hand.press("Play Calling")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    facts = page.get_by_label("Your seat").locator(".facts")
    expect(facts).to_have_text(re.compile("^5Won 0"))
    hand.press("Bid 0")
    expect(facts).to_have_text(re.compile("^5PassWon 0"))


def test_a_suit_and_none_by_their_labels(visits: Visitor, packed: Program) -> None:
    """Read and heard, as the terminal shows them."""
    page = visits()
    hand = Hand(page)
    hand.press("Play Calling")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    facts, log = page.locator(".middle .facts"), page.locator("[role=log] p")
    expect(facts).to_contain_text("No trump")
    Keys(page).type("?")
    expect(log.last).to_contain_text(". No trump. ")
    hand.press("Bid 0")
    page.wait_for_function("() => document.querySelector('.status').innerText.includes('play')")
    trump = packed.view(page.url)["table"]["suit"]
    assert trump in ("clubs", "diamonds", "hearts", "spades")
    expect(facts).to_contain_text(f"{trump.title()} lead")
    expect(facts).not_to_contain_text("No trump")
    Keys(page).type("?")
    expect(log.last).to_contain_text(f". {trump.title()} lead. ")


@pytest.mark.parametrize("width", [360, 390, 721])
def test_many_levels_do_not_widen_the_start_page(visits: Visitor, width: int) -> None:
    """Their buttons go on in a second row."""
    page = visits(viewport={"width": width, "height": 844})
    page.get_by_role("button", name="Play Calling").wait_for()
    levels = page.get_by_role("group", name="Computer players").get_by_role("radio")
    assert levels.count() >= 7
    assert page.evaluate("() => document.documentElement.scrollWidth") == width


def test_a_few_actions_leave_the_piles_in_sight(visits: Visitor) -> None:
    """On a phone held sideways: the actions have a column of their own."""
    page = visits(phone=True, viewport={"width": 844, "height": 390})
    hand = Finger(page)
    hand.press("Play Choosing")
    page.get_by_label("Your hand").wait_for()
    shown = look(page)
    for _ in range(400):
        if shown.button("Pass"):
            break
        if ended := shown.button("Next round", "Rematch"):
            hand.press(ended)
            shown = changed(page, shown)
        else:
            shown = go_on(hand, shown)
    boxes = [page.locator(which).bounding_box() for which in (".middle", ".tray")]
    middle, tray = [box for box in boxes if box]
    assert middle["x"] + middle["width"] <= tray["x"]
    assert whole(page, touch=True) == []
