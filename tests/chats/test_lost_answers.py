"""A notification whose answer was lost still reaches its player, and rings at most once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from bot.chats.errors import MayHaveArrived, Unsearchable
from bot.sessions.outbox.enqueue import REPEAT_AFTER, REPEATED_CALL
from bot.sessions.workers import AlarmRunner, Heartbeat, Reminding
from bot.talk.input.parsing import is_same_step
from bot.talk.reply import Reply
from tests.chats.delivering import RecordingPlatform, RunningSender, game_with_choice, run_sender
from tests.sessions.world import World

NEVER_ARRIVED, ARRIVED = "faults", "lost_answers"
LOST = MayHaveArrived(0.01)


@dataclass
class Readable(RecordingPlatform):
    """A platform whose history can be read, unless that is forbidden."""

    is_forbidden: bool = False
    arrived: dict[str, tuple[str, Reply]] = field(default_factory=dict)
    """The messages, each with its chat and its content."""

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Record a message that arrives."""
        before = len(self.calls_of("send"))
        try:
            return await super().send(chat, reply, nonce)
        finally:
            for call in self.calls_of("send")[before:]:
                self.arrived[call.message] = chat, reply

    async def find(self, chat: str, reply: Reply, after: str | None, since: datetime) -> str | None:
        """Find a message by its buttons."""
        assert since.tzinfo is not None
        if self.is_forbidden:
            raise Unsearchable
        wanted = [button.data for row in reply.buttons for button in row]
        for message, (where, there) in self.arrived.items():
            buttons = [button.data for row in there.buttons for button in row]
            if where == chat and message != after and is_same_step(buttons, wanted):
                return message
        return None


def lose(platform: RecordingPlatform, how: str) -> None:
    """Lose the answer to the next message, which arrives or not."""
    if how == ARRIVED:
        platform.lost_answers = [LOST]
    else:
        platform.faults["send"] = [LOST]


async def notification_in_doubt(running: RunningSender, how: str) -> str:
    """Play a turn whose notification gets no answer, and expire the nonce; return the player to move."""
    game = await game_with_choice(running.world)
    await running.until_idle()
    running.platform.calls.clear()
    lose(running.platform, how)
    game = await running.world.turn(game)
    await until_lost(running)
    return running.world.mover(game).name.lower()


async def until_lost(running: RunningSender) -> None:
    """Wait until the answer is lost, and expire the nonce."""
    await running.until_idle(
        lambda: not running.platform.faults.get("send") and not running.platform.lost_answers
    )
    await forget_nonce(running)


async def forget_nonce(running: RunningSender) -> None:
    """Expire the nonce, let three minutes pass and let the sender work."""
    running.platform.nonces.clear()
    running.world.clock.forward(minutes=3)
    await running.until_idle()


async def ten_minutes_later(running: RunningSender) -> None:
    """Let ten minutes pass, and repeat the notifications in doubt."""
    manager = running.world.manager
    running.world.clock.forward(seconds=REPEAT_AFTER.total_seconds())
    runner = AlarmRunner(manager, Heartbeat(manager, {}), {REPEATED_CALL: Reminding(manager).call_again})
    while await runner.handle_due():
        pass
    await running.until_idle()


def notified_accounts(platform: RecordingPlatform) -> list[str]:
    """Return the accounts notified, in order."""
    return [player for call in platform.calls_of("send") for player in call.notified]


@pytest.mark.parametrize("how", [NEVER_ARRIVED, ARRIVED])
async def test_a_readable_chat_notifies_once(world: World, how: str) -> None:
    """A message that never arrived is sent again and rings; a message that arrived is adopted."""
    async with run_sender(world, Readable()) as running:
        player = await notification_in_doubt(running, how)
        assert notified_accounts(running.platform) == [player]
        assert len(running.platform.calls_of("send")) == 1
        await ten_minutes_later(running)
        assert notified_accounts(running.platform) == [player]


