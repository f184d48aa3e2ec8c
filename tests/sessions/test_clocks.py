"""Clocks: when time runs, what it is after a turn, and what happens when it has run out."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.maintenance import check
from bot.rules import Ending, Grade, TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import First, LoadedGame, Options, Outbox, record_of
from bot.sessions.errors import GameIsOver, NotSeated, StaleBoard
from bot.sessions.game_clock import GRACE
from bot.sessions.outbox import PostClaim
from bot.sessions.workers import AlarmRunner, Heartbeat
from bot.sessions.workers.alarm_runner import LEASE
from bot.sessions.workers.heartbeat import BOT
from storage import clocks, health
from storage.places import Place
from tests.refused import refuses
from tests.sessions.delivering import shown
from tests.sessions.world import World, inhabited, race

DAY = timedelta(days=1)
THREE_DAYS = Options(time_control=TimeControl.for_each_turn(3 * DAY), first=First.CHALLENGER)
BANK = Options(time_control=TimeControl(7 * DAY, DAY, 7 * DAY), first=First.CHALLENGER)


async def clocked(world: World, options: Options = THREE_DAYS) -> LoadedGame:
    """A game with a clock in which Anna is to act, each told in private, and nothing is done by itself."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_forced=False, auto_roll=False)
    game = await world.game(options=options, chats=(world.hers, world.his))
    assert world.mover(game).id == world.anna.id
    return game


async def after_turn(world: World, game: LoadedGame) -> LoadedGame:
    """The game after its mover has played a turn in private."""
    chat = world.hers if world.mover(game).id == world.anna.id else world.his
    return await world.turn(game, chat)


async def now(world: World, game: LoadedGame) -> LoadedGame:
    """The game as it is stored."""
    return await world.manager.game(game.id)


async def handled(world: World) -> list[str]:
    """Handle what is due in a bot that has worked all the time; return why people were notified so far."""
    async with world.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: world.clock.now})
    runner = AlarmRunner(world.manager, Heartbeat(world.manager, {}), {})
    while await runner.handle_due():
        pass
    await shown(world)
    return [str(row[1]) for row in (await world.everything())["notifications"]]


@pytest.mark.built(by=clocked)
async def test_time_runs_from_when_the_call_to_move_has_arrived(world: World, game: LoadedGame) -> None:
    """Nobody's time runs while the notification is under way; from its arrival on all of the bank does."""
    await shown(world)
    game = await after_turn(world, await now(world, game))
    assert game.clock is not None
    assert game.clock.due is None
    world.clock.forward(hours=5)
    await shown(world)
    arrived = world.clock.now
    world.clock.forward(hours=1)
    later = (await now(world, game)).clock
    assert later is not None
    assert later.due == arrived + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_a_board_that_told_too_early_an_end_is_shown_anew(world: World, game: LoadedGame) -> None:
    """Where the call arrives hours later, the board shown to the opponent before says the new moment."""
    await shown(world)
    game = await after_turn(world, await now(world, game))
    outbox = Outbox(world.manager)
    late = (world.hers if game.to_act == world.anna.id else world.his).id
    claims = {each.chat.id: each for each in (await outbox.claim({"web": 9})).claims}
    for chat, each in claims.items():
        assert isinstance(each, PostClaim)
        if chat == late:
            await outbox.pause_chat(each, timedelta(hours=5))
        else:
            await outbox.edited(each, each.row.wanted_revision)
    world.clock.forward(hours=5)
    (due,) = (await outbox.claim({"web": 9})).claims
    assert isinstance(due, PostClaim)
    assert due.chat.id == late
    attempt = await outbox.begin_delivery(due, timedelta())
    await outbox.sent(attempt, "a message", due.row.wanted_revision)
    anew = (await outbox.claim({"web": 9})).claims
    assert [each.chat.id for each in anew if isinstance(each, PostClaim)] == [*({*claims} - {late})]


