"""The page's files: read once, kept by browsers, and changed under another address."""

import asyncio
import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from parlour.games import hearts
from parlour.web.files import INDEX, KEPT, MARK, PAGE, PLAIN, Files, below, page_files, slim
from tests.support.page_imports import imported, scripts
from tests.support.served import Served

HEARTS = below("games/hearts/", Path(hearts.__file__).parent / "page")
SOURCE = b"""/* What
 * is here. */
/** @type {string} */
const one = "//"; // and more
	// A line, /* and
	/* another */
/** @type {string} */ (one).trim(); /* beside */
const two = `/* ${one} */`;
	const three = "a // b"; // "c"
/* the end */
"""
SENT = b"""


const one = "//";


(one).trim(); /* beside */
const two = `/* ${one} */`;
const three = "a // b"; // "c"

"""
RULES = b"""/* Two lines
 * of a remark. */
a,  b > :is(i, u) {
\tmargin: 0 1px; /* so */
\tgrid-template:
\t\tauto
\t\t/ 1fr;
\tp { color: red }
}
@media (hover) { a:hover { content: "; " } }
"""


def lines(path: Path) -> list[str]:
    """The lines of a file that are sent."""
    return [*filter(None, slim(path.suffix, path.read_bytes()).decode("latin-1").splitlines())]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("files") / "tables.db") as server:
        yield server


def index(served: Served) -> str:
    text: str = served.ask("GET", "/")[1].decode()
    return text


def digest(served: Served) -> str:
    reference = re.search(r'src="files/(\w+)/early.js"', index(served))
    assert reference
    return reference[1]


def test_each_file_has_two_addresses(served: Served) -> None:
    """A plain one, whose content may change, and one whose content never does."""
    for name, path in (page_files() | HEARTS).items():
        if name == INDEX:
            continue
        for address, cache in ((name, "no-cache"), (f"files/{digest(served)}/{name}", KEPT)):
            status, sent, headers = served.ask("GET", f"/{address}")
            assert status == 200
            if path.suffix == ".json":
                assert sent == json.loads(path.read_bytes())
                continue
            assert [*filter(None, sent.decode("latin-1").splitlines())] == lines(path)
            assert headers["cache-control"] == cache
            assert headers["content-length"] == f"{len(sent)}"


def test_the_index_names_files_of_this_digest(served: Served) -> None:
    plain = (PAGE / INDEX).read_text()
    start = f"files/{digest(served)}/"
    assert index(served).replace(start, "") == plain.replace(MARK, digest(served))
    named = re.findall(r'(?:href|src)="([^"]+)"', index(served))
    assert f"{start}start/server.js" in named
    assert {name for name in named if not name.startswith(start)} == {"manifest.json"}
    status, names, _ = served.ask("GET", f"/{start}files.json")
    assert status == 200
    assert set(names) > {"start/app.js", "icon.png", "games/hearts/page.js"}
    assert not PLAIN & set(names)
    for name in names:
        assert served.ask("HEAD", f"/{start}{name}")[:2] == (200, b"")


def test_the_index_names_what_the_first_screen_imports() -> None:
    """The browser then asks for all of it at once."""
    first, new, texts = set[str](), {"start/server.js"}, scripts()
    while new:
        first |= new
        new = {other for name in new for other in imported(name, texts[name])[0]} - first
    named = re.findall(r'<link rel="modulepreload" href="(.+)">', (PAGE / INDEX).read_text())
    assert named == sorted(first - {"start/server.js"})


def test_another_digest_is_not_kept(served: Served) -> None:
    """An open page of an older server finds its files, as they are now."""
    status, sent, headers = served.ask("GET", "/files/0123456789abcdef/start/app.js")
    assert (status, sent) == served.ask("GET", "/start/app.js")[:2]
    assert status == 200
    assert headers["cache-control"] == "no-cache"
    assert served.ask("GET", "/files/0123456789abcdef/files.json")[0] == 404


def test_a_known_file_is_not_sent_again(served: Served) -> None:
    _, sent, headers = served.ask("GET", "/table/table.css", accept_encoding="gzip")
    assert gzip.decompress(sent) == served.ask("GET", "/table/table.css")[1]
    tag = headers["etag"]
    assert served.ask("GET", "/table/table.css", if_none_match=tag)[:2] == (304, b"")
    assert served.ask("GET", "/table/table.css", if_none_match='W/"older"')[0] == 200


@pytest.mark.parametrize(
    "path", ["/nothing.js", "/../app.py", "/%2e%2e/app.py", "/files/", "/files/x/../../app.py"]
)
def test_nothing_else_is_served(served: Served, path: str) -> None:
    assert served.ask("GET", path)[0] == 404


ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8"  # of a browser's address bar


