"""How long people on Telegram wait: 50 games moving at once, the bot a process of its own, over real sockets.

    python -m benchmarks.telegram [GAMES] [PRESSES]

Prints the time from a press to its toast, and to the changed board, with the bot sending as fast as it can.
Afterwards every request is held against Telegram's own description.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.discord import GAMES, PRESSES, line
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import begun, bot_on, is_over, pressed, whose


async def game(telegram: TelegramStandIn, number: int, presses: int) -> tuple[list[float], list[float]]:
    """Play some presses of one game; return the times to the toasts and to the boards, in seconds."""
    anna, boris = telegram.user(f"Anna{number}"), telegram.user(f"Boris{number}")
    chat = telegram.supergroup(f"games-{number}")
    board = await begun(anna, boris, chat, within=60)
    boards = []
    for _ in range(presses):
        if is_over(board):
            break
        start = time.perf_counter()
        board = await pressed(whose(board, anna, boris), chat, board, within=60)
        boards.append(time.perf_counter() - start)
    queries = [query for query in telegram.world.queries.values() if query.message.chat is chat]
    return [query.seconds for query in queries if query.seconds is not None], boards


async def main(games: int, presses: int) -> None:
    """Play all games at once and print what people waited."""
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramStandIn(at_once=False) as telegram, bot_on(telegram, Path(folder)):
            played = await asyncio.gather(*(game(telegram, number, presses) for number in range(games)))
            print(f"{games} games at once, {presses} presses in each, {len(telegram.requests)} requests")
            print(line("to the toast", [each for toasts, _ in played for each in toasts]))
            print(line("to the changed board", [each for _, boards in played for each in boards]))
            telegram.check()
            print("no request broke Telegram's description")


if __name__ == "__main__":
    asyncio.run(main(*(int(word) for word in sys.argv[1:3]), *(GAMES, PRESSES)[len(sys.argv[1:3]) :]))
