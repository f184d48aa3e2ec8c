"""Adapter: Telegram as a platform that the sender can use."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from telegram.constants import ChatAction
from telegram.error import InvalidToken, TelegramError

from bot.chats.base import Handler, KeyValues, Painter, Request
from bot.chats.errors import ChatGone, ChatMoved, MessageGone, TryLater, Unreachable
from bot.chats.greetings import Greetings
from bot.chats.telegram import timeouts
from bot.chats.telegram.app_buttons import AppLinks, MenuButtons
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.chat_rights import ChatRights
from bot.chats.telegram.errors import bad_token, platform_errors
from bot.chats.telegram.expiring import ExpiringMessages
from bot.chats.telegram.foreign_webhook import ForeignWebhook
from bot.chats.telegram.greeting import Greeter
from bot.chats.telegram.inbox import Inbox, UpdateStore
from bot.chats.telegram.incoming import NAME
from bot.chats.telegram.keyboards import start_link
from bot.chats.telegram.listener import A_WHILE, Listener
from bot.chats.telegram.members import Members
from bot.chats.telegram.menus import set_introduction, set_menus
from bot.chats.telegram.overflow import Overflow
from bot.chats.telegram.pacing import Pacing
from bot.chats.telegram.pictures import Pictures
from bot.chats.telegram.polling import PollingBot
from bot.chats.telegram.posting import Posting
from bot.chats.telegram.slow_answers import SlowAnswers
from bot.chats.telegram.spare_capacity import SpareCapacity
from bot.chats.telegram.webhook import Webhook, WebhookAddress
from bot.sessions import Locks
from bot.talk.addresses import BotAddress
from bot.talk.catalog import Words
from bot.talk.reply import Reply, RetiredContent

logger = logging.getLogger(__name__)

TELEGRAM_SERVER = "https://api.telegram.org"
_OFFLINE_RETRY_SECONDS = 2.0


class Telegram:
    """The adapter for Telegram.

    Its chats are groups, forum topics and private chats. Account keys are Telegram's user ids.

    Args:
        handler: handles commands, texts and presses.
        key_values: stores checksums of menus that Telegram has, expiring answers, and the like.
        painter: draws the boards.
        words: returns the catalog for a client's language code.
        updates: stores updates until they are handled.
        api_url: the address of a Bot API server; None for Telegram's own.
        pacing: the rate limits; None for those that Telegram advises.
        app: the addresses of the Mini App; None if there is none.
        locks: locks shared with other processes; None if this process is alone.
        webhook: the address to which Telegram sends updates; None to poll for them.
        now: the clock by which answers expire.
    """

    name = NAME
    nonce_memory = timedelta(0)
    """Telegram has no nonces: a repeated request posts a second message."""

    def __init__(  # noqa: PLR0913 - everything it needs is handed in
        self,
        handler: Handler,
        key_values: KeyValues,
        painter: Painter,
        words: Callable[[str], Words],
        *,
        updates: UpdateStore,
        token: str,
        api_url: str | None = None,
        pacing: Pacing | None = None,
        app: AppLinks | None = None,
        locks: Locks | None = None,
        webhook: WebhookAddress | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        _quiet_libraries()
        server = (api_url or TELEGRAM_SERVER).rstrip("/")
        self._pacing = pacing or Pacing(time.monotonic)
        self._spare_capacity = SpareCapacity(self._pacing)
        self._bot = PollingBot(
            token,
            base_url=f"{server}/bot",
            base_file_url=f"{server}/file/bot",
            request=timeouts.requests(),
            get_updates_request=timeouts.polls(),
            rate_limiter=self._pacing,
        )
        self._pictures = Pictures(key_values, painter)
        self._posting = Posting(self._bot, self._pictures, words, app)
        self._expiring = ExpiringMessages(
            key_values, self._posting.remove, now, is_shared=locks is not None and locks.are_shared
        )
        self._slow_answers = SlowAnswers(
            self._posting, self._pacing, painter, self._expiring, words, A_WHILE, self._spare_capacity.exists
        )
        self._overflow = Overflow(self._bot, self._posting, self._pacing, self._expiring, words)
        self._members = Members(self._bot, now)
        self._chat_rights = ChatRights(handler, key_values, now)
        self._listener = Listener(
            self._bot,
            handler,
            self._posting,
            self._expiring,
            self._slow_answers,
            self._members,
            words,
            pacing=self._pacing,
            overflow=self._overflow,
            spare_capacity=self._spare_capacity,
            chat_rights=self._chat_rights,
            greeter=Greeter(self._bot, self._posting, Greetings(key_values, NAME), words),
            menu_buttons=MenuButtons(self._bot, key_values, words, app),
            board_link=lambda: self.board_link,
        )
        poller = self._bot if webhook is None else None
        self._foreign_webhook = ForeignWebhook(self._bot, key_values, now)
        self._inbox = Inbox(
            poller,
            self._bot,
            updates,
            self._listener.handle,
            now,
            locks,
            self._foreign_webhook.remove_after_conflict,
        )
        self._webhook = None if webhook is None else Webhook(webhook, self._bot, self._inbox.receive)
        self._key_values = key_values
        self._words = words
        self._app = app
        self._on_online: list[Callable[[], None]] = []
        self.is_online = False
        self.has_been_online = False
        self.address: BotAddress | None = None
        """The bot's public address on Telegram. None until it is first online."""

    def when_online(self, callback: Callable[[], None]) -> None:
        """Register a callback for each time that Telegram comes online."""
        self._on_online.append(callback)

    @property
    def is_reached(self) -> bool:
        """True if Telegram has answered the last poll, or reaches the webhook."""
        source = self._inbox if self._webhook is None else self._webhook
        return self.is_online and source.is_answered

    @property
    def board_link(self) -> str:
        """The link to the Mini App without a game's id. Empty if there is no app, or while offline."""
        return self._app.start_link(self._bot.username) if self._app is not None and self.is_online else ""

    async def has_member(self, chat: str, account: str) -> bool:
        """Return True if Telegram confirms that a person is in a group now.

        Args:
            chat: the key of the group, or of one of its topics.
            account: the key of the person's account.
        """
        try:
            key = ChatKey.read(chat)
        except ChatGone:
            return False
        if not (key.is_group and account.isdecimal() and self.is_online):
            return False
        return await self._members.has(key.chat, int(account))

    async def run(self) -> None:
        """Serve Telegram until cancelled.

        Raises:
            BadToken: Telegram does not accept the bot's token.
            PlatformDown: Telegram cannot be reached.
        """
        try:
            await self._bot.initialize()
            await self._pictures.load()
            await self._serve()
        except InvalidToken:
            raise bad_token() from None
        except TelegramError as error:
            raise Unreachable(f"Telegram cannot be reached ({type(error).__name__})") from None
        except ExceptionGroup as group:
            # The inbox and the webhook run in a task group, which wraps their errors.
            if group.subgroup(InvalidToken) is not None:
                raise bad_token() from None
            raise
        finally:
            self.is_online = False
            await self._bot.shutdown()
            await self._pictures.store()

    async def ready(self, chat: str) -> bool:
        """Wait until a chat's rate limit allows another message. Return True if that took any time."""
        try:
            return await self._pacing.ready(ChatKey.read(chat).chat)
        except ChatGone:
            return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:
        """Return the seconds by which to postpone a request that is not urgent while its group is busy."""
        try:
            return self._spare_capacity.delay(ChatKey.read(chat), request, message)
        except ChatGone:
            return 0.0

    def is_last(self, chat: str, message: str) -> bool:
        """Return True if a message is the newest in a private chat, as far as this process knows."""
        return message.isdecimal() and self._posting.last_messages.is_last(chat, int(message))

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:  # noqa: ARG002 (Telegram knows none)
        """Send a new message and return its id. It makes a sound only if the reply says so.

        Raises:
            ChatGone: the chat no longer exists, or the bot may not write to it.
            ChatMoved: the group has become a supergroup, or the topic was deleted.
            TryLater: Telegram cannot take the message now.
        """
        self._check_online()
        with platform_errors():
            answered = int(reply.reply_to) if reply.reply_to.isdecimal() else None
            sent = await self._posting.send(
                ChatKey.read(chat), reply, silent=not reply.makes_sound, reply_to=answered, follows=True
            )
        return str(sent.message_id)

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message's content. Telegram notifies no one.

        Raises:
            MessageGone: the message no longer exists or can no longer be edited.
            ChatGone, ChatMoved, TryLater: as `send`.
        """
        self._check_online()
        with platform_errors():
            await self._posting.change(ChatKey.read(chat), _number(message), reply)

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Delete or shorten a message that a newer one has replaced. A missing message is no error.

        A shortened message keeps its picture, because Telegram cannot remove it. A message older than two
        days cannot be deleted and is shortened instead.

        Raises:
            ChatGone, ChatMoved, TryLater: as `send`.
        """
        self._check_online()
        with suppress(MessageGone), platform_errors():
            await self._posting.retire(ChatKey.read(chat), _number(message), retired_content)

    async def private_chat(self, account: str) -> str | None:
        """Return the key of a person's private chat, or None if they never pressed Start or block the bot.

        Raises:
            TryLater: Telegram cannot answer now.
        """
        self._check_online()
        try:
            with platform_errors():
                # Sends no message, but Telegram refuses it like one if the bot may not write there.
                await self._bot.send_chat_action(ChatKey.read(account).chat, ChatAction.TYPING)
        except (ChatGone, ChatMoved, TelegramError):
            return None
        return account

    async def _serve(self) -> None:
        username = self._bot.username
        self.address = BotAddress(NAME, f"@{username}", start_link(username))
        self.is_online = self.has_been_online = True
        for callback in self._on_online:
            callback()
        logger.info("platform online", extra={"platform": NAME, "address": f"https://t.me/{username}"})
        if self._webhook is None:
            # Telegram refuses polls while a webhook is set. Updates pending for it are returned by the polls.
            await self._foreign_webhook.remove()
        await self._expiring.open()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(set_menus(self._bot, self._key_values, self._words))
            tasks.create_task(set_introduction(self._bot, self._key_values, self._words, self._app))
            tasks.create_task(self._expiring.run())
            tasks.create_task(self._slow_answers.run())
            tasks.create_task(self._overflow.run())
            tasks.create_task(self._chat_rights.run())
            tasks.create_task(self._inbox.run())
            if self._webhook is not None:
                tasks.create_task(self._webhook.run())

    def _check_online(self) -> None:
        """Check that the bot is online.

        Raises:
            TryLater: it is not.
        """
        if not self.is_online:
            raise TryLater(_OFFLINE_RETRY_SECONDS)


def _number(message: str) -> int:
    if not (message.isascii() and message.isdigit()):
        raise MessageGone
    return int(message)


def _quiet_libraries() -> None:
    """Raise the log levels of libraries that would log people's messages, or request URLs with the token."""
    for name, level in (
        ("httpx", logging.WARNING),
        ("httpcore", logging.WARNING),
        ("telegram", logging.INFO),
    ):
        quiet = logging.getLogger(name)
        quiet.setLevel(max(quiet.getEffectiveLevel(), level))
