"""The file of a duel's deals: the duel as its first line, then a row a deal, all as JSON."""

import json
from typing import cast

from parlour.catalogue.registry import find_game
from parlour.errors import LogError, UsageError, quote
from parlour.lab.duel import Duel, Row, seatings
from parlour.system.encoding import unmarked

MOST = 1 << 53  # a number in the file, at most; exact as a float


def row_text(row: Row) -> str:
    """A row as a line of a file of deals."""
    seconds = [round(spent, 6) for spent in row.seconds]
    return json.dumps(row._replace(seconds=seconds)._asdict(), separators=(",", ":")) + "\n"


def heading_text(duel: Duel) -> str:
    """The first line of a file of deals."""
    return json.dumps(duel.heading()) + "\n"


def recorded(path: str, duel: Duel) -> tuple[list[Row], int]:
    """The rows in a file of this duel, and the number of bytes of them and the heading; UsageError
    if it has any other content.

    The beginning of the heading, or of the next row, is left out if the file ends there.
    """
    rows: list[Row] = []
    whole = 0
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            expected = heading_text(duel) if number == 1 else f'{{"deal":{len(rows)},'
            try:
                if number == 1:
                    head = unmarked(line, f"The file {quote(path)}")
                    check_beginning(head.replace(b"\r\n", b"\n"), expected.encode())
                elif not line.endswith(b"\n"):
                    check_beginning(line, expected.encode())
                else:
                    rows.append(checked(Row(**json.loads(line)), len(rows), duel))
            except (ValueError, TypeError, RecursionError, LogError):
                raise UsageError(
                    f"Line {number} of {quote(path)} does not belong to this duel."
                ) from None
            whole += len(line) * line.endswith(b"\n")
    return rows, whole


def check_beginning(line: bytes, expected: bytes) -> None:
    """LogError unless one of two texts begins with the other."""
    if line[: len(expected)] != expected[: len(line)]:
        raise LogError("the line is of another duel")


def checked(row: Row, deal: int, duel: Duel) -> Row:
    """The row, if it can be of this deal; else LogError."""
    seats = find_game(duel.game).seats(duel.rules)
    n = len(seatings(seats, duel.mixed))
    if not (
        fits(row.deal, (), deal, deal)
        and fits(row.rounds, (n,), 1)
        and fits(row.points, (n, seats), -MOST)
        and fits(row.won, (n, seats), 0, 1, float)
        and fits(row.moons, (n, seats), 0)
        and fits(row.decisions, (2,), 0)
        and fits(row.seconds, (2,), 0, MOST, float)
    ):
        raise LogError(f"expected deal {deal}")
    return row


def fits(
    value: object, shape: tuple[int, ...], least: int, most: int = MOST, kind: type = int
) -> bool:
    """Whether a JSON value is lists of this shape, of numbers from `least` to `most`: whole ones,
    or with `float` of either kind.
    """
    if not shape:
        return type(value) in (int, kind) and least <= cast(float, value) <= most
    return (
        isinstance(value, list)
        and len(value) == shape[0]
        and all(fits(part, shape[1:], least, most, kind) for part in value)
    )
