"""Playing: what people press on the stand-in, and what they wait to see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.talk.catalog import words_in
from tests.databases import create_database
from tests.pace import HANG
from tests.process import Server, serving
from tests.telegram_standin.people import Person
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Message, Place, Query

DONE = words_in("en").words("button-done")
UNHURRIED = "1"
HURRIED = "1000"
"""Many times Telegram's pace, for games in which nobody waits."""


@asynccontextmanager
async def bot_on(
    telegram: TelegramStandIn, folder: Path, pace: str = HURRIED, **more: str
) -> AsyncIterator[Server]:
    """The bot, online at the stand-in, perhaps with more settings."""
    create_database(folder / "nardy.db")
    async with serving(
        folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API_URL=telegram.api_url, TELEGRAM_PACE=pace, **more
    ) as server:
        await telegram.online()
        yield server


def plays(message: Message) -> bool:
    """Return whether a board waits for a player's press."""
    return any("→" in label or label == DONE for label in message.labels)


def is_over(message: Message) -> bool:
    """Return whether a board shows a result."""
    return "Rematch" in message.labels


def whose(board: Message, *people: Person) -> Person:
    """Return which of these people is to play, as the last line of a board says."""
    last = board.text.splitlines()[-1]
    return next(person for person in people if person.name in last)


async def begun(anna: Person, boris: Person, games: Place, within: float = HANG) -> Message:
    """The first board of a game between two that waits for a press."""
    await anna.say(games, "/challenge")
    card = await boris.sees(games, "Accept", within)
    await (await boris.press(card, "Accept")).answered(within)
    return await anna.sees(games, plays, within)


async def press_first(who: Person, board: Message) -> Query:
    """Press the first thing that a board offers to its player."""
    button = DONE if DONE in board.labels else next(label for label in board.labels if "→" in label)
    return await who.press(board, button)


async def pressed(who: Person, games: Place, board: Message, within: float = HANG) -> Message:
    """The board after its player has pressed the first thing that can be done."""
    before = (board.id, board.text)
    await press_first(who, board)
    # An older board may keep its buttons for a moment, so only this one, changed, or a newer one counts.
    return await who.sees(
        games,
        lambda seen: (
            (plays(seen) or is_over(seen)) and seen.id >= before[0] and (seen.id, seen.text) != before
        ),
        within,
    )


async def finished(who: Person, games: Place, board: Message, within: float = HANG) -> Message:
    """A turn played up to its Done, which is not pressed."""
    while DONE not in board.labels:
        board = await pressed(who, games, board, within)
    return board


async def unforced(*people: Person, games: Place) -> None:
    """Let people play forced turns themselves, so that every turn waits for a press."""
    for person in people:
        for option in ("forced off", "confirm off"):
            message = await person.say(games, f"/settings {option}")
            await person.sees(games, lambda seen, message=message: seen.reply_to is message)  # type: ignore[misc]
