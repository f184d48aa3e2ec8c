"""Forgetting a player: what is deleted, what stays, and what happens at the same moment."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import ForeignKey, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.maintenance import check
from bot.rules import Grade
from bot.rules.rulesets import MatchLength
from bot.sessions import Actor, Belongings, LoadedGame, Options, Player
from bot.sessions.errors import AlreadyDone, CannotResignAt, NobodyNamed, NotSeated
from bot.sessions.exports import EXPORTED, KEPT_BACK
from bot.sessions.forgotten_mentions import Mentions
from bot.sessions.loaded_game import standalone_record_of
from bot.sessions.values import FORMER_NAME
from bot.talk.wording import spellings
from storage import Database, admission, analyses, contacts, forgetting, people, tables
from storage.forgetting import IMPERSONAL, PERSONAL, STAYS
from storage.portable import Text
from storage.rows import AccountRow
from storage.tables import metadata
from tests.databases import PLACES, new_place, opened
from tests.refused import refuses
from tests.sessions.analyst import QuickAnalyst
from tests.sessions.test_before_roll import doubled
from tests.sessions.world import World, contents, inhabited
from tests.visits import visit_chat

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
FORMER = {"en": "a former player", "ru": "бывший игрок"}


TRANSIENT = {"telegram_updates.text"}
"""Columns that hold a text only while it is handled, such as the `/forget` command itself."""


def former(language: str) -> str:
    """Return the name that replaces a forgotten player's."""
    return FORMER.get(language, FORMER["en"])


async def forget(world: World, player: Player) -> None:
    """Forget a player and run the housekeeping."""
    home = world.anna_chat if player.id == world.anna.id else world.boris_chat
    await world.manager.forgetting.forget(world.actor(player, home), spellings, former)
    await world.manager.forget_old()


def test_every_text_column_is_personal_or_impersonal() -> None:
    """Every text column is listed as either personal or impersonal."""
    texts = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if column.type is Text or _points_to_a_text(column.foreign_keys)
    }
    assert set() == PERSONAL & IMPERSONAL
    assert texts == PERSONAL | IMPERSONAL


def _points_to_a_text(keys: set[ForeignKey]) -> bool:
    return any(key.column.type is Text for key in keys)


async def test_every_reference_to_a_forgotten_player_is_deleted_or_listed(world: World) -> None:
    """Every column that still refers to a forgotten player is listed as staying."""
    await plant(world, world.boris)
    await forget(world, world.boris)
    left = set()
    async with world.database.read() as connection:
        for table in metadata.sorted_tables:
            for column in table.columns:
                if any(key.column is tables.players.c.id for key in column.foreign_keys):
                    found = select(column).where(column == world.boris.id).limit(1)
                    if (await connection.execute(found)).first() is not None:
                        left.add(f"{table.name}.{column.name}")
    assert left <= STAYS


def marker(column: str) -> str:
    """Return a text that is unique to one column."""
    return f"zq{column.replace('.', 'x').replace('_', 'y')}qz"


