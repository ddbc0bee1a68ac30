"""The host names that the server answers to, and the origins of its own pages."""

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from parlour.errors import UsageError, quote

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
IP_HOST = re.compile(r"([0-9.]{7,15}|\[[0-9A-Fa-f:.]{2,45}\])(?::([0-9]{1,5}))?").fullmatch


class AllowedHosts(NamedTuple):
    """Under which names the server is asked, and where its own page then comes from."""

    hosts: frozenset[str]  # as in the header Host
    public: str = ""  # the origin behind a proxy
    # whether any IP address is a name of ours: in a room, and safe, as no name is made to point
    # here
    ip_addresses: bool = False

    def name(self, host: str) -> str:
        """The host of a request in our own words, so that it can stand in a header; nothing where
        it is not ours.
        """
        if host.lower() in self.hosts:
            return host.lower()
        return _ip_host(host) if self.ip_addresses else ""

    def knows(self, host: str) -> bool:
        """Whether a request to this host is meant for us."""
        return self.name(host) != ""

    @property
    def public_host(self) -> str:
        """The public origin's host."""
        return urlsplit(self.public).netloc

    def admits(self, origin: str, host: str) -> bool:
        """Whether a page from there is ours."""
        ours = (
            self.public
            if self.public and host.lower() == self.public_host
            else f"http://{host.lower()}"
        )
        return self.knows(host) and origin.lower() in {ours, self.public or ours}


def allowed_hosts(port: int, *, room: bool = False, public: str = "") -> AllowedHosts:
    """The hosts of a server at a port of this machine, of a whole room, or behind a proxy."""
    hosts = {name if port == 80 else f"{name}:{port}" for name in LOOPBACK}
    return AllowedHosts(
        frozenset(hosts | ({urlsplit(public).netloc} if public else set())), public, room
    )


def public_origin(url: str) -> str:
    """The origin of `--public-url`; UsageError where it is none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.path.strip("/")
        or parts.query
        or parts.fragment
    ):
        raise UsageError(
            f"Invalid --public-url {quote(url)} (expected an address without a path, such as "
            f"https://cards.example.org)."
        )
    if "@" in parts.netloc:
        raise UsageError(
            "Invalid --public-url (expected an address without a user name or password)."
        )
    usual = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")


def _ip_host(host: str) -> str:
    """The text of an IP address and perhaps a port, written anew; nothing where the host is another
    text.
    """
    if not (found := IP_HOST(host)):
        return ""
    try:
        address = ipaddress.ip_address(found[1].strip("[]"))
    except ValueError:
        return ""
    bracketed = f"[{address}]" if address.version == 6 else f"{address}"
    if (address.version == 6) != host.startswith("[") or int(found[2] or 0) > 65535:
        return ""
    return f"{bracketed}:{int(found[2])}" if found[2] else bracketed
