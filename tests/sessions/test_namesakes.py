"""Namesakes: players whose names look alike get marks in the chats and games where they meet."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.sessions import Actor, Player
from bot.sessions.namesakes import LONGEST
from bot.sessions.people import Visitor
from storage.tables import accounts
from tests.refused import refuses
from tests.sessions.world import World


async def visit(
    world: World, key: str, name: str, chat: str = "group", kind: str = "shared", handle: str = ""
) -> Visitor:
    """Visit a chat on Telegram."""
    return await world.manager.people.visit("telegram", key, name, chat, kind, "en", handle=handle)


async def name_of(world: World, player: int) -> str:
    """Return a player's name."""
    return (await world.manager.people.player(player)).name


async def set_name(world: World, player: Player, name: str | None, *reserved: str) -> str:
    """Set a player's name at the table; return the resulting name."""
    world.numbers += 1
    actor = Actor(player.id, f"name {world.numbers}", world.table.id)
    return (await world.manager.people.set_name(actor, name, reserved)).name


@pytest.mark.parametrize("name", ["Boris", "BORIS", "Воris", "Bo\ufe0fris", "ΒΟRΙS"])
async def test_a_name_like_another_in_the_shared_chat_is_refused(world: World, name: str) -> None:
    """Anna cannot take a name that looks like that of Boris, who shares a chat with her."""
    with refuses("name-looks-taken"):
        await set_name(world, world.anna, name)
    assert await name_of(world, world.anna.id) == "Anna"


async def test_a_name_like_a_reserved_one_is_refused(world: World) -> None:
    """The names of the computer player and of former players are refused in look-alike letters too."""
    with refuses("name-looks-taken"):
        await set_name(world, world.anna, "THE СOMPUTER", "the computer", "a former player")


async def test_a_name_like_anothers_account_name_is_refused(world: World) -> None:
    """The account name of a player with a chosen name still counts as taken."""
    await set_name(world, world.boris, "Zoe")
    with refuses("name-looks-taken"):
        await set_name(world, world.anna, "Boris")


async def test_a_name_like_an_opponents_is_refused(world: World) -> None:
    """A name like that of an opponent in a private game is refused."""
    far, near = (
        await visit(world, "1", "Far", "one", "private"),
        await visit(world, "2", "Near", "two", "private"),
    )
    by = Actor(far.player.id, "challenge", far.chat.id)
    challenge = await world.manager.challenges.make(by, "long", near.player.id)
    await world.manager.challenges.accept(Actor(near.player.id, "accept", near.chat.id), challenge.id)
    with refuses("name-looks-taken"):
        await set_name(world, near.player, "FAR")


async def test_a_name_like_a_strangers_or_ones_own_is_accepted(world: World) -> None:
    """A name like that of a player never met, or the player's own in other letters, is accepted."""
    await visit(world, "1", "Zoe", "elsewhere")
    assert await set_name(world, world.anna, "Zoe") == "Zoe"
    assert await set_name(world, world.anna, "ANNA") == "ANNA"


@pytest.mark.parametrize(("handle", "mark"), [("anna_b", "Anna (@anna_b)"), ("", "Anna (2)")])
async def test_the_later_of_two_in_one_chat_carries_a_mark(world: World, handle: str, mark: str) -> None:
    """The second of two look-alike names in a chat carries the handle or else a number."""
    first = await visit(world, "1", "Anna", handle="anna_a")
    later = await visit(world, "2", "Аnnа", handle=handle)
    assert (first.player.name, later.player.name.replace("А", "A").replace("а", "a")) == ("Anna", mark)


async def test_marks_stay_the_same_in_every_chat(world: World) -> None:
    """The first namesake keeps the plain name and the others their marks, in every chat."""
    for chat in ("group", "other group", "group"):
        names = [(await visit(world, key, "Anna", chat)).player.name for key in ("1", "2", "3")]
        assert names == ["Anna", "Anna (2)", "Anna (3)"]


async def test_a_name_changed_on_the_platform_is_marked(world: World) -> None:
    """A player who takes another's name on the platform is marked until the name changes back."""
    await visit(world, "1", "Anna")
    await visit(world, "2", "Zoe")
    assert (await visit(world, "2", "Anna")).player.name == "Anna (2)"
    assert (await visit(world, "2", "Zoe")).player.name == "Zoe"


async def test_a_typed_name_is_marked_in_a_chat_where_another_has_it(world: World) -> None:
    """A chosen name gets a mark once its player enters a chat with a namesake, and keeps it."""
    await visit(world, "1", "Boris", "elsewhere")
    mimic = await visit(world, "2", "Zoe")
    assert await set_name(world, mimic.player, "Boris") == "Boris"
    assert (await visit(world, "2", "Zoe", "elsewhere")).player.name == "Boris (2)"
    assert (await visit(world, "2", "Zoe", "elsewhere too")).player.name == "Boris (2)"


async def test_the_later_of_two_in_a_private_game_carries_a_mark(world: World) -> None:
    """Namesakes who share no chat are marked from the first board of their game."""
    one = await visit(world, "1", "Zoe", "one", "private")
    two = await visit(world, "2", "Zoe", "two", "private", handle="zoe_two")
    by = Actor(two.player.id, "challenge", two.chat.id)
    challenge = await world.manager.challenges.make(by, "long", one.player.id)
    game = await world.begun(one.player, challenge.id, one.chat)
    assert {game.white.name, game.black.name} == {"Zoe", "Zoe (@zoe_two)"}


@pytest.mark.on_both
async def test_a_player_with_two_accounts_is_marked_by_a_number(world: World) -> None:
    """A player with accounts on two platforms is marked by a number, so that no handle is revealed."""
    await visit(world, "1", "Zoe")
    both = await visit(world, "2", "Eva", handle="eva_secret")
    await world.manager.people.visit("discord", "3", "Eva", "room", "shared", "en")
    async with world.database.write() as connection:
        theirs = update(accounts).where(accounts.c.platform == "discord")
        await connection.execute(theirs.values(player=both.player.id, is_first=False))
    assert (await visit(world, "2", "Zoe", handle="eva_secret")).player.name == "Zoe (2)"


async def test_a_long_name_is_cut_before_its_mark(world: World) -> None:
    """A long name is cut so that its mark fits within the limit."""
    await visit(world, "1", "Anna " * 10)
    later = await visit(world, "2", "Anna " * 10, handle="another_anna")
    assert len(later.player.name) <= LONGEST
    assert later.player.name.endswith("… (@another_anna)")


async def test_removing_a_chosen_name_restores_the_mark(world: World) -> None:
    """Removing a chosen name restores the account's name with its mark."""
    await visit(world, "1", "Anna")
    later = await visit(world, "2", "Anna")
    await set_name(world, later.player, "Zoe")
    assert await set_name(world, later.player, None) == "Anna (2)"


@pytest.mark.parametrize(("typed", "handle"), [("anna (2)", ""), ("Anna (@anna_b)", "anna_b")])
@pytest.mark.on_both
async def test_a_player_is_found_by_the_name_with_its_mark(world: World, typed: str, handle: str) -> None:
    """A name typed with its mark finds the marked player."""
    await visit(world, "1", "Anna", handle="anna_a")
    last = await visit(world, "2", "Anna", handle=handle)
    zoe = await visit(world, "3", "Zoe")
    found = await world.manager.people.named(Actor(zoe.player.id, "seek", zoe.chat.id), "telegram", typed)
    assert found.id == last.player.id
