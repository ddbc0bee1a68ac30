"""Games of other people: packages with an entry point in the group `parlour.games`, and the checks
that they pass before they are used.

The entry point's name is the game's name, and its value is the package that has `rules.py`. A
broken package is left out, with one sentence that names it; nothing else is affected. A package's
code has the same rights as any installed package.
"""

import ast
import inspect
import re
import threading
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import distributions
from os.path import dirname
from types import ModuleType
from typing import Any, TypeVar, cast, get_type_hints

from parlour.cards import (
    NAMES,
    NEW_DECK,
    NOBODY,
    SPECTATOR,
)
from parlour.catalogue import layout
from parlour.catalogue.old_names import in_new_words
from parlour.catalogue.options import options, words
from parlour.catalogue.protocol import WORD, AnyGame
from parlour.errors import failure, place, quote

# actions that are not cards: with the 52 cards they fit a signed 64-bit number
MOST_EXTRA = 11
MOST_SEATS = 7
PLAYERS = "players"  # the option for the number of seats
FUNCTIONS = (
    *(
        "seats",
        "fits",
        "dealt_to",
        "deal",
        "legal",
        "free",
        "lacks",
        "apply",
        "points",
        "finish",
        "shown",
        "veil",
    ),
)
OPTIONAL = "goal", "length", "must"
BESTS = "fewest", "most"
DECK = tuple(5 * place % 52 for place in NEW_DECK)  # of the trial round, with mixed hands
PARSING = threading.Lock()  # Python 3.11 may fail to parse in two threads at once
ACTIONS = 1000  # of the trial round, at most
COMMANDS = "quit", "help", "hint", "table"  # words with another meaning at the terminal
ALLOWED = {
    "__future__",
    "typing",
    "parlour.cards",
    "parlour.tricks",
}  # modules that rules may import
RECORDS = ("Rules", "Round", "State", "Shown")

T = TypeVar("T")
Found = dict[str, tuple[str, AnyGame]]  # by game name: the package, and its rules


class Fault(Exception):
    """A fault in a game's rules; `str(fault)` is the end of a sentence."""


def installed(taken: Sequence[str]) -> tuple[Found, dict[str, str]]:
    """The playable games of all installed packages, and a sentence about each other package. Names
    in `taken` are in use.
    """
    points, left_out = named()
    games: Found = {}
    for name, package in points:
        about = f"The game {quote(name)} of the package {quote(package)} is left out"
        if name in taken or name in games:
            left_out[f"{name} ({package})"] = f"{about}: another game has that name."
            continue
        try:
            rules = in_new_words(import_module(f"{package}.rules"))
        except (Exception, SystemExit) as error:
            # the import of a package may raise anything
            left_out[name] = f"{about}: {broken(error)}."
        else:
            if why := fault(name, rules):
                left_out[name] = f"{about}: {why}."
            else:
                games[name] = package, cast(AnyGame, rules)
    return games, left_out


def named() -> tuple[list[tuple[str, str]], dict[str, str]]:
    """The name and the package of each entry point of the group, sorted; and a sentence about each
    distribution that cannot be read.
    """
    names, faults = set(), {}
    for distribution in distributions():
        try:
            names |= {
                (point.name, point.value)
                for point in distribution.entry_points
                if point.group == GROUP
            }
        except Exception as error:  # the file may hold anything
            name = f"The entry points of {quote(str(distribution.metadata['Name']))} are left out"
            faults[name] = f"{name}: they cannot be read ({failure(error)})."
    return sorted(names), faults


def fault(name: str, rules: ModuleType) -> str:
    """The fault in a game's rules, as the end of a sentence; empty if there is none."""
    try:
        check_names(name, rules)
        check_records(rules)
        check_options(rules)
        check_round(rules)
    except Fault as fault:
        return str(fault)
    except Exception as error:  # the records of a package may raise anything
        return f"its rules cannot be checked ({failure(error)})"
    return ""


def need(holds: bool, why: str) -> None:
    """Raise Fault with this reason unless the condition holds."""
    if not holds:
        raise Fault(why)


