"""Where players are told of their games when a chat cannot be written to any more, or has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage import games, owed, people

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.desk import Desk
    from storage.rows import ChatRow, GameRow


class Removals:
    """Takes what a chat shows elsewhere, with the rings that it still owes.

    Args:
        desk: what actions stand on.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._database = desk.database

    async def chat_gone(self, chat_id: int) -> None:
        """Note that a chat cannot be written to; it is owed nothing until someone is heard there again."""
        async with self._database.write() as connection:
            await people.dress_chat(connection, chat_id, gone=True)

    async def stranded(self, chat_id: int) -> list[tuple[int, str]]:
        """Return who is told of a game in a shared chat, as players and their accounts on its platform."""
        async with self._database.read() as connection:
            chat = await people.chat(connection, chat_id)
            if chat.owner is not None:
                return []
            found = {}
            for game in await games.games_told_in(connection, chat_id):
                for player in _told_in(game, chat_id):
                    account = await people.account_of(connection, chat.platform, player)
                    if account is not None:
                        found[player] = account.key
        return list(found.items())

    async def take_home(self, chat_id: int, player: int, key: str) -> None:
        """Tell a player in his private chat from now on of the games that a chat told him of.

        Args:
            chat_id: the chat that cannot be written to.
            player: whom.
            key: the key of the player's private chat on the same platform.
        """
        async with self._database.write() as connection:
            gone = await people.chat(connection, chat_id)
            home = await people.chat_at(connection, gone.platform, key) or await people.add_chat(
                connection, gone.platform, key, "private", player, gone.language
            )
            for game in await games.games_told_in(connection, chat_id):
                if player in _told_in(game, chat_id):
                    await _tell_elsewhere(connection, game, player, chat_id, home.id)
        self._desk.changed()

    async def take_among_people(self, chat_id: int) -> None:
        """Tell the owner of a private chat, from now on, in a shared one what he was told there.

        That is the chat where his opponent is told of the game, or else the one where he was heard last.
        """
        async with self._database.write() as connection:
            gone = await people.chat(connection, chat_id)
            if gone.owner is None:
                return
            account = await people.account_of(connection, gone.platform, gone.owner)
            heard_in = account.met_in if account is not None else None
            for game in await games.games_told_in(connection, chat_id):
                theirs = game.black_chat if game.white == gone.owner else game.white_chat
                company = await _company(connection, gone, theirs, heard_in)
                if company is not None:
                    await _tell_elsewhere(connection, game, gone.owner, chat_id, company)
            company = await _company(connection, gone, heard_in)
            if company is not None:
                for challenge in await games.challenges_to(connection, gone.owner):
                    post = await owed.post_in(connection, "challenge", challenge.id, chat_id)
                    there = await owed.post_in(connection, "challenge", challenge.id, company)
                    if post is not None and there is None:
                        await owed.move(connection, post, company)
        self._desk.changed()

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Take everything from a chat to the one that the platform has put in its place.

        Args:
            platform: the platform's name.
            old: the key that the chat had.
            new: the key that it has.
        """
        async with self._database.write() as connection:
            left = await people.chat_at(connection, platform, old)
            if left is None:
                return
            place = await people.chat_at(connection, platform, new)
            if place is None:
                place = await people.add_chat(connection, platform, new, left.kind, left.owner, left.language)
                await people.dress_chat(
                    connection, place.id, theme=left.theme, side=left.side, boards=left.boards
                )
            await games.move_chat(connection, left.id, place.id)
            await owed.move_chat(connection, left.id, place.id)
            await people.forget_chat(connection, left.id, instead=place.id)
        self._desk.changed()


def _told_in(game: GameRow, chat: int) -> list[int]:
    """The players who are told of a game in a chat."""
    seats = ((game.white, game.white_chat), (game.black, game.black_chat))
    return [player for player, told in seats if told == chat]


async def _tell_elsewhere(
    connection: AsyncConnection, game: GameRow, player: int, old: int, new: int
) -> None:
    """Tell a player of a game in another chat from now on, where it continues what he was told before."""
    await games.seat_chat(connection, game.id, white=game.white == player, chat=new)
    before = await owed.post_in(connection, "game", game.id, old)
    told = before.shown if before is not None else 0
    post = await owed.show_in(connection, "game", game.id, new, game.version, told=told)
    if before is not None:
        await owed.readdress(connection, player, before.id, post)


async def _company(connection: AsyncConnection, gone: ChatRow, *candidates: int | None) -> int | None:
    """The first shared chat that can stand in for a private one."""
    for candidate in candidates:
        if candidate is not None:
            chat = await people.chat(connection, candidate)
            if chat.kind == "shared" and chat.platform == gone.platform and not chat.gone:
                return candidate
    return None
