"""Turns: from the opening roll to confirming a turn, and doubling the cube. Pure functions of a game.

The automatic steps that follow an action (rolls, forced turns, passes) are mostly part of it, so that one
action may add several events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.rules import Game, PartialTurn, RuleSet, Side, Turn, play_text
from bot.rules.events import Cause, Chosen, Doubled, Dropped, Opened, Rolled, Took
from bot.sessions.actions.automatic import end_turn, play_automatic, roll_dice
from bot.sessions.dice import DiceSource, die
from bot.sessions.errors import (
    AlreadyRolled,
    NothingToTakeBack,
    NotYourTurn,
    Refusal,
    TurnIncomplete,
)
from bot.sessions.live_game import LiveGame
from bot.sessions.settings import PlayPreferences


def roll_opening(chance: DiceSource) -> tuple[tuple[int, int], ...]:
    """Roll a die for each side until the two dice differ; return all pairs, White's die first (R7.1)."""
    opening_rolls = [(die(chance), die(chance))]
    while opening_rolls[-1][0] == opening_rolls[-1][1]:
        opening_rolls.append((die(chance), die(chance)))
    return tuple(opening_rolls)


def begin(
    game: str,
    ruleset: RuleSet,
    opening_rolls: tuple[tuple[int, int], ...] | None,
    names: Mapping[Side, str],
    preferences: Mapping[Side, PlayPreferences],
    chance: DiceSource,
    *,
    cube: bool = False,
) -> LiveGame:
    """Begin a game and play the automatic steps that follow the opening.

    Args:
        game: the game's id.
        opening_rolls: White's and Black's die of each opening roll; None if the starter was agreed on (R7.4).
        names: the players' names.
        preferences: which steps are played automatically for each player.
        chance: the source of dice.
        cube: True if the game has a doubling cube.
    """
    state = Game.begin(ruleset, opening_rolls, cube=cube)
    opened = LiveGame(game, state, names, preferences).with_event(Opened(opening_rolls or ()), Side.WHITE)
    return play_automatic(_with_kept_roll(opened), chance)


def roll(live: LiveGame, side: Side, chance: DiceSource) -> LiveGame:
    """Roll the dice for a side that is to roll. If it may keep the opening roll, this rolls again instead.

    Raises:
        NotYourTurn: the other side is to act.
        Refusal: a double must be taken or dropped first.
        AlreadyRolled: the dice are rolled already.
    """
    must_be_to_act(live, side)
    if live.state.choice is not None:
        return keep_or_reroll(live, chance, keep=False)
    if live.state.roll is not None:
        possible = live.draft.next_moves() if live.draft else ()
        raise AlreadyRolled(live.game, live.state.roll, possible)
    return play_automatic(roll_dice(live, chance), chance)


def keep_or_reroll(live: LiveGame, chance: DiceSource, *, keep: bool) -> LiveGame:
    """Keep the opening roll as White's first roll, or roll the dice again instead (R7.3)."""
    after = live.after(Chosen(keep), live.mover)
    return play_automatic(_with_kept_roll(after) if keep else roll_dice(after, chance), chance)


def move(live: LiveGame, side: Side, text: str, chance: DiceSource) -> LiveGame:
    """Make one or more moves of the present turn; the turn is confirmed only if that is automatic.

    The side's own offer to resign lapses if the board with these moves excludes its grade.

    Args:
        text: the moves as players write them, such as `24/20 20/15`.

    Raises:
        NotYourTurn: the other side is to move.
        Refusal: a double must be answered, the opening roll kept or not, or the dice rolled first.
        bot.rules.NotUnderstood: the text is no move.
        bot.rules.IllegalMove: the rules forbid the move.
        bot.rules.AmbiguousMove: the text can mean several moves.
    """
    moved = replace(live, draft=play_text(_draft(live, side), text))
    if moved.offer is not None and moved.offer.is_void(moved):
        moved = replace(moved, offer=None)
    return play_automatic(moved, chance)


def play_turn(live: LiveGame, side: Side, turn: Turn, chance: DiceSource) -> LiveGame:
    """Play a whole turn and confirm it, as the computer player does; first take back moves already made.

    Raises also what `confirm` raises.

    Raises:
        bot.rules.IllegalMove: the rules forbid a move of the turn.
    """
    draft = _draft(live, side).take_back_all()
    for step in turn.moves:
        draft = draft.play(step)
    return confirm(replace(live, draft=draft), side, chance)


