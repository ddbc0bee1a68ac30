"""The requests of a connection: the size of their heads, the lengths of their bodies, and targets
in absolute form.
"""

import re
from typing import Any

import h11

# a target that names its authority, as requests to a proxy do
ABSOLUTE = re.compile(rb"(?:http|ws)s?://([^/?]*)(/[^?]*)?(\?.*)?", re.IGNORECASE).fullmatch


class Requests(h11.Connection):
    """HTTP with a limit of a request's head, and with the length of each body.

    h11 checks the size of a head only while it waits for the rest, so not that of one that arrives
    whole. A chunk of a body can have one byte, and costs as much as a long one.

    Attributes:
        status: of the answer to a request that `next_event` refused.

    """

    def __init__(self, limit: int) -> None:
        """No data has been received; `limit` is that of a head, in bytes."""
        super().__init__(h11.SERVER, limit)
        self.limit, self.status = limit, 400

    def next_event(self) -> Any:
        """The next event of h11; RemoteProtocolError for a request whose head is too long or whose
        body is chunked, before any of the body is read.
        """
        before = self._waiting()
        try:
            event = super().next_event()
            if isinstance(event, h11.Request):
                self._check(event, before - self._waiting())
                event = in_origin_form(event)
        except h11.RemoteProtocolError as error:
            self.status = error.error_status_hint
            raise
        return event

    def _waiting(self) -> int:
        """The number of received bytes that are not yet parsed."""
        return len(self.trailing_data[0])

    def _check(self, request: h11.Request, size: int) -> None:
        if size > self.limit:
            raise h11.RemoteProtocolError("head", error_status_hint=431)
        if any(name == b"transfer-encoding" for name, _ in request.headers):
            raise h11.RemoteProtocolError("chunks", error_status_hint=411)


def in_origin_form(request: h11.Request) -> h11.Request:
    """A request without the authority of its target, which replaces its header Host (RFC 9112,
    section 3.2.2).
    """
    if not (parts := ABSOLUTE(request.target)):
        return request
    authority, path, query = parts.groups(b"")
    headers = [(name, value) for name, value in request.headers if name != b"host"]
    return h11.Request(
        method=request.method,
        headers=[(b"host", authority), *headers],
        target=(path or b"/") + query,
        http_version=request.http_version,
    )
