"""The calls of kernels, as the bench takes hold of them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from kernels import copied, using
from replay import slots

__all__ = ["MEASURING", "copied", "slots", "using"]

MEASURING = {"parlour_nothing", "parlour_repeated"}  # what a library has besides (rt.c)
