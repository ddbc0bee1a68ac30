"""Measuring and training players: duels, simulated matches, and training by self-play."""
