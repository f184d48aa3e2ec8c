"""REST: the routes that use the app's token: app, channels, messages, threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.discord_standin import wire
from tests.discord_standin.limits import command_faults
from tests.discord_standin.posting import Post
from tests.discord_standin.refusals import (
    ARCHIVED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_DIRECT_MESSAGES,
    NOT_OF_ANOTHER,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    Refused,
    invalid_form,
)
from tests.discord_standin.request import Request
from tests.discord_standin.world import Channel, ChannelType, Message, User, World

Json = dict[str, Any]
Answer = tuple[int, Any]
GUILDS = 1 << 0


class Rest:
    """Handles the requests that an app makes with its token."""

    def __init__(self, world: World, post: Post, owner: User, gateway_url: str, shards: int) -> None:
        self._world = world
        self._post = post
        self._owner = owner
        self._gateway_url = gateway_url
        self._shards = shards

    @property
    def routes(self) -> dict[str, Callable[[Request], Answer]]:
        """The handlers by route."""
        message = "/channels/{channel_id}/messages/{message_id}"
        return {
            "GET /users/@me": lambda _: (200, wire.own_user(self._world.app)),
            "GET /oauth2/applications/@me": lambda _: (200, wire.application(self._world, self._owner)),
            "GET /applications/@me": lambda _: (200, wire.application(self._world, self._owner)),
            "GET /gateway": lambda _: (200, {"url": self._gateway_url}),
            "GET /gateway/bot": self._gateway,
            "GET /users/@me/guilds": self._guilds,
            "POST /users/@me/channels": self._open_direct,
            "PUT /applications/{application_id}/commands": self._set_commands,
            "GET /channels/{channel_id}": self._channel_shown,
            "PATCH /channels/{channel_id}": self._change_channel,
            "GET /channels/{channel_id}/messages": self._messages,
            "POST /channels/{channel_id}/messages": self._send,
            f"PATCH {message}": self._edit,
            f"DELETE {message}": self._delete,
            "POST /channels/{channel_id}/threads": self._thread,
        }

    # The app.

    def _gateway(self, _: Request) -> Answer:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        return 200, {"url": self._gateway_url, "shards": self._shards, "session_start_limit": limit}

    def _guilds(self, _: Request) -> Answer:
        bare: Json = {"icon": None, "banner": None, "owner": False, "features": []}
        return 200, [
            {"id": str(guild.id), "name": guild.name, "permissions": str(guild.bot_may), **bare}
            for guild in self._world.guilds.values()
            if guild.bot_in
        ]

    def _set_commands(self, request: Request) -> Answer:
        faults = list(command_faults(request.body))
        for fault in faults:
            self._world.violate(request.route, fault)
        if faults:
            raise Refused(invalid_form(faults))
        known = {
            (each.get("type") or 1, each["name"]): number for number, each in self._world.commands.items()
        }
        commands = {}
        for each in request.body:
            number = known.get((each.get("type") or 1, each["name"])) or self._world.new_id()
            commands[number] = each | {"id": str(number)}
        self._world.commands = commands
        self._world.changed(f"{len(commands)} commands set")
        return 200, [wire.command(each, self._world) for each in commands.values()]

    # Direct channels.

    def _open_direct(self, request: Request) -> Answer:
        person = self._world.users.get(int(request.body["recipient_id"]))
        if person is None:
            raise Refused(UNKNOWN_USER)
        return 200, wire.channel(self.direct(person), self._world.app)

    def direct(self, person: User) -> Channel:
        """Return the direct channel between a person and the app, created if needed."""
        talks = (each for each in self._world.channels.values() if each.kind is ChannelType.DIRECT)
        known = next((each for each in talks if each.person is person), None)
        return known or self.add_channel(
            Channel(self._world.new_id(), ChannelType.DIRECT, f"@{person.name}", person=person)
        )

    def add_channel(self, channel: Channel) -> Channel:
        """Add a channel to the world, and send its event if it is in a server."""
        self._world.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels.append(channel)
            event = "THREAD_CREATE" if channel.is_thread else "CHANNEL_CREATE"
            self.emit_channel(event, channel)
        return channel

    def emit_channel(self, event: str, channel: Channel) -> None:
        """Send a channel's event."""
        if channel.guild is not None and channel.guild.bot_in:
            self._world.emit(event, wire.channel(channel, self._world.app), channel.guild, GUILDS)
        self._world.changed(f"{event} {channel.name}")

    # Channels.

    def _channel(self, request: Request, *needed: str) -> Channel:
        """Return the channel of a request.

        Raises:
            Refused: there is none, or the app may not see it or lacks a permission.
        """
        channel = self._world.channels.get(int(request.parameters["channel_id"]))
        if channel is None or channel.deleted:
            raise Refused(UNKNOWN_CHANNEL)
        if not channel.lets("view_channel"):
            raise Refused(MISSING_ACCESS)
        if not all(channel.lets(each) for each in needed):
            raise Refused(MISSING_PERMISSIONS)
        return channel

    def _channel_shown(self, request: Request) -> Answer:
        return 200, wire.channel(self._channel(request), self._world.app)

    def _change_channel(self, request: Request) -> Answer:
        channel = self._channel(request)
        own = channel.is_thread and channel.owner is self._world.app
        if not own and not channel.lets("manage_threads" if channel.is_thread else "manage_channels"):
            raise Refused(MISSING_PERMISSIONS)
        channel.name = request.body.get("name") or channel.name
        channel.archived = request.body.get("archived", channel.archived)
        self.emit_channel("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)
        return 200, wire.channel(channel, self._world.app)

    # Messages.

    def _message(self, request: Request, channel: Channel) -> Message:
        message = self._world.messages.get(int(request.parameters["message_id"]))
        if message is None or message.deleted or message.ephemeral or message.channel is not channel:
            raise Refused(UNKNOWN_MESSAGE)
        return message

    def _messages(self, request: Request) -> Answer:
        channel = self._channel(request)
        # Discord does not refuse an app that may not read the history; it returns no messages.
        seen = self._world.visible(channel) if channel.lets("read_message_history") else []
        if (after := request.query.get("after")) is not None:
            seen = [each for each in seen if each.id > int(after)]
        if (before := request.query.get("before")) is not None:
            seen = [each for each in seen if each.id < int(before)]
        newest = seen[::-1][: int(request.query.get("limit", "50"))]
        return 200, [wire.message(each, self._world) for each in newest]

    def _send(self, request: Request) -> Answer:
        channel = self._channel(request)
        speak = "send_messages_in_threads" if channel.is_thread else "send_messages"
        channel = self._channel(request, speak, *(("attach_files",) if request.files else ()))
        if channel.kind is ChannelType.DIRECT and channel.person and channel.person.refuses_messages:
            raise Refused(NO_DIRECT_MESSAGES)
        self._post.check(request.body, request.files, request.route)
        channel.archived = False
        return 200, wire.message(self._post.send(channel, request.body, request.files), self._world)

    def _edit(self, request: Request) -> Answer:
        channel = self._channel(request)
        message = self._message(request, channel)
        if message.author is not self._world.app:
            raise Refused(NOT_OF_ANOTHER)
        if request.files and not channel.lets("attach_files"):
            raise Refused(MISSING_PERMISSIONS)
        if channel.archived:
            raise Refused(ARCHIVED)
        self._post.check(request.body, request.files, request.route)
        return 200, wire.message(self._post.edit(message, request.body, request.files), self._world)

    def _delete(self, request: Request) -> Answer:
        channel = self._channel(request)
        message = self._message(request, channel)
        if message.author is not self._world.app and not channel.lets("manage_messages"):
            raise Refused(MISSING_PERMISSIONS)
        self._post.remove(message)
        return 204, None

    # Threads.

    def _thread(self, request: Request) -> Answer:
        kind = ChannelType(request.body.get("type") or ChannelType.PRIVATE_THREAD)
        private = kind is ChannelType.PRIVATE_THREAD
        parent = self._channel(request, "create_private_threads" if private else "create_public_threads")
        app = self._world.app
        thread = Channel(
            self._world.new_id(),
            kind,
            request.body["name"],
            guild=parent.guild,
            parent=parent,
            owner=app,
            auto_archive=request.body.get("auto_archive_duration") or 1440,
            made=self._world.now(),
            members={app.id: app},
        )
        return 201, wire.channel(self.add_channel(thread), app)
