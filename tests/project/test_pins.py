"""The pins of the environment that scripts/environment makes."""

import re
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TEXT = (Path(__file__).parents[2] / "requirements" / "test.txt").read_text()
PINS = {
    canonicalize_name(pin.name): pin
    for pin in map(Requirement, re.findall(r"^(\w.*) \\$", TEXT, re.MULTILINE))
    if not pin.marker or pin.marker.evaluate()
}


@pytest.mark.parametrize("pin", PINS.values(), ids=PINS)
def test_a_pin_names_the_extras_that_others_ask_for(pin: Requirement) -> None:
    """pip takes an extra that no pin names in its newest version, and then finds no hash for it."""
    for wanted in map(Requirement, distribution(pin.name).requires or []):
        extras = ["", *pin.extras]
        if not wanted.marker or any(wanted.marker.evaluate({"extra": one}) for one in extras):
            assert wanted.extras <= PINS[canonicalize_name(wanted.name)].extras
