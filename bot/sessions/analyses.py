"""Analyses: what games were worth, kept with them; below some boards it is told who did better."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Analysis, read_analysis, write_analysis
from bot.rules import Side
from bot.sessions.core import SessionCore
from bot.sessions.imports import is_import
from storage import analyses, games, outbox
from storage.rows import AnalysisRow

MOST_KEPT = 2000
"""So many analyses are kept whole, in all; the oldest go."""
RECENT = timedelta(days=1)
"""A game that ended longer ago is not judged by itself any more."""

_EQUAL = "="
_NO_REVIEW = "-"
"""What is kept where there is none."""


@dataclass(frozen=True, slots=True)
class Review:
    """Who did better in a game in which both had a choice; nobody, where no difference can be told.

    Args:
        played: who played better.
        rolled: who rolled better.
    """

    played: Side | None
    rolled: Side | None

    def __str__(self) -> str:
        return " ".join(side.value if side else _EQUAL for side in (self.played, self.rolled))

    @classmethod
    def of(cls, analysis: Analysis) -> Self | None:
        """Return who did better by an analysis: by thousandths of a point a turn, and hundredths of luck.

        There is nothing to compare where a side never had a choice: in a game given up early, say.
        """
        white, black = analysis.performance(Side.WHITE), analysis.performance(Side.BLACK)
        if not (white.unforced and black.unforced):
            return None
        lost = [round(1000 * each.error) for each in (white, black)]
        luck = [round(100 * each.luck) for each in (white, black)]
        return cls(_better(lost[1] - lost[0]), _better(luck[0] - luck[1]))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read its text form.

        Raises:
            ValueError: the text is none.
        """
        played, rolled = (None if word == _EQUAL else Side(word) for word in text.split())
        return cls(played, rolled)


class Analyses:
    """Analyses that are kept.

    Args:
        core: where they are kept.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def find(self, key: str, number: int) -> Analysis | None:
        """Return the analysis that is kept of a game.

        Args:
            key: the id of the game, or of an import.
            number: which game of the import, from 1.
        """
        async with self._core.database.read() as connection:
            row = await analyses.analysis(connection, key, number)
        return None if row is None else await _read(row)

    async def keep(self, key: str, number: int, analysis: Analysis) -> None:
        """Keep an analysis, unless a deeper one is there, or the import is gone that it is of.

        Where that changes who did better in a game, its boards show it, as edits.
        """
        text = await asyncio.to_thread(write_analysis, analysis)
        depth = 2 if analysis.replies else 1
        verdict = str(Review.of(analysis) or _NO_REVIEW)
        row = AnalysisRow(key, number, depth, text, verdict, self._core.clock())
        async with self._core.database.write() as connection:
            if is_import(key) and not await analyses.is_imported(connection, key):
                return  # given up while it was analysed, or whose it was is forgotten
            before = await analyses.analysis(connection, key, number)
            if before is not None and before.depth > depth and await _read(before) is not None:
                return
            await analyses.keep_analysis(connection, row, MOST_KEPT)
            if verdict != (_NO_REVIEW if before is None else before.review):
                await self._enqueue_review(connection, key)
        self._core.changed()

    async def give_up(self, game_id: str) -> None:
        """Note that a game cannot be analysed, so that it is not tried again and again by itself."""
        row = AnalysisRow(game_id, 1, 0, None, _NO_REVIEW, self._core.clock())
        async with self._core.database.write() as connection:
            if await analyses.analysis(connection, game_id, 1) is None:
                await analyses.keep_analysis(connection, row, MOST_KEPT)

    async def review(self, game_id: str) -> Review | None:
        """Return who did better in a game; nothing, unless it is known and can be told."""
        async with self._core.database.read() as connection:
            return await review_in(connection, game_id)

    async def claim_unreviewed(self, until: datetime) -> str | None:
        """Claim a game against the program that ended not long ago and was never analysed; return its id."""
        now = self._core.clock()
        database = self._core.database
        found = await analyses.UNREVIEWED.claim(database, 1, now, until, since=now - RECENT)
        return found[0].id if found else None

    async def release_unreviewed(self, game_id: str, until: datetime) -> None:
        """Let a game that was claimed until a moment be claimed again."""
        async with self._core.database.write() as connection:
            await analyses.UNREVIEWED.release(connection, game_id, until)

    async def _enqueue_review(self, connection: AsyncConnection, game_id: str) -> None:
        """Let the boards of a game be shown anew; nobody is notified."""
        found = await games.seated_game(connection, game_id)
        if found is None:
            return
        version = found.game.version
        if await games.raise_version(connection, game_id, version):
            await outbox.enqueue(connection, "game", game_id, version + 1)


async def review_in(connection: AsyncConnection, game_id: str) -> Review | None:
    """Return who did better in a game, as a transaction sees it; nothing, unless that can be told."""
    text = await analyses.review(connection, game_id)
    return None if text is None or _NO_REVIEW in text else Review.parse(text)


async def _read(row: AnalysisRow) -> Analysis | None:
    """Read an analysis, if it is kept whole."""
    if row.text is None:
        return None
    try:
        return await asyncio.to_thread(read_analysis, row.text)
    except ValueError:
        return None  # an earlier version wrote it otherwise


def _better(whites_lead: int) -> Side | None:
    if whites_lead == 0:
        return None
    return Side.WHITE if whites_lead > 0 else Side.BLACK
