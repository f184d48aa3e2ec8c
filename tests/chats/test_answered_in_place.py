"""A prompt answer of the computer player is shown by the board that was pressed, without a new message."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from bot.chats.errors import MayHaveArrived, MessageGone, TryLater
from bot.sessions import LoadedGame
from bot.sessions.workers import ComputerPlayer
from tests.chats.delivering import RunningSender
from tests.pending_work import computer_player_is_to_act
from tests.strategies import Plain


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """The computer player's thread."""
    with ThreadPoolExecutor(1) as threads:
        yield threads


class Sitting:
    """Anna plays the computer player, by default in her private chat."""

    def __init__(self, running: RunningSender, threads: ThreadPoolExecutor) -> None:
        self.running = running
        self.world = running.world
        self.key = self.world.anna_chat.key
        self.chat = self.world.anna_chat
        self._computer_player = ComputerPlayer(self.world.manager, Plain())
        self._threads = threads
        self.game: LoadedGame

    async def begin(self) -> None:
        """Begin a game, and let the computer player move if it begins."""
        by = self.world.actor(self.world.anna, self.chat)
        self.game = await self.world.manager.challenges.challenge_computer(by, "long")
        await self.answer()

    async def turn(self) -> None:
        """Play Anna's turn and deliver it."""
        turns = self.game.turns
        while self.game.turns == turns:
            self.game = await self.world.turn(self.game, self.chat)
        await self.running.until_idle()

    async def answer(self, *, after: float = 3) -> None:
        """Advance the clock, let the computer player move until Anna is to act, and deliver that."""
        self.world.clock.forward(seconds=after)
        while await computer_player_is_to_act(self.world.manager):
            await self._computer_player.play_all(self._threads)
        self.game = await self.world.manager.game(self.game.id)
        await self.running.until_idle()

    def sent(self) -> int:
        """Return the number of messages in Anna's chat."""
        return len(self.running.platform.calls_of("send", self.key))

    def notified(self) -> list[tuple[str, ...]]:
        """Return the accounts that each message notified."""
        return [call.notified for call in self.running.platform.calls_of("send", self.key)]


@pytest.fixture
async def sitting(running: RunningSender, threads: ThreadPoolExecutor) -> Sitting:
    """A game that has just begun, in which Anna is to act."""
    sitting = Sitting(running, threads)
    await sitting.begin()
    return sitting


async def test_a_prompt_answer_is_an_edit(sitting: Sitting) -> None:
    """Turns that the computer player answers within seconds edit the board, which reports each turn once."""
    sent, lengths = sitting.sent(), []
    for _ in range(4):
        await sitting.turn()
        await sitting.answer()
        lengths.append(len(sitting.running.platform.calls_of("edit", sitting.key)[-1].text.splitlines()))
    assert max(lengths) <= min(lengths) + 3
    last = sitting.running.platform.calls_of("edit", sitting.key)[-1]
    assert sitting.sent() == sent
    assert last.message == sitting.running.platform.calls_of("send", sitting.key)[-1].message
    assert "Your turn" in last.text or "your turn" in last.text
    # A notification whose turn was shown by an edit counts as delivered.
    assert {row[4] for row in (await sitting.world.everything())["notifications"]} == {"sent"}


async def test_a_slow_answer_notifies(sitting: Sitting) -> None:
    """A player who has waited for more than ten seconds gets a message that notifies."""
    sent = sitting.sent()
    await sitting.turn()
    await sitting.answer(after=11)
    assert sitting.sent() == sent + 1
    assert sitting.notified()[-1] == ("anna",)


async def test_a_covered_board_is_followed_by_a_new_message(sitting: Sitting) -> None:
    """If something was written below the board, the computer player's turn comes as a new message."""
    sent = sitting.sent()
    await sitting.turn()
    sitting.running.platform.covered.add(sitting.key)
    await sitting.answer()
    assert sitting.sent() == sent + 1


async def test_a_shared_chat_gets_a_message(running: RunningSender, threads: ThreadPoolExecutor) -> None:
    """In a shared chat the player to move is notified by a message, even after a prompt answer."""
    sitting = Sitting(running, threads)
    sitting.chat, sitting.key = sitting.world.table, sitting.world.table.key
    await sitting.begin()
    sent = sitting.sent()
    await sitting.turn()
    await sitting.answer()
    assert sitting.sent() == sent + 1


async def test_a_deleted_board_is_replaced_by_one_that_notifies(sitting: Sitting) -> None:
    """If the pressed board was deleted meanwhile, a new one notifies."""
    await sitting.turn()
    sitting.running.platform.faults["edit"] = [MessageGone()]
    sent = sitting.sent()
    await sitting.answer()
    assert sitting.sent() == sent + 1
    assert sitting.notified()[-1] == ("anna",)


async def test_an_edit_in_doubt_is_repeated(sitting: Sitting) -> None:
    """An edit that may have arrived is repeated, which does no harm."""
    await sitting.turn()
    sitting.running.platform.nonce_memory = timedelta()
    sitting.running.platform.faults["edit"] = [MayHaveArrived(0)]
    sent, edits = sitting.sent(), len(sitting.running.platform.calls_of("edit"))
    await sitting.answer()
    sitting.world.clock.forward(seconds=5)
    await sitting.running.until_idle(lambda: len(sitting.running.platform.calls_of("edit")) > edits)
    assert sitting.sent() == sent


async def test_an_answer_delayed_by_a_rate_limit_notifies(sitting: Sitting) -> None:
    """A rate limit makes the answer late, so it comes as a message that notifies."""
    await sitting.turn()
    sitting.running.platform.faults["edit"] = [TryLater(600)]
    sent = sitting.sent()
    await sitting.answer()
    sitting.world.clock.forward(seconds=601)
    await sitting.running.until_idle(lambda: sitting.sent() > sent)
    assert sitting.notified()[-1] == ("anna",)


async def test_a_board_requested_during_an_edit_is_sent(sitting: Sitting) -> None:
    """A board requested while the current one is being edited is sent."""
    await sitting.turn()
    sent = sitting.sent()
    sitting.running.platform.held[sitting.key] = asyncio.Event()
    await sitting.answer()
    by = sitting.world.actor(sitting.world.anna, sitting.chat)
    await sitting.world.manager.boards.show(by, sitting.game.id)
    sitting.running.platform.held.pop(sitting.key).set()
    await sitting.running.until_idle(lambda: sitting.sent() > sent)
    assert sitting.sent() == sent + 1
