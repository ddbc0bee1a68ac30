"""The messages of a table as models: what every message has in common, and what a table sends.

Messages that come in are models of `requests`. Those that go out are written as text
(`updates`, `wire`), because a table writes many; their models here say what that text is: to
`/openapi.json`, to the page's types and to the tests. docs/log.md says it in prose.
"""

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict  # Python's own cannot be read before 3.12

NAME = "([A23456789TJQK][CDHS])"

# exactly the fields that are named, each of exactly its type
EXACT = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)

Card = Annotated[str, Field(pattern=f"^{NAME}$")]
Known = Annotated[str, Field(pattern=rf"^({NAME}|\?\?)$")]  # "??": the seat may not know it
Number = Annotated[int, Field(ge=0)]


class Choice(TypedDict):
    """One of the choices that a hint weighed."""

    actions: list[str]
    """One; all that are passed where several cards are passed together."""
    points: float | None
    """What the round is estimated to cost this seat; null where nothing was played out."""
    better: float
    """Than what the learned policy would do, in the hint's unit."""
    playouts: Number


@with_config(EXACT)
class Hint(TypedDict):
    """What the strongest level would do in a seat's place."""

    action: str
    why: Literal["only", "better", "equal", "busy", "preparing"]
    unit: Literal["points", "share"]
    """Of `better`: points against the mean of the others, or the share of matches or rounds won."""
    choices: list[Choice]
    """The first is the action."""


class Done(TypedDict):
    """A request was followed."""

    type: Literal["done"]
    id: str
    seat: NotRequired[Number | None]
    """After `enter` (null for spectators) and `join`."""
    hint: NotRequired[Hint]
    """After `hint`."""


class Refused(TypedDict):
    """A request was not followed."""

    type: Literal["refused"]
    id: str | None
    """Null where the message has no id that can be one."""
    why: str
    """One sentence."""


class You(TypedDict):
    """Who the receiver of a `room` is."""

    seat: Number | None
    """Null for spectators, and for who waits."""
    waits: bool
    """A seat is theirs from the next deal on."""
    maker: bool
    """Whether they made the table."""


class Place(TypedDict):
    """A seat of the table, and who has it."""

    kind: Literal["person", "computer", "open"]
    """A friend may join an open one; once play has begun, a computer plays it."""
    name: str
    here: bool
    """A socket is open, or was 3 s ago."""
    away: bool
    """A computer plays for this person until they are back."""
    held: Number | None
    """Milliseconds until it does."""


class Room(TypedDict):
    """Who is at the table, as one socket is told."""

    type: Literal["room"]
    phase: Literal["waiting", "playing", "scored", "over"]
    """Waiting for friends, in a round, between rounds, after a match."""
    you: You
    level: str
    """Plays for whoever is away, and open seats."""
    limit: Number
    """Seconds for a turn; 0 for no limit."""
    clock: Number | None
    """Milliseconds until a computer plays this turn; null where no clock runs."""
    ready: list[Number]
    """The seats that have said `next`."""
    watchers: Number
    stand_in: Literal["busy", "preparing", "failed"] | None
    """Why the prudent player played the last turn of a level that thinks."""
    resting: bool
    """Only computers play here, and the table waits."""
    invite: str | None
    """The key to join with, for those who may give it away."""
    watch: str | None
    """The key to watch with, for the maker."""
    seats: list[Place]


class SeenAction(TypedDict):
    """An action as a seat saw it."""

    seat: Number
    action: str
    """A card, a word of the game, or `??`."""
    card: NotRequired[Known]
    """What a draw brought; left out where it brought nothing."""
    lacks: NotRequired[list[Card]]
    """Cards that the actor is proved not to hold; left out where there are none."""


@with_config(EXACT | ConfigDict(extra="allow"))
class Board(TypedDict):
    """What lies open: these fields, and those of the game that `GET /api/games` lists."""

    hand: list[Card]
    """One's own."""
    counts: list[Number]
    """Cards in each hand."""
    turn: Number | None
    """A seat; null while several may act, and when the round is over."""


class SeatView(TypedDict):
    """What one seat may know."""

    game: str
    rules: dict[str, str | int]
    """All options, as in a record."""
    goal: int
    """The total that ends the match, from above where it is below 0; 0 for none."""
    length: Number
    """The rounds of the match; 0 where that is open."""
    seat: Number | None
    """Null for spectators."""
    players: list[str]
    """By seat: `human:NAME`, a level, or empty where nobody sits yet."""
    number: Number
    """The round; 0 before the first deal."""
    totals: list[int]
    """Points by seat."""
    sheet: list[list[int]]
    """Points by seat in each of the last 100 finished rounds, the latest last."""
    points: list[int]
    """Of the round, by seat; empty until it is over."""
    winners: list[Number]
    """Seats; empty while the match lasts."""
    dealt: list[Card]
    """One's own cards as dealt."""
    table: Board | None
    """Null before the first deal."""
    legal: list[str]
    """The actions this seat may take; empty when it may not act."""
    barred: dict[str, list[Card]]
    """When it may act: for each card in hand that it may not use, the cards in hand that forbid it;
    none where nothing would allow it."""
    playable: list[Card]
    """The cards that anybody could play freely now."""
    move: Number
    """How many actions this seat has made in the match; an `act` names it."""


class Update(TypedDict):
    """The view of a seat, sent when it differs from the last one."""

    type: Literal["view"]
    count: Number
    """Views that this seat was sent since the table was made."""
    view: SeatView
    news: list[SeenAction]
    """What was seen since the view before it."""
    seen: NotRequired[list[SeenAction]]
    """All since the deal; only after `enter` and `join`."""


AnyMessage = Annotated[Done | Refused | Room | Update, Field(discriminator="type")]
