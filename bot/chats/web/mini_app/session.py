"""Session: one open Mini App, of the person whom Telegram's signed data names, until it is closed."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from aiohttp import WSCloseCode, web

from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import (
    FromPage,
    LookAt,
    OpenApp,
    PressButton,
    Say,
    ShowLobby,
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
from bot.talk.views.table import Table

logger = logging.getLogger(__name__)

PLATFORM = "telegram"


@dataclass(frozen=True, slots=True)
class MiniApp:
    """What the Mini App needs beside what every tab does.

    Args:
        token: the bot's token, with which Telegram signs who opens the app.
        board_link: returns how the link begins that opens a board in the app; empty if there is none.
        has_member: returns True if a person is now in a group, by the keys of both.
    """

    token: str
    board_link: Callable[[], str]
    has_member: Callable[[str, str], Awaitable[bool]]


class AppSession(Session):
    """Serves one open Mini App. Who it is stands here and in the page's memory, and nowhere else.

    Args:
        app: what the Mini App needs.
        services: what all tabs of the table share.
        socket: the WebSocket, ready.
        client: from where it comes: what is counted together.
        drop: cuts the connection without a farewell.
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

    def lose_account(self) -> None:
        """Show nothing more of the game that is looked at."""
        self.looks_at = None
        self.watched.close()

    async def _greet(self) -> bool:
        asked = await self._first(OpenApp)
        if asked is None:
            return False
        services = self.services
        self.language = asked.language
        if not await self._pays_hello(self.rate_limit):
            return False
        try:
            opened = read_init_data(
                asked.data, self._app.token, datetime.fromtimestamp(services.clock(), UTC)
            )
        except BadInitData as error:
            logger.info("A Mini App was opened with data that does not count: %s.", error)
            await self.send_now(TurnedAway(self.text("web-app-refused")))
            return await self.refuse(NOT_INVITED, b"not known")
        self._token = opened.start
        account = str(opened.user)
        person = Person(PLATFORM, account, opened.name, opened.language, opened.handle, asked.zone)
        self._person = person
        self.rate_limit = services.frames.of(f"{PLATFORM}:{account}")
        # The rate limit of an account holds over all its addresses.
        if not await self._pays_hello(services.frames.of(f"hello:{PLATFORM}:{account}")):
            return False
        seat = f"{PLATFORM}:{account}"
        if not services.places.take_seated(self, seat, self._outgoing.give_way, self.forget):
            return await self.refuse(WSCloseCode.TRY_AGAIN_LATER, b"too many tabs")
        self.language = (await services.handler.visit(person, _private_place(person))).language
        words = dict(services.words(self.language))
        self.send(PageWords(words["web-language"], words, opened.start))
        self.send(Welcome(None, account, opened.name, areas(), closed=False))
        return True

    async def _carry_out(self, asked: FromPage) -> None:
        handler = self.services.handler
        match asked:
            case PressButton():
                await self.answer(asked.id, handler.handle(self._incoming(asked.id, Press(asked.data))))
            case Say():
                said = replace(self._incoming(asked.id, Line(asked.text)), attached=asked.attached)
                await self.answer(asked.id, handler.handle(said))
            case LookAt():
                await self.look_at(asked)
            case ShowLobby():
                self.send(await handler.lobby(self._incoming()))
            case ShowSettings():
                self.send(Settings(await handler.settings(self._incoming()), ()))
            case StillThere():
                self.send(Here())
            case _:
                raise BadFrame("not a frame of the Mini App")

    async def look_at(self, asked: LookAt) -> None:
        """Show a game, and let the person not be called to it meanwhile."""
        await super().look_at(asked)
        if self.looks_at is asked:
            self.watched.enter_context(await self.services.handler.looking(self._incoming(), asked.game))

    async def _table(self, asked: LookAt) -> Table | None:
        handler = self.services.handler
        shown = await handler.table(self._incoming(), asked.game, asked.moment)
        if shown is None and game_named(self._token) == asked.game:
            # Opened by the link of a board that is shared, it shows that to whoever does not play there.
            return await handler.shared_table(self._token, self.language, asked.moment)
        return shown

    def _incoming(self, action: str = "", what: Line | Press = Line("")) -> Incoming:  # noqa: B008 (a frozen value)
        """Return what the person does, or a look: as in the private chat, which need not show the game."""
        person = self._person
        if person is None:
            raise RuntimeError("nobody was greeted")
        private = replace(_private_place(person), board_link=self._app.board_link())

        async def private_place() -> Place:
            return private

        async def is_in(key: str) -> bool:
            return await self._app.has_member(key, person.key)

        # The page's own id of the action comes again with every attempt, so that the action is applied once.
        key = f"app:{person.key}:{action}"
        return Incoming(key, person, private, what, on_board=True, is_in=is_in, private_place=private_place)


def _private_place(person: Person) -> Place:
    # At Telegram a private chat has the number of the person's account.
    return Place(PLATFORM, person.key, ChatKind.PRIVATE, has_handles=True)
