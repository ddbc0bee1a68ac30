"""A person's terminal, for `parlour play`: lines that fit its width."""

import io
import shutil
import textwrap

from parlour.terminal.console import Console

INDENT = "  "  # before the further parts of a line


def adapt(console: Console) -> None:
    """Wrap the console's lines if its output is a terminal."""
    if is_terminal(console.writer):
        console.wrap = wrapped


def is_terminal(stream: object) -> bool:
    """Whether a reader or a writer is a terminal."""
    return isinstance(stream, io.IOBase) and stream.isatty()


def wrapped(line: str) -> list[str]:
    """A line in parts that fit the terminal's present width, divided at spaces. The last column is
    left free, because some terminals begin a new line after it.
    """
    width = max(shutil.get_terminal_size().columns - 1, 1)
    parts = textwrap.wrap(line, width, subsequent_indent=INDENT, break_on_hyphens=False)
    return parts or [line]
