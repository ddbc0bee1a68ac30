<<<<<<< HEAD
"""Attacks on a served table, with figures: `python -m tests.attack.NAME [options]`, each with status 1 where it succeeds.

They start the program as it is and do what anybody could: by HTTP, by WebSockets, with its files, with the machine's clock.
Each module says what it tries and when that succeeds. No test runs them: what they find depends on the machine too.
=======
"""Attacks on a server, with figures: `python -m tests.attack.NAME [options]`; exit status 1 if the attack succeeds.

Each module starts the unchanged program and uses only HTTP, WebSockets, the data file and the machine's clock. Its docstring
says what it tries and when that succeeds. The test run leaves them out, because the figures depend on the machine.
>>>>>>> attack
"""

import sys
from pathlib import Path

<<<<<<< HEAD
sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))  # the server to be measured, and the clients' sockets
=======
sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))  # bench/server.py, bench/people.py and others
>>>>>>> attack
