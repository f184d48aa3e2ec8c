"""Namesakes: players whose names look alike are told apart in the chats and games where they meet."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.sessions import Actor, Player
from bot.sessions.namesakes import LONGEST
from bot.sessions.people import Visitor
from storage.tables import accounts
from tests.refused import refuses
from tests.sessions.world import World


async def comes(
    world: World, key: str, name: str, chat: str = "group", kind: str = "shared", handle: str = ""
) -> Visitor:
    """Somebody speaks in a chat."""
    return await world.manager.people.visit("telegram", key, name, chat, kind, "en", handle=handle)


async def shown(world: World, player: int) -> str:
    """What a player is called."""
    return (await world.manager.people.player(player)).name


async def types(world: World, player: Player, name: str | None, *reserved: str) -> str:
    """A player types a name at the table; return what they are called then."""
    world.numbers += 1
    actor = Actor(player.id, f"name {world.numbers}", world.table.id)
    return (await world.manager.people.set_name(actor, name, reserved)).name


@pytest.mark.parametrize("name", ["Boris", "BORIS", "Воris", "Bo\ufe0fris", "ΒΟRΙS"])
async def test_a_typed_name_may_not_look_like_that_of_another_in_a_shared_chat(
    world: World, name: str
) -> None:
    """Anna, at the table with Boris, cannot take a name that looks like his, and stays Anna."""
    with refuses("name-looks-taken"):
        await types(world, world.anna, name)
    assert await shown(world, world.anna.id) == "Anna"


async def test_a_typed_name_may_not_look_like_a_reserved_one(world: World) -> None:
    """What the computer player and former players are called is refused in other letters too."""
    with refuses("name-looks-taken"):
        await types(world, world.anna, "THE СOMPUTER", "the computer", "a former player")


async def test_a_typed_name_may_not_look_like_what_another_is_called_on_the_platform(world: World) -> None:
    """Who goes by a typed name keeps the name of the account, by which others know them in chats."""
    await types(world, world.boris, "Zoe")
    with refuses("name-looks-taken"):
        await types(world, world.anna, "Boris")


async def test_a_typed_name_may_not_look_like_that_of_an_opponent(world: World) -> None:
    """Those who have met only in a private game see each other's names on its boards."""
    far, near = (
        await comes(world, "1", "Far", "one", "private"),
        await comes(world, "2", "Near", "two", "private"),
    )
    by = Actor(far.player.id, "challenge", far.chat.id)
    challenge = await world.manager.challenges.make(by, "long", near.player.id)
    await world.manager.challenges.accept(Actor(near.player.id, "accept", near.chat.id), challenge.id)
    with refuses("name-looks-taken"):
        await types(world, near.player, "FAR")


async def test_a_typed_name_may_look_like_that_of_a_stranger_or_ones_own(world: World) -> None:
    """A name is taken only where two meet; the own name in other letters is nobody else's."""
    await comes(world, "1", "Zoe", "elsewhere")
    assert await types(world, world.anna, "Zoe") == "Zoe"
    assert await types(world, world.anna, "ANNA") == "ANNA"


@pytest.mark.parametrize(("handle", "mark"), [("anna_b", "Anna (@anna_b)"), ("", "Anna (2)")])
async def test_the_later_of_two_in_one_chat_carries_a_mark(world: World, handle: str, mark: str) -> None:
    """A name that a platform gave is not refused: it carries the handle, or else a number."""
    first = await comes(world, "1", "Anna", handle="anna_a")
    later = await comes(world, "2", "Аnnа", handle=handle)
    assert (first.player.name, later.player.name.replace("А", "A").replace("а", "a")) == ("Anna", mark)


async def test_a_mark_stays_when_both_speak_again(world: World) -> None:
    """The first keeps the plain name and the second the mark, wherever they are heard afterwards."""
    for chat in ("group", "other group", "group"):
        names = [(await comes(world, key, "Anna", chat)).player.name for key in ("1", "2", "3")]
        assert names == ["Anna", "Anna (2)", "Anna (3)"]


async def test_a_player_who_takes_anothers_name_on_the_platform_is_marked(world: World) -> None:
    """A name changed at the platform looks like another's in a chat where both were heard."""
    await comes(world, "1", "Anna")
    await comes(world, "2", "Zoe")
    assert (await comes(world, "2", "Anna")).player.name == "Anna (2)"
    assert (await comes(world, "2", "Zoe")).player.name == "Zoe"


async def test_a_typed_name_is_marked_in_a_chat_where_another_has_it(world: World) -> None:
    """A name typed among strangers carries a number once its player comes to where another is called so."""
    await comes(world, "1", "Boris", "elsewhere")
    mimic = await comes(world, "2", "Zoe")
    assert await types(world, mimic.player, "Boris") == "Boris"
    assert (await comes(world, "2", "Zoe", "elsewhere")).player.name == "Boris (2)"
    assert (await comes(world, "2", "Zoe", "elsewhere too")).player.name == "Boris (2)"


async def test_the_later_of_two_in_a_private_game_carries_a_mark(world: World) -> None:
    """Two who share no chat are told apart from the first board on."""
    one = await comes(world, "1", "Zoe", "one", "private")
    two = await comes(world, "2", "Zoe", "two", "private", handle="zoe_two")
    by = Actor(two.player.id, "challenge", two.chat.id)
    challenge = await world.manager.challenges.make(by, "long", one.player.id)
    game = await world.begun(one.player, challenge.id, one.chat)
    assert {game.white.name, game.black.name} == {"Zoe", "Zoe (@zoe_two)"}


@pytest.mark.on_both
async def test_a_handle_is_told_only_of_a_player_with_one_account(world: World) -> None:
    """What a player of several platforms is called on one of them is not shown on the others."""
    await comes(world, "1", "Zoe")
    both = await comes(world, "2", "Eva", handle="eva_secret")
    await world.manager.people.visit("discord", "3", "Eva", "room", "shared", "en")
    async with world.database.write() as connection:
        theirs = update(accounts).where(accounts.c.platform == "discord")
        await connection.execute(theirs.values(player=both.player.id, is_first=False))
    assert (await comes(world, "2", "Zoe", handle="eva_secret")).player.name == "Zoe (2)"


async def test_a_long_name_is_cut_before_its_mark(world: World) -> None:
    """Boards show so many characters, of which the mark is the last."""
    await comes(world, "1", "Anna " * 10)
    later = await comes(world, "2", "Anna " * 10, handle="another_anna")
    assert len(later.player.name) <= LONGEST
    assert later.player.name.endswith("… (@another_anna)")


async def test_a_player_without_a_typed_name_is_marked_again(world: World) -> None:
    """A name taken back gives way to that of the account, with its mark where another is called so."""
    await comes(world, "1", "Anna")
    later = await comes(world, "2", "Anna")
    await types(world, later.player, "Zoe")
    assert await types(world, later.player, None) == "Anna (2)"


@pytest.mark.parametrize(("typed", "handle"), [("anna (2)", ""), ("Anna (@anna_b)", "anna_b")])
@pytest.mark.on_both
async def test_a_player_is_found_by_the_name_with_its_mark(world: World, typed: str, handle: str) -> None:
    """What boards show can be typed, and means the one of the two who is shown so."""
    await comes(world, "1", "Anna", handle="anna_a")
    last = await comes(world, "2", "Anna", handle=handle)
    zoe = await comes(world, "3", "Zoe")
    found = await world.manager.people.named(Actor(zoe.player.id, "seek", zoe.chat.id), "telegram", typed)
    assert found.id == last.player.id
