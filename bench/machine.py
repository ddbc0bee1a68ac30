"""What a measurement ran on."""

import os
import platform
from pathlib import Path


def machine() -> str:
    """The machine, the interpreter, and the load just now."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        model = platform.machine()
    load = os.getloadavg()[0]
    return f"{model}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}, load {load:.2f}"
