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
    acts = tuple([bytes([part for action in actions for part in action[:2]]) for actions in seen])
    over = [earlier if earlier.acts else earlier._replace(acts=acts) for earlier in past]
    return (*over[-ROUNDS:], Earlier(0))


def changed(past: Past, seat: Seat) -> Past:
    """The rounds after a seat has got another player."""
    return tuple([earlier._replace(changed=earlier.changed | 1 << seat) for earlier in past])


def seen_by(past: Past, seat: Seat) -> tuple[tuple[Mask, bytes], ...]:
    """The rounds before the present one, as a seat or SPECTATOR may know them: nothing of a round
    in which, or after which, another player had the seat.
    """
    if seat == SPECTATOR:
        return tuple([(earlier.changed, earlier.acts[-1]) for earlier in past[:-1]])
    return tuple([
        (earlier.changed, b"" if earlier.changed >> seat & 1 else earlier.acts[seat])
        for earlier in past[:-1]
    ])  # fmt: skip
