"""Telegram benchmark: waiting times and the cost of a press in 50 simultaneous games, over real sockets.

    python -m benchmarks.telegram [GAMES] [PRESSES]

The bot runs as a separate process and sends without rate limits. Prints the time from a press to its toast
and to the changed board, the bot's processor time a press, its requests a turn, and the minimal cost for
comparison. At the end every request is checked against Telegram's API description.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.at_once import GAMES, PRESSES, Load, floors
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import DONE, begin_game, bot_on, is_over, mover_of, press_next


async def game(telegram: TelegramStandIn, number: int, presses: int, load: Load) -> list[float]:
    """Press buttons in one game; return the times to the toasts, in seconds."""
    anna, boris = telegram.user(f"Anna{number}"), telegram.user(f"Boris{number}")
    chat = telegram.supergroup(f"games-{number}")
    board = await begin_game(anna, boris, chat, within=60)
    await load.all_begun()
    before = set(telegram.world.queries)
    for _ in range(presses):
        if is_over(board):
            break
        load.turns += DONE in board.labels
        start = time.perf_counter()
        board = await press_next(mover_of(board, anna, boris), chat, board, within=60)
        load.boards.append(time.perf_counter() - start)
    return [
        query.seconds
        for id_, query in telegram.world.queries.items()
        if id_ not in before and query.message.chat is chat and query.seconds is not None
    ]


async def main(games: int, presses: int) -> None:
    """Play all games at once and print the waiting times and the cost."""
    print(floors())
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramStandIn(at_once=False) as telegram, bot_on(telegram, Path(folder)) as bot:
            pid = bot.pid or 0

            def sent() -> tuple[int, int]:
                return len(telegram.requests), sum(bool(each.files) for each in telegram.requests)

            load = Load(games, pid, sent)
            played = await asyncio.gather(*(game(telegram, number, presses, load) for number in range(games)))
            toasts = [each for times in played for each in times]
            print(*load.lines(("to the toast", toasts)), sep="\n")
            telegram.check()
            print("no request broke Telegram's description")


if __name__ == "__main__":
    asyncio.run(main(*(int(word) for word in sys.argv[1:3]), *(GAMES, PRESSES)[len(sys.argv[1:3]) :]))
