"""Delivery of reminders and digests, and messages without a sound."""

from __future__ import annotations

from datetime import timedelta

from bot.rules import TimeControl
from bot.sessions import LoadedGame, Options, Player
from bot.sessions.notification_times import DIGEST, Digests
from bot.sessions.workers import AlarmRunner, Heartbeat, Reminding
from bot.talk.reply import Jump, plain
from storage import notifications, outbox
from tests.chats.delivering import RecordingPlatform, RunningSender, run_sender
from tests.sessions.world import World


async def remind(world: World) -> None:
    """Enqueue the reminders that are due."""
    manager = world.manager
    runner = AlarmRunner(manager, Heartbeat(manager, {}), {}, [Reminding(manager).chore])
    while await runner.handle_due():
        pass


def to_act(world: World, game: LoadedGame) -> Player:
    """Return the player to act."""
    return world.anna if game.to_act == world.anna.id else world.boris


async def night_for(world: World, *players: Player) -> None:
    """Set quiet hours for players, so that it is night for them."""
    for player in players:
        for option, value in (("zone", "Etc/UTC"), ("quiet", "17-19")):
            await world.manager.people.set_player_option(world.actor(player), option, value)


async def test_a_reminder_replies_to_the_board_and_mentions_the_player(running: RunningSender) -> None:
    """A reminder is one line that mentions the player to act, and the board stays unchanged."""
    game = await running.world.game()
    await running.until_idle()
    board = running.platform.calls_of("send")[-1]
    running.platform.calls.clear()
    running.world.clock.forward(days=3)
    await remind(running.world)
    await running.until_idle()
    (call,), reply = running.platform.calls, running.platform.replies[-1]
    player = to_act(running.world, game)
    other = running.world.boris if player == running.world.anna else running.world.anna
    assert call.what == "send"
    assert plain(reply.text) == f"{player.name}, {other.name} is waiting: it is your turn in game {game.id}."
    assert reply.notifies == (player.name.lower(),)
    assert (reply.scene, reply.reply_to, reply.makes_sound) == (None, board.message, True)
    await running.until_idle()
    assert len(running.platform.calls) == 1


async def test_a_reminder_follows_its_deadline(running: RunningSender) -> None:
    """If a holiday moves a deadline, the reminder already sent is edited, without a sound."""
    world, days = running.world, timedelta(days=3)
    game = await world.game(options=Options(time_control=TimeControl.for_each_turn(days)))
    await running.until_idle()
    player = to_act(world, game)
    await world.manager.people.set_player_option(world.actor(player), "zone", "Etc/UTC")
    world.clock.forward(hours=60)
    await remind(world)
    await running.until_idle()
    sent = running.platform.calls_of("send")[-1]
    assert "Your time runs out: Mon 18:00 UTC." in sent.text
    running.platform.calls.clear()
    today = world.clock.now.date()
    await world.manager.holidays.announce(world.actor(player), today, today)
    await running.until_idle(
        lambda: any(call.message == sent.message for call in running.platform.calls_of("edit"))
    )
    (edit,) = [call for call in running.platform.calls_of("edit") if call.message == sent.message]
    assert "Your time runs out: Tue" in edit.text
    assert [call for call in running.platform.calls_of("send") if call.notified] == []


async def test_a_player_is_notified_of_two_more_days(running: RunningSender) -> None:
    """A separate message notifies the player who got more time, and names the new deadline."""
    world, days = running.world, timedelta(days=3)
    game = await world.game(options=Options(time_control=TimeControl.for_each_turn(days)))
    await running.until_idle()
    player = to_act(world, game)
    other = world.boris if player == world.anna else world.anna
    world.clock.forward(days=4)
    await remind(world)
    await running.until_idle()
    running.platform.calls.clear()
    await world.manager.give_time(world.actor(other), game.id)
    await running.until_idle(lambda: running.platform.calls_of("send") != [])
    (call,) = running.platform.calls_of("send")
    assert call.text.startswith(f"{player.name}, {other.name} has given you two more days in game {game.id}.")
    assert "Your time runs out: Thu 18:00 UTC." in call.text
    assert call.notified == (player.name.lower(),)


async def test_a_reminder_dies_with_its_turn(world: World) -> None:
    """A reminder that was undelivered when its turn was made is dropped."""
    game = await world.game()
    world.clock.forward(days=3)
    await remind(world)
    game = await world.turn(game)
    async with run_sender(world) as running:
        await running.until_idle()
    assert not [call for call in running.platform.calls if "is waiting" in call.text]
    async with world.database.read() as connection:
        query = "SELECT count(*) FROM posts WHERE subject = 'reminder'"
        assert (await connection.exec_driver_sql(query)).scalar_one() == 0


async def test_a_reminder_in_doubt_rings_once(world: World) -> None:
    """A reminder that may have arrived is repeated after a restart, without a sound."""
    game = await world.game()
    lossy = RecordingPlatform()
    lossy.nonce_memory = timedelta()
    async with run_sender(world, lossy) as running:
        await running.until_idle()
        world.clock.forward(days=3)
        await remind(world)
        lossy.lost_answers.append(OSError())
        await running.until_idle()
    lossy.replies.clear()
    world.clock.forward(hours=1)
    async with run_sender(world, lossy) as running:
        await running.until_idle()
    (again,) = lossy.replies
    assert f"game {game.id}" in plain(again.text)
    assert not again.makes_sound


