"""Forgetting: delete a player's personal data in one transaction. Games stay, because opponents need them.

The lists below say for each text column if it can hold personal data. A test compares them with the tables.
Another test puts a text into each personal column and looks for it after forgetting. Messages at the local
table also hold other people's words, so the caller, which knows their form, rewrites them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import ColumnElement, Text, and_, cast, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import analyses
from storage.people import accounts_of
from storage.rows import AccountRow, ChallengeRow, ChatRow
from storage.tables import (
    accounts,
    alarms,
    applied,
    bans,
    blocks,
    challenges,
    chat_members,
    chats,
    failed_attempts,
    games,
    holidays,
    key_values,
    link_changes,
    link_codes,
    links,
    log_entries,
    notifications,
    own_puzzles,
    players,
    posts,
    puzzle_answers,
    questions,
    retired,
    settings_of,
    unreadable_entries,
)

PLAYER_SETTING_TEXTS = tuple(name for name in settings_of(players) if isinstance(players.c[name].type, Text))
"""The text columns among a player's settings."""

PERSONAL = frozenset(
    {
        *(f"players.{name}" for name in PLAYER_SETTING_TEXTS),
        "players.name",
        "players.client_language",
        "players.last_platform",
        "players.own_name",
        "accounts.key",
        "accounts.name",
        "accounts.handle",
        "accounts.shown_name",
        "link_codes.hash",
        "links.id",
        "link_changes.link",
        "link_changes.row_key",
        "link_changes.before",
        "link_changes.after",
        # For private chats: the platform's id of the person, and the settings chosen there.
        "chats.key",
        "chats.language",
        "chats.theme",
        "chats.layout",
        "chats.zone",
        # A challenge may name a handle whose owner the bot has never met.
        "challenges.handle",
        # For messages in private chats: their ids, and what they are about.
        "posts.message",
        "posts.subject_id",
        "retired.message",
        "notifications.cause",
        "alarms.subject",
        "holidays.zone",
        "failed_attempts.kind",
        "questions.id",
        "questions.lines",
        # The keys of actions at the local table begin with the account.
        "applied.key",
        # docs/privacy.md lists what each namespace holds.
        "key_values.namespace",
        "key_values.key",
        "key_values.text",
        "log_entries.namespace",
        "log_entries.text",
        "analyses.key",
        "analyses.text",
        "analyses.review",
        "unreadable_entries.text",
        "telegram_updates.text",
    }
)
"""Columns that can hold personal data, in the rows that belong to the player."""

IMPERSONAL = frozenset(
    {
        "players.computer_player",
        "accounts.platform",
        "links.state",
        "link_changes.table_name",
        "link_changes.column_name",
        "chats.platform",
        "chats.kind",
        "chats.side",
        "chats.boards",
        "own_puzzles.answered_day",
        "puzzles.day",
        "puzzles.text",
        "puzzles.game",
        "puzzles.state",
        "matches.id",
        "matches.ruleset",
        "matches.length",
        "matches.level",
        "matches.time_control",
        "games.id",
        "games.match",
        "games.ruleset",
        "games.position",
        "games.roll",
        "games.cube",
        "games.choice",
        "games.draft",
        "games.offer",
        "games.outcome",
        "games.first_rolls",
        "events.game",
        "events.side",
        "events.event",
        "challenges.id",
        "challenges.ruleset",
        "challenges.length",
        "challenges.level",
        "challenges.starter",
        "challenges.rematch_of",
        "challenges.state",
        "challenges.game",
        "challenges.time_control",
        "posts.subject",
        "posts.instead_of",
        "retired.policy",
        "retired.game",
        "notifications.state",
        "alarms.kind",
        "heartbeats.name",
        "unreadable_entries.namespace",
        "given_ids.id",
    }
)
"""Columns that hold no personal data: words and values of the game or the program."""

STAYS = frozenset(
    {
        "matches.first",
        "matches.second",
        "matches.starter",
        "games.white",
        "games.black",
        "games.to_act",
        "games.offer_by",
        "challenges.challenger",
        "challenges.opponent",
        "challenges.taker",
        # The chat is marked unreachable, and its new key says nothing about the person.
        "chats.owner",
    }
)
"""References to a player that stay, because opponents' games need them. Other referring rows are deleted."""


