"""Lesson frames: what the page is told of a step of how to play, which it asks for over HTTP."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chats.web.table_frames import TableView


@dataclass(frozen=True, slots=True)
class LessonView:
    """A step of how to play.

    Args:
        page: which it is, from 1.
        rule: the sentence that it teaches.
        task: what is to be done.
        told: what is said to the move that was tried; nothing, if none was.
        right: whether that move is right.
        table: the board, after the move if it is right.
    """

    page: int
    rule: str
    task: str
    told: str
    right: bool
    table: TableView
