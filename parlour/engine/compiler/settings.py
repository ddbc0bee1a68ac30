"""Whether Numba compiles here: what is installed, and what the environment asks for."""

import os
from importlib.util import find_spec

from parlour.errors import UsageError, quote

WISHES = ("jit", "library", "plain")


def wish() -> str:
    """The word of PARLOUR_KERNELS, or empty; UsageError for another word."""
    word = os.environ.get("PARLOUR_KERNELS", "")
    if word not in ("", *WISHES):
        allowed = ", ".join(WISHES)
        raise UsageError(f"Invalid PARLOUR_KERNELS {quote(word)} (expected one of {allowed}).")
    return word


def installed() -> bool:
    """Whether Numba compiles here: it is installed, and PARLOUR_KERNELS is not `plain`."""
    return wish() != "plain" and find_spec("numba") is not None


def need(what: str) -> None:
    """UsageError if Numba is not installed, unless PARLOUR_KERNELS is `plain`."""
    if not THERE and wish() != "plain":
        raise UsageError(f"{what} needs numba, which is not installed; parlour[jit] installs it.")


THERE = installed()