async def plant(world: World, player: Player) -> set[str]:
    """Put a unique text into every personal column of a player; return these columns."""
    game = await world.game()
    home = (world.boris_chat if player.id == world.boris.id else world.anna_chat).id
    account = marker("accounts.key")
    texts = {
        "players": {name: marker(f"players.{name}") for name in ("language", "client_language", "zone")}
        | {name: marker(f"players.{name}") for name in ("theme", "quiet", "digest", "last_platform")},
        "chats": {name: marker(f"chats.{name}") for name in ("language", "theme", "zone")},
    }
    texts["players"]["own_name"] = marker("players.own_name")
    planted = {
        "accounts.shown_name",
        "accounts.key",
        "accounts.name",
        "accounts.handle",
        "players.name",
        *(f"{table}.{name}" for table, names in texts.items() for name in names),
        # These columns take only a few fixed values.
        "chats.layout",
        "players.layout",
        "players.side",
        "players.numbers",
        "players.reminders",
        "failed_attempts.kind",
    }
    rows: dict[str, dict[str, Any]] = {
        "posts": {
            "subject": "game",
            "chat": home,
            **{f"{name}_revision": 1 for name in ("wanted", "shown", "told", "fresh", "sent", "tried")},
            "number": 1,
        },
        "retired": {"chat": home},
        "notifications": {"player": player.id, "revision": 1, "state": "sent", "at": NOW},
        "holidays": {"player": player.id, "starts": NOW, "ends": NOW + timedelta(days=1), "announced": NOW},
        "questions": {"player": player.id, "expires": NOW + timedelta(days=900)},
        "applied": {"at": NOW},
        "link_codes": {"player": player.id, "chat": home, "made": NOW},
        "links": {
            "state": "linked",
            "version": 1,
            "asker": player.id,
            "asker_chat": home,
            "typist": world.carl.id,
            "typist_chat": home,
            "made": NOW,
            "older": player.id,
            "linked": NOW,
        },
        "link_changes": {"number": 1, "table_name": "players", "column_name": "name"},
    }
    async with world.database.write() as connection:
        await connection.execute(
            update(tables.players)
            .where(tables.players.c.id == player.id)
            .values(name=marker("players.name"), **texts["players"])
        )
        for platform in ("web", "telegram", "discord"):
            key = account if platform != "telegram" else f"{account}7"
            name, handle = marker("accounts.name"), marker("accounts.handle")
            await people.add_account(
                connection, AccountRow(platform, key, player.id, name, handle, marker("accounts.shown_name"))
            )
        for platform, key in (("web", f"me:{account}"), ("telegram", marker("chats.key"))):
            made = await people.add_chat(
                connection, platform, key, "private", player.id, marker("chats.language")
            )
            await people.set_display(connection, made.id, **texts["chats"])
        planted.add("chats.key")
        await connection.execute(
            update(tables.chats).where(tables.chats.c.id == home).values(key=marker("chats.key") + "9")
        )
        post = 0
        for table, values in rows.items():
            there = metadata.tables[table]
            filled = {
                column.name: marker(f"{table}.{column.name}")
                for column in there.columns
                if f"{table}.{column.name}" in PERSONAL
            }
            planted |= {f"{table}.{name}" for name in filled}
            if table == "notifications":
                values["post"] = post
            if table == "link_changes":
                filled["link"] = marker("links.id")
            if table == "applied":
                filled["key"] = f"web:{account}:{filled['key']}"
            added = await connection.execute(insert(there).values(values | filled))
            if table == "posts" and added.inserted_primary_key is not None:
                post = added.inserted_primary_key[0]
        await connection.execute(
            insert(tables.alarms),
            [
                {"kind": "digest", "subject": str(player.id), "due": NOW},
                {"kind": "left", "subject": f"{player.id}:{marker('alarms.subject')}", "due": NOW},
            ],
        )
        planted.add("alarms.subject")
        # A closed challenge of the player's, to a handle.
        await connection.execute(
            insert(tables.challenges).values(
                id="zqc",
                challenger=player.id,
                handle=marker("challenges.handle"),
                ruleset="long",
                length="1 game",
                cube=False,
                extended=False,
                chat=world.table.id,
                state="cancelled",
                version=2,
                made=NOW,
                closed=NOW,
            )
        )
        planted.add("challenges.handle")
        await plant_platform_data(connection, account)
        await analyses.add_import(connection, "zqi", player.id, home, [marker("analyses.key")], 5)
        await connection.execute(
            insert(tables.analyses).values(
                key="zqi",
                number=1,
                depth=1,
                text=marker("analyses.text"),
                review=marker("analyses.review"),
                made=NOW,
            )
        )
        planted |= {"analyses.key", "analyses.text", "analyses.review"}
        await connection.execute(
            insert(tables.unreadable_entries).values(
                namespace="telegram-updates", text=f'"{account}7" {marker("unreadable_entries.text")}', at=NOW
            )
        )
        planted.add("unreadable_entries.text")
        planted |= {"key_values.namespace", "key_values.key", "key_values.text"}
        planted |= {"log_entries.namespace", "log_entries.text"}
        await contacts.block(connection, player.id, world.carl.id, NOW)
    assert game.id
    return planted


