"""Hints with reasons, from what a level itself weighs."""
