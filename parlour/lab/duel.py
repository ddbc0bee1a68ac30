"""Duels: two players in all seatings of the same deals, and the difference of their results.

The unit is the deal. Every deal is played in every seating, so both players get the same cards, and
intervals are over deals, never over seats or rounds. Deal i of a seed depends on (seed, i) alone:
it is dealt by `std` with a deal number of its own. In single rounds it is round 1 + i mod 4 of a
match, or mod the match's length if that is more, so that all kinds of rounds occur.
"""

import importlib
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from itertools import product
from math import sqrt
from statistics import fmean, stdev
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from parlour.cards import NEW_DECK, NOBODY, Action, Mask, Seat, mask_of
from parlour.catalogue.options import words
from parlour.catalogue.protocol import gain, length
from parlour.catalogue.registry import find_game, part
from parlour.errors import IllegalAction, ParlourError, UsageError, failure, place, quote
from parlour.lab.pool import shared_out
from parlour.match import (
    Acted,
    Dealt,
    Match,
    Opened,
    Seated,
    View,
    actor,
    dice,
    fold,
    step,
    to_action,
    view,
)
from parlour.players import LEVELS, STRONGEST, Player, find_level
from parlour.series import deal_number
from parlour.shuffle import Shuffle

Decide: TypeAlias = Callable[[Match, View, int], Action]

Z = 1.96  # standard errors that a 95 % interval reaches to either side,
FEW = (  # and of 2 to 30 values, whose deviation is itself uncertain
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045,
)  # fmt: skip
ORACLE = "oracle"  # sees all cards, so it is not a level
CYCLE = 4  # the least number of kinds of rounds


class Duel(NamedTuple):
    """The options of a duel."""

    game: str
    rules: Any
    players: tuple[str, str]  # levels, or `module:attribute`
    seed: int
    # all mixed seatings of both players; else the first player alone against the second
    mixed: bool = False
    matches: bool = False  # whole matches; else single rounds

    def heading(self) -> dict[str, Any]:
        """The first line of a file of deals, as a JSON value."""
        rules = words(find_game(self.game), self.rules)
        return {
            "event": "duel",
            "version": 1,
            **self._asdict(),
            "players": list(self.players),
            "rules": rules,
        }


class Row(NamedTuple):
    """The results of one deal: lists by seating of lists by seat; the last two lists are by
    player.
    """

    deal: int
    rounds: list[int]  # by seating
    points: list[list[int]]
    won: list[list[float]]  # shares of the round, or of the match
    moons: list[list[int]]  # shot by each seat
    decisions: list[int]
    seconds: list[float]  # CPU time of these decisions


class Figure(NamedTuple):
    """A mean over deals, and half the width of its 95 % interval."""

    mean: float
    half: float


class Side(NamedTuple):
    """The results of one of the players."""

    player: str
    own: Figure  # points in a round
    rel: Figure  # own minus the mean of the others at the table
    won: Figure  # share of the rounds or matches won; a tie is shared
    made: Figure  # moons shot in a round, a seat
    conceded: Figure  # moons shot by others
    milliseconds: float  # CPU time of a decision


def seatings(seats: int, mixed: bool) -> list[tuple[int, ...]]:
    """The player (0 or 1) of each seat, for each seating: the first player alone in every seat, or
    all seatings with both players.
    """
    if mixed:
        return [seating for seating in product((0, 1), repeat=seats) if 0 < sum(seating) < seats]
    return [tuple(int(seat != alone) for seat in range(seats)) for alone in range(seats)]


