"""How connections are taken: some at a time, and none while there is no room for more."""

import asyncio
import errno
import socket
from contextlib import suppress
from functools import partial

import uvicorn

from parlour.web.faults import summary
from parlour.web.limits import RateLimitedLog
from parlour.web.protocols import Http

BURST = 64  # connections that are taken at once
RETRY = 1.0  # seconds after which a connection is taken again where the system had no room for it
SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Server(uvicorn.Server):
    """A server that takes connections some at a time, and none while there is no room for more.

    asyncio's own way takes as many as have come; at the limit of open files it asks and logs 2,048
    times a second.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take them from these sockets."""
        await super().startup(sockets=[])
        self.log = RateLimitedLog()
        self.taking = [asyncio.create_task(self._take(listening)) for listening in sockets or ()]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, and end."""
        for task in self.taking:
            task.cancel()
        await asyncio.gather(*self.taking, return_exceptions=True)
        await super().shutdown(sockets)

    async def _take(self, listening: socket.socket) -> None:
        """Take connections from a listening socket."""
        loop, own = asyncio.get_running_loop(), self.config.http_protocol_class
        assert issubclass(own, Http)
        connection_count, shared = (
            own.connection_count,
            {"server_state": self.server_state, "app_state": self.lifespan.state},
        )
        factory = partial(own, self.config, **shared, _loop=loop)
        listening.setblocking(False)
        while True:
            if not connection_count.room.is_set():
                self.log.report(
                    f"The limit of {connection_count.most} connections is reached; new ones wait "
                    f"until one closes."
                )
                await connection_count.room.wait()
            try:
                come = [(await loop.sock_accept(listening))[0]]
            except OSError as error:
                if error.errno in SCARCE:
                    self.log.report(f"A connection could not be accepted: {error.strerror}.")
                await asyncio.sleep(RETRY if error.errno in SCARCE else 0)
                continue
            with suppress(OSError):  # until nobody else has come
                while len(come) < min(BURST, connection_count.most - connection_count.total):
                    come.append(listening.accept()[0])
            ends = [loop.connect_accepted_socket(factory, one) for one in come]
            for end in await asyncio.gather(*ends, return_exceptions=True):
                if isinstance(end, Exception):
                    self.log.report(summary(end))
