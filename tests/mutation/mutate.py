"""Mutate: a module's source with one small change in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Place = ast.expr | ast.stmt


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change in one function.

    Args:
        path: the file, from the root of the project.
        function: the function or method, with its class.
        number: the index of the changed place among those in the function that can be changed.
        change: the expression before and after.
    """

    path: str
    function: str
    number: int
    change: str

    def __str__(self) -> str:
        return f"{self.path} {self.function} {self.number}: {self.change}"

    @property
    def sort_key(self) -> str:
        """Return a hash that other changes of the file do not alter, so that the sample stays the same."""
        return sha256(str(self).encode()).hexdigest()


def mutants(path: str, source: str) -> list[Mutant]:
    """Return every mutant of a file, each with one change in one function.

    Comparisons, arithmetic, `and` and `or`, `not`, whole numbers and truth values are changed. Annotations,
    decorators, f-strings and `raise` statements are not.
    """
    return [
        Mutant(path, function, number, f"{ast.unparse(node)} → {ast.unparse(other)}")
        for function, place in dict(_functions(ast.parse(source))).items()
        for number, (node, other) in enumerate(_changes(place))
    ]


def mutated(source: str, mutant: Mutant) -> str:
    """Return the source with the mutant's change."""
    tree = ast.parse(source)
    node, other = list(_changes(dict(_functions(tree))[mutant.function]))[mutant.number]
    for name, value in ast.iter_fields(other):
        setattr(node, name, value)
    return ast.unparse(tree)


def _functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, _Function]]:
    """Yield the functions and methods of a module; nested functions belong to the outer one."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{within}{node.name}.")
        elif isinstance(node, _Function):
            yield f"{within}{node.name}", node


def _changes(node: ast.AST) -> Iterator[tuple[_Place, _Place]]:
    """Yield each node in a function that can be changed, with its replacement."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.Raise | ast.JoinedStr):
                if (other := _changed(child)) is not None:
                    yield child, other  # type: ignore[misc]  # these are expressions or statements
                yield from _changes(child)


def _changed(node: ast.AST) -> _Place | None:  # noqa: PLR0911 (one for each kind)
    """Return the replacement of a node, of the same kind; None if it is not changed."""
    match node:
        case ast.Compare(left=left, ops=[first, *more], comparators=others):
            return ast.Compare(left, [_COMPARED[type(first)](), *more], others)
        case ast.BoolOp(op=ast.And(), values=values):
            return ast.BoolOp(ast.Or(), values)
        case ast.BoolOp(values=values):
            return ast.BoolOp(ast.And(), values)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _COMPUTED:
            return ast.BinOp(left, _COMPUTED[type(op)](), right)
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in _COMPUTED:
            return ast.AugAssign(target, _COMPUTED[type(op)](), value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), operand))
        case ast.Constant(value=bool() as value):
            return ast.Constant(not value)
        case ast.Constant(value=int() as value):
            return ast.Constant(value + 1)
        case _:
            return None