_DEFAULT_LANGUAGE = settings_of(chats)["language"]
_ROOMS = ("room:", "room;")
"""The range of namespaces that hold messages at the local table: from the first up to the second."""
_OWN_TABLES = (
    chat_members,
    bans,
    failed_attempts,
    holidays,
    questions,
    puzzle_answers,
    own_puzzles,
    notifications,
    accounts,
)
"""Tables whose column `player` says whose row it is; all rows of a forgotten player are deleted."""
AT_ONCE = 500
"""The most messages that `messages_with` reads at once."""
_KEYED_BY_WEB_ACCOUNT = ("web:accounts", "web:guests", "web:hosts", "web:removed")
"""Namespaces whose keys are local-table accounts."""
_NAMING_WEB_ACCOUNT = ("web:seats", "web:names")
"""Namespaces whose texts are local-table accounts."""
_MENU_BUTTONS, _EXPIRING = "telegram-menu-buttons", "telegram-fleeting"


async def open_challenges(
    connection: AsyncConnection, player: int, handles: Collection[tuple[str, str]]
) -> list[ChallengeRow]:
    """Return challenges, open or awaiting confirmation, that a player made or accepted, or that name them.

    Args:
        handles: the player's handles, as pairs of platform and handle.
    """
    involved = or_(*(challenges.c[each] == player for each in ("challenger", "opponent", "taker")))
    return await ChallengeRow.fetch_all(
        connection,
        select(challenges)
        .where(challenges.c.state.in_(("open", "taken")), or_(involved, *map(_names, handles)))
        .order_by(challenges.c.id),
    )


async def private_chats_of(connection: AsyncConnection, player: int) -> list[ChatRow]:
    """Return all private chats of a player, unreachable ones included."""
    return await ChatRow.fetch_all(
        connection, select(chats).where(chats.c.owner == player, chats.c.kind == "private")
    )


async def languages(connection: AsyncConnection) -> dict[str, str]:
    """Return the languages of local-table rooms, by the room's key; those with the default are left out.

    The language is that of the room's owner: the chosen one, else the one their client asked for. For a room
    without either it is the chat's.
    """
    spoken = select(
        chats.c.key, players.c.language, players.c.client_language, chats.c.language.label("of_chat")
    )
    found = await connection.execute(
        spoken.outerjoin(players, players.c.id == chats.c.owner).where(chats.c.platform == "web")
    )
    known = {row.key: row.language or row.client_language or row.of_chat for row in found}
    return {key: language for key, language in known.items() if language != _DEFAULT_LANGUAGE}


async def messages_with(
    connection: AsyncConnection, words: Collection[str], after: int
) -> list[tuple[int, str, str]]:
    """Return messages of all local-table rooms (at most 500) after a number that contain one of some words.

    Each comes as its number, room and text, in order.
    """
    quoted = [json.dumps(word, ensure_ascii=False)[1:-1] for word in words]
    found = await connection.execute(
        select(log_entries.c.number, log_entries.c.namespace, log_entries.c.text)
        .where(
            log_entries.c.number > after,
            log_entries.c.namespace >= _ROOMS[0],
            log_entries.c.namespace < _ROOMS[1],
            or_(*(log_entries.c.text.contains(word, autoescape=True) for word in quoted)),
        )
        .order_by(log_entries.c.number)
        .limit(AT_ONCE)
    )
    return [(row.number, row.namespace.removeprefix(_ROOMS[0]), row.text) for row in found]


async def last_message(connection: AsyncConnection) -> int:
    """Return the number of the newest log entry in any namespace; 0 if none."""
    found = await connection.execute(
        select(log_entries.c.number).order_by(log_entries.c.number.desc()).limit(1)
    )
    return found.scalar() or 0


async def rewrite(connection: AsyncConnection, messages: Mapping[int, tuple[str, str | None]]) -> None:
    """Replace or delete messages, unless they have changed since they were read.

    Args:
        messages: by number, the text that was read and the new text; None deletes the message.
    """
    for number, (before, text) in messages.items():
        this = log_entries.c.number == number, log_entries.c.text == before
        if text is None:
            await connection.execute(delete(log_entries).where(*this))
        else:
            await connection.execute(update(log_entries).where(*this).values(text=text))


