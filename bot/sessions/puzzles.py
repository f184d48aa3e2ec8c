"""Puzzles: the positions that chats are asked a day, and those that somebody asks for by himself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine.puzzles import Puzzle, puzzle_named, stocked_puzzle
from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.mapping import player_of
from bot.sessions.people import DisplayPreferences, display_in
from bot.sessions.values import Actor, Player
from storage import puzzles
from storage.rows import PuzzleRow

MOST_NAMED: Final = 10
"""So many people are named who have found a turn, and so many in the table over a month."""
_APART: Final = 7
"""So many puzzles of the stock lie between where two players begin who are neighbours."""
_MONTH: Final = len("2026-11")


@dataclass(frozen=True, slots=True)
class TableRow:
    """How somebody has done in the positions of a month.

    Args:
        player: who.
        found: how many best turns he has found.
        answered: of how many that he has answered.
    """

    player: Player
    found: int
    answered: int


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A position of the day as its chat is to see it.

    Args:
        id: its number.
        puzzle: the position and the turns.
        display: how the chat wants to be shown things.
        day: the day that it was asked, as `2026-11-20`.
        is_open: True if it can still be answered; if so, nothing of the rest is told.
        is_last: True if no other comes by itself, since nobody has answered for long.
        is_answered: True if somebody has answered.
        game: the game and the turn that it is from, if it is from one that the chat has seen.
        found_by: who has found the best turn, at most ten.
        found: how many have.
        table: the table over its month, at most ten.
    """

    id: int
    puzzle: Puzzle
    display: DisplayPreferences
    day: str
    is_open: bool
    is_last: bool = False
    is_answered: bool = False
    game: tuple[str, int] | None = None
    found_by: tuple[Player, ...] = ()
    found: int = 0
    table: tuple[TableRow, ...] = ()


class Puzzles:
    """Where puzzles are asked for and answered.

    Args:
        core: where they are stored.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def ask(self, actor: Actor, ruleset: str) -> tuple[str, Puzzle]:
        """Return the next puzzle of the stock for a player, and its name."""
        async with self._core.action(actor) as connection:
            before = await puzzles.count_own(connection, actor.player)
        return stocked_puzzle(ruleset, actor.player * _APART + before)

    def named(self, name: str) -> Puzzle:
        """Return a puzzle by its name.

        Raises:
            Refusal: there is none.
        """
        puzzle = puzzle_named(name)
        if puzzle is None:
            raise Refusal("no-such-puzzle")
        return puzzle

    async def answer(self, actor: Actor, puzzle_id: int, number: int) -> None:
        """Note which turn a player takes for the best in the position of the day of the chat where he acts.

        Until it is closed he may say something else.

        Raises:
            Refusal: this chat was asked no such position.
            Refusal: it is closed.
        """
        async with self._core.action(actor) as connection:
            row = await puzzles.puzzle(connection, puzzle_id)
            if row is None or row.chat != actor.chat:
                raise Refusal("no-such-puzzle")
            if not await puzzles.answer(connection, puzzle_id, actor.player, number, self._core.clock()):
                raise Refusal("puzzle-is-over")

    async def view(self, puzzle_id: int, chat: int) -> PuzzleView | None:
        """Return a position of the day as its chat is to see it, if there is one."""
        async with self._core.database.read() as connection:
            row = await puzzles.puzzle(connection, puzzle_id)
            if row is None:
                return None
            display = await display_in(connection, chat)
            puzzle = Puzzle.parse(row.text)
            if row.state == "open":
                return PuzzleView(row.id, puzzle, display, row.day, is_open=True)
            named, found = await puzzles.found_by(connection, row.id, row.best, MOST_NAMED)
            month = f"{row.day[:_MONTH]}-01", row.day
            table = await puzzles.month_table(connection, row.chat, month, MOST_NAMED)
            return PuzzleView(
                row.id,
                puzzle,
                display,
                row.day,
                is_open=False,
                is_last=row.state == "last",
                is_answered=await puzzles.is_answered(connection, row.id),
                game=_source(row),
                found_by=tuple(map(player_of, named)),
                found=found,
                table=tuple(TableRow(player_of(who), *counts) for who, *counts in table),
            )


def _source(row: PuzzleRow) -> tuple[str, int] | None:
    return None if row.game is None or row.turn is None else (row.game, row.turn)
