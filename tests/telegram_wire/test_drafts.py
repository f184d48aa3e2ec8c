"""A turn that is begun in one chat and gone on with in another, with the bot as a separate process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.telegram_standin.message import Message
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import DONE, begun, bot_on, finished, plays, press_first, unforced, whose

BACK = "↶ Take back"


@pytest.fixture
async def telegram(tmp_path: Path) -> AsyncIterator[TelegramStandIn]:
    """Telegram's stand-in, at which the bot is online."""
    async with TelegramStandIn() as standin, bot_on(standin, tmp_path):
        yield standin


def is_begun(board: Message) -> bool:
    """Return True if a board shows a half-made turn."""
    return BACK in board.labels


def first_move(board: Message) -> str:
    """Return the label of the first move that a board offers."""
    return next(label for label in board.labels if "→" in label)


async def test_a_turn_begun_in_private_is_no_trap_in_the_group(telegram: TelegramStandIn) -> None:
    """The first press in the group says and shows what was played in private; Take back works there."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    await unforced(anna, boris, games=games)
    board = await begun(anna, boris, games)
    mover = whose(board, anna, boris)
    other = boris if mover is anna else anna
    await mover.start()
    await mover.say(mover.private, "/board")
    await press_first(mover, await mover.sees(mover.private, plays))
    await mover.sees(mover.private, is_begun)
    assert not any(map(is_begun, mover.messages(games)))
    refused = await (await other.press(board, first_move(board))).answered()
    assert refused.text.startswith("It is not your turn")
    told = await (await mover.press(board, first_move(board))).answered()
    assert told.text.startswith("You have already played ")
    shown = await mover.sees(games, is_begun)
    await mover.press(shown, BACK)
    await mover.sees(games, lambda seen: plays(seen) and not is_begun(seen))
    await mover.sees(mover.private, lambda seen: plays(seen) and not is_begun(seen))


async def test_a_complete_turn_is_ended_in_private_when_the_bot_is_thrown_out(
    telegram: TelegramStandIn,
) -> None:
    """In a game with a clock the mover's private chat gets the turn as it stands, with Done."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
    await unforced(anna, boris, games=games)
    for person in (anna, boris):
        await person.start()
    await anna.say(games, "/challenge 1 day")
    card = await boris.sees(games, "Accept")
    await boris.press(card, "Accept")
    board = await anna.sees(games, plays)
    mover = whose(board, anna, boris)
    await finished(mover, games, board)
    telegram.remove_bot(games)
    carried = await mover.sees(mover.private, DONE)
    await mover.press(carried, DONE)
    await mover.sees(mover.private, lambda seen: DONE not in seen.labels and "is to" in seen.text)
