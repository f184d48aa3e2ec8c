"""Clocks: when time runs, what a turn leaves, and what happens when time has run out."""

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
from tests.sessions.delivering import deliver_to_page
from tests.sessions.world import World, inhabited, race

DAY = timedelta(days=1)
THREE_DAYS = Options(time_control=TimeControl.for_each_turn(3 * DAY), first=First.CHALLENGER)
BANK = Options(time_control=TimeControl(7 * DAY, DAY, 7 * DAY), first=First.CHALLENGER)


async def clocked(world: World, options: Options = THREE_DAYS) -> LoadedGame:
    """A game with a clock in which Anna is to act, in private, without automatic rolls or turns."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_forced=False, auto_roll=False)
    game = await world.game(options=options, chats=(world.anna_chat, world.boris_chat))
    assert world.mover(game).id == world.anna.id
    return game


async def after_turn(world: World, game: LoadedGame) -> LoadedGame:
    """Play a turn for the mover in private and return the game."""
    chat = world.anna_chat if world.mover(game).id == world.anna.id else world.boris_chat
    return await world.turn(game, chat)


async def reload(world: World, game: LoadedGame) -> LoadedGame:
    """Return the stored game."""
    return await world.manager.game(game.id)


async def handle_due_alarms(world: World) -> list[str]:
    """Handle due alarms in a bot that has worked all the time; return every notification's cause so far."""
    async with world.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: world.clock.now})
    runner = AlarmRunner(world.manager, Heartbeat(world.manager, {}), {})
    while await runner.handle_due():
        pass
    await deliver_to_page(world)
    return [str(row[1]) for row in (await world.everything())["notifications"]]


@pytest.mark.built(by=clocked)
async def test_time_runs_from_the_arrival_of_the_notification(world: World, game: LoadedGame) -> None:
    """No time runs until the notification of a turn arrives; from then on the whole bank does."""
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    assert game.clock is not None
    assert game.clock.due is None
    world.clock.forward(hours=5)
    await deliver_to_page(world)
    arrived = world.clock.now
    world.clock.forward(hours=1)
    later = (await reload(world, game)).clock
    assert later is not None
    assert later.due == arrived + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_a_late_notification_redraws_the_opponents_board(world: World, game: LoadedGame) -> None:
    """If a notification arrives hours late, the opponent's board is redrawn with the new deadline."""
    await deliver_to_page(world)
    game = await after_turn(world, await reload(world, game))
    outbox = Outbox(world.manager)
    late = (world.anna_chat if game.to_act == world.anna.id else world.boris_chat).id
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
    redrawn = (await outbox.claim({"web": 9})).claims
    assert [each.chat.id for each in redrawn if isinstance(each, PostClaim)] == [*({*claims} - {late})]


