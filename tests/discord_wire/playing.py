"""Playing: what people press on the stand-in, and what they wait to see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.talk.catalog import words_in
from tests.databases import lay_out
from tests.discord_standin.people import Person
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Channel, Interaction, Message
from tests.pace import HANG
from tests.process import Server, serving

DONE = words_in("en").words("button-done")


@asynccontextmanager
async def bot_on(discord: DiscordStandIn, folder: Path) -> AsyncIterator[Server]:
    """The bot, online at the stand-in."""
    lay_out(folder / "nardy.db")
    async with serving(
        folder,
        DISCORD_TOKEN=discord.token,
        DISCORD_API_URL=discord.api_url,
        DISCORD_GATEWAY_URL=discord.gateway_url,
    ) as server:
        await discord.online()
        yield server


def plays(message: Message) -> bool:
    """Return whether a board waits for a player's press."""
    return any("→" in label or label == DONE for label in message.labels)


def whose(board: Message, *people: Person) -> Person:
    """Return which of these people is to play, as the last line of a board says."""
    last = board.text.splitlines()[-1]
    return next(person for person in people if person.mention in last or person.name in last)


def is_over(message: Message) -> bool:
    """Return whether a board shows a result."""
    return "Rematch" in message.labels


async def begun(anna: Person, boris: Person, games: Channel, within: float = HANG) -> Message:
    """The first board of a game between two that waits for a press."""
    await anna.slash(games, "challenge", player=boris)
    card = await boris.sees(games, "Accept", within)
    await (await boris.press(card, "Accept")).acknowledged(within)
    return await anna.sees(games, plays, within)


async def press_first(who: Person, board: Message) -> Interaction:
    """Press the first thing that a board offers to its player."""
    button = DONE if DONE in board.labels else next(label for label in board.labels if "→" in label)
    return await who.press(board, button)


async def pressed(who: Person, games: Channel, board: Message) -> Message:
    """Return the board after its player has pressed the first thing that can be done."""
    before = (board.id, board.text)
    await press_first(who, board)
    # An older board may keep its buttons for a moment, so only this one, changed, or a newer one counts.
    return await who.sees(
        games,
        lambda seen: (
            (plays(seen) or is_over(seen)) and seen.id >= before[0] and (seen.id, seen.text) != before
        ),
    )


async def first_turn(anna: Person, boris: Person, games: Channel) -> tuple[Message, Person, Person]:
    """Return the first board of a game between two, who is to play, and who is not.

    Both play forced turns themselves, so that the turn passes to the other whatever the dice show.
    """
    for person in (anna, boris):
        await (await person.slash(games, "settings", option="forced off")).answer()
    board = await begun(anna, boris, games)
    mover = whose(board, anna, boris)
    return board, mover, boris if mover is anna else anna


async def finished(who: Person, games: Channel, board: Message) -> Message:
    """Return the board once every die of a turn is played and only Done is left to press."""
    while DONE not in board.labels:
        board = await pressed(who, games, board)
    return board
