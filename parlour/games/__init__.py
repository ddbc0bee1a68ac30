"""The games that are built in, a folder each: all that one game knows, and nothing outside names
it.
"""
