"""Write a database with everything in progress as SQL dumps: `python -m tests.upgrade.making FOLDER`.

The dumps beside this file were made at commit 1b40fe0 (revision 0027). Never make them again, because they
represent databases that hosts have. Dumps of a later commit go into another folder.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import update

from bot.rules import RULESETS, Side, TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import Actor, Chat, LoadedGame, Options, Outbox, Player, SessionManager
from bot.sessions.outbox import PostClaim
from bot.sessions.workers import Heartbeat
from storage import TelegramUpdates
from storage.places import Place, Server
from storage.tables import key_values
from tests import postgres
from tests.databases import new_place
from tests.sessions.delivering import deliver, deliver_to_page
from tests.sessions.world import World, inhabited
from tests.upgrade.playing import Autoplayer

CONTROL = TimeControl.parse("7d+1d<7d")
NO_KEY = "00" * 32
"""The installation's key, which is secret in a real database."""


async def fill(place: Place) -> None:
    """Fill a database with everything that a running bot can have in progress."""
    async with inhabited(place, seed=5) as world:
        async with world.database.write() as connection:
            is_key = key_values.c.key == "key", key_values.c.namespace == "installation"
            await connection.execute(update(key_values).where(*is_key).values(text=NO_KEY))
        world.manager = SessionManager(world.database, chance=world.dice, clock=world.clock)
        await Heartbeat(world.manager, {}).beat()
        await _play(world)
        await _ask(world)
        await _link(world)
        await _leave_undelivered(world)
        await Heartbeat(world.manager, {}).beat()


async def _play(world: World) -> None:
    """Begin and leave two games of each rule set, and some in every state that waits for an answer."""
    play = Autoplayer(world.manager, "play")
    for number, name in enumerate(RULESETS):
        rules = RULESETS[name]
        control = CONTROL if number % 2 else None
        options = Options(MatchLength(games=2), rules.cube, time_control=control)
        at_table = await world.game(name, options=options)
        if rules.cube:
            at_table = await _double(world, play, await _to_start_of_turn(play, at_table, 2))
        await _half_made(play, await play.on(at_table, 3 + number))
        private = await world.game(
            name,
            (world.anna_chat, world.boris_chat),
            Options(MatchLength(games=3), rules.cube, time_control=control),
        )
        await deliver_to_page(world)
        if rules.cube:
            await _double(world, play, await _to_start_of_turn(play, private, 2 + number))
        else:
            await play.on(private, 2 + number)
        world.clock.forward(minutes=10)
    first_of_three = await world.game(
        "narde", (world.anna_chat, world.boris_chat), Options(MatchLength(games=3))
    )
    over = await world.manager.resign(play.actor(first_of_three, Side.WHITE), first_of_three.id)
    await world.manager.matches.next_game(play.actor(over, Side.WHITE), over.id)
    drawn, pausing, agreed = [await play.on(await _later(world), 4) for _ in range(3)]
    await world.manager.offer_draw(play.actor(drawn, Side.BLACK), drawn.id)
    await world.manager.offer_pause(play.actor(pausing, Side.WHITE), pausing.id)
    for side in Side:
        await world.manager.offer_pause(play.actor(agreed, side), agreed.id)
    world.clock.forward(minutes=10)
    await world.game("palm", (world.anna_chat, world.boris_chat))
    actor = world.actor(world.carl, None)
    with_computer = await world.manager.challenges.challenge_computer(actor, "long")
    await play.on(with_computer, 6)
    await deliver_to_page(world)


async def _later(world: World) -> LoadedGame:
    """Begin a game after the limit on new boards has expired."""
    world.clock.forward(minutes=10)
    return await world.game()


async def _half_made(play: Autoplayer, game: LoadedGame) -> None:
    """Leave a turn with one move made."""
    for _ in range(40):
        game = await play.step(game)
        if game.live.draft is not None and game.live.draft.moves and not game.live.draft.is_complete:
            return
    raise AssertionError(f"no turn of two moves came in {game.id}")


async def _to_start_of_turn(play: Autoplayer, game: LoadedGame, turns: int) -> LoadedGame:
    """Play some turns, and then to the next point where a side may double."""
    game = await play.on(game, turns)
    while not game.live.state.may_double:
        game = await play.step(game)
    return game


async def _double(world: World, play: Autoplayer, game: LoadedGame) -> LoadedGame:
    """Double, and leave the answer pending."""
    return await world.manager.double(play.actor(game, game.live.mover), game.id)


