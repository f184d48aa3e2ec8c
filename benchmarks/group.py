"""Group benchmark: play in a Telegram group under Telegram's real limit of twenty messages a minute.

    python -m benchmarks.group [MINUTES]

    python -m benchmarks.group neighbour [MINUTES]

The bot runs as a separate process over real sockets, and the stand-in enforces the limit. First two people
play in one group for some minutes; each thinks for a second after each toast and each new board, then presses
a button of the keyboard they see. Then ten games begin in one group at once. Finally a game begins in one
group while 700 boards are undelivered in another.

Prints how many presses bounced (refused or too late) or had no effect, how long the opponent waited for the
board after Done, the requests a turn, the times to the first board of the ten games, and the wait of the
second group.

`neighbour` measures only two people who think for four seconds, while a third types commands in the same
group: every three seconds, every second, or 300 at once.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path

from bot.sessions import Actor, Options, SessionManager
from tests.databases import create_database, opened
from tests.sessions.world import Clock
from tests.standin.errors import NotSeen
from tests.telegram_standin.people import Person
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Chat, Message
from tests.telegram_wire.playing import DONE, UNHURRIED, begin_game, bot_on, is_over, is_playable, mover_of

MINUTES = 3.0
THINKING = 1.0
"""The seconds that a player thinks before a press."""
LONGEST = 60.0
"""The timeout in seconds for anything awaited."""
GAMES = 10
UNDELIVERED = 700
PAIRS = 20
THOUGHT = 4.0
"""The seconds that a player thinks in the `neighbour` measurement."""
BURST = 300
TYPED = ("/help", "/rules", "/games")

_MOVE = re.compile(r"(\d+)→(\d+)")
_LEFT = re.compile(r"Left: ([\d, ]+)")
_FORECAST = re.compile(r"follows in (\d+) s")
_HELPFUL = ("Left: ", "Complete: ", "Press Done", "You played", "You rolled", "You have played", "You had to")
_COUNTED = ("send", "edit")


@dataclass
class Played:
    """The toasts and waiting times of the games in a group."""

    toasts: list[str] = field(default_factory=list)
    to_the_board: list[float] = field(default_factory=list)
    forecasts: list[tuple[float, float]] = field(default_factory=list)
    """The seconds to the next board that the toast after Done promised, and the seconds it took."""
    turns: int = 0
    gave_up: bool = False
    """True if a board did not come within the timeout."""

    @property
    def bounced(self) -> list[str]:
        """The toasts of presses that were refused or came too late."""
        return [toast for toast in self.toasts if not any(word in toast for word in _HELPFUL)]

    @property
    def without_effect(self) -> int:
        """The number of other presses that changed nothing."""
        again = sum(toast == before and toast not in self.bounced for before, toast in pairwise(self.toasts))
        return again + sum("You can move" in toast or "already" in toast for toast in self.toasts)


async def play(
    telegram: TelegramStandIn, minutes: float, thinking: float = THINKING, within: float = LONGEST
) -> tuple[Played, Chat]:
    """Play in a group with two people for some minutes; each thinks for some seconds before a press."""
    anna, boris, group = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup("one game")
    played, chance = Played(), random.Random(1)
    until = time.monotonic() + 60 * minutes
    board = await begin_game(anna, boris, group, within)
    while time.monotonic() < until:
        if is_over(board):
            board = await begin_game(anna, boris, group, within)
        try:
            board = await turn(mover_of(board, anna, boris), group, board, played, chance, (thinking, within))
        except NotSeen:
            played.to_the_board.append(within)
            played.gave_up = True
            break
    return played, group


async def turn(
    mover: Person,
    group: Chat,
    board: Message,
    played: Played,
    chance: random.Random,
    seconds: tuple[float, float],
) -> Message:
    """Play a turn and return the board after it.

    Args:
        mover: the person who plays.
        board: the current board.
        played: updated with toasts and waiting times.
        chance: the random numbers that choose moves.
        seconds: the seconds that the person thinks before a press, and the timeout for a board.
    """
    thinking, within = seconds
    left: list[int] | None = None
    moved: set[str] = set()
    seen = board.text
    while True:
        await asyncio.sleep(thinking)
        if board.text != seen:  # the board was redrawn, so remembered dice are outdated
            left, moved, seen = None, set(), board.text
        button = choose(board.labels, left, moved, chance)
        if button is None:
            following = await mover.sees(group, partial(is_next, (board.id, seen)), within)
            if following is not board:
                return following
            continue
        start, pressed_on = time.monotonic(), board.text
        query = await mover.press(board, button, as_it_was=True)
        said = (await query.answered(within)).text
        played.toasts.append(said)
        if button == DONE or "You played" in said or "You have played" in said:
            following = await mover.sees(group, partial(is_next, (board.id, pressed_on)), within)
            if button == DONE:
                waited = time.monotonic() - start
                played.to_the_board.append(waited)
                promised = _FORECAST.search(said)
                played.forecasts.append((float(promised[1]) if promised else 0.0, waited))
            played.turns += 1
            return following
        moved.add(button.partition("→")[0])
        found = _LEFT.search(said)
        left = [int(die) for die in found[1].split(", ")] if found else []


def is_next(before: tuple[int, str], seen: Message) -> bool:
    """True if a message is the next board, as a new message or an edit of the last one."""
    return (is_playable(seen) or is_over(seen)) and seen.id >= before[0] and (seen.id, seen.text) != before


def choose(
    labels: Sequence[str], left: list[int] | None, moved: set[str], chance: random.Random
) -> str | None:
    """Return the button that a player presses, or None if no button is plausible.

    The player presses Done if it is there. Since the keyboard may be outdated, they skip moves for which no
    die is left by the last toast and moves of checkers already moved. They pick one of the others at random.
    """
    if DONE in labels:
        return DONE
    moves = []
    for label in labels:
        found = _MOVE.fullmatch(label)
        if left is not None and (found is None or (int(found[1]) - int(found[2])) % 24 not in left):
            continue
        if "→" in label and label.partition("→")[0] not in moved:
            moves.append(label)
    return chance.choice(moves) if moves else None


def requests_in(telegram: TelegramStandIn, group: Chat) -> Counter[str]:
    """Count the requests that sent or edited messages in a group, by method."""
    return Counter(
        each.route
        for each in telegram.requests
        if each.route.startswith(_COUNTED) and each.text("chat_id") == str(group.id)
    )


async def one_game(minutes: float) -> None:
    """Measure one game in one group."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            TelegramStandIn(limits=True, at_once=False) as telegram,
            bot_on(telegram, Path(folder), UNHURRIED),
        ):
            played, group = await play(telegram, minutes)
            sent = requests_in(telegram, group)
    waited = sorted(played.to_the_board)
    bounced = Counter(played.bounced)
    share = 100 * len(played.bounced) / len(played.toasts)
    print(
        f"one game for {minutes:g} minutes: {played.turns} turns, {len(played.toasts)} presses, "
        f"{share:.1f} % bounced, {played.without_effect} others had no effect; "
        f"Done to the other's board p50 {at(waited, 0.5):.1f} s, p95 {at(waited, 0.95):.1f} s; "
        f"{sent.total() / played.turns:.2f} requests a turn {dict(sent)}, refused {len(telegram.floods)}"
    )
    for text, number in bounced.most_common(8):
        print(f"    {number} bounced: {text!r}")


