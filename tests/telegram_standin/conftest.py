from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.telegram_standin.client import TinyBot
from tests.telegram_standin.standin import TelegramStandIn


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramStandIn]:
    """A stand-in for Telegram."""
    async with TelegramStandIn() as stand_in:
        yield stand_in


@pytest.fixture
async def bot(telegram: TelegramStandIn) -> AsyncIterator[TinyBot]:
    """An initialized bot at the stand-in."""
    async with TinyBot(telegram) as client:
        yield client
