"""Lost notifications: a clock starts even if the chat of a turn's notification is lost."""

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
    """A game with a clock that both play at the table, without automatic rolls and turns."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_forced=False, auto_roll=False)
    game = await world.game(options=THREE_DAYS, chats=(world.table, world.table))
    await deliver_to_page(world)
    return game


async def fail_in(world: World, chat: Chat) -> None:
    """Deliver everything except in one chat, which is to be retried a day later."""
    outbox = Outbox(world.manager)
    for claim in (await outbox.claim({"web": 9})).claims:
        if isinstance(claim, RetiredClaim):
            await outbox.retirement_done(claim)
        elif claim.chat.id == chat.id:
            await outbox.retry_later(claim, timedelta(days=1))
        else:
            await outbox.edited(claim, claim.row.wanted_revision)


@pytest.mark.built(by=at_the_table)
async def test_a_notification_in_doubt_in_a_lost_group_starts_the_clock_with_the_next_board(
    world: World, game: LoadedGame
) -> None:
    """If a lost group may have received a notification, time runs from the next board."""
    game = await world.turn(await reload(world, game), world.table)
    outbox = Outbox(world.manager)
    for claim in (await outbox.claim({"web": 9})).claims:
        if not isinstance(claim, RetiredClaim):
            await outbox.begin_delivery(claim, timedelta())  # the process dies here
    world.clock.forward(minutes=11)
    await outbox.relocation.mark_unreachable(
        world.table.id, [(world.anna.id, "me:anna"), (world.boris.id, "me:boris")]
    )
    assert (await world.row(game)).due is None
    await deliver_to_page(world)
    assert (await world.row(game)).due == world.clock.now + 3 * DAY


@pytest.mark.built(by=at_the_table)
async def test_losing_all_chats_gives_a_day_of_grace(world: World, game: LoadedGame) -> None:
    """A player who loses the private chat and then the shared one has one day of grace."""
    outbox = Outbox(world.manager)
    await outbox.relocation.mark_unreachable(world.boris_chat.id)
    game = await world.turn(await reload(world, game), world.table)
    assert (await world.row(game)).due is None
    await outbox.relocation.mark_unreachable(world.table.id, [(world.boris.id, "me:boris")])
    assert (await world.row(game)).due == world.clock.now + GRACE + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_a_board_shown_elsewhere_notifies_instead(world: World, game: LoadedGame) -> None:
    """If a notification cannot be delivered, a board shown by the player elsewhere notifies once."""
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    await fail_in(world, world.boris_chat)
    await world.manager.boards.show(world.actor(world.anna, world.table), game.id)
    assert (await world.row(game)).due is None
    await world.manager.boards.show(world.actor(world.boris, world.table), game.id)
    await deliver_to_page(world)
    assert (await world.row(game)).due == world.clock.now + 3 * DAY
    async with world.database.read() as connection:
        assert await notifications.undelivered_in(connection, world.boris_chat.id) == []


@pytest.mark.built(by=clocked)
async def test_a_requested_board_starts_the_clock_on_arrival(world: World, game: LoadedGame) -> None:
    """A board that the player requests starts the clock when it arrives."""
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    await world.manager.boards.show(world.actor(world.boris, world.boris_chat), game.id)
    await fail_in(world, world.boris_chat)
    assert (await world.row(game)).due is None
    world.clock.forward(days=1, minutes=1)
    await deliver_to_page(world)
    assert (await world.row(game)).due == world.clock.now + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_a_notification_for_a_lost_former_chat_starts_the_clock_after_a_day(
    world: World, game: LoadedGame
) -> None:
    """A notification in a lost chat that the game has left starts the clock after the day of grace."""
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    async with world.database.write() as connection:  # the board was taken to a thread
        await games.set_notification_chat(connection, game.id, white=False, chat=world.table.id)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    assert (await world.row(game)).due == world.clock.now + GRACE + 3 * DAY


async def on_telegram(world: World) -> Chat:
    """Give Boris a private chat on Telegram too."""
    visitor = await world.manager.people.visit("telegram", "boris-t", "Boris", "boris-t", "private", "en")
    async with world.database.write() as connection:
        for column in (accounts.c.player, chats.c.owner):
            await connection.execute(
                update(column.table)
                .where(column.table.c.platform == "telegram")
                .values({column: world.boris.id})
            )
    return visitor.chat


async def test_a_player_lost_on_one_platform_is_notified_on_another(world: World) -> None:
    """A player unreachable on one platform is notified on another without a day of grace."""
    there = await on_telegram(world)
    game = await clocked(world)
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    assert (await world.row(game)).black_chat == there.id
    assert (await world.row(game)).due is None


async def test_a_lost_group_notifies_on_the_players_other_platform(
    world: World,
) -> None:
    """If a group and the player's private chat beside it are lost, the other platform's chat is used."""
    there = await on_telegram(world)
    game = await at_the_table(world)
    outbox = Outbox(world.manager)
    await outbox.relocation.mark_unreachable(world.boris_chat.id)
    game = await world.turn(await reload(world, game), world.table)
    await outbox.relocation.mark_unreachable(world.table.id, [(world.boris.id, "me:boris")])
    assert (await world.row(game)).black_chat == there.id
    assert (await world.row(game)).due is None
