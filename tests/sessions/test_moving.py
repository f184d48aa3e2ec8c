from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copyfile

import pytest
from sqlalchemy import delete, insert, select, update

from bot.database_transfer import CopyFails, copy
from bot.maintenance import check
from storage import Database, KeyValues, copying, installation
from storage.dialects import dialect_of
from storage.errors import DatabaseInUse, MovedDatabase
from storage.places import Place, Server
from storage.sqlite import upgrade
from storage.tables import events, games, log_entries, players
from tests import postgres
from tests.databases import new_place, opened
from tests.sessions.world import World, contents, inhabited

TO_SERVER, FROM_SERVER, FILE_TO_FILE = (
    pytest.param(("sqlite", "postgresql"), marks=postgres.needs_postgresql),
    pytest.param(("postgresql", "sqlite"), marks=postgres.needs_postgresql),
    pytest.param(("sqlite", "sqlite")),
)


def between(*places: object) -> pytest.MarkDecorator:
    """Run a test with these pairs of databases."""
    return pytest.mark.parametrize("places", places, indirect=True)


async def three_turns(world: World) -> None:
    """Play three turns, and remove log entries whose numbers must not be reused."""
    game = await world.game()
    while game.turns < 3:
        game = await world.turn(game)
    kept = KeyValues(world.database)
    numbers = [await kept.append("room:table", each) for each in ("one", "two\N{SNOWMAN}", "three")]
    await kept.remove("room:table", *numbers[1:])


@pytest.fixture
async def places(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Place, Place]]:
    """The place of a database with a game, and an empty place."""
    source, target = request.param
    async with new_place(source, tmp_path / "from") as old, new_place(target, tmp_path / "to") as new:
        if isinstance(new, Server):
            await postgres.server().make(new)
        (tmp_path / "from").mkdir()
        (tmp_path / "to").mkdir()
        async with inhabited(old, builder=three_turns):
            pass
        yield old, new


async def everything(place: Place) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of a database, without the mark that it has moved."""
    async with opened(place) as database:
        await installation.forget_move(database)
        return await contents(database)


@between(TO_SERVER, FROM_SERVER, FILE_TO_FILE)
async def test_everything_is_copied(places: tuple[Place, Place]) -> None:
    """Every row of every table is copied unchanged, and the check finds no fault."""
    source, target = places
    before = await everything(source)
    assert await copy(source, target) == sum(map(len, before.values()))
    assert await everything(target) == before
    report = await check(target)
    assert (report.games, report.faults) == (1, ())


@between(TO_SERVER, FROM_SERVER)
async def test_keys_continue_after_those_already_used(places: tuple[Place, Place]) -> None:
    """After the copy no removed log entry's number is reused, and players and games get new ids."""
    source, target = places
    await copy(source, target)
    async with inhabited(target, seed=2) as world:
        assert await KeyValues(world.database).append("room:table", "four") == 4
        assert len({row[0] for row in (await world.everything())["players"]}) == 3
        world.numbers = 1000
        game = await world.game()
        assert (await world.turn(game)).turns >= 1


@between(FROM_SERVER, FILE_TO_FILE)
async def test_only_the_copied_database_is_marked(places: tuple[Place, Place]) -> None:
    """The source names its copy, without a password, and is not copied again; the copy has no mark."""
    source, target = places
    await copy(source, target)
    moved = []
    for place in places:
        async with opened(place) as database:
            moved.append(await installation.moved_to(database))
    assert moved == [str(target), None]
    with pytest.raises(MovedDatabase, match="`nardy --again`"):
        await copy(source, target)


@between(TO_SERVER, FROM_SERVER)
async def test_a_served_database_is_not_copied(places: tuple[Place, Place]) -> None:
    """Nothing is copied while a process serves either database."""
    for place in places:
        async with dialect_of(place).hold():
            with pytest.raises(DatabaseInUse):
                await copy(*places)


@between(TO_SERVER, FILE_TO_FILE)
async def test_a_target_with_rows_is_refused(places: tuple[Place, Place]) -> None:
    """A target with even one row is refused and unchanged; one with empty tables is accepted."""
    source, target = places
    async with opened(target) as database:
        await KeyValues(database).write("test", "key", "text")
    before = await everything(target)
    with pytest.raises(FileExistsError, match="not empty"):
        await copy(source, target)
    assert await everything(target) == before
    async with opened(target) as database:
        await KeyValues(database).forget("test", "key")
    assert await copy(source, target) > 0


@between(FILE_TO_FILE)
async def test_a_missing_source_is_refused(places: tuple[Path, Path]) -> None:
    """A missing source is refused, and no file is made."""
    with pytest.raises(FileNotFoundError):
        await copy(places[0].with_name("other.db"), places[1])
    assert list(places[1].parent.iterdir()) == []


@between(TO_SERVER, FILE_TO_FILE)
async def test_a_copy_with_faults_is_removed(places: tuple[Place, Place]) -> None:
    """If a game does not replay, the source is not marked, and no target file is left."""
    source, target = places
    async with opened(source) as database, database.write() as connection:
        await connection.execute(update(games).values(position="24:15 / 12:15 w"))
    with pytest.raises(CopyFails, match="Game "):
        await copy(source, target)
    async with opened(source) as database:
        assert await installation.moved_to(database) is None
    assert isinstance(target, Server) or list(target.parent.iterdir()) == []


@between(FILE_TO_FILE)
async def test_a_different_row_is_found(places: tuple[Path, Path]) -> None:
    """A missing, changed or added row is reported with its table."""
    source, target = places
    await copy(source, target)
    changes = {
        "events": delete(events).where(events.c.number == 2),
        "players": update(players).where(players.c.name == "Carl").values(name="carl"),
        "log_entries": insert(log_entries).values(namespace="room:table", text="more"),
    }
    async with opened(source) as old:
        await installation.forget_move(old)
        for table, change in changes.items():
            copyfile(target, changed := target.with_name(table))
            async with opened(changed) as new:
                await copying.compare(old, new)
                async with new.write() as connection:
                    await connection.execute(change)
                with pytest.raises(copying.CopyDiffers, match=f"table {table} differs"):
                    await copying.compare(old, new)


@between(TO_SERVER)
async def test_null_characters_are_dropped_for_postgresql(places: tuple[Place, Place]) -> None:
    """Text with a null character is copied without it, and counts as equal."""
    source, target = places
    async with opened(source) as database:
        await KeyValues(database).write("test", "key", "one\0two")
    await copy(source, target)
    async with opened(target) as database:
        assert await KeyValues(database).read("test", "key") == "onetwo"


async def test_tables_larger_than_a_batch_are_copied(tmp_path: Path) -> None:
    """Tables larger than one batch are copied completely, also with two-column keys."""
    async with opened(tmp_path / "old.db") as old, opened(tmp_path / "new.db") as new:
        kept = KeyValues(old)
        for namespace in ("a", "b"):
            await kept.write_all(namespace, {f"key {n}": "text" for n in range(700)})
        assert await copying.copy_all(old, new) == 1400
        await copying.compare(old, new)
        assert await contents(new) == await contents(old)


async def test_an_old_database_is_migrated_and_copied(tmp_path: Path) -> None:
    """A database of the first revision is migrated and copied."""
    upgrade(tmp_path / "old.db", "0001")
    await copy(tmp_path / "old.db", tmp_path / "new.db")
    async with Database.open(tmp_path / "new.db") as database, database.read() as connection:
        assert (await connection.execute(select(players))).all() == []
