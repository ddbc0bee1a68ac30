"""The time to the page's first paint: `python bench/paint.py [--times N] [--browser FILE]`.

It starts a server, and opens its home page in Chromium, each time in a new context with an empty
cache. The figure is the browser's own: milliseconds from the start of the navigation to the first
contentful paint.
"""

import argparse
from statistics import quantiles

from machine import machine
from playwright.sync_api import sync_playwright
from rich.progress import track
from server import served

PAINTED = """() => new Promise(told => new PerformanceObserver(list => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) told(entry.startTime);
}).observe({type: 'paint', buffered: true}))"""


def main() -> None:
    """Open the page N times, and print the times of the first paint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--browser", default="/usr/bin/chromium", metavar="FILE", help="Chromium")
    given = parser.parse_args()
    painted: list[float] = []
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=given.browser, args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in track(range(given.times), description="Opened"):
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{port}/")
            painted.append(page.evaluate(PAINTED))
            context.close()
        version = browser.version
        browser.close()
    low, median, high = quantiles(painted, n=4, method="inclusive")
    print(f"{machine()}, Chromium {version}")
    print(
        f"first contentful paint, ms, of {given.times}: median {median:.0f}, quartiles {low:.0f} "
        f"and {high:.0f}, ",
        end="",
    )
    print(f"the first {painted[0]:.0f}, at most {max(painted):.0f}")


if __name__ == "__main__":
    main()
