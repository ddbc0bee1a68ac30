"""The clicks of a whole match at the page: `python bench/clicks.py [--matches N] [--game G]
[--json]`.

A person plays at a table against computers, all as the level `greedy` does. The same matches are
played three times: all cards by hand; with forced actions by themselves; and with the rest of a
round by itself too, once the table offers it. A click is a card, a button or a suit: three cards
that are passed are four clicks, and the page repeats a forced draw by itself. The next round is a
click.
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from arguments import count, run
from rich.progress import Progress

from parlour.cards import ALL, Deck, popcount
from parlour.game import GAMES, action_name
from parlour.match import Match, dice, legal, view
from parlour.players import LEVELS
from parlour.shuffle import numbered_deck
from parlour.table.past import all_at_once
from parlour.table.table import Outcome, Table, make

KEY, ME, LEVEL = "clicks".ljust(22, "_"), 0, "greedy"


class Ways(NamedTuple):
    """The actions that are played by themselves."""

    forced: bool
    rest: bool


WAYS = {
    "by hand": Ways(forced=False, rest=False),
    "forced": Ways(forced=True, rest=False),
    "forced, rest": Ways(forced=True, rest=True),
}


class Decks:
    """The decks and the salt of a match, drawn from its number."""

    def __init__(self, number: int) -> None:
        """No deck is drawn yet."""
        self.random = Random(number)

    def deck(self) -> Deck:
        """Any deck."""
        return tuple(self.random.sample(range(52), 52))

    def numbered(self, deal: int, round: int) -> Deck:
        """The deck of a round that a number deals."""
        return numbered_deck(deal, round)

    def salt(self) -> str:
        """Any text."""
        return str(self.random.random())


class Person:
    """A person at a table, and the number of their clicks."""

    def __init__(self, game: str, number: int) -> None:
        """The first round of a match is dealt."""
        seats: list[str] = ["me"] + [LEVEL] * (GAMES[game].seats(GAMES[game].Rules()) - 1)
        made = make(
            {"key": KEY, "name": "Ada", "game": game, "seats": seats, "level": LEVEL, "limit": 0}
        )
        self.table, self.now, self.clicks = Table(made, [], Decks(number)), 0.0, 0
        self.repeated = 0  # the last action if it was no card; the page repeats it
        self.asked = 0  # the requests so far
        self._take(self.table.begin(self.now))
        self._say("enter", key=KEY, have=0)

    @property
    def match(self) -> Match:
        """The present match."""
        return self.table.state.match

    def play(self, ways: Ways) -> int:
        """Play the match to its end; returns the number of clicks."""
        if ways.forced:
            self._say("forced", on=True)
        while not self.match.winners:
            if not self.match.playing:
                self._click("next")
            elif ways.rest and self._offered():
                self._click("rest")
            elif self.table.automatic.times():
                assert self.call_at is not None
                self.now = self.call_at
                self._take(self.table.time_passed(self.now))
            else:
                self._act()
        return self.clicks

    def _offered(self) -> bool:
        """Whether the rest of the round is offered, with several cards left."""
        several = popcount(view(self.match, ME).table.hand) > 1
        return several and self.table.state.offer(ME).decided

    def _act(self) -> None:
        """Act as the level does."""
        before, seen = self.match, view(self.match, ME)
        action = LEVELS[before.game][LEVEL](seen, dice(before, ME))
        self._say("act", move=seen.move, action=action_name(GAMES[before.game], action))
        again = seen.legal == self.repeated and seen.seen[-1].seat == ME
        self.clicks += not again
        self.clicks += all_at_once(before) and not legal(self.match, ME)  # the button "Pass"
        self.repeated = 1 << action & ~ALL

    def _click(self, kind: str) -> None:
        self._say(kind)
        self.clicks += 1

    def _say(self, kind: str, **fields: object) -> None:
        self.now += 1.0
        self.asked += 1
        text = json.dumps({"type": kind, "id": f"{self.asked}"} | fields)
        outcome = self.table.handle(ME, text, self.now)
        refused = [out.text for out in outcome.outgoing if '"refused"' in out.text]
        assert not refused, refused
        self._take(outcome)

    def _take(self, outcome: Outcome) -> None:
        self.call_at = outcome.call_at


def clicks(game: str, ways: Ways, matches: int, advance: Callable[[], object]) -> list[int]:
    """The clicks of each of so many matches."""
    found = []
    for number in range(matches):
        found.append(Person(game, number).play(ways))
        advance()
    return sorted(found)


def main() -> None:
    """Play, and print the means, and the least and the most clicks of nine matches in ten."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=count, default=100)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    games, figures = [given.game] if given.game else [*GAMES], dict[str, Any]()
    with Progress(transient=True) as bar:
        for game in games:
            task = bar.add_task(game, total=given.matches * len(WAYS))
            for name, ways in WAYS.items():
                found = clicks(game, ways, given.matches, partial(bar.advance, task))
                middle = found[len(found) // 20], found[-1 - len(found) // 20]
                figures[f"{game}, {name}"] = {"mean": round(mean(found), 1), "of 90 %": middle}
    if given.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:28} {figure}")


if __name__ == "__main__":
    run(main)
