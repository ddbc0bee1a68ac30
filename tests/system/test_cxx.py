"""The shuffles against a C++ compiler's own library, on seeds that nobody chose."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

import pytest

from parlour.cards import NEW_DECK
from parlour.shuffle import HIGHEST, KINDS, LOWEST, Shuffle

SOURCE = Path(__file__).with_name("shuffles.cc")


@pytest.mark.system
def test_shuffles_are_those_of_the_compiler(
    tmp_path: Path, times: Callable[[int, int], int]
) -> None:
    program = tmp_path / "shuffles"
    subprocess.run(["g++", "-O1", "-o", program, SOURCE], check=True, timeout=120)
    random = SystemRandom()
    seeds = [
        LOWEST,
        -1,
        0,
        1,
        2**31 - 1,
        2**31,
        HIGHEST,
        *(random.randint(LOWEST, HIGHEST) for _ in range(times(300, 10_000))),
    ]
    cases = [(kind, seed, 6) for seed in seeds for kind in KINDS]
    typed = "".join(f"{kind} {seed} {count}\n" for kind, seed, count in cases)
    told = subprocess.run(
        [program], input=typed, capture_output=True, text=True, check=True, timeout=120
    ).stdout.splitlines()
    expected = iter(told)
    for kind, seed, count in cases:
        shuffle, deck = Shuffle(kind, seed), NEW_DECK
        for _ in range(count):
            deck = shuffle(deck)
            assert list(deck) == [int(card) for card in next(expected).split()], (kind, seed)
    assert next(expected, None) is None
