"""Pauses by agreement: no time runs, nothing is played, and either player may end the pause."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.maintenance import check
from bot.rules import Grade
from bot.sessions import LoadedGame, Options
from bot.sessions.errors import NotSeated
from tests.refused import refuses
from tests.sessions.delivering import deliver_to_page
from tests.sessions.test_clocks import BANK, DAY, THREE_DAYS, after_turn, clocked, handle_due_alarms, reload
from tests.sessions.world import World


async def paused(world: World, options: Options = THREE_DAYS, after: timedelta = DAY) -> LoadedGame:
    """Pause a game in which Anna is to act, some time after her time began to run."""
    game = await clocked(world, options)
    await deliver_to_page(world)
    world.clock.now += after
    await world.manager.offer_pause(world.actor(world.boris, world.boris_chat), game.id)
    return await world.manager.offer_pause(world.actor(world.anna, world.anna_chat), game.id)


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_a_pause_needs_both_players(world: World, game: LoadedGame) -> None:
    """An offered pause stops nothing; an accepted one stops the time."""
    await deliver_to_page(world)
    offered = await world.manager.offer_pause(world.actor(world.boris, world.boris_chat), game.id)
    assert (offered.paused, (await world.row(game)).due) == (None, world.clock.now + 3 * DAY)
    agreed = await world.manager.answer(
        world.actor(world.anna, world.anna_chat), game.id, accept=True, what="pause"
    )
    assert agreed.paused == world.clock.now
    assert agreed.clock is not None
    assert agreed.clock.due is None


@pytest.mark.built(by=clocked)
async def test_a_refused_pause_stops_nothing(world: World, game: LoadedGame) -> None:
    """After a refused pause the time has run on."""
    await deliver_to_page(world)
    await world.manager.offer_pause(world.actor(world.boris, world.boris_chat), game.id)
    refused = await world.manager.answer(world.actor(world.anna, world.anna_chat), game.id, accept=False)
    assert (refused.paused, refused.live.offer) == (None, None)
    assert refused.clock is not None
    assert refused.clock.due == world.clock.now + 3 * DAY


@pytest.mark.built(by=paused)
@pytest.mark.on_both
async def test_nothing_is_played_during_a_pause(world: World, game: LoadedGame) -> None:
    """During a pause rolling and offering a pause are refused, but resigning is possible."""
    for player, chat in ((world.anna, world.anna_chat), (world.boris, world.boris_chat)):
        with refuses("game-pauses"):
            await world.manager.roll(world.actor(player, chat), game.id)
    with refuses("game-pauses"):
        await world.manager.offer_pause(world.actor(world.anna, world.anna_chat), game.id)
    over = await world.manager.resign(world.actor(world.anna, world.anna_chat), game.id, Grade.MARS)
    assert (over.is_over, over.paused) == (True, None)


async def test_no_time_runs_out_during_a_pause(world: World) -> None:
    """No timeout is notified during a pause of any length."""
    await paused(world)
    world.clock.now += 40 * DAY
    assert not any(each.startswith("time:") for each in await handle_due_alarms(world))


@pytest.mark.on_both
async def test_the_mover_keeps_the_remaining_time_over_a_pause(world: World) -> None:
    """The end of a pause notifies the mover, whose remaining time runs from the notification's arrival."""
    game = await paused(world, BANK)
    world.clock.now += 20 * DAY
    resumed = await world.manager.resume(world.actor(world.boris, world.boris_chat), game.id)
    assert resumed.clock is not None
    assert (resumed.clock.white, resumed.clock.due) == (6 * DAY, None)
    world.clock.forward(hours=1)
    assert any(each.startswith(f"resume:{game.id}") for each in await handle_due_alarms(world))
    found = (await reload(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + 6 * DAY


@pytest.mark.on_both
async def test_at_least_a_day_is_left_after_a_pause(world: World) -> None:
    """A mover with less than a day left has a day after the pause, at once if they end it themselves."""
    game = await paused(world, after=3 * DAY - timedelta(hours=1))
    resumed = await world.manager.resume(world.actor(world.anna, world.anna_chat), game.id)
    assert resumed.clock is not None
    assert resumed.clock.due == world.clock.now + DAY
    assert (await after_turn(world, resumed)).paused is None


async def test_only_the_players_pause_and_resume(world: World) -> None:
    """A spectator can neither offer nor end a pause, and a running game cannot be resumed."""
    game = await clocked(world)
    with refuses("not-paused"):
        await world.manager.resume(world.actor(world.anna, world.anna_chat), game.id)
    game = await paused(world)
    for act in (world.manager.offer_pause, world.manager.resume):
        with pytest.raises(NotSeated):
            await act(world.actor(world.carl), game.id)


async def test_a_game_against_the_computer_player_has_no_pause(world: World) -> None:
    """A pause against the computer player is refused."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna, world.anna_chat), "long")
    with refuses("no-pause"):
        await world.manager.offer_pause(world.actor(world.anna, world.anna_chat), game.id)


@pytest.mark.built(by=paused)
@pytest.mark.on_both
async def test_a_paused_game_is_replayed_by_the_check(world: World, game: LoadedGame) -> None:
    """Pauses are events of the game, and the check replays it without faults."""
    await world.manager.resume(world.actor(world.boris, world.boris_chat), game.id)
    _, events = await world.manager.with_events(game.id)
    assert [str(each.event) for each in events][-3:] == ["offer pause", "pause", "resume"]
    assert (await check(world.database.place)).faults == ()


@pytest.mark.built(by=clocked)
async def test_a_draft_stays_in_its_chat_when_a_pause_is_offered(world: World, game: LoadedGame) -> None:
    """An offered pause leaves the mover's draft in its chat."""
    await deliver_to_page(world)
    game = await world.manager.roll(world.actor(world.anna, world.anna_chat), game.id)
    assert game.live.draft is not None
    game = await world.manager.move(
        world.actor(world.anna, world.anna_chat), game.id, str(game.live.draft.next_moves()[0])
    )
    assert (await world.row(game)).draft
    await world.manager.offer_pause(world.actor(world.boris, world.boris_chat), game.id)
    assert (await world.row(game)).draft_chat == world.anna_chat.id
