"""Decisions on which the Pythons of this machine and of a browser agree: `site.py` runs this file
in both.
"""

import hashlib
import json
import time
from random import Random
from typing import Any

from parlour.cards import NOBODY, SPECTATOR
from parlour.catalogue.options import checked, house_rules
from parlour.catalogue.registry import GAMES
from parlour.errors import RulesError
from parlour.match import Acted, Dealt, Opened, Seated, actor, dice, fold, legal, step, view
from parlour.players import hint, search
from parlour.shuffle import numbered_deck

ROUNDS = 4  # of a match, before the next one


def rules_of(game: str, random: Random) -> Any:
    """House rules at random, every option among them."""
    module = GAMES[game]
    while True:
        values = {option.name: random.choice(option.numbers) for option in house_rules(module)}
        try:
            return checked(module, module.Rules(**values))
        except RulesError:
            continue


def digest(value: object) -> str:
    """A short hash of a value, to the last bit of its floats."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def matches(game: str, seed: int) -> Any:
    """Matches of search by random house rules: each position, and a function to continue by."""
    random = Random(f"{game} {seed}")
    while True:
        rules = rules_of(game, random)
        seats = [Seated(seat, "search") for seat in range(GAMES[game].seats(rules))]
        match = fold([Opened(game, rules, f"{random.random()}"), *seats])
        for round_ in range(1, ROUNDS + 1):
            if match.winners:
                break
            match = step(match, Dealt(numbered_deck(random.randrange(1, 10**6), round_)))
            while match.playing and (seat := actor(match)) != NOBODY:
                action = yield match, seat
                match = step(match, Acted(seat, action))


def decided(game: str, seed: int, count: int, every: int = 5) -> str:
    """So many decisions of search where a seat has a choice, as JSON: their actions, hashes of
    their thoughts, of all views and of some hints, and milliseconds of each decision.
    """
    actions, thoughts, views, hints, took = list[int](), [], [], [], []
    played = matches(game, seed)
    match, seat = next(played)
    while len(actions) < count:
        views += [digest(view(match, viewer)) for viewer in (*range(len(match.players)), SPECTATOR)]
        choices = legal(match, seat)
        if choices & choices - 1:
            began = time.perf_counter()
            thought = search.unhurried(view(match, seat), dice(match, seat))
            took.append(1e3 * (time.perf_counter() - began))
            action = thought.action
            thoughts.append(digest(thought))
            actions.append(action)
            if len(actions) % every == 0:
                hints.append(digest(hint.hint(view(match, seat), dice(match, seat))))
        else:
            action = choices.bit_length() - 1
        match, seat = played.send(action)
    results = {"actions": actions, "thoughts": thoughts, "views": views, "hints": hints}
    return json.dumps(results | {"took": took})