def at(ordered: Sequence[float], share: float) -> float:
    """Return the value at a share of an ordered list: 0.5 for the median."""
    return ordered[int(share * (len(ordered) - 1))] if ordered else float("nan")


async def many_games(games: int) -> None:
    """Measure the times to the first boards of games that begin at once in one group."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            TelegramStandIn(limits=True, at_once=False) as telegram,
            bot_on(telegram, Path(folder), UNHURRIED),
        ):
            group = telegram.supergroup("many games")
            pairs = [(telegram.user(f"Anna{each}"), telegram.user(f"Boris{each}")) for each in range(games)]
            start = time.monotonic()

            async def begin(anna: Person, boris: Person) -> float:
                await anna.say(group, "/challenge")
                card = await boris.sees(
                    group, lambda seen: anna.name in seen.text and "Accept" in seen.labels, 3 * LONGEST
                )
                await asyncio.sleep(THINKING)
                await boris.press(card, "Accept", as_it_was=True)
                await boris.sees(
                    group, lambda seen: is_playable(seen) and anna.name in seen.text, 3 * LONGEST
                )
                return time.monotonic() - start

            seconds = sorted(await asyncio.gather(*(begin(*pair) for pair in pairs)))
            shown = ", ".join(f"{each:.0f}" for each in seconds)
            sent = dict(requests_in(telegram, group))
            refused = len(telegram.floods)
            print(f"{games} games in one group: first boards after {shown} s, {sent}, refused {refused}")


async def many_undelivered(undelivered: int) -> None:
    """Measure how long one group waits while many boards are undelivered in another."""
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramStandIn(limits=True, at_once=False) as telegram:
            busy, other = telegram.supergroup("busy"), telegram.supergroup("other")
            people = [telegram.user(f"Player{each}") for each in range(2 * PAIRS)]
            await enqueue(Path(folder) / "nardy.db", busy, people, undelivered)
            async with bot_on(telegram, Path(folder), UNHURRIED):
                await asyncio.sleep(5 * THINKING)
                anna, boris = telegram.user("Anna"), telegram.user("Boris")
                start = time.monotonic()
                await anna.say(other, "/challenge")
                card = await boris.sees(other, "Accept", LONGEST)
                to_card = time.monotonic() - start
                start = time.monotonic()
                await boris.press(card, "Accept")
                await anna.sees(other, is_playable, LONGEST)
                to_board = time.monotonic() - start
    print(
        f"{undelivered} boards undelivered in one group: in another the card after {to_card:.2f} s, "
        f"the board after {to_board:.2f} s"
    )


async def enqueue(path: Path, group: Chat, people: Sequence[Person], boards: int) -> None:
    """Store new games in a group whose boards are all undelivered."""
    create_database(path)
    clock = Clock(datetime.now(UTC) - timedelta(days=3))
    async with opened(path) as database:
        manager = SessionManager(database, clock=clock)
        met = [
            await manager.people.visit("telegram", str(each.id), each.name, str(group.id), "shared", "en")
            for each in people
        ]
        for number in range(boards):
            pair = number % (len(met) // 2)
            anna, boris = met[2 * pair], met[2 * pair + 1]
            clock.forward(minutes=5)
            by = Actor(anna.player.id, f"make {number}", anna.chat.id)
            challenge = await manager.challenges.make(by, "long", boris.player.id, Options())
            accepting = Actor(boris.player.id, f"accept {number}", anna.chat.id)
            await manager.challenges.accept(accepting, challenge.id, "")


async def neighbour(minutes: float, every: float, *, burst: int = 0, has_started: bool = False) -> None:
    """Measure the play of two people in a group while a third types commands there.

    Args:
        minutes: the duration.
        every: the seconds between two commands.
        burst: the number of commands typed at once; 0 for one after another.
        has_started: True if the third person has a private chat with the bot.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with (
            TelegramStandIn(limits=True, at_once=False) as telegram,
            bot_on(telegram, Path(folder), UNHURRIED),
        ):
            third, group = telegram.user("Third"), telegram.supergroup("one game")
            if has_started:
                await third.start()

            async def type_commands() -> None:
                await asyncio.sleep(THOUGHT)
                for number in range(burst):
                    await third.say(group, TYPED[number % len(TYPED)])
                while not burst:
                    for command in TYPED:
                        await third.say(group, command)
                        await asyncio.sleep(every)

            typing = asyncio.create_task(type_commands())
            played, group = await play(telegram, minutes, THOUGHT, 3 * LONGEST)
            typing.cancel()
            answers = sum(message.sender.is_bot for message in third.messages(third.private))
            looked_at = [message for message in group.messages.values() if message.sender is third.user]
            reacted = sum(bool(message.reactions) for message in looked_at)
            sent = requests_in(telegram, group)
    waited = sorted(played.to_the_board)
    wrong = sorted(came - promised for promised, came in played.forecasts)
    how = f"{burst} at once" if burst else f"every {every:g} s"
    how += ", with a private chat" if has_started else ""
    end = f", then no board for {3 * LONGEST:.0f} s" if played.gave_up else ""
    print(
        f"a third types {how}: {len(played.toasts)} presses, {played.turns} turns{end}; "
        f"Done to the other's board p50 {at(waited, 0.5):.1f} s, "
        f"p90 {at(waited, 0.9):.1f} s, longest {at(waited, 1):.1f} s; later than promised p50 "
        f"{at(wrong, 0.5):.1f} s, p90 {at(wrong, 0.9):.1f} s; of {len(looked_at)} lines {reacted} have a "
        f"reaction, {answers} answers in private; {dict(sent)}, refused {len(telegram.floods)}",
        flush=True,
    )


async def neighbours(minutes: float) -> None:
    """Measure a game with each kind of third person."""
    await neighbour(minutes, 3.0)
    await neighbour(minutes, 1.0)
    await neighbour(minutes, 1.0, has_started=True)
    await neighbour(minutes, 1.0, burst=BURST)
    await neighbour(minutes, 1.0, burst=BURST, has_started=True)


async def main(minutes: float) -> None:
    """Run all three measurements."""
    await one_game(minutes)
    await many_games(GAMES)
    await many_undelivered(UNDELIVERED)


if __name__ == "__main__":
    measured = neighbours if "neighbour" in sys.argv[1:] else main
    given = [each for each in sys.argv[1:] if each != "neighbour"]
    asyncio.run(measured(float(given[0]) if given else MINUTES))
