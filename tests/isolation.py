"""A plugin of pytest that shows whether tests need one another: `-p tests.isolation`.

`--each-alone` runs each test in a process of its own, a fork of the one that has imported all tests
and run none. `--order SEED` runs the tests in a random order.
"""

import os
import pickle
import sys
from random import Random
from tempfile import TemporaryFile

import pytest
from _pytest.runner import runtestprotocol


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    parser.addoption(
        "--each-alone", action="store_true", help="run each test in a process of its own"
    )
    parser.addoption("--order", metavar="SEED", help="run the tests in the random order of a seed")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> object:
    """Shuffle the tests, after all other plugins have chosen and sorted them."""
    yielded = yield
    if seed := config.getoption("--order"):
        Random(seed).shuffle(items)
    return yielded


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Run one test in a fork, and report here what it reports there."""
    if not item.config.getoption("--each-alone"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in reports_of(item):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def reports_of(item: pytest.Item) -> list[pytest.TestReport]:
    """The reports of a test that a fork runs; one that it failed, if the fork dies."""
    with TemporaryFile() as file:
        sys.stdout.flush()
        sys.stderr.flush()
        if not (child := os.fork()):
            reports = runtestprotocol(item, log=False, nextitem=None)
            file.write(pickle.dumps([report._to_json() for report in reports]))
            file.flush()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        file.seek(0)
        if status == 0:
            return [pytest.TestReport._from_json(data) for data in pickle.loads(file.read())]
    why = f"Its process ended with the status {os.waitstatus_to_exitcode(status)}."
    return [pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")]
