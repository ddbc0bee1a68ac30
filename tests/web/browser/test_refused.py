"""What a browser may refuse: the page plays on, and nothing is said on the console."""

import asyncio
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browser.player import Hand, play
from tests.support.browser.program import Program, free_port
from tests.support.faulty import end
from tests.web.browser.conftest import ARGUMENTS, AT_ONCE, CHROMIUM, Visitor

# Of parlour.test, made for this file: `openssl req -x509 -new -key KEY -days 36500`.
CERTIFICATE = """
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIG3OD2yCOuNcekHcwidvXCEpnPnUOOj7anbKvJ8w7fLcoAoGCCqGSM49
AwEHoUQDQgAE+HdepMMNAinr+clN65iYHqE5gIifp6HT8JwimO5k+9cV/qJ1XfoS
QE9thrYMseGXxLm+z7jKnhqgMD2hiJ9tUg==
-----END EC PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUZb1pBi0lKPPrEBaoQHSKeklVQVcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMcGFybG91ci50ZXN0MCAXDTI2MTEyOTE4MjUwMVoYDzIxMjYx
MTA1MTgyNTAxWjAXMRUwEwYDVQQDDAxwYXJsb3VyLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAT4d16kww0CKev5yU3rmJgeoTmAiJ+nodPwnCKY7mT71xX+
onVd+hJAT22Gtgyx4ZfEub7PuMqeGqAwPaGIn21So1MwUTAdBgNVHQ4EFgQUzequ
BWuXo+DerSb6W6l6zA/ebmAwHwYDVR0jBBgwFoAUzequBWuXo+DerSb6W6l6zA/e
bmAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA+IvWVHd6X5XS
L0qJdEcP/XEIDq5qIbR+tVD0a80pwJICIGTsKbIDJEqGGDqWyQLHUoYB39AvCJTE
AdhrLcCEb1At
-----END CERTIFICATE-----
"""
TRUSTED = "--ignore-certificate-errors-spki-list=5PSMH32gEZb0TNuxTxtoPgutVdan6sViPyDPio09mGI="
SIGNALS = AT_ONCE | {"sound": "on", "vibration": "on", "notifications": "on"}
THROWS = """() => { throw new DOMException("refused", "SecurityError"); }"""
REFUSED = {
    "a service worker may not be named": f"""
        Object.defineProperty(navigator, "serviceWorker", {{ get: {THROWS} }});
        delete window.Notification;
        Object.defineProperty(document, "hidden", {{ get: () => true }});""",
    "a service worker is refused": f"navigator.serviceWorker.register = async {THROWS};",
    "nothing is stored": f"""
        for (const name of ["localStorage", "caches", "indexedDB"])
          Object.defineProperty(window, name, {{ get: {THROWS} }});""",
    "no sound is made": f"window.AudioContext = class {{ constructor() {{ ({THROWS})(); }} }};",
    "sound waits for ever": f"AudioContext.prototype.resume = async {THROWS};",
    "notifications are refused": f"""
        window.Notification = class {{
          static permission = "granted";
          constructor() {{ ({THROWS})(); }}
        }};
        Object.defineProperty(document, "hidden", {{ get: () => true }});
        Object.defineProperty(navigator, "serviceWorker", {{ get: () => ({{
          register: async () => {{}},
          get ready() {{ return Promise.reject(new DOMException("refused")); }} }}) }});""",
    "there is nothing": """
        for (const name of ["Notification", "AudioContext", "caches"]) delete window[name];
        for (const name of ["vibrate", "serviceWorker", "userActivation", "locks", "storage"])
          delete Navigator.prototype[name];""",
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_round_is_played_without(visit: Visitor, what: str) -> None:
    page = visit(settings=SIGNALS, rules={"straights": {"target": 300}})
    page.add_init_script(REFUSED[what])
    page.reload()
    hand = Hand(page)
    hand.press("Play Straights")
    assert play(hand, rounds=1)
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_notification_that_cannot_be_asked_for(visit: Visitor) -> None:
    page = visit()
    page.add_init_script(
        f"Notification.requestPermission = async {THROWS}; Notification.permission = 'default';"
    )
    page.reload()
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Notification on").click()
    expect(page.get_by_text("blocks notifications")).to_be_visible()
    expect(page.get_by_label("Notification on")).not_to_be_checked()


WORKERS = "async () => (await navigator.serviceWorker.getRegistrations()).length"


def asked(page: Page) -> None:
    """Play, and wait until it is decided whether there is a service worker."""
    Hand(page).press("Play Straights")
    page.get_by_label("Your hand").get_by_role("button").first.wait_for()
    page.evaluate(
        """async () => {
          const { src } = document.querySelector("script[type=module]");
          const { keep } = await import(src.replace("server.js", "offline.js"));
          await keep(`service.js?${src.split("/").at(-3)}`);
        }"""
    )


@pytest.mark.parametrize("kind", ["text/html", "text/plain"])
def test_another_file_in_place_of_the_worker(visit: Visitor, kind: str) -> None:
    """As a captive portal answers, or a host that does not know the type."""

    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type=kind, body="// hello")

    page = visit(service_workers="allow")
    page.route("**/service.js?*", answer)
    asked(page)
    assert page.evaluate(WORKERS) == 0


class Tunnel:
    """TLS before a program, with a certificate that nobody has signed."""

    def __init__(self, folder: Path, to: int) -> None:
        self.port, self.to = free_port(), to
        (folder / "tunnel.pem").write_text(CERTIFICATE)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(folder / "tunnel.pem")
        self.loop = asyncio.SelectorEventLoop()
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        opening = asyncio.start_server(self._pass, "127.0.0.1", self.port, ssl=self.context)
        server = self.loop.run_until_complete(opening)
        self.loop.run_forever()
        end(self.loop, server)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, back = await asyncio.open_connection("127.0.0.1", self.to)
        await asyncio.gather(pump(reader, back), pump(answers, writer))

    def __enter__(self) -> "Tunnel":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass all bytes on."""
    try:
        while data := await reader.read(65536):
            writer.write(data)
    except (OSError, asyncio.CancelledError):
        pass
    finally:
        writer.close()


@pytest.fixture(params=[False, True])
def secure(request: pytest.FixtureRequest, chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page by HTTPS, in a browser that trusts the certificate, or whose person went on."""
    program = Program(tmp_path)
    program.expected += ("parlour: The proxy sets no X-Forwarded-For",)
    with Tunnel(tmp_path, program.port) as tunnel:
        address = f"https://127.0.0.1:{tunnel.port}"
        program.command += ["--public-url", address]
        browser = chromium.browser_type.launch(
            executable_path=CHROMIUM, args=[*ARGUMENTS, *[TRUSTED] * request.param]
        )
        with program:
            visitor = Visitor(browser, program)
            visitor.origin = address
            yield visitor(ignore_https_errors=not request.param, service_workers="allow")
            visitor.close()
            browser.close()


def test_a_certificate_decides_about_the_worker(
    secure: Page, request: pytest.FixtureRequest
) -> None:
    """With one that is not trusted the browser allows none, and would say so."""
    asked(secure)
    trusted = request.node.callspec.params["secure"]
    assert secure.evaluate(WORKERS) == trusted
