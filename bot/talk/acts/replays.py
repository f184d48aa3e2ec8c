"""The commands that show a game again: replay."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sessions import record_of
from bot.talk.catalog import join
from bot.talk.parsing import button_data
from bot.talk.replays import frame_text, frames_of, players, result_text, title
from bot.talk.reply import Button, Code, Film, Reply, plain
from bot.talk.spoken import spoken, spoken_briefly
from bot.talk.which import which
from bot.talk.wording import shortened

if TYPE_CHECKING:
    from bot.rules import Record
    from bot.talk.parsing import Asked
    from bot.talk.replays import Frame
    from bot.talk.reply import Rows
    from bot.talk.talk import Talk

MOST_FILMED = 600
"""So many frames at most are made into one picture; a longer game is shown frame by frame."""

_PLACE = re.compile(r"all|start|end|-?[0-9]{1,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shown:
    """What is replayed.

    Args:
        key: the id that it is called by.
        record: the game.
        side: who sits below, `w` or `b`.
    """

    key: str
    record: Record
    side: str


async def replay(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/replay: a game as a film; with a number, or start or end, one frame of it."""
    place = asked.words[0].lower() if asked.words else "all"
    if not _PLACE.fullmatch(place):
        text = talk.words.say("refused-frame", frame=Code(shortened(place)), command=Code("/replay"))
        return (Reply(text),)
    key = await _game_meant(talk, asked)
    game, events = await talk.manager.told(key)
    record = await asyncio.to_thread(record_of, game, events)
    return (await shown(talk, Shown(key, record, talk.dress.below(game)), place),)


async def shown(talk: Talk, what: Shown, place: str) -> Reply:
    """Return the film of a game, or one frame of it.

    Args:
        talk: who is answered.
        what: the game.
        place: `all` for the film; `start`, `end` or a number for a frame. What lies outside is the nearest.
    """
    frames = await asyncio.to_thread(frames_of, what.record, what.side, talk.dress.theme)
    last = len(frames) - 1
    if place == "all" and 0 < last < MOST_FILMED:
        return _film(talk, what, frames)
    number = {"all": 0, "start": 0, "end": last}.get(place)
    number = min(max(int(place), 0), last) if number is None else number
    return _still(talk, what, frames, number)


async def _game_meant(talk: Talk, asked: Asked) -> str:
    """The game that is meant: if none is named, rather the last that was finished than one that goes on."""
    key = asked.game or await talk.replied_to("game") or await talk.manager.last_game_of(talk.by.player)
    return key or await which(talk, asked)


def _film(talk: Talk, what: Shown, frames: tuple[Frame, ...]) -> Reply:
    words = talk.words
    white, black = (plain((name,)) for name in players(words, what.record))
    turns = len(frames) - 1
    alt = words.words("replay-alt", white=white, black=black, turns=turns)
    return Reply(
        join([title(words, what.record, what.key), result_text(words, what.record, frames[-1].state)]),
        alt=alt,
        short_alt=alt,
        buttons=(_steps(what, back=turns - 1, forward=1),),
        film=Film(tuple(frame.scene for frame in frames), words.language),
    )


def _still(talk: Talk, what: Shown, frames: tuple[Frame, ...], number: int) -> Reply:
    words, frame = talk.words, frames[number]
    last = len(frames) - 1
    rows: Rows = (_steps(what, back=number - 1, forward=number + 1),)
    if 0 < last < MOST_FILMED:
        rows = (*rows, (Button(words.words("button-film"), _data(what, "all")),))
    return Reply(
        join(
            [
                title(words, what.record, what.key),
                words.say("replay-frame", number=str(number), last=str(last)),
                frame_text(words, what.record, frame),
            ]
        ),
        frame.scene,
        spoken(words, frame.state.position, frame.state),
        spoken_briefly(words, frame.state.position, frame.state),
        buttons=rows,
    )


def _steps(what: Shown, *, back: int, forward: int) -> tuple[Button, ...]:
    """The buttons to the start, one back, one forward, to the end; they always stand in the same places."""
    return (
        Button("⏮", _data(what, "start")),
        Button("◀", _data(what, str(back))),
        Button("▶", _data(what, str(forward))),
        Button("⏭", _data(what, "end")),
    )


def _data(what: Shown, place: str) -> str:
    return button_data(f"/replay {what.key} {place}")
