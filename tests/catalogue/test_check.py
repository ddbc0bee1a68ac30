"""Packages of games: those that can be played are, and one that is broken is a sentence and harms
nothing else.
"""

import ast
import io
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from parlour import cli, log
from parlour.catalogue import check
from parlour.catalogue.options import parse_rules
from parlour.catalogue.registry import BUILT_IN, GAMES, Games, find_game, part
from parlour.engine.compiler import cache
from parlour.errors import LogError, RulesError, SaveError
from parlour.games.hearts import rules as hearts
from parlour.match import Dealt, fold, step
from parlour.players import LEVELS, offered
from parlour.table.messages.new_table import Made, make, plan
from parlour.terminal import saves
from parlour.terminal.console import Console, run_on
from parlour.testing.fronts import check_words
from parlour.testing.laws import Broken
from parlour.words.narration import called, narrated, seat_names
from tests.sketches import drawing
from tests.support.packages import RULES, Site, changed, site
from tests.support.play import opened, random_deck

KEY = "A" * 22


@pytest.fixture
def installs(tmp_path: Path) -> Iterator[Site]:
    with site(tmp_path) as folder:
        yield folder


def parlour(*arguments: str, typed: bytes = b"", status: int = 0) -> str:
    output = io.BytesIO()
    assert run_on(Console(io.BytesIO(typed), output), "parlour", cli.program, arguments) == status
    return output.getvalue().decode()


def test_an_installed_game_is_there(installs: Site) -> None:
    package = installs.add("toy-game")
    assert "toy-game" in GAMES
    assert find_game("toy-game").EXTRA == drawing.EXTRA
    assert GAMES.packages["toy-game"] == package
    assert tuple(GAMES)[:3] == BUILT_IN
    assert "toy-game" in tuple(GAMES)
    assert part("toy-game", "words") is None
    assert part("toy-game", "engine.policy") is None
    assert not [text for text in GAMES.faults() if "toy-game" in text]


def test_a_registry_reads_as_the_dictionary_of_all_games(installs: Site) -> None:
    installs.add("toy-game")
    games = Games()
    assert "hearts" in games
    assert games.get("toy-game") is games["toy-game"]
    assert games.get("whist") is None
    assert games.get("hearts") is games["hearts"]
    whole = games.copy()
    assert type(whole) is dict
    assert list(whole) == list(games) == list(games.keys()) == [name for name, _ in games.items()]
    assert list(games.values()) == [games[name] for name in games]
    assert len(games) == len(whole) >= 4
    assert {**games} == dict(games) == whole
    with pytest.raises(KeyError):
        games["whist"]


def test_a_process_and_threads_find_the_same_games(installs: Site) -> None:
    installs.add("toy-game")
    games = Games()
    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(lambda _: ("toy-game" in games, [*games], [*GAMES]), range(32))]
    assert games.faults() == GAMES.faults() == []
    assert found == [(True, [*GAMES], [*GAMES])] * 32
    code = "from parlour.game import GAMES; print(*GAMES)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert told.stdout.split() == list(GAMES)


def test_one_thread_at_a_time_parses_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 may fail where two threads do."""
    plain, inside, most = ast.parse, 0, 0

    def parse(source: str) -> ast.Module:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        time.sleep(0.01)
        inside -= 1
        return plain(source)

    with monkeypatch.context() as patch, ThreadPoolExecutor(8) as pool:
        patch.setattr(ast, "parse", parse)  # pytest needs the plain one to show a failure
        found = [*pool.map(check.imported, [hearts] * 16)]
    assert most == 1
    assert found == [found[0]] * 16


def test_a_built_in_game_is_had_without_looking_for_packages(installs: Site) -> None:
    package = installs.add("toy-game", rules="raise ValueError")
    code = (
        "import sys; from parlour.game import GAMES, find_game\n"
        f"find_game('hearts'); print({package!r} in sys.modules, 'importlib.metadata' in "
        f"sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert told.stdout == "False False\n"


OPTION = "the option more of Rules has the word {} (expected no spaces, commas or equals signs)"


def option(values: str) -> str:
    """The toy game's rules with one more option of these values."""
    players = "    players: Annotated[int, range(2, 6)] = 2\n"
    return changed((players, f"{players}    more: Annotated[int, {values}] = 0\n"))


