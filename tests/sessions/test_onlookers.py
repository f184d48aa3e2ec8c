"""Onlookers: a player watching a game on a separate board is notified only after leaving without acting."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.rules.time_control import TimeControl
from bot.sessions import LoadedGame, Options, Player
from bot.sessions.outbox.enqueue import PLAYER_LEFT
from bot.sessions.workers import Absences, AlarmRunner, Heartbeat
from storage.tables import notifications, posts
from tests.sessions.world import World


async def calls(world: World, player: Player) -> list[str]:
    """Return the causes of a player's notifications, delivered or pending."""
    async with world.database.read() as connection:
        query = select(notifications.c.cause).where(notifications.c.player == player.id)
        return sorted((await connection.execute(query)).scalars())


async def wants_message(world: World, game: LoadedGame) -> bool:
    """Return True if a chat should show a game by a new message."""
    async with world.database.read() as connection:
        query = select(posts.c.fresh_revision > posts.c.sent_revision).where(posts.c.subject_id == game.id)
        return any((await connection.execute(query)).scalars())


async def deliver_all(world: World) -> None:
    """Mark every post as delivered."""
    async with world.database.write() as connection:
        await connection.execute(
            posts.update().values(
                shown_revision=posts.c.wanted_revision, sent_revision=posts.c.wanted_revision, message="1"
            )
        )


async def later(world: World, **by: float) -> None:
    """Let time pass and handle due alarms."""
    world.clock.forward(**by)
    runner = AlarmRunner(
        world.manager, Heartbeat(world.manager, {}), {PLAYER_LEFT: Absences(world.manager).call}
    )
    await runner.handle_due()


async def passed_to(world: World, options: Options = Options()) -> tuple[LoadedGame, Player]:  # noqa: B008 (a frozen value)
    """Return a game in which a turn is about to end, and the opponent."""
    game = await world.game(options=options)
    while game.live.draft is None:
        game = await world.manager.roll(world.actor(world.mover(game)), game.id)
    await deliver_all(world)
    return game, world.waiting(game)


@pytest.mark.built(by=passed_to)
async def test_an_onlooker_is_not_notified(world: World) -> None:
    """A player who watches their turn come gets no message and no notification while watching."""
    game, player = world.built
    before = await calls(world, player)
    with world.manager.onlookers.looking(player.id, game.id):
        game = await world.turn(game)
        assert await calls(world, player) == before
        assert not await wants_message(world, game)
        for _ in range(3):
            await later(world, minutes=5)
        assert await calls(world, player) == before


@pytest.mark.built(by=passed_to)
@pytest.mark.on_both
async def test_a_player_who_does_not_watch_is_notified(world: World) -> None:
    """A player who watches another game, or no longer watches this one, is notified of their turn."""
    game, player = world.built
    with world.manager.onlookers.looking(player.id, game.id):
        pass
    with (
        world.manager.onlookers.looking(player.id, "another"),
        world.manager.onlookers.looking(world.carl.id, game.id),
    ):
        game = await world.turn(game)
    assert f"turn:{game.id}:{game.turns}" in await calls(world, player)
    assert await wants_message(world, game)


@pytest.mark.parametrize(("seconds", "is_called"), [(119, False), (120, True)])
@pytest.mark.built(by=passed_to)
async def test_an_onlooker_is_notified_two_minutes_after_leaving(
    world: World, seconds: float, is_called: bool
) -> None:
    """An onlooker who leaves without acting is notified once, two minutes later."""
    game, player = world.built
    with world.manager.onlookers.looking(player.id, game.id):
        game = await world.turn(game)
        await later(world, minutes=30)
    cause = f"turn:{game.id}:{game.turns}"
    await later(world, seconds=seconds)
    assert (cause in await calls(world, player)) == is_called == await wants_message(world, game)
    if is_called:
        await deliver_all(world)
        await later(world, minutes=30)
        assert (await calls(world, player)).count(cause) == 1
        assert not await wants_message(world, game)


@pytest.mark.built(by=passed_to)
async def test_an_onlooker_who_returns_is_not_notified(world: World) -> None:
    """The two minutes count from when the player left last."""
    game, player = world.built
    before = await calls(world, player)
    with world.manager.onlookers.looking(player.id, game.id):
        game = await world.turn(game)
    await later(world, seconds=100)
    with world.manager.onlookers.looking(player.id, game.id):
        await later(world, seconds=100)
    await later(world, seconds=100)
    assert await calls(world, player) == before
    await later(world, seconds=100)
    assert await calls(world, player) != before


