"""The bytes that may be stored in a day for the requests from one address, and at one table.

A row is charged to the address whose request led to it, also if a computer's decision or the time
came between. A new table is charged with the row of its first match and with its snapshot, which
have the same rules and seats. A restart of the server forgets what was charged.
"""

from collections.abc import Callable
from math import ceil

from parlour.errors import Spent
from parlour.host.clock import DAY
from parlour.host.rate_limits import Buckets, Limits

ROW = 100  # bytes that a row takes besides its body: its key, its time, the database's own
PARTS = 3  # texts of a new table that are about as long as its body, which is one of them


class Allowance:
    """The allowances of all addresses and tables."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        """Nothing has been stored. `clock` gives seconds."""
        self.limits, self.clock = limits, clock
        self.addresses = Buckets(limits.stored / DAY, limits.stored_at_once, limits.addresses)
        self.tables = Buckets(
            limits.table_stored / DAY, limits.table_stored_at_once, limits.addresses
        )

    def spent(self, address: str, table: str) -> Spent | None:
        """The refusal if nothing more may be stored now for an address, or at a table."""
        now = self.clock()
        if wait := self.addresses.late(address, now):
            what = f"Too much is stored for your address (allowed: {self.limits.stored:,.0f}"
        elif table and (wait := self.tables.late(table, now)):
            what = f"Too much is stored at this table (allowed: {self.limits.table_stored:,.0f}"
        else:
            return None
        return Spent(f"{what} bytes a day); ask again in {ceil(wait)} s.", wait)

    def spend(self, address: str, table: str, *bodies: str) -> None:
        """Charge rows with these bodies, which are ASCII."""
        now, size = self.clock(), sum(map(len, bodies)) + ROW * len(bodies)
        self.addresses.spend(address, now, size)
        self.tables.spend(table, now, size)
