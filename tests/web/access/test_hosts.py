"""Hosts and origins: which are the server's own, however they are written; and public URLs."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import UsageError, quote
from parlour.web.access.hosts import allowed_hosts, public_url
from tests.support.served import Served, key


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("hosts") / "tables.db") as server:
        yield server


def test_doors() -> None:
    room = allowed_hosts(8000, room=True)
    assert all(
        room.knows(host)
        for host in ("192.168.1.5:8000", "192.168.1.5", "[fe80::1]:8000", "localhost:8000")
    )
    assert not any(
        room.knows(host)
        for host in ("", "evil.example:8000", "192.168.1.5.evil.example", "[::", "1.2.3.4@evil")
    )
    assert room.admits("http://192.168.1.5:8000", "192.168.1.5:8000")
    assert not room.admits("http://192.168.1.6:8000", "192.168.1.5:8000")
    proxy = allowed_hosts(80, public="https://cards.example")
    assert proxy.knows("cards.example")
    assert proxy.knows("127.0.0.1")
    assert proxy.admits("https://cards.example", "cards.example")
    # where the proxy hands on its own Host
    assert proxy.admits("https://cards.example", "127.0.0.1")
    assert not proxy.admits("https://cards.example", "evil.example")
    assert not proxy.admits("https://evil.example", "cards.example")
    # whoever can change plain HTTP could be that page
    assert not proxy.admits("http://cards.example", "cards.example")
    assert proxy.admits("http://127.0.0.1", "127.0.0.1")
    assert not allowed_hosts(80).admits("", "127.0.0.1")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.168.1.5:8000", "192.168.1.5:8000"),
        ("192.168.1.5", "192.168.1.5"),
        ("192.168.1.5:0081", "192.168.1.5:81"),
        ("192.168.1.5:0080", "192.168.1.5"),
        ("192.168.1.5:", "192.168.1.5"),
        ("[0:0:0:0:0:0:0:1]:", "[::1]"),
        ("[FE80:0::1]:8000", "[fe80::1]:8000"),
        ("[fe80::1]", "[fe80::1]"),
        ("LOCALHOST:8000", "localhost:8000"),
        ("localhost.:8000", "localhost:8000"),
        ("LocalHost.:08000", "localhost:8000"),
        ("localhost..:8000", ""),
        ("localhost%2e:8000", ""),
        ("loc\u0430lhost:8000", ""),
        ("localhost:80", ""),
        ("localhost:0", ""),
        ("192.168.1.5:8000; script-src *", ""),
        ("192.168.1.5:x", ""),
        ("192.168.1.5:65536", ""),
        ("192.168.1.5.", ""),
        ("0xc0.168.1.5", ""),
        ("192.168.1.0x5", ""),
        ("192.168.01.5", ""),
        ("192.168.1.5/ *", ""),
        ("evil@192.168.1.5", ""),
        ("192.168.1.5\xa0", ""),
        ("[192.168.1.5]", ""),
        ("[fe80::1%25eth0]", ""),
        ("fe80::1", ""),
        ("1.2.3.256", ""),
        ("1.2.3.4.5", ""),
        ("", ""),
    ],
)
def test_a_host_is_named_in_our_own_words(host: str, name: str) -> None:
    assert allowed_hosts(8000, room=True).name(host) == name
    assert allowed_hosts(8000, room=True).knows(host) == bool(name)
    if not name.startswith("localhost"):
        assert allowed_hosts(8000).name(host) == ""


@pytest.mark.parametrize("host", ["cards.example", "CARDS.Example", "cards.example."])
@pytest.mark.parametrize(
    ("public", "same", "others"),
    [
        ("https://cards.example", ("", ":", ":443", ":0443", ":80"), (":8000", ":444", ":0", ":x")),
        ("http://cards.example", ("", ":", ":80"), (":443", ":8000")),
        ("https://cards.example:8443", (":8443", ":08443"), ("", ":", ":443", ":80", ":8000")),
        ("https://cards.example:80", (":80",), ("", ":443")),
    ],
)
def test_a_public_host_is_the_same_however_it_is_written(
    host: str, public: str, same: tuple[str, ...], others: tuple[str, ...]
) -> None:
    """As RFC 9110 and RFC 3986 compare hosts; a proxy may send its own port, as nginx does with
    `$host:$server_port`.
    """
    hosts, name = allowed_hosts(8000, public=public), public.partition("//")[2]
    for port in same:
        assert hosts.name(host + port) == name
        assert hosts.is_public(host + port)
        assert hosts.admits(public, host + port)
        assert not hosts.admits("http://127.0.0.1:8000", host + port)
    for port in others:
        assert not hosts.knows(host + port)
        assert not hosts.admits(public, host + port)
    for near in ("xcards.example", "cards.example.x", "cards.example..", "cards.example%2e", "*"):
        assert not hosts.knows(near + same[0])
    assert hosts.name("LOCALHOST:8000") == "localhost:8000"
    assert not hosts.is_public("localhost:8000")
    assert not allowed_hosts(8000).is_public("")


@pytest.mark.parametrize(
    ("origin", "ours"),
    [
        ("https://cards.example", True),
        ("https://cards.example.", True),  # the same page, under its full name
        ("https://cards.example..", False),
        ("https://cards.example:443", False),  # no browser writes it so
        ("https://cards.example/", False),
        ("https://user@cards.example", False),
        ("https://cards.example.evil.example", False),
        ("https://evil.example/cards.example", False),
        ("http://cards.example", False),
        ("https://", False),
        ("https://.", False),
        ("null", False),
        ("", False),
    ],
)
def test_an_origin_is_compared_as_browsers_write_it(origin: str, ours: bool) -> None:
    hosts = allowed_hosts(8000, public="https://cards.example")
    for host in ("cards.example", "cards.example.:443", "127.0.0.1:8000"):
        assert hosts.admits(origin, host) == ours
    local = allowed_hosts(8000)
    assert local.admits("http://localhost.:8000", "localhost.:8000")
    assert not local.admits("http://localhost:8000.", "localhost:8000")
    assert not local.admits("http://", "")


@given(
    st.text(st.characters(max_codepoint=255), max_size=30)
    | st.from_regex(r"\A[0-9.:;a-f\[\] /@*]{0,30}\Z")
)
def test_no_text_of_a_host_is_repeated(host: str) -> None:
    name = allowed_hosts(8000, room=True, public="https://cards.example").name(host)
    assert set(name) <= set("0123456789abcdef.:[]") or name in ("localhost:8000", "cards.example")


@pytest.mark.parametrize(
    ("url", "origin", "path"),
    [
        ("https://Cards.example/", "https://cards.example", ""),
        ("https://cards.example:443", "https://cards.example", ""),
        ("http://cards.example:8080", "http://cards.example:8080", ""),
        ("http://[0::1]:80", "http://[::1]", ""),
        ("https://cards.example:", "https://cards.example", ""),
        ("HTTPS://xn--bro-hoa.my_cards.example.", "https://xn--bro-hoa.my_cards.example", ""),
        ("https://b\u00fcro.my_cards.example/", "https://xn--bro-hoa.my_cards.example", ""),
        ("https://B\u00dcRO.example.:443", "https://xn--bro-hoa.example", ""),
        ("https://bu\u0308ro.example", "https://xn--bro-hoa.example", ""),
        # not "fass", as IDNA 2003 has it
        ("https://fa\u00df.example:8443/a", "https://xn--fa-hia.example:8443", "/a"),
        ("https://\u4f8b\u3048\u3002\u30c6\u30b9\u30c8", "https://xn--r8jz45g.xn--zckzah", ""),
        ("https://\uff41.example", "https://a.example", ""),
        ("http://192.0.2.1", "http://192.0.2.1", ""),
        (f"https://{'a' * 63}.b", f"https://{'a' * 63}.b", ""),
        ("https://a/b", "https://a", "/b"),
        ("https://a:8/Our.games/~b-c_1/", "https://a:8", "/Our.games/~b-c_1"),
    ],
)
def test_public_urls(url: str, origin: str, path: str) -> None:
    assert public_url(url) == (origin, path)


@pytest.mark.parametrize(
    ("url", "why"),
    [(url, "") for url in ("", "cards.example", "ftp://a", " https://a", "https:a", "https:/a")]
    + [
        (f"https://{host}{rest}", f"the host {quote(host)} is impossible: ")
        for host in (
            *("", "x y", "exa mple", "<b", "a;b", "a..", ".", "..", "a..b", "-x.org", "192.0.2.1."),
            *(
                "0x7f.1",
                "a.0x1",
                "\u00ad.example",
                "x-.org",
                "*.org",
                "a%20b",
                "[",
                "[::1",
                "[::g]",
                "[::1%eth0]",
                "256.1.1.1",
                "1.2.3",
            ),
            *("a" * 64, "a." * 127 + "b", "²"),
        )
        for rest in ("", ":8000", "/b")
        if not host.startswith("[") or "]" in host or not rest
    ]
    + [
        (f"https://{host}", f"the host {quote(host)} has no name in ASCII that is known here: ")
        for host in ("\u2615.example", "\u00fc" * 60, "-\u00fc.example", "a\u0301\ud800.example")
    ]
    + [
        (f"http://host:{port}", f'the port "{port}" is not a whole number from 1 to 65535')
        for port in ("99999", "65536", "0", "b", "+80", "80:90", "100080")
    ]
    + [
        (f"https://a{path}", f'the path "{path}" is impossible: expected one as /cards')
        for path in ("?b", "#b", "/b?c", "//b", "/../b", "/b/.", "/b c", "/%2F", "/ü")
    ],
)
def test_public_urls_that_are_none(url: str, why: str) -> None:
    with pytest.raises(UsageError) as refused:
        public_url(url)
    why = why or "expected an address such as https://cards.example.org)."
    assert str(refused.value).startswith(f"Invalid --public-url {quote(url)} ({why}")


def test_a_public_url_holds_no_password() -> None:
    for host in ("b", "x y", "\u2615", ""):
        with pytest.raises(UsageError) as refused:
            public_url(f"https://a:secret@{host}")
        assert "secret" not in str(refused.value)


# Through a server.


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        ("http://127.0.0.1:{}/api/games?x=1", "127.0.0.1:{}", 200),
        ("HTTP://LOCALHOST.:{}/api/games", "127.0.0.1:{}", 200),
        ("http://127.0.0.1:{}", "127.0.0.1:{}", 200),
        ("http://127.0.0.1:{}?x", "127.0.0.1:{}", 200),
        ("http://127.0.0.1:{}/api/games", "evil.example", 200),  # a target counts more than Host
        ("http://evil.example/api/games", "127.0.0.1:{}", 403),
        ("http://x@127.0.0.1:{}/api/games", "127.0.0.1:{}", 403),
        ("http:///api/games", "127.0.0.1:{}", 403),
        ("ftp://127.0.0.1:{}/api/games", "127.0.0.1:{}", 404),
        ("/api/games", "127.0.0.1.:{}", 403),
        ("/api/games", "LocalHost.:{}", 200),
    ],
)
def test_a_target_in_absolute_form_names_the_host(
    served: Served, target: str, host: str, status: int
) -> None:
    target, host = target.format(served.port), host.format(served.port)
    answered, told, headers = served.ask("GET", target, host=host)
    assert answered == status
    assert "content-security-policy" in headers
    if "/api/games" in target and status == 200:
        assert told["games"]


def test_behind_a_proxy_that_sends_its_own_port(tmp_path: Path) -> None:
    """As nginx does with `proxy_set_header Host $host:$server_port`."""
    with Served(tmp_path / "tables.db", public="https://cards.example") as server:
        maker, origin = key(), "https://cards.example"
        wish = {"key": maker, "game": "straights", "seats": ["first"] * 4}
        for host in ("cards.example:443", "CARDS.example.:443", "cards.example:80"):
            status, told, headers = server.ask(
                "POST", "/api/tables", wish, host=host, origin=origin, x_forwarded_for="1.1.1.1"
            )
            assert status == 201
            assert "connect-src 'self' wss://cards.example;" in headers["content-security-policy"]
            assert headers["strict-transport-security"] == "max-age=31536000"
            line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            line.request(
                "GET",
                f"/api/tables/{told['table']}/socket",
                headers={
                    "Host": host,
                    "Origin": origin,
                    "Connection": "upgrade",
                    "Upgrade": "websocket",
                    "Sec-WebSocket-Version": "13",
                    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
                },
            )
            assert line.getresponse().status == 101
            line.close()
        evil = server.ask("POST", "/api/tables", wish, host="evil.example:443", origin=origin)
        assert evil[0] == 403
        assert "evil.example:443" in json.dumps(evil[1])
