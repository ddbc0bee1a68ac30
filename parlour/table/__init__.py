"""A table without input or output: its seats, the requests to it, and the messages that it
sends.
"""
