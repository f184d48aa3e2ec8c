"""The request budget of a person, over all chats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.talk.command_table import COMMANDS
from bot.talk.incoming import LONGEST_TEXT, Attached, ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.input.parsing import cost_of
from bot.talk.input.payloads import button_data
from bot.talk.reply import plain
from bot.talk.request_budget import AT_ONCE, PER_SECOND, RequestBudget
from tests.dialogues.house import House, open_house
from tests.dialogues.script import TABLE
from tests.sessions.world import Clock, contents

pytestmark = pytest.mark.slow


CHEAP = "/nonsense"
"""A command that costs 1 and is answered at once."""


@pytest.fixture
async def hurried(tmp_path: Path) -> AsyncIterator[House]:
    """Return a house with the real budget, in which no time passes by itself."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/start")
        house.clock.forward(minutes=1)
        yield house


def incoming(what: Line | Press, size: int | None = None) -> Incoming:
    """Return what Anna does, optionally with an attached text of some size."""
    attached = None if size is None else Attached("", size)
    place = Place("web", TABLE, ChatKind.SHARED)
    return Incoming("event", Person("web", "anna", "Anna"), place, what, attached=attached)


@pytest.mark.parametrize(
    ("what", "cost"),
    [
        (Line("good luck"), 1),
        (Line("24/18"), 1),
        (Press(button_data("/done k7f", 3)), 1),
        (Line("/picture"), 3),
        (Line("/analyse k7f deep"), 3),
        (Press(button_data("/analyse k7f")), 3),
        (Line("/nonsense"), 1),
        (Press("?abc.1"), 1),
    ],
)
def test_the_cost_of_a_request(what: Line | Press, cost: float) -> None:
    """Talk and actions cost 1, and pictures and analyses 3, typed or pressed."""
    assert cost_of(incoming(what)) == cost


def test_an_imports_cost_depends_on_its_size() -> None:
    """The largest import costs a whole budget, and a small one little."""
    small, great = (cost_of(incoming(Line("/import"), size)) for size in (2_000, LONGEST_TEXT))
    assert small < 3
    assert great >= AT_ONCE


def test_no_command_costs_more_than_the_budget() -> None:
    """Every command can be sent with a full budget."""
    assert max(command.cost for command in COMMANDS.values()) <= AT_ONCE


async def until_refused(house: House, line: str) -> None:
    """Repeat a line until it is refused."""
    for _ in range(int(AT_ONCE) + 1):
        if "Too fast" in await house.type("Anna", line):
            return
    pytest.fail("nothing was refused")


async def test_a_person_has_one_budget_over_all_chats(hurried: House) -> None:
    """A person's requests in several chats share one budget, and another person's does not suffer."""
    said = 0
    chats = (TABLE, "Anna", "hall")
    while said <= AT_ONCE and "Too fast" not in await hurried.type("Anna", CHEAP, chats[said % 3]):
        said += 1
    assert said == AT_ONCE
    assert "Too fast" not in await hurried.type("Boris", CHEAP)
    hurried.clock.forward(seconds=1)
    for _ in range(int(PER_SECOND)):
        assert "Too fast" not in await hurried.type("Anna", CHEAP)
    assert "Too fast" in await hurried.type("Anna", CHEAP)


async def test_a_refusal_writes_nothing(hurried: House) -> None:
    """A refused request writes nothing, and does not wait for another writer."""
    await until_refused(hurried, CHEAP)
    before = await contents(hurried.manager.database)
    async with hurried.manager.database.write() as held:  # a held writer would block any other
        for line in ("/play", "/challenge Boris", "24/18", "/settings"):
            assert "Too fast" in plain((await hurried.conversation.handle(typed(hurried, line)))[0].text)
        assert held is not None
    assert await contents(hurried.manager.database) == before


def typed(house: House, line: str) -> Incoming:
    """Return a line that Anna types at the table."""
    house.event_count += 1
    return Incoming(
        f"event {house.event_count}", Person("web", "anna", "Anna", "en"), house.place(TABLE), Line(line)
    )


async def test_in_a_shared_chat_a_flood_gets_one_refusal(hurried: House) -> None:
    """If all can read the answers, typed lines beyond the budget get one refusal, and each press its own."""
    hurried.answers_are_public = True
    answer = [await hurried.type("Anna", CHEAP) for _ in range(int(AT_ONCE) + 20)]
    assert sum("Too fast" in line for line in answer) == 1
    assert answer[-1] == ""
    (reply,) = await hurried.handle("Anna", Press(button_data("/games")))
    assert "Too fast" in plain(reply.text)
    hurried.clock.forward(seconds=60)
    await hurried.type("Anna", CHEAP)
    again = [await hurried.type("Anna", CHEAP) for _ in range(int(AT_ONCE) + 5)]
    assert sum("Too fast" in line for line in again) == 1


async def test_talk_beyond_the_budget_is_not_shown(hurried: House) -> None:
    """Talk beyond the budget is not shown to others."""
    assert await hurried.conversation.is_unaddressed(typed(hurried, "hello"))
    await until_refused(hurried, "hello")
    assert not await hurried.conversation.is_unaddressed(typed(hurried, "hello"))


async def test_completion_uses_the_budget(hurried: House) -> None:
    """Completion offers nothing once the budget is spent, until time passes."""
    asked = int(2 * AT_ONCE) + 5
    offered = [bool(await hurried.conversation.complete(typed(hurried, "/pl"))) for _ in range(asked)]
    assert (offered[0], offered[-1]) == (True, False)
    hurried.clock.forward(seconds=1)
    assert await hurried.conversation.complete(typed(hurried, "/pl"))


async def test_one_persons_requests_are_handled_one_by_one(hurried: House) -> None:
    """One person's requests wait for each other, and not for another person's."""
    budget, line = RequestBudget(hurried.clock), typed(hurried, "/games")
    boris = replace(line, person=Person("web", "boris", "Boris"))
    async with budget.lock(line):
        assert budget.lock(line).locked()
        assert not budget.lock(boris).locked()
    assert not budget.lock(line).locked()


async def test_a_flood_lets_other_people_in(hurried: House) -> None:
    """Another person's line is answered before half of forty lines of a flood are."""
    answered: list[str] = []

    async def ask(player: str) -> None:
        await hurried.type(player, CHEAP)
        answered.append(player)

    await asyncio.gather(*(ask("Anna") for _ in range(40)), ask("Boris"))
    assert answered.index("Boris") < 20
