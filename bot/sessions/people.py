"""People: players and chats as the bot meets them, their names and blocks, and their display settings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions import daily_positions, namesakes
from bot.sessions.core import SessionCore
from bot.sessions.errors import MayNotSet, NobodyNamed, PlayerMerged, Refusal, SeveralNamed
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.mapping import chat_of, player_of
from bot.sessions.notification_times import reschedule
from bot.sessions.outbox.relocation import notify_in_private_chat
from bot.sessions.settings import (
    CHAT_SETTINGS,
    COMPACT,
    DEFAULT_LANGUAGE,
    FULL,
    OWN_COLOUR,
    PLAYER_SETTINGS,
    usual,
)
from bot.sessions.values import STRANGER, Actor, Chat, Player
from storage import admission, contacts, game_lists, outbox, people
from storage.rows import AccountRow, ChatRow, PlayerRow

ENOUGH_TURNS = 10
"""The fewest turns of a game after which its two players may change some settings of a shared chat.

Both must be people who were notified about the game in that chat. They may change the settings with
`players_may`; administrators of the chat may change all settings from the beginning.
"""
_MOST_COMPLETIONS = 10
"""The most names offered to complete the beginning of a name that a player types."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """A chat's settings for texts and boards.

    Args:
        platform: the chat's platform.
        language: the language of the bot's texts.
        theme: the theme of the board.
        side: the side at the bottom of the board: `w`, `b`, or `own` for the reader's own colour.
        reader: the id of a private chat's owner; None for a shared chat.
        counts_for: the id of the player from whose side points are numbered; None for the board's own
            numbers.
        blocked: the ids of the players that the reader has blocked. Their offers and challenges are not
            shown.
        zone: the IANA name of the time zone in which times are written, or None.
        layout: the layout of the board: `full`, or `compact` for boards that are shown small.
    """

    platform: str
    language: str
    theme: str
    side: str
    reader: int | None
    counts_for: int | None = None
    blocked: frozenset[int] = frozenset()
    zone: str | None = None
    layout: str = FULL

    def preferred_by(self, player: Player) -> DisplayPreferences:
        """Return the preferences with the theme and the layout that a player has chosen, if any."""
        theme, layout = look_of(player.theme, player.layout)
        return replace(self, theme=theme or self.theme, layout=layout or self.layout)

    def below(self, game: LoadedGame) -> str:
        """Return the side at the bottom of a game's board: `w` or `b`.

        For `own` it is the reader's side, or White if the reader does not play in the game.
        """
        if self.side != OWN_COLOUR:
            return self.side
        side = game.side_of(self.reader) if self.reader is not None else None
        return side.value if side else "w"

    @property
    def seat(self) -> str:
        """The side at the bottom of a board that belongs to no game: `w` or `b`; White for `own`."""
        return "w" if self.side == OWN_COLOUR else self.side


def look_of(theme: str | None, layout: str | None) -> tuple[str | None, str | None]:
    """Return the theme and the layout that two stored values mean; None for what is not set.

    Both were once one word: `compact-dark` is the dark theme in the compact layout, and `compact` the compact
    layout. Undoing a link can restore such a word.
    """
    word, _, coloured = (theme or "").partition("-")
    return (coloured or None, layout or COMPACT) if word == COMPACT else (theme, layout)


def _display_of(chat: ChatRow, owner: PlayerRow | None) -> DisplayPreferences:
    """Return a chat's display preferences without `blocked`.

    They are the chat's own settings. In a private chat those that the owner has chosen replace them, and the
    time zone is the owner's.

    Args:
        owner: the owner of a private chat; None for a shared chat.
    """
    theme, layout = look_of(chat.theme, chat.layout)
    shown = DisplayPreferences(
        chat.platform,
        chat.language,
        theme or usual("theme", chat.platform),
        chat.side,
        None,
        zone=chat.zone,
        layout=layout or usual("layout", chat.platform),
    )
    if owner is None:
        return shown
    player = player_of(owner)
    return replace(
        shown.preferred_by(player),
        language=player.language or chat.language,
        side=player.side or chat.side,
        reader=player.id,
        counts_for=player.counts_for,
        zone=player.zone,
    )


@dataclass(frozen=True, slots=True)
class Visitor:
    """A player in a chat where they write, press a button or look, with what the bot's answer depends on.

    Args:
        display: the chat's display preferences.
        blocked: the ids of the players that this player has blocked.
    """

    player: Player
    chat: Chat
    display: DisplayPreferences
    blocked: frozenset[int]


class People:
    """Service for players and chats: meeting and finding them, blocks, names and settings."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def visit(  # noqa: PLR0913 (the last three by name)
        self,
        platform: str,
        key: str,
        name: str,
        chat: str,
        kind: str,
        language: str,
        *,
        handle: str = "",
        chat_language: str = "",
        acts: bool = False,
        only_looks: bool = False,
    ) -> Visitor:
        """Return the player behind an account and the chat where they write; create both if new.

        A changed name, handle or (for a player's first account) language is saved, and the player becomes a
        member of a shared chat. A chat's language is the one that the platform reports for it, or else that
        of the chat containing it, or else that of the client of the first person there, until a person
        chooses another.

        Args:
            platform: the platform's name.
            key: the account's key.
            name: the account's present display name.
            chat: the chat's key.
            kind: `private` or `shared`.
            language: the language of the person's client; empty if unknown.
            handle: the account's username, without the `@`; empty if it has none.
            chat_language: the language that the platform reports for the chat; empty if it reports none.
            acts: True if the person acts; they are then notified in their private chat on this platform
                (if one can be written to) instead of those on other platforms.
            only_looks: True for a read-only visit, which creates no player: a page left open by a deleted
                user would otherwise recreate them. An unknown account gets a visitor who is not stored.
        """
        met = _Met(platform, key, name, language, handle.casefold() or None)
        # At first only read: most visits change nothing, and a read does not wait for SQLite's one writer.
        async with self._core.database.read() as connection:
            known = await people.known_sender(connection, platform, key, chat)
            if known is not None and known.chat is not None:
                speaks_here = kind == "private" or known.is_member
                is_there = not acts or known.player.last_platform == platform
                nothing_new = met.is_known(known.player, known.account) and _is_current(
                    known.chat, chat_language
                )
                if speaks_here and nothing_new and is_there:
                    return await _visitor(connection, known.player, known.chat)
            if known is None and only_looks:
                return await _stranger(connection, met, chat, kind, chat_language)
        # Something is new. It is read again in the write transaction: another process may have saved it by
        # now.
        met = replace(met, seal=await self._seal(platform, key))
        async with self._core.database.write() as connection:
            spoke = known.player.speaks if known is not None else None
            if only_looks and await people.account(connection, platform, key) is None:  # forgotten meanwhile
                return await _stranger(connection, met, chat, kind, chat_language)
            player = await _save_met(connection, met, self._core.clock())
            place = await people.chat_at(connection, platform, chat)
            is_reached_anew = place is None or place.gone
            if place is None:
                owner = player.id if kind == "private" else None
                place = await _new_place(connection, (platform, chat, kind), owner, chat_language, language)
            elif not _is_current(place, chat_language):
                place = await _updated(connection, place, chat_language)
            if kind != "private":
                player = await _add_member(connection, place, player)
            elif spoke not in (None, player.speaks):
                await outbox.redraw(connection, place.id)
            if acts and (is_reached_anew or player.last_platform != platform):
                player = await _notify_on(connection, player, platform)
            visitor = await _visitor(connection, player, place)
        self._core.changed()
        return visitor

    async def find_or_add(self, platform: str, key: str, name: str, *, handle: str = "") -> Player:
        """Return the player behind a mentioned account; create the player if the account is new.

        The name and handle of a known account are not updated.
        """
        met = _Met(platform, key, name, "", handle.casefold() or None, await self._seal(platform, key))
        async with self._core.database.write() as connection:
            known = await people.player_of_account(connection, platform, key)
            if known is not None:
                return player_of(known)
            return player_of(await _save_met(connection, met, self._core.clock()))

    async def _seal(self, platform: str, key: str) -> str:
        """Return the hash of an account, under which its ban is kept if its player is deleted.

        Call it before a transaction begins: the first use stores the signing key, and SQLite has one writer.
        """
        return (await self._core.signer()).sign("account", platform, key)

    async def find_by_account(self, platform: str, key: str) -> Player | None:
        """Return the player behind an account, or None if the account is unknown."""
        async with self._core.database.read() as connection:
            known = await people.player_of_account(connection, platform, key)
        return None if known is None else player_of(known)

    async def set_reported_language(self, platform: str, chat: str, language: str) -> None:
        """Save the language that a platform reports for a shared chat, in the chat and its known threads.

        A chat or thread whose language a person has chosen is not changed. A chat that is not known yet is
        added. Chats and threads that were marked as lost count as reachable again. Those with a new language
        are redrawn, and so are boards elsewhere that showed players in a lost one as unreachable.
        """
        async with self._core.database.read() as connection:
            places = await people.chats_with_parts(connection, platform, [chat])
            if places and all(_is_current(place, language) for place in places):
                return
        async with self._core.database.write() as connection:
            if await people.chat_at(connection, platform, chat) is None:
                await people.add_chat(connection, platform, chat, "shared", None, language)
            for place in await people.chats_with_parts(connection, platform, [chat]):
                if not _is_current(place, language):
                    await _updated(connection, place, language)
        self._core.changed()

    async def language_of_chat(self, platform: str, chat: str) -> str | None:
        """Return a chat's language, or None if the chat is unknown."""
        async with self._core.database.read() as connection:
            place = await people.chat_at(connection, platform, chat)
        return None if place is None else place.language

    async def redraw_chats(self, platform: str, keys: Sequence[str]) -> None:
        """Redraw open games, challenges and puzzles in some chats after the bot's permissions there changed.

        Chats that were marked as lost count as reachable again.

        Args:
            platform: the platform's name.
            keys: the chats' keys. The known threads in these chats are redrawn too.
        """
        async with self._core.database.read() as connection:
            known = await people.chats_with_parts(connection, platform, keys)
            concerned = [
                place for place in known if place.gone or await outbox.shows_anything(connection, place.id)
            ]
        if not concerned:
            return
        async with self._core.database.write() as connection:
            for place in concerned:
                await _updated(connection, place, "")
                await outbox.redraw(connection, place.id)
        self._core.changed()

    async def display(self, chat_id: int) -> DisplayPreferences:
        """Return a chat's settings for texts and boards, with those of a private chat's owner."""
        async with self._core.database.read() as connection:
            return await display_in(connection, chat_id)

    async def player(self, player_id: int) -> Player:
        """Return a player by their id."""
        async with self._core.database.read() as connection:
            return player_of(await people.player(connection, player_id))

    async def named(self, actor: Actor, platform: str, name: str, *, only_here: bool = False) -> Player:
        """Find a player by name or `@handle` among those that the actor knows, and the actor.

        The actor knows their opponents and the members of shared chats in which they have written. Players
        with an account on the platform are preferred to others, and members of the actor's chat to others.

        Args:
            platform: the platform where the name is typed.
            only_here: True to find only players with an account on the platform.

        Raises:
            NobodyNamed: no player matches.
            SeveralNamed: several players match equally well.
        """
        async with self._core.database.read() as connection:
            found = await _named(connection, actor, platform, name, only_here=only_here)
            found = found or await namesakes.marked(connection, actor.player, name)
        if not found:
            raise NobodyNamed(name)
        if len(found) > 1:
            raise SeveralNamed(name)
        return player_of(found[0])

    async def is_known(self, platform: str, key: str) -> bool:
        """Return True if an account is stored, and so belongs to a player."""
        async with self._core.database.read() as connection:
            return await people.account(connection, platform, key) is not None

    async def other_accounts(self, platform: str, key: str) -> frozenset[tuple[str, str]]:
        """Return the other accounts of an account's player, each as platform and key.

        Empty if the account is unknown or the player's only one.
        """
        async with self._core.database.read() as connection:
            player = await people.player_of_account(connection, platform, key)
            known = () if player is None else await people.accounts_of(connection, player.id)
        return frozenset((each.platform, each.key) for each in known) - {(platform, key)}

    async def know_each_other(self, player: int, other: int) -> bool:
        """Return True if two players have played each other or have both written in one shared chat."""
        async with self._core.database.read() as connection:
            return await contacts.know_each_other(connection, player, other)

    async def names_like(self, actor: Actor, platform: str, beginning: str) -> list[str]:
        """Return at most 10 names that begin with a text and each mean exactly one player the actor knows."""
        async with self._core.database.read() as connection:
            found: list[str] = []
            for player, name in await contacts.names_like(
                connection, platform, beginning, actor.player, _MOST_COMPLETIONS
            ):
                if name in found or len(found) == _MOST_COMPLETIONS:
                    continue
                meant = await _named(connection, actor, platform, name)
                found += [name] if [each.id for each in meant] == [player] else []
        return found

    async def friends(self, actor: Actor, platform: str, beginning: str = "") -> list[Player]:
        """Return players (at most 10) whom the actor knows and has not blocked, for a challenge.

        Args:
            beginning: the beginning of their names; if it is empty, the actor's last opponents come first.
        """
        async with self._core.database.read() as connection:
            blocked = await contacts.blocked_ids(connection, actor.player)
            found = {}
            if not beginning:
                last = await contacts.last_opponents(connection, actor.player, _MOST_COMPLETIONS)
                found = {row.id: player_of(row) for row in last}
            for player, name in await contacts.names_like(
                connection, platform, beginning, actor.player, _MOST_COMPLETIONS
            ):
                if player not in found:
                    known = player_of(await people.player(connection, player))
                    found[player] = replace(known, name=name)
        friends = [each for each in found.values() if each.id not in blocked]
        return friends[:_MOST_COMPLETIONS]

    async def block(self, actor: Actor, other: int) -> Player:
        """Block another player, whose challenges and offers then do not reach the actor; return that player.

        Open games, challenges and daily positions in the actor's private chats are redrawn.

        Args:
            other: the id of the player to block.

        Raises:
            Refusal: `other` is the actor, the computer player, or a forgotten player.
            PlayerMerged: `other` has been merged into another player since the id was looked up.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            blocked = await people.player(connection, other)
            if blocked.merged_into is not None:
                raise PlayerMerged
            is_person = blocked.computer_player is None and not blocked.forgotten
            if blocked.id == actor.player or not is_person:
                raise Refusal(
                    "cannot-block", name=None if blocked.computer_player is not None else blocked.name
                )
            await contacts.block(connection, actor.player, other, self._core.clock())
            await self._repaint_private(connection, actor.player)
        return player_of(blocked)

    async def current_id(self, player: int) -> int:
        """Return the present id of a player: that of the older player if they were merged into one."""
        async with self._core.database.read() as connection:
            while (row := (await people.players_of(connection, [player])).get(player)) and row.merged_into:
                player = row.merged_into
        return player

    async def unblock(self, actor: Actor, other: int) -> None:
        """Unblock another player, and redraw the open posts in the actor's private chats.

        Raises:
            Refusal: the actor has not blocked that player.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            blocked = await people.player(connection, other)
            if not await contacts.unblock(connection, actor.player, other):
                raise Refusal("not-blocked", name=blocked.name)
            await self._repaint_private(connection, actor.player)

    async def blocked_by(self, player: int) -> list[Player]:
        """Return the players (at most 100) that a player has blocked, the latest first."""
        async with self._core.database.read() as connection:
            return [player_of(each) for each in await contacts.blocked_by(connection, player)]

    async def set_name(self, actor: Actor, name: str | None, reserved: Collection[str] = ()) -> Player:
        """Set the name that the actor shows on all platforms; return the actor's player.

        If the name has changed, the player's unfinished games are redrawn in all chats that show them.

        Args:
            name: the sanitized name; None to use the first account's name again, marked if it looks like
                that of a player the actor knows.
            reserved: the names of the computer player and of forgotten players, in all languages.

        Raises:
            Refusal: the name looks like a reserved name, or like that of a player the actor knows.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            known = await people.player(connection, actor.player)
            if name:
                await namesakes.must_differ(connection, actor.player, name, reserved)
            shown = name or await people.name_of_first_account(connection, actor.player) or known.name
            folded = name.casefold() if name else None
            await people.set_options(connection, actor.player, name=shown, own_name=folded)
            changed = await people.player(connection, actor.player)
            if not name:
                changed = await namesakes.mark(connection, changed)
            if changed.name != known.name:
                for game in await game_lists.open_game_ids(connection, actor.player):
                    await outbox.redraw_game(connection, game)
        return player_of(changed)

    async def _repaint_private(self, connection: AsyncConnection, player: int) -> None:
        for chat in await people.private_chats(connection, player):
            await outbox.redraw(connection, chat)

    async def set_player_option(
        self, actor: Actor, option: str, value: str | bool | None, **others: str | None
    ) -> None:
        """Change a setting of the actor.

        If it changes how boards look and the actor acts in their private chat, the open posts in all their
        private chats are redrawn. If it changes when they are notified, their digest and reminders are
        rescheduled.

        Args:
            option: the setting's column.
            value: the new value; None to clear the setting.
            others: the new values of further columns, which change nothing that `option` does not change.

        Raises:
            Refusal: it turns digests on, but the actor has no private chat that can be written to.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            await people.set_options(connection, actor.player, **{option: value}, **others)
            if actor.chat is not None and PLAYER_SETTINGS[option].redraws:
                chat = await people.chat(connection, actor.chat)
                if chat.owner == actor.player:
                    await self._repaint_private(connection, actor.player)
            if PLAYER_SETTINGS[option].notifies:
                await reschedule(connection, actor.player, option, self._core.clock())

    async def may_set(self, actor: Actor, option: str, *, administers: bool) -> bool:
        """Return True if the actor may change a setting of the shared chat where they act.

        Administrators may change all settings, other players those with `players_may`, after a game of
        `ENOUGH_TURNS` turns there.

        Args:
            option: the setting's column.
            administers: True if the actor is an administrator of the chat.
        """
        if administers or actor.chat is None or not CHAT_SETTINGS[option].players_may:
            return administers
        async with self._core.database.read() as connection:
            return await game_lists.has_played_in(connection, actor.player, actor.chat, ENOUGH_TURNS)

    async def set_chat_option(
        self, actor: Actor, option: str, value: str | bool | None, *, administers: bool, **others: str | None
    ) -> None:
        """Change a setting of the shared chat where the actor acts.

        The chat's open posts are redrawn if the setting changes how they look. A new language also applies to
        those of the chat's threads where no person has chosen a language. A new time zone also applies to
        the threads that had the chat's old time zone.

        Args:
            option: the setting's column.
            administers: True if the actor is an administrator of the chat.
            others: the new values of further columns, which change nothing that `option` does not change.

        Raises:
            MayNotSet: the actor may not change the setting; see `may_set`.
            AlreadyDone: the same request was applied before.
        """
        if not await self.may_set(actor, option, administers=administers):
            raise MayNotSet(option, players_may=CHAT_SETTINGS[option].players_may)
        async with self._core.action(actor) as connection:
            if actor.chat is not None:
                chosen = {"language_chosen": True} if option == "language" else {}
                if option == "zone":
                    await _set_zone_of_threads(connection, actor.chat, value)
                await people.set_display(connection, actor.chat, **{option: value}, **others, **chosen)
                if chosen:
                    await self._set_language_of_threads(connection, actor.chat, str(value))
                if option == "daily":
                    await daily_positions.switch(connection, actor.chat, self._core.clock(), on=bool(value))
                if CHAT_SETTINGS[option].redraws:
                    await outbox.redraw(connection, actor.chat)
        if option == "daily" and value:
            for listener in self._core.daily_listeners:
                listener()

    async def _set_language_of_threads(
        self, connection: AsyncConnection, chat_id: int, language: str
    ) -> None:
        """Set the language of a chat's threads and redraw them, except where a person has chosen one."""
        whole = await people.chat(connection, chat_id)
        for place in await people.chats_with_parts(connection, whole.platform, [whole.key]):
            await _set_language(connection, place, language)


