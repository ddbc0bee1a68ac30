"""Shuffles against decks that C++ programs made."""

import json
from collections.abc import Callable

import pytest

from parlour.cards import NEW_DECK, Deck, names
from parlour.errors import SeedError
from parlour.shuffle import DEALS, KINDS, Shuffle, parse_seed, secret_deck

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
    assert kinds == set(KINDS)


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
