"""Discord benchmark: waiting times and the cost of a press in 50 simultaneous games, over real sockets.

    python -m benchmarks.discord [GAMES] [PRESSES]

The bot runs as a separate process. Prints the time from a press to Discord's receipt of the first answer and
to the changed board, the bot's processor time a press, its requests a turn, and the minimal cost for
comparison. At the end every request is checked against Discord's API description.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from benchmarks.at_once import GAMES, PRESSES, Load, floors
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Message
from tests.discord_wire.playing import DONE, Meeting, bot_on, is_over, is_playable, press_first


async def game(discord: DiscordStandIn, number: int, presses: int, load: Load) -> list[float]:
    """Press buttons in one game; return the times to the answers, in seconds."""
    anna, boris = discord.user(f"Anna{number}"), discord.user(f"Boris{number}")
    channel = discord.channel(f"games-{number}")
    met = Meeting(discord, anna, boris, channel)
    board = await met.begin_game()
    await load.all_begun()
    answers = []
    for _ in range(presses):
        if is_over(board):
            break
        mover = met.mover(board)
        before = (board.id, board.text)
        load.turns += DONE in board.labels
        start = time.perf_counter()
        interaction = await press_first(mover, board)
        await interaction.acknowledged(60)
        answers.append(interaction.seconds)
        board = await mover.sees(
            channel,
            partial(_is_next, before),
            within=60,
        )
        load.boards.append(time.perf_counter() - start)
    return [each for each in answers if each is not None]


def _is_next(before: tuple[int, str], seen: Message) -> bool:
    """True if a message is the next board, as a new message or an edit of the last one."""
    return (is_playable(seen) or is_over(seen)) and seen.id >= before[0] and (seen.id, seen.text) != before


async def main(games: int, presses: int) -> None:
    """Play all games at once and print the waiting times and the cost."""
    print(floors())
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordStandIn(at_once=False) as discord, bot_on(discord, Path(folder)) as bot:
            pid = bot.pid or 0

            def sent() -> tuple[int, int]:
                return len(discord.requests), sum(bool(each.files) for each in discord.requests)

            load = Load(games, pid, sent)
            played = await asyncio.gather(*(game(discord, number, presses, load) for number in range(games)))
            answers = [each for times in played for each in times]
            print(*load.lines(("to the first answer", answers)), sep="\n")
            discord.check()
            print("no request broke Discord's description")


if __name__ == "__main__":
    asyncio.run(main(*(int(word) for word in sys.argv[1:3]), *(GAMES, PRESSES)[len(sys.argv[1:3]) :]))