def check_names(name: str, rules: ModuleType) -> None:
    """Raise Fault if the game's name, a part of the protocol or an action's name is not allowed."""
    shape = "[a-z][a-z0-9]*(-[a-z0-9]+)*"
    need(
        re.fullmatch(shape, name) is not None,
        "its name is not lower-case letters and digits with hyphens between",
    )
    missing = [part for part in ("EXTRA", "BEST", *RECORDS, *FUNCTIONS) if not hasattr(rules, part)]
    need(not missing, f"its rules lack {', '.join(missing)}")
    for part in (*FUNCTIONS, *OPTIONAL):
        need(callable(getattr(rules, part, callable)), f"{part} is not a function")
    need(rules.BEST in BESTS, f"BEST is {quote(str(rules.BEST))} (expected fewest or most)")
    extra = rules.EXTRA
    need(
        isinstance(extra, tuple) and all(isinstance(word, str) and word for word in extra),
        "EXTRA is not a tuple of names",
    )
    many = f"it has {len(extra)} actions besides the cards (allowed: at most {MOST_EXTRA})"
    need(len(extra) <= MOST_EXTRA, many)
    for word in extra:
        fine = WORD(word) and word not in COMMANDS and word.upper() not in NAMES
        need(
            bool(fine),
            f"the action {quote(word)} has a name that is reserved, or not lower-case letters and "
            f"digits",
        )
    need(len({*extra}) == len(extra), "two of its actions have the same name")
    others = sorted(imported(rules) - ALLOWED)
    need(
        not others, f"its rules import {', '.join(others)} (allowed: {', '.join(sorted(ALLOWED))})"
    )


def imported(rules: ModuleType) -> set[str]:
    """The modules that a game's rules import. Functions from other modules would not be checked
    when the rules are compiled.
    """
    with PARSING:
        nodes = list(ast.walk(ast.parse(inspect.getsource(rules))))
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    return whole | parts


def check_records(rules: ModuleType) -> None:
    """Raise Fault if a record lacks the fields that other modules read."""
    for name in RECORDS:
        need(hasattr(getattr(rules, name), "_fields"), f"{name} is not a NamedTuple")
    fields = rules.Round._fields
    right = fields in (("rules", "number"), ("rules", "number", "deck"))
    need(
        right, f"Round is ({', '.join(fields)}) (expected (rules, number) or (rules, number, deck))"
    )
    first = rules.Shown._fields[:3]
    need(
        first == ("hand", "counts", "turn"),
        f"Shown begins with {', '.join(first)} (expected hand, counts, turn)",
    )
    why = layout.fault(rules.Shown)
    need(not why, why)


def check_options(rules: ModuleType) -> None:
    """Raise Fault if an option lacks its values or its default, or if the options give too few or
    too many seats.
    """
    for name, hint in get_type_hints(rules.Rules, include_extras=True).items():
        values: tuple[object, ...] = getattr(hint, "__metadata__", ())
        right = bool(values) and (
            isinstance(values[0], range) or all(isinstance(word, str) for word in values)
        )
        need(right, f"the option {name} of Rules lacks its values (expected words or a range)")
        for word in values if isinstance(values[0], str) else ():
            plain = re.fullmatch(r"[^\s,=]+", str(word))  # by `--rules` and in a saved position
            why = f"the option {name} of Rules has the word {quote(str(word))}"
            need(bool(plain), f"{why} (expected no spaces, commas or equals signs)")
        need(name in rules.Rules._field_defaults, f"the option {name} of Rules lacks a default")
    game, default = cast(AnyGame, rules), rules.Rules()
    for option, value in zip(options(game), default, strict=True):
        need(
            type(value) is int and value in option.numbers,
            f"the default of the option {option.name} is not one of its values",
        )
    why = returned(str, rules, "fits", default)
    need(not why, f"its default options do not go together ({why})")
    check_seats(rules, default)
    for option in options(game):
        several = MOST_SEATS if option.name == PLAYERS else 1
        for value in (*option.numbers[:several], option.numbers[-1]):
            check_seats(rules, default._replace(**{option.name: value}))


