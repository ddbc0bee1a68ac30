"""The address of a request's client, by which requests are counted.

IPv6 addresses count by their /64, the usual network of one home. Behind a proxy on this machine,
the proxy names the address.
"""

import ipaddress
from collections.abc import Awaitable, Mapping
from typing import Any

from parlour.web.access.asgi import App, Receive, Scope, Send, address_of, header
from parlour.web.access.hosts import AllowedHosts
from parlour.web.access.limited_log import RateLimitedLog

NO_ADDRESS = (
    "The proxy sets no X-Forwarded-For, or is on another machine, so all who come by it share the "
    "limits of one address."
)


def counted_address(address: str) -> str:
    """The form in which an address is counted: of an IPv6 address, its /64."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))
    return address


def caller(scope: Mapping[str, Any], *, proxied: bool) -> str:
    """The counted address of a client: that of the other end, or behind a proxy the one that the
    proxy names.
    """
    return counted_address((proxied and forwarded(scope)) or address_of(scope))


def forwarded(scope: Mapping[str, Any]) -> str:
    """The address of its client that a proxy on this machine names, the last one in
    X-Forwarded-For; empty if there is none.
    """
    proxy = counted_address(address_of(scope))
    if not proxy.startswith(("127.", "::/")):
        return ""
    return header(scope, b"x-forwarded-for").rpartition(",")[2].strip()


class ClientAddressMiddleware:
    """Replaces the client of a request by its counted address, as uvicorn's own middleware for
    proxies does. A proxy that names no address is reported.
    """

    def __init__(self, app: App, hosts: AllowedHosts, log: RateLimitedLog) -> None:
        """Wrap `app`."""
        self.app, self.hosts, self.log = app, hosts, log

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or one WebSocket."""
        if self._lacks_address(scope):
            self.log.report(NO_ADDRESS)
        client = caller(scope, proxied=bool(self.hosts.public)), 0
        return self.app(scope | {"client": client}, receive, send)

    def _lacks_address(self, scope: Scope) -> bool:
        """Whether a request comes by a proxy that names no address of its client, or by one on
        another machine.
        """
        host, origin = header(scope, b"host"), header(scope, b"origin")
        return (
            self.hosts.public != ""
            and (origin.lower() == self.hosts.public or self.hosts.is_public(host))
            and not forwarded(scope)
        )
