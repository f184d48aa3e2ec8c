from __future__ import annotations

import asyncio
import math
from collections.abc import Collection
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.chats.base import Request
from bot.chats.errors import ChatGone, ChatMoved, MayHaveArrived, MessageGone, TryLater
from bot.sessions import LoadedGame, Outbox
from bot.sessions.outbox import LONGEST_DELAY, PostClaim
from bot.sessions.outbox.claims import DEADLINE, Delivery, Post as BoardPost
from bot.talk.reply import Reply
from bot.talk.views.presenter import Presenter
from storage import outbox, outbox as outbox_rows
from storage.rows import PostRow
from tests.chats.delivering import (
    CountedOutbox,
    OfflinePlatform,
    RecordingPlatform,
    RunningSender,
    challenge,
    challenge_that_fails,
    claimed_game,
    game_with_choice,
    move_once,
    platform_after_crash,
    run_sender,
    until,
)
from tests.pending_work import undelivered
from tests.sessions.world import World, met


async def test_a_move_edits_the_current_board(running: RunningSender, game: LoadedGame) -> None:
    """A move edits the current message, and nothing stays undelivered."""
    assert (await undelivered(running.world.manager, {"web"})).entries == ()
    sent, standing = len(running.platform.calls_of("send")), running.platform.calls_of("send")[-1].message
    await move_once(running.world, game)
    await running.until_idle(lambda: running.platform.calls_of("edit") != [])
    assert len(running.platform.calls_of("send")) == sent
    assert running.platform.calls_of("edit")[-1].message == standing


async def test_the_next_player_gets_a_message_that_notifies(running: RunningSender, game: LoadedGame) -> None:
    """The end of a turn sends a message that notifies the opponent, and the old one loses its buttons."""
    old = running.platform.calls_of("send")[-1].message
    await running.world.turn(game)
    await running.until_idle(lambda: running.platform.calls_of("retire") != [])
    assert ("boris",) in [call.notified for call in running.platform.calls_of("send")]
    assert old in {call.message for call in running.platform.calls_of("retire")}


async def test_a_delayed_step_does_not_hold_up_its_chat(running: RunningSender, game: LoadedGame) -> None:
    """A delayed edit does not hold up other posts of its chat, and is shown later."""
    running.platform.delays = {Request.EDIT_STEP: 3.0, Request.RETIRE: 9.0}
    await move_once(running.world, game)
    await running.until_idle()
    sent = len(running.platform.calls_of("send"))
    await running.world.manager.challenges.make(running.world.actor(running.world.anna), "long")
    await running.until_idle(lambda: len(running.platform.calls_of("send")) > sent)
    assert running.platform.calls_of("edit") == []
    running.platform.delays = {}
    running.world.clock.forward(seconds=4)
    await running.until_idle(lambda: running.platform.calls_of("edit") != [])


async def test_a_complete_turn_is_not_delayed_as_a_step(running: RunningSender, game: LoadedGame) -> None:
    """While steps are delayed, only the complete turn is shown."""
    running.platform.delays = {Request.EDIT_STEP: 3.0}
    while game.live.draft is not None and not game.live.draft.is_complete:
        assert running.platform.calls_of("edit") == []
        game = await move_once(running.world, game)
        await running.until_idle()
    assert game.live.draft is not None
    assert len(running.platform.calls_of("edit")) == 1


async def test_an_unfinished_turn_is_shown_after_a_pause(running: RunningSender, game: LoadedGame) -> None:
    """An unfinished turn without a move for six seconds is shown."""
    running.platform.delays = {Request.EDIT_STEP: 3.0}
    await move_once(running.world, game)
    for _ in range(2):
        await running.until_idle()
        assert running.platform.calls_of("edit") == []
        running.world.clock.forward(seconds=3)
    await running.until_idle(lambda: running.platform.calls_of("edit") != [])


