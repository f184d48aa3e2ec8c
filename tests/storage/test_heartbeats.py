from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from storage import heartbeats
from tests.databases import opened

if TYPE_CHECKING:
    from storage.places import Place


async def test_heartbeats_are_read_while_the_database_is_in_use(place: Place) -> None:
    """What was noted is read from outside of the process that serves the database."""
    beats = {"bot": datetime(2026, 11, 20, 18, tzinfo=UTC), "web": datetime(2026, 11, 20, 17, tzinfo=UTC)}
    async with opened(place) as database:
        async with database.write() as connection:
            await heartbeats.note(connection, beats)
        assert await heartbeats.last_at(place) == beats
