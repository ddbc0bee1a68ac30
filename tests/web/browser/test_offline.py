"""The page as an app: it is installed by its manifest, and opens without a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.player import Hand
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor

LOST = "The server does not answer. Trying again."
KEPT = "async () => (await caches.keys()).filter((name) => name.startsWith('parlour.'))"
READY = "async () => (await navigator.serviceWorker.ready).active.scriptURL.split('/').at(-1)"


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Program]:
    """A server that may be killed."""
    with Program(tmp_path) as program:
        yield program


def at_a_table(visit: Visitor, program: Program) -> Page:
    """A page that has been kept, since a game is played; and what an older server's page left."""
    page = visit(program=program, service_workers="allow")
    page.evaluate("() => caches.open('parlour.older')")
    Hand(page).press("Play Straights")
    page.get_by_label("Your hand").get_by_role("button").first.wait_for()
    return page


def kept_alone(page: Page) -> str:
    """The name of what the service worker keeps, once what is older has been deleted."""
    kept: str = page.evaluate(READY).replace("service.js?", "parlour.")
    page.wait_for_function(f"async (kept) => (await ({KEPT})()).join() === kept", arg=kept)
    return kept


def test_the_page_opens_without_a_server(visit: Visitor, mortal: Program) -> None:
    page = at_a_table(visit, mortal)
    kept_alone(page)
    visit.cut = True
    mortal.kill()
    page.reload()
    expect(page.get_by_text(LOST)).to_be_visible()
    page.goto(mortal.origin)
    expect(page.get_by_text(LOST)).to_be_visible()
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    mortal.start()
    expect(page.get_by_role("button", name="Play Straights")).to_be_visible(timeout=20000)
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_label("Your hand")).to_be_visible()


def test_other_addresses_of_the_server_are_its_own(visit: Visitor, served: Program) -> None:
    """The worker answers for the page alone."""
    page = at_a_table(visit, served)
    kept_alone(page)
    assert page.evaluate("() => !!navigator.serviceWorker.controller") or page.reload()
    page.goto(f"{served.origin}/index.html")
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    page.goto(f"{served.origin}/api/games")
    assert page.url == f"{served.origin}/api/games"
    expect(page.locator("body")).to_contain_text("straights")


# The event that the browser sends to the worker where a notification is clicked; what it then does.
CLICKED = """async (pages) => {
  const done = [];
  const event = new ExtendableEvent("notificationclick");
  event.notification = { close: () => done.push("closed") };
  const wait = [];
  event.waitUntil = (promise) => wait.push(promise);
  Clients.prototype.matchAll = async ({ includeUncontrolled }) =>
    pages.map((name) => ({ focus: () => done.push(name, includeUncontrolled) }));
  Clients.prototype.openWindow = async (address) => done.push(address);
  self.dispatchEvent(event);
  await Promise.all(wait);
  return done;
}"""


def test_a_click_on_a_notification_leads_to_the_page(visit: Visitor, served: Program) -> None:
    """To the page that is open, else to a new one."""
    page = at_a_table(visit, served)
    page.evaluate(READY)
    (worker,) = page.context.service_workers
    assert worker.evaluate(CLICKED, ["one", "two"]) == ["closed", "one", True]
    assert worker.evaluate(CLICKED, []) == ["closed", "./"]


def test_files_of_another_digest_are_not_kept(visit: Visitor, served: Program) -> None:
    """As those of a server that was updated since the page was loaded."""
    page = at_a_table(visit, served)
    kept = kept_alone(page)
    failed = page.evaluate(
        """() => new Promise((done) =>
          navigator.serviceWorker.register("service.js?0123456789abcdef").then(({ installing }) =>
            installing.addEventListener("statechange", () => done(installing.state))))"""
    )
    assert failed == "redundant"
    assert set(page.evaluate(KEPT)) <= {kept, "parlour.0123456789abcdef"}
    assert page.evaluate(READY) == kept.replace("parlour.", "service.js?")
    visit.complaints.clear()  # the browser's, about the list of files


def test_the_manifest(visit: Visitor, served: Program) -> None:
    page = visit()
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{served.origin}/manifest.json"
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [fault["errorId"] for fault in faults] in ([], ["in-incognito"])