async def test_a_turn_that_ends_while_an_edit_is_drawn_is_shown_once(world: World) -> None:
    """If a turn ends while an edit is being drawn, the new message replaces that edit."""
    may_draw = asyncio.Event()
    drawing = asyncio.Event()
    may_draw.set()

    class Slow(Presenter):
        async def present(self, post: BoardPost, notify: Collection[int] = ()) -> tuple[Reply, int] | None:
            drawing.set()
            await may_draw.wait()
            return await super().present(post, notify)

    async with run_sender(world, presenter=Slow(world.manager)) as running:
        game = await game_with_choice(world)
        await running.until_idle()
        sent = len(running.platform.calls_of("send"))
        may_draw.clear()
        drawing.clear()
        game = await move_once(world, game)
        await drawing.wait()
        while game.live.draft and not game.live.draft.is_complete:
            game = await move_once(world, game)
        await world.manager.confirm(world.actor(world.mover(game), world.table), game.id)
        may_draw.set()
        await running.until_idle(lambda: len(running.platform.calls_of("send")) > sent)
    assert running.platform.calls_of("edit") == []


async def test_a_deleted_message_is_replaced_with_the_same_text(
    running: RunningSender, game: LoadedGame
) -> None:
    """If the message to edit is gone, a new one repeats its text without notifying."""
    before = running.platform.calls_of("send")[-1]
    running.platform.faults["edit"] = [MessageGone()]
    await move_once(running.world, game)
    await running.until_idle(lambda: running.platform.calls_of("send")[-1].message != before.message)
    again = running.platform.calls_of("send")[-1]
    call = before.text.splitlines()[1:-1]
    assert all(line in again.text for line in call)
    assert again.notified == ()


async def test_a_board_requested_twice_is_sent_twice(running: RunningSender, game: LoadedGame) -> None:
    """A board that is requested twice without a change is sent twice, each time with a new nonce."""
    sent = len(running.platform.calls_of("send"))
    for number in (1, 2):
        await running.world.manager.boards.show(running.world.actor(running.world.anna), game.id)
        await running.until_idle(
            lambda number=number: len(running.platform.calls_of("send")) == sent + number  # type: ignore[misc]
        )
    assert len({call.message for call in running.platform.calls_of("send")}) == sent + 2


async def test_a_board_requested_during_an_edit_is_sent(running: RunningSender, game: LoadedGame) -> None:
    """A board requested while the current one is being edited is sent."""
    sent = len(running.platform.calls_of("send"))
    running.platform.held["table"] = asyncio.Event()
    await move_once(running.world, game)
    await running.until_idle()
    await running.world.manager.boards.show(running.world.actor(running.world.anna), game.id)
    running.platform.held.pop("table").set()
    await running.until_idle(lambda: len(running.platform.calls_of("send")) > sent)
    assert len(running.platform.calls_of("send")) == sent + 1


async def test_a_board_that_moves_during_delivery_is_shown_in_its_new_chat(
    running: RunningSender, game: LoadedGame
) -> None:
    """A board that moves to a thread during delivery is sent there, and the old message is retired."""
    world = running.world
    running.platform.held["table"] = asyncio.Event()
    await world.manager.boards.show(world.actor(world.anna), game.id)
    await running.until_idle()
    visitor = await world.manager.people.visit("web", "anna", "Anna", "thread", "shared", "en", handle="")
    await world.manager.boards.move_to_thread(world.actor(world.anna), game.id, visitor.chat.id)
    running.platform.held.pop("table").set()
    await running.until_idle(lambda: running.platform.calls_of("send", "thread") != [])
    left = running.platform.calls_of("send", "table")[-1].message
    await running.until_idle(
        lambda: left in {call.message for call in running.platform.calls_of("retire", "table")}
    )


async def test_a_turn_made_during_delivery_notifies_too(running: RunningSender, game: LoadedGame) -> None:
    """If the notified player has moved during delivery, the next player is notified too."""
    world = running.world
    running.platform.held["table"] = asyncio.Event()
    for _ in range(3):
        game = await world.turn(game)
        await asyncio.sleep(0)
    called = world.mover(game).name.lower()
    running.platform.held.pop("table").set()
    await running.until_idle(lambda: len(running.platform.calls_of("send")) > 1)
    notified = [call.notified for call in running.platform.calls_of("send")]
    assert (called,) in notified
    assert {row[4] for row in (await world.everything())["notifications"]} == {"sent"}


