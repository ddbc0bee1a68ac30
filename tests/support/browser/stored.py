"""What a site's page has stored in the browser, as this machine's Python reads it."""

import json
from typing import Any, NamedTuple

from playwright.sync_api import Page

from parlour import log
from parlour.host.deck_source import SecretDecks
from parlour.match import Acted, dice, legal, view
from parlour.players import LEVELS, STAND_IN, search
from parlour.table.messages.new_table import Made
from parlour.table.messages.outcome import Row
from parlour.table.messages.record import record
from parlour.table.past import all_at_once
from parlour.table.table import Table

HELD = """() => new Promise((done, fail) => {
  const asked = indexedDB.open("parlour");
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = async () => {
    const read = asked.result.transaction(["tables", "rows"]);
    const all = (name) => new Promise((good) => {
      const found = read.objectStore(name).getAll();
      found.onsuccess = () => good(found.result);
    });
    const held = { tables: await all("tables"), rows: await all("rows") };
    asked.result.close();
    done(held);
  };
})"""


class Stored(NamedTuple):
    """A table in the browser."""

    name: str
    body: str
    rows: list[Row]


def stored(page: Page) -> Stored:
    """The table that the page is at."""
    name = page.url.split("/")[-2]
    held = page.evaluate(HELD)
    (body,) = [table["body"] for table in held["tables"] if table["name"] == name]
    rows = [row for row in held["rows"] if row["table"] == name]
    return Stored(name, body, [Row(row["n"], row["at"], row["body"]) for row in rows])


def seen(page: Page) -> dict[str, Any]:
    """The view of the page's seat, as this machine's Python makes it from the stored rows."""
    found = stored(page)
    table = Table(Made(found.name, found.body, None), found.rows, SecretDecks())
    now = found.rows[-1].at
    table.begin(now)
    enter = {"type": "enter", "id": "e", "key": page.url.split("/")[-1], "have": 0}
    told = table.handle(1, json.dumps(enter), now).outgoing
    (view,) = [
        message["view"]
        for message in (json.loads(one.text) for one in told)
        if message["type"] == "view"
    ]
    return dict(view)


def decided(found: Stored) -> tuple[int, int]:
    """How often the computers at a table decided as the strongest level does here with the same
    dice, and how often as the level that stands in; where those two differ. AssertionError for
    another decision; three cards are passed as one, of which only the first may be late.
    """
    strong = stand_in = 0
    for _, event, match, _ in log.read(record(found.rows).encode().splitlines(keepends=True)):
        if isinstance(event, Acted) and match and match.players[event.seat] == "search":
            levels, told = LEVELS[match.game], (view(match, event.seat), dice(match, event.seat))
            if legal(match, event.seat).bit_count() > 1:
                plain = levels[STAND_IN](*told)
                best = search.unhurried(*told).action
                assert event.action in (best, plain) or all_at_once(match)
                strong += event.action == best != plain
                stand_in += event.action == plain != best
    return strong, stand_in
