"""The rows of a table as records, without the moves that were undone (docs/log.md)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from parlour.errors import StoreError
from parlour.table.messages.outcome import Row

# events that no record has
TABLE_ALONE = ("joined", "left", "ready", "numbered", "again", "forced", "rest")


def contents(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """The content of each stored row of a table, in order; StoreError as by `content`."""
    for n, row in enumerate(rows):
        yield content(row, n)


def content(row: Row, n: int) -> dict[str, Any]:
    """The content of a stored row; StoreError, without the table's name, if it is not row number n,
    or is not JSON of events.
    """
    if row.n != n:
        raise StoreError(f"Event {n} is missing.")
    try:
        read: dict[str, Any] = json.loads(row.body)
        whole = all(isinstance(event["event"], str) for event in read["did"])
    except (ValueError, RecursionError, TypeError, LookupError):
        whole = False
    if not whole:
        raise StoreError(f"Event {n} cannot be read.")
    return read


def record(rows: Iterable[Row]) -> str:
    """The matches of a table as lines of JSON, one after another, without the moves that were
    undone. The `opened` of each says how often it went back. StoreError as by `contents`.
    """
    matches: list[list[dict[str, Any]]] = []
    for n, read in enumerate(contents(rows)):
        try:
            for fields in read["did"]:
                _add(matches, fields)
        except (TypeError, LookupError):
            raise StoreError(f"Event {n} cannot be read.") from None
    return "".join(
        [
            json.dumps({"n": n} | event, separators=(",", ":")) + "\n"
            for events in matches
            for n, event in enumerate(events)
        ]
    )


def _add(matches: list[list[dict[str, Any]]], fields: dict[str, Any]) -> None:
    """Add an event to the last match, or begin another one."""
    kind = fields["event"]
    if kind == "opened":
        matches.append([fields])
    elif kind == "undone":
        opened = matches[-1][0]
        opened["undone"] = opened.get("undone", 0) + 1
        del matches[-1][fields["to"] :]
    elif kind not in TABLE_ALONE:
        matches[-1].append(fields)
