"""A match in words: a line an event, for terminals and `parlour replay`; and the words common to
all games.

The module `words.py` of a game has its own words: the names of its seats (`SEATS`), sentences about
events (`narrate`) and about an action that a seat saw (`acted_line`), the words before its legal
actions (`prompt`), and the labels of the game, its options, actions and fields, which `called`
reads. For a game without words, plain ones are made from its names.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from parlour.cards import HIDDEN, NAMES, Card, Mask, Seat, cards
from parlour.catalogue.options import action_name, options
from parlour.catalogue.registry import GAMES, part
from parlour.errors import quote
from parlour.match import HUMAN, Acted, Event, Match, Seated, Seen, View

RANKS = (
    "Ace",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
)
SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")
SEATS = tuple(f"Player {seat + 1}" for seat in range(7))  # for a game without words
LEVELS = {  # the title and a description of each level, the simplest first
    "first": ("Simple", "plays the first card that the rules give"),
    "careful": ("Careful", "avoids what costs points at once"),
    "greedy": ("Prudent", "weighs what each card may cost"),
    "trained": ("Trained", "has learned from playing itself"),
    "search": ("Strong", "plays out worlds that fit what it has seen"),
}


class Called(NamedTuple):
    """The titles and labels of a game. A game's `words.py` has the same names in capitals."""

    title: str
    pitch: str = ""  # one or two sentences
    short: str = ""  # the game in a few words
    rules: Sequence[str] = ()  # sentences
    cards: Sequence[str] = ("QD", "KC", "AS")  # three cards as the game's picture
    options: Mapping[str, str] = {}  # the label of each house rule
    values: Mapping[
        str, Mapping[str, str]
    ] = {}  # by house rule, the label of each value that is a word
    actions: Mapping[str, str] = {}  # the label of each action other than a card
    fields: Mapping[
        str, str | Sequence[str]
    ] = {}  # the label of each field of `Shown`, or one for each value from 0 on
    strengths: Mapping[str, str] = {}  # by level, what was measured of it, as LEVELS describes it
    said: Mapping[
        str, str
    ] = {}  # by action, or "card" for all cards: a sentence with {who} and {card}
    # by the term of a hint and its side ("held-better"): a sentence with {cards} or {who}
    causes: Mapping[str, str] = {}


def called(game: str) -> Called:
    """The words of a game, completed by plain ones that its `words.py` lacks."""
    rules, module = GAMES[game], part(game, "words")
    texts = {
        field: getattr(module, field.upper())
        for field in Called._fields
        if hasattr(module, field.upper())
    }
    for field in [field for field, value in texts.items() if not readable(field, value)]:
        GAMES.parts_left_out[game, f"words.{field}"] = (
            f"The words {field.upper()} of the game {quote(game)} cannot be read; plain ones are "
            f"used."
        )
        del texts[field]
    words = Called(**{"title": titled(game), **texts})
    available = options(rules)
    return words._replace(
        options={
            option.name: words.options.get(option.name, spelled(option.name))
            for option in available
        },
        values={
            option.name: {
                value: words.values.get(option.name, {}).get(value, spelled(value))
                for value in option.words
            }
            for option in available
        },
        actions={name: words.actions.get(name, spelled(name)) for name in rules.EXTRA},
    )


def readable(field: str, value: object) -> bool:
    """Whether a value of a field of `Called` has the right type, with printable texts."""
    if field in ("title", "pitch", "short"):
        return _text(value)
    if field in ("rules", "cards"):
        return (
            isinstance(value, tuple | list)
            and all(map(_text, value))
            and (field != "cards" or set(value) <= set(NAMES))
        )
    if not isinstance(value, Mapping) or not all(map(_text, value)):
        return False
    if field == "values":
        return all(
            isinstance(labels, Mapping) and all(map(_text, (*labels, *labels.values())))
            for labels in value.values()
        )
    return all(
        _text(text) or (field == "fields" and readable("rules", text)) for text in value.values()
    )


def _text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def level_title(level: str) -> str:
    """The title of a level, as the page and the terminal show it."""
    return LEVELS[level][0] if level in LEVELS else spelled(level)


