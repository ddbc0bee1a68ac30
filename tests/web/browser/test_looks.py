"""What the page looks like where players expect it: what is raised and what is dimmed, colours, and
where seats, trick, hand and score sheet are in each layout.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from parlour.catalogue.registry import GAMES
from tests.sketches import bidding
from tests.support.browser.moments import changed, match, own, rounds, sheet
from tests.support.browser.scripted import State, leave, seat, show
from tests.web.browser.test_access import SCHEMES

DRAW = "() => void dispatchEvent(new Event('settings'))"  # at once, without a frame
BOXES = """(which) => [...document.querySelectorAll(which)].map((e) => {
  const { left, top, right, bottom } = e.getBoundingClientRect();
  return { left, top, right, bottom };
})"""
CARDS = """() => {
  const style = (e, part) => getComputedStyle(e, part);
  return [...document.querySelectorAll(".held")].map((e) => {
    const { translate, opacity } = style(e);
    return [e.name, translate, opacity, style(e, "::after").backgroundColor];
  });
}"""
COLOURS = """() => [...document.querySelectorAll(".chart g")].map((e) =>
  ["polyline", "circle", "text"].map((name) => {
    const { stroke, fill } = getComputedStyle(e.querySelector(name));
    return name === "polyline" ? stroke : fill;
  }))"""

Box = dict[str, float]


@pytest.fixture(params=[False, True], ids=["mouse", "touch"], scope="module")
def pages(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    page = seat(chromium, touch=request.param)
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = seat(chromium)
    yield page
    page.context.close()


def opened(page: Page, state: State, width: int, height: int) -> None:
    """A state as it is for a person who enters, in a window of this size."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    leave(page)
    show(page, state)
    page.evaluate(DRAW)


def boxes(page: Page, which: str) -> list[Box]:
    places: list[Box] = page.evaluate(BOXES, which)
    assert places, which
    return places


def trick() -> State:
    """A turn at which another's card lies in the trick."""
    turns = own(rounds(match("hearts"))[0])
    return next(state for state in turns if any(state[1]["view"]["table"]["trick"]))


def sheets(name: str) -> list[State]:
    """Turns of the last round."""
    return own(rounds(match(name))[-1])


def middle(box: Box) -> float:
    return (box["left"] + box["right"]) / 2


@pytest.mark.parametrize("size", [(1280, 800), (375, 812), (812, 375)])
def test_legal_cards_are_raised_and_others_dimmed_by_a_quarter(
    pages: Page, size: tuple[int, int]
) -> None:
    turns = own(rounds(match("straights"))[0])
    state = next(
        turn
        for turn in turns
        if 0 < len(turn[1]["view"]["legal"]) < len(turn[1]["view"]["table"]["hand"])
    )
    opened(pages, state, *size)
    pages.mouse.move(0, 0)
    legal = state[1]["view"]["legal"]
    for scheme in SCHEMES:
        pages.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for name, raised, opacity, over in pages.evaluate(CARDS):
            assert opacity == "1"
            assert raised == ("0px -8px" if name in legal else "none")
            assert over.endswith(", 0)" if name in legal else ", 0.25)"), (name, over)


def test_each_line_of_the_chart_has_its_own_colour(page: Page) -> None:
    """With its name; as many lines as seats."""
    opened(page, sheets("hearts")[0], 1280, 800)
    sheet(page)
    expect(page.locator(".chart g")).to_have_count(4)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        colours = page.evaluate(COLOURS)
        assert [len(set(line)) for line in colours] == [1] * 4
        assert len({line[0] for line in colours}) == 4


