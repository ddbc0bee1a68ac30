"""`python -m parlour` is the program `parlour`."""

import sys

from parlour.system.startup import parlour

if __name__ == "__main__":
    sys.exit(parlour())
