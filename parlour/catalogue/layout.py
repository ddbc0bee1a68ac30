"""The fields of a game's record `Shown`, read from their annotations: the kind of value in each,
and its layout on the table.
"""

from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from parlour.cards import Placed

HELD = (
    "card",
    "mask",
    "seat",
    "suit",
    "action",
    "count",
)  # the kinds of numbers that an annotation can name
KINDS = get_args(Placed.__annotations__["kind"])
ROWS = get_args(Placed.__annotations__["by"])


class Field(NamedTuple):
    """One field of a `Shown`."""

    name: str
    holds: str  # one of HELD; "number" for any other number; empty for a type without a display
    row: bool  # whether it is a row of them
    lies: Placed | None


@cache
def fields(record: Any) -> tuple[Field, ...]:
    """The fields of a record, in order."""
    return tuple(
        _field(name, hint) for name, hint in get_type_hints(record, include_extras=True).items()
    )


def _field(name: str, hint: Any) -> Field:
    lies = next(
        (note for note in getattr(hint, "__metadata__", ()) if isinstance(note, Placed)), None
    )
    whole = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(whole) is not tuple:
        return Field(name, _held(hint), False, lies)
    held = {_held(part) for part in get_args(whole)}
    return Field(name, held.pop() if len(held) == 1 else "", True, lies)


def _held(hint: Any) -> str:
    """The kind of a number, by its annotation; empty for any other type."""
    notes = [note for note in getattr(hint, "__metadata__", ()) if not isinstance(note, Placed)]
    if getattr(hint, "__origin__", hint) not in (int, bool):
        return ""
    if not notes:
        return "number"
    return notes[0] if notes[0] in HELD else ""


def by_seat(record: Any) -> frozenset[str]:
    """The names of the rows that have a value for each seat: `counts`, the fields arranged by seat,
    and the fields that those name in `before`.
    """
    seated = [field for field in fields(record) if field.lies and field.lies.by == "seat"]
    rows = {
        "counts",
        *(field.name for field in seated),
        *(field.lies.before for field in seated if field.lies),
    }
    return frozenset(field.name for field in fields(record) if field.row and field.name in rows)


def fault(record: Any) -> str:
    """The fault in a record's annotations, as the end of a sentence; empty if there is none."""
    names = {field.name for field in fields(record)}
    for field in fields(record):
        called = f"the field {field.name} of Shown"
        if not field.holds:
            return f"{called} has an unknown type"
        lies = field.lies or Placed("fact")
        if lies.kind not in KINDS or lies.by not in ROWS:
            allowed = f"known: {', '.join(KINDS)}; by {', '.join(ROWS)}"
            return f"{called} has the unknown layout {lies.kind} by {lies.by} ({allowed})"
        held = {field.name: (field.holds, field.row) for field in fields(record)}
        if lies.by == "seat" and lies.kind != "mark" and not field.row:
            return f"{called} is laid out by seat and is not a row"
        if held.get(lies.order, ("seat", False)) != ("seat", False):
            return f"{called} is ordered by {lies.order}, which is not a seat"
        if held.get(lies.before, held[field.name]) != held[field.name]:
            return f"{called} follows {lies.before}, which has another type"
        unknown = {lies.order, lies.before} - names - {""}
        if unknown:
            return f"{called} refers to the unknown field {unknown.pop()}"
    return ""
