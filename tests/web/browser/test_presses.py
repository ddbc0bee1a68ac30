"""One press, one action: inputs that repeat, that last longer than a turn, or that come with what
they cannot have been meant for.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.moments import changed
from tests.support.browser.presses import (
    ENDLESS,
    NOTE,
    PACES,
    SOON,
    STILL,
    Doubles,
    Sent,
    Target,
    hold,
    noted,
    sent,
    table,
    targets,
    wrong,
)
from tests.support.browser.scripted import State, scripted, seat, show
from tests.web.browser.conftest import Visitor

# The script's socket notes what acts, and answers nothing by itself.
RECORD = """() => {
  window.acts = [];
  socket.send = (text) => {
    const { id, type, action, move } = JSON.parse(text);
    window.acts.push([type, action ?? move ?? ""]);
    socket.hear({ type: "done", id, seat: 0 });
  };
}"""


@pytest.fixture
def note(visit: Visitor) -> Callable[..., Page]:
    """A page at a new table, which notes what it sends."""

    def begin(game: str, **options: Any) -> Page:
        page = visit(rules=ENDLESS, **options)
        page.add_init_script(NOTE)
        page.reload()
        table(page, game)
        page.wait_for_timeout(STILL)
        sent(page)
        return page

    return begin


@pytest.fixture
def script(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """A page at a table that is scripted, and shows a state."""
    pages: list[Page] = []

    def begin(state: State, **options: Any) -> Page:
        page = seat(chromium, viewport={"width": 1440, "height": 900}, **options)
        pages.append(page)
        show(page, state)
        page.evaluate(RECORD)
        page.wait_for_timeout(STILL)
        return page

    yield begin
    for page in pages:
        page.context.close()


def turns(game: str, **rules: Any) -> list[State]:
    """The states of a match in which the seat may act."""
    return [state for state in scripted(game, **rules) if state[1]["view"]["legal"]]


def choices(game: str, **rules: Any) -> list[State]:
    """Those in which it has a choice of cards."""
    return [
        state
        for state in turns(game, **rules)
        if sum(len(name) == 2 for name in state[1]["view"]["legal"]) > 1
        and not (state[1]["view"]["table"].get("passing"))
    ]


def with_eight() -> State:
    """A turn in which an eight may be played, and other cards."""
    states = choices("crazy-eights", seats=2, seed=4, eights="named", players=2)
    return next(state for state in states if "8H" in state[1]["view"]["legal"])


def acts(page: Page) -> list[list[Any]]:
    """What the page has asked the script for that acts."""
    return list(page.evaluate("window.acts.filter(([type]) => type !== 'forced')"))


@pytest.mark.parametrize("pace", PACES)
def test_a_double_click_acts_once(
    note: Callable[..., Page], times: Callable[[int, int], int], pace: str
) -> None:
    """Anywhere at the table, in one's own turn or another's."""
    settings = {"pace": pace, "speed": PACES[pace], "forced": "off"}
    count = times(6, 60)
    for number, game in enumerate(("Straights", "Hearts", "Crazy Eights")):
        page = note(game, settings=settings)
        doubles = Doubles(page, number)
        doubles.run(count, 200)
        assert doubles.wrong == []
        assert doubles.clicks >= count
        assert doubles.acted
        page.context.close()


@pytest.mark.parametrize("flag", [True, False], ids=["repeating", "pressed ten times a second"])
@pytest.mark.parametrize("key", ["Enter", " "], ids=["Enter", "space"])
def test_a_key_held_on_a_card_plays_one(
    note: Callable[..., Page], times: Callable[[int, int], int], key: str, flag: bool
) -> None:
    for _ in range(5):  # a busy machine may press more seldom
        page = note("Straights")
        card = page.locator(".hand button[aria-disabled=false]").first
        name = card.get_attribute("name")
        card.focus()
        noted(page)
        hold(page, key, times(2, 4), apart=33 if flag else 100, flag=flag)
        apart, _ = noted(page)
        if flag or apart < SOON:
            break
    page.wait_for_timeout(STILL)
    assert [(message.type, message.action) for message in sent(page)] == [("act", name)]


def test_a_space_pressed_again_on_a_busy_page_plays_one(script: Callable[..., Page]) -> None:
    """The page hears of the second press before it has done what it does after the first."""
    first, then, *_ = choices("straights")
    cards = [state[1]["view"]["legal"][0] for state in (first, then)]
    again = """async ([room, view, [first, then]]) => {
      const { setTimeout } = window;
      const find = (name) => document.querySelector(`.hand [name='${name}']`);
      const press = (card, type) => {
        const options = { key: " ", code: "Space", bubbles: true, cancelable: true };
        card.dispatchEvent(new KeyboardEvent(type, options));
      };
      press(find(first), "keydown");
      window.setTimeout = (later) => setTimeout(later, 400);
      press(find(first), "keyup");
      window.setTimeout = setTimeout;
      find(first).click();
      const end = performance.now();
      await feed({ room, view });
      press(find(then), "keydown");
      const apart = performance.now() - end;
      await new Promise((done) => setTimeout(done, 450));
      press(find(then), "keyup");
      find(then).click();
      return apart;
    }"""
    for _ in range(5):  # a busy machine may draw the second position late
        page = script(first)
        apart = page.evaluate(again, [*then, cards])
        if apart < SOON:
            break
    assert acts(page) == [["act", cards[0]]]


@pytest.mark.parametrize("flag", [True, False])
def test_a_key_held_on_an_eight_names_no_suit(script: Callable[..., Page], flag: bool) -> None:
    """The focus moves to the first suit, below the key."""
    page = script(with_eight())
    page.locator(".hand [name='8H']").focus()
    hold(page, "Enter", 1, apart=33 if flag else 100, flag=flag)
    expect(page.get_by_role("group", name="Name the suit")).to_be_visible()
    expect(page.locator(".asked [name=S]")).to_be_focused()
    assert acts(page) == []
    page.wait_for_timeout(STILL)
    hold(page, "d", 1)
    assert acts(page) == [["act", "8H"], ["act", "diamonds"]]


def test_a_double_tap_on_an_eight_chooses_it(script: Callable[..., Page]) -> None:
    page = script(with_eight(), touch=True)
    card = page.locator(".hand [name='8H']")
    box = card.bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + 12, box["y"] + 30)
    expect(card).to_have_attribute("aria-label", "8 of hearts, chosen")
    assert acts(page) == []


@pytest.mark.parametrize("how", ["key", "button"])
def test_undo_goes_back_once(note: Callable[..., Page], how: str) -> None:
    page = note("Straights")
    cards = page.locator(".hand button[aria-disabled=false]")
    played = 0
    while played < 2 or not page.locator("[name=undo]").count():  # it goes back to a choice
        target = next(
            candidate
            for candidate in targets(page)
            if candidate.kind == "card" and legal(page, candidate.name)
        )
        page.mouse.click(target.x, target.y)
        played += 1
        expect(page.locator(".hand button")).to_have_count(13 - played)
        expect(cards).not_to_have_count(0)
        page.wait_for_timeout(STILL)
    sent(page)
    if how == "key":
        hold(page, "u", 2)
    else:
        page.locator("[name=undo]").focus()
        hold(page, "Enter", 2)
    page.wait_for_timeout(STILL)
    assert [message.type for message in sent(page)] == ["undo"]


def legal(page: Page, name: str) -> bool:
    return page.locator(f".hand [name='{name}']").get_attribute("aria-disabled") == "false"


@pytest.mark.parametrize("flag", [True, False])
def test_a_key_held_at_the_end_of_a_round_begins_no_other(
    script: Callable[..., Page], flag: bool
) -> None:
    """The focus moves from the last card to the next round."""
    states = list(scripted("straights", target=1000))
    at = next(n for n, (room, _) in enumerate(states) if room["phase"] == "scored")
    last = max(n for n in range(at) if states[n][1]["view"]["legal"])
    page = script(states[last])
    page.locator(".hand button").first.focus()
    page.keyboard.down("Enter")
    page.evaluate("(state) => feed({ room: state[0], view: state[1] })", states[at])
    expect(page.locator(".panel [name=next]")).to_be_focused()
    hold(page, "Enter", 1, apart=33 if flag else 100, flag=flag)
    assert [kind for kind, _ in acts(page)] == ["act"]
    page.wait_for_timeout(STILL)
    hold(page, "x", 1, apart=33 if flag else 100, flag=flag)
    assert [kind for kind, _ in acts(page)] == ["act", "next"]


def test_a_key_held_on_the_last_card_of_a_pass_passes_nothing(note: Callable[..., Page]) -> None:
    page = note("Hearts")
    for _ in range(2):
        page.locator(".hand button").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(STILL)
    page.locator(".hand button").first.focus()
    hold(page, "Enter", 1)
    expect(page.locator("button.slot")).to_have_count(3)
    page.wait_for_timeout(STILL)
    assert sent(page) == []
    page.locator("[name=pass]").focus()
    hold(page, "Enter", 2)
    page.wait_for_timeout(STILL)
    assert [message.type for message in sent(page)] == ["act"] * 3


@pytest.mark.parametrize("how", ["mouse", "space"])
def test_a_press_that_outlasts_its_turn_does_nothing(script: Callable[..., Page], how: str) -> None:
    """A slow finger: the turn in which the button goes up is another one."""
    first, then, *_ = choices("straights")
    name = next(
        action for action in first[1]["view"]["legal"] if action in then[1]["view"]["legal"]
    )
    page = script(first)
    card = page.locator(f".hand [name='{name}']")
    for state, expected in ((then, []), (None, [["act", name]])):
        if how == "mouse":
            card.hover(position={"x": 12, "y": 30})
            page.mouse.down()
        else:
            card.focus()
            page.keyboard.down(" ")
        if state:
            page.evaluate("(state) => feed({ room: state[0], view: state[1] })", state)
            card.hover(position={"x": 12, "y": 30})
        page.mouse.up() if how == "mouse" else page.keyboard.up(" ")
        assert acts(page) == expected
        page.wait_for_timeout(STILL)


def test_a_drag_that_outlasts_its_turn_plays_nothing(script: Callable[..., Page]) -> None:
    first, then, *_ = choices("straights")
    name = next(
        action for action in first[1]["view"]["legal"] if action in then[1]["view"]["legal"]
    )
    page = script(first)
    box = page.locator(".middle").bounding_box()
    assert box
    for state, expected in ((then, []), (None, [["act", name]])):
        page.locator(f".hand [name='{name}']").hover(position={"x": 12, "y": 30})
        page.mouse.down()
        for step in range(100):  # until what follows a drag is loaded
            page.mouse.move(box["x"] + 90 + step % 9, box["y"] + 90, steps=4)
            if page.locator("[data-drop=here]").count():
                break
            page.wait_for_timeout(50)
        expect(page.locator("[data-drop=here]")).to_have_count(1)
        if state:
            page.evaluate("(state) => feed({ room: state[0], view: state[1] })", state)
        page.mouse.up()
        expect(page.locator("[data-drop]")).to_have_count(0)
        assert acts(page) == expected


def test_two_fingers_play_one_card(script: Callable[..., Page]) -> None:
    """The turn of the second one is over before it goes up."""
    first, then, *_ = choices("straights")
    page = script(first, touch=True)
    cdp = page.context.new_cdp_session(page)
    names = [*dict.fromkeys(first[1]["view"]["legal"] + then[1]["view"]["legal"])][:2]
    points = []
    for number, name in enumerate(names):
        box = page.locator(f".hand [name='{name}']").bounding_box()
        assert box
        points.append({"x": box["x"] + 12, "y": box["y"] + 30, "id": number})

    def touch(kind: str, fingers: list[dict[str, float]]) -> None:
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", points[:1])
    touch("touchStart", points)
    touch("touchEnd", points[1:])
    page.evaluate("(state) => feed({ room: state[0], view: state[1] })", then)
    touch("touchEnd", [])
    page.wait_for_timeout(100)
    assert len(acts(page)) <= 1
    assert not [act for act in acts(page) if act != ["act", names[0]]]


def test_a_card_is_drawn_until_one_fits_and_not_in_a_later_turn(
    script: Callable[..., Page],
) -> None:
    """A view in between may be passed over where many wait."""
    state = next(
        state
        for state in turns("crazy-eights", draw="one-then-pass", players=4)
        if state[1]["view"]["legal"] == ["draw"]
    )
    page = script(state)
    page.get_by_role("button", name="Draw a card").first.click()
    move = state[1]["view"]["move"]
    for further, expected in ((1, 2), (9, 2)):
        again = changed(state, view={"move": move + further})
        show(page, again)
        page.wait_for_timeout(50)
        assert acts(page) == [["act", "draw"]] * expected
        move += further


def test_presses_of_other_places_and_keys_are_no_repetition(
    script: Callable[..., Page],
) -> None:
    """A fast player is not hindered; nor is who presses again after a moment."""
    page = script(next(iter(turns("hearts"))))
    chosen = page.locator("button.slot")
    for number, place in enumerate((12, 0)):
        page.locator(".hand button").nth(place).click(position={"x": 12, "y": 30})
        expect(chosen).to_have_count(number + 1)
    page.locator(".hand button").first.focus()
    page.keyboard.press("Enter")
    expect(chosen).to_have_count(3)
    page.locator("button.slot").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(chosen).to_have_count(2)


def test_a_program_that_presses_for_its_person(script: Callable[..., Page]) -> None:
    """A screen reader's click has no pointer and no key, and counts; ten a second count once."""
    state = choices("straights")[0]
    page = script(state)
    cdp = page.context.new_cdp_session(page)
    name = state[1]["view"]["legal"][0]
    press = f"document.querySelector('.hand [name=\"{name}\"]').click()"
    cdp.send("Runtime.evaluate", {"expression": press, "userGesture": True})
    assert acts(page) == [["act", name]]


