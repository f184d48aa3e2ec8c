"""Other processes: apply to this process's tabs the changes that any process announces."""

from __future__ import annotations

import asyncio
import logging

from bot.chats.web.rooms import TABLE, own_room
from bot.chats.web.services import ACCOUNT, EVERYTHING, FORGOTTEN, ROOM, TableServices
from bot.chats.web.sign_in import follow_preferences
from bot.chats.web.tab_state import tabs_in
from bot.chats.web.to_page import Named
from bot.chats.web.web_accounts import GUEST_KEY, HOST_KEY

logger = logging.getLogger(__name__)


class ChangeFeed:
    """A queue of announced changes, from other processes or this one, that are applied one by one.

    Args:
        services: the services that all tabs of this process share.
    """

    def __init__(self, services: TableServices) -> None:
        self._services = services
        self._queue: dict[tuple[str, ...], None] = {}
        """The changes to apply, oldest first; as dict keys, so that repeated ones are applied once."""
        self._has_changes = asyncio.Event()

    def note(self, *words: str) -> None:
        """Queue a change for `run` to apply, unless it is queued already; never waits.

        Args:
            words: the kind of the change and its arguments, as listed in `bot.chats.web.services`.
        """
        self._queue[words] = None
        self._has_changes.set()

    def forgotten(self, platform: str, account: str) -> None:
        """Sign out an account whose data was deleted; drop its downloads and pending answers.

        All that tabs show is read again. The account's pages stay connected for a few seconds, so that they
        can still show the answer to `/forget`.
        """
        self._sign_out_forgotten(self.seal_of(platform, account))

    def seal_of(self, platform: str, account: str) -> str:
        """Return the keyed hash that announces a deleted account to other processes without naming it."""
        return self._services.accounts.voucher(platform, account)

    def _sign_out_forgotten(self, seal: str) -> None:
        """Sign out the deleted account whose keyed hash is `seal`; drop its downloads and pending answers.

        A queued change then has everything read again that tabs show.
        """

        def is_forgotten(account: tuple[str, str]) -> bool:
            return self.seal_of(*account) == seal

        pictures = self._services.pictures
        pictures.downloads.forget(is_forgotten)
        pictures.pending.forget(is_forgotten)
        self._services.places.forget(is_forgotten)
        self.note(EVERYTHING)

    async def run(self) -> None:
        """Apply queued changes, one after another, until cancelled; log a change that fails, and go on."""
        while True:
            await self._has_changes.wait()
            self._has_changes.clear()
            while self._queue:
                words = next(iter(self._queue))
                del self._queue[words]
                try:
                    await self._apply(words)
                except Exception:
                    chat = {"chat": words[1]} if words[0] == ROOM else {}
                    fields = {"platform": "web", "kind": words[0]} | chat
                    logger.exception("announced change not applied to tabs", extra=fields)

    async def _apply(self, words: tuple[str, ...]) -> None:
        match words:
            case (kind, room, number) if kind == ROOM:
                await self._services.rooms.resend_message(room, int(number))
            case (kind, account) if kind == ACCOUNT:
                await self._reload_keys()
                await self._reload_account(account)
            case (kind, seal) if kind == FORGOTTEN:
                self._sign_out_forgotten(seal)
            case _:
                await self._reload_keys()
                tabs = tabs_in(self._services, TABLE)
                for account in {tab.account.account for tab in tabs if tab.account is not None}:
                    await self._reload_account(account)
                # Rooms come last, so that they show the accounts' current names.
                await self._services.rooms.resend_all()

    async def _reload_keys(self) -> None:
        """Read the numbers of the current link keys; if one has changed, review the rights of all tabs."""
        services, access = self._services, self._services.access
        before = access.key_number, access.host_key_number
        access.key_number = await services.accounts.key_number(GUEST_KEY)
        access.host_key_number = await services.accounts.key_number(HOST_KEY)
        if access.host_key_number != before[1]:
            services.host_key_changed.set()
        if (access.key_number, access.host_key_number) != before:
            for tab in tabs_in(services, TABLE):
                await tab.review_rights()

    async def _reload_account(self, account: str) -> None:
        """Update an account's tabs to its current name and settings.

        Sign out a tab whose browser may no longer open the account: it was removed, or the account elsewhere
        that vouched for this browser belongs to another player now.
        """
        services = self._services
        tabs = tabs_in(services, own_room(account))
        if not tabs:
            return
        present = await services.accounts.account(account)
        for tab in list(tabs):
            # None if the account was removed, or if the account elsewhere that vouched changed its player.
            if await services.accounts.find(tab.secret) is None:
                tabs.remove(tab)
                tab.sign_out()
        if present is None or not tabs:
            return
        for tab in tabs:
            if tab.account is not None and tab.account != present:
                tab.rename(present)
                tab.send(Named(None, account, present.name, present.is_guest))
        await follow_preferences(tabs[0])
