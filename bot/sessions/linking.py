"""Linking: two accounts of one person become one player, after both sides have said so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions import admission, namesakes
from bot.sessions.attempts import Attempts
from bot.sessions.core import SessionCore
from bot.sessions.dice import short_id
from bot.sessions.errors import Refusal
from bot.sessions.holidays import Holidays
from bot.sessions.mapping import player_of
from bot.sessions.notification_times import DIGEST, ZONE, change_times
from bot.sessions.people import DisplayPreferences, display_in
from bot.sessions.signing import TOKEN_LENGTH
from bot.sessions.values import Actor, Player
from storage import clocks, game_lists, games, links, merging, notifications, outbox, people
from storage.rows import LinkRow

CODE_LASTS = timedelta(minutes=10)
CODES_A_DAY = 3
_DAY = timedelta(days=1)
QUESTION_LASTS = timedelta(hours=1)
"""So long both have, together, to say yes."""
UNDO_LASTS = timedelta(days=7)
MOST_NAMED = 3
"""So many opponents are named of those against whom somebody plays."""
_SIGNS = "abcdefghijklmnopqrstuvwxyz234567"


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """An account as a person is told of it.

    Args:
        platform: its platform.
        name: what it is called there.
        handle: its username there, or nothing.
    """

    platform: str
    name: str
    handle: str | None = None


@dataclass(frozen=True, slots=True)
class LinkSide:
    """One of two players who are to become one.

    Args:
        player: the player's id.
        accounts: all accounts of his, the one that asks first.
        games: how many games he is playing.
        opponents: against whom, some of them; nothing stands for the computer player.
    """

    player: int
    accounts: tuple[LinkedAccount, ...]
    games: int
    opponents: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class LinkView:
    """Two players who are to become one, or became one of late.

    Args:
        id: the link's id, which names no other.
        state: `typed`, `confirmed` by who typed the code, `linked`, `refused` or `undone`.
        version: raised with every change.
        asker: who made the code.
        typist: who typed it.
        is_open: True if the question can still be answered.
        until: until when the link can be undone, where there is one.
        name: what the one player is called, where there is one.
    """

    id: str
    state: str
    version: int
    asker: LinkSide
    typist: LinkSide
    is_open: bool
    until: datetime | None = None
    name: str = ""


class Linking:
    """Where two players become one.

    Args:
        core: the database and the time.
        holidays: when the time of players stands still.
    """

    def __init__(self, core: SessionCore, holidays: Holidays) -> None:
        self._core = core
        self._holidays = holidays
        self._attempts = Attempts(core, "link", "no-such-link-code")

    async def new_code(self, actor: Actor) -> str:
        """Return a new code for a player who asks in his private chat; those that he had are void.

        Raises:
            Refusal: it is not asked for in his private chat.
            Refusal: he has had three within a day.
            Refusal: those who run the bot keep him from challenges.
            Refusal: nothing new is begun, before an upgrade.
        """
        signer, now = await self._core.signer(), self._core.clock()
        chance = self._core.chance
        code = "".join(_SIGNS[chance.below(len(_SIGNS))] for _ in range(TOKEN_LENGTH))
        async with self._core.action(actor) as connection:
            chat = await self._private(connection, actor)
            await admission.must_be_admitted(connection, now, actor.player)
            told = await links.codes_since(connection, actor.player, now - _DAY)
            if len(told) >= CODES_A_DAY:
                raise Refusal("too-many-link-codes", wait=told[-CODES_A_DAY] + _DAY - now)
            await links.void_codes(connection, actor.player)
            await links.add_code(connection, signer.sign("link", code), actor.player, chat, now)
        return code

    async def void(self, code: str) -> None:
        """Let a code that others may have read be of no use any more, if there is such a code."""
        signed = (await self._core.signer()).sign("link", tidied(code))
        async with self._core.database.write() as connection:
            await links.use_code(connection, signed, self._core.clock() - CODE_LASTS)

    async def type_code(self, actor: Actor, code: str) -> LinkView:
        """Use a code that another account was told; return who that is, and what would be linked.

        Nothing is linked before both have confirmed it.

        Raises:
            Refusal: it is not typed in the person's private chat.
            Refusal: nobody was told it, or it was used, or is too old.
            Refusal: the person has typed too many such codes of late.
            Refusal: it is the person's own. It is still to be used.
            Refusal: as `_must_be_linkable`.
        """
        async with self._attempts.counting_misses(actor), self._core.action(actor) as connection:
            await self._attempts.check(connection, actor)
            signed, now = (await self._core.signer()).sign("link", tidied(code)), self._core.clock()
            chat = await self._private(connection, actor)
            if await links.owner_of_code(connection, signed) == actor.player:
                raise Refusal("own-link-code")
            used = await links.use_code(connection, signed, now - CODE_LASTS)
            if used is None:
                raise Refusal("no-such-link-code")
            asker, asker_chat = used
            link = short_id(self._core.chance, 12)
            row = LinkRow(link, "typed", 1, asker, asker_chat, actor.player, chat, now)
            await self._must_be_linkable(connection, row, actor.player)
            await links.add(connection, row)
            return await self._view(connection, row)

    async def confirm(self, actor: Actor, link_id: str) -> LinkView:
        """Say yes: first who typed the code, whereupon the other is asked; then that other, and they are one.

        Raises:
            Refusal: that is not asked, or not any more.
            Refusal: as `_must_be_linkable`.
        """
        async with self._core.action(actor) as connection:
            row = await self._asked(connection, actor, link_id)
            await self._must_be_linkable(connection, row, actor.player)
            if row.state == "typed":
                row = await self._save(connection, replace(row, state="confirmed"))
                post = await outbox.show_in(connection, "link", row.id, row.asker_chat, row.version)
                cause = f"link:{row.id}:{row.version}"
                now = self._core.clock()
                await notifications.notify(connection, row.asker, cause, post, row.version, now)
            else:
                row = await self._link(connection, row)
            view = await self._view(connection, row)
        if row.state == "linked":
            tell_listeners(self._core)
        return view

    async def refuse(self, actor: Actor, link_id: str) -> LinkView:
        """Say no, which ends it for both.

        Raises:
            Refusal: that is not asked, or not any more.
        """
        async with self._core.action(actor) as connection:
            row = await self._asked(connection, actor, link_id)
            row = await self._save(connection, replace(row, state="refused"))
            if actor.player == row.asker:
                await outbox.show_in(connection, "link", row.id, row.typist_chat, row.version)
            return await self._view(connection, row)

    async def view(
        self, link_id: str, chat: int
    ) -> tuple[LinkView, DisplayPreferences, Player, str | None] | None:
        """Return a link as a private chat is to show it, and the reader with the key of his account there.

        Nothing is returned where it is not noted any more.
        """
        async with self._core.database.read() as connection:
            row = await links.find(connection, link_id)
            _, owner = await people.chat_and_owner(connection, chat)
            if row is None or owner is None:
                return None
            display, reader = await display_in(connection, chat), player_of(owner)
            found = await people.account_keys(connection, display.platform, {reader.id})
            return await self._view(connection, row), display, reader, found.get(reader.id)

    async def _private(self, connection: AsyncConnection, actor: Actor) -> int:
        """Return the private chat in which somebody acts."""
        chat = None if actor.chat is None else await people.chat(connection, actor.chat)
        if chat is None or chat.owner != actor.player:
            raise Refusal("no-private-chat")
        return chat.id

    async def _asked(self, connection: AsyncConnection, actor: Actor, link_id: str) -> LinkRow:
        """Return a link about which a person is asked now."""
        row = await links.find(connection, link_id)
        if row is None or self._core.clock() >= row.made + QUESTION_LASTS:
            raise Refusal("no-such-link")
        if (row.state, actor.player) not in (("typed", row.typist), ("confirmed", row.asker)):
            raise Refusal("no-such-link")
        return row

    async def _must_be_linkable(self, connection: AsyncConnection, row: LinkRow, player: int) -> None:
        """Check that two players may become one.

        Raises:
            Refusal: both have an account on one platform.
            Refusal: they have played each other, or one has challenged the other.
            Refusal: as `bot.sessions.admission.must_be_admitted`.
        """
        other = row.asker if player == row.typist else row.typist
        mine, theirs = [await people.accounts_of(connection, each) for each in (player, other)]
        if not (mine and theirs):
            raise Refusal("no-such-link")
        for account in theirs:
            if account.platform in {each.platform for each in mine}:
                raise Refusal("same-platform", platform=account.platform)
        await admission.must_be_admitted(connection, self._core.clock(), player, other)
        if await merging.have_met(connection, player, other):
            raise Refusal("have-played", name=(await people.player(connection, other)).name)

    async def _link(self, connection: AsyncConnection, row: LinkRow) -> LinkRow:
        """Make one player of two: of the one who is known for longer."""
        both = (await people.players_of(connection, (row.asker, row.typist))).values()
        older, younger = (each.id for each in sorted(both, key=lambda each: (each.since, each.id)))
        await end_asked(connection, older, younger, but=row.id)
        stops = {each: await self._holidays.clock_stops(connection, each) for each in (older, younger)}
        games_of = {each: await game_lists.open_game_ids(connection, each) for each in (older, younger)}
        await merging.merge(connection, row.id, older, younger)
        await namesakes.mark(connection, await people.player(connection, older))
        after = await self._holidays.clock_stops(connection, older)
        for one, other in ((older, younger), (younger, older)):
            await self._holidays.stop_clocks(connection, older, stops[one], after, but=games_of[other])
        await clocks.cancel_alarm(connection, DIGEST, str(younger))
        await change_times(connection, older, ZONE, self._core.clock())
        await show_games_anew(connection, older)
        row = await self._save(
            connection, replace(row, state="linked", older=older, linked=self._core.clock())
        )
        await show_link(connection, row, older)
        return row

    async def _save(self, connection: AsyncConnection, row: LinkRow) -> LinkRow:
        """Save a link as its next version, which all chats are to show that show it."""
        saved = replace(row, version=row.version + 1)
        if not await links.save(connection, saved, row.version):
            raise Refusal("no-such-link")
        await outbox.enqueue(connection, "link", row.id, saved.version)
        return saved

    async def _view(self, connection: AsyncConnection, row: LinkRow) -> LinkView:
        """Return a link as its people are told of it."""
        asker = await self._side(connection, row.asker, row.asker_chat)
        typist = await self._side(connection, row.typist, row.typist_chat)
        is_open = row.state in ("typed", "confirmed") and self._core.clock() < row.made + QUESTION_LASTS
        name = ""
        if row.older is not None:
            name = (await people.player(connection, await people.current(connection, row.older))).name
        until = None if row.linked is None else row.linked + UNDO_LASTS
        return LinkView(row.id, row.state, row.version, asker, typist, is_open, until, name)

    async def _side(self, connection: AsyncConnection, player: int, chat: int) -> LinkSide:
        """Return one of the two, with the account on the platform of his private chat first.

        Where he is another by now, the accounts are that one's.
        """
        platform = (await people.chat(connection, chat)).platform
        known = await people.accounts_of(connection, await people.current(connection, player))
        first = sorted(known, key=lambda each: each.platform != platform)
        count, against = await links.opponents(connection, player, MOST_NAMED)
        named = await people.players_of(connection, against)
        return LinkSide(
            player,
            tuple(LinkedAccount(each.platform, each.shown_name or each.name, each.handle) for each in first),
            count,
            tuple(None if named[each].computer_player else named[each].name for each in against),
        )


def tidied(code: str) -> str:
    """Return a code as it was told, however it was typed."""
    return "".join(code.split()).replace("-", "").lower()


async def show_games_anew(connection: AsyncConnection, player: int) -> None:
    """Let all chats show anew the games that a player is playing, as another version, and his private chats.

    Whoever has one of these games at hand finds by the version that it is not what it was.
    """
    for game_id in await game_lists.open_game_ids(connection, player):
        await outbox.enqueue(connection, "game", game_id, await games.show_anew(connection, game_id))
    for chat in await people.private_chats(connection, player):
        await outbox.repaint(connection, chat)


async def end_asked(connection: AsyncConnection, *players: int, but: str = "") -> None:
    """End whatever else two are asked, and void the codes they were told: they are others than they were.

    Whoever has said yes did so to the accounts that he was told, and whoever is asked whether he is sure was
    told what he had then.
    """
    for row in await links.asked_of(connection, players):
        if row.id != but:
            refused = replace(row, state="refused", version=row.version + 1)
            await links.save(connection, refused, row.version)
            await outbox.enqueue(connection, "link", row.id, refused.version)
    for player in players:
        await links.void_codes(connection, player)
    await links.forget_questions(connection, players)


async def show_link(connection: AsyncConnection, row: LinkRow, *player_ids: int) -> None:
    """Let every private chat of some players tell of a link, in a new message."""
    for player in player_ids:
        for home in await people.private_homes(connection, player):
            await outbox.show_in(connection, "link", row.id, home.id, row.version)


def tell_listeners(core: SessionCore) -> None:
    """Tell whoever shows accounts that they are of other players than they were."""
    for listener in core.accounts_listeners:
        listener()
