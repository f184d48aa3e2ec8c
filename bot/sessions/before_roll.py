"""What can be done before a roll: keeping the opening throw, doubling, and the answer to a double. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules.events import Doubled, Dropped, Took
from bot.sessions.by_itself import settle
from bot.sessions.errors import CannotDouble, NothingDoubled, NothingToChoose, NotYourTurn, WhyNoDouble
from bot.sessions.play import Happening, Kind, Play
from bot.sessions.turns import chosen, must_act

if TYPE_CHECKING:
    from bot.rules import GameState, Side
    from bot.sessions.chance import Chance


def choose(play: Play, side: Side, chance: Chance, *, keep: bool) -> Play:
    """Keep the opening throw as the first roll, or throw anew (R7.3).

    Raises:
        NothingToChoose: there is no throw to choose about.
        NotYourTurn: the other side starts.
    """
    if play.state.choice is None:
        raise NothingToChoose(play.game)
    must_act(play, side)
    return chosen(play, chance, keep=keep)


def double(play: Play, side: Side) -> Play:
    """Offer to double the value of the game (R8.3).

    Raises:
        NotYourTurn: the other side is to act.
        DoubleWaits: a double waits for its answer.
        CannotDouble: there is no cube, the dice are thrown, or the cube is the other's or at its highest.
    """
    must_act(play, side)
    state = play.state
    if not state.may_double:
        raise CannotDouble(play.game, _why_not(state))
    offered = replace(play, state=state.after(Doubled()))
    return offered.and_then(Happening(Kind.DOUBLE, side, str(play.cube * 2)))


def answer_double(play: Play, side: Side, chance: Chance, *, take: bool) -> Play:
    """Take a double, or drop it and lose the value before it (R8.3).

    Raises:
        NothingDoubled: no double waits for an answer.
        NotYourTurn: it is the other side who was asked.
    """
    state = play.state
    if not state.is_doubled:
        raise NothingDoubled(play.game)
    if state.actor is not side:
        raise NotYourTurn(play.game, play.names[side.other])
    answered = replace(play, state=state.after(Took() if take else Dropped()))
    if take:
        return settle(answered.and_then(Happening(Kind.TAKE, side, str(answered.cube))), chance)
    return replace(answered, offer=None).and_then(Happening(Kind.DROP, side, str(play.cube)))


def _why_not(state: GameState) -> WhyNoDouble:
    if state.cube is None:
        return WhyNoDouble.NO_CUBE
    if state.roll is not None or state.choice is not None:
        return WhyNoDouble.ROLLED
    return WhyNoDouble.OWNED if state.cube.owner is state.mover.other else WhyNoDouble.HIGHEST
