"""Questions: multiple-choice questions whose answers run commands, stored until answered or expired."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bot.sessions.core import SessionCore
from storage import people
from storage.rows import QuestionRow


class Questions:
    """Service that stores questions and returns the command of the answer that a player chooses."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._database = core.database

    async def ask(self, player: int, lines: Sequence[str], question_id: str, lifetime: timedelta) -> None:
        """Store a question to a player.

        Args:
            lines: for each answer, the command line that runs if the player chooses it.
            question_id: a new id, which the answer buttons carry.
            lifetime: how long the question can be answered, unless the player's accounts are linked or
                unlinked before.
        """
        expires = self._core.clock() + lifetime
        async with self._database.write() as connection:
            await people.add_question(connection, QuestionRow(question_id, player, "\n".join(lines), expires))

    async def answered(self, player: int, question_id: str, choice: int) -> str | None:
        """Delete a question and return the command line of the chosen answer.

        Return None and change nothing if the question is answered, expired or unknown, if it was put to
        another player, or if it has no such answer.

        Args:
            choice: the index of the answer, from 0.
        """
        async with self._database.write() as connection:
            question = await people.question(connection, question_id)
            if question is None or question.player != player or question.expires <= self._core.clock():
                return None
            lines = question.lines.split("\n")
            if not 0 <= choice < len(lines):
                return None
            await people.forget_question(connection, question_id)
            return lines[choice]
