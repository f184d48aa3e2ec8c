"""Positions of the day: one a day, across restarts and processes, with answers hidden until the solution."""

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
from tests.refused import refuses
from tests.sessions.world import World, contents, race, second_manager
from tests.strategies import PlainPuzzles
from tests.visits import visit_chat

PLAIN = PlainPuzzles()


def utc(text: str) -> datetime:
    """Return a moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def switch(world: World, *, on: bool, chat: Chat | None = None) -> None:
    """Switch the position of the day on or off at the table, or in another chat, as its administrator."""
    await world.manager.people.set_chat_option(world.actor(world.anna, chat), "daily", on, administers=True)


async def post_due(
    world: World, manager: SessionManager | None = None, adviser: PuzzleAdviser = PLAIN
) -> list[PuzzleRow]:
    """Post due positions; return all positions ever posted."""
    with ThreadPoolExecutor(1) as pool:
        while await DailyPosition(manager or world.manager, adviser).ask_all(pool):
            pass
    return await all_puzzles(world)


async def all_puzzles(world: World) -> list[PuzzleRow]:
    """Return all positions ever posted, in order."""
    query = "SELECT id FROM puzzles ORDER BY id"
    async with world.database.read() as connection:
        ids = (await connection.exec_driver_sql(query)).scalars().all()
        found = [await puzzles.puzzle(connection, each) for each in ids]
    return [each for each in found if each is not None]


async def posts(world: World) -> list[tuple[str, str, int]]:
    """Return the posts of positions: subject, id and wanted revision."""
    query = (
        "SELECT subject, subject_id, wanted_revision FROM posts"
        " WHERE subject IN ('puzzle', 'solution') ORDER BY id"
    )
    async with world.database.read() as connection:
        return [tuple(row) for row in (await connection.exec_driver_sql(query)).all()]


async def view_of(world: World, row: PuzzleRow) -> PuzzleView:
    """Return a position as its chat sees it."""
    view = await world.manager.puzzles.view(row.id, row.chat)
    assert view is not None
    return view


async def answer(world: World, player: Player, row: PuzzleRow, number: int) -> None:
    """Answer a position at the table."""
    await world.manager.puzzles.answer(world.actor(player), row.id, number)


async def test_the_first_position_comes_at_once_and_the_next_at_nine(world: World) -> None:
    """A chat that turns the setting on gets a position at once, and then one at nine every morning."""
    await switch(world, on=True)
    (first,) = await post_due(world)
    assert (first.chat, first.day, first.state) == (world.table.id, "2026-11-20", "open")
    assert await posts(world) == [("puzzle", str(first.id), 1)]
    world.clock.now = utc("2026-11-21 08:59")
    assert len(await post_due(world)) == 1
    world.clock.now = utc("2026-11-21 09:00")
    first, second = await post_due(world)
    assert (first.state, second.state, second.day) == ("closed", "open", "2026-11-21")
    assert first.text != second.text
    world.clock.now = utc("2026-11-21 23:59")
    assert len(await post_due(world)) == 2


async def test_turning_the_setting_on_wakes_the_worker(world: World) -> None:
    """Turning the daily position on wakes its worker; turning it off or changing another setting does not."""
    woken = list[bool]()
    world.manager.daily_listeners.append(lambda: woken.append(True))
    await switch(world, on=True)
    assert woken == [True]
    await switch(world, on=False)
    await world.manager.people.set_chat_option(world.actor(world.anna), "theme", "dark", administers=True)
    assert woken == [True]


@pytest.mark.on_both
async def test_nine_is_in_the_chats_time_zone(world: World) -> None:
    """A chat in Tokyo gets its position at nine there, dated by its local day."""
    by = world.actor(world.anna)
    await world.manager.people.set_chat_option(by, "zone", "Asia/Tokyo", administers=True)
    await switch(world, on=True)
    (first,) = await post_due(world)
    assert first.day == "2026-11-21"
    async with world.database.read() as connection:
        assert await puzzles.next_due(connection) == utc("2026-11-21 00:00")
    world.clock.now = utc("2026-11-21 00:00")
    assert len(await post_due(world)) == 1  # that day's position was already posted
    world.clock.now = utc("2026-11-22 00:00")
    assert [row.day for row in await post_due(world)] == ["2026-11-21", "2026-11-22"]


@pytest.mark.on_both
async def test_a_bot_that_was_down_for_three_days_posts_one_position(world: World) -> None:
    """After three days of downtime one position is posted and the last one is closed."""
    await switch(world, on=True)
    (first,) = await post_due(world)
    await answer(world, world.anna, first, first.best)
    world.clock.now = utc("2026-11-24 13:00")
    rows = await post_due(world, second_manager(world.database, world.clock))
    assert [row.day for row in rows] == ["2026-11-20", "2026-11-24"]
    found = [(subject, number) for subject, number, _ in await posts(world)]
    assert found == [("puzzle", str(rows[0].id)), ("solution", str(rows[0].id)), ("puzzle", str(rows[1].id))]


@pytest.mark.on_both
async def test_two_processes_post_one_position(world: World) -> None:
    """Only one of two simultaneous processes claims and posts the position."""
    await switch(world, on=True)
    other = second_manager(world.database, world.clock)
    await race(post_due(world), post_due(world, other))
    assert len(await all_puzzles(world)) == 1
    assert len(await posts(world)) == 1


async def test_a_claim_of_a_dead_process_is_taken_over(world: World) -> None:
    """A position claimed by a dead process is posted once, after the process is found gone."""
    await switch(world, on=True)
    until = world.clock() + timedelta(minutes=10)
    async with dying(world.database, world.clock()):
        assert len(await puzzles.QUEUE.claim(world.database, 10, world.clock(), until)) == 1
        assert await post_due(world) == []
    assert len(await post_due(world)) == 1


async def test_an_expired_claim_posts_nothing(world: World) -> None:
    """A process whose claim was replaced cannot post the position."""
    await switch(world, on=True)
    async with world.database.write() as connection:
        until = world.clock() + timedelta(minutes=10)
        (row,) = await puzzles.QUEUE.claim_in(connection, 10, world.clock(), until)
        assert not await puzzles.take(connection, row.id, until - timedelta(minutes=1), until, 0)
        assert await puzzles.take(connection, row.id, until, until, 0)


@pytest.mark.on_both
async def test_an_answer_can_be_changed_until_the_solution(world: World) -> None:
    """A player's last answer counts, and answers are refused after the solution."""
    await switch(world, on=True)
    (row,) = await post_due(world)
    wrong = (row.best + 1) % 4
    await answer(world, world.anna, row, wrong)
    await answer(world, world.anna, row, row.best)
    await answer(world, world.boris, row, row.best)
    await answer(world, world.boris, row, wrong)
    assert (await view_of(world, row)).found_by == ()  # hidden until the solution
    world.clock.forward(days=1)
    await post_due(world)
    view = await view_of(world, row)
    assert [player.name for player in view.found_by] == ["Anna"]
    table = [(each.player.name, each.found, each.answered) for each in view.table]
    assert table == [("Anna", 1, 1), ("Boris", 0, 1)]
    with refuses("puzzle-is-over"):
        await answer(world, world.carl, row, row.best)