def find_player(game: str, name: str) -> Player:
    """A level, or the object `module:attribute`: a function `act(view, dice)`, or an object with
    such a method; UsageError for any other name.
    """
    if ":" not in name:
        if name not in LEVELS[game]:
            raise UsageError(
                f"Unknown level {quote(name)} (known: {', '.join(LEVELS[game])}; a player of your "
                f"own is MODULE:ATTRIBUTE, such as mine:act)."
            )
        level = find_level(game, name)
        return uncut if name == STRONGEST else level
    where, _, what = name.partition(":")
    try:
        target: Any = _imported(where)
        for part in what.split("."):
            target = getattr(target, part)
        player = getattr(target() if isinstance(target, type) else target, "act", target)
    except (Exception, SystemExit) as error:  # the import of any target may raise anything
        raise UsageError(
            f"The player {quote(name)} cannot be imported: {failure(error)}."
        ) from None
    if not callable(player):
        raise UsageError(f"The player {quote(name)} has no act(view, dice).")
    return lambda view, dice: answer(name, player, view, dice)


def _imported(module: str) -> ModuleType:
    """A module. The current folder is searched first, and last for what is imported later, so that
    no file there stands for a module that another process needs to start.
    """
    folder = os.getcwd()
    if folder in sys.path[:-1]:
        return importlib.import_module(module)
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(module)
    finally:
        sys.path.remove(folder)
        if folder not in sys.path:
            sys.path.append(folder)


def uncut(view: View, dice: int) -> Action:
    """The action of level `search` without a time limit, so that a duel repeats exactly."""
    from parlour.players.search import unhurried

    return unhurried(view, dice).action


def answer(name: str, player: Callable[..., Any], view: View, dice: int) -> Action:
    """The action that a player returns; UsageError if the player fails, or returns no action."""
    try:
        chosen = player(view, dice)
    except (Exception, SystemExit) as error:  # any player's code may raise anything
        where = place(error)  # empty if the call itself failed
        where = where and f" ({where})"
        raise UsageError(f"The player {quote(name)} failed: {failure(error)}{where}.") from None
    try:
        return to_action(view.game, chosen)
    except ParlourError as error:
        raise UsageError(f"The player {quote(name)} failed: {error}") from None


def find(game: str, name: str) -> Decide:
    """A player as a function of the match, its view and dice; only the oracle reads the match."""
    if name == ORACLE:
        from parlour.players.oracle import oracle

        return oracle
    player = find_player(game, name)
    return lambda _match, view, dice: player(view, dice)


class SeatedDuel:
    """One run of a duel in one process."""

    def __init__(self, duel: Duel) -> None:
        """Find the players; UsageError if there is no such player."""
        self.duel = duel
        self.players = [find(duel.game, name) for name in duel.players]

    def play(self, deal: int) -> Row:
        """Play one deal in every seating."""
        duel = self.duel
        row = Row(deal, [], [], [], [], [0, 0], [0.0, 0.0])
        for seating in seatings(find_game(duel.game).seats(duel.rules), duel.mixed):
            match, moons = self._match(deal, seating, row)
            row.rounds.append(len(match.sheet))
            row.points.append(list(match.totals))
            best = match.winners if duel.matches else ahead(duel.game, match.totals)
            row.won.append([(best >> seat & 1) / best.bit_count() for seat in range(len(seating))])
            row.moons.append(moons)
        return row

    def _match(self, deal: int, seating: tuple[int, ...], row: Row) -> tuple[Match, list[int]]:
        """Play one match, or its only round, to its end; returns it and the moons that each seat
        has shot.
        """
        duel = self.duel
        shuffle, deck = Shuffle("std", deal_number(duel.seed, deal)), NEW_DECK
        match = fold([
            Opened(duel.game, duel.rules, f"{duel.seed}/{deal}"),
            *(Seated(seat, duel.players[player]) for seat, player in enumerate(seating)),
        ])  # fmt: skip
        if not duel.matches:
            match = match._replace(
                number=deal % max(CYCLE, length(find_game(duel.game), duel.rules))
            )
        moons = [0] * len(seating)
        while not match.winners and (duel.matches or not match.sheet):
            deck = shuffle(deck)
            match = step(match, Dealt(deck))
            while match.playing:
                seat = actor(match)
                action = self._decide(match, seat, seating[seat], row)
                try:
                    match = step(match, Acted(seat, action))
                except IllegalAction as error:
                    raise UsageError(
                        f"The player {quote(duel.players[seating[seat]])} failed: {error}"
                    ) from None
            report = part(duel.game, "report")
            if report and (seat := report.moon_of(match)) != NOBODY:
                moons[seat] += 1
        return match, moons

    def _decide(self, match: Match, seat: Seat, player: int, row: Row) -> int:
        seen, seed = view(match, seat), dice(match, seat)
        begun = time.thread_time()
        action = self.players[player](match, seen, seed)
        row.seconds[player] += time.thread_time() - begun
        row.decisions[player] += 1
        return action