def take_back(live: LiveGame, side: Side, count: int | None = 1) -> LiveGame:
    """Take back the last moves of the unfinished turn (R3.8).

    Args:
        side: the side that takes back.
        count: how many moves of one die each, at least 1; None for all.

    Raises:
        NotYourTurn: the other side is to move.
        Refusal: a double must be answered, the opening roll kept or not, or the dice rolled first.
        NothingToTakeBack: no move of this turn has been made.
        Refusal: `count` is less than 1 or more than the moves made.
    """
    draft = _draft(live, side)
    made = len(draft.moves)
    if not made:
        raise NothingToTakeBack(live.game)
    count = made if count is None else count
    if not 1 <= count <= made:
        raise Refusal("cannot-take-back", game=live.game, made=made)
    return replace(live, draft=draft.take_back(count))


def confirm(live: LiveGame, side: Side, chance: DiceSource) -> LiveGame:
    """Confirm the moves made and end the turn.

    Raises:
        NotYourTurn: the other side is to move.
        Refusal: a double must be answered, the opening roll kept or not, or the dice rolled first.
        TurnIncomplete: more dice can be played.
    """
    draft = _draft(live, side)
    if not draft.is_complete:
        raise TurnIncomplete(live.game, draft.dice_to_play, draft.next_moves())
    return play_automatic(end_turn(live, draft.turn(), Cause.CHOICE), chance)


def must_be_to_act(live: LiveGame, side: Side) -> None:
    """Check that a side is the one to roll, double or move now.

    Raises:
        NotYourTurn: the other side is to act.
        Refusal: a double must be taken or dropped first.
    """
    actor = live.state.to_act or live.mover
    if actor is not side:
        raise NotYourTurn(live.game, live.person(actor))
    if live.state.is_doubled:
        raise Refusal("double-waits", game=live.game)


def _draft(live: LiveGame, side: Side) -> PartialTurn:
    must_be_to_act(live, side)
    if live.state.choice is not None:
        raise Refusal("choice-waits", game=live.game)
    if live.draft is None:
        raise Refusal("not-rolled", game=live.game)
    return live.draft


def _with_kept_roll(live: LiveGame) -> LiveGame:
    """Return the game with the opening roll as White's first roll, if the roll is kept."""
    state = live.state
    if state.roll is None:
        return live
    return replace(live, draft=state.begin_turn()).after(Rolled(state.roll, Cause.KEPT), live.mover)


def choose_opening_roll(live: LiveGame, side: Side, chance: DiceSource, *, keep: bool) -> LiveGame:
    """Keep the opening roll as White's first roll, or roll again (R7.3).

    Raises:
        Refusal: the rules leave no such choice, or it was made already.
        NotYourTurn: the other side starts.
    """
    if live.state.choice is None:
        raise Refusal("nothing-to-choose", game=live.game)
    must_be_to_act(live, side)
    return keep_or_reroll(live, chance, keep=keep)


def double(live: LiveGame, side: Side) -> LiveGame:
    """Offer to double the value of the game (R8.3).

    Raises:
        NotYourTurn: the other side is to act.
        Refusal: a double awaits its answer.
        Refusal: there is no cube, the dice are rolled, or the cube is the opponent's or at its highest.
    """
    must_be_to_act(live, side)
    state = live.state
    if not state.may_double:
        raise _undoubled(live.game, state)
    return live.after(Doubled(), side)


def answer_double(live: LiveGame, side: Side, chance: DiceSource, *, take: bool) -> LiveGame:
    """Take a double, or drop it and lose the game at the value before the double (R8.3).

    Raises:
        Refusal: no double awaits an answer.
        NotYourTurn: the other side must answer the double.
    """
    state = live.state
    if not state.is_doubled:
        raise Refusal("nothing-doubled", game=live.game)
    if state.to_act is not side:
        raise NotYourTurn(live.game, live.person(side.other))
    if take:
        return play_automatic(live.after(Took(), side), chance)
    return replace(live, offer=None).after(Dropped(), side)


def _undoubled(game: str, state: Game) -> Refusal:
    """Return the refusal that says why the mover may not double."""
    if state.cube is None:
        return Refusal("double-no-cube")
    if state.roll is not None or state.choice is not None:
        return Refusal("double-rolled")
    if state.cube.owner is state.mover.other:
        return Refusal("double-owned", game=game)
    return Refusal("double-highest", game=game)
