"""Fixtures: Discord's stand-in, for tests that need the real client library."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.discord_standin.standin import DiscordStandIn


@pytest.fixture
async def discord() -> AsyncIterator[DiscordStandIn]:
    """A stand-in for Discord."""
    async with DiscordStandIn() as stand_in:
        yield stand_in
