"""The page at a table that is scripted: no server, any state at once. The messages are those of a
real table (`tests/support/scene.py`) with four people, or more or fewer; the others are shown as
computers.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, Route

from parlour.catalogue.registry import GAMES
from parlour.web.catalogue import Catalogue
from tests.support.browser.program import ROOT
from tests.support.scene import ADA, BO, CY, DI, Scene, wish

ORIGIN = "http://parlour.test"
PAGE = ROOT / "parlour/page"
KEYS = (ADA, BO, CY, DI, *(name.ljust(22, "_") for name in ("Ed", "Flo", "Gil")))
Json = dict[str, Any]
State = tuple[Json, Json]  # the messages `room` and `view` of the seat 0

# A socket that answers at once, and receives what the test gives it.
SOCKET = """
window.WebSocket = class {
  constructor() {
    window.socket = this;
    setTimeout(() => this.onopen?.());
  }
  hear(message) { this.onmessage?.({ data: JSON.stringify(message) }); }
  send(text) {
    const { id, type } = JSON.parse(text);
    const hint = type === "hint" && window.hint;
    setTimeout(() => this.hear({ type: "done", id, seat: 0, hint }));
  }
  close() {}
};
localStorage.setItem("parlour.settings", JSON.stringify({ pace: "once", speed: 0, forced: "off" }));
localStorage.setItem("parlour.tables", JSON.stringify([{ table: "T", key: "K" }]));
const rest = () => new Promise((done) => setTimeout(done));
window.feed = async ({ room, view }) => {
  while (!window.socket?.onmessage) await rest();
  socket.hear(room);
  socket.hear(view);
  for (let n = 0; n < 3; n++) {
    await rest();
    document.querySelector("main")?.dispatchEvent(new PointerEvent("pointerdown"));
  }
};
"""


def scripted(game: str, seats: int = 4, seed: int = 0, **rules: Any) -> Iterator[State]:
    """What the page of the seat 0 is told: in the lobby, then at each of its own turns and after
    each action, to the end of the match.
    """
    made = wish(game, ("me", *["friend"] * (seats - 1)), rules=rules)
    scene = Scene(made, f"{game} {seed}")
    scene.enter(0, ADA)
    yield told(scene)
    for seat in range(1, seats):
        scene.join(seat, KEYS[seat], KEYS[seat].rstrip("_"))
    random = Random(seed)
    while True:
        yield told(scene)
        phase = scene.room(0)["phase"]
        if phase == "over":
            return
        if phase == "scored":
            for seat in range(seats):
                scene.done(seat, "next")
            continue
        seat = scene.turn(seats)
        view = scene.view(seat)
        scene.done(seat, "act", move=view["move"], action=random.choice(view["legal"]))


def told(scene: Scene) -> State:
    """The last messages of the seat 0, with computers in the others' seats, and with what a table
    offers to a person among computers: undo always, and near its end the rest of the round.
    """
    room, view = (json.loads(json.dumps(scene.last(0, kind))) for kind in ("room", "view"))
    for place in room["seats"][1:]:
        if place["kind"] == "person":
            place |= {"kind": "computer", "name": "greedy"}
    if view["view"]["table"]:
        view["view"]["undo"] = view["view"]["move"]
        few = 0 < len(view["view"]["table"]["hand"]) < 4
        view["view"]["decided"] = few and hasattr(GAMES[view["view"]["game"]], "decided")
    return room, view


def serve(route: Route) -> None:
    """The page's files, and the games."""
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
    if path == "/api/games":
        route.fulfill(json=Catalogue().games_message)
        return
    file = PAGE / (path.lstrip("/") or "index.html")
    if path.startswith("/games/"):
        _, _, game, name = path.split("/")
        file = ROOT / f"parlour/games/{game.replace('-', '_')}/page" / name
    route.fulfill(path=Path(file))


def seat(chromium: Browser, *, touch: bool = False, locale: str = "en", **options: Any) -> Page:
    """A page that is at a table, and has been told nothing yet."""
    # The page does not know that its window is small or large: it is told when that changes.
    usual: Json = {"reduced_motion": "reduce"}
    context = chromium.new_context(
        has_touch=touch, is_mobile=touch, locale=locale, **(usual | options)
    )
    context.set_default_timeout(15000)
    context.add_init_script(SOCKET)
    context.route("**/*", serve)
    page = context.new_page()
    page.goto(f"{ORIGIN}/#/table/T/K")
    return page


def leave(page: Page) -> None:
    """Go home and come back: the table is told nothing yet, of any game."""
    page.evaluate("() => { window.socket = null; location.hash = '#/' }")
    page.wait_for_selector("main.page", state="attached")
    page.evaluate("() => { location.hash = '#/table/T/K' }")


def show(page: Page, state: State, drawn: str = ".felt .seat") -> None:
    """Let the page show a state."""
    page.evaluate("(state) => feed(state)", dict(zip(("room", "view"), state, strict=True)))
    page.wait_for_selector(drawn, state="attached")
