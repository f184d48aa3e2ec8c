"""What one person may ask for, over all chats."""

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
"""What costs 1 and is answered at once."""


@pytest.fixture
async def hurried(tmp_path: Path) -> AsyncIterator[House]:
    """A house where people have the budget that they have in earnest, and time stands still."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/start")
        house.clock.forward(minutes=1)
        yield house


def incoming(what: Line | Press, size: int | None = None) -> Incoming:
    """Something that Anna did, perhaps with a text of some size."""
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
def test_what_something_costs(what: Line | Press, cost: float) -> None:
    """Talk and actions cost 1, what is looked at 3, typed or pressed."""
    assert cost_of(incoming(what)) == cost


def test_an_import_costs_by_its_size() -> None:
    """A text of the greatest size costs as much as a person ever has, and more than a small one."""
    small, great = (cost_of(incoming(Line("/import"), size)) for size in (2_000, LONGEST_TEXT))
    assert small < 3
    assert great >= AT_ONCE


def test_nothing_costs_more_than_somebody_has() -> None:
    """Every command can be given by who was quiet."""
    assert max(command.cost for command in COMMANDS.values()) <= AT_ONCE


async def until_refused(house: House, line: str) -> None:
    """Say a line again and again until it is too much."""
    for _ in range(int(AT_ONCE) + 1):
        if "Too fast" in await house.type("Anna", line):
            return
    pytest.fail("nothing was refused")


async def test_a_person_has_one_budget_over_all_chats(hurried: House) -> None:
    """Who asks in three chats by turns is stopped as soon as who asks in one, and nobody else is."""
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


async def test_a_refusal_asks_the_database_for_nothing(hurried: House) -> None:
    """What is refused is not looked up, noted or counted anywhere."""
    await until_refused(hurried, CHEAP)
    before = await contents(hurried.manager.database)
    async with (
        hurried.manager.database.write() as held
    ):  # a writer in the way holds up whoever wants to write
        for line in ("/play", "/challenge Boris", "24/18", "/settings"):
            assert "Too fast" in plain((await hurried.conversation.handle(typed(hurried, line)))[0].text)
        assert held is not None
    assert await contents(hurried.manager.database) == before


def typed(house: House, line: str) -> Incoming:
    """Return a line of Anna's at the table."""
    house.event_count += 1
    return Incoming(
        f"event {house.event_count}", Person("web", "anna", "Anna", "en"), house.place(TABLE), Line(line)
    )


async def test_among_others_who_is_too_fast_is_told_once(hurried: House) -> None:
    """Where all read the answers a flood of lines gets one refusal, and each press still gets its own."""
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


async def test_talk_of_who_is_too_fast_is_no_talk(hurried: House) -> None:
    """A line that is over the budget is not said aloud to the others."""
    assert await hurried.conversation.is_unaddressed(typed(hurried, "hello"))
    await until_refused(hurried, "hello")
    assert not await hurried.conversation.is_unaddressed(typed(hurried, "hello"))


async def test_completion_ends_with_the_budget(hurried: House) -> None:
    """Who completes lines without end is offered nothing more until time has passed."""
    asked = int(2 * AT_ONCE) + 5
    offered = [bool(await hurried.conversation.complete(typed(hurried, "/pl"))) for _ in range(asked)]
    assert (offered[0], offered[-1]) == (True, False)
    hurried.clock.forward(seconds=1)
    assert await hurried.conversation.complete(typed(hurried, "/pl"))


async def test_what_one_person_asks_for_at_once_is_done_one_after_another(hurried: House) -> None:
    """While something is done for a person, his next waits, and another person's does not."""
    budget, line = RequestBudget(hurried.clock), typed(hurried, "/games")
    boris = replace(line, person=Person("web", "boris", "Boris"))
    async with budget.lock(line):
        assert budget.lock(line).locked()
        assert not budget.lock(boris).locked()
    assert not budget.lock(line).locked()


async def test_a_flood_of_one_person_lets_others_in_between(hurried: House) -> None:
    """A line that comes after forty of somebody else's is answered before the last of those."""
    answered: list[str] = []

    async def ask(player: str) -> None:
        await hurried.type(player, CHEAP)
        answered.append(player)

    await asyncio.gather(*(ask("Anna") for _ in range(40)), ask("Boris"))
    assert answered.index("Boris") < 20
