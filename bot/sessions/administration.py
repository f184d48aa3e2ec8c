"""Administration: what those who run the bot ask and do: figures, announcements, bans, and a drain."""

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
"""A drain ends by itself: a bot that is forgotten in it would take no game for ever."""
THREADS = "discord-threads"
"""The namespace in which Discord's threads are noted: each is a part of a channel, which is told."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """How much there is of what.

    Args:
        people: those who were ever met, without the program.
        open_games: games that are played.
        finished_games: games that are over.
        chats: chats that can be written to.
        undelivered: posts that are to be delivered.
        drains_until: until when nothing new is begun, if it is so.
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
        name: the name that the player shows.
        platform: the account's platform.
        key: its key there.
    """

    player: int
    name: str
    platform: str
    key: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.key}"


class Administration:
    """What those who run the bot ask and do. Who they are is checked before.

    Args:
        core: what actions stand on.
        challenges: where those of a banned player wait.
    """

    def __init__(self, core: SessionCore, challenges: Challenges) -> None:
        self._core = core
        self._challenges = challenges

    async def statistics(self) -> Statistics:
        """Return how much there is of what."""
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
        """Return how many chats an announcement would go to."""
        async with self._core.database.read() as connection:
            return len(await notifications.chats_to_announce_in(connection, THREADS))

    async def announce(self, actor: Actor, text: str) -> int:
        """Let every chat get a text, once, silently; return how many chats do.

        The text and all its posts are stored at once: whatever happens then, none is left out or told twice.

        Raises:
            Refusal: this very text was announced, and is still kept.
        """
        key = hashlib.sha256(text.encode()).hexdigest()[:16]
        async with self._core.action(actor) as connection:
            if not await notifications.keep_announcement(connection, key, text, self._core.clock()):
                raise Refusal("already-announced")
            chats = await notifications.chats_to_announce_in(connection, THREADS)
            await notifications.announce(connection, key, chats)
        return len(chats)

    async def announcement(self, key: str) -> str | None:
        """Return the text of an announcement, if it is still kept."""
        async with self._core.database.read() as connection:
            return await notifications.announcement(connection, key)

    async def accounts_named(self, platform: str, name: str) -> list[KnownAccount]:
        """Return the accounts (at most 10) on a platform with a name, or with a handle that begins with `@`.

        Whoever runs the bot need not know them: everybody who was ever met is found.
        """
        async with self._core.database.read() as connection:
            found = await people.accounts_named(connection, platform, name)
        return [KnownAccount(row.id, row.name, platform, key) for row, key in found]

    async def account(self, platform: str, key: str) -> KnownAccount | None:
        """Return an account by its key on a platform, if it was ever met."""
        async with self._core.database.read() as connection:
            row = await people.player_of_account(connection, platform, key)
        return None if row is None else KnownAccount(row.id, row.name, platform, key)

    async def ban(self, actor: Actor, player: int) -> tuple[Player, bool]:
        """Keep a player from challenges, and withdraw those that wait; games go on.

        Return the player, and whether that is new.

        Raises:
            Refusal: it is who asks, or the program.
        """
        async with self._core.action(actor) as connection:
            row = await people.player(connection, player)
            if row.id == actor.player or row.computer_player is not None:
                raise Refusal("cannot-ban")
            is_new = await admission.ban(connection, player, self._core.clock())
            await self._challenges.withdraw_all(connection, player)
        return player_of(row), is_new

    async def unban(self, actor: Actor, player: int) -> tuple[Player, bool]:
        """Let a player challenge again; return the player, and whether a ban was lifted."""
        async with self._core.action(actor) as connection:
            lifted = await admission.unban(connection, player)
            return player_of(await people.player(connection, player)), lifted

    async def banned(self) -> list[KnownAccount]:
        """Return the accounts (at most 100) of those who are banned, the last first."""
        async with self._core.database.read() as connection:
            return [
                KnownAccount(row.player, row.name, row.platform, row.key)
                for row in await admission.banned_accounts(connection)
            ]

    async def drain(self, actor: Actor) -> datetime:
        """Take no new games and challenges for a day; return until when. It is kept over restarts."""
        until = self._core.clock() + DRAIN_LASTS
        async with self._core.action(actor) as connection:
            await admission.stop_new_games(connection, until)
        return until

    async def end_drain(self, actor: Actor) -> None:
        """Take new games and challenges again."""
        async with self._core.action(actor) as connection:
            await admission.allow_new_games(connection)
