"""Unlinking: split a merged player, by undoing the link within seven days or by removing an account later."""

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
from bot.sessions.notification_times import ZONE, reschedule
from bot.sessions.outbox.relocation import show_elsewhere
from bot.sessions.values import Actor
from storage import admission, challenges, game_lists, games, links, merging, notifications, outbox, people
from storage.rows import AccountRow, ChallengeRow, GameRow, LinkRow, PostRow


class Unlinking:
    """Service that splits merged players.

    Args:
        challenges: needed to withdraw challenges.
        holidays: needed to recompute game clocks.
    """

    def __init__(self, core: SessionCore, challenges: Challenges, holidays: Holidays) -> None:
        self._core = core
        self._challenges = challenges
        self._holidays = holidays

    async def accounts(self, player: int) -> list[LinkedAccount]:
        """Return all accounts of a player, as shown to that player."""
        async with self._core.database.read() as connection:
            found = await people.accounts_of(connection, player)
        return [_linked(each) for each in found]

    async def removable(self, player: int, here: str) -> list[LinkedAccount]:
        """Return those accounts of a player that they can remove by a request from the platform `here`.

        The first account can only be removed by a request from its own platform. `remove_account` also checks
        that it is not the player's only account, and that the last link cannot be undone instead.
        """
        async with self._core.database.read() as connection:
            found = await people.accounts_of(connection, player)
        return [_linked(each) for each in found if not each.is_first or each.platform == here]

    async def undoable(self, player: int) -> str | None:
        """Return the id of a player's last account link not yet undone, if at most 7 days old; or None."""
        async with self._core.database.read() as connection:
            row = await links.last_of(connection, player, self._core.clock() - UNDO_WITHIN)
        return None if row is None else row.id

    async def undo(self, actor: Actor, link_id: str) -> None:
        """Undo the actor's last account link: the younger player gets back what was theirs.

        Values that were changed again since the link stay as they are (see `merging.undo`).
        Both players' notifications move to their own chats, their clocks follow their own holidays, their
        boards are redrawn, and both are informed if they can be. If the actor is banned, so is the younger
        player. Players who blocked the actor since the link then block both.

        Raises:
            Refusal: `link_id` is not the actor's last link, or is more than 7 days old, or is undone already.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            row = await links.last_of(connection, actor.player, self._core.clock() - UNDO_WITHIN)
            if row is None or row.id != link_id:
                raise Refusal("no-such-link")
            stops = await self._holidays.clock_stops(connection, actor.player)
            await merging.undo(connection, row.id, actor.player, row.younger)
            await self._separate(connection, actor.player, row.younger, row.linked)
            for each in (actor.player, row.younger):
                after = await self._holidays.clock_stops(connection, each)
                await self._holidays.move_deadlines(connection, each, stops, after)
            undone = replace(row, state="undone", version=row.version + 1)
            await links.save(connection, undone, row.version)
            await show_link(connection, undone, actor.player, row.younger)
        notify_account_listeners(self._core)

    async def remove_account(self, actor: Actor, platform: str) -> None:
        """Remove an account from the actor and give it a new player without games.

        The new player is banned if the actor is, and blocked by all players who blocked the actor. The actor
        and the new player are both informed if each has a private chat that can be written to.

        Raises:
            Refusal: the actor has no account on the platform, or no other account.
            Refusal: the actor's last account link can still be undone. The actor has to undo it instead.
            Refusal: it is the actor's first account, and the actor does not act on its platform.
            AlreadyDone: the same request was applied before.
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
            await self._separate(connection, actor.player, added.id)
            if home is not None and rest:  # a link in state `undone`, shown in both chats, reports the split
                link = short_id(self._core.chance, 12)
                both = actor.player, rest[0].id, added.id, home.id
                row = LinkRow(link, "undone", 1, *both, now, older=actor.player, linked=now)
                await links.add(connection, row)
                await show_link(connection, row, actor.player, added.id)
        notify_account_listeners(self._core)

    async def _separate(
        self, connection: AsyncConnection, one: int, other: int, since: datetime | None = None
    ) -> None:
        """Separate the chats and notifications of two players who were one; copy a ban and blocks.

        Pending account links of both are refused, and their names, schedules and boards are refreshed.

        Args:
            one: the player that both were until now.
            other: the player that was split off; banned and blocked as `one` is.
            since: when the two were merged: only later blocks are copied. None to copy all.
        """
        _, banned = await admission.pause_and_bans(connection, [one])
        if banned:
            await admission.ban(connection, other, self._core.clock())
        await links.copy_blocks(connection, one, other, since)
        await cancel_pending(connection, one, other)
        for player, stranger in ((one, other), (other, one)):
            await self._move_to_own_chats(
                connection, player, await people.private_chats(connection, stranger)
            )
        for player in (one, other):
            await self._refresh(connection, player)

    async def _move_to_own_chats(
        self, connection: AsyncConnection, player: int, foreign: Collection[int]
    ) -> None:
        """Move a player's challenges, games and notifications out of another player's private chats.

        They move to the player's own chat (`_own_chat`), if there is one. Challenges that the player made in
        one of those chats are withdrawn. The bot forgets which messages there show finished games and
        digests; these messages stay.

        Args:
            foreign: the ids of the other player's private chats.
        """
        home = await _own_chat(connection, player)
        for challenge in await challenges.challenges_by(connection, player):
            if challenge.chat in foreign:
                await self._challenges.withdraw(connection, challenge)
        waiting = await challenges.challenges_to(connection, player)
        waiting += await challenges.challenges_taken(connection, player)
        waiting += await links.challenges_taken_in(connection, player, foreign)
        for challenge in waiting:
            await _move_challenge(connection, challenge, player, foreign, home)
        results = await links.undelivered_results(connection, player, foreign)
        for game_id in (*await game_lists.open_game_ids(connection, player), *results):
            row = await games.game(connection, game_id)
            if row is not None:
                await _move_game(connection, row, player, foreign, home)
        await links.stop_showing_in(connection, player, foreign)
        if home is not None:
            await links.notify_in_own_chat(connection, player, foreign, home)

    async def _refresh(self, connection: AsyncConnection, player: int) -> None:
        """Restore a player's name, digest and reminders after a split, and redraw the boards of their games.

        A name that the player chose stays; otherwise the first account's name is taken, marked if it looks
        like that of a player they know.
        """
        name = await people.name_of_first_account(connection, player)
        if (await people.player(connection, player)).own_name is None and name is not None:
            await people.rename(connection, player, name)
            await namesakes.mark(connection, await people.player(connection, player))
        await reschedule(connection, player, ZONE, self._core.clock())
        await redraw_games(connection, player)


