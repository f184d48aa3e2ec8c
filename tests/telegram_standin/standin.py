"""A Telegram on loopback: the Bot API, for a real python-telegram-bot in this process or in another one.

    async with TelegramStandIn() as telegram:
        # a bot is started with telegram.token and telegram.api_url
        await telegram.online()
        anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup("games")
        await anna.say(games, "/challenge Boris")
        card = await boris.sees(games, "Accept")
        query = await boris.press(card, "Accept")
        told = await query.answered()

At the end of the block whatever should not have gone over the wire is raised as `WentWrong`.
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
from tests.telegram_standin.asking import Asking
from tests.telegram_standin.formatting import Formatting
from tests.telegram_standin.limits import Limits
from tests.telegram_standin.messages import Editing, Sending
from tests.telegram_standin.people import Person
from tests.telegram_standin.posting import Post
from tests.telegram_standin.profile import Profile
from tests.telegram_standin.refusals import Refusal
from tests.telegram_standin.request import MOST_BYTES, Request
from tests.telegram_standin.site import Site
from tests.telegram_standin.spec import specification
from tests.telegram_standin.updates import Updates, Webhook
from tests.telegram_standin.world import PERMISSIONS, Chat, Kind, Message, Standing, Topic, World

Json = dict[str, Any]

BOT = 5_123_456_789
"""The number of an account, too large for 32 bits as Telegram's are."""
TOPIC_COLOUR = 7322096


class TelegramStandIn(StandIn[Request, Refusal]):
    """Telegram, as far as a bot and its players need it. The bot's privacy mode is on.

    Args:
        number: The number of the bot's account.
        limits: Whether a bot that sends too much is refused.
        checked: Whether the end of the block raises what went wrong.
        at_once: Whether everything is compared with Telegram's description as it comes, and refused for its
            form; otherwise only by `check`, so that a benchmark does not measure the comparing.

    Attributes:
        world: Everything there is.
        token: The bot's token.
        updates: What the bot is told.
        profile: What the bot says of itself.
        webhook: How updates are handed over, if the bot wants that.
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
            **Asking(self.world).routes,
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

    # Where it is, and what went over the wire.

    @property
    def api_url(self) -> str:
        """Where the Bot API is: methods below `/bot<token>`, files below `/file/bot<token>`."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def requests(self) -> list[Request]:
        """Every request that came, in order."""
        return self._site.requests

    @property
    def confirmed(self) -> int:
        """The highest id of an update that the bot has confirmed, by asking for what comes after it."""
        return self.updates.confirmed

    @property
    def floods(self) -> list[Request]:
        """The requests that were refused for being too many, where limits are played."""
        return self._limits.floods if self._limits else []

    @property
    def _existing_routes(self) -> Container[str]:
        return self._routes

    def _compare(self) -> None:
        self._site.compare()
        if not self._at_once:
            for update in self.updates.every:
                self._look(update)

    # The people and the places.

    def user(self, name: str, *, username: str | None = None, language: str = "en") -> Person:
        """Return the person of that name, who is in every group; made when first asked for."""
        if name not in self._people:
            user = self.world.new_user(name, username, language)
            for chat in self.world.chats.values():
                if not chat.is_private:
                    chat.members[user.id] = user
            self._people[name] = Person(user, self.world, self._post)
        return self._people[name]

    def group(self, title: str = "games") -> Chat:
        """The basic group of that title, with everybody in it and the bot; made when first asked for."""
        return self._chat(title, Kind.GROUP)

    def supergroup(self, title: str = "games", *, forum: bool = False) -> Chat:
        """The supergroup of that title, with everybody in it and the bot; made when first asked for."""
        return self._chat(title, Kind.SUPERGROUP, forum=forum)

    def topic(self, chat: Chat, name: str) -> Topic:
        """Return the topic of that name in a forum; made when first asked for."""
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

    # What happens to the bot.

    async def online(self, within: float = HANG) -> None:
        """Wait until a bot polls: until a poll stands, or one comes; or until it has set a webhook."""
        before = self.updates.polls
        await self.until(
            lambda: self.updates.standing or self.updates.polls > before or bool(self.webhook.url),
            "a poll",
            within,
        )

    async def offline(self, within: float = HANG) -> None:
        """Wait until no poll stands."""
        await self.until(lambda: not self.updates.standing, "no poll", within)

    def redeliver(self) -> None:
        """Deliver once more what was delivered last, as if its confirmation had been lost."""
        self.updates.again()

    def remove_bot(self, chat: Chat) -> None:
        """Throw the bot out of a group."""
        self._post.stand(chat, Standing.KICKED, self.world.owner)

    def add_bot(self, chat: Chat, *, by: Person | None = None) -> None:
        """Add the bot to a group, again or for the first time."""
        (by or Person(self.world.owner, self.world, self._post)).bring_bot(chat)

    def change_rights(self, chat: Chat) -> None:
        """Let an administrator change what the bot may do in a group, of which the bot is told."""
        self._post.stand(chat, chat.bot, self.world.owner)

    def forbid(self, chat: Chat, *permissions: str) -> None:
        """Take permissions from the members of a group, the bot among them, e.g. `can_send_photos`."""
        if unknown := set(permissions) - set(PERMISSIONS):
            raise ValueError(f"there is no permission {sorted(unknown)}")
        chat.denied |= set(permissions)
        self.world.changed(f"{permissions} forbidden in {chat.title}")

    def allow(self, chat: Chat, *permissions: str) -> None:
        """Give back what was forbidden in a group."""
        chat.denied -= set(permissions)
        self.world.changed(f"{permissions} allowed in {chat.title}")

    def migrate(self, group: Chat) -> Chat:
        """Let a group become a supergroup, which has another id."""
        place = self.world.new_group(group.title, Kind.SUPERGROUP)
        place.members |= group.members
        self._post.service(group, self.world.owner, migrate_to_chat_id=place.id)
        group.upgraded_to = place
        self._post.service(place, self.world.owner, migrate_from_chat_id=group.id)
        return place

    def delete_message(self, message: Message) -> None:
        """Let somebody delete a message. No bot is told."""
        self._post.remove(message)

    def close_topic(self, topic: Topic) -> None:
        """Let somebody close a topic."""
        topic.closed = True
        self._post.service(topic, self.world.owner, forum_topic_closed={})

    def delete_topic(self, topic: Topic) -> None:
        """Let somebody delete a topic with all its messages. No bot is told."""
        topic.deleted = True
        for message in topic.chat.messages.values():
            if message.topic is topic:
                self._post.remove(message)

    def pass_time(self, **amount: float) -> None:
        """Move the time there ahead, e.g. `minutes=1`: presses and messages grow old."""
        self.world.ahead += timedelta(**amount)

    # How it is done.

    def _look(self, update: Json) -> None:
        for fault in self._spec.object_faults("Update", update) if self._spec else ():
            self.world.violate("the stand-in's update", fault)

    async def _file(self, request: web.Request) -> web.Response:
        data = self.world.files.at(request.match_info["path"])
        if data is None or request.match_info["token"] != self.token:
            raise web.HTTPNotFound
        return web.Response(body=data)
