"""Record the statements that the product sends to its database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import Database

_NOT_COUNTED = ("BEGIN", "PRAGMA", "SELECT pg_advisory_xact_lock")
_OF_A_TEST = "of_a_test"


@asynccontextmanager
async def unwatched(database: Database) -> AsyncIterator[AsyncConnection]:
    """Read for a test; its statements do not count as the product's."""
    async with database.read() as connection:
        yield await connection.execution_options(**{_OF_A_TEST: True})


@dataclass
class Statements:
    """Statements in the order of their execution.

    Args:
        texts: each statement, without its parameters.
        transactions: how many transactions were begun.
    """

    texts: list[str] = field(default_factory=list)
    transactions: int = 0

    @property
    def count(self) -> tuple[int, int]:
        """The number of statements and of transactions."""
        return len(self.texts), self.transactions


@contextmanager
def watched(*, of_this_task: bool = False) -> Iterator[Statements]:
    """Record the statements of all databases of this process until left.

    Args:
        of_this_task: True to leave out those of other tasks, such as workers.
    """
    seen, task = Statements(), asyncio.current_task() if of_this_task else None

    def executed(connection: Any, _cursor: Any, text: str, *_more: Any) -> None:  # noqa: ANN401 (SQLAlchemy's signature)
        if task is not None and asyncio.current_task() is not task:
            return
        if not text.startswith(_NOT_COUNTED) and _OF_A_TEST not in connection.get_execution_options():
            seen.texts.append(" ".join(text.split()))

    def begun(_connection: Any) -> None:  # noqa: ANN401 (SQLAlchemy's signature)
        seen.transactions += 1

    event.listen(Engine, "before_cursor_execute", executed)
    event.listen(Engine, "begin", begun)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_cursor_execute", executed)
        event.remove(Engine, "begin", begun)
