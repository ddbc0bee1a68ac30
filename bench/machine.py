"""The machine of a measurement, work for all its cores, and the CPU time and memory of
processes.
"""

import contextlib
import json
import multiprocessing
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TypeVar

from rich.progress import track

from parlour.errors import UsageError
from parlour.lab.pool import shared_out
from parlour.system.processes import follow_parent

T = TypeVar("T")
U = TypeVar("U")


def machine() -> str:
    """The machine, the interpreter, and the present load, in a line."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        model = platform.machine()
    load = os.getloadavg()[0]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {python}, load {load:.2f}"


def on_all_cores(
    function: Callable[[T], U], items: Sequence[T], title: str, *, quiet: bool = False
) -> list[U]:
    """The results of a function for some items, by a process for each core, with a bar of their
    progress. UsageError if a process is killed or exits.
    """
    try:
        with contextlib.closing(shared_out(function, items, os.cpu_count() or 1)) as done:
            return list(track(done, title, len(items), disable=quiet))
    except BrokenProcessPool:
        raise UsageError("A process of this measurement ended during its work.") from None


def as_json(rounds: int, repeats: int, results: object) -> str:
    """The results of a measurement of random rounds, with its machine, as JSON."""
    report = {"machine": machine(), "rounds": rounds, "repeats": repeats, "results": results}
    return json.dumps(report, indent=1)


def processes(pid: int) -> dict[int, list[str]]:
    """The fields of /proc/PID/stat after the name, of a process and all its descendants."""
    stats = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stats[int(entry.name)] = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:  # the process has just ended
                continue
    family = {pid}
    while more := {child for child, fields in stats.items() if int(fields[1]) in family} - family:
        family |= more
    return {member: stats[member] for member in family}


def cpu(pid: int) -> dict[str, float]:
    """CPU seconds of a server's event loop, of its other threads, and of its descendants, including
    those that have ended.
    """
    tick = os.sysconf("SC_CLK_TCK")
    family = processes(pid)
    loop = Path(f"/proc/{pid}/task/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    seconds = [sum(map(int, fields[11:13])) / tick for fields in (loop, family[pid])]
    ended = sum(map(int, family[pid][13:15]))
    alive = sum(sum(map(int, fields[11:13])) for member, fields in family.items() if member != pid)
    return {
        "event loop": seconds[0],
        "other threads": seconds[1] - seconds[0],
        "child processes": (ended + alive) / tick,
    }


def busy() -> float:
    """CPU seconds that the whole machine has used."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def burn() -> None:
    """Use a core for ever, or until the process that started this one has ended."""
    follow_parent()
    while True:
        pass


@contextlib.contextmanager
def burning(cores: int) -> Iterator[None]:
    """So many cores are busy with another program."""
    others = [multiprocessing.Process(target=burn, daemon=True) for _ in range(cores)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.kill()


def resident(pid: int) -> float:
    """Resident memory of a process in MiB."""
    return (
        int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20
    )
