"""Presses that repeat: double clicks on a table's buttons, and keys that are held on them.

    python -m tests.attack.presses [--clicks N] [--holds N] [--paces A,B] [--seed S]

At each pace of the page a browser makes N double clicks on random buttons of tables of the three
games (cards, suits, undo, next round and others), with gaps of 50 to 500 ms, and then holds Enter
for 4 s on N buttons, with key repeat, or pressed ten times a second without it. The attack succeeds
if anything but the first press acts, or if the first one acts twice. The figures are for each pace
the double clicks, those that acted, and the second actions; and the same of held keys.
"""

import argparse
import json
import multiprocessing
import tempfile
from pathlib import Path
from random import Random

from arguments import count, run
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as Expired

from parlour.errors import quote
from tests.attack.support import begin, end
from tests.support.browser.presses import (
    ENDLESS,
    KINDS,
    NOTE,
    PACES,
    SOON,
    STILL,
    Doubles,
    hold,
    noted,
    pressed,
    sent,
    table,
    targets,
    wrong,
)
from tests.support.browser.program import Program
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM, DESKTOP

GAMES = ("Straights", "Hearts", "Crazy Eights")
HELD = 4.0  # seconds


def sit(browser: Browser, origin: str, game: str, pace: str) -> Page:
    """A page at a new table, in one's turn."""
    context = browser.new_context(**DESKTOP, locale="en")  # type: ignore[arg-type]
    settings = {"pace": pace, "speed": PACES[pace], "forced": "off"}
    memory = {"settings": settings} | {f"rules.{name}": it for name, it in ENDLESS.items()}
    context.add_init_script(
        "".join(f"localStorage['parlour.{name}'] = JSON.stringify({json.dumps(it)});"
                for name, it in memory.items()) + NOTE
    )  # fmt: skip
    page = context.new_page()
    page.goto(origin)
    table(page, game)
    page.wait_for_timeout(STILL)
    sent(page)
    return page


def holds(page: Page, dice: Random, times: int) -> tuple[int, list[str]]:
    """Hold Enter on so many buttons; how many acted, and what more was done."""
    acted, failed = 0, list[str]()
    for number in range(times):
        while not (buttons := targets(page)):
            page.wait_for_timeout(100)
        target = dice.choices(buttons, [KINDS[button.kind] for button in buttons])[0]
        try:
            page.locator(f".felt button[name='{target.name}']").first.focus(timeout=1000)
        except Expired:
            continue  # it went away
        before, flag = pressed(page), number % 2 == 0
        noted(page)
        hold(page, "Enter", HELD, apart=33 if flag else 100, flag=flag)
        late = noted(page)[0] >= SOON and not flag
        page.wait_for_timeout(STILL)
        messages = sent(page)
        if late:
            continue  # this machine was too busy to press ten times a second
        acted += bool(messages)
        failed += wrong(target, before, messages)
    return acted, failed


def at_pace(origin: str, pace: str, options: argparse.Namespace) -> tuple[str, list[str]]:
    """The figures of a pace, and what failed."""
    clicks = acted = kept = 0
    failed, unheld = list[str](), list[str]()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for number, game in enumerate(GAMES):
            page = sit(browser, origin, game, pace)
            share = options.clicks * (number + 1) // 3 - options.clicks * number // 3
            doubles = Doubles(page, options.seed + number)
            doubles.run(share, 20 + 5 * share)
            held = options.holds * (number + 1) // 3 - options.holds * number // 3
            more, other = holds(page, Random(options.seed + number), held)
            clicks, acted, kept = clicks + doubles.clicks, acted + doubles.acted, kept + more
            failed += doubles.wrong
            unheld += other
            page.context.close()
        browser.close()
    if clicks < options.clicks:
        failed.append(f"{pace}: only {clicks} double clicks were made.")
    told = f"{clicks} double clicks, {acted} acted, {len(failed)} acted twice; "
    told += f"{options.holds} keys held, {kept} acted, {len(unheld)} acted again"
    return told, [f"{pace}: {why}" for why in failed + unheld]


def paces(text: str) -> list[str]:
    """Paces of the page, with commas between."""
    names = text.split(",")
    if not PACES.keys() >= set(names):
        raise argparse.ArgumentTypeError(f"{quote(text)} is not of the paces {', '.join(PACES)}")
    return names


def main() -> int:
    """Run the attack, with a process for each pace."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clicks", type=count, default=200, help="double clicks at each pace")
    parser.add_argument("--holds", type=count, default=12, help="held keys at each pace")
    parser.add_argument("--paces", type=paces, default=[*PACES], metavar="A,B,...")
    parser.add_argument("--seed", type=count, default=1)
    options = parser.parse_args()
    figures, failed = begin(), list[str]()
    with tempfile.TemporaryDirectory() as folder, Program(Path(folder)) as program:
        with multiprocessing.get_context("spawn").Pool(len(options.paces)) as pool:
            told = pool.starmap(
                at_pace, [(program.origin, pace, options) for pace in options.paces]
            )
        for pace, (figure, why) in zip(options.paces, told, strict=True):
            figures[pace] = figure
            failed += why
    return end(figures, failed)


if __name__ == "__main__":
    run(main)
