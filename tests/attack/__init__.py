"""Attacks on a server, with figures: `python -m tests.attack.NAME [options]`; exit status 1 if the
attack succeeds.

Each module starts the unchanged program and uses only HTTP, WebSockets, the data file and the
machine's clock. Its docstring says what it tries and when that succeeds. The test run leaves them
out, because the figures depend on the machine.
"""

import sys
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).parents[2] / "bench")
)  # bench/server.py, bench/people.py and others
