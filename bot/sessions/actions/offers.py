"""Offers in a game: resignation, draw (R9.6) and pause, their answers and withdrawal. Also loss on time.

All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.rules import Grade, Side
from bot.rules.events import (
    DrawAgreed,
    Event,
    Offered,
    Paused,
    Played,
    Refused,
    Resigned,
    Resumed,
    TimedOut,
    Withdrawn,
)
from bot.sessions.errors import CannotResignAt, Refusal
from bot.sessions.live_game import DRAW, PAUSE, LiveGame, Offer


def resign(live: LiveGame, side: Side, grade: Grade | None) -> LiveGame:
    """Resign at a value, or offer the opponent a resignation at it (R9.6).

    Resigning at the highest value that is still possible ends the game at once. A lower value needs the
    opponent's consent. Moves of the side that are not confirmed yet count and stay on the board.

    Args:
        grade: the value; None for the highest that is still possible.

    Raises:
        CannotResignAt: that value is not possible any more; no value is if the side has finished (R9.3).
        Refusal: a lower value, and another offer awaits its answer.
    """
    grades = live.resignations(side)
    if not grades or grade not in (None, *grades):
        raise CannotResignAt(live.game, grades, live.cube)
    if grade is None or grade is grades[-1]:
        return _resigned(live, side, grades[-1])
    return _offered(live, Offer(grade.value, side))


def offer_draw(live: LiveGame, side: Side) -> LiveGame:
    """Offer a draw (R9.6), or agree to the opponent's offer of one.

    Raises:
        Refusal: another offer awaits its answer.
    """
    if live.offer == Offer(DRAW, side.other):
        return answer(live, side, accept=True)
    return _offered(live, Offer(DRAW, side))


def offer_pause(live: LiveGame, side: Side) -> LiveGame:
    """Offer a pause, or agree to the opponent's offer of one.

    Raises:
        Refusal: the game is paused already.
        Refusal: the opponent is the computer player, which waits anyway.
        Refusal: another offer awaits its answer.
    """
    if live.is_paused:
        raise Refusal("game-pauses", game=live.game)
    if live.preferences[side.other].is_computer:
        raise Refusal("no-pause")
    if live.offer == Offer(PAUSE, side.other):
        return answer(live, side, accept=True)
    return _offered(live, Offer(PAUSE, side))


def resume(live: LiveGame, side: Side) -> LiveGame:
    """End a pause; either side may do so.

    Raises:
        Refusal: the game is not paused.
    """
    if not live.is_paused:
        raise Refusal("not-paused", game=live.game)
    return replace(live, is_paused=False).after(Resumed(), side)


def answer(live: LiveGame, side: Side, *, accept: bool, what: str | None = None) -> LiveGame:
    """Accept or refuse the opponent's offer.

    Args:
        side: the side that answers.
        what: the kind of offer that the player saw; None for whatever is offered now.

    Raises:
        Refusal: no offer, or none of this kind, awaits an answer.
        Refusal: the side made the offer itself.
    """
    offer = live.offer
    if offer is None or what not in (None, offer.what):
        if what is None:
            raise Refusal("no-offer", game=live.game)
        raise Refusal("offer-is-over", game=live.game)
    if offer.side is side:
        raise _waits(live, offer, side)
    if not accept:
        return replace(live, offer=None).after(Refused(side, offer.grade, offer.what == PAUSE), side)
    if offer.what == PAUSE:
        return replace(live, offer=None, is_paused=True).after(Paused(), side)
    if offer.grade is None:
        return replace(live, draft=None, offer=None).after(DrawAgreed(), side)
    return _resigned(live, offer.side, offer.grade)


def withdraw(live: LiveGame, side: Side, what: str | None = None) -> LiveGame:
    """Withdraw a side's own offer before it is answered.

    Args:
        what: the kind of offer that the player saw; None for whatever they offer now.

    Raises:
        Refusal: no offer of the side, or none of this kind, awaits an answer.
    """
    offer = live.offer
    if offer is None or offer.side is not side or what not in (None, offer.what):
        if what is None:
            raise Refusal("nothing-offered", game=live.game)
        raise Refusal("offer-is-over", game=live.game)
    return replace(live, offer=None).after(Withdrawn(side, offer.grade, offer.what == PAUSE), side)


def has_withdrawn(events: Iterable[tuple[Side | None, Event]], side: Side) -> bool:
    """Return True if a side has withdrawn an offer since the last turn was played.

    Until the next turn it then makes no offer, so that it cannot notify the opponent over and over.

    Args:
        events: all events of the game in order, each with its side.
    """
    found = False
    for by, event in events:
        if isinstance(event, Played):
            found = False
        elif isinstance(event, Withdrawn) and by is side:
            found = True
    return found


def lost_on_time(live: LiveGame, side: Side) -> LiveGame:
    """End the game as lost on time by a side (R9.6). The caller checks that this side's time has run out."""
    lost = TimedOut(side, live.kept_if_ended(side))
    return replace(live, draft=None, offer=None).after(lost, side)


def refused_automatically(live: LiveGame, side: Side) -> LiveGame:
    """Refuse the opponent's offer for a side that never saw it, because its player has blocked the opponent.

    Without an offer of the opponent the game is returned unchanged.
    """
    if live.offer is None or live.offer.side is side:
        return live
    return answer(live, side, accept=False)


def _offered(live: LiveGame, offer: Offer) -> LiveGame:
    if live.offer is not None:
        raise _waits(live, live.offer, offer.side)
    offered = Offered(offer.side, offer.grade, offer.what == PAUSE)
    return replace(live, offer=offer).after(offered, offer.side)


def _waits(live: LiveGame, offer: Offer, side: Side) -> Refusal:
    """Return the refusal for a side that makes an offer while one is pending, or answers its own offer."""
    if offer.side is side:
        return Refusal("own-offer-waits", game=live.game, name=live.names[side.other])
    return Refusal("offer-waits", game=live.game)


def _resigned(live: LiveGame, side: Side, grade: Grade) -> LiveGame:
    resigned = Resigned(side, grade, live.kept_if_ended(side))
    return replace(live, draft=None, offer=None).after(resigned, side)
