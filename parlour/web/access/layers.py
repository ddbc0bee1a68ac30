"""The layers around the application, which check every request first; each is a module.

No layer but one waits for the next: each that waits would stay in memory as long as a WebSocket.
"""

from parlour.web.access.asgi import App
from parlour.web.access.client_address import ClientAddressMiddleware
from parlour.web.access.headers import HeadersMiddleware
from parlour.web.access.hosts import AllowedHosts, HostsMiddleware
from parlour.web.access.limited_log import RateLimitedLog
from parlour.web.access.new_tables import NewTablesMiddleware
from parlour.web.access.origin import OriginMiddleware
from parlour.web.access.rates import Rates, RatesMiddleware
from parlour.web.access.server_errors import ServerErrorsMiddleware


def guarded(app: App, hosts: AllowedHosts, rates: Rates) -> App:
    """An application with its layers, the innermost first."""
    log = RateLimitedLog(rates.clock)
    app = NewTablesMiddleware(app, rates)
    app = OriginMiddleware(app, hosts)
    app = HostsMiddleware(app, hosts)
    app = RatesMiddleware(app, rates)
    app = ServerErrorsMiddleware(app, log)
    app = HeadersMiddleware(app, hosts)
    return ClientAddressMiddleware(app, hosts, log)
