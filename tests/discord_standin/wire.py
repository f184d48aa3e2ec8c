"""Wire: the JSON forms of the world's objects."""

from __future__ import annotations

import mimetypes
from datetime import datetime
from typing import Any

from tests.discord_standin.world import (
    EPHEMERAL,
    EVERYONE,
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    InteractionType,
    Message,
    User,
    World,
)

Json = dict[str, Any]
_JOINED = "2024-05-01T12:00:00+00:00"


def moment(when: datetime) -> str:
    """Return a time as Discord writes it."""
    return when.isoformat(timespec="microseconds")


def user(account: User) -> Json:
    """Return an account as others see it."""
    shown: Json = {
        **dict.fromkeys(("avatar", "primary_guild")),
        **dict.fromkeys(("public_flags", "flags"), 0),
        "id": str(account.id),
        "username": account.username,
        "global_name": None if account.bot else account.name,
        "discriminator": "0",
    }
    return shown | ({"bot": True} if account.bot else {})


def own_user(account: User) -> Json:
    """Return the app's account."""
    return user(account) | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


def member(account: User, guild: Guild) -> Json:
    """Return a member of a server."""
    return {
        **dict.fromkeys(("nick", "avatar", "banner", "premium_since", "communication_disabled_until")),
        **dict.fromkeys(("pending", "mute", "deaf"), False),
        "user": user(account),
        "roles": [str(guild.bot_role)] if account.bot else [],
        "joined_at": _JOINED,
        "flags": 0,
    }


def _role(role: int, name: str, position: int, permissions: int, tags: Json | None) -> Json:
    shown: Json = {
        **dict.fromkeys(("icon", "unicode_emoji")),
        **dict.fromkeys(("hoist", "mentionable"), False),
        **dict.fromkeys(("color", "flags"), 0),
        "id": str(role),
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "managed": tags is not None,
    }
    return shown | ({"tags": tags} if tags is not None else {})


def guild(where: Guild, app: User) -> Json:
    """Return a server as in HTTP answers."""
    nothing = (
        *("icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id"),
        *("afk_channel_id", "system_channel_id", "widget_channel_id", "vanity_url_code", "rules_channel_id"),
        *("safety_alerts_channel_id", "public_updates_channel_id", "max_presences", "incidents_data"),
    )
    zero = (
        *("system_channel_flags", "verification_level", "default_message_notifications", "mfa_level"),
        *("explicit_content_filter", "premium_tier", "premium_subscription_count", "nsfw_level"),
    )
    return {
        **dict.fromkeys(nothing),
        **dict.fromkeys(zero, 0),
        **dict.fromkeys(("widget_enabled", "premium_progress_bar_enabled", "nsfw"), False),
        **{name: [] for name in ("features", "emojis", "stickers")},
        "id": str(where.id),
        "name": where.name,
        "owner_id": str(where.owner.id),
        "region": "deprecated",
        "afk_timeout": 300,
        "roles": [
            _role(where.id, "@everyone", 0, EVERYONE, None),
            _role(where.bot_role, app.name, 1, where.bot_may, {"bot_id": str(app.id)}),
        ],
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "preferred_locale": where.locale,
    }


def whole_guild(where: Guild, app: User) -> Json:
    """Return a server as in gateway events."""
    return guild(where, app) | {
        "joined_at": _JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(where.members) + 1,
        "members": [member(app, where)],
        "channels": [
            channel(each, app) for each in where.channels if not each.is_thread and not each.deleted
        ],
        "threads": [channel(each, app) for each in where.channels if each.is_thread and not each.archived],
        **{name: [] for name in ("voice_states", "presences", "stage_instances")},
        **{name: [] for name in ("guild_scheduled_events", "soundboard_sounds")},
    }


def channel(where: Channel, app: User) -> Json:
    """Return a channel, thread or direct channel."""
    last = str(where.messages[-1].id) if where.messages else None
    shown: Json = {"id": str(where.id), "type": int(where.kind), "flags": 0, "last_message_id": last}
    if where.guild is None:
        return shown | {"recipients": [user(where.person)] if where.person else []}
    shown |= {"guild_id": str(where.guild.id), "name": where.name, "rate_limit_per_user": 0}
    if where.is_thread:
        return shown | _thread_parts(where, app)
    denied = [{"id": str(app.id), "type": 1, "allow": "0", "deny": str(where.denied)}] if where.denied else []
    return shown | {
        "position": where.guild.channels.index(where),
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": denied,
    }


def _thread_parts(where: Channel, app: User) -> Json:
    parts: Json = {
        "parent_id": str(where.parent.id) if where.parent else None,
        "owner_id": str((where.owner or app).id),
        "thread_metadata": {
            "archived": where.archived,
            "archive_timestamp": moment(where.made),
            "auto_archive_duration": where.auto_archive,
            "locked": False,
            "create_timestamp": moment(where.made),
        },
        "message_count": len(where.messages),
        "member_count": len(where.members),
        "total_message_sent": len(where.messages),
    }
    if app.id in where.members:
        parts["member"] = thread_member(where, app)
    return parts


def thread_member(where: Channel, account: User) -> Json:
    """Return a member of a thread."""
    return {"id": str(where.id), "user_id": str(account.id), "join_timestamp": moment(where.made), "flags": 0}