async def _elsewhere(world: World, platform: str, key: str, name: str) -> tuple[Player, Chat]:
    world.clock.forward(minutes=1)
    visitor = await world.manager.people.visit(platform, key, name, key, "private", "en", handle=name.lower())
    return visitor.player, visitor.chat


async def _link(world: World) -> None:
    """Link an account of Anna's; leave another link unanswered, and a code unused."""
    linking = world.manager.linking
    anya, dora = [
        await _elsewhere(world, platform, key, name)
        for platform, key, name in (("telegram", "7", "Anya"), ("discord", "8", "Dora"))
    ]
    typed = await linking.type_code(
        world.actor(*anya), await linking.new_code(world.actor(world.anna, world.anna_chat))
    )
    await linking.confirm(world.actor(*anya), typed.id)
    await linking.confirm(world.actor(world.anna, world.anna_chat), typed.id)
    await linking.type_code(
        world.actor(*dora), await linking.new_code(world.actor(world.boris, world.boris_chat))
    )
    await linking.new_code(world.actor(*dora))


async def _ask(world: World) -> None:
    """Leave challenges of every kind, a holiday, an import, a block, settings, and an unhandled update."""
    manager, anna, boris = world.manager, world.anna, world.boris
    challenges = manager.challenges
    world.clock.forward(minutes=30)
    await challenges.make(world.actor(anna), "long", boris.id, Options(time_control=CONTROL))
    await challenges.make(world.actor(anna), "short", None, Options(MatchLength(points=5), cube=True))
    await challenges.make(world.actor(boris), "nard", None, handle="stranger")
    taken = await challenges.make(world.actor(boris, world.boris_chat), "palm", None)
    fay, home = await _elsewhere(world, "discord", "9", "Fay")
    token = (await manager.signer()).token(taken.id)
    await challenges.accept(Actor(fay.id, "fay takes it", home.id), taken.id, token)
    declined = await challenges.make(world.actor(anna), "long", boris.id)
    await challenges.decline(world.actor(boris), declined.id)
    for option, value in (("zone", "Europe/Berlin"), ("digest", "09:00"), ("quiet", "22-8")):
        await manager.people.set_player_option(world.actor(anna, world.anna_chat), option, value)
    first = date(2026, 12, 1)
    await manager.holidays.announce(world.actor(anna, world.anna_chat), first, first + timedelta(days=3))
    await manager.people.block(world.actor(world.carl), fay.id)
    await manager.imports.keep(world.actor(anna, world.anna_chat), ["White: Anna"])
    await TelegramUpdates(world.database).store(1, {11: (7, '{"update_id": 11}')})


async def _leave_undelivered(world: World) -> None:
    """Leave outdated boards, one in doubt, an old message to retire, and an announcement."""
    play, outbox = Autoplayer(world.manager, "late"), Outbox(world.manager)
    world.clock.forward(minutes=30)
    await deliver(outbox, "web", "discord", "telegram")
    late = await world.game("long", (world.anna_chat, world.boris_chat))
    await deliver(outbox, "web", "telegram")
    late = await play.on(late, 2)
    await world.manager.boards.show(play.actor(late, Side.WHITE), late.id)
    (replacing,) = (await outbox.claim({"web": 1})).claims
    assert isinstance(replacing, PostClaim)
    attempt = await outbox.begin_delivery(replacing, timedelta())
    await outbox.sent(attempt, "replaced", replacing.row.wanted_revision)
    await play.on(late, 1)
    (doubtful,) = (await outbox.claim({"telegram": 1})).claims
    assert isinstance(doubtful, PostClaim)
    await outbox.begin_delivery(doubtful, timedelta())
    await world.manager.administration.announce(world.actor(world.anna), "The bot moves on Sunday.")


def dump_sqlite(path: Path) -> str:
    """Return a database file as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump()) + "\n"


def dump_postgresql(place: Server) -> str:
    """Return a database on a server as SQL that does not need psql."""
    programs = postgres.programs()
    assert programs is not None
    command: list[str | Path] = [
        *(programs / "pg_dump", "--inserts", "--rows-per-insert=50", "--no-owner", "--no-privileges"),
        *("--no-comments", place.url),
    ]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 (our own)
    text = re.sub(r"^(--.*|\\.*|SET transaction_timeout.*)\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{2,}", "\n", text)


async def make(folder: Path) -> None:
    """Write both dumps."""
    for dialect in ("sqlite", "postgresql"):
        with TemporaryDirectory() as made:
            async with new_place(dialect, Path(made)) as place:
                await fill(place)
                text = dump_postgresql(place) if isinstance(place, Server) else dump_sqlite(place)
                (folder / f"{dialect}.sql").write_text(text)


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1])))
    postgres.stop()