async def test_a_draft_made_elsewhere_does_not_upset_a_slow_chat(running: RunningSender) -> None:
    """A redrawn chat is brought up to date despite an unfinished turn on another board."""
    game = await game_with_choice(running.world, private=True)
    await running.until_idle()
    await move_once(running.world, game)
    async with running.world.database.write() as connection:
        await outbox.redraw(connection, running.world.boris_chat.id)
    await running.until_idle(lambda: running.platform.calls_of("edit", "me:boris") != [])
    assert (await running.outbox.claim({"web": 1})).wait is None


async def test_a_slow_chat_holds_up_no_other(world: World) -> None:
    """A chat that does not answer does not delay another chat."""
    async with run_sender(world) as running:
        running.platform.held["table"] = asyncio.Event()
        await world.game()
        await world.game(chats=(world.boris_chat, world.boris_chat))
        await running.until_idle(lambda: running.platform.calls_of("send", "me:boris") != [])
        assert running.platform.calls_of("send", "table") == []
        running.platform.held["table"].set()
        await running.until_idle(lambda: running.platform.calls_of("send", "table") != [])


async def test_a_rate_limited_chat_gets_nothing_until_the_delay_is_over(world: World) -> None:
    """After `TryLater` the chat gets nothing until the delay is over, and then everything in order."""
    async with run_sender(world) as running:
        running.platform.faults["send"] = [TryLater(60)]
        for ruleset in ("long", "short"):
            await world.manager.challenges.make(world.actor(world.anna), ruleset)
        await running.until_idle(lambda: not running.platform.faults["send"])
        assert running.platform.calls_of("send") == []
        world.clock.forward(seconds=61)
        await running.until_idle(lambda: len(running.platform.calls_of("send")) == 2)
        for call, game in zip(running.platform.calls_of("send"), ("Long", "Short"), strict=True):
            assert f"to {game} Nardy" in call.text


async def test_an_endless_rate_limit_ends_after_the_longest_delay(running: RunningSender) -> None:
    """If a platform asks for an endless wait, the chat is retried after the longest delay."""
    for number, seconds in enumerate((1e9, math.inf, math.nan)):
        await challenge_that_fails(running, TryLater(seconds))
        assert len(running.platform.calls_of("send")) == number
        running.world.clock.now += LONGEST_DELAY
        await running.until_idle(lambda number=number: len(running.platform.calls_of("send")) == number + 1)  # type: ignore[misc]


async def test_two_senders_send_each_thing_once(world: World) -> None:
    """Two senders on one database share the undelivered posts, and no message is attempted by both."""
    platform = RecordingPlatform()
    async with run_sender(world, platform) as running, run_sender(world, platform):
        game = await game_with_choice(world)
        for _ in range(4):
            await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long")
            game = await world.turn(game)
        await running.until_idle()
    assert (
        len(platform.nonces_attempted)
        == len(set(platform.nonces_attempted))
        == len(platform.calls_of("send"))
    )


async def test_a_stopping_sender_releases_its_claim(world: World) -> None:
    """A sender that stops while it waits for a chat releases its claim to the next sender."""
    platform = RecordingPlatform(waits={"table": asyncio.Event()})
    async with run_sender(world, platform):
        await world.manager.challenges.make(world.actor(world.anna), "long")
        await until(lambda: platform.waited == ["table"])
    async with run_sender(world, platform) as running:
        await running.until_idle(lambda: platform.calls_of("send") != [])


@pytest.mark.parametrize("passed", [timedelta(minutes=10), timedelta(days=-30)], ids=["later", "set back"])
async def test_a_rate_limited_notification_is_retried(running: RunningSender, passed: timedelta) -> None:
    """A notification that did not arrive is retried, and a clock that is set back does not delay it."""
    await challenge_that_fails(running, TryLater(300))
    running.world.clock.now += passed
    await running.until_idle(lambda: running.platform.calls_of("send") != [])
    assert [call.notified for call in running.platform.calls_of("send")] == [("boris",)]


