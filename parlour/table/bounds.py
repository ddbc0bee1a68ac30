"""The bounds of what requests store at a table, besides the allowances of the server.

A round has so many rows at most, and a seat so many changes of what is played by itself. After
that the round can still be played to its end, and anybody can leave.
"""

from parlour.cards import Seat
from parlour.errors import TableError
from parlour.table.messages.requests import Ask, Asked, Leave, Say
from parlour.table.state import TableState

ROUND_ROWS = 5000  # between two deals
FORCED_CHANGES = 10  # of one seat between two deals
FULL_ROUND = (
    f"Too much has happened in this round (allowed: {ROUND_ROWS} events); it can only be played to "
    f"its end."
)
FREE = (Say, Ask, Leave)  # requests that store nothing, and the one that ends all others


def check_allowance(spent: str, asked: Asked) -> None:
    """TableError with the sentence `spent`, if there is one and the request stores something."""
    if spent and not isinstance(asked, FREE):
        raise TableError(spent)


def check_round(state: TableState) -> None:
    """TableError if the round has so many rows that it can only be played to its end."""
    if state.n - state.dealt_at >= ROUND_ROWS:
        raise TableError(FULL_ROUND)


def changes_forced(state: TableState, seat: Seat, *, on: bool) -> bool:
    """Whether a request to play a seat's forced actions, or no longer to do so, changes anything;
    TableError after too many changes in the round.
    """
    if on == (seat in state.forced):
        return False
    if state.forced_changes[seat] >= FORCED_CHANGES:
        raise TableError(
            f"This was changed too often in this round (allowed: {FORCED_CHANGES} times)."
        )
    return True
