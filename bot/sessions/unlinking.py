"""Unlinking: one player becomes two again: whole for seven days, later by an account that begins anew."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions import namesakes
from bot.sessions.challenges import Challenges
from bot.sessions.core import SessionCore
from bot.sessions.dice import short_id
from bot.sessions.errors import Refusal
from bot.sessions.holidays import Holidays
from bot.sessions.linking import (
    UNDO_WITHIN,
    LinkedAccount,
    cancel_pending,
    notify_account_listeners,
    redraw_games,
    show_link,
)
from bot.sessions.notification_chats import notification_chat
from bot.sessions.notification_times import ZONE, change_times
from bot.sessions.outbox.relocation import show_elsewhere
from bot.sessions.values import Actor
from storage import admission, challenges, game_lists, games, links, merging, notifications, outbox, people
from storage.rows import AccountRow, ChallengeRow, GameRow, LinkRow, PostRow


class Unlinking:
    """Where one player becomes two again.

    Args:
        core: the database and the time.
        challenges: where challenges are withdrawn.
        holidays: when the time of players stands still.
    """

    def __init__(self, core: SessionCore, challenges: Challenges, holidays: Holidays) -> None:
        self._core = core
        self._challenges = challenges
        self._holidays = holidays

    async def accounts(self, player: int) -> list[LinkedAccount]:
        """Return all accounts of a player."""
        async with self._core.database.read() as connection:
            found = await people.accounts_of(connection, player)
        return [_linked(each) for each in found]

    async def removable(self, player: int, here: str) -> list[LinkedAccount]:
        """Return the accounts of a player that can be taken out from the platform where he acts."""
        async with self._core.database.read() as connection:
            found = await people.accounts_of(connection, player)
        return [_linked(each) for each in found if not each.is_first or each.platform == here]

    async def undoable(self, player: int) -> str | None:
        """Return the id of the last link of a player that can still be undone, if there is one."""
        async with self._core.database.read() as connection:
            row = await links.last_of(connection, player, self._core.clock() - UNDO_WITHIN)
        return None if row is None else row.id

    async def undo(self, actor: Actor, link_id: str) -> None:
        """Undo the last link of a player: all that was the younger one's is his again.

        Raises:
            Refusal: it is not the last one, or too old, or undone.
        """
        async with self._core.action(actor) as connection:
            row = await links.last_of(connection, actor.player, self._core.clock() - UNDO_WITHIN)
            if row is None or row.id != link_id:
                raise Refusal("no-such-link")
            stops = await self._holidays.clock_stops(connection, actor.player)
            await merging.undo(connection, row.id, actor.player, row.younger)
            await self._part(connection, actor.player, row.younger, row.linked)
            for each in (actor.player, row.younger):
                after = await self._holidays.clock_stops(connection, each)
                await self._holidays.stop_clocks(connection, each, stops, after)
            undone = replace(row, state="undone", version=row.version + 1)
            await links.save(connection, undone, row.version)
            await show_link(connection, undone, actor.player, row.younger)
        notify_account_listeners(self._core)

    async def take_out(self, actor: Actor, platform: str) -> None:
        """Let a player's account on a platform be a new player's, who has played nothing yet.

        Raises:
            Refusal: the player has no account there, or no other.
            Refusal: a link can still be undone whole, which comes first.
            Refusal: it is the first account of the one who is known for longer, with whom the games
                stay, and that one does not act there himself.
        """
        async with self._core.action(actor) as connection:
            now = self._core.clock()
            known = {each.platform: each for each in await people.accounts_of(connection, actor.player)}
            if platform not in known or len(known) < 2:  # noqa: PLR2004 (one stays)
                raise Refusal("nothing-to-unlink")
            if await links.last_of(connection, actor.player, now - UNDO_WITHIN) is not None:
                raise Refusal("no-such-link")
            account = known[platform]
            if account.is_first and await _platform_of(connection, actor) != platform:
                raise Refusal("history-stays", platform=platform)
            home = await people.private_chat(connection, platform, actor.player)
            rest = [
                each
                for each in await people.reachable_private_chats(connection, actor.player)
                if each != home
            ]
            added = await people.add_player(connection, account.shown_name or account.name, now)
            await merging.move_account(connection, platform, actor.player, added.id)
            await self._part(connection, actor.player, added.id)
            if home is not None and rest:
                link = short_id(self._core.chance, 12)
                both = actor.player, rest[0].id, added.id, home.id
                row = LinkRow(link, "undone", 1, *both, now, older=actor.player, linked=now)
                await links.add(connection, row)
                await show_link(connection, row, actor.player, added.id)
        notify_account_listeners(self._core)

    async def _part(
        self, connection: AsyncConnection, one: int, other: int, since: datetime | None = None
    ) -> None:
        """Bring apart what two players, who were one until now, are told of, and what holds for both.

        Args:
            one: the one that both were.
            other: who is a player of his own now.
            since: when they became one, where the other was a player of his own before.
        """
        _, banned = await admission.pause_and_bans(connection, [one])
        if banned:
            await admission.ban(connection, other, self._core.clock())
        await links.copy_blocks(connection, one, other, since)
        await cancel_pending(connection, one, other)
        for player, stranger in ((one, other), (other, one)):
            await self._go_home(connection, player, await people.private_chats(connection, stranger))
        for player in (one, other):
            await self._be_oneself(connection, player)

    async def _go_home(self, connection: AsyncConnection, player: int, strange: Collection[int]) -> None:
        """Let a player be told of everything in his own chats, and of nothing in those of a stranger."""
        home = await _own_chat(connection, player)
        for challenge in await challenges.challenges_by(connection, player):
            if challenge.chat in strange:
                await self._challenges.withdraw(connection, challenge)
        waiting = await challenges.challenges_to(connection, player)
        waiting += await challenges.challenges_taken(connection, player)
        waiting += await links.challenges_taken_in(connection, player, strange)
        for challenge in waiting:
            await _take_home(connection, challenge, player, strange, home)
        results = await links.undelivered_results(connection, player, strange)
        for game_id in (*await game_lists.open_game_ids(connection, player), *results):
            row = await games.game(connection, game_id)
            if row is not None:
                await _leave(connection, row, player, strange, home)
        await links.stop_showing_in(connection, player, strange)
        if home is not None:
            await links.notify_in_own_chat(connection, player, strange, home)

    async def _be_oneself(self, connection: AsyncConnection, player: int) -> None:
        """Let a player be called as his own accounts are, and told of things when he wishes."""
        name = await people.name_of_first_account(connection, player)
        if (await people.player(connection, player)).own_name is None and name is not None:
            await people.rename(connection, player, name)
            await namesakes.mark(connection, await people.player(connection, player))
        await change_times(connection, player, ZONE, self._core.clock())
        await redraw_games(connection, player)


def _linked(row: AccountRow) -> LinkedAccount:
    """Return an account as a person is told of it."""
    return LinkedAccount(row.platform, row.shown_name or row.name, row.handle)


async def _platform_of(connection: AsyncConnection, actor: Actor) -> str | None:
    """Return the platform of the chat in which somebody acts."""
    return None if actor.chat is None else (await people.chat(connection, actor.chat)).platform


async def _own_chat(connection: AsyncConnection, player: int) -> int | None:
    """Return the private chat where a player is called, or one that was lost, if he has any."""
    home = await notification_chat(connection, player)
    return home.id if home is not None else next(iter(await people.private_chats(connection, player)), None)


async def _take_home(
    connection: AsyncConnection, row: ChallengeRow, player: int, strange: Collection[int], home: int | None
) -> None:
    """Let no private chat of a stranger show a challenge to a player: his own does, with the call to it."""
    for chat in strange:
        before = await outbox.post_in(connection, "challenge", row.id, chat)
        if before is None:
            continue
        if home is not None:
            post = await outbox.show_in(connection, "challenge", row.id, home, row.version)
            await notifications.move_undelivered(connection, player, before.id, post)
        await outbox.stop_showing(connection, "challenge", row.id, chat)


async def _leave(
    connection: AsyncConnection, game: GameRow, player: int, strange: Collection[int], home: int | None
) -> None:
    """Let no private chat of a stranger show a game of a player: his own does, with the calls to it."""
    is_white = game.white == player
    told = game.white_chat if is_white else game.black_chat
    shown_in = await outbox.posts_of(connection, "game", game.id)
    for chat in strange:
        before = await outbox.post_in(connection, "game", game.id, chat) if chat in shown_in else None
        calls = before is not None and await _calls(connection, player, before)
        if home is not None and (chat == told or calls):
            old = await people.chat(connection, chat)
            await show_elsewhere(connection, game, player, old, home, says_why=False)
        elif chat == told:
            await games.set_notification_chat(connection, game.id, white=is_white, chat=None)
        if before is not None:
            await outbox.stop_showing(connection, "game", game.id, chat)


async def _calls(connection: AsyncConnection, player: int, post: PostRow) -> bool:
    """True if a post calls a player, and is not known to have."""
    carried = await notifications.undelivered_of_post(connection, post.id, post.wanted_revision)
    return any(each.player == player for each in carried)
