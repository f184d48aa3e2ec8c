"""Positions of the day: one a day, over restarts and processes; answers that nobody sees before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine import Engine
from bot.engine.puzzles import PuzzleAdviser
from bot.sessions import Chat, LoadedGame, Options, Outbox, Player, PuzzleView, SessionManager
from bot.sessions.errors import AlreadyDone, MayNotSet
from bot.sessions.workers import DailyPosition
from bot.sessions.workers.daily_position import MOST_UNANSWERED
from storage import people, puzzles
from storage.rows import PuzzleRow
from tests.databases import dying
from tests.meeting import meet
from tests.refused import refuses
from tests.sessions.world import World, contents, race, second_manager
from tests.strategies import PlainPuzzles

PLAIN = PlainPuzzles()


def utc(text: str) -> datetime:
    """Return a moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def switch(world: World, *, on: bool, chat: Chat | None = None) -> None:
    """Switch the position of the day at the table, or in another chat, as its administrator."""
    await world.manager.people.set_chat_option(world.actor(world.anna, chat), "daily", on, administers=True)


async def ask(
    world: World, manager: SessionManager | None = None, adviser: PuzzleAdviser = PLAIN
) -> list[PuzzleRow]:
    """Ask what is due; return all positions that were ever asked."""
    with ThreadPoolExecutor(1) as pool:
        while await DailyPosition(manager or world.manager, adviser).ask_all(pool):
            pass
    return await asked(world)


async def asked(world: World) -> list[PuzzleRow]:
    """Return all positions that were ever asked, in order."""
    query = "SELECT id FROM puzzles ORDER BY id"
    async with world.database.read() as connection:
        ids = (await connection.exec_driver_sql(query)).scalars().all()
        found = [await puzzles.puzzle(connection, each) for each in ids]
    return [each for each in found if each is not None]


async def posts(world: World) -> list[tuple[str, str, int]]:
    """Return what chats are to be shown of positions: subjects, numbers, and the revisions wanted."""
    query = (
        "SELECT subject, subject_id, wanted_revision FROM posts"
        " WHERE subject IN ('puzzle', 'solution') ORDER BY id"
    )
    async with world.database.read() as connection:
        return [tuple(row) for row in (await connection.exec_driver_sql(query)).all()]


async def seen(world: World, row: PuzzleRow) -> PuzzleView:
    """Return a position as its chat sees it."""
    view = await world.manager.puzzles.view(row.id, row.chat)
    assert view is not None
    return view


async def answers(world: World, who: Player, row: PuzzleRow, number: int) -> None:
    """Let somebody answer at the table."""
    await world.manager.puzzles.answer(world.actor(who), row.id, number)


async def test_the_first_comes_at_once_and_the_next_in_the_morning(world: World) -> None:
    """Switched on in the evening, a chat is asked then, and at nine, and once a day."""
    await switch(world, on=True)
    (first,) = await ask(world)
    assert (first.chat, first.day, first.state) == (world.table.id, "2026-11-20", "open")
    assert await posts(world) == [("puzzle", str(first.id), 1)]
    world.clock.now = utc("2026-11-21 08:59")
    assert len(await ask(world)) == 1
    world.clock.now = utc("2026-11-21 09:00")
    first, second = await ask(world)
    assert (first.state, second.state, second.day) == ("closed", "open", "2026-11-21")
    assert first.text != second.text
    world.clock.now = utc("2026-11-21 23:59")
    assert len(await ask(world)) == 2


async def test_nobody_waits_for_the_first_until_the_next_look(world: World) -> None:
    """Who looks for what is due is woken when a chat asks for a position a day, and not otherwise."""
    woken = list[bool]()
    world.manager.daily_listeners.append(lambda: woken.append(True))
    await switch(world, on=True)
    assert woken == [True]
    await switch(world, on=False)
    await world.manager.people.set_chat_option(world.actor(world.anna), "theme", "dark", administers=True)
    assert woken == [True]


