"""The build of a library, with a linker and a maker of code that only say what they were asked."""

import ctypes
import gzip
import hashlib
import itertools
import os
import random
import runpy
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

from parlour.engine.ahead import build
from parlour.engine.compiler import library
from parlour.engine.compiler.library import digest, file_of

CODE = """
target datalayout = ""
target triple = "unknown"
define i32 @parlour_one(ptr %slots) {
  %room = call ptr @NRT_MemInfo_alloc_aligned(i64 8, i32 8)
  call void @llvm.memset.p0.i64(ptr %room, i8 0, i64 8, i1 false)
  %found = load i32, ptr %room
  ret i32 %found
}
declare ptr @NRT_MemInfo_alloc_aligned(i64, i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""
LINKER = """
import pathlib, sys
made, *codes, run_time = map(pathlib.Path, sys.argv[sys.argv.index("-o") + 1 :])
assert b"NRT_MemInfo_alloc_aligned" in run_time.read_bytes()
made.write_bytes(b"library of " + b" and ".join(code.read_bytes() for code in codes))
"""


def named(home: str, targets: Sequence[str]) -> list[bytes]:
    """Stands for the code of a home's kernels."""
    return [f"{home} for {target}".encode() for target in targets]


@pytest.mark.parametrize("target", build.TARGETS)
def test_a_target_gets_its_library_and_a_digest(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "linker", lambda _target: [sys.executable, "-c", LINKER])
    monkeypatch.setattr(build, "made_code", named)
    build.build(tmp_path / "new", [target])
    made = Path(file_of(tmp_path / "new", target))
    held = made.read_bytes()
    names = ["straights", "hearts", "crazy-eights", "engine"]
    assert held.decode() == f"library of {' and '.join(f'{name} for {target}' for name in names)}"
    sealed = hashlib.sha256(held).hexdigest()
    assert Path(f"{made}.digest").read_text() == f"{digest()} {sealed}\n"
    small = len(gzip.compress(held))
    assert capsys.readouterr().out == f"{made.name}: {len(held)} bytes, {small} by gzip\n"


def test_where_sources_change_during_a_build_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = iter("ab")
    monkeypatch.setattr(build, "digest", lambda: next(digests))
    monkeypatch.setattr(build, "made_code", named)
    with pytest.raises(RuntimeError, match=r"^The sources changed while the code was made"):
        build.build(tmp_path, ["linux-x86_64"])
    assert list(tmp_path.iterdir()) == []


def test_code_that_asks_for_more_is_refused() -> None:
    parsed = llvm.parse_assembly
    build.refuse(parsed(CODE))
    with pytest.raises(RuntimeError, match=r"^The code asks for Py_IncRef, log10\.$"):
        build.refuse(parsed("declare void @log10()\n@Py_IncRef = external global i8"))
    locked = "define void @f(ptr %p) {\n fence release\n ret void\n}"
    with pytest.raises(RuntimeError, match=r"^The code locks memory: fence\.$"):
        build.refuse(parsed(locked))
    held = "define ptr @f() {\n ret ptr inttoptr (i64 140737488355327 to ptr)\n}"
    with pytest.raises(RuntimeError, match=r"^The code holds an address of this process: inttoptr"):
        build.refuse(parsed(held))
    shown = "@one = linkonce_odr constant i8 1\ndefine void @f() {\n ret void\n}"
    with pytest.raises(RuntimeError, match=r"^The code shows f, one to other code\.$"):
        build.refuse(parsed(shown))


@pytest.mark.parametrize("target", build.TARGETS)
def test_object_code_is_of_its_target_and_shows_its_kernel(target: str) -> None:
    made = build.object_of(CODE, target)
    starts = {"macos": b"\xcf\xfa\xed\xfe", "windows": b"\x64\x86", "emscripten": b"\0asm"}
    assert made.startswith(starts.get(target.split("-")[0], b"\x7fELF"))
    assert b"parlour_one" in made


