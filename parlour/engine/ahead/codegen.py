"""The code of kernels: LLVM IR for no processor in particular, and from it object code for each
target.

    python -m parlour.engine.ahead.codegen HOME TARGET ...

makes the kernels of one of HOMES, and writes a file of object code for each target in the current
folder. `build.py` runs it for each home in a process of its own, whose settings of Numba are for
all machines: Numba optimises nothing, and uses no instruction that some machine lacks. All that
this project needs of Numba's inner interface stands in this file.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types as numba_types
from numba.core import codegen as numba_codegen
from numba.core import compiler as numba_compiler
from numba.core import cpu as numba_cpu
from numba.core import dispatcher as numba_dispatcher
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj as numba_arrays

from parlour.catalogue.registry import part
from parlour.engine.ahead.build import ENGINE, HOMES, object_of
from parlour.engine.compiler.jit import Compiled
from parlour.engine.compiler.kernel import KERNELS, Kernel, Kind, parts
from parlour.engine.rounds.compiled_rules import twin

arrays: Any = numba_arrays  # which have no types
codegen: Any = numba_codegen
compiler: Any = numba_compiler
cpu: Any = numba_cpu
dispatchers: Any = numba_dispatcher
types: Any = numba_types
LETTERS = {
    "i": types.int64,
    "u": types.uint64,
    "f": types.float64,
    "c": types.int8,
    "b": types.boolean,
}
SLOT = ir.IntType(64)


def type_of(kind: Kind, hint: Any) -> Any:
    """Numba's type of an argument."""
    if isinstance(kind, tuple):
        inner = [type_of(*pair) for pair in zip(kind, parts(hint), strict=True)]
    elif kind == "r":
        inner = [types.int64] * len(parts(hint))
    elif len(kind) == 1:
        return LETTERS[kind]
    else:
        return types.Array(LETTERS[kind[0]], int(kind[1]), "C")
    record = hint if hasattr(hint, "_fields") else None
    return types.BaseTuple.from_types(inner, record)


def width(kind: Any) -> int:
    """How many slots an argument takes."""
    if isinstance(kind, types.BaseTuple):
        return sum(width(member) for member in kind.types)
    return 1 + kind.ndim if isinstance(kind, types.Array) else 1


def loaded(context: Any, builder: ir.IRBuilder, kind: Any, slots: Iterator[ir.Value]) -> ir.Value:
    """An argument, from the slots that hold it."""
    if isinstance(kind, types.BaseTuple):
        inner = [loaded(context, builder, member, slots) for member in kind.types]
        return context.make_tuple(builder, kind, inner)
    word = builder.load(next(slots))
    if isinstance(kind, types.Array):
        shape = [builder.load(next(slots)) for _ in range(kind.ndim)]
        item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        strides = [ir.Constant(SLOT, item)]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        array = context.make_array(kind)(context, builder)
        arrays.populate_array(
            array,
            data=builder.inttoptr(word, array.data.type),
            shape=shape,
            strides=strides,
            itemsize=ir.Constant(SLOT, item),
            meminfo=None,
        )
        return array._getvalue()
    if kind == types.float64:
        return builder.bitcast(word, ir.DoubleType())
    return builder.trunc(word, ir.IntType(1)) if kind == types.boolean else word


def as_it_stands(
    context: Any, builder: ir.IRBuilder, kind: Any, index: ir.Value, _length: ir.Value
) -> ir.Value:
    """An index, in place of Numba's function of these parameters. That counts one below 0 from an
    array's end, which takes three instructions; no kernel has such an index.
    """
    position: ir.Value = context.cast(
        builder, index, kind, types.intp if kind.signed else types.uintp
    )
    return position


def never_run() -> None:
    """Keep Numba from what only the running of its functions needs, two fifths of its work: their
    machine code, their entries from Python and C, their caches.
    """
    library, machine, context = codegen.JITCodeLibrary, codegen.JITCPUCodegen, cpu.CPUContext
    library._finalize_specific = lambda _self: None
    machine._add_module = lambda _self, _module: None
    machine.set_env = lambda _self, _name, _environment: None
    context.create_cpython_wrapper = context.create_cfunc_wrapper = lambda *_, **__: None
    dispatchers.Dispatcher.enable_caching = lambda _self: None


def outlined(module: ModuleType) -> None:
    """Leave the inlining of a module's functions to LLVM, which makes a smaller library."""
    for member in vars(module).values():
        if isinstance(member, Compiled) and member.__module__ == module.__name__:
            member.options.pop("forceinline", None)