@pytest.mark.on_both
async def test_nine_is_nine_in_the_zone_of_the_chat(world: World) -> None:
    """A chat in Tokyo is asked at nine there; its day is the one that it is there."""
    by = world.actor(world.anna)
    await world.manager.people.set_chat_option(by, "zone", "Asia/Tokyo", administers=True)
    await switch(world, on=True)
    (first,) = await ask(world)
    assert first.day == "2026-11-21"
    async with world.database.read() as connection:
        assert await puzzles.next_due(connection) == utc("2026-11-21 00:00")
    world.clock.now = utc("2026-11-21 00:00")
    assert len(await ask(world)) == 1  # it was asked that day already
    world.clock.now = utc("2026-11-22 00:00")
    assert [row.day for row in await ask(world)] == ["2026-11-21", "2026-11-22"]


@pytest.mark.on_both
async def test_a_bot_that_was_down_for_three_days_asks_one(world: World) -> None:
    """What was missed is not made up for, and the last position is closed."""
    await switch(world, on=True)
    (first,) = await ask(world)
    await answers(world, world.anna, first, first.best)
    world.clock.now = utc("2026-11-24 13:00")
    rows = await ask(world, second_manager(world.database, world.clock))
    assert [row.day for row in rows] == ["2026-11-20", "2026-11-24"]
    found = [(subject, number) for subject, number, _ in await posts(world)]
    assert found == [("puzzle", str(rows[0].id)), ("solution", str(rows[0].id)), ("puzzle", str(rows[1].id))]


@pytest.mark.on_both
async def test_two_processes_ask_one(world: World) -> None:
    """Two that look at the same time claim it once."""
    await switch(world, on=True)
    other = second_manager(world.database, world.clock)
    await race(ask(world), ask(world, other))
    assert len(await asked(world)) == 1
    assert len(await posts(world)) == 1


async def test_what_a_dead_process_had_claimed_is_asked_by_another(world: World) -> None:
    """Nothing is asked while it holds the claim, and once after it is found gone."""
    await switch(world, on=True)
    until = world.clock() + timedelta(minutes=10)
    async with dying(world.database, world.clock()):
        assert len(await puzzles.QUEUE.claim(world.database, 10, world.clock(), until)) == 1
        assert await ask(world) == []
    assert len(await ask(world)) == 1


async def test_a_claim_that_another_has_taken_over_asks_nothing(world: World) -> None:
    """Who comes back after its claim has passed finds that it is another's."""
    await switch(world, on=True)
    async with world.database.write() as connection:
        until = world.clock() + timedelta(minutes=10)
        (row,) = await puzzles.QUEUE.claim_in(connection, 10, world.clock(), until)
        assert not await puzzles.take(connection, row.id, until - timedelta(minutes=1), until, 0)
        assert await puzzles.take(connection, row.id, until, until, 0)


@pytest.mark.on_both
async def test_an_answer_can_be_changed_until_the_solution(world: World) -> None:
    """One answer a person, the last one counts; afterwards none is taken."""
    await switch(world, on=True)
    (row,) = await ask(world)
    wrong = (row.best + 1) % 4
    await answers(world, world.anna, row, wrong)
    await answers(world, world.anna, row, row.best)
    await answers(world, world.boris, row, row.best)
    await answers(world, world.boris, row, wrong)
    assert (await seen(world, row)).found_by == ()  # nobody sees it before
    world.clock.forward(days=1)
    await ask(world)
    view = await seen(world, row)
    assert [who.name for who in view.found_by] == ["Anna"]
    table = [(each.player.name, each.found, each.answered) for each in view.table]
    assert table == [("Anna", 1, 1), ("Boris", 0, 1)]
    with refuses("puzzle-is-over"):
        await answers(world, world.carl, row, row.best)


async def test_one_press_delivered_twice_counts_once(world: World) -> None:
    """The same event is applied once, and says so."""
    await switch(world, on=True)
    (row,) = await ask(world)
    press = world.actor(world.anna, event="a press")
    await world.manager.puzzles.answer(press, row.id, 0)
    with pytest.raises(AlreadyDone):
        await world.manager.puzzles.answer(press, row.id, 1)


