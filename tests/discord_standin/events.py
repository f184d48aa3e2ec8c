"""Events: the parts of gateway events for which Discord's HTTP description has a schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

_GUILD_EXTRAS = {
    *("joined_at", "large", "unavailable", "member_count", "members", "channels", "threads", "voice_states"),
    *("presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"),
}


def _without(value: Json, *names: str) -> Json:
    return {name: each for name, each in value.items() if name not in names}


def parts(event: str, data: Json) -> Iterator[tuple[str, str, object]]:
    """The objects in an event that the HTTP description has a schema for, less what only the gateway adds."""
    if event == "READY":
        yield "user", "UserPIIResponse", data["user"]
    elif event == "GUILD_CREATE":
        yield "guild", "GuildResponse", _without(data, *_GUILD_EXTRAS)
        for name, schema in (
            ("members", "GuildMemberResponse"),
            ("channels", "GuildChannelResponse"),
            ("threads", "ThreadResponse"),
        ):
            for each in data[name]:
                yield name, schema, each
    elif event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        yield "message", "MessageResponse", _without(data, "guild_id", "member")
    elif event.startswith("THREAD_"):
        yield "thread", "ThreadResponse", data
    elif event.startswith("CHANNEL_"):
        yield "channel", "GuildChannelResponse", data
    elif event == "INTERACTION_CREATE":
        yield from _interaction_parts(data)


def _interaction_parts(data: Json) -> Iterator[tuple[str, str, object]]:
    yield "type", "InteractionTypes", data["type"]
    yield "context", "InteractionContextType", data["context"]
    if "member" in data:
        yield "member", "GuildMemberResponse", _without(data["member"], "permissions")
    else:
        yield "user", "UserResponse", data["user"]
    if "message" in data:
        yield "message", "MessageResponse", data["message"]
    resolved = data["data"].get("resolved", {})
    for each in resolved.get("users", {}).values():
        yield "resolved user", "UserResponse", each
    for each in resolved.get("messages", {}).values():
        yield "resolved message", "MessageResponse", each
