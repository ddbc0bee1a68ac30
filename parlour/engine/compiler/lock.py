"""The lock of Numba's settings. Its first user imports it: a library needs no lock, and `threading`
takes as long to import as the registry of games.
"""

from threading import RLock

LOCK = RLock()