async def forget(connection: AsyncConnection, player: int, name: str) -> None:
    """Delete the personal data of a player, and of players merged into them. Games and challenges stay.

    It is also noted that the deleted rows must be wiped from the disk.

    Args:
        player: the player, who must have no open game or challenge left.
        name: the name shown instead of the player's from now on.
    """
    own_accounts = await accounts_of(connection, player)
    private = await private_chats_of(connection, player)
    await _forget_chats(connection, [chat.id for chat in private], player)
    await forget_at_the_table(connection, [row.key for row in own_accounts if row.platform == "web"])
    await _forget_on_telegram(
        connection,
        [row for row in own_accounts if row.platform == "telegram"],
        [chat.key for chat in private if chat.platform == "telegram"],
    )
    for key in await analyses.forget_imports(connection, player):
        await analyses.forget_analyses(connection, key)
    of_holidays = select(cast(holidays.c.id, Text)).where(holidays.c.player == player)
    await connection.execute(
        delete(posts).where(
            posts.c.subject == "holiday",
            or_(posts.c.subject_id.in_(of_holidays), _begins_with(posts.c.subject_id, f"{player}:")),
        )
    )
    digest = and_(posts.c.subject == "digest", _begins_with(posts.c.subject_id, f"{player}:"))
    await connection.execute(delete(posts).where(digest))
    await connection.execute(
        delete(alarms).where(
            or_(
                and_(alarms.c.kind == "digest", alarms.c.subject == str(player)),
                and_(alarms.c.kind.in_(("left", "unheard")), _begins_with(alarms.c.subject, f"{player}:")),
            )
        )
    )
    await connection.execute(
        update(challenges)
        .where(
            or_(
                challenges.c.challenger == player,
                *(_names((row.platform, row.handle)) for row in own_accounts if row.handle),
            )
        )
        .values(handle=None)
    )
    all_ids = [player, *await _merged_into(connection, player)]
    await _forget_links(connection, all_ids)
    for table in _OWN_TABLES:
        await connection.execute(delete(table).where(table.c.player == player))
    await connection.execute(delete(blocks).where(or_(blocks.c.player == player, blocks.c.blocked == player)))
    await connection.execute(
        update(players)
        .where(players.c.id.in_(all_ids))
        .values(
            name=name,
            own_name=None,
            client_language=None,
            last_platform=None,
            forgotten=True,
            **settings_of(players) | {"reminders": "off"},
        )
    )
    await note_wipe_due(connection)


async def _forget_chats(connection: AsyncConnection, private: Sequence[int], player: int) -> None:
    """Delete the posts and retired messages (replaced by newer ones) of a player's private chats.

    The chats' keys and settings are cleared, too, and the chats are marked unreachable. The player's games
    have no chat for the player's notifications any more, and no turn in progress refers to these chats.
    """
    await connection.execute(delete(posts).where(posts.c.chat.in_(private)))
    await connection.execute(delete(retired).where(retired.c.chat.in_(private)))
    for seat, notified in ((games.c.white, games.c.white_chat), (games.c.black, games.c.black_chat)):
        await connection.execute(update(games).where(seat == player).values({notified: None}))
    await connection.execute(update(games).where(games.c.draft_chat.in_(private)).values(draft_chat=None))
    await connection.execute(
        update(chats)
        .where(chats.c.id.in_(private))
        # Platform and key are unique together, so the id keeps cleared keys apart.
        .values(key="forgotten " + cast(chats.c.id, Text), gone=True, not_before=None, **settings_of(chats))
    )


async def _merged_into(connection: AsyncConnection, player: int) -> list[int]:
    """Return all players merged into a player, directly or through others."""
    found: list[int] = []
    last = [player]
    while last:
        query = select(players.c.id).where(players.c.merged_into.in_(last))
        last = list((await connection.execute(query)).scalars())
        found += last
    return found


async def _forget_links(connection: AsyncConnection, who: Collection[int]) -> None:
    """Delete a player's links with their posts, recorded changes and codes: no merge can be undone any more.

    The note of which imports came from merged players goes too, so that all are deleted as the player's own.
    """
    lent = key_values.c.namespace == "imports-of", key_values.c.key.in_([str(each) for each in who])
    await connection.execute(delete(key_values).where(*lent))
    theirs = select(links.c.id).where(or_(*(links.c[each].in_(who) for each in ("asker", "typist", "older"))))
    ids = [*(await connection.execute(theirs)).scalars()]
    await connection.execute(delete(posts).where(posts.c.subject == "link", posts.c.subject_id.in_(ids)))
    await connection.execute(delete(link_changes).where(link_changes.c.link.in_(ids)))
    await connection.execute(delete(links).where(links.c.id.in_(ids)))
    await connection.execute(delete(link_codes).where(link_codes.c.player.in_(who)))


