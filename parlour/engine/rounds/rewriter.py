"""The source of a game's rules as it is compiled, without what the compiler does not know.

Numba accepts the pure dialect except `state._replace(...)`, which is rewritten as a call of the
whole constructor.
"""

import ast
import inspect
from types import ModuleType

from parlour.catalogue import old_names
from parlour.catalogue.check import RECORDS
from parlour.errors import RulesError, quote

OUTSIDE = ("fits",)  # returns a sentence, and is not compiled
ENTRIES = ("play_all", "play_standard", "play_and_log")  # of round_kernels.py, called by Python
HEAD = "from parlour.engine.compiler.jit import compiled as _compiled"


class Spell(ast.NodeTransformer):
    """Rewrites `state._replace(turn=t)` as `State(hands=state.hands, ..., turn=t)`, and decorates
    functions to be compiled.

    A name is a record by its annotation, or by what is assigned to it: another such name, a
    constructor, or a function of the module with that annotation. RulesError for another.
    """

    def __init__(self, fields: dict[str, tuple[str, ...]], options: str, module: str = "") -> None:
        """`fields` are those of each record, `options` those of the decorator."""
        self.fields, self.options, self.module = fields, options, module
        self.returns: dict[str, ast.expr] = {}  # the annotations of the module's functions
        self.function = ""
        self.classes: dict[str, str] = {}  # of the function's names

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Look at all functions' annotations before their bodies."""
        for function in node.body:
            if isinstance(function, ast.FunctionDef) and function.returns:
                self.returns[function.name] = function.returns
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Decorate a function of the module."""
        self.function, self.classes = node.name, {}
        for argument in node.args.args:
            self._learn(argument, argument.annotation)
        if node.name not in OUTSIDE:
            inlined = "" if node.name in ENTRIES else ", forceinline=True"
            mark = f"_compiled({self.options}{inlined})"
            for decorator in node.decorator_list:  # in round_kernels.py: that it is a kernel
                mark = ast.unparse(decorator).replace("exported", "_kernel")
            node.decorator_list = [ast.parse(mark, mode="eval").body]
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Learn the records of names, after the calls on the right are rewritten."""
        self.generic_visit(node)
        for target in node.targets:
            self._learn(target, self._kind(node.value))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Learn the record of a name from its annotation."""
        self.generic_visit(node)
        self._learn(node.target, node.annotation)
        return node

    def _kind(self, value: ast.expr) -> ast.expr | None:
        """The annotation that a value would have, if it is known."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            return self.returns.get(value.func.id, value.func)
        if isinstance(value, ast.Name) and value.id in self.classes:
            return ast.Name(self.classes[value.id], ast.Load())
        return None

    def _learn(self, target: ast.AST, kind: ast.expr | None) -> None:
        """Note the records among names, which may be a tuple of them."""
        if isinstance(target, ast.Tuple) and isinstance(kind, ast.Subscript):
            if isinstance(kind.slice, ast.Tuple) and len(kind.slice.elts) == len(target.elts):
                for element, its in zip(target.elts, kind.slice.elts, strict=True):
                    self._learn(element, its)
        elif kind and ast.unparse(kind) in self.fields:
            name = target.arg if isinstance(target, ast.arg) else ast.unparse(target)
            self.classes[name] = ast.unparse(kind)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Rewrite a call of `x._replace(...)` as a call of the constructor."""
        if not (isinstance(node.func, ast.Attribute) and node.func.attr == "_replace"):
            return self.generic_visit(node)
        name = ast.unparse(node.func.value)
        if name not in self.classes:
            raise RulesError(
                f"The rules in {quote(self.module)} do not compile: in {self.function}, line "
                f"{node.lineno}, {name}._replace (expected the name of one of "
                f"{', '.join(self.fields)})."
            )
        self.generic_visit(node)
        changed = {keyword.arg: keyword.value for keyword in node.keywords}
        used = [
            ast.keyword(
                field,
                changed.get(field, ast.Attribute(ast.Name(name, ast.Load()), field, ast.Load())),
            )
            for field in self.fields[self.classes[name]]
        ]
        return ast.Call(ast.Name(self.classes[name], ast.Load()), [], used)


def spelled(game: ModuleType) -> str:
    """The source of a game's compiled rules; RulesError if the record of a name is not known."""
    records = {name: getattr(game, name)._fields for name in RECORDS}
    spell = Spell(records, "makes=True", game.__name__)
    tree = spell.visit(ast.parse(inspect.getsource(game)))
    first = [isinstance(node, ast.FunctionDef) for node in tree.body].index(True)
    # below the imports, since an import from __future__ must come first
    tree.body.insert(first, ast.parse(HEAD).body[0])
    named = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    tree.body += [
        ast.parse(f"{new} = {old}").body[0]
        for old, new in old_names.FUNCTIONS.items()
        if old in named and new not in named
    ]
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
