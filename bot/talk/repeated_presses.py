"""Repeated presses: what is said to who presses what is done already, or possible no more: boards may lag."""

from __future__ import annotations

from itertools import pairwise

from bot.rules import NardyRulesError, PartialTurn, play_text
from bot.rules.errors import IllegalMove, NotUnderstood
from bot.rules.notation import parse_moves
from bot.sessions.errors import AlreadyRolled, NothingToTakeBack, Refusal
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.numbering import numbering_of
from bot.talk.reply import Text
from bot.talk.views.toasts import possible_now, turn_so_far


async def repeated(
    context: CommandContext, parsed: ParsedCommand, game_id: str, error: Refusal | NardyRulesError
) -> Text:
    """Return how far a turn is, where a press in it asked for what is done already; nothing, if it did not.

    Nothing is lost by such a press, so it is not refused: the dice are rolled, the move is made, the turn is
    complete, or all of it is taken back. A move that doubles allow once more is no such press. Who presses
    what the board offered before his last move is told, too, what is possible now.

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
    words, numbers, lag = context.words, numbering_of(game, context.display), context.incoming.lag
    if isinstance(error, IllegalMove) and not _is_made(partial, parsed.rest):
        return possible_now(words, partial, numbers) if _was_offered(partial, parsed.rest) else ()
    return turn_so_far(words, partial, numbers, lag, is_new=isinstance(error, AlreadyRolled))


def _is_made(partial: PartialTurn, moves: str) -> bool:
    """Return whether a half-made turn has some moves in it already, or takes none any more."""
    if partial.is_complete:
        return True
    try:
        steps = [step for route in parse_moves(moves) for step in pairwise(route.places)]
    except NotUnderstood:
        return False
    return bool(steps) and all(_is_gone(partial, start, stop) for start, stop in steps)


def _was_offered(partial: PartialTurn, moves: str) -> bool:
    """Return whether some moves could be made before those of a half-made turn."""
    if not partial.moves:
        return False
    try:
        play_text(partial.take_back_all(), moves)
    except NardyRulesError:
        return False
    return True


def _is_gone(partial: PartialTurn, start: int, stop: int) -> bool:
    """Return whether a checker has gone from one point to another, perhaps by several moves."""
    reached = {start}
    for move in partial.moves:
        if move.start in reached:
            reached.add(move.stop)
    return stop in reached
