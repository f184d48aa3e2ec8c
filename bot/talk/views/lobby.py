"""Lobby: a person's games by urgency, as values that name no platform."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules import Side
from bot.talk.input.parsing import button_data
from bot.talk.reply import plain
from bot.talk.views.match_score import played_words
from bot.talk.views.time_left import time_left
from bot.talk.wording import name_alone, name_at, next_label

if TYPE_CHECKING:
    from datetime import datetime

    from bot.sessions import LoadedGame, Overview
    from bot.talk.catalog import Words


@dataclass(frozen=True, slots=True)
class LobbyGame:
    """One of a person's games.

    Args:
        game: its id.
        players: who play it.
        rules: what is played.
        says: whose turn it is, or what comes next.
        time: how much time is left, if the game has a clock.
        waits: whether it waits for the person.
        press: what a press sends that begins the next game of its match; empty, where the game itself opens.
    """

    game: str
    players: str
    rules: str
    says: str
    time: str
    waits: bool
    press: str = ""


def lobby(words: Words, overview: Overview, player: int, now: datetime) -> tuple[LobbyGame, ...]:
    """Return a person's games, the one that needs him most first.

    Args:
        words: the person's language.
        overview: the games.
        player: the person.
        now: when they are shown.
    """
    between = [
        LobbyGame(
            game.id,
            _players(words, game),
            played_words(words, game),
            next_label(words, game),
            "",
            waits=False,
            press=button_data(f"/continue {game.id}"),
        )
        for game in overview.between
    ]
    yours = [_line(words, game, player, now, waits=True) for game in overview.yours]
    theirs = [_line(words, game, player, now, waits=False) for game in overview.theirs]
    return (*yours, *between, *theirs)


def _line(words: Words, game: LoadedGame, player: int, now: datetime, *, waits: bool) -> LobbyGame:
    if game.to_act == player:
        says = words.words("games-yours")
    else:
        name = name_at(game, game.live.state.to_act or game.live.mover)
        says = plain(words.say("games-theirs", name=name))
    time = plain(time_left(words, game, now))
    return LobbyGame(game.id, _players(words, game), played_words(words, game), says, time, waits=waits)


def _players(words: Words, game: LoadedGame) -> str:
    return " – ".join(name_alone(words, game.player(side)) for side in Side)
