"""A match as a log of four kinds of event, and the view that each seat has of it.

    match = fold(log)       one `step` an event; nothing else is stored
    view(match, seat)       all that a player, a screen or a spectator may know

A `Match` is a value: a later step leaves it unchanged. It contains the deck and all hands, so only
the program that runs the table has it. Players and screens get a `View`, without hidden cards.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from operator import index
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from parlour.cards import (
    ALL,
    NOBODY,
    SPECTATOR,
    UNSEEN,
    Action,
    Card,
    Deck,
    Mask,
    Seat,
    cards,
    check_deck,
    mask_of,
    names,
)
from parlour.catalogue.options import action_name, checked
from parlour.catalogue.protocol import must
from parlour.catalogue.registry import GAMES, find_game
from parlour.errors import CardError, EventError, IllegalAction, printable, quote
from parlour.match.events import (
    HUMAN,
    LONGEST_NAME,
    Acted,
    Dealt,
    Event,
    Opened,
    Seated,
    Seen,
    to_action,
)
from parlour.match.history import Past, changed, seen_by
from parlour.match.history import dealt as dealt_past

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from parlour.card_set import CardSet

    R = TypeVar("R", default=Any)  # where the game is known: its Rules,
    D = TypeVar("D", default=Any)  # Round,
    S = TypeVar("S", default=Any)  # State
    V = TypeVar("V", default=Any)  # and Shown
else:
    from typing import TypeVar

    R, D, S, V = map(TypeVar, "RDSV")

SHEET = 100  # rounds whose points a view has, since some matches never end
LONGEST_ROUND = 1000  # actions that a seat sees; else a table would play on without an end
ENDLESS = f"The rules have not ended this round after {LONGEST_ROUND} actions."


class Match(NamedTuple, Generic[R, D, S]):
    """A match after its events so far; `step` gives the next one."""

    game: str
    rules: R
    salt: str
    players: tuple[str, ...]  # empty before a player takes the seat
    number: int  # the round's number from 1; 0 before the first deal
    deck: Deck
    round: D
    state: S
    playing: bool  # whether a round has been dealt and is not over
    moves: tuple[int, ...]  # the number of actions of each seat in the match
    # the actions of this round as each seat saw them; the spectator's last
    seen: tuple[tuple[Seen, ...], ...]
    sheet: tuple[tuple[int, ...], ...]  # points of each finished round, by seat
    totals: tuple[int, ...]
    winners: Mask  # 0 until the match is over
    past: Past = ()

    def __str__(self) -> str:
        """The spectator's view in lines of text; `repr` writes every hand."""
        return str(self.view(SPECTATOR))

    def act(self, seat: Seat, action: Action | str) -> "Match[R, D, S]":
        """The match after a seat's action, given as a text such as "7S" or "draw", or as its
        number.

        IllegalAction if the rules forbid it now, EventError for an unknown action and after the
        match.
        """
        return step(self, Acted(index(seat), to_action(self.game, action)))

    def step(self, event: Event | None = None) -> "Match[R, D, S]":
        """The match after one more event; by default a computer's action or the next deal."""
        return step(self, self.next_event() if event is None else event)

    def next_event(self) -> Event:
        """The next event: the action of the first seat that may act, chosen by its level or its own
        function; or between rounds the next deal of the match's seed.

        EventError after the match, if a person must act, if a player returns no action, or if the
        match has no seed to deal from; IllegalAction if a player's action is forbidden; UsageError
        if a player is not a level; CodeError if the code of a level fails.
        """
        event: Event = _public().next_event(self)
        return event

    def view(self, seat: Seat) -> "View":
        """The view of a seat (0 ... n-1) or a spectator (99); EventError for any other seat."""
        return view(self, index(seat))


class View(NamedTuple, Generic[V]):
    """All that a player, a screen or a spectator may know."""

    game: str
    rules: Any
    seat: Seat
    players: tuple[str, ...]
    number: int  # the round's number
    totals: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]  # points of the last SHEET finished rounds, by seat
    # points of this round by seat; empty until it is over, since earlier points would reveal hidden
    # discards
    points: tuple[int, ...]
    winners: Mask  # of the match
    dealt: tuple[Card, ...]  # the seat's own cards in deal order
    seen: tuple[Seen, ...]  # the actions seen since the deal
    table: V  # the game's Shown; None before the first deal
    legal: Mask
    playable: Mask  # the cards that any holder could play now
    move: int  # the number of actions of this seat in the match
    open: Mask  # the cards that are open since the deal
    must: Mask  # the seat to act certainly holds one of these; 0 if nothing is known
    # up to four earlier rounds: the seats with another player since, and what was seen (history.py)
    past: tuple[tuple[Mask, bytes], ...] = ()

    @property
    def hand(self) -> "CardSet":
        """The seat's own cards; empty for a spectator and before the first deal."""
        return _card_set(getattr(self.table, "hand", 0))

    @property
    def legal_cards(self) -> "CardSet":
        """The cards that the seat may play, pass or discard now: `legal` without other actions."""
        return _card_set(self.legal & ALL)

    @property
    def actions(self) -> tuple[str, ...]:
        """The legal actions by name, cards first: `("7S", "draw")`; empty if it may not act."""
        game, numbers = GAMES[self.game], range(self.legal.bit_length())
        return tuple(action_name(game, action) for action in numbers if self.legal >> action & 1)

    def __str__(self) -> str:
        """The view in lines of text: the totals, the table, the hand, the legal actions."""
        return str(_public().text(self))


