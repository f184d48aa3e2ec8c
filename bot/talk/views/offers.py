"""Offers: what a sheet over a page's board asks, with the cost of each answer worked out from the rules."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bot.rules import Ending, Grade, Outcome, Side
from bot.sessions import DRAW, PAUSE, LoadedGame
from bot.talk.catalog import Words
from bot.talk.input.payloads import SURE, button_data
from bot.talk.reply import Button, Style
from bot.talk.views.buttons import withdraw_button
from bot.talk.views.match_score import points_words
from bot.talk.wording import grade_words, name_at

RESIGN = "resign"
"""The subject of an offer to resign, as in `Offer.what`."""


@dataclass(frozen=True, slots=True)
class OfferValue:
    """A value to choose from before the last button of the sheet is pressed.

    Args:
        label: the value in words.
        costs: the match score after it; empty outside a match.
        button: the button that the sheet then shows.
    """

    label: str
    costs: str
    button: Button


@dataclass(frozen=True, slots=True)
class Offer:
    """A question over the board: an opponent's offer, or one that the person is about to make.

    Args:
        what: the subject: `double`, `draw`, `pause` or `resign`.
        title: what is offered, and by whom.
        text: what each answer costs; one sentence a line.
        values: the values to choose from, the lowest first; empty if there is no choice.
        buttons: the answers, from left to right; with values the last one is that of the first value.
        stay: the label of the button that only closes the sheet; empty if the offer must be answered.
        cube: the value that a double leads to; None for other offers.
    """

    what: str
    title: str
    text: str
    values: tuple[OfferValue, ...]
    buttons: tuple[Button, ...]
    stay: str
    cube: int | None


def offered_to(words: Words, game: LoadedGame, side: Side) -> Offer | None:
    """Return the offer that waits for a side's answer, or None.

    Args:
        game: the game, without offers that the person does not see.
    """
    state, offer = game.live.state, game.live.offer
    if game.is_over or game.paused is not None:
        return None
    if offer is not None and offer.side is side.other:
        return _answer(words, game, side, offer.what)
    if state.is_doubled and state.to_act is side:
        return _double_to_answer(words, game, side)
    return None


def asked_words(words: Words, game: LoadedGame, side: Side) -> str:
    """Return a sentence that the opponent is asked about a side's own offer; empty if there is none."""
    offer = game.live.offer
    if game.is_over or offer is None or offer.side is not side:
        return ""
    return words.words("offer-asked", name=name_at(game, side.other))


def to_withdraw(words: Words, game: LoadedGame, side: Side) -> Button | None:
    """Return the button that withdraws a side's own offer; None if a person is not asked about one."""
    offer = game.live.offer
    if game.is_over or offer is None or offer.side is not side or game.level is not None:
        return None
    return withdraw_button(words, game, offer)


def to_offer(words: Words, game: LoadedGame, side: Side, *, has_withdrawn: bool) -> tuple[Offer, ...]:
    """Return the offers that a side can make now, each as the question that is asked first.

    Args:
        has_withdrawn: True if the side has withdrawn an offer since the last turn, and so may not ask again.
    """
    if game.is_over or game.paused is not None:
        return ()
    may_ask = game.live.offer is None and not has_withdrawn
    found = [_resignation(words, game, side, may_ask=may_ask)] if game.live.resignations(side) else []
    if may_ask:
        found.append(_draw_to_offer(words, game, side))
        if game.level is None:
            found.append(_pause_to_offer(words, game, side))
    if game.live.state.may_double and game.live.state.to_act is side:
        found.append(_double_to_offer(words, game, side))
    return tuple(found)


def _double_to_answer(words: Words, game: LoadedGame, side: Side) -> Offer:
    name, value, dropped = name_at(game, side.other), 2 * game.live.cube, _dropped(game, side)
    lost = _points(words, dropped.points_of(side.other))
    drops = words.words("offer-double-drop", name=name, points=lost)
    text = _lines(words.words("offer-double-take"), _ended(words, game, side, dropped, drops))
    buttons = (
        Button(words.words("offer-drop", points=lost), button_data(f"/drop {game.id}", game.turns)),
        Button(words.words("button-take"), button_data(f"/take {game.id}", game.turns), Style.PRIMARY),
    )
    title = words.words("offer-double", name=name, value=str(value))
    return Offer("double", title, text, (), buttons, "", value)


def _double_to_offer(words: Words, game: LoadedGame, side: Side) -> Offer:
    name, value, dropped = name_at(game, side.other), 2 * game.live.cube, _dropped(game, side.other)
    drops = words.words("ask-double-drop", name=name, points=_points(words, dropped.points_of(side)))
    text = _lines(
        words.words("ask-double-take", name=name, value=str(value)),
        _ended(words, game, side, dropped, drops),
    )
    double = words.words("table-double", value=str(value))
    button = Button(double, button_data(f"/double {game.id}", game.turns), Style.PRIMARY)
    title, stay = words.words("ask-double", value=str(value)), words.words("ask-not-now")
    return Offer("double", title, text, (), (button,), stay, value)


