"""Stale guests: removes players who began without choosing a name and have not come back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Final

from bot.sessions.core import SessionCore
from bot.sessions.forgotten_mentions import Changes, Mentions
from bot.sessions.values import FORMER_NAME
from storage import admission, forgetting, guests
from storage.guests import StaleGuest

GUESTS_KEPT: Final = timedelta(days=14)
"""Guests who chose no name and left nothing that concerns other people: their names become free again."""
_AT_ONCE = 20
"""The guests removed in one transaction. A multiple of them is searched for in the messages at once."""


class StaleGuests:
    """Service that removes guests who were last seen `GUESTS_KEPT` ago, in small batches."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def forget(self, spellings: Callable[[str], Collection[str]], former: Callable[[str], str]) -> None:
        """Remove all stale guests with their games against the computer player, names, accounts and rooms.

        Callbacks (`forgotten_listeners`) then get the account of each.

        Args:
            spellings: returns the forms in which messages contain a name.
            former: returns the words that replace a guest's name in a language.
        """
        before = (self._core.clock() - GUESTS_KEPT).date().isoformat()
        after = None
        while found := await self._stale(before):
            # A batch that could not be removed, because a guest has just come back, is not tried for ever.
            if found == after:
                return
            after = found
            if await self._remove(found, before, spellings, former):
                for guest in found:
                    for listener in self._core.forgotten_listeners:
                        listener("web", guest.key)

    async def _stale(self, before: str) -> list[StaleGuest]:
        async with self._core.database.read() as connection:
            return await guests.stale(connection, before, _AT_ONCE)

    async def _remove(
        self,
        found: list[StaleGuest],
        before: str,
        spellings: Callable[[str], Collection[str]],
        former: Callable[[str], str],
    ) -> bool:
        """Remove guests in one transaction, unless one of them has come back; return True if removed."""
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            languages = await forgetting.languages(connection)
        names = {spelt for guest in found if guest.name for spelt in spellings(guest.name)}
        mentions = Mentions([guest.key for guest in found], names, languages, former)
        changed, last = await mentions.all_changes(self._core.database)
        async with self._core.database.write() as connection:
            if await guests.stale(connection, before, _AT_ONCE) != found:
                return False
            since: Changes
            since, _ = await mentions.after(connection, last)
            await forgetting.rewrite(connection, changed)
            await forgetting.rewrite(connection, since)
            players = [guest.player for guest in found if guest.player is not None]
            await guests.forget_games(connection, players)
            for guest in found:
                if guest.player is None:
                    await forgetting.forget_at_the_table(connection, [guest.key])
                    continue
                seals = [signer.sign("account", "web", guest.key)]
                await admission.remember_bans(connection, guest.player, seals)
                await forgetting.forget(connection, guest.player, FORMER_NAME)
        return True
