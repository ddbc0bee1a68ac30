"""Shuffles against decks that C++ programs made."""

import json
from collections.abc import Callable
from itertools import permutations

import pytest

from parlour.cards import NEW_DECK, Deck, names
from parlour.errors import SeedError
from parlour.shuffle import (
    BY_RANK,
    DEALS,
    EACH_ROUND,
    GENERATORS,
    KINDS,
    MOST_SHUFFLES,
    Shuffle,
    new_deck,
    parse_seed,
    parse_shuffles,
    secret_deck,
)

GoldenFile = Callable[[str], bytes]

SECTION_5_3 = (
    "6S 2S 4C 2H 6C AD JD 8D 2D AS JH 7S AH 2C 3H 3S KD 5C 5H 9C 3D JC 6H AC TH 4D 5D TD 7D 4S 7H "
    "4H TC 9D JS KC 8S KS TS "
    "QC 9H 7C 9S QS 5S 8C 8H KH 6D QD QH 3C"
)
DECK_COMMAND = (
    "TS 2D 3S KH 3H 2C 5D TC 8S TD AC KC QH 4D JH 6H JC KD 8C 7D TH 4H 9S 6S 4S KS 7S 7C QD 6C 2H "
    "6D 3C 9C 5H 3D AD 5S 8H "
    "QC 2S 8D JS QS AS JD 4C 7H 9D 5C AH 9H"
)


def successive(kind: str, seed: int, count: int) -> list[Deck]:
    shuffle, deck = Shuffle(kind, seed), NEW_DECK
    decks = []
    for _ in range(count):
        deck = shuffle(deck)
        decks.append(deck)
    return decks


def kind_of(engine: str) -> str:
    return "std-mt19937" if engine == "mt19937" else "std"


def test_120_decks_of_g_plus_plus(golden: GoldenFile) -> None:
    vectors = json.loads(golden("shuffles.json"))["vectors"]
    equal = 0
    for vector in vectors:
        decks = successive(kind_of(vector["engine"]), vector["seed"], len(vector["decks"]))
        assert [names(deck) for deck in decks] == vector["decks"]
        equal += len(decks)
    assert equal == 120


def test_the_rejection_branch(golden: GoldenFile) -> None:
    cases = json.loads(golden("shuffle_rejections.json"))
    assert {kind_of(case["engine"]) for case in cases} == {"std", "std-mt19937"}
    for case in cases:
        assert (
            names(successive(kind_of(case["engine"]), case["seed"], case["shuffle"])[-1])
            == case["deck"]
        )


def test_the_three_decks_of_seed_002() -> None:
    assert names(successive("mt19937-mod", 9, 1)[0]) == SECTION_5_3
    assert names(successive("lrand48", 0, 1)[0]) == DECK_COMMAND
    assert names(successive("std", 6788, 1)[0]).startswith(
        "4H 5D 2D JC 8H QH 2H 6C 9H 9D 9C AS 2C JS QD"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_state_is_kind_seed_and_count(kind: str) -> None:
    """Going on from (seed, done) is the same as never having stopped, whatever deck went
    through.
    """
    straight = successive(kind, 77, 5)
    resumed = Shuffle(kind, 77, done=3)
    assert resumed.done == 3
    assert [resumed(straight[2]), resumed(straight[3])] == straight[3:]


def test_seeds_that_std_deals_alike() -> None:
    first = successive("std", 0, 2)
    for seed in (1, -1, 2**31 - 1, 2**32 - 1, 2**31):
        assert successive("std", seed, 2) == first
    assert successive("std", DEALS, 1) != successive("std", 1, 1)


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("0", 0),
        ("-0", 0),
        ("007", 7),
        ("-1", -1),
        ("4294967295", 2**32 - 1),
        ("-2147483648", -(2**31)),
        ("0" * 5000 + "5", 5),
    ],
)
def test_seeds(text: str, seed: int) -> None:
    assert parse_seed(text) == seed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "--1",
        "+1",
        " 1",
        "1 ",
        "1.0",
        "1e3",
        "0x1",
        "٣",
        "1_0",
        "x",
        "1\n",
        "4294967296",
        "-2147483649",
        "9" * 5000,
    ],
)
def test_what_is_no_seed(text: str) -> None:
    with pytest.raises(SeedError, match="The seed") as refused:
        parse_seed(text)
    assert len(str(refused.value)) < 300
    assert "\n" not in str(refused.value)


