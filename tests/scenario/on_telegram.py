"""Telegram: a group in which Anna and Boris play in Russian."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from typing import Any

from bot.chats.base import Handler, RemotePlatform
from bot.chats.telegram import Pacing
from bot.talk.catalog import words_in
from storage import Database, KeyValues, TelegramUpdates
from tests.chats.telegram.house import RecordingTelegram
from tests.scenario.promises import written
from tests.scenario.stage import Seen, SmallPainter
from tests.sessions.world import Clock
from tests.standin.troubles import Barrier
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Message


class Group:
    """A group on Telegram, in which both play.

    Args:
        telegram: the stand-in.
    """

    name = "telegram"
    can_be_searched = False

    def __init__(self, telegram: TelegramStandIn) -> None:
        self._telegram = telegram
        self.languages = {"Anna": "ru", "Boris": "ru"}
        self._people = {name: telegram.user(name, language="ru") for name in self.languages}
        self._group = telegram.supergroup("friends")
        self._group.owner = self._people["Anna"].user
        self._last_update = 0
        self._answered: set[int] = set()
        self._place = self._group

    def adapter(self, handler: Handler, database: Database, clock: Clock) -> RemotePlatform:
        """Return an adapter that is not connected yet."""
        minutes = count(0.0, 60.0)
        adapter = RecordingTelegram(
            handler,
            KeyValues(database),
            SmallPainter(),
            words_in,
            updates=TelegramUpdates(database),
            token=self._telegram.token,
            api_url=self._telegram.api_url,
            pacing=Pacing(lambda: next(minutes)),
            now=clock,
        )
        adapter.watch()
        return adapter

    async def online(self) -> None:
        """Wait until the bot polls."""
        await self._telegram.online()

    async def offline(self) -> None:
        """Wait until the bot stops polling."""
        await self._telegram.offline()

    async def is_idle(self, adapter: RemotePlatform) -> bool:
        """Return True if the adapter has handled every action there."""
        assert isinstance(adapter, RecordingTelegram)
        return self._telegram.confirmed >= self._last_update and not adapter.is_busy

    def pass_time(self, seconds: float) -> None:
        """Let messages age."""
        self._telegram.pass_time(seconds=seconds)

    async def say(self, player: str, line: str, *, alone: bool = False) -> None:
        """Type a command as a player in the group, or in private."""
        person = self._people[player]
        self._place = person.private if alone else self._group
        self._answered = set(self._place.messages)
        message = await person.say(self._place, line)
        self._taken(message.update_id)

    async def challenge(self, player: str, other: str) -> None:
        """Challenge a player to three games with three days for each turn."""
        await self.say(player, f"/challenge {other} 3 партии 3 дня")

    async def press(self, player: str, label: str) -> None:
        """Press a button of the last message that has it."""
        messages = self._people[player].messages(self._group)
        found = [each for each in messages if label in each.labels]
        assert found, messages[-5:]
        query = await self._people[player].press(found[-1], label)
        self._taken(query.update_id)

    def answer(self) -> str:
        """Return the answer to the last command."""
        new = [each for number, each in self._place.messages.items() if number not in self._answered]
        return "\n".join(each.text for each in new if self._is_bots(each) and each.picture is None)

    def seen(self, player: str) -> list[Seen]:
        """Return the bot's messages in the group."""
        return [
            self._seen(each) for each in self._people[player].messages(self._group) if self._is_bots(each)
        ]

    def chats(self) -> list[str]:
        """Return one player for the only chat."""
        return ["Anna"]

    def hold_message(self) -> Barrier[Any]:
        """Let the next board arrive without an answer to the bot."""
        return self._telegram.hold("sendPhoto", after=True)

    def promise(self, text: str, language: str, now: datetime) -> datetime:
        """Return the deadline that a text states in Berlin time, which the group uses."""
        return written(text, language, now)

    def _taken(self, update: int | None) -> None:
        assert update is not None
        self._last_update = update

    def _is_bots(self, message: Message) -> bool:
        return message.sender is self._telegram.world.bot

    def _seen(self, message: Message) -> Seen:
        mentioned = tuple(name for name, each in self._people.items() if each.id in message.mentioned)
        answers = message.reply_to.id if message.reply_to is not None else None
        is_board = message.picture is not None
        return Seen(
            message.id, message.text, message.labels, is_board, mentioned, not message.silent, answers
        )
