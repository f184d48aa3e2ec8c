"""Games as text, those that were played here and those that somebody brought: /record."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.rules.formats import LENGTH, FaultyRecord, Mat, read_record
from bot.rules.rulesets import MatchLength
from bot.sessions import is_import, lone_record_of
from bot.talk.catalog import join
from bot.talk.imports import fault_text, is_later
from bot.talk.parsing import button_data
from bot.talk.reply import Button, Code, Reply
from bot.talk.which import which_only

if TYPE_CHECKING:
    from bot.rules.formats import Record
    from bot.talk.parsing import Asked
    from bot.talk.reply import Text
    from bot.talk.talk import Talk

MAT = "mat"
"""The word behind /record for the text that other programs read."""

_WHOLE = "match"


@dataclass(frozen=True, slots=True)
class _Told:
    """Games that are to be written.

    Args:
        line: the command that gives them.
        title: what stands above them.
        games: the games; of a match, each with what it says of the match.
    """

    line: str
    title: Text
    games: tuple[Record, ...]


async def record(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/record: the record of a game; with `match` of its match, with `mat` as other programs read it.

    Of an import it is all that was brought along, or with a number one game of it.
    """
    words = [word.lower() for word in asked.words]
    left = tuple(word for word in words if word not in (_WHOLE, MAT))
    key = await which_only(talk, replace(asked, words=left), finished=True)
    if is_import(key):
        told = await _brought(talk, key, left)
    elif _WHOLE in words:
        title = talk.words.say("record-title-match", game=key)
        told = _Told(f"/record {key} {_WHOLE}", title, await _seen_of_match(talk, key))
    else:
        game, events = await talk.manager.told(key)
        title = talk.words.say("record-title", game=game.id)
        told = _Told(f"/record {game.id}", title, (lone_record_of(game, events),))
    return (await asyncio.to_thread(_as_mat if MAT in words else _as_ours, talk, told),)


async def _seen_of_match(talk: Talk, key: str) -> tuple[Record, ...]:
    """The games of a match that are seen by the one who asks: by its players all, by others those shown."""
    records = (await talk.manager.matches.record(key)).told()
    ids = await talk.manager.matches.games_with(key)
    return tuple([record for record, game in zip(records, ids, strict=True) if await talk.may_see(game)])


async def _brought(talk: Talk, key: str, words: tuple[str, ...]) -> _Told:
    """All games of an import, or one, if its number was typed; the nearest, if there is none such."""
    texts = await talk.manager.imports.games(key)
    line = f"/record {key}"
    if words and words[0].isdecimal() and len(texts) > 1:
        number = min(max(int(words[0][:3]), 1), len(texts))
        line, texts = f"{line} {number}", texts[number - 1 : number]
    games = await asyncio.to_thread(lambda: tuple(map(read_record, texts)))
    if len(games) == 1:
        return _Told(line, talk.words.say("record-title", game=key), games)
    return _Told(line, talk.words.say("record-title-games", game=key, games=len(games)), games)


def _as_ours(talk: Talk, told: _Told) -> Reply:
    text = "\n".join(game.write() for game in told.games)
    button = Button(talk.words.words("button-mat"), button_data(f"{told.line} {MAT}"))
    return Reply(join([told.title, (Code(text),)]), buttons=((button,),))


def _as_mat(talk: Talk, told: _Told) -> Reply:
    """The games as a `.mat`; why there is none, if they cannot be written so."""
    try:
        text = _mat_of(told.games).write().strip("\n")
    except FaultyRecord as error:
        why = fault_text(talk.words, error.fault)
        return Reply(talk.words.say("record-no-mat", why=why, command=Code(told.line)))
    return Reply(join([told.title, (Code(text),)]))


def _mat_of(games: tuple[Record, ...]) -> Mat:
    """Games as one text; a later game of a match by itself is none of a match, as the score begins with 0."""
    named = tuple(_named(game) for game in games)
    length = None if is_later(games[0]) else games[0].header(LENGTH)
    white, black = (value for _, value in named[0].headers)
    return Mat(None if length is None else MatchLength.parse(length), (white, black), named)


def _named(game: Record) -> Record:
    """A game with the names of the two who play, and no other headers."""
    white, black = game.header("White") or "White", game.header("Black") or "Black"
    return replace(game, headers=(("White", white), ("Black", black)))