async def test_time_runs_at_once_for_an_accepting_player_to_move(world: World) -> None:
    """A player who starts a game by accepting needs no notification: their time runs at once."""
    options = Options(time_control=THREE_DAYS.time_control, first=First.OPPONENT)
    game = await world.game(options=options, chats=(world.anna_chat, world.boris_chat))
    assert world.mover(game).id == world.boris.id
    found = (await reload(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + 3 * DAY


async def test_a_turn_takes_its_time_from_the_bank_and_adds_to_it(world: World) -> None:
    """From a bank of seven days, a turn of 3.5 days with one day added leaves 4.5 days."""
    game = await clocked(world, BANK)
    await deliver_to_page(world)
    world.clock.forward(days=3.5)
    game = await after_turn(world, game)
    assert game.clock is not None
    assert (game.clock.white, game.clock.black) == (4.5 * DAY, 7 * DAY)


@pytest.mark.on_both
async def test_a_turn_after_time_ran_out_leaves_the_increment(world: World) -> None:
    """A player who moves after their time ran out, before a claim, continues with one turn's increment."""
    game = await clocked(world, BANK)
    await deliver_to_page(world)
    world.clock.forward(days=9)
    await handle_due_alarms(world)
    game = await after_turn(world, await reload(world, game))
    assert game.clock is not None
    assert not game.is_over
    assert (game.clock.white, game.clock.is_claimable) == (DAY, False)


@pytest.mark.on_both
async def test_the_answer_to_a_double_uses_the_answering_players_time(world: World) -> None:
    """A double stops the doubler's clock; the opponent's runs from the arrival of the notification."""
    game = await clocked(world, replace(BANK, cube=True, length=MatchLength(points=5)))
    await deliver_to_page(world)
    world.clock.forward(days=2)
    game = await world.manager.double(world.actor(world.anna, world.anna_chat), game.id)
    assert game.clock is not None
    assert (game.clock.white, game.clock.due) == (6 * DAY, None)
    await deliver_to_page(world)
    world.clock.forward(days=3)
    game = await world.manager.answer_double(world.actor(world.boris, world.boris_chat), game.id, take=True)
    assert game.clock is not None
    assert (game.clock.black, game.to_act, game.clock.due) == (5 * DAY, world.anna.id, None)
    await deliver_to_page(world)
    found = (await reload(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + 6 * DAY


@pytest.mark.built(by=clocked)
async def test_an_offered_draw_stops_no_time(world: World, game: LoadedGame) -> None:
    """The mover's time runs on while a draw offer waits for the opponent."""
    await deliver_to_page(world)
    due = (await reload(world, game)).clock
    world.clock.forward(days=1)
    offered = await world.manager.offer_draw(world.actor(world.anna, world.anna_chat), game.id)
    assert offered.clock == due


async def test_a_game_has_no_clock_by_default(world: World, game: LoadedGame) -> None:
    """A game has no clock unless one was agreed on, and a claim is refused."""
    assert game.clock is None
    with refuses("no-clock"):
        await world.manager.claim_win(world.actor(world.waiting(game)), game.id)


@pytest.mark.built(by=clocked)
async def test_a_lost_chat_gives_a_day_of_grace(world: World, game: LoadedGame) -> None:
    """A player who becomes unreachable everywhere gets a day of grace before their time runs."""
    await deliver_to_page(world)
    game = await after_turn(world, game)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    found = (await reload(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + GRACE + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_an_arrival_within_the_grace_starts_the_clock(world: World, game: LoadedGame) -> None:
    """A notification that arrives within the day of grace starts the clock."""
    await deliver_to_page(world)
    game = await after_turn(world, game)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    world.clock.forward(hours=2)
    await world.manager.people.visit("web", "boris", "Boris", "me:boris", "private", "en")
    await deliver_to_page(world)
    found = (await reload(world, game)).clock
    assert found is not None
    assert found.due == world.clock.now + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_a_turn_of_an_unreachable_player_has_a_day_of_grace(world: World, game: LoadedGame) -> None:
    """If the mover's chat is already unreachable, their time runs a day after the turn begins."""
    await deliver_to_page(world)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    game = await after_turn(world, game)
    assert game.clock is not None
    assert game.clock.due == world.clock.now + GRACE + 3 * DAY


@pytest.mark.built(by=clocked)
async def test_the_end_of_the_grace_redraws_the_opponents_board(world: World, game: LoadedGame) -> None:
    """When an unreachable player is notified, the opponent's board is redrawn without the day of grace."""
    await deliver_to_page(world)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    await after_turn(world, game)
    await deliver_to_page(world)
    await world.manager.people.visit("web", "boris", "Boris", "me:boris", "private", "en")
    outbox = Outbox(world.manager)
    claims = [each for each in (await outbox.claim({"web": 9})).claims if isinstance(each, PostClaim)]
    (to_notify,) = [each for each in claims if each.chat.id == world.boris_chat.id]
    for each in claims:
        if each is not to_notify:
            await outbox.edited(each, each.row.wanted_revision)
    await outbox.sent(
        await outbox.begin_delivery(to_notify, timedelta()), "a board", to_notify.row.wanted_revision
    )
    again = [each.chat.id for each in (await outbox.claim({"web": 9})).claims if isinstance(each, PostClaim)]
    assert again == [world.anna_chat.id]


@pytest.mark.built(by=clocked)
async def test_the_opponent_is_notified_once_that_time_ran_out(world: World, game: LoadedGame) -> None:
    """When time runs out, the opponent is notified exactly once."""
    await deliver_to_page(world)
    world.clock.forward(days=3, seconds=-1)
    assert not any(each.startswith("time:") for each in await handle_due_alarms(world))
    world.clock.forward(seconds=1)
    for _ in range(3):
        timeouts = [each for each in await handle_due_alarms(world) if each.startswith("time:")]
        assert timeouts == [f"time:{game.id}:{(await reload(world, game)).version}"]
        world.clock.forward(hours=9)


@pytest.mark.built(by=clocked)
async def test_an_expired_claim_on_a_timeout_is_taken_over(world: World, game: LoadedGame) -> None:
    """A timeout whose claim expires unhandled is handled later, and the opponent is notified then."""
    await deliver_to_page(world)
    world.clock.forward(days=3)
    until = world.clock.now + LEASE
    assert await clocks.RUN_OUT.claim(world.database, 10, world.clock.now, until)
    assert not any(each.startswith("time:") for each in await handle_due_alarms(world))
    world.clock.forward(seconds=LEASE.total_seconds())
    assert any(each.startswith(f"time:{game.id}") for each in await handle_due_alarms(world))


@pytest.mark.built(by=clocked)
async def test_a_claim_wins_the_game_on_time(world: World, game: LoadedGame) -> None:
    """A claim wins with the grade of a loss on time; the record holds it, and the check replays it."""
    await deliver_to_page(world)
    world.clock.forward(days=3)
    await handle_due_alarms(world)
    game = await world.manager.claim_win(world.actor(world.boris, world.boris_chat), game.id, game.turns)
    outcome = game.live.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.grade, outcome.ending) == (game.side_of(2), Grade.MARS, Ending.TIMEOUT)
    assert "timeout" in str(record_of(*await world.manager.with_events(game.id)))
    assert (await check(world.database.place)).faults == ()
    assert (await world.row(game)).due is None


@pytest.mark.built(by=clocked)
async def test_only_the_opponent_may_claim_and_only_after_the_notification(
    world: World, game: LoadedGame
) -> None:
    """A claim is refused before time ran out, to the late player, and to a spectator."""
    await deliver_to_page(world)
    boris = world.actor(world.boris, world.boris_chat)
    with refuses("not-out-of-time"):
        await world.manager.claim_win(boris, game.id)
    with refuses("not-out-of-time"):
        await world.manager.give_time(boris, game.id)
    world.clock.forward(days=3)
    with refuses("not-out-of-time"):  # the runner has not yet checked that the bot worked all the time
        await world.manager.claim_win(world.actor(world.boris, world.boris_chat), game.id)
    await handle_due_alarms(world)
    with refuses("own-time"):
        await world.manager.claim_win(world.actor(world.anna, world.anna_chat), game.id)
    with pytest.raises(NotSeated):
        await world.manager.claim_win(world.actor(world.carl), game.id)
    with pytest.raises(NotSeated):
        await world.manager.give_time(world.actor(world.carl), game.id)
    assert not (await reload(world, game)).is_over


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_a_claim_and_a_move_race(world: World, game: LoadedGame) -> None:
    """After a claim and a move at the same moment the game is over, and a late move is refused."""
    await deliver_to_page(world)
    game = await world.manager.roll(world.actor(world.anna, world.anna_chat), game.id)
    assert game.live.draft is not None
    world.clock.forward(days=3)
    await handle_due_alarms(world)
    moves = str(game.live.draft.next_moves()[0])
    outcomes = await race(
        world.manager.claim_win(world.actor(world.boris, world.boris_chat), game.id, game.turns),
        world.manager.move(world.actor(world.anna, world.anna_chat), game.id, moves, game.turns),
    )
    assert (await reload(world, game)).is_over
    assert [type(each) for each in outcomes if isinstance(each, Exception)] in ([], [GameIsOver])


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_a_claim_after_the_turn_is_stale(world: World, game: LoadedGame) -> None:
    """A claim is stale once the late player has moved."""
    await deliver_to_page(world)
    world.clock.forward(days=3)
    await handle_due_alarms(world)
    await after_turn(world, await reload(world, game))
    with pytest.raises(StaleBoard):
        await world.manager.claim_win(world.actor(world.boris, world.boris_chat), game.id, game.turns)


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_two_more_days_can_be_given_instead(world: World, game: LoadedGame) -> None:
    """Giving time adds two days from then on, after which the opponent is notified again."""
    await deliver_to_page(world)
    world.clock.forward(days=4)
    await handle_due_alarms(world)
    given = await world.manager.give_time(world.actor(world.boris, world.boris_chat), game.id, game.turns)
    assert given.clock is not None
    assert (given.clock.due, given.clock.is_claimable) == (world.clock.now + 2 * DAY, False)
    world.clock.forward(days=2)
    assert len([each for each in await handle_due_alarms(world) if each.startswith("time:")]) == 2


async def test_blacks_time_runs_after_an_automatic_first_turn(place: Place) -> None:
    """If White's first turn was forced, the time of Black, who accepted the challenge, runs at once."""
    async with inhabited(place, 5, 2) as world:
        await world.option(world.boris, auto_forced=False)
        game = await world.game(options=THREE_DAYS, chats=(world.anna_chat, world.boris_chat))
        assert game.to_act == world.boris.id, game.live.state
        assert game.white.id == world.anna.id
        await deliver_to_page(world)
        assert (await world.row(game)).due is not None


async def test_blacks_time_waits_for_the_notification_after_an_automatic_turn(place: Place) -> None:
    """If White accepts and plays a forced turn, Black's time waits for the notification."""
    async with inhabited(place, 5, 2) as world:
        await world.option(world.anna, auto_forced=False)
        options = Options(time_control=BANK.time_control, first=First.OPPONENT)
        game = await world.game(options=options, chats=(world.anna_chat, world.boris_chat))
        assert game.white.id == world.boris.id
        assert game.to_act == world.anna.id
        assert game.clock is not None
        assert game.clock.due is None


@pytest.mark.built(by=clocked)
async def test_time_cannot_be_given_after_the_end(world: World, game: LoadedGame) -> None:
    """Giving time in a game already won by a claim is refused: the game is over."""
    await deliver_to_page(world)
    world.clock.forward(days=3)
    await handle_due_alarms(world)
    await world.manager.claim_win(world.actor(world.boris, world.boris_chat), game.id, game.turns)
    with pytest.raises(GameIsOver):
        await world.manager.give_time(world.actor(world.boris, world.boris_chat), game.id, game.turns)


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_a_game_that_can_be_claimed_waits_for_both(world: World, game: LoadedGame) -> None:
    """When time has run out, the game waits for the opponent too, in their list and behind *Next*."""
    await deliver_to_page(world)
    assert await world.manager.lists.waiting(world.boris.id, world.boris_chat.id) == []
    world.clock.forward(days=3)
    await handle_due_alarms(world)
    assert set((await reload(world, game)).waits_for) == {world.anna.id, world.boris.id}
    (waiting,) = await world.manager.lists.waiting(world.boris.id, world.boris_chat.id)
    assert waiting.id == game.id
    overview = await world.manager.lists.overview(world.boris.id, "web")
    assert [each.id for each in overview.yours] == [game.id]


@pytest.mark.built(by=clocked)
@pytest.mark.on_both
async def test_time_runs_for_a_player_who_acts_before_the_notification(
    world: World, game: LoadedGame
) -> None:
    """A player who rolls before the notification arrives has seen the turn: their time runs from then on."""
    await deliver_to_page(world)
    game = await after_turn(world, game)
    world.clock.forward(hours=2)
    rolled = await world.manager.roll(world.actor(world.boris, world.boris_chat), game.id)
    assert rolled.clock is not None
    assert rolled.clock.due == world.clock.now + 3 * DAY
    world.clock.forward(hours=2)
    await deliver_to_page(world)
    assert (await reload(world, game)).clock == rolled.clock
