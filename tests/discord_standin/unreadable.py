"""Valid gateway events of the stand-in, and the same events with one part missing or wrong."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tests.discord_standin import wire
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Channel, Message

Json = dict[str, Any]
Path = tuple[str | int, ...]

_GONE = object()
_WRONG = {str: 7, int: ["x"], bool: "x", dict: "x", list: 7, type(None): {"x": 1}}
"""The replacement for a value of each type."""
EVENTS = (
    *("READY", "RESUMED", "USER_UPDATE", "GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"),
    *("GUILD_MEMBER_UPDATE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE"),
    *("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "CHANNEL_PINS_UPDATE"),
    *("THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE", "THREAD_LIST_SYNC"),
    *("THREAD_MEMBER_UPDATE", "THREAD_MEMBERS_UPDATE"),
    *("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"),
)
"""The events for the bot's intents, except INTERACTION_CREATE, which is tested separately."""


def valid(discord: DiscordStandIn, thread: Channel, message: Message) -> dict[str, Json]:
    """Return a valid event of each kind in `EVENTS`, about a server, a thread and a message."""
    world, guild = discord.world, discord.guild
    place, channel = wire.whole_guild(guild, world.app), wire.channel(discord.channel(), world.app)
    of_guild, roles = {"guild_id": str(guild.id)}, wire.guild(guild, world.app)["roles"]
    sent, in_thread = wire.gateway_message(message, world), wire.channel(thread, world.app)
    member = wire.thread_member(thread, world.app)
    session = next(iter(discord.gateway.sessions.values()))
    ready = next(each["d"] for each in session.sent_events if each["t"] == "READY")
    about = {"id": sent["id"], "channel_id": sent["channel_id"]}
    return {
        "READY": ready,
        "RESUMED": {"_trace": []},
        "USER_UPDATE": wire.own_user(world.app),
        "GUILD_CREATE": place,
        "GUILD_UPDATE": wire.guild(guild, world.app),
        "GUILD_DELETE": {"id": str(guild.id)},
        "GUILD_MEMBER_UPDATE": of_guild | wire.member(world.app, guild),
        "GUILD_ROLE_CREATE": of_guild | {"role": roles[1] | {"id": "77"}},
        "GUILD_ROLE_UPDATE": of_guild | {"role": roles[1]},
        "GUILD_ROLE_DELETE": of_guild | {"role_id": roles[1]["id"]},
        "CHANNEL_CREATE": channel | {"id": "78"},
        "CHANNEL_UPDATE": channel,
        "CHANNEL_DELETE": channel,
        "CHANNEL_PINS_UPDATE": of_guild | {"channel_id": channel["id"], "last_pin_timestamp": None},
        "THREAD_CREATE": in_thread,
        "THREAD_UPDATE": in_thread,
        "THREAD_DELETE": {name: in_thread[name] for name in ("id", "guild_id", "parent_id", "type")},
        "THREAD_LIST_SYNC": of_guild | {"threads": [in_thread], "members": [member]},
        "THREAD_MEMBER_UPDATE": of_guild | member,
        "THREAD_MEMBERS_UPDATE": of_guild
        | {"id": in_thread["id"], "member_count": 1, "added_members": [member], "removed_member_ids": ["1"]},
        "MESSAGE_CREATE": sent,
        "MESSAGE_UPDATE": sent,
        "MESSAGE_DELETE": about,
    }


def spoilt(event: Json, *, deep: int = 3) -> Iterator[tuple[Path, object]]:
    """Yield variants of an event: the whole replaced, and each part missing, null or of a wrong type.

    Args:
        deep: the depth of the parts to change.
    """
    whole: tuple[object, ...] = (None, [], "x", 7, {})
    yield from (((), each) for each in whole)
    for path in _paths(event, deep):
        for value in (_GONE, None, _WRONG[type(_at(event, path))]):
            changed = copy.deepcopy(event)
            if value is _GONE:
                del _at(changed, path[:-1])[path[-1]]
            else:
                _at(changed, path[:-1])[path[-1]] = value
            yield path, changed


def _paths(value: object, deep: int, above: Path = ()) -> Iterator[Path]:
    if not deep:
        return
    steps: list[tuple[str | int, object]] = list(value.items()) if isinstance(value, dict) else []
    if isinstance(value, list) and value:
        steps = [(0, value[0])]
    for step, part in steps:
        yield (*above, step)
        yield from _paths(part, deep - 1, (*above, step))


def _at(value: Any, path: Path) -> Any:  # noqa: ANN401 (any part of an event)
    for step in path:
        value = value[step]
    return value