@pytest.mark.parametrize(
    ("path", "proxy"),
    [
        (path, proxy)
        for path in ("nothing", "a/b/nothing", "/evil.example", "a/", "a%2Fb", "a/b%2Fc%2fd/e%2Ff/")
        for proxy in (str, unquote)
    ]
    + [("%2F", str)],  # decoded, it is a slash at the end, as any other
)
def test_an_address_that_a_person_mistypes_leads_to_the_table(
    served: Served, path: str, proxy: Callable[[str], str]
) -> None:
    """Also below a proxy's path, as `/cards/`, and if the proxy decodes the rest."""
    address = f"https://cards.example/cards/{path}"
    for _ in range(10):
        sent_on = proxy(address.removeprefix("https://cards.example/cards"))
        status, sent, headers = served.ask("GET", sent_on, accept=ACCEPT)
        if status == 200:
            break
        assert (status, sent) == (303, b"")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"].startswith("default-src 'none'")
        address = urljoin(address, headers["location"])
    assert address == "https://cards.example/cards/"
    assert served.ask("GET", f"/{path}", accept="*/*")[:2] == (404, {"why": "Not Found."})


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables", "/files/x/nothing.js"])
def test_what_programs_ask_for_has_no_page_instead(served: Served, path: str) -> None:
    answer = served.ask("GET", path, accept="text/html")
    assert answer[:2] == (404, {"why": "Not Found."})


def test_a_server_without_its_page_leads_nowhere(tmp_path: Path) -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "headers": [(b"accept", b"text/html")],
        "path_params": {"path": ""},
    }
    with pytest.raises(HTTPException, match="404"):
        asyncio.run(Files({"": tmp_path}).answer(Request(scope)))


def test_what_is_small_is_not_compressed(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("go()")
    scope = {
        "type": "http",
        "method": "GET",
        "headers": [(b"accept-encoding", b"gzip")],
        "path_params": {"path": "a.js"},
    }
    answer = asyncio.run(Files({"": tmp_path}).answer(Request(scope)))
    assert answer.body == b"go()"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "content-encoding" not in answer.headers


def test_a_file_of_data_is_sent_without_spaces() -> None:
    """Also one that is none, as a game may have any."""
    assert slim(".json", b'{"a": [1,\n\t"\xc3\xa9"]}') == b'{"a":[1,"\xc3\xa9"]}'
    assert slim(".json", b"{ a") == b"{ a"


@pytest.mark.parametrize(("name", "sent"), [("a.js", SENT), ("a.txt", SOURCE)])
def test_comments_are_not_sent(tmp_path: Path, name: str, sent: bytes) -> None:
    """The lines keep their numbers."""
    (tmp_path / name).write_bytes(SOURCE)
    assert Files({"": tmp_path}).files[name].plain == sent


def test_a_style_is_sent_without_spaces_that_separate_nothing() -> None:
    assert slim(".css", RULES) == (
        b"a,b>:is(i,u){margin:0 1px;grid-template:auto/1fr;p{color:red}}"
        b'@media (hover){a:hover{content:"; "}}'
    )


def test_a_script_is_sent_without_spaces_around_signs() -> None:
    """But for those in texts and patterns, and in lines with what may be a comment."""
    script = b"""let [one, two] = [a ? `( ${b ? `( ` : ''} (` : "\\" ( ", c / 2];
f((d) => d.replace(/ ( [ (/]/, '( '), `(
x ( `, e / 3);
url = "a // b"; g = 1 + -2;
"""
    sent = b"""let[one,two]=[a?`( ${b ? `( ` : ''} (`:"\\" ( ",c / 2];
f((d)=>d.replace(/ ( [ (/]/,'( '),`(
x ( `,e / 3);
url = "a // b"; g = 1 + -2;
"""
    assert slim(".js", script) == sent


def test_a_server_sends_nothing_of_a_site_and_no_types() -> None:
    names = {*page_files()}
    assert {"index.html", "service.js", "base/link.js", "start/server.js"} < names
    assert not [name for name in names if name.startswith("alone") or ".d." in name]


def test_a_change_has_another_digest(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "a.js").write_text("1")
    first = Files({"": page}).digest
    assert Files({"": page}).digest == first
    (page / "a.js").write_text("2")
    second = Files({"": page}).digest
    (page / "a.js").rename(page / "b.js")
    third = Files({"": page}).digest
    assert len({first, second, third, Files({"games/a/": page}).digest}) == 4


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page does without it, and the server's log names it."""
    (tmp_path / "a.js").write_text("1")
    (tmp_path / "b.js").write_text("2")
    plain = Path.read_bytes

    def read(path: Path) -> bytes:
        if path.name == "a.js":
            raise PermissionError(13, "Permission denied")
        return plain(path)

    monkeypatch.setattr(Path, "read_bytes", read)
    files = Files({"": tmp_path})
    assert set(files.files) == {"b.js", "files.json"}
    assert files.left_out == [
        f"The page's file {tmp_path / 'a.js'} is left out: Permission denied."
    ]
