"""Unlinking: one player becomes two again: whole for seven days, later by an account that begins anew."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.sessions.dice import short_id
from bot.sessions.errors import NoSuchLink, NothingToUnlink
from bot.sessions.linking import UNDO_LASTS, LinkedAccount, show_games_anew, tell
from bot.sessions.outbox.relocation import show_elsewhere
from storage import admission, bans, games, links, merging, outbox, people
from storage.rows import LinkRow

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.actor import Actor
    from bot.sessions.challenges import Challenges
    from bot.sessions.unit_of_work import UnitOfWork
    from storage.rows import ChallengeRow, GameRow


class Unlinking:
    """Where one player becomes two again.

    Args:
        unit: the database and the time.
        challenges: where challenges are withdrawn.
    """

    def __init__(self, unit: UnitOfWork, challenges: Challenges) -> None:
        self._unit = unit
        self._challenges = challenges

    async def accounts(self, player: int) -> list[LinkedAccount]:
        """Return all accounts of a player."""
        async with self._unit.database.read() as connection:
            found = await links.accounts_of(connection, player)
        return [LinkedAccount(each.platform, each.shown_name or each.name, each.handle) for each in found]

    async def undoable(self, player: int) -> str | None:
        """Return the id of the last link of a player that can still be undone, if there is one."""
        async with self._unit.database.read() as connection:
            row = await links.last_of(connection, player, self._unit.clock() - UNDO_LASTS)
        return None if row is None else row.id

    async def undo(self, actor: Actor, link_id: str) -> None:
        """Undo the last link of a player: all that was the younger one's is his again.

        Raises:
            NoSuchLink: it is not the last one, or too old, or undone.
        """
        async with self._unit.action(actor) as connection:
            row = await links.last_of(connection, actor.player, self._unit.clock() - UNDO_LASTS)
            if row is None or row.id != link_id:
                raise NoSuchLink
            await merging.undo(connection, row.id, actor.player, row.younger)
            await self._part(connection, actor.player, row.younger)
            undone = replace(row, state="undone", version=row.version + 1)
            await links.save(connection, undone, row.version)
            await tell(connection, undone, actor.player, row.younger)
        self._parted()

    async def take_out(self, actor: Actor, platform: str) -> None:
        """Let a player's account on a platform be a new player's, who has played nothing yet.

        Raises:
            NothingToUnlink: the player has no account there, or no other.
            NoSuchLink: a link can still be undone whole, which comes first.
        """
        async with self._unit.action(actor) as connection:
            now = self._unit.clock()
            known = {each.platform: each for each in await links.accounts_of(connection, actor.player)}
            if platform not in known or len(known) < 2:  # noqa: PLR2004 (one stays)
                raise NothingToUnlink
            if await links.last_of(connection, actor.player, now - UNDO_LASTS) is not None:
                raise NoSuchLink
            account = known[platform]
            home = await people.private_chat(connection, platform, actor.player)
            rest = [each for each in await people.private_homes(connection, actor.player) if each != home]
            added = await people.add_player(connection, account.shown_name or account.name, now)
            await merging.take_account(connection, platform, actor.player, added.id)
            await self._part(connection, actor.player, added.id)
            if home is not None and rest:
                link = short_id(self._unit.chance, 12)
                both = actor.player, rest[0].id, added.id, home.id
                row = LinkRow(link, "undone", 1, *both, now, older=actor.player, linked=now)
                await links.add(connection, row)
                await tell(connection, row, actor.player, added.id)
        self._parted()

    def _parted(self) -> None:
        """Tell the listeners that accounts of one player are those of two."""
        for listener in self._unit.parted_listeners:
            listener()

    async def _part(self, connection: AsyncConnection, one: int, other: int) -> None:
        """Bring apart what two players, who were one until now, are told of, and what holds for both."""
        _, banned = await admission.barred(connection, [one])
        if banned:
            await bans.add(connection, other, self._unit.clock())
        for player, stranger in ((one, other), (other, one)):
            for challenge in await games.challenges_by(connection, player):
                if (await people.chat(connection, challenge.chat)).owner == stranger:
                    await self._challenges.withdraw(connection, challenge)
            for challenge in await games.challenges_to(connection, player):
                await _take_home(connection, challenge, player, stranger)
            for game_id in await links.open_games(connection, player):
                row = await games.game(connection, game_id)
                if row is not None:
                    await _leave(connection, row, player, stranger)
        for player in (one, other):
            await show_games_anew(connection, player)


async def _take_home(connection: AsyncConnection, row: ChallengeRow, player: int, stranger: int) -> None:
    """Let no private chat of a stranger show a challenge to a player, who is shown it in his own."""
    homes = await people.private_homes(connection, player)
    for chat in await people.private_chats(connection, stranger):
        if await outbox.post_in(connection, "challenge", row.id, chat) is not None:
            await outbox.take_from(connection, "challenge", row.id, chat)
            if homes:
                await outbox.show_in(connection, "challenge", row.id, homes[-1].id, row.version)


async def _leave(connection: AsyncConnection, game: GameRow, player: int, stranger: int) -> None:
    """Let no private chat of a stranger show a game of a player, who is told of it in his own."""
    is_white = game.white == player
    told = game.white_chat if is_white else game.black_chat
    homes = await people.private_homes(connection, player)
    shown_in = await outbox.posts_of(connection, "game", game.id)
    for chat in await people.private_chats(connection, stranger):
        if chat == told and homes:
            old = await people.chat(connection, chat)
            await show_elsewhere(connection, game, player, old, homes[-1].id, says_why=False)
        elif chat == told:
            await games.seat_chat(connection, game.id, white=is_white, chat=None)
        if chat in shown_in:
            await outbox.take_from(connection, "game", game.id, chat)
