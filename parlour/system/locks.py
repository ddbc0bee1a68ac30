"""Locks of the operating system on open files. A process holds a lock, and the system releases it
however the process ends.
"""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    def take(file: int) -> None:
        """Lock an open file descriptor; BlockingIOError if another process has locked it."""
        # a locked byte cannot be read, so it is one beyond all that is written
        os.lseek(file, (1 << 31) - 1, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
        finally:
            os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def take(file: int) -> None:
        """Lock an open file descriptor; BlockingIOError if another process has locked it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