async def test_one_press_delivered_twice_counts_once(world: World) -> None:
    """A press that is delivered twice is applied once."""
    await switch(world, on=True)
    (row,) = await post_due(world)
    press = world.actor(world.anna, event="a press")
    await world.manager.puzzles.answer(press, row.id, 0)
    with pytest.raises(AlreadyDone):
        await world.manager.puzzles.answer(press, row.id, 1)


@pytest.mark.on_both
async def test_simultaneous_answers_leave_one(world: World) -> None:
    """Simultaneous different answers of one player leave one answer."""
    await switch(world, on=True)
    (row,) = await post_due(world)
    await race(*(answer(world, world.anna, row, number) for number in (0, 1, 2)))
    assert len((await contents(world.database))["puzzle_answers"]) == 1


async def test_a_position_is_answered_only_in_its_chat(world: World) -> None:
    """A position cannot be answered from another chat, whatever is typed."""
    await switch(world, on=True)
    (row,) = await post_due(world)
    dora, elsewhere = await visit_chat(world.manager, "dora", "Dora", "elsewhere", "shared")
    for chat in (elsewhere, world.anna_chat):
        with refuses("no-such-puzzle"):
            await world.manager.puzzles.answer(world.actor(dora, chat), row.id, row.best)
    with refuses("no-such-puzzle"):
        await world.manager.puzzles.answer(world.actor(world.anna), row.id + 1, 0)
    assert (await contents(world.database))["puzzle_answers"] == []