FAULTS = {
    "raises": ("raise ValueError('no.\\n')", "it cannot be imported (ValueError: no.\\n)"),
    "ends": ("import sys; sys.exit(3)", "it cannot be imported (SystemExit: 3)"),
    "is silent": ("raise RuntimeError", "it cannot be imported (RuntimeError)"),
    "is no Python": ("def", "it cannot be imported (SyntaxError: "),
    "is empty": (
        "",
        "its rules lack EXTRA, BEST, Rules, Round, State, Shown, seats, fits, dealt_to, deal, ",
    ),
    "lacks": (changed(("BEST = ", "WORST = ")), "its rules lack BEST"),
    "lacks a function": (changed(("def veil", "def unveil")), "its rules lack veil"),
    "no function": (changed(("def veil", "veil = 3\ndef unveil")), "veil is not a function"),
    "no goal": (RULES + "\ngoal = 100\n", "goal is not a function"),
    "best": (
        changed(('BEST = "fewest"', 'BEST = "lowest"')),
        'BEST is "lowest" (expected fewest or most)',
    ),
    "actions": (
        changed(('("draw", "pass")', "('draw', 'pass', *map(str, range(10)))")),
        "it has 12 actions besides the cards (allowed: at most 11)",
    ),
    "names": (changed(('("draw", "pass")', '["draw", "pass"]')), "EXTRA is not a tuple of names"),
    "alike": (
        changed(('("draw", "pass")', '("draw", "draw")')),
        "two of its actions have the same name",
    ),
    "a card": (
        changed(('("draw", "pass")', '("draw", "7s")')),
        'the action "7s" has a name that is reserved, or not lower-case',
    ),
    "a command": (
        changed(('("draw", "pass")', '("draw", "quit")')),
        'the action "quit" has a name that is reserved',
    ),
    "in quotes": (changed(('("draw", "pass")', '("draw", "say-\\"uno\\"")')), "the action "),
    "imports": (
        f"import random\n{RULES}",
        "its rules import random (allowed: __future__, parlour.cards",
    ),
    "no end": (
        changed(("next=state.next + 1)", "next=state.next)")),
        "a first round is not over after 1000 actions",
    ),
    "no row": (
        changed(
            (
                '    stock: Annotated[int, Placed("backs")]',
                "    stock: Annotated[int, Placed('badge', by='seat')]",
            )
        ),
        "the field stock of Shown is laid out by seat and is not a row",
    ),
    "no order": (
        changed(
            (
                '    stock: Annotated[int, Placed("backs")]',
                "    stock: Annotated[int, Placed('pile', order='hand')]",
            )
        ),
        "the field stock of Shown is ordered by hand, which is not a seat",
    ),
    "another before": (
        changed(
            (
                '    stock: Annotated[int, Placed("backs")]',
                "    stock: Annotated[int, Placed('pile', before='hand')]",
            )
        ),
        "the field stock of Shown follows hand, which has another type",
    ),
    "record": (changed(("class State(NamedTuple)", "class State")), "State is not a NamedTuple"),
    "round": (
        changed(("    rules: Rules\n    number", "    rules: Rules\n    turn: int\n    number")),
        "Round is (rules, turn, number, deck) (expected (rules, number) or (rules, number, deck))",
    ),
    "shown": (
        changed(("    counts: Five\n    turn", "    turn")),
        "Shown begins with hand, turn, top (expected hand, counts, turn)",
    ),
    "type": (
        changed(('    stock: Annotated[int, Placed("backs")]', "    stock: str")),
        "the field stock of Shown has an unknown type",
    ),
    "lies": (
        changed(
            (
                '    stock: Annotated[int, Placed("backs")]',
                "    stock: Annotated[int, Placed('heap')]",
            )
        ),
        "the field stock of Shown has the unknown layout heap by table (known: backs, pile, ",
    ),
    "order": (
        changed(
            (
                '    stock: Annotated[int, Placed("backs")]',
                "    stock: Annotated[int, Placed('pile', order='leader')]",
            )
        ),
        "the field stock of Shown refers to the unknown field leader",
    ),
    "annotation": (
        changed(('    stock: Annotated[int, Placed("backs")]', '    stock: "Nothing"')),
        "its rules cannot be checked (NameError: ",
    ),
    "values": (
        changed(("Annotated[int, range(2, 6)]", "int")),
        "the option players of Rules lacks its values",
    ),
    "mixed": (
        changed(("range(2, 6)]", "'two', 3]")),
        "the option players of Rules lacks its values (expected words or a range)",
    ),
    "default": (
        changed(
            (
                "range(1, 2)] = 1\n    players: Annotated[int, range(2, 6)] = 2",
                "range(1, 2)]\n    players: Annotated[int, range(2, 6)]",
            )
        ),
        "the option edition of Rules lacks a default",
    ),
    "other default": (
        changed(("range(2, 6)] = 2", "range(2, 6)] = 7")),
        "the default of the option players is not one of its values",
    ),
    "clash": (
        changed(('    return ""\n', '    return "No."\n')),
        "its default options do not go together (No.)",
    ),
    "fits": (
        changed(('    return ""\n', "    return rules.jokers\n")),
        "fits fails in a first round (AttributeError: ",
    ),
    "seats": (changed(("range(2, 6)]", "range(2, 9)]")), "it has 8 seats (allowed: 2 to 7)"),
    "no seats": (
        changed(("    return rules.players\n", "    return None\n")),
        'seats returns "None" of type NoneType (expected int)',
    ),
    "seats in a text": (
        changed(("    return rules.players\n", "    return str(rules.players)\n")),
        'seats returns "2" of type str (expected int)',
    ),
    "other seats": (
        changed(("    return rules.players\n", "    return 2 + rules.players % 2\n")),
        "seats returns 2 for players 4",
    ),
    "seats in words": (
        changed(
            ("range(2, 6)] = 2", "'two', 'three'] = 0"),
            ("    return rules.players\n", "    return 2 + rules.players\n"),
        ),
        "seats returns 2 for players two",
    ),
    "a comma": (option("'low', 'high,low'"), OPTION.format('"high,low"')),
    "an equals sign": (option("'low', '=high'"), OPTION.format('"=high"')),
    "a space": (option("'very low', 'high'"), OPTION.format('"very low"')),
    "no word": (option("'low', ''"), OPTION.format('""')),
    "no reason": (
        changed(('    return ""\n', "    return None\n")),
        'fits returns "None" of type NoneType (expected str)',
    ),
    "dealt_to": (
        changed(("        return place // 7\n", "        return place\n")),
        "dealt_to returns a value that is not a seat",
    ),
    "deal": (
        changed(("    hands = (0, 0, 0, 0, 0)\n", "    hands = ()\n")),
        "deal fails in a first round (IndexError: ",
    ),
    "dealt": (
        changed(("    return Round(rules, number, deck), State", "    return State")),
        "deal does not return a Round and a State",
    ),
    "legal": (
        changed(("    if seat != state.turn:\n        return 0\n", "    return None\n")),
        'legal returns "None" of type NoneType (expected int)',
    ),
    "unreal": (
        changed(("    if seat != state.turn:\n        return 0\n", "    return 1 << 54\n")),
        "legal returns a value that is not a set of actions",
    ),
    "free": (
        changed(("    return fitting(state)\n", "    return state.nothing\n")),
        "free fails in a first round (AttributeError: ",
    ),
    "told": (
        changed(("    return Shown(", "    return tuple(")),
        "shown fails in a first round (TypeError: ",
    ),
    "short": (
        changed(("counts, state.turn, state.top", "counts[:1], state.turn, state.top")),
        "shown does not return a Shown for 2 seats",
    ),
    "lacks it": (
        changed(
            ("        return 0 if fitting(state) >> action & 1 else ALL", "        return 0.5")
        ),
        'lacks returns "0.5" of type float (expected int)',
    ),
    "veil": (
        changed(("    return action, NONE\n", "    return action\n")),
        "veil does not return an action and a card",
    ),
    "apply": (
        changed(("turn=turn if hand else NOBODY)", "turn=0).hands")),
        "apply does not return a State",
    ),
    "points": (
        changed(
            (
                "def points(round_: Round, state: State) -> Five:\n",
                "def points(round, state):\n    return (1,)\n",
            )
        ),
        "points does not return 2 whole numbers",
    ),
    "finish": (
        changed(("    return fewest(totals, 0)\n", "    return ()\n")),
        'finish returns "()" of type tuple (expected int)',
    ),
    "length": (
        RULES + "\ndef length(rules):\n    return rules.rounds\n",
        "length fails in a first round (AttributeError: ",
    ),
    "must": (
        RULES + "\ndef must(round, state):\n    return ''\n",
        'must returns "" of type str (expected int)',
    ),
}