@pytest.mark.on_both
async def test_two_answers_at_once_are_one(world: World) -> None:
    """Of two different presses of one person at the same time one stands in the end."""
    await switch(world, on=True)
    (row,) = await ask(world)
    await race(*(answers(world, world.anna, row, number) for number in (0, 1, 2)))
    assert len((await contents(world.database))["puzzle_answers"]) == 1


async def test_a_stranger_from_another_chat_answers_nothing(world: World) -> None:
    """The position of a chat is answered there and nowhere else, whatever is typed."""
    await switch(world, on=True)
    (row,) = await ask(world)
    dora, elsewhere = await meet(world.manager, "dora", "Dora", "elsewhere", "shared")
    for chat in (elsewhere, world.hers):
        with refuses("no-such-puzzle"):
            await world.manager.puzzles.answer(world.actor(dora, chat), row.id, row.best)
    with refuses("no-such-puzzle"):
        await world.manager.puzzles.answer(world.actor(world.anna), row.id + 1, 0)
    assert (await contents(world.database))["puzzle_answers"] == []


@pytest.mark.on_both
async def test_who_neither_plays_there_nor_administers_switches_nothing(world: World) -> None:
    """As with the other settings of a shared chat."""
    with pytest.raises(MayNotSet):
        await world.manager.people.set_chat_option(
            world.actor(world.carl), "daily", value=True, administers=False
        )
    assert (await contents(world.database))["daily_positions"] == []


async def test_seven_days_without_an_answer_end_it(world: World) -> None:
    """The setting is off then; the last position says why, and nothing comes any more."""
    await switch(world, on=True)
    for _ in range(MOST_UNANSWERED + 3):
        await ask(world)
        world.clock.forward(days=1)
    rows = await asked(world)
    assert len(rows) == MOST_UNANSWERED
    assert (await seen(world, rows[-1])).is_last
    assert not (await seen(world, rows[-2])).is_last
    assert [subject for subject, _, _ in await posts(world)] == ["puzzle"] * MOST_UNANSWERED
    chat = await world.manager.people.display(world.table.id)
    assert chat is not None
    async with world.database.read() as connection:
        assert not (await people.chat(connection, world.table.id)).daily
    await switch(world, on=True)
    assert len(await ask(world)) == MOST_UNANSWERED + 1


async def test_an_answer_begins_the_count_anew(world: World) -> None:
    """Who answers once in six days keeps it going."""
    await switch(world, on=True)
    for day in range(3 * MOST_UNANSWERED):
        rows = await ask(world)
        if day % (MOST_UNANSWERED - 1) == 0:
            await answers(world, world.anna, rows[-1], 0)
        world.clock.forward(days=1)
    assert len(await ask(world)) == 3 * MOST_UNANSWERED + 1


async def test_switched_off_it_ends_with_the_solution(world: World) -> None:
    """What was answered is solved at once; switched on again on the same day, the next comes tomorrow."""
    await switch(world, on=True)
    (row,) = await ask(world)
    await answers(world, world.anna, row, 0)
    await switch(world, on=False)
    assert [subject for subject, _, _ in await posts(world)] == ["puzzle", "solution"]
    world.clock.forward(hours=1)
    await switch(world, on=True)
    assert len(await ask(world)) == 1
    world.clock.now = utc("2026-11-21 09:00")
    assert len(await ask(world)) == 2


async def finished(world: World, turns: int = 12, options: Options | None = None) -> LoadedGame:
    """Return a game that was given up after some turns."""
    game = await (world.game(options=options) if options is not None else world.game())
    for _ in range(turns):
        game = await world.turn(game)
    game = await world.manager.resign(world.actor(world.anna), game.id)
    if not game.is_over:
        game = await world.manager.answer(world.actor(world.boris), game.id, accept=True)
    return game


async def test_a_position_comes_from_a_game_that_the_chat_has_seen(world: World) -> None:
    """It is one of its turns, and told only with the solution; the same game is not used again."""
    game = await finished(world, 30)
    await switch(world, on=True)
    (row,) = await ask(world, adviser=Engine())
    assert (row.game, row.text.split()[0]) == (game.id, "long")
    assert row.turn is not None
    assert 1 <= row.turn <= 30
    assert (await seen(world, row)).game is None
    world.clock.forward(days=1)
    rows = await ask(world)
    assert (await seen(world, row)).game == (game.id, row.turn)
    assert rows[1].game is None