async def _named(
    connection: AsyncConnection, actor: Actor, platform: str, name: str, *, only_here: bool = False
) -> list[PlayerRow]:
    """Return the players that a name can mean, as described at `People.named`.

    If there are several and some of them are members of the actor's chat, only these members are returned.
    """
    found = await contacts.named(connection, platform, name, actor.player, only_here=only_here)
    if len(found) > 1 and actor.chat is not None:
        here = [each for each in found if await contacts.is_member(connection, actor.chat, each.id)]
        return here or found
    return found


async def _set_zone_of_threads(connection: AsyncConnection, chat_id: int, zone: str | bool | None) -> None:
    """Set a new time zone in those threads of a chat that have the chat's present time zone; redraw them."""
    whole = await people.chat(connection, chat_id)
    for place in await people.chats_with_parts(connection, whole.platform, [whole.key]):
        if place.id != whole.id and place.zone == whole.zone:
            await people.set_display(connection, place.id, zone=zone)
            await outbox.redraw(connection, place.id)


async def display_in(connection: AsyncConnection, chat_id: int) -> DisplayPreferences:
    """Return a chat's display preferences; in a private chat with the owner's settings and blocks."""
    chat, owner = await people.chat_and_owner(connection, chat_id)
    blocked = await contacts.blocked_ids(connection, owner.id) if owner is not None else frozenset[int]()
    return replace(_display_of(chat, owner), blocked=blocked)