COUNTED = """
target datalayout = ""
target triple = "unknown"
define i32 @parlour_one(ptr %slots) {
  %made = call ptr @NRT_MemInfo_alloc_aligned(i64 8, i32 8)
  call void @NRT_incref(ptr %slots)
  %left = load i32, ptr %made
  call void @NRT_decref(ptr %made)
  ret i32 %left
}
define internal void @NRT_incref(ptr %.1) #0 {
  %.8 = call i64 @nrt_atomic_add(ptr %.1)
  ret void
}
define internal void @NRT_decref(ptr %.1) #0 {
  fence release
  %.9 = call i64 @nrt_atomic_sub(ptr %.1)
  %.10 = icmp eq i64 %.9, 0
  br i1 %.10, label %end, label %more
end:
  fence acquire
  call void @NRT_MemInfo_call_dtor(ptr %.1)
  ret void
more:
  ret void
}
define internal i64 @nrt_atomic_sub(ptr %.1) {
  %.4 = atomicrmw sub ptr %.1, i64 1 monotonic, align 8
  %.5 = sub i64 %.4, 1
  ret i64 %.5
}
define internal i64 @nrt_atomic_add(ptr %.1) {
  %.4 = atomicrmw add ptr %.1, i64 1 monotonic, align 8
  %.5 = add i64 %.4, 1
  ret i64 %.5
}
declare ptr @NRT_MemInfo_alloc_aligned(i64, i32)
declare void @NRT_MemInfo_call_dtor(ptr)
attributes #0 = { noinline }
"""


@pytest.mark.parametrize("target", build.TARGETS)
def test_counts_of_references_take_no_call_and_no_lock(target: str) -> None:
    made = str(build.optimised(COUNTED, build.TARGETS[target]))
    assert "call void @NRT_MemInfo_call_dtor" in made
    for word in ("atomicrmw", "fence", "@NRT_incref", "@NRT_decref"):
        assert word not in made


