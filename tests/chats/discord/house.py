"""House: the whole bot on a simulated Discord, with members who call commands and press buttons."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence, Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.results import InteractionResult, ResponseMessage

import storage
from bot.chats.base import Handler, KeyValues, Painter
from bot.chats.discord import Discord
from bot.chats.discord.channel_limits import WINDOW, ChannelLimits
from bot.chats.sender import Sender
from bot.rules import RULESETS
from bot.sessions import Hints, Level, Outbox, SessionManager
from bot.sessions.workers import AnalysisQueue, AutoReview, ComputerPlayer
from bot.talk.admins import Admins
from bot.talk.catalog import words_in
from bot.talk.command import Param
from bot.talk.command_table import COMMANDS
from bot.talk.conversation import Conversation
from bot.talk.input.payloads import is_game_id, is_share_token
from bot.talk.views.presenter import Presenter
from tests.chats.stand_ins import PlainPainter
from tests.databases import opened
from tests.dialogues.house import unlimited_budget
from tests.dialogues.script import CAST, TABLE, VisibleMessage
from tests.pace import HANG
from tests.pending_work import has_work
from tests.sessions.analyst import QuickAnalyst
from tests.sessions.world import Clock, RepeatableDice
from tests.strategies import Plain

Presser = MemberActor | UserHandle

Pressed = discord.Message | ResponseMessage

# 6-2 and 5-3 are forced turns; then White plays 4-1 with two checkers off the head.
TO_A_CHOICE = (6, 1, 6, 2, 5, 3, 4, 1)
TOKEN = "a token that is told to nobody"  # noqa: S105 (no real one)


@dataclass
class House:
    """The whole bot on a simulated Discord with one server, one channel and three members."""

    env: simcord.Env
    adapter: Discord
    manager: SessionManager
    sender: Sender
    clock: Clock
    guild: GuildHandle
    table: ChannelHandle
    people: dict[str, MemberActor]
    results: dict[str, InteractionResult] = field(default_factory=dict)
    pressed: dict[str, Pressed] = field(default_factory=dict)
    notifications: list[str] = field(default_factory=list)
    written: set[str] = field(default_factory=set)
    """The people whose last action was a direct message."""

    async def until_idle(self) -> None:
        """Wait until the computer player has moved, nothing is undelivered, and the sender rests."""
        async with asyncio.timeout(HANG):
            while await self._works():  # noqa: ASYNC110 (nothing signals the end)
                await asyncio.sleep(0.001)
        await self.env.settle()

    async def slash(
        self, member: str, name: str, channel: ChannelHandle | None = None, **options: object
    ) -> InteractionResult:
        """Let a person call a command, by default at the table."""
        result = await self.people[member].slash(channel or self.table, name, **options)
        return await self._done(member, result)

    async def click(self, player: str, label: str, message: Pressed | None = None) -> InteractionResult:
        """Let a person press a button, by default of the last message at the table."""
        return await self._click(player, self.people[player], message or self.last(), label)

    async def game(self) -> str:
        """Let Anna and Boris begin a game, and return its id."""
        await self.slash("Anna", "challenge", friend="anyone")
        await self.click("Boris", "Accept")
        return self.of(self.last())

    def of(self, board: discord.Message) -> str:
        """Return the id of the game that a board shows."""
        found = re.search(r"·\s([a-z0-9]+)$", shown(board).text, re.MULTILINE)
        assert found, board.content
        return found[1]

    def last(self, channel: ChannelHandle | None = None) -> discord.Message:
        """Return the last public message in a channel."""
        message = (channel or self.table).last_message
        assert message is not None
        return message

    def messages(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """Return all public messages in a channel, oldest first."""
        return (channel or self.table).history()

    def requests(self, method: str, ending: str) -> list[Any]:
        """Return the bodies of the bot's requests whose path has this ending."""
        return [
            request.json
            for request in self.env.http_requests
            if request.method == method and request.path.endswith(ending)
        ]

    def private_answer(self, player: str) -> VisibleMessage | None:
        """Return the last private answer to a person."""
        result = self.results[player]
        messages = [message for message in (result.response, *result.followups) if message is not None]
        private = [
            message for message in messages if message.ephemeral and not self._was_there(player, message)
        ]
        return shown(private[0].message) if private else None

    def _was_there(self, player: str, message: ResponseMessage) -> bool:
        pressed = self.pressed.get(player)
        return pressed is not None and (pressed.id, pressed.content) == (message.id, message.content)

    async def _click(self, player: str, presser: Presser, message: Pressed, label: str) -> InteractionResult:
        self.pressed[player] = message
        return await self._done(player, await presser.click(message, label=label))

    async def _done(self, player: str, result: InteractionResult) -> InteractionResult:
        self.results[player] = result
        await self.until_idle()
        return result

    async def _works(self) -> bool:
        return await has_work(self.manager, ["discord"]) or bool(self.sender._busy)  # noqa: SLF001 (nothing public shows it)

    def note_notified(self, event: str, payload: Mapping[str, Any]) -> None:
        """Record the people that a new message notifies."""
        if event == "MESSAGE_CREATE":
            names = {str(member.id): name for name, member in self.people.items()}
            self.notifications += dict.fromkeys(names[mention["id"]] for mention in payload["mentions"])

    # The methods of a driver of dialogues.

    async def say(self, player: str, line: str, chat: str) -> None:
        """Call a typed line as a command; send /admin, which no menu lists, as a direct message."""
        if line.startswith("/admin"):
            self.written.add(player)
            await self.people[player].user.send_dm(line)
            await self.until_idle()
            return
        self.written.discard(player)
        name, options = self._called(line)
        member = self.people[player]
        if chat == TABLE:
            result = await member.slash(self.table, name, **options)
        else:
            result = await member.user.slash(name, **options)
        await self._done(player, result)
        await self._until_answered(player)

    async def press(self, player: str, label: str, chat: str, *, answered: bool) -> None:
        """Press a button by its label."""
        message: Pressed
        if answered and player in self.written:
            self.written.discard(player)
            message = self.last(self._channel(player))
        elif answered:
            result = self.results[player]
            answers = (found for found in (result.response, *result.followups) if found and found.ephemeral)
            message = next(answers).message
        else:
            message = self.last(self._channel(chat))
        member = self.people[player]
        await self._click(player, member if chat == TABLE else member.user, message, label)
        await self._until_answered(player)

    async def _until_answered(self, player: str) -> None:
        """Wait until a long command has finished."""
        async with asyncio.timeout(HANG):
            while (answer := self.private_answer(player)) and answer.labels == ("Stop",):  # noqa: ASYNC110 (no signal)
                await asyncio.sleep(0.001)

    def answer(self, player: str) -> VisibleMessage | None:
        """Return the private answer to a person's last action."""
        if player in self.written:
            return shown(self.last(self._channel(player)))
        return self.private_answer(player)

    def shown(self, chat: str) -> VisibleMessage:
        """Return the last message in a chat."""
        return shown(self.last(self._channel(chat)))

    def notified(self) -> list[str]:
        """Return the people notified since the last call, in order."""
        notified, self.notifications = self.notifications, []
        return notified

    def _channel(self, chat: str) -> ChannelHandle:
        return self.table if chat == TABLE else self.people[chat].user.dm_channel

    def _called(self, line: str) -> tuple[str, dict[str, Any]]:
        """Return the command and the options that a typed line stands for."""
        if not line.startswith("/"):
            return "move", {"moves": line}
        name, *typed = line[1:].split()
        if name == "start":
            return "help", {}
        options: dict[str, Any] = {}
        for param in COMMANDS[name].params:
            taken = self._taken(param, typed) if typed else 0
            if taken:
                options[param.value] = self._value(param, typed[:taken])
                typed = typed[taken:]
        assert not typed, f"no option for {typed} in {line}"
        return name, options

    def _taken(self, param: Param, typed: Sequence[str]) -> int:  # noqa: C901, PLR0911 (one for each kind)
        """Return the number of typed words that belong to an option."""
        match param:
            case Param.GAME | Param.CHALLENGE:
                return int(is_game_id(typed[0]) or is_share_token(typed[0]))
            case Param.RULES:
                return int(typed[0] in RULESETS)
            case Param.LEVEL:
                return int(typed[0] in {level.value for level in Level})
            case Param.PLAYER:
                return int(typed[0] in self.people)
            case Param.FRIEND:
                return 0
            case Param.LENGTH:
                return 2 * (typed[0] == "to" or (typed[0].isdecimal() and typed[1] in ("points", "games")))
            case Param.CLOCK:
                return len(typed) * (typed[0] == "bank" or typed[0].isdecimal())
            case Param.FIRST:
                return 2 * (typed[0] == "first")
            case Param.MOVES | Param.OPTION | Param.DAYS:
                return len(typed)
            case Param.CUBE | Param.EXTENDED | Param.HINTS | Param.MATCH | Param.PRIVATE:
                return int(typed[0] == param.value)
            case _:
                return 1

    def _value(self, param: Param, words: Sequence[str]) -> object:
        """Return an option's value for typed words."""
        if param is Param.PLAYER:
            return self.people[words[0]]
        if param is Param.FIRST and words[1] in self.people:
            return "first opponent"  # Discord lists the two by their roles, not by name.
        said = param in (Param.CUBE, Param.EXTENDED, Param.HINTS, Param.MATCH, Param.PRIVATE)
        return True if said else " ".join(words)


