"""The functions of the public API. `parlour/__init__.py` lists all public names, and docs/api.md
shows their use.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import index
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from parlour.cards import Action
from parlour.catalogue.options import checked, parse_rules
from parlour.catalogue.protocol import AnyGame
from parlour.catalogue.registry import GAMES as ALL_GAMES
from parlour.catalogue.registry import find_game
from parlour.errors import EventError, UsageError, quote
from parlour.match import HUMAN, Dealt, Event, Match, View, fold
from parlour.players import LEVELS, Function, Player, PlayerObject, decided, find_level, own_player
from parlour.series import Series, checked_series, next_deck, play, start
from parlour.words import view_text

HouseRules: TypeAlias = Mapping[str, str | int] | tuple[int, ...]

GAMES: Mapping[str, AnyGame] = MappingProxyType(ALL_GAMES)


def deal(
    game: str,
    *,
    seed: int,
    players: Sequence[str | Function | PlayerObject] | None = None,
    rules: HouseRules | None = None,
) -> Match:
    """Open a match, seat its players, and deal the first round.

    `seed` (1 ... 2147483646) fixes every deal and every player's dice; it deals the same cards as
    the game's terminal program and `parlour simulate --seed`. `players` has one entry a seat: the
    name of a level ("first", "greedy", "search"), `human:NAME` for a seat that only `act` plays, or
    a function `act(view, dice)` that returns an action; by default all are the game's simplest
    level. `rules` are house rules by name as in `{"target": 50}`, or the game's own record
    `parlour.GAMES[game].Rules(...)`; by default the game's standard rules.

    RulesError for an unknown game, option or value; UsageError for a seed out of range, an unknown
    level, or a number of players other than the game's seats.

    >>> import parlour
    >>> match = parlour.deal("hearts", seed=6788, players=["human:Ada", "first", "first", "first"])
    >>> match.players, match.number, match.totals
    (('human:Ada', 'first', 'first', 'first'), 1, (0, 0, 0, 0))
    """
    return fold(opening(game, seed=seed, players=players, rules=rules))


def opening(
    game: str,
    *,
    seed: int,
    players: Sequence[str | Function | PlayerObject] | None = None,
    rules: HouseRules | None = None,
) -> list[Event]:
    """The events of the match that `deal` returns, with the same arguments and errors. A record of
    a match starts with them.

    >>> import parlour
    >>> events = parlour.opening("straights", seed=6788)
    >>> match = parlour.fold(events)
    >>> while not match.winners:
    ...     events.append(match.next_event())
    ...     match = match.step(events[-1])
    >>> parlour.log.write(events, "straights").splitlines()[1]
    '{"n":1,"event":"seated","seat":0,"player":"first"}'
    """
    events = start(_series(game, seed, players, rules, people=True), 0)
    return [*events, Dealt(next_deck(fold(events)))]


class Simulated(NamedTuple):
    """One match of `simulate`: its events, as `parlour.log.write` accepts them, and the final
    match.
    """

    events: list[Event]
    match: Match


def simulate(
    game: str,
    matches: int = 1,
    *,
    seed: int,
    players: Sequence[str | Function | PlayerObject] | None = None,
    rules: HouseRules | None = None,
) -> Iterator[Simulated]:
    """Play a number of whole matches between computers; each is played when the iterator reaches
    it.

    Match i depends on the seed and i alone; the first is the match of `deal` with this seed. The
    other arguments and the errors are those of `deal`, except that no seat may be a person's, and
    UsageError for a number of matches below 0.

    >>> import parlour
    >>> [one.match.totals for one in parlour.simulate("straights", 2, seed=1)]
    [(58, 94, 55, 63), (53, 85, 39, 17)]
    """
    table = _series(game, seed, players, rules, people=False)
    if index(matches) < 0:
        raise UsageError(f"Invalid number of matches {matches} (expected 0 or more).")
    return (Simulated(*play(table, i)) for i in range(matches))


def player(game: str, level: str) -> Player:
    """The computer player of a level, as a function `act(view, dice)` that returns the number of an
    action.

    RulesError for an unknown game, UsageError for a level that the game does not have. The function
    raises EventError for a view of another game, and for one whose seat may not act.

    >>> import parlour
    >>> match = parlour.deal("straights", seed=6788)
    >>> view = match.view(3)
    >>> parlour.player("straights", "first")(view, 0) in view.legal_cards
    True
    """
    find_level(game, level)
    player = partial(_chosen, game, level)
    player.__dict__.update(__module__="parlour.players", __qualname__=level)  # its name at a seat
    return player


def _chosen(game: str, level: str, view: View, dice: int) -> Action:
    """The action of a level. A function of the module, so that `player` can be pickled."""
    if view.game != game or not view.legal:
        raise EventError(f"A view of {game} whose seat may act is needed.")
    return find_level(game, level)(view, dice)


def next_event(match: Match) -> Event:
    """The result of `Match.next_event`."""
    if match.winners:
        raise EventError("Unexpected step (the match is over).")
    if match.playing:
        return decided(match)
    return Dealt(next_deck(match))


def text(view: View) -> str:
    """The result of `str(view)`."""
    return view_text.text(view)


def _series(
    game: str,
    seed: int,
    players: Sequence[str | Function | PlayerObject] | None,
    rules: HouseRules | None,
    *,
    people: bool,
) -> Series:
    """The series of matches for these arguments; the errors of `deal`."""
    module = find_game(game)
    simplest = next(iter(LEVELS[game]))
    if rules is None or isinstance(rules, Mapping):
        house = parse_rules(module, rules or {})
    else:
        house = checked(module, rules)
    if isinstance(players, str):
        raise UsageError(
            f"Invalid players {quote(players)} (expected a list with one for each seat)."
        )
    if players is None:
        players = [simplest] * module.seats(house)
    seats = [_seat(player) for player in players]
    names = [simplest if people and seat.startswith(HUMAN) else seat for seat in seats]
    return checked_series(game, house, names, index(seed))._replace(seats=tuple(seats))


def _seat(player: str | Function | PlayerObject) -> str:
    """The name in a match of the player that was given for a seat."""
    if isinstance(player, str):
        return player
    if isinstance(player, type):
        player = player()
    act = getattr(player, "act", player)
    if callable(act):
        return own_player(act)
    raise UsageError(
        f"Invalid player {quote(repr(player))} (expected the name of a level, a function "
        f"act(view, dice), or an object with such a method)."
    )
