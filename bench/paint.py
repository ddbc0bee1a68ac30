"""The time to the page's first paint, and from the click on a game to its first card: `python
bench/paint.py [--times N] [--busy CORES] [--browser FILE]`.

It starts a server, and opens its home page in Chromium, each time in a new context with an empty
cache, while CORES are busy with another program. The first figure is the browser's own:
milliseconds from the start of the navigation to the first contentful paint. The second is counted
by the page from a click, until a frame shows a card in the hand.
"""

import argparse
from statistics import quantiles

from arguments import count, file, number, run
from machine import burning, machine
from playwright.sync_api import sync_playwright
from rich.progress import track
from server import served

PAINTED = """() => new Promise(told => new PerformanceObserver(list => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) told(entry.startTime);
}).observe({type: 'paint', buffered: true}))"""
DEALT = """async (tile) => {
    const began = performance.now();
    tile.click();
    const frame = () => new Promise(requestAnimationFrame);
    while (!document.querySelector('[aria-label="Your hand"] button')) await frame();
    await frame();
    return performance.now() - began;
}"""


def line(what: str, times: list[float]) -> str:
    """The quartiles, the first and the largest of some milliseconds."""
    sample = times * 2 if len(times) == 1 else times  # of one there are no quantiles
    low, median, high = quantiles(sample, n=4, method="inclusive")
    return (
        f"{what}, ms, of {len(times)}: median {median:.0f}, quartiles {low:.0f} and {high:.0f}, "
        f"the first {times[0]:.0f}, at most {max(times):.0f}"
    )


def main() -> None:
    """Open the page and a game N times, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=count, default=15)
    parser.add_argument("--busy", type=number, default=0, metavar="CORES")
    parser.add_argument(
        "--browser", default="/usr/bin/chromium", type=file, metavar="FILE", help="Chromium"
    )
    options = parser.parse_args()
    painted, dealt = list[float](), list[float]()
    with served() as (_, port), sync_playwright() as play, burning(options.busy):
        browser = play.chromium.launch(
            executable_path=options.browser, args=["--no-sandbox", "--disable-gpu"]
        )
        for time in track(range(options.times), description="Opened"):
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{port}/")
            painted.append(page.evaluate(PAINTED))
            tiles = page.locator("article button")
            tiles.first.wait_for()
            dealt.append(tiles.nth(time % tiles.count()).evaluate(DEALT))
            context.close()
        version = browser.version
        browser.close()
    print(f"{machine()}, {options.busy} of them busy, Chromium {version}")
    print(line("first contentful paint", painted))
    print(line("from the click to the first card", dealt))


if __name__ == "__main__":
    run(main)
