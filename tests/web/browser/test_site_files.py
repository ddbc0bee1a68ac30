"""The files of a site: they are those that the server sends, but for what differs on purpose; they
name each other by relative addresses.
"""

import re
from pathlib import Path

from parlour.site.build import WITH_SERVER, WITHOUT_SERVER
from parlour.web.catalogue import Catalogue
from parlour.web.files import INDEX, LIST, Files, page_files

MOST = 1000
DIFFERENT = {WITH_SERVER, "manifest.json"}
ADDED = {
    *(f"alone/{name}.js" for name in ("alone", "notice", "python", "storage", "worker")),
    *("games.json", "site.json"),
    *("first.zip", "rest.zip", "licences.txt", "runtime/library.zip"),
    *("runtime/pyodide.mjs", "runtime/pyodide.asm.mjs", "runtime/pyodide.asm.wasm"),
    "runtime/pyodide-lock.json",
}
AT_ROOT = {INDEX, "service.js", "manifest.json", "icon.svg", "icon.png", "licences.txt"}
TEXT = (".js", ".css", ".html", ".json", ".svg")
# an address that begins with a slash or names a host
ABSOLUTE = re.compile(
    r"""(?:href=|src=|url\(|from |import |import\(|URL\(|fetch\(|register\(|Worker\()["'`]?"""
    r"""(?:/|https?:)|["'`]https?://(?!www\.w3\.org/)"""
)


def below(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their names."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_page_is_that_of_the_server(site: Path) -> None:
    listing = Catalogue()
    games = {f"games/{name}/": path for name, path in listing.folders.items()}
    server = Files(page_files() | games)
    (folder,) = (site / "files").iterdir()
    here, root = below(folder), below(site)
    for name, file in server.files.items():
        if name in DIFFERENT | {LIST}:
            continue
        content = root[name] if name in AT_ROOT else here[name]
        content = content.replace(WITHOUT_SERVER.encode(), WITH_SERVER.encode())
        assert content.replace(folder.name.encode(), server.digest.encode()) == file.plain, name
    assert {*here} - {*server.files} == ADDED
    assert {name for name in root if not name.startswith("files/")} == AT_ROOT
    assert len(root) <= MOST


def test_addresses_are_relative(site: Path) -> None:
    addresses = [
        (name, match[0])
        for name, content in below(site).items()
        if name.endswith(TEXT) and "/runtime/" not in name
        for match in ABSOLUTE.finditer(content.decode())
    ]
    assert addresses == []
