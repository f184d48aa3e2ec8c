"""Guests who chose no name: who is removed when they do not come back, and who is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.sessions import Options, Player
from bot.talk.wording import spellings
from storage import KeyValues, people
from storage.rows import AccountRow
from storage.tables import posts
from tests.sessions.world import World, contents

pytestmark = pytest.mark.on_both


async def make_guest(world: World, player: Player, name: str, days_ago: int = 15) -> None:
    """Store at the local table that a player is a guest who was last seen some days ago."""
    key_values, key = KeyValues(world.database), name.lower()
    seen = (world.clock() - timedelta(days=days_ago)).date().isoformat()
    for namespace, where, text in (
        ("web:accounts", key, player.name),
        ("web:names", name, key),
        ("web:seats", f"secret of {key}", key),
        ("web:guests", key, seen),
    ):
        await key_values.write(namespace, where, text)


async def forget_stale(world: World) -> None:
    """Remove the guests who did not come back."""
    await world.manager.stale_guests.forget(spellings, lambda _: "a former player")


async def is_kept(world: World, name: str) -> bool:
    """Return True if a guest still has an account."""
    return await world.manager.people.is_known("web", name.lower())


async def play_computer(world: World, player: Player) -> str:
    """Begin a game of a player against the computer player; return its id."""
    by = world.actor(player)
    return (await world.manager.challenges.challenge_computer(by, "long", Options())).id


async def test_a_guest_who_did_not_come_back_leaves_nothing(world: World) -> None:
    """A guest who played with the computer alone is removed with games, boards, account, name and room."""
    await make_guest(world, world.carl, "Carl")
    running, ended = [await play_computer(world, world.carl) for _ in range(2)]
    await world.manager.resign(world.actor(world.carl), ended)
    key_values = KeyValues(world.database)
    said = await key_values.append("room:me:carl", '{"author": null, "text": ["Carl"]}')
    board = await key_values.append("room:table", '{"author": null, "text": ["Carl"], "nonce": "1"}')
    async with world.database.write() as connection:
        shown = posts.c.subject_id == running, posts.c.chat == world.table.id
        await connection.execute(update(posts).where(*shown).values(message=str(board)))
    forgotten: list[tuple[str, str]] = []
    world.manager.forgotten_listeners.append(lambda *account: forgotten.append(account))
    await forget_stale(world)
    assert forgotten == [("web", "carl")]
    assert not await is_kept(world, "Carl")
    assert await world.manager.game_ids() == []
    for room, number in (("room:me:carl", said), ("room:table", board)):
        assert await key_values.log_entry(room, number) is None
    # An id that was given once is never given again.
    left = repr(
        {name: rows for name, rows in (await contents(world.database)).items() if name != "given_ids"}
    )
    assert [text for text in ("Carl", "'carl'", running, ended) if text in left] == []


async def test_the_others_go_on_after_a_guest_was_removed(world: World) -> None:
    """Other players' games and accounts stay when guests are removed, and so does a guest seen lately."""
    game = await world.game()
    await make_guest(world, world.carl, "Carl")
    await forget_stale(world)
    assert (await is_kept(world, "Anna"), await is_kept(world, "Carl")) == (True, False)
    assert await world.manager.game_ids() == [game.id]


async def choose_name(world: World) -> None:
    """Let Carl choose a name for all platforms."""
    await world.manager.people.set_name(world.actor(world.carl), "Carlo")


async def link_account(world: World) -> None:
    """Give Carl an account on Telegram."""
    async with world.database.write() as connection:
        await people.add_account(connection, AccountRow("telegram", "7", world.carl.id, "Carl", None))


async def play_person(world: World) -> None:
    """Let Carl begin a game with Anna."""
    challenge = await world.manager.challenges.make(world.actor(world.carl), "long", world.anna.id, Options())
    await world.begun(world.anna, challenge.id)


async def finish_with_person(world: World) -> None:
    """Let Carl play a game with Anna, which she resigns."""
    await play_person(world)
    (game,) = await world.manager.games_of(world.anna.id)
    offered = await world.manager.resign(world.actor(world.anna), game.id)
    if not offered.is_over:
        await world.manager.answer(world.actor(world.carl), game.id, accept=True)


async def challenge_anyone(world: World) -> None:
    """Let Carl make a challenge that anyone may accept."""
    await world.manager.challenges.make(world.actor(world.carl), "long", None, Options())


@pytest.mark.parametrize(
    "keep",
    [choose_name, link_account, play_person, finish_with_person, challenge_anyone],
    ids=lambda f: f.__name__,
)
async def test_a_guest_who_concerns_others_is_kept(
    world: World, keep: Callable[[World], Awaitable[None]]
) -> None:
    """A guest with a name, another account, a game with a person or an open challenge is kept."""
    await make_guest(world, world.carl, "Carl")
    await keep(world)
    await forget_stale(world)
    assert await is_kept(world, "Carl")


@pytest.mark.parametrize(("days", "kept"), [(14, True), (15, False)])
async def test_a_guest_has_two_weeks_to_come_back(world: World, days: int, *, kept: bool) -> None:
    """A guest who was seen 14 days ago is kept for that day, and removed on the next."""
    await make_guest(world, world.carl, "Carl", days)
    await forget_stale(world)
    assert await is_kept(world, "Carl") == kept


async def test_many_guests_are_removed_in_batches(world: World) -> None:
    """More guests than one batch are all removed, those without a player too."""
    key_values = KeyValues(world.database)
    for number in range(45):
        await key_values.write("web:guests", f"guest{number:02}", "2026-01-01")
    await forget_stale(world)
    assert await key_values.items("web:guests") == []
