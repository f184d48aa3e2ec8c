"""The population of `make load`: what is measured is measured on games that the bot would serve."""

from __future__ import annotations

import asyncio
from asyncio import Runner
from functools import cache
from pathlib import Path

import pytest

from benchmarks.load.population import Population, move_people
from benchmarks.load.templates import Template, play_all
from bot.maintenance import check
from bot.sessions import SessionManager
from storage import Database
from storage.places import Place
from tests.databases import PLACES, new_place
from tests.postgres import server

Templates = tuple[list[Template], list[Template]]


@cache
def templates() -> Templates:
    """A game that is over, and three that are not, one by the clock and one in private."""
    with Runner() as runner:
        over, unfinished = runner.run(play_all(1, 3))
    return over, unfinished


@pytest.mark.long
@pytest.mark.parametrize("dialect", PLACES)
async def test_every_game_is_one_that_was_played(dialect: str, tmp_path: Path) -> None:
    """All games replay to what is stored, those added later too, and the unfinished ones can be played on."""
    async with new_place(dialect, tmp_path) as place:
        await _made(place)
        population = Population(place, *await asyncio.to_thread(templates))
        await population.meet(60)
        await population.grow(8, 4)
        await population.grow(8, 6)
        report = await check(place)
        assert (report.games, report.faults) == (16, ())
        async with Database.open(place) as database:
            await move_people(database, "discord", ["1", "2"], ["3"])
            manager = SessionManager(database)
            visitor = await manager.people.visit("discord", "1", "Anna", "3", "shared", "en")
            assert visitor.player.id == 1
            playing = [game for who in range(1, 5) for game in await manager.games_of(who)]
            assert len({game.id for game in playing}) == 10
            assert all(game.live.draft is not None for game in playing)


async def _made(place: Place) -> None:
    """Make an empty database, where the server has to be told."""
    if not hasattr(place, "suffix"):
        await server().make(place)
