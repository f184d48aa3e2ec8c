"""Watcher: the session of a browser tab that was opened by the link of a shared board and only watches it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from aiohttp import WSCloseCode

from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import Analyse, FromPage, Hello, LookAt, StillThere
from bot.chats.web.sign_in import NOT_INVITED
from bot.chats.web.socket_session import Session
from bot.chats.web.to_page import Here, TableFrame, Welcome
from bot.sessions import game_named
from bot.talk.views.analysis_page import AnalysisPage
from bot.talk.views.table import Table

_PRESENT = LookAt(do="look at", room="table", game="")

logger = logging.getLogger(__name__)


class Watcher(Session):
    """The session of a tab that watches a shared board, until it disconnects or the link is revoked.

    It needs no account and enters no room. The rate limit of the client's address also limits how many links
    a client can guess.
    """

    _token = ""
    _is_closing = False

    @property
    def log_fields(self) -> dict[str, str]:
        """The ids of this session for log lines, with the shared board's game."""
        return super().log_fields | {"game": game_named(self._token)}

    async def serve(self) -> None:
        """Show the board until the tab disconnects or the link is revoked."""
        async with self._connected():
            if await self._greet():
                await self._carry_out_all()

    async def _greet(self) -> bool:
        hello = await self._first(Hello)
        if hello is None or not await self._pays_hello(self.rate_limit):
            return False
        self.language, self._token = hello.language, hello.key
        if await self._table(_PRESENT) is None:
            await self.send_now(Welcome(None, None, None, {}, closed=True))
            return await self._end()
        if not self.services.places.take(self, self.client):
            return await self.refuse(WSCloseCode.TRY_AGAIN_LATER, b"too many tabs")
        self.send(Welcome(None, None, None, {}, closed=False))
        return True

    async def _carry_out_all(self) -> None:
        """Send the board after each change, and earlier moments on request, until the tab disconnects."""
        showing = asyncio.create_task(self._keep_board_updated())
        try:
            with self.services.watch.watching(game_named(self._token), self.board_changed):
                await super()._carry_out_all()
        finally:
            # If `showing` is closing the connection, let it finish, so that the browser gets the close code.
            if not self._is_closing:
                showing.cancel()
            await asyncio.wait([showing])

    async def _carry_out(self, asked: FromPage) -> None:
        match asked:
            case LookAt():
                if not await self._show(asked):
                    self.board_changed.set()
            case Analyse():
                self.show_analysis(asked)
            case StillThere():
                self.send(Here())
            case _:
                raise BadFrame("not a frame of a shared board's page")

    async def _keep_board_updated(self) -> None:
        while True:
            await self.board_changed.wait()
            self.board_changed.clear()
            try:
                is_shown = await self._show(_PRESENT)
            except Exception:
                logger.exception("shared board not sent", extra=self.log_fields)
                continue
            if not is_shown:
                self._is_closing = True
                await self._end()
                return

    async def _show(self, asked: LookAt) -> bool:
        """Send the board; return False, with nothing sent, if the link is no longer valid."""
        shown = await self._table(asked)
        if shown is not None:
            self.send(TableFrame("table", shown.game, shown))
        return shown is not None

    async def _table(self, asked: LookAt) -> Table | None:
        return await self.services.handler.shared_table(self._token, self.language, asked.moment)

    async def _analysis(self, asked: Analyse) -> AsyncIterator[AnalysisPage]:  # noqa: ARG002 (the link names the game)
        page = await self.services.handler.shared_analysis(self._token, self.language)
        if page is not None:
            yield page

    async def _end(self) -> bool:
        """Close the connection with `NOT_INVITED`, so that the page does not reconnect by this link."""
        return await self.refuse(NOT_INVITED, b"no such board")
