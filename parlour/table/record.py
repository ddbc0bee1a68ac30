"""The rows of a table as records, without the moves that were undone (docs/log.md)."""

import json
from collections.abc import Iterable
from typing import Any

from parlour.table.outcome import Row

TABLE_ALONE = ("joined", "left", "ready", "numbered", "forced", "rest")  # events that no record has


def record(rows: Iterable[Row]) -> str:
    """The matches of a table as lines of JSON, one after another, without the moves that were
    undone. The `opened` of each says how often it went back.
    """
    matches: list[list[dict[str, Any]]] = []
    for row in rows:
        for fields in json.loads(row.body)["did"]:
            kind = fields["event"]
            if kind == "opened":
                matches.append([fields])
            elif kind == "undone":
                opened = matches[-1][0]
                opened["undone"] = opened.get("undone", 0) + 1
                del matches[-1][fields["to"] :]
            elif kind not in TABLE_ALONE:
                matches[-1].append(fields)
    return "".join(
        [
            json.dumps({"n": n} | event, separators=(",", ":")) + "\n"
            for events in matches
            for n, event in enumerate(events)
        ]
    )
