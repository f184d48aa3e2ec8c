"""The only place that builds things and hands them to each other."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.chats.painter import ThreadPainter
from bot.chats.sender import Sender
from bot.chats.web import LocalTable
from bot.engine import PlainMind
from bot.sessions import Debts, ProgramPlayer, SessionManager
from bot.talk.catalog import templates
from bot.talk.conversation import Conversation
from bot.talk.parsing import is_talk
from bot.talk.presenting import Presenter
from storage import Database, Notebook

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.settings import Settings

HOUSEKEEPING = timedelta(hours=6)


async def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Run everything until cancelled.

    Args:
        settings: the settings.
        announce: told the address of the local table once it can be opened.

    Raises:
        OSError: the local table cannot listen where it should.
    """
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(Database.open(settings.database))
        painter = stack.enter_context(ThreadPainter())
        manager = SessionManager(database)
        table = LocalTable(
            Conversation(manager),
            Notebook(database),
            painter,
            partial(templates, prefix="web-"),
            is_talk=is_talk,
            host=settings.host,
            port=settings.port,
            origins=settings.origins,
        )
        sender = Sender(Debts(manager), Presenter(manager), {table.name: table})
        program = ProgramPlayer(manager, PlainMind())
        manager.listeners += [sender.wake, program.wake]
        await _together(
            table.run(),
            sender.run(),
            program.run(),
            painter.warm_up(),
            _keep_house(manager),
            _announce(table, settings.host, announce),
        )


async def _together(*works: Coroutine[None, None, None]) -> None:
    """Run until the first fails or all are cancelled; a single failure is raised as itself."""
    try:
        async with asyncio.TaskGroup() as tasks:
            for work in works:
                tasks.create_task(work)
    except ExceptionGroup as group:
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise


async def _announce(table: LocalTable, host: str, announce: Callable[[str], None]) -> None:
    port = await table.bound()
    announce(f"http://{host}:{port}/")


async def _keep_house(manager: SessionManager) -> None:
    while True:
        await manager.forget_old()
        await asyncio.sleep(HOUSEKEEPING.total_seconds())
