"""Watcher: one tab that came by the link of a board, which it shows as it changes; it may do nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from aiohttp import WSCloseCode, web

from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import FromPage, Hello, LookAt, StillThere
from bot.chats.web.services import TableServices, Watch
from bot.chats.web.sign_in import NOT_INVITED
from bot.chats.web.socket_session import Session, TabReader, connected
from bot.chats.web.tab_limits import cost_of
from bot.chats.web.to_page import Here, TableFrame, Welcome
from bot.sessions import game_named

logger = logging.getLogger(__name__)


class Watcher(Session):
    """Serves one tab that shows a shared board, until it goes or the board's link is ended.

    Who it is is never asked: it gets no account and enters no room, and is shown what whoever has the link
    may see. How often somebody may try links is bounded by what may be sent from his address.

    Args:
        watch: tells that something has happened in a game, or that a link to it was ended.
        services: what all tabs of the table share.
        socket: the WebSocket, ready.
        client: from where it comes: what is counted together.
        drop: cuts the connection without a farewell.
    """

    def __init__(
        self,
        watch: Watch,
        services: TableServices,
        socket: web.WebSocketResponse,
        client: str,
        drop: Callable[[], None],
    ) -> None:
        super().__init__(services, socket, client, drop)
        self._watch = watch
        self._language = ""
        self._token = ""
        self._changed = asyncio.Event()
        self._is_closing = False

    async def serve(self) -> None:
        """Show the board until the tab goes or may not see it any more."""
        reader = TabReader(self._socket, self)
        places = self._services.places
        async with connected(self, self._socket, self._outgoing, places, self._client):
            if await self._greet(await reader.first()):
                await self._show_to(reader)

    async def _greet(self, hello: FromPage | None) -> bool:
        """Welcome who comes by a link that leads somewhere; return whether it goes on then.

        Raises:
            BadFrame: it does not begin as the page does.
        """
        if hello is None:
            return False
        if not isinstance(hello, Hello):
            raise BadFrame("no hello")
        if not await self._pays_hello(self.rate_limit):
            return False
        self._language, self._token = hello.language, hello.key
        leads = await self._services.handler.shared_table(self._token, self._language) is not None
        if not leads:
            await self._outgoing.send_now(Welcome(None, None, None, {}, closed=True))
            await self._end()
        return leads

    async def _show_to(self, reader: TabReader) -> None:
        """Show the board whenever it changes, and as it stood when that is asked for.

        Raises:
            BadFrame: anything else is asked for.
        """
        if not self._services.places.take(self, self._client):
            await self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too many tabs")
            return
        self._outgoing.send(Welcome(None, None, None, {}, closed=False))
        showing = asyncio.create_task(self._keep_showing())
        try:
            with self._watch.watching(game_named(self._token), self._changed):
                async for asked in reader.frames():
                    await self._carry_out(asked)
        finally:
            # What closes the connection is not cut short, so that the browser is told why.
            if not self._is_closing:
                showing.cancel()
            await asyncio.wait([showing])

    async def _carry_out(self, asked: FromPage) -> None:
        if not self.rate_limit.take(cost_of(asked)):
            await self.pause()
            return
        match asked:
            case LookAt(moment=moment):
                if not await self._show(moment):
                    self._changed.set()
            case StillThere():
                self._outgoing.send(Here())
            case _:
                raise BadFrame("not a frame of who looks at a shared board")

    async def _keep_showing(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                is_shown = await self._show(None)
            except Exception:
                logger.exception("A shared board could not be shown.")
                continue
            if not is_shown:
                self._is_closing = True
                await self._end()
                return

    async def _show(self, moment: int | None) -> bool:
        """Show the board, unless the link leads nowhere any more; return whether it was shown."""
        shown = await self._services.handler.shared_table(self._token, self._language, moment)
        if shown is not None:
            self._outgoing.send(TableFrame("table", shown.game, shown))
        return shown is not None

    async def _end(self) -> None:
        """Cut off who may not look any more: coming again by the same link would change nothing."""
        await self._socket.close(code=NOT_INVITED, message=b"no such board")
