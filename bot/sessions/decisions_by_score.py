"""Decisions by score: what the score of a match decides, whatever stands on the board. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from bot.rules import Grade, Side
    from bot.sessions.loaded_game import LoadedGame


def doubles_at_score(game: LoadedGame, side: Side) -> bool | None:
    """Whether a side doubles because of the score alone; ``None`` if that depends on the board.

    Whoever wins the match with the game as it is has nothing to gain by a double; who loses the match with
    it, and would not win it, has nothing to lose.
    """
    if _is_enough(game, side):
        return False
    return True if _is_enough(game, side.other) else None


def takes_at_score(game: LoadedGame, side: Side) -> bool:
    """Whether a side takes a double because dropping it would lose the match."""
    return _is_enough(game, side.other)


def accepts_at_score(game: LoadedGame, side: Side, grade: Grade) -> bool:
    """Whether a side accepts a resignation because it wins the match."""
    return _is_enough(game, side, grade.points)


def _is_enough(game: LoadedGame, side: Side, points: int = 1) -> bool:
    """Whether a win of so many points, at the present cube, is all that a side still needs."""
    missing = _missing(game, side)
    return missing is not None and missing <= points * game.live.cube


def _missing(game: LoadedGame, side: Side) -> Fraction | None:
    """How many points a side still needs; ``None`` where the match does not go to points."""
    match = game.before
    if not match.length.points:
        return None
    return match.length.points - match.score_of(game.player(side).id)
