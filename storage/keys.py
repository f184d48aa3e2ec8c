"""Keys: those that the database makes."""

from __future__ import annotations

from typing import Any

from sqlalchemy.engine import CursorResult


def inserted_key(added: CursorResult[Any]) -> int:
    """Return the key of the one row that an insert added.

    Raises:
        RuntimeError: it added none.
    """
    key = added.inserted_primary_key
    if key is None:
        raise RuntimeError("nothing was added")
    return int(key[0])