@pytest.fixture(params=["hearts", "bidding-4"])
def played(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[tuple[Page, State]]:
    """A page of its own, and a turn of a game whose fewest or most points are best."""
    monkeypatch.setitem(GAMES, "bidding", bidding)
    page = seat(chromium)
    yield page, sheets(request.param)[0]
    page.context.close()


def test_the_score_sheet_marks_who_leads(played: tuple[Page, State]) -> None:
    """All whose total is the best, and nobody where all totals are equal."""
    page, state = played
    best = {"fewest": min, "most": max}[GAMES[state[1]["view"]["game"]].BEST]
    for totals in ([12, 5, 9, 30], [5, 30, 5, 30], [7, 7, 7, 7]):
        opened(page, changed(state, view={"totals": totals}), 1280, 800)
        sheet(page)
        heads = page.locator("aside thead th")
        expect(heads).to_have_count(1 + len(totals))
        for place, total in enumerate(totals, 1):
            leads = total == best(totals) and len(set(totals)) > 1
            expect(heads.nth(place).locator(".leads")).to_have_count(int(leads))


def test_the_running_row_has_points_and_no_totals(page: Page) -> None:
    """A total is strong; of the round that is played there are points alone, with their cards."""
    state = next(
        candidate
        for candidate in sheets("straights")
        if any(candidate[1]["view"]["table"]["points"])
    )
    opened(page, state, 1280, 800)
    sheet(page)
    rows = page.locator("aside tbody tr")
    view = state[1]["view"]
    expect(rows).to_have_count(len(view["sheet"]) + 1)
    expect(rows.first.locator("td b")).to_have_count(4)
    expect(rows.last.locator("b")).to_have_count(0)
    for place, points in enumerate(view["table"]["points"]):
        cell = rows.last.locator("td").nth(place)
        if points:
            expect(cell).to_contain_text(f"+{points}")
        expect(cell.locator(".say")).to_have_count(len(view["table"]["thrown"][place]))


def test_the_score_sheet_opens_once_there_is_something_in_it(page: Page) -> None:
    """In a wide window, from the second round on; once put aside it stays closed."""
    states = match("straights")
    first, second = (own(played) for played in rounds(states)[:2])
    opened(page, first[-1], 1280, 800)
    expect(page.locator("aside")).to_be_hidden()
    show(page, second[0])
    expect(page.locator("aside tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Close").click()
    show(page, second[1])
    expect(page.locator("aside")).to_be_hidden()
    opened(page, second[0], 1024, 768)
    expect(page.locator("aside")).to_be_hidden()


@pytest.mark.parametrize("size", [(812, 375), (844, 390), (667, 375)])
def test_a_phone_held_sideways(pages: Page, size: tuple[int, int]) -> None:
    """Seats in a column at the left, the board beside it, the hand in one row, one's own seat in
    the bar.
    """
    for name in ("straights", "hearts", "crazy-eights"):
        opened(pages, own(rounds(match(name))[0])[-2 if name == "hearts" else 1], *size)
        seats, (board,) = boxes(pages, ".seats .seat"), boxes(pages, ".middle")
        assert len({box["left"] for box in seats}) == 1
        assert all(box["bottom"] <= other["top"] for box, other in pairwise(seats))
        assert seats[0]["right"] <= board["left"]
        rows = {round(box["top"] / 16) for box in boxes(pages, ".held")}
        assert len(rows) <= 2  # a raised card is a little higher
        (bar,), (foot,) = boxes(pages, ".bar"), boxes(pages, ".foot")
        assert bar["top"] <= foot["top"] < foot["bottom"] <= bar["bottom"]


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1920, 1080), (2560, 1440)])
def test_a_large_screen_is_used(page: Page, size: tuple[int, int]) -> None:
    """The size of all words and cards grows with the window; the trick is as high as there is room,
    the facts are beside it, the others sit around it; the hand is over its owner's seat.
    """
    opened(page, trick(), *size)
    root = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert root == pytest.approx(max(16, min(size[0] / 90, size[1] / 56.25, 40)), abs=0.1)
    (felt,), (board,), (cross,) = (boxes(page, which) for which in (".felt", ".middle", ".cross"))
    top = boxes(page, ".seats .seat")[1]
    room = board["bottom"] - max(board["top"], top["bottom"])
    assert cross["bottom"] - cross["top"] > 0.85 * room
    left, right = boxes(page, ".beside")
    cards = boxes(page, ".cross .top, .cross .bottom")
    assert left["right"] <= min(box["left"] for box in cards)
    assert max(box["right"] for box in cards) <= right["left"]
    first, _, last = boxes(page, ".seats .seat")
    assert first["left"] - felt["left"] > 0.05 * size[0]
    assert first["left"] - felt["left"] == pytest.approx(felt["right"] - last["right"], abs=2)
    (hand,), (me,) = boxes(page, ".hand"), boxes(page, ".me .seat")
    assert hand["bottom"] <= me["top"] + 1
    assert middle(hand) == pytest.approx(middle(me), abs=2)


