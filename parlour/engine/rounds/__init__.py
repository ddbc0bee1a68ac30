"""The rules of any game, compiled: random rounds by the million, and batches to step through."""