@global_compiler_lock  # type: ignore[untyped-decorator]
def lowered(kernel: Kernel) -> str:
    """The IR of a kernel with all that it calls, and of its entry: slots in, 0 out."""
    compiled: Any = kernel.jit
    dispatcher = compiled.dispatcher
    target, flags = dispatcher.targetdescr, compiler.Flags()
    target.options.parse_as_flags(flags, dispatcher.targetoptions)
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    target.target_context.refresh()
    target.typing_context.refresh()
    kinds = tuple([type_of(*pair) for pair in zip(kernel.kinds, kernel.hints, strict=True)])
    result = compiler.compile_extra(
        target.typing_context, target.target_context, kernel.function, kinds, None, flags, {}
    )
    assert result.fndesc.restype == types.none, f"{kernel.name} returns {result.fndesc.restype}."
    context = result.target_context
    library = context.codegen().create_library(kernel.name)
    module = library.create_ir_module(kernel.name)
    inner = ir.Function(
        module,
        context.call_conv.get_function_type(types.none, kinds),
        result.fndesc.llvm_func_name,
    )
    outer = ir.Function(module, ir.FunctionType(ir.IntType(32), [SLOT.as_pointer()]), kernel.name)
    builder = ir.IRBuilder(outer.append_basic_block())
    places = (
        builder.gep(outer.args[0], [ir.Constant(SLOT, n)]) for n in range(sum(map(width, kinds)))
    )
    arguments = [loaded(context, builder, kind, places) for kind in kinds]
    status, _ = context.call_conv.call_function(builder, inner, types.none, kinds, arguments)
    builder.ret(status.code)
    library.add_ir_module(module)
    library.add_linking_library(result.library)
    library.finalize()
    text: str = library.get_llvm_str()
    return text


def joined(kernels: Iterable[Kernel]) -> str:
    """The IR of several kernels as one module, in which all but their entries is its own."""
    kernels = list(kernels)
    assert kernels, "Nothing to be joined."
    first, *rest = (llvm.parse_assembly(lowered(kernel)) for kernel in kernels)
    for other in rest:
        first.link_in(other)
    entries = {kernel.name for kernel in kernels}
    for function in first.functions:
        if not function.is_declaration and function.name not in entries:
            function.linkage = "internal"
    return text_of(first)


def text_of(module: llvm.ModuleRef) -> str:
    """A module's text, in which globals are its own, no place is filled in vain, and nothing says
    where an exception is raised: that holds the names of folders, and an entry returns only that
    there was one.
    """
    text = re.sub(
        r"^(@\S+ = )(?:common|linkonce|linkonce_odr) ((?:local_)?unnamed_addr )?global",
        r"\1internal \2global",
        unfilled(str(module)),
        flags=re.M,
    )
    return re.sub(
        r"^(@\.const\.picklebuf\.\S+ = .*constant \{[^}]*\}) \{.*$",
        r"\1 zeroinitializer",
        text,
        flags=re.M,
    )


def unfilled(text: str) -> str:
    """The text in which a place for what a call returns is not filled with zeros before: a call
    writes all of it, or has no value or fails, and then nobody uses it. In a `try` somebody would:
    RuntimeError where there is one.
    """
    if re.search(r"store i64 %\S+, ptr %\S*try_state", text):
        raise RuntimeError("A kernel has `try`: its failing calls would be read.")
    lines = text.splitlines(keepends=True)
    filled: dict[str, list[int]] = {}  # in this function, by place: the lines that do it
    for number, line in enumerate(lines):
        if line.startswith("define "):
            filled.clear()
        elif filling := re.match(r" *store .* zeroinitializer, ptr (%\S+),", line):
            filled.setdefault(filling[1], []).append(number)
        elif call := re.search(r" = call i32 @\S+\(ptr (%\S+), ptr %excinfo", line):
            for other in filled.pop(call[1], ()):
                lines[other] = ""
    return "".join(lines)


def kernels_of(home: str) -> list[Kernel]:
    """The kernels of the engine, or those of a built-in game and of its rules."""
    if home == ENGINE:
        engine = f"{str(__package__).rpartition('.')[0]}."
        for module in walk_packages([str(Path(__file__).parents[1])], engine):
            import_module(module.name)
        theirs = [engine]
    else:
        search = part(home, "engine.search")
        assert search, f"{home} has no engine."
        theirs = [search.__name__.removesuffix("search"), twin(home).__name__]
    return [
        kernel
        for kernel in KERNELS.values()
        if kernel.function.__module__.startswith(tuple(theirs))
    ]


def every_kernel() -> list[Kernel]:
    """The kernels of a library, home by home."""
    return [kernel for home in HOMES for kernel in kernels_of(home)]


if __name__ == "__main__":
    arrays.fix_integer_index = as_it_stands
    never_run()
    if sys.argv[1] != ENGINE:
        rules = twin(sys.argv[1])
        for name in (rules.__name__, rules.apply.__module__):
            outlined(sys.modules[name])
    code = joined(kernels_of(sys.argv[1]))
    for name in sys.argv[2:]:
        Path(f"{name}.o").write_bytes(object_of(code, name))
