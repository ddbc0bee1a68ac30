"""The law of what a table tells: two worlds that a viewer cannot tell apart give it the same bytes.

A viewer is a seat, or all who watch: with the key to watch, with the invitation, and a maker
without a seat. A *pair* is

- a sitting (tests/support/sittings.py): a table of random house rules, and people who come, act,
  err, repeat themselves, go, come back to the view they have, miss their turns, leave for good,
  join in mid-round, go on to the next round and match, by socket or by HTTP;
- another world for it (tests/support/alternatives.py);
- and a viewer who by the slow oracle's own account sees the same in both, and was told something
  from the deal in which the worlds differ on.

Both worlds are played whole, from the table's first row on, and compared in all that goes out:
every text to a socket of such a viewer (so every refusal), in its order and at its time, every
closing of a socket, and every time at which the table is to be woken.

    python -m tests.table.test_laws hearts 0 100000     100,000 pairs, from seed 0 on
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from parlour.cards import Seat
from parlour.catalogue.registry import BUILT_IN
from parlour.players import LEVELS
from tests.games.test_laws import Caught
from tests.support.alternatives import other_world
from tests.support.commands import law_arguments, run
from tests.support.sittings import Computer, Other, Out, Sitting, World
from tests.support.table_leaks import PLANTS

Times = Callable[[int, int], int]
WORLDS = 8  # other worlds that are tried for each sitting
KINDS = {
    "straights": ("cards",),
    "hearts": ("cards", "times", "choices", "late"),
    "crazy-eights": ("cards",),
}
# in one of so many sittings the levels play; then the worlds differ in nothing that a computer saw
REAL = 5


def law_of_tables(name: str, first: int, least: int, counts: Counter[str]) -> int:
    """Hold so many pairs of a game to the law, from a seed on, and count them; gives the seed after
    the last.
    """
    computer, seed = Computer(), first
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LEVELS, name, computer.levels(name))
        while counts["pairs"] < least:
            for other, pairs in pairs_of(name, computer, seed):
                counts += Counter({"pairs": pairs, other.kind: pairs, "worlds": 1})
            seed += 1
    return seed


def pairs_of(name: str, computer: Computer, seed: int) -> Iterator[tuple[Other, int]]:
    """Other worlds for a sitting, and how many pairs of each hold; Caught at the first that does
    not.
    """
    random = Random(f"{name} {seed}")
    sitting = Sitting(name, random, computer, real=seed % REAL == REAL - 1)
    for _ in range(WORLDS):
        other = other_world(sitting, random)
        pairs = len(told(sitting.world, other)) if other else 0
        if other and pairs:
            compare(
                f"{name}, seed {seed}, {other.what}", sitting.world, sitting.replay(other), other
            )
            yield other, pairs


def told(world: World, other: Other) -> set[Seat | None]:
    """Those of the blind to whom something was told after the deal."""
    return {out.viewer for out in world.outs[world.marks[other.deals] : other.outs]} & other.blind


def compare(where: str, here: World, twin: World, other: Other) -> None:
    """Caught at the first thing that somebody was told in one world only."""
    first, second = heard(here.outs[: other.outs], other), heard(twin.outs, other)
    if first != second:
        place = next(
            (i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
            min(len(first), len(second)),
        )
        raise Caught(
            f"{where}; message {place}:\n{first[place : place + 1]}\n{second[place : place + 1]}"
        )


def heard(outs: list[Out], other: Other) -> list[Out]:
    return [out for out in outs if out.viewer is None or out.viewer in other.blind]


@pytest.mark.parametrize("name", BUILT_IN)
def test_two_worlds_that_a_viewer_cannot_tell_apart_give_it_the_same_bytes(
    name: str, times: Times
) -> None:
    counts: Counter[str] = Counter()
    law_of_tables(name, 0, times(600, 100_000), counts)
    assert min(counts[kind] for kind in KINDS[name]) > counts["pairs"] // 200


RARE = {  # leaks that few sittings show
    *("who has still to pass, in an answer", "the leader before the exchange, in the rules"),
    *("whether a card would be another's play", "how many have passed, in a refusal"),
    *("who has chosen, in the rules", "another's hidden discards to who enters"),
    *("what will be received, in the rules", "the order of passes, in the rules"),
    *("what another received, in the rules", "how many have passed, in the room"),
}


@pytest.mark.parametrize(
    ("name", "leak"),
    [
        pytest.param(name, leak, marks=[pytest.mark.thorough] if leak in RARE else [])
        for name in PLANTS
        for leak in PLANTS[name]
    ],
)
def test_a_leak_planted_in_a_table_is_caught(
    name: str, leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PLANTS[name][leak](monkeypatch)
    counts: Counter[str] = Counter()
    with pytest.raises(Caught):
        law_of_tables(name, 0, 1000, counts)
    assert counts["pairs"] < 1000


def main() -> None:
    """Hold the law for as many pairs as are asked for."""
    name, first, least = law_arguments(__doc__)
    seed, counts = first, Counter[str]()
    while counts["pairs"] < least:
        seed = law_of_tables(name, seed, min(counts["pairs"] + 1000, least), counts)
        sys.stdout.write(f"{name}, seeds {first} to {seed - 1}: {dict(counts)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    run(main)
