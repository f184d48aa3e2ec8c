from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from shutil import copyfile
from sqlite3 import connect

import pytest

from bot.backup import back_up
from bot.maintenance import check
from bot.rules import legal_turns
from bot.rules.formats import read_record
from bot.sessions import LoadedGame, record_of
from storage.places import Place
from tests.databases import opened
from tests.long_parameters import long_except
from tests.sessions.world import World, inhabited


async def play_out(world: World, ruleset: str, seed: int) -> LoadedGame:
    """Play a whole game of random turns: Anna's move by move, Boris's at once."""
    random = Random(seed)
    await world.option(world.anna, auto_confirm=True)
    game = await world.game(ruleset)
    while not game.is_over:
        if game.live.state.choice is not None:
            game = await world.manager.choose_opening_roll(world.actor(world.mover(game)), game.id, keep=True)
            continue
        assert game.live.draft is not None
        turns = legal_turns(game.live.draft.start, game.live.draft.roll)
        turn, by = turns[random.randrange(len(turns))], world.actor(world.mover(game))
        if world.mover(game).id == world.anna.id:
            steps = game.live.draft.next_moves()
            game = await world.manager.move(by, game.id, str(steps[random.randrange(len(steps))]))
        else:
            game = await world.manager.play_turn(by, game.id, turn, game.version)
    return game


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", long_except(["long", "short", "federation"], "long", "short"))
@pytest.mark.on_both
async def test_a_record_replays_to_the_stored_end(world: World, ruleset: str) -> None:
    """A whole game's record replays to the stored end, also after writing and reading it."""
    game = await play_out(world, ruleset, 5)
    record = record_of(*await world.manager.with_events(game.id))
    assert record.end() == game.live.state
    assert read_record(record.write()).end() == game.live.state
    assert (await check(world.database.place)).faults == ()


@pytest.mark.slow
async def test_an_unfinished_record_replays(world: World) -> None:
    """Unfinished games that wait for a roll, moves or an answer replay to their stored state."""
    await world.option(world.boris, auto_roll=False)
    for turns in range(6):
        game = await world.game("sport")
        for _ in range(turns):
            game = await world.turn(game)
        if game.live.draft is not None:
            await world.manager.move(
                world.actor(world.mover(game)), game.id, str(game.live.draft.next_moves()[0])
            )
        await world.manager.offer_draw(world.actor(world.anna), game.id)
        world.clock.forward(minutes=10)  # keeps below the rate limit
    report = await check(world.database.place)
    assert (report.games, report.faults) == (6, ())


TAMPERINGS = (
    "UPDATE games SET position = '24:14,23:1 / 12:15 ' || substr(position, -1)",
    "UPDATE games SET position = '24:14 / 12:15 w'",
    "UPDATE games SET position = 'nonsense'",
    "UPDATE games SET turns = turns + 1",
    "UPDATE games SET roll = '9-9'",
    "UPDATE games SET ruleset = 'chess'",
    "UPDATE games SET draft = '3/2/1'",
    "UPDATE games SET to_act = white + black - to_act",
    "UPDATE games SET outcome = 'w oyn BORNE_OFF 1', to_act = NULL",
    "UPDATE games SET outcome = 'gibberish', to_act = NULL",
    "UPDATE events SET event = '11' WHERE length(event) = 2",
    "UPDATE events SET event = 'dance' WHERE number = 2",
    "UPDATE events SET event = 'open 7-7' WHERE number = 0",
    "DELETE FROM events WHERE event LIKE '%/%'",
    "DELETE FROM events",
)


@pytest.mark.slow
async def test_a_tampered_game_is_found(world: World, tmp_path: Path) -> None:
    """The check names a game whose stored state differs from its record, and continues with the next."""
    other = await world.game()
    game = await world.game()
    for _ in range(5):
        game = await world.turn(game)
    copy = tmp_path / "copy.db"
    await back_up(world.database.place, copy)
    unnoticed = []
    for tampering in TAMPERINGS:
        where = "game" if "events" in tampering else "id"
        joined = "AND" if " WHERE " in tampering else "WHERE"
        with tampered(copy, f"{tampering} {joined} {where} = '{game.id}'") as place:
            report = await check(place)
        named = [fault.split(":")[0] for fault in report.faults]
        if report.games != 2 or named[:1] != [f"Game {game.id}"] or any(other.id in name for name in named):
            unnoticed.append((tampering, report))
    assert unnoticed == []


@contextmanager
def tampered(place: Path, statement: str) -> Iterator[Path]:
    """Return a copy of a database changed by a statement."""
    copy = place.with_name("tampered.db")
    copyfile(place, copy)
    with closing(connect(copy)) as connection, connection:
        assert connection.execute(statement).rowcount > 0
    yield copy
    for file in place.parent.glob("tampered.db*"):
        file.unlink()


async def test_an_empty_database_has_no_faults(place: Place) -> None:
    """A database without games has no faults."""
    async with opened(place):
        report = await check(place)
    assert (report.games, report.faults) == (0, ())


async def test_a_check_makes_no_database(tmp_path: Path) -> None:
    """The check refuses a missing or empty file and creates nothing."""
    (tmp_path / "empty.db").touch()
    for name in ("none.db", "empty.db"):
        with pytest.raises(FileNotFoundError, match=name):
            await check(tmp_path / name)
    assert [(path.name, path.stat().st_size) for path in tmp_path.glob("*")] == [("empty.db", 0)]  # noqa: ASYNC240 (a test)


async def test_a_backup_can_be_checked(tmp_path: Path) -> None:
    """A backup of a running bot holds its games, and an existing file is not overwritten."""
    original, copy = tmp_path / "nardy.db", tmp_path / "backups" / "copy.db"
    async with inhabited(original) as world:
        await world.game()
        await back_up(original, copy)
    assert (await check(copy)).games == 1
    with pytest.raises(FileExistsError):
        await back_up(original, copy)
    with pytest.raises(FileNotFoundError):
        await back_up(tmp_path / "none.db", tmp_path / "other.db")


@pytest.mark.on_both
async def test_a_game_continues_after_a_restart(place: Place) -> None:
    """A draft and an offer survive a restart, and the game can be continued."""
    async with inhabited(place) as world:
        game = await world.game()
        while game.live.draft is None or len(game.live.draft.dice_left) < 2 or game.turns < 4:
            game = await world.turn(game)
        move = str(game.live.draft.next_moves()[0])
        await world.manager.move(world.actor(world.mover(game)), game.id, move)
        before = await world.manager.offer_draw(world.actor(world.anna), game.id)
    async with inhabited(place, seed=2) as world:
        world.numbers = 1000
        after = await world.manager.game(before.id)
        assert (after.live.draft, after.live.offer) == (before.live.draft, before.live.offer)
        assert after.live.draft is not None
        assert str(after.live.draft) == move
        back = await world.manager.take_back(world.actor(world.mover(after)), after.id)
        assert (await world.turn(back)).turns > after.turns
