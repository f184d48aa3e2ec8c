"""A table for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.chats.web.house import serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.chats.web.house import Served


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    """A table that is being served."""
    async with serving() as served:
        yield served