def test_more_decks_of_g_plus_plus(golden: GoldenFile) -> None:
    """Six shuffles of each kind from seeds of every size; tests/system/shuffles.cc wrote them."""
    kinds = set()
    for line in golden("shuffles_cxx.txt").decode().splitlines():
        kind, seed, *order = line.split()
        assert names(successive(kind, int(seed), 6)[-1]).split() == order
        kinds.add(kind)
    assert kinds == set(GENERATORS)


def test_the_deals_of_students_programs(golden: GoldenFile) -> None:
    """Generators made anew in every round, other new decks, many shuffles of a round; by
    tests/system/shuffles.cc.
    """
    cases = [line.split(maxsplit=4) for line in golden("deals_cxx.txt").decode().splitlines()]
    for kind, seed, order, times, dealt in cases:
        shuffle, deck = Shuffle(kind, int(seed), times=int(times)), new_deck(order)
        for _ in range(3):
            deck = shuffle(deck)
        assert names(deck) == dealt
    assert {case[0] for case in cases} == set(KINDS)
    assert len({case[4] for case in cases}) == len(cases) == 48


@pytest.mark.parametrize("kind", GENERATORS)
def test_a_generator_made_anew_moves_the_cards_alike_in_every_round(kind: str) -> None:
    """The first round is dealt as by the generator that is made once; then each round does to the
    last deck what the first did to the new one.
    """
    anew, once = successive(kind + EACH_ROUND, 6788, 3), successive(kind, 6788, 3)
    assert anew[0] == once[0]
    assert anew[1] != once[1]
    assert [tuple(deck[card] for card in anew[0]) for deck in anew[:2]] == anew[1:]


def test_new_decks() -> None:
    assert new_deck("CDHS") == NEW_DECK
    assert names(new_deck("SHDC")).startswith("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H")
    assert names(new_deck(f"HDCS{BY_RANK}")).startswith("AH AD AC AS 2H 2D 2C 2S 3H")
    orders = ["".join(letters) for letters in permutations("CDHS")]
    decks = {new_deck(order + ending) for order in orders for ending in ("", BY_RANK)}
    assert len(decks) == 48
    assert all(sorted(deck) == list(NEW_DECK) for deck in decks)


@pytest.mark.parametrize(
    "order", ["", "CDH", "CDHH", "cdhs", "CDHSX", "C D H S", "CDHS-by-suit", BY_RANK, "x" * 5000]
)
def test_what_is_no_new_deck(order: str) -> None:
    with pytest.raises(SeedError, match=r"The order .* of a new deck is not the letters C, D, H"):
        new_deck(order)


def test_numbers_of_shuffles() -> None:
    texts = ("1", "100", "0007", str(MOST_SHUFFLES))
    assert [parse_shuffles(text) for text in texts] == [1, 100, 7, MOST_SHUFFLES]


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "+1", "1.0", "x", "1\n", "٣", str(MOST_SHUFFLES + 1), "9" * 5000]
)
def test_what_is_no_number_of_shuffles(text: str) -> None:
    with pytest.raises(SeedError, match=r"The number of shuffles .* from 1 to 10000\.") as refused:
        parse_shuffles(text)
    assert len(str(refused.value)) < 300


def test_a_secret_deck_comes_from_the_systems_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("random.SystemRandom.getrandbits", drawn)
    with pytest.raises(ZeroDivisionError):
        secret_deck()


def test_a_secret_deck_is_a_deck_and_another_each_time() -> None:
    decks = {secret_deck() for _ in range(20)}
    assert len(decks) == 20
    assert all(sorted(deck) == list(NEW_DECK) for deck in decks)
    assert len({deck[0] for deck in decks}) > 5
