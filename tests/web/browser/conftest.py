"""A real browser, a real server, and an ear for what the page should not say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    WebSocket,
    sync_playwright,
)

from tests.support.browser.program import Program
from tests.support.hosted import Hosted
from tests.support.sites import built_site

CHROMIUM = "/usr/bin/chromium"
# What Playwright leaves out too (the last such argument counts), and pages of the address bar,
# which cost each window a third of what a page of ours does.
LEFT_OUT = [
    *("AimEnabled", "AutoDeElevate", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "BlockOriginHeaderModificationOnRedirect"),
    *("DestroyProfileOnBrowserClose", "DialMediaRouteProvider", "GlobalMediaControls"),
    *("HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning", "Translate"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(LEFT_OUT)}",
    "--host-resolver-rules=MAP parlour.test 127.0.0.1",
]
PHONE = {
    "viewport": {"width": 375, "height": 812},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
AT_ONCE = {"pace": "once", "speed": 0, "forced": "off"}
UNREACHED = (
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_INTERNET_DISCONNECTED",
    "WebSocket is closed before",
)
# The page asks for tables of one person by this number.
DEAL = """(() => {
  const ask = window.fetch;
  window.fetch = (address, init) => {
    const wanted = init?.method === "POST" && JSON.parse(init.body);
    const alone = wanted?.seats?.includes("me") && !wanted.seats.includes("friend");
    return ask(address, alone ? { ...init, body: JSON.stringify({ deal: %d, ...wanted }) } : init);
  };
})()"""
BLOCKED = "Service Worker registration blocked by Playwright"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.system)


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    """One for all browsers, since a thread can have no second one."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(driver: Playwright) -> Iterator[Browser]:
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program(tmp_path_factory.mktemp("served")) as program:
        yield program


class Guest:
    """Opens fresh browsers at an origin, or at a folder of one, and keeps what their pages complain
    of.
    """

    patience = 15000  # ms

    def __init__(self, browser: Browser, origin: str) -> None:
        self.browser, self.origin = browser, origin
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.cut = False  # whether the connection is meant to be lost

    def __call__(
        self,
        address: str = "/",
        *,
        phone: bool = False,
        origin: str = "",
        settings: dict[str, Any] | None = None,
        rules: dict[str, dict[str, Any]] | None = None,
        deal: int = 0,
        wait: Literal["commit", "load"] = "load",
        **options: Any,
    ) -> Page:
        """A page of a browser that knows nothing but these settings and house rules. Its matches
        are of this deal, if there is one, else of random ones.
        """
        origin = origin or self.origin
        usual = (PHONE if phone else DESKTOP) | {"locale": "en", "service_workers": "block"}
        context = self.browser.new_context(**(usual | options))
        context.set_default_timeout(self.patience)
        self.contexts.append(context)
        memory = {"parlour.settings": AT_ONCE if settings is None else settings}
        memory |= {f"parlour.rules.{game}": changed for game, changed in (rules or {}).items()}
        if settings != {} or rules:
            context.add_init_script(
                f"if (location.protocol.startsWith('http')) for (const [name, value] of "
                f"Object.entries({json.dumps(memory)}))"
                " if (!localStorage.getItem(name)) localStorage.setItem(name, "
                "JSON.stringify(value));"
            )
        if deal:
            context.add_init_script(DEAL % deal)
        context.on("page", lambda page: self.hear(page, origin))
        page = context.new_page()
        self.prepare(page)
        page.goto(address if address.startswith("http") else origin + address, wait_until=wait)
        return page

    def prepare(self, page: Page) -> None:
        """Before a page is loaded."""

    def hear(self, page: Page, origin: str) -> None:
        """Note what this page says on its console, what it throws, and what it fetches from
        anywhere else.
        """

        def console(message: ConsoleMessage) -> None:
            # a killed server forgets the requests that stand in for a socket
            asked = message.location.get("url", "")
            lost = "/api/lines/" in asked
            # the browser asks for this beside what is no page
            if (
                asked.endswith("/favicon.ico")
                or message.text == BLOCKED
                or (self.cut and (lost or any(why in message.text for why in UNREACHED)))
            ):
                return
            if message.type in ("error", "warning", "assert"):
                self.complaints.append(
                    f"{message.type}: {message.text} {message.location.get('url', '')}"
                )

        def request(asked: Request) -> None:
            if not asked.url.startswith((f"{origin}/", "data:")):
                self.complaints.append(f"fetched {asked.url}")

        def socket(opened: WebSocket) -> None:
            if not opened.url.startswith(f"{origin.replace('http', 'ws', 1)}/"):
                self.complaints.append(f"opened {opened.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.complaints.append(f"thrown: {error}"))
        page.on("request", request)
        page.on("websocket", socket)

    def expects(self, _said: str) -> bool:
        """Whether a browser may say this."""
        return False

    def close(self) -> None:
        for context in self.contexts:
            context.close()  # pages may say something until then
        complaints = [said for said in self.complaints if not self.expects(said)]
        assert not complaints, "\n".join(complaints)


class Visitor(Guest):
    """A guest of a program."""

    def __init__(self, browser: Browser, program: Program) -> None:
        super().__init__(browser, program.origin)
        self.program = program

    def __call__(
        self, address: str = "/", *, program: Program | None = None, **options: Any
    ) -> Page:
        """As of any guest; of another program, if one is given."""
        return super().__call__(address, origin=program.origin if program else "", **options)


@pytest.fixture
def visit(chromium: Browser, served: Program) -> Iterator[Visitor]:
    visitor = Visitor(chromium, served)
    yield visitor
    visitor.close()


@pytest.fixture
def visits(chromium: Browser, packed: Program) -> Iterator[Visitor]:
    """As `visit`, at a module's own server."""
    visitor = Visitor(chromium, packed)
    yield visitor
    visitor.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `parlour site` writes."""
    return built_site(tmp_path_factory)


@pytest.fixture
def host(site: Path) -> Iterator[Hosted]:
    """A static host of the site, which may be stopped."""
    hosted = Hosted(site)
    yield hosted
    hosted.stop()


class SiteGuest(Guest):
    """A guest of a static host, who waits longer: Python comes first."""

    patience = 60000

    def __init__(self, browser: Browser, host: Hosted) -> None:
        super().__init__(browser, host.origin)
        self.host = host

    def close(self) -> None:
        super().close()
        assert [path for path in self.host.asked if not path.startswith(self.host.path)] == []


@pytest.fixture
def guest(chromium: Browser, host: Hosted) -> Iterator[SiteGuest]:
    visitor = SiteGuest(chromium, host)
    yield visitor
    visitor.close()
