"""A local table for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.chats.web.house import Served, serving


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    """A local table that is being served, with stand-ins behind it."""
    async with serving() as served:
        yield served
