"""The keys of persons at a table, and the texts that follow from them.

A key is 128 random bits, drawn by the person who will hold it and written as 22 characters of
base64url. All other keys of a table follow from its maker's key by SHA-256, so the same request
sent twice gives one table. Only hashes of keys are stored.
"""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256

KEY = "[A-Za-z0-9_-]{22}"
_KEY = re.compile(KEY).fullmatch


def is_key(text: object) -> bool:
    """Whether this is a text in the form of a key."""
    return isinstance(text, str) and _KEY(text) is not None


def derived(purpose: str, key: str) -> str:
    """The key that follows from a key for a purpose: "invite" or "watch". For "table", its first 12
    characters are the table's name.
    """
    digest = sha256(f"parlour/1 {purpose} {key}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def hashed(key: str) -> str:
    """The hash of a key, as it is stored: 32 hexadecimal digits."""
    return sha256(f"parlour/1 kept {key}".encode()).hexdigest()[:32]


def stored_ident(ident: str) -> str:
    """A request's id as it is stored, in at most 40 characters of ASCII: a short hash in place of
    an id with others, for which JSON would need up to twelve bytes each.
    """
    return ident if ident.isascii() else derived("id", ident)
