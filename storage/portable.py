"""Portable SQL: constructs that SQLite and PostgreSQL write differently."""

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
"""Text that is compared by code point.

PostgreSQL would use the server's locale, in which `a:` may sort after `a0`. Queries for ranges of keys or
moments would then miss rows.
"""

NEVER_REUSED_KEYS: dict[str, Any] = {"sqlite_autoincrement": True}
"""Table options for keys that are never reused, even after deleting the last row. PostgreSQL needs no option.
"""


def only_where(condition: ColumnElement[bool]) -> dict[str, Any]:
    """Return the options of a partial index on the rows that meet a condition."""
    return {"sqlite_where": condition, "postgresql_where": condition}


class _Unindexed(FunctionElement[Value]):
    """A column behind a unary plus, which keeps SQLite from using an index on it."""

    inherit_cache = True

    def __init__(self, column: ColumnElement[Value]) -> None:
        super().__init__(column)
        self.type = column.type


def unindexed(column: ColumnElement[Value]) -> ColumnElement[Value]:
    """Return a column for which SQLite's planner may not use an index.

    Without statistics SQLite may join in the wrong order. If a short queue is joined to a long table, this
    makes the join start with the queue. PostgreSQL has statistics, so the column is unchanged there.
    """
    return _Unindexed(column)


@compiles(_Unindexed)
def _as_it_is(element: _Unindexed[Any], compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 (SQLAlchemy's)
    return compiler.process(element.clauses, **options)


@compiles(_Unindexed, "sqlite")
def _signed(element: _Unindexed[Any], compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 (SQLAlchemy's)
    return f"+{compiler.process(element.clauses, **options)}"


class _OrIgnore(SyntaxExtension, ClauseElement):
    """The `ON CONFLICT DO NOTHING` clause of an insert."""

    inherit_cache = True
    _traverse_internals = []  # noqa: RUF012 (SQLAlchemy's)

    def apply_to_insert(self, insert_stmt: Insert) -> None:
        """Append the clause after the values."""
        insert_stmt.apply_syntax_extension_point(self.append_replacing_same_type, "post_values")


@compiles(_OrIgnore)
def _do_nothing(_element: _OrIgnore, _compiler: SQLCompiler, **_options: Any) -> str:  # noqa: ANN401 (SQLAlchemy's)
    return "ON CONFLICT DO NOTHING"


def insert_or_ignore(table: Table) -> Insert:
    """Return an insert that leaves out each row whose primary key or unique values exist already."""
    return insert(table).ext(_OrIgnore())
