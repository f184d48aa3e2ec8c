"""Playing: press buttons on the stand-in and wait for the results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Self

from bot.talk.catalog import words_in
from tests.databases import create_database
from tests.discord_standin.people import Person
from tests.discord_standin.request import Request
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Channel, Interaction, Message
from tests.process import Server, serving

DONE = words_in("en").words("button-done")
_NUMBERS = count(1)


@asynccontextmanager
async def bot_on(discord: DiscordStandIn, folder: Path) -> AsyncIterator[Server]:
    """Run a bot that is online at the stand-in."""
    create_database(folder / "nardy.db")
    async with serving(
        folder,
        DISCORD_TOKEN=discord.token,
        DISCORD_API_URL=discord.api_url,
        DISCORD_GATEWAY_URL=discord.gateway_url,
    ) as server:
        await discord.online()
        yield server


def is_playable(message: Message) -> bool:
    """Return True if a board waits for a press."""
    return any("→" in label or label == DONE for label in message.labels)


def mover_of(board: Message, *people: Person) -> Person:
    """Return the player to move, named by the last line of a board."""
    last = board.text.splitlines()[-1]
    return next(person for person in people if person.mention in last or person.name in last)


def is_over(message: Message) -> bool:
    """Return True if a board shows a result."""
    return "Rematch" in message.labels


async def press_first(person: Person, board: Message) -> Interaction:
    """Press the first move that a board offers, or Done."""
    button = DONE if DONE in board.labels else next(label for label in board.labels if "→" in label)
    return await person.press(board, button)


async def press_next(person: Person, games: Channel, board: Message) -> Message:
    """Press the first move or Done, and return the changed or next board."""
    before = (board.id, board.text)
    await press_first(person, board)
    # An old board may keep its buttons for a moment, so only the same one, changed, or a newer one counts.
    return await person.sees(
        games,
        lambda seen: (
            (is_playable(seen) or is_over(seen)) and seen.id >= before[0] and (seen.id, seen.text) != before
        ),
    )


async def play_dice(person: Person, games: Channel, board: Message) -> Message:
    """Play all dice of a turn, and return the board with Done."""
    while DONE not in board.labels:
        board = await press_next(person, games, board)
    return board


@dataclass(frozen=True)
class Meeting:
    """Two people in a channel."""

    discord: DiscordStandIn
    anna: Person
    boris: Person
    games: Channel

    @classmethod
    def on(cls, discord: DiscordStandIn) -> Self:
        """Return a meeting with new people and a new channel."""
        number = next(_NUMBERS)
        anna, boris = discord.user(f"Anna {number}"), discord.user(f"Boris {number}")
        return cls(discord, anna, boris, discord.channel(f"games {number}"))

    async def accept_challenge(self) -> None:
        """Let Boris accept a challenge of Anna's."""
        await self.anna.slash(self.games, "challenge", player=self.boris)
        card = await self.boris.sees(self.games, "Accept")
        await (await self.boris.press(card, "Accept")).acknowledged()

    async def begin_game(self) -> Message:
        """Return the first playable board of a new game."""
        await self.accept_challenge()
        return await self.anna.sees(self.games, is_playable)

    async def first_turn(self) -> tuple[Message, Person, Person]:
        """Return the first board of a new game, the player to move and the opponent.

        Forced turns are not played automatically, so each turn passes to the opponent whatever the dice
        are.
        """
        for person in (self.anna, self.boris):
            await (await person.slash(self.games, "settings", option="forced off")).answer()
        board = await self.begin_game()
        mover = self.mover(board)
        return board, mover, self.boris if mover is self.anna else self.anna

    def mover(self, board: Message) -> Person:
        """Return the player to move, named by the last line of a board."""
        return mover_of(board, self.anna, self.boris)

    def sent(self, route: str) -> list[Request]:
        """Return the bot's requests to a route of this channel."""
        return [request for request in self.discord.sent(route) if self.concerns(request)]

    def concerns(self, request: Request) -> bool:
        """Return True if a request is about this channel."""
        return request.parameters["channel_id"] == str(self.games.id)