def test_a_function_that_fails_in_a_first_round_has_its_line(installs: Site) -> None:
    """Not one that cannot be called, as the line of the call is Parlour's."""
    rules = FAULTS["free"][0]
    installs.add("toy-game", rules)
    installs.add("odd-game", changed(("def free(round_: Round, state: State)", "def free(state)")))
    line = 1 + rules.splitlines().index("    return state.nothing")
    assert not {"toy-game", "odd-game"} & {*GAMES}
    assert GAMES.left_out["toy-game"].endswith(f"'nothing'; rules.py, line {line}).")
    assert GAMES.left_out["odd-game"].endswith("but 2 were given).")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_package_is_one_sentence(
    fault: str, installs: Site, capfd: pytest.CaptureFixture[str]
) -> None:
    rules, why = FAULTS[fault]
    package = installs.add("toy-game", rules=rules)
    installs.add("good-game")
    assert "toy-game" not in GAMES
    assert "good-game" in GAMES
    assert find_game("hearts")
    sentence = f'The game "toy-game" of the package "{package}" is left out: {why}'
    (said,) = [text for text in GAMES.left_out.values() if "toy-game" in text]
    assert said.startswith(sentence)
    assert said.endswith(".")
    parlour("simulate", "--game", "toy-game", status=2)
    assert capfd.readouterr().err == f"parlour: {said}\n"  # once
    told = parlour("simulate", "--game", "good-game", "--log", str(installs.folder / "log"))
    assert told.startswith("good-game, seed 1: matches 1, rounds 1\n")
    assert capfd.readouterr().err == f"parlour: {said}\n"
    parlour("simulate", "--game", "whist", status=2)
    unknown = f'parlour: Unknown game "whist" (known: {", ".join(GAMES)}).\n'
    assert capfd.readouterr().err == f"parlour: {said}\n{unknown}"


