"""A site in Chromium, beside this machine's Python: `python bench/site.py SITE [--decisions N]
[--times K] [--busy CORES] [--seed SEED] [--browser FILE]`, where SITE is what `parlour site` wrote.

First the sizes of what is sent. Then K starts with an empty cache and K with a full one, each to
the start page and to a game's first card, while CORES are busy with another program. Then the same
N decisions of search a game, at random house rules, by the Worker's Python and by the one here (its
library of kernels has to be there): status 1 if a thought, a view or a hint differs. Last a round
of each game at level Strong, and eight hints: how long the page's own thread is held up while the
Worker thinks.
"""

import argparse
import functools
import gzip
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from arguments import file, number, run, seed, site
from both import decided
from machine import burning, machine
from paint import PAINTED, line
from playwright.sync_api import Page, Playwright, sync_playwright
from rich.progress import track

from parlour.catalogue.registry import GAMES
from parlour.players import lacking

HERE = Path(__file__).parent
PROBE = b"""import { start } from "./python.js";
const { python, more } = await start(() => {});
await more();
onmessage = ({ data }) => postMessage(python.runPython(data));
postMessage("ready");
"""
ASK = """([address, program]) => new Promise((good, bad) => {
    const worker = new Worker(address, { type: "module" });
    worker.onerror = (event) => bad(new Error(event.message));
    worker.onmessage = ({ data }) => {
        if (data !== "ready") return good(data);
        worker.postMessage(program);
    };
})"""
DEALT = """async (tile) => {
    tile.click();
    const frame = () => new Promise(requestAnimationFrame);
    while (!document.querySelector('[aria-label="Your hand"] button')) await frame();
    return performance.now();
}"""
LONG = "long.splice(0).map(Math.round)"
# the first possible thing is done at each own turn until the round has ended; how often
PLAYED = """async () => {
    const hand = "[aria-label='Your hand'] button:not(.chosen)";
    const all = ["[name=pass]", "[name=draw]", ".asked [name=S]", hand];
    const may = all.map((one) => `${one}:not([aria-disabled=true])`).join();
    for (let times = 0;; times++) {
        let next;
        while (!(document.title.startsWith("Your turn") && (next = document.querySelector(may)))) {
            if (document.querySelector(".panel:not([hidden]) h2")) return times;
            await new Promise(requestAnimationFrame);
        }
        next.click();
        await new Promise((done) => setTimeout(done, 100));
    }
}"""
HELD_UP = """() => {
    window.long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map((one) => one.duration)))
        .observe({ entryTypes: ["longtask"] });
}"""


