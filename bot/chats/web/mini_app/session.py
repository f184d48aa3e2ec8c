"""Session: one open Mini App, of the person whom Telegram's signed data names, until it is closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Protocol

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
from bot.chats.web.services import TableServices, Watch
from bot.chats.web.sign_in import NOT_INVITED
from bot.chats.web.socket_session import Session, TabReader, connected
from bot.chats.web.tab_limits import cost_of
from bot.chats.web.to_page import Done, Here, PageWords, ReplyView, Settings, TableFrame, TurnedAway, Welcome
from bot.chats.web.views import areas, reply_view
from bot.sessions import game_named
from bot.talk.incoming import Attached, ChatKind, Incoming, Line, Person, Place, Press

logger = logging.getLogger(__name__)

PLATFORM = "telegram"


class BotOnTelegram(Protocol):
    """What only the bot on Telegram knows."""

    @property
    def board_link(self) -> str:
        """How the link begins that opens a board in the app; empty, if there is none."""

    async def has_member(self, chat: str, account: str) -> bool:
        """Return True if a person is now in a group, by the keys of both."""


@dataclass(frozen=True, slots=True)
class MiniApp:
    """What the Mini App needs beside what every tab does.

    Args:
        token: the bot's token, with which Telegram signs who opens the app.
        watch: tells that something has happened in a game.
        telegram: the bot on Telegram.
    """

    token: str
    watch: Watch
    telegram: BotOnTelegram


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
        self._language = ""
        self._person: Person | None = None
        self._looks_at: LookAt | None = None
        self._token = ""
        self._watched = ExitStack()
        self._known = ExitStack()
        self._changed = asyncio.Event()

    async def serve(self) -> None:
        """Find out who it is, then do what he asks for until he goes."""
        reader = TabReader(self._socket, self)
        places = self._services.places
        try:
            async with connected(
                self, self._socket, self._outgoing, places, self._client, self._keep_showing()
            ):
                if await self._greet(await reader.first()):
                    async for asked in reader.frames():
                        await self._carry_out(asked)
        finally:
            self._watched.close()
            self._known.close()

    def stop_showing(self) -> None:
        """Show nothing more of the game that is looked at, as the person was forgotten."""
        self._looks_at = None
        self._watched.close()

    async def _greet(self, asked: FromPage | None) -> bool:
        """Take note of who it is, and welcome him; return whether it goes on then.

        Raises:
            BadFrame: it does not begin as the page does.
        """
        if asked is None:
            return False
        if not isinstance(asked, OpenApp):
            raise BadFrame("no opening of the Mini App")
        services = self._services
        self._language = asked.language
        if not await self._pays_hello(self.rate_limit):
            return False
        try:
            opened = read_init_data(
                asked.data, self._app.token, datetime.fromtimestamp(services.clock(), UTC)
            )
        except BadInitData as error:
            logger.info("A Mini App was opened with data that does not count: %s.", error)
            await self._outgoing.send_now(TurnedAway(self._text("web-app-refused")))
            await self._socket.close(code=NOT_INVITED, message=b"not known")
            return False
        self._token = opened.start
        account = str(opened.user)
        person = Person(PLATFORM, account, opened.name, opened.language, opened.handle, asked.zone)
        self._person = person
        self.rate_limit = services.frames.of(f"{PLATFORM}:{account}")
        # The rate limit of an account holds over all its addresses.
        if not await self._pays_hello(services.frames.of(f"hello:{PLATFORM}:{account}")):
            return False
        if not services.places.take_seated(self, f"{PLATFORM}:{account}", self._outgoing.give_way):
            await self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too many tabs")
            return False
        self._known.enter_context(services.open_apps.holding(PLATFORM, account, self))
        self._language = (await services.handler.met(person, _private_place(person))).language
        words = dict(services.words(self._language))
        self._outgoing.send(PageWords(words["web-language"], words, opened.start))
        self._outgoing.send(Welcome(None, account, opened.name, areas(), closed=False))
        return True

    async def _carry_out(self, asked: FromPage) -> None:
        if not self.rate_limit.take(cost_of(asked)):
            if isinstance(asked, PressButton | Say):
                self._send_done(asked.id, ReplyView((self._text("web-too-fast"),)))
            await self.pause()
            return
        match asked:
            case PressButton():
                await self._act(asked.id, Press(asked.data))
            case Say():
                await self._act(asked.id, Line(asked.text), asked.attached)
            case LookAt():
                await self._look_at(asked)
            case ShowLobby():
                lobby = await self._services.handler.lobby(self._incoming("", Line("")))
                self._outgoing.send(lobby)
            case ShowSettings():
                mine = await self._services.handler.settings(self._incoming("", Line("")))
                self._outgoing.send(Settings(mine, ()))
            case StillThere():
                self._outgoing.send(Here())
            case _:
                raise BadFrame("not a frame of the Mini App")

    async def _act(self, action: str, what: Line | Press, attached: Attached | None = None) -> None:
        incoming = replace(self._incoming(action, what), attached=attached)
        try:
            replies = await self._services.handler.handle(incoming)
        except Exception:
            logger.exception("What a person did could not be carried out.")
            self._send_done(action, ReplyView((self._text("web-trouble"),)))
            return
        # Before the answer, so that whoever waits for it knows already what came of it.
        await self._show_table(self._looks_at)
        self._send_done(action, *(reply_view(self._services.pictures, reply) for reply in replies))

    async def _look_at(self, asked: LookAt) -> None:
        if asked.game and asked.moment is not None:
            # A look back at what was; it goes on to be shown how the game stands.
            await self._show_table(asked)
            return
        self._watched.close()
        self._looks_at = asked if asked.game else None
        if self._looks_at is not None:
            await self._show_table(asked)
            self._watched.enter_context(self._app.watch.watching(asked.game, self._changed))
            looking = await self._services.handler.looking(self._incoming("", Line("")), asked.game)
            self._watched.enter_context(looking)

    async def _keep_showing(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._show_table(self._looks_at)

    async def _show_table(self, asked: LookAt | None) -> None:
        if asked is None:
            return
        incoming = self._incoming("", Line(""))
        handler = self._services.handler
        shown = await handler.table(incoming, asked.game, asked.moment)
        if shown is None and game_named(self._token) == asked.game:
            # Opened by the link of a board that is shared, it shows that to whoever does not play there.
            shown = await handler.shared_table(self._token, self._language, asked.moment)
        self._outgoing.send(TableFrame(asked.room, asked.game, shown))

    def _send_done(self, action: str, *replies: ReplyView) -> None:
        self._outgoing.send(Done(action, replies))

    def _text(self, word: str) -> str:
        return self._services.words(self._language).get(word, word)

    def _incoming(self, action: str, what: Line | Press) -> Incoming:
        """Return what the person does: as in the private chat with the bot, which need not show the game."""
        person = self._person
        if person is None:
            raise RuntimeError("nobody was greeted")
        private = replace(_private_place(person), board_link=self._app.telegram.board_link)

        async def private_place() -> Place:
            return private

        async def is_in(key: str) -> bool:
            return await self._app.telegram.has_member(key, person.key)

        # The page's own id of the action comes again with every attempt, so that the action is applied once.
        key = f"app:{person.key}:{action}"
        return Incoming(key, person, private, what, on_board=True, is_in=is_in, private_place=private_place)


def _private_place(person: Person) -> Place:
    # At Telegram a private chat has the number of the person's account.
    return Place(PLATFORM, person.key, ChatKind.PRIVATE, has_handles=True)
