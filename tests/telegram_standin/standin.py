"""A Telegram on loopback, the Bot API, for a real python-telegram-bot in any process.

    async with TelegramStandIn() as telegram:
        # start a bot with telegram.token and telegram.api_url
        await telegram.online()
        anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup("games")
        await anna.say(games, "/challenge Boris")
        card = await boris.sees(games, "Accept")
        query = await boris.press(card, "Accept")
        toast = await query.answered()

At the end of the block `WentWrong` is raised if anything invalid went over the wire.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container
from datetime import timedelta
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.pace import HANG
from tests.standin.standin import StandIn
from tests.telegram_standin.formatting import Formatting
from tests.telegram_standin.limits import Limits
from tests.telegram_standin.lookups import Lookups
from tests.telegram_standin.messages import Editing, Sending
from tests.telegram_standin.people import Person
from tests.telegram_standin.posting import Post
from tests.telegram_standin.profile import Profile
from tests.telegram_standin.refusals import Refusal
from tests.telegram_standin.request import MOST_BYTES, Request
from tests.telegram_standin.site import Site
from tests.telegram_standin.spec import specification
from tests.telegram_standin.updates import Updates, Webhook
from tests.telegram_standin.world import PERMISSIONS, Chat, Kind, Membership, Message, Topic, World

Json = dict[str, Any]

BOT = 5_123_456_789
"""The id of an account, too large for 32 bits as Telegram's are."""
TOPIC_COLOUR = 7322096