class Handler(http.server.SimpleHTTPRequestHandler):
    """It serves the site below a path, and the probe beside the page's files."""

    def do_GET(self) -> None:
        """Answer a request."""
        if not self.path.endswith("/probe.js"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", f"{len(PROBE)}")
        self.end_headers()
        self.wfile.write(PROBE)
        return None

    def translate_path(self, path: str) -> str:
        """The file at a path below /cards/."""
        return super().translate_path("/" + path.removeprefix("/cards/"))

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, unless the browser has left."""
        with suppress(ConnectionError):
            super().copyfile(source, outputfile)

    def log_message(self, *_: Any) -> None:
        """Write nothing."""


@contextmanager
def hosted(site: Path) -> Iterator[str]:
    """The address of the site."""
    handler = functools.partial(Handler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/cards/"
    server.shutdown()


def sizes(site: Path) -> None:
    """Print how many files there are, and their bytes."""
    files = [path for path in site.rglob("*") if path.is_file()]
    sent = {path: len(gzip.compress(path.read_bytes())) for path in files if "files" in path.parts}
    later = sum(size for path, size in sent.items() if path.name == "rest.zip")
    whole = sum(min(size, path.stat().st_size) for path, size in sent.items())
    print(f"{len(files)} files; as gzip sends them {whole - later} bytes without what comes after")
    print(f"the first card, {whole} bytes in all")


def first_card(page: Page, address: str, time: int) -> tuple[float, float]:
    """Milliseconds from the navigation to the first paint, and to a game's first card."""
    page.goto(address)
    painted = page.evaluate(PAINTED)
    tiles = page.locator("article button")
    tiles.first.wait_for()
    return painted, tiles.nth(time % tiles.count()).evaluate(DEALT)


def starts(_play: Playwright, browser: Any, address: str, times: int, *, warm: bool) -> None:
    """Print the times of some starts."""
    painted, dealt = list[float](), list[float]()
    what = "with a full cache" if warm else "with an empty cache"
    for time in track(range(times), description=f"Opened {what}"):
        context = browser.new_context()
        page = context.new_page()
        if warm:
            first_card(page, address, time)
            page.goto("about:blank")
        moments = first_card(page, address, time)
        painted.append(moments[0])
        dealt.append(moments[1])
        context.close()
    print(line(f"{what}, to the first paint", painted))
    print(line(f"{what}, to the first card", dealt))


def compared(page: Page, address: str, game: str, seed: int, count: int) -> bool:
    """Decide in the Worker and here; whether all is equal."""
    source = (HERE / "both.py").read_text()
    program = f"{source}\ndecided({game!r}, {seed}, {count})"
    page.goto(address)
    files = page.evaluate("document.querySelector('script[type=module]').src")
    probe = files.replace("alone.js", "probe.js")
    worker = json.loads(page.evaluate(ASK, [probe, program]))
    here = json.loads(decided(game, seed, count))
    took = [median(side.pop("took")) for side in (here, worker)]
    alike = bool(here == worker)
    counts = ", ".join(f"{len(values)} {name}" for name, values in here.items())
    print(
        f"{game}: {counts} are {'equal' if alike else 'NOT equal'}; a decision takes "
        f"{took[0]:.1f} ms here, {took[1]:.1f} in the Worker: {took[1] / took[0]:.2f} times"
    )
    return alike


def held_up(page: Page, address: str) -> None:
    """Print how long the page's thread is held up in a round of each game against strong players,
    and beside hints.
    """
    page.goto(address)
    names = page.locator("article button").all_inner_texts()
    for place, name in enumerate(names):
        page.goto(address)
        page.get_by_text("Strong", exact=True).click()
        page.locator("article button").nth(place).click()
        page.get_by_label("Your hand").get_by_role("button").first.wait_for()
        page.wait_for_timeout(4000)  # the players are loaded
        page.evaluate(HELD_UP)
        if place == 1:
            for _ in range(8):
                page.get_by_role("button", name="Hint").first.click()
                page.get_by_role("dialog").get_by_role("button", name="Close").click()
            print(f"tasks of the page over 50 ms beside eight hints: {page.evaluate(LONG)}")
        moves, long = page.evaluate(PLAYED), page.evaluate(LONG)
        print(f"{name}: in a round of {moves} own moves, tasks over 50 ms: {long}")


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("site", type=site)
    parser.add_argument("--decisions", type=number, default=500, help="of each game")
    parser.add_argument("--times", type=number, default=8)
    parser.add_argument("--busy", type=number, default=0, metavar="CORES")
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument(
        "--browser", default="/usr/bin/chromium", type=file, metavar="FILE", help="Chromium"
    )
    options = parser.parse_args()
    alike = True
    with hosted(options.site) as address, sync_playwright() as play:
        sizes(options.site)
        browser = play.chromium.launch(
            executable_path=options.browser, args=["--no-sandbox", "--disable-gpu"]
        )
        if options.times:
            with burning(options.busy):
                for warm in (False, True):
                    starts(play, browser, address, options.times, warm=warm)
        page = browser.new_page()
        page.set_default_timeout(0)
        for game in GAMES if options.decisions else ():
            if why := lacking(game):
                parser.error(why)
            alike &= compared(page, address, game, options.seed, options.decisions)
        page.set_default_timeout(60_000)
        held_up(page, address)
        print(f"{machine()}, {options.busy} of them busy, Chromium {browser.version}")
        browser.close()
    return not alike


if __name__ == "__main__":
    run(main)
