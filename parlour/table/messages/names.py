"""The names of persons: which are valid, and how they are compared."""

import unicodedata

from parlour.catalogue.registry import GAMES
from parlour.errors import JOINERS, TableError, printable, quote
from parlour.players import LEVELS
from parlour.words.narration import LEVELS as TITLES

LONGEST_NAME = 30  # characters of a person's name
UNFIT_NAME = f"The name {{}} is not 1 to {LONGEST_NAME} characters that can be printed."
LEVEL_WORDS = {title.lower() for title, _ in TITLES.values()}  # the names of the levels on the page
BLANK = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180F, 0x2800, 0x3164, 0xFFA0))
)  # printable characters that are invisible
# variation selectors: they change the look of the character before
SELECTORS = ((0x180B, 0x180D), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
UNSEEN = ("Mn", "Me", "Zs")  # a name needs a printable character of another Unicode category


def person_name(text: str) -> str:
    """A person's name without spaces around it; TableError if it is invalid."""
    name = text.strip()
    if not name or not printable(name) or len(name) > LONGEST_NAME:
        raise TableError(UNFIT_NAME.format(quote(text)))
    if all(unicodedata.category(character) in UNSEEN for character in folded(name)):
        raise TableError(
            f"The name {quote(text)} looks empty: a name has a letter, a digit or a sign."
        )
    if folded(name) in {*LEVEL_WORDS, *(level for game in GAMES for level in LEVELS[game])}:
        raise TableError(f"The name {quote(text)} is that of a level of the computers.")
    return name


def folded(name: str) -> str:
    """A name as it is compared: lower case, normalised, without invisible characters."""
    seen = "".join(
        character for character in unicodedata.normalize("NFKC", name) if not _ignored(character)
    )
    return " ".join(
        unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).split()
    )


def _ignored(character: str) -> bool:
    """Whether a character is invisible."""
    within = any(first <= ord(character) <= last for first, last in SELECTORS)
    return within or character in BLANK or character in JOINERS
