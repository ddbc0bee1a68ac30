"""Looking into an open seat: a seated player joins the open seat from a second socket in mid-round,
reads its hand and leaves.

    python -m tests.attack.seats [--tables N] [--game GAME]

It succeeds if the server sends the second socket any card of that hand before the next deal. The
exit status is also 1 if a guest who stays gets no cards with the next deal.
"""

import argparse
import asyncio
import contextlib
import json
from typing import Any

from arguments import count, run
from people import new_key
from server import served

from tests.attack.support import Lost, Person, Refused, begin, end, make

MOVES = 3  # before the guest joins
COMPUTERS = {"straights": 2, "hearts": 2, "crazy-eights": 1}


def cards_of(told: list[dict[str, Any]]) -> list[str]:
    """The cards of the viewer's own hand in these messages."""
    cards: list[str] = []
    for message in told:
        if message["type"] == "view":
            view = message["view"]
            cards += [
                *view["dealt"],
                *(view["table"] or {}).get("hand", ()),
                *view["legal"],
                *view["barred"],
            ]
    return cards


async def joins(port: int, host: Person, seen: list[dict[str, Any]]) -> Person:
    """A guest that has taken the table's open seat; `seen` gets all messages to it."""
    guest = Person(port, host.table, str(host.room["invite"]), host.local)
    await guest.enter()
    guest.heard = lambda _at, told: seen.append(told)
    key = new_key()
    await guest.ask("join", key=key, name="Eve")
    guest.key = key
    await host.until(lambda: any(seat["name"] == "Eve" for seat in host.room["seats"]))
    await asyncio.sleep(0.2)
    return guest


async def look(port: int, game: str, local: str) -> tuple[list[str], bool]:
    """At one table: the cards that the guests saw, and whether a guest who stays gets cards with
    the next deal.
    """
    seats = ["me", "friend", *["first"] * COMPUTERS[game]]
    rules = {"target": 500} | ({"players": len(seats)} if game == "crazy-eights" else {})
    host = await make(port, local, game=game, seats=seats, rules=rules, limit=0)
    await host.enter()
    await host.ask("start")
    for _ in range(MOVES):
        await host.turn()
        await host.act()
    await host.turn()
    number, seen = host.view["number"], list[dict[str, Any]]()
    guest = await joins(port, host, seen)
    assert host.view["number"] == number, "the round was over too early"
    cards = cards_of(seen)
    await guest.ask("leave")
    kept = list[dict[str, Any]]()
    guest = await joins(port, host, kept)
    guest.heard = lambda _at, told: (
        kept.append(told) if told.get("view", {}).get("number") == number else None
    )
    await both(host, guest, number)
    dealt = len(guest.view["dealt"]) > 0
    host.close()
    guest.close()
    return cards + cards_of(
        [told for told in kept if told.get("view", {}).get("number") == number]
    ), dealt


async def both(host: Person, guest: Person, number: int) -> None:
    """Play to the end of the round, and request the next. A guest that may act (which is the fault)
    does so.
    """
    ready = list[Person]()
    while len(ready) < 2:
        await asyncio.sleep(0.01)
        for person in (host, guest):
            if person.may_act:
                await person.act()
            elif person.scored and person not in ready:
                ready.append(person)
                with contextlib.suppress(
                    *[Refused] if person is guest else []
                ):  # it may be a spectator until the deal
                    await person.ask("next")
    await host.until(lambda: host.view["number"] > number)
    await guest.until(lambda: guest.view["number"] > number)


async def attack(options: argparse.Namespace) -> int:
    """Look into the seats of some tables."""
    figures, failed = begin(), list[str]()
    with served() as (_, port):
        for game in [options.game] if options.game else COMPUTERS:
            seen, dealt = 0, 0
            for number in range(options.tables):
                try:
                    cards, gets = await look(port, game, f"127.0.5.{number + 1}")
                except (Refused, Lost, TimeoutError, json.JSONDecodeError) as error:
                    failed.append(f"{game}: {type(error).__name__} {error}")
                    continue
                seen, dealt = seen + bool(cards), dealt + gets
            figures[f"{game}: tables"] = options.tables
            figures[f"{game}: hands seen"] = seen
            figures[f"{game}: guests with cards after the next deal"] = dealt
            if seen:
                failed.append(
                    f"{game}: a guest saw cards of the running round at {seen} of {options.tables} "
                    f"tables."
                )
            if dealt < options.tables:
                failed.append(
                    f"{game}: a guest got no cards with the next deal at {options.tables - dealt} "
                    f"tables."
                )
    return end(figures, failed)


def main() -> int:
    """Look into open seats."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=count, default=5, help="of each game")
    parser.add_argument("--game", choices=COMPUTERS)
    return asyncio.run(attack(parser.parse_args()))


if __name__ == "__main__":
    run(main)
