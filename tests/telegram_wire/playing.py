"""Playing: press buttons on the stand-in and wait for the results."""

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
"""Many times Telegram's pace, so that games need not wait."""


@asynccontextmanager
async def bot_on(
    telegram: TelegramStandIn, folder: Path, pace: str = HURRIED, **more: str
) -> AsyncIterator[Server]:
    """Run a bot that is online at the stand-in, optionally with more settings."""
    create_database(folder / "nardy.db")
    async with serving(
        folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API_URL=telegram.api_url, TELEGRAM_PACE=pace, **more
    ) as server:
        await telegram.online()
        yield server


def is_playable(message: Message) -> bool:
    """Return True if a board waits for a press."""
    return any("→" in label or label == DONE for label in message.labels)


def is_over(message: Message) -> bool:
    """Return True if a board shows a result."""
    return "Rematch" in message.labels


def mover_of(board: Message, *people: Person) -> Person:
    """Return the player to move, named by the last line of a board."""
    last = board.text.splitlines()[-1]
    return next(person for person in people if person.name in last)


async def begin_game(anna: Person, boris: Person, games: Place, within: float = HANG) -> Message:
    """Return the first playable board of a new game."""
    await anna.say(games, "/challenge anyone")
    card = await boris.sees(games, "Accept", within)
    await (await boris.press(card, "Accept")).answered(within)
    return await anna.sees(games, is_playable, within)


async def press_first(person: Person, board: Message) -> Query:
    """Press the first move that a board offers, or Done."""
    button = DONE if DONE in board.labels else next(label for label in board.labels if "→" in label)
    return await person.press(board, button)


async def press_next(person: Person, games: Place, board: Message, within: float = HANG) -> Message:
    """Press the first move or Done, and return the changed or next board."""
    before = (board.id, board.text)
    await press_first(person, board)
    # An old board may keep its buttons for a moment, so only the same one, changed, or a newer one counts.
    return await person.sees(
        games,
        lambda seen: (
            (is_playable(seen) or is_over(seen)) and seen.id >= before[0] and (seen.id, seen.text) != before
        ),
        within,
    )


async def play_dice(person: Person, games: Place, board: Message, within: float = HANG) -> Message:
    """Play all dice of a turn, and return the board with Done."""
    while DONE not in board.labels:
        board = await press_next(person, games, board, within)
    return board


async def disable_forced_turns(*people: Person, games: Place) -> None:
    """Turn off automatic turns, so that every turn waits for a press."""
    for person in people:
        for option in ("forced off", "confirm off"):
            message = await person.say(games, f"/settings {option}")
            await person.sees(games, lambda seen, message=message: seen.reply_to is message)  # type: ignore[misc]
