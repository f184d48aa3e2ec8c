"""Upgrades of databases that hosts have: two dumps of commit 1b40fe0, upgraded to the newest revision."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import func, select

from bot.maintenance import check
from bot.rules import RULESETS
from bot.sessions import Actor, LoadedGame, Outbox, SessionManager
from bot.sessions.workers import ComputerPlayer, Heartbeat
from storage import Database, TelegramUpdates
from storage.dialects import dialect_of
from storage.places import Place, Server
from storage.tables import challenges, games, is_undelivered, links, posts, retired
from tests import postgres
from tests.databases import PLACES, new_place, opened
from tests.sessions.delivering import deliver
from tests.sessions.world import Clock, RepeatableDice
from tests.strategies import Plain
from tests.upgrade.playing import Autoplayer

HERE = Path(__file__).parent
STARTED = datetime(2026, 11, 20, 21, 10, tzinfo=UTC)
"""The start of the bot on the restored databases, a quarter of an hour after its end."""
open_challenges = select(challenges).where(challenges.c.state.in_(("open", "taken")))
PLATFORMS = ("web", "discord", "telegram")


async def restore(place: Place) -> None:
    """Restore the dump of a place's dialect."""
    if isinstance(place, Server):
        await postgres.server().make(place)
        connection = await asyncpg.connect(place.url)
        try:
            await connection.execute((HERE / "postgresql.sql").read_text())
        finally:
            await connection.close()
    else:
        with closing(sqlite3.connect(place)) as file:
            file.executescript((HERE / "sqlite.sql").read_text())


_upgraded: dict[type, Place] = {}
"""For each dialect, a restored and upgraded database that is copied for each test."""


async def restore_upgraded(place: Place, folder: Path) -> None:
    """Restore the dump of a place's dialect, upgraded as by every start."""
    if (original := _upgraded.get(type(place))) is None:
        original = postgres.server().another() if isinstance(place, Server) else folder / "upgraded.db"
        await restore(original)
        async with dialect_of(original).serve(), Database.open(original):
            pass
        _upgraded[type(place)] = original
    if isinstance(original, Server):
        assert isinstance(place, Server)
        await postgres.server().make(place, original)
    else:
        shutil.copyfile(original, str(place))


@dataclass
class Upgraded:
    """A restored database after a normal start of the bot.

    Args:
        place: where it is.
        database: the open database.
        manager: plays in it.
        play: takes actions in its games.
        left: every game, in the order of ids, before anything was done.
    """

    place: Place
    database: Database
    manager: SessionManager
    play: Autoplayer
    left: list[LoadedGame]

    @property
    def open(self) -> list[LoadedGame]:
        """The unfinished games."""
        return [game for game in self.left if not game.is_over]


@pytest.fixture(params=PLACES)
async def upgraded(
    request: pytest.FixtureRequest, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Upgraded]:
    """A restored database of each dialect, upgraded as by every start."""
    async with new_place(request.param, tmp_path) as place:
        await restore_upgraded(place, tmp_path_factory.getbasetemp())
        async with opened(place) as database:
            manager = SessionManager(database, chance=RepeatableDice(), clock=Clock(STARTED))
            left = await manager.games(await manager.game_ids())
            yield Upgraded(place, database, manager, Autoplayer(manager, "upgraded"), left)


async def test_every_game_replays_to_its_stored_board(upgraded: Upgraded) -> None:
    """The dumps have games of every rule set in every waiting state, and each record leads to its board."""
    report = await check(upgraded.place)
    assert (report.games, report.faults) == (len(upgraded.left), ())
    by_ruleset = {game.live.state.ruleset.name for game in upgraded.open}
    assert by_ruleset == set(RULESETS)
    for waits in (
        lambda game: game.live.draft is not None and game.live.draft.moves,
        lambda game: game.clock is not None,
        lambda game: game.live.state.is_doubled,
        lambda game: game.live.state.cube is not None and game.live.state.cube.value > 1,
        lambda game: game.live.state.choice is not None,
        lambda game: game.live.offer is not None,
        lambda game: game.paused is not None,
        lambda game: game.number > 1,
        lambda game: game.level is not None,
    ):
        assert any(map(waits, upgraded.open))


