"""Objections: the rule that forbids a move, for a player who asks why."""

from __future__ import annotations

from bot.rules.errors import IllegalMove, Reason
from bot.rules.game import Game
from bot.rules.turn_in_progress import PartialTurn
from bot.rules.written_turns import play_text


def why(state: Game | PartialTurn, text: str, *, whole: bool = False) -> IllegalMove | None:
    """Return the rule that forbids typed moves now, or None if they are legal.

    >>> from bot.rules import RULESETS, Game, Roll
    >>> from bot.rules.events import Rolled
    >>> state = Game.begin(RULESETS["long"]).after(Rolled(Roll(6, 5)))
    >>> why(state, "24/18 24/19").reason.section
    'R4.1'
    >>> why(state, "24/18") is None
    True

    Args:
        state: A game whose dice are rolled, or a turn in progress.
        text: One move or several (R10.2).
        whole: True if the moves must complete the turn, playing every die that can be played.

    Returns:
        The error, with the section of the rules, the points, die or prime concerned, and what is possible
        instead.

    Raises:
        GameFault: There are no dice to play.
        NotUnderstood: The text is not a move.
        AmbiguousMove: The text can mean several legal moves.
    """
    turn = state if isinstance(state, PartialTurn) else state.begin_turn()
    try:
        play_text(turn, text, whole=whole)
    except IllegalMove as error:
        return error
    return None


def why_not(partial: PartialTurn, start: int, stop: int | None = None) -> Reason | None:
    """Return why a checker cannot go from one place to another now, or None if it can.

    `PartialTurn.objection` gives the details.

    >>> from bot.rules import RULESETS, Game, Roll
    >>> from bot.rules.events import Rolled
    >>> begun = Game.begin(RULESETS["long"]).after(Rolled(Roll(6, 5))).begin_turn()
    >>> why_not(begun, 13, 7)
    <Reason.NO_CHECKER: 'there is no checker on the point'>

    Args:
        start: Absolute point 1–24, or `BAR`.
        stop: Absolute point 1–24 or `OFF`, reached with one die or several. None asks why the checker has
            no legal move.
    """
    error = partial.objection(start, stop)
    return None if error is None else error.reason
