"""Templates: plays games and keeps all their database rows, to be copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import ColumnElement, Table, or_, select

from bot.rules import TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import LoadedGame, Options, Outbox
from bot.sessions.outbox import RetiredClaim
from storage import tables
from tests.plain_strategy import PlainStrategy
from tests.sessions.world import World, inhabited

Rows = list[dict[str, Any]]

OVER = 8
"""The number of games played to the end."""
OPEN = 6
"""The number of games left unfinished."""
_CONTROL = TimeControl.parse("7d+1d<7d")


@dataclass(frozen=True)
class Template:
    """A game between Anna and Boris as database rows.

    Args:
        names: the ids of the game and of its challenge.
        players: the ids of Anna and Boris.
        chats: the ids of the shared chat, Anna's private chat and Boris's.
        rows: the rows of each table.
        changed: the time of the last change.
    """

    names: tuple[str, str]
    players: tuple[int, int]
    chats: tuple[int, int, int]
    rows: Mapping[str, Rows]
    changed: datetime


async def play_all(over: int = OVER, unfinished: int = OPEN, seed: int = 1) -> tuple[list[Template], ...]:
    """Play games between two plain players; return the finished and the unfinished ones.

    Every third game is played in the players' private chats, and every fourth with a clock.
    """
    rng = Random(seed)
    with TemporaryDirectory() as folder:
        async with inhabited(Path(folder) / "nardy.db", seed=seed) as world:
            ended = [await _play(world, rng, number, None) for number in range(over)]
            begun = [await _play(world, rng, number, rng.randint(2, 60)) for number in range(unfinished)]
    return ended, begun


async def _play(world: World, rng: Random, number: int, turns: int | None) -> Template:
    """Play one game to its end or for `turns` turns, delivering all posts at once."""
    outbox, strategy, first = Outbox(world.manager), PlainStrategy(), world.numbers + 1
    chats = (world.anna_chat, world.boris_chat) if number % 3 == 2 else (world.table, world.table)
    options = Options(MatchLength(games=1), time_control=None if number % 4 else _CONTROL)
    hers, his = chats
    by = world.actor(world.anna, hers)
    challenge = await world.manager.challenges.make(by, "long", world.boris.id, options)
    await deliver(outbox)
    game = await world.begun(world.boris, challenge.id, his)
    played = 0
    while not game.is_over and (turns is None or played < turns):
        await deliver(outbox)
        world.clock.forward(seconds=rng.expovariate(1 / 600))
        at = his if world.mover(game) == world.boris else hers
        game = await world.turn(game, at, strategy.choose)
        played += 1
    await deliver(outbox)
    actions = [f"event {number}" for number in range(first, world.numbers + 1)]
    return await _template(world, game, challenge.id, actions)


async def deliver(outbox: Outbox, platform: str = "web") -> None:
    """Deliver everything in the outbox of a platform, as if every message were sent successfully."""
    while claims := (await outbox.claim({platform: 8})).claims:
        for claim in claims:
            if isinstance(claim, RetiredClaim):
                await outbox.retirement_done(claim)
            elif claim.post.is_fresh:
                attempt = await outbox.begin_delivery(claim, timedelta())
                message = str(1000 * attempt.row.id + attempt.row.number)
                await outbox.sent(attempt, message, attempt.row.wanted_revision)
            else:
                await outbox.edited(claim, claim.row.wanted_revision)


async def _template(world: World, game: LoadedGame, challenge: str, actions: list[str]) -> Template:
    """Return all rows that belong to a game, its challenge and their actions."""
    t = tables
    subjects = (game.id, challenge)
    async with world.database.read() as connection:

        async def found(table: Table, condition: ColumnElement[bool]) -> Rows:
            rows = await connection.execute(select(table).where(condition))
            return [dict(row) for row in rows.mappings()]

        posts = await found(t.posts, t.posts.c.subject_id.in_(subjects))
        rows = {
            "matches": await found(t.matches, t.matches.c.id == game.match.id),
            "games": await found(t.games, t.games.c.id == game.id),
            "events": await found(t.events, t.events.c.game == game.id),
            "challenges": await found(t.challenges, t.challenges.c.id == challenge),
            "posts": posts,
            "notifications": await found(
                t.notifications, t.notifications.c.post.in_([post["id"] for post in posts])
            ),
            "alarms": await found(t.alarms, or_(*(t.alarms.c.subject.contains(each) for each in subjects))),
            "applied": await found(t.applied, t.applied.c.key.in_(actions)),
            "given_ids": await found(t.given_ids, t.given_ids.c.id.in_(subjects)),
        }
    return Template(
        subjects,
        (world.anna.id, world.boris.id),
        (world.table.id, world.anna_chat.id, world.boris_chat.id),
        rows,
        game.changed,
    )
