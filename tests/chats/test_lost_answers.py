"""Lost answers: a call whose answer was lost still reaches its player, and rings at most once."""

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
from tests.chats.delivering import Listening, Post, choosing, sending
from tests.sessions.world import World

NEVER_ARRIVED, ARRIVED = "faults", "lost_answers"
LOST = MayHaveArrived(0.01)


@dataclass
class Readable(Listening):
    """A platform whose chats can be read, unless that is forbidden."""

    is_forbidden: bool = False
    arrived: dict[str, tuple[str, Reply]] = field(default_factory=dict)
    """The messages, each with its chat and what it says."""

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Keep a message that arrives."""
        before = len(self.said("send"))
        try:
            return await super().send(chat, reply, nonce)
        finally:
            for call in self.said("send")[before:]:
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


def lose(platform: Listening, how: str) -> None:
    """Let the next message get no answer, having arrived or not."""
    if how == ARRIVED:
        platform.lost_answers = [LOST]
    else:
        platform.faults["send"] = [LOST]


async def call_in_doubt(post: Post, how: str) -> str:
    """Play a turn whose call gets no answer, and let the nonce be forgotten; return who is to move."""
    game = await choosing(post.world)
    await post.until_idle()
    post.platform.calls.clear()
    lose(post.platform, how)
    game = await post.world.turn(game)
    await lost(post)
    return post.world.mover(game).name.lower()


async def lost(post: Post) -> None:
    """Wait until the answer is lost and the nonce is forgotten."""
    await post.until_idle(lambda: not post.platform.faults.get("send") and not post.platform.lost_answers)
    await forget_nonce(post)


async def forget_nonce(post: Post) -> None:
    """Let three minutes pass and the sender work."""
    post.platform.nonces.clear()
    post.world.clock.forward(minutes=3)
    await post.until_idle()


async def ten_minutes_later(post: Post) -> None:
    """Let the calls be repeated that may not have been heard."""
    manager = post.world.manager
    post.world.clock.forward(seconds=REPEAT_AFTER.total_seconds())
    runner = AlarmRunner(manager, Heartbeat(manager, {}), {REPEATED_CALL: Reminding(manager).call_again})
    while await runner.handle_due():
        pass
    await post.until_idle()


def called(platform: Listening) -> list[str]:
    """Return who was called, in order."""
    return [who for call in platform.said("send") for who in call.notified]


@pytest.mark.parametrize("how", [NEVER_ARRIVED, ARRIVED])
async def test_a_chat_that_can_be_read_calls_once(world: World, how: str) -> None:
    """A message that never arrived is sent again and rings; one that arrived is taken over."""
    async with sending(world, Readable()) as post:
        who = await call_in_doubt(post, how)
        assert called(post.platform) == [who]
        assert len(post.platform.said("send")) == 1
        await ten_minutes_later(post)
        assert called(post.platform) == [who]


async def test_a_message_that_is_taken_over_shows_the_newest_state(world: World) -> None:
    """A card that was found in the chat is edited to what is so now, and no second one comes."""
    async with sending(world, Readable()) as post:
        lose(post.platform, ARRIVED)
        made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
        await lost(post)
        await world.manager.challenges.cancel(world.actor(world.anna), made.id)
        await post.until_idle(lambda: post.platform.said("edit") != [])
        (card,) = post.platform.said("send")
        assert post.platform.said("edit")[-1].message == card.message


@pytest.mark.parametrize(
    ("platform", "how"),
    [
        (lambda: Readable(is_forbidden=True), NEVER_ARRIVED),
        (lambda: Listening(nonce_memory=timedelta()), NEVER_ARRIVED),
        (lambda: Listening(nonce_memory=timedelta()), ARRIVED),
    ],
    ids=["forbidden", "no history", "no history, arrived"],
)
async def test_a_chat_that_cannot_be_read_reminds_once(
    world: World, platform: Callable[[], Listening], how: str
) -> None:
    """The repetition is silent. A player who has not acted ten minutes later gets one reminder."""
    async with sending(world, platform()) as post:
        who = await call_in_doubt(post, how)
        rang = called(post.platform)
        assert rang == ([who] if how == ARRIVED else [])
        await ten_minutes_later(post)
        reminder = post.platform.said("send")[-1]
        assert reminder.notified == (who,)
        assert "is waiting: it is your turn" in reminder.text
        for _ in range(2):
            await ten_minutes_later(post)
        assert called(post.platform) == [*rang, who]


async def test_a_player_who_has_acted_is_not_reminded(world: World) -> None:
    """A turn that was played in time, from a board that came without a sound, needs no reminder."""
    async with sending(world, Listening(nonce_memory=timedelta())) as post:
        await call_in_doubt(post, NEVER_ARRIVED)
        (game,) = await world.manager.games_of(world.anna.id)
        await world.turn(game)
        await post.until_idle()
        before = called(post.platform)
        await ten_minutes_later(post)
        assert called(post.platform) == before


async def test_a_challenge_in_doubt_is_shown_again_once(world: World) -> None:
    """A card that may not have been heard comes once more while the challenge waits, and then never."""
    async with sending(world, Listening(nonce_memory=timedelta())) as post:
        lose(post.platform, NEVER_ARRIVED)
        await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
        await lost(post)
        assert called(post.platform) == []
        for _ in range(3):
            await ten_minutes_later(post)
        assert called(post.platform) == ["boris"]


async def test_an_offer_in_doubt_is_shown_again_while_it_stands(world: World) -> None:
    """A board whose offer may not have been heard comes once more; after the answer nothing comes."""
    async with sending(world, Listening(nonce_memory=timedelta())) as post:
        game = await choosing(world)
        await post.until_idle()
        post.platform.calls.clear()
        lose(post.platform, NEVER_ARRIVED)
        game = await world.manager.offer_draw(world.actor(world.mover(game)), game.id)
        await lost(post)
        assert called(post.platform) == []
        await ten_minutes_later(post)
        assert called(post.platform) == [world.waiting(game).name.lower()]


async def test_a_reminder_in_doubt_comes_once_more(world: World) -> None:
    """A reminder counts as given once its own message has arrived; a silent repetition is followed by one."""
    async with sending(world, Listening(nonce_memory=timedelta())) as post:
        game = await choosing(world)
        await post.until_idle()
        post.platform.calls.clear()
        lose(post.platform, NEVER_ARRIVED)
        world.clock.forward(days=3)
        runner = AlarmRunner(
            world.manager, Heartbeat(world.manager, {}), {}, [Reminding(world.manager).chore]
        )
        while await runner.handle_due():
            pass
        await lost(post)
        assert called(post.platform) == []
        await ten_minutes_later(post)
        assert called(post.platform) == [world.mover(game).name.lower()]