async def test_a_partial_turn_continues_from_its_draft(upgraded: Upgraded) -> None:
    """A turn after the upgrade begins with the moves that were made before it."""
    halves = [game for game in upgraded.open if game.live.draft and game.live.draft.moves]
    for game in halves:
        assert game.live.draft is not None
        before = game.live.draft.moves
        now = await upgraded.play.step(game)
        assert now.live.draft is None or now.live.draft.moves[: len(before)] == before
        assert now.version > game.version


async def test_every_game_can_be_played_on(upgraded: Upgraded) -> None:
    """Each game, also with the computer player, takes three more turns, and every record still replays."""
    await _play_on(upgraded, 3)


@pytest.mark.long
async def test_every_game_can_be_finished(upgraded: Upgraded) -> None:
    """Each game between people ends, and every record still replays."""
    await _play_on(upgraded, None)
    async with upgraded.database.read() as connection:
        still_open = await connection.scalar(select(func.count()).where(games.c.outcome.is_(None)))
    assert still_open == sum(game.level is not None for game in upgraded.open)


async def test_clocks_are_credited_for_the_outage(upgraded: Upgraded) -> None:
    """The first heartbeat extends each running clock by the time in which no process served the database."""
    await Heartbeat(upgraded.manager, {}).beat()
    for game in upgraded.open:
        if game.clock is not None and game.paused is None:
            now = (await upgraded.manager.game(game.id)).clock
            assert now is not None
            assert now.due is not None
            assert game.clock.due is not None
            assert now.due > game.clock.due


async def test_all_undelivered_posts_are_delivered(upgraded: Upgraded) -> None:
    """Boards, an announcement, a message in doubt and an old message to retire are delivered."""
    wanting = select(func.count()).select_from(posts).where(is_undelivered)
    old = select(func.count()).select_from(retired)
    async with upgraded.database.read() as connection:
        in_doubt = await connection.scalar(wanting.where(posts.c.tried_at.is_not(None)))
        assert (await connection.scalar(wanting), await connection.scalar(old), in_doubt) == (18, 1, 1)
    await deliver(Outbox(upgraded.manager), *PLATFORMS)
    async with upgraded.database.read() as connection:
        assert (await connection.scalar(wanting), await connection.scalar(old)) == (0, 0)


async def test_challenges_can_be_answered(upgraded: Upgraded) -> None:
    """A challenge to a player and an open one are accepted, and one accepted elsewhere is confirmed."""
    async with upgraded.database.read() as connection:
        waiting = (await connection.execute(open_challenges)).all()
    assert [row.state for row in waiting].count("taken") == 1
    for row in waiting:
        if row.handle is None:
            answering = row.challenger if row.state == "taken" else 2
            actor = Actor(answering, f"answer {row.id}", row.chat)
            assert isinstance(await upgraded.manager.challenges.accept(actor, row.id), LoadedGame)


async def test_links_can_be_undone_and_confirmed(upgraded: Upgraded) -> None:
    """A linked account becomes a player again, and a pending link is confirmed."""
    manager = upgraded.manager
    async with upgraded.database.read() as connection:
        asked = (await connection.execute(select(links).where(links.c.state == "typed"))).one()
    linked = await manager.unlinking.undoable(1)
    assert linked is not None
    await manager.unlinking.undo(Actor(1, "undo", 1), linked)
    assert await manager.people.find_by_account("telegram", "7") != await manager.people.find_by_account(
        "web", "anna"
    )
    await manager.linking.confirm(Actor(asked.typist, "typist agrees", asked.typist_chat), asked.id)
    await manager.linking.confirm(Actor(asked.asker, "asker agrees", asked.asker_chat), asked.id)
    assert await manager.people.find_by_account("discord", "8") == await manager.people.find_by_account(
        "web", "boris"
    )


async def test_an_unhandled_update_is_taken_over(upgraded: Upgraded) -> None:
    """An update that was not handled before the end is taken over by the next process."""
    updates = TelegramUpdates(upgraded.database)
    assert await updates.take_over(2, await updates.processes()) == [(11, '{"update_id": 11}')]


async def _play_on(upgraded: Upgraded, turns: int | None) -> None:
    for game in upgraded.open:
        with ThreadPoolExecutor(1) as pool:
            await ComputerPlayer(upgraded.manager, Plain()).play_all(pool)
        now = await upgraded.play.on(await upgraded.manager.game(game.id), turns)
        assert now.is_over or now.turns > game.turns
    assert (await check(upgraded.place)).faults == ()
