"""What a player does in a turn, from the first throw on: pure, from one value of a game to the next.

What follows by itself belongs to the action that caused it, so one action may make several things happen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import GameState, PartialTurn, Side, play_text
from bot.rules.events import Chosen
from bot.sessions.by_itself import played, rolled, settle
from bot.sessions.chance import die
from bot.sessions.errors import (
    AlreadyRolled,
    CannotTakeBack,
    ChoiceWaits,
    DoubleWaits,
    NothingToTakeBack,
    NotRolled,
    NotYourTurn,
    TurnIncomplete,
)
from bot.sessions.play import Cause, Happening, Kind, Play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules import RuleSet, Turn
    from bot.sessions.chance import Chance
    from bot.sessions.play import Manners


def throw_for_the_start(chance: Chance) -> tuple[tuple[int, int], ...]:
    """Throw a die for each of two players until one is higher; return all throws (R7.1)."""
    throws = [(die(chance), die(chance))]
    while throws[-1][0] == throws[-1][1]:
        throws.append((die(chance), die(chance)))
    return tuple(throws)


def begin(
    game: str,
    ruleset: RuleSet,
    throws: tuple[tuple[int, int], ...] | None,
    names: Mapping[Side, str],
    manners: Mapping[Side, Manners],
    chance: Chance,
    *,
    cube: bool = False,
) -> Play:
    """Begin a game.

    Args:
        game: the game's id.
        ruleset: what is played.
        throws: White's and Black's die of each throw for the start; none if the starter was named (R7.4).
        names: who plays each side.
        manners: how each side wants it.
        chance: where dice come from.
        cube: whether it has a doubling cube.
    """
    state = GameState.begin(ruleset, throws, cube=cube)
    text = " ".join(f"{white}-{black}" for white, black in throws or ())
    opened = Play(game, state, names, manners).and_then(Happening(Kind.OPENING, Side.WHITE, text))
    return settle(_with_kept_roll(opened), chance)


def roll(play: Play, side: Side, chance: Chance) -> Play:
    """Throw the dice; where the opening throw could be kept, that is throwing anew.

    Raises:
        NotYourTurn: the other side is to act.
        DoubleWaits: the double is to be taken or dropped first.
        AlreadyRolled: the dice lie on the board.
    """
    must_act(play, side)
    if play.state.choice is not None:
        return chosen(play, chance, keep=False)
    if play.state.roll is not None:
        possible = play.draft.next_moves() if play.draft else ()
        raise AlreadyRolled(play.game, play.state.roll, possible)
    return settle(rolled(play, chance), chance)


def chosen(play: Play, chance: Chance, *, keep: bool) -> Play:
    """Let White keep the opening throw, or throw anew at once (R7.3)."""
    after = replace(play, state=play.state.after(Chosen(keep)))
    after = after.and_then(Happening(Kind.CHOICE, play.mover, str(Chosen(keep))))
    return settle(_with_kept_roll(after) if keep else rolled(after, chance), chance)


def move(play: Play, side: Side, text: str, chance: Chance) -> Play:
    """Make one or more moves of a turn.

    Raises:
        NotYourTurn: the other side is to move.
        NotRolled: the dice are to be thrown first.
        bot.rules.NotUnderstood: the text is no move.
        bot.rules.IllegalMove: the rules forbid it.
        bot.rules.AmbiguousMove: it can be read in several ways.
    """
    return settle(replace(play, draft=play_text(_draft(play, side), text)), chance)


def play_turn(play: Play, side: Side, turn: Turn, chance: Chance) -> Play:
    """Make a whole turn and confirm it: the program's way."""
    draft = _draft(play, side).take_back_all()
    for step in turn.moves:
        draft = draft.play(step)
    return confirm(replace(play, draft=draft), side, chance)


def take_back(play: Play, side: Side, count: int | None = 1) -> Play:
    """Take back the last moves of the turn in progress (R3.8).

    Args:
        play: the game.
        side: who takes back.
        count: how many moves, each of one die; none for all.

    Raises:
        NotYourTurn: the other side is to move.
        NotRolled: the dice are to be thrown first.
        NothingToTakeBack: no move of this turn has been made.
        CannotTakeBack: fewer have been made, or it is no number of moves.
    """
    draft = _draft(play, side)
    made = len(draft.moves)
    if not made:
        raise NothingToTakeBack(play.game)
    count = made if count is None else count
    if not 1 <= count <= made:
        raise CannotTakeBack(play.game, made)
    return replace(play, draft=draft.take_back(count))


def confirm(play: Play, side: Side, chance: Chance) -> Play:
    """End the turn.

    Raises:
        NotYourTurn: the other side is to move.
        NotRolled: the dice are to be thrown first.
        TurnIncomplete: more dice can be played.
    """
    draft = _draft(play, side)
    if not draft.is_complete:
        raise TurnIncomplete(play.game, draft.dice_to_play, draft.next_moves())
    return settle(played(play, draft.turn(), Cause.CHOICE), chance)


def must_act(play: Play, side: Side) -> None:
    """Refuse a side that is not to roll or to play now.

    Raises:
        NotYourTurn: the other side is to act.
        DoubleWaits: the double is to be taken or dropped first.
    """
    actor = play.state.actor or play.mover
    if actor is not side:
        raise NotYourTurn(play.game, play.names[actor])
    if play.state.is_doubled:
        raise DoubleWaits(play.game)


def _draft(play: Play, side: Side) -> PartialTurn:
    must_act(play, side)
    if play.state.choice is not None:
        raise ChoiceWaits(play.game)
    if play.draft is None:
        raise NotRolled(play.game)
    return play.draft


def _with_kept_roll(play: Play) -> Play:
    """The play with the opening throw as the first roll, where that is kept."""
    state = play.state
    if state.roll is None:
        return play
    begun = replace(play, draft=state.begin_turn())
    return begun.and_then(Happening(Kind.ROLL, play.mover, str(state.roll)))
