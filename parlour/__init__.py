"""Parlour: Straights, Hearts and Crazy Eights."""

__version__ = "0.1.0"
