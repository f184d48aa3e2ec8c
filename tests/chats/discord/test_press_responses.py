"""Presses that carry what becomes of the message that was pressed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.chats.base import Request
from bot.chats.discord.channel_limits import BOT_LIMIT, DISCORD_LIMIT, WINDOW, ChannelLimits, Verb
from bot.chats.discord.listener import DEFER_AFTER
from bot.chats.discord.press_responses import LIFE, MOST, PressResponses
from bot.chats.discord.responses import DEADLINE, Response
from bot.talk.incoming import Incoming
from bot.talk.reply import OldBoardPolicy, Reply, RetiredContent
from tests.chats.discord.house import TO_A_CHOICE, open_house, shown
from tests.chats.discord.listening import PICTURED, Listening, listening
from tests.chats.stand_ins import ScriptedHandler
from tests.chats.test_slots import LoopTime
from tests.pace import HANG

CALLBACK = "/interactions/*/callback"
SAY, UPDATE = 4, 7


@dataclass
class HeldBack(ScriptedHandler):
    """A handler that carries a press out and then does not return until it is let go."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    let_go: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Carry out what a person did."""
        self.reached.set()
        await self.let_go.wait()
        return await super().handle(incoming)


def requests(house: Listening, since: int = 0) -> list[tuple[str, Any]]:
    """Return what the bot has asked for: the kind of a response, or the last part of an address."""
    made = []
    for request in house.env.http_requests[since:]:
        kind: Any = request.json
        callback = request.path.endswith("/callback")
        made.append((request.method, kind["type"] if callback else request.path.rsplit("/", 1)[-1]))
    return made


async def pressed(
    house: Listening, meanwhile: Callable[[], Coroutine[Any, Any, None]]
) -> list[tuple[str, Any]]:
    """Let Anna press a board, and something happen while that is carried out; return what was asked for."""
    message = await house.adapter.send(str(house.table.id), PICTURED, "n1")
    handler = HeldBack(house.handler.answers)
    house.adapter.client.listener.handler = handler
    since = len(house.env.http_requests)
    press = asyncio.ensure_future(house.anna.click(house.table.history()[-1], label="Go"))
    async with asyncio.timeout(HANG):
        await handler.reached.wait()
        await meanwhile()
        handler.let_go.set()
        await press
    made = requests(house, since)
    return [(method, "board" if what == message else what) for method, what in made]


async def test_a_press_is_answered_by_the_board(tmp_path: Path) -> None:
    """What a press changes comes as the answer to it, and by no other request."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        board, since = house.last(), len(house.env.http_requests)
        await house.click("Anna", "24→20")
        (request,) = house.env.http_requests[since:]
        assert request.json["type"] == UPDATE  # type: ignore[index]
        assert house.last().id == board.id
        assert "so far 24/20" in shown(house.last()).text
        assert shown(house.last()).pictured


async def test_a_turn_in_one_channel_costs_four_requests(tmp_path: Path) -> None:
    """Two moves, the new board, and the buttons of the old one, which go with the answer to Done."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, 6, 5) as house:
        await house.game()
        since = len(house.env.http_requests)
        for label in ("24→20", "16→15", "✔ Done"):
            await house.click("Anna", label)
        assert len(house.env.http_requests) - since == 4
        assert shown(house.messages()[-2]).labels == ()


async def test_the_sender_may_be_faster_than_who_handles_a_press() -> None:
    """A board that is changed while its press is still being handled is the answer to that press."""
    async with listening() as house:

        async def change() -> None:
            await house.adapter.edit(
                str(house.table.id), str(house.table.history()[-1].id), Reply(("Over.",))
            )

        assert await pressed(house, change) == [("POST", UPDATE)]
        assert house.table.history()[-1].content == "Over."


async def test_what_is_said_in_private_after_the_board_follows_it() -> None:
    """An answer that comes when the board has been shown by the response stands beside it."""
    async with listening(Reply(("Look.",))) as house:

        async def change() -> None:
            await house.adapter.edit(
                str(house.table.id), str(house.table.history()[-1].id), Reply(("Over.",))
            )

        update, (method, _) = await pressed(house, change)
        assert (update, method) == (("POST", UPDATE), "POST")
        assert house.table.history()[-1].content == "Over."


