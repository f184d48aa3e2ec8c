"""Tab: one tab of a browser, whose frames are read and carried out one after another."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from bot.chats.web.actions import (
    act,
    complete,
    keep_showing,
    look_at,
    show_earlier,
    show_lobby,
    show_settings,
)
from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import (
    Complete,
    FromPage,
    Hello,
    ListAccounts,
    LookAt,
    MakeSignInCode,
    OpenApp,
    PressButton,
    RemoveAccount,
    RemoveLine,
    Say,
    ShowEarlier,
    ShowLobby,
    ShowSettings,
    SitDown,
    StillThere,
    TakeName,
)
from bot.chats.web.moderation import moderate
from bot.chats.web.other_devices import make_code, sit_down
from bot.chats.web.services import TableServices
from bot.chats.web.sign_in import greet, take_name
from bot.chats.web.socket_session import Session, TabReader, connected
from bot.chats.web.tab_limits import cost_of
from bot.chats.web.tab_state import TabState
from bot.chats.web.to_page import Here


class Tab(Session):
    """Serves one tab until it is closed.

    Args:
        services: what all tabs of the table share.
        socket: the WebSocket, ready.
        client: from where the tab comes: what is counted together.
        drop: cuts the connection without a farewell.
    """

    def __init__(
        self, services: TableServices, socket: web.WebSocketResponse, client: str, drop: Callable[[], None]
    ) -> None:
        super().__init__(services, socket, client, drop)
        self._state = TabState(services, self._outgoing, client)
        self._reader = TabReader(socket, self._state)

    async def serve(self) -> None:
        """Greet the tab, then do what it asks for until it goes."""
        state, places = self._state, self._services.places
        try:
            async with connected(
                state,
                self._socket,
                self._outgoing,
                places,
                state.client,
                keep_showing(state),
                state.own_views.run(),
            ):
                await self._greet()
                # One after another, in the order of asking: a move that follows a press must not overtake it.
                async for asked in self._reader.frames():
                    await self._carry_out(asked)
        finally:
            state.watched.close()
            state.leave_all()

    async def _greet(self) -> None:
        hello = await self._reader.first()
        if hello is None:
            return
        if not isinstance(hello, Hello):
            raise BadFrame("no hello")
        closing = await greet(self._state, hello)
        if closing is not None:
            await self._socket.close(code=closing.code, message=closing.reason)

    async def _carry_out(self, asked: FromPage) -> None:  # noqa: C901, PLR0912 - one for each kind of frame
        state = self._state
        if not state.rate_limit.take(cost_of(asked)):
            # What the page waits for is refused in words; the rest it asks for again by itself.
            if isinstance(
                asked, TakeName | Say | PressButton | RemoveLine | RemoveAccount | MakeSignInCode | SitDown
            ):
                state.send_done(asked.id, state.notification("web-too-fast"))
            await state.pause()
            return
        match asked:
            case TakeName():
                await take_name(state, asked)
            case MakeSignInCode():
                await make_code(state, asked)
            case SitDown():
                await sit_down(state, asked)
            case Say() | PressButton():
                await act(state, asked)
            case Complete():
                await complete(state, asked)
            case ShowEarlier():
                await show_earlier(state, asked)
            case LookAt():
                await look_at(state, asked)
            case ShowLobby():
                await show_lobby(state)
            case ShowSettings():
                await show_settings(state)
            case StillThere():
                state.send(Here())
            case ListAccounts() | RemoveLine() | RemoveAccount():
                await moderate(state, asked)
            case Hello() | OpenApp():
                raise BadFrame("a second hello, or a frame of the Mini App")
