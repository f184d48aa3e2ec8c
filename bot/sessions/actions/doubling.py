"""What can be done before a roll: keeping the opening throw, doubling, and the answer to a double. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.rules import Game, Side
from bot.rules.events import Doubled, Dropped, Took
from bot.sessions.actions.automatic import play_automatic
from bot.sessions.actions.turns import keep_or_reroll, must_be_to_act
from bot.sessions.dice import DiceSource
from bot.sessions.errors import CannotDouble, NothingDoubled, NothingToChoose, NotYourTurn, WhyNoDouble
from bot.sessions.live_game import LiveGame


def choose(live: LiveGame, side: Side, chance: DiceSource, *, keep: bool) -> LiveGame:
    """Keep the opening throw as the first roll, or throw anew (R7.3).

    Raises:
        NothingToChoose: there is no throw to choose about.
        NotYourTurn: the other side starts.
    """
    if live.state.choice is None:
        raise NothingToChoose(live.game)
    must_be_to_act(live, side)
    return keep_or_reroll(live, chance, keep=keep)


def double(live: LiveGame, side: Side) -> LiveGame:
    """Offer to double the value of the game (R8.3).

    Raises:
        NotYourTurn: the other side is to act.
        DoubleWaits: a double waits for its answer.
        CannotDouble: there is no cube, the dice are thrown, or the cube is the other's or at its highest.
    """
    must_be_to_act(live, side)
    state = live.state
    if not state.may_double:
        raise CannotDouble(live.game, _why_not(state))
    return live.after(Doubled(), side)


def answer_double(live: LiveGame, side: Side, chance: DiceSource, *, take: bool) -> LiveGame:
    """Take a double, or drop it and lose the value before it (R8.3).

    Raises:
        NothingDoubled: no double waits for an answer.
        NotYourTurn: it is the other side who was asked.
    """
    state = live.state
    if not state.is_doubled:
        raise NothingDoubled(live.game)
    if state.to_act is not side:
        raise NotYourTurn(live.game, live.person(side.other))
    if take:
        return play_automatic(live.after(Took(), side), chance)
    return replace(live, offer=None).after(Dropped(), side)


def _why_not(state: Game) -> WhyNoDouble:
    if state.cube is None:
        return WhyNoDouble.NO_CUBE
    if state.roll is not None or state.choice is not None:
        return WhyNoDouble.ROLLED
    return WhyNoDouble.OWNED if state.cube.owner is state.mover.other else WhyNoDouble.HIGHEST