@pytest.mark.built(by=passed_to)
async def test_two_windows_of_one_player_count_as_one(world: World) -> None:
    """A player with two windows counts as watching until the last one closes."""
    game, player = world.built
    before = await calls(world, player)
    with world.manager.onlookers.looking(player.id, game.id):
        with world.manager.onlookers.looking(player.id, game.id):
            await world.turn(game)
        await later(world, minutes=5)
        assert await calls(world, player) == before


@pytest.mark.built(by=passed_to)
async def test_an_onlooker_who_acted_is_not_notified(world: World) -> None:
    """An onlooker who played before leaving is not notified."""
    game, player = world.built
    before = await calls(world, player)
    with world.manager.onlookers.looking(player.id, game.id):
        game = await world.turn(game)
        while world.mover(game).id == player.id:
            game = await world.turn(game)
    await later(world, minutes=5)
    assert await calls(world, player) == before


@pytest.mark.built(by=passed_to)
async def test_an_onlooker_is_notified_after_a_restart(world: World) -> None:
    """A new process knows no onlookers, so that a withheld notification is sent when due."""
    game, player = world.built
    looking = world.manager.onlookers.looking(player.id, game.id)
    with looking:
        game = await world.turn(game)
        world.manager.onlookers = type(world.manager.onlookers)(world.clock)
        await later(world, minutes=2)
        assert f"turn:{game.id}:{game.turns}" in await calls(world, player)


@pytest.mark.built(by=passed_to)
async def test_an_offer_is_notified_after_the_onlooker_left(world: World) -> None:
    """An offer made while the opponent watches is notified after they leave."""
    game, player = world.built
    before = await calls(world, player)
    with world.manager.onlookers.looking(player.id, game.id):
        await world.manager.offer_draw(world.actor(world.mover(game)), game.id)
        assert await calls(world, player) == before
    await later(world, minutes=3)
    assert [each for each in await calls(world, player) if each.startswith(f"offer:{game.id}")]


@pytest.mark.built(by=passed_to)
async def test_a_watched_result_notifies_nobody(world: World) -> None:
    """The end of a game notifies an onlooker neither then nor later."""
    game, player = world.built
    before = await calls(world, player)
    with world.manager.onlookers.looking(player.id, game.id):
        game = await world.manager.resign(world.actor(world.mover(game)), game.id)
        if not game.is_over:
            game = await world.manager.answer(world.actor(player), game.id, accept=True)
    await later(world, minutes=5)
    assert [each for each in await calls(world, player) if each not in before and "over" in each] == []


@pytest.mark.on_both
async def test_an_onlookers_time_runs_at_once(world: World) -> None:
    """An onlooker's time runs when their turn comes; another player's waits for the notification."""
    control = Options(time_control=TimeControl.for_each_turn(timedelta(days=3)))
    game, player = await passed_to(world, control)
    with world.manager.onlookers.looking(player.id, game.id):
        game = await world.turn(game)
    assert (await world.row(game)).due == world.clock() + timedelta(days=3)
    called, _ = await passed_to(world, control)
    assert (await world.row(await world.turn(called))).due is None


@pytest.mark.built(by=passed_to)
async def test_an_onlooker_in_another_process_counts_as_watching(world: World) -> None:
    """A broadcast from another process counts as watching until it says that the player left."""
    game, other = world.built
    onlookers = world.manager.onlookers
    onlookers.note_elsewhere(str(other.id), game.id, "looks")
    assert onlookers.looks_at(other.id, game.id)
    onlookers.note_elsewhere(str(other.id), game.id, "left")
    assert not onlookers.looks_at(other.id, game.id)
    assert onlookers.notify_delay(other.id, game.id) == timedelta(minutes=2)


@pytest.mark.built(by=passed_to)
async def test_an_onlooker_of_a_dead_process_expires(world: World) -> None:
    """An onlooker whose process sends nothing for two minutes no longer counts as watching."""
    game, other = world.built
    world.manager.onlookers.note_elsewhere(str(other.id), game.id, "looks")
    world.clock.forward(minutes=2)
    assert not world.manager.onlookers.looks_at(other.id, game.id)
    assert world.manager.onlookers.notify_delay(other.id, game.id) == timedelta()


async def test_onlookers_are_broadcast_to_other_processes(world: World) -> None:
    """Watching is broadcast at its start, on request, and at its end."""
    sent: list[tuple[str, str, str]] = []
    onlookers = world.manager.onlookers
    onlookers.broadcast = lambda *words: sent.append(words)
    with onlookers.looking(7, "k7f"):
        onlookers.rebroadcast()
    onlookers.rebroadcast()
    assert sent == [("7", "k7f", "looks")] * 2 + [("7", "k7f", "left")]