@pytest.mark.on_both
async def test_only_a_player_or_administrator_may_switch_it(world: World) -> None:
    """The daily position, like other settings of a shared chat, needs a player there or an administrator."""
    with pytest.raises(MayNotSet):
        await world.manager.people.set_chat_option(
            world.actor(world.carl), "daily", value=True, administers=False
        )
    assert (await contents(world.database))["daily_positions"] == []


async def test_a_week_without_answers_turns_it_off(world: World) -> None:
    """Seven unanswered positions turn the setting off, and the last one says so."""
    await switch(world, on=True)
    for _ in range(MOST_UNANSWERED + 3):
        await post_due(world)
        world.clock.forward(days=1)
    rows = await all_puzzles(world)
    assert len(rows) == MOST_UNANSWERED
    assert (await view_of(world, rows[-1])).is_last
    assert not (await view_of(world, rows[-2])).is_last
    assert [subject for subject, _, _ in await posts(world)] == ["puzzle"] * MOST_UNANSWERED
    chat = await world.manager.people.display(world.table.id)
    assert chat is not None
    async with world.database.read() as connection:
        assert not (await people.chat(connection, world.table.id)).daily
    await switch(world, on=True)
    assert len(await post_due(world)) == MOST_UNANSWERED + 1


async def test_an_answer_resets_the_count(world: World) -> None:
    """One answer every six days keeps the positions coming."""
    await switch(world, on=True)
    for day in range(3 * MOST_UNANSWERED):
        rows = await post_due(world)
        if day % (MOST_UNANSWERED - 1) == 0:
            await answer(world, world.anna, rows[-1], 0)
        world.clock.forward(days=1)
    assert len(await post_due(world)) == 3 * MOST_UNANSWERED + 1


async def test_turning_it_off_posts_the_solution(world: World) -> None:
    """Turning it off posts the solution; turned on again that day, the next position comes tomorrow."""
    await switch(world, on=True)
    (row,) = await post_due(world)
    await answer(world, world.anna, row, 0)
    await switch(world, on=False)
    assert [subject for subject, _, _ in await posts(world)] == ["puzzle", "solution"]
    world.clock.forward(hours=1)
    await switch(world, on=True)
    assert len(await post_due(world)) == 1
    world.clock.now = utc("2026-11-21 09:00")
    assert len(await post_due(world)) == 2


async def finished(world: World, turns: int = 12, options: Options | None = None) -> LoadedGame:
    """Return a game that was resigned after some turns."""
    game = await (world.game(options=options) if options is not None else world.game())
    for _ in range(turns):
        game = await world.turn(game)
    game = await world.manager.resign(world.actor(world.anna), game.id)
    if not game.is_over:
        game = await world.manager.answer(world.actor(world.boris), game.id, accept=True)
    return game


async def test_a_position_comes_from_a_game_of_the_chat(world: World) -> None:
    """A position comes from a finished game of the chat, named only in the solution and used once."""
    game = await finished(world, 30)
    await switch(world, on=True)
    (row,) = await post_due(world, adviser=Engine())
    assert (row.game, row.text.split()[0]) == (game.id, "long")
    assert row.turn is not None
    assert 1 <= row.turn <= 30
    assert (await view_of(world, row)).game is None
    world.clock.forward(days=1)
    rows = await post_due(world)
    assert (await view_of(world, row)).game == (game.id, row.turn)
    assert rows[1].game is None