def _answer(words: Words, game: LoadedGame, side: Side, what: str) -> Offer:
    """Return the question if a side accepts an offer of a draw, a pause or a resignation."""
    name = name_at(game, side.other)
    if what == PAUSE:
        subject, agree = PAUSE, words.words("button-accept-pause")
        title, costs = words.words("offer-pause", name=name), words.words("offer-pause-text")
    elif what == DRAW:
        subject, agree = DRAW, words.words("button-accept-draw")
        title, costs = words.words("offer-draw", name=name), _drawn(words, game, side)
    else:
        won = Outcome(side, Grade(what), Ending.RESIGNED, game.live.cube)
        gets = words.words("offer-resignation-text", points=_points(words, won.points_of(side)))
        subject, agree = RESIGN, words.words("offer-accept")
        title = words.words("offer-resignation", name=name, grade=_grade(words, game, Grade(what)))
        costs = _ended(words, game, side, won, gets)
    refuse = Button(words.words("button-decline"), button_data(f"/decline {game.id} {what}"))
    accept = Button(agree, button_data(f"/accept {game.id} {what}"), Style.PRIMARY)
    return Offer(subject, title, _lines(costs, words.words("offer-declined")), (), (refuse, accept), "", None)


def _draw_to_offer(words: Words, game: LoadedGame, side: Side) -> Offer:
    button = Button(words.words("button-draw"), button_data(f"{SURE}/draw {game.id}"), Style.PRIMARY)
    text = _lines(words.words("ask-text", name=name_at(game, side.other)), _drawn(words, game, side))
    return Offer(DRAW, words.words("ask-draw"), text, (), (button,), words.words("ask-play-on"), None)


def _pause_to_offer(words: Words, game: LoadedGame, side: Side) -> Offer:
    button = Button(words.words("button-pause"), button_data(f"{SURE}/pause {game.id}"), Style.PRIMARY)
    text = _lines(words.words("ask-text", name=name_at(game, side.other)), words.words("offer-pause-text"))
    return Offer(PAUSE, words.words("ask-pause"), text, (), (button,), words.words("ask-play-on"), None)


def _resignation(words: Words, game: LoadedGame, side: Side, *, may_ask: bool) -> Offer:
    """Return the question at which value a side resigns.

    Only the highest value that is still possible ends the game at once. The opponent is asked about a lower
    one.

    Args:
        may_ask: True if the side may make the opponent an offer.
    """
    *lower, highest = game.live.resignations(side)
    values = [_value(words, game, side, highest, at_once=True)]
    if lower and may_ask:
        values[:0] = [_value(words, game, side, grade, at_once=False) for grade in lower]
        name, grade = name_at(game, side.other), _grade(words, game, highest)
        text = words.words("ask-resign-lower", name=name, grade=grade)
    else:
        text = words.words("ask-resign-text")
    stay = words.words("ask-play-on")
    return Offer(RESIGN, words.words("ask-resign"), text, tuple(values), (values[0].button,), stay, None)


def _value(words: Words, game: LoadedGame, side: Side, grade: Grade, *, at_once: bool) -> OfferValue:
    label, message = _grade(words, game, grade), "button-sure-resign" if at_once else "button-offer-grade"
    data = button_data(f"{SURE}/resign {game.id} {grade.value}")
    lost = Outcome(side.other, grade, Ending.RESIGNED, game.live.cube)
    button = Button(words.words(message, grade=label), data, Style.DANGER)
    return OfferValue(label, _score(words, game, side, lost), button)


def _dropped(game: LoadedGame, loser: Side) -> Outcome:
    """Return the outcome of a game in which a side drops a double."""
    return Outcome(loser.other, game.live.state.ruleset.scoring.lowest, Ending.DROPPED, game.live.cube)


def _drawn(words: Words, game: LoadedGame, side: Side) -> str:
    return _ended(words, game, side, Outcome(None, None, Ending.DRAW), words.words("offer-draw-text"))


def _ended(words: Words, game: LoadedGame, side: Side, outcome: Outcome, what: str) -> str:
    """Return a sentence about an outcome, in a match with the score after it."""
    score = _score(words, game, side, outcome)
    return words.words("offer-ends-match", what=what, score=score) if score else f"{what}."


def _score(words: Words, game: LoadedGame, side: Side, outcome: Outcome) -> str:
    """Return the match score after an outcome, a side's points first; empty outside a match."""
    if game.is_alone:
        return ""
    after = game.before.after(game.white.id, outcome)
    score = "–".join(points_words(after.score_of(game.player(each).id)) for each in (side, side.other))
    if after.is_over:
        return words.words("offer-score-end", score=score)
    if after.length.points:
        return words.words("offer-score-points", score=score, points=str(after.length.points))
    number, games = str(after.games), str(after.length.games)
    return words.words("offer-score-games", score=score, number=number, games=games)


def _grade(words: Words, game: LoadedGame, grade: Grade) -> str:
    return grade_words(words, grade, game.live.cube)


def _points(words: Words, points: Fraction) -> str:
    return words.words("offer-points", count=int(points), points=points_words(points))


def _lines(*lines: str) -> str:
    return "\n".join(lines)
