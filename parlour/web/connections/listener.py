"""The server's listener: it accepts a few connections at a time, and none above the limit."""

import asyncio
import errno
import socket
from contextlib import suppress
from functools import partial

import uvicorn

from parlour.host.error_summary import summary
from parlour.web.access.limited_log import RateLimitedLog
from parlour.web.connections.http_protocol import Http

BURST = 64  # connections that are accepted at once
RETRY = 1.0  # seconds until the next attempt after the system has refused a connection
SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Server(uvicorn.Server):
    """A server that accepts a few connections at a time, and none above the limit.

    asyncio's own listener accepts all that have arrived. At the limit of open files it tries and
    logs 2,048 times a second.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections from these sockets."""
        await super().startup(sockets=[])
        self.log = RateLimitedLog()
        self.taking = [asyncio.create_task(self._take(listening)) for listening in sockets or ()]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, and end."""
        for task in self.taking:
            task.cancel()
        await asyncio.gather(*self.taking, return_exceptions=True)
        await super().shutdown(sockets)

    async def _take(self, listening: socket.socket) -> None:
        """Accept connections from a listening socket."""
        loop, protocol = asyncio.get_running_loop(), self.config.http_protocol_class
        assert issubclass(protocol, Http)
        connection_count, shared = (
            protocol.connection_count,
            {"server_state": self.server_state, "app_state": self.lifespan.state},
        )
        factory = partial(protocol, self.config, **shared, _loop=loop)
        listening.setblocking(False)
        while True:
            if not connection_count.room.is_set():
                self.log.report(
                    f"The limit of {connection_count.most} connections is reached; new ones wait "
                    f"until one closes."
                )
                await connection_count.room.wait()
            try:
                accepted = [(await loop.sock_accept(listening))[0]]
            except OSError as error:
                if error.errno in SCARCE:
                    self.log.report(f"A connection could not be accepted: {error.strerror}.")
                await asyncio.sleep(RETRY if error.errno in SCARCE else 0)
                continue
            with suppress(OSError):  # ends when no other connection waits
                while len(accepted) < min(BURST, connection_count.most - connection_count.total):
                    accepted.append(listening.accept()[0])
            ends = [loop.connect_accepted_socket(factory, connection) for connection in accepted]
            for end in await asyncio.gather(*ends, return_exceptions=True):
                if isinstance(end, Exception):
                    self.log.report(summary(end))
