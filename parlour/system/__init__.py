"""The operating system: locks, processes, folders, encodings, and the start of a program. Nothing
here knows a game.
"""