def _public() -> ModuleType:
    """The functions of the public API. They import this module, so they are found by name at their
    first use, as the parts of a game are.
    """
    return import_module("parlour.api")


def _card_set(mask: Mask) -> "CardSet":
    from parlour.card_set import CardSet  # here, because the classic programs start without it

    return CardSet(mask)


def fold(log: Iterable[Event], match: Match | None = None) -> Match:
    """The match after these events, from the start or after an earlier match; ParlourError at the
    first event that cannot follow.
    """
    for event in log:
        match = step(match, event)
    if match is None:
        raise EventError("The log is empty (expected the event opened).")
    return match


def step(match: Match | None, event: Event) -> Match:
    """The match after one more event; ParlourError if it cannot follow."""
    if isinstance(event, Opened):
        if match is not None:
            raise EventError("Unexpected event opened (the match is already open).")
        return _opened(event)
    if match is None or match.winners:
        why = "the match is over" if match else "the first event of a match is opened"
        raise EventError(f"Unexpected event {_kind(event)} ({why}).")
    if isinstance(event, Acted):
        return _acted(match, event)
    if isinstance(event, Seated):
        return _seated(match, event)
    if isinstance(event, Dealt):
        return _dealt(match, event)
    raise EventError(f"An event is needed; {_kind(event)} was given (`act` takes an action).")


def _kind(event: Event) -> str:
    """An event's name, without its contents: an error must not show a deck."""
    return type(event).__name__.lower()


def _opened(event: Opened) -> Match:
    game = find_game(event.game)
    if not isinstance(event.salt, str) or len(event.salt) > LONGEST_NAME:
        raise EventError(f"Invalid salt (expected a text of at most {LONGEST_NAME} characters).")
    rules = checked(game, event.rules)
    nothing = (0,) * game.seats(rules)
    return Match(
        event.game, rules, event.salt, players=("",) * len(nothing), number=0, deck=(), round=None,
        state=None, playing=False, moves=nothing, seen=((),) * (len(nothing) + 1), sheet=(),
        totals=nothing, winners=0,
    )  # fmt: skip


def _seated(match: Match, event: Seated) -> Match:
    seat, player = event
    if not 0 <= seat < len(match.players):
        raise EventError(f"Unknown seat {seat} (known: 0 to {len(match.players) - 1}).")
    if player in ("", HUMAN) or not printable(player) or len(player) > LONGEST_NAME:
        raise EventError(
            f"Invalid player {quote(player)} (expected a name of 1 to {LONGEST_NAME} printable "
            f"characters)."
        )
    players = (*match.players[:seat], player, *match.players[seat + 1 :])
    past = match.past if player == match.players[seat] else changed(match.past, seat)
    return match._replace(players=players, past=past)


def _dealt(match: Match, event: Dealt) -> Match:
    if match.playing:
        raise EventError(f"Cards cannot be dealt before round {match.number} is over.")
    if "" in match.players:
        raise EventError(f"Cards cannot be dealt while seat {match.players.index('')} is empty.")
    try:
        check_deck(event.deck)
    except CardError as error:
        raise EventError(str(error)) from None
    number = match.number + 1
    round_, state = GAMES[match.game].deal(match.rules, event.deck, number)
    return _continued(match._replace(
        number=number, deck=event.deck, round=round_, state=state, playing=True,
        seen=((),) * len(match.seen), past=dealt_past(match.past, match.seen),
    ))  # fmt: skip


def _acted(match: Match, event: Acted) -> Match:
    seat, action = event
    if why := refusal(match, seat, action):
        raise IllegalAction(why)
    game, round_, before = GAMES[match.game], match.round, match.state
    state = game.apply(round_, before, seat, action)
    proof = game.lacks(round_, before, action)
    moves = (*match.moves[:seat], match.moves[seat] + 1, *match.moves[seat + 1 :])
    seen = []
    for viewer, so_far in zip((*range(len(moves)), SPECTATOR), match.seen, strict=True):
        veiled, card = game.veil(round_, before, viewer, seat, action)
        seen.append(so_far if veiled == UNSEEN else (*so_far, Seen(seat, veiled, card, proof)))
    return _continued(match._replace(state=state, moves=moves, seen=tuple(seen)))


def _continued(match: Match) -> Match:
    """The match, or its state after the round if no seat may act (also after a deal)."""
    return _finished(match) if actor(match) == NOBODY else match