async def test_a_closed_chat_gets_nothing_until_a_player_speaks_there(running: RunningSender) -> None:
    """A closed chat gets nothing until a player speaks there again; then it is brought up to date."""
    world = running.world
    running.platform.faults["send"] = [ChatGone()]
    await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long")
    await running.until_idle(lambda: not running.platform.faults["send"])
    world.clock.forward(days=1)
    await running.until_idle()
    assert running.platform.calls_of("send") == []
    await met(world.manager, "anna")
    await running.until_idle(lambda: running.platform.calls_of("send") != [])


async def test_an_offline_platform_gets_no_requests(world: World) -> None:
    """While a platform is offline, nothing is attempted or stored; everything comes once it is back."""
    platform = OfflinePlatform()
    await world.game()
    before = await world.everything()
    async with run_sender(world, platform) as running:
        for looks in range(1, 4):
            running.sender.wake()
            await until(lambda looks=looks: running.outbox.asked >= looks)  # type: ignore[misc]
        assert (platform.calls, await world.everything()) == ([], before)
        platform.come_online()
        await until(lambda: bool(platform.calls_of("send", world.table.key)))


async def test_a_failed_move_to_private_chats_is_retried(world: World) -> None:
    """A group whose players cannot be moved to private chats because the database fails is retried later."""
    platform = RecordingPlatform(homes={"anna": world.anna_chat.key, "boris": world.boris_chat.key})
    game = await world.game()
    platform.faults = {"send": [ChatGone(), ChatGone()]}
    broken = "CREATE TRIGGER broken BEFORE INSERT ON posts BEGIN SELECT RAISE(ABORT, 'no disk'); END"
    async with run_sender(world, platform) as running:
        async with world.database.write() as connection:
            await connection.execute(text(broken))
        running.sender.wake()
        await until(lambda: len(platform.faults["send"]) < 2 and not running.sender._busy)  # noqa: SLF001 (nothing public shows it)
        async with world.database.write() as connection:
            await connection.execute(text("DROP TRIGGER broken"))
        running.sender.wake()
        await until(
            lambda: bool(
                platform.calls_of("send", world.anna_chat.key)
                and platform.calls_of("send", world.boris_chat.key)
            )
        )
    row = await world.manager.game(game.id)
    assert {row.white_chat, row.black_chat} == {world.anna_chat.id, world.boris_chat.id}


async def test_a_failed_post_does_not_stop_others(
    running: RunningSender, caplog: pytest.LogCaptureFixture
) -> None:
    """A post that fails for an unknown reason is retried later, and the other posts are sent now."""
    running.platform.faults["send"] = [RuntimeError("no idea")]
    for _ in range(2):
        await challenge(running.world)
    await running.until_idle(lambda: len(running.platform.calls_of("send")) == 1)
    assert "delivery failed; will retry" in caplog.text
    running.world.clock.forward(minutes=1)
    await running.until_idle(lambda: len(running.platform.calls_of("send")) == 2)


async def test_the_sender_rests_while_every_post_must_wait(running: RunningSender) -> None:
    """While every post must wait, the sender rests and does not poll the outbox."""
    await challenge_that_fails(running, TryLater(3600))
    asked = running.outbox.asked
    for _ in range(200):
        await asyncio.sleep(0)
    assert running.outbox.asked <= asked + 2


@pytest.mark.parametrize(("away", "sent"), [(1, 1), (3, 2)])
async def test_a_message_in_doubt_notifies_once(world: World, away: int, sent: int) -> None:
    """After a crash between sending and recording, the same nonce is sent again, which notifies once."""
    platform = await platform_after_crash(world)
    world.clock.forward(minutes=away)
    if timedelta(minutes=away) > platform.nonce_memory:
        platform.nonces.clear()
    async with run_sender(world, platform) as running:
        await running.until_idle()
        assert (await undelivered(running.world.manager, {"web"})).entries == ()
    assert sum(len(call.notified) for call in platform.calls_of("send")) == 1
    assert len(platform.calls_of("send")) == sent