async def _visitor(connection: AsyncConnection, player: PlayerRow, chat: ChatRow) -> Visitor:
    """Return a visitor with the chat's display preferences.

    The chat's owner is only read from the database if the chat is another player's private chat.
    """
    blocked = await contacts.blocked_ids(connection, player.id)
    if chat.owner in (None, player.id):
        owner, kept_out = (player, blocked) if chat.owner is not None else (None, frozenset[int]())
        display = replace(_display_of(chat, owner), blocked=kept_out)
    else:
        display = await display_in(connection, chat.id)
    return Visitor(player_of(player), chat_of(chat), display, blocked)


@dataclass(frozen=True, slots=True)
class _Met:
    """A platform's report about an account that wrote or was mentioned.

    Args:
        name: the display name.
        language: the client's language; empty if unknown.
        handle: the username in lower case, or None.
        seal: the hash of the account, as `People._seal` returns it; empty before it was computed.
    """

    platform: str
    key: str
    name: str
    language: str
    handle: str | None
    seal: str = ""

    def is_known(self, player: PlayerRow, account: AccountRow) -> bool:
        """Return True if nothing reported is new: the name, the handle and the language, where it counts.

        It counts if it is reported and the account is the player's first.
        """
        # Only the first account's client sets the player's language. Otherwise the clients of two linked
        # accounts would change it back and forth.
        says_none = not self.language or not account.is_first
        same_language = says_none or self.language == player.client_language
        return (account.shown_name, account.handle) == (self.name, self.handle) and same_language


