"""The checks of a game in user interfaces: its words, presets, levels and lesson, its views as
JSON, its log written and replayed, and a table of computer players.
"""

import json
import re
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from parlour.cards import NAMES, NOBODY, SPECTATOR, Deck, Seat
from parlour.catalogue.layout import fields
from parlour.catalogue.lessons import LESSON, lesson, next_step
from parlour.catalogue.options import options, parse_action, words
from parlour.catalogue.presets import find_preset, presets
from parlour.catalogue.registry import GAMES, part
from parlour.errors import IllegalAction, ParlourError, failure, quote
from parlour.log import read, write
from parlour.match import (
    Acted,
    Dealt,
    Match,
    Opened,
    Seated,
    actor,
    barred,
    dice,
    fold,
    legal,
    step,
    view,
)
from parlour.players import LEARNED, LEVELS
from parlour.players.causes import WHATS
from parlour.shuffle import numbered_deck
from parlour.table.dealing import DEAL_INTERVAL
from parlour.table.messages.new_table import make
from parlour.table.messages.wire import seen_text, view_text
from parlour.table.table import Table
from parlour.testing.compiled import some_rules
from parlour.testing.laws import Broken, continues, hold, matches, whole_round
from parlour.testing.play import every_rules, opened, random_deck
from parlour.testing.views import accounts_of, alternatives
from parlour.words.narration import called, narrated, own_line, prompted, seat_names

ROUNDS = 30
ALTERNATIVES = 10  # for each set of house rules
LARGEST = 2**53  # a browser reads smaller numbers exactly
KEY = "parlour-testing-key-00"
WAKES = 5000  # of a table, before its match must be over or its rounds played
DEALS = 3  # rounds that are played at a table


def check_words(name: str) -> None:
    """Check that the words can be read, that each of their keys names something of the game, that
    their sentences have known places, and that they say every event and every choice.
    """
    called(name)
    for (game, where), fault in GAMES.parts_left_out.items():
        if game == name and where.partition(".")[0] == "words":
            raise Broken(fault)
    law_of_the_keys(name)
    law_of_the_places(name)
    for rules in some_rules(name):
        law_of_the_lines(name, rules, Random(f"words {rules}"))


def law_of_the_keys(name: str) -> None:
    """Check that each key of a game's words names something of the game."""
    module, keys = part(name, "words"), keys_of_words(name)
    texts = {field: getattr(module, field, {}) for field in keys}
    for option in options(GAMES[name]):
        where = f"VALUES of {option.name}"
        texts[where], keys[where] = texts["VALUES"].get(option.name, {}), option.words
    for where, entries in texts.items():
        for key in entries:
            if key not in keys[where]:
                raise Broken(
                    f"The words {where} in {name} have the key {quote(key)}, which nothing reads "
                    f"(known: {', '.join(keys[where]) or 'none'})."
                )


def law_of_the_places(name: str) -> None:
    """Check that each sentence has only the places that are replaced by words."""
    module = part(name, "words")
    for field, places in ("SAID", ("{who}", "{card}")), ("CAUSES", ("{who}", "{cards}")):
        for sentence in getattr(module, field, {}).values():
            for place in re.findall(r"\{[^}]*\}", sentence):
                if place not in places:
                    raise Broken(
                        f"The words {field} in {name} have the place {place}, which nothing "
                        f"replaces (known: {', '.join(places)})."
                    )


def law_of_the_lines(name: str, rules: Any, random: Random) -> None:
    """Check that the events and the choices of one round are said in printable lines."""
    opening, *log = whole_round(name, rules, random)
    before = fold([opening])
    for event in log:
        after = step(before, event)
        seat = actor(after)
        try:
            lines = [*narrated(before, event, after)]
            lines += [prompted(view(after, seat), seat_names(name))] if seat != NOBODY else []
            seen = [view(after, viewer) for viewer in (0, SPECTATOR)]
            lines += [
                own_line(sight, news, "Ada") or "" for sight in seen for news in sight.seen[-1:]
            ]
        except Exception as error:  # the words of a package may raise anything
            raise Broken(f"The words of {name} fail: {failure(error)}.") from error
        printable = all(isinstance(line, str) and line.isprintable() for line in lines)
        hold(printable, "The words of events and of choices are printable lines.", after)
        before = after


