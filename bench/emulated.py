"""Recorded calls of the kernels by the library of another processor or system, under QEMU or Wine:
as many arrays as differ from those of Numba's code here.

    python -m parlour.engine.ahead.build FOLDER linux-aarch64
    python bench/emulated.py FOLDER [--target linux-aarch64|windows-x86_64] [--calls N]

It needs the packages ziglang and, of Debian, qemu-user and libc6-arm64-cross, or wine and wine64.
"""

import argparse
import shutil
import struct
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from arguments import count, run
from kernels import Calls, copied, recorded
from numpy.typing import NDArray
from replay import slots

from parlour.engine.ahead.codegen import every_kernel
from parlour.engine.compiler.arrays import Array
from parlour.engine.compiler.kernel import Kernel, outside
from parlour.engine.compiler.library import file_of


class Machine(NamedTuple):
    """Another machine, emulated."""

    triple: str  # as zig names it
    command: list[str]  # that runs a program


MACHINES = {
    "linux-aarch64": Machine(
        "aarch64-linux-gnu.2.28", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
    ),
    "windows-x86_64": Machine("x86_64-windows-gnu", ["wine"]),
}


def arrays(argument: Any) -> list[NDArray[Any]]:
    """An argument's arrays."""
    if isinstance(argument, tuple):
        return [array for part in argument for array in arrays(part)]
    return [np.asarray(argument)] if isinstance(argument, np.ndarray | Array) else []


def written(kernel: Kernel, arguments: tuple[Any, ...]) -> bytes:
    """A call as emulated.c reads it."""
    (held,) = slots(kernel, [arguments])
    count = len(held) // 8
    left = {array.ctypes.data: array.tobytes() for array in arrays(arguments)}
    text = struct.pack("q", len(kernel.name)) + kernel.name.encode() + struct.pack("q", count)
    for slot in struct.unpack(f"{count}q", held):
        data = left.get(slot)
        text += struct.pack("qq", -1, slot) if data is None else struct.pack("q", len(data)) + data
    return text


def expected(kernels: list[Kernel], calls: Calls) -> tuple[list[str], list[bytes]]:
    """The arrays of all calls after Numba's code made them, and whose they are."""
    names, contents = list[str](), list[bytes]()
    for kernel in kernels:
        for call in calls[kernel.name]:
            after = copied(call)
            outside(kernel)(*after)
            contents += [array.tobytes() for array in arrays(after)]
            names += [kernel.name] * len(arrays(after))
    return names, contents


def compared(calls: Calls, names: list[str], contents: list[bytes], output: bytes) -> bool:
    """Whether a library's arrays differ from those; a line says which."""
    differ, at = set[str](), 0
    for name, data in zip(names, contents, strict=True):
        if output[at : at + len(data)] != data:
            differ.add(name)
        at += len(data)
    assert at == len(output), (at, len(output))
    of = f"{sum(map(len, calls.values()))} calls of {len(set(names))} kernels"
    print(f"{of}: {len(contents)} arrays, of which differ those of {sorted(differ) or 'none'}")
    return bool(differ)


def main() -> int:
    """Record, run, compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--target", choices=MACHINES, default="linux-aarch64")
    parser.add_argument("--calls", type=count, default=5, help="of each kernel")
    options = parser.parse_args()
    library = Path(file_of(options.folder, options.target)).absolute()
    if not library.is_file():
        parser.error(f"{options.folder} has no library for {options.target}")
    machine = MACHINES[options.target]
    if not shutil.which(machine.command[0]) or not find_spec("ziglang"):
        parser.error(f"{machine.command[0]} and the package ziglang are needed")
    kernels = every_kernel()
    calls = recorded(kernels, options.calls)
    names, contents = expected(kernels, calls)
    text = b"".join([written(kernel, call) for kernel in kernels for call in calls[kernel.name]])
    with tempfile.TemporaryDirectory() as room:
        program, file, output = (Path(room) / name for name in ("emulated.exe", "calls", "output"))
        file.write_bytes(text)
        source = Path(__file__).with_suffix(".c")
        compiler = [sys.executable, "-m", "ziglang", "cc", "-target", machine.triple, "-O1"]
        subprocess.run([*compiler, "-o", str(program), str(source)], check=True)
        given_files = map(str, (program, library, file, output))
        subprocess.run([*machine.command, *given_files], check=True)
        return compared(calls, names, contents, output.read_bytes())


if __name__ == "__main__":
    run(main)
