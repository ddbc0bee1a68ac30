"""Build the kernels ahead of time: a library for each system and processor, whatever its Python.

    python -m parlour.engine.ahead.build FOLDER [TARGET ...]

Without a target that is this machine's. It writes FOLDER/parlour-TARGET.so (.dylib, .dll) and a
digest beside it; in `parlour/engine/built` the package uses them. That for `emscripten-wasm32` is a
module of WebAssembly, which Python in a browser (Pyodide) loads as others load theirs. `codegen.py`
makes the code for no processor in particular, llvmlite optimises it for each target, and zig (the
package `ziglang`) links it; without zig the system's C compiler links for this machine. Two builds
of the same sources by the same versions give the same bytes.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from gzip import compress
from importlib.util import find_spec
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

try:
    import llvmlite.binding as llvm
except ImportError:  # as in an installed package, which has its kernels
    if __name__ != "__main__":
        raise
    sys.exit("Building kernels needs numba, which is not installed; parlour[jit] installs it.")

from parlour.catalogue.registry import BUILT_IN
from parlour.engine.compiler import library
from parlour.engine.compiler.library import RUN_TIME, digest, file_of, seal
from parlour.errors import quote
from parlour.system.processes import module

ROOT = Path(library.ROOT)
TOP = ROOT.parent
ENGINE = "engine"
HOMES = (*BUILT_IN, ENGINE)  # each with kernels of its own; the quickest is last
X86 = "x86-64-v2"  # numpy's packages ask for as much
SETTINGS = {  # of the processes that make the code
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "PARLOUR_KERNELS": "jit",
    "PYTHONHASHSEED": "0",
}
ASKED = {"NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor"}  # of rt.c
OWN = {llvm.Linkage.internal, llvm.Linkage.private}  # of what no other object sees


class Target(NamedTuple):
    """A system and a processor that code is made for."""

    triple: str  # as LLVM names it
    zig: str  # as zig does
    processor: str
    features: str = ""  # of the processor, as LLVM names them
    options: tuple[str, ...] = ()  # of zig
    # whether it multiplies two numbers of 64 bits to one of 128; else LLVM would call a function
    wide: bool = True


TARGETS = {
    "linux-x86_64": Target("x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", X86),
    "linux-aarch64": Target("aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", "generic"),
    "macos-aarch64": Target("arm64-apple-macosx11.0.0", "aarch64-macos.11.0", "apple-m1"),
    "macos-x86_64": Target("x86_64-apple-macosx10.15.0", "x86_64-macos.10.15", X86),
    "windows-x86_64": Target("x86_64-pc-windows-gnu", "x86_64-windows-gnu", X86),
    # a side module of Pyodide, whose interpreter has the memory and what else it imports
    "emscripten-wasm32": Target(
        "wasm32-unknown-emscripten",
        "wasm32-freestanding",
        "mvp",
        "+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128",
        ("-mcpu=mvp+mutable_globals+sign_ext+simd128", "-fPIC", "-Wl,--import-symbols"),
        wide=False,
    ),
}
# the product of numbers below 2^64 and below 2^32, by that of each half
PRODUCT = """
define internal i128 @product(i128 %x, i128 %y) alwaysinline {
  %one = trunc i128 %x to i64
  %whole = trunc i128 %y to i64
  %other = and i64 %whole, 4294967295
  %upper = lshr i64 %one, 32
  %lower = and i64 %one, 4294967295
  %more = mul i64 %upper, %other
  %less = mul i64 %lower, %other
  %over = lshr i64 %less, 32
  %sum = add i64 %more, %over
  %high = lshr i64 %sum, 32
  %low = mul i64 %one, %other
  %first = zext i64 %high to i128
  %last = zext i64 %low to i128
  %place = shl i128 %first, 64
  %all = or i128 %place, %last
  ret i128 %all
}
"""


def made_code(home: str, targets: Sequence[str]) -> list[bytes]:
    """The object code of a home's kernels for each target, by a process of its own that stores what
    it makes of rules in an empty folder: what a cache holds depends on its history.
    """
    with tempfile.TemporaryDirectory() as room:
        environment = {**os.environ, **SETTINGS, "PARLOUR_CACHE": room}
        command = [*module("parlour.engine.ahead.codegen", "-W", "ignore"), home, *targets]
        if subprocess.run(command, env=environment, cwd=room, check=False).returncode:
            raise RuntimeError(f"The code of {home} was not made.")
        return [(Path(room) / f"{target}.o").read_bytes() for target in targets]


def machine_of(target: Target) -> llvm.TargetMachine:
    """LLVM's emitter of code for a target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor,
        features=target.features,
        opt=3,
        reloc="pic",
        codemodel="default",
    )


def optimised(code: str, target: Target) -> llvm.ModuleRef:
    """The code as it is for a target, with nothing left in it that is of this process or of
    Python.
    """
    machine = machine_of(target)
    for field, value in (("datalayout", machine.target_data), ("triple", target.triple)):
        code = re.sub(rf"^target {field}.*$", f'target {field} = "{value}"', code, flags=re.M)
    # each kernel begins a line of the processor's cache: no other's code changes its speed
    code = re.sub(r"^(define i32 @parlour_.*) \{$", r"\1 align 64 {", code, flags=re.M)
    code = code if target.wide else halved(code)
    module = passed(unshared(code), machine)
    # the pass over counts of references looks for calls; those that it leaves are inlined
    code = re.sub(r"^(attributes .*\b)noinline\b", r"\1alwaysinline", str(module), flags=re.M)
    module = passed(code, machine)
    refuse(module)
    return module


