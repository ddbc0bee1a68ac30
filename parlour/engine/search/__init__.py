"""The parts of a search that no level and no clock decides: a game's engine as a typed protocol,
playouts, and the values of their results.
"""