async def test_a_player_with_quiet_hours_is_notified_without_a_sound(running: RunningSender) -> None:
    """A message for a player with quiet hours mentions the player without a sound; when awake, with one."""
    world = running.world
    await night_for(world, world.anna, world.boris)
    game = await world.game()
    await running.until_idle()
    called = [reply for reply in running.platform.replies if reply.notifies]
    assert called
    assert not any(reply.makes_sound for reply in called)
    running.platform.replies.clear()
    world.clock.forward(hours=1)
    await world.turn(game)
    await running.until_idle()
    assert any(reply.makes_sound for reply in running.platform.replies)


async def test_a_card_in_quiet_hours_comes_without_a_sound(running: RunningSender) -> None:
    """A challenge at night arrives without a sound."""
    world = running.world
    await night_for(world, world.boris)
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    await running.until_idle()
    (card,) = running.platform.replies
    assert (card.notifies, card.makes_sound) == (("boris",), False)


async def test_a_message_that_also_notifies_a_player_awake_makes_a_sound(world: World) -> None:
    """The end of a game notifies both players in one message, which sounds for the player who is awake."""
    game = await world.game()
    by, other = world.mover(game), world.waiting(game)
    await night_for(world, other)
    await world.manager.resign(world.actor(by), game.id)
    if not (await world.manager.game(game.id)).is_over:
        await world.manager.answer(world.actor(other), game.id, accept=True)
    over = await world.manager.game(game.id)
    async with world.database.write() as connection:
        board = await outbox.post_in(connection, "game", game.id, world.table.id)
        assert board is not None
        for player in (by, other):
            await notifications.notify(
                connection, player.id, f"over:{game.id}", board.id, over.version, world.clock()
            )
    async with run_sender(world) as running:
        await running.until_idle()
    assert (set(running.platform.replies[-1].notifies), running.platform.replies[-1].makes_sound) == (
        {"anna", "boris"},
        True,
    )


async def digest(world: World) -> None:
    """Let a day pass so that Anna's digest is due, and enqueue it."""
    for option, value in (("zone", "Etc/UTC"), ("digest", "09:00")):
        await world.manager.people.set_player_option(world.actor(world.anna), option, value)
    world.clock.now = world.clock.now.replace(hour=9, minute=0) + timedelta(days=1)
    manager = world.manager
    runner = AlarmRunner(manager, Heartbeat(manager, {}), {DIGEST: Digests(manager).enqueue})
    while await runner.handle_due():
        pass


async def games_for_anna(world: World, count: int) -> list[LoadedGame]:
    """Begin games until this number wait for Anna."""
    waiting: list[LoadedGame] = []
    while len(waiting) < count:
        game = await world.game()
        if game.to_act != world.anna.id:
            game = await world.turn(game)
        if game.to_act == world.anna.id:
            waiting.append(game)
        world.clock.forward(minutes=30)
    return waiting


async def test_a_digest_counts_games_and_names_the_most_urgent(running: RunningSender) -> None:
    """A digest links the boards of at most five games and has a button for the next one."""
    world = running.world
    games = await games_for_anna(world, 6)
    challenge = await world.manager.challenges.make(world.actor(world.boris), "long", world.anna.id)
    await running.until_idle()
    await digest(world)
    await running.until_idle()
    call, reply = running.platform.calls_of("send", world.anna_chat.key)[-1], running.platform.replies[-1]
    title, *lines = call.text.split("\n")
    assert title == "Anna, 6 games wait for you, and 1 challenge waits for your answer."
    assert lines == [f"{game.id}: against Boris, Long Nardy." for game in games[:5]]
    assert challenge.id not in call.text
    links = [span for span in reply.text if isinstance(span, Jump)]
    assert [(link.text, link.chat) for link in links] == [(game.id, world.table.key) for game in games[:5]]
    assert [button.data for row in reply.buttons for button in row] == [":/next"]
    assert (reply.notifies, reply.makes_sound) == (("anna",), True)


async def test_a_digest_names_challenges_after_games(running: RunningSender) -> None:
    """A digest names the challenger and the rules of each challenge, and the command that accepts it."""
    world = running.world
    challenge = await world.manager.challenges.make(world.actor(world.boris), "long", world.anna.id)
    await digest(world)
    await running.until_idle()
    (call,) = running.platform.calls_of("send", world.anna_chat.key)
    assert call.text.split("\n") == [
        "Anna, 1 challenge waits for your answer.",
        f"Boris challenges you: Long Nardy. /accept {challenge.id}",
    ]


async def test_an_empty_digest_is_not_sent(running: RunningSender) -> None:
    """A player without anything to do gets no digest."""
    world = running.world
    await digest(world)
    await running.until_idle()
    assert running.platform.calls_of("send", world.anna_chat.key) == []


async def test_a_late_digest_is_dropped(world: World) -> None:
    """A digest that could not be sent on its day is dropped."""
    await games_for_anna(world, 1)
    await digest(world)
    world.clock.forward(days=1)
    async with run_sender(world) as running:
        await running.until_idle()
    assert running.platform.calls_of("send", world.anna_chat.key) == []


async def test_a_reminder_names_the_deadline(running: RunningSender) -> None:
    """In a game with a clock a reminder ends with the deadline, in the chat's time zone."""
    world = running.world
    control = TimeControl.for_each_turn(timedelta(days=4))
    game = await world.game(options=Options(time_control=control))
    await running.until_idle()
    game = await world.manager.game(game.id)
    assert game.clock is not None
    assert game.clock.due is not None
    assert (await world.row(game)).remind_at == game.clock.due - timedelta(days=1)
    world.clock.now = game.clock.due - timedelta(days=1)
    await remind(world)
    await running.until_idle()
    assert running.platform.calls_of("send")[-1].text.endswith("Your time runs out: Tue 18:00 UTC.")
