"""The host names that the server answers to, and the origins of its own pages."""

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from parlour.errors import UsageError, quote

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
IP_HOST = re.compile(r"([0-9.]{7,15}|\[[0-9A-Fa-f:.]{2,45}\])(?::([0-9]{1,5}))?").fullmatch
# of a public URL, in small letters: a name as it is in the header Host, or an IPv6 address
HOST_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*|[0-9a-f:.]*:[0-9a-f:.]*").fullmatch


class AllowedHosts(NamedTuple):
    """The host names of the server, and the origins of its own pages."""

    hosts: frozenset[str]  # values of the header Host
    public: str = ""  # the public origin, if the server is behind a proxy
    # whether every IP address is allowed, as in a local network; this is safe, since no DNS name
    # can be made to match one
    ip_addresses: bool = False

    def name(self, host: str) -> str:
        """The host of a request in canonical form, safe for a header; empty if it is not
        allowed.
        """
        if host.lower() in self.hosts:
            return host.lower()
        if self.ip_addresses:
            return _ip_host(host)
        return ""

    def knows(self, host: str) -> bool:
        """Whether a request to this host is allowed."""
        return self.name(host) != ""

    @property
    def public_host(self) -> str:
        """The host of the public origin."""
        return urlsplit(self.public).netloc

    def admits(self, origin: str, host: str) -> bool:
        """Whether a page of this origin is one of the server's own."""
        ours = (
            self.public
            if self.public and host.lower() == self.public_host
            else f"http://{host.lower()}"
        )
        return self.knows(host) and origin.lower() in {ours, self.public or ours}


def allowed_hosts(port: int, *, room: bool = False, public: str = "") -> AllowedHosts:
    """The allowed hosts of a server at a port: on this machine, with `room` in the local network,
    with `public` behind a proxy.
    """
    suffix = "" if port == 80 else f":{port}"
    hosts = {f"{name}{suffix}" for name in LOOPBACK}
    if public:
        hosts.add(urlsplit(public).netloc)
    return AllowedHosts(frozenset(hosts), public, room)


def public_origin(url: str) -> str:
    """The origin of `--public-url`; UsageError if it is invalid."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    host = parts.hostname or ""
    if (
        parts.scheme not in ("http", "https")
        or not HOST_NAME(host)
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
    if ":" in host:
        host = f"[{host}]"
    if port not in (None, {"http": 80, "https": 443}[parts.scheme]):
        host = f"{host}:{port}"
    return f"{parts.scheme}://{host}"


def _ip_host(host: str) -> str:
    """An IP address, with its port if there is one, in canonical form; empty for any other host."""
    if not (found := IP_HOST(host)):
        return ""
    try:
        address = ipaddress.ip_address(found[1].strip("[]"))
    except ValueError:
        return ""
    text = str(address)
    if address.version == 6:
        text = f"[{text}]"
    if (address.version == 6) != host.startswith("[") or int(found[2] or 0) > 65535:
        return ""
    if found[2]:
        return f"{text}:{int(found[2])}"
    return text
