"""What comes to a table, read and checked: a wish for one, the keys that open it, requests.

A key is 128 bits drawn by whoever is to hold it, as 22 characters of base64url. All that opens a
table is derived from its maker's key by SHA-256, so the same wish sent twice is one table; what is
kept are hashes of keys.
"""

import json
import re
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from parlour.errors import TableError, quote, quote_json
from parlour.game import GAMES, find_game, parse_rules, words
from parlour.players import LEVELS, find_level
from parlour.words import LEVELS as TITLES

LIMITS = (0, 30, 60, 120)  # seconds for a turn; 0 for none
LONGEST_NAME = 30  # characters of a person's name
LONGEST_IDENT = 40
LEVEL_WORDS = {title.lower() for title, _ in TITLES.values()}  # as the page calls the levels
BLANK = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180F, 0x2800, 0x3164, 0xFFA0))
)  # printable, and unseen
SELECTORS = (
    (0x180B, 0x180D),
    (0xFE00, 0xFE0F),
    (0xE0100, 0xE01EF),
)  # variations of the character before
UNSEEN = ("Cc", "Cf", "Mn", "Me", "Zs")  # Unicode categories of which no name can consist
REQUESTS: dict[str, dict[str, type]] = {
    "enter": {"key": str, "have": int},
    "join": {"key": str, "name": str},
    "act": {"move": int, "action": str},
    "next": {},
    "start": {},
    "back": {},
    "leave": {},
    "hint": {},
}
_KEY = re.compile(r"[A-Za-z0-9_-]{22}").fullmatch


class Chair(NamedTuple):
    """Who a seat of a table is for."""

    kind: str  # "person", "open" for whoever joins, or "computer"
    name: str  # of the person; empty for nobody yet
    key: str  # hash of the person's key
    level: str  # of the computer that sits here, or plays while nobody does


class Made(NamedTuple):
    """What a table is, as it is stored."""

    name: str  # in addresses: 12 characters of base64url
    body: str  # JSON: game, rules, chairs, level, limit, and hashes of the keys
    seat: int | None  # the maker's


class Plan(NamedTuple):
    """What a table is, as it is used."""

    game: str
    rules: Any
    chairs: tuple[Chair, ...]
    level: str
    limit: int  # seconds
    maker: str  # hashes of keys
    invite: str
    watch: str


def is_key(text: object) -> bool:
    """Whether this is the text of a key."""
    return isinstance(text, str) and _KEY(text) is not None


def derived(purpose: str, key: str) -> str:
    """The key for a purpose that follows from a key: `invite` or `watch`; the first 12 characters
    for `table` are its name.
    """
    digest = sha256(f"parlour/1 {purpose} {key}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def hashed(key: str) -> str:
    """What is kept of a key."""
    return sha256(f"parlour/1 kept {key}".encode()).hexdigest()[:32]


def field(wish: Mapping[str, object], name: str, kind: type, default: object = None) -> Any:
    """A field of a message; TableError where it is missing without a default, or of another
    kind.
    """
    value = wish.get(name, default)
    if value is None:
        raise TableError(f"The field {quote(name)} is missing.")
    if type(value) is not kind:
        raise TableError(f"The field {quote(name)} cannot be {quote_json(value)}.")
    return value


def only(message: Mapping[str, object], names: tuple[str, ...]) -> None:
    """TableError where a message has a field that is not one of these."""
    for name in message:
        if name not in names:
            raise TableError(f"There is no field {quote(name)} here; there is {', '.join(names)}.")


def person_name(text: str) -> str:
    """The name itself, without spaces around it; TableError where it cannot be one."""
    name = text.strip()
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise TableError(
            f"The name {quote(text)} is not 1 to {LONGEST_NAME} characters that can be printed."
        )
    if all(unicodedata.category(character) in UNSEEN for character in folded(name)):
        raise TableError(
            f"The name {quote(text)} looks empty: a name has a letter, a digit or a sign."
        )
    if folded(name) in {*LEVEL_WORDS, *(level for game in GAMES for level in LEVELS[game])}:
        raise TableError(f"The name {quote(text)} is that of a level of the computers.")
    return name


def folded(name: str) -> str:
    """A name as it is compared with others: without the differences that nobody sees, and in small
    letters.
    """
    seen = "".join(
        character for character in unicodedata.normalize("NFKC", name) if not _ignored(character)
    )
    return " ".join(
        unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).split()
    )


