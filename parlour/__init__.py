"""Parlour: card games, done exactly."""

__version__ = "0.1.0"