def test_a_program_that_clicks_without_a_pointer(script: Callable[..., Page]) -> None:
    """After its person has pressed a pointer in an earlier turn."""
    first, then, *_ = choices("straights")
    page = script(first)
    page.add_init_script("""for (const kind of ["pointerdown", "pointerup"]) {
      addEventListener(kind, (event) => window.mute && event.stopImmediatePropagation(), true);
    }""")
    page.reload()
    show(page, first)
    page.evaluate(RECORD)
    page.mouse.click(5, 500)
    show(page, then)
    page.wait_for_timeout(STILL)
    page.evaluate("window.mute = true")
    name = then[1]["view"]["legal"][0]
    page.locator(f".hand [name='{name}']").click(position={"x": 12, "y": 30})
    assert acts(page) == [["act", name]]


def test_a_page_lets_keys_repeat_that_move_or_write(script: Callable[..., Page]) -> None:
    page = script(choices("straights")[0])
    page.locator(".hand button").first.focus()
    for _ in range(4):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    at = "() => [...document.querySelectorAll('.hand button')].indexOf(document.activeElement)"
    assert page.evaluate(at) == 4


def test_a_messages_presses_are_times() -> None:
    """The judge of double clicks can tell."""
    card, pass_button = Target("card", "7S", 0, 0), Target("pass", "pass", 0, 0)
    assert wrong(card, 4, [Sent(5, "act", "7S")]) == []
    assert wrong(card, 4, [Sent(6, "act", "7S")])
    assert wrong(card, 4, [Sent(5, "act", "8S")])
    assert wrong(card, 4, [Sent(5, "act", "7S"), Sent(5, "act", "7S")])
    assert wrong(pass_button, 4, [Sent(5, "act", "7S"), Sent(6, "act", "8S")]) == []
    assert wrong(pass_button, 4, [Sent(6, "next", "")])
