from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Table, event, insert, select
from sqlalchemy.engine import Engine

from bot.rules import Grade
from bot.sessions import Challenge, LoadedGame, Options, Questions
from bot.sessions.retention import (
    APPLIED_KEPT,
    CHALLENGES_KEPT,
    NOTIFICATIONS_KEPT,
    UNREADABLE_KEPT,
    UPDATES_KEPT,
)
from storage import TelegramUpdates, outbox, people
from storage.notifications import notify
from storage.tables import (
    applied,
    challenges,
    notifications,
    posts,
    questions,
    telegram_updates,
    unreadable_entries,
)
from tests.pending_work import undelivered
from tests.sessions.delivering import deliver_to_page
from tests.sessions.test_before_roll import doubled
from tests.sessions.test_enqueue import to_choose
from tests.sessions.world import World

A_MOMENT = timedelta(seconds=1)
_GAMES = ("matches", "games", "events", "analyses")
KEPT_FOR_EVER = ("players", "accounts", "chats", *_GAMES, "key_values", "log_entries")


async def column(world: World, table: Table, name: str) -> set[object]:
    """All values of a column."""
    async with world.database.read() as connection:
        return set((await connection.execute(select(table.c[name]))).scalars())


async def later(world: World, wait: timedelta) -> None:
    """Let time pass and forget what is old then."""
    world.clock.now += wait
    await world.manager.forget_old()


