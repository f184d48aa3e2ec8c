"""Responses to presses that also update the pressed message."""

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
from tests.chats.discord.adapter_house import PICTURED, AdapterHouse, adapter_house
from tests.chats.discord.house import TO_A_CHOICE, open_house, shown
from tests.chats.stand_ins import ScriptedHandler
from tests.chats.test_slots import LoopTime
from tests.pace import HANG

CALLBACK = "/interactions/*/callback"
SAY, UPDATE = 4, 7


@dataclass
class WaitingHandler(ScriptedHandler):
    """A handler that carries out a press and returns only when the test lets it."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    may_return: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Wait for the test, and then handle the action."""
        self.reached.set()
        await self.may_return.wait()
        return await super().handle(incoming)


def requests(house: AdapterHouse, since: int = 0) -> list[tuple[str, Any]]:
    """Return the bot's requests: each with the type of a response, or the last part of its path."""
    made = []
    for request in house.env.http_requests[since:]:
        kind: Any = request.json
        callback = request.path.endswith("/callback")
        made.append((request.method, kind["type"] if callback else request.path.rsplit("/", 1)[-1]))
    return made


async def requests_of_press(
    house: AdapterHouse, meanwhile: Callable[[], Coroutine[Any, Any, None]]
) -> list[tuple[str, Any]]:
    """Let Anna press a board, do something meanwhile, and return the bot's requests."""
    message = await house.adapter.send(str(house.table.id), PICTURED, "n1")
    handler = WaitingHandler(house.handler.answers)
    house.adapter.client.listener.handler = handler
    since = len(house.env.http_requests)
    press = asyncio.ensure_future(house.anna.click(house.table.history()[-1], label="Go"))
    async with asyncio.timeout(HANG):
        await handler.reached.wait()
        await meanwhile()
        handler.may_return.set()
        await press
    made = requests(house, since)
    return [(method, "board" if what == message else what) for method, what in made]


async def test_a_press_is_answered_by_the_board(tmp_path: Path) -> None:
    """The changed board is the response to the press, without another request."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        board, since = house.last(), len(house.env.http_requests)
        await house.click("Anna", "24→20")
        (request,) = house.env.http_requests[since:]
        assert request.json["type"] == UPDATE  # type: ignore[index]
        assert house.last().id == board.id
        assert "so far 24/20" in shown(house.last()).text
        assert shown(house.last()).has_picture


async def test_a_turn_in_one_channel_costs_four_requests(tmp_path: Path) -> None:
    """A turn costs two moves, the new board, and one request for Done that also removes the old buttons."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, 6, 5) as house:
        await house.game()
        since = len(house.env.http_requests)
        for label in ("24→20", "16→15", "✔ Done"):
            await house.click("Anna", label)
        assert len(house.env.http_requests) - since == 4
        assert shown(house.messages()[-2]).labels == ()


async def test_a_board_may_change_before_its_press_is_handled() -> None:
    """A board that changes while its press is being handled is the response to that press."""
    async with adapter_house() as house:

        async def change() -> None:
            await house.adapter.edit(
                str(house.table.id), str(house.table.history()[-1].id), Reply(("Over.",))
            )

        assert await requests_of_press(house, change) == [("POST", UPDATE)]
        assert house.table.history()[-1].content == "Over."


async def test_a_private_answer_after_the_board_follows_it() -> None:
    """A private answer after the board's update follows as a separate message."""
    async with adapter_house(Reply(("Look.",))) as house:

        async def change() -> None:
            await house.adapter.edit(
                str(house.table.id), str(house.table.history()[-1].id), Reply(("Over.",))
            )

        update, (method, _) = await requests_of_press(house, change)
        assert (update, method) == (("POST", UPDATE), "POST")
        assert house.table.history()[-1].content == "Over."


async def test_a_refusal_is_one_request() -> None:
    """The first private answer to a press is the response itself."""
    async with adapter_house(Reply(("No.",)), Reply(("Really.",))) as house:
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


async def test_later_edits_use_the_last_press() -> None:
    """Later edits use the last press's response as long as it is valid."""
    async with adapter_house() as house:
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
    """A pressed board is deleted by its id, not by the response."""
    async with adapter_house() as house:
        message = await house.adapter.send(str(house.table.id), PICTURED, "n1")
        await house.anna.click(house.table.history()[-1], label="Go")
        await house.adapter.retire(str(house.table.id), message, RetiredContent(OldBoardPolicy.DELETE))
        assert requests(house)[-1] == ("DELETE", message)