async def _new_place(
    connection: AsyncConnection,
    where: tuple[str, str, str],
    owner: int | None,
    chat_language: str,
    language: str,
) -> ChatRow:
    """Add a chat, and return its row.

    Its language is the first that is known: `chat_language`, that of the chat that contains it (if it is a
    thread), `language`, `DEFAULT_LANGUAGE`. A thread takes over the time zone of the chat that contains it.

    Args:
        where: the chat's platform, key and kind.
        owner: the id of the player whose private chat it is; None for a shared chat.
        chat_language: the language that the platform reports for the chat; empty if none.
        language: the language of the client of the first person there; empty if unknown.
    """
    platform, chat, kind = where
    whole = await people.chat_at(connection, platform, people.container_key(chat))
    speaks = chat_language or (whole.language if whole else language) or DEFAULT_LANGUAGE
    place = await people.add_chat(connection, platform, chat, kind, owner, speaks)
    if whole is not None and whole.zone is not None:
        await people.set_display(connection, place.id, zone=whole.zone)
        place = await people.chat(connection, place.id)
    return place


async def _stranger(
    connection: AsyncConnection, met: _Met, chat: str, kind: str, chat_language: str
) -> Visitor:
    """Return a visitor who is not stored, and sees roughly what a new player would see in the chat."""
    player = Player(STRANGER, met.name, language=met.language or None)
    place = await people.chat_at(connection, met.platform, chat) if kind != "private" else None
    if place is not None:
        return Visitor(player, chat_of(place), await display_in(connection, place.id), frozenset())
    owner = STRANGER if kind == "private" else None
    language = chat_language or met.language or DEFAULT_LANGUAGE
    new = Chat(STRANGER, met.platform, chat, owner, language=language)
    theme, layout = usual("theme", met.platform), usual("layout", met.platform)
    display = DisplayPreferences(met.platform, language, theme, new.side, owner, layout=layout)
    return Visitor(player, new, display, frozenset())


