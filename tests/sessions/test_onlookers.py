"""Who looks at a game on a board of its own is called to it only a while after he has left without acting."""

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


async def calls(world: World, who: Player) -> list[str]:
    """The causes for which a player was called, or is about to be."""
    async with world.database.read() as connection:
        query = select(notifications.c.cause).where(notifications.c.player == who.id)
        return sorted((await connection.execute(query)).scalars())


async def fresh(world: World, game: LoadedGame) -> bool:
    """Whether a chat is to show a game by a new message."""
    async with world.database.read() as connection:
        query = select(posts.c.fresh_revision > posts.c.sent_revision).where(posts.c.subject_id == game.id)
        return any((await connection.execute(query)).scalars())


async def shown(world: World) -> None:
    """Let all chats have shown what there is to show."""
    async with world.database.write() as connection:
        await connection.execute(
            posts.update().values(
                shown_revision=posts.c.wanted_revision, sent_revision=posts.c.wanted_revision, message="1"
            )
        )


async def later(world: World, **by: float) -> None:
    """Let time pass, and what is due be done."""
    world.clock.forward(**by)
    runner = AlarmRunner(
        world.manager, Heartbeat(world.manager, {}), {PLAYER_LEFT: Absences(world.manager).call}
    )
    await runner.handle_due()


async def passed_to(world: World, options: Options = Options()) -> tuple[LoadedGame, Player]:  # noqa: B008 (a frozen value)
    """A game in which a turn is about to pass, and the player to whom."""
    game = await world.game(options=options)
    while game.live.draft is None:
        game = await world.manager.roll(world.actor(world.mover(game)), game.id)
    await shown(world)
    return game, world.waiting(game)


@pytest.mark.built(by=passed_to)
async def test_who_looks_on_is_not_called(world: World) -> None:
    """His turn comes while he sees it: no message, no call; and none while he goes on looking."""
    game, who = world.built
    before = await calls(world, who)
    with world.manager.onlookers.looking(who.id, game.id):
        game = await world.turn(game)
        assert await calls(world, who) == before
        assert not await fresh(world, game)
        for _ in range(3):
            await later(world, minutes=5)
        assert await calls(world, who) == before


@pytest.mark.built(by=passed_to)
@pytest.mark.on_both
async def test_who_does_not_look_on_is_called_as_ever(world: World) -> None:
    """Whoever looks at another game, or looked at this one before, is called when his turn comes."""
    game, who = world.built
    with world.manager.onlookers.looking(who.id, game.id):
        pass
    with (
        world.manager.onlookers.looking(who.id, "another"),
        world.manager.onlookers.looking(world.carl.id, game.id),
    ):
        game = await world.turn(game)
    assert f"turn:{game.id}:{game.turns}" in await calls(world, who)
    assert await fresh(world, game)


@pytest.mark.parametrize(("seconds", "is_called"), [(119, False), (120, True)])
@pytest.mark.built(by=passed_to)
async def test_two_minutes_after_he_left_he_is_called(world: World, seconds: float, is_called: bool) -> None:
    """He saw that it is his turn, and went: two minutes later, and not before, he is called, once."""
    game, who = world.built
    with world.manager.onlookers.looking(who.id, game.id):
        game = await world.turn(game)
        await later(world, minutes=30)
    cause = f"turn:{game.id}:{game.turns}"
    await later(world, seconds=seconds)
    assert (cause in await calls(world, who)) == is_called == await fresh(world, game)
    if is_called:
        await shown(world)
        await later(world, minutes=30)
        assert (await calls(world, who)).count(cause) == 1
        assert not await fresh(world, game)


@pytest.mark.built(by=passed_to)
async def test_whoever_comes_back_is_not_called(world: World) -> None:
    """Two minutes count from when he left last."""
    game, who = world.built
    before = await calls(world, who)
    with world.manager.onlookers.looking(who.id, game.id):
        game = await world.turn(game)
    await later(world, seconds=100)
    with world.manager.onlookers.looking(who.id, game.id):
        await later(world, seconds=100)
    await later(world, seconds=100)
    assert await calls(world, who) == before
    await later(world, seconds=100)
    assert await calls(world, who) != before


@pytest.mark.built(by=passed_to)
async def test_two_windows_of_one_player_count_as_one(world: World) -> None:
    """As long as one of them shows the game he looks on."""
    game, who = world.built
    before = await calls(world, who)
    with world.manager.onlookers.looking(who.id, game.id):
        with world.manager.onlookers.looking(who.id, game.id):
            await world.turn(game)
        await later(world, minutes=5)
        assert await calls(world, who) == before