async def plant_platform_data(connection: AsyncConnection, account: str) -> None:
    """Store what the local table and Telegram's adapter keep about a player."""
    said, name = marker("log_entries.text"), marker("players.name")
    message = {"time": 0.0, "text": [said], "nonce": f"web:{account}:1", "author": [account, name]}
    of_table = {
        "time": 0.0,
        "text": [{"mention": name, "account": account}, f" and ({name})"],
        "nonce": "1.1",
        "author": None,
        "alt": f"{name} has White",
        "buttons": [[{"label": f"Unblock {name}", "data": "x"}]],
        "waits_for": [account, "anna"],
    }
    entries = [
        ("room:table", json.dumps(message)),
        ("room:table", json.dumps(of_table)),
        ("room:me:carl", json.dumps(of_table)),
        (f"room:me:{account}", json.dumps(of_table)),
        ("telegram-fleeting", json.dumps(["-100", 5, f"{account}7", "2026-11-20T18:00:00+00:00"])),
    ]
    await connection.execute(
        insert(tables.log_entries), [{"namespace": space, "text": text} for space, text in entries]
    )
    kept = [
        ("web:seats", marker("key_values.key"), account),
        ("web:names", name, account),
        ("web:accounts", account, name),
        ("web:hosts", account, marker("key_values.text")),
        ("nonce:table", f"web:{account}:1", "1"),
        ("web:codes", f"{account}:1", "hash"),
        ("web:vouchers", f"{account}:1", "seal"),
        (f"nonce:me:{account}", "1.1", "4"),
        ("telegram-menu-buttons", marker("chats.key"), "seal"),
    ]
    await connection.execute(
        insert(tables.key_values), [{"namespace": a, "key": b, "text": c} for a, b, c in kept]
    )


@pytest.mark.parametrize("dialect", PLACES)
async def test_no_planted_text_is_left(dialect: str, tmp_path: Path) -> None:
    """After forgetting, no personal text is left in any row or in the database file."""
    async with new_place(dialect, tmp_path) as place:
        async with inhabited(place) as world:
            assert await plant(world, world.boris) == PERSONAL - TRANSIENT
            await forget(world, world.boris)
            left = repr(await contents(world.database))
            assert [text for text in ("zqqz", *map(marker, PERSONAL)) if text in left] == []
            if isinstance(place, Path):
                on_disk = await asyncio.to_thread(everything_in, tmp_path)
                assert [text for text in map(marker, PERSONAL) if text.encode() in on_disk] == []
        report = await check(place)
    assert (report.games, report.faults) == (1, ())


def test_every_personal_column_is_exported_or_withheld() -> None:
    """Every personal column is either exported or listed as withheld, never both."""
    assert EXPORTED.keys() | KEPT_BACK.keys() == PERSONAL
    assert not EXPORTED.keys() & KEPT_BACK.keys()


async def test_planted_texts_are_exported_or_withheld_as_listed(world: World) -> None:
    """Planted texts are in the export, or not in it, as the two lists say."""
    planted = await plant(world, world.boris)
    made = await world.manager.exports.of(world.boris.id)
    assert made is not None
    file = made.text.decode()
    # The last two differ by row; the others take only a few fixed values.
    short = {
        "chats.layout",
        "players.layout",
        "players.side",
        "players.numbers",
        "players.reminders",
        "failed_attempts.kind",
        "key_values.text",
    }
    assert [each for each in sorted(EXPORTED.keys() - short) if marker(each) not in file] == []
    assert [each for each in sorted(KEPT_BACK.keys() & planted) if marker(each) in file] == []
    assert {"layout", "side", "numbers", "reminders"} <= json.loads(file)["settings"].keys()


def everything_in(folder: Path) -> bytes:
    """Return the content of all files of a folder, concatenated."""
    return b"".join(each.read_bytes() for each in sorted(folder.iterdir()) if each.is_file())