def test_a_sound_game_may_have_the_optional_functions_and_a_round_that_is_over_at_once(
    installs: Site,
) -> None:
    given = {"goal(rules)": 0, "length(rules)": 1, "must(round, state)": 0}
    more = "".join(f"\ndef {name}:\n    return {number}\n" for name, number in given.items())
    over = changed(("start + 1, 0, 0)", "start + 1, 0, NOBODY)"))
    installs.add("toy-game", rules=RULES + more)
    installs.add("no-game", rules=over)
    assert {"toy-game", "no-game"} <= set(GAMES)


def test_numbers_of_seats_that_do_not_go_together_are_not_asked_for(installs: Site) -> None:
    none = "    return 'No five.' if rules.players == 5 else ''\n"
    four = "    return min(rules.players, 4)\n"
    installs.add(
        "toy-game", changed(('    return ""\n', none), ("    return rules.players\n", four))
    )
    assert "toy-game" in GAMES


@pytest.mark.parametrize(
    ("values", "number", "known"),
    [
        ("range(0, 1001, 50)", 520, "0, 50 ... 1000"),
        ("range(0, 4, 2)", 1, "0 | 2"),
        ("range(0, 10, 20)", 5, "0"),
        ("range(0, -9, -1)", 1, "0, -1 ... -8"),
        ("range(0, 9)", 9, "0 ... 8"),
    ],
)
def test_the_refusal_of_a_number_names_the_step(
    values: str, number: int, known: str, installs: Site
) -> None:
    installs.add("toy-game", option(values))
    why = f'The option more cannot be "{number}": it is {known}.'
    with pytest.raises(RulesError, match=f"^{re.escape(why)}$"):
        parse_rules(GAMES["toy-game"], {"more": number})