async def test_a_refusal_is_one_request() -> None:
    """A private answer to the press of a board is the response itself."""
    async with listening(Reply(("No.",)), Reply(("Really.",))) as house:
        message = await house.adapter.send(str(house.table.id), PICTURED, "n1")
        since = len(house.env.http_requests)
        result = await house.anna.click(house.table.history()[-1], label="Go")
        assert result.response is not None
        assert (result.response.content, result.response.ephemeral) == ("No.", True)
        assert [answer.content for answer in result.followups] == ["Really."]
        assert requests(house, since)[0] == ("POST", SAY)
        assert len(house.env.http_requests) - since == 2
        await house.adapter.edit(str(house.table.id), message, Reply(("Over.",)))
        assert requests(house)[-1] == ("PATCH", message)


async def test_later_changes_go_by_the_last_press() -> None:
    """As long as a press can be replaced, its message is changed by it."""
    async with listening() as house:
        message = await house.adapter.send(str(house.table.id), PICTURED, "n1")
        await house.anna.click(house.table.history()[-1], label="Go")
        chat, since = str(house.table.id), len(house.env.http_requests)
        assert house.adapter.delay(chat, Request.EDIT, message) == 0
        await house.adapter.edit(chat, message, PICTURED)
        await house.adapter.edit(chat, message, PICTURED)
        await house.adapter.retire(chat, message, RetiredContent(OldBoardPolicy.SHRINK, ("One line.",)))
        assert requests(house, since) == [("POST", UPDATE), ("PATCH", "@original"), ("PATCH", "@original")]
        kept = house.table.history()[-1]
        assert (kept.content, kept.attachments, kept.components) == ("One line.", [], [])


async def test_a_pressed_board_is_deleted_by_its_id() -> None:
    """What is to be deleted is no answer to a press."""
    async with listening() as house:
        message = await house.adapter.send(str(house.table.id), PICTURED, "n1")
        await house.anna.click(house.table.history()[-1], label="Go")
        await house.adapter.retire(str(house.table.id), message, RetiredContent(OldBoardPolicy.DELETE))
        assert requests(house)[-1] == ("DELETE", message)


async def test_what_a_press_cannot_carry_goes_by_the_id() -> None:
    """Where Discord does not take the answer to a press, the board is changed all the same, at once."""
    async with listening() as house:
        chat = str(house.table.id)
        for status, code in ((404, 10062), (401, 50027), (404, 10015), (400, 40060), (429, 0)):
            message = await house.adapter.send(chat, PICTURED, f"n{code}")
            await house.anna.click(house.table.history()[-1], label="Go")
            house.env.inject_error("POST", CALLBACK, status=status, code=code)
            house.env.inject_error("PATCH", "/webhooks/*", status=status, code=code)
            for text in ("Over.", "All over."):
                await house.adapter.edit(chat, message, Reply((text,)))
                assert house.table.history()[-1].content == text, code
                assert requests(house)[-1] == ("PATCH", message), code
            house.env.backend.faults.clear()


# The parts.


@dataclass
class Discord:
    """What discord.py is asked for by a response. Discord answers, or it hangs."""

    hangs: bool = False
    client: None = None
    data: None = None
    message: None = None
    channel_id: int = 1
    made: list[str] = field(default_factory=list)

    @property
    def response(self) -> Discord:
        """Where a response is made."""
        return self

    async def defer(self, **_: object) -> None:
        """Tell Discord to wait."""
        await self._ask("wait")

    async def edit_message(self, **_: object) -> None:
        """Respond by the message that was pressed."""
        await self._ask("update")

    async def edit_original_response(self, **_: object) -> None:
        """Replace what was responded."""
        await self._ask("@original")

    async def _ask(self, what: str) -> None:
        self.made.append(what)
        if self.hangs:
            await asyncio.Event().wait()

    async def until(self, *made: str) -> None:
        """Wait until so much was asked for."""
        async with asyncio.timeout(HANG):
            while self.made != [*made]:  # noqa: ASYNC110 (nobody tells)
                await asyncio.sleep(0)


def lent(*, given: bool = False) -> Response:
    """Return the response to a press, which has been made or not."""
    response = Response(Discord())  # type: ignore[arg-type]
    response.is_given = given
    return response