FILLED = """
target datalayout = ""
target triple = "unknown"
define i32 @parlour_one(ptr %place, i64 %size) {
  call void @llvm.memset.p0.i64(ptr %place, i8 0, i64 %size, i1 false)
  ret i32 0
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""


def test_a_browsers_module_fills_memory_itself() -> None:
    """By a function of rt.c: `memory.fill` takes longer for a few words."""
    target = build.TARGETS["emscripten-wasm32"]
    made = build.machine_of(target).emit_assembly(build.optimised(FILLED, target))
    assert "call\tmemset" in made
    assert "memory.fill" not in made


HIGH = """
target datalayout = ""
target triple = "unknown"
define i64 @high(i64 %one, i64 %other) {
  %.1 = zext i64 %one to i128
  %.2 = zext i64 %other to i128
  %.3 = mul i128 %.1, %.2
  %.4 = lshr i128 %.3, 64
  %.5 = trunc i128 %.4 to i64
  ret i64 %.5
}
"""


def test_a_browsers_module_multiplies_without_a_call() -> None:
    target = build.TARGETS["emscripten-wasm32"]
    code = HIGH.replace("@high", "@parlour_high")
    made = build.machine_of(target).emit_assembly(build.optimised(code, target))
    assert "i64.mul" in made
    assert "call" not in made


def test_a_product_of_halves_is_the_same() -> None:
    """Run here, of random numbers and of those at the bounds of a half."""
    code = "\n".join(line for line in HIGH.splitlines() if not line.startswith("target"))
    halved = build.halved(code)
    assert "call i128 @product(i128 %.1, i128 %.2)" in halved
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(halved), machine)
    engine.finalize_object()
    high = ctypes.CFUNCTYPE(*[ctypes.c_uint64] * 3)(engine.get_function_address("high"))
    dice = random.Random(1)
    some = [0, 1, 13, 2**31, 2**32 - 1] + [dice.getrandbits(dice.randrange(33)) for _ in range(50)]
    more = [2**32, 2**32 + 1, 2**63, 2**64 - 1] + [dice.getrandbits(64) for _ in range(50)]
    for one, other in itertools.product(some + more, some):
        assert high(one, other) == one * other >> 64


@pytest.mark.parametrize(
    "form", ["mul nuw i128 %.1, %.2", "mul i128 %.1, 13", "mul <2 x i128> %.1, %.2"]
)
def test_a_product_in_another_form_is_refused(form: str) -> None:
    code = HIGH.replace("mul i128 %.1, %.2", form)
    with pytest.raises(RuntimeError, match=r"The code has a product of 128 bits: mul .*\."):
        build.halved(code)


def test_a_value_may_have_any_name() -> None:
    code = HIGH + "  %.6 = mul nsw i64 %one.i128.i, %other\n"
    assert "mul nsw i64 %one.i128.i" in build.halved(code)


def test_what_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "find_spec", lambda _name: True)
    zig = build.TARGETS["windows-x86_64"].zig
    assert build.linker("windows-x86_64") == [
        *(sys.executable, "-m", "ziglang", "cc", "-target"),
        zig,
    ]
    assert build.linker("emscripten-wasm32")[-3:] == [
        "-mcpu=mvp+mutable_globals+sign_ext+simd128",
        "-fPIC",
        "-Wl,--import-symbols",
    ]
    monkeypatch.setattr(build, "find_spec", lambda _name: None)
    monkeypatch.setattr(library, "target", lambda: "linux-aarch64")
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    assert build.linker("linux-aarch64") == ["/bin/cc", "-fPIC"]
    for target, which in (
        ("windows-x86_64", "/bin/cc"),
        ("emscripten-wasm32", "/bin/cc"),
        ("linux-aarch64", None),
    ):
        monkeypatch.setattr("shutil.which", lambda _name, which=which: which)
        with pytest.raises(RuntimeError, match=f"^Nothing links for {target} here"):
            build.linker(target)


def test_code_is_made_for_no_processor_and_from_nothing_that_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[Any] = []

    def run(
        command: list[str], *, env: dict[str, str], cwd: str, check: bool
    ) -> subprocess.CompletedProcess[str]:
        assert not check
        assert os.listdir(cwd) == []
        assert env["PARLOUR_CACHE"] == cwd
        assert command[:3] == [sys.executable, "-W", "ignore"]
        assert command[-5:-3] == [str(build.TOP), "parlour.engine.ahead.codegen"]
        seen.append(env)
        home, *targets = command[-3:]
        for target in targets:
            Path(cwd, f"{target}.o").write_text(f"{home} {target}")
        return subprocess.CompletedProcess(command, home == "straights")

    monkeypatch.setattr("subprocess.run", run)
    targets = ["linux-x86_64", "macos-x86_64"]
    assert build.made_code("hearts", targets) == [b"hearts linux-x86_64", b"hearts macos-x86_64"]
    assert all(env.items() >= build.SETTINGS.items() for env in seen)
    with pytest.raises(RuntimeError, match=r"^The code of straights was not made\.$"):
        build.made_code("straights", targets)


def test_a_linker_that_fails_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What it says itself comes before the sentence. zig has a cache without a home."""
    fails = "import os, sys; sys.exit(' '.join([os.environ['ZIG_GLOBAL_CACHE_DIR'][:5], 'broke']))"
    monkeypatch.delenv("ZIG_GLOBAL_CACHE_DIR", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(build, "linker", lambda _target: [sys.executable, "-c", fails])
    monkeypatch.setattr(build, "made_code", named)
    assert build.main([str(tmp_path / "new"), "linux-x86_64"]) == 1
    assert capfd.readouterr().err.splitlines() == [
        f"{str(tmp_path)[:5]} broke",
        f'The kernels cannot be built: The linker for linux-x86_64 failed ("{sys.executable}").',
    ]


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built: list[Any] = []
    monkeypatch.setattr(build, "build", lambda *given: built.append(given))
    assert build.main([str(tmp_path)]) == 0
    assert build.main([str(tmp_path), "macos-aarch64", "linux-x86_64"]) == 0
    assert built == [
        (tmp_path, [library.target()]),
        (tmp_path, ["macos-aarch64", "linux-x86_64"]),
    ]
    for arguments, text in (
        ([], "the following arguments are required: FOLDER"),
        ([str(tmp_path), "plan9"], 'unknown target "plan9" (expected linux-x86_64 | '),
        (["--help"], "Build the kernels ahead of time."),
    ):
        with pytest.raises(SystemExit):
            build.main(arguments)
        assert text in "".join(capsys.readouterr())
    assert len(built) == 2


def test_what_a_build_lacks_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(build, "made_code", lambda _home, targets: [b""] * len(targets))
    assert build.main([str(tmp_path / "file" / "below")]) == 1
    monkeypatch.setattr(build, "find_spec", lambda _name: None)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert build.main([str(tmp_path)]) == 1
    one, other = capsys.readouterr().err.splitlines()
    assert one.startswith("The kernels cannot be built: [Errno 20] Not a directory: ")
    assert other.startswith("The kernels cannot be built: Nothing links for ")
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    with pytest.raises(SystemExit, match=r"^Building kernels needs numba, which is not installed;"):
        runpy.run_path(build.__file__, run_name="__main__")
    with pytest.raises(ImportError):
        runpy.run_path(build.__file__)
