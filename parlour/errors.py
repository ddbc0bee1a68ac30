"""Every refusal, in one tree; a message is one sentence that names the input it refuses.

ParlourError
├── CardError       a text that is no card, or cards that are no deck
├── SeedError       a seed that is no whole number, or out of range
├── RulesError      no such game, option or value, or options that do not go together
├── EventError      an event that cannot follow the ones before it
│   └── IllegalAction   an action that the rules forbid here
├── LogError        a line of a log that cannot be read or replayed
├── SaveError       a line of a saved position that cannot be
├── TableError      a message to a table that it cannot follow
├── StoreError      what is kept of tables cannot be opened, read or written
│   ├── Taken           a table's name that another table has
│   └── Moved           a data file that is no longer at its path
│       └── Torn            one beside which a file of SQLite's is gone
├── UsageError      a command line that cannot be used
└── OutputError     output that could not be written
"""

LONGEST = 200  # characters of an input that a message repeats


class ParlourError(Exception):
    """A refusal that a person can read; `str(error)` is the sentence."""


class CardError(ParlourError):
    """A text that is no card, or cards that are no deck."""


class SeedError(ParlourError):
    """A seed that is no whole number, or out of range."""


class RulesError(ParlourError):
    """A game, an option or a value that does not exist, or options that do not go together."""


class EventError(ParlourError):
    """An event that cannot follow the ones before it."""


class IllegalAction(EventError):
    """An action that the rules forbid here."""


class LogError(ParlourError):
    """A line of a log that cannot be read or replayed."""


class SaveError(ParlourError):
    """A line of a saved position that cannot be."""


class TableError(ParlourError):
    """A message to a table that it cannot follow."""


class StoreError(ParlourError):
    """What is kept of tables cannot be opened, read or written."""


class TableExists(StoreError):
    """A table's name that another table has."""


class Moved(StoreError):
    """The data file is no longer at its path; what was committed last must not be acknowledged."""


class SideFileMoved(Moved):
    """A file that SQLite keeps beside the data file is gone; a connection that is closed and made
    anew loses nothing.
    """


class UsageError(ParlourError):
    """A command line that cannot be used."""


class OutputError(ParlourError):
    """Output that could not be written."""


def plain(text: str) -> str:
    """The text on one line, with what cannot be printed written as an escape."""
    shown = (
        c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode()
        for c in text
    )
    return "".join(shown).encode("utf-8", "backslashreplace").decode()


def quote(text: str | bytes) -> str:
    """The input in quotes for a message: one line, printable, cut after `LONGEST` characters."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    return f'"{plain(text[:LONGEST])}{"..." if len(text) > LONGEST else ""}"'


def failure(error: BaseException) -> str:
    """What another's code has raised, for a message: its type and its text, on one line and cut as
    `quote` cuts.
    """
    text = quote(str(error))[1:-1].rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def quote_json(value: object) -> str:
    """A value of JSON in quotes for a message; nothing of one that is too deep to be written."""
    from json import dumps  # here, because the classic programs start without it

    try:
        return quote(dumps(value))
    except RecursionError:
        return '"..."'
