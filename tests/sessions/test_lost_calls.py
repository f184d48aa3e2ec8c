"""Lost calls: a clock begins, whatever becomes of the chat where a player was to be called to act."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.sessions import Chat, LoadedGame, Outbox
from bot.sessions.game_clock import GRACE
from bot.sessions.outbox import RetiredClaim
from storage import games, notifications
from storage.tables import accounts, chats
from tests.sessions.delivering import deliver_to_page
from tests.sessions.test_clocks import DAY, THREE_DAYS, after_turn, clocked, reload
from tests.sessions.world import World

pytestmark = pytest.mark.on_both


async def at_the_table(world: World) -> LoadedGame:
    """A game with a clock that both are told of at the table, in which nothing is done by itself."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_forced=False, auto_roll=False)
    game = await world.game(options=THREE_DAYS, chats=(world.table, world.table))
    await deliver_to_page(world)
    return game


async def put_off(world: World, chat: Chat) -> None:
    """Let a chat not be reached for an hour, and all others be shown everything."""
    outbox = Outbox(world.manager)
    for claim in (await outbox.claim({"web": 9})).claims:
        if isinstance(claim, RetiredClaim):
            await outbox.retirement_done(claim)
        elif claim.chat.id == chat.id:
            await outbox.retry_later(claim, timedelta(days=1))
        else:
            await outbox.edited(claim, claim.row.wanted_revision)


@pytest.mark.built(by=at_the_table)
async def test_a_call_in_doubt_in_a_shared_chat_that_is_lost_goes_along(
    world: World, game: LoadedGame
) -> None:
    """Where nobody knows whether a call has arrived, and its chat is lost, time runs from the next board."""
    game = await world.turn(await reload(world, game), world.table)
    outbox = Outbox(world.manager)
    for claim in (await outbox.claim({"web": 9})).claims:
        if not isinstance(claim, RetiredClaim):
            await outbox.begin_delivery(claim, timedelta())  # and killed
    world.clock.forward(minutes=11)
    await outbox.relocation.mark_unreachable(
        world.table.id, [(world.anna.id, "me:anna"), (world.boris.id, "me:boris")]
    )
    assert (await world.row(game)).due is None
    await deliver_to_page(world)
    assert (await world.row(game)).due == world.clock.now + 3 * DAY


@pytest.mark.built(by=at_the_table)
async def test_who_has_neither_a_private_chat_nor_the_shared_one_has_a_day_of_grace(
    world: World, game: LoadedGame
) -> None:
    """Who has shut the bot out in private and then loses the shared chat has that day, and no more."""
    outbox = Outbox(world.manager)
    await outbox.relocation.mark_unreachable(world.his.id)
    game = await world.turn(await reload(world, game), world.table)
    assert (await world.row(game)).due is None
    await outbox.relocation.mark_unreachable(world.table.id, [(world.boris.id, "me:boris")])
    assert (await world.row(game)).due == world.clock.now + GRACE + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_who_has_a_board_shown_elsewhere_is_called_by_that_one(world: World, game: LoadedGame) -> None:
    """While his call cannot be brought, the board that he asks for in another chat brings it, once."""
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    await put_off(world, world.his)
    await world.manager.boards.show(world.actor(world.anna, world.table), game.id)
    assert (await world.row(game)).due is None
    await world.manager.boards.show(world.actor(world.boris, world.table), game.id)
    await deliver_to_page(world)
    assert (await world.row(game)).due == world.clock.now + 3 * DAY
    async with world.database.read() as connection:
        assert await notifications.undelivered_in(connection, world.his.id) == []


@pytest.mark.built(by=clocked)
async def test_a_board_that_was_asked_for_starts_no_clock_before_it_has_come(
    world: World, game: LoadedGame
) -> None:
    """Where a platform is slow, who asks for the board uses no time until it stands there."""
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    await world.manager.boards.show(world.actor(world.boris, world.his), game.id)
    await put_off(world, world.his)
    assert (await world.row(game)).due is None
    world.clock.forward(days=1, minutes=1)
    await deliver_to_page(world)
    assert (await world.row(game)).due == world.clock.now + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_a_call_that_was_to_come_in_a_lost_chat_starts_the_clock_after_a_day(
    world: World, game: LoadedGame
) -> None:
    """It was to come where its player is not told of the game any more: his time begins all the same."""
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    async with world.database.write() as connection:  # the board was taken to a thread
        await games.set_notification_chat(connection, game.id, white=False, chat=world.table.id)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    assert (await world.row(game)).due == world.clock.now + GRACE + 3 * DAY


async def on_telegram(world: World) -> Chat:
    """Let Boris have a private chat on Telegram too."""
    visitor = await world.manager.people.visit("telegram", "boris-t", "Boris", "boris-t", "private", "en")
    async with world.database.write() as connection:
        for column in (accounts.c.player, chats.c.owner):
            await connection.execute(
                update(column.table)
                .where(column.table.c.platform == "telegram")
                .values({column: world.boris.id})
            )
    return visitor.chat


async def test_who_is_lost_on_one_platform_is_told_on_his_other(world: World) -> None:
    """Whoever has shut the bot out on one platform is called on another, where he is reached."""
    there = await on_telegram(world)
    game = await clocked(world)
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    assert (await world.row(game)).black_chat == there.id
    assert (await world.row(game)).due is None


async def test_who_is_lost_at_home_is_told_of_games_of_a_lost_chat_on_his_other_platform(
    world: World,
) -> None:
    """His private chat beside the shared one is lost already: the one elsewhere stands in for both."""
    there = await on_telegram(world)
    game = await at_the_table(world)
    outbox = Outbox(world.manager)
    await outbox.relocation.mark_unreachable(world.his.id)
    game = await world.turn(await reload(world, game), world.table)
    await outbox.relocation.mark_unreachable(world.table.id, [(world.boris.id, "me:boris")])
    assert (await world.row(game)).black_chat == there.id
    assert (await world.row(game)).due is None
