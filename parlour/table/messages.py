"""The messages that a table sends, as models, and the types that all messages share.

Incoming messages are models of `requests`. A table writes many messages, so `updates` and `wire`
write them as text. The models here describe that text for `/openapi.json`, for the page's types and
for the tests. docs/log.md describes it in prose.
"""

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict  # Python's own cannot be read before 3.12

NAME = "([A23456789TJQK][CDHS])"

# only the named fields, each of exactly its type
EXACT = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)

Card = Annotated[str, Field(pattern=f"^{NAME}$")]
# "??" is a card that the seat may not know
Known = Annotated[str, Field(pattern=rf"^({NAME}|\?\?)$")]
Number = Annotated[int, Field(ge=0)]


class Choice(TypedDict):
    """One of the choices that a hint compares."""

    actions: list[str]
    """One action, or all cards of a pass."""
    points: float | None
    """Estimated points of this seat in the round; null where nothing was played out."""
    better: float
    """Advantage over the learned policy's action, in the hint's unit."""
    playouts: Number


@with_config(EXACT)
class Hint(TypedDict):
    """The action of the strongest level in this seat's place."""

    action: str
    why: Literal["only", "better", "equal", "busy", "preparing", "unavailable"]
    unit: Literal["points", "share"]
    """Of `better`: points relative to the mean of the others, or the share of matches or rounds
    won.
    """
    choices: list[Choice]
    """The first one is the recommended action."""


class Done(TypedDict):
    """A request was accepted."""

    type: Literal["done"]
    id: str
    seat: NotRequired[Number | None]
    """The seat, after `enter` (null for spectators) and `join`."""
    hint: NotRequired[Hint]
    """The hint, after `hint`."""


class Refused(TypedDict):
    """A request was refused."""

    type: Literal["refused"]
    id: str | None
    """The id of the request; null where the message has no valid id."""
    why: str
    """One sentence."""


class You(TypedDict):
    """The receiver of a `room`."""

    seat: Number | None
    """Null for spectators, and for a person who joined during a round."""
    waits: bool
    """Whether the receiver has a seat from the next deal on."""
    maker: bool
    """Whether the receiver made the table."""


class Place(TypedDict):
    """A seat of the table and its occupant."""

    kind: Literal["person", "computer", "open"]
    """An open seat can be joined; from the first deal on a computer plays it."""
    name: str
    here: bool
    """Whether a socket of the seat is open, or was 3 s ago."""
    away: bool
    """Whether a computer plays for this person until they are back."""
    held: Number | None
    """Milliseconds until a computer takes over from this absent person; null otherwise."""


class Room(TypedDict):
    """The occupants and clocks of a table, as sent to one socket."""

    type: Literal["room"]
    phase: Literal["waiting", "playing", "scored", "over"]
    """Before the first deal, in a round, between rounds, after a match."""
    you: You
    level: str
    """The level that plays for absent persons and on open seats."""
    limit: Number
    """Seconds for a turn; 0 for no limit."""
    clock: Number | None
    """Milliseconds until a computer plays this turn; null where no clock runs."""
    ready: list[Number]
    """The seats that have sent `next`."""
    watchers: Number
    stand_in: Literal["busy", "preparing", "failed"] | None
    """Why a plain level played the last turn of a learned one; null if none did."""
    resting: bool
    """Whether the table is paused because only computers play and the server's limits are reached.
    """
    invite: str | None
    """The key to join with, for the maker and for sockets that entered with it."""
    watch: str | None
    """The key to watch with, for the maker."""
    seats: list[Place]


class SeenAction(TypedDict):
    """An action as one seat saw it."""

    seat: Number
    action: str
    """A card, another action of the game, or `??` for a hidden one."""
    card: NotRequired[Known]
    """The card that was drawn; absent if none was."""
    lacks: NotRequired[list[Card]]
    """Cards that the actor certainly does not hold; absent if there are none."""


@with_config(EXACT | ConfigDict(extra="allow"))
class Board(TypedDict):
    """The open cards and facts of a round: these fields, and those of the game that `GET
    /api/games` lists.
    """

    hand: list[Card]
    """The seat's own cards."""
    counts: list[Number]
    """Number of cards in each hand."""
    turn: Number | None
    """The seat to act; null while several may act, and after the round."""


class SeatView(TypedDict):
    """All that one seat may know."""

    game: str
    rules: dict[str, str | int]
    """All house rules, as in a record."""
    goal: int
    """The total that ends the match, reached from above if it is below 0; 0 for none."""
    length: Number
    """The number of rounds of the match; 0 if it is not fixed."""
    seat: Number | None
    """Null for spectators."""
    players: list[str]
    """By seat: `human:NAME`, a level, or empty before a player takes the seat."""
    number: Number
    """The number of the round; 0 before the first deal."""
    totals: list[int]
    """Points by seat."""
    sheet: list[list[int]]
    """Points by seat in each of the last 100 finished rounds, the latest last."""
    points: list[int]
    """Points of the round by seat; empty until the round is over."""
    winners: list[Number]
    """The winning seats; empty until the match is over."""
    dealt: list[Card]
    """The seat's own cards in deal order."""
    table: Board | None
    """Null before the first deal."""
    legal: list[str]
    """The actions this seat may take; empty when it may not act."""
    barred: dict[str, list[Card]]
    """For each card in hand that the seat may not use now, the cards in hand that forbid it; an
    empty list if no card is the reason.
    """
    playable: list[Card]
    """The cards that any holder could play freely now."""
    move: Number
    """The number of actions of this seat in the match; `act` repeats it."""


class Update(TypedDict):
    """The view of a seat, sent when it differs from the last one."""

    type: Literal["view"]
    count: Number
    """The number of views that this seat was sent since the table was made."""
    view: SeatView
    news: list[SeenAction]
    """The actions seen since the view before it."""
    seen: NotRequired[list[SeenAction]]
    """All actions seen since the deal; only after `enter` and `join`."""


AnyMessage = Annotated[Done | Refused | Room | Update, Field(discriminator="type")]
