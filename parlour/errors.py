"""All errors of Parlour, in one tree. A message is one sentence that repeats the refused input.

ParlourError
├── CardError       a text that is not a card, or cards that are not a deck
├── SeedError       a seed that is not a whole number, or out of range
├── RulesError      an unknown game, option or value, or options that exclude each other
├── EventError      an event that cannot follow the ones before it
│   └── IllegalAction   an action that the rules forbid now
├── LogError        a line of a log that cannot be read or replayed
├── SaveError       an invalid line of a saved position
├── TableError      an invalid message to a table
├── StoreError      the database cannot be opened, read or written
│   ├── TableExists     another table already has this name
│   └── Moved           the data file is no longer at its path
│       └── SideFileMoved   a file that SQLite keeps beside it is no longer at its path
├── Spent           so much is stored for an address that it must wait
├── SystemLacks     the system lacks or refuses what a program needs
├── CodeError       code of a game or a player that raises another error than these
├── UsageError      an invalid command line, or invalid arguments of a function
└── OutputError     output that cannot be written
"""

import os

# what helps against a system's error
HELP = {
    **dict.fromkeys(("EMFILE", "ENFILE"), "allow more open files (ulimit -n)"),
    "read": "let this user read it",
    "load": "install Parlour anew, in a folder that code may be run from",
    "EAGAIN": "allow more processes (ulimit -u)",
    "ENOMEM": "allow more memory (ulimit -v)",
    **dict.fromkeys(("ENOSPC", "EDQUOT"), "make room on the disk, or name another folder"),
    "EFBIG": "allow larger files (ulimit -f)",
    **dict.fromkeys(("EACCES", "EPERM", "EROFS"), "name a folder that this user may write to"),
}
LONGEST = 200  # characters of an input that a message repeats, at most


class ParlourError(Exception):
    """An error for a person to read; `str(error)` is the sentence."""


class CardError(ParlourError):
    """A text that is not a card, or cards that are not a deck."""


class SeedError(ParlourError):
    """A seed that is not a whole number, or out of range."""


class RulesError(ParlourError):
    """An unknown game, option or value, or options that exclude each other."""


class EventError(ParlourError):
    """An event that cannot follow the ones before it."""


class IllegalAction(EventError):
    """An action that the rules forbid now."""


class LogError(ParlourError):
    """A line of a log that cannot be read or replayed."""


class SaveError(ParlourError):
    """An invalid line of a saved position."""


class TableError(ParlourError):
    """An invalid message to a table."""


class StoreError(ParlourError):
    """The database of tables cannot be opened, read or written."""


class TableExists(StoreError):
    """Another table already has this name."""


class Moved(StoreError):
    """The data file is no longer at its path; the last commit must not be acknowledged."""


class SideFileMoved(Moved):
    """A file that SQLite keeps beside the data file is no longer at its path. Nothing is lost if
    the connection is opened anew.
    """


class Spent(ParlourError):
    """So much is stored for an address that it must wait; `wait` has the seconds."""

    def __init__(self, why: str, wait: float) -> None:
        """The sentence, and the seconds."""
        super().__init__(why)
        self.wait = wait


class SystemLacks(ParlourError):
    """The system lacks or refuses what a program needs: a folder, memory, processes, libraries."""


class CodeError(ParlourError):
    """Code of a game or a player that raises another error than these, which is the cause."""


class UsageError(ParlourError):
    """An invalid command line, or invalid arguments of a function."""


class OutputError(ParlourError):
    """Output that cannot be written."""


JOINERS = "\u200c\u200d"  # invisible parts of words in Persian and Indian scripts, and of emoji


def printable(text: str) -> bool:
    """Whether a name can be printed on one line."""
    return all(character.isprintable() or character in JOINERS for character in text)


def plain(text: str) -> str:
    """The text on one line, with unprintable characters as escapes."""
    shown = (
        c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode()
        for c in text
    )
    return "".join(shown).encode("utf-8", "backslashreplace").decode()


def quote(text: str | bytes) -> str:
    """The input in quotes for a message: on one line, printable, cut after `LONGEST` characters."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    shown = plain(text[:LONGEST])
    if len(text) > LONGEST:
        shown += "..."
    return f'"{shown}"'


def failure(error: BaseException) -> str:
    """The type and text of an error from other code, for a message: on one line, cut as by
    `quote`. The colours of a text of Numba's are left out, and its steps, which say nothing of the
    error.
    """
    import re  # here, because the classic programs start without it

    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    text = re.sub(r"^(Failed in nopython mode pipeline .*\n)+", "", text)
    text = quote(text)[1:-1].rstrip(".")
    return ": ".join(filter(None, (type(error).__name__, text)))


def lacks(error: BaseException) -> str:
    """A sentence without its stop: the thing that the system lacks or refuses, and what helps;
    empty for an error that is not the system's.
    """
    import errno  # here, because the classic programs start without it

    if isinstance(error, OSError):
        where = f" ({quote(str(error.filename))})" if error.filename is not None else ""
        code = errno.errorcode.get(error.errno or 0, "")
        helps = HELP["read"] if code == "EACCES" and _unreadable(error) else HELP.get(code, "")
        return f"{plain(error.strerror or str(error))}{where}{helps and f'; {helps}'}"
    if isinstance(error, MemoryError):
        return f"Too little memory; {HELP['ENOMEM']}"
    if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        return "No new thread; allow more processes or memory (ulimit -u, ulimit -v)"
    if isinstance(error, ImportError):
        why = quote(str(error))[1:-1].rstrip(".")
        return f"A library cannot be loaded ({why}); {HELP['load']}"
    return ""


def _unreadable(error: OSError) -> bool:
    """Whether an error names a file that is there, and that this user may not read."""
    name = error.filename
    return isinstance(name, str) and os.path.exists(name) and not os.access(name, os.R_OK)


def place(error: BaseException, folder: str = "") -> str:
    """The innermost line from which an error comes, of the files in this folder; empty if there is
    none but the one that caught it. An error of another process has the lines of that process as
    the text of its cause.
    """
    import re  # here, because the classic programs start without them
    import traceback
    from os.path import basename, join

    frames = traceback.extract_tb(error.__traceback__)[1:]
    lines = [(frame.filename, str(frame.lineno)) for frame in frames]
    lines += re.findall(r'File "(.*?)", line ([0-9]+)', str(error.__cause__))
    inside = [line for line in lines if line[0].startswith(join(folder, ""))]
    return "".join(f"{basename(file)}, line {line}" for file, line in inside[-1:])


def quote_json(value: object) -> str:
    """A JSON value in quotes for a message; "..." if it is nested too deeply."""
    from json import dumps  # here, because the classic programs start without it

    try:
        return quote(dumps(value))
    except RecursionError:
        return '"..."'


def reason(error: Exception) -> str:
    """The reason of a file's error, without the file's name."""
    return plain(getattr(error, "strerror", None) or str(error))
