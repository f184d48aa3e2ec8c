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
    """Return all values of a column."""
    async with world.database.read() as connection:
        return set((await connection.execute(select(table.c[name]))).scalars())


async def forget_after(world: World, wait: timedelta) -> None:
    """Let time pass, then delete what is old."""
    world.clock.now += wait
    await world.manager.forget_old()


async def a_turn(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """Notify a player of a turn; return the cause, and a function that plays the turn."""
    game = await to_choose(world, await world.game())
    while world.mover(game).id == world.mover(game := await world.turn(game)).id:
        pass
    return f"turn:{game.id}:{game.turns}", lambda: world.turn(game)


async def a_last_turn(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """Notify a player of a turn; return the cause, and a function that ends the game in it."""
    cause, _ = await a_turn(world)
    return cause, lambda: world.manager.resign(world.actor(world.anna), cause.split(":")[1], Grade.MARS)


async def a_double(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """Double; return the cause, and a function that takes."""
    game = await doubled(world)
    by = world.actor(world.boris)
    return f"double:{game.id}:{game.turns}", lambda: world.manager.answer_double(by, game.id, take=True)


async def an_offer(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """Offer a draw; return the cause, and a function that refuses it."""
    game = await world.game()
    offered = await world.manager.offer_draw(world.actor(world.anna), game.id)
    by = world.actor(world.boris)
    return f"offer:{game.id}:{offered.version}", lambda: world.manager.answer(by, game.id, accept=False)


async def a_challenge(world: World) -> tuple[str, Callable[[], Awaitable[object]]]:
    """Challenge Boris; return the cause, and a function that accepts."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    by = world.actor(world.boris)
    return f"challenge:{made.id}", lambda: world.manager.challenges.accept(by, made.id)


@pytest.mark.slow
@pytest.mark.parametrize("call", [a_turn, a_last_turn, a_double, an_offer, a_challenge])
@pytest.mark.parametrize("is_delivered", [True, False])
@pytest.mark.on_both
async def test_a_notification_is_deleted_after_its_cause_has_ended(
    world: World,
    call: Callable[[World], Awaitable[tuple[str, Callable[[], Awaitable[object]]]]],
    is_delivered: bool,
) -> None:
    """An old notification, delivered or not, is kept while its cause lasts and deleted afterwards."""
    cause, end = await call(world)
    if is_delivered:
        await deliver_to_page(world)
    await forget_after(world, 3 * NOTIFICATIONS_KEPT)
    assert cause in await column(world, notifications, "cause")
    await end()
    await forget_after(world, A_MOMENT)
    assert cause not in await column(world, notifications, "cause")


async def test_a_notification_of_a_result_is_deleted_later(world: World, game: LoadedGame) -> None:
    """A notification of a result is deleted after its retention time."""
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    await forget_after(world, NOTIFICATIONS_KEPT)
    assert f"over:{game.id}" in await column(world, notifications, "cause")
    await forget_after(world, A_MOMENT)
    assert f"over:{game.id}" not in await column(world, notifications, "cause")


@pytest.mark.on_both
async def test_a_notification_of_an_unknown_kind_is_kept(world: World, game: LoadedGame) -> None:
    """A notification of an unknown kind is never deleted, because its cause may still last."""
    async with world.database.write() as connection:
        post = await outbox.post_in(connection, "game", game.id, world.table.id)
        assert post is not None
        await notify(connection, world.anna.id, "reminder:1", post.id, 1, world.clock.now)
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    await forget_after(world, 3 * NOTIFICATIONS_KEPT)
    assert await column(world, notifications, "cause") == {"reminder:1"}


@pytest.mark.on_both
async def test_deleting_old_rows_repeats_no_notification(world: World) -> None:
    """After old rows are deleted, no player is notified of the same turn again."""
    await a_turn(world)
    await deliver_to_page(world)
    before = (await world.everything())["notifications"]
    await forget_after(world, 3 * NOTIFICATIONS_KEPT)
    after = (await world.everything())["notifications"]
    assert set(after) <= set(before)
    assert {row[4] for row in after} == {"sent"}
    assert (await undelivered(world.manager, {"web"})).entries == ()


async def declined(world: World) -> Challenge:
    """A challenge that Boris declined a year after it was made."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    world.clock.forward(days=365)
    return await world.manager.challenges.decline(world.actor(world.boris), made.id)


async def cancelled(world: World) -> Challenge:
    """An open challenge that Anna cancelled a year after she made it."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long")
    world.clock.forward(days=365)
    return await world.manager.challenges.cancel(world.actor(world.anna), made.id)


@pytest.mark.parametrize("close", [declined, cancelled])
@pytest.mark.on_both
async def test_a_closed_challenge_is_deleted_later(
    world: World, close: Callable[[World], Awaitable[Challenge]]
) -> None:
    """A declined or cancelled challenge is deleted with its posts some time after it was closed."""
    closed = await close(world)
    last = await world.manager.challenges.make(world.actor(world.anna), "narde", world.boris.id)
    await deliver_to_page(world)
    await forget_after(world, CHALLENGES_KEPT)
    assert closed.id in await column(world, challenges, "id")
    await forget_after(world, A_MOMENT)
    assert await column(world, challenges, "id") == {last.id}
    assert await column(world, posts, "subject_id") == {last.id}
    assert await column(world, notifications, "cause") == {f"challenge:{last.id}"}


async def test_a_players_last_options_outlive_the_challenge(world: World) -> None:
    """A player's last rule set and options are kept after old challenges are deleted."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    world.clock.forward(minutes=1)
    made = await world.manager.challenges.make(world.actor(world.anna), "narde", options=Options(hints=True))
    await world.manager.challenges.cancel(world.actor(world.anna), made.id)
    before = await world.manager.last_made(world.anna.id)
    await deliver_to_page(world)
    await forget_after(world, 3 * CHALLENGES_KEPT)
    assert await world.manager.last_made(world.anna.id) == before
    assert (before[0], before[1].hints) == ("narde", True)


@pytest.mark.slow
@pytest.mark.parametrize(("is_unreachable", "is_kept"), [(False, True), (True, False)])
async def test_a_challenge_is_kept_while_its_card_looks_open(
    world: World, is_unreachable: bool, is_kept: bool
) -> None:
    """A closed challenge is kept until its card is edited, unless the card's chat is unreachable."""
    closed = await declined(world)
    await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long", world.carl.id)
    async with world.database.write() as connection:
        await people.set_display(connection, world.table.id, gone=is_unreachable)
    await forget_after(world, 3 * CHALLENGES_KEPT)
    assert (closed.id in await column(world, challenges, "id")) == is_kept


@pytest.mark.on_both
async def test_games_and_accepted_challenges_are_kept(world: World) -> None:
    """After ten years every game, match, event, analysis, name and accepted or open challenge is kept."""
    ended = await world.game()
    world.clock.forward(minutes=1)
    await world.manager.resign(world.actor(world.anna), ended.id, Grade.MARS)
    await world.manager.challenges.rematch(world.actor(world.anna), ended.id)
    await to_choose(world, await world.game())
    await deliver_to_page(world)
    before = await world.everything()
    await forget_after(world, timedelta(days=3650))
    after = await world.everything()
    kept = (*KEPT_FOR_EVER, "challenges", "posts", "given_ids")
    assert {table: after[table] for table in kept} == {table: before[table] for table in kept}


@pytest.mark.on_both
async def test_a_question_is_deleted_when_it_expires(world: World) -> None:
    """A question is kept until it expires."""
    life = timedelta(hours=12)
    await Questions(world.manager).ask(world.anna.id, ["/help"], "question", life)
    await forget_after(world, life - A_MOMENT)
    assert await column(world, questions, "id") == {"question"}
    await forget_after(world, A_MOMENT)
    assert await column(world, questions, "id") == set()


@pytest.mark.on_both
async def test_an_idempotency_key_is_kept_for_some_days(world: World) -> None:
    """An idempotency key is kept as long as the event may be delivered again."""
    await world.manager.challenges.make(world.actor(world.anna, event="pressed"), "long")
    await forget_after(world, APPLIED_KEPT)
    assert await column(world, applied, "key") == {"pressed"}
    await forget_after(world, A_MOMENT)
    assert await column(world, applied, "key") == set()


@pytest.mark.on_both
async def test_an_unreadable_entry_is_kept_for_a_month(world: World) -> None:
    """An unreadable entry is kept unchanged for its retention time."""
    updates = TelegramUpdates(world.database)
    await updates.store(1, {7: (1, "as it came")})
    await updates.put_aside(1, 7, world.clock.now)
    await forget_after(world, UNREADABLE_KEPT)
    assert await column(world, unreadable_entries, "text") == {"as it came"}
    await forget_after(world, A_MOMENT)
    assert await column(world, unreadable_entries, "text") == set()


@pytest.mark.on_both
async def test_a_handled_update_is_kept_for_two_days(world: World) -> None:
    """A handled Telegram update's number is kept for two days, and a pending one is never deleted."""
    updates = TelegramUpdates(world.database)
    await updates.store(1, {7: (1, "done"), 8: (1, "waits")})
    await updates.handled(1, [7], world.clock.now)
    await forget_after(world, UPDATES_KEPT)
    assert await column(world, telegram_updates, "id") == {7, 8}
    await forget_after(world, A_MOMENT)
    assert await column(world, telegram_updates, "id") == {8}


@contextmanager
def watch_deletions() -> Iterator[list[int]]:
    """Collect how many rows each transaction deletes."""
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
async def test_old_rows_are_deleted_in_batches(world: World) -> None:
    """No transaction deletes more than 500 rows, so that others are not blocked for long."""
    async with world.database.write() as connection:
        rows = [{"key": f"event {number}", "at": world.clock.now} for number in range(1700)]
        await connection.execute(insert(applied), rows)
    with watch_deletions() as deleted:
        await forget_after(world, APPLIED_KEPT + A_MOMENT)
    assert (sum(deleted), max(deleted)) == (1700, 500)
    assert await column(world, applied, "key") == set()
