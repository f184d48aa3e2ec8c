"""Objections: which rule forbids a move or a turn, the answer to a player who asks."""

from __future__ import annotations

from bot.rules.errors import IllegalMove, Reason
from bot.rules.game import Game
from bot.rules.turn_in_progress import PartialTurn
from bot.rules.written_turns import play_text


def why(state: Game | PartialTurn, text: str, *, whole: bool = False) -> IllegalMove | None:
    """Which rule forbids typed moves now.

    >>> from bot.rules import RULESETS, Game, Roll
    >>> from bot.rules.events import Rolled
    >>> state = Game.begin(RULESETS["long"]).after(Rolled(Roll(6, 5)))
    >>> why(state, "24/18 24/19").reason.section
    'R4.1'
    >>> why(state, "24/18") is None
    True

    Args:
        state: A game with dice that wait to be played, or a turn in progress.
        text: One move or several (R10.2).
        whole: Whether the moves must complete the turn, so that every die that can be played is.

    Returns:
        The reason, which knows its section of the rules, with what it is about: points, a die, a prime, and
        what is possible instead; `None` if nothing forbids the moves.

    Raises:
        GameFault: There are no dice to play.
        NotUnderstood: The text is no move.
        AmbiguousMove: It can mean several, all possible.
    """
    turn = state if isinstance(state, PartialTurn) else state.begin_turn()
    try:
        play_text(turn, text, whole=whole)
    except IllegalMove as error:
        return error
    return None


def why_not(partial: PartialTurn, start: int, stop: int | None = None) -> Reason | None:
    """Why a checker cannot go from one place to another now (see `PartialTurn.objection`).

    >>> from bot.rules import RULESETS, Game, Roll
    >>> from bot.rules.events import Rolled
    >>> begun = Game.begin(RULESETS["long"]).after(Rolled(Roll(6, 5))).begin_turn()
    >>> why_not(begun, 13, 7)
    <Reason.NO_CHECKER: 'there is no checker on the point'>

    Args:
        partial: The turn in progress.
        start: Absolute point 1–24, or `BAR`.
        stop: Absolute point 1–24 or `OFF`, reached with one die or several; `None` asks why the
            checker cannot move at all.

    Returns:
        The reason, or `None` if it can.
    """
    error = partial.objection(start, stop)
    return None if error is None else error.reason