async def test_a_repetition_ends_before_its_nonce_is_forgotten(world: World) -> None:
    """A repeated request that hangs is cancelled before its nonce expires, so that it cannot notify twice."""
    platform = await platform_after_crash(world)
    world.clock.now += platform.nonce_memory - timedelta(milliseconds=20)
    platform.held["table"] = asyncio.Event()
    async with run_sender(world, platform) as running:
        async with asyncio.timeout(DEADLINE.total_seconds() / 2):
            await running.until_idle(lambda: "table" in platform.given_up)
        platform.nonces.clear()
        platform.held["table"].set()
        world.clock.forward(minutes=1)
        await running.until_idle(lambda: len(platform.calls_of("send")) == 2)
    assert [call.notified for call in platform.calls_of("send")] == [("boris",), ()]


async def test_a_repeated_message_shows_the_newest_state(world: World) -> None:
    """A message found by its nonce after a crash is edited to the present state."""
    platform = await platform_after_crash(world)
    (made,) = await world.manager.challenges.made_by(world.anna.id)
    await world.manager.challenges.cancel(world.actor(world.anna), made.id)
    async with run_sender(world, platform) as running:
        await running.until_idle(lambda: platform.calls_of("edit") != [])
    assert [call.message for call in platform.calls] == ["m1", "m1"]
    assert platform.calls_of("edit")[-1].text != platform.calls_of("send")[-1].text


async def test_a_rate_limit_after_a_crash_does_not_notify_twice(world: World) -> None:
    """A repetition that failed leaves the first attempt in doubt, so the next message is silent."""
    platform = await platform_after_crash(world)
    platform.faults["send"] = [TryLater(600)]
    async with run_sender(world, platform) as running:
        await running.until_idle(lambda: not platform.faults["send"])
        world.clock.forward(minutes=20)
        platform.nonces.clear()
        await running.until_idle(lambda: len(platform.calls_of("send")) == 2)
    assert [call.notified for call in platform.calls_of("send")] == [("boris",), ()]


async def test_repeated_attempts_count_from_the_first(world: World) -> None:
    """The nonce's expiry counts from the first attempt, however often it is repeated."""
    platform = RecordingPlatform(lost_answers=[RuntimeError("no answer")])
    async with run_sender(world, platform) as running:
        await challenge(world)
        await running.until_idle(lambda: not platform.lost_answers)
        platform.faults["send"] = [RuntimeError("no way"), RuntimeError("no way")]
        for left in (1, 0):
            world.clock.forward(seconds=70)
            await running.until_idle(lambda left=left: len(platform.faults["send"]) == left)  # type: ignore[misc]
        world.clock.forward(seconds=70)
        platform.nonces.clear()
        await running.until_idle(lambda: len(platform.calls_of("send")) == 2)
    assert [call.notified for call in platform.calls_of("send")] == [("boris",), ()]


async def test_a_notification_in_doubt_is_not_repeated_by_a_later_message(world: World) -> None:
    """A notification that may have arrived is not repeated by a newer message with another nonce."""
    platform = RecordingPlatform(lost_answers=[])
    game = await game_with_choice(world)
    async with run_sender(world, platform) as running:
        await running.until_idle()
    platform.lost_answers.append(asyncio.CancelledError())
    async with run_sender(world, platform):
        game = await world.turn(game)
        await platform.broken.wait()
    notified = [call.notified for call in platform.calls_of("send")]
    await world.manager.boards.show(world.actor(world.anna), game.id)
    async with run_sender(world, platform) as running:
        await running.until_idle()
    assert sum(map(len, [call.notified for call in platform.calls_of("send")])) == sum(map(len, notified))


async def test_a_rate_limit_after_a_crash_keeps_the_nonce(world: World) -> None:
    """A repetition that failed is repeated under the first nonce, so no second message is sent."""
    platform = await platform_after_crash(world)
    platform.faults["send"] = [TryLater(10)]
    async with run_sender(world, platform) as running:
        await running.until_idle(lambda: not platform.faults["send"])
        world.clock.forward(seconds=20)
        await running.until_idle(lambda: platform.calls_of("edit") != [])
    assert len(platform.calls_of("send")) == 1


