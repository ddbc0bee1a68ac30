"""The limits of a server, and the buckets that hold requests to a rate."""

from typing import NamedTuple


class Limits(NamedTuple):
    """The limits of a server. Times are seconds, sizes bytes."""

    frame: int = 4096  # of a client's WebSocket message
    body: int = 65536
    head: int = 16384  # request line and headers together
    head_time: float = 10.0  # until these are complete
    body_time: float = 10.0
    first_time: float = 10.0  # until a socket has sent a valid `enter`
    send_time: float = 20.0  # for which a client may receive nothing of a full buffer
    queue: int = 1 << 20  # of messages that wait for one socket
    # of one address at once; a class's browsers may share one, each with six or more
    connections: int = 256
    requests: float = 20.0  # a second from one address, after `requests_at_once`
    requests_at_once: float = 300.0
    # of the page's files, which are ready in memory: a visit needs about 40
    files: float = 200.0  # a second from one address, after `files_at_once`
    files_at_once: float = 3000.0
    tables: float = 0.5  # new ones a second from one address, after `tables_at_once`
    tables_at_once: float = 30.0
    messages: float = 20.0  # a second from one socket, after `messages_at_once`
    messages_at_once: float = 60.0
    # a second from all sockets of one address, after `all_messages_at_once`
    all_messages: float = 100.0
    all_messages_at_once: float = 600.0
    ping: float = 20.0  # between pings, and for the answer to a ping
    wait: float = 30.0  # of a request for the next view
    linger: float = 15.0  # after which a line over HTTP ends that no request waits for
    idle: float = 60.0  # after which a table without sockets is unloaded
    # milliseconds that the loads of tables for one address may take in a second, after
    # `loading_at_once`
    loading: float = 100.0
    loading_at_once: float = 20_000.0
    addresses: int = 10000  # for which requests are counted
    # tables of one address at once where only computers play; the others pause
    computer_tables: int = 4
    rows: float = 20000.0  # stored of such tables for one address: at once, and after that in a day
    # bytes in a day for the requests from one address, and at one table (allowance.py)
    stored: float = 60e6
    stored_at_once: float = 60e6
    table_stored: float = 15e6
    table_stored_at_once: float = 15e6
    games: tuple[str, ...] = ()  # names of games for new tables; if empty, all games


class Bucket:
    """A token bucket: a number of tokens at once, and then a rate of tokens a second."""

    def __init__(self, rate: float, most: float, now: float) -> None:
        """A full bucket of `most` tokens at the time `now`."""
        self.rate, self.most, self.left, self.at = rate, most, most, now

    def take(self, now: float, *, ahead: bool = False) -> float:
        """Take a token. Returns the seconds until one is available, 0 if one was. If none was, a
        token is taken only with `ahead`, in advance.
        """
        late = self.late(now)
        if ahead or not late:
            self.left -= 1
        return late

    def late(self, now: float) -> float:
        """The seconds until a token is available; 0 if one is."""
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        return max(0.0, (1 - self.left) / self.rate)


class Buckets:
    """A bucket for each address; only those of the last `most` addresses are stored."""

    def __init__(self, rate: float, at_once: float, most: int) -> None:
        """No address has a bucket yet."""
        self.rate, self.at_once, self.most = rate, at_once, most
        self.by_address: dict[str, Bucket] = {}

    def take(self, address: str, now: float, *, ahead: bool = False) -> float:
        """As `Bucket.take`, for the bucket of an address."""
        return self._of(address, now).take(now, ahead=ahead)

    def late(self, address: str, now: float) -> float:
        """As `Bucket.late`, for the bucket of an address."""
        return self._of(address, now).late(now)

    def spend(self, address: str, now: float, n: float) -> None:
        """Take n tokens, also in advance; a negative n gives tokens back."""
        bucket = self._of(address, now)
        bucket.late(now)
        bucket.left -= n

    def _of(self, address: str, now: float) -> Bucket:
        bucket = self.by_address.pop(address, None) or Bucket(self.rate, self.at_once, now)
        self.by_address[address] = bucket  # moves the address to the end
        if len(self.by_address) > self.most:
            del self.by_address[next(iter(self.by_address))]
        return bucket
