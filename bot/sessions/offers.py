"""What can be offered in a game, and the answers: resignation at a value, a draw (R9.6). Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Grade, resignations
from bot.rules.events import DrawAgreed, Resigned
from bot.sessions.errors import CannotResignAt, NoOffer, OfferWaits
from bot.sessions.play import DRAW, Happening, Kind, Offer

if TYPE_CHECKING:
    from bot.rules import Side
    from bot.sessions.play import Play


def resign(play: Play, side: Side, grade: Grade | None) -> Play:
    """Give the game up, or offer to, at a value (R9.6).

    The highest value that can still happen is taken at once; a lower one waits for the opponent.

    Raises:
        CannotResignAt: that value cannot happen any more; none can, if the side has finished (R9.3).
        OfferWaits: another offer waits for its answer.
    """
    grades = resignations(play.state, side)
    if not grades or grade not in (None, *grades):
        raise CannotResignAt(play.game, grades, play.cube)
    if grade is None or grade is grades[-1]:
        return _resigned(play, side, grades[-1])
    return _offered(play, Offer(grade.value, side))


def offer_draw(play: Play, side: Side) -> Play:
    """Offer a draw (R9.6), or agree to the one that the opponent offered.

    Raises:
        OfferWaits: another offer waits for its answer.
    """
    if play.offer == Offer(DRAW, side.other):
        return answer(play, side, accept=True)
    return _offered(play, Offer(DRAW, side))


def answer(play: Play, side: Side, *, accept: bool, what: str | None = None) -> Play:
    """Accept or refuse what the opponent offers.

    Args:
        play: the game.
        side: who answers.
        accept: the answer.
        what: what is answered, where the player saw it: a later offer of something else is not meant.

    Raises:
        NoOffer: nobody offers that.
        OfferWaits: it is the side's own offer.
    """
    offer = play.offer
    if offer is None or what not in (None, offer.what):
        raise NoOffer(play.game)
    if offer.by is side:
        raise _waits(play, offer, side)
    if not accept:
        return replace(play, offer=None).and_then(Happening(Kind.REFUSAL, side, offer.what))
    if offer.what == DRAW:
        agreed = replace(play, state=play.state.after(DrawAgreed()), draft=None, offer=None)
        return agreed.and_then(Happening(Kind.DRAW, side, ""))
    return _resigned(play, offer.by, Grade(offer.what))


def refused_unheard(play: Play, side: Side) -> Play:
    """Refuse what the opponent offers to a side that has blocked him, and so never heard of it."""
    if play.offer is None or play.offer.by is side:
        return play
    return answer(play, side, accept=False)


def _offered(play: Play, offer: Offer) -> Play:
    if play.offer is not None:
        raise _waits(play, play.offer, offer.by)
    return replace(play, offer=offer).and_then(Happening(Kind.OFFER, offer.by, offer.what))


def _waits(play: Play, offer: Offer, side: Side) -> OfferWaits:
    """What a side is told who wants to offer or answer something while an offer waits."""
    return OfferWaits(play.game, play.names[side.other] if offer.by is side else None)


def _resigned(play: Play, side: Side, grade: Grade) -> Play:
    ended = replace(play, state=play.state.after(Resigned(side, grade)), draft=None, offer=None)
    return ended.and_then(Happening(Kind.RESIGNATION, side, grade.value))
