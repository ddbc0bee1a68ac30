"""A view of any game in plain lines, for `parlour play`: the table by its fields, what happened, and how a round ended.

Every function reads Views of one seat alone, so nothing is written that this seat may not know.
"""

from collections.abc import Sequence

from parlour.cards import HIDDEN, NAMES, NONE, Mask, cards
from parlour.game import GAMES, action_name, goal, length, words
from parlour.match import HUMAN, Seen, View
from parlour.shown import Field, by_seat, fields
from parlour.words import SUITS, does, seat_names, seats

EMPTY = "-"
COMMANDS = "table, hint, help, quit"


def names(view: View) -> list[str]:
    """What the seats are called; one's own is `You`."""
    found = dict(enumerate(seat_names(view.game)))
    plain = [f"Player {seat + 1}" for seat in range(len(view.players))]
    called = [plain[seat] if found.get(seat, "You") == "You" else found[seat] for seat in range(len(plain))]
    called[view.seat] = "You"
    return called


def opening(view: View) -> list[str]:
    """The game, the house rules that differ from its own, and who plays."""
    who = zip(names(view), view.players, strict=True)
    called = ", ".join(name if player.startswith(HUMAN) else f"{name} ({player})" for name, player in who)
    game = GAMES[view.game]
    usual = words(game, game.Rules())
    changed = [f"{name} {value}" for name, value in words(game, view.rules).items() if value != usual[name]]
    house = f" ({', '.join(changed)})" if changed else ""
    return [f"{view.game}{house}", f"Seats: {called}", "Type help to see what you can type."]


def helped(view: View) -> list[str]:
    """What can be typed, and what wins."""
    game = GAMES[view.game]
    others = f", or {', '.join(game.EXTRA)}" if game.EXTRA else ""
    return [
        f"Type an action: a card, as its rank and suit (7S, TD){others}.",
        f"Or type a command: {COMMANDS}.",
        f"House rules: {', '.join(f'{name} {value}' for name, value in words(game, view.rules).items())}.",
        f"The {game.BEST} points win.",
    ]


def screen(view: View) -> list[str]:
    """The table, the hand and what may be done."""
    game, who = GAMES[view.game], names(view)
    rounds, total = length(game, view.rules), goal(game, view.rules)
    record = view.table.__class__
    cut = by_seat(record)
    title = f"Round {view.number}{f' of {rounds}' if rounds else ''}"
    totals = ", ".join(f"{name} {points}" for name, points in zip(who, view.totals, strict=True))
    legal = [action_name(game, action) for action in range(view.legal.bit_length()) if view.legal >> action & 1]
    return [
        "",
        f"{title}. Points: {totals}{f' (to {total})' if total else ''}",
        *(
            f"{label(field.name)}: {described(field, getattr(view.table, field.name), view, who if field.name in cut else ())}"
            for field in fields(record)
            if field.name != "hand"
        ),
        f"Your hand: {hand(view.table.hand)}",
        f"You may: {' '.join(legal)}",
    ]


def label(name: str) -> str:
    """A field's name as a heading."""
    return "Cards" if name == "counts" else name.replace("_", " ").capitalize()


def described(field: Field, value: object, view: View, who: Sequence[str]) -> str:
    """A field's value in words; of a row by seat, each with the seat's name."""
    if not isinstance(value, tuple):
        return one(field.holds, value, view)
    row = [one(field.holds, part, view) for part in value]
    if set(row) == {EMPTY}:
        return EMPTY
    if field.lies and field.lies.by == "suit":
        who = SUITS
    return ", ".join(f"{name} {text}" for name, text in zip(who, row, strict=False)) if who else ", ".join(row)


def one(holds: str, value: object, view: View) -> str:
    """One number in words, by what it holds."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    number = int(str(value))
    if number == NONE and holds != "number":
        return EMPTY
    if holds == "mask":
        return hand(number)
    if holds == "seat":
        return names(view)[number] if number < len(view.players) else EMPTY
    if holds == "suit":
        return SUITS[number].lower() if number < 4 else EMPTY
    if holds in ("card", "action"):
        return "??" if number == HIDDEN else action_name(GAMES[view.game], number)
    return str(number)


def hand(mask: Mask) -> str:
    """A set of cards, the suits apart."""
    suits = [[NAMES[card] for card in cards(mask) if card // 13 == suit] for suit in range(4)]
    return "  ".join(" ".join(some) for some in suits if some) or EMPTY


def news(before: View, after: View) -> list[str]:
    """What a seat was told by one event: a deal, an action, the end of the round and of the match."""
    dealt = after.number != before.number
    new = after.seen if dealt else after.seen[len(before.seen) :]
    lines = ["", f"Round {after.number} begins."] if dealt else []
    lines += [acted(after, seen) for seen in new]
    return lines + (ended(after) if after.points else [])


def acted(view: View, seen: Seen) -> str:
    """An action as the seat saw it, with the card that it brought."""
    name = "a hidden action" if seen.action == HIDDEN else action_name(GAMES[view.game], seen.action)
    return f"{names(view)[seen.seat]}: {name}{f' ({NAMES[seen.card]})' if seen.card < 52 else ''}"


def ended(view: View) -> list[str]:
    """The points of the round and the totals, and who wins the match."""
    who = names(view)
    scores = zip(who, view.points, view.totals, strict=True)
    lines = [f"Round {view.number} is over. Points: {', '.join(f'{name} {new} ({total})' for name, new, total in scores)}"]
    return lines + [f"{does(who[seat], 'win')} the match." for seat in seats(view.winners)]
