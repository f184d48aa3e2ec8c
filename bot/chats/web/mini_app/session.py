"""Session: serve an open Mini App to the user that Telegram's signed data names, until it is closed."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from aiohttp import WSCloseCode, web

from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import (
    Analyse,
    DrawQrCode,
    FindFriends,
    FromPage,
    LookAt,
    OpenApp,
    PressButton,
    Say,
    ShowFinished,
    ShowLobby,
    ShowNewGame,
    ShowProfile,
    ShowSettings,
    StillThere,
)
from bot.chats.web.mini_app.init_data import BadInitData, read_init_data
from bot.chats.web.services import TableServices
from bot.chats.web.sign_in import NOT_INVITED
from bot.chats.web.socket_session import Session
from bot.chats.web.to_page import Here, PageWords, Settings, TurnedAway, Welcome
from bot.chats.web.views import areas
from bot.sessions import game_named
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.views.analysis_page import AnalysisPage
from bot.talk.views.new_game import Friends
from bot.talk.views.table import Table

logger = logging.getLogger(__name__)

PLATFORM = "telegram"


@dataclass(frozen=True, slots=True)
class MiniApp:
    """The parts of the Telegram adapter that the Mini App needs.

    Args:
        token: the bot's token, which verifies Telegram's init data.
        board_link: returns the start of the links that open a board in the app; empty if there are none.
        has_member: returns True if a group (first key) currently has an account (second key) as a member.
    """

    token: str
    board_link: Callable[[], str]
    has_member: Callable[[str, str], Awaitable[bool]]


class AppSession(Session):
    """The server's side of one open Mini App. It stores no login: each connection proves the user afresh.

    Args:
        app: the parts of the Telegram adapter that it needs.
        services: the services that all sessions share.
        socket: the open WebSocket.
        client: the client's address group, for its rate limits.
        drop: aborts the connection.
    """

    def __init__(
        self,
        app: MiniApp,
        services: TableServices,
        socket: web.WebSocketResponse,
        client: str,
        drop: Callable[[], None],
    ) -> None:
        super().__init__(services, socket, client, drop)
        self._app = app
        self._person: Person | None = None
        self._token = ""

    def drop_account(self) -> None:
        """Stop sending the open board. There is no login to drop."""
        self.open_board = None
        self.watched.close()

    @property
    def log_fields(self) -> dict[str, str]:
        """The ids of this session for log lines; a Telegram user's private chat has the user's number."""
        chat = {} if self._person is None else {"chat": self._person.key}
        return super().log_fields | {"platform": PLATFORM} | chat

    async def _greet(self) -> bool:
        asked = await self._first(OpenApp)
        if asked is None:
            return False
        services = self.services
        self.language = asked.language
        if not await self._pays_hello(self.rate_limit):
            return False
        try:
            app_user = read_init_data(
                asked.data, self._app.token, datetime.fromtimestamp(services.clock(), UTC)
            )
        except BadInitData as error:
            # `BadInitData` holds a fixed reason or the name of an exception, nothing that the page sent.
            logger.info(
                "mini app refused because of its init data",
                extra={"platform": PLATFORM, "reason": str(error)},
            )
            await self.send_now(TurnedAway(self.text("web-app-refused")))
            return await self.refuse(NOT_INVITED, b"not known")
        self._token = app_user.start
        account = str(app_user.user)
        person = Person(PLATFORM, account, app_user.name, app_user.language, app_user.handle, asked.zone)
        self._person = person
        self.rate_limit = services.frames.of(f"{PLATFORM}:{account}")
        # A second limit by account, because one account may connect from many addresses.
        if not await self._pays_hello(services.frames.of(f"hello:{PLATFORM}:{account}")):
            return False
        seat = f"{PLATFORM}:{account}"
        if not services.places.take_seated(self, seat, self._outgoing.give_way, self.forget):
            return await self.refuse(WSCloseCode.TRY_AGAIN_LATER, b"too many tabs")
        self.language = (await services.handler.visit(person, _private_place(person))).language
        words = dict(services.words(self.language))
        self.send(PageWords(words["web-language"], words, app_user.start))
        self.send(Welcome(None, account, app_user.name, areas(), closed=False))
        return True

    async def _carry_out(self, asked: FromPage) -> None:  # noqa: C901, PLR0912 - one for each kind of frame
        handler = self.services.handler
        match asked:
            case PressButton():
                await self.answer(asked.id, handler.handle(self._incoming(asked.id, Press(asked.data))))
            case Say():
                said = replace(self._incoming(asked.id, Line(asked.text)), attached=asked.attached)
                await self.answer(asked.id, handler.handle(said))
            case LookAt():
                await self.look_at(asked)
            case Analyse():
                self.show_analysis(asked)
            case ShowLobby():
                self.send(await handler.lobby(self._incoming()))
            case ShowFinished():
                self.send(await handler.finished(self._incoming(), asked.shown, asked.page, asked.opponent))
            case ShowProfile():
                self.send(await handler.profile(self._incoming()))
            case ShowNewGame():
                self.send(await handler.new_game(self._incoming()))
            case FindFriends():
                self.send(
                    Friends(asked.id, await handler.friends(self._incoming(asked.id, Line(asked.text))))
                )
            case DrawQrCode():
                self.send_qr_code(asked)
            case ShowSettings():
                self.send(Settings(await handler.settings(self._incoming()), ()))
            case StillThere():
                self.send(Here())
            case _:
                raise BadFrame("not a frame of the Mini App")

    async def look_at(self, asked: LookAt) -> None:
        """Show a game's board, as in `Session`; while the live board is open, hold back notifications.

        These are the person's notifications about this game on Telegram.
        """
        await super().look_at(asked)
        if self.open_board is asked:
            self.watched.enter_context(await self.services.handler.looking(self._incoming(), asked.game))

    async def _table(self, asked: LookAt) -> Table | None:
        handler = self.services.handler
        shown = await handler.table(self._incoming(), asked.game, asked.moment)
        if shown is None and game_named(self._token) == asked.game:
            # The app was opened by a shared board's link: show the board to a person who does not play in it.
            return await handler.shared_table(self._token, self.language, asked.moment)
        return shown

    async def _analysis(self, asked: Analyse) -> AsyncIterator[AnalysisPage]:
        handler = self.services.handler
        is_shown = False
        async for page in handler.analysis(self._incoming(), asked.game):
            is_shown = True
            yield page
        if not is_shown and game_named(self._token) == asked.game:
            page_by_link = await handler.shared_analysis(self._token, self.language)
            if page_by_link is not None:
                yield page_by_link

    def _incoming(self, action: str = "", what: Line | Press = Line("")) -> Incoming:  # noqa: B008 (a frozen value)
        """Return an action of the person, or a mere look, as from their private chat with the bot."""
        person = self._person
        if person is None:
            raise RuntimeError("the session has not been greeted yet")
        private = replace(_private_place(person), board_link=self._app.board_link())

        async def private_place() -> Place:
            return private

        async def is_in(key: str) -> bool:
            return await self._app.has_member(key, person.key)

        # A resent action has the page's same id, so it is applied once.
        key = f"app:{person.key}:{action}"
        board = "" if self.open_board is None else self.open_board.game
        return Incoming(
            key,
            person,
            private,
            what,
            on_board=True,
            board=board,
            is_in=is_in,
            private_place=private_place,
        )


def _private_place(person: Person) -> Place:
    # In Telegram a private chat has the same number as the user's account.
    return Place(PLATFORM, person.key, ChatKind.PRIVATE, has_handles=True)
