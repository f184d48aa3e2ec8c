"""The commands of a turn: roll, move, take back, end the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import NardyRulesError, play_text
from bot.rules.errors import AmbiguousMove
from bot.talk.board import picture
from bot.talk.buttons import in_rows, move_button
from bot.talk.keywords import Keyword, keyword_of
from bot.talk.numbering import numbering_of
from bot.talk.parsing import LONGEST_DATA
from bot.talk.refusals import rules_error_text
from bot.talk.reply import Code, Reply
from bot.talk.which import which, which_only
from bot.talk.wording import typed_place

if TYPE_CHECKING:
    from bot.rules import Move
    from bot.sessions import Game
    from bot.talk.parsing import Asked
    from bot.talk.reply import Button
    from bot.talk.talk import Talk


async def roll(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/roll: throw the dice."""
    await talk.manager.roll(talk.by, await which_only(talk, asked), asked.turn)
    return ()


async def move(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/move: make moves."""
    game = await which(talk, asked)
    if not asked.words:
        return (Reply(talk.words.say("refused-nothing-typed", command=Code("/move 24/18 13/8"))),)
    numbers = numbering_of(await talk.manager.game(game), talk.dress)
    if asked.typed:
        asked = replace(asked, words=tuple(numbers.other_text(asked.rest).split()))
    try:
        await talk.manager.move(talk.by, game, asked.rest, asked.turn)
    except AmbiguousMove as error:
        return (await _ask_which_move(talk, game, asked, error),)
    except NardyRulesError as error:
        return (Reply(rules_error_text(talk.words, error, numbers)),)
    return ()


async def undo(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/undo: take back the last move, with a number so many, or with `all` every move of the turn."""
    word = asked.words[0] if asked.words else ""
    everything = keyword_of(word) is Keyword.ALL
    count = int(word) if word.isdecimal() else None if everything else 1
    meant = replace(asked, words=asked.words[1:]) if everything or word.isdecimal() else asked
    await talk.manager.take_back(talk.by, await which_only(talk, meant), asked.turn, count=count)
    return ()


async def done(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/done: end the turn."""
    await talk.manager.confirm(talk.by, await which_only(talk, asked), asked.turn)
    return ()


async def _ask_which_move(talk: Talk, game_id: str, asked: Asked, error: AmbiguousMove) -> Reply:
    """Return the moves that a lone point can mean, with its checker marked on the board.

    What was typed beside that point is played with the move that is chosen.
    """
    game, events = await talk.manager.told(game_id)
    start = error.choices[0].start
    lone = typed_place(start)
    at = asked.words.index(lone) if lone in asked.words else 0
    before, after = asked.words[:at], asked.words[at + 1 :]
    buttons = [_choice(talk, game, move, " ".join((*before, str(move), *after))) for move in error.choices]
    text = rules_error_text(talk.words, error)
    shown = picture(_with_moves(game, " ".join(before)), talk.dress, events, start)
    return replace(shown, text=text, buttons=tuple(in_rows(buttons)))


def _choice(talk: Talk, game: Game, move: Move, typed: str) -> Button:
    """A button that plays what was typed, or where that is too long for a button, the one move."""
    numbers = numbering_of(game, talk.dress)
    whole = move_button(talk.words, game, numbers, (move,), typed)
    fits = len(whole.data) <= LONGEST_DATA and whole.data.isascii()
    return whole if fits else move_button(talk.words, game, numbers, (move,))


def _with_moves(game: Game, typed: str) -> Game:
    """The game with some more moves in its half-made turn, as far as they can be made."""
    if game.play.draft is None or not typed:
        return game
    try:
        return replace(game, play=replace(game.play, draft=play_text(game.play.draft, typed)))
    except NardyRulesError:
        return game
