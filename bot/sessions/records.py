"""Records: games as they can be taken along, from what happened in them (R10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.rules.events import Opened
from bot.rules.formats import Record
from bot.sessions.loaded_game import LoadedEvent, LoadedGame


def record_of(game: LoadedGame, events: Sequence[LoadedEvent]) -> Record:
    """Return the record of a game: its truth, of which the stored position is a copy (R10.3)."""
    opened, *rest = (each.event for each in events)
    throws = opened.rolls if isinstance(opened, Opened) else ()
    white, black = game.white.name, game.black.name
    if white == black:  # a match tells its players apart by their names
        white, black = (f"{each.name} ({each.id})" for each in (game.white, game.black))
    headers = [
        ("Game", game.id),
        ("White", white),
        ("Black", black),
        ("Started", game.started.strftime("%Y-%m-%dT%H:%M:%SZ")),
    ]
    if not game.is_alone:
        headers.append(("Match", game.match.id))
    return Record(
        tuple(headers),
        game.live.state.ruleset,
        throws or None,
        tuple(rest),
        game.before.has_cube,
        game.match.options.time_control,
    )


def lone_record_of(game: LoadedGame, events: Sequence[LoadedEvent]) -> Record:
    """Return the record of a game to be read by itself: it also says how its match stood before it."""
    record = record_of(game, events)
    if game.is_alone:
        return record
    points = [f"{float(game.before.score_of(each.id)):g}" for each in (game.white, game.black)]
    of_match = (
        ("Length", str(game.before.length)),
        ("Round", str(game.number)),
        ("Score", "-".join(points)),
    )
    return replace(record, headers=(*record.headers, *of_match))
