"""The order of deliveries: among chats, and within a chat among games, repaints and replaced messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert, update

from storage import Database, deliveries, outbox, people
from storage.rows import PostRow, RetiredRow
from storage.tables import challenges, chats, players, posts

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
LEASE = timedelta(minutes=5)
ROUND = 8
"""The number of a chat's turns within which its last entry is delivered."""
_CARD = {
    "challenger": 1,
    "ruleset": "long",
    "length": "1 game",
    "cube": False,
    "extended": False,
    "state": "open",
    "version": 1,
    "made": NOW,
}


@dataclass
class Sending:
    """A sender with one slot, which delivers one entry at a time, each a moment later."""

    database: Database
    now: datetime = NOW
    delivered: list[tuple[int, str]] = field(default_factory=list)
    """The chats with the delivered entry: a game or a replaced message."""

    async def deliver(self, times: int = 1) -> None:
        """Deliver the next entries."""
        for _ in range(times):
            self.now += timedelta(seconds=1)
            until = self.now + LEASE
            async with self.database.write() as connection:
                found = await deliveries.claim(connection, 1, self.now, until, "web")
                for chat, entry in found:
                    assert await deliveries.finish_turn(connection, chat.id, until)
                    if isinstance(entry, RetiredRow):
                        await deliveries.finish_retired(connection, entry)
                    elif entry.message is None:
                        number = await deliveries.begin_attempt(connection, entry, self.now)
                        await deliveries.note_sent(
                            connection, entry, f"m{entry.id}", entry.wanted_revision, number
                        )
                    else:
                        await deliveries.note_edited(connection, entry, entry.wanted_revision)
                    what = entry.subject_id if isinstance(entry, PostRow) else entry.message
                    self.delivered.append((chat.id, what))

    async def chat(self, *games: str) -> int:
        """Add a chat that should show some games; return its id."""
        async with self.database.write() as connection:
            chat = await people.add_chat(connection, "web", f"chat of {games[0]}", "shared", None, "en")
            for game in games:
                # Challenges instead of games, because they need only one row each.
                await connection.execute(insert(challenges).values(_CARD | {"id": game, "chat": chat.id}))
                await outbox.add_post(connection, "challenge", game, chat.id, 1)
        return chat.id

    async def played(self, *games: str) -> None:
        """Change games, so that every chat that shows them needs an update."""
        async with self.database.write() as connection:
            for game in games:
                await connection.execute(
                    update(posts)
                    .where(posts.c.subject_id == game)
                    .values(wanted_revision=posts.c.wanted_revision + 1, repainted=False)
                )

    async def retire(self, chat: int, game: str, message: str) -> None:
        """Replace a game's message in a chat."""
        async with self.database.write() as connection:
            post = await outbox.post_in(connection, "challenge", game, chat)
            assert post is not None
            await outbox.retire_message(connection, PostRow(**post.values() | {"message": message}))

    @property
    def entries(self) -> list[str]:
        """The delivered entries in order."""
        return [what for _, what in self.delivered]


@pytest.fixture
async def sending(database: Database) -> Sending:
    """A sender with one slot."""
    async with database.write() as connection:
        await connection.execute(
            insert(players).values(
                id=1, name="Anna", auto_roll=True, auto_forced=True, auto_confirm=False, since=NOW
            )
        )
    return Sending(database)


def games(number: int, prefix: str = "g") -> list[str]:
    """Return names for some games."""
    return [f"{prefix}{each}" for each in range(number)]


@pytest.mark.parametrize(
    ("undelivered", "before"), [(60, 0), (60, 1), (60, 50), pytest.param(700, 50, marks=pytest.mark.long)]
)
async def test_a_full_chat_delays_another_by_one_delivery(
    sending: Sending, undelivered: int, before: int
) -> None:
    """The board of another chat comes next, or after one board of a chat with many."""
    full = await sending.chat(*games(undelivered))
    await sending.deliver(before)
    other = await sending.chat("other")
    await sending.deliver(2)
    assert other in [chat for chat, _ in sending.delivered[before:]]
    await sending.played("other")
    await sending.deliver(2)
    assert [chat for chat, _ in sending.delivered[before + 2 :]].count(other) == 1
    assert {chat for chat, _ in sending.delivered} == {full, other}


