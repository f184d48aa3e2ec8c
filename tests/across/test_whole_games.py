"""Whole games between any two of the three platforms, each player as they like it, over a kill of the bot."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.across.bots import Platforms, on_all_platforms
from tests.across.players import Board, OnDiscord, OnTelegram, Player, until
from tests.across.table import AtTheTable
from tests.pace import HANG

TURNS_BEFORE = 6
"""Turns after which the bot is killed, in the middle of the next one."""
HASTE = ("confirm on", "race on")
"""What spares presses: a whole turn is played, and a race that decides nothing more plays itself."""
_HEADS = {"⚪": "24→", "⚫": "12→"}
"""How moves from each head are written where points are counted as on the board (rules.md R2.1)."""


def on_telegram(on: Platforms) -> Player:
    """Anna, who reads Russian, and sees and counts everything as on the board."""
    return OnTelegram(on.telegram.user("Анна", language="ru"), "ru", ("side white", "numbers board"))


def on_discord(on: Platforms) -> Player:
    """Dora, who reads English, and sees and counts everything from her own side."""
    return OnDiscord(on.discord.user("Dora"), "en", ("side own", "numbers own"))


def at_the_table(_on: Platforms) -> Player:
    """Boris, who reads Russian, and sees boards from his own side, but counts as on the board."""
    return AtTheTable("Борис", "ru", ("side own", "numbers board"))


class WholeGame:
    """A game of two, and how often each was called.

    Args:
        players: the two.
    """

    def __init__(self, *players: Player) -> None:
        self.players = players
        self._mover: Player | None = None
        self._before: dict[Player, int] = {}
        self._looked: set[Player] = set()

    async def begin(self) -> None:
        """Let one invite the other, by what can be pasted anywhere, and begin."""
        one, other = self.players
        for player in self.players:
            for each in (*player.preferences, *HASTE):
                await player.ask("settings", each)
        await other.say("accept", " ".join(await one.invite("long")))
        await until(lambda: one.may_start)
        await one.start()
        await until(lambda: one.plays and other.plays)

    async def play(self, turns: int | None = None) -> None:
        """Play so many turns, and begin the next one; or to the end, unless told otherwise.

        A turn that comes to somebody calls him once, and the other not; one that comes back to who has just
        played, as the other had to pass, calls nobody.
        """
        played = 0
        while (mover := await self._to_move()) is not None:
            if mover is not self._mover:
                await self._must_have_called(mover)
                self._mover, played = mover, played + 1
            await self._press(mover)
            if turns is not None and played > turns and mover.next_press:
                return

    async def _to_move(self) -> Player | None:
        """Wait until somebody can play, and return who; nobody, when it is over for both."""
        async with asyncio.timeout(HANG):
            while not all(player.is_over for player in self.players):
                for player in self.players:
                    if player.next_press and not player.is_over:
                        return player
                await asyncio.sleep(0.01)
        return None

    async def _must_have_called(self, mover: Player) -> None:
        """Wait until who is to move was called, if it is not the first turn; the other was not."""
        if self._mover is not None:
            await until(lambda: mover.times_notified > self._before[mover])
            called = {player: player.times_notified - self._before[player] for player in self.players}
            assert called == {player: int(player is mover) for player in self.players}
        self._before = {player: player.times_notified for player in self.players}

    async def _press(self, mover: Player) -> None:
        """Press what comes next, and wait until the board is another."""
        board, button = mover.newest, mover.next_press
        assert board is not None
        assert button is not None
        if mover not in self._looked:
            self._looked.add(mover)
            await must_be_as_wanted(mover, board, button)
        await mover.press(board, button)
        await until(lambda: mover.newest != board)


async def must_be_as_wanted(player: Player, board: Board, button: str) -> None:
    """Check that a player's first board, on which only the head can move, is seen and counted as he wants."""
    colour = "⚪" if re.match(rf"⚪\W+{player.name}\b", board.text) else "⚫"
    is_own = "side own" in player.preferences
    assert await player.sees_black_below(board) == (is_own and colour == "⚫")
    assert button.startswith(_HEADS["⚪" if "numbers own" in player.preferences else colour])


@pytest.mark.long
@pytest.mark.parametrize(
    ("one", "other", "turns_after"),
    [
        (on_discord, on_telegram, TURNS_BEFORE),
        (at_the_table, on_telegram, None),
        (at_the_table, on_discord, TURNS_BEFORE),
    ],
    ids=["discord-telegram", "table-telegram-to-its-end", "table-discord"],
)
async def test_a_game(
    tmp_path: Path,
    one: Callable[[Platforms], Player],
    other: Callable[[Platforms], Player],
    turns_after: int | None,
) -> None:
    """Each plays in their language, from their side, by their numbers, over a kill; a turn calls once.

    Args:
        turns_after: how many turns are played after the kill; None to play to the end.
    """
    async with on_all_platforms(tmp_path) as on, AsyncExitStack() as pages:
        players = one(on), other(on)
        game = WholeGame(*players)

        async def sit_down() -> None:
            for player in players:
                if isinstance(player, AtTheTable):
                    await pages.enter_async_context(player.in_front_of(on.server))

        await sit_down()
        await game.begin()
        await game.play(TURNS_BEFORE)
        await on.server.stop(signal.SIGKILL)
        await pages.aclose()
        await on.server.start()
        await on.online()
        await sit_down()
        await game.play(turns_after)
        title = {"en": "Long Nardy", "ru": "Длинные нарды"}
        for player in players:
            assert player.newest is not None
            assert title[player.language] in player.newest.text
            assert player.is_over == (turns_after is None)
        assert (await on.server.run("check")).status == 0