@pytest.mark.on_both
async def test_a_game_that_cannot_be_read_keeps_no_chat_without_a_position(world: World) -> None:
    """It is passed over: else its chat would be asked nothing any more as long as it is among the last."""
    game = await finished(world, 30)
    async with world.database.write() as connection:
        broken = "UPDATE events SET event = 'nonsense' WHERE number = 5 AND game = "
        await connection.exec_driver_sql(f"{broken}'{game.id}'")
    await switch(world, on=True)
    (row,) = await ask(world)
    assert row.game is None


async def test_running_and_private_games_are_not_asked_about(world: World) -> None:
    """A game that goes on would be helped; one that was played in private is nobody else's."""
    running = await world.game()
    for _ in range(20):
        running = await world.turn(running)
    private = await world.game(chats=(world.hers, world.his))
    for _ in range(20):
        private = await world.turn(private, world.hers if world.mover(private) == world.anna else world.his)
    await world.manager.resign(world.actor(world.anna, world.hers), private.id)
    await switch(world, on=True)
    (row,) = await ask(world)
    assert row.game is None


async def test_who_is_forgotten_has_answered_nothing(world: World) -> None:
    """His answers go; those of others stay."""
    await switch(world, on=True)
    (row,) = await ask(world)
    await answers(world, world.boris, row, 0)
    await answers(world, world.carl, row, 1)
    await world.manager.puzzles.ask(world.actor(world.carl), "long")
    await world.manager.forgetting.forget(
        world.actor(world.carl), lambda name: [name], lambda _: "a former player"
    )
    kept = await contents(world.database)
    assert [answer[1] for answer in kept["puzzle_answers"]] == [world.boris.id]
    assert kept["own_puzzles"] == []


async def test_a_chat_that_moves_takes_its_positions_along(world: World) -> None:
    """What a group was asked is asked in the one that takes its place, and answered there."""
    await switch(world, on=True)
    (row,) = await ask(world)
    await Outbox(world.manager).relocation.chat_moved("web", "table", "hall")
    _, hall = await meet(world.manager, "boris", "Boris", "hall", "shared")
    assert hall.daily
    await world.manager.puzzles.answer(world.actor(world.boris, hall), row.id, row.best)
    world.clock.forward(days=1)
    assert [each.chat for each in await ask(world)] == [hall.id, hall.id]


async def test_a_chat_that_cannot_be_written_to_is_asked_nothing(world: World) -> None:
    """Nothing piles up there, and after a week it is not looked at any more."""
    await switch(world, on=True)
    async with world.database.write() as connection:
        await people.set_display(connection, world.table.id, gone=True)
    for _ in range(MOST_UNANSWERED + 1):
        assert await ask(world) == []
        world.clock.forward(days=1)
    assert (await contents(world.database))["daily_positions"] == []


@pytest.mark.on_both
async def test_what_is_old_is_forgotten(world: World) -> None:
    """After two months a position, its answers and its messages go."""
    await switch(world, on=True)
    (row,) = await ask(world)
    await answers(world, world.anna, row, 0)
    await switch(world, on=False)
    world.clock.forward(days=61)
    await world.manager.forget_old()
    assert len(await asked(world)) == 1
    world.clock.forward(days=2)
    await world.manager.forget_old()
    assert await asked(world) == []
    assert await posts(world) == []
    assert (await contents(world.database))["puzzle_answers"] == []


@pytest.mark.on_both
async def test_own_puzzles_come_one_after_another(world: World) -> None:
    """Nobody gets one again before the others, also after a restart."""
    ask_for = world.manager.puzzles.ask
    first = [(await ask_for(world.actor(world.anna), "long"))[0] for _ in range(5)]
    again = second_manager(world.database, world.clock)
    first += [(await again.puzzles.ask(world.actor(world.anna), "long"))[0] for _ in range(5)]
    assert len({*first}) == 10