def test_who_has_waited_longest_is_answered_first() -> None:
    """Of several presses of a board the first that waits for an answer carries; if none waits, the last."""
    carriers = PressResponses(lambda: 0.0)
    done, first, second = lent(given=True), lent(), lent()
    for response in (done, first, second):
        carriers.add("1", "2", response)
    assert carriers.of("1", "2") is first
    first.is_given = True
    assert carriers.of("1", "2") is second
    second.is_given = True
    assert carriers.of("1", "2") is second
    second.is_forgotten = True
    assert carriers.of("1", "2") is first
    assert carriers.of("1", "3") is None


def test_presses_are_forgotten() -> None:
    """A press is lent as long as Discord takes an answer to it, and not more than so many are kept."""
    now = 0.0
    carriers = PressResponses(lambda: now)
    for number in range(MOST + 1):
        carriers.add("1", str(number), lent())
    assert carriers.of("1", "0") is None
    assert carriers.of("1", "1") is not None
    now = LIFE
    assert carriers.of("1", "2") is None


@pytest.fixture
async def loop_time(monkeypatch: pytest.MonkeyPatch) -> LoopTime:
    """Let the loop's timers run by a time of our own."""
    loop = asyncio.get_running_loop()
    stopped = LoopTime(loop.time())
    monkeypatch.setattr(loop, "time", stopped)
    return stopped


async def test_discord_is_told_to_wait_in_time(loop_time: LoopTime) -> None:
    """Two seconds after a press that nothing has answered yet; what comes then replaces the board."""
    discord = Discord()
    response = Response(discord)  # type: ignore[arg-type]
    response.defer_after(DEFER_AFTER)
    loop_time.passed = DEFER_AFTER - 0.01
    for _ in range(9):
        await asyncio.sleep(0)
    assert discord.made == []
    loop_time.passed = DEFER_AFTER
    await discord.until("wait")
    assert await response.update_pressed(content="Over.")
    assert discord.made == ["wait", "@original"]


async def test_who_is_answered_in_time_is_not_told_to_wait(loop_time: LoopTime) -> None:
    """A press that the board has answered is answered, however much time passes."""
    discord = Discord()
    response = Response(discord)  # type: ignore[arg-type]
    response.defer_after(DEFER_AFTER)
    assert await response.update_pressed(content="Over.")
    loop_time.passed = DEADLINE
    for _ in range(9):
        await asyncio.sleep(0)
    assert discord.made == ["update"]


async def test_a_press_that_hangs_is_given_up(loop_time: LoopTime) -> None:
    """Where Discord does not answer at all, the board goes by its id long before the sender's deadline."""
    discord = Discord(hangs=True)
    response = Response(discord)  # type: ignore[arg-type]
    carried = asyncio.ensure_future(response.update_pressed(content="Over."))
    await discord.until("update")
    loop_time.passed = DEADLINE / 2
    assert not await carried
    assert not response.can_update_pressed


async def test_an_answer_that_hangs_is_given_up(loop_time: LoopTime) -> None:
    """What Discord does not answer ends after a minute, and not after aiohttp's five."""
    discord = Discord(hangs=True)
    response = Response(discord)  # type: ignore[arg-type]
    replaced = asyncio.ensure_future(response.replace(content="No."))
    await discord.until("update")
    loop_time.passed = DEADLINE
    with pytest.raises(TimeoutError):
        await replaced


def test_a_channel_is_asked_less_than_it_takes() -> None:
    """Four requests of a kind go in five seconds; a fifth, after which discord.py would sleep, waits."""
    assert BOT_LIMIT < DISCORD_LIMIT
    now = 0.0
    limits = ChannelLimits(lambda: now)
    for _ in range(BOT_LIMIT):
        assert limits.wait("1", Verb.SEND) == 0
        limits.note("1", Verb.SEND)
        now += 0.5
    assert limits.wait("1", Verb.SEND) == WINDOW - now
    assert limits.wait("1", Verb.EDIT) == limits.wait("2", Verb.SEND) == 0
    now = WINDOW
    assert limits.wait("1", Verb.SEND) == 0
    limits.note("1", Verb.SEND)
    assert limits.wait("1", Verb.SEND) == 0.5