async def test_chats_take_turns(sending: Sending) -> None:
    """Chats with many undelivered posts take turns."""
    chats = [await sending.chat(*games(3, f"{name}-")) for name in "abcd"]
    await sending.deliver(12)
    assert [chat for chat, _ in sending.delivered] == chats * 3


async def test_each_game_of_a_chat_is_shown_before_any_is_shown_again(sending: Sending) -> None:
    """Ten games that all change after each delivery are each shown once before any is shown again."""
    ten = games(10)
    await sending.chat(*ten)
    for _ in range(20):
        await sending.deliver()
        await sending.played(*ten)
    assert sending.entries == ten * 2


async def test_two_busy_games_take_turns(sending: Sending) -> None:
    """Two games that change with each delivery are shown alternately."""
    await sending.chat("a", "b")
    await sending.deliver(2)
    for _ in range(6):
        await sending.played("a", "b")
        await sending.deliver()
    assert sending.entries == ["a", "b"] * 4


async def test_a_repaint_comes_after_play(sending: Sending) -> None:
    """After a new theme, changed games come first and are repaint with that."""
    chat = await sending.chat(*games(4))
    await sending.deliver(4)
    await repaint(sending, chat)
    await sending.played("g2", "g3")
    await sending.deliver(4)
    assert sending.entries[4:] == ["g2", "g3", "g0", "g1"]


async def test_a_repaint_does_not_delay_an_undelivered_board(sending: Sending) -> None:
    """A board that changed before the theme comes as early as without the repaint."""
    chat = await sending.chat(*games(4))
    await sending.deliver(4)
    await sending.played("g3")
    await repaint(sending, chat)
    await sending.deliver()
    assert sending.entries[4:] == ["g3"]


async def test_a_busy_game_does_not_starve_a_repaint(sending: Sending) -> None:
    """While one game changes all the time, another is repaint within `ROUND` turns."""
    chat = await sending.chat("a", "b")
    await sending.deliver(2)
    await repaint(sending, chat)
    for _ in range(ROUND):
        await sending.played("a")
        await sending.deliver()
    assert sending.entries[2:].count("b") == 1


async def test_replaced_messages_come_last(sending: Sending) -> None:
    """Buttons are removed from old messages after everything else in the chat is delivered."""
    chat = await sending.chat(*games(3))
    await sending.retire(chat, "g0", "old")
    await sending.deliver(4)
    assert sending.entries == [*games(3), "old"]


async def test_a_busy_game_does_not_starve_replaced_messages(sending: Sending) -> None:
    """While one game changes all the time, an old message loses its buttons within `ROUND` turns."""
    chat = await sending.chat("a")
    await sending.retire(chat, "a", "old")
    for _ in range(ROUND):
        await sending.deliver()
        await sending.played("a")
    assert sending.entries.count("old") == 1


async def test_a_released_chat_keeps_its_place(sending: Sending) -> None:
    """A chat that is released without a delivery comes first again."""
    first, _ = [await sending.chat(name) for name in "ab"]
    async with sending.database.write() as connection:
        until = NOW + LEASE
        ((chat, _),) = await deliveries.claim(connection, 1, NOW, until, "web")
        await deliveries.release_chat(connection, chat.id, until)
    await sending.deliver()
    assert (chat.id, sending.delivered[0][0]) == (first, first)


async def test_a_clock_set_back_delays_no_chat(sending: Sending) -> None:
    """A chat whose last turn lies in the future does not wait for that time."""
    first, second = [await sending.chat(*games(5, name)) for name in "ab"]
    async with sending.database.write() as connection:
        ahead = NOW + timedelta(days=30)
        await connection.execute(update(chats).where(chats.c.id == first).values(last_claim=ahead))
    await sending.deliver(2)
    assert {chat for chat, _ in sending.delivered} == {first, second}


async def repaint(sending: Sending, chat: int) -> None:
    """Request a repaint of all boards of a chat."""
    async with sending.database.write() as connection:
        await outbox.redraw(connection, chat)
