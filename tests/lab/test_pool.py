"""Items shared out to processes (parlour/lab/pool.py); test_duel.py kills some of them."""

from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import pytest

from parlour.lab.pool import submitted


class Closing(ProcessPoolExecutor):
    """A pool that breaks while an item is submitted."""

    asked = 0

    def submit(self, _fn: Callable[..., Any], /, *_items: Any, **_named: Any) -> Future[Any]:
        self.asked += 1
        raise OSError("handle is closed") if self.asked == 1 else BrokenProcessPool("broken")


def test_a_pool_that_breaks_at_a_submission_says_that_it_is_broken() -> None:
    with Closing(1, get_context("spawn")) as pool, pytest.raises(BrokenProcessPool, match="broken"):
        submitted(pool, len, ())
    assert pool.asked == 2
