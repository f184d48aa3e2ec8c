"""Tab state: who is in front of one tab, what he may do, and which rooms he is shown."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from bot.chats.web.from_page import LookAt
from bot.chats.web.personal_views import OwnViews
from bot.chats.web.rooms import TABLE, own_room, place
from bot.chats.web.services import TableServices
from bot.chats.web.socket_session import Session
from bot.chats.web.to_page import Language, Rights, Room, Theme, ToPage
from bot.chats.web.web_accounts import WebAccount
from bot.talk.incoming import Incoming, Line, Person, Place, Posted, Press, VisitorPreferences
from bot.talk.reply import Reply
from bot.talk.views.lobby import RoomName
from bot.talk.views.personal import BoardLook
from bot.talk.views.table import Table


class TabState(Session):
    """One tab, as the rest of the table knows it."""

    def __init__(
        self, services: TableServices, socket: web.WebSocketResponse, client: str, drop: Callable[[], None]
    ) -> None:
        super().__init__(services, socket, client, drop)
        self.secret = ""
        """The secret that the browser keeps or has been sent."""
        self.key = ""
        """The key of the link that the tab came by."""
        self.code = ""
        """The code with which somebody may sit down here."""
        self.theme = ""
        """The theme that the page is dressed in."""
        self.zone = ""
        """The time zone of the browser."""
        self.account: WebAccount | None = None
        """Who it is; None for somebody who only watches."""
        self.viewer: WebAccount | None = None
        """Who looks; known before he is told so."""
        self.own_views = OwnViews(services.pictures, self._seen, self._look, super().send, drop)
        self._looks = ""
        self._looks_again = False
        self._rooms: set[str] = set()

    # What is sent.

    def send(self, frame: ToPage) -> None:
        """Hand a frame to the tab; never waits."""
        is_own = self.viewer is not None and self.own_views.take(frame)
        if not is_own and not (self._looks_again and isinstance(frame, Room)):
            super().send(frame)

    async def send_rights(self) -> None:
        """Say what the person may do; nothing to somebody who only watches."""
        if self.account is not None:
            host = await self.services.accounts.is_host(self.account.account)
            self.send(Rights(host, self._guest_key))

    # Who it is.

    def person(self, account: WebAccount) -> Person:
        """Return the person who has an account, as the rest of the program knows him."""
        return Person("web", account.account, account.name, self.language, zone=self.zone)

    def incoming(
        self,
        account: WebAccount,
        room: str,
        what: Line | Press = Line(""),  # noqa: B008 (a frozen value)
        action: str = "",
        message: str | None = None,
    ) -> Incoming:
        """Return what a person does in a room, or only a look if nothing is given."""

        async def administers() -> bool:
            return await self.services.accounts.is_host(account.account)

        async def private_place() -> Place:
            return place(own_room(account.account))

        # What is done on a board that fills the page is done there, whatever the room beside it shows.
        on_board = message is None and self.looks_at is not None and self.room(self.looks_at.room) == room
        return Incoming(
            # The tab's own id of the action comes again with every attempt: the action is applied once.
            f"web:{account.account}:{action}",
            self.person(account),
            place(room),
            what,
            message,
            on_board=on_board,
            administers=administers,
            private_place=private_place,
        )

    async def _table(self, asked: LookAt) -> Table | None:
        if self.account is None:
            return None
        incoming = self.incoming(self.account, self.room(asked.room))
        return await self.services.handler.table(incoming, asked.game, asked.moment)

    @property
    def may_enter(self) -> bool:
        """True if the link that the tab came by opens the table."""
        return self.services.access.may_enter(self.key)

    @property
    def is_by_host_link(self) -> bool:
        """True if the tab came by the host's link."""
        return self.services.access.is_host(self.key)

    @property
    def _guest_key(self) -> str:
        access = self.services.access
        return access.table_key if access.invited else ""

    def take_place(self, account: WebAccount | None) -> bool:
        """Take a place for a person with a seat, or without one; return False if there is none."""
        places = self.services.places
        if account is None:
            return places.take(self, self.client)
        return places.take_seated(self, f"web:{account.account}", self._outgoing.give_way, self.forget)

    def rename(self, account: WebAccount) -> None:
        """Take note that the person goes by another name now."""
        if self.account is not None:
            self.account = account

    def speak(self, language: str) -> None:
        """Have the page speak a language, if it speaks another."""
        if language != self.language:
            self.language = language
            self.send(Language(language))

    def is_shown_as(self, met: VisitorPreferences) -> bool:
        """True if the page and its boards look so already."""
        return (self.language, self.theme, self._looks) == (met.language, met.theme, met.looks)

    async def show_look(self, met: VisitorPreferences) -> None:
        """Show the page in a theme, and boards anew, if they look otherwise to the person now."""
        if met.theme != self.theme:
            self.theme = met.theme
            self.send(Theme(met.theme))
        looks, self._looks = self._looks, met.looks
        if looks not in ("", met.looks):
            self.table_changed.set()
            await self.look_again()

    async def look_again(self) -> None:
        """Show the common table anew, if anything there is not shown to all alike."""
        self._looks_again = True
        try:
            await self.services.rooms.join(TABLE, self)
        finally:
            self._looks_again = False

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

    def sign_out(self) -> None:
        """Lose the account. The page connects anew at once, without one."""
        self.lose_account()
        self.drop()

    def lose_account(self) -> None:
        """Lose the account, and stay connected; an open board is shown no more."""
        self.account = self.viewer = None

    async def review_rights(self) -> None:
        """Say what the person may do after a key has changed; cut off whoever may not even look now."""
        if self.account is None and not self.may_enter:
            self.drop()
        await self.send_rights()

    # Which rooms it is shown.

    def room(self, name: RoomName) -> str:
        """Return the room that the page means by a name. Without an account there is only the table."""
        return own_room(self.account.account) if name == "me" and self.account is not None else TABLE

    async def join(self, room: str) -> None:
        """Show the tab a room, and from then on every change of it."""
        self._rooms.add(room)
        await self.services.rooms.join(room, self)

    def leave_all(self) -> None:
        """Show the tab no more changes of any room."""
        for room in self._rooms:
            self.services.rooms.leave(room, self)


def tabs_in(services: TableServices, room: str) -> list[TabState]:
    """Return the tabs that look at a room."""
    return [tab for tab in services.rooms.listeners(room) if isinstance(tab, TabState)]
