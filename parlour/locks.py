"""Locks that are the system's: on an open file, held by one process, and given back however that
process ends.
"""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    def take(file: int) -> None:
        """Lock an open file; BlockingIOError where another process has it."""
        os.lseek(file, 1 << 30, os.SEEK_SET)  # a locked byte cannot be read, so not one of the text
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
        finally:
            os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def take(file: int) -> None:
        """Lock an open file; BlockingIOError where another process has it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