@pytest.mark.built(by=passed_to)
async def test_who_has_acted_is_not_called(world: World) -> None:
    """After he has played, nothing waits for him."""
    game, who = world.built
    before = await calls(world, who)
    with world.manager.onlookers.looking(who.id, game.id):
        game = await world.turn(game)
        while world.mover(game).id == who.id:
            game = await world.turn(game)
    await later(world, minutes=5)
    assert await calls(world, who) == before


@pytest.mark.built(by=passed_to)
async def test_after_a_restart_he_is_called(world: World) -> None:
    """Nobody looks on in a process that has just begun: what was kept from him comes when it is due."""
    game, who = world.built
    looking = world.manager.onlookers.looking(who.id, game.id)
    with looking:
        game = await world.turn(game)
        world.manager.onlookers = type(world.manager.onlookers)(world.clock)
        await later(world, minutes=2)
        assert f"turn:{game.id}:{game.turns}" in await calls(world, who)


@pytest.mark.built(by=passed_to)
async def test_an_offer_that_he_saw_is_told_when_he_has_left(world: World) -> None:
    """A draw offered while he looks on waits for him as a turn does; taken back by a move, no more."""
    game, who = world.built
    before = await calls(world, who)
    with world.manager.onlookers.looking(who.id, game.id):
        await world.manager.offer_draw(world.actor(world.mover(game)), game.id)
        assert await calls(world, who) == before
    await later(world, minutes=3)
    assert [each for each in await calls(world, who) if each.startswith(f"offer:{game.id}")]


@pytest.mark.built(by=passed_to)
async def test_a_result_that_he_saw_calls_nobody(world: World) -> None:
    """The end of a game that he looks at is no call, neither then nor later."""
    game, who = world.built
    before = await calls(world, who)
    with world.manager.onlookers.looking(who.id, game.id):
        game = await world.manager.resign(world.actor(world.mover(game)), game.id)
        if not game.is_over:
            game = await world.manager.answer(world.actor(who), game.id, accept=True)
    await later(world, minutes=5)
    assert [each for each in await calls(world, who) if each not in before and "over" in each] == []


@pytest.mark.on_both
async def test_the_time_of_one_who_looks_on_runs_at_once(world: World) -> None:
    """He sees that it is his turn when it comes; of another it runs from when the call has come."""
    control = Options(time_control=TimeControl.for_each_turn(timedelta(days=3)))
    game, who = await passed_to(world, control)
    with world.manager.onlookers.looking(who.id, game.id):
        game = await world.turn(game)
    assert (await world.row(game)).due == world.clock() + timedelta(days=3)
    called, _ = await passed_to(world, control)
    assert (await world.row(await world.turn(called))).due is None


@pytest.mark.built(by=passed_to)
async def test_who_looks_at_a_game_in_another_process_is_not_called(world: World) -> None:
    """It counts as if he looked here, for as long as it is told again and until he has left."""
    game, other = world.built
    onlookers = world.manager.onlookers
    onlookers.note_elsewhere(str(other.id), game.id, "looks")
    assert onlookers.looks_at(other.id, game.id)
    onlookers.note_elsewhere(str(other.id), game.id, "left")
    assert not onlookers.looks_at(other.id, game.id)
    assert onlookers.notify_delay(other.id, game.id) == timedelta(minutes=2)


@pytest.mark.built(by=passed_to)
async def test_who_looked_on_in_a_process_that_has_died_is_forgotten(world: World) -> None:
    """Where nobody tells again that he looks on, he counts as gone after as long as one who has left."""
    game, other = world.built
    world.manager.onlookers.note_elsewhere(str(other.id), game.id, "looks")
    world.clock.forward(minutes=2)
    assert not world.manager.onlookers.looks_at(other.id, game.id)
    assert world.manager.onlookers.notify_delay(other.id, game.id) == timedelta()


async def test_other_processes_are_told_who_looks_on_and_who_has_left(world: World) -> None:
    """At the beginning, again when that is asked for, and at the end."""
    told: list[tuple[str, str, str]] = []
    onlookers = world.manager.onlookers
    onlookers.broadcast = lambda *words: told.append(words)
    with onlookers.looking(7, "k7f"):
        onlookers.rebroadcast()
    onlookers.rebroadcast()
    assert told == [("7", "k7f", "looks")] * 2 + [("7", "k7f", "left")]
