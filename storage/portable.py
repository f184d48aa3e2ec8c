"""Portable SQL: what SQLite and PostgreSQL say differently, written once for both."""

from __future__ import annotations

from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import ClauseElement, ColumnElement, Insert, Table, insert
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.base import SyntaxExtension
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

Value = TypeVar("Value")

Text = sqlalchemy.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""Text that is compared sign by sign. PostgreSQL would compare it as the server's language does, in which
`a:` may stand behind `a0`: ranges of keys, and moments, would not be found."""

NEVER_REUSED_KEYS: dict[str, Any] = {"sqlite_autoincrement": True}
"""Options of a table whose keys always grow, even after its last row was deleted; PostgreSQL's always do."""


def only_where(condition: ColumnElement[bool]) -> dict[str, Any]:
    """Return the options of an index of only those rows that meet a condition."""
    return {"sqlite_where": condition, "postgresql_where": condition}


class _Unindexed(FunctionElement[Value]):
    """A column under a sign that does nothing, but keeps SQLite's indexes of the column away."""

    inherit_cache = True

    def __init__(self, column: ColumnElement[Value]) -> None:
        super().__init__(column)
        self.type = column.type


def unindexed(column: ColumnElement[Value]) -> ColumnElement[Value]:
    """Return a column that SQLite's planner may not look up by an index.

    Without statistics it takes each join to be about as good in either order. Where a short queue is joined
    to a long table, this makes it begin with the queue. PostgreSQL has statistics, and is told nothing.
    """
    return _Unindexed(column)


@compiles(_Unindexed)
def _as_it_is(element: _Unindexed[Any], compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 (SQLAlchemy's)
    return compiler.process(element.clauses, **options)


@compiles(_Unindexed, "sqlite")
def _signed(element: _Unindexed[Any], compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 (SQLAlchemy's)
    return f"+{compiler.process(element.clauses, **options)}"


class _OrIgnore(SyntaxExtension, ClauseElement):
    """What makes an insert one that does nothing where the row is there already."""

    inherit_cache = True
    _traverse_internals = []  # noqa: RUF012 (SQLAlchemy's)

    def apply_to_insert(self, insert_stmt: Insert) -> None:
        """Stand behind the values."""
        insert_stmt.apply_syntax_extension_point(self.append_replacing_same_type, "post_values")


@compiles(_OrIgnore)
def _do_nothing(_element: _OrIgnore, _compiler: SQLCompiler, **_options: Any) -> str:  # noqa: ANN401 (SQLAlchemy's)
    return "ON CONFLICT DO NOTHING"


def insert_or_ignore(table: Table) -> Insert:
    """Return an insert that does nothing where the row is there already."""
    return insert(table).ext(_OrIgnore())
