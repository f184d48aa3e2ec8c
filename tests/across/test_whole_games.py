"""Whole games between players on different platforms with different preferences, across a kill of the bot."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.across.bots import Platforms, on_all_platforms
from tests.across.players import Board, DiscordPlayer, Player, TelegramPlayer, until
from tests.across.table import TablePlayer
from tests.pace import HANG

TURNS_BEFORE = 6
"""The number of turns before the bot is killed, in the middle of the next one."""
QUICK = ("confirm on", "race on")
"""Options that save presses: complete turns end automatically, and decided races are played out."""
_HEADS = {"⚪": "24→", "⚫": "12→"}
"""The text of moves from each head if points are numbered as on the board (rules.md R2.1)."""


def on_telegram(on: Platforms) -> Player:
    """Anna reads Russian, and sees boards and numbers from White's side."""
    return TelegramPlayer(on.telegram.user("Анна", language="ru"), "ru", ("side white", "numbers board"))


def on_discord(on: Platforms) -> Player:
    """Dora reads English, and sees boards and numbers from her own side."""
    return DiscordPlayer(on.discord.user("Dora"), "en", ("side own", "numbers own"))


def at_the_table(_on: Platforms) -> Player:
    """Boris reads Russian, and sees boards from Boris's side, with numbers from White's."""
    return TablePlayer("Борис", "ru", ("side own", "numbers board"))


class WholeGame:
    """A game between two players that checks their notifications."""

    def __init__(self, *players: Player) -> None:
        self.players = players
        self._mover: Player | None = None
        self._before: dict[Player, int] = {}
        self._looked: set[Player] = set()

    async def begin(self) -> None:
        """Let one player accept the other's invitation, and begin."""
        one, other = self.players
        for player in self.players:
            for each in (*player.preferences, *QUICK):
                await player.ask("settings", each)
        await other.say("accept", " ".join(await one.invite("long")))
        await until(lambda: one.may_start)
        await one.start()
        await until(lambda: one.plays and other.plays)

    async def play(self, turns: int | None = None) -> None:
        """Play a number of turns and begin the next one, or play to the end.

        A turn notifies its player once and not the opponent. If the opponent had to pass, the player's
        next turn does not notify.
        """
        played = 0
        while (mover := await self._to_move()) is not None:
            if mover is not self._mover:
                await self._check_notifications(mover)
                self._mover, played = mover, played + 1
            await self._press(mover)
            if turns is not None and played > turns and mover.next_press:
                return

    async def _to_move(self) -> Player | None:
        """Wait for the player who can press, and return that player, or None if the game is over for both."""
        async with asyncio.timeout(HANG):
            while not all(player.is_over for player in self.players):
                for player in self.players:
                    if player.next_press and not player.is_over:
                        return player
                await asyncio.sleep(0.01)
        return None

    async def _check_notifications(self, mover: Player) -> None:
        """Check that the player to move was notified, except for the first turn, and the opponent was not."""
        if self._mover is not None:
            await until(lambda: mover.times_notified > self._before[mover])
            notified = {player: player.times_notified - self._before[player] for player in self.players}
            assert notified == {player: int(player is mover) for player in self.players}
        self._before = {player: player.times_notified for player in self.players}

    async def _press(self, mover: Player) -> None:
        """Press the next button, and wait until the board changes."""
        board, button = mover.newest, mover.next_press
        assert board is not None
        assert button is not None
        if mover not in self._looked:
            self._looked.add(mover)
            await check_preferences(mover, board, button)
        await mover.press(board, button)
        await until(lambda: mover.newest != board)


async def check_preferences(player: Player, board: Board, button: str) -> None:
    """Check a first board, on which only the head can move, for the player's side and numbers."""
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
    """Each player has a language, side and numbering, and each turn notifies once, also after a kill.

    Args:
        turns_after: the number of turns after the kill; None plays to the end.
    """
    async with on_all_platforms(tmp_path) as on, AsyncExitStack() as pages:
        players = one(on), other(on)
        game = WholeGame(*players)

        async def sit_down() -> None:
            for player in players:
                if isinstance(player, TablePlayer):
                    await pages.enter_async_context(player.connected_to(on.server))

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
