"""The files of the page, which are read and compressed once, when the server starts. Comments,
indentation and spaces around signs are not sent.

Each file has two addresses: a plain one, and one below `files/DIGEST/`, where DIGEST is that of all
files. Browsers keep what has a digest for a year, since changed files have other addresses.
"""

import base64
import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

PAGE = Path(__file__).parents[1] / "page"
TYPES = ".d.ts", ".d.mts"  # of the page's scripts, for their checker alone
ALONE = "alone/"  # files for a site without a server
INDEX = "index.html"
# the files that have an address with a digest, each with the beginning of its own
LIST = "files.json"
MARK = "DIGEST"  # in the index, in place of that of all files
PLAIN = {INDEX, "service.js", "manifest.json"}  # these say where they are by their own address
KEPT = "max-age=31536000, immutable"
REFERENCE = re.compile(r'(?<=href="|.src=")[\w./]+(?=")')  # to a file, in the index

for kind, ending in (("text/javascript", ".js"), ("text/css", ".css"), ("image/svg+xml", ".svg")):
    mimetypes.add_type(kind, ending)  # the machine's own table may be wrong
# of JavaScript, on lines of their own
COMMENT = re.compile(rb"(?ms)^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$")
CAST = re.compile(rb"/\*\* @type \{[^*\n]*\} \*/ (?=\()")  # of JavaScript, before what has the type
REMARK = re.compile(rb"(?m) //[^\n\"'`]*$")  # of JavaScript, behind code; quotes may be code
INDENTATION = re.compile(rb"(?m)^[ \t]+")
# of JavaScript: lines with what may be a comment, what is quoted (templates to the last one of a
# line), patterns, or else spaces around signs; .ci/types compares the words before and after
SIGN = re.compile(
    rb"""(?m)(^[^\n]*/[/*][^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
    rb"""|`[^`]*\n[^`]*`|`[^\n]*`"""
    rb"""|/(?:(?![ *])|(?<=\(/))(?:\\.|\[(?:\\.|[^]\\\n])*]|[^/\\\n[])+/)"""
    rb"""| ?([=(){}\[\],;:?&|<>]+) ?"""
)
# of CSS, each also what is quoted: remarks and spaces, and what separates nothing
GAP = re.compile(rb"""(?s)("[^"]*"|'[^']*')|(?:/\*.*?\*/|\s)+""")
SEPARATOR = re.compile(rb"""("[^"]*"|'[^']*')|(?<=[:,;{}>/]) | (?=[{}>/])|;(?= ?\})""")


class File(NamedTuple):
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes  # compressed by gzip


def below(start: str, path: Path) -> dict[str, Path]:
    """The files of a folder by their addresses, which begin with `start`; or a single file."""
    if path.is_file():
        return {start: path}
    every = sorted(path.rglob("*"))
    return {start + file.relative_to(path).as_posix(): file for file in every if file.is_file()}


def page_files() -> dict[str, Path]:
    """The page's files by their addresses, as a server sends them."""
    files = below("", PAGE).items()
    return {
        name: path
        for name, path in files
        if not name.startswith(ALONE) and not name.endswith(TYPES)
    }


class Files:
    """The files of some folders, and single files.

    Attributes:
        digest: of all names and contents.
        left_out: a sentence about each file that cannot be read.

    """

    def __init__(self, places: Mapping[str, Path]) -> None:
        """Read folders and files, by the beginnings of their addresses."""
        self.left_out: list[str] = []
        read = {
            name: content
            for start, place in places.items()
            for name, path in below(start, place).items()
            if (content := self._content(path)) is not None
        }
        digest = hashlib.sha256()
        for name, content in read.items():
            digest.update(f"{name} {_kind(name)} {len(content)}\n".encode() + content)
        self.digest = digest.hexdigest()[:16]
        self.files = {
            name: File(_kind(name), content, gzip.compress(content, mtime=0))
            for name, content in self._linked(read)
        }

    def _content(self, path: Path) -> bytes | None:
        try:
            content = path.read_bytes()
        except OSError as error:
            self.left_out.append(f"The page's file {path} is left out: {error.strerror}.")
            return None
        return slim(path.suffix, content)

    def _linked(self, read: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
        """The files, where the index refers to addresses with the digest; and their list."""
        start = f"files/{self.digest}/"
        names = [name for name in read if name not in PLAIN]

        def link(reference: re.Match[str]) -> str:
            return start + reference[0] if reference[0] in names else reference[0]

        yield from read.items()
        if INDEX in read:
            index = REFERENCE.sub(link, read[INDEX].decode())
            yield INDEX, index.replace(MARK, self.digest).encode()
        hashes = {name: _short_hash(read[name]) for name in names}
        yield LIST, json.dumps(hashes, separators=(",", ":")).encode()

    async def answer(self, request: Request) -> Response:
        """Answer a request for the file `path` of the route, perhaps of this `digest`; 404 if there
        is none, or for a browser's address bar the way to the table.
        """
        name = request.path_params["path"] or INDEX
        file, digest = self.files.get(name), request.path_params.get("digest")
        if file is None or (name == LIST and digest != self.digest):
            page = digest is None and name != INDEX and not name.startswith("api/")
            if page and "text/html" in request.headers.get("accept", ""):
                # relative, since a proxy may serve this below a path; one level at a time, since
                # it may also send the %2F of an address as a slash (at its end one level too far)
                up = "../" if request.scope["raw_path"].endswith(b"/") else "./"
                return Response(status_code=303, headers={"Location": up})
            raise HTTPException(404)
        headers = {"ETag": f'W/"{self.digest}"', "Vary": "Accept-Encoding"}
        if digest == self.digest:
            headers["Cache-Control"] = KEPT
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = file.plain
        if "gzip" in request.headers.get("accept-encoding", "") and len(file.packed) < len(body):
            body = file.packed
            headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = f"{len(body)}"
        body = b"" if request.method == "HEAD" else body
        return Response(body, headers=headers, media_type=file.kind)


def slim(suffix: str, content: bytes) -> bytes:
    """The content of a file as it is sent: without comments, indentation and spaces around signs.
    The lines of a script keep their numbers; a style is one line.
    """
    if suffix == ".css":
        content = GAP.sub(lambda gap: gap[1] or b" ", content).strip()
        content = SEPARATOR.sub(lambda separator: separator[1] or b"", content)
    if suffix == ".js":
        content = COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content)
        content = CAST.sub(b"", content)
        content = REMARK.sub(b"", content)
        content = SIGN.sub(lambda sign: sign[1] or sign[2], content)
    if suffix in (".js", ".html"):
        content = INDENTATION.sub(b"", content)
    if suffix == ".json":
        with suppress(ValueError):  # a game's own file may be anything
            content = json.dumps(
                json.loads(content), ensure_ascii=False, separators=(",", ":")
            ).encode()
    return content


def _short_hash(content: bytes) -> str:
    """The first characters of a content's hash in base64, as the service worker compares them."""
    return base64.b64encode(hashlib.sha256(content).digest())[:6].decode()


def _kind(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"
