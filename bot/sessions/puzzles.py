"""Puzzles: asking players for the best turn, as a chat's daily position or on a player's request."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from bot.engine.puzzles import Puzzle, puzzle_named, stocked_puzzle
from bot.rules import NardyRulesError, PartialTurn, play_text
from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.mapping import player_of
from bot.sessions.people import DisplayPreferences, display_in
from bot.sessions.values import Actor, Player
from storage import puzzles
from storage.rows import PuzzleRow

MOST_NAMED: Final = 10
"""The most players named as solvers of one position, and the most rows of a month's table of the best."""
_APART: Final = 7
"""By how many puzzles of the stock the first puzzles of players with consecutive ids are apart.

It is not 1, so that two players who joined one after the other do not get the same puzzles soon.
"""
_MONTH: Final = len("2026-11")
_DAILY_RULES: Final = "long"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A player's row in a chat's table of daily positions of one month.

    Args:
        found: the number of positions whose best turn the player chose.
        answered: the number of positions that the player answered.
    """

    player: Player
    found: int
    answered: int


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """The contents of a chat's post of a daily position.

    Args:
        id: the daily position's id.
        puzzle: the position and the turns to choose from.
        display: the chat's display preferences.
        day: the date of the position, as `2026-11-20`.
        is_open: True if the position can still be answered. The fields below then have their defaults.
        is_last: True if the bot stops posting daily positions, because no player has answered for days.
        is_answered: True if any player has answered.
        game: the game's id and the turn's number, if the position is from a game; None if from the stock.
        found_by: the players who chose the best turn, at most `MOST_NAMED`.
        found: the number of all players who chose the best turn.
        table: the best players of the month up to that day, at most `MOST_NAMED`.
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
    """Service that hands out puzzles, saves answers to daily positions, and reads the posts' contents."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def ask(self, actor: Actor, ruleset: str) -> tuple[str, Puzzle]:
        """Return the name of the actor's next puzzle from a rule set's stock, and the puzzle.

        The actor's requests are counted (those for all rule sets together), so that the next one gets another
        puzzle. A rule set without a stock gets puzzles of `long`.

        Raises:
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            before = await puzzles.count_own(connection, actor.player)
        return stocked_puzzle(ruleset, actor.player * _APART + before)

    def named(self, name: str) -> Puzzle:
        """Return the puzzle with a name that `ask` returned.

        Raises:
            Refusal: no puzzle has this name.
        """
        puzzle = puzzle_named(name)
        if puzzle is None:
            raise Refusal("no-such-puzzle")
        return puzzle

    async def answer_of_day(self, actor: Actor, day: str, moves: str) -> tuple[Puzzle, PartialTurn]:
        """Count the actor's answer to the puzzle of a day, and return the puzzle and the turn.

        Only one answer a day counts, and none to an earlier day than one that was counted.

        Args:
            day: today's date or yesterday's (UTC), as `2026-11-27`; a page may have been open at midnight.
            moves: the moves of a complete turn.

        Raises:
            Refusal: it is no such day, or no complete turn.
            AlreadyDone: the same request was applied before.
        """
        today = self._core.clock().date()
        if day not in {each.isoformat() for each in (today - timedelta(days=1), today)}:
            raise Refusal("puzzle-is-over")
        puzzle = self.named(puzzle_of_day(date.fromisoformat(day)))
        try:
            turn = play_text(PartialTurn.begin(puzzle.position, puzzle.roll), moves, whole=True)
        except NardyRulesError:
            raise Refusal("no-such-puzzle") from None
        is_best = puzzle.choice_of(turn) == puzzle.best
        async with self._core.action(actor) as connection:
            day_before = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
            await puzzles.count_daily(connection, actor.player, day, day_before, is_best=is_best)
        return puzzle, turn

    async def answer(self, actor: Actor, puzzle_id: int, number: int) -> None:
        """Save the actor's answer to a daily position of the chat where they act; it replaces an earlier one.

        Args:
            puzzle_id: the daily position's id.
            number: the index of the chosen turn, from 0.

        Raises:
            Refusal: the position was not posted in that chat.
            Refusal: the position can no longer be answered.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            row = await puzzles.puzzle(connection, puzzle_id)
            if row is None or row.chat != actor.chat:
                raise Refusal("no-such-puzzle")
            if not await puzzles.answer(connection, puzzle_id, actor.player, number, self._core.clock()):
                raise Refusal("puzzle-is-over")

    async def view(self, puzzle_id: int, chat: int) -> PuzzleView | None:
        """Return the contents of a daily position's post in a chat; None if there is no such position."""
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
                table=tuple(TableRow(player_of(player), *counts) for player, *counts in table),
            )


def puzzle_of_day(day: date) -> str:
    """Return the name of the puzzle that all visitors of the web page get on a date (UTC)."""
    return stocked_puzzle(_DAILY_RULES, day.toordinal())[0]


@lru_cache(maxsize=100)
def puzzle_and_next(name: str) -> tuple[Puzzle, str] | None:
    """Return a shipped puzzle and the name of the one after it in the stock; None if there is none.

    Cached, because it takes milliseconds to parse a puzzle.
    """
    found = puzzle_named(name)
    if found is None:
        return None
    stock, _, number = name.partition(".")
    return found, stocked_puzzle(stock, int(number))[0]


def _source(row: PuzzleRow) -> tuple[str, int] | None:
    return None if row.game is None or row.turn is None else (row.game, row.turn)
