"""Administration: statistics, announcements, bans and pausing new games, for the people who run the bot."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.sessions.challenges import Challenges
from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.mapping import player_of
from bot.sessions.values import Actor, Player
from storage import admission, health, notifications, people

DRAIN_LASTS = timedelta(days=1)
"""How long a drain (no new games and challenges) lasts: it ends by itself, in case it is forgotten."""
THREADS = "discord-threads"
"""The key-value namespace that lists Discord's threads. A thread gets no announcement: its channel does."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts for the people who run the bot.

    Args:
        people: all players ever met, also forgotten ones; linked players count as one.
        open_games: games in progress.
        finished_games: games that are over.
        chats: chats that can be written to.
        undelivered: posts that are still to be delivered, in all chats that can be written to.
        drains_until: until when no new games and challenges are accepted; None if they are accepted now.
    """

    people: int
    open_games: int
    finished_games: int
    chats: int
    undelivered: int
    drains_until: datetime | None


@dataclass(frozen=True, slots=True)
class KnownAccount:
    """An account that can be named to ban or unban its player.

    Args:
        player: the player's id.
        name: the player's displayed name.
        platform: the account's platform.
        key: the account's key on that platform.
    """

    player: int
    name: str
    platform: str
    key: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.key}"


class Administration:
    """The actions and queries of the people who run the bot. The caller checks their rights.

    Args:
        challenges: cancels a banned player's challenges.
    """

    def __init__(self, core: SessionCore, challenges: Challenges) -> None:
        self._core = core
        self._challenges = challenges

    async def statistics(self) -> Statistics:
        """Return the counts of people, games, chats and undelivered posts."""
        now = self._core.clock()
        async with self._core.database.read() as connection:
            counts = await health.counts(connection)
            undelivered = sum(each.posts for each in await health.undelivered(connection, now))
            until = await admission.no_new_games_until(connection)
        return Statistics(
            counts.people,
            counts.open_games,
            counts.finished_games,
            counts.chats,
            undelivered,
            until if until is not None and now < until else None,
        )

    async def chats_to_tell(self) -> int:
        """Return how many chats an announcement would reach, a chat with all its threads counted once."""
        async with self._core.database.read() as connection:
            return len(await notifications.chats_to_announce_in(connection, THREADS))

    async def announce(self, actor: Actor, text: str) -> int:
        """Enqueue a silent announcement for every chat that can be written to; return how many get it.

        A chat gets it once for itself and all its threads. The text and all its posts are stored in one
        transaction, so that no chat is missed or gets it twice.

        Raises:
            Refusal: the same text was announced before and is still stored.
        """
        key = hashlib.sha256(text.encode()).hexdigest()[:16]
        async with self._core.action(actor) as connection:
            if not await notifications.keep_announcement(connection, key, text, self._core.clock()):
                raise Refusal("already-announced")
            chats = await notifications.chats_to_announce_in(connection, THREADS)
            await notifications.announce(connection, key, chats)
        return len(chats)

    async def announcement(self, key: str) -> str | None:
        """Return the text of an announcement, or None if the text is not stored any more.

        Args:
            key: the announcement's key, by which the posts that announce it refer to it.
        """
        async with self._core.database.read() as connection:
            return await notifications.announcement(connection, key)

    async def accounts_named(self, platform: str, name: str) -> list[KnownAccount]:
        """Return at most 10 accounts on a platform with a name, or with a handle if `name` begins with `@`.

        All stored accounts of the platform are searched. Case does not matter.
        """
        async with self._core.database.read() as connection:
            found = await people.accounts_named(connection, platform, name)
        return [KnownAccount(row.id, row.name, platform, key) for row, key in found]

    async def account(self, platform: str, key: str) -> KnownAccount | None:
        """Return an account by its key on a platform, or None if no such account is stored."""
        async with self._core.database.read() as connection:
            row = await people.player_of_account(connection, platform, key)
        return None if row is None else KnownAccount(row.id, row.name, platform, key)

    async def ban(self, actor: Actor, player: int) -> tuple[Player, bool]:
        """Ban a player from challenges, from new games with people and from linking accounts.

        The pending challenges that they made are cancelled. Their games in progress go on. Return the player,
        and True if they were not banned before.

        Raises:
            Refusal: the player is the actor or the computer player.
        """
        async with self._core.action(actor) as connection:
            row = await people.player(connection, player)
            if row.id == actor.player or row.computer_player is not None:
                raise Refusal("cannot-ban")
            is_new = await admission.ban(connection, player, self._core.clock())
            await self._challenges.withdraw_all(connection, player)
        return player_of(row), is_new

    async def unban(self, actor: Actor, player: int) -> tuple[Player, bool]:
        """Lift a player's ban, if there is one; return the player, and True if they were banned."""
        async with self._core.action(actor) as connection:
            lifted = await admission.unban(connection, player)
            return player_of(await people.player(connection, player)), lifted

    async def banned(self) -> list[KnownAccount]:
        """Return at most 100 accounts of banned players, the latest ban first; a player may have several."""
        async with self._core.database.read() as connection:
            return [
                KnownAccount(row.player, row.name, row.platform, row.key)
                for row in await admission.banned_accounts(connection)
            ]

    async def drain(self, actor: Actor) -> datetime:
        """Accept no new games and challenges for a day, also after restarts; return until when."""
        until = self._core.clock() + DRAIN_LASTS
        async with self._core.action(actor) as connection:
            await admission.stop_new_games(connection, until)
        return until

    async def end_drain(self, actor: Actor) -> None:
        """Accept new games and challenges again; does nothing if they are accepted already."""
        async with self._core.action(actor) as connection:
            await admission.allow_new_games(connection)
