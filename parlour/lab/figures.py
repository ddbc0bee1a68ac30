"""Tables of figures and progress bars: drawn by rich on a terminal; elsewhere a table is plain text
in columns, and there is no progress bar.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO, TypeVar

T = TypeVar("T")
NUMBER = re.compile(r"[-+]?[0-9]").match


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream exists and is a terminal."""
    return stream is not None and stream.isatty()


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table as lines: a line of heads, then the rows. Columns of numbers are aligned right,
    others left.
    """
    columns = list(zip(head, *rows, strict=True))
    right = [all(map(NUMBER, cells)) for _, *cells in columns]
    if is_terminal(sys.stdout):
        return drawn(head, rows, right)
    widths = [max(map(len, column)) for column in columns]
    return [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in (head, *rows)
    ]


def drawn(head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """A table for a terminal, at most as wide as the terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name, to_right in zip(head, right, strict=True):
        table.add_column(Text(name), justify="right" if to_right else "left")
    for row in rows:
        table.add_row(*map(Text, row))  # Text: brackets in a name are no markup
    screen = Console()
    if screen.legacy_windows:  # a console that would print escape sequences
        screen = Console(color_system=None)
    with screen.capture() as captured:
        screen.print(table)
    return [line.rstrip() for line in captured.get().splitlines()]


def progress(things: Iterable[T], what: str, total: int, done: int = 0) -> Iterator[T]:
    """Yield the things; if standard error is a terminal, a progress bar counts them. `total` counts
    all of them, `done` those of an earlier run.
    """
    if not is_terminal(sys.stderr):
        yield from things
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done)
        for thing in things:
            yield thing
            bar.advance(task)
