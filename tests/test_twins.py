"""The rules speak the pure dialect, so that they compile as they stand (docs/design.md).

Inside a function of a rules module: ints, bools, tuples and named tuples, operators on ints, if, for over a range, while,
`_replace`, and calls of functions that are themselves in the dialect. `fits` speaks to people and stays outside.
"""

import ast
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from parlour import cards
from parlour.game import BUILT_IN, GAMES
from tests.sketches import climbing, drawing, passing

OUTSIDE = {"fits"}
STATEMENTS = (ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If, ast.For, ast.While, ast.Pass)
EXPRESSIONS = (
    ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp,
    ast.Call, ast.keyword,
)  # fmt: skip
OPERATORS = (
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor, ast.Invert,
    ast.USub, ast.Not, ast.And, ast.Or, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
)  # fmt: skip


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    yield from (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name not in OUTSIDE)


def body(function: ast.FunctionDef) -> list[ast.stmt]:
    """A function's statements without its docstring."""
    first = function.body[0]
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return function.body[1:] if told else function.body


def foreign(source: str, known: set[str]) -> list[str]:
    """A sentence for each thing in a rules module that would not compile."""
    tree = ast.parse(source)
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    callable_here = own | known | {"len", "range"}
    found = []
    for function in functions(tree):
        for statement in body(function):
            for node in ast.walk(statement):
                why = foreign_node(node, callable_here)
                if why:
                    found.append(f"{function.name}, line {getattr(node, 'lineno', statement.lineno)}: {why} does not compile")
    return found


def foreign_node(node: ast.AST, callable_here: set[str]) -> str:
    if isinstance(node, ast.expr_context | ast.operator | ast.unaryop | ast.cmpop | ast.boolop):
        return "" if isinstance(node, (*OPERATORS, ast.expr_context)) else f"the operator {type(node).__name__}"
    if isinstance(node, ast.Constant):
        return "" if isinstance(node.value, int) else f"the constant {node.value!r}"
    if isinstance(node, ast.For) and not (isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"):
        return "a loop over anything but a range"
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        known = called in callable_here or (isinstance(node.func, ast.Attribute) and node.func.attr == "_replace")
        return "" if known else f"the call of {called}"
    return "" if isinstance(node, (*STATEMENTS, *EXPRESSIONS)) else f"a {type(node).__name__}"


def in_dialect(module: Any) -> list[str]:
    return foreign(inspect.getsource(module), {"fewest", "popcount", "put"})


@pytest.mark.parametrize("name", BUILT_IN)
def test_rules_speak_the_dialect(name: str) -> None:
    assert in_dialect(GAMES[name]) == []


@pytest.mark.parametrize("module", [passing, drawing, climbing], ids=["passing", "drawing", "climbing"])
def test_so_do_the_sketches(module: ModuleType) -> None:
    assert in_dialect(module) == []


def test_what_the_rules_call_speaks_it_too() -> None:
    source = "".join(inspect.getsource(function) for function in (cards.fewest, cards.put))
    assert foreign(source, set()) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("return 'seven'", "the constant 'seven'"),
        ("return 1.5", "the constant 1.5"),
        ("return None", "the constant None"),
        ("return {1: 2}", "a Dict"),
        ("return [1]", "a List"),
        ("return sum(x for x in hand)", "the call of sum"),
        ("raise ValueError", "a Raise"),
        ("return hand.bit_count()", "the call of hand.bit_count"),
        ("return 1 if hand in (1, 2) else 0", "the operator In"),
        ("return hand / 2", "the operator Div"),
        ("for card in hand: pass", "a loop over anything but a range"),
        ("return (lambda: 1)()", "a Lambda"),
    ],
)
def test_what_is_foreign_is_said_in_a_sentence(line: str, why: str) -> None:
    found = foreign(f"def legal(hand):\n    {line}\n", set())
    assert any(f"legal, line 2: {why} does not compile" in sentence for sentence in found), found
