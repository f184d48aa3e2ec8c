"""A game as the match text that other programs read: /record with the word `mat`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import GameError, Mat
from bot.sessions import record_of
from bot.talk.catalog import join
from bot.talk.parsing import button_data
from bot.talk.reply import Button, Code, Reply
from bot.talk.which import which

if TYPE_CHECKING:
    from bot.rules import Record
    from bot.talk.catalog import Words
    from bot.talk.parsing import Asked
    from bot.talk.reply import Rows
    from bot.talk.talk import Talk

MAT = "mat"
"""The word behind /record."""


async def mat(talk: Talk, asked: Asked) -> Reply:
    """Return the game that is meant as a `.mat`; why there is none, if it cannot be written so."""
    game, events = await talk.manager.told(await which(talk, asked, finished=True))
    try:
        text = _write(record_of(game, events))
    except GameError:
        return Reply(talk.words.say("record-no-mat", command=Code(f"/record {game.id}")))
    return Reply(join([talk.words.say("record-title", game=game.id), (Code(text),)]))


def mat_button(words: Words, game: str) -> Rows:
    """The button below a record that gives it as a `.mat`."""
    return ((Button(words.words("button-mat"), button_data(f"/record {game} {MAT}")),),)


def _write(record: Record) -> str:
    """The text of a game."""
    white, black = record.header("White") or "White", record.header("Black") or "Black"
    named = replace(record, headers=(("White", white), ("Black", black)))
    return Mat(None, (white, black), (named,)).write().strip("\n")
