"""The host names that the server answers to, and the origins of its own pages."""

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from parlour.errors import UsageError, quote

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
IP_HOST = re.compile(r"([0-9.]{7,15}|\[[0-9A-Fa-f:.]{2,45}\])(?::([0-9]{1,5}))?").fullmatch
# of a public URL: scheme, user, host, port, and the rest
URL = re.compile(
    r"(https?)://(?:([^/?#]*)@)?(\[[^]/?#]*\]?|[^:/?#]*)(?::([^/?#]*))?(.*)",
    re.IGNORECASE | re.DOTALL,
).fullmatch
LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
HOST_NAME = re.compile(rf"(?=.{{1,253}}$){LABEL}(?:\.{LABEL})*\.?", re.ASCII).fullmatch
PATH = re.compile(r"(?:/[\w~-][\w.~-]*)*/?", re.ASCII).fullmatch  # no dots that browsers resolve


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


def public_url(url: str) -> tuple[str, str]:
    """The origin and the path of `--public-url`, each without a slash at its end; UsageError, which
    names the part that is wrong, if it is invalid.
    """
    if not (found := URL(url)):
        raise _invalid(url, "expected an address such as https://cards.example.org")
    scheme, user, name, number, path = found.groups()
    scheme, host = scheme.lower(), _public_host(name.lower())
    if user is not None:
        raise UsageError(
            "Invalid --public-url (expected an address without a user name or password)."
        )
    if not host:
        raise _invalid(
            url,
            f"the host {quote(name)} is impossible: expected one in ASCII, as cards.example.org",
        )
    if number is not None and not (re.fullmatch("[0-9]{1,5}", number) and 0 < int(number) < 65536):
        raise _invalid(url, f"the port {quote(number)} is not a whole number from 1 to 65535")
    if not PATH(path):
        raise _invalid(url, f"the path {quote(path)} is impossible: expected one as /cards")
    if number is not None and int(number) != {"http": 80, "https": 443}[scheme]:
        host = f"{host}:{int(number)}"
    return f"{scheme}://{host}", path.rstrip("/")


def _invalid(url: str, why: str) -> UsageError:
    return UsageError(f"Invalid --public-url {quote(url)} ({why}).")


def _public_host(name: str) -> str:
    """The host of a public URL, as browsers send it; empty if there can be none of this name."""
    if name.startswith("[") or name.rpartition(".")[2].isdigit():
        return _ip_host(name)
    return name if HOST_NAME(name) else ""


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
