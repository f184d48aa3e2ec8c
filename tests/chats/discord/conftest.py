"""Fixtures: Discord's stand-in, for what the real client library is needed for."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.discord_standin.standin import DiscordStandIn


@pytest.fixture
async def discord() -> AsyncIterator[DiscordStandIn]:
    """A Discord to play on."""
    async with DiscordStandIn() as stand_in:
        yield stand_in