def _linked(row: AccountRow) -> LinkedAccount:
    """Convert an account's row to the form that its player is shown."""
    return LinkedAccount(row.platform, row.shown_name or row.name, row.handle)


async def _platform_of(connection: AsyncConnection, actor: Actor) -> str | None:
    """Return the platform where an action takes place; None if it has no chat."""
    return None if actor.chat is None else (await people.chat(connection, actor.chat)).platform


async def _own_chat(connection: AsyncConnection, player: int) -> int | None:
    """Return the id of the private chat where a player is notified.

    If no private chat can be written to, return any of the player's, or None if there is none.
    """
    home = await notification_chat(connection, player)
    return home.id if home is not None else next(iter(await people.private_chats(connection, player)), None)


async def _move_challenge(
    connection: AsyncConnection, row: ChallengeRow, player: int, foreign: Collection[int], home: int | None
) -> None:
    """Remove a challenge from another player's private chats.

    If `home` is given, show the challenge there and move the player's undelivered notification to it.

    Args:
        foreign: the ids of the other player's private chats.
        home: the id of the player's own private chat, or None.
    """
    for chat in foreign:
        before = await outbox.post_in(connection, "challenge", row.id, chat)
        if before is None:
            continue
        if home is not None:
            post = await outbox.show_in(connection, "challenge", row.id, home, row.version)
            await notifications.move_undelivered(connection, player, before.id, post)
        await outbox.stop_showing(connection, "challenge", row.id, chat)


async def _move_game(
    connection: AsyncConnection, game: GameRow, player: int, foreign: Collection[int], home: int | None
) -> None:
    """Remove a game from another player's private chats.

    If `player` was notified there, or has an undelivered notification there, they are notified in `home` from
    then on, or nowhere if that is None.

    Args:
        player: the player of the game who is moved.
        foreign: the ids of the other player's private chats.
        home: the id of the player's own private chat, or None.
    """
    is_white = game.white == player
    notified_in = game.white_chat if is_white else game.black_chat
    shown_in = await outbox.posts_of(connection, "game", game.id)
    for chat in foreign:
        before = await outbox.post_in(connection, "game", game.id, chat) if chat in shown_in else None
        notifies = before is not None and await _notifies(connection, player, before)
        if home is not None and (chat == notified_in or notifies):
            old = await people.chat(connection, chat)
            await show_elsewhere(connection, game, player, old, home, says_why=False)
        elif chat == notified_in:
            await games.set_notification_chat(connection, game.id, white=is_white, chat=None)
        if before is not None:
            await outbox.stop_showing(connection, "game", game.id, chat)


async def _notifies(connection: AsyncConnection, player: int, post: PostRow) -> bool:
    """Return True if a post carries a notification for a player, whose delivery is not confirmed."""
    carried = await notifications.undelivered_of_post(connection, post.id, post.wanted_revision)
    return any(each.player == player for each in carried)
