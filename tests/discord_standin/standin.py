"""A Discord on loopback, HTTP and gateway, for a real discord.py client in any process.

    async with DiscordStandIn() as discord:
        # start a bot with discord.token, discord.api_url and discord.gateway_url
        await discord.online()
        anna, boris, channel = discord.user("Anna"), discord.user("Boris"), discord.channel()
        challenge = await anna.slash(channel, "challenge", opponent=boris)
        card = await boris.sees(channel, "Accept")
        await boris.press(card, "Accept")

At the end of the block `WentWrong` is raised if anything invalid went over the wire.
"""

from __future__ import annotations

import secrets
from collections.abc import Container
from datetime import timedelta
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.discord_standin import wire
from tests.discord_standin.gateway import Gateway
from tests.discord_standin.limits import ChannelLimits
from tests.discord_standin.people import Person
from tests.discord_standin.posting import Post
from tests.discord_standin.refusals import Refusal
from tests.discord_standin.replies import Replies
from tests.discord_standin.request import Request
from tests.discord_standin.rest import Rest
from tests.discord_standin.site import API, Site
from tests.discord_standin.spec import specification
from tests.discord_standin.world import PERMISSIONS, Channel, ChannelType, Guild, Message, User, World
from tests.pace import HANG
from tests.standin.standin import StandIn


