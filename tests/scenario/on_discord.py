"""Discord: a private chat in English for Anna and one in Russian for Boris."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from typing import Any

from bot.chats.base import Handler, RemotePlatform
from bot.chats.discord import Discord
from bot.chats.discord.channel_limits import WINDOW, ChannelLimits
from bot.rules import RULESETS
from bot.talk.catalog import words_in
from storage import Database, KeyValues
from tests.discord_standin.routes import SEND
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Interaction, Message
from tests.scenario.promises import stamped
from tests.scenario.stage import Seen, SmallPainter
from tests.sessions.world import Clock
from tests.standin.troubles import Barrier

_OPTIONS = {"record": "game", "settings": "option", "holidays": "days", "move": "moves"}
"""The option that takes the words after each command."""


class PrivateChats:
    """Two private chats on Discord, one for each player.

    Args:
        discord: the stand-in.
    """

    name = "discord"
    can_be_searched = True

    def __init__(self, discord: DiscordStandIn) -> None:
        self._discord = discord
        self.languages = {"Anna": "en", "Boris": "ru"}
        self._people = {
            "Anna": discord.user("Anna", locale="en-US"),
            "Boris": discord.user("Boris", locale="ru"),
        }
        self._done: Interaction | None = None

    def adapter(self, handler: Handler, database: Database, clock: Clock) -> RemotePlatform:  # noqa: ARG002
        """Return an adapter that is not connected yet."""
        return Discord(
            handler,
            KeyValues(database),
            SmallPainter(),
            words_in,
            token=self._discord.token,
            rulesets=tuple(RULESETS),
            api_url=self._discord.api_url,
            gateway_url=self._discord.gateway_url,
            limits=ChannelLimits(count(step=2 * WINDOW).__next__),
        )

    async def online(self) -> None:
        """Wait until the bot is connected."""
        await self._discord.online()

    async def offline(self) -> None:
        """Wait until the bot is disconnected."""
        await self._discord.offline()

    async def is_idle(self, adapter: RemotePlatform) -> bool:  # noqa: ARG002 (the stand-in knows)
        """Return True if the last action was answered."""
        done = self._done
        if done is None:
            return True
        thinks = done.original is not None and done.original.loading and not done.original.deleted
        return done.callback is not None and not thinks

    def pass_time(self, seconds: float) -> None:
        """Let tokens age."""
        self._discord.pass_time(seconds=seconds)

    async def say(self, player: str, line: str, *, alone: bool = False) -> None:  # noqa: ARG002 (always alone)
        """Send a command as a player in private."""
        name, _, rest = line[1:].partition(" ")
        options = {_OPTIONS[name]: rest} if rest else {}
        person = self._people[player]
        self._done = await person.slash(person.direct, name, **options)

    async def challenge(self, player: str, other: str) -> None:
        """Challenge a player to three games with three days for each turn."""
        for each in self._people.values():  # they know each other from a channel
            await (await each.slash(self._discord.channel(), "help")).answer()
        person = self._people[player]
        self._done = await person.slash(
            person.direct, "challenge", player=self._people[other], length="3 games", clock="3 days"
        )

    async def press(self, player: str, label: str) -> None:
        """Press a button of the last message that has it."""
        person = self._people[player]
        messages = person.messages(person.direct)
        found = [each for each in messages if label in each.labels]
        assert found, messages[-5:]
        self._done = await person.press(found[-1], label)

    def answer(self) -> str:
        """Return the answer to the last command."""
        assert self._done is not None
        return "\n".join(each.text for each in self._done.answers)

    def seen(self, player: str) -> list[Seen]:
        """Return the bot's messages in a player's private chat."""
        person = self._people[player]
        return [
            self._seen(each)
            for each in person.messages(person.direct)
            if each.author is self._discord.world.app and not each.ephemeral
        ]

    def chats(self) -> list[str]:
        """Return both players: each has a chat."""
        return list(self._people)

    def hold_message(self) -> Barrier[Any]:
        """Let the next board arrive without an answer to the bot."""
        return self._discord.hold(SEND, after=True)

    def promise(self, text: str, language: str, now: datetime) -> datetime:  # noqa: ARG002 (markup is the same)
        """Return the deadline that a text states."""
        return stamped(text)

    def _seen(self, message: Message) -> Seen:
        mentioned = tuple(name for name, each in self._people.items() if each.user in message.mentions)
        answers = message.reference.id if message.reference is not None else None
        return Seen(
            message.id,
            message.text,
            message.labels,
            message.picture is not None,
            mentioned,
            not message.silent,
            answers,
        )
