"""Worlds of Straights in proportion to how likely they make what others have done: walks (Metropolis et al., 1953).

A step swaps two cards that the viewer has not seen, which others hold or have thrown face down. It is taken with the ratio of
the likelihoods of all that others have done, if that is below 1; where somebody could not have done it, it is 0. So in the long
run a walk is in each world that fits as often as that is likely. Every such world can be reached: the sets of cards that may
lie at a place are nested (who throws late shows more), so one can be put right after the other, the narrowest place first.
"""

from typing import Any

import numpy as np

from parlour.cards import HIDDEN, SPECTATOR, cards, mask_of
from parlour.engine.arguments import Floats, Keen, keens_of, stream_of
from parlour.engine.bits import high, stream
from parlour.engine.cache import compiled, compiling
from parlour.engine.deals import number_of
from parlour.engine.worlds import Worlds
from parlour.games.straights.engine.policy import acted, replayed, sheet
from parlour.match import View

WALKS = 1 << 40  # the streams of a seed from here on are for walks


@compiled(nogil=True)
def _walk(
    sheet: Any, rules: Any, viewer: Any, seats: Any, actions: Any, keens: Any, shown: Any, played: Any, places: Any, at: Any,
    logs: Any, seed: Any, start: Any, steps: Any, hands: Any, hidden: Any,
) -> None:  # fmt: skip
    """Each walk goes on by so many steps before each of its worlds in hands (n, walks, 4) and hidden (n, walks, k).

    `at` (walks, u): the cards at the places (u, 2), whose seat and number of hidden action these are, -1 if it is held.
    """
    found, before, thrown = np.empty(13), np.zeros(4, np.int64), np.zeros(hidden.shape[2], np.int64)
    many = np.uint64(len(places))
    for i in range(len(at)):
        dice, n = stream(seed, WALKS + i), start
        stand(places, at[i], shown, before, thrown)
        if start == 0:
            logs[i] = replayed(sheet, rules, viewer, before, thrown, seats, actions, keens, found)
        for world in range(len(hands)):
            for _ in range(steps if many else 0):
                r, u = number_of(dice, 2 * n), number_of(dice, 2 * n + 1)
                one, other = np.int64(high(r, many)), np.int64(high(r * many, many))
                if swap(places, at[i], one, other, before, thrown):
                    log = replayed(sheet, rules, viewer, before, thrown, seats, actions, keens, found)
                    if log - logs[i] >= np.log((np.float64(u >> np.uint64(11)) + 1) * 2.0**-53):
                        logs[i] = log
                    else:
                        swap(places, at[i], one, other, before, thrown)
                n += 1
            lost = played
            for k in range(len(thrown)):
                hidden[world, i, k] = thrown[k]
                lost |= 1 << thrown[k]
            for seat in range(4):
                hands[world, i, seat] = before[seat] & ~lost


@compiled()
def stand(places: Any, at: Any, shown: Any, before: Any, thrown: Any) -> None:
    """Where a walk is: the hands as they were (4), of which some cards are shown, and what was thrown face down (k)."""
    before[:] = shown
    for place in range(len(places)):
        before[places[place, 0]] |= 1 << at[place]
        if places[place, 1] >= 0:
            thrown[places[place, 1]] = at[place]


@compiled()
def swap(places: Any, at: Any, one: Any, other: Any, before: Any, thrown: Any) -> Any:
    """Swap the cards at two places, in the hands as they were and in what was thrown too; False where both are in one hand."""
    seat, number, there, its_number = places[one, 0], places[one, 1], places[other, 0], places[other, 1]
    if seat == there and number < 0 and its_number < 0:
        return False
    both = 1 << at[one] ^ 1 << at[other]
    at[one], at[other] = at[other], at[one]
    if seat != there:
        before[seat] ^= both
        before[there] ^= both
    if number >= 0:
        thrown[number] = at[one]
    if its_number >= 0:
        thrown[its_number] = at[other]
    return True


class Walks:
    """Some walks through the worlds of a view, each from a world of its own."""

    def __init__(self, view: View, worlds: Worlds, weights: Floats, keen: Keen, seed: int) -> None:
        """They begin in these worlds (walks, ...); others are taken to have chosen by the policy, its scores times `keen`.

        ValueError for a spectator's view, and where nobody has acted and another seat is in turn: that says who holds what.
        """
        if view.seat == SPECTATOR or not (view.seen or view.legal):
            raise ValueError("A spectator, or a seat that waits for the first card, has nothing to walk by.")
        self._view, self._seed, self._start = view, stream_of(seed), 0
        self._sheet, self._keens = sheet(weights, view.rules), keens_of(keen, 4)
        self._seats, self._actions, self._shown = acted(view)
        self._shown[view.seat] |= view.table.hand
        self._played = mask_of(seen.action for seen in view.seen if seen.action != HIDDEN)
        throwers = self._seats[self._actions == HIDDEN].tolist()
        held = [(seat, -1) for seat, count in enumerate(view.table.counts) for _ in range(count) if seat != view.seat]
        self._places = np.array(held + [(seat, n) for n, seat in enumerate(throwers)], np.int64).reshape(-1, 2)
        self._at = np.array([
            [card for seat in range(4) if seat != view.seat for card in cards(hands[seat])] + list(thrown)
            for hands, thrown in zip(worlds.hands.tolist(), worlds.hidden.tolist(), strict=True)
        ], np.int64).reshape(len(worlds.hands), -1)  # fmt: skip
        self._logs = np.zeros(len(worlds.hands))

    def worlds(self, n: int, steps: int) -> Worlds:
        """Worlds (n * walks, ...): n of each walk, so many steps apart, those of different walks in turn."""
        walks, hidden = len(self._at), (self._actions == HIDDEN).sum()
        hands, thrown = np.zeros((n, walks, 4), np.int64), np.zeros((n, walks, hidden), np.int8)
        acts = self._view.rules, self._view.seat, self._seats, self._actions, self._keens
        where = self._shown, self._played, self._places, self._at, self._logs
        with compiling("straights walks"):
            _walk(self._sheet, *acts, *where, self._seed, self._start, steps, hands, thrown)
        self._start += n * steps
        return Worlds(hands.reshape(-1, 4), thrown.reshape(n * walks, hidden), np.zeros((n * walks, 0), np.int8))