async def test_shared_messages_say_former_player_in_the_rooms_language(world: World) -> None:
    """Messages about a forgotten player say "a former player" in the room's language; others stay."""
    await plant(world, world.boris)
    carls = {"time": 0.0, "text": [marker("players.name")], "nonce": "2", "author": ["carl", "Carl"]}
    async with world.database.write() as connection:
        await connection.execute(
            insert(tables.log_entries).values(namespace="room:table", text=json.dumps(carls))
        )
        await connection.execute(
            update(tables.players).where(tables.players.c.id == world.carl.id).values(language="ru")
        )
    await forget(world, world.boris)
    async with world.database.read() as connection:
        found = await connection.execute(select(tables.log_entries.c.namespace, tables.log_entries.c.text))
        texts: defaultdict[str, list[Any]] = defaultdict(list)
        for row in found:
            texts[row.namespace].append(json.loads(row.text))
    first, theirs = texts["room:table"]
    assert first["text"] == [{"bold": "a former player"}, " and (a former player)"]
    assert (first["alt"], first["waits_for"]) == ("a former player has White", ["anna"])
    assert first["buttons"][0][0]["label"] == "Unblock a former player"
    assert theirs == carls
    assert texts["room:me:carl"][0]["alt"] == "бывший игрок has White"
    assert set(texts) == {"room:table", "room:me:carl", "telegram-fleeting"}


async def test_running_games_are_resigned_and_challenges_end(world: World) -> None:
    """Forgetting resigns every running game, paused, doubled or idle, and closes the player's challenges."""
    manager = world.manager
    asleep = await world.game()
    world.clock.forward(days=60)
    paused = await world.game()
    await manager.offer_pause(world.actor(world.anna), paused.id)
    await manager.offer_pause(world.actor(world.boris), paused.id)
    cube = await doubled(world)
    computer = await manager.challenges.challenge_computer(world.actor(world.boris), "long")
    mine = await manager.challenges.make(world.actor(world.boris), "long", world.carl.id)
    theirs = await manager.challenges.make(world.actor(world.carl), "long", world.boris.id)
    assert await manager.forgetting.belongings(world.boris.id) == Belongings(4, 2)
    await forget(world, world.boris)
    for game in (asleep, paused, cube, computer):
        now = await manager.game(game.id)
        assert now.live.state.outcome is not None
        winner = now.live.state.outcome.winner
        assert winner is not None
        assert now.player(winner).id != world.boris.id
        assert {now.white.name, now.black.name} & {FORMER_NAME}
    states = [(await manager.challenges.challenge(each.id)).state.value for each in (mine, theirs)]
    assert states == ["cancelled", "declined"]


async def test_the_opponent_sees_the_result_and_cannot_play_on(world: World) -> None:
    """The opponent's board shows the result; rematch, next game and the former name are refused."""
    game = await world.game(options=Options(MatchLength(points=3)))
    await forget(world, world.boris)
    for go_on in (world.manager.challenges.rematch, world.manager.matches.next_game):
        with refuses("opponent-forgotten"):
            await go_on(world.actor(world.anna), game.id)
    assert await world.manager.matches.waiting(world.anna.id) == []
    with pytest.raises(NobodyNamed):
        await world.manager.people.named(world.actor(world.anna), "web", "Boris")
    post = await undelivered_of(world, game)
    assert post == {world.table.id}


async def undelivered_of(world: World, game: LoadedGame) -> set[int]:
    """Return the chats that do not yet show a game's latest revision."""
    found = select(tables.posts.c.chat).where(
        tables.posts.c.subject_id == game.id, tables.posts.c.shown_revision < tables.posts.c.wanted_revision
    )
    async with world.database.read() as connection:
        return set((await connection.execute(found)).scalars())


async def test_a_returning_account_is_a_new_player(world: World, game: LoadedGame) -> None:
    """A forgotten account that returns is a new player without games."""
    await forget(world, world.boris)
    back, chat = await visit_chat(world.manager, "boris", "Boris", "me:boris", "private", "ru")
    assert back.id != world.boris.id
    assert chat.id != world.boris_chat.id
    assert await world.manager.games_of(back.id) == []
    with pytest.raises(NotSeated):
        await world.manager.resign(Actor(back.id, "new", chat.id), game.id)