async def test_time_runs_at_once_for_one_who_need_not_be_notified(world: World) -> None:
    """Who begins a game by accepting its challenge knows that: his time runs from then on."""
    options = Options(time_control=THREE_DAYS.time_control, first=First.OPPONENT)
    game = await world.game(options=options, chats=(world.hers, world.his))
    assert world.mover(game).id == world.boris.id
    found = (await now(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + 3 * DAY


async def test_a_turn_takes_its_time_from_the_bank_and_adds_to_it(world: World) -> None:
    """With seven days and one a turn, a turn of three days and a half leaves four and a half."""
    game = await clocked(world, BANK)
    await shown(world)
    world.clock.forward(days=3.5)
    game = await after_turn(world, game)
    assert game.clock is not None
    assert (game.clock.white, game.clock.black) == (4.5 * DAY, 7 * DAY)


@pytest.mark.on_both
async def test_a_turn_after_the_time_leaves_what_each_turn_adds(world: World) -> None:
    """By itself nothing ends: who moves after his time, unclaimed, plays on with what a turn brings."""
    game = await clocked(world, BANK)
    await shown(world)
    world.clock.forward(days=9)
    await handled(world)
    game = await after_turn(world, await now(world, game))
    assert game.clock is not None
    assert not game.is_over
    assert (game.clock.white, game.clock.is_claimable) == (DAY, False)


@pytest.mark.on_both
async def test_the_answer_to_a_double_takes_the_time_of_the_one_who_answers(world: World) -> None:
    """While a double waits its mover's time stands still, and the other one's runs from his notification."""
    game = await clocked(world, replace(BANK, cube=True, length=MatchLength(points=5)))
    await shown(world)
    world.clock.forward(days=2)
    game = await world.manager.double(world.actor(world.anna, world.hers), game.id)
    assert game.clock is not None
    assert (game.clock.white, game.clock.due) == (6 * DAY, None)
    await shown(world)
    world.clock.forward(days=3)
    game = await world.manager.answer_double(world.actor(world.boris, world.his), game.id, take=True)
    assert game.clock is not None
    assert (game.clock.black, game.to_act, game.clock.due) == (5 * DAY, world.anna.id, None)
    await shown(world)
    found = (await now(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + 6 * DAY


@pytest.mark.built(by=clocked)
async def test_an_offered_draw_stops_no_time(world: World, game: LoadedGame) -> None:
    """The time of the one who is to move runs on while the other is asked for a draw."""
    await shown(world)
    due = (await now(world, game)).clock
    world.clock.forward(days=1)
    offered = await world.manager.offer_draw(world.actor(world.anna, world.hers), game.id)
    assert offered.clock == due


async def test_a_game_without_a_clock_has_none(world: World, game: LoadedGame) -> None:
    """Among friends there is no clock unless one was agreed on, and there is nothing to claim."""
    assert game.clock is None
    with refuses("no-clock"):
        await world.manager.claim_win(world.actor(world.waiting(game)), game.id)


@pytest.mark.built(by=clocked)
async def test_a_lost_chat_gives_a_day_of_grace(world: World, game: LoadedGame) -> None:
    """Who has shut the bot out, and is reached nowhere else, has a day more than his time."""
    await shown(world)
    game = await after_turn(world, game)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    found = (await now(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + GRACE + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_time_runs_from_the_arrival_after_all(world: World, game: LoadedGame) -> None:
    """A notification that arrives within the day of grace begins the time, as anywhere."""
    await shown(world)
    game = await after_turn(world, game)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    world.clock.forward(hours=2)
    await world.manager.people.visit("web", "boris", "Boris", "me:boris", "private", "en")
    await shown(world)
    found = (await now(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_a_turn_that_begins_while_the_chat_is_lost_has_its_day_of_grace(
    world: World, game: LoadedGame
) -> None:
    """No notification can arrive where the chat is lost already: the time begins a day after the turn."""
    await shown(world)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    game = await after_turn(world, game)
    assert game.clock is not None
    assert game.clock.due == world.clock.now + GRACE + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_a_board_that_told_a_day_of_grace_is_shown_again_once_it_is_over(
    world: World, game: LoadedGame
) -> None:
    """Where the lost chat is reached within a minute, the opponent's board no longer promises the day."""
    await shown(world)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    await after_turn(world, game)
    await shown(world)
    await world.manager.people.visit("web", "boris", "Boris", "me:boris", "private", "en")
    outbox = Outbox(world.manager)
    claims = [each for each in (await outbox.claim({"web": 9})).claims if isinstance(each, PostClaim)]
    (called,) = [each for each in claims if each.chat.id == world.his.id]
    for each in claims:
        if each is not called:
            await outbox.edited(each, each.row.wanted_revision)
    await outbox.sent(
        await outbox.begin_delivery(called, timedelta()), "his board", called.row.wanted_revision
    )
    again = [each.chat.id for each in (await outbox.claim({"web": 9})).claims if isinstance(each, PostClaim)]
    assert again == [world.hers.id]


@pytest.mark.built(by=clocked)
async def test_the_opponent_is_told_once_that_the_time_has_run_out(world: World, game: LoadedGame) -> None:
    """When the time has run out the opponent is notified, once, however often anybody looks."""
    await shown(world)
    world.clock.forward(days=3, seconds=-1)
    assert not any(each.startswith("time:") for each in await handled(world))
    world.clock.forward(seconds=1)
    for _ in range(3):
        told = [each for each in await handled(world) if each.startswith("time:")]
        assert told == [f"time:{game.id}:{(await now(world, game)).version}"]
        world.clock.forward(hours=9)


@pytest.mark.built(by=clocked)
async def test_what_a_kill_has_left_claimed_is_told_later(world: World, game: LoadedGame) -> None:
    """A claim that nobody has handled passes, and the opponent is told then."""
    await shown(world)
    world.clock.forward(days=3)
    until = world.clock.now + LEASE
    assert await clocks.RUN_OUT.claim(world.database, 10, world.clock.now, until)
    assert not any(each.startswith("time:") for each in await handled(world))
    world.clock.forward(seconds=LEASE.total_seconds())
    assert any(each.startswith(f"time:{game.id}") for each in await handled(world))


@pytest.mark.built(by=clocked)
async def test_a_claim_wins_the_game_by_the_rules_of_time(world: World, game: LoadedGame) -> None:
    """Whoever claims wins by what a loss on time is worth; the record holds it, and the check replays it."""
    await shown(world)
    world.clock.forward(days=3)
    await handled(world)
    game = await world.manager.claim_win(world.actor(world.boris, world.his), game.id, game.turns)
    outcome = game.live.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.grade, outcome.ending) == (game.side_of(2), Grade.MARS, Ending.TIMEOUT)
    assert "timeout" in str(record_of(*await world.manager.with_events(game.id)))
    assert (await check(world.database.place)).faults == ()
    assert (await world.row(game)).due is None


@pytest.mark.built(by=clocked)
async def test_only_the_opponent_claims_and_only_when_told(world: World, game: LoadedGame) -> None:
    """Before the time has run out, by its own player, and by a stranger a claim is refused."""
    await shown(world)
    boris = world.actor(world.boris, world.his)
    with refuses("not-out-of-time"):
        await world.manager.claim_win(boris, game.id)
    with refuses("not-out-of-time"):
        await world.manager.give_time(boris, game.id)
    world.clock.forward(days=3)
    with refuses("not-out-of-time"):  # nobody has looked yet whether the bot worked all the time
        await world.manager.claim_win(world.actor(world.boris, world.his), game.id)
    await handled(world)
    with refuses("own-time"):
        await world.manager.claim_win(world.actor(world.anna, world.hers), game.id)
    with pytest.raises(NotSeated):
        await world.manager.claim_win(world.actor(world.carl), game.id)
    with pytest.raises(NotSeated):
        await world.manager.give_time(world.actor(world.carl), game.id)
    assert not (await now(world, game)).is_over


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_of_a_claim_and_a_move_at_once_one_wins(world: World, game: LoadedGame) -> None:
    """Claimed and moved at the same moment, the game is over or goes on, and the other one is told which."""
    await shown(world)
    game = await world.manager.roll(world.actor(world.anna, world.hers), game.id)
    assert game.live.draft is not None
    world.clock.forward(days=3)
    await handled(world)
    moves = str(game.live.draft.next_moves()[0])
    outcomes = await race(
        world.manager.claim_win(world.actor(world.boris, world.his), game.id, game.turns),
        world.manager.move(world.actor(world.anna, world.hers), game.id, moves, game.turns),
    )
    assert (await now(world, game)).is_over
    assert [type(each) for each in outcomes if isinstance(each, Exception)] in ([], [GameIsOver])


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_a_claim_after_the_turn_is_stale(world: World, game: LoadedGame) -> None:
    """Who has moved after his time has moved: the claim of that turn comes too late."""
    await shown(world)
    world.clock.forward(days=3)
    await handled(world)
    await after_turn(world, await now(world, game))
    with pytest.raises(StaleBoard):
        await world.manager.claim_win(world.actor(world.boris, world.his), game.id, game.turns)


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_two_more_days_can_be_given_instead(world: World, game: LoadedGame) -> None:
    """Whoever gives time lets it run two more days from then on, after which he is told again."""
    await shown(world)
    world.clock.forward(days=4)
    await handled(world)
    given = await world.manager.give_time(world.actor(world.boris, world.his), game.id, game.turns)
    assert given.clock is not None
    assert (given.clock.due, given.clock.is_claimable) == (world.clock.now + 2 * DAY, False)
    world.clock.forward(days=2)
    assert len([each for each in await handled(world) if each.startswith("time:")]) == 2


async def test_time_runs_for_black_where_white_has_played_by_itself(place: Place) -> None:
    """Where White has played by itself, Black, who has just accepted, has his time from then on."""
    async with inhabited(place, 5, 2) as world:
        await world.option(world.boris, auto_forced=False)
        game = await world.game(options=THREE_DAYS, chats=(world.hers, world.his))
        assert game.to_act == world.boris.id, game.live.state
        assert game.white.id == world.anna.id
        await shown(world)
        assert (await world.row(game)).due is not None


async def test_blacks_time_waits_for_his_call_where_white_has_played_by_itself(place: Place) -> None:
    """Where White, who accepts, plays by itself, Black's time runs from the arrival of his notification."""
    async with inhabited(place, 5, 2) as world:
        await world.option(world.anna, auto_forced=False)
        options = Options(time_control=BANK.time_control, first=First.OPPONENT)
        game = await world.game(options=options, chats=(world.hers, world.his))
        assert game.white.id == world.boris.id
        assert game.to_act == world.anna.id
        assert game.clock is not None
        assert game.clock.due is None


@pytest.mark.built(by=clocked)
async def test_more_time_after_the_end_is_refused_as_that(world: World, game: LoadedGame) -> None:
    """Who gives time in a game that he has claimed is told that it is over."""
    await shown(world)
    world.clock.forward(days=3)
    await handled(world)
    await world.manager.claim_win(world.actor(world.boris, world.his), game.id, game.turns)
    with pytest.raises(GameIsOver):
        await world.manager.give_time(world.actor(world.boris, world.his), game.id, game.turns)


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_a_game_that_can_be_claimed_waits_for_both(world: World, game: LoadedGame) -> None:
    """When the time has run out the game waits for the opponent too, in his list and behind *Next*."""
    await shown(world)
    assert await world.manager.lists.waiting(world.boris.id, world.his.id) == []
    world.clock.forward(days=3)
    await handled(world)
    assert set((await now(world, game)).waits_for) == {world.anna.id, world.boris.id}
    (waiting,) = await world.manager.lists.waiting(world.boris.id, world.his.id)
    assert waiting.id == game.id
    overview = await world.manager.lists.overview(world.boris.id, "web")
    assert [each.id for each in overview.yours] == [game.id]


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_time_runs_for_one_who_acts_before_he_is_notified(world: World, game: LoadedGame) -> None:
    """Who rolls while the call to his turn is still under way has seen it: his time runs from then on."""
    await shown(world)
    game = await after_turn(world, game)
    world.clock.forward(hours=2)
    rolled = await world.manager.roll(world.actor(world.boris, world.his), game.id)
    assert rolled.clock is not None
    assert rolled.clock.due == world.clock.now + 3 * DAY
    world.clock.forward(hours=2)
    await shown(world)
    assert (await now(world, game)).clock == rolled.clock
