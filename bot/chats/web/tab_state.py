"""Tab state: the account, rights, settings and rooms of one browser tab."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Final

from aiohttp import web

from bot.chats.web.from_page import Analyse, LookAt
from bot.chats.web.personal_views import PersonalViews
from bot.chats.web.rooms import PLATFORM, TABLE, own_room, place
from bot.chats.web.services import TableServices
from bot.chats.web.socket_session import Session
from bot.chats.web.to_page import Language, Rights, Room, Theme, ToPage
from bot.chats.web.views import in_language
from bot.chats.web.web_accounts import WebAccount
from bot.talk.incoming import Incoming, Line, Person, Place, Posted, Press, VisitorPreferences
from bot.talk.reply import Reply
from bot.talk.views.analysis_page import AnalysisPage
from bot.talk.views.landing import Landing
from bot.talk.views.lobby import RoomName
from bot.talk.views.personal import BoardLook
from bot.talk.views.table import Table

VISITOR: Final = WebAccount("", "")
"""Stands for all people without an account, who see the common table in the language of their page."""


class TabState(Session):
    """The state of one browser tab on the chat page: account, rights, language, theme and rooms."""

    def __init__(
        self, services: TableServices, socket: web.WebSocketResponse, client: str, drop: Callable[[], None]
    ) -> None:
        super().__init__(services, socket, client, drop)
        self.secret = ""
        """The browser's secret, which opens its account."""
        self.key = ""
        """The key of the link that opened the page, valid or not; empty if it had none."""
        self.code = ""
        """The sign-in code of the link that opened the page, if it was valid at the hello; else empty."""
        self.theme = ""
        """The theme that was last sent to the page."""
        self.zone = ""
        """The time zone of the browser."""
        self.account: WebAccount | None = None
        """The account that the tab is signed in to; None while it only watches."""
        self.viewer: WebAccount | None = None
        """The account as which the tab sees the common table, or `VISITOR`; None: as everyone sees it."""
        self.personal_views = PersonalViews(services.pictures, self._seen, self._look, super().send, drop)
        self._looks = ""
        self._seen_on = ""
        """The date on which it was last noted that the guest was seen."""
        self._resends_table = False
        self._rooms: set[str] = set()

    @property
    def log_fields(self) -> dict[str, str]:
        """The ids of this session for log lines, with the account's private room."""
        return super().log_fields | ({} if self.account is None else {"chat": own_room(self.account.account)})

    # Sending frames.

    def send(self, frame: ToPage) -> None:
        """Queue a frame without waiting; first adapt one that looks different to each person."""
        frame = in_language(frame, self.language)
        is_own = self.viewer is not None and self.personal_views.take(frame)
        if not is_own and not (self._resends_table and isinstance(frame, Room)):
            super().send(frame)

    async def send_rights(self) -> None:
        """Send the person's rights: if they are host, and the invitation key; nothing without an account."""
        if self.account is not None:
            host = await self.services.accounts.is_host(self.account.account)
            self.send(Rights(host, self._guest_key))

    # The person's account, rights and settings.

    def person(self, account: WebAccount) -> Person:
        """Return the person behind an account, with the tab's language and time zone."""
        return Person("web", account.account, account.name, self.language, zone=self.zone)

    def incoming(
        self,
        account: WebAccount,
        room: str,
        what: Line | Press = Line(""),  # noqa: B008 (a frozen value)
        action: str = "",
        message: str | None = None,
    ) -> Incoming:
        """Return an action of a person in a room, for the handler.

        Args:
            what: the typed line or pressed button; by default a mere look, such as a request for the lobby.
            action: the tab's id of the action; empty for a look.
            message: the message to which the action belongs, or None.
        """

        async def administers() -> bool:
            return await self.services.accounts.is_host(account.account)

        async def private_place() -> Place:
            return place(own_room(account.account))

        # An action outside a message, while a board of this room is open, was done on that board.
        board = ""
        if message is None and self.open_board is not None and self.room(self.open_board.room) == room:
            board = self.open_board.game
        return Incoming(
            # A resent action has the tab's same id, so it is applied once.
            f"web:{account.account}:{action}",
            self.person(account),
            place(room),
            what,
            message,
            on_board=bool(board),
            board=board,
            administers=administers,
            private_place=private_place,
        )

    async def _table(self, asked: LookAt) -> Table | None:
        if self.account is None:
            if not self.may_enter:
                return None
            handler = self.services.handler
            return await handler.public_table(place(TABLE), asked.game, self.language, asked.moment)
        incoming = self.incoming(self.account, self.room(asked.room))
        return await self.services.handler.table(incoming, asked.game, asked.moment)

    async def _analysis(self, asked: Analyse) -> AsyncIterator[AnalysisPage]:
        if self.account is None:
            handler, table = self.services.handler, place(TABLE)
            if self.may_enter and (page := await handler.public_analysis(table, asked.game, self.language)):
                yield page
            return
        incoming = self.incoming(self.account, self.room(asked.room))
        async for page in self.services.handler.analysis(incoming, asked.game):
            yield page

    @property
    def may_enter(self) -> bool:
        """True if the key of the tab's link lets a person without an account enter."""
        return self.services.access.may_enter(self.key)

    async def landing(self) -> Landing:
        """Return what the page offers a person without an account."""
        handler = self.services.handler
        if self.may_enter:
            return await handler.landing(place(TABLE), self.language)
        return handler.closed_landing(PLATFORM, self.language, has_table=True)

    @property
    def came_by_host_link(self) -> bool:
        """True if the tab was opened by the host's link."""
        return self.services.access.is_host(self.key)

    @property
    def _guest_key(self) -> str:
        access = self.services.access
        return access.table_key if access.invited else ""

    def take_place(self, account: WebAccount | None) -> bool:
        """Take a place among the open tabs, for an account or None; return False if a limit is reached."""
        places = self.services.places
        if account is None:
            return places.take(self, self.client)
        return places.take_seated(self, f"web:{account.account}", self._outgoing.give_way, self.forget)

    def rename(self, account: WebAccount) -> None:
        """Note the account's new name, unless the tab is not signed in."""
        if self.account is not None:
            self.account = account

    def speak(self, language: str) -> None:
        """Switch the page to a language, if it uses another."""
        if language != self.language:
            self.language = language
            self.send(Language(language))

    def has_preferences(self, met: VisitorPreferences) -> bool:
        """Return True if the page already has the person's current language, theme and board settings."""
        return (self.language, self.theme, self._looks) == (met.language, met.theme, met.looks)

    async def apply_look(self, met: VisitorPreferences) -> None:
        """Switch the page to the person's theme, if it uses another.

        If the person's board settings have changed, send the open board and the table's boards again.
        """
        if met.theme != self.theme:
            self.theme = met.theme
            self.send(Theme(met.theme))
        looks, self._looks = self._looks, met.looks
        if looks not in ("", met.looks):
            self.board_changed.set()
            await self.resend_table()

    async def resend_table(self) -> None:
        """Send the common table again, if it contains messages that look different to each person."""
        self._resends_table = True
        try:
            await self.services.rooms.join(TABLE, self)
        finally:
            self._resends_table = False

    async def _seen(self, subject: Posted, key: str, message: str) -> Reply | None:
        if self.viewer is None:
            return None
        incoming = self.incoming(self.viewer, TABLE, message=message)
        return await self.services.handler.own_view(incoming, subject, key)

    async def _look(self, game: str) -> BoardLook | None:
        if self.viewer is None:
            return None
        incoming = self.incoming(self.viewer, TABLE)
        return await self.services.handler.own_look(incoming, game)

    async def note_seen(self) -> None:
        """Note once a day that a guest is still there, so that the account is kept."""
        today = self.services.today()
        if self.account is not None and self.account.is_guest and today != self._seen_on:
            self._seen_on = today
            await self.services.accounts.note_guest(self.account.account, today)

    def sign_out(self) -> None:
        """Drop the account and the connection; the page reconnects at once, without an account."""
        self.drop_account()
        self.drop()

    def drop_account(self) -> None:
        """Drop the account, but stay connected; the person may see no open board any more."""
        self.account = self.viewer = None

    async def review_rights(self) -> None:
        """Send the person's rights after a link key changed.

        Disconnect a tab without an account if its link's key does not let it enter any more.
        """
        if self.account is None and not self.may_enter:
            self.drop()
        await self.send_rights()

    # Joining and leaving rooms.

    def room(self, name: RoomName) -> str:
        """Return the key of the room that the page calls `me` or `table`; without an account, the table."""
        return own_room(self.account.account) if name == "me" and self.account is not None else TABLE

    async def join(self, room: str) -> None:
        """Send the tab a room, and from then on its changes."""
        self._rooms.add(room)
        await self.services.rooms.join(room, self)

    def leave_all(self) -> None:
        """Stop sending the changes of its rooms to the tab."""
        for room in self._rooms:
            self.services.rooms.leave(room, self)


def tabs_in(services: TableServices, room: str) -> list[TabState]:
    """Return the tabs of the chat page, in this process, that show a room."""
    return [tab for tab in services.rooms.listeners(room) if isinstance(tab, TabState)]