def check_seats(rules: ModuleType, chosen: Any) -> None:
    """Raise Fault if some options that go together give too few or too many seats, or another
    number than the option `players`.
    """
    if returned(str, rules, "fits", chosen):
        return
    seats = returned(int, rules, "seats", chosen)
    need(1 < seats <= MOST_SEATS, f"it has {seats} seats (allowed: 2 to {MOST_SEATS})")
    players = words(cast(AnyGame, rules), chosen).get(PLAYERS, seats)
    need(seats == players, f"seats returns {seats} for {PLAYERS} {players}")


def check_round(rules: ModuleType) -> None:
    """Raise Fault if a function fails in a first round under the default rules, or returns a value
    of the wrong kind.
    """
    default = rules.Rules()
    n = rules.seats(default)
    seats = [asked(rules, "dealt_to", default, 1, place) for place in NEW_DECK]
    need(
        all(seat in (*range(n), SPECTATOR, NOBODY) for seat in seats),
        "dealt_to returns a value that is not a seat",
    )
    for name in ("goal", "length"):
        if hasattr(rules, name):
            returned(int, rules, name, default)
    dealt = asked(rules, "deal", default, DECK, 1)
    right = isinstance(dealt, tuple) and [*map(type, dealt)] == [rules.Round, rules.State]
    need(right, "deal does not return a Round and a State")
    round_, state = dealt
    for _ in range(ACTIONS + 1):
        legal = [returned(int, rules, "legal", round_, state, seat) for seat in range(n)]
        need(
            all(0 <= mask < 1 << 52 + len(rules.EXTRA) for mask in legal),
            "legal returns a value that is not a set of actions",
        )
        check_views(rules, n, round_, state)
        if not any(legal):
            break
        seat = next(seat for seat in range(n) if legal[seat])
        state = check_action(rules, n, (round_, state), seat, legal[seat].bit_length() - 1)
    else:
        raise Fault(f"a first round is not over after {ACTIONS} actions")
    points = asked(rules, "points", round_, state)
    need(
        isinstance(points, tuple) and len(points) >= n and {*map(type, points)} == {int},
        f"points does not return {n} whole numbers",
    )
    returned(int, rules, "finish", default, 1, points[:n])


def check_views(rules: ModuleType, n: int, round_: object, state: object) -> None:
    """Raise Fault if a function that reads a state of n seats fails."""
    returned(int, rules, "free", round_, state)
    if hasattr(rules, "must"):
        returned(int, rules, "must", round_, state)
    for seat in (*range(n), SPECTATOR):
        table = asked(rules, "shown", round_, state, seat)
        need(
            type(table) is rules.Shown and len(table.counts) >= n,
            f"shown does not return a Shown for {n} seats",
        )


def check_action(
    rules: ModuleType, n: int, before: tuple[object, object], actor: int, action: int
) -> object:
    """The state after a legal action; Fault if a function fails on it."""
    returned(int, rules, "lacks", *before, action)
    for seat in (*range(n), SPECTATOR):
        seen = asked(rules, "veil", *before, seat, actor, action)
        need(
            isinstance(seen, tuple) and [*map(type, seen)] == [int, int],
            "veil does not return an action and a card",
        )
    state = asked(rules, "apply", *before, actor, action)
    need(type(state) is rules.State, "apply does not return a State")
    return state


def returned(kind: type[T], rules: ModuleType, name: str, *arguments: object) -> T:
    """The value that a function of the rules returns; Fault if it is of another type."""
    answer = asked(rules, name, *arguments)
    if type(answer) is not kind:
        what = f"{quote(str(answer))} of type {type(answer).__name__}"
        raise Fault(f"{name} returns {what} (expected {kind.__name__})")
    return answer


def asked(rules: ModuleType, name: str, *arguments: object) -> Any:
    """The value that a function of the rules returns; Fault, with the line, if it fails."""
    try:
        return getattr(rules, name)(*arguments)
    except Exception as error:  # a function of a package may raise anything
        where = place(error, dirname(str(rules.__file__)))  # empty if the call itself failed
        why = "; ".join(filter(None, (failure(error), where)))
        raise Fault(f"{name} fails in a first round ({why})") from None


GROUP = "parlour.games"  # of the entry points by which packages add games


def broken(error: BaseException) -> str:
    """The reason why a module cannot be imported, as the end of a sentence."""
    return f"it cannot be imported ({failure(error)})"
