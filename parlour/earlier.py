"""The rounds of a match that are over, for players that infer from them how others play."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from parlour.cards import SPECTATOR, Mask, Seat

ROUNDS = 4  # at most, before the present one


class Earlier(NamedTuple):
    """One of the earlier rounds of a match, or the present one."""

    changed: Mask  # the seats that have had another player in it or since
    # of each seat, the spectator's last: seat and action of all that it saw; none before the next
    # deal
    acts: tuple[bytes, ...] = ()


Past: TypeAlias = tuple[Earlier, ...]
"""Some rounds in order, the present one last."""


def dealt(past: Past, seen: Iterable[Sequence[tuple[int, ...]]]) -> Past:
    """The rounds after one more deal; `seen` has what each seat saw of the round before it."""
    acts = tuple([bytes([part for one in some for part in one[:2]]) for some in seen])
    over = [one if one.acts else one._replace(acts=acts) for one in past]
    return (*over[-ROUNDS:], Earlier(0))


def changed(past: Past, seat: Seat) -> Past:
    """The rounds after a seat has got another player."""
    return tuple([one._replace(changed=one.changed | 1 << seat) for one in past])


def known(past: Past, seat: Seat) -> tuple[tuple[Mask, bytes], ...]:
    """The rounds before the present one, as a seat or SPECTATOR may know them: nothing of a round
    in which, or after which, another player had the seat.
    """
    if seat == SPECTATOR:
        return tuple([(one.changed, one.acts[-1]) for one in past[:-1]])
    return tuple([
        (one.changed, b"" if one.changed >> seat & 1 else one.acts[seat]) for one in past[:-1]
    ])  # fmt: skip
