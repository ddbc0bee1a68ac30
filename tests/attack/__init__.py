"""Attacks on a served table, with figures: `python -m tests.attack.NAME [options]`, each with status 1 where it succeeds.

They start the program as it is and talk to it as anybody could: by HTTP, by WebSockets, through its files. docs/security.md
says what each shows.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))  # the server to be measured, and the clients' sockets
