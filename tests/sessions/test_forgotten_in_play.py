"""Forgetting a player in the middle of games: with a running clock, on holidays, or with a pending offer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.maintenance import faults_of
from bot.rules import Ending, Grade
from bot.sessions import Actor, LoadedGame, Player
from bot.sessions.errors import CannotResignAt, GameIsOver
from storage import tables
from tests.sessions.test_before_roll import doubled
from tests.sessions.test_clocks import BANK, after_turn, clocked, handle_due_alarms
from tests.sessions.test_forgetting import forget
from tests.sessions.world import World, contents

LATER = timedelta(days=30)


async def assert_is_lost(world: World, game: LoadedGame, player: Player) -> None:
    """Check that a player has lost a game by resignation for good, and that it notifies them no more."""
    now = await world.manager.game(game.id)
    outcome = now.live.state.outcome
    assert outcome is not None
    assert outcome.ending is Ending.RESIGNED
    assert outcome.winner is not None
    assert now.player(outcome.winner).id != player.id
    await handle_due_alarms(world)
    world.clock.forward(days=LATER.days)
    causes = await handle_due_alarms(world)
    assert (await world.manager.game(game.id)).live.state == now.live.state
    assert not [each for each in await notifications(world) if each[1] == player.id], causes
    assert await faults_of(world.manager, [game.id]) == []


async def notifications(world: World) -> list[tuple[str, int]]:
    """Return all notifications as causes and players."""
    query = select(tables.notifications.c.cause, tables.notifications.c.player)
    async with world.database.read() as connection:
        return [(row.cause, row.player) for row in await connection.execute(query)]


@pytest.mark.parametrize("after", [timedelta(hours=1), timedelta(days=2), timedelta(days=20)])
@pytest.mark.parametrize("is_mover", [True, False])
@pytest.mark.on_both
async def test_a_game_with_a_clock_is_resigned(world: World, after: timedelta, *, is_mover: bool) -> None:
    """Forgetting a player loses a game with a clock for good, even when time ran out unclaimed."""
    game = await clocked(world, BANK)
    await handle_due_alarms(world)
    if is_mover:
        game = await after_turn(world, game)
        await handle_due_alarms(world)
        game = await world.manager.game(game.id)
        assert game.to_act == world.boris.id
    world.clock.forward(days=after.days, seconds=after.seconds)
    await handle_due_alarms(world)
    await forget(world, world.boris)
    await assert_is_lost(world, game, world.boris)


@pytest.mark.parametrize("what", ["draw", "pause", "less"])
@pytest.mark.parametrize("is_forgotten_players", [True, False])
async def test_a_pending_offer_ends_with_the_game(
    world: World, what: str, *, is_forgotten_players: bool
) -> None:
    """A pending draw, pause or cheaper resignation ends with the lost game."""
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    player, chat = (world.boris, world.boris_chat) if is_forgotten_players else (world.anna, world.anna_chat)
    offer, actor = world.manager, world.actor(player, chat)
    match what:
        case "draw":
            await offer.offer_draw(actor, game.id)
        case "pause":
            await offer.offer_pause(actor, game.id)
        case _:
            await offer.resign(actor, game.id, Grade.OYN)
    assert (await world.manager.game(game.id)).live.offer is not None
    await forget(world, world.boris)
    await assert_is_lost(world, game, world.boris)
    now = await world.manager.game(game.id)
    assert now.live.offer is None
    with pytest.raises(GameIsOver):
        await world.manager.answer(world.actor(world.anna, world.anna_chat), game.id, accept=True)


@pytest.mark.parametrize("is_forgotten_players", [True, False])
@pytest.mark.built(by=doubled)
async def test_a_pending_double_ends_with_the_game(
    world: World, game: LoadedGame, *, is_forgotten_players: bool
) -> None:
    """A player forgotten during a pending double loses the cube's value before the take."""
    leaver = world.anna if is_forgotten_players else world.boris
    await forget(world, leaver)
    await assert_is_lost(world, game, leaver)
    outcome = (await world.manager.game(game.id)).live.state.outcome
    assert outcome is not None
    assert outcome.cube == 1
    stays = world.boris if is_forgotten_players else world.anna
    with pytest.raises(GameIsOver):
        await world.manager.answer_double(world.actor(stays), game.id, take=True)


@pytest.mark.parametrize("is_forgotten_players", [True, False])
@pytest.mark.on_both
async def test_only_the_forgotten_players_holidays_end(world: World, *, is_forgotten_players: bool) -> None:
    """Forgetting a player deletes their holidays and keeps the opponent's."""
    game = await clocked(world, BANK)
    await handle_due_alarms(world)
    player, chat = (world.boris, world.boris_chat) if is_forgotten_players else (world.anna, world.anna_chat)
    await world.manager.people.set_player_option(world.actor(player, chat), "zone", "Europe/Berlin")
    today = world.clock().date()
    await world.manager.holidays.announce(
        world.actor(player, chat), today + timedelta(days=1), today + timedelta(days=9)
    )
    world.clock.forward(days=3)
    await handle_due_alarms(world)
    await forget(world, world.boris)
    left = [row[1] for row in (await contents(world.database))["holidays"]]
    assert left == ([] if is_forgotten_players else [world.anna.id])
    assert len(await world.manager.holidays.of(world.anna.id)) == (0 if is_forgotten_players else 1)
    await assert_is_lost(world, game, world.boris)


@pytest.mark.parametrize("is_away", [True, False])
@pytest.mark.on_both
async def test_a_forgotten_player_is_not_notified_of_a_remaining_game(
    world: World, monkeypatch: pytest.MonkeyPatch, *, is_away: bool
) -> None:
    """A game that the forgotten player could not resign never notifies them; the opponent plays on."""
    game = await clocked(world, BANK)
    await handle_due_alarms(world)
    manager = world.manager
    if is_away:
        await manager.people.set_player_option(
            world.actor(world.boris, world.boris_chat), "zone", "Europe/Berlin"
        )
        today = world.clock().date()
        last = today + timedelta(days=20)
        await manager.holidays.announce(
            world.actor(world.boris, world.boris_chat), today + timedelta(days=1), last
        )
        world.clock.forward(days=2)

    async def refuse(_actor: Actor, game_id: str) -> object:
        raise CannotResignAt(game_id, (), 1)

    monkeypatch.setattr(manager.forgetting, "_resign", refuse)
    await forget(world, world.boris)
    world.clock.forward(days=LATER.days)
    await handle_due_alarms(world)
    assert not [each for each in await notifications(world) if each[1] == world.boris.id]
    now = await manager.game(game.id)
    assert (now.is_over, now.to_act) == (False, world.anna.id)
    await after_turn(world, now)
    await handle_due_alarms(world)
    assert not [each for each in await notifications(world) if each[1] == world.boris.id]
