"""Functions that are called when some work is done."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

Done: TypeAlias = Callable[[Exception | None], None]  # receives an error, or None


def settle(future: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    """Complete a future with a result or an error, unless its waiter was cancelled."""
    if future.done():
        return
    if error:
        future.set_exception(error)
    else:
        future.set_result(result)
