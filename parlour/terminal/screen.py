"""A person's terminal, for `parlour play`: lines that fit its width, and a line of input that can
be edited, with a history and completion.
"""

import shutil
import textwrap
from collections.abc import Callable, Sequence

from parlour.terminal.console import Console, is_terminal

INDENT = "  "  # before the further parts of a line


def adapt(console: Console, words: Callable[[], Sequence[str]]) -> None:
    """Wrap the console's lines if its output is a terminal. If its input is one as well, and Python
    has readline, let the person edit the input; Tab completes it to one of `words()`.
    """
    if not is_terminal(console.writer):
        return
    console.wrap = wrapped
    if is_terminal(console.reader) and readline_completes(words):
        console.edit = edited


def wrapped(line: str) -> list[str]:
    """A line in parts that fit the terminal's present width, divided at spaces. The last column is
    left free, because some terminals begin a new line after it.
    """
    width = max(shutil.get_terminal_size().columns - 1, 1)
    parts = textwrap.wrap(line, width, subsequent_indent=INDENT, break_on_hyphens=False)
    return parts or [line]


def edited(prompt: str) -> bytes | None:
    """A line from the keyboard, in UTF-8, without the line breaks that end a paste; None at the end
    of input.
    """
    try:
        return input(prompt).rstrip("\n").encode("utf-8", "surrogateescape")
    except EOFError:
        return None
    except UnicodeDecodeError as error:  # it was typed in another encoding
        return bytes(error.object)


def readline_completes(words: Callable[[], Sequence[str]]) -> bool:
    """Prepare readline, which `input` then uses; False if Python lacks it, as on Windows."""
    try:
        import readline
    except ImportError:
        return False

    def complete(text: str, number: int) -> str | None:
        """One after the other of the words that begin with a text, then None."""
        return [*(word for word in words() if word.lower().startswith(text.lower())), None][number]

    libedit = "libedit" in (readline.__doc__ or "")  # as on macOS; it has other names for keys
    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    return True
