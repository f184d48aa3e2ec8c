"""Who is in a group, as far as Telegram says so."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from telegram import (
    ChatMember,
    ChatMemberBanned,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberRestricted,
    User,
)
from telegram.error import BadRequest, NetworkError

from bot.chats.telegram.members import CACHED_FOR, Members
from tests.sessions.world import Clock

GROUP, ANNA = -1001, 7


class Groups:
    """A Telegram that is asked who somebody is in a group."""

    def __init__(self, answer: Callable[[], ChatMember], *, is_silent: bool = False) -> None:
        self.answer = answer
        self.is_silent = is_silent
        self.asked = 0

    async def get_chat_member(self, _chat: int, _person: int) -> ChatMember:
        """Answer, or never."""
        self.asked += 1
        if self.is_silent:
            await asyncio.Event().wait()
        return self.answer()


def person() -> User:
    """Return the person who is asked for."""
    return User(ANNA, "Anna", is_bot=False)


def restricted(*, is_member: bool) -> ChatMemberRestricted:
    """Return somebody who may not do everything, in the group or outside it."""
    rights = inspect.signature(ChatMemberRestricted).parameters.values()
    given: dict[str, Any] = {right.name: False for right in rights if right.name.startswith("can_")}
    given |= {"user": person(), "is_member": is_member, "until_date": Clock().now}
    return ChatMemberRestricted(**given)


def fails(error: Exception) -> ChatMember:
    """Answer with an error."""
    raise error


@pytest.mark.parametrize(
    ("answer", "is_there"),
    [
        (lambda: ChatMemberMember(person()), True),
        (lambda: restricted(is_member=True), True),
        (lambda: restricted(is_member=False), False),
        (lambda: ChatMemberLeft(person()), False),
        (lambda: ChatMemberBanned(person(), Clock().now), False),
        (lambda: fails(BadRequest("Participant_id_invalid")), False),
        (lambda: fails(NetworkError("nobody answers")), False),
    ],
    ids=["member", "restricted", "restricted and gone", "left", "banned", "never seen", "no answer"],
)
async def test_only_who_is_there_now_is_a_member(answer: Callable[[], ChatMember], *, is_there: bool) -> None:
    """Whatever else Telegram says, or that it says nothing, means that nobody is let in."""
    groups = Groups(answer)
    members = Members(groups, Clock())  # type: ignore[arg-type]
    assert [await members.has(GROUP, ANNA) for _ in range(3)] == [is_there] * 3
    assert groups.asked == 1


async def test_who_leaves_is_recognised_after_minutes() -> None:
    """An answer is remembered for five minutes and no longer, even if the clock is set back."""
    groups, clock = Groups(lambda: ChatMemberMember(person())), Clock()
    members = Members(groups, clock)  # type: ignore[arg-type]
    assert await members.has(GROUP, ANNA)
    groups.answer = lambda: ChatMemberLeft(person())
    clock.now += CACHED_FOR - timedelta(seconds=1)
    assert await members.has(GROUP, ANNA)
    clock.now += timedelta(seconds=1)
    assert not await members.has(GROUP, ANNA)


async def test_a_telegram_that_is_silent_is_waited_for_once() -> None:
    """Lobbies are shown every few seconds: the wait for an answer that never comes is not repeated."""
    groups = Groups(lambda: ChatMemberMember(person()), is_silent=True)
    members = Members(groups, Clock(), timeout=0.0)  # type: ignore[arg-type]
    assert [await members.has(GROUP, ANNA) for _ in range(3)] == [False] * 3
    assert groups.asked <= 1


async def test_who_asks_about_many_groups_is_not_answered() -> None:
    """Whoever names one game after another makes Telegram be asked a few dozen times and no more."""
    groups = Groups(lambda: ChatMemberMember(person()))
    members = Members(groups, Clock())  # type: ignore[arg-type]
    answers = [await members.has(GROUP - number, ANNA) for number in range(100)]
    assert (groups.asked, sum(answers)) == (30, 30)
    assert await members.has(GROUP, ANNA)
    assert await members.has(GROUP, ANNA + 1)