def shown(message: discord.Message) -> VisibleMessage:
    """Return a message as it is displayed: mentions as names, no markup."""
    text = message.content
    for user in message.mentions:
        text = text.replace(f"<@{user.id}>", user.display_name)
    text = re.sub(r"(?<!\\)(\*\*|`)", "", text)
    text = re.sub(r"<(/[a-z]+):[0-9]+>", r"\1", text)
    text = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text)
    labels = tuple(str(button.label) for row in message.components for button in row.children)  # type: ignore[union-attr]
    return VisibleMessage(text, labels, any(file.filename == "board.png" for file in message.attachments))


def adapter_of(
    handler: Handler,
    key_values: KeyValues,
    painter: Painter | None = None,
    shards: int = 1,
    rulesets: Sequence[str] = tuple(RULESETS),
    admins: AbstractSet[str] = frozenset(),
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Discord:
    """Return the adapter as the bot builds it, for channels without a rate limit."""
    adapter = Discord(
        handler,
        key_values,
        painter or PlainPainter(),
        words_in,
        token=TOKEN,
        rulesets=rulesets,
        shards=shards,
        limits=ChannelLimits(count(step=2 * WINDOW).__next__),
        admins=admins,
        sleep=sleep,
    )
    # The simulation waits in real time for timers that are close.
    adapter.client.listener.defer_after = HANG
    return adapter


@asynccontextmanager
async def open_house(
    path: Path, *dice: int, painter: Painter | None = None, shards: int = 1, check_errors: bool = True
) -> AsyncIterator[House]:
    """Run the whole bot on a database file, with the first rolls of the dice given."""
    clock = Clock()
    async with opened(path) as database, AsyncExitStack() as stack:
        manager = SessionManager(database, chance=RepeatableDice(*dice), clock=clock)
        pool = stack.enter_context(ThreadPoolExecutor(4))
        analysis_queue = AnalysisQueue(QuickAnalyst(), manager.analyses, pool)
        await stack.enter_async_context(analysis_queue)
        hints = Hints(manager, Plain(), pool)
        # The accounts of administrators are added below, when they exist; no member has the id 0.
        admins, accounts = {"0"}, {"discord:0"}
        conversation = Conversation(
            manager, hints, analysis_queue, unlimited_budget(clock), admins=Admins(accounts, "1.0", clock())
        )
        adapter = adapter_of(conversation, storage.KeyValues(database), painter, shards, admins=admins)
        sender = Sender(Outbox(manager), Presenter(manager), {"discord": adapter})
        computer_player, auto_review = ComputerPlayer(manager, Plain()), AutoReview(manager, analysis_queue)
        manager.chat_listeners.append(sender.prefer)
        manager.listeners.append(sender.wake)
        manager.engine_listeners += [computer_player.wake, auto_review.wake]
        jobs = (sender.run(), computer_player.run(pool), auto_review.run())
        async with simcord.run(adapter.client, check_errors=check_errors, settle_timeout=60) as env:
            guild = env.create_guild()
            table = guild.create_text_channel("table")
            people = {
                name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in CAST
            }
            admins.add(str(people["Anna"].id))
            accounts.add(f"discord:{people['Anna'].id}")
            house = House(env, adapter, manager, sender, clock, guild, table, people)
            env.backend.subscribers.append(house.note_notified)
            # Begun here, because the simulation awaits responses only of tasks that begin inside it.
            tasks = [asyncio.create_task(job) for job in jobs]
            try:
                yield house
            finally:
                for task in tasks:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task
                pool.shutdown()
