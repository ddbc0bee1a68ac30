"""The page without a server on networks that fail: it says so, and goes on by itself."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.player import Hand
from tests.support.faulty import Faulty
from tests.support.hosted import Hosted
from tests.web.browser.test_networks import ACTIVE, PART, PORTAL, Traveller

LATE = "No answer comes yet."
FAILED = "The table could not be loaded. Load the page again."


class Wanderer(Traveller):
    """A guest of a static host behind a network that fails."""

    patience = 60000


@pytest.fixture
def net(host: Hosted) -> Iterator[Faulty]:
    network = Faulty(host.port)
    yield network
    network.stop()


@pytest.fixture
def wander(chromium: Browser, host: Hosted, net: Faulty) -> Iterator[Wanderer]:
    wanderer = Wanderer(chromium, f"{net.origin}{host.path.rstrip('/')}")
    yield wanderer
    wanderer.close()


@pytest.mark.parametrize("name", ["worker.js", "python.js", "first.zip", "pyodide.asm.wasm"])
def test_a_file_hangs(wander: Wanderer, net: Faulty, name: str) -> None:
    """What does not come is said, and is asked for again by itself."""
    net.chosen, net.mode = (lambda path: path.endswith(name)), "half"
    page = wander("/")
    expect(page.get_by_text(LATE)).to_be_visible(timeout=wander.patience)
    net.mode = "good"
    net.drop()
    for said in (LATE, FAILED):
        expect(page.get_by_text(said)).to_have_count(0, timeout=120000)
    Hand(page).press("Play Hearts")
    cards = page.get_by_label("Your hand").get_by_role("button")
    expect(cards).to_have_count(13, timeout=120000)


@pytest.mark.parametrize("mode", ["portal", "502", "silent"])
def test_the_kept_site_opens(wander: Wanderer, net: Faulty, mode: str) -> None:
    """Nothing of it is asked for again, and it plays."""
    page = wander("/", service_workers="allow")
    Hand(page).press("Play Hearts")
    page.wait_for_function(ACTIVE, timeout=wander.patience)
    net.mode = mode
    net.drop()
    page.reload(wait_until="commit")
    expect(page.get_by_label("Your hand")).to_be_visible(timeout=wander.patience)


def test_a_network_with_a_page_of_its_own(wander: Wanderer, net: Faulty) -> None:
    """It answers for the archives, too, and is not unpacked."""
    page = wander("/")
    net.mode = "portal"
    net.drop()
    expect(page.get_by_text(PORTAL).or_(page.get_by_text(FAILED)).first).to_be_visible()
    net.mode = "good"
    for said in (PORTAL, FAILED):
        expect(page.get_by_text(said)).to_have_count(0, timeout=120000)
    Hand(page).press("Play Hearts")
    cards = page.get_by_label("Your hand").get_by_role("button")
    expect(cards).to_have_count(13, timeout=120000)


def test_a_first_visit_to_a_silent_host(wander: Wanderer, net: Faulty) -> None:
    net.chosen, net.mode = (lambda path: path.endswith(("text.js", "cards.css"))), "half"
    page = wander("/", wait="commit")
    expect(page.get_by_text(PART)).to_be_visible()
    net.mode = "good"
    expect(page.get_by_role("button", name="Play Hearts")).to_be_visible()