async def a_turn(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """A turn that somebody was called to, and how it is played."""
    game = await to_choose(world, await world.game())
    while world.mover(game).id == world.mover(game := await world.turn(game)).id:
        pass
    return f"turn:{game.id}:{game.turns}", lambda: world.turn(game)


async def a_last_turn(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """A turn that somebody was called to, and a game that ends in it."""
    cause, _ = await a_turn(world)
    return cause, lambda: world.manager.resign(world.actor(world.anna), cause.split(":")[1], Grade.MARS)


async def a_double(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """A double, and how it is taken."""
    game = await doubled(world)
    by = world.actor(world.boris)
    return f"double:{game.id}:{game.turns}", lambda: world.manager.answer_double(by, game.id, take=True)


async def an_offer(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """An offer of a draw, and how it is refused."""
    game = await world.game()
    offered = await world.manager.offer_draw(world.actor(world.anna), game.id)
    by = world.actor(world.boris)
    return f"offer:{game.id}:{offered.version}", lambda: world.manager.answer(by, game.id, accept=False)


async def a_challenge(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """A challenge, and how it is accepted."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    by = world.actor(world.boris)
    return f"challenge:{made.id}", lambda: world.manager.challenges.accept(by, made.id)


@pytest.mark.slow
@pytest.mark.parametrize("call", [a_turn, a_last_turn, a_double, an_offer, a_challenge])
@pytest.mark.parametrize("rung", [True, False])
@pytest.mark.on_both
async def test_a_notification_goes_when_nothing_of_it_stands_any_more(
    world: World, call: Callable[[World], Awaitable[tuple[str, Callable[[], Awaitable[object]]]]], rung: bool
) -> None:
    """Who was called, rung or not, is known as long as it stands, and for a while afterwards."""
    cause, end = await call(world)
    if rung:
        await deliver_to_page(world)
    await later(world, 3 * NOTIFICATIONS_KEPT)
    assert cause in await column(world, notifications, "cause")
    await end()
    await later(world, A_MOMENT)
    assert cause not in await column(world, notifications, "cause")


async def test_a_notification_of_a_result_goes_after_a_while(world: World, game: LoadedGame) -> None:
    """Who was called for the end of a game is known for a while."""
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    await later(world, NOTIFICATIONS_KEPT)
    assert f"over:{game.id}" in await column(world, notifications, "cause")
    await later(world, A_MOMENT)
    assert f"over:{game.id}" not in await column(world, notifications, "cause")


@pytest.mark.on_both
async def test_a_notification_of_a_kind_that_is_not_known_stays(world: World, game: LoadedGame) -> None:
    """What may still stand, as far as can be told, is never forgotten."""
    async with world.database.write() as connection:
        post = await outbox.post_in(connection, "game", game.id, world.table.id)
        assert post is not None
        await notify(connection, world.anna.id, "reminder:1", post.id, 1, world.clock.now)
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    await later(world, 3 * NOTIFICATIONS_KEPT)
    assert await column(world, notifications, "cause") == {"reminder:1"}


@pytest.mark.on_both
async def test_who_is_called_to_a_turn_that_stands_is_not_called_again(world: World) -> None:
    """After everything old is forgotten, nobody is rung for a turn that he was rung for."""
    await a_turn(world)
    await deliver_to_page(world)
    before = (await world.everything())["notifications"]
    await later(world, 3 * NOTIFICATIONS_KEPT)
    after = (await world.everything())["notifications"]
    assert set(after) <= set(before)
    assert {row[4] for row in after} == {"sent"}
    assert (await undelivered(world.manager, {"web"})).entries == ()


async def declined(world: World) -> Challenge:
    """A challenge that Boris has declined a year after it was made."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    world.clock.forward(days=365)
    return await world.manager.challenges.decline(world.actor(world.boris), made.id)


async def cancelled(world: World) -> Challenge:
    """A challenge to anyone that Anna has taken back a year after she made it."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long")
    world.clock.forward(days=365)
    return await world.manager.challenges.cancel(world.actor(world.anna), made.id)


@pytest.mark.parametrize("close", [declined, cancelled])
@pytest.mark.on_both
async def test_a_challenge_that_came_to_nothing_goes_after_a_while(
    world: World, close: Callable[[World], Awaitable[Challenge]]
) -> None:
    """Some time after it was closed, however old it was, a challenge goes with all that was shown of it."""
    closed = await close(world)
    last = await world.manager.challenges.make(world.actor(world.anna), "narde", world.boris.id)
    await deliver_to_page(world)
    await later(world, CHALLENGES_KEPT)
    assert closed.id in await column(world, challenges, "id")
    await later(world, A_MOMENT)
    assert await column(world, challenges, "id") == {last.id}
    assert await column(world, posts, "subject_id") == {last.id}
    assert await column(world, notifications, "cause") == {f"challenge:{last.id}"}


async def test_the_last_challenge_of_a_player_stays(world: World) -> None:
    """What somebody asked for last is still offered to him after everything old is forgotten."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    world.clock.forward(minutes=1)
    made = await world.manager.challenges.make(world.actor(world.anna), "narde", options=Options(hints=True))
    await world.manager.challenges.cancel(world.actor(world.anna), made.id)
    before = await world.manager.last_made(world.anna.id)
    await deliver_to_page(world)
    await later(world, 3 * CHALLENGES_KEPT)
    assert await world.manager.last_made(world.anna.id) == before
    assert (before[0], before[1].hints) == ("narde", True)


@pytest.mark.slow
@pytest.mark.parametrize(("gone", "stays"), [(False, True), (True, False)])
async def test_a_challenge_stays_while_its_card_looks_open(world: World, gone: bool, stays: bool) -> None:
    """A card is told of its end first, unless nothing can be told in its chat any more."""
    closed = await declined(world)
    await world.manager.challenges.make(world.actor(world.anna, world.hers), "long", world.carl.id)
    async with world.database.write() as connection:
        await people.set_display(connection, world.table.id, gone=gone)
    await later(world, 3 * CHALLENGES_KEPT)
    assert (closed.id in await column(world, challenges, "id")) == stays


@pytest.mark.on_both
async def test_what_people_can_see_stays(world: World) -> None:
    """After ten years every game, match, event, analysis, name and accepted or open challenge is there."""
    ended = await world.game()
    world.clock.forward(minutes=1)
    await world.manager.resign(world.actor(world.anna), ended.id, Grade.MARS)
    await world.manager.challenges.rematch(world.actor(world.anna), ended.id)
    await to_choose(world, await world.game())
    await deliver_to_page(world)
    before = await world.everything()
    await later(world, timedelta(days=3650))
    after = await world.everything()
    kept = (*KEPT_FOR_EVER, "challenges", "posts", "given_ids")
    assert {table: after[table] for table in kept} == {table: before[table] for table in kept}


@pytest.mark.on_both
async def test_a_question_goes_once_it_cannot_be_answered(world: World) -> None:
    """A question is kept until its time is over."""
    life = timedelta(hours=12)
    await Questions(world.manager).ask(world.anna.id, ["/help"], "question", life)
    await later(world, life - A_MOMENT)
    assert await column(world, questions, "id") == {"question"}
    await later(world, A_MOMENT)
    assert await column(world, questions, "id") == set()


@pytest.mark.on_both
async def test_an_event_is_known_for_some_days(world: World) -> None:
    """What is delivered again within a week is known; later nothing is delivered again."""
    await world.manager.challenges.make(world.actor(world.anna, event="pressed"), "long")
    await later(world, APPLIED_KEPT)
    assert await column(world, applied, "key") == {"pressed"}
    await later(world, A_MOMENT)
    assert await column(world, applied, "key") == set()


@pytest.mark.on_both
async def test_what_could_not_be_read_is_kept_for_a_month(world: World) -> None:
    """An entry that was put aside stands there as it was for its time, and then is gone."""
    updates = TelegramUpdates(world.database)
    await updates.store(1, {7: (1, "as it came")})
    await updates.put_aside(1, 7, world.clock.now)
    await later(world, UNREADABLE_KEPT)
    assert await column(world, unreadable_entries, "text") == {"as it came"}
    await later(world, A_MOMENT)
    assert await column(world, unreadable_entries, "text") == set()


@pytest.mark.on_both
async def test_the_number_of_an_update_is_known_for_two_days(world: World) -> None:
    """What Telegram delivers again within a day is known; one that waits is never forgotten."""
    updates = TelegramUpdates(world.database)
    await updates.store(1, {7: (1, "done"), 8: (1, "waits")})
    await updates.handled(1, [7], world.clock.now)
    await later(world, UPDATES_KEPT)
    assert await column(world, telegram_updates, "id") == {7, 8}
    await later(world, A_MOMENT)
    assert await column(world, telegram_updates, "id") == {8}


@contextmanager
def deleted_at_once() -> Iterator[list[int]]:
    """How many rows each transaction deletes meanwhile."""
    deleted: list[int] = []
    open_transactions: defaultdict[Connection, int] = defaultdict(int)

    def executed(connection: Connection, cursor: Any, statement: str, *_: object) -> None:  # noqa: ANN401 (the driver's own)
        if statement.startswith("DELETE"):
            open_transactions[connection] += cursor.rowcount

    def committed(connection: Connection) -> None:
        if count := open_transactions.pop(connection, 0):
            deleted.append(count)

    event.listen(Engine, "after_cursor_execute", executed)
    event.listen(Engine, "commit", committed)
    try:
        yield deleted
    finally:
        event.remove(Engine, "after_cursor_execute", executed)
        event.remove(Engine, "commit", committed)


@pytest.mark.on_both
async def test_much_that_is_old_goes_a_little_at_a_time(world: World) -> None:
    """No transaction deletes more than 500 rows, so that others get in between, until all are gone."""
    async with world.database.write() as connection:
        rows = [{"key": f"event {number}", "at": world.clock.now} for number in range(1700)]
        await connection.execute(insert(applied), rows)
    with deleted_at_once() as deleted:
        await later(world, APPLIED_KEPT + A_MOMENT)
    assert (sum(deleted), max(deleted)) == (1700, 500)
    assert await column(world, applied, "key") == set()