def ahead(game: str, points: Sequence[int]) -> Mask:
    """The seats with the best points."""
    best = find_game(game).BEST
    gains = [gain(best, score, 0) for score in points]
    return mask_of(seat for seat, gained in enumerate(gains) if gained == max(gains))


_seated_duel = cache(SeatedDuel)  # a process that plays deals of a duel finds its players once


def _play(duel: Duel, deal: int) -> Row:
    return _seated_duel(duel).play(deal)


def rows(duel: Duel, deals: Iterable[int], jobs: int) -> Generator[Row]:
    """The rows of these deals in order, played by `jobs` processes; UsageError if a process is
    killed or exits.
    """
    if jobs == 1:
        yield from map(SeatedDuel(duel).play, deals)
        return
    try:
        yield from shared_out(partial(_play, duel), deals, jobs)
    except BrokenProcessPool:
        raise UsageError(
            "A worker process ended during a deal (deals that are in --log are complete)."
        ) from None


def figure(values: Sequence[float]) -> Figure:
    """The mean of some values with its interval, which is infinite for a single value, and by
    Student's distribution where the values are few.
    """
    if len(values) == 1:
        return Figure(values[0], float("inf"))
    errors = FEW[len(values) - 2] if len(values) < len(FEW) + 2 else Z
    return Figure(fmean(values), errors * stdev(values) / sqrt(len(values)))


def sides(duel: Duel, rows: Sequence[Row]) -> list[Side]:
    """The results of each player over these deals."""
    results = []
    where = seatings(find_game(duel.game).seats(duel.rules), duel.mixed)
    for player, name in enumerate(duel.players):
        values: list[list[float]] = [
            [_over(row, where, player, what) for row in rows] for what in range(5)
        ]
        points, rel, won, moons, conceded = map(figure, values)
        decisions = sum(row.decisions[player] for row in rows)
        spent = 1000 * sum(row.seconds[player] for row in rows) / max(1, decisions)
        results.append(Side(name, points, rel, won, moons, conceded, spent))
    return results


def _over(row: Row, where: list[tuple[int, ...]], player: int, what: int) -> float:
    """The mean over the seats of a player in a deal: of its own points, their difference to the
    others, wins, moons shot and moons conceded.
    """
    values = []
    for n, seating in enumerate(where):
        for seat in range(len(seating)):
            if seating[seat] != player:
                continue
            rounds, points, moons = row.rounds[n], row.points[n], row.moons[n]
            others = (sum(points) - points[seat]) / (len(seating) - 1)
            values.append((
                points[seat] / rounds, (points[seat] - others) / rounds, row.won[n][seat],
                moons[seat] / rounds, (sum(moons) - moons[seat]) / rounds,
            )[what])  # fmt: skip
    return fmean(values)


def difference(duel: Duel, rows: Sequence[Row]) -> Figure:
    """The points in a round by which the first player is better than the second, over all seatings,
    paired by deal.
    """
    game = find_game(duel.game)
    where = seatings(game.seats(duel.rules), duel.mixed)
    return figure(
        [gain(game.BEST, _over(row, where, 0, 0), _over(row, where, 1, 0)) for row in rows]
    )
