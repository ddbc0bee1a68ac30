"""Games of other people: packages that name themselves in the entry point group `parlour.games`,
and what is asked of them.

The entry point's name is the game's, its value the package that holds `rules.py`. A package that is
broken is left out, with one sentence that names it; nothing else is harmed. Its code is trusted as
any installed package's is.
"""

import ast
import inspect
import re
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import distributions
from types import ModuleType
from typing import Any, cast, get_type_hints

from parlour import shown
from parlour.cards import NAMES, NEW_DECK, NOBODY, SPECTATOR
from parlour.errors import failure, quote
from parlour.game import GROUP, AnyGame, broken, options

# actions that are no card: with the 52 cards they are bits of a signed number of 64
MOST_EXTRA = 11
MOST_SEATS = 7
FUNCTIONS = (
    *(
        "seats",
        "fits",
        "owner",
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
DECK = tuple(5 * place % 52 for place in NEW_DECK)  # of the round that is tried, with mixed hands
ACTIONS = 1000  # of that round, at most
COMMANDS = "quit", "help", "hint", "table"  # at the terminal
ALLOWED = {
    "__future__",
    "typing",
    "parlour.cards",
    "parlour.tricks",
}  # modules that rules may import
RECORDS = ("Rules", "Round", "State", "Shown")

Found = dict[str, tuple[str, AnyGame]]  # by the game's name: its package, and its rules


class Fault(Exception):
    """What is wrong with a game's rules; `str(fault)` is the end of a sentence."""


def installed(taken: Sequence[str]) -> tuple[Found, dict[str, str]]:
    """The games of all installed packages that can be played, and a sentence about each other one;
    `taken` names are in use.
    """
    points, left_out = named()
    found: Found = {}
    for name, package in points:
        about = f"The game {quote(name)} of the package {quote(package)} is left out"
        if name in taken or name in found:
            left_out[f"{name} ({package})"] = f"{about}: another game has that name."
            continue
        try:
            rules = import_module(f"{package}.rules")
        except (Exception, SystemExit) as error:
            # whatever a stranger's module does when it is imported
            left_out[name] = f"{about}: {broken(error)}."
        else:
            if why := fault(name, rules):
                left_out[name] = f"{about}: {why}."
            else:
                found[name] = package, cast(AnyGame, rules)
    return found, left_out


def named() -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Name and package of each entry point of the group, sorted; and a sentence about each
    distribution that cannot be read.
    """
    found, faults = set(), {}
    for distribution in distributions():
        try:
            found |= {
                (point.name, point.value)
                for point in distribution.entry_points
                if point.group == GROUP
            }
        except Exception as error:  # the file is anybody's
            name = f"The entry points of {quote(str(distribution.metadata['Name']))} are left out"
            faults[name] = f"{name}: they cannot be read ({failure(error)})."
    return sorted(found), faults


def fault(name: str, rules: ModuleType) -> str:
    """What is wrong with a game's rules, as the end of a sentence; empty where nothing is."""
    try:
        check_names(name, rules)
        check_records(rules)
        check_options(rules)
        check_round(rules)
    except Fault as found:
        return str(found)
    except Exception as error:  # whatever else a stranger's records do
        return f"its rules cannot be checked ({failure(error)})"
    return ""


def need(holds: bool, why: str) -> None:
    """Fault unless it holds."""
    if not holds:
        raise Fault(why)


def check_names(name: str, rules: ModuleType) -> None:
    """Fault where the game's name, a part of the protocol or an action's name cannot be."""
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
        fine = (
            re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", word)
            and word not in COMMANDS
            and word.upper() not in NAMES
        )
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
    """The modules that a game's rules import; what they take from others would not be looked at
    when they are compiled.
    """
    nodes = list(ast.walk(ast.parse(inspect.getsource(rules))))
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    return whole | parts


def check_records(rules: ModuleType) -> None:
    """Fault where a record has not the fields that everything else reads."""
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
    why = shown.fault(rules.Shown)
    need(not why, why)


def check_options(rules: ModuleType) -> None:
    """Fault where an option lacks its values or its default, or where the options seat too few or
    too many.
    """
    for name, hint in get_type_hints(rules.Rules, include_extras=True).items():
        values: tuple[object, ...] = getattr(hint, "__metadata__", ())
        right = bool(values) and (
            isinstance(values[0], range) or all(isinstance(word, str) for word in values)
        )
        need(right, f"the option {name} of Rules lacks its values (expected words or a range)")
        need(name in rules.Rules._field_defaults, f"the option {name} of Rules lacks a default")
    game, default = cast(AnyGame, rules), rules.Rules()
    for option, value in zip(options(game), default, strict=True):
        need(
            type(value) is int and value in option.numbers,
            f"the default of the option {option.name} is not one of its values",
        )
    why = asked(rules, "fits", default)
    need(why == "", f"its default options do not go together ({why})")
    ends = [
        (option.name, end)
        for option in options(game)
        for end in (option.numbers[0], option.numbers[-1])
    ]
    others = [default._replace(**{name: end}) for name, end in ends]
    for chosen in [default, *(other for other in others if asked(rules, "fits", other) == "")]:
        seats = asked(rules, "seats", chosen)
        need(
            type(seats) is int and 1 < seats <= MOST_SEATS,
            f"it has {seats} seats (allowed: 2 to {MOST_SEATS})",
        )


def check_round(rules: ModuleType) -> None:
    """Fault where a function fails in a first round by the default rules, or gives what nobody can
    read.
    """
    default = rules.Rules()
    n = rules.seats(default)
    owners = [asked(rules, "owner", default, 1, place) for place in NEW_DECK]
    need(
        all(owner in (*range(n), SPECTATOR, NOBODY) for owner in owners),
        "owner returns a value that is not a seat",
    )
    for name in ("goal", "length"):
        if hasattr(rules, name):
            number(rules, name, default)
    dealt = asked(rules, "deal", default, DECK, 1)
    right = isinstance(dealt, tuple) and [*map(type, dealt)] == [rules.Round, rules.State]
    need(right, "deal does not return a Round and a State")
    round, state = dealt
    for _ in range(ACTIONS):
        legal = [number(rules, "legal", round, state, seat) for seat in range(n)]
        need(
            all(0 <= mask < 1 << 52 + len(rules.EXTRA) for mask in legal),
            "legal returns a value that is not a set of actions",
        )
        check_views(rules, n, round, state)
        if not any(legal):
            break
        seat = next(seat for seat in range(n) if legal[seat])
        state = check_action(rules, n, (round, state), seat, legal[seat].bit_length() - 1)
    else:
        raise Fault(f"a first round is not over after {ACTIONS} actions")
    points = asked(rules, "points", round, state)
    need(
        isinstance(points, tuple) and len(points) >= n and {*map(type, points)} == {int},
        f"points does not return {n} whole numbers",
    )
    number(rules, "finish", default, 1, points[:n])


def check_views(rules: ModuleType, n: int, round: object, state: object) -> None:
    """Fault where a function that looks at the table of n seats fails."""
    number(rules, "free", round, state)
    if hasattr(rules, "must"):
        number(rules, "must", round, state)
    for seat in (*range(n), SPECTATOR):
        table = asked(rules, "shown", round, state, seat)
        need(
            type(table) is rules.Shown and len(table.counts) >= n,
            f"shown does not return a Shown for {n} seats",
        )


def check_action(
    rules: ModuleType, n: int, before: tuple[object, object], actor: int, action: int
) -> object:
    """The state after a legal action; Fault where a function fails on it."""
    number(rules, "lacks", *before, action)
    for seat in (*range(n), SPECTATOR):
        seen = asked(rules, "veil", *before, seat, actor, action)
        need(
            isinstance(seen, tuple) and [*map(type, seen)] == [int, int],
            "veil does not return an action and a card",
        )
    state = asked(rules, "apply", *before, actor, action)
    need(type(state) is rules.State, "apply does not return a State")
    return state


def number(rules: ModuleType, name: str, *arguments: object) -> int:
    """What a function of the rules gives, if it is a whole number; else Fault."""
    found = asked(rules, name, *arguments)
    need(type(found) is int, f"{name} returns {quote(str(found))} (expected a whole number)")
    return int(found)


def asked(rules: ModuleType, name: str, *arguments: object) -> Any:
    """What a function of the rules gives; Fault where it fails."""
    try:
        return getattr(rules, name)(*arguments)
    except Exception as error:  # whatever a stranger's function does
        raise Fault(f"{name} fails in a first round ({failure(error)})") from None