WRONG = {
    "TITLE": ["5", '"a\\nb"'],
    "CARDS": ['("10H",)', "7"],
    "OPTIONS": ['["players"]', '{"players": 2}'],
    "VALUES": ['{"players": "two"}', '{"players": {2: "two"}}'],
    "FIELDS": ['{"stock": 7}'],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
)
def test_words_that_cannot_be_shown_are_plain_ones(field: str, value: str, installs: Site) -> None:
    fine = 'FIELDS = {"stock": ("None", "One")}\nVALUES = {"players": {"two": "Two"}}\n'
    installs.add("toy-game", words=f'{fine}PITCH = "Fine."\n{field} = {value}\n')
    words = called("toy-game")
    assert (words.title, words.pitch, words.cards) == ("Toy Game", "Fine.", ("QD", "KC", "AS"))
    assert words.options["players"] == "Players"
    assert words.fields == ({} if field == "FIELDS" else {"stock": ("None", "One")})
    said = GAMES.parts_left_out["toy-game", f"words.{field.lower()}"]
    assert said == f'The words {field} of the game "toy-game" cannot be read; plain ones are used.'


MISSPELT = {
    "OPTIONS": '{"player": "Players"}',
    "VALUES": '{"players": {"2": "Two"}}',  # an option of numbers has no words
    "ACTIONS": '{"darw": "Draw"}',
    "FIELDS": '{"stok": "Stock"}',
    "STRENGTHS": '{"greedy": "wins"}',
    "SAID": '{"cards": "{who} played {card}."}',
    "CAUSES": '{"held": "Your {cards}."}',
}


@pytest.mark.parametrize(
    ("field", "key", "place"), [("SAID", "card", "{crad}"), ("CAUSES", "held-better", "{card}")]
)
def test_a_place_in_a_sentence_that_nothing_replaces_is_named(
    field: str, key: str, place: str, installs: Site
) -> None:
    installs.add("toy-game", words=f'{field} = {{"{key}": "{{who}} and {place}."}}\n')
    why = f"^The words {field} in toy-game have the place {place}, which nothing replaces "
    with pytest.raises(Broken, match=why):
        check_words("toy-game")


@pytest.mark.parametrize("field", MISSPELT)
def test_a_key_of_words_that_nothing_reads_is_named(field: str, installs: Site) -> None:
    key = MISSPELT[field].split('"')[1]
    installs.add("toy-game", words=f"{field} = {MISSPELT[field]}\n")
    known = r"which nothing reads \(known: [a-z, -]+\)\.$"
    with pytest.raises(
        Broken, match=f'^The words {field} in toy-game have the key "{key}", {known}'
    ):
        check_words("toy-game")


def test_a_misspelt_value_of_an_option_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(part("straights", "words"))["VALUES"], "discards", {"shwon": "Open"})
    with pytest.raises(Broken, match=r'^The words VALUES of discards in straights .* "shwon"'):
        check_words("straights")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("SEATS = 5", "The words of toy-game fail: TypeError: Value after * must be an iterable"),
        ("def narrate(match): ...", "The words of toy-game fail: TypeError: narrate() takes 1 "),
        ("def acted_line(seen): ...", "The words of toy-game fail: TypeError: acted_line() takes "),
        ("def prompt(view, names): 1 / 0", "The words of toy-game fail: ZeroDivisionError: "),
        ("def prompt(view, names): return 7", "The words of events and of choices are printable "),
        (
            "def narrate(*given): return ['a\\nb']",
            "The words of events and of choices are printable",
        ),
    ],
)
def test_words_that_fail_in_a_round_fail_their_check(words: str, why: str, installs: Site) -> None:
    installs.add("toy-game", words=f"{words}\n")
    with pytest.raises(Broken, match=re.escape(why)):
        check_words("toy-game")


def test_words_that_cannot_be_read_fail_their_check(installs: Site) -> None:
    installs.add("other-game", words="TITLE = 5\n")
    installs.add("toy-game", words="TITLE = 6\n", levels="7 / 0\n")
    assert list(LEVELS["toy-game"]) == ["first", "search"]
    with pytest.raises(Broken, match=r'^The words TITLE of the game "other-game" cannot be read'):
        check_words("other-game")
    with pytest.raises(Broken, match=r'^The words TITLE of the game "toy-game" cannot be read'):
        check_words("toy-game")


