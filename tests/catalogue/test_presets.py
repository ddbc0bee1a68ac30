"""Presets: house rules by one name, of every game and of packages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.catalogue.options import checked, words
from parlour.catalogue.presets import find_preset, presets
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.errors import RulesError
from parlour.testing import Broken
from parlour.testing.fronts import check_presets
from tests.support.packages import Site, site


@pytest.fixture
def installs(tmp_path: Path) -> Iterator[Site]:
    with site(tmp_path) as found:
        yield found


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_preset_is_a_valid_set_of_rules(game: str) -> None:
    """The law: valid rules, unique names, titles and rules; the first is the standard."""
    found = presets(game)
    check_presets(game)
    names = [preset.name for preset in found.offered]
    assert len({*names}) == len(names) > 1
    assert found.page in names
    assert found.offered[0][:3] == ("standard", "Standard", "")
    assert found.offered[0].rules == GAMES[game].Rules()
    for preset in found.offered:
        assert checked(GAMES[game], preset.rules) == preset.rules
        assert find_preset(game, preset.name) is not None
    for preset in found.offered[1:]:
        assert preset.title
        assert preset.about[0].isupper()
        assert preset.about[-1] == "."


def test_what_the_presets_are() -> None:
    """docs/rules.md names the sources."""

    def changed(game: str, name: str) -> dict[str, object]:
        usual = words(GAMES[game], GAMES[game].Rules())
        rules = words(GAMES[game], find_preset(game, name).rules)
        return {option: value for option, value in rules.items() if value != usual[option]}

    assert changed("hearts", "microsoft") == {"no_pts_on_first_trick": "yes"}
    assert changed("hearts", "club") == {"no_pts_on_first_trick": "yes", "qs_breaks_hearts": "yes"}
    assert changed("hearts", "spot") == changed("hearts", "club") | {
        "target": 500,
        "values": "spot",
    }
    assert changed("straights", "covered") == {"discards": "hidden"}
    assert changed("crazy-eights", "usual") == {
        "target": 100,
        "eights": "named",
        "empty": "play-on",
    }


def test_the_page_starts_with_crazy_eights_as_people_know_it() -> None:
    """The programs, records and the API keep the assignment's rules."""
    assert {game: presets(game).page for game in BUILT_IN} == {
        "straights": "standard",
        "hearts": "standard",
        "crazy-eights": "usual",
    }
    rules = GAMES["crazy-eights"].Rules()
    assert (rules.eights, rules.target) == (0, 0)


def test_a_preset_that_is_unknown() -> None:
    why = r'^Unknown preset "whist" \(known: standard, club, microsoft, omnibus, spot\)\.$'
    with pytest.raises(RulesError, match=why):
        find_preset("hearts", "whist")


def test_a_game_without_presets_has_the_standard_one(installs: Site) -> None:
    installs.add("toy-game")
    assert [preset.name for preset in presets("toy-game").offered] == ["standard"]
    assert presets("toy-game").page == "standard"
    check_presets("toy-game")


def test_the_presets_of_a_package(installs: Site) -> None:
    text = 'PRESETS = {"three": ("Three", "three play", {"players": 3})}\nPAGE = "three"\n'
    installs.add("toy-game", presets=text)
    found = presets("toy-game")
    assert [preset.title for preset in found.offered] == ["Standard", "Three"]
    assert (found.page, found.offered[1].rules.players) == ("three", 3)
    check_presets("toy-game")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("PRESETS = 7", "AttributeError"),
        ('PRESETS = {"three": ("Three", {"players": 3})}', "ValueError"),
        ('PRESETS = {"three": ("Three", "", {"players": 99})}', "The option players cannot be"),
        ('PRESETS = {"three": ("Three", "", {"colour": 3})}', "Unknown option"),
        ('PRESETS = {"three": ("", "", {})}', "a title or a text that cannot be printed"),
        ('PRESETS = {"three": ("Three", "\\n", {})}', "a title or a text that cannot be printed"),
        ('PRESETS = {"My own": ("Three", "", {})}', "cannot be the name of a preset"),
        ('PRESETS = {"standard": ("Three", "", {})}', "cannot be the name of a preset"),
        ('PAGE = "four"', "Unknown preset"),
    ],
)
def test_presets_that_cannot_be_read_are_left_out(text: str, why: str, installs: Site) -> None:
    installs.add("toy-game", presets=text)
    assert [preset.name for preset in presets("toy-game").offered] == ["standard"]
    said = GAMES.parts_left_out["toy-game", "presets.PRESETS"]
    assert said.startswith('The presets of the game "toy-game" are left out: they cannot be read (')
    assert why in said
    assert GAMES.faults() == [said]
    with pytest.raises(Broken, match="are left out"):
        check_presets("toy-game")


@pytest.mark.parametrize(
    ("second", "field"),
    [('("Three", "", {"players": 4})', "title"), ('("Other", "", {"players": 3})', "rules")],
)
def test_two_presets_that_are_the_same(second: str, field: str, installs: Site) -> None:
    text = f'PRESETS = {{"three": ("Three", "", {{"players": 3}}), "four": {second}}}\n'
    installs.add("toy-game", presets=text)
    with pytest.raises(Broken, match=f"^Two presets of toy-game have the same {field}\\.$"):
        check_presets("toy-game")