async def test_an_adopted_message_shows_the_present_state(world: World) -> None:
    """A card found in the history is edited to the present state, and no second card is sent."""
    async with run_sender(world, Readable()) as running:
        lose(running.platform, ARRIVED)
        made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
        await until_lost(running)
        await world.manager.challenges.cancel(world.actor(world.anna), made.id)
        await running.until_idle(lambda: running.platform.calls_of("edit") != [])
        (card,) = running.platform.calls_of("send")
        assert running.platform.calls_of("edit")[-1].message == card.message


@pytest.mark.parametrize(
    ("platform", "how"),
    [
        (lambda: Readable(is_forbidden=True), NEVER_ARRIVED),
        (lambda: RecordingPlatform(nonce_memory=timedelta()), NEVER_ARRIVED),
        (lambda: RecordingPlatform(nonce_memory=timedelta()), ARRIVED),
    ],
    ids=["forbidden", "no history", "no history, arrived"],
)
async def test_an_unreadable_chat_reminds_once(
    world: World, platform: Callable[[], RecordingPlatform], how: str
) -> None:
    """The repetition is silent. A player who has not acted ten minutes later gets one reminder."""
    async with run_sender(world, platform()) as running:
        player = await notification_in_doubt(running, how)
        rang = notified_accounts(running.platform)
        assert rang == ([player] if how == ARRIVED else [])
        await ten_minutes_later(running)
        reminder = running.platform.calls_of("send")[-1]
        assert reminder.notified == (player,)
        assert "is waiting: it is your turn" in reminder.text
        for _ in range(2):
            await ten_minutes_later(running)
        assert notified_accounts(running.platform) == [*rang, player]


async def test_a_player_who_has_acted_is_not_reminded(world: World) -> None:
    """A player who saw a silent board and played in time gets no reminder."""
    async with run_sender(world, RecordingPlatform(nonce_memory=timedelta())) as running:
        await notification_in_doubt(running, NEVER_ARRIVED)
        (game,) = await world.manager.games_of(world.anna.id)
        await world.turn(game)
        await running.until_idle()
        before = notified_accounts(running.platform)
        await ten_minutes_later(running)
        assert notified_accounts(running.platform) == before


async def test_a_challenge_in_doubt_is_shown_again_once(world: World) -> None:
    """A challenge whose card may not have rung is shown again once while it is open."""
    async with run_sender(world, RecordingPlatform(nonce_memory=timedelta())) as running:
        lose(running.platform, NEVER_ARRIVED)
        await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
        await until_lost(running)
        assert notified_accounts(running.platform) == []
        for _ in range(3):
            await ten_minutes_later(running)
        assert notified_accounts(running.platform) == ["boris"]


async def test_an_open_offer_in_doubt_is_shown_again(world: World) -> None:
    """An offer whose board may not have rung is shown again once."""
    async with run_sender(world, RecordingPlatform(nonce_memory=timedelta())) as running:
        game = await game_with_choice(world)
        await running.until_idle()
        running.platform.calls.clear()
        lose(running.platform, NEVER_ARRIVED)
        game = await world.manager.offer_draw(world.actor(world.mover(game)), game.id)
        await until_lost(running)
        assert notified_accounts(running.platform) == []
        await ten_minutes_later(running)
        assert notified_accounts(running.platform) == [world.waiting(game).name.lower()]


async def test_a_reminder_in_doubt_is_repeated_once(world: World) -> None:
    """A reminder that may not have rung is repeated silently, and then one more reminder rings."""
    async with run_sender(world, RecordingPlatform(nonce_memory=timedelta())) as running:
        game = await game_with_choice(world)
        await running.until_idle()
        running.platform.calls.clear()
        lose(running.platform, NEVER_ARRIVED)
        world.clock.forward(days=3)
        runner = AlarmRunner(
            world.manager, Heartbeat(world.manager, {}), {}, [Reminding(world.manager).chore]
        )
        while await runner.handle_due():
            pass
        await until_lost(running)
        assert notified_accounts(running.platform) == []
        await ten_minutes_later(running)
        assert notified_accounts(running.platform) == [world.mover(game).name.lower()]