def keys_of_words(name: str) -> dict[str, Collection[str]]:
    """The keys that are read in each field of a game's words."""
    game: Any = GAMES[name]
    named = {option.name: option.words for option in options(game)}
    return {
        "OPTIONS": named,
        "VALUES": [option for option in named if named[option]],
        "ACTIONS": game.EXTRA,
        "FIELDS": [field.name for field in fields(game.Shown)],
        "STRENGTHS": LEVELS[name],
        "SAID": ("card", *game.EXTRA),
        "CAUSES": [f"{what}-{side}" for what in WHATS for side in ("better", "worse")],
    }


def check_presets(name: str) -> None:
    """Check that the presets of house rules can be read, and that no two of them are the same."""
    menu = presets(name)
    if fault := GAMES.parts_left_out.get((name, "presets.PRESETS")):
        raise Broken(fault)
    for field in ("title", "rules"):
        values = {getattr(preset, field) for preset in menu.offered}
        if len(values) < len(menu.offered):
            raise Broken(f"Two presets of {name} have the same {field}.")


def check_lesson(name: str) -> None:
    """Check that the lesson can be read, if the game has one, and that each of its sentences comes
    up when the prudent player (the simplest, if the game has no prudent one) plays the seat.
    """
    course = lesson(name)
    if fault := GAMES.parts_left_out.get((name, LESSON)):
        raise Broken(fault)
    if course is None:
        return
    told = list[int]()
    for match in lesson_round(name, course.deal):
        place = next_step(course.steps, told, sent_view(match))
        told += [] if place is None else [place]
    for place, (_, says) in enumerate(course.steps):
        if place not in told:
            raise Broken(f"The lesson of {name} does not come to its sentence {quote(says)}")


def lesson_round(name: str, deal: int) -> Iterator[Match]:
    """The positions in which the seat 0 may act in the first round of this deal, against players
    of the simplest level.
    """
    game, levels = GAMES[name], LEVELS[name]
    rules = find_preset(name, presets(name).page).rules
    simplest = next(iter(levels))
    pupil, other = levels.get("greedy", levels[simplest]), levels[simplest]
    everybody = range(game.seats(rules))
    seated = [Seated(seat, simplest) for seat in everybody]
    match = fold([Opened(name, rules, "salt"), *seated, Dealt(numbered_deck(deal, 1))])
    while continues(match):
        seat = next(seat for seat in everybody if legal(match, seat))
        if seat == 0:
            yield match
        player = other if seat else pupil
        match = step(match, Acted(seat, player(view(match, seat), dice(match, seat))))


def check_levels(name: str) -> None:
    """Check that each of the game's own levels plays rounds with legal actions, under some house
    rules.
    """
    levels = [level for level in LEVELS[name] if level not in LEARNED]
    if fault := GAMES.parts_left_out.get((name, "levels")):
        raise Broken(fault)
    for level in levels:
        for rules in some_rules(name):
            law_of_a_level(name, rules, level, Random(f"levels {level} {rules}"))


def law_of_a_level(name: str, rules: Any, level: str, random: Random) -> None:
    """Check one round with a level in all seats."""
    player = LEVELS[name][level]
    match = step(fold(opened(name, rules)), Dealt(random_deck(random)))
    while continues(match):
        seat = actor(match)
        try:
            match = step(match, Acted(seat, player(view(match, seat), dice(match, seat))))
        except ParlourError as error:
            raise Broken(f"{error} ({name}, {rules}, the deck {match.deck}.)") from error


def sent_view(match: Match) -> Any:
    """The view of the seat 0 as it is sent."""
    return json.loads(view_text(view(match, 0), barred(match, 0)))


def check_wire(name: str) -> None:
    """Check that the JSON of every view is read back as names and small numbers, and is the same
    for two matches that a seat cannot distinguish.
    """
    every = every_rules(GAMES[name])
    for i in range(max(ROUNDS, len(every))):
        for match in matches(whole_round(name, every[i % len(every)], Random(f"wire {name} {i}"))):
            for seat in (SPECTATOR, *range(len(match.players))):
                law_of_the_wire(match, seat)
    for rules in every:
        pairs = alternatives(name, rules, Random(f"wire {rules}"), accounts_of(name))
        for _, (here, twin, seat, _) in zip(range(ALTERNATIVES), pairs, strict=False):
            same = written(here, seat) == written(twin, seat)
            hold(
                same,
                f"Seat {seat} is sent the same in rounds that it cannot distinguish.",
                here,
            )


