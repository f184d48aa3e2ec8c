"""A Discord on loopback: HTTP and gateway, for a real discord.py client in this process or in another one.

    async with DiscordStandIn() as discord:
        # a bot is started with discord.token, discord.api_url and discord.gateway_url
        await discord.online()
        anna, boris, channel = discord.user("Anna"), discord.user("Boris"), discord.channel()
        challenge = await anna.slash(channel, "challenge", opponent=boris)
        card = await boris.sees(channel, "Accept")
        await boris.press(card, "Accept")

At the end of the block whatever should not have gone over the wire is raised as `WentWrong`.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Self

from aiohttp import web

from tests.discord_standin import wire
from tests.discord_standin.gateway import Gateway
from tests.discord_standin.people import Person
from tests.discord_standin.posting import Post
from tests.discord_standin.replies import Replies
from tests.discord_standin.rest import Rest
from tests.discord_standin.site import API, Site
from tests.discord_standin.spec import specification
from tests.discord_standin.troubles import Gate, Trouble, Troubles
from tests.discord_standin.world import PERMISSIONS, Channel, ChannelType, Guild, User, Violation, World

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from tests.discord_standin.message import Message
    from tests.discord_standin.refusals import Refusal
    from tests.discord_standin.request import Request


class WentWrong(AssertionError):
    """Something went over the wire that should not have."""


class DiscordStandIn:
    """Discord, as far as a bot and its players need it.

    Args:
        bot_may: Permissions that the app's own role adds to what everyone may, by name.
        shards: How many shards an app is advised to use.
        checked: Whether the end of the block raises what went wrong.
        at_once: Whether everything is compared with Discord's description as it comes, and refused for its
            form; otherwise only by `check`, so that a benchmark does not measure the comparing.

    Attributes:
        world: Everything there is.
        gateway: The websocket's side.
        token: The app's token.
        guild: The server where people meet.
    """

    def __init__(
        self,
        *,
        bot_may: tuple[str, ...] = (),
        shards: int = 1,
        checked: bool = True,
        at_once: bool = True,
    ) -> None:
        self.token = f"{secrets.token_urlsafe(18)}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"
        self.world = World()
        self._shards = shards
        self._checked = checked
        self._at_once = at_once
        self._spec = specification()
        self._troubles = Troubles()
        self._people: dict[str, Person] = {}
        self._port = 0
        owner = self._account("Owner")
        self.guild = self._new_guild("Friends", owner, bot_may)
        self._owner = owner

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_route("*", API + "/{path:.*}", self._answer)
        app.router.add_get("/gateway", self._talk)
        app.router.add_get("/attachments/{channel}/{number}/{name}", self._file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.gateway = Gateway(self.world, self.token, self.gateway_url, self._spec, at_once=self._at_once)
        self._post = Post(self.world, f"http://127.0.0.1:{self._port}/attachments")
        self._rest = Rest(self.world, self._post, self._owner, self.gateway_url, self._shards)
        self._routes = self._rest.routes | Replies(self.world, self._post).routes
        self._site = Site(
            self.world, self.token, self._routes, self._troubles, self._spec, at_once=self._at_once
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for trouble in self._troubles.ordered:
            if trouble.gate is not None:
                trouble.gate.open()
        self.gateway.drop()
        await self._runner.cleanup()
        if kind is None and self._checked:
            self.check()

    # Where it is, and what went over the wire.

    @property
    def api_url(self) -> str:
        """Where the HTTP API is."""
        return f"http://127.0.0.1:{self._port}{API}"

    @property
    def gateway_url(self) -> str:
        """Where the gateway is."""
        return f"ws://127.0.0.1:{self._port}/gateway"

    @property
    def requests(self) -> list[Request]:
        """Every request that came, in order."""
        return self._site.requests

    @property
    def violations(self) -> list[Violation]:
        """What should not have gone over the wire, so far."""
        return self.world.violations

    def take_violations(self) -> list[Violation]:
        """What should not have gone over the wire, so far; it is forgotten with this."""
        taken = list(self.violations)
        self.violations.clear()
        return taken

    def check(self) -> None:
        """Complain of everything that should not have gone over the wire.

        Raises:
            WentWrong: There is something.
        """
        self._site.judge()
        self.gateway.judge()
        if self.violations:
            raise WentWrong("\n".join(map(str, self.violations)))

    def sent(self, route: str) -> list[Request]:
        """The requests that came by a route, in order."""
        return [request for request in self.requests if request.route == self._existing(route)]

    async def until(self, found: Callable[[], object], what: str, within: float = 5.0) -> None:
        """Wait until something holds, asked again after every change.

        Raises:
            NotSeen: It did not happen in time.
        """
        await self.world.until(found, what, within)

    # The people and the places.

    def user(self, name: str, *, locale: str = "en-US") -> Person:
        """The person of that name, who is in the server; made when first asked for."""
        if name not in self._people:
            user = self._account(name, locale)
            self.guild.members[user.id] = user
            self._people[name] = Person(user, self.world, self._rest)
        return self._people[name]

    def channel(self, name: str = "games", guild: Guild | None = None) -> Channel:
        """The text channel of that name; made when first asked for."""
        place = guild or self.guild
        known = next((each for each in place.channels if each.name == name and not each.is_thread), None)
        return known or self._rest.add_channel(
            Channel(self.world.new_id(), ChannelType.TEXT, name, guild=place)
        )

    def another_guild(self, name: str, *, bot_in: bool = True, bot_may: tuple[str, ...] = ()) -> Guild:
        """One more server, with everybody known so far in it; perhaps one where the app is not."""
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

    # What happens to the app.

    async def online(self, within: float = 10.0) -> None:
        """Wait until an app is connected and has identified."""
        await self.world.until(lambda: self.gateway.online, "an app at the gateway", within)

    async def offline(self, within: float = 10.0) -> None:
        """Wait until no app is connected."""
        await self.world.until(lambda: not self.gateway.online, "no app at the gateway", within)

    def remove_bot(self, guild: Guild | None = None) -> None:
        """Throw the app out of a server."""
        place = guild or self.guild
        self.world.emit("GUILD_DELETE", {"id": str(place.id)}, place, 1)
        place.bot_in = False
        self.world.changed(f"the app is out of {place.name}")

    def add_bot(self, guild: Guild | None = None) -> None:
        """Invite the app into a server, again or for the first time."""
        place = guild or self.guild
        place.bot_in = True
        self.world.emit("GUILD_CREATE", wire.whole_guild(place, self.world.app), place, 1)
        self.world.changed(f"the app is in {place.name}")

    def forbid(self, channel: Channel, *permissions: str) -> None:
        """Take permissions from the app in a channel, by name."""
        for each in permissions:
            channel.denied |= PERMISSIONS[each]
        self._rest.tell_channel("CHANNEL_UPDATE", channel)

    def allow(self, channel: Channel, *permissions: str) -> None:
        """Give back to the app what was forbidden in a channel."""
        for each in permissions:
            channel.denied &= ~PERMISSIONS[each]
        self._rest.tell_channel("CHANNEL_UPDATE", channel)

    def delete_message(self, message: Message) -> None:
        """Let somebody delete a message."""
        self._post.remove(message)

    def delete_channel(self, channel: Channel) -> None:
        """Let somebody delete a channel or a thread."""
        channel.deleted = True
        self._rest.tell_channel("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel)

    def pass_time(self, **amount: float) -> None:
        """Move the time there ahead, e.g. `minutes=16`: tokens grow old, nonces are forgotten."""
        self.world.ahead += timedelta(**amount)

    # What goes wrong on order. Routes are named as in `routes.py`.

    def refuse(
        self,
        route: str,
        refusal: Refusal,
        *,
        times: int = 1,
        where: Callable[[Request], bool] | None = None,
        after: bool = False,
    ) -> None:
        """Refuse the next requests of a route; with `after` they are carried out all the same."""
        self._order(Trouble(route, times, where, after, refusal=refusal))

    def cut(
        self,
        route: str,
        *,
        times: int = 1,
        where: Callable[[Request], bool] | None = None,
        after: bool = False,
    ) -> None:
        """Cut the connection instead of answering; with `after` once the request is carried out."""
        self._order(Trouble(route, times, where, after, cut=True))

    def delay(
        self, route: str, seconds: float, *, times: int = 1, where: Callable[[Request], bool] | None = None
    ) -> None:
        """Let the next requests of a route wait before they are carried out."""
        self._order(Trouble(route, times, where, seconds=seconds))

    def hold(
        self,
        route: str,
        *,
        times: int = 1,
        where: Callable[[Request], bool] | None = None,
        after: bool = False,
    ) -> Gate:
        """Hold the next requests of a route until the gate is opened; with `after` only their answers."""
        gate = Gate()
        self._order(Trouble(route, times, where, after, gate=gate))
        return gate

    def _order(self, trouble: Trouble) -> None:
        self._existing(trouble.route)
        self._troubles.ordered.append(trouble)

    def _existing(self, route: str) -> str:
        if route not in self._routes:
            raise ValueError(f"the stand-in plays no {route!r}")
        return route

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
