"""Runs of the classic programs in this process, on streams of bytes."""

import io
from collections.abc import Callable, Sequence

from parlour.classic import straights
from parlour.console import Console, run_on

Program = Callable[[Console, Sequence[str]], None]


def session(*arguments: str, typed: bytes | str = b"", program: Program = straights.program, status: int = 0) -> bytes:
    """What a session writes; its exit status is checked."""
    data = typed.encode() if isinstance(typed, str) else typed
    output = io.BytesIO()
    assert run_on(Console(io.BytesIO(data), output), "straights", program, arguments) == status
    return output.getvalue()


def lines(*arguments: str, typed: bytes | str = b"", status: int = 0) -> list[str]:
    """The same, as lines of text."""
    return session(*arguments, typed=typed, status=status).decode().split("\n")