async def test_a_ban_and_a_block_outlive_the_player(world: World) -> None:
    """A returning account is banned and blocked again; until then nothing stored names it."""
    async with world.database.write() as connection:
        await admission.ban(connection, world.boris.id, world.clock.now)
        await contacts.block(connection, world.anna.id, world.boris.id, world.clock.now)
    await forget(world, world.boris)
    kept = repr(await contents(world.database))
    assert "boris" not in kept.casefold()
    back, _ = await visit_chat(world.manager, "boris", "Boris", "me:boris", "private")
    async with world.database.read() as connection:
        assert await contacts.has_blocked(connection, world.anna.id, back.id)
        assert [row.player for row in await admission.banned_accounts(connection)] == [back.id]
        found = select(tables.key_values).where(tables.key_values.c.namespace == "barred")
        assert (await connection.execute(found)).first() is None


async def test_an_analysis_of_a_forgotten_import_is_not_stored(world: World, game: LoadedGame) -> None:
    """An import forgotten during its analysis leaves nothing under its id."""
    for _ in range(4):
        game = await world.turn(game)
    async with world.database.read() as connection:
        record = standalone_record_of(game, await world.manager.events_of(connection, game.id))
    key = await world.manager.imports.keep(world.actor(world.boris, world.boris_chat), [record.write()])
    analysis = QuickAnalyst().analyse(record)
    await world.manager.analyses.keep(key, 1, analysis)
    assert await world.manager.analyses.find(key, 1) is not None
    await forget(world, world.boris)
    await world.manager.analyses.keep(key, 1, analysis)
    assert (await contents(world.database))["analyses"] == []


async def test_forgetting_can_be_repeated_after_a_crash(tmp_path: Path) -> None:
    """After a crash between resigning the games and deleting the rest, asking again forgets the player."""
    place = tmp_path / "nardy.db"
    async with inhabited(place) as world:
        game = await world.game()
        step = Actor(world.boris.id, "the first press", None)
        # The process died here, before the deletion.
        await world.manager.forgetting._end_challenges(step)  # noqa: SLF001
        await world.manager.forgetting._end_games(step)  # noqa: SLF001
    async with inhabited(place) as again:
        assert (await again.manager.game(game.id)).is_over
        assert (await again.manager.people.player(world.boris.id)).name == "Boris"
        await again.manager.forgetting.forget(
            Actor(world.boris.id, "the second press", world.boris_chat.id), spellings, former
        )
        assert (await again.manager.people.player(world.boris.id)).is_former
    async with opened(place) as database:
        assert "Boris" not in repr(await contents(database))


async def test_the_file_is_wiped_after_a_restart(tmp_path: Path) -> None:
    """A wipe of the database file that is still due is done after a restart."""
    place = tmp_path / "nardy.db"
    async with inhabited(place) as world:
        await world.manager.forgetting.forget(world.actor(world.boris, world.boris_chat), spellings, former)
        assert await is_wipe_due(world.database)
    async with inhabited(place) as world:
        await world.manager.forget_old()
        assert not await is_wipe_due(world.database)


async def is_wipe_due(database: Database) -> bool:
    """Return True if the file is still to be wiped."""
    async with database.read() as connection:
        return await forgetting.is_wipe_due(connection)


async def test_forgotten_twice_at_once(world: World) -> None:
    """Two simultaneous requests forget the player once; the second finds it done."""
    await world.game()
    both = await asyncio.gather(
        *(
            world.manager.forgetting.forget(world.actor(world.boris, world.boris_chat), spellings, former)
            for _ in range(2)
        ),
        return_exceptions=True,
    )
    assert sum(each is None for each in both) == 1
    assert [type(each) for each in both if each is not None] == [AlreadyDone]


