"""Measuring and training players: the duel, and training by self-play."""
