"""The host names that the server answers to, and the origins of its own pages.

A foreign name that was made to point at this machine (DNS rebinding) is refused.
"""

import ipaddress
import re
from collections.abc import Awaitable
from typing import NamedTuple
from urllib.parse import urlsplit

from parlour.errors import UsageError, quote
from parlour.web.access.asgi import App, Receive, Scope, Send, header, refusal

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HTTP, HTTPS = 80, 443  # the default ports
AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[^:\[\]]*)(?::([0-9]{0,5}))?").fullmatch
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*").fullmatch  # the last label of an IPv4 address
# of a public URL: scheme, user, host, port, and the rest
URL = re.compile(
    r"(https?)://(?:([^/?#]*)@)?(\[[^]/?#]*\]?|[^:/?#]*)(?::([^/?#]*))?(.*)",
    re.IGNORECASE | re.DOTALL,
).fullmatch
LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
HOST_NAME = re.compile(rf"(?=.{{1,253}}$){LABEL}(?:\.{LABEL})*", re.ASCII).fullmatch
PATH = re.compile(r"(?:/[\w~-][\w.~-]*)*/?", re.ASCII).fullmatch  # no dots that browsers resolve
LAST_DOT = re.compile(r"(^https?://[^/:]+)\.(?=(?::[0-9]+)?$)")  # of the name in an origin


class AllowedHosts(NamedTuple):
    """The host names of the server, and the origins of its own pages."""

    hosts: frozenset[str]  # values of the header Host, in canonical form
    public: str = ""  # the public origin, if the server is behind a proxy
    # whether every IP address is allowed, as in a local network; this is safe, since no DNS name
    # can be made to match one
    ip_addresses: bool = False

    def name(self, host: str) -> str:
        """The host of a request in canonical form, safe for a header; empty if it is not allowed.

        Hosts are compared as RFC 9110 and RFC 3986 say: capitals, one dot at the end of a name, an
        empty port and the scheme's default port make no difference. A proxy ends TLS and speaks
        HTTP to this server, so a public host over HTTPS has two default ports.
        """
        name, port = _authority(host)
        whole, ours = f"{name}:{port}" if port else name, name
        if port not in (0, HTTP):
            ours = whole
        if ours and (ours in self.hosts or (self.ip_addresses and _ip_address(name))):
            return ours
        defaults = (HTTP, HTTPS) if self.public.startswith("https:") else (HTTP,)
        if name and self.public_host in (whole, name if port in defaults else whole):
            return self.public_host
        return ""

    def knows(self, host: str) -> bool:
        """Whether a request to this host is allowed."""
        return self.name(host) != ""

    def is_public(self, host: str) -> bool:
        """Whether this is the host of the public origin."""
        return self.public != "" and self.name(host) == self.public_host

    @property
    def public_host(self) -> str:
        """The host of the public origin."""
        return urlsplit(self.public).netloc

    def admits(self, origin: str, host: str) -> bool:
        """Whether a page of this origin is one of the server's own. Browsers write an origin in
        canonical form, but for a dot at the end of its name.
        """
        ours = self.public if self.is_public(host) else f"http://{self.name(host)}"
        canonical = LAST_DOT.sub(r"\1", origin.lower())
        return self.knows(host) and canonical in {ours, self.public or ours}


class HostsMiddleware:
    """Refuses requests whose `Host` is none of the server's."""

    def __init__(self, app: App, hosts: AllowedHosts) -> None:
        """Wrap `app`."""
        self.app, self.hosts = app, hosts

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or one WebSocket."""
        app, host = self.app, header(scope, b"host")
        if not self.hosts.knows(host):
            app = refusal(403, f"This server does not answer under the name {quote(host)}.")
        return app(scope, receive, send)


def allowed_hosts(port: int, *, room: bool = False, public: str = "") -> AllowedHosts:
    """The allowed hosts of a server at a port: on this machine, with `room` in the local network,
    with `public` behind a proxy.
    """
    suffix = "" if port == HTTP else f":{port}"
    hosts = {f"{name}{suffix}" for name in LOOPBACK}
    return AllowedHosts(frozenset(hosts), public, room)


def public_url(url: str) -> tuple[str, str]:
    """The origin and the path of `--public-url`, each without a slash at its end; UsageError, which
    names the part that is wrong, if it is invalid.
    """
    if not (parts := URL(url)):
        raise _invalid(url, "expected an address such as https://cards.example.org")
    scheme, user, name, number, path = parts.groups()
    if user is not None:
        raise UsageError(
            "Invalid --public-url (expected an address without a user name or password)."
        )
    scheme, host = scheme.lower(), _public_host(url, name)
    if number and not (re.fullmatch("[0-9]{1,5}", number) and 0 < int(number) < 65536):
        raise _invalid(url, f"the port {quote(number)} is not a whole number from 1 to 65535")
    if not PATH(path):
        raise _invalid(url, f"the path {quote(path)} is impossible: expected one as /cards")
    if number and int(number) != {"http": HTTP, "https": HTTPS}[scheme]:
        host = f"{host}:{int(number)}"
    return f"{scheme}://{host}", path.rstrip("/")


def _invalid(url: str, why: str) -> UsageError:
    return UsageError(f"Invalid --public-url {quote(url)} ({why}).")


def _public_host(url: str, name: str) -> str:
    """The host of a public URL, as browsers send it; UsageError if there can be none of this
    name.
    """
    try:
        host, _ = _authority(_to_ascii(name))
    except UnicodeError as error:
        raise _invalid(
            url, f"the host {quote(name)} has no name in ASCII that is known here: {error}"
        ) from None
    if not host:
        raise _invalid(
            url, f"the host {quote(name)} is impossible: expected one as cards.example.org"
        )
    return host


def _to_ascii(name: str) -> str:
    """A host name as browsers send it: of a label in other letters its A-label, by UTS 46 without
    transitional processing, and by IDNA 2008. UnicodeError if it has none.
    """
    if name.isascii():
        return name
    import idna  # not above: its tables are large

    mapped = idna.uts46_remap(name, std3_rules=False, transitional=False)
    labels = [
        label if label.isascii() else idna.alabel(label).decode() for label in mapped.split(".")
    ]
    return ".".join(labels)


def _authority(text: str) -> tuple[str, int]:
    """The host of an authority in canonical form, and its port, 0 if it has none; an empty host if
    it is not valid.
    """
    parts = AUTHORITY(text)
    if not parts or not text.isascii():
        return "", 0
    name, port = parts[1].lower(), int(parts[2] or 0)
    if port > 65535 or (parts[2] and not port):
        return "", 0
    if name.startswith("[") or NUMBER(name.removesuffix(".").rpartition(".")[2]):
        return _ip_address(name), port
    name = name.removesuffix(".")
    return (name if HOST_NAME(name) else ""), port


def _ip_address(name: str) -> str:
    """An IP address in canonical form; empty for any other host."""
    try:
        address = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return ""
    text = f"[{address}]" if address.version == 6 else str(address)
    return text if name.startswith("[") == text.startswith("[") else ""