@pytest.mark.on_both
async def test_an_unreadable_game_is_skipped(world: World) -> None:
    """An unreadable game is skipped, so that its chat still gets positions."""
    game = await finished(world, 30)
    async with world.database.write() as connection:
        broken = "UPDATE events SET event = 'nonsense' WHERE number = 5 AND game = "
        await connection.exec_driver_sql(f"{broken}'{game.id}'")
    await switch(world, on=True)
    (row,) = await post_due(world)
    assert row.game is None


async def test_running_and_private_games_give_no_positions(world: World) -> None:
    """Positions come neither from unfinished games, which they would help, nor from private ones."""
    running = await world.game()
    for _ in range(20):
        running = await world.turn(running)
    private = await world.game(chats=(world.anna_chat, world.boris_chat))
    for _ in range(20):
        private = await world.turn(
            private, world.anna_chat if world.mover(private) == world.anna else world.boris_chat
        )
    await world.manager.resign(world.actor(world.anna, world.anna_chat), private.id)
    await switch(world, on=True)
    (row,) = await post_due(world)
    assert row.game is None


async def test_forgetting_a_player_deletes_their_answers(world: World) -> None:
    """Forgetting a player deletes their answers and own puzzles; other players' answers stay."""
    await switch(world, on=True)
    (row,) = await post_due(world)
    await answer(world, world.boris, row, 0)
    await answer(world, world.carl, row, 1)
    await world.manager.puzzles.ask(world.actor(world.carl), "long")
    await world.manager.forgetting.forget(
        world.actor(world.carl), lambda name: [name], lambda _: "a former player"
    )
    kept = await contents(world.database)
    assert [answer[1] for answer in kept["puzzle_answers"]] == [world.boris.id]
    assert kept["own_puzzles"] == []


async def test_a_moved_chat_keeps_its_positions(world: World) -> None:
    """A position posted in a group is answered in the chat that replaces it, and the next is posted there."""
    await switch(world, on=True)
    (row,) = await post_due(world)
    await Outbox(world.manager).relocation.chat_moved("web", "table", "hall")
    _, hall = await visit_chat(world.manager, "boris", "Boris", "hall", "shared")
    assert hall.daily
    await world.manager.puzzles.answer(world.actor(world.boris, hall), row.id, row.best)
    world.clock.forward(days=1)
    assert [each.chat for each in await post_due(world)] == [hall.id, hall.id]


async def test_an_unreachable_chat_gets_no_positions(world: World) -> None:
    """An unreachable chat gets no positions, and after a week the setting is off."""
    await switch(world, on=True)
    async with world.database.write() as connection:
        await people.set_display(connection, world.table.id, gone=True)
    for _ in range(MOST_UNANSWERED + 1):
        assert await post_due(world) == []
        world.clock.forward(days=1)
    assert (await contents(world.database))["daily_positions"] == []


@pytest.mark.on_both
async def test_old_positions_are_deleted(world: World) -> None:
    """After two months a position, its answers and its posts are deleted."""
    await switch(world, on=True)
    (row,) = await post_due(world)
    await answer(world, world.anna, row, 0)
    await switch(world, on=False)
    world.clock.forward(days=61)
    await world.manager.forget_old()
    assert len(await all_puzzles(world)) == 1
    world.clock.forward(days=2)
    await world.manager.forget_old()
    assert await all_puzzles(world) == []
    assert await posts(world) == []
    assert (await contents(world.database))["puzzle_answers"] == []


@pytest.mark.on_both
async def test_own_puzzles_do_not_repeat(world: World) -> None:
    """A player's own puzzles do not repeat before all others were shown, also after a restart."""
    ask_for = world.manager.puzzles.ask
    first = [(await ask_for(world.actor(world.anna), "long"))[0] for _ in range(5)]
    again = second_manager(world.database, world.clock)
    first += [(await again.puzzles.ask(world.actor(world.anna), "long"))[0] for _ in range(5)]
    assert len({*first}) == 10
