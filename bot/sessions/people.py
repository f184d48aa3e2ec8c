"""People: players, their chats, and how they want things shown."""

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
from bot.sessions.notification_times import change_times
from bot.sessions.outbox.relocation import notify_in_private_chat
from bot.sessions.settings import CHAT_SETTINGS, DEFAULT_LANGUAGE, FIRST_THEME, OWN_COLOUR, PLAYER_SETTINGS
from bot.sessions.values import STRANGER, Actor, Chat, Player
from storage import admission, contacts, game_lists, outbox, people
from storage.rows import AccountRow, ChatRow, PlayerRow

ENOUGH_TURNS = 10
"""So far a game between people must have come for its players to set the chat's looks."""
_MOST_LIKE = 10
"""So many names at most are offered to who types the beginning of one."""
FULL, COMPACT = "full", "compact"
"""The layouts of a board."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """How a chat wants to be shown things.

    Args:
        platform: the chat's platform.
        language: the language of what is said there.
        theme: the theme of the board.
        side: who sits below: `w`, `b`, or `own`, the reader's own colour.
        reader: whose private chat it is, if it is one.
        counts_for: the player from whose own side points are counted, if they are.
        blocked: the players whom the reader has blocked, whose offers and challenges are not shown.
        zone: the name of the time zone in which it is told when something is, if one was set.
        layout: the layout of the board: `full`, or `compact`, with digits for where it is shown small.
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

    @property
    def look(self) -> str:
        """What the theme and the layout are called together, as in `look_of`."""
        if self.layout == FULL:
            return self.theme
        return COMPACT if self.theme == FIRST_THEME else f"{COMPACT}-{self.theme}"

    def with_look(self, look: str | None) -> DisplayPreferences:
        """Return the same with another look, as in `look_of`; itself, if none is given."""
        if not look:
            return self
        theme, layout = look_of(look)
        return replace(self, theme=theme, layout=layout)

    def below(self, game: LoadedGame) -> str:
        """Who sits below in a game: `w` or `b`."""
        if self.side != OWN_COLOUR:
            return self.side
        side = game.side_of(self.reader) if self.reader is not None else None
        return side.value if side else "w"

    @property
    def seat(self) -> str:
        """Who sits below where no game is meant: `w` or `b`."""
        return "w" if self.side == OWN_COLOUR else self.side


def look_of(look: str) -> tuple[str, str]:
    """Return theme and layout of a look: `dark` is full, `compact-dark` compact, `compact` so in wood."""
    name, _, theme = look.partition("-")
    return (theme or FIRST_THEME, COMPACT) if name == COMPACT else (look, FULL)