@pytest.mark.parametrize("levels", ["[]", "{}", '{"mine": 5}'])
def test_levels_that_are_none(levels: str, installs: Site) -> None:
    installs.add("toy-game", levels=f"LEVELS = {levels}\n")
    assert list(LEVELS["toy-game"]) == ["first", "search"]
    assert (
        GAMES.parts_left_out["toy-game", "levels"]
        == 'The levels of the game "toy-game" are not a dictionary of functions.'
    )
    assert GAMES.faults() == [*GAMES.parts_left_out.values()]
    assert find_game("toy-game")
    with pytest.raises(RulesError, match=r'^Unknown game "toy-game levels"'):
        find_game("toy-game levels")


@pytest.mark.parametrize(
    "name", ["Steady One", "steady_one", "", "me", "friend", "oracle", "search", "trained", 7]
)
def test_a_level_whose_name_cannot_be(name: str | int, installs: Site) -> None:
    levels = f"LEVELS = {{'fine': min, {name!r}: min}}\nUNFELT = {{'first'}}\n"
    installs.add("toy-game", levels=levels)
    assert list(LEVELS["toy-game"]) == offered("toy-game") == ["first", "search"]
    assert GAMES.parts_left_out["toy-game", "levels"] == (
        f'The levels of the game "toy-game" are left out: the name "{name}" is reserved, or not '
        f"lower-case letters and digits."
    )


@pytest.mark.parametrize("unfelt", ["7", "['quick-2']", "{'quick-2', 'quick2'}", "{'trained'}"])
def test_a_set_of_levels_that_is_none(unfelt: str, installs: Site) -> None:
    installs.add("toy-game", levels=f"LEVELS = {{'quick-2': min}}\nUNFELT = {unfelt}\n")
    assert list(LEVELS["toy-game"]) == ["quick-2", "search"]
    assert GAMES.parts_left_out["toy-game", "levels"] == (
        'The levels of the game "toy-game" have an UNFELT that is not a set of levels '
        "(known: quick-2, search)."
    )


@pytest.mark.parametrize("unfelt", ["set()", "{'quick-2'}", "{'quick-2', 'search'}"])
def test_a_set_of_levels_is_sound(unfelt: str, installs: Site) -> None:
    installs.add("toy-game", levels=f"LEVELS = {{'quick-2': min}}\nUNFELT = {unfelt}\n")
    assert list(LEVELS["toy-game"]) == ["quick-2", "search"]
    assert not GAMES.parts_left_out


def test_names_of_seats_that_are_too_few(installs: Site) -> None:
    installs.add("toy-game", words='SEATS = ("Ann",)\n')
    assert list(seat_names("toy-game"))[:3] == ["Ann", "Player 2", "Player 3"]


def test_weights_of_a_policy_that_cannot_be_imported(installs: Site) -> None:
    package = installs.folder / installs.add("toy-game")
    (package / "weights.json").write_text("{}")
    (package / "engine").mkdir()
    (package / "engine" / "__init__.py").write_text("")
    (package / "engine" / "policy.py").write_text("import nothing_that_is\n")
    assert list(LEVELS["toy-game"]) == ["first", "search"]


def test_what_is_compiled_of_a_package_is_kept_by_its_sources(tmp_path: Path) -> None:
    """An edit of any file of it takes effect."""
    package = tmp_path / "theirs"
    (package / "engine").mkdir(parents=True)
    for name in ("__init__.py", "rules.py", "engine/__init__.py", "engine/worlds.py"):
        (package / name).write_text("")
    before = cache.cache_of(package / "engine" / "worlds.py")
    assert before
    assert before.parent == cache.home()
    assert before.name.startswith("theirs_")
    (package / "rules.py").write_text("ACES = 4\n")
    cache.cache_of.cache_clear()
    after = cache.cache_of(package / "engine" / "worlds.py")
    (tmp_path / "alone.py").write_text("")
    alone = cache.cache_of(tmp_path / "alone.py")
    assert after
    assert after != before
    assert alone
    assert alone.parent == cache.home()
    assert cache.cache_of(Path("<stdin>")) == cache.home() == cache.cache_of(Path(cache.__file__))
    for made in (before, after, alone):
        made.rmdir()


@pytest.mark.parametrize("name", ["Toy", "toy_game", "7up", "toy-", "tøy"])
def test_a_name_that_cannot_be(name: str, installs: Site) -> None:
    installs.add(name)
    assert name not in GAMES
    assert GAMES.left_out[name].endswith(
        "is left out: its name is not lower-case letters and digits with hyphens between."
    )