async def test_a_turn_made_before_presenting_still_notifies(world: World) -> None:
    """If a turn is made between storing an attempt and presenting it, the next player is still notified."""
    game = await game_with_choice(world)
    outbox = Outbox(world.manager)
    attempt = await outbox.begin_delivery(await claimed_game(outbox, world.table.id), timedelta(minutes=2))
    after = await world.turn(game)
    while world.mover(after).id == world.mover(game).id:
        after = await world.turn(after)
    await outbox.sent(attempt, "m1", after.version)
    again = await outbox.begin_delivery(await claimed_game(outbox, world.table.id), timedelta(minutes=2))
    assert world.mover(after).id in again.notified


@pytest.mark.parametrize(("seconds", "is_called"), [(20, True), (600, False)], ids=["as it was", "set back"])
async def test_a_clock_that_is_set_back_notifies_nobody_twice(
    world: World, *, seconds: float, is_called: bool
) -> None:
    """If the clock is set back while a notification is in doubt, it does not count as recent."""
    steady = [1000.0]
    outbox = Outbox(world.manager, steady=lambda: steady[0])
    await game_with_choice(world)
    memory = timedelta(minutes=2)
    attempt = await outbox.begin_delivery(await claimed_game(outbox, world.table.id), memory)
    assert attempt.notified
    await outbox.retry_later(attempt.claim, timedelta(seconds=10))
    world.clock.forward(seconds=20)
    steady[0] += seconds
    again = await outbox.begin_delivery(await claimed_game(outbox, world.table.id), memory)
    assert (again.nonce, bool(again.notified)) == (attempt.nonce, is_called)


async def test_a_second_board_after_a_notification_in_doubt_is_silent(world: World) -> None:
    """A second board after a lost answer is silent, also when it is repeated."""
    await game_with_choice(world)
    outbox, memory, chat = Outbox(world.manager), timedelta(minutes=2), world.table.id
    first = await outbox.begin_delivery(await claimed_game(outbox, chat), memory)
    assert first.notified
    await outbox.retry_later(first.claim, timedelta(0))
    async with world.database.write() as connection:
        game = first.row.subject_id
        await outbox_rows.show_in(connection, "game", game, chat, first.row.wanted_revision + 1)
    second = await outbox.begin_delivery(await claimed_game(outbox, chat), memory)
    await outbox.retry_later(second.claim, timedelta(0))
    again = await outbox.begin_delivery(await claimed_game(outbox, chat), memory)
    assert second.nonce == again.nonce != first.nonce
    assert (second.notified, again.notified) == (frozenset(), frozenset())


async def test_a_turn_that_is_over_notifies_nobody(world: World) -> None:
    """A player who has played elsewhere before the notification arrived is not notified of that turn."""
    game = await game_with_choice(world, private=True)
    outbox = Outbox(world.manager)
    after = await world.turn(game, world.anna_chat)
    assert world.mover(after).id == world.boris.id
    attempt = await outbox.begin_delivery(
        await claimed_game(outbox, world.anna_chat.id), timedelta(minutes=2)
    )
    assert attempt.notified == frozenset()


async def test_a_message_may_be_newer_than_the_wanted_revision(world: World) -> None:
    """An unfinished turn elsewhere raises the revision that a message shows, which is no error."""
    game = await game_with_choice(world, private=True)
    outbox = Outbox(world.manager)
    claim = await claimed_game(outbox, world.boris_chat.id)
    attempt = await outbox.begin_delivery(claim, timedelta(minutes=2))
    drafted = await move_once(world, game)
    await outbox.sent(attempt, "m1", drafted.version)
    assert claim.row.id not in {
        each.id for each in (await undelivered(world.manager, {"web"})).entries if isinstance(each, PostRow)
    }


async def test_a_slow_chat_gets_only_the_newest_board(running: RunningSender) -> None:
    """While a slow chat gets ready, others are served, and then it gets only the newest board."""
    world, table = running.world, running.world.table.key
    running.platform.waits[table] = asyncio.Event()
    gate = running.platform.waits[table]
    game = await game_with_choice(world)
    await until(lambda: running.platform.waited != [])
    await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long")
    await until(lambda: running.platform.calls_of("send", world.anna_chat.key) != [])
    assert running.platform.calls_of("send", table) == []
    gate.set()
    await running.until_idle()
    boards = [
        call
        for call in running.platform.calls_of("send", table)
        if game.id in call.text and "🎲" in call.text
    ]
    assert len(boards) == 1