class TelegramStandIn(StandIn[Request, Refusal]):
    """Telegram, as far as a bot and its players need it. The bot's privacy mode is on.

    Args:
        number: the id of the bot's account.
        limits: refuse a bot that exceeds Telegram's limits.
        checked: raise violations at the end of the block.
        at_once: compare everything with the description as it arrives, and refuse malformed requests;
            otherwise only `check` compares, so that a benchmark does not measure the comparison.

    Attributes:
        world: everything on this Telegram.
        updates: the bot's updates.
        webhook: delivers the updates if the bot has set one.
    """

    def __init__(
        self, *, number: int = BOT, limits: bool = False, checked: bool = True, at_once: bool = True
    ) -> None:
        self.token = f"{number}:AA{secrets.token_urlsafe(32)[:33]}"
        self.world = World(number)
        super().__init__(self.world)
        self._checked = checked
        self._at_once = at_once
        self._spec = specification()
        self._limits = Limits(self.world) if limits else None
        self._people: dict[str, Person] = {}
        self.updates = Updates(self.world, self._look if at_once else lambda _: None)
        self.world.emit = self.updates.emit
        self._post = Post(self.world)
        self.profile = Profile(self.world)
        self.webhook = Webhook(self.updates)
        formatting = Formatting(self.world)
        self._routes: dict[str, Callable[[Request], object]] = {
            "getUpdates": self.updates.get,
            **Sending(self.world, self._post, formatting).routes,
            **Editing(self.world, self._post, formatting).routes,
            **Lookups(self.world).routes,
            **self.profile.routes,
            **self.webhook.routes,
        }
        self._site = Site(
            self.world,
            self.token,
            self._routes,
            self._troubles,
            self._spec,
            self.updates,
            self._limits,
            at_once=at_once,
        )

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=MOST_BYTES + 1024 * 1024)
        app.router.add_route("*", "/bot{token}/{method}", self._site.answer)
        app.router.add_get("/file/bot{token}/{path:.*}", self._file)
        await self._open(app, handler_cancellation=True)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._troubles.open_barriers()
        await self.webhook.close()
        await self._site.close()
        await self._close()
        if kind is None and self._checked:
            self.check()

    # Addresses and requests.

    @property
    def api_url(self) -> str:
        """The address of the Bot API: methods below `/bot<token>`, files below `/file/bot<token>`."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def requests(self) -> list[Request]:
        """All requests, in order."""
        return self._site.requests

    @property
    def confirmed(self) -> int:
        """The highest id of an update that the bot has confirmed, by polling for later ones."""
        return self.updates.confirmed

    @property
    def floods(self) -> list[Request]:
        """The requests refused for exceeding a limit."""
        return self._limits.floods if self._limits else []

    @property
    def _existing_routes(self) -> Container[str]:
        return self._routes

    def _compare(self) -> None:
        self._site.compare()
        if not self._at_once:
            for update in self.updates.every:
                self._look(update)

    # People and places.

    def user(self, name: str, *, username: str | None = None, language: str = "en") -> Person:
        """Return the person with this name, who is in every group, created if needed."""
        if name not in self._people:
            user = self.world.new_user(name, username, language)
            for chat in self.world.chats.values():
                if not chat.is_private:
                    chat.members[user.id] = user
            self._people[name] = Person(user, self.world, self._post)
        return self._people[name]

    def group(self, title: str = "games") -> Chat:
        """Return the basic group with this title, with everyone and the bot in it, created if needed."""
        return self._chat(title, Kind.GROUP)

    def supergroup(self, title: str = "games", *, forum: bool = False) -> Chat:
        """Return the supergroup with this title, with everyone and the bot in it, created if needed."""
        return self._chat(title, Kind.SUPERGROUP, forum=forum)

    def topic(self, chat: Chat, name: str) -> Topic:
        """Return the topic with this name in a forum, created if needed."""
        known = next((each for each in chat.topics.values() if each.name == name), None)
        if known is not None:
            return known
        if not chat.forum:
            raise ValueError(f"{chat.title} is no forum")
        topic = Topic(chat, chat.last_message + 1, name)
        chat.topics[topic.thread] = topic
        self._post.service(
            topic, self.world.owner, forum_topic_created={"name": name, "icon_color": TOPIC_COLOUR}
        )
        return topic

    def _chat(self, title: str, kind: Kind, *, forum: bool = False) -> Chat:
        for chat in self.world.chats.values():
            if chat.kind is kind and chat.title == title:
                return chat
        made = self.world.new_group(title, kind, forum=forum)
        made.members |= {person.id: person.user for person in self._people.values()}
        return made

    # Events for the bot.

    async def online(self, within: float = HANG) -> None:
        """Wait until a bot polls, or has set a webhook."""
        before = self.updates.polls
        await self.until(
            lambda: self.updates.has_open_poll or self.updates.polls > before or bool(self.webhook.url),
            "a poll",
            within,
        )

    async def offline(self, within: float = HANG) -> None:
        """Wait until no poll is open."""
        await self.until(lambda: not self.updates.has_open_poll, "no poll", within)

    def redeliver(self) -> None:
        """Repeat the last updates, as if their confirmation had been lost."""
        self.updates.repeat()

    def remove_bot(self, chat: Chat) -> None:
        """Remove the bot from a group."""
        self._post.set_membership(chat, Membership.KICKED, self.world.owner)

    def add_bot(self, chat: Chat, *, by: Person | None = None) -> None:
        """Add the bot to a group."""
        (by or Person(self.world.owner, self.world, self._post)).bring_bot(chat)

    def change_rights(self, chat: Chat) -> None:
        """Change the bot's rights in a group, as an administrator does, and send the update."""
        self._post.set_membership(chat, chat.bot, self.world.owner)

    def forbid(self, chat: Chat, *permissions: str) -> None:
        """Deny permissions to all members of a group and to the bot, e.g. `can_send_photos`."""
        if unknown := set(permissions) - set(PERMISSIONS):
            raise ValueError(f"there is no permission {sorted(unknown)}")
        chat.denied |= set(permissions)
        self.world.changed(f"{permissions} forbidden in {chat.title}")

    def allow(self, chat: Chat, *permissions: str) -> None:
        """Restore denied permissions in a group."""
        chat.denied -= set(permissions)
        self.world.changed(f"{permissions} allowed in {chat.title}")

    def migrate(self, group: Chat) -> Chat:
        """Upgrade a group to a supergroup, which has a new id."""
        place = self.world.new_group(group.title, Kind.SUPERGROUP)
        place.members |= group.members
        self._post.service(group, self.world.owner, migrate_to_chat_id=place.id)
        group.upgraded_to = place
        self._post.service(place, self.world.owner, migrate_from_chat_id=group.id)
        return place

    def delete_message(self, message: Message) -> None:
        """Delete a message, as a member does. The bot gets no update."""
        self._post.remove(message)

    def close_topic(self, topic: Topic) -> None:
        """Close a topic."""
        topic.closed = True
        self._post.service(topic, self.world.owner, forum_topic_closed={})

    def delete_topic(self, topic: Topic) -> None:
        """Delete a topic with all its messages. The bot gets no update."""
        topic.deleted = True
        for message in topic.chat.messages.values():
            if message.topic is topic:
                self._post.remove(message)

    def pass_time(self, **amount: float) -> None:
        """Advance the time, e.g. `minutes=1`, so that presses and messages age."""
        self.world.ahead += timedelta(**amount)

    # Internals.

    def _look(self, update: Json) -> None:
        for fault in self._spec.object_faults("Update", update) if self._spec else ():
            self.world.violate("the stand-in's update", fault)

    async def _file(self, request: web.Request) -> web.Response:
        data = self.world.files.at(request.match_info["path"])
        if data is None or request.match_info["token"] != self.token:
            raise web.HTTPNotFound
        return web.Response(body=data)
