"""Tab: the session of one browser tab on the chat page, and the dispatch of its frames."""

from __future__ import annotations

from bot.chats.web.actions import (
    complete,
    find_friends,
    handle_action,
    show_earlier,
    show_finished,
    show_invitation,
    show_lobby,
    show_new_game,
    show_profile,
    show_settings,
)
from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import (
    Analyse,
    BecomeGuest,
    Complete,
    DrawQrCode,
    FindFriends,
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
    ShowFinished,
    ShowInvitation,
    ShowLobby,
    ShowNewGame,
    ShowProfile,
    ShowSettings,
    StillThere,
    TakeName,
    UseSignInCode,
)
from bot.chats.web.moderation import moderate
from bot.chats.web.other_devices import make_code, use_code
from bot.chats.web.sign_in import enter, greet
from bot.chats.web.tab_state import TabState
from bot.chats.web.to_page import Here


class Tab(TabState):
    """The session of one browser tab on the chat page."""

    async def serve(self) -> None:
        """Greet the tab, then carry out its frames until it disconnects."""
        try:
            async with self._connected(self._keep_board_updated(), self.personal_views.run()):
                if await self._greet():
                    await self._carry_out_all()
        finally:
            self.leave_all()

    async def _greet(self) -> bool:
        hello = await self._first(Hello)
        return hello is not None and await greet(self, hello)

    async def _carry_out(self, asked: FromPage) -> None:  # noqa: C901, PLR0912 - one for each kind of frame
        await self.note_seen()
        match asked:
            case TakeName() | BecomeGuest():
                await enter(self, asked)
            case MakeSignInCode():
                await make_code(self, asked)
            case UseSignInCode():
                await use_code(self, asked)
            case Say() | PressButton():
                await handle_action(self, asked)
            case Complete():
                await complete(self, asked)
            case ShowEarlier():
                await show_earlier(self, asked)
            case LookAt():
                await self.look_at(asked)
            case Analyse():
                self.show_analysis(asked)
            case ShowLobby():
                await show_lobby(self)
            case ShowInvitation():
                await show_invitation(self, asked)
            case ShowFinished():
                await show_finished(self, asked)
            case ShowProfile():
                await show_profile(self)
            case ShowNewGame():
                await show_new_game(self)
            case FindFriends():
                await find_friends(self, asked)
            case DrawQrCode():
                self.send_qr_code(asked)
            case ShowSettings():
                await show_settings(self)
            case StillThere():
                self.send(Here())
            case ListAccounts() | RemoveLine() | RemoveAccount():
                await moderate(self, asked)
            case Hello() | OpenApp():
                raise BadFrame("a second hello, or a frame of the Mini App")