async def forget_at_the_table(connection: AsyncConnection, keys: Sequence[str]) -> None:
    """Delete local-table accounts: their private rooms, names, sign-in codes and secrets.

    Deleted too are the keys of their actions and messages, by which repetitions were recognised.
    """
    spaces = key_values.c.namespace
    for key in keys:
        await connection.execute(delete(log_entries).where(log_entries.c.namespace == f"room:me:{key}"))
        await connection.execute(delete(key_values).where(spaces == f"nonce:me:{key}"))
        said = and_(spaces == "nonce:table", _begins_with(key_values.c.key, f"web:{key}:"))
        await connection.execute(delete(key_values).where(said))
        opens = and_(spaces.in_(("web:codes", "web:vouchers")), _begins_with(key_values.c.key, key))
        await connection.execute(delete(key_values).where(opens))
        await connection.execute(delete(applied).where(_begins_with(applied.c.key, f"web:{key}:")))
    await connection.execute(
        delete(key_values).where(
            or_(
                and_(spaces.in_(_KEYED_BY_WEB_ACCOUNT), key_values.c.key.in_(keys)),
                and_(spaces.in_(_NAMING_WEB_ACCOUNT), key_values.c.text.in_(keys)),
            )
        )
    )


async def _forget_on_telegram(
    connection: AsyncConnection, own_accounts: Sequence[AccountRow], private: Sequence[str]
) -> None:
    """Delete traces of Telegram accounts: menu buttons, unreadable updates, and ids in the list of answers.

    That list says which answers in groups are to be deleted when they expire; they still are.

    Args:
        private: the keys of the player's private chats on Telegram.
    """
    buttons = key_values.c.namespace == _MENU_BUTTONS, key_values.c.key.in_(private)
    await connection.execute(delete(key_values).where(*buttons))
    for row in own_accounts:
        owned = and_(log_entries.c.namespace == _EXPIRING, log_entries.c.text.contains(f'"{row.key}"'))
        found = await connection.execute(select(log_entries.c.number, log_entries.c.text).where(owned))
        texts = {each.number: (each.text, each.text.replace(f'"{row.key}"', '""')) for each in found.all()}
        await rewrite(connection, texts)
        named = [unreadable_entries.c.text.contains(row.key, autoescape=True)]
        if row.handle:
            named.append(unreadable_entries.c.text.contains(row.handle, autoescape=True))
        await connection.execute(delete(unreadable_entries).where(or_(*named)))


def _begins_with(column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Return the condition that a column begins with a text, as a range that can use an index."""
    last = chr(ord(text[-1]) + 1)
    return and_(column >= text, column < text[:-1] + last)


def _names(handle: tuple[str, str]) -> ColumnElement[bool]:
    """Return the condition that a challenge names a handle on a platform."""
    platform, name = handle
    there = select(chats.c.id).where(chats.c.id == challenges.c.chat, chats.c.platform == platform)
    return and_(challenges.c.handle == name, there.exists())


_WIPE_NAMESPACE = "forgetting"


async def is_wipe_due(connection: AsyncConnection) -> bool:
    """True if a player was forgotten since deleted rows were last wiped from the disk."""
    found = await connection.execute(select(key_values.c.text).where(*_is_wipe))
    return found.first() is not None


async def note_wiped(connection: AsyncConnection) -> None:
    """Remove the note that deleted rows must be wiped from the disk."""
    await connection.execute(delete(key_values).where(*_is_wipe))


async def note_wipe_due(connection: AsyncConnection) -> None:
    """Note that deleted rows must be wiped from the disk."""
    if not await is_wipe_due(connection):
        await connection.execute(insert(key_values).values(namespace=_WIPE_NAMESPACE, key="traces", text=""))


_is_wipe = key_values.c.namespace == _WIPE_NAMESPACE, key_values.c.key == "traces"
