"""A database for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage import Database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database, up to date."""
    async with Database.open(tmp_path / "nardy.db") as database:
        yield database
