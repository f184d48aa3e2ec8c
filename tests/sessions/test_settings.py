"""Settings: every setting of a player is exported, linked, unlinked and forgotten."""

from __future__ import annotations

import json

import pytest

from bot.sessions import PLAYER_SETTINGS
from bot.sessions.retention import LINKS_KEPT
from storage import people
from tests.sessions.test_forgetting import forget
from tests.sessions.test_linking import link, on_telegram
from tests.sessions.test_retention import forget_after
from tests.sessions.test_unlinking import undo
from tests.sessions.world import World

pytestmark = pytest.mark.on_both

WRITTEN = {"theme": "dark", "language": "ru", "zone": "Europe/Berlin", "quiet": "22-8", "digest": "09:00"}
CHOSEN = {
    name: next((value for value in row.values if value != row.default), WRITTEN.get(name, "written"))
    for name, row in PLAYER_SETTINGS.items()
}
"""For each setting a value that is not its default."""
DEFAULTS = {name: row.default for name, row in PLAYER_SETTINGS.items()}


async def settings_of(world: World, player: int) -> dict[str, object]:
    """Return a player's stored settings."""
    async with world.database.read() as connection:
        return (await people.player(connection, player)).settings


async def choose(world: World, player: int) -> None:
    """Set every setting of a player."""
    async with world.database.write() as connection:
        await people.set_options(connection, player, **CHOSEN)


async def test_a_new_player_has_the_defaults(world: World) -> None:
    """A new player has every setting's default."""
    assert await settings_of(world, world.anna.id) == DEFAULTS


async def test_every_setting_is_exported(world: World) -> None:
    """A player's export has every setting with its value."""
    await choose(world, world.anna.id)
    made = await world.manager.exports.of(world.anna.id)
    assert made is not None
    assert json.loads(made.text)["settings"] == CHOSEN


async def test_the_younger_players_settings_are_linked_and_restored(world: World) -> None:
    """A link gives the younger player's settings to an older one with defaults; undoing restores both."""
    other, chat = await on_telegram(world)
    await choose(world, other.id)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    assert await settings_of(world, world.anna.id) == CHOSEN
    await undo(world, view)
    assert [await settings_of(world, each.id) for each in (world.anna, other)] == [DEFAULTS, CHOSEN]


async def test_a_permanent_link_clears_the_younger_players_row(world: World) -> None:
    """Once a link cannot be undone, the younger player's row has no settings, platform or name."""
    other, chat = await on_telegram(world)
    await choose(world, other.id)
    async with world.database.write() as connection:
        await people.set_options(connection, other.id, last_platform="telegram")
    await link(world, (world.anna, world.anna_chat), (other, chat))
    await forget_after(world, LINKS_KEPT)
    async with world.database.read() as connection:
        row = await people.player(connection, other.id)
    assert (row.settings, row.last_platform, row.own_name) == (DEFAULTS, None, None)


async def test_every_setting_is_forgotten(world: World) -> None:
    """A forgotten player has the defaults, with reminders off."""
    await choose(world, world.boris.id)
    await forget(world, world.boris)
    assert await settings_of(world, world.boris.id) == DEFAULTS | {"reminders": "off"}
