"""How long people on Discord wait: 50 games moving at once, the bot a process of its own, over real sockets.

    python -m benchmarks.discord [GAMES] [PRESSES]

Prints the time from a press to Discord's receipt of the first answer, and to the changed board. Afterwards
every request is held against Discord's own description.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.discord_standin.standin import DiscordStandIn
from tests.discord_wire.playing import begun, bot_on, is_over, plays, press_first, whose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.discord_standin.message import Message

GAMES = 50
PRESSES = 12


async def game(discord: DiscordStandIn, number: int, presses: int) -> tuple[list[float], list[float]]:
    """Play some presses of one game; return the times to the answers and to the boards, in seconds."""
    anna, boris = discord.user(f"Anna{number}"), discord.user(f"Boris{number}")
    channel = discord.channel(f"games-{number}")
    board = await begun(anna, boris, channel, within=60)
    answers, boards = [], []
    for _ in range(presses):
        if is_over(board):
            break
        mover = whose(board, anna, boris)
        before = (board.id, board.text)
        start = time.perf_counter()
        interaction = await press_first(mover, board)
        await interaction.acknowledged(60)
        answers.append(interaction.seconds)
        board = await mover.sees(
            channel,
            partial(_is_next, before),
            within=60,
        )
        boards.append(time.perf_counter() - start)
    return [each for each in answers if each is not None], boards


def _is_next(before: tuple[int, str], seen: Message) -> bool:
    """Whether a message is a board that has come after another, or in its place."""
    return (plays(seen) or is_over(seen)) and seen.id >= before[0] and (seen.id, seen.text) != before


def line(name: str, seconds: Sequence[float]) -> str:
    """Return the median, the 99th percentile and the worst of some times."""
    ordered = sorted(seconds)
    median, p99 = ordered[len(ordered) // 2], ordered[int(0.99 * (len(ordered) - 1))]
    figures = f"median {median:6.3f} s   p99 {p99:6.3f} s   worst {ordered[-1]:6.3f} s"
    return f"{name:24} {figures}   of {len(ordered)}"


async def main(games: int, presses: int) -> None:
    """Play all games at once and print what people waited."""
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordStandIn(at_once=False) as discord, bot_on(discord, Path(folder)):
            played = await asyncio.gather(*(game(discord, number, presses) for number in range(games)))
            print(f"{games} games at once, {presses} presses in each, {len(discord.requests)} requests")
            print(line("to the first answer", [each for answers, _ in played for each in answers]))
            print(line("to the changed board", [each for _, boards in played for each in boards]))
            discord.check()
            print("no request broke Discord's description")


if __name__ == "__main__":
    asyncio.run(main(*(int(word) for word in sys.argv[1:3]), *(GAMES, PRESSES)[len(sys.argv[1:3]) :]))
