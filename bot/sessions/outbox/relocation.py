"""Relocation: where players are told of their games when a chat cannot be written to, or has moved."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.clocks import Clocks
from bot.sessions.core import SessionCore
from bot.sessions.notification_chats import home_of
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
    """Takes what a chat shows elsewhere, with its undelivered notifications.

    Args:
        core: what actions stand on.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._database = core.database

    async def without_private_chat(self, chat_id: int) -> list[tuple[int, str]]:
        """Return who is told of a game in a shared chat and has no private chat, on any platform.

        They are given as players and their accounts on the chat's platform.
        """
        async with self._database.read() as connection:
            chat = await people.chat(connection, chat_id)
            if chat.owner is not None:
                return []
            found = {}
            for _, player in await _told_in(connection, chat_id):
                if await home_of(connection, player) is not None:
                    continue
                account = await people.account_of(connection, chat.platform, player)
                if account is not None:
                    found[player] = account.key
        return list(found.items())

    async def mark_unreachable(self, chat_id: int, homes: Sequence[tuple[int, str]] = ()) -> None:
        """Note that a chat cannot be written to; nothing is delivered until someone speaks there again.

        Who was told of a game there is told elsewhere from now on, where that is possible: in his private
        chat, on another platform if need be. Who sees such a game, or a challenge, in another chat is told
        that somebody cannot be reached.

        Args:
            homes: players who are told of a game in this shared chat, and the keys of private chats that
                were opened with them, where they had none.
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
            await outbox.repaint_elsewhere(connection, chat_id)
        self._core.changed()

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
            if display := _display_left(left, place):
                await people.set_display(connection, place.id, **display)
                await outbox.repaint(connection, place.id)
            await games.move_chat(connection, left.id, place.id)
            await outbox.move_chat(connection, left.id, place.id)
            await contacts.move_members(connection, left.id, place.id)
            await analyses.move_chat(connection, left.id, place.id)
            await puzzles.move_chat(connection, left.id, place.id)
            await people.forget_chat(connection, left.id)
        self._core.changed()


def _display_left(left: ChatRow, place: ChatRow) -> dict[str, str | bool | None]:
    """What a chat takes over of the preferences of another, in whose place it is: all that nobody chose."""
    display: dict[str, str | bool | None] = {
        option: getattr(left, option)
        for option, row in CHAT_SETTINGS.items()
        if option != "language" and getattr(place, option) == row.default != getattr(left, option)
    }
    if not place.language_chosen and (left.language_chosen or left.language != place.language):
        display |= {"language": left.language, "language_chosen": left.language_chosen}
    return display


async def _take_home(connection: AsyncConnection, gone: ChatRow, player: int, key: str) -> ChatRow:
    """Tell a player in his private chat, by its key, of the games that a lost chat told him of.

    Return that chat. Where it is lost too, another one of his takes its place, if there is any.
    """
    home = await people.chat_at(connection, gone.platform, key) or await people.add_chat(
        connection, gone.platform, key, "private", player, gone.language
    )
    if home.gone:
        home = await home_of(connection, player) or home
    for game, told in await _told_in(connection, gone.id):
        if told == player:
            await show_elsewhere(connection, game, player, gone, home.id)
    return home


async def _take_to_homes(connection: AsyncConnection, gone: ChatRow) -> None:
    """Tell players of the games of a lost shared chat in their private chats, if they have any."""
    for game, player in await _told_in(connection, gone.id):
        home = await home_of(connection, player)
        if home is not None:
            await show_elsewhere(connection, game, player, gone, home.id)


async def _take_where_shown(connection: AsyncConnection, gone: ChatRow, owner: int) -> None:
    """Tell the owner of a lost private chat of his games in that on another platform, if he has one.

    Else he is told of those being played where others see them already. A game that no shared chat shows
    stays private: it waits until he is heard again, and so does a result.
    """
    home = await home_of(connection, owner, but=gone.id)
    if home is not None:
        for game, _ in await _told_in(connection, gone.id):
            await show_elsewhere(connection, game, owner, gone, home.id)
        return
    for game in await game_lists.games_with_chat(connection, gone.id):
        company = await outbox.shared_chats_showing(connection, game.id, gone.platform)
        theirs = game.black_chat if game.white == owner else game.white_chat
        there = theirs if theirs in company else next(iter(company), None)
        if there is not None:
            await show_elsewhere(connection, game, owner, gone, there, says_why=False, in_company=True)


async def _take_challenges(connection: AsyncConnection, gone: ChatRow, owner: int) -> None:
    """Show the owner of a lost private chat the challenges that wait for him there on another platform."""
    home = await home_of(connection, owner, but=gone.id)
    if home is None:
        return
    named = await challenges.challenges_to(connection, owner)
    for row in (*named, *await challenges.challenges_taken(connection, owner)):
        before = await outbox.post_in(connection, "challenge", row.id, gone.id)
        if before is None or await outbox.post_in(connection, "challenge", row.id, home.id) is not None:
            continue
        post = await outbox.show_in(connection, "challenge", row.id, home.id, row.version)
        await notifications.readdress(connection, owner, before.id, post)
        await deliveries.note_stand_in(connection, before)


async def notify_in_private_chat(connection: AsyncConnection, player: int, home: ChatRow) -> None:
    """Call a player in a private chat of his from now on, where he has acted last, or is reached again.

    So he is of all games of which he is told in another private chat of his, and with the calls that nobody
    has begun to send there. Of those of which he is told in a lost chat he is shown the boards at once, with
    the calls that have not come, and of those that are over with the results that have not.
    """
    told = await games.told_elsewhere(connection, player, home.id)
    await _take_calls(connection, player, home, [game for game, is_lost in told if not is_lost])
    reached = [game.id for game, is_lost in told if not is_lost]
    if reached:
        await games.seat_chats(connection, reached, player, home.id)
    for game, is_lost in told:
        lost = game.white_chat if game.white == player else game.black_chat
        if is_lost and lost is not None:
            gone = await people.chat(connection, lost)
            post = await show_elsewhere(connection, game, player, gone, home.id)
            await outbox.repaint_game(connection, game.id, but=post)
    for gone in await people.lost_homes(connection, player):
        for game, _ in await _results_in(connection, gone.id):
            await show_elsewhere(connection, game, player, gone, home.id)


async def _take_calls(
    connection: AsyncConnection, player: int, home: ChatRow, told: Sequence[GameRow]
) -> None:
    """Call a player in a private chat of his to those games of which another was to, and has not begun to."""
    seats = {game.id: game.white_chat if game.white == player else game.black_chat for game in told}
    for chat in {seat for seat in seats.values() if seat is not None}:
        called = await notifications.games_not_begun(connection, player, chat)
        waiting = [game for game in told if game.id in called and seats[game.id] == chat]
        if waiting:
            place = await people.chat(connection, chat)
            for game in waiting:
                await show_elsewhere(connection, game, player, place, home.id, says_why=False)


async def _told_in(connection: AsyncConnection, chat: int) -> list[tuple[GameRow, int]]:
    """Return the games of which players are told in a chat, each with such a player.

    Those are all that are being played, and of the others those whose result is not known to have come.
    """
    playing = await game_lists.games_with_chat(connection, chat)
    return [
        *((game, player) for game in playing for player in _players_in(game, chat)),
        *await _results_in(connection, chat),
    ]


async def _results_in(connection: AsyncConnection, chat: int) -> list[tuple[GameRow, int]]:
    """Return the games whose result was to reach a player in a chat, and is not known to have."""
    found = []
    for each in await notifications.undelivered_in(connection, chat):
        key = result_of(each.cause)
        game = None if key is None else await games.game(connection, key)
        if game is not None and each.player in (game.white, game.black):
            found.append((game, each.player))
    return found


def _players_in(game: GameRow, chat: int) -> list[int]:
    """The players who are told of a game in a chat."""
    seats = ((game.white, game.white_chat), (game.black, game.black_chat))
    return [player for player, told in seats if told == chat]


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
    """Tell a player of a game in another chat than a lost one from now on; return the id of the post there.

    It continues what the player was told before, and in a private chat says why it comes there. The player's
    half-made turn comes along; only into a shared chat it does not, where others would see it early.

    Args:
        old: the chat that called the player to it.
        new: the chat that calls the player to it from now on.
        says_why: False if the board does not say why it comes there.
        in_company: True if others read the new chat.
    """
    await games.seat_chat(connection, game.id, white=game.white == player, chat=new)
    if not in_company:
        await games.carry_draft(connection, game.id, player, old.id, new)
    before = await outbox.post_in(connection, "game", game.id, old.id)
    told = before.shown_revision if before is not None else 0
    post = await outbox.show_in(
        connection,
        "game",
        game.id,
        new,
        game.version,
        told_revision=told,
        instead_of=f"{old.kind} {old.platform}" if says_why else None,
    )
    if before is not None:
        await notifications.readdress(connection, player, before.id, post)
        if not await notifications.carried_by(connection, before.id, before.wanted_revision):
            await deliveries.note_stand_in(connection, before)
    await clocks.move_reminders(connection, game.id, player, old.id, new)
    return post