@pytest.mark.parametrize("size", [(1280, 800), (375, 812), (812, 375)])
def test_the_last_trick_is_a_fan_of_its_cards(pages: Page, size: tuple[int, int]) -> None:
    """And not the sign that undo has."""
    turns = own(rounds(match("hearts"))[0])
    opened(pages, next(turn for turn in turns if any(turn[1]["view"]["table"]["last"])), *size)
    button = pages.get_by_role("button", name="Last trick")
    expect(button.locator(".fan > span")).to_have_count(4)
    expect(button.locator(".icon")).to_have_count(0)
    expect(pages.get_by_role("button", name="Undo").locator(".icon")).to_have_count(1)


def test_the_last_trick_marks_the_card_that_took_it(page: Page) -> None:
    turns = own(rounds(match("hearts"))[0])
    state = next(turn for turn in turns if any(turn[1]["view"]["table"]["last"][:1]))
    opened(page, state, 1280, 800)
    page.get_by_role("button", name="Last trick").click()
    marked = page.locator(".cross .latest")
    expect(marked).to_have_count(1)
    winner = ["You", "Bo", "Cleo", "Dora"][state[1]["view"]["table"]["leader"]]
    expect(marked).to_have_attribute("aria-label", re.compile(f", from {winner}$"))
    expect(page.locator(".beside.at-1")).to_have_text(f"{winner} took the trick.")


@pytest.mark.parametrize("name", ["crazy-eights", "crazy-eights-2"])
def test_the_others_hands_are_fans_of_backs(page: Page, name: str) -> None:
    """In Crazy Eights, a back for each card."""
    state = own(rounds(match(name))[0])[2]
    opened(page, state, 1280, 800)
    counts = state[1]["view"]["table"]["counts"]
    for place in range(1, len(counts)):
        backs = page.locator(f".seats [data-seat='{place}'] .backs > *")
        expect(backs).to_have_count(counts[place])


def test_a_named_suit_is_said_to_be_named(page: Page) -> None:
    """It may differ from the suit of the eight."""
    turn = own(match("crazy-eights"))[0]
    for suit, words in (("hearts", "hearts , as named, or any 8"), ("spades", "spades  or any 8")):
        table = turn[1]["view"]["table"] | {"top": "8S", "suit": suit}
        opened(page, changed(turn, view={"table": table}), 1280, 800)
        expect(page.locator(".match")).to_have_text(f"Match {words}")


def test_busy_is_no_lost_server(page: Page) -> None:
    """The page says why a plain player plays for the strong ones."""
    state = own(match("straights"))[2]
    opened(page, state, 1280, 800)
    note = page.locator(".net")
    said = set()
    for why in ("busy", "preparing", "failed", "unavailable"):
        show(page, changed(state, room={"stand_in": why}))
        expect(note).to_contain_text("stands in.")
        said.add(note.inner_text())
    assert len(said) == 4
    show(page, changed(state, room={"stand_in": ""}))
    expect(note).to_have_text("")
    page.evaluate("() => void socket.onclose?.({ code: 1006 })")
    expect(note).to_have_text("The server does not answer. Trying again.")


def test_received_cards_are_named_where_there_is_room(page: Page) -> None:
    """They are marked as well; on the smallest phone only that."""
    passed = own(rounds(match("hearts"))[0])[3]
    for width, said in ((375, 1), (320, 0)):
        opened(page, passed, width, 700)
        expect(page.locator(".held.fresh")).to_have_count(3)
        expect(page.locator(".status", has_text="You received")).to_have_count(said)
