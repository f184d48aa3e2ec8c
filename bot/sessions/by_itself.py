"""What follows by itself from an action: an automatic roll, a forced turn, a pass, a race. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.engine import is_race, racing_turn
from bot.rules import PartialTurn, Roll, legal_turns, why_not
from bot.rules.errors import Reason
from bot.rules.events import Played, Rolled
from bot.sessions.chance import die
from bot.sessions.play import Cause, Happening, Kind

if TYPE_CHECKING:
    from bot.rules import Turn
    from bot.sessions.chance import Chance
    from bot.sessions.play import Manners, Play


def settle(play: Play, chance: Chance) -> Play:
    """Let happen what happens by itself. Who may double is asked first."""
    while not play.is_over:
        if _may_race(play):
            return _raced(play, chance)
        manners = play.manners[play.mover]
        if play.draft is None:
            waits = play.state.is_doubled or play.state.choice is not None
            by_itself = manners.program or manners.auto_roll
            if waits or not by_itself or play.state.may_double:
                return play
            play = rolled(play, chance)
            continue
        after = _by_itself(play, play.draft, manners)
        if after is None:
            return play
        play = after
    return play


def _may_race(play: Play) -> bool:
    """Whether the rest is a race that both sides want to be played by itself.

    Nothing may wait for anybody: no turn half made, no offer, no cube to turn.
    """
    state = play.state
    wanted = all(manners.auto_race or manners.program for manners in play.manners.values())
    idle = play.offer is None and state.cube is None and not (play.draft and play.draft.moves)
    return wanted and idle and is_race(state.position, state.ruleset.family)


def _raced(play: Play, chance: Chance) -> Play:
    """Play a race to its end without waste, every turn with its dice."""
    play = play.and_then(Happening(Kind.RACE, None, ""))
    while not play.is_over:
        if play.draft is None:
            play = rolled(play, chance)
        else:
            turn = None if play.draft.must_pass else racing_turn(play.state)
            play = played(play, turn, Cause.RACE if turn else Cause.BLOCKED)
    return play


def _by_itself(play: Play, draft: PartialTurn, manners: Manners) -> Play | None:
    """Play the turn that needs nobody, if it is one."""
    if draft.moves:
        complete = manners.auto_confirm and draft.is_complete
        return played(play, draft.turn(), Cause.CHOICE) if complete else None
    turns = legal_turns(draft.start, draft.roll)
    if not turns:
        return played(play, None, _why_passed(draft))
    if len(turns) == 1 and manners.auto_forced and not manners.program:
        return played(play, turns[0], Cause.FORCED)
    return None


def _why_passed(draft: PartialTurn) -> Cause:
    if draft.start.bar(draft.start.mover):
        return Cause.BAR
    reasons = {why_not(draft, point) for point in draft.start.points(draft.start.mover)}
    return Cause.PRIME if reasons & {Reason.PRIME, Reason.HOME_PRIME} else Cause.BLOCKED


def rolled(play: Play, chance: Chance) -> Play:
    """Throw the dice."""
    thrown = Roll(die(chance), die(chance))
    state = play.state.after(Rolled(thrown))
    draft = PartialTurn.begin(state.position, thrown)
    return replace(play, state=state, draft=draft).and_then(Happening(Kind.ROLL, play.mover, str(thrown)))


def played(play: Play, turn: Turn | None, cause: Cause) -> Play:
    """End a turn. An offer lapses when the one who was to answer it chooses to play on instead."""
    side = play.mover
    state = play.state.after(Played(turn.moves if turn else ()))
    offer = play.offer
    if offer is not None and (offer.is_void(state) or (offer.by is not side and cause is Cause.CHOICE)):
        offer = None
    happening = Happening(Kind.TURN, side, str(turn) if turn else "pass", cause)
    return replace(play, state=state, draft=None, offer=offer).and_then(happening)
