"""Automatic steps after an action: rolls, forced turns, passes, the rest of a race. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import is_race, racing_turn
from bot.rules import PartialTurn, Roll, Turn, legal_turns, why_not
from bot.rules.errors import Reason
from bot.rules.events import Cause, Played, RaceBegun, Rolled
from bot.sessions.dice import DiceSource, die
from bot.sessions.live_game import LiveGame
from bot.sessions.settings import PlayPreferences


def play_automatic(live: LiveGame, chance: DiceSource) -> LiveGame:
    """Play automatic steps (rolls, forced turns, passes, the rest of a race) until a player must act.

    It stops before a roll if the mover may offer a double with the cube, or has switched automatic rolls off.
    """
    while not live.is_over:
        if _may_race(live):
            return _play_race(live, chance)
        preferences = live.preferences[live.mover]
        if live.draft is None:
            waits = live.state.is_doubled or live.state.choice is not None
            is_automatic = preferences.is_computer or preferences.auto_roll
            if waits or not is_automatic or live.state.may_double:
                return live
            live = roll_dice(live, chance)
            continue
        after = _automatic_step(live, live.draft, preferences)
        if after is None:
            return live
        live = after
    return live


def _may_race(live: LiveGame) -> bool:
    """Return True if the rest of the game is a race, and both sides want it played automatically.

    A game with a cube, a pending offer or a turn with moves not yet confirmed does not qualify.
    """
    state = live.state
    wanted = all(
        preferences.auto_race or preferences.is_computer for preferences in live.preferences.values()
    )
    idle = live.offer is None and state.cube is None and not (live.draft and live.draft.moves)
    return wanted and idle and is_race(state.position, state.ruleset.family)


def _play_race(live: LiveGame, chance: DiceSource) -> LiveGame:
    """Play a race to its end for both sides, with rolled dice and turns that waste no pips."""
    live = live.after(RaceBegun(), None)
    while not live.is_over:
        if live.draft is None:
            live = roll_dice(live, chance)
        else:
            turn = None if live.draft.must_pass else racing_turn(live.state)
            live = end_turn(live, turn, Cause.RACE if turn else Cause.BLOCKED)
    return live


def _automatic_step(live: LiveGame, draft: PartialTurn, preferences: PlayPreferences) -> LiveGame | None:
    """Pass, play a forced turn or confirm a complete one, if that is automatic; else return None."""
    if draft.moves:
        complete = preferences.auto_confirm and draft.is_complete
        return end_turn(live, draft.turn(), Cause.CHOICE) if complete else None
    turns = legal_turns(draft.start, draft.roll)
    if not turns:
        return end_turn(live, None, _why_passed(draft))
    if len(turns) == 1 and preferences.auto_forced and not preferences.is_computer:
        return end_turn(live, turns[0], Cause.FORCED)
    return None


def _why_passed(draft: PartialTurn) -> Cause:
    if draft.start.bar(draft.start.mover):
        return Cause.BAR
    reasons = {why_not(draft, point) for point in draft.start.points(draft.start.mover)}
    return Cause.PRIME if reasons & {Reason.PRIME, Reason.HOME_PRIME} else Cause.BLOCKED


def roll_dice(live: LiveGame, chance: DiceSource) -> LiveGame:
    """Roll the dice for the mover and begin the turn, without further automatic steps."""
    rolled = Roll(die(chance), die(chance))
    after = live.after(Rolled(rolled), live.mover)
    return replace(after, draft=after.state.begin_turn())


def end_turn(live: LiveGame, turn: Turn | None, cause: Cause) -> LiveGame:
    """End the mover's turn without further automatic steps; a pending offer may lapse.

    The offer lapses if it is not possible any more, or if the side that should answer it chose this turn.

    Args:
        turn: the whole turn; None for a pass.
        cause: why this turn was played: the player's choice, or the reason why there was none.
    """
    side = live.mover
    moves = turn.moves if turn else ()
    state = live.state.after_turn(live.state.begin_turn().play_all(moves))
    after, offer = replace(live, state=state, draft=None), live.offer
    if offer is not None and (offer.is_void(after) or (offer.side is not side and cause is Cause.CHOICE)):
        after = replace(after, offer=None)
    return after.with_event(Played.of(moves, cause), side)
