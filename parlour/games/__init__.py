"""The built-in games, a folder each. All code about one game is in its folder, and no other code
names the game.
"""