async def _save_met(connection: AsyncConnection, met: _Met, now: datetime) -> PlayerRow:
    """Save a platform's report about an account; return its player, created if the account is new.

    If the account's data was deleted earlier, a new player gets back its ban and the blocks against it. Only
    the player's first account changes the language of the player's client and, unless the player chose a
    name, the name on boards. That name gets a mark if it looks like that of a player they know.
    """
    account = await people.account(connection, met.platform, met.key)
    if account is None:
        added = await people.add_player(connection, met.name, now, client_language=met.language or None)
        account = AccountRow(met.platform, met.key, added.id, "", None)
        await people.add_account(connection, account)
        await admission.restore_bans(connection, added.id, met.seal)
    known = await people.player(connection, account.player)
    # The player's name may be the account's name with a mark against namesakes. The mark is only computed
    # again if the account's name or handle changed.
    is_new = account.is_first and (account.shown_name, account.handle) != (met.name, met.handle)
    if is_new and known.own_name is None:
        await people.rename(connection, account.player, met.name)
    if account.is_first and met.language:
        await people.set_options(connection, account.player, client_language=met.language)
    noted = replace(account, name=met.name.casefold(), handle=met.handle, shown_name=met.name)
    await people.save_account(connection, noted)
    noted_player = await people.player(connection, account.player)
    return await namesakes.mark(connection, noted_player) if is_new else noted_player