def test_of_two_games_of_one_name_one_is_left_out(installs: Site) -> None:
    hearts = installs.add("hearts")
    first, second = sorted(installs.add("toy-game") for _ in range(2))
    assert "toy-game" in GAMES
    assert GAMES.packages["toy-game"] == first
    assert GAMES["hearts"].__name__ == "parlour.games.hearts.rules"  # type: ignore[attr-defined]
    said = list(GAMES.left_out.values())
    for name, package in (("hearts", hearts), ("toy-game", second)):
        assert (
            f'The game "{name}" of the package "{package}" is left out: another game has that name.'
            in said
        )


def test_a_package_that_is_not_there(installs: Site) -> None:
    installs.point("gone", "[parlour.games]\ntoy-game = gone_for_ever\n")
    assert "toy-game" not in GAMES
    assert GAMES.left_out["toy-game"].startswith(
        'The game "toy-game" of the package "gone_for_ever" is left out: it cannot be'
    )


def test_entry_points_that_cannot_be_read(installs: Site) -> None:
    installs.point("garbled", "[parlour.games]\nno equals sign\n")
    installs.add("toy-game")
    assert "toy-game" in GAMES
    (said,) = [text for text in GAMES.left_out.values() if "garbled" in text]
    assert said.startswith('The entry points of "garbled" are left out: they cannot be read (')


@pytest.mark.parametrize(
    "text", ["raise ValueError('no')", "import nothing_that_is", "def", "import sys; sys.exit()"]
)
def test_words_that_cannot_be_imported_are_left_out(
    text: str, installs: Site, capfd: pytest.CaptureFixture[str]
) -> None:
    installs.add("toy-game", words=text, levels="1 / 0")
    told = parlour("simulate", "--game", "toy-game", "--log", str(installs.folder / "log"))
    assert told.splitlines()[2].split()[:2] == ["1", "first"]
    said = capfd.readouterr().err.splitlines()
    assert said == ['parlour: The part "levels" of the game "toy-game" is left out: it cannot be '
                    'imported '
                    "(ZeroDivisionError: division by zero)."]  # fmt: skip
    told = parlour("replay", str(installs.folder / "log"))
    assert told.startswith(
        "Match 1: toy-game (edition 1, players 2)\nPlayer 1 is first.\nPlayer 2 is first.\nRound 1 "
        "begins.\n"
    )
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 2
    assert said[1].startswith(
        'parlour: The part "words" of the game "toy-game" is left out: it cannot be imported ('
    )


def test_words_of_a_package_are_used(installs: Site) -> None:
    words = (
        "SEATS = 'North', 'South'\ndef narrate(before, event, after):\n    return ['So be it.']\n"
    )
    installs.add("toy-game", words=words)
    before = fold(opened("toy-game", GAMES["toy-game"].Rules()))
    event = Dealt(tuple(range(52)))
    assert narrated(before, event, step(before, event)) == ["So be it."]


def test_a_part_of_a_built_in_game_must_be_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("parlour.catalogue.registry.import_module", broken)
    with pytest.raises(ImportError):
        part.__wrapped__("hearts", "words")


def test_a_record_of_a_game_that_is_not_installed_is_refused_by_name(installs: Site) -> None:
    installs.add("toy-game")
    rules = GAMES["toy-game"].Rules()
    events = [*opened("toy-game", rules), Dealt(random_deck(Random(1)))]
    written = log.write(events, "toy-game").encode().splitlines(keepends=True)
    wanted = make({"key": KEY, "game": "toy-game", "seats": ["first", "first"]})
    assert len(list(log.read(written))) == len(events)
    assert plan(wanted).rules == rules
    for entry in installs.folder.glob("*.dist-info/entry_points.txt"):
        entry.unlink()
    GAMES.look_again()
    with pytest.raises(
        LogError, match=r'^Line 1: Unknown game "toy-game" \(known: straights, hearts, crazy-eights'
    ):
        list(log.read(written))
    with pytest.raises(RulesError, match=r'^Unknown game "toy-game" \(known: '):
        plan(Made(wanted.name, wanted.body, None))
    with pytest.raises(SaveError, match=r'^line 0: Unknown game "toy-game"'):
        saves.read(b"toy-game 1\n", "toy-game")
