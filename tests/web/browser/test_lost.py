"""The connection is lost, or the server is: the page comes back by itself, and nothing is lost."""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser.player import Hand, Look, changed, go_on, look, play, turn
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor

LOST = "The server does not answer. Trying again."


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Program]:
    """A server that may be killed."""
    with Program(tmp_path) as program:
        # where it starts again between a page's socket and its request
        program.expected += ("parlour: Pages play over plain requests",)
        yield program


def in_mid_trick(page: Page) -> Look:
    """Pass, and play until cards lie on the table and you have a choice: the page plays an only
    card by itself.
    """
    hand = Hand(page)
    hand.press("Play Hearts")
    page.get_by_label("Your hand").wait_for()
    shown = look(page)
    for _ in range(180):
        if shown.yours and len(shown.playable) > 1 and len(shown.hand) < 12 and shown.trick:
            return shown
        if over := shown.button(
            "Next round", "Rematch"
        ):  # whoever led every trick was never in the midst of one
            hand.press(over)
            shown = changed(page, shown)
        else:
            shown = go_on(hand, shown)
    raise AssertionError(shown)


def test_killed_in_mid_trick(visit: Visitor, mortal: Program) -> None:
    page = visit(program=mortal, rules={"hearts": {"target": 1}})
    shown = in_mid_trick(page)
    before = mortal.view(page.url)
    visit.cut = True
    mortal.kill()
    expect(page.get_by_text(LOST)).to_be_visible()
    Hand(page).card(shown.playable[0])  # it is sent when somebody can hear it
    mortal.start()
    expect(page.get_by_text(LOST)).to_be_hidden(timeout=20000)
    expect(
        page.get_by_label("Your hand").get_by_role("button", name=shown.playable[0], exact=True)
    ).to_have_count(0)
    after = mortal.view(page.url)
    assert after["move"] == before["move"] + 1
    assert set(after["table"]["hand"]) < set(before["table"]["hand"])
    assert len(after["table"]["hand"]) == len(shown.hand) - 1
    assert play(Hand(page)).button("Rematch")
    assert sum(mortal.view(page.url)["totals"]) in (26, 78)


def test_a_page_that_is_loaded_while_the_server_is_down(visit: Visitor, mortal: Program) -> None:
    """Home says so, and goes on when it is back."""
    page = visit(program=mortal)
    expect(page.get_by_role("button", name="Play Hearts")).to_be_visible()
    visit.cut = True
    mortal.kill()
    Hand(page).press("Play Hearts")
    expect(page.get_by_role("alert").get_by_text("The server does not answer.")).to_be_visible()
    mortal.start()
    Hand(page).press("Play Hearts")
    expect(page.get_by_label("Your hand")).to_be_visible()


def cut_off(visit: Visitor, mortal: Program) -> Page:
    """A page in mid-trick whose server was killed."""
    page = visit(program=mortal)
    in_mid_trick(page)
    visit.cut = True
    mortal.kill()
    return page


LOCKED = "The data file is locked by another program."


def test_a_database_that_is_locked_is_named(
    visit: Visitor, mortal: Program, tmp_path: Path
) -> None:
    """The move is refused in time, and made once the lock is gone."""
    page = visit(program=mortal, rules={"hearts": {"target": 1}})
    shown = in_mid_trick(page)
    mortal.expected += ("parlour: The tables in ",)
    visit.cut = True
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    Hand(page).card(shown.playable[0])
    expect(page.get_by_text(LOCKED)).to_be_visible(timeout=5000)
    other.close()
    expect(page.get_by_text(LOCKED)).to_be_hidden(timeout=20000)
    held = page.get_by_label("Your hand")
    expect(held.get_by_role("button", name=shown.playable[0], exact=True)).to_have_count(0)


DAMAGED = "This table cannot be loaded (the fault is in the log of the server)."


def test_a_table_that_cannot_be_loaded_says_so(
    visit: Visitor, mortal: Program, tmp_path: Path
) -> None:
    """While the page tries again; it is back once the table is whole again."""
    page = cut_off(visit, mortal)
    last = "WHERE n = (SELECT max(n) FROM events)"  # none before a deal is read
    (body,) = change(tmp_path, f"SELECT body FROM events {last}")
    change(tmp_path, f"UPDATE events SET body = 'xx' {last}")
    mortal.expected += ("parlour: The table ",)
    mortal.start()
    page.reload()
    expect(page.get_by_text(DAMAGED)).to_be_visible()
    expect(page.get_by_text("Laying the table.")).to_be_hidden()
    change(tmp_path, f"UPDATE events SET body = ? {last}", *body)
    expect(page.get_by_label("Your hand")).to_be_visible(timeout=20000)
    expect(page.get_by_text(DAMAGED)).to_be_hidden()
    assert refused(visit) == {"503"}


def refused(visit: Visitor) -> set[str]:
    """The statuses that the console names, which are expected."""
    statuses = re.findall(r"(?:response code: |status of )(\d+)", " ".join(visit.complaints))
    assert len(statuses) == len(visit.complaints)
    visit.complaints.clear()
    return set(statuses)


def change(folder: Path, statement: str, *values: str) -> list[tuple[str]]:
    """Run a statement on the server's data file; its rows."""
    with contextlib.closing(sqlite3.connect(folder / "tables.db", timeout=10)) as file, file:
        return file.execute(statement, values).fetchall()


def test_a_table_of_a_game_that_is_not_there_says_so(
    visit: Visitor, mortal: Program, tmp_path: Path
) -> None:
    page = cut_off(visit, mortal)
    change(tmp_path, """UPDATE tables SET body = replace(body, '"hearts"', '"whist"')""")
    mortal.start()
    page.reload()
    expect(page.locator(".net")).to_contain_text('Unknown game "whist"')
    page.close()  # it tries again
    assert refused(visit) == {"400"}


def test_offline(visit: Visitor, served: Program) -> None:
    """Another tab plays on meanwhile; whoever comes back is told what was missed."""
    page = visit()
    in_mid_trick(page)
    before = sum(served.view(page.url)["totals"])  # of rounds in which you led every trick
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function("() => document.title.startsWith('Your turn')")
    visit.cut = True
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", offline)
    shown = look(other)
    turn(Hand(other), shown)
    changed(other, shown)
    assert len(look(page).hand) == len(shown.hand)
    network.send("Network.emulateNetworkConditions", offline | {"offline": False})
    expect(page.get_by_label("Your hand").get_by_role("button")).to_have_count(
        len(shown.hand) - 1, timeout=20000
    )
    other.close()
    assert play(Hand(page), rounds=1).button("Next round")
    assert sum(served.view(page.url)["totals"]) - before in (26, 78)


def test_a_socket_that_died_in_silence_is_found_out(visit: Visitor) -> None:
    """A phone that slept is told of no end; when its page is looked at again, it asks."""
    page, silent = visit(), [False]

    def between(line: WebSocketRoute) -> None:
        server, dead = line.connect_to_server(), not silent[0]
        line.on_message(lambda text: None if silent[0] and dead else server.send(text))
        server.on_message(lambda text: None if silent[0] and dead else line.send(text))

    page.route_web_socket("**/socket", between)
    Hand(page).press("Play Hearts")
    page.get_by_label("Your hand").wait_for()
    with page.expect_websocket(timeout=20000):
        silent[0] = True
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text(LOST)).to_be_hidden()
