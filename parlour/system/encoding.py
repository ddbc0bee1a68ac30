"""The head of a text that a person's editor or shell has written: a byte order mark, and UTF-16."""

from parlour.errors import ParlourError, UsageError

UTF_8, UTF_16 = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")  # their byte order marks


def unmarked(data: bytes, what: str, error: type[ParlourError] = UsageError) -> bytes:
    """The head of a text without the mark of UTF-8; an error, which names it, if it is UTF-16."""
    if data.startswith(UTF_16) and b"\0" in data[2:4]:
        raise error(f"{what} is in UTF-16; store it in UTF-8.")
    return data.removeprefix(UTF_8)
