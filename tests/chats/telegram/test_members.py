"""Membership in a group, as Telegram reports it."""

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
    """A Telegram with one answer about every member of every group."""

    def __init__(self, answer: Callable[[], ChatMember], *, is_silent: bool = False) -> None:
        self.answer = answer
        self.is_silent = is_silent
        self.asked = 0

    async def get_chat_member(self, _chat: int, _person: int) -> ChatMember:
        """Answer, or hang."""
        self.asked += 1
        if self.is_silent:
            await asyncio.Event().wait()
        return self.answer()


def person() -> User:
    """Return the person to look up."""
    return User(ANNA, "Anna", is_bot=False)


def restricted(*, is_member: bool) -> ChatMemberRestricted:
    """Return a restricted person inside or outside the group."""
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
async def test_only_a_present_member_counts(answer: Callable[[], ChatMember], *, is_there: bool) -> None:
    """Only a present member counts; any other answer, or none, means no."""
    groups = Groups(answer)
    members = Members(groups, Clock())  # type: ignore[arg-type]
    assert [await members.has(GROUP, ANNA) for _ in range(3)] == [is_there] * 3
    assert groups.asked == 1


async def test_an_answer_is_cached_for_minutes() -> None:
    """An answer is cached for five minutes, even if the clock is set back."""
    groups, clock = Groups(lambda: ChatMemberMember(person())), Clock()
    members = Members(groups, clock)  # type: ignore[arg-type]
    assert await members.has(GROUP, ANNA)
    groups.answer = lambda: ChatMemberLeft(person())
    clock.now += CACHED_FOR - timedelta(seconds=1)
    assert await members.has(GROUP, ANNA)
    clock.now += timedelta(seconds=1)
    assert not await members.has(GROUP, ANNA)


async def test_a_silent_telegram_is_asked_once() -> None:
    """A silent Telegram is asked once, since lobbies are shown every few seconds."""
    groups = Groups(lambda: ChatMemberMember(person()), is_silent=True)
    members = Members(groups, Clock(), timeout=0.0)  # type: ignore[arg-type]
    assert [await members.has(GROUP, ANNA) for _ in range(3)] == [False] * 3
    assert groups.asked <= 1


async def test_lookups_per_person_are_limited() -> None:
    """One person can make the bot ask about at most 30 groups in a while."""
    groups = Groups(lambda: ChatMemberMember(person()))
    members = Members(groups, Clock())  # type: ignore[arg-type]
    answers = [await members.has(GROUP - number, ANNA) for number in range(100)]
    assert (groups.asked, sum(answers)) == (30, 30)
    assert await members.has(GROUP, ANNA)
    assert await members.has(GROUP, ANNA + 1)
