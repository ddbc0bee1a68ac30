"""A hint in lines of text, for `parlour play`."""

from typing import Any  # the values of a hint

from parlour.match import View
from parlour.words import view_text

CLEAR = 2.0  # standard errors; what is nearer to 0 may be chance
SMALL = 0.1  # of the difference; a smaller cause is left out
FOR, AGAINST, MOST = 2, 1, 3  # the causes at most, and the cards or choices named in a sentence
LEAST = 0.05  # of a card's part that is not written as 0.0
CHOICES = 6  # in the last line, at most


def advised(view: View, hint: dict[str, Any]) -> list[str]:
    """The lines of a hint (docs/log.md): the best choice and by how much, the causes, the
    choices.
    """
    first, *others = hint["choices"]
    if not others:
        return [f"Hint: {hint['action']}"]
    shown = hint["choices"][:CHOICES]
    listed = [f"{_named(view, option)} {_amount(hint, option['better'], '+')}" for option in shown]
    choices = f"Against the best other choice: {', '.join(listed)}"
    best = f"Hint: {_named(view, first)}."
    if hint["why"] == "equal":
        near = [option for option in others if -option["better"] <= CLEAR * option["error"]]
        return [
            f"{best} About equal: {', '.join(_named(view, option) for option in near[:MOST])}.",
            choices,
        ]
    amount = _amount(hint, first["better"])
    error = _amount(hint, CLEAR * first["error"])
    gain = f"About {amount} points better than"
    if hint["unit"] == "share":
        gain = f"Wins about {amount} of 100 matches more often than"
    return [
        f"{best} {gain} {_named(view, others[0])} (+-{error}, {first['playouts']} rounds tried).",
        *causes(view, hint),
        choices,
    ]


def causes(view: View, hint: dict[str, Any]) -> list[str]:
    """The greatest terms of a hint that are clear, in the game's sentences."""
    who = view_text.names(view)
    clear = [
        term
        for term in hint["terms"]
        if abs(term["better"]) > max(CLEAR * term["error"], SMALL * hint["points"])
        and (not term["cards"] or _shown(term))
    ]
    sentences = []
    for side, most in ("better", FOR), ("worse", AGAINST):
        terms = [term for term in clear if (term["better"] > 0) == (side == "better")]
        for term in terms[:most] if hint["points"] > 0 else ():
            if term["says"]:
                named = [f"{card} ({gain:+.1f})" for card, gain in _shown(term)[:MOST]]
                name = who[term["seat"]] if term["seat"] is not None else ""
                sentences.append(term["says"].format(cards=", ".join(named), who=name))
    return sentences


def _shown(term: dict[str, Any]) -> list[tuple[str, float]]:
    """The cards of a term whose part is not 0.0, as it is written, the largest first."""
    parts = [(card, part) for card, part in term["cards"].items() if abs(part) >= LEAST]
    return sorted(parts, key=lambda part: -abs(part[1]))


def _named(view: View, choice: dict[str, Any]) -> str:
    """A choice by its actions; of a pass those that are still to be taken."""
    return " ".join(action for action in choice["actions"] if action in view.actions)


def _amount(hint: dict[str, Any], number: float, sign: str = "") -> str:
    """A number in the hint's unit, a share in hundredths; a sign before it unless it is 0."""
    digits = 0 if hint["unit"] == "share" else 1
    rounded = round(100 * number, digits) if hint["unit"] == "share" else round(number, digits)
    return f"{rounded:{sign}.{digits}f}" if rounded else f"{0:.{digits}f}"