def halved(code: str) -> str:
    """The code with `PRODUCT` for each product of 128 bits, which is that of `bits.high`.
    RuntimeError for one in another form.
    """
    call = r"call i128 @product(i128 \1, i128 \2)"
    code = re.sub(r"\bmul i128 (%\S+), (%\S+)$", call, code, flags=re.M)
    if product := re.search(r"\bmul (?:[a-z]+ )*(?:<\d+ x )?i128\b.*", code):
        raise RuntimeError(f"The code has a product of 128 bits: {product[0]}.")
    return code + PRODUCT


def object_of(code: str, target: str) -> bytes:
    """The object code of IR for a target."""
    platform = TARGETS[target]
    binary: bytes = machine_of(platform).emit_object(optimised(code, platform))
    return binary


def unshared(code: str) -> str:
    """The code with counts of references as plain numbers: threads share no array that a kernel
    counts, since it gets others' without a count.
    """
    code = re.sub(r"^ *fence (acquire|release)$", "", code, flags=re.M)
    return re.sub(
        r"^( *)(%\S+) = atomicrmw (add|sub) ptr (%\S+), i64 1 monotonic, align 8$",
        r"\1\2 = load i64, ptr \4\n\1\2.new = \3 i64 \2, 1\n\1store i64 \2.new, ptr \4",
        code,
        flags=re.M,
    )


def passed(code: str, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """The module of this code after LLVM's passes."""
    module = llvm.parse_assembly(code)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    after = builder.getModulePassManager()
    after.add_refprune_pass()  # counts of references that cancel out
    after.add_constant_merge_pass()
    after.add_global_dead_code_eliminate_pass()
    after.run(module, builder)
    return module


def refuse(module: llvm.ModuleRef) -> None:
    """RuntimeError where code holds an address of this process, locks memory, asks for more than
    memory, or has a name besides its kernels' that another object of the library could have too.
    """
    if address := re.search(r"inttoptr \(i64 \d{6,}", str(module)):
        raise RuntimeError(f"The code holds an address of this process: {address[0]}.")
    if lock := re.search(r"\batomicrmw\b|\bfence ", str(module)):
        raise RuntimeError(f"The code locks memory: {lock[0].strip()}.")
    asked = {
        symbol.name
        for symbol in (*module.functions, *module.global_variables)
        if symbol.is_declaration and not symbol.name.startswith("llvm.")
    }
    if asked - ASKED:
        raise RuntimeError(f"The code asks for {', '.join(sorted(asked - ASKED))}.")
    shown = {
        symbol.name
        for symbol in (*module.functions, *module.global_variables)
        if not symbol.is_declaration and symbol.linkage not in OWN
    }
    if others := [name for name in sorted(shown) if not name.startswith("parlour_")]:
        raise RuntimeError(f"The code shows {', '.join(others)} to other code.")


def linker(target: str) -> list[str]:
    """The command that links for a target; RuntimeError where there is none."""
    if find_spec("ziglang"):
        zig = [sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[target].zig]
        return [*zig, *TARGETS[target].options]
    if target == library.target() and (compiler := shutil.which("cc")):
        return [compiler, "-fPIC"]
    raise RuntimeError(f"Nothing links for {target} here (the package ziglang does).")


def link(codes: Sequence[bytes], target: str, file: Path) -> None:
    """A library of object code and of what it asks for."""
    with tempfile.TemporaryDirectory() as room:
        # the names that a linker may write into the library are the same in every build
        names = [f"kernels{number}.o" for number in range(len(codes))]
        for name, code in zip(names, codes, strict=True):
            (Path(room) / name).write_bytes(code)
        shutil.copy(ROOT / RUN_TIME, Path(room) / "rt.c")
        options = ["-shared", "-O2", "-s", "-o", file.name, *names, "rt.c"]
        command = [*linker(target), *options]
        caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), room)
        if subprocess.run(command, cwd=room, env=caches | os.environ, check=False).returncode:
            raise RuntimeError(f"The linker for {target} failed ({quote(command[0])}).")
        shutil.copy(Path(room) / file.name, file)


def build(folder: Path, targets: Sequence[str]) -> None:
    """The library for each of some targets, and its digest; RuntimeError where the sources change
    meanwhile.
    """
    sources = digest()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        codes = list(pool.map(made_code, HOMES, repeat(targets)))
    if digest() != sources:
        raise RuntimeError("The sources changed while the code was made (nothing was written).")
    folder.mkdir(parents=True, exist_ok=True)
    for target, theirs in zip(targets, zip(*codes, strict=True), strict=True):
        file = Path(file_of(folder, target))
        link(theirs, target, file)
        Path(f"{file}.digest").write_text(seal(file, sources), "utf-8", newline="\n")
        held = file.read_bytes()
        sys.stdout.write(f"{file.name}: {len(held)} bytes, {len(compress(held))} by gzip\n")


def main(arguments: Sequence[str]) -> int:
    """The command; its status."""
    parser = argparse.ArgumentParser(
        prog="python -m parlour.engine.ahead.build", description="Build the kernels ahead of time."
    )
    parser.add_argument("folder", metavar="FOLDER", help="where the libraries are written")
    parser.add_argument(
        "targets", metavar="TARGET", nargs="*", help=f"{', '.join(TARGETS)} (else this machine's)"
    )
    options = parser.parse_args(arguments)
    targets = options.targets or [library.target()]
    if unknown := [target for target in targets if target not in TARGETS]:
        parser.error(f"unknown target {quote(unknown[0])} (expected {' | '.join(TARGETS)})")
    try:
        build(Path(options.folder), targets)
    except (OSError, RuntimeError) as error:
        sys.stderr.write(f"The kernels cannot be built: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
