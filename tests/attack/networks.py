"""Networks that fail: what a page shows, and after how long.

    python -m tests.attack.networks [--site FOLDER]

A browser opens the page through a proxy with one fault after the other (tests/support/faulty.py),
the server's process stopped among them; with --site also a folder that `parlour site` wrote. Each
line has the fault, the screen, the seconds until a sentence that is true stands there, and the
sentence. The attack succeeds where one takes longer than 4 s, or none comes.
"""

import argparse
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser.player import Hand
from tests.support.browser.program import Program
from tests.support.faulty import Faulty
from tests.support.hosted import Hosted
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM
from tests.web.browser.test_networks import ACTIVE, GONE, LATE, PART, PORTAL, STRIPPED

LIMIT = 4.0  # seconds
WAIT = 15000  # ms
HALF = re.compile(r"/files/\w+/(\w+/)?[a-m]\w*\.(js|css)$").search
LATE_HERE = "No answer comes yet."
LOADING = "The cards are being loaded"


def seen(page: Page, *sentences: str) -> tuple[float, str]:
    """The seconds until one of these sentences or a hand is shown, and which; infinite without."""
    begun = time.monotonic()
    while time.monotonic() < begun + WAIT / 1000:
        for sentence in sentences:
            if page.get_by_text(sentence).first.is_visible():
                return time.monotonic() - begun, sentence
        if page.locator(".hand button").first.is_visible():
            return time.monotonic() - begun, "(the hand)"
        page.wait_for_timeout(20)
    return float("inf"), ""


def table(browser: Browser, origin: str, *, kept: bool) -> Page:
    """A page at a table; with a service worker that keeps its files, where that is wanted."""
    context = browser.new_context(locale="en", service_workers="allow" if kept else "block")
    page = context.new_page()
    page.goto(origin)
    Hand(page).press("Play Straights")
    page.get_by_label("Your hand").get_by_role("button").first.wait_for(timeout=120_000)
    if kept:
        page.wait_for_function(ACTIVE, timeout=120_000)
    return page


def report(fault: str, screen: str, shown: tuple[float, str]) -> bool:
    """Print a line; whether the time is within the limit."""
    sys.stdout.write(f"{fault:12} {screen:24} {shown[0]:5.2f} s  {shown[1]}\n")
    sys.stdout.flush()
    return shown[0] <= LIMIT


def faults(browser: Browser, net: Faulty, start: str, *, said: list[str]) -> bool:
    """Every fault at an origin: a first visit, a kept start page, a kept table, an open table."""
    well = True
    for fault in ("silent", "half", "missing", "portal", "redirect", "511", "502"):
        net.chosen = HALF
        page = table(browser, start, kept=True)
        address = page.url
        net.mode = fault
        net.drop()
        page.goto("about:blank")
        page.goto(start, wait_until="commit")
        well &= report(fault, "kept start page", seen(page, *said))
        page.goto("about:blank")
        page.goto(address, wait_until="commit")
        well &= report(fault, "kept table", seen(page, *said))
        net.mode = "good"
        page.context.close()
    for fault in ("half", "missing", "cut"):
        net.chosen, net.mode = HALF, fault
        context = browser.new_context(locale="en", service_workers="block")
        page = context.new_page()
        page.goto(start, wait_until="commit")
        well &= report(fault, "first visit", seen(page, PART))
        net.mode = "good"
        context.close()
    return well


def sockets(browser: Browser, net: Faulty) -> bool:
    """Every way in which a WebSocket does not get through, until the first card and the reason."""
    well = True
    for fault in ("strip", "400", "426", "404", "200", "dumb", "brief"):
        net.mode = fault
        context = browser.new_context(locale="en", service_workers="block")
        page = context.new_page()
        page.goto(net.origin)
        Hand(page).press("Play Straights")
        well &= report(fault, "new table", seen(page, LATE, STRIPPED))
        told = page.get_by_text(STRIPPED).first
        begun = time.monotonic()
        while not told.is_visible() and time.monotonic() < begun + 30:
            page.wait_for_timeout(20)
        report(fault, "the reason, after that", (time.monotonic() - begun, STRIPPED))
        context.close()
    net.mode = "good"
    return well


def stopped(browser: Browser, program: Program) -> bool:
    """The server's process is stopped while a table is open, kept, or new."""
    assert program.process
    page = table(browser, program.origin, kept=True)
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    hand = page.get_by_label("Your hand").locator("button:not([aria-disabled=true])")
    well = True
    os.kill(program.process.pid, signal.SIGSTOP)
    try:
        hand.first.click()
        begun = time.monotonic()
        page.locator(".net:not(:empty)").wait_for(timeout=WAIT)
        well &= report("SIGSTOP", "open table, a card", (time.monotonic() - begun, LATE))
        address = page.url
        for screen, where in (("kept start page", program.origin), ("kept table", address)):
            page.goto("about:blank")
            page.goto(where, wait_until="commit")
            well &= report("SIGSTOP", screen, seen(page, LATE, GONE))
    finally:
        os.kill(program.process.pid, signal.SIGCONT)
    shown: Callable[[], bool] = page.get_by_label("Your hand").first.is_visible
    begun = time.monotonic()
    while not shown() and time.monotonic() < begun + 30:
        page.wait_for_timeout(50)
    report("SIGCONT", "the table again", (time.monotonic() - begun, "your hand"))
    page.context.close()
    return well


def site(text: str) -> Path:
    """A folder that `parlour site` wrote."""
    if not (Path(text) / "index.html").is_file():
        raise argparse.ArgumentTypeError(f"{text} has no index.html; make it with parlour site")
    return Path(text)


def main() -> int:
    """Run all of it; 1 if the attack succeeds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--site", type=site, help="a folder that parlour site wrote")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with Program(Path(folder)) as program:
            program.expected += ("parlour: Pages play over plain requests",)
            net = Faulty(program.port)
            well = stopped(browser, program)
            well &= sockets(browser, net)
            well &= faults(browser, net, net.origin, said=[LATE, GONE, PORTAL, "Play Straights"])
            net.stop()
        if options.site:
            host = Hosted(options.site)
            net = Faulty(host.port)
            sys.stdout.write("The site:\n")
            said = [LATE_HERE, LOADING, PORTAL, "Play Straights", "Laying the table."]
            well &= faults(browser, net, f"{net.origin}{host.path}", said=said)
            net.stop()
            host.stop()
        browser.close()
    return not well


if __name__ == "__main__":
    sys.exit(main())
