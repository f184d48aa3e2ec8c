"""Repeated presses: what is said to somebody who presses what is done already, as boards may lag."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bot.rules.errors import IllegalMove, NotUnderstood
from bot.rules.notation import parse_moves
from bot.sessions.errors import AlreadyRolled, NothingToTakeBack
from bot.talk.numbering import numbering_of
from bot.talk.views.toasts import turn_so_far

if TYPE_CHECKING:
    from bot.rules import NardyRulesError, PartialTurn
    from bot.sessions.errors import Refusal
    from bot.talk.context import CommandContext
    from bot.talk.input.parsing import ParsedCommand
    from bot.talk.reply import Text


async def repeated(
    context: CommandContext, parsed: ParsedCommand, game_id: str, error: Refusal | NardyRulesError
) -> Text:
    """Return how far a turn is, where a press in it asked for what is done already; nothing, if it did not.

    Nothing is lost by such a press, so it is not refused: the dice are rolled, the move is made, the turn is
    complete, or all of it is taken back. A move that doubles allow once more is no such press.

    Args:
        context: who pressed where.
        parsed: what was pressed.
        game_id: in which game.
        error: why it cannot be done.
    """
    if not context.incoming.has_toast or parsed.turn is None:
        return ()
    if not isinstance(error, AlreadyRolled | NothingToTakeBack | IllegalMove):
        return ()
    game = await context.manager.game(game_id)
    partial = game.live.draft
    if partial is None or game.side_of(context.actor.player) is not game.live.mover:
        return ()
    if isinstance(error, IllegalMove) and not _is_made(partial, parsed.rest):
        return ()
    is_new = isinstance(error, AlreadyRolled)
    numbers = numbering_of(game, context.display)
    return turn_so_far(context.words, partial, numbers, context.incoming.lag, is_new=is_new)


def _is_made(partial: PartialTurn, moves: str) -> bool:
    """Return whether a half-made turn has some moves in it already, or takes none any more."""
    if partial.is_complete:
        return True
    try:
        steps = [step for route in parse_moves(moves) for step in pairwise(route.places)]
    except NotUnderstood:
        return False
    return bool(steps) and all(_is_gone(partial, start, stop) for start, stop in steps)


def _is_gone(partial: PartialTurn, start: int, stop: int) -> bool:
    """Return whether a checker has gone from one point to another, perhaps by several moves."""
    reached = {start}
    for move in partial.moves:
        if move.start in reached:
            reached.add(move.stop)
    return stop in reached