def written(match: Match, seat: Seat) -> str:
    """The JSON of a seat's view."""
    sight = view(match, seat)
    seen = ",".join(seen_text(match.game, news) for news in sight.seen)
    return f'{{"view":{view_text(sight, barred(match, seat))},"seen":[{seen}]}}'


def law_of_the_wire(match: Match, seat: Seat) -> None:
    """Check that a seat's JSON has its legal actions and its hand, by names."""
    sight, sent = view(match, seat), json.loads(written(match, seat))
    fields, game = sent["view"], GAMES[match.game]
    small = all(
        leaf is None or isinstance(leaf, str) or abs(leaf) < LARGEST for leaf in leaves(sent)
    )
    hold(small, "A view is sent as names and as numbers that a browser reads.", match)
    legal = [parse_action(game, word) for word in fields["legal"]]
    hold(
        legal == [action for action in range(64) if sight.legal >> action & 1],
        "Legal actions are sent by name.",
        match,
    )
    hand = [] if sight.table is None else fields["table"]["hand"]
    held = 0 if sight.table is None else sight.table.hand
    hold(
        hand == [NAMES[card] for card in range(52) if held >> card & 1],
        "The hand is sent by the names of its cards.",
        match,
    )


def leaves(value: Any) -> Iterator[Any]:
    """The texts, numbers and nulls in a JSON value."""
    if isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from leaves(inner)
    else:
        yield value


def check_log(name: str) -> None:
    """Check that a round's log is read back unchanged, and replays to the same match."""
    every = every_rules(GAMES[name])
    for i in range(max(ROUNDS, len(every))):
        log = whole_round(name, every[i % len(every)], Random(f"log {name} {i}"))
        again = [line.event for line in read(write(log, name).encode().splitlines())]
        hold(
            again == log and fold(again) == fold(log),
            "A log is read back as it was written.",
            fold(log),
        )


class Dealer:
    """A source of decks from a seeded generator."""

    def __init__(self, random: Random) -> None:
        """A source that uses this generator."""
        self.random = random

    def deck(self) -> Deck:
        """The next deck."""
        return random_deck(self.random)

    def numbered(self, deal: int, round_: int) -> Deck:
        """The deck of a round of the match that this number deals."""
        return numbered_deck(deal, round_)

    def salt(self) -> str:
        """A fixed salt."""
        return "salt"


def check_table(name: str) -> None:
    """Check that computers play some rounds at a table, under all house rules, while the table's
    host is a spectator.
    """
    for i, rules in enumerate(every_rules(GAMES[name])):
        law_of_a_table(name, rules, Random(f"table {name} {i}"))


def law_of_a_table(name: str, rules: Any, random: Random) -> None:
    """Play at a table with its host as a spectator, until a few rounds are over."""
    level = next(iter(LEVELS[name]))
    law_of_a_level(name, rules, level, random)  # a table would play on without an end
    seats = [level] * GAMES[name].seats(rules)
    table = Table(
        make({"key": KEY, "game": name, "rules": words(GAMES[name], rules), "seats": seats}),
        [],
        Dealer(random),
    )
    try:
        _play_on(table)
    except IllegalAction as error:  # a round without an end
        hold(False, str(error), table.state.match)
    hold(over(table), "Computers play on at a table.", table.state.match)


def _play_on(table: Table) -> None:
    """Let the host enter and ask for each next round, until a few are over or time is up."""
    table.begin(0.0)
    table.handle(1, json.dumps({"type": "enter", "id": "e", "key": KEY, "have": 0}), 0.0)
    for wake in range(WAKES):
        if over(table):
            break
        now = (wake + 1) * DEAL_INTERVAL
        table.time_passed(now)
        # refused while the round is being played
        table.handle(1, json.dumps({"type": "next", "id": f"n{wake}"}), now)


def over(table: Table) -> bool:
    """Whether the match is over, or enough of its rounds."""
    match = table.state.match
    return match.winners != 0 or len(match.sheet) == DEALS
