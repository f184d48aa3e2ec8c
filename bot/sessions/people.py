"""Who is met where, and how they want it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.sessions.errors import NobodyNamed, SeveralNamed
from storage import owed, people
from storage.rows import AccountRow

if TYPE_CHECKING:
    from bot.sessions.by import By
    from bot.sessions.desk import Desk
    from bot.sessions.stored import StoredGame
    from storage.rows import ChatRow, PlayerRow

CHAT_OPTIONS = ("theme", "side", "language")
"""What a shared chat has of its own; a player has these too, for his private chats."""
SHARED_OPTIONS = ("boards",)
"""What only a shared chat has: what becomes of its old boards."""
OWN_COLOUR = "own"
OWN_NUMBERS = "own-side"
"""A player counts the points from his own side, in private chats, in answers, and in what he types."""


@dataclass(frozen=True, slots=True)
class Dress:
    """How a chat wants to be shown things.

    Args:
        platform: the chat's platform.
        language: the language of what is said there.
        theme: the theme of the board.
        side: who sits below: `w`, `b`, or `own`, the reader's own colour.
        reader: whose private chat it is, if it is one.
        counts_for: the player from whose own side points are counted, if they are.
    """

    platform: str
    language: str
    theme: str
    side: str
    reader: int | None
    counts_for: int | None = None

    def below(self, game: StoredGame) -> str:
        """Who sits below in a game: `w` or `b`."""
        if self.side != OWN_COLOUR:
            return self.side
        side = game.side_of(self.reader) if self.reader is not None else None
        return side.value if side else "w"

    @property
    def seat(self) -> str:
        """Who sits below where no game is meant: `w` or `b`."""
        return "w" if self.side == OWN_COLOUR else self.side


def dress_of(chat: ChatRow, owner: PlayerRow | None) -> Dress:
    """Return a chat's dress: a player's options rule his private chat, a shared chat has its own."""
    if owner is None:
        return Dress(chat.platform, chat.language, chat.theme, chat.side, None)
    return Dress(
        chat.platform,
        owner.language or chat.language,
        owner.theme or chat.theme,
        owner.side or chat.side,
        owner.id,
        counts_for(owner),
    )


def counts_for(player: PlayerRow) -> int | None:
    """The player himself, if he counts points from his own side."""
    return player.id if player.numbers == OWN_NUMBERS else None


class People:
    """Players and chats, as far as they are known."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def meet(
        self, platform: str, key: str, name: str, chat: str, kind: str, language: str, *, handle: str = ""
    ) -> tuple[PlayerRow, ChatRow]:
        """Return the player behind an account and the chat where the player was heard, both made where new.

        A chat speaks the language of the first person heard there until someone changes it.

        Args:
            platform: the platform's name.
            key: the account's key.
            name: the name that the person shows now.
            chat: the chat's key.
            kind: `private` or `shared`.
            language: the language that the person's client asks for.
            handle: what the person is called by with an `@`, where there is such a thing.
        """
        database = self._desk.database
        folded = handle.casefold() or None
        async with database.read() as connection:
            player = await people.player_of_account(connection, platform, key)
            account = await people.account(connection, platform, key)
            place = await people.chat_at(connection, platform, chat)
        if player is not None and account is not None and place is not None:
            unchanged = (player.name, account.handle) == (name, folded) and not place.gone
            if unchanged and (kind == "private" or account.met_in == place.id):
                return player, place
        async with database.write() as connection:
            account = await people.account(connection, platform, key)
            if account is None:
                added = await people.add_player(connection, name, self._desk.clock(), language=language)
                account = AccountRow(platform, key, added.id, "", None, None)
                await people.add_account(connection, account)
            await people.rename(connection, account.player, name)
            place = await people.chat_at(connection, platform, chat)
            if place is None:
                owner = account.player if kind == "private" else None
                place = await people.add_chat(connection, platform, chat, kind, owner, language)
            elif place.gone:
                await people.dress_chat(connection, place.id, gone=False)
            met_in = account.met_in if kind == "private" else place.id
            called = replace(account, name=name.casefold(), handle=folded, met_in=met_in)
            await people.save_account(connection, called)
            met = await people.player(connection, account.player), await people.chat(connection, place.id)
        self._desk.changed()
        return met

    async def dress(self, chat_id: int) -> tuple[Dress, ChatRow]:
        """Return a chat and how it wants to be shown things."""
        async with self._desk.database.read() as connection:
            chat = await people.chat(connection, chat_id)
            owner = await people.player(connection, chat.owner) if chat.owner is not None else None
        return dress_of(chat, owner), chat

    async def player(self, player_id: int) -> PlayerRow:
        """Return a player."""
        async with self._desk.database.read() as connection:
            return await people.player(connection, player_id)

    async def account_of(self, platform: str, player_id: int) -> str | None:
        """Return the key of a player's account on a platform."""
        async with self._desk.database.read() as connection:
            account = await people.account_of(connection, platform, player_id)
        return account.key if account is not None else None

    async def named(self, platform: str, name: str) -> PlayerRow:
        """Return the one player who shows a name on a platform.

        Raises:
            NobodyNamed: there is none.
            SeveralNamed: there are several.
        """
        async with self._desk.database.read() as connection:
            found = await people.players_named(connection, platform, name)
        if not found:
            raise NobodyNamed(name)
        if len(found) > 1:
            raise SeveralNamed(name)
        return found[0]

    async def names_like(self, platform: str, beginning: str) -> list[str]:
        """Return names (at most 10) on a platform that begin so."""
        async with self._desk.database.read() as connection:
            return await people.names_like(connection, platform, beginning, 10)

    async def set_player_option(self, by: By, option: str, value: str | bool) -> None:
        """Change an option (a column) of the player who asks; it shows at once in his private chat."""
        async with self._desk.action(by) as connection:
            await people.set_options(connection, by.player, **{option: value})
            if by.chat is not None and option in (*CHAT_OPTIONS, "numbers"):
                chat = await people.chat(connection, by.chat)
                if chat.owner == by.player:
                    await owed.repaint(connection, chat.id)

    async def set_chat_option(self, by: By, option: str, value: str) -> None:
        """Change the dress of the shared chat where it is asked for; its boards show it at once."""
        async with self._desk.action(by) as connection:
            if by.chat is not None:
                await people.dress_chat(connection, by.chat, **{option: value})
                if option in CHAT_OPTIONS:
                    await owed.repaint(connection, by.chat)
