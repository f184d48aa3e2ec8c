"""A database for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.databases import opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage import Database


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database, up to date."""
    async with opened(tmp_path / "nardy.db") as database:
        yield database