async def _add_member(connection: AsyncConnection, place: ChatRow, player: PlayerRow) -> PlayerRow:
    """Make a player a member of a shared chat, if they are not; return the player's row.

    The name of a new member gets a mark if it looks like that of a player they know.
    """
    is_new = await contacts.add_member(connection, place.id, player.id)
    return await namesakes.mark(connection, player) if is_new else player


async def _notify_on(connection: AsyncConnection, player: PlayerRow, platform: str) -> PlayerRow:
    """Notify a player in their private chat on a platform instead of those elsewhere; return the player.

    Their notifications do not move if they have no chat there that can be written to.

    The platform is stored as the one where the player acted last.
    """
    if player.last_platform != platform:
        await people.set_options(connection, player.id, last_platform=platform)
    home = await people.private_chat(connection, platform, player.id)
    if home is not None:
        await notify_in_private_chat(connection, player.id, home)
    return replace(player, last_platform=platform)


def _is_current(place: ChatRow, language: str) -> bool:
    """Return True if a chat is not marked as lost, and a reported language changes nothing.

    It changes nothing if it is empty or the chat's present one, or if a person has chosen the chat's
    language.
    """
    return not place.gone and (not language or place.language_chosen or place.language == language)


async def _updated(connection: AsyncConnection, place: ChatRow, language: str) -> ChatRow:
    """Mark a chat as reachable and set its language as `_set_language` does; return the updated row.

    If the chat was lost (not writable), boards elsewhere that say so about a player are redrawn.
    """
    if place.gone:
        await people.set_display(connection, place.id, gone=False)
        await outbox.redraw_elsewhere(connection, place.id)
    await _set_language(connection, place, language)
    return await people.chat(connection, place.id)


async def _set_language(connection: AsyncConnection, place: ChatRow, language: str) -> None:
    """Set a chat's language and redraw the chat.

    Do nothing if `language` is empty or the present one, or if a person has chosen the chat's language.
    """
    if language and not place.language_chosen and place.language != language:
        await people.set_display(connection, place.id, language=language)
        await outbox.redraw(connection, place.id)
