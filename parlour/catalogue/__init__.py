"""The contract of a game: its protocol, the registry of games by name, their options, presets and
lessons, and the checks that a package passes. It reads no match and imports no game.
"""
