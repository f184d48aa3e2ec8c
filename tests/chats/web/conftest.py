"""A table for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.chats.web.house import Served, serving


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    """A table that is being served."""
    async with serving() as served:
        yield served
