"""Other processes: what has changed at the table in another process, shown to the tabs of this one."""

from __future__ import annotations

import asyncio
import logging

from bot.chats.web.rooms import TABLE, own_room
from bot.chats.web.services import ACCOUNT, EVERYTHING, FORGOTTEN, ROOM, TableServices
from bot.chats.web.sign_in import follow_preferences
from bot.chats.web.tab_state import tabs_in
from bot.chats.web.to_page import Named
from bot.chats.web.web_accounts import GUEST_KEY, HOST_KEY, WebAccount

logger = logging.getLogger(__name__)


class Elsewhere:
    """Follows what another process has told, or this one, one thing after another.

    Args:
        services: what all tabs of this process share.
    """

    def __init__(self, services: TableServices) -> None:
        self._services = services
        self._told: dict[tuple[str, ...], None] = {}
        self._is_told = asyncio.Event()

    def note(self, *words: str) -> None:
        """Take note of what was told; never waits."""
        self._told[words] = None
        self._is_told.set()

    def forgotten(self, platform: str, account: str) -> None:
        """Take the seat of somebody who was forgotten: nothing is done for that account any more.

        The page is left open for a moment, so that it shows the answer to whoever has just asked for that.
        """
        self._part_with(self.seal_of(platform, account))

    def seal_of(self, platform: str, account: str) -> str:
        """Return what other processes are told of somebody who was forgotten: nobody can tell who that is."""
        return self._services.accounts.voucher(platform, account)

    def _part_with(self, seal: str) -> None:
        """Let go of all that is open, or can be fetched, by the account of somebody who was forgotten."""

        def is_his(account: tuple[str, str]) -> bool:
            return self.seal_of(*account) == seal

        pictures = self._services.pictures
        pictures.downloads.forget(is_his)
        pictures.unfinished.forget(is_his)
        self._services.places.forget(is_his)
        self.note(EVERYTHING)

    async def run(self) -> None:
        """Follow it until cancelled."""
        while True:
            await self._is_told.wait()
            self._is_told.clear()
            while self._told:
                words = next(iter(self._told))
                del self._told[words]
                try:
                    await self._follow(words)
                except Exception:
                    logger.exception("what another process has changed could not be shown: %s", words[0])

    async def _follow(self, words: tuple[str, ...]) -> None:
        match words:
            case (kind, room, number) if kind == ROOM:
                await self._services.rooms.show_again(room, int(number))
            case (kind, account) if kind == ACCOUNT:
                await self._look_at_keys()
                await self._look_at(account)
            case (kind, seal) if kind == FORGOTTEN:
                self._part_with(seal)
            case _:
                await self._look_at_keys()
                tabs = tabs_in(self._services, TABLE)
                for account in {tab.account.account for tab in tabs if tab.account is not None}:
                    await self._look_at(account)
                # Last, so that nobody is shown as the one he was before.
                await self._services.rooms.show_all_again()

    async def _look_at_keys(self) -> None:
        """Let links no longer count that were made void."""
        services, access = self._services, self._services.access
        before = access.key_number, access.host_key_number
        access.key_number = await services.accounts.key_number(GUEST_KEY)
        access.host_key_number = await services.accounts.key_number(HOST_KEY)
        if access.host_key_number != before[1]:
            services.host_key_changed.set()
        if (access.key_number, access.host_key_number) != before:
            for tab in tabs_in(services, TABLE):
                await tab.review_rights()

    async def _look_at(self, account: str) -> None:
        """Show the tabs of an account as it is now; sign them out, if it was removed."""
        services = self._services
        tabs = tabs_in(services, own_room(account))
        if not tabs:
            return
        name = await services.accounts.name_of(account)
        for tab in list(tabs):
            # Either the account was removed, or who vouched for that browser is somebody else now.
            if await services.accounts.find(tab.secret) is None:
                tabs.remove(tab)
                tab.sign_out()
        if name is None or not tabs:
            return
        for tab in tabs:
            if tab.account is not None and tab.account.name != name:
                tab.rename(WebAccount(account, name))
                tab.send(Named(None, account, name))
        await follow_preferences(tabs[0])
