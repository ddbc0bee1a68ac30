"""The table in a real browser, against the real program."""

import pytest

pytest.register_assert_rewrite(
    "tests.web.browser.measure", "tests.web.browser.player", "tests.web.browser.program"
)