def _finished(match: Match) -> Match:
    game = GAMES[match.game]
    points = game.points(match.round, match.state)[: len(match.players)]
    totals = tuple(old + new for old, new in zip(match.totals, points, strict=True))
    winners = game.finish(match.rules, match.number, totals)
    return match._replace(
        playing=False, sheet=(*match.sheet, points), totals=totals, winners=winners
    )


def legal(match: Match, seat: Seat) -> Mask:
    """The actions that a seat may take now; 0 if it may not act."""
    if not match.playing or not 0 <= seat < len(match.players):
        return 0
    return GAMES[match.game].legal(match.round, match.state, seat)


def actor(match: Match) -> Seat:
    """The first seat that may act now, or NOBODY; if several may, their order is free."""
    if match.playing:
        for seat in range(len(match.players)):
            if legal(match, seat):
                return seat
    return NOBODY


def refusal(match: Match, seat: Seat, action: Action) -> str:
    """The reason against an action now, without hidden information; empty if it is legal."""
    game = GAMES[match.game]
    if not 0 <= seat < len(match.players):
        return f"Unknown seat {seat} (known: 0 to {len(match.players) - 1})."
    if not 0 <= action < 52 + len(game.EXTRA):
        return f"Unknown action {action}."
    if not match.playing:
        return "No round is being played."
    may = legal(match, seat)
    if may >> action & 1:
        return ENDLESS if len(match.seen[seat]) >= LONGEST_ROUND else ""
    name = action_name(game, action)
    table = game.shown(match.round, match.state, seat)
    if not may:
        others = f"{name} must wait for the others."
        return others if table.turn == NOBODY else f"{name} must wait: it is another's turn."
    hand = table.hand
    if action < 52 and not hand >> action & 1:
        return f"{name} is not in the hand."
    lacking = game.lacks(match.round, match.state, action)
    held = names(cards(lacking & hand))
    if lacking == ALL or not held:
        return f"{name} is not allowed now."
    verb = "are" if " " in held else "is"
    return f"{name} is not allowed while {held} {verb} held."


def dice(match: Match, seat: Seat) -> int:
    """The seed of a seat's next choice: 64 bits of SHA-256 over salt, seat and move."""
    from hashlib import sha256  # here, because the classic programs start without it

    text = f"{match.salt}/{seat}/{match.moves[seat]}"
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


def barred(match: Match, seat: Seat) -> dict[Card, Mask]:
    """For each card in hand that a seat may not use now, the held cards that forbid it, or 0 if
    none is the reason; empty if the seat may not act.
    """
    may = legal(match, seat)
    if not may:
        return {}
    game = GAMES[match.game]
    hand = game.shown(match.round, match.state, seat).hand
    lacking = {card: game.lacks(match.round, match.state, card) for card in cards(hand & ~may)}
    return {card: 0 if mask == ALL else mask & hand for card, mask in lacking.items()}


def playable(match: Match) -> Mask:
    """The cards that any holder could play freely now."""
    return GAMES[match.game].free(match.round, match.state) if match.playing else 0


@lru_cache(4096)
def _places(
    dealt_to: Callable[[Any, int, int], Seat], rules: Any, number: int, seat: Seat
) -> tuple[int, ...]:
    """The places in the deck of a seat's cards in a round; for SPECTATOR, of the open cards."""
    return tuple(place for place in range(52) if dealt_to(rules, number, place) == seat)


def dealt(match: Match, seat: Seat) -> tuple[Card, ...]:
    """The cards dealt to a seat, in deal order; for SPECTATOR, the open ones."""
    if not match.deck:
        return ()
    places = _places(GAMES[match.game].dealt_to, match.rules, match.number, seat)
    return tuple([match.deck[place] for place in places])


def view(match: Match, seat: Seat) -> View:
    """The view of a seat (0 ... n-1) or of SPECTATOR; EventError for any other seat."""
    game, n = GAMES[match.game], len(match.players)
    seated = seat != SPECTATOR
    if seated and not 0 <= seat < n:
        raise EventError(f"Unknown seat {seat} (known: 0 to {n - 1}, and SPECTATOR).")
    return View(
        match.game,
        match.rules,
        seat,
        tuple(map(str, match.players)),  # for a player that is a function, only its name
        match.number,
        match.totals,
        sheet=match.sheet[-SHEET:],
        points=match.sheet[-1] if match.sheet and not match.playing else (),
        winners=match.winners,
        dealt=dealt(match, seat) if seated else (),
        seen=match.seen[seat if seated else n],
        table=game.shown(match.round, match.state, seat) if match.deck else None,
        legal=legal(match, seat),
        playable=playable(match),
        move=match.moves[seat] if seated else 0,
        open=mask_of(dealt(match, SPECTATOR)),
        must=must(game, match.round, match.state) if match.playing else 0,
        past=seen_by(match.past, seat),
    )
