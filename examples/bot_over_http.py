"""A bot that plays one round at a served table over HTTP, against computers.

    parlour serve --no-browser
    python bot_over_http.py http://127.0.0.1:8000 hearts

docs/log.md, "The table's messages", describes each message. Only the standard library is used.
"""

import json
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen


def ask(address: str, key: str = "", body: object = None) -> Any:
    """Send a request, a POST if it has a body; returns the answer's JSON."""
    head = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, head), timeout=30) as answer:
        return json.load(answer)


class Table:
    """A new table for the bot."""

    def __init__(self, server: str, game: str) -> None:
        """Make the table: the bot has the first seat, the simplest computers have the others."""
        (details,) = (
            entry for entry in ask(f"{server}/api/games")["games"] if entry["name"] == game
        )
        others = [details["levels"][0]] * (details["seats"] - 1)
        self.key = secrets.token_urlsafe(16)  # the holder of this key has the seat
        new_table = {"name": "Bot", "game": game, "seats": ["me", *others]}
        reply = ask(f"{server}/api/tables", self.key, {"key": self.key} | new_table)
        self.address = f"{server}/api/tables/{reply['table']}/messages"

    def send(self, **message: object) -> dict[str, Any]:
        """Send a message; returns the messages of the answer by type."""
        answer = ask(self.address, self.key, {"id": secrets.token_hex(4)} | message)
        return {reply["type"]: reply for reply in answer}

    def view(self) -> dict[str, Any]:
        """The bot's present view."""
        view: dict[str, Any] = self.send(type="enter", key=self.key, have=0)["view"]["view"]
        return view


def choose(view: dict[str, Any]) -> str:
    """The action to take, one of `legal`; replace this function by a better one."""
    return str(view["legal"][0])


def play(server: str, game: str) -> list[int]:
    """Play one round; returns its points by seat."""
    table = Table(server, game)
    while not (view := table.view())["points"]:
        if view["legal"]:
            table.send(type="act", move=view["move"], action=choose(view))
    return list(view["points"])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Expected the server's address and a game (bot_over_http.py ADDRESS GAME).")
    print("Points by seat:", play(sys.argv[1], sys.argv[2]))
