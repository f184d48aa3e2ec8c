"""Questions: what a person was asked, kept until it is answered or expires."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bot.sessions.core import SessionCore
from storage import people
from storage.rows import QuestionRow


class Questions:
    """Where people are asked something.

    Args:
        core: the database and the time.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._database = core.database

    async def ask(self, player: int, lines: Sequence[str], question_id: str, lifetime: timedelta) -> None:
        """Keep a question to a player: each answer is the line that it carries out."""
        expires = self._core.clock() + lifetime
        async with self._database.write() as connection:
            await people.add_question(connection, QuestionRow(question_id, player, "\n".join(lines), expires))

    async def answered(self, player: int, question_id: str, choice: int) -> str | None:
        """Return the line that a player's answer carries out, once; nothing, if the question is not open."""
        async with self._database.write() as connection:
            question = await people.question(connection, question_id)
            if question is None or question.player != player or question.expires <= self._core.clock():
                return None
            lines = question.lines.split("\n")
            if choice >= len(lines):
                return None
            await people.forget_question(connection, question_id)
            return lines[choice]