class DiscordStandIn(StandIn[Request, Refusal]):
    """Discord, as far as a bot and its players need it.

    Args:
        bot_may: names of permissions that the app's role adds to everyone's.
        shards: the number of shards that an app is advised to use.
        checked: raise violations at the end of the block.
        at_once: compare everything with the description as it arrives, and refuse malformed requests;
            otherwise only `check` compares, so that a benchmark does not measure the comparison.
        limited: enforce Discord's rate limits of channels.

    Attributes:
        world: everything on this Discord.
        guild: the server that everyone is in.
    """

    def __init__(
        self,
        *,
        bot_may: tuple[str, ...] = (),
        shards: int = 1,
        checked: bool = True,
        at_once: bool = True,
        limited: bool = False,
    ) -> None:
        self.token = f"{secrets.token_urlsafe(18)}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"
        self.world = World()
        self._limits = ChannelLimits(self.world) if limited else None
        super().__init__(self.world)
        self._shards = shards
        self._checked = checked
        self._at_once = at_once
        self._spec = specification()
        self._people: dict[str, Person] = {}
        owner = self._account("Owner")
        self.guild = self._new_guild("Friends", owner, bot_may)
        self._owner = owner

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_route("*", API + "/{path:.*}", self._answer)
        app.router.add_get("/gateway", self._talk)
        app.router.add_get("/attachments/{channel}/{number}/{name}", self._file)
        await self._open(app)
        self.gateway = Gateway(self.world, self.token, self.gateway_url, self._spec, at_once=self._at_once)
        self._post = Post(self.world, f"http://127.0.0.1:{self._port}/attachments")
        self._rest = Rest(self.world, self._post, self._owner, self.gateway_url, self._shards)
        self._routes = self._rest.routes | Replies(self.world, self._post).routes
        self._site = Site(
            self.world,
            self.token,
            self._routes,
            self._troubles,
            self._spec,
            at_once=self._at_once,
            limits=self._limits,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._troubles.open_barriers()
        self.gateway.drop()
        await self._close()
        if kind is None and self._checked:
            self.check()

    # Addresses and requests.

    @property
    def api_url(self) -> str:
        """The address of the HTTP API."""
        return f"http://127.0.0.1:{self._port}{API}"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return f"ws://127.0.0.1:{self._port}/gateway"

    @property
    def requests(self) -> list[Request]:
        """All requests, in order."""
        return self._site.requests

    @property
    def _existing_routes(self) -> Container[str]:
        """The routes that the stand-in has, named as in `routes.py`."""
        return self._routes

    def _compare(self) -> None:
        self._site.compare()
        self.gateway.compare()

    # People and places.

    def user(self, name: str, *, locale: str = "en-US") -> Person:
        """Return the person with this name in the server, created if needed."""
        if name not in self._people:
            user = self._account(name, locale)
            self.guild.members[user.id] = user
            self._people[name] = Person(user, self.world, self._rest)
        return self._people[name]

    def channel(self, name: str = "games", guild: Guild | None = None) -> Channel:
        """Return the text channel with this name, created if needed."""
        place = guild or self.guild
        known = next((each for each in place.channels if each.name == name and not each.is_thread), None)
        return known or self._rest.add_channel(
            Channel(self.world.new_id(), ChannelType.TEXT, name, guild=place)
        )

    def another_guild(self, name: str, *, bot_in: bool = True, bot_may: tuple[str, ...] = ()) -> Guild:
        """Return another server with the same members, optionally without the app."""
        guild = self._new_guild(name, self._owner, bot_may)
        guild.members |= self.guild.members
        guild.bot_in = False
        if bot_in:
            self.add_bot(guild)
        return guild

    def _account(self, name: str, locale: str = "en-US") -> User:
        user = User(self.world.new_id(), name, locale)
        self.world.users[user.id] = user
        return user

    def _new_guild(self, name: str, owner: User, bot_may: tuple[str, ...]) -> Guild:
        may = sum(PERMISSIONS[each] for each in bot_may)
        guild = Guild(self.world.new_id(), name, owner, bot_may=may, bot_role=self.world.new_id())
        guild.members[owner.id] = owner
        self.world.guilds[guild.id] = guild
        return guild

    # Events for the app.

    async def online(self, within: float = HANG) -> None:
        """Wait until an app is connected and has identified."""
        await self.world.until(lambda: self.gateway.online, "an app at the gateway", within)

    async def offline(self, within: float = HANG) -> None:
        """Wait until no app is connected."""
        await self.world.until(lambda: not self.gateway.online, "no app at the gateway", within)

    def remove_bot(self, guild: Guild | None = None) -> None:
        """Remove the app from a server."""
        place = guild or self.guild
        self.world.emit("GUILD_DELETE", {"id": str(place.id)}, place, 1)
        place.bot_in = False
        self.world.changed(f"the app is out of {place.name}")

    def add_bot(self, guild: Guild | None = None) -> None:
        """Add the app to a server."""
        place = guild or self.guild
        place.bot_in = True
        # Discord sends `unavailable` only for a server that the app was in before an outage.
        joined = wire.whole_guild(place, self.world.app)
        del joined["unavailable"]
        self.world.emit("GUILD_CREATE", joined, place, 1)
        self.world.changed(f"the app is in {place.name}")

    def forbid(self, channel: Channel, *permissions: str) -> None:
        """Deny the app permissions in a channel, by name."""
        for each in permissions:
            channel.denied |= PERMISSIONS[each]
        self._rest.emit_channel("CHANNEL_UPDATE", channel)

    def allow(self, channel: Channel, *permissions: str) -> None:
        """Restore denied permissions in a channel."""
        for each in permissions:
            channel.denied &= ~PERMISSIONS[each]
        self._rest.emit_channel("CHANNEL_UPDATE", channel)

    def delete_message(self, message: Message) -> None:
        """Delete a message, as a member does."""
        self._post.remove(message)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or thread, as a member does."""
        channel.deleted = True
        self._rest.emit_channel("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel)

    def pass_time(self, **amount: float) -> None:
        """Advance the time, e.g. `minutes=16`, so that tokens and nonces expire."""
        self.world.ahead += timedelta(**amount)

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        return await self._site.answer(request)

    async def _talk(self, request: web.Request) -> web.WebSocketResponse:
        return await self.gateway.serve(request)

    async def _file(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        for message in self.world.messages.values():
            for file in message.attachments:
                if file.id == number:
                    return web.Response(body=file.data)
        raise web.HTTPNotFound
