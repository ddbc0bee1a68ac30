"""Users and systems that lack something: a home, a name, room, a locale, streams, files.

    python -m tests.attack.users [--places PART] [--commands PART]

It runs every command in every place, and prints a table of status and last sentence. A command may
run, or say in one sentence what it lacks, with status 2, or 1 where its output cannot be written.
The attack succeeds if a command does anything else: it shows a traceback, fails, or does not end.
It needs root's rights, and bubblewrap.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from arguments import part_of, run
from figures import verdict

BIN = Path(sys.executable).parent
SERVED = 30  # seconds until a server is told to end
LONGEST = 120
COMMANDS = {
    "version": "parlour --version",
    "straights": "straights 6788 --players cccc",
    "hearts": "hearts 1",
    "crazy-eights": "crazy-eights 300 --play harry --save ROOM/position",
    "transcript": "crazy-eights 300 --transcript ROOM/transcript",
    "parlour": f"timeout --preserve-status {SERVED} parlour --no-browser",
    "serve": f"timeout --preserve-status {SERVED} parlour serve --no-browser --data ROOM/tables.db",
    "play": "parlour play straights --seed 1",
    "simulate": "parlour simulate --game straights",
    "log": "parlour simulate --game straights --log ROOM/games.jsonl",
    "duel": "parlour duel straights --players first,first --deals 2 --jobs 1",
    "processes": "parlour duel straights --players first,first --deals 2 --jobs 2",
    "train": "parlour train straights --steps 1 --rounds 1 --out ROOM/weights/none.json",
    "record": "parlour record table",
    "replay": "parlour replay no.jsonl",
    "site": "parlour site ROOM/site --kernels ROOM --pyodide ROOM",
    "bench": "parlour bench none",
    "module": "python -m parlour simulate --game straights",
    "import": "python -c 'import parlour; parlour.deal(\"straights\", seed=1).step()'",
}
BWRAP = "bwrap --die-with-parent"
NOBODY = f"{BWRAP} --unshare-user --uid 12345 --gid 12345"
SYSTEM = "--dev /dev --proc /proc"
FILLED = "head -c 99999 /dev/zero >ROOM/zero 2>/dev/null;"
PLACES = {  # the shell's words around a command "$@"
    "usual": '"$@"',
    "no environment": 'env -i PATH="$PATH" "$@"',
    "uid 12345": f'env -i PATH="$PATH" {NOBODY} --bind / / {SYSTEM} "$@"',
    "read-only": f'HOME=/root {BWRAP} --ro-bind / / {SYSTEM} "$@"',
    "uid, read-only": f'env -i PATH="$PATH" {NOBODY} --ro-bind / / {SYSTEM} "$@"',
    "no such home": 'env -i PATH="$PATH" HOME=/dev/null/none "$@"',
    "empty home": f'HOME= {NOBODY} --bind / / {SYSTEM} "$@"',
    "relative home": f'HOME=none {NOBODY} --bind / / {SYSTEM} "$@"',
    "full disk": f"HOME=ROOM TMPDIR=ROOM {BWRAP} --ro-bind / / {SYSTEM} --size 8192 --tmpfs ROOM "
    f'sh -c \'{FILLED} exec "$@"\' sh "$@"',
    "no temporary folder": f'TMPDIR=/none {BWRAP} --ro-bind / / --dev /dev --proc /proc "$@"',
    "no shared memory": f'{BWRAP} --bind / / {SYSTEM} --tmpfs /dev/shm --remount-ro /dev/shm "$@"',
    "no devices": f'{BWRAP} --bind / / --tmpfs /dev --proc /proc "$@"',
    "no processes shown": f'{BWRAP} --bind / / --dev /dev --tmpfs /proc "$@"',
    "POSIX": 'LC_ALL=POSIX PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 PYTHONIOENCODING=ascii "$@"',
    "Latin-1": 'LC_ALL=C PYTHONUTF8=0 PYTHONIOENCODING=latin-1 "$@"',
    "dumb terminal": 'TERM=dumb COLUMNS=x LINES=-1 "$@"',
    "no input": '"$@" <&-',
    "no output": '"$@" >&-',
    "no errors": '"$@" 2>&-',
    "no streams": '"$@" <&- >&- 2>&-',
    "full output": '"$@" >/dev/full',
    "closed pipe": '"$@" | true; exit ${PIPESTATUS[0]}',
    "removed folder": 'mkdir ROOM/gone; cd ROOM/gone; rmdir ROOM/gone; "$@"',
    "shut mask": f'umask 0777; {NOBODY} --bind / / {SYSTEM} --cap-drop ALL "$@"',
    "20 files": 'ulimit -n 20; "$@"',
    "8 files": 'ulimit -n 8; "$@"',
    "80 MB": 'ulimit -v 80000; "$@"',
    "empty files": "trap '' XFSZ; ulimit -f 0; \"$@\"",
    "optimised": 'PYTHONOPTIMIZE=2 PYTHONHASHSEED=7 PYTHONSAFEPATH=1 PYTHONNOUSERSITE=1 "$@"',
    "strict": 'PYTHONWARNINGS=error "$@"',
}
SAYS_NOTHING = {"no errors", "no streams"}
NO_OUTPUT = {"no output", "no streams", "full output", "closed pipe", "full disk", "empty files"}


class Ended(NamedTuple):
    """A command's end."""

    place: str
    command: str
    status: int
    said: list[str]  # on standard error

    @property
    def fault(self) -> str:
        """What is wrong with it; empty if nothing is."""
        failed = [line for line in self.said if "Traceback" in line or "Parlour failed" in line]
        if failed:
            return failed[0]
        if self.status not in (0, 2) and not (self.status == 1 and self.place in NO_OUTPUT):
            return "another status"
        sentences = len(self.said) == 1 or self.place in SAYS_NOTHING or self.status != 2
        return "" if sentences else "not one sentence"


def ended(place: str, command: str) -> Ended:
    """The end of a command in a place, with a folder of its own."""
    with tempfile.TemporaryDirectory() as room:
        os.chmod(room, 0o777)
        words = shlex.split(COMMANDS[command].replace("ROOM", room))
        around = PLACES[place].replace("ROOM", room)
        program = ["bash", "-c", around, "bash", *words]
        path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "HOME": room, "PATH": path}
        try:
            done = subprocess.run(
                program,
                check=False,
                cwd="/",
                env=environment,
                input=b"hint\n\n",
                capture_output=True,
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            return Ended(place, command, 124, ["It does not end."])
    said = done.stderr.decode("utf-8", "replace").splitlines()
    return Ended(place, command, done.returncode, said)


def all_ended(pairs: Iterable[tuple[str, str]]) -> Iterable[Ended]:
    """The ends of commands in places, in order; several run at once, since servers wait."""
    with ThreadPoolExecutor(6) as pool:
        yield from pool.map(lambda pair: ended(*pair), pairs)


def main() -> int:
    """Run the commands; the attack's status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for option, names in (("places", PLACES), ("commands", COMMANDS)):
        parser.add_argument(
            f"--{option}", type=part_of(names), default="", help="only names that have this part"
        )
    options = parser.parse_args()
    places = [name for name in PLACES if options.places in name]
    commands = [name for name in COMMANDS if options.commands in name]
    failed = []
    for end in all_ended((place, command) for place in places for command in commands):
        last = (end.said or [""])[-1]
        sys.stdout.write(f"{end.place:20} {end.command:13} {end.status:4} {last}\n")
        sys.stdout.flush()
        if end.fault:
            failed.append(f"{end.command} with {end.place}: {end.fault}")
    return verdict(failed)


if __name__ == "__main__":
    run(main)
