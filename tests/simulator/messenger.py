"""Messenger: a platform as its users see it, with all its chats, independent of the bot's processes."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.chats.errors import ChatGone, MessageGone
from bot.talk.input.parsing import is_same_step

if TYPE_CHECKING:
    from bot.talk.incoming import Incoming
    from bot.talk.reply import Button, Reply, RetiredContent
    from tests.simulator.world import World


REMEMBERED = 120.0
"""Seconds for which a platform remembers a nonce, as the bot assumes."""


@dataclass
class Message:
    """A message of the bot as its readers see it.

    Args:
        id: its id in its chat.
        reply: its content.
        at: when it arrived, in seconds.
        is_retired: True if a newer one has replaced it.
        is_deleted: True if a user has deleted it.
        notified: the notifications that it made with a sound.
    """

    id: int
    reply: Reply
    at: float
    is_retired: bool = False
    is_deleted: bool = False
    notified: list[Call] = field(default_factory=list)

    @property
    def buttons(self) -> list[Button]:
        """The buttons that can be pressed."""
        if self.is_retired or self.is_deleted:
            return []
        return [button for row in self.reply.buttons for button in row]


@dataclass(frozen=True)
class Call:
    """A notification of a player to move in a turn of a game."""

    game: str
    turn: str
    account: str


class Messenger:
    """One platform.

    Args:
        name: its name.
        world: the time.
        remembers: the seconds for which it remembers a nonce.
    """

    def __init__(self, name: str, world: World, remembers: float) -> None:
        self.name = name
        self.remembers = remembers
        self.chats: defaultdict[str, list[Message]] = defaultdict(list)
        self.gone: set[str] = set()
        """The chats that the bot may not write to now."""
        self.updates: deque[tuple[int, Incoming]] = deque()
        """The users' actions, by growing numbers, until the bot has confirmed them."""
        self.calls: Counter[Call] = Counter()
        """How often a player was notified with a sound."""
        self.called_at: dict[Call, float] = {}
        """When the board arrived that asks a player to act."""
        self.answers: dict[str, tuple[Reply, ...]] = {}
        """The last answer to each account."""
        self._world = world
        self._nonces: dict[str, tuple[int, float]] = {}
        self._last_update = 0

    def do(self, incoming: Incoming) -> None:
        """Perform a user's action, to be reported to the bot."""
        self._last_update += 1
        self.updates.append((self._last_update, incoming))

    def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Take a new message and return its id.

        Raises:
            ChatGone: the bot may not write there.
        """
        if chat in self.gone:
            raise ChatGone
        number, until = self._nonces.get(nonce, (0, -1.0))
        if until >= self._world.seconds:
            return str(number)
        message = Message(len(self.chats[chat]) + 1, reply, self._world.seconds)
        self.chats[chat].append(message)
        self._nonces[nonce] = message.id, self._world.seconds + self.remembers if self.remembers else -1.0
        self._note_calls(message)
        return str(message.id)

    def find(self, chat: str, reply: Reply, after: str | None) -> str | None:
        """Return the newest message after another that shows the same step of a game as a reply, or None.

        Raises:
            ChatGone: the bot may not look there.
        """
        if chat in self.gone:
            raise ChatGone
        wanted = [button.data for row in reply.buttons for button in row]
        for message in reversed(self.chats[chat][int(after or 0) :]):
            if is_same_step((button.data for button in message.buttons), wanted):
                return str(message.id)
        return None

    def delete(self, message: Message) -> None:
        """Delete a message and uncount its notifications: the bot may not know that it had arrived."""
        message.is_deleted = True
        self.calls.subtract(message.notified)

    def edit(self, chat: str, number: str, reply: Reply) -> None:
        """Replace a message.

        Raises:
            ChatGone: the bot may not write there.
            MessageGone: it was deleted.
        """
        message = self._message(chat, number)
        message.reply = reply
        for call in _calls(reply):
            self.called_at.setdefault(call, self._world.seconds)

    def retire(self, chat: str, number: str, retired_content: RetiredContent) -> None:  # noqa: ARG002 (the content is not checked)
        """Retire a message.

        Raises:
            ChatGone: the bot may not write there.
            MessageGone: it was deleted.
        """
        self._message(chat, number).is_retired = True

    def message(self, chat: str, number: str) -> Message:
        """Return a message."""
        return self.chats[chat][int(number) - 1]

    def _message(self, chat: str, number: str) -> Message:
        if chat in self.gone:
            raise ChatGone
        message = self.message(chat, number)
        if message.is_deleted:
            raise MessageGone
        return message

    def _note_calls(self, message: Message) -> None:
        for call in _calls(message.reply):
            self.called_at.setdefault(call, message.at)
            if message.reply.makes_sound and call.account in message.reply.notifies:
                message.notified.append(call)
        self.calls.update(message.notified)


def _calls(reply: Reply) -> list[Call]:
    """Return the notifications to move that a board makes."""
    turns = {
        button.data.partition(":")[0]
        for row in reply.buttons
        for button in row
        if any(f":{each} " in button.data for each in ("/move", "/roll", "/done"))
    }
    return [Call(reply.game, turn, player) for turn in turns for player in reply.waits_for if reply.game]
