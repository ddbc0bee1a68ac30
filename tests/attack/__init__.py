"""Attacks on a served table, with figures: `python -m tests.attack.NAME [options]`, each with status 1 where it succeeds.

They start the program as it is and do what anybody could: by HTTP, by WebSockets, with its files, with the machine's clock.
Each module says what it tries and when that succeeds. No test runs them: what they find depends on the machine too.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))  # the server to be measured, and the clients' sockets
