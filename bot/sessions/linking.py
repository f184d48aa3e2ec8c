"""Linking: merging two players of one person into one player, after the person has confirmed it with both."""

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
from bot.sessions.notification_times import DIGEST, ZONE, reschedule
from bot.sessions.people import DisplayPreferences, display_in
from bot.sessions.signing import TOKEN_LENGTH
from bot.sessions.values import Actor, Player
from storage import clocks, game_lists, games, links, merging, notifications, outbox, people
from storage.rows import LinkRow

CODE_LIFETIME = timedelta(minutes=10)
"""How long after it was issued a code for linking two accounts can be typed."""
CODES_A_DAY = 3
"""The most codes for linking accounts that a player gets within 24 hours."""
_DAY = timedelta(days=1)
CONFIRM_WITHIN = timedelta(hours=1)
"""How long after the code was typed an account link can be confirmed; both players must do so by then."""
UNDO_WITHIN = timedelta(days=7)
"""How long an account link can be undone after it has merged two players."""
MOST_NAMED = 3
"""The most opponents of each player that the question to confirm an account link names."""
_CODE_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """A player's account on one platform, as shown to that player.

    Args:
        name: the account's display name there.
        handle: the account's username there, or None.
    """

    platform: str
    name: str
    handle: str | None = None


