"""People: friends who play, write to the bot, and sometimes press buttons that are not theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.reply import Code
from tests.simulator.faults import Fault

if TYPE_CHECKING:
    from bot.talk.reply import Button
    from tests.simulator.messenger import Message, Messenger
    from tests.simulator.world import World

AVOIDED = ("/cancel", "/decline", "/block", "/menu", "/roll-back")
SOMETIMES = ("/undo", "/resign", "/draw", "/pause")
LINES = ("/games", "/board", "/roll", "/draw", "/next", "24/18", "/why 24/20", "/nothing", "hello", "/done")


@dataclass
class Friend:
    """A user of a platform.

    Args:
        world: the time and the random generator.
        messenger: the platform.
        person: the user's account.
        place: the chat where they play.
        plays: True if they have a seat; others watch and press what they see.
    """

    world: World
    messenger: Messenger
    person: Person
    place: Place
    plays: bool = True
    done: int = 0

    def act(self) -> None:
        """Do something now, and again after a while."""
        chance = self.world.chance
        if chance.random() < 0.06:
            self.say(chance.choice(LINES))
        else:
            self._press()
        pause = chance.expovariate(1 / 25)
        if chance.random() < 0.004:
            pause = chance.uniform(1800, 7200)
        self.world.after(pause, self.act)

    def say(self, line: str) -> None:
        """Type a line."""
        self._do(Line(line), self.place)

    def accept(self, other: Friend) -> None:
        """Type the command on another player's card, and repeat until a game begins."""
        if any(message.reply.game for message in self.messenger.chats[self.place.key]):
            return
        for message in other.messenger.chats[other.place.key]:
            for span in message.reply.text:
                if isinstance(span, Code) and span.text.startswith("/accept"):
                    self.say(span.text)
        self.world.after(30, lambda: self.accept(other))

    @property
    def _places(self) -> tuple[Place, Place]:
        """The chats that they watch: where they play, and their private chat."""
        return self.place, Place(self.place.platform, self.person.key, ChatKind.PRIVATE)

    def _press(self) -> None:
        chance = self.world.chance
        shown = [
            (message.at, number, place, message)
            for number, place in enumerate(self._places)
            for message in self.messenger.chats[place.key]
            if message.buttons
        ]
        if not shown:
            return
        *_, place, message = (
            chance.choice(shown) if chance.random() < 0.03 else max(shown, key=lambda each: each[:2])
        )
        waits = message.reply.waits_for
        if self.plays and waits and self.person.key not in waits and chance.random() < 0.95:
            return
        if not self.plays and chance.random() < 0.9:
            return
        button = self._chosen(message)
        if button is not None:
            self._do(Press(button.data), place, str(message.id))

    def _chosen(self, message: Message) -> Button | None:
        chance = self.world.chance
        buttons = [
            button
            for button in message.buttons
            if not any(each in button.data for each in AVOIDED)
            and (chance.random() < 0.05 or not any(each in button.data for each in SOMETIMES))
        ]
        return chance.choice(buttons) if buttons else None

    def _do(self, what: Line | Press, place: Place, message: str | None = None) -> None:
        self.done += 1
        incoming = Incoming(
            f"{self.person.platform} {self.person.key} {self.done}",
            self.person,
            place,
            what,
            message,
            has_toast=isinstance(what, Press),
        )
        self.messenger.gone.discard(place.key)  # a user who writes in a chat unblocks the bot there
        self.messenger.do(incoming)
        faults = self.world.faults
        if faults.happens(Fault.DUPLICATE, 0.04):
            self.messenger.do(incoming)
        if faults.happens(Fault.REORDERED, 0.02) and len(self.messenger.updates) > 1:
            last, before = self.messenger.updates.pop(), self.messenger.updates.pop()
            self.messenger.updates.extend(((before[0], last[1]), (last[0], before[1])))
        if faults.happens(Fault.MESSAGE_DELETED, 0.01):
            self._delete_last(place)
        kind = Fault.BLOCKED if place.kind is ChatKind.PRIVATE else Fault.CHAT_GONE
        if faults.happens(kind, 0.004):
            self.messenger.gone.add(place.key)

    def _delete_last(self, place: Place) -> None:
        messages = self.messenger.chats[place.key]
        if messages:
            self.messenger.delete(messages[-1])