def _ignored(character: str) -> bool:
    """Whether nothing is shown for a character."""
    within = any(first <= ord(character) <= last for first, last in SELECTORS)
    return within or character in BLANK or unicodedata.category(character) == "Cf"


def checked_key(key: str) -> str:
    """The key itself; TableError, which does not repeat it, where it is none."""
    if not is_key(key):
        raise TableError("A key is 22 characters of base64url.")
    return key


def read(frame: str) -> dict[str, Any]:
    """A frame's JSON object; TableError for any other text."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise TableError(f"{quote(frame)} is not JSON.") from None
    if not isinstance(message, dict):
        raise TableError(f"{quote(frame)} is not a message: a message is a JSON object.")
    return message


def ident_of(message: Mapping[str, object]) -> str:
    """A request's id."""
    ident = field(message, "id", str)
    if not 0 < len(ident) <= LONGEST_IDENT or not ident.isprintable():
        raise TableError(
            f"The id {quote(ident)} is not 1 to {LONGEST_IDENT} characters that can be printed."
        )
    return str(ident)


def request(message: Mapping[str, object]) -> tuple[str, list[Any]]:
    """What a request asks for, and its fields in the order of REQUESTS."""
    kind = field(message, "type", str)
    if kind not in REQUESTS:
        raise TableError(f"There is no message {quote(kind)}; there is {', '.join(REQUESTS)}.")
    only(message, ("type", "id", *REQUESTS[kind]))
    return kind, [field(message, name, of) for name, of in REQUESTS[kind].items()]


def make(wish: object, offered: tuple[str, ...] = ()) -> Made:
    """The table that a wish asks for; a ParlourError with one sentence where there can be none.

    The wish is a JSON object, parsed: docs/log.md, "Making a table". `offered` names the games it
    may ask for, or none: all.
    """
    if not isinstance(wish, dict):
        raise TableError("A wish for a table is a JSON object.")
    only(wish, ("key", "name", "game", "rules", "seats", "level", "limit"))
    key = checked_key(field(wish, "key", str))
    game = field(wish, "game", str)
    found = find_game(game)
    if offered and game not in offered:
        raise TableError(
            f"The game {quote(game)} is not offered here (offered: {', '.join(offered)})."
        )
    rules = parse_rules(found, field(wish, "rules", dict, {}))
    level = field(wish, "level", str, next(iter(LEVELS[game])))
    find_level(game, level)
    seats = field(wish, "seats", list)
    if len(seats) != found.seats(rules):
        raise TableError(f"The seats are {len(seats)}, not {found.seats(rules)}.")
    if seats.count("me") > 1:
        raise TableError("Only one of the seats can be yours.")
    name = person_name(field(wish, "name", str)) if "me" in seats else ""
    chairs = [_chair(game, word, name, key, level) for word in seats]
    limit = field(wish, "limit", int, 60 if "friend" in seats else 0)
    if limit not in LIMITS:
        raise TableError(
            f"The limit cannot be {quote_json(limit)}: it is one of {', '.join(map(str, LIMITS))} "
            f"seconds."
        )
    body = {
        "game": game,
        "rules": words(found, rules),
        "chairs": chairs,
        "level": level,
        "limit": limit,
        "keys": [hashed(key), hashed(derived("invite", key)), hashed(derived("watch", key))],
    }
    seat = seats.index("me") if "me" in seats else None
    return Made(derived("table", key)[:12], json.dumps(body, separators=(",", ":")), seat)


def _chair(game: str, word: object, name: str, key: str, level: str) -> Chair:
    if word == "me":
        return Chair("person", name, hashed(key), level)
    if word == "friend":
        return Chair("open", "", "", level)
    if not isinstance(word, str):
        raise TableError(
            f"A seat cannot be {quote_json(word)}: it is me, friend or a computer's level."
        )
    find_level(game, word)
    return Chair("computer", "", "", word)


def plan(made: Made) -> Plan:
    """What is stored, read back."""
    body = json.loads(made.body)
    rules = parse_rules(find_game(body["game"]), body["rules"])
    chairs = tuple(Chair(*chair) for chair in body["chairs"])
    return Plan(body["game"], rules, chairs, body["level"], body["limit"], *body["keys"])
