"""A view of any game in lines of text, for `parlour play`: the table by its fields, the events, and
the end of a round.

Every function reads only Views of one seat, so hidden information cannot be printed.
"""

from collections.abc import Sequence

from parlour.cards import HIDDEN, NAMES, NONE, SPECTATOR, Mask, cards
from parlour.catalogue.layout import Field, by_seat, fields
from parlour.catalogue.options import action_name, house_rules, words
from parlour.catalogue.protocol import goal, length
from parlour.catalogue.registry import GAMES
from parlour.match import HUMAN, Seen, View
from parlour.words.narration import (
    SUITS,
    called,
    does,
    level_title,
    own_line,
    prompted,
    seat_names,
    seats,
    spelled,
)

EMPTY = "-"
COMMANDS = "table, hint, help, quit"


def names(view: View) -> list[str]:
    """The names of the seats; the view's own seat is `You`."""
    seats = seat_names(view.game)
    plain = [f"Player {seat + 1}" for seat in range(len(view.players))]
    names = dict(enumerate(plain)) | {
        seat: name for seat, name in enumerate(seats) if seat < len(plain) and name != "You"
    }
    if view.seat != SPECTATOR:
        names[view.seat] = "You"
    return list(names.values())


def opening(view: View) -> list[str]:
    """The first lines of a match: the game, the house rules that differ from the standard ones, and
    the players.
    """
    game, about = GAMES[view.game], called(view.game)
    who = zip(names(view), view.players, strict=True)
    sitting = ", ".join(
        name if player.startswith(HUMAN) else f"{name} ({level_title(player)})"
        for name, player in who
    )
    usual = words(game, game.Rules())
    changed = [
        f"{name} {value}" for name, value in words(game, view.rules).items() if value != usual[name]
    ]
    lines = [about.title]
    if changed:
        lines = [f"{about.title} ({', '.join(changed)})"]
    if about.pitch:
        lines.append(about.pitch)
    lines.append(f"Seats: {sitting}")
    return [*lines, "Type help for the rules and for what you can type."]


def helped(view: View) -> list[str]:
    """The lines of `help`: the rules, the possible input, and which points win."""
    game = GAMES[view.game]
    others = f", or {', '.join(game.EXTRA)}" if game.EXTRA else ""
    values = words(game, view.rules)
    house = [f"{option.name} {values[option.name]}" for option in house_rules(game)]
    return [
        *called(view.game).rules,
        f"Type an action: a card, as its rank and suit (7S, TD or 10D){others}.",
        f"Or type a command: {COMMANDS}.",
        f"House rules: {', '.join(house) or 'none'}.",
        f"The {game.BEST} points win.",
    ]


def screen(view: View) -> list[str]:
    """The lines of a turn: the table, the hand and the legal actions."""
    return [
        "",
        heading(view),
        *table(view),
        f"Your hand: {hand(view.table.hand)}",
        f"{prompted(view, names(view))}: {' '.join(view.actions)}",
    ]


def text(view: View) -> str:
    """A view as one text, at any time and also a spectator's: `str(view)`."""
    lines = [called(view.game).title, heading(view)]
    if view.table:
        lines += table(view)
    if view.hand:
        lines.append(f"Your hand: {hand(view.hand.mask)}")
    if view.legal:
        lines.append(f"{prompted(view, names(view))}: {' '.join(view.actions)}")
    return "\n".join(lines + ended(view))


def heading(view: View) -> str:
    """A line with the round and the totals."""
    game, who = GAMES[view.game], names(view)
    rounds, total = length(game, view.rules), goal(game, view.rules)
    title = f"Round {view.number}"
    if rounds:
        title = f"{title} of {rounds}"
    totals = ", ".join(f"{name} {points}" for name, points in zip(who, view.totals, strict=True))
    if total:
        totals = f"{totals} (to {total})"
    return f"{title}. Totals: {totals}"


