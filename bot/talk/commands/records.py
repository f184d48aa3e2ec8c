"""Records: games as text, played here or imported: /record."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from bot.rules.formats import LENGTH, FaultyRecord, Mat, Record, read_record
from bot.rules.rulesets import MatchLength
from bot.sessions import is_import, lone_record_of
from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.imports import fault_text, is_later
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Code, Reply, Text
from bot.talk.resolve_game import resolve_only_game

MAT = "mat"
"""The word behind /record for the text that other programs read."""

_WHOLE = "match"


@dataclass(frozen=True, slots=True)
class _Requested:
    """Games that are to be written.

    Args:
        line: the command that gives them.
        title: what stands above them.
        games: the games; of a match, each with what it says of the match.
    """

    line: str
    title: Text
    games: tuple[Record, ...]


async def record(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/record: the record of a game; with `match` of its match, with `mat` as other programs read it.

    Of an import it gives all games, or with a number one of them.
    """
    words = [word.lower() for word in parsed.words]
    left = tuple(word for word in words if word not in (_WHOLE, MAT))
    key = await resolve_only_game(context, replace(parsed, words=left), finished=True)
    if is_import(key):
        requested = await _brought(context, key, left)
    elif _WHOLE in words:
        title = context.words.say("record-title-match", game=key)
        requested = _Requested(f"/record {key} {_WHOLE}", title, await _seen_of_match(context, key))
    else:
        game, events = await context.manager.with_events(key)
        title = context.words.say("record-title", game=game.id)
        requested = _Requested(f"/record {game.id}", title, (lone_record_of(game, events),))
    return (await asyncio.to_thread(_as_mat if MAT in words else _as_ours, context, requested),)


async def _seen_of_match(context: CommandContext, key: str) -> tuple[Record, ...]:
    """Return the games of a match that the asker may see: all, if he plays in it, else those shown here."""
    records = (await context.manager.matches.record(key)).with_scores()
    ids = await context.manager.matches.games_with(key)
    return tuple([record for record, game in zip(records, ids, strict=True) if await context.may_see(game)])


async def _brought(context: CommandContext, key: str, words: tuple[str, ...]) -> _Requested:
    """Return all games of an import, or one, if its number was typed; the nearest, if there is none such."""
    texts = await context.manager.imports.games(key)
    line = f"/record {key}"
    if words and words[0].isdecimal() and len(texts) > 1:
        number = min(max(int(words[0][:3]), 1), len(texts))
        line, texts = f"{line} {number}", texts[number - 1 : number]
    games = await asyncio.to_thread(lambda: tuple(map(read_record, texts)))
    if len(games) == 1:
        return _Requested(line, context.words.say("record-title", game=key), games)
    return _Requested(line, context.words.say("record-title-games", game=key, games=len(games)), games)


def _as_ours(context: CommandContext, requested: _Requested) -> Reply:
    text = "\n".join(game.write() for game in requested.games)
    button = Button(context.words.words("button-mat"), button_data(f"{requested.line} {MAT}"))
    return Reply(join([requested.title, (Code(text),)]), buttons=((button,),))


def _as_mat(context: CommandContext, requested: _Requested) -> Reply:
    """Return the games as a `.mat`; why there is none, if they cannot be written so."""
    try:
        text = _mat_of(requested.games).write().strip("\n")
    except FaultyRecord as error:
        why = fault_text(context.words, error.fault)
        return Reply(context.words.say("record-no-mat", why=why, command=Code(requested.line)))
    return Reply(join([requested.title, (Code(text),)]))


def _mat_of(games: tuple[Record, ...]) -> Mat:
    """Games as one text; a later game of a match by itself is none of a match, as the score begins with 0."""
    named = tuple(_named(game) for game in games)
    length = None if is_later(games[0]) else games[0].header(LENGTH)
    white, black = (value for _, value in named[0].headers)
    return Mat(None if length is None else MatchLength.parse(length), (white, black), named)


def _named(game: Record) -> Record:
    """Return a game with the names of the two who play, and no other headers."""
    white, black = game.header("White") or "White", game.header("Black") or "Black"
    return replace(game, headers=(("White", white), ("Black", black)))