async def test_forgotten_during_a_move_of_the_opponent(world: World, game: LoadedGame) -> None:
    """Forgetting a player during the opponent's action ends their game."""
    raced = await asyncio.gather(
        world.manager.forgetting.forget(world.actor(world.boris, world.boris_chat), spellings, former),
        world.manager.roll(world.actor(world.anna), game.id),
        world.manager.offer_draw(world.actor(world.anna), game.id),
        return_exceptions=True,
    )
    assert raced[0] is None
    assert await world.manager.games_of(world.anna.id) == []


async def test_a_late_action_of_a_forgotten_player_changes_nothing(world: World) -> None:
    """An action that arrives after its player was forgotten changes nothing."""
    await forget(world, world.boris)
    before = await contents(world.database)
    with pytest.raises(AlreadyDone):
        await world.manager.challenges.make(world.actor(world.boris, world.boris_chat), "long")
    with pytest.raises(AlreadyDone):
        await world.manager.imports.keep(world.actor(world.boris, world.boris_chat), ["White: Boris"])
    assert await contents(world.database) == before


async def test_a_game_that_cannot_be_resigned_is_left_to_the_opponent(
    world: World, game: LoadedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that the forgotten player cannot resign stays open for the opponent to finish."""
    manager = world.manager

    async def refuse(_actor: Actor, game_id: str) -> object:
        raise CannotResignAt(game_id, (), 1)

    monkeypatch.setattr(manager.forgetting, "_resign", refuse)
    await forget(world, world.boris)
    now = await manager.game(game.id)
    assert not now.is_over
    assert (await manager.people.player(world.boris.id)).is_former
    await manager.resign(world.actor(world.anna), game.id, Grade.MARS)


async def test_a_handle_is_matched_only_on_its_platform(world: World) -> None:
    """Forgetting a player leaves a challenge to the same handle on another platform open."""
    await visit_chat(world.manager, "boris", "Boris", "table", "shared", handle="bob")
    async with world.database.write() as connection:
        far = await people.add_chat(connection, "discord", "hall", "shared", None, "en")
    here = await world.manager.challenges.make(world.actor(world.anna), "long", handle="bob")
    there = await world.manager.challenges.make(
        world.actor(world.carl, far_chat(far.id)), "long", handle="bob"
    )
    await forget(world, world.boris)
    states = [(await world.manager.challenges.challenge(each.id)).state.value for each in (here, there)]
    assert states == ["declined", "open"]


def far_chat(chat: int) -> Any:  # noqa: ANN401 (only its id is used)
    """Return a chat with this id."""
    return type("There", (), {"id": chat})()


@pytest.mark.parametrize(
    ("name", "text", "becomes"),
    [
        ("Al", "Al, your turn.", "a former player, your turn."),
        ("Al", "Also Ala and tAl.", "Also Ala and tAl."),
        ("Jo.", "Who is Jo.?", "Who is a former player?"),
        (r"a\b", r"a\b is here", "a former player is here"),
    ],
)
def test_a_name_is_found_as_a_whole_word(name: str, text: str, becomes: str) -> None:
    """A forgotten name is replaced only where it is a whole word."""
    message = {"author": None, "text": [text]}
    without = Mentions(["1a"], [name], {}, former).without("table", json.dumps(message))
    assert json.loads(without or "")["text"] == [becomes]


def test_a_name_is_replaced_in_each_language() -> None:
    """A message that is stored in several languages names the former player in each of them."""
    message = {"author": None, "text": ["Al"], "translations": {"en": ["Al left"], "ru": [{"bold": "Al"}]}}
    without = Mentions(["1a"], ["Al"], {"table": "ru"}, former).without("table", json.dumps(message))
    assert json.loads(without or "") == {
        "author": None,
        "text": [FORMER["ru"]],
        "translations": {"en": [f"{FORMER['en']} left"], "ru": [{"bold": FORMER["ru"]}]},
    }


def test_an_unreadable_message_is_deleted() -> None:
    """An unreadable message is deleted, because it may hold the name."""
    assert Mentions(["1a"], ["Al"], {}, former).without("table", "Al {") is None
