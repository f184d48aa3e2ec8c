"""Pages of one process show what another process changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.talk.reply import Reply
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import Served, Tab, serving

HELLO, GOODBYE = Reply(("Hello.",)), Reply(("Goodbye.",))


@asynccontextmanager
async def two_processes(*, invited: bool = False) -> AsyncIterator[tuple[Served, Served]]:
    """Serve the same table in two processes that signal their changes to each other."""
    key_values, served = MemoryKeyValues(), list[Served]()
    async with AsyncExitStack() as stack:
        for other in (1, 0):

            def broadcast(*words: str, other: int = other) -> None:
                if other < len(served):
                    served[other].table.changes.note(*words)

            served.append(
                await stack.enter_async_context(serving(key_values, broadcast=broadcast, invited=invited))
            )
        following = [asyncio.create_task(each.table.changes.run()) for each in served]
        try:
            yield served[0], served[1]
        finally:
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)


async def next_text(tab: Tab) -> list[object]:
    """Return the text of the next message that is shown."""
    return list((await tab.get("message"))["message"]["text"])


async def test_a_message_of_another_process_is_shown() -> None:
    """A page shows what another process sends and edits."""
    async with two_processes() as (first, second), second.tab() as tab:
        number = await first.table.send("table", HELLO, "n1")
        assert await next_text(tab) == ["Hello."]
        await first.table.edit("table", number, GOODBYE)
        assert await next_text(tab) == ["Goodbye."]


async def test_a_later_visitor_sees_the_other_processs_message() -> None:
    """A process's cached table includes the messages of other processes."""
    async with two_processes() as (first, second):
        async with second.tab() as early:
            await first.table.send("table", HELLO, "n1")
            await next_text(early)
        async with second.tab() as late:
            assert [message["text"] for message in late.table["messages"]] == [["Hello."]]


async def test_the_same_nonce_is_one_message_in_both() -> None:
    """A message that one process has sent is not sent again by the other."""
    async with two_processes() as (first, second):
        numbers = [await each.table.send("table", HELLO, "n1") for each in (first, second)]
        assert numbers[0] == numbers[1]


async def test_people_talk_across_processes() -> None:
    """People at pages of two processes can talk with each other."""
    async with (
        two_processes() as (first, second),
        first.signed_in("Anna") as anna,
        second.signed_in("Boris") as boris,
    ):
        await anna.say("Hi!")
        assert await next_text(boris) == ["Hi!"]


async def test_a_new_name_is_seen_on_the_persons_other_page() -> None:
    """A new name reaches the person's page in another process."""
    async with (
        two_processes() as (first, second),
        first.signed_in("Anna") as anna,
        second.tab(anna.secret) as other,
    ):
        await anna.put(do="name", id="name-again", name="Anya")
        assert (await other.get("named"))["name"] == "Anya"


async def test_a_removed_person_is_signed_out_everywhere() -> None:
    """A removal closes the person's pages in every process and voids the old link there."""
    async with two_processes(invited=True) as (first, second):
        async with first.signed_in("Anna", key=first.host_key) as anna:
            key = anna.rights["key"]
            async with second.signed_in("Boris", key=key) as boris:
                await anna.do("remove account", account=boris.account)
                await boris.closed()
        async with second.greeted(key=key) as again:
            assert again.welcome["closed"] is True


async def test_pages_reload_after_lost_signals() -> None:
    """After signals were lost, pages are brought up to date by the next one."""
    async with two_processes() as (first, second), second.tab() as tab:
        first.table._rooms._broadcast = lambda *_: None  # noqa: SLF001 (a lost signal)
        await first.table.send("table", HELLO, "n1")
        second.table.changes.note("everything")
        shown = await tab.get("room")
        assert [message["text"] for message in shown["messages"]] == [["Hello."]]


async def test_a_forgotten_player_is_signed_out_in_every_process() -> None:
    """A forgotten player's open page does nothing more for the account, and their other pages close."""
    async with (
        two_processes() as (first, second),
        first.signed_in("Anna") as anna,
        second.signed_in("Anna2") as other,
    ):
        assert anna.account is not None
        await first.key_values.forget("web:accounts", anna.account, other.account or "")
        first.table.changes.forgotten("web", anna.account)
        handled = len(first.handler.incoming)
        (reply,) = (await anna.say("/games"))["replies"]
        assert len(first.handler.incoming) == handled
        assert "name" in str(reply["text"])
        second.table.changes.note("everything")
        await other.closed()
