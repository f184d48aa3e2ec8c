"""Relocation: move boards and notifications to another chat when a chat cannot be reached or has moved."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.clocks import Clocks
from bot.sessions.core import SessionCore
from bot.sessions.notification_chats import notification_chat
from bot.sessions.outbox.enqueue import result_of
from bot.sessions.settings import CHAT_SETTINGS
from storage import (
    analyses,
    challenges,
    clocks,
    contacts,
    deliveries,
    game_lists,
    games,
    notifications,
    outbox,
    people,
    puzzles,
)
from storage.rows import ChatRow, GameRow


class Relocation:
    """Moves posts and undelivered notifications away from unreachable chats and from those replaced."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._database = core.database

    async def without_private_chat(self, chat_id: int) -> list[tuple[int, str]]:
        """Return the players notified in a shared chat for whom a private chat must be opened.

        These have no private chat that can be written to, on any platform, and have an account on the shared
        chat's platform. Each is the player's id and that account's key. Empty if the chat is private.
        """
        async with self._database.read() as connection:
            chat = await people.chat(connection, chat_id)
            if chat.owner is not None:
                return []
            found = {}
            for _, player in await _notified_in(connection, chat_id):
                if await notification_chat(connection, player) is not None:
                    continue
                account = await people.account_of(connection, chat.platform, player)
                if account is not None:
                    found[player] = account.key
        return list(found.items())

    async def mark_unreachable(self, chat_id: int, homes: Sequence[tuple[int, str]] = ()) -> None:
        """Record that a chat cannot be written to, so that nothing is sent until a person writes there again.

        The games of the players notified there, and challenges that wait for the owner of a private chat,
        move to the players' other private chats, on another platform if necessary. Without one, games of a
        private chat move to a shared chat that shows them. The time of a player who must act and is still
        notified here starts after a day of grace. Other chats that show a game still notified here, or a
        challenge shown here, are redrawn, to say that a player cannot be reached.

        Args:
            homes: the ids of players who had no private chat, each with the key of the one that was opened
                now, on the same platform.
        """
        async with self._database.write() as connection:
            gone = await people.chat(connection, chat_id)
            if gone.owner is not None:
                await _take_where_shown(connection, gone, gone.owner)
                await _take_challenges(connection, gone, gone.owner)
            else:
                await _take_to_homes(connection, gone)
            gone_homes = [
                home.id
                for home in [await _take_home(connection, gone, player, key) for player, key in homes]
                if home.gone
            ]
            await people.set_display(connection, chat_id, gone=True)
            for lost in (chat_id, *gone_homes):
                await Clocks(self._core).unreached(connection, lost, self._core.clock())
            await outbox.redraw_elsewhere(connection, chat_id)
        self._core.changed()

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Move what is stored for a chat to the one by which its platform replaced it; delete the old chat.

        Games, posts, members, analyses, the daily position, and settings not changed in the new chat move.
        Does nothing if the old chat is unknown.

        Args:
            platform: the platform's name.
            old: the chat's former key.
            new: the chat's new key.
        """
        async with self._database.write() as connection:
            left = await people.chat_at(connection, platform, old)
            if left is None:  # the move was reported before, or the bot never used the chat
                return
            place = await people.chat_at(connection, platform, new)
            if place is None:
                place = await people.add_chat(connection, platform, new, left.kind, left.owner, left.language)
            if display := _display_left(left, place):
                await people.set_display(connection, place.id, **display)
                await outbox.redraw(connection, place.id)
            await games.move_chat(connection, left.id, place.id)
            await outbox.move_chat(connection, left.id, place.id)
            await contacts.move_members(connection, left.id, place.id)
            await analyses.move_chat(connection, left.id, place.id)
            await puzzles.move_chat(connection, left.id, place.id)
            await people.forget_chat(connection, left.id)
        self._core.changed()


def _display_left(left: ChatRow, place: ChatRow) -> dict[str, str | bool | None]:
    """Return the settings that a new chat takes over from the old one: those at their default in the new one.

    The language is taken over unless one was chosen in the new chat.
    """
    display: dict[str, str | bool | None] = {
        option: getattr(left, option)
        for option, row in CHAT_SETTINGS.items()
        if option != "language" and getattr(place, option) == row.default != getattr(left, option)
    }
    if not place.language_chosen and (left.language_chosen or left.language != place.language):
        display |= {"language": left.language, "language_chosen": left.language_chosen}
    return display


async def _take_home(connection: AsyncConnection, gone: ChatRow, player: int, key: str) -> ChatRow:
    """Move the games that notify a player in an unreachable chat to the player's private chat; return that.

    The private chat is stored if it is new. If it is unreachable too, another private chat of the player is
    used that can be written to; if there is none, the unreachable one is used and returned.

    Args:
        key: the private chat's key, on the unreachable chat's platform.
    """
    home = await people.chat_at(connection, gone.platform, key) or await people.add_chat(
        connection, gone.platform, key, "private", player, gone.language
    )
    if home.gone:
        home = await notification_chat(connection, player) or home
    for game, notified in await _notified_in(connection, gone.id):
        if notified == player:
            await show_elsewhere(connection, game, player, gone, home.id)
    return home


async def _take_to_homes(connection: AsyncConnection, gone: ChatRow) -> None:
    """Move each game that notifies a player in an unreachable shared chat to that player's private chat.

    A player without a private chat that can be written to is left out.
    """
    for game, player in await _notified_in(connection, gone.id):
        home = await notification_chat(connection, player)
        if home is not None:
            await show_elsewhere(connection, game, player, gone, home.id)


async def _take_where_shown(connection: AsyncConnection, gone: ChatRow, owner: int) -> None:
    """Move the games of an unreachable private chat to another private chat of its owner.

    If there is none, each game in progress moves to a shared chat of the same platform that shows it already,
    if possible the one where the opponent is notified. A game that no shared chat shows, and any undelivered
    result, waits until the player writes again.
    """
    home = await notification_chat(connection, owner, but=gone.id)
    if home is not None:
        for game, _ in await _notified_in(connection, gone.id):
            await show_elsewhere(connection, game, owner, gone, home.id)
        return
    for game in await game_lists.games_notifying_in(connection, gone.id):
        company = await outbox.shared_chats_showing(connection, game.id, gone.platform)
        theirs = game.black_chat if game.white == owner else game.white_chat
        there = theirs if theirs in company else next(iter(company), None)
        if there is not None:
            await show_elsewhere(connection, game, owner, gone, there, says_why=False, in_company=True)


async def _take_challenges(connection: AsyncConnection, gone: ChatRow, owner: int) -> None:
    """Show the challenges of an unreachable private chat that wait for its owner in another private chat.

    Their undelivered notifications move too. A challenge that the other chat shows already gets a new message
    there only if a notification moves. Does nothing if the owner has no other private chat.
    """
    home = await notification_chat(connection, owner, but=gone.id)
    if home is None:
        return
    named = await challenges.challenges_to(connection, owner)
    for row in (*named, *await challenges.challenges_taken(connection, owner)):
        before = await outbox.post_in(connection, "challenge", row.id, gone.id)
        if before is None:
            continue
        shown = await outbox.post_in(connection, "challenge", row.id, home.id)
        if shown is not None and not await notifications.move_undelivered(
            connection, owner, before.id, shown.id
        ):
            continue
        post = await outbox.show_in(connection, "challenge", row.id, home.id, row.version)
        await notifications.move_undelivered(connection, owner, before.id, post)
        await deliveries.mark_replaced(connection, before)


async def notify_in_private_chat(connection: AsyncConnection, player: int, home: ChatRow) -> None:
    """Make a private chat the one that notifies its player, who acted here or can be reached here again.

    Games in progress that notify the player in other private chats notify them here from now on; a
    notification whose delivery has not begun moves here with its board. Games in progress of chats that
    cannot be written to, and undelivered results of such private chats, are shown here at once.

    Args:
        home: the private chat.
    """
    moving = await games.games_notifying_elsewhere(connection, player, home.id)
    await _take_calls(connection, player, home, [game for game, is_lost in moving if not is_lost])
    reached = [game.id for game, is_lost in moving if not is_lost]
    if reached:
        await games.set_notification_chats(connection, reached, player, home.id)
    for game, is_lost in moving:
        lost = game.white_chat if game.white == player else game.black_chat
        if is_lost and lost is not None:
            gone = await people.chat(connection, lost)
            post = await show_elsewhere(connection, game, player, gone, home.id)
            await outbox.redraw_game(connection, game.id, but=post)
    for gone in await people.unreachable_private_chats(connection, player):
        for game, _ in await _results_in(connection, gone.id):
            await show_elsewhere(connection, game, player, gone, home.id)


async def _take_calls(
    connection: AsyncConnection, player: int, home: ChatRow, notified: Sequence[GameRow]
) -> None:
    """Move games that have a notification not yet in delivery, with both board and notification.

    Args:
        home: the private chat to which they move.
        notified: the games that notify the player in another private chat.
    """
    seats = {game.id: game.white_chat if game.white == player else game.black_chat for game in notified}
    for chat in {seat for seat in seats.values() if seat is not None}:
        called = await notifications.games_with_unsent_notification(connection, player, chat)
        waiting = [game for game in notified if game.id in called and seats[game.id] == chat]
        if waiting:
            place = await people.chat(connection, chat)
            for game in waiting:
                await show_elsewhere(connection, game, player, place, home.id, says_why=False)


async def _notified_in(connection: AsyncConnection, chat: int) -> list[tuple[GameRow, int]]:
    """Return the games that players are notified of in a chat, each with the player's id.

    These are the games in progress, and finished ones whose result may not have been delivered there. A game
    that notifies both players in the chat comes twice.
    """
    playing = await game_lists.games_notifying_in(connection, chat)
    return [
        *((game, player) for game in playing for player in _players_in(game, chat)),
        *await _results_in(connection, chat),
    ]


async def _results_in(connection: AsyncConnection, chat: int) -> list[tuple[GameRow, int]]:
    """Return the games whose result may not have been delivered in a chat, each with the player to notify.

    A game comes once for each such player, given by their id.
    """
    found = []
    for each in await notifications.undelivered_in(connection, chat):
        key = result_of(each.cause)
        game = None if key is None else await games.game(connection, key)
        if game is not None and each.player in (game.white, game.black):
            found.append((game, each.player))
    return found


def _players_in(game: GameRow, chat: int) -> list[int]:
    """Return the ids of the players who are notified of a game in a chat: none, one or both."""
    seats = ((game.white, game.white_chat), (game.black, game.black_chat))
    return [player for player, seat in seats if seat == chat]


async def show_elsewhere(
    connection: AsyncConnection,
    game: GameRow,
    player: int,
    old: ChatRow,
    new: int,
    *,
    says_why: bool = True,
    in_company: bool = False,
) -> int:
    """Show a game to a player in another chat, and notify them there; return the id of the post there.

    Undelivered notifications and reminders move too. In a chat that never showed the game, the post reports
    only the events after those that the old post has shown. The player's half-made turn moves too, except
    into a shared chat, where others would see it early.

    Args:
        old: the chat that has notified the player until now.
        new: the chat that notifies the player from now on.
        says_why: True if the new board says that the old chat cannot be written to.
        in_company: True if the new chat is shared.
    """
    await games.set_notification_chat(connection, game.id, white=game.white == player, chat=new)
    if not in_company:
        await games.carry_draft(connection, game.id, player, old.id, new)
    before = await outbox.post_in(connection, "game", game.id, old.id)
    read = before.shown_revision if before is not None else 0
    post = await outbox.show_in(
        connection,
        "game",
        game.id,
        new,
        game.version,
        told_revision=read,
        instead_of=f"{old.kind} {old.platform}" if says_why else None,
    )
    if before is not None:
        await notifications.move_undelivered(connection, player, before.id, post)
        if not await notifications.undelivered_of_post(connection, before.id, before.wanted_revision):
            await deliveries.mark_replaced(connection, before)
    await clocks.move_reminders(connection, game.id, player, old.id, new)
    return post
