"""The shuffles against a C++ compiler's own library, on seeds that nobody chose."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

import pytest

from parlour.shuffle import BY_RANK, HIGHEST, KINDS, LOWEST, Shuffle, new_deck

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
    cases = [
        (
            kind,
            seed,
            "".join(random.sample("CDHS", 4)) + random.choice(["", "", BY_RANK]),
            random.choice([1, 1, 2, 7]),
            6,
        )
        for seed in seeds
        for kind in KINDS
    ]
    typed = "".join(f"{' '.join(map(str, case))}\n" for case in cases)
    told = subprocess.run(
        [program], input=typed, capture_output=True, text=True, check=True, timeout=120
    ).stdout.splitlines()
    expected = iter(told)
    for kind, seed, order, often, count in cases:
        shuffle, deck = Shuffle(kind, seed, times=often), new_deck(order)
        for _ in range(count):
            deck = shuffle(deck)
            assert list(deck) == [int(card) for card in next(expected).split()], (kind, seed, order)
    assert next(expected, None) is None