def _display_of(chat: ChatRow, owner: PlayerRow | None) -> DisplayPreferences:
    """Return a chat's display preferences: its own, in a private chat those of its owner."""
    if owner is None:
        theme, layout = look_of(chat.theme)
        return DisplayPreferences(
            chat.platform, chat.language, theme, chat.side, None, zone=chat.zone, layout=layout
        )
    player = player_of(owner)
    theme, layout = look_of(player.theme or chat.theme)
    return DisplayPreferences(
        chat.platform,
        player.language or chat.language,
        theme,
        player.side or chat.side,
        player.id,
        player.counts_for,
        zone=player.zone,
        layout=layout,
    )


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who spoke where, and how what is shown and answered there is to look.

    Args:
        player: who spoke.
        chat: where.
        display: how that chat wants to be shown things.
        blocked: the players whom the one who spoke has blocked.
    """

    player: Player
    chat: Chat
    display: DisplayPreferences
    blocked: frozenset[int]


class People:
    """Players and chats, as far as they are known."""

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
        """Return who spoke and where, both made where new, with all that an answer there depends on.

        Nobody is made who only looks: what is open still of somebody who was forgotten would make him known
        again.

        A chat speaks the language that it says it speaks, or else that of the chat that it is a part of, or
        else that of the first person heard there, until someone chooses another.

        Args:
            platform: the platform's name.
            key: the account's key.
            name: the name that the person shows now.
            chat: the chat's key.
            kind: `private` or `shared`.
            language: the language that the person's client asks for; empty, if it asks for none.
            handle: what the person is called by with an `@`, where there is such a thing.
            chat_language: the language that the chat says it speaks, if it does.
            acts: True if the person does something there, so that he is called on this platform from now on.
            only_looks: True if the person does nothing, so that who is not known stays so.
        """
        met = _Met(platform, key, name, language, handle.casefold() or None)
        async with self._core.database.read() as connection:
            known = await people.acquaintance(connection, platform, key, chat)
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
        # Something is new. It is read again where it is written: another process may have been faster.
        met = replace(met, seal=await self._seal(platform, key))
        async with self._core.database.write() as connection:
            spoke = known.player.speaks if known is not None else None
            if only_looks and await people.account(connection, platform, key) is None:  # forgotten meanwhile
                return await _stranger(connection, met, chat, kind, chat_language)
            player = await _take_note(connection, met, self._core.clock())
            place = await people.chat_at(connection, platform, chat)
            is_reached_anew = place is None or place.gone
            if place is None:
                owner = player.id if kind == "private" else None
                place = await _new_place(connection, (platform, chat, kind), owner, chat_language, language)
            elif not _is_current(place, chat_language):
                place = await _brought_up(connection, place, chat_language)
            if kind != "private":
                player = await _enter(connection, place, player)
            elif spoke not in (None, player.speaks):
                await outbox.repaint(connection, place.id)
            if acts and (is_reached_anew or player.last_platform != platform):
                player = await _called_on(connection, player, platform)
            visitor = await _visitor(connection, player, place)
        self._core.changed()
        return visitor

    async def introduce(self, platform: str, key: str, name: str, *, handle: str = "") -> Player:
        """Return the player behind an account that was mentioned, though perhaps never heard."""
        met = _Met(platform, key, name, "", handle.casefold() or None, await self._seal(platform, key))
        async with self._core.database.write() as connection:
            known = await people.player_of_account(connection, platform, key)
            if known is not None:
                return player_of(known)
            return player_of(await _take_note(connection, met, self._core.clock()))

    async def _seal(self, platform: str, key: str) -> str:
        """Return by what an account is known that was forgotten; to be asked before a transaction begins."""
        return (await self._core.signer()).sign("account", platform, key)

    async def behind(self, platform: str, key: str) -> Player | None:
        """Return the player behind an account, if it was ever heard or mentioned."""
        async with self._core.database.read() as connection:
            known = await people.player_of_account(connection, platform, key)
        return None if known is None else player_of(known)

    async def speak_in(self, platform: str, chat: str, language: str) -> None:
        """Let a shared chat, which may be new, and its parts speak a language unless others were chosen."""
        async with self._core.database.read() as connection:
            places = await people.chats_with_parts(connection, platform, [chat])
            if places and all(_is_current(place, language) for place in places):
                return
        async with self._core.database.write() as connection:
            if await people.chat_at(connection, platform, chat) is None:
                await people.add_chat(connection, platform, chat, "shared", None, language)
            for place in await people.chats_with_parts(connection, platform, [chat]):
                if not _is_current(place, language):
                    await _brought_up(connection, place, language)
        self._core.changed()

    async def spoken_in(self, platform: str, chat: str) -> str | None:
        """Return the language that a chat speaks; nothing, if nothing was ever heard there."""
        async with self._core.database.read() as connection:
            place = await people.chat_at(connection, platform, chat)
        return None if place is None else place.language

    async def show_again(self, platform: str, keys: Sequence[str]) -> None:
        """Show anew what some chats show: what may be sent there, or whether anything, has changed.

        Args:
            platform: the platform's name.
            keys: the chats' keys; what is a part of one of them is shown anew too.
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
                await _brought_up(connection, place, "")
                await outbox.repaint(connection, place.id)
        self._core.changed()

    async def display(self, chat_id: int) -> DisplayPreferences:
        """Return how a chat wants to be shown things."""
        async with self._core.database.read() as connection:
            return await display_in(connection, chat_id)

    async def player(self, player_id: int) -> Player:
        """Return a player."""
        async with self._core.database.read() as connection:
            return player_of(await people.player(connection, player_id))

    async def named(self, actor: Actor, platform: str, name: str, *, only_here: bool = False) -> Player:
        """Return the one player, of those known to the one who asks, who is called by a name.

        One knows whom one has played, and who was heard in a shared chat in which one was heard too. Who is
        on the platform goes before who is not, who is left out where only those are meant who are there.

        Raises:
            NobodyNamed: there is none.
            SeveralNamed: there are several, here as well as elsewhere.
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
        """True if somebody is known by an account."""
        async with self._core.database.read() as connection:
            return await people.account(connection, platform, key) is not None

    async def other_accounts(self, platform: str, key: str) -> frozenset[tuple[str, str]]:
        """Return the other accounts of the player behind an account, each as its platform and its key."""
        async with self._core.database.read() as connection:
            player = await people.player_of_account(connection, platform, key)
            known = () if player is None else await people.accounts_of(connection, player.id)
        return frozenset((each.platform, each.key) for each in known) - {(platform, key)}

    async def know_each_other(self, player: int, other: int) -> bool:
        """True if two players have played each other or were heard in the same shared chat."""
        async with self._core.database.read() as connection:
            return await contacts.know_each_other(connection, player, other)

    async def names_like(self, actor: Actor, platform: str, beginning: str) -> list[str]:
        """Return names (at most 10) of those known to the one who asks that begin so, and mean one alone."""
        async with self._core.database.read() as connection:
            found: list[str] = []
            for player, name in await contacts.names_like(
                connection, platform, beginning, actor.player, _MOST_LIKE
            ):
                if name in found or len(found) == _MOST_LIKE:
                    continue
                meant = await _named(connection, actor, platform, name)
                found += [name] if [each.id for each in meant] == [player] else []
        return found

    async def block(self, actor: Actor, other: int) -> Player:
        """Keep another's challenges and offers from a player; return that other.

        Raises:
            Refusal: it is the player himself, the program, or somebody who was forgotten.
            PlayerMerged: the other is somebody else since he was found.
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

    async def now(self, player: int) -> int:
        """Return who a player is now: another, if he was linked with one who is known for longer."""
        async with self._core.database.read() as connection:
            while (row := (await people.players_of(connection, [player])).get(player)) and row.merged_into:
                player = row.merged_into
        return player

    async def unblock(self, actor: Actor, other: int) -> None:
        """Let another's challenges and offers reach a player again.

        Raises:
            Refusal: they do reach him.
        """
        async with self._core.action(actor) as connection:
            blocked = await people.player(connection, other)
            if not await contacts.unblock(connection, actor.player, other):
                raise Refusal("not-blocked", name=blocked.name)
            await self._repaint_private(connection, actor.player)

    async def blocked_by(self, player: int) -> list[Player]:
        """Return those whom a player has blocked (at most 100), the last first."""
        async with self._core.database.read() as connection:
            return [player_of(each) for each in await contacts.blocked_by(connection, player)]

    async def set_name(self, actor: Actor, name: str | None, reserved: Collection[str] = ()) -> Player:
        """Set the name by which a player is called everywhere; None to be called as the first account is.

        Args:
            name: the name, sanitized.
            reserved: what the computer player and former players are called.

        Raises:
            Refusal: the name looks like one of those, or like another player's in a chat they share.
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
                    await outbox.repaint_game(connection, game)
        return player_of(changed)

    async def _repaint_private(self, connection: AsyncConnection, player: int) -> None:
        for chat in await people.private_chats(connection, player):
            await outbox.repaint(connection, chat)

    async def set_player_option(self, actor: Actor, option: str, value: str | bool | None) -> None:
        """Change an option (a column) of the player who asks; it shows at once in his private chats.

        Raises:
            Refusal: it is the time of his digest, and no private chat with him can be written to.
        """
        async with self._core.action(actor) as connection:
            await people.set_options(connection, actor.player, **{option: value})
            if actor.chat is not None and PLAYER_SETTINGS[option].redraws:
                chat = await people.chat(connection, actor.chat)
                if chat.owner == actor.player:
                    await self._repaint_private(connection, actor.player)
            if PLAYER_SETTINGS[option].notifies:
                await change_times(connection, actor.player, option, self._core.clock())

    async def may_set(self, actor: Actor, option: str, *, administers: bool) -> bool:
        """True if a person may change an option of the shared chat where it is asked for.

        Args:
            actor: who asks, and where.
            administers: True if the person administers the chat.
        """
        if administers or actor.chat is None or not CHAT_SETTINGS[option].players_may:
            return administers
        async with self._core.database.read() as connection:
            return await game_lists.has_played_in(connection, actor.player, actor.chat, ENOUGH_TURNS)

    async def set_chat_option(
        self, actor: Actor, option: str, value: str | bool | None, *, administers: bool
    ) -> None:
        """Change the display preferences of the shared chat where that is asked for, and of its boards.

        Raises:
            MayNotSet: the person may not.
        """
        if not await self.may_set(actor, option, administers=administers):
            raise MayNotSet(option, players_may=CHAT_SETTINGS[option].players_may)
        async with self._core.action(actor) as connection:
            if actor.chat is not None:
                chosen = {"language_chosen": True} if option == "language" else {}
                if option == "zone":
                    await _take_zone_in_parts(connection, actor.chat, value)
                await people.set_display(connection, actor.chat, **{option: value}, **chosen)
                if chosen:
                    await self._speak_in_parts(connection, actor.chat, str(value))
                if option == "daily":
                    await daily_positions.switch(connection, actor.chat, self._core.clock(), on=bool(value))
                if CHAT_SETTINGS[option].redraws:
                    await outbox.repaint(connection, actor.chat)
        if option == "daily" and value:
            for listener in self._core.daily_listeners:
                listener()

    async def _speak_in_parts(self, connection: AsyncConnection, chat_id: int, language: str) -> None:
        """Let the parts of a chat speak its language, where none was chosen for them."""
        whole = await people.chat(connection, chat_id)
        for place in await people.chats_with_parts(connection, whole.platform, [whole.key]):
            await _speaking(connection, place, language)


async def _named(
    connection: AsyncConnection, actor: Actor, platform: str, name: str, *, only_here: bool = False
) -> list[PlayerRow]:
    """Return the players whom a name can mean: of several those who were heard where it is typed, if any."""
    found = await contacts.named(connection, platform, name, actor.player, only_here=only_here)
    if len(found) > 1 and actor.chat is not None:
        here = [each for each in found if await contacts.is_member(connection, actor.chat, each.id)]
        return here or found
    return found


async def _take_zone_in_parts(connection: AsyncConnection, chat_id: int, zone: str | bool | None) -> None:
    """Give the time zone that a chat is about to have to its parts that have the one it had until now."""
    whole = await people.chat(connection, chat_id)
    for place in await people.chats_with_parts(connection, whole.platform, [whole.key]):
        if place.id != whole.id and place.zone == whole.zone:
            await people.set_display(connection, place.id, zone=zone)
            await outbox.repaint(connection, place.id)


async def display_in(connection: AsyncConnection, chat_id: int) -> DisplayPreferences:
    """Return how a chat wants to be shown things, as a transaction sees it."""
    chat, owner = await people.chat_and_owner(connection, chat_id)
    blocked = await contacts.blocked_ids(connection, owner.id) if owner is not None else frozenset[int]()
    return replace(_display_of(chat, owner), blocked=blocked)


async def _visitor(connection: AsyncConnection, player: PlayerRow, chat: ChatRow) -> Visitor:
    """Return who spoke where, with the chat's display preferences; usually the chat's owner is who spoke."""
    blocked = await contacts.blocked_ids(connection, player.id)
    if chat.owner in (None, player.id):
        owner, kept_out = (player, blocked) if chat.owner is not None else (None, frozenset[int]())
        display = replace(_display_of(chat, owner), blocked=kept_out)
    else:
        display = await display_in(connection, chat.id)
    return Visitor(player_of(player), chat_of(chat), display, blocked)


@dataclass(frozen=True, slots=True)
class _Met:
    """What is known of an account that was heard, or mentioned."""

    platform: str
    key: str
    name: str
    language: str
    handle: str | None
    seal: str = ""

    def is_known(self, player: PlayerRow, account: AccountRow) -> bool:
        """True if nothing of it is new."""
        # A person speaks as his first account's client does: else the clients of two would take turns.
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
    """Add a chat (its platform, key, kind). Of what it is a part of it has language and time zone."""
    platform, chat, kind = where
    whole = await people.chat_at(connection, platform, people.whole_of(chat))
    speaks = chat_language or (whole.language if whole else language) or DEFAULT_LANGUAGE
    place = await people.add_chat(connection, platform, chat, kind, owner, speaks)
    if whole is not None and whole.zone is not None:
        await people.set_display(connection, place.id, zone=whole.zone)
        place = await people.chat(connection, place.id)
    return place


async def _stranger(
    connection: AsyncConnection, met: _Met, chat: str, kind: str, chat_language: str
) -> Visitor:
    """Return who looks and is not known: he sees what a new player would, and nothing is stored of him."""
    player = Player(STRANGER, met.name, language=met.language or None)
    place = await people.chat_at(connection, met.platform, chat) if kind != "private" else None
    if place is not None:
        return Visitor(player, chat_of(place), await display_in(connection, place.id), frozenset())
    owner = STRANGER if kind == "private" else None
    language = chat_language or met.language or DEFAULT_LANGUAGE
    new = Chat(STRANGER, met.platform, chat, owner, language=language)
    display = DisplayPreferences(met.platform, language, new.theme, new.side, owner)
    return Visitor(player, new, display, frozenset())


async def _take_note(connection: AsyncConnection, met: _Met, now: datetime) -> PlayerRow:
    """Return the player behind an account, made where new, after taking over what is new of it."""
    account = await people.account(connection, met.platform, met.key)
    if account is None:
        added = await people.add_player(connection, met.name, now, client_language=met.language or None)
        account = AccountRow(met.platform, met.key, added.id, "", None)
        await people.add_account(connection, account)
        await admission.restore_bans(connection, added.id, met.seal)
    known = await people.player(connection, account.player)
    # A name that the account has had before may carry a mark, which stays.
    is_new = account.is_first and (account.shown_name, account.handle) != (met.name, met.handle)
    if is_new and known.own_name is None:
        await people.rename(connection, account.player, met.name)
    if account.is_first and met.language:
        await people.set_options(connection, account.player, client_language=met.language)
    noted = replace(account, name=met.name.casefold(), handle=met.handle, shown_name=met.name)
    await people.save_account(connection, noted)
    noted_player = await people.player(connection, account.player)
    return await namesakes.mark(connection, noted_player) if is_new else noted_player


async def _enter(connection: AsyncConnection, place: ChatRow, player: PlayerRow) -> PlayerRow:
    """Note that a player was heard in a shared chat; return the player, marked if the name needs it there."""
    is_new = await contacts.add_member(connection, place.id, player.id)
    return await namesakes.mark(connection, player) if is_new else player


async def _called_on(connection: AsyncConnection, player: PlayerRow, platform: str) -> PlayerRow:
    """Return a player who is called on a platform from now on: in his private chat there, if he has one."""
    if player.last_platform != platform:
        await people.set_options(connection, player.id, last_platform=platform)
    home = await people.private_chat(connection, platform, player.id)
    if home is not None:
        await notify_in_private_chat(connection, player.id, home)
    return replace(player, last_platform=platform)


def _is_current(place: ChatRow, language: str) -> bool:
    """Return True if a chat can be written to, and what is stored of its language is what its client says."""
    return not place.gone and (not language or place.language_chosen or place.language == language)


async def _brought_up(connection: AsyncConnection, place: ChatRow, language: str) -> ChatRow:
    """Return a chat that can be written to again, and that speaks a language unless another was chosen.

    Those who were told that somebody could not be reached there see that this is over.
    """
    if place.gone:
        await people.set_display(connection, place.id, gone=False)
        await outbox.repaint_elsewhere(connection, place.id)
    await _speaking(connection, place, language)
    return await people.chat(connection, place.id)


async def _speaking(connection: AsyncConnection, place: ChatRow, language: str) -> None:
    """Let a chat speak a language, if one is given and no other was chosen."""
    if language and not place.language_chosen and place.language != language:
        await people.set_display(connection, place.id, language=language)
        await outbox.repaint(connection, place.id)