async def test_a_refused_response_is_an_edit_by_id() -> None:
    """If Discord refuses the response, the board is edited by its id at once."""
    async with adapter_house() as house:
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


# The parts of a response.


@dataclass
class Discord:
    """The part of discord.py that a response uses; its requests succeed or hang."""

    hangs: bool = False
    client: None = None
    data: None = None
    message: None = None
    channel_id: int = 1
    made: list[str] = field(default_factory=list)

    @property
    def response(self) -> Discord:
        """The response of the interaction."""
        return self

    async def defer(self, **_: object) -> None:
        """Record a deferral."""
        await self._ask("wait")

    async def edit_message(self, **_: object) -> None:
        """Record an update of the pressed message."""
        await self._ask("update")

    async def edit_original_response(self, **_: object) -> None:
        """Record an edit of the original response."""
        await self._ask("@original")

    async def _ask(self, what: str) -> None:
        self.made.append(what)
        if self.hangs:
            await asyncio.Event().wait()

    async def until(self, *made: str) -> None:
        """Wait until exactly these requests were made."""
        async with asyncio.timeout(HANG):
            while self.made != [*made]:  # noqa: ASYNC110 (no signal)
                await asyncio.sleep(0)


def a_response(*, given: bool = False) -> Response:
    """Return the response to a press, already given or not."""
    response = Response(Discord())  # type: ignore[arg-type]
    response.is_given = given
    return response


def test_the_oldest_press_is_answered_first() -> None:
    """The oldest press without a response is used first; if all have one, the latest."""
    responses = PressResponses(lambda: 0.0)
    done, first, second = a_response(given=True), a_response(), a_response()
    for response in (done, first, second):
        responses.add("1", "2", response)
    assert responses.of("1", "2") is first
    first.is_given = True
    assert responses.of("1", "2") is second
    second.is_given = True
    assert responses.of("1", "2") is second
    second.is_forgotten = True
    assert responses.of("1", "2") is first
    assert responses.of("1", "3") is None


def test_responses_expire() -> None:
    """A response is kept for as long as Discord accepts edits by it, and only for the latest messages."""
    now = 0.0
    responses = PressResponses(lambda: now)
    for number in range(MOST + 1):
        responses.add("1", str(number), a_response())
    assert responses.of("1", "0") is None
    assert responses.of("1", "1") is not None
    now = LIFE
    assert responses.of("1", "2") is None


@pytest.fixture
async def loop_time(monkeypatch: pytest.MonkeyPatch) -> LoopTime:
    """Replace the loop's time by one that the test advances."""
    loop = asyncio.get_running_loop()
    stopped = LoopTime(loop.time())
    monkeypatch.setattr(loop, "time", stopped)
    return stopped


async def test_an_unanswered_press_is_deferred_in_time(loop_time: LoopTime) -> None:
    """Two seconds after an unanswered press the response is deferred; the board replaces it later."""
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


async def test_an_answered_press_is_not_deferred(loop_time: LoopTime) -> None:
    """A press that was answered in time is not deferred."""
    discord = Discord()
    response = Response(discord)  # type: ignore[arg-type]
    response.defer_after(DEFER_AFTER)
    assert await response.update_pressed(content="Over.")
    loop_time.passed = DEADLINE
    for _ in range(9):
        await asyncio.sleep(0)
    assert discord.made == ["update"]


async def test_an_update_that_hangs_is_given_up(loop_time: LoopTime) -> None:
    """If Discord does not answer, the update fails long before the sender's deadline."""
    discord = Discord(hangs=True)
    response = Response(discord)  # type: ignore[arg-type]
    updated = asyncio.ensure_future(response.update_pressed(content="Over."))
    await discord.until("update")
    loop_time.passed = DEADLINE / 2
    assert not await updated
    assert not response.can_update_pressed


async def test_an_answer_that_hangs_is_given_up(loop_time: LoopTime) -> None:
    """A hanging answer ends after a minute, not after aiohttp's five."""
    discord = Discord(hangs=True)
    response = Response(discord)  # type: ignore[arg-type]
    replaced = asyncio.ensure_future(response.replace(content="No."))
    await discord.until("update")
    loop_time.passed = DEADLINE
    with pytest.raises(TimeoutError):
        await replaced


def test_the_bots_limit_is_below_discords() -> None:
    """Four requests of a kind are allowed in five seconds; a fifth waits, before discord.py would sleep."""
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