def _attachment(file: Attachment, *, ephemeral: bool) -> Json:
    shown: Json = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.data),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": mimetypes.guess_type(file.filename)[0] or "application/octet-stream",
    }
    if file.size:
        shown |= {"width": file.size[0], "height": file.size[1]}
    if file.description:
        shown["description"] = file.description
    return shown | ({"ephemeral": True} if ephemeral else {})


def _metadata(done: Interaction) -> Json:
    shown: Json = {
        "id": str(done.id),
        "type": int(done.kind),
        "user": user(done.user),
        "authorizing_integration_owners": integration_owners(done),
    }
    if done.kind is InteractionType.COMPONENT and done.source is not None:
        shown["interacted_message_id"] = str(done.source.id)
    return shown


def integration_owners(done: Interaction) -> dict[str, str]:
    """Return the owner on whose behalf the app is used: the server, or 0 in a direct channel."""
    return {"0": str(done.channel.guild.id) if done.channel.guild is not None else "0"}


def message(what: Message, world: World) -> Json:
    """Return a message as in HTTP answers."""
    shown: Json = {
        "id": str(what.id),
        "type": _message_type(what),
        "channel_id": str(what.channel.id),
        "author": user(what.author),
        "content": what.content,
        "timestamp": moment(what.made),
        "edited_timestamp": moment(what.edited) if what.edited else None,
        **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
        "mentions": [user(each) for each in what.mentions],
        "attachments": [_attachment(each, ephemeral=what.ephemeral) for each in what.attachments],
        **{name: [] for name in ("mention_roles", "embeds")},
        "components": what.components,
        "flags": what.flags,
    }
    if what.nonce is not None:
        shown["nonce"] = what.nonce
    if what.author is world.app:
        shown["application_id"] = str(world.app.id)
    if what.interaction is not None:
        shown |= {
            "webhook_id": str(world.app.id),
            "interaction_metadata": _metadata(what.interaction),
        }
    if what.reference is not None:
        there = what.reference.channel
        shown["message_reference"] = {
            "type": 0,
            "channel_id": str(there.id),
            "message_id": str(what.reference.id),
        } | ({"guild_id": str(there.guild.id)} if there.guild else {})
    return shown


def _message_type(what: Message) -> int:
    if what.interaction is not None and what.interaction.kind is InteractionType.COMMAND:
        return 23 if what.interaction.source is not None else 20
    return 19 if what.reference is not None else 0


def gateway_message(what: Message, world: World) -> Json:
    """Return a message as in gateway events."""
    shown = message(what, world)
    place = what.channel.guild
    if place is not None:
        inside = member(what.author, place)
        shown |= {"guild_id": str(place.id), "member": {k: v for k, v in inside.items() if k != "user"}}
    return shown


def interaction(done: Interaction, data: Json, world: World) -> Json:
    """Return an interaction as in gateway events."""
    place = done.channel.guild
    account = user(done.user)
    shown: Json = {
        "id": str(done.id),
        "application_id": str(world.app.id),
        "type": int(done.kind),
        "token": done.token,
        "version": 1,
        "data": data,
        "channel_id": str(done.channel.id),
        "channel": channel(done.channel, world.app),
        "app_permissions": str(done.channel.bot_may),
        "locale": done.user.locale,
        "entitlements": [],
        "authorizing_integration_owners": integration_owners(done),
        "context": 1 if done.channel.kind is ChannelType.DIRECT else 0,
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if place is None:
        shown["user"] = account
    else:
        shown |= {
            "guild_id": str(place.id),
            "guild": {"id": str(place.id), "locale": place.locale, "features": []},
            "guild_locale": place.locale,
            "member": member(done.user, place) | {"permissions": str(EVERYONE)},
        }
    if done.source is not None and done.kind is InteractionType.COMPONENT:
        shown["message"] = message(done.source, world)
    return shown


def callback(done: Interaction, world: World) -> Json:
    """Return the answer to an app's callback with a response."""
    about: Json = {"id": str(done.id), "type": int(done.kind), "channel_id": str(done.channel.id)}
    if done.channel.guild is not None:
        about["guild_id"] = str(done.channel.guild.id)
    if done.original is None:
        return {"interaction": about}
    about |= {
        "response_message_id": str(done.original.id),
        "response_message_loading": done.original.loading,
        "response_message_ephemeral": bool(done.original.flags & EPHEMERAL),
    }
    shown: Json = {"interaction": about}
    if done.callback in (4, 7):
        shown["resource"] = {"type": done.callback, "message": message(done.original, world)}
    return shown


def command(saved: Json, world: World) -> Json:
    """Return a command as Discord stores it."""
    permissions = saved.get("default_member_permissions")
    shown = {name: value for name, value in saved.items() if value is not None}
    return shown | {
        "application_id": str(world.app.id),
        "version": saved["id"],
        "description": saved.get("description") or "",
        "type": saved.get("type") or 1,
        "default_member_permissions": None if permissions is None else str(permissions),
    }


def application(world: World, owner: User) -> Json:
    """Return the app as its owner's portal shows it."""
    counted = ("guild", "user_install", "user_authorization")
    nothing = ("icon", "type", "interactions_endpoint_url", "role_connections_verification_url", "team")
    return {
        **dict.fromkeys(nothing),
        **{f"approximate_{each}_count": 0 for each in counted},
        "id": str(world.app.id),
        "name": world.app.name,
        "description": "",
        "bot": user(world.app),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "owner": user(owner),
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "integration_types_config": {"0": {}},
    }
