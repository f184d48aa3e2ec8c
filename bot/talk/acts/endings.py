"""The commands that end a game before its end: resign, draw. Each asks once, to be sure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import Grade, resignations
from bot.sessions import DRAW
from bot.sessions.errors import CannotResignAt, NoSuchGame
from bot.talk.board import as_seen
from bot.talk.catalog import join
from bot.talk.reply import Style
from bot.talk.talk import Choice
from bot.talk.which import own_game
from bot.talk.wording import grade_words, name_at, shortened

if TYPE_CHECKING:
    from bot.sessions import Game
    from bot.talk.parsing import Asked
    from bot.talk.reply import Reply, Span, Text
    from bot.talk.talk import Talk


async def resign(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/resign: asks once, then gives the game up at a value, or offers to."""
    game, side = await own_game(talk, asked)
    grades = resignations(game.play.state, side)
    if not grades:
        raise CannotResignAt(game.id, grades, game.play.cube)
    wanted = grades
    if asked.words:
        typed = asked.words[0].lower()
        wanted = tuple(grade for grade in grades if grade.value == typed)
        if not wanted:
            raise CannotResignAt(game.id, grades, game.play.cube)
        if asked.sure:
            await talk.manager.resign(talk.by, game.id, wanted[0])
            return ()
    text = _sure(talk, game, name_at(game, side.other), wanted, at_once=grades[-1])
    choices = [_choice(talk, game, grade, at_once=grades[-1]) for grade in reversed(wanted)]
    return (await talk.ask(text, choices),)


async def draw(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/draw: asks once, then offers a draw; agrees at once to one that is offered."""
    if asked.words and asked.game is None:
        raise NoSuchGame(shortened(asked.words[0]))
    game, side = await own_game(talk, asked)
    offer = as_seen(game, (), talk.dress)[0].play.offer
    offered = offer is not None and offer.what == DRAW and offer.by is side.other
    if asked.sure or offered:
        await talk.manager.offer_draw(talk.by, game.id)
        return ()
    text = talk.words.say("sure-draw", opponent=name_at(game, side.other), game=game.id)
    label = talk.words.words("button-sure-draw")
    return (await talk.ask(text, [Choice(label, f"/draw {game.id}", sure=True, style=Style.PRIMARY)]),)


def _sure(talk: Talk, game: Game, opponent: Span, wanted: tuple[Grade, ...], *, at_once: Grade) -> Text:
    grade = grade_words(talk.words, wanted[-1], game.play.cube)
    if wanted[-1] is not at_once:
        return talk.words.say("sure-offer-resignation", game=game.id, opponent=opponent, grade=grade)
    text = talk.words.say("sure-resign", game=game.id, opponent=opponent, grade=grade)
    if len(wanted) == 1:
        return text
    return join([text, talk.words.say("sure-resign-lower", opponent=opponent)])


def _choice(talk: Talk, game: Game, grade: Grade, *, at_once: Grade) -> Choice:
    resigns = grade is at_once
    label = talk.words.words(
        "button-sure-resign" if resigns else "button-offer-grade",
        grade=grade_words(talk.words, grade, game.play.cube),
    )
    style = Style.DANGER if resigns else Style.PLAIN
    return Choice(label, f"/resign {game.id} {grade.value}", sure=True, style=style)