def level_named(text: str, levels: Container[str] = ()) -> str:
    """The name of a level that is given by its name or by its title; a game's own `levels`
    come first.
    """
    if text in levels:
        return text
    titles = {title.lower(): name for name, (title, _) in LEVELS.items()}
    return titles.get(text.lower(), text)


def spelled(name: str) -> str:
    """A short name as words: "any-seven" becomes "Any seven"."""
    return name[:1].upper() + name[1:].replace("-", " ").replace("_", " ")


def titled(name: str) -> str:
    """A game's name as a title: "gin-rummy" becomes "Gin Rummy"."""
    return " ".join(spelled(word) for word in name.split("-"))


def prompted(view: View, names: Sequence[str]) -> str:
    """The words before the legal actions of a view, by a game's `prompt(view, names)` if its
    `words.py` has one; `names` are those of the seats.
    """
    prompt: Callable[[View, Sequence[str]], str] | None = getattr(
        part(view.game, "words"), "prompt", None
    )
    return prompt(view, names) if prompt else "You may"


def own_line(view: View, seen: Seen, who: str) -> str | None:
    """The line for an action that the view's seat saw, by a game's `acted_line(seen, who)` if its
    `words.py` has one; `who` is the actor's name.
    """
    line: Callable[[Seen, str], str] | None = getattr(part(view.game, "words"), "acted_line", None)
    return line(seen, who) if line else None


def seat_names(game: str) -> Sequence[str]:
    """The names of a game's seats."""
    names: Sequence[str] = getattr(part(game, "words"), "SEATS", ())
    return (*names, *SEATS[len(names) :])


def narrated(before: Match, event: Event, after: Match) -> list[str]:
    """The lines that narrate an event to all persons at a terminal. `before` and `after` are the
    matches around it.
    """
    if isinstance(event, Seated):
        return [seated(before, event)]
    narrate: Callable[[Match, Event, Match], list[str]] = getattr(
        part(after.game, "words"), "narrate", plain
    )
    return narrate(before, event, after)


def plain(before: Match, event: Event, after: Match) -> list[str]:
    """The lines for a game without words: a deal, an action as the spectator sees it, and the
    points after a round.
    """
    if not isinstance(event, Acted):
        lines = [f"Round {after.number} begins."]
    elif len(after.seen[-1]) == len(before.seen[-1]):
        lines = []  # an action that only its own seat sees
    else:
        lines = [acted(after)]
    if not after.playing:
        lines += ended(after)
    return lines


def acted(after: Match) -> str:
    """The last action in a line, as the spectator saw it."""
    seen = after.seen[-1][-1]
    hidden = seen.action == HIDDEN
    name = "an action that is hidden" if hidden else action_name(GAMES[after.game], seen.action)
    return f"{seat_names(after.game)[seen.seat]}: {name}."


def ended(after: Match) -> list[str]:
    """The totals and the winners, a line each."""
    names = seat_names(after.game)
    return [updated(after), *(f"{does(names[seat], 'win')}." for seat in seats(after.winners))]


def spaced(words: Iterable[str]) -> str:
    """Words with a space before each."""
    return "".join([" " + word for word in words])


def listed(cards: Iterable[Card]) -> str:
    """Names of cards with a space before each, in the order given."""
    return spaced(NAMES[card] for card in cards)


def seats(mask: Mask) -> list[Seat]:
    """The seats in a set of seats, ascending."""
    return list(cards(mask))


def does(who: str, verb: str, other: str = "") -> str:
    """A subject and its verb: `verb` after `You`, and `other` (by default with an s) after any
    other name.
    """
    if who == "You":
        return f"You {verb}"
    return f"{who} {other or verb + 's'}"


def seated(before: Match, event: Seated) -> str:
    """A line about a player who takes a seat."""
    who, name = seat_names(before.game)[event.seat], event.player.removeprefix(HUMAN)
    if name == event.player and before.players[event.seat].startswith(HUMAN):
        return f"{does(who, 'ragequit')}. A computer will now take over."
    return f"{does(who, 'are', 'is')} {name}."


def updated(after: Match) -> str:
    """The totals in a line."""
    totals = zip(seat_names(after.game), after.totals, strict=False)
    return "Updated scores:" + spaced(f"{who}: {total}" for who, total in totals)
