"""The messages that a table sends, as models, and the types that all messages share.

Incoming messages are models of `requests`. A table writes many messages, so `updates` and `wire`
write them as text. The models here describe that text for `/openapi.json`, for the page's types and
for the tests. docs/log.md describes it in prose.
"""

from typing import Annotated, Literal, NotRequired, get_args

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypeAliasType, TypedDict  # Python's own cannot be read before 3.12

NAME = "([A23456789TJQK][CDHS])"

# only the named fields, each of exactly its type
EXACT = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)

Card = Annotated[str, Field(pattern=f"^{NAME}$")]
# "??" is a card that the seat may not know
Known = Annotated[str, Field(pattern=rf"^({NAME}|\?\?)$")]
Number = Annotated[int, Field(ge=0)]
# six phrases and six signs between people at a table
Phrase = TypeAliasType(
    "Phrase",
    Literal[
        "hello",
        "good-luck",
        "well-played",
        "thanks",
        "sorry",
        "one-moment",
        "smile",
        "laugh",
        "wink",
        "surprise",
        "sad",
        "thumbs-up",
    ],
)
PHRASES: tuple[str, ...] = get_args(Phrase.__value__)


class Choice(TypedDict):
    """One of the choices that a hint compares."""

    actions: list[str]
    """One action, or all cards of a pass."""
    better: float
    """Advantage over the best other choice, in the hint's unit."""
    error: float
    """The standard error of `better`."""
    playouts: Number


class Term(TypedDict):
    """A part of the difference in points between the first two choices."""

    what: str
    """Which cards: `first` or `second` (of that choice), `held` (others in hand), `later` (got
    later), `own` (the rest), `theirs` or `others` (named cards of `seat`, and the rest), `all` or
    `all-theirs` (one seat has all that count), `bonus`.
    """
    says: str | None
    """A sentence about it with {cards} or {who}, if the game has one."""
    seat: Number | None
    """Another seat, if these are its cards."""
    cards: dict[str, float]
    """The part of each card that is named."""
    better: float
    """Above 0 if it speaks for the first choice."""
    error: float
    """The standard error of `better`."""


@with_config(EXACT)
class Hint(TypedDict):
    """The best of this seat's choices, and why."""

    action: str
    why: Literal["only", "better", "equal", "busy", "preparing", "unavailable"]
    unit: Literal["points", "share"]
    """Of `better`: points relative to the mean of the others, or the share of matches or rounds
    won.
    """
    choices: list[Choice]
    """The first one is the recommended action."""
    points: float
    """Advantage of the first choice over the second, in points relative to the mean of the
    others.
    """
    terms: list[Term]
    """The parts of `points`, the greatest first."""


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
    numbered: bool
    """Whether a number deals this match: a person who tries all numbers can know every hand."""
    deal: Number | None
    """That number, for the person who gave it; null for all others, and if no number deals."""
    again: bool
    """Whether the receiver may have this match dealt again."""
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
    left: list[list[Card]]
    """By seat, the cards left in the hands; empty until the round is over."""
    undone: Number
    """How often the match went back."""
    undo: Number | None
    """The move of this seat's last decision, to which `undo` goes back; null if there is none."""
    decided: bool
    """Whether this seat may have the rest of the round played by itself."""


class Update(TypedDict):
    """The view of a seat, sent when it differs from the last one."""

    type: Literal["view"]
    count: Number
    """The number of views that this seat was sent since the table was made."""
    view: SeatView
    news: list[SeenAction]
    """The actions seen since the view before it."""
    seen: NotRequired[list[SeenAction]]
    """All actions seen since the deal; after `enter` and `join`, and where the match went back."""


class Said(TypedDict):
    """A phrase or sign that a person has sent, for everybody at the table."""

    type: Literal["said"]
    seat: Number
    """The seat of the person."""
    phrase: Phrase


AnyMessage = Annotated[Done | Refused | Room | Update | Said, Field(discriminator="type")]
