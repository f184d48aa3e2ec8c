"""What a page of one process shows of what another process has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.talk.reply import Reply
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import Served, Tab, serving

HELLO, GOODBYE = Reply(("Hello.",)), Reply(("Goodbye.",))


@asynccontextmanager
async def two(*, invited: bool = False) -> AsyncIterator[tuple[Served, Served]]:
    """Two processes that serve the same table, each of which tells the other what has changed."""
    key_values, served = MemoryKeyValues(), list[Served]()
    async with AsyncExitStack() as stack:
        for other in (1, 0):

            def tell(*words: str, other: int = other) -> None:
                if other < len(served):
                    served[other].table.changes.note(*words)

            served.append(await stack.enter_async_context(serving(key_values, tell=tell, invited=invited)))
        following = [asyncio.create_task(each.table.changes.run()) for each in served]
        try:
            yield served[0], served[1]
        finally:
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)


async def texts(tab: Tab) -> list[object]:
    """What the next message that is shown says."""
    return list((await tab.get("message"))["message"]["text"])


async def test_a_message_of_another_process_is_shown() -> None:
    """A page sees what another process sends, edits and removes, as if its own had done so."""
    async with two() as (first, second), second.tab() as tab:
        number = await first.table.send("table", HELLO, "n1")
        assert await texts(tab) == ["Hello."]
        await first.table.edit("table", number, GOODBYE)
        assert await texts(tab) == ["Goodbye."]


async def test_whoever_comes_later_sees_it_too() -> None:
    """The table that a process keeps for those who come is not older than what others have told."""
    async with two() as (first, second):
        async with second.tab() as early:
            await first.table.send("table", HELLO, "n1")
            await texts(early)
        async with second.tab() as late:
            assert [message["text"] for message in late.table["messages"]] == [["Hello."]]


async def test_the_same_nonce_is_one_message_in_both() -> None:
    """What one process has sent another does not send again."""
    async with two() as (first, second):
        numbers = [await each.table.send("table", HELLO, "n1") for each in (first, second)]
        assert numbers[0] == numbers[1]


async def test_what_people_say_is_heard_in_both() -> None:
    """Two people at pages of two processes talk with each other."""
    async with two() as (first, second), first.signed_in("Anna") as anna, second.signed_in("Boris") as boris:
        await anna.say("Hi!")
        assert await texts(boris) == ["Hi!"]


async def test_a_new_name_is_seen_on_the_persons_other_page() -> None:
    """Who takes another name at a page of one process bears it at that of the other."""
    async with two() as (first, second), first.signed_in("Anna") as anna, second.tab(anna.secret) as other:
        await anna.put(do="name", id="name-again", name="Anya")
        assert (await other.get("named"))["name"] == "Anya"


async def test_who_is_removed_is_signed_out_everywhere() -> None:
    """The host's removal closes the person's pages of every process, and makes the old link void there."""
    async with two(invited=True) as (first, second):
        async with first.signed_in("Anna", key=first.host_key) as anna:
            key = anna.rights["key"]
            async with second.signed_in("Boris", key=key) as boris:
                await anna.do("remove account", account=boris.account)
                await boris.closed()
        async with second.greeted(key=key) as again:
            assert again.welcome["closed"] is True


async def test_after_a_gap_everything_is_shown_anew() -> None:
    """Where something was not told, pages are brought up to date once signals come again."""
    async with two() as (first, second), second.tab() as tab:
        first.table._rooms._broadcast = lambda *_: None  # noqa: SLF001 (a lost signal)
        await first.table.send("table", HELLO, "n1")
        second.table.changes.note("everything")
        shown = await tab.get("room")
        assert [message["text"] for message in shown["messages"]] == [["Hello."]]


async def test_who_is_forgotten_loses_the_seat_in_every_process() -> None:
    """Nothing more is done for the account, though its page is answered still; others close."""
    async with two() as (first, second), first.signed_in("Anna") as anna, second.signed_in("Anna2") as other:
        assert anna.account is not None
        await first.key_values.forget("web:accounts", anna.account, other.account or "")
        first.table.changes.forgotten("web", anna.account)
        heard = len(first.handler.incoming)
        (reply,) = (await anna.say("/games"))["replies"]
        assert len(first.handler.incoming) == heard
        assert "name" in str(reply["text"])
        second.table.changes.note("everything")
        await other.closed()
