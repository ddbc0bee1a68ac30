"""The pure dialect, which can be compiled unchanged (docs/design.md).

Inside a function of a rules module these are allowed: ints, bools, tuples and named tuples,
operators on ints, if, for over a range, while, `_replace`, and calls of functions that are
themselves in the dialect. `fits` returns a sentence and is exempt.
"""

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from parlour.catalogue.registry import GAMES
from parlour.engine.rounds.rewriter import OUTSIDE, spelled
from parlour.errors import RulesError

SHARED = {"parlour.cards", "parlour.tricks"}  # modules that rules import besides `typing`
KNOWN = {"len", "range"}
STATEMENTS = (
    ast.Return,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.If,
    ast.For,
    ast.While,
    ast.Pass,
)
EXPRESSIONS = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Call,
    ast.keyword,
)
OPERATORS = (
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.FloorDiv,
    ast.Mod,
    ast.LShift,
    ast.RShift,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.Invert,
    ast.USub,
    ast.Not,
    ast.And,
    ast.Or,
    ast.Eq,
    ast.NotEq,
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
)


def check(name: str) -> None:
    """Raise AssertionError with a sentence for each part of a game's rules that cannot be
    compiled.
    """
    game: Any = GAMES[name]
    sentences = in_dialect(game)
    if sentences:
        raise AssertionError(" ".join(f"{sentence}." for sentence in sentences))
    try:
        spelled(game)
    except RulesError as error:
        raise AssertionError(str(error)) from None


def in_dialect(module: Any) -> list[str]:
    """A sentence for each part of a rules module that cannot be compiled."""
    return foreign(inspect.getsource(module), set())


def foreign(source: str, callables: set[str]) -> list[str]:
    """A sentence for each part of a source that cannot be compiled; `callables` are the functions
    that may be called besides its own and its imports.
    """
    tree = ast.parse(source)
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    shared: set[str] = set()
    sentences = []
    for module, names in imported(tree):
        if module in SHARED:
            shared |= names
        elif module != "typing":
            sentences.append(f"the import of {module} does not compile")
    callable_here = defined | shared | callables | KNOWN
    for function in functions(tree):
        for statement in body(function):
            for node in ast.walk(statement):
                why = foreign_node(node, callable_here)
                if why:
                    sentences.append(
                        f"{function.name}, line {getattr(node, 'lineno', statement.lineno)}: {why} "
                        f"does not compile"
                    )
    return sentences


def imported(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """The modules that are imported anywhere in the source, and the names from each."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, set()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", {alias.asname or alias.name for alias in node.names}


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions that are compiled."""
    yield from (
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name not in OUTSIDE
    )


def body(function: ast.FunctionDef) -> list[ast.stmt]:
    """A function's statements, without its docstring."""
    first = function.body[0]
    documented = (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )
    return function.body[1:] if documented else function.body


def foreign_node(node: ast.AST, callable_here: set[str]) -> str:
    """A description of the node if it cannot be compiled; else empty."""
    if isinstance(node, ast.expr_context | ast.operator | ast.unaryop | ast.cmpop | ast.boolop):
        allowed = isinstance(node, (*OPERATORS, ast.expr_context))
        return "" if allowed else f"the operator {type(node).__name__}"
    if isinstance(node, ast.Constant):
        return "" if isinstance(node.value, int) else f"the constant {node.value!r}"
    if isinstance(node, ast.For) and not (
        isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"
    ):
        return "a loop over anything but a range"
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        allowed = called in callable_here or (
            isinstance(node.func, ast.Attribute) and node.func.attr == "_replace"
        )
        return "" if allowed else f"the call of {called}"
    return "" if isinstance(node, (*STATEMENTS, *EXPRESSIONS)) else f"a {type(node).__name__}"
