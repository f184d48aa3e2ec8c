"""`nardy forget` does for a host what `/forget` does for a player."""

from __future__ import annotations

import asyncio
import io
from functools import partial
from pathlib import Path

import pytest

from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.pictures import Pictures
from bot.chats.web.rooms import TABLE, Rooms, own_room
from bot.chats.web.services import FORGOTTEN
from bot.chats.web.views import message_view
from bot.chats.web.web_accounts import WebAccounts
from bot.forget_player import CannotForget, find_players, forget_player
from bot.maintenance import check
from bot.rules import Grade
from bot.talk.reply import Reply
from storage import Database, KeyValues
from storage.dialects import dialect_of
from tests.chats.stand_ins import PlainPainter
from tests.command import Command
from tests.databases import PLACES, new_place, opened
from tests.pace import HANG
from tests.refused import refuses
from tests.sessions.world import World, contents, inhabited
from tests.visits import visit_chat

NAME, WORDS = "Quillobar", "zibberflonk"


async def make_active_player(world: World) -> int:
    """Make a player take a seat, talk, play, challenge and import games; return their number."""
    key_values = KeyValues(world.database)
    signer = await world.manager.signer()
    accounts = WebAccounts(key_values, signer)
    pictures = Pictures(signer, key_values, PlainPainter())
    account = await accounts.take_name(accounts.new_secret(), NAME)
    rooms = Rooms(key_values, accounts, partial(message_view, pictures))
    await rooms.post(TABLE, LoggedMessage.said(account, WORDS, 0.0, f"web:{account.account}:1"))
    await rooms.post(own_room(account.account), LoggedMessage.of(Reply((NAME,)), 0.0, "1.1"))
    await visit_chat(world.manager, account.account, NAME, own_room(account.account), "private", "ru")
    player, table = await visit_chat(world.manager, account.account, NAME, TABLE, "shared", "ru")
    made = await world.manager.challenges.make(world.actor(player, table), "long", world.boris.id)
    game = await world.begun(world.boris, made.id)
    await world.manager.people.block(world.actor(player), world.carl.id)
    with refuses("no-such-challenge"):
        await world.manager.challenges.accept(world.actor(player), "b2b", "a token")
    await world.manager.resign(world.actor(player), game.id, Grade.MARS)
    await world.manager.challenges.challenge_computer(world.actor(player), "long")
    await world.manager.imports.keep(world.actor(player), [f"White: {NAME}"])
    return player.id


@pytest.mark.parametrize("dialect", PLACES)
async def test_no_trace_is_left_and_opponents_are_notified(dialect: str, tmp_path: Path) -> None:
    """The player's name, account and words are gone; each game replays, and its board is undelivered."""
    async with new_place(dialect, tmp_path) as place:
        async with inhabited(place) as world:
            number = await make_active_player(world)
            (account,) = [row[1] for row in (await contents(world.database))["accounts"] if row[2] == number]
        (player,), is_exact = await find_players(place, f"web:{account}")
        assert (player.number, player.name, is_exact) == (number, NAME, True)
        await forget_player(place, player)
        async with opened(place) as database:
            left = await contents(database)
        report = await check(place)
    found = repr(left).casefold()
    assert [word for word in (NAME, WORDS, str(account)) if word.casefold() in found] == []
    assert (report.games, report.faults) == (2, ())
    assert left["posts"]


async def test_a_name_lists_the_players_and_a_number_names_one(tmp_path: Path) -> None:
    """A part of a name or handle lists the players that match, in any case; unknown numbers are refused."""
    place = tmp_path / "nardy.db"
    async with inhabited(place) as world:
        await visit_chat(world.manager, "77", "Annabel", "chat", "shared", "en")
        anna, boris = world.anna, world.boris
        before = await contents(world.database)
    found, is_exact = await find_players(place, "aNN")
    assert ([player.name for player in found], is_exact) == (["Anna", "Annabel"], False)
    assert [player.number for player in (await find_players(place, str(boris.id)))[0]] == [boris.id]
    for text in ("4711", "web:0000000000", "telegram:1"):
        with pytest.raises(CannotForget, match=text):
            await find_players(place, text)
    async with opened(place) as database:
        assert await contents(database) == before
    (player,), _ = await find_players(place, str(anna.id))
    await forget_player(place, player)
    with pytest.raises(CannotForget, match="forgotten already"):
        await find_players(place, str(anna.id))


async def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    """On SQLite nothing is deleted before the bot is stopped."""
    place = tmp_path / "nardy.db"
    async with inhabited(place) as world:
        (player,), _ = await find_players(place, str(world.anna.id))
        before = await contents(world.database)
        async with dialect_of(place).serve():
            with pytest.raises(CannotForget, match="Stop the bot"):
                await forget_player(place, player)
        assert await contents(world.database) == before


@pytest.mark.parametrize("dialect", [each for each in PLACES if each != "sqlite"])
async def test_a_running_bot_is_signalled(dialect: str, tmp_path: Path) -> None:
    """On a server, the processes that serve the database are signalled to close the player's pages."""
    async with new_place(dialect, tmp_path) as place:
        async with inhabited(place) as world:
            number = await make_active_player(world)
        signalled: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        async with dialect_of(place).serve(), Database.open(place) as served:
            served.dialect.signals.listen("table", lambda kind, *_: signalled.set_result(kind))
            running = asyncio.create_task(served.dialect.signals.run())
            (player,), _ = await find_players(place, str(number))
            await forget_player(place, player)
            async with asyncio.timeout(HANG):
                assert await signalled == FORGOTTEN
            running.cancel()


def test_the_command_explains_and_asks(
    nardy: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command prints what `/forget` would show, and deletes only after `yes` or `--yes`."""

    async def settled() -> int:
        async with inhabited(tmp_path / "nardy.db") as world:
            return world.anna.id

    number = str(asyncio.run(settled()))
    for answer in ("", "no\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        refused = nardy("forget", number)
        assert (refused.status, "This deletes all that is stored" in refused.out) == (1, True)
    assert nardy("forget", "anna").status == 0
    forgotten = nardy("forget", number, "--yes")
    assert (forgotten.status, f"Player {number} is forgotten." in forgotten.out) == (0, True)
    assert "forgotten already" in nardy("forget", number, "--yes").err


async def test_a_player_who_was_forgotten_meanwhile_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """A second `nardy forget` of the same player ends with a sentence and changes nothing."""
    place = tmp_path / "nardy.db"
    async with inhabited(place) as world:
        number = world.anna.id
    (player,), _ = await find_players(place, str(number))
    await forget_player(place, player)
    with pytest.raises(CannotForget, match="forgotten already"):
        await forget_player(place, player)
