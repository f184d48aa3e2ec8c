"""The population of `make load` consists of games that the bot can serve."""

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
    """Return a finished game and three unfinished ones, one with a clock and one in private."""
    with Runner() as runner:
        over, unfinished = runner.run(play_all(1, 3))
    return over, unfinished


@pytest.mark.long
@pytest.mark.parametrize("dialect", PLACES)
async def test_every_game_of_a_population_can_be_played_on(dialect: str, tmp_path: Path) -> None:
    """All games, including later ones, replay to their stored position, and the unfinished ones can go on."""
    async with new_place(dialect, tmp_path) as place:
        await _make_on_server(place)
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
            playing = [game for player in range(1, 5) for game in await manager.games_of(player)]
            assert len({game.id for game in playing}) == 10
            assert all(game.live.draft is not None for game in playing)


async def _make_on_server(place: Place) -> None:
    """Create an empty database if the place is on a server."""
    if not hasattr(place, "suffix"):
        await server().make(place)
