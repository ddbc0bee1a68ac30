"""Sound, vibration and notification on one's turn: only where they were turned on."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.player import Finger, Hand, play
from tests.web.browser.conftest import AT_ONCE, Visitor

# What the page asks of the browser; `away` is whether it is hidden.
RECORDED = """
window.given = { tones: [], buzzes: [], notes: [], closed: 0, asked: 0 };
window.OscillatorNode = class extends OscillatorNode {
  constructor(context, options) {
    super(context, options);
    given.tones.push(options.frequency);
  }
};
navigator.vibrate = (buzz) => given.buzzes.push(buzz.join());
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    given.asked++;
    return Notification.permission = window.answer ?? "granted";
  }
  constructor(title, { body, tag }) {
    if (window.phone) throw new TypeError("Illegal constructor");
    given.notes.push([title, body, tag]);
    given.last = this;
  }
  close() { given.closed++; }
};
Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
Object.defineProperty(navigator, "serviceWorker", { get: () => window.phone && {
  register: async () => {},
  ready: Promise.resolve({ getNotifications: async () => [],
    showNotification: (...note) => given.notes.push(note) }) } });
"""
TURN, END = [659, 880], [523, 659, 784]
LABELS = {"sound": "Sound on", "vibration": "Vibration on", "notifications": "Notification on"}


def opened(visit: Visitor, *, phone: bool = False, **settings: Any) -> Page:
    """The start page, in a browser that writes down what it is asked for."""
    page = visit(phone=phone, settings=AT_ONCE | settings)
    page.add_init_script(RECORDED)
    page.reload()
    return page


def begun(page: Page, game: str = "Crazy Eights") -> None:
    Hand(page).press(f"Play {game}")
    page.wait_for_function("() => document.title.startsWith('Your turn')")


def played(page: Page) -> None:
    """Play until the round is over."""
    touch = page.evaluate("navigator.maxTouchPoints") > 0
    assert play(Finger(page) if touch else Hand(page), rounds=1)


def recorded(page: Page) -> Any:
    return page.evaluate("() => given")


def test_nothing_is_given_unasked(visit: Visitor) -> None:
    page = opened(visit, phone=True)
    begun(page)
    page.evaluate("() => { window.away = true }")
    played(page)
    assert recorded(page) == {"tones": [], "buzzes": [], "notes": [], "closed": 0, "asked": 0}
    Hand(page).press("Menu")
    Hand(page).press("Settings")
    for label in LABELS.values():
        expect(page.get_by_label(label)).not_to_be_checked()
    assert recorded(page)["asked"] == 0


def test_each_turn_and_the_end(visit: Visitor) -> None:
    page = opened(visit, phone=True, sound="on", vibration="on")
    begun(page)
    assert recorded(page)["tones"] == []  # whoever has just opened the table sees it
    played(page)
    page.wait_for_function("() => given.buzzes.at(-1)?.includes(',')")
    signals = recorded(page)
    count = len(signals["buzzes"]) - 1
    assert count > 0
    assert signals["tones"] == TURN * count + END
    assert signals["buzzes"] == ["40"] * count + ["40,80,40"]
    assert signals["notes"] == []


def test_what_is_a_turn(visit: Visitor) -> None:
    """The table plays a forced card, so nobody need come back for it; whoever undoes a move is
    here; a turn that lasts is one turn.
    """
    page = opened(visit, sound="on", forced="on")
    page.mouse.click(1, 1)  # no browser plays a sound before
    tones = page.evaluate(
        """async () => {
          const { signal } = await import("./aside/alerts.js");
          const view = { legal: [], number: 1, points: [], undone: 0 };
          const legal = ["7S", "8S"];
          const heard = (before, after) => {
            given.tones = [];
            signal({ ...view, ...before }, { ...view, ...after });
            return given.tones.length;
          };
          return [
            heard({}, { legal }),
            heard({}, { legal: ["7S"] }),
            heard({}, { legal, undone: 1 }),
            heard({ legal }, { legal }),
            heard({ legal }, { legal, number: 2 }),
            heard({}, { points: [1, 2] }),
            heard({ points: [1, 2] }, { points: [1, 2] }),
            heard({ points: [1, 2] }, { points: [1, 2], number: 2 }),
          ];
        }"""
    )
    assert tones == [2, 0, 0, 0, 2, 3, 0, 3]


def test_no_sound_before_the_page_is_touched(visit: Visitor) -> None:
    page = opened(visit, sound="on")
    page.evaluate(
        """async () => {
          const untouched = { hasBeenActive: false };
          Object.defineProperty(navigator, "userActivation", { get: () => untouched });
          await (await import("./aside/alerts.js")).begin("sound");
        }"""
    )
    assert recorded(page)["tones"] == []


def test_a_notification_while_the_page_is_hidden(visit: Visitor) -> None:
    page = opened(visit)
    Hand(page).press("Settings")
    page.get_by_label(LABELS["notifications"]).check()
    page.wait_for_function("() => given.asked === 1")
    page.keyboard.press("Escape")
    begun(page)
    page.evaluate("() => { window.away = true }")
    played(page)
    notes = recorded(page)["notes"]
    count = len(notes)
    assert notes == [["Your turn", "Crazy Eights", page.url.split("/")[-2]]] * count
    assert count > 0
    page.evaluate(
        "() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')) }"
    )
    assert recorded(page)["closed"] == count


def test_a_click_on_a_notification_leads_to_the_page(visit: Visitor) -> None:
    page = opened(visit, notifications="on")
    page.evaluate("() => { Notification.permission = 'granted' }")
    begun(page)
    page.evaluate("() => { window.away = true; window.focus = () => { given.focused = true } }")
    played(page)
    assert page.evaluate("() => given.focused ?? false") is False
    page.evaluate("() => given.last.onclick()")
    assert page.evaluate("() => given.focused") is True


def test_on_a_phone_the_service_worker_shows_it(visit: Visitor) -> None:
    page = opened(visit, phone=True, notifications="on")
    page.evaluate("() => { window.phone = true; Notification.permission = 'granted' }")
    begun(page)
    page.evaluate("() => { window.away = true }")
    played(page)
    note = ["Your turn", {"body": "Crazy Eights", "tag": page.url.split("/")[-2]}]
    assert note in recorded(page)["notes"]


def test_a_browser_that_blocks_notifications(visit: Visitor) -> None:
    """The setting goes back, and the page says why; a permission that is withdrawn is obeyed."""
    page = opened(visit, notifications="on")
    begun(page)
    page.evaluate("() => { window.away = true; window.answer = 'denied' }")
    played(page)
    assert recorded(page)["notes"] == []
    Hand(page).press("Settings")
    box = page.get_by_label(LABELS["notifications"])
    expect(box).to_be_checked()
    box.uncheck()
    assert recorded(page)["asked"] == 0
    box.click()
    expect(page.get_by_role("alert").get_by_text("blocks notifications")).to_be_visible()
    expect(box).not_to_be_checked()
    assert (
        page.evaluate("() => JSON.parse(localStorage['parlour.settings']).notifications") == "off"
    )


@pytest.mark.parametrize("phone", [False, True])
def test_what_the_browser_cannot_do_is_not_offered(visit: Visitor, *, phone: bool) -> None:
    """A computer without a touch screen does not vibrate; over plain HTTP there are no
    notifications. What is turned on is given once at once.
    """
    page = opened(visit, phone=phone)
    page.evaluate("() => { delete window.Notification }")
    Hand(page).press("Settings")
    page.get_by_label(LABELS["sound"]).check()
    page.wait_for_function("() => given.tones.length === 2")
    expect(page.get_by_label(LABELS["vibration"])).to_have_count(int(phone))
    expect(page.get_by_label(LABELS["notifications"])).to_have_count(0)
    if phone:
        page.get_by_label(LABELS["vibration"]).check()
        page.wait_for_function("() => given.buzzes.length === 1")
    page.reload()
    Hand(page).press("Settings")
    expect(page.get_by_label(LABELS["sound"])).to_be_checked()
