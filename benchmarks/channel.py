"""How ten games go in one channel on Discord, which takes five messages in five seconds, and how alone.

    python -m benchmarks.channel [TURNS]

The bot is a process of its own, over real sockets; the stand-in refuses what is one too many. Each game has
two people, who think a second before each press. The same games are played in a channel each, and in one
channel: what they wait longer there is what games of a channel wait for one another. Told are the times from
a press to its first answer, to the changed board, and from Done to the other's board; and how many requests a
turn took.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.at_once import waits
from tests.discord_standin.people import Person
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Channel, Message
from tests.discord_wire.playing import DONE, bot_on, is_over, plays, press_first, whose

TURNS = 8
GAMES = 10
THINKING = 1.0
"""Seconds that a player thinks."""
LONGEST = 60.0
"""Seconds within which whatever is waited for has come."""


@dataclass
class Played:
    """What the people of some games have waited, in seconds, and how many turns they played."""

    answers: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    passed: list[float] = field(default_factory=list)
    turns: int = 0


async def game(anna: Person, boris: Person, channel: Channel, turns: int, played: Played) -> None:
    """Play some turns of a game, of which a channel shows only this one for Anna."""

    def mine(seen: Message) -> bool:
        return anna.name in seen.text and (plays(seen) or is_over(seen))

    await anna.slash(channel, "challenge", player=boris)
    card = await boris.sees(channel, lambda seen: "Accept" in seen.labels and anna.name in seen.text, LONGEST)
    await (await boris.press(card, "Accept")).acknowledged(LONGEST)
    board = await anna.sees(channel, mine, LONGEST)
    done = 0
    while done < turns and not is_over(board):
        await asyncio.sleep(THINKING)
        mover = whose(board, anna, boris)
        ends, before, start = DONE in board.labels, (board.id, board.text), time.perf_counter()
        interaction = await press_first(mover, board)
        await interaction.acknowledged(LONGEST)
        played.answers.append(interaction.seconds or 0.0)
        board = await mover.sees(channel, partial(_follows, before, anna), LONGEST)
        (played.passed if ends else played.steps).append(time.perf_counter() - start)
        done += ends
    played.turns += done


def _follows(before: tuple[int, str], anna: Person, seen: Message) -> bool:
    """Whether a message is the board of Anna's game that has come after another, or in its place."""
    return (
        anna.name in seen.text
        and (plays(seen) or is_over(seen))
        and seen.id >= before[0]
        and (seen.id, seen.text) != before
    )


async def measure(name: str, channels: int, turns: int) -> None:
    """Play all games in some channels and print what people waited."""
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordStandIn(at_once=False, limited=True) as discord, bot_on(discord, Path(folder)):
            played = Played()
            games = []
            for number in range(GAMES):
                letter = chr(ord("a") + number)
                people = discord.user(f"Anna-{letter}"), discord.user(f"Boris-{letter}")
                games.append(game(*people, discord.channel(f"games-{number % channels}"), turns, played))
            before = len(discord.requests)
            await asyncio.gather(*games)
            sent = Counter(each.route.rpartition("/")[2] for each in discord.requests[before:])
            refused = sum(each.status == 429 for each in discord.requests)
    print(f"{GAMES} games in {name}: {played.turns} turns, {sent.total() / played.turns:.1f} requests a turn")
    print(f"  refused {refused}; {dict(sent.most_common(6))}")
    print(waits("  to the first answer", played.answers))
    print(waits("  to the changed board", played.steps))
    print(waits("  Done to the other's board", played.passed))


async def main(turns: int) -> None:
    """Measure both."""
    await measure("a channel each", GAMES, turns)
    await measure("one channel", 1, turns)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else TURNS))