def table(view: View) -> list[str]:
    """The fields of the table except the hand, a line each. If the game says how some of them are
    shown, other fields that are numbers or empty are left out.
    """
    record, labels = view.table.__class__, called(view.game).fields
    cut, lying = by_seat(record), any(field.lies for field in fields(record))
    lines: list[str] = []
    for field in fields(record)[1:]:
        value = getattr(view.table, field.name)
        who = names(view) if field.name in cut else ()
        text = described(field, value, view, who)
        title = "Cards" if field.name == "counts" else spelled(field.name)
        label = labels.get(field.name, title)
        if not isinstance(label, str):  # a label for each value
            lines += labelled(title, label, value if isinstance(value, tuple) else (value,), who)
        elif (
            field.lies
            or not lying
            or field.name == "counts"
            or (field.holds != "number" and text != EMPTY)
        ):
            lines.append(f"{label}: {text}")
    return lines


def labelled(
    title: str, label: Sequence[str], values: Sequence[int], who: Sequence[str]
) -> list[str]:
    """The labels of a field's values, a line each; in one line with the seats' names if the values
    are by seat. A value without a label, such as NONE, is left out.
    """
    words = ["".join(label[value : value + 1]) for value in values]
    if not who:
        return [word for word in words if word]
    named = [f"{name} {word}" for name, word in zip(who, words, strict=False) if word]
    return [f"{title}: {', '.join(named)}"] if named else []


def described(field: Field, value: object, view: View, who: Sequence[str]) -> str:
    """A field's value in words; each value of a row by seat has the seat's name."""
    if not isinstance(value, tuple):
        return value_text(field.holds, value, view)
    row = [value_text(field.holds, part, view) for part in value]
    if set(row) == {EMPTY}:
        return EMPTY
    if field.lies and field.lies.by == "suit":
        who = SUITS
    if who:
        row = [f"{name} {text}" for name, text in zip(who, row, strict=False)]
    return ", ".join(row)


def value_text(holds: str, value: object, view: View) -> str:
    """One value in words, by its kind `holds`."""
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
    """The names of a set of cards, grouped by suit."""
    suits = [[NAMES[card] for card in cards(mask) if card // 13 == suit] for suit in range(4)]
    return "  ".join(" ".join(cards) for cards in suits if cards) or EMPTY


def news(before: View, after: View) -> list[str]:
    """The lines about one event: a deal, an action, the end of the round and of the match. `before`
    and `after` are a seat's views around it.
    """
    lines, new = list[str](), after.seen[len(before.seen) :]
    if after.number != before.number:
        lines, new = ["", f"Round {after.number} begins."], after.seen
    return [*lines, *(acted(after, seen) for seen in new), *ended(after)]


def acted(view: View, seen: Seen) -> str:
    """An action as the seat saw it, with the card that was played or drawn, in the game's own
    sentence if it has one.
    """
    who = names(view)[seen.seat]
    if line := own_line(view, seen, who):
        return line
    if seen.action == HIDDEN:
        return f"{who}: a hidden action."
    name = action_name(GAMES[view.game], seen.action)
    kind, card, usual = name, "", "{who}: " + f"{name}."
    if seen.action < 52:
        kind, card = "card", name
    elif seen.card < 52:
        card = NAMES[seen.card]
        usual = "{who}: " + f"{name} ({card})."
    sentence = called(view.game).said.get(kind, usual)
    return sentence.replace("{who}", who).replace("{card}", card or "a card")


def ended(view: View) -> list[str]:
    """The points of the round, the totals, and the winners after a match; empty during a round."""
    if not view.points:
        return []
    who = names(view)
    scores = zip(who, view.points, view.totals, strict=True)
    lines = [
        f"Round {view.number} is over. Points: "
        f"{', '.join(f'{name} {new} ({total})' for name, new, total in scores)}"
    ]
    return lines + [f"{does(who[seat], 'win')} the match." for seat in seats(view.winners)]
