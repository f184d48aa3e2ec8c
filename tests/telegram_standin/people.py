"""People: their actions on Telegram, and what they see."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from tests.pace import HANG
from tests.standin.errors import CannotDo
from tests.telegram_standin import wire
from tests.telegram_standin.entities import with_found
from tests.telegram_standin.posting import Post
from tests.telegram_standin.request import Upload
from tests.telegram_standin.world import (
    DELETABLE,
    Button,
    Chat,
    Look,
    Membership,
    Message,
    Place,
    Query,
    Topic,
    User,
    World,
    chat_of,
)

Json = dict[str, Any]

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Person:
    """A person with a Telegram account."""

    def __init__(self, user: User, world: World, post: Post) -> None:
        self.user = user
        self._world = world
        self._post = post

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def id(self) -> int:
        """The account's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The displayed name."""
        return self.user.name

    # The person's view.

    @property
    def private(self) -> Chat:
        """The person's private chat with the bot."""
        return self._world.chats[self.id]

    @property
    def notifications(self) -> list[Message]:
        """The bot's messages that notified this person."""
        return [message for user, message in self._post.notifications if user is self.user]

    def messages(self, place: Place) -> list[Message]:
        """Return the messages that this person sees in a place, oldest first. A forum includes its topics."""
        chat = chat_of(place)
        if chat.is_private and chat.person is not self.user:
            raise CannotDo(f"{self.name} does not see what is private to {chat.title}")
        here = place if isinstance(place, Topic) else None
        return [
            message
            for message in chat.messages.values()
            if not message.deleted and here in (None, message.topic)
        ]

    async def sees(
        self, place: Place, matching: str | Callable[[Message], bool], within: float = HANG
    ) -> Message:
        """Wait for a matching message in a place, and return the newest such.

        Args:
            matching: a button's label, a part of the bot's text, or a condition.
            within: the most seconds to wait.
        """
        return await self._world.until(
            lambda: self._newest(place, matching), f"{self.name} sees {matching!r}", within
        )

    async def is_notified(self, times: int = 1, within: float = HANG) -> Message:
        """Wait until the person has this number of notifications, and return the last one."""
        await self._world.until(
            lambda: len(self.notifications) >= times, f"{self.name} is rung {times} times", within
        )
        return self.notifications[times - 1]

    # The person's actions.

    async def say(
        self,
        place: Place,
        text: str,
        *,
        reply_to: Message | None = None,
        anonymous: bool = False,
        document: tuple[str, bytes] | None = None,
    ) -> Message:
        """Write a message.

        Args:
            text: the text, or the document's caption.
            anonymous: write in the group's name, as its administrators may.
            document: a file's name and content.

        Raises:
            CannotDo: the person cannot write there, or not this way.
        """
        chat = self._enter(place)
        if isinstance(place, Topic) and (place.closed or place.deleted):
            raise CannotDo(f"the topic {place.name} is closed")
        if reply_to is not None and reply_to.deleted:
            raise CannotDo(f"{self.name} does not see {reply_to!r}")
        if anonymous and chat.is_private:
            raise CannotDo("nobody is anonymous in private")
        message = self._post.put(
            place if reply_to is None else reply_to.topic or chat,
            self._world.anonymous if anonymous else self.user,
            Look(
                text,
                tuple(with_found(text, [])),
                file=self._world.files.document(Upload(*document)) if document else None,
            ),
            reply_to=reply_to,
            sender_chat=chat if anonymous else None,
        )
        self._post.emit_event(message)
        return message

    async def start(self, payload: str = "") -> Message:
        """Press Start in the private chat, optionally by a link with a payload.

        Raises:
            CannotDo: a link cannot have this payload.
        """
        _check_payload(payload)
        if self.user.blocked:
            self.unblock()
        return await self.say(self.private, f"/start {payload}".rstrip())

    async def deep_link(self, payload: str) -> Message:
        """Follow a link `t.me/<bot>?start=<payload>`, given whole or by its payload, and press Start.

        Raises:
            CannotDo: the link is invalid.
        """
        return await self.start(self._payload(payload, "start"))

    async def add_to_group(self, chat: Chat, payload: str = "") -> Message | None:
        """Follow a link `t.me/<bot>?startgroup=<payload>` and choose a group.

        Return the command that the bot receives there, or None without a payload.

        Raises:
            CannotDo: the link is invalid, or the bot is in the group.
        """
        payload = self._payload(payload, "startgroup")
        if chat.bot is Membership.MEMBER:
            raise CannotDo(f"the bot is in {chat.title}")
        self.bring_bot(chat)
        return await self.say(chat, f"/start@{self._world.bot.username} {payload}") if payload else None

    async def press(self, message: Message, button: str | int, *, as_it_was: bool = False) -> Query:
        """Press a button, named by its label or by its index among all buttons.

        Args:
            as_it_was: press a button of an earlier version of the message or of a deleted one, as a client
                does that has not received the change.

        Raises:
            CannotDo: the person sees no such button, or it is a link.
        """
        if not as_it_was and message not in self.messages(message.chat):
            raise CannotDo(f"{self.name} does not see {message!r}")
        found = _button(message, button, as_it_was=as_it_was)
        if found.data is None:
            raise CannotDo(f"{found.label!r} is a link to {found.url}")
        world = self._world
        what = f"{found.label!r} pressed by {self.name}"
        query = Query(str(next(world.numbers) << 24), self.user, message, what, world.now(), world)
        world.queries[query.id] = query
        world.met.add(self.id)
        message.chat.members.setdefault(self.id, self.user)
        world.changed(what)
        whole = not message.deleted and world.now() - message.made <= DELETABLE
        query.update_id = world.emit("callback_query", wire.query(query, found.data, whole=whole))
        return query

    def block(self) -> None:
        """Block the bot."""
        self.user.blocked = True
        self._post.set_membership(self.private, Membership.KICKED, self.user)

    def unblock(self) -> None:
        """Unblock the bot."""
        self.user.blocked = False
        self._post.set_membership(self.private, Membership.MEMBER, self.user)

    def bring_bot(self, chat: Chat) -> None:
        """Add the bot to a group."""
        chat.members.setdefault(self.id, self.user)
        self._post.set_membership(chat, Membership.MEMBER, self.user)
        self._post.service(chat, self.user, new_chat_members=[wire.user(self._world.bot)])

    # The parts of an action.

    def _enter(self, place: Place) -> Chat:
        """Return a place's chat, after joining it.

        Raises:
            CannotDo: the person cannot be there.
        """
        chat = chat_of(place)
        if chat.upgraded_to is not None:
            raise CannotDo(f"{chat.title} is a supergroup now")
        if not chat.is_private:
            chat.members.setdefault(self.id, self.user)
        elif chat.person is not self.user:
            raise CannotDo(f"{self.name} does not see what is private to {chat.title}")
        elif self.user.blocked:
            raise CannotDo(f"{self.name} has blocked the bot")
        else:
            self.user.started = True
        return chat

    def _newest(self, place: Place, matching: str | Callable[[Message], bool]) -> Message | None:
        def fits(message: Message) -> bool:
            if not isinstance(matching, str):
                return matching(message)
            has_text = message.sender is self._world.bot and matching in message.text
            return has_text or matching in message.labels

        return next((each for each in reversed(self.messages(place)) if fits(each)), None)

    def _payload(self, link: str, kind: str) -> str:
        begin = f"https://t.me/{self._world.bot.username}?{kind}="
        payload = link.removeprefix(begin)
        _check_payload(payload)
        return payload


def _check_payload(payload: str) -> None:
    if payload and not _PAYLOAD.fullmatch(payload):
        raise CannotDo(f"no link can carry {payload!r}")


def _button(message: Message, wanted: str | int, *, as_it_was: bool) -> Button:
    """Return the button with this label or index, in the present or, optionally, an earlier version.

    Raises:
        CannotDo: there is none.
    """
    looks: Sequence[tuple[Button, ...]] = [
        message.buttons,
        *(look.buttons for look in reversed(message.earlier) if as_it_was),
    ]
    for buttons in looks:
        for place, button in enumerate(buttons):
            if wanted in (place, button.label):
                return button
    raise CannotDo(f"there is no button {wanted!r} in {message!r}")