async def test_a_board_follows_a_chat_that_moved(running: RunningSender, game: LoadedGame) -> None:
    """If a platform reports that a chat has moved, the board follows to the new chat and notifies there."""
    running.platform.faults["send"] = [ChatMoved("new table")]
    account = running.world.waiting(game).name.lower()
    game = await running.world.turn(game)
    await running.until_idle(lambda: running.platform.calls_of("send", "new table") != [])
    notified = [call.notified for call in running.platform.calls_of("send", "new table") if call.notified]
    assert notified == [(account,)]


async def test_without_nonces_a_message_in_doubt_does_not_ring_again(world: World) -> None:
    """On a platform without nonces, a message after one that may have arrived does not notify."""
    platform = RecordingPlatform(nonce_memory=timedelta(0))
    async with run_sender(world, platform) as running:
        game = await game_with_choice(world)
        await running.until_idle()
        platform.lost_answers = [MayHaveArrived(0.01)]
        sent = len(platform.calls_of("send"))
        await world.turn(game)
        await platform.broken.wait()
        world.clock.now += timedelta(minutes=1)
        await running.until_idle(lambda: len(platform.calls_of("send")) >= sent + 2)
        notified = [call.notified for call in platform.calls_of("send")[sent:] if call.notified]
        assert len(notified) <= 1


@pytest.mark.parametrize(
    ("away", "memory"), [(1, timedelta(minutes=2)), (3, timedelta(minutes=2)), (1, timedelta(0))]
)
async def test_an_announcement_is_never_seen_twice(world: World, away: int, memory: timedelta) -> None:
    """An announcement in doubt is repeated only while the platform knows its nonce."""
    platform = RecordingPlatform(nonce_memory=memory, lost_answers=[asyncio.CancelledError()])
    async with run_sender(world, platform):
        await world.manager.administration.announce(world.actor(world.anna), "Tea is served at five.")
        await platform.broken.wait()
    world.clock.forward(minutes=away)
    is_known = timedelta(minutes=away) < memory
    if not is_known:
        platform.nonces.clear()
    async with run_sender(world, platform) as running:
        await running.until_idle()
        assert (await undelivered(running.world.manager, {"web"})).entries == ()
    sent = [call.chat for call in platform.calls_of("send")]
    assert sorted(sent) == sorted(set(sent))
    assert len(sent) == 4 or not is_known
    assert [call.notified for call in platform.calls if call.notified] == []


async def test_a_process_with_a_stale_heartbeat_sends_nothing(world: World) -> None:
    """A process whose heartbeat is stale claims and sends nothing until it is alive again."""
    alive = False
    world.manager.is_alive = lambda: alive
    async with run_sender(world) as running:
        await world.game()
        await until(lambda: running.outbox.asked > 0)
        assert running.platform.calls == []
        alive = True
        await running.until_idle(lambda: bool(running.platform.calls_of("send")))


async def test_a_process_that_freezes_during_delivery_sends_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The heartbeat is checked again after storing an attempt; if it is stale, the attempt is undone."""
    begin = CountedOutbox.begin_delivery
    alive = True
    world.manager.is_alive = lambda: alive

    async def and_freeze(self: CountedOutbox, claim: PostClaim, memory: timedelta) -> Delivery:
        nonlocal alive
        attempt = await begin(self, claim, memory)
        alive = False
        return attempt

    monkeypatch.setattr(CountedOutbox, "begin_delivery", and_freeze)
    async with run_sender(world) as running:
        await challenge(world)
        await until(lambda: not alive)
        await asyncio.sleep(0.05)
        assert running.platform.calls == []
        monkeypatch.setattr(CountedOutbox, "begin_delivery", begin)
        alive = True
        await running.until_idle(lambda: bool(running.platform.calls_of("send")))
    assert running.platform.calls_of("send")[0].notified