@dataclass(frozen=True, slots=True)
class LinkSide:
    """One of the two players of an account link, as the question to confirm the link describes them.

    Args:
        player: the player's id.
        accounts: all the player's accounts, the one with which they take part in the link first.
        games: the number of the player's unfinished games.
        opponents: the names of at most `MOST_NAMED` opponents in these games; None for the computer player.
    """

    player: int
    accounts: tuple[LinkedAccount, ...]
    games: int
    opponents: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class LinkView:
    """An account link of two players, as shown to them: pending, complete, refused, undone or expired.

    Args:
        id: the link's id.
        state: `typed` (the code was typed), `confirmed` (by the player who typed the code), `linked` (the two
            are merged), `refused` or `undone`.
        version: the link's version, raised with every change of the link.
        asker: the player who requested the code.
        typist: the player who typed the code.
        is_open: True if the link waits for a confirmation and has not expired.
        until: when the period ends in which a link in the state `linked` can be undone; None before the two
            are merged.
        name: the merged player's name; empty before the two are merged.
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
    """Service that links accounts: it issues codes, asks both players to confirm, and merges the players.

    Args:
        holidays: recomputes the clocks of the merged player's games.
    """

    def __init__(self, core: SessionCore, holidays: Holidays) -> None:
        self._core = core
        self._holidays = holidays
        self._attempts = Attempts(core, "link", "no-such-link-code")

    async def new_code(self, actor: Actor) -> str:
        """Issue a new code for linking accounts to a player, and void the player's earlier codes.

        Raises:
            Refusal: the player does not ask in their private chat.
            Refusal: the player has had three codes within a day.
            Refusal: an administrator has banned the player.
            Refusal: the bot is draining before an upgrade.
            AlreadyDone: the same request was applied before.
        """
        signer, now = await self._core.signer(), self._core.clock()
        chance = self._core.chance
        code = "".join(_CODE_ALPHABET[chance.below(len(_CODE_ALPHABET))] for _ in range(TOKEN_LENGTH))
        async with self._core.action(actor) as connection:
            chat = await self._private(connection, actor)
            await admission.must_be_admitted(connection, now, actor.player)
            issued = await links.codes_since(connection, actor.player, now - _DAY)
            if len(issued) >= CODES_A_DAY:
                raise Refusal("too-many-link-codes", wait=issued[-CODES_A_DAY] + _DAY - now)
            await links.void_codes(connection, actor.player)
            await links.add_code(connection, signer.sign("link", code), actor.player, chat, now)
        return code

    async def void(self, code: str) -> None:
        """Void a code for linking accounts that others may have read; do nothing if it is no longer valid."""
        signed = (await self._core.signer()).sign("link", normalized(code))
        async with self._core.database.write() as connection:
            await links.use_code(connection, signed, self._core.clock() - CODE_LIFETIME)

    async def type_code(self, actor: Actor, code: str) -> LinkView:
        """Use up a code issued to another player and return the pending link, which both must then confirm.

        Raises:
            Refusal: the code is not typed in the player's private chat.
            Refusal: no such code was issued, or it was used or voided, or has expired.
            Refusal: the player has typed five wrong codes within ten minutes.
            Refusal: the code was issued to the same player. It is not used up.
            Refusal: the two may not be merged, as in `_must_be_linkable`. The code is not used up.
            AlreadyDone: the same request was applied before.
        """
        async with self._attempts.counting_misses(actor), self._core.action(actor) as connection:
            await self._attempts.check(connection, actor)
            signed, now = (await self._core.signer()).sign("link", normalized(code)), self._core.clock()
            chat = await self._private(connection, actor)
            # Before the code is used up: typing one's own code by mistake must not void it.
            if await links.owner_of_code(connection, signed) == actor.player:
                raise Refusal("own-link-code")
            used = await links.use_code(connection, signed, now - CODE_LIFETIME)
            if used is None:
                raise Refusal("no-such-link-code")
            asker, asker_chat = used
            link = short_id(self._core.chance, 12)
            row = LinkRow(link, "typed", 1, asker, asker_chat, actor.player, chat, now)
            await self._must_be_linkable(connection, row, actor.player)
            await links.add(connection, row)
            return await self._view(connection, row)

    async def confirm(self, actor: Actor, link_id: str) -> LinkView:
        """Confirm a pending link, and return it.

        The player who typed the code confirms first; the player who requested the code is then asked in a
        notification. The confirmation of that player merges the two.

        Raises:
            Refusal: this link does not wait for the actor's confirmation (any more), or it has expired.
            Refusal: the two may not be merged, as in `_must_be_linkable`.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            row = await self._pending(connection, actor, link_id)
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
            notify_account_listeners(self._core)
        return view

    async def refuse(self, actor: Actor, link_id: str) -> LinkView:
        """Refuse a pending link instead of confirming it, which ends it for both players; return the link.

        If the player who requested the code refuses, the other one gets a new message about that.

        Raises:
            Refusal: this link does not wait for the actor's confirmation (any more), or it has expired.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            row = await self._pending(connection, actor, link_id)
            row = await self._save(connection, replace(row, state="refused"))
            if actor.player == row.asker:
                await outbox.show_in(connection, "link", row.id, row.typist_chat, row.version)
            return await self._view(connection, row)

    async def view(
        self, link_id: str, chat: int
    ) -> tuple[LinkView, DisplayPreferences, Player, str | None] | None:
        """Return what the post about an account link shows in a private chat.

        They are the link, the chat's display preferences, the chat's owner, and the key of the owner's
        account on the chat's platform (or None). Return None if the link is no longer stored, or for a shared
        chat.
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
        """Return the id of the chat of an action; refuse the action unless it is the actor's private chat."""
        chat = None if actor.chat is None else await people.chat(connection, actor.chat)
        if chat is None or chat.owner != actor.player:
            raise Refusal("no-private-chat")
        return chat.id

    async def _pending(self, connection: AsyncConnection, actor: Actor, link_id: str) -> LinkRow:
        """Return an account link; refuse the action if it does not wait for the actor's confirmation."""
        row = await links.find(connection, link_id)
        if row is None or self._core.clock() >= row.made + CONFIRM_WITHIN:
            raise Refusal("no-such-link")
        if (row.state, actor.player) not in (("typed", row.typist), ("confirmed", row.asker)):
            raise Refusal("no-such-link")
        return row

    async def _must_be_linkable(self, connection: AsyncConnection, row: LinkRow, player: int) -> None:
        """Check that the two players of an account link may be merged.

        Raises:
            Refusal: both have an account on the same platform.
            Refusal: the two have played each other, or a challenge between them is pending.
            Refusal: one of the two has no account any more.
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
        """Merge the two players of an account link into the older one; return the saved link.

        Other pending links of both are refused, and their codes and questions are voided. The merged
        player's clocks, digest and reminders are recomputed, their boards are redrawn, and the link is shown
        in all their private chats that can be written to.
        """
        both = (await people.players_of(connection, (row.asker, row.typist))).values()
        older, younger = (each.id for each in sorted(both, key=lambda each: (each.since, each.id)))
        await cancel_pending(connection, older, younger, but=row.id)
        stops = {each: await self._holidays.clock_stops(connection, each) for each in (older, younger)}
        games_of = {each: await game_lists.open_game_ids(connection, each) for each in (older, younger)}
        await merging.merge(connection, row.id, older, younger)
        await namesakes.mark(connection, await people.player(connection, older))
        after = await self._holidays.clock_stops(connection, older)
        # Each player's deadlines were computed with that player's holidays. The merged player has the
        # holidays of both, apart from those of the younger that overlap others. So each player's games are
        # moved by the difference from that player's holidays.
        for one, other in ((older, younger), (younger, older)):
            await self._holidays.move_deadlines(connection, older, stops[one], after, but=games_of[other])
        # The younger player's digest alarm would stay after the merge; `reschedule` sets the merged player's.
        await clocks.cancel_alarm(connection, DIGEST, str(younger))
        await reschedule(connection, older, ZONE, self._core.clock())
        await redraw_games(connection, older)
        row = await self._save(
            connection, replace(row, state="linked", older=older, linked=self._core.clock())
        )
        await show_link(connection, row, older)
        return row

    async def _save(self, connection: AsyncConnection, row: LinkRow) -> LinkRow:
        """Save an account link as its next version and redraw it in each chat that shows it; return its row.

        Raises:
            Refusal: another action has changed the link.
        """
        saved = replace(row, version=row.version + 1)
        if not await links.save(connection, saved, row.version):
            raise Refusal("no-such-link")
        await outbox.enqueue(connection, "link", row.id, saved.version)
        return saved

    async def _view(self, connection: AsyncConnection, row: LinkRow) -> LinkView:
        """Return the view of an account link, which is the same for both its players."""
        asker = await self._side(connection, row.asker, row.asker_chat)
        typist = await self._side(connection, row.typist, row.typist_chat)
        is_open = row.state in ("typed", "confirmed") and self._core.clock() < row.made + CONFIRM_WITHIN
        name = ""
        if row.older is not None:
            name = (
                await people.player(connection, await people.player_after_merges(connection, row.older))
            ).name
        until = None if row.linked is None else row.linked + UNDO_WITHIN
        return LinkView(row.id, row.state, row.version, asker, typist, is_open, until, name)

    async def _side(self, connection: AsyncConnection, player: int, chat: int) -> LinkSide:
        """Return the view of one player of an account link, with the account on the platform of `chat` first.

        If the player has been merged since, the accounts are those of the merged player, but the games only
        those that are still the given player's.
        """
        platform = (await people.chat(connection, chat)).platform
        known = await people.accounts_of(connection, await people.player_after_merges(connection, player))
        first = sorted(known, key=lambda each: each.platform != platform)
        count, against = await links.opponents(connection, player, MOST_NAMED)
        named = await people.players_of(connection, against)
        return LinkSide(
            player,
            tuple(LinkedAccount(each.platform, each.shown_name or each.name, each.handle) for each in first),
            count,
            tuple(None if named[each].computer_player else named[each].name for each in against),
        )


def normalized(code: str) -> str:
    """Return a typed code in the form in which it was issued: no spaces or hyphens, lower case."""
    return "".join(code.split()).replace("-", "").lower()


async def redraw_games(connection: AsyncConnection, player: int) -> None:
    """Redraw a player's unfinished games in every chat, and all open posts in their private chats.

    Open posts show unfinished games, pending challenges and daily positions that can still be answered.

    Each game gets a new version, so that an action on the old version fails as stale, and its claim by the
    computer player's worker is released.
    """
    for game_id in await game_lists.open_game_ids(connection, player):
        await outbox.enqueue(
            connection, "game", game_id, await games.raise_version_and_release(connection, game_id)
        )
    for chat in await people.private_chats(connection, player):
        await outbox.redraw(connection, chat)


async def cancel_pending(connection: AsyncConnection, *players: int, but: str = "") -> None:
    """Refuse pending links of players whose accounts change; void their codes and delete their questions.

    A confirmation must not apply to other accounts than those listed when the player was asked for it.

    Args:
        but: the id of a link that is not refused; empty for none.
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
    """Show an account link in a new message in each private chat of some players that can be written to."""
    for player in player_ids:
        for home in await people.reachable_private_chats(connection, player):
            await outbox.show_in(connection, "link", row.id, home.id, row.version)


def notify_account_listeners(core: SessionCore) -> None:
    """Inform the core's `accounts_listeners` that accounts were linked or unlinked."""
    for listener in core.accounts_listeners:
        listener()
