"""Channel benchmark: how ten games share one Discord channel, compared with a channel for each game.

    python -m benchmarks.channel [TURNS]

The bot runs as a separate process over real sockets. The stand-in enforces Discord's limit of five messages
in five seconds for each channel. Each game has two people, who think for a second before each press. Prints
the times from a press to its first answer and to the changed board, from Done to the opponent's board, and
the requests a turn.
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
from tests.discord_wire.playing import DONE, bot_on, is_over, is_playable, mover_of, press_first

TURNS = 8
GAMES = 10
THINKING = 1.0
"""The seconds that a player thinks before a press."""
LONGEST = 60.0
"""The timeout in seconds for anything awaited."""


@dataclass
class Played:
    """The waiting times of players in seconds, and the number of turns they played."""

    answers: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    passed: list[float] = field(default_factory=list)
    turns: int = 0


async def game(anna: Person, boris: Person, channel: Channel, turns: int, played: Played) -> None:
    """Play some turns of a game; Anna must have no other game in the channel."""

    def mine(seen: Message) -> bool:
        return anna.name in seen.text and (is_playable(seen) or is_over(seen))

    await anna.slash(channel, "challenge", player=boris)
    card = await boris.sees(channel, lambda seen: "Accept" in seen.labels and anna.name in seen.text, LONGEST)
    await (await boris.press(card, "Accept")).acknowledged(LONGEST)
    board = await anna.sees(channel, mine, LONGEST)
    done = 0
    while done < turns and not is_over(board):
        await asyncio.sleep(THINKING)
        mover = mover_of(board, anna, boris)
        ends, before, start = DONE in board.labels, (board.id, board.text), time.perf_counter()
        interaction = await press_first(mover, board)
        await interaction.acknowledged(LONGEST)
        played.answers.append(interaction.seconds or 0.0)
        board = await mover.sees(channel, partial(_follows, before, anna), LONGEST)
        (played.passed if ends else played.steps).append(time.perf_counter() - start)
        done += ends
    played.turns += done


def _follows(before: tuple[int, str], anna: Person, seen: Message) -> bool:
    """True if a message is the next board of Anna's game, as a new message or an edit of the last one."""
    return (
        anna.name in seen.text
        and (is_playable(seen) or is_over(seen))
        and seen.id >= before[0]
        and (seen.id, seen.text) != before
    )


async def measure(name: str, channels: int, turns: int) -> None:
    """Play all games in a number of channels and print the waiting times."""
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
    """Measure with a channel for each game, then with one channel."""
    await measure("a channel each", GAMES, turns)
    await measure("one channel", 1, turns)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else TURNS))
