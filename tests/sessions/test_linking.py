"""Linking: two accounts of one person become one player, and two again when the link is undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Column, ForeignKey, Integer, MetaData, Table, insert, select

from bot.maintenance import check, faults_of
from bot.sessions import ChallengeState, Chat, LoadedGame, Player
from bot.sessions.errors import AlreadyDone, NotSeated, PlayerMerged, Refusal
from bot.sessions.linking import LinkView
from storage import merging, outbox
from storage.places import Place
from storage.tables import games, metadata
from tests.refused import refuses
from tests.sessions.world import World, contents, inhabited, race, second_manager
from tests.statements import watched

pytestmark = pytest.mark.on_both

LOG = ("links", "link_changes", "link_codes", "applied", "given_ids")
"""Tables in which only a link and its undoing leave traces."""


async def on_telegram(
    world: World, name: str = "Anya", key: str = "7", language: str = ""
) -> tuple[Player, Chat]:
    """Add a newer player on Telegram; return the player and their private chat."""
    world.clock.forward(minutes=1)
    visitor = await world.manager.people.visit("telegram", key, name, key, "private", language)
    return visitor.player, visitor.chat


async def link(world: World, asker: tuple[Player, Chat], typist: tuple[Player, Chat]) -> LinkView:
    """Link two accounts: one player asks for a code, the other types it, both confirm."""
    linking = world.manager.linking
    code = await linking.new_code(world.actor(*asker))
    typed = await linking.type_code(world.actor(*typist), code)
    await linking.confirm(world.actor(*typist), typed.id)
    return await linking.confirm(world.actor(*asker), typed.id)


async def linked(world: World) -> tuple[Player, Chat, LinkView]:
    """Link Anna to a newer account on Telegram; return that player, their chat and the link."""
    other, chat = await on_telegram(world)
    return other, chat, await link(world, (world.anna, world.anna_chat), (other, chat))


async def against_carl(world: World, player: Player, chat: Chat) -> LoadedGame:
    """Start a game of a player against Carl, who plays at the table."""
    make = world.manager.challenges.make(world.actor(player, chat), "long", None)
    made, signer = await make, await world.manager.signer()
    # Carl accepts at the table, and the challenger confirms that Carl was meant.
    await world.manager.challenges.accept(world.actor(world.carl), made.id, signer.token(made.id))
    return await world.begun(player, made.id, chat)


def comparable(everything: dict[str, list[tuple[object, ...]]]) -> dict[str, object]:
    """Return what is stored without revisions, which only grow, and without the link's messages."""
    found: dict[str, object] = dict(everything)
    version = [column.name for column in games.columns].index("version")
    found["games"] = [row[:version] + row[version + 1 :] for row in everything["games"]]
    found["posts"] = [row[:4] for row in everything["posts"] if row[1] != "link"]
    found["notifications"] = [row for row in everything["notifications"] if "link:" not in str(row[1])]
    found["alarms"] = sorted(row[1:] for row in everything["alarms"])  # a restored alarm has a new id
    return found


async def lived(world: World) -> tuple[Player, Chat, LoadedGame, LoadedGame]:
    """Give Anna a game with Boris, and her Telegram account a game with Carl, settings and blocks."""
    manager = world.manager
    hers = await world.game(chats=(world.anna_chat, world.boris_chat))
    other, chat = await on_telegram(world)
    await manager.people.visit("telegram", "7", "Anya", "group", "shared", "")
    theirs = await against_carl(world, other, chat)
    theirs = await world.turn(theirs, chat if world.mover(theirs).id == other.id else None)
    for player, where in ((world.anna, world.anna_chat), (other, chat)):
        await manager.people.block(world.actor(player, where), world.carl.id)
        await manager.imports.keep(world.actor(player, where), ["White: Anna"])
    await manager.people.block(world.actor(world.boris), other.id)
    await manager.people.block(world.actor(world.boris), world.anna.id)
    await manager.people.block(world.actor(other, chat), world.anna.id)
    await manager.people.set_player_option(world.actor(other, chat), "zone", "Europe/Berlin")
    await manager.people.set_player_option(world.actor(other, chat), "digest", "09:00")
    await manager.people.set_player_option(world.actor(other, chat), "theme", "dark")
    return other, chat, hers, theirs


def test_every_column_that_names_a_player_is_found() -> None:
    """A new table that refers to players is found by the merge."""
    more = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(more)
    Table(
        "badges", more, Column("id", Integer, primary_key=True), Column("worn_by", ForeignKey("players.id"))
    )
    known = {f"{column.table.name}.{column.name}" for column in merging.columns_naming_players(metadata)}
    found = {f"{column.table.name}.{column.name}" for column in merging.columns_naming_players(more)}
    assert found - known == {"badges.worn_by"}
    assert {"games.white", "games.to_act", "accounts.player", "chats.owner", "holidays.player"} <= known


async def test_a_new_table_is_merged_and_restored(world: World) -> None:
    """Rows of a new table are merged with their player and restored when the link is undone."""
    other, _ = await on_telegram(world)
    more = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(more)
    badges = Table(
        "badges", more, Column("id", Integer, primary_key=True), Column("worn_by", ForeignKey("players.id"))
    )
    seen = []
    async with world.database.write() as connection:
        await connection.run_sync(badges.create)
        await connection.execute(insert(badges), [{"id": 1, "worn_by": other.id}, {"id": 2, "worn_by": 1}])
        await _note_link(world, connection, other)
        for step in (merging.merge, merging.undo):
            await step(connection, "k7f", world.anna.id, other.id, more)
            seen.append(
                (await connection.execute(select(badges.c.worn_by).order_by(badges.c.id))).scalars().all()
            )
        await connection.run_sync(badges.drop)
    assert seen == [[world.anna.id, 1], [other.id, 1]]


async def _note_link(world: World, connection: object, other: Player) -> None:
    chats = {"asker_chat": world.anna_chat.id, "typist_chat": world.boris_chat.id, "made": world.clock()}
    row = {"id": "k7f", "state": "typed", "version": 1, "asker": world.anna.id, "typist": other.id, **chats}
    await connection.execute(insert(metadata.tables["links"]).values(row))  # type: ignore[attr-defined]


@pytest.mark.built(by=lived)
async def test_a_link_merges_two_players_and_undoing_restores_both(world: World) -> None:
    """After a link nothing refers to the other player; undoing it restores everything."""
    other, chat, hers, theirs = world.built
    before = await contents(world.database, *LOG)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    assert (view.state, view.name) == ("linked", "Anna")
    async with world.database.read() as connection:
        for column in merging.columns_naming_players(metadata):
            left = await connection.execute(select(column).where(column == other.id))
            assert left.first() is None, column
    assert await faults_of(world.manager, [hers.id, theirs.id]) == []
    both = await world.manager.games_of(world.anna.id)
    assert {game.id for game in both} == {hers.id, theirs.id}
    await world.manager.unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)
    assert comparable(await contents(world.database, *LOG)) == comparable(before)
    assert await faults_of(world.manager, [hers.id, theirs.id]) == []


async def test_a_link_can_be_undone_after_a_restart(place: Place) -> None:
    """Another process can undo a link, and a turn played meanwhile stays."""
    async with inhabited(place) as world:
        other, chat, _, theirs = await lived(world)
        view = await link(world, (other, chat), (world.anna, world.anna_chat))
    assert (await check(place)).faults == ()
    async with inhabited(place) as again:
        again.clock.now, again.numbers = world.clock.now, 1000
        visitor = await again.manager.people.visit("telegram", "7", "Anya", "7", "private", "")
        assert visitor.player.id == world.anna.id
        game = await again.manager.game(theirs.id)
        moved = await again.turn(game, chat if again.mover(game).id == world.anna.id else None)
        assert await again.manager.unlinking.undoable(world.anna.id) == view.id
        await again.manager.unlinking.undo(again.actor(world.anna, chat), view.id)
        visitor = await again.manager.people.visit("telegram", "7", "Anya", "7", "private", "")
        assert visitor.player.id == other.id
        after = await again.manager.game(theirs.id)
        assert (after.turns, after.side_of(other.id), after.side_of(world.anna.id)) == (
            moved.turns,
            game.side_of(world.anna.id),
            None,
        )
    report = await check(place)
    assert (report.games, report.faults) == (2, ())


@pytest.mark.built(by=linked)
async def test_a_game_begun_after_the_link_stays_with_the_older_player(world: World) -> None:
    """After undoing, a game begun since the link stays with the older player, in that player's chat."""
    _other, chat, view = world.built
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna, chat), "long")
    await world.manager.unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)
    row = await world.row(game)
    assert world.anna.id in (row.white, row.black)
    assert {row.white_chat, row.black_chat} == {world.anna_chat.id, None}


@pytest.mark.built(by=linked)
async def test_undoing_moves_challenge_cards_to_the_older_players_chat(world: World) -> None:
    """Undoing moves received challenge cards out of the other account's chat and cancels sent ones."""
    _other, chat, view = world.built
    made = await world.manager.challenges.make(world.actor(world.boris), "long", world.anna.id)
    mine = await world.manager.challenges.make(world.actor(world.anna, chat), "long", None)
    async with world.database.write() as connection:
        await outbox.show_in(connection, "challenge", made.id, chat.id, made.version)
    await world.manager.unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)
    async with world.database.read() as connection:
        shown_in = await outbox.posts_of(connection, "challenge", made.id)
    assert (chat.id in shown_in, world.anna_chat.id in shown_in) == (False, True)
    assert (await world.manager.challenges.challenge(mine.id)).state is ChallengeState.CANCELLED


@pytest.mark.built(by=lived)
async def test_a_move_of_a_merged_player_is_retried_once(world: World) -> None:
    """A move of a player merged meanwhile is refused, and retried as the new player it counts once."""
    other, chat, _, theirs = world.built
    game = theirs
    if world.mover(game).id != other.id:
        game = await world.turn(game)
    if game.live.draft is None:
        game = await world.manager.roll(world.actor(other, chat), game.id)
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    before = world.actor(other, chat, "the move")
    await link(world, (world.anna, world.anna_chat), (other, chat))
    with pytest.raises(PlayerMerged):
        await world.manager.move(before, game.id, step)
    now = world.actor(world.anna, chat, "the move")
    after = await world.manager.move(now, game.id, step)
    assert after.version > game.version + 1
    with pytest.raises(AlreadyDone):
        await world.manager.move(now, game.id, step)


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.built(by=lived)
async def test_an_action_read_before_undoing_is_retried_as_the_other_player(
    world: World, *, is_late: bool
) -> None:
    """An action read before its account changed players is refused, and retried it counts once."""
    other, chat, _, theirs = world.built
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    game = await world.manager.game(theirs.id)
    if world.mover(game).id != world.anna.id:
        game = await world.turn(game)
    if game.live.draft is None:
        game = await world.manager.roll(world.actor(world.anna, chat), game.id)
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    before = replace(world.actor(world.anna, chat, "the move"), account=("telegram", "7"))
    unlinking = world.manager.unlinking
    if is_late:
        world.clock.forward(days=8)
        await unlinking.remove_account(world.actor(world.anna, world.anna_chat), "telegram")
    else:
        await unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)
    before_retry = await world.manager.game(game.id)
    with pytest.raises(PlayerMerged):
        await world.manager.move(before, game.id, step)
    assert (await world.manager.game(game.id)).version == before_retry.version
    player = await world.manager.people.find_by_account("telegram", "7")
    assert player is not None
    now = replace(before, player=player.id)
    if is_late:  # all games stay with the older player
        with pytest.raises(NotSeated):
            await world.manager.move(now, game.id, step)
        return
    assert (await world.manager.move(now, game.id, step)).version > before_retry.version
    with pytest.raises(AlreadyDone):
        await world.manager.move(now, game.id, step)


@pytest.mark.built(by=lived)
async def test_a_link_raises_the_version_of_running_games(world: World) -> None:
    """A link raises the version of running games, so that actions read before are stale."""
    other, chat, _, theirs = world.built
    await link(world, (world.anna, world.anna_chat), (other, chat))
    assert (await world.manager.game(theirs.id)).version == theirs.version + 1


async def test_a_link_code_is_valid_once_for_ten_minutes(world: World) -> None:
    """A code is refused if older than ten minutes, used, or replaced, and a player gets three a day."""
    other, chat = await on_telegram(world)
    linking, asker = world.manager.linking, (world.anna, world.anna_chat)
    first = await linking.new_code(world.actor(*asker))
    assert (len(first), first.isalnum(), first == first.lower()) == (10, True, True)
    second = await linking.new_code(world.actor(*asker))
    with refuses("no-such-link-code"):
        await linking.type_code(world.actor(other, chat), first)
    world.clock.forward(minutes=10)
    with refuses("no-such-link-code"):
        await linking.type_code(world.actor(other, chat), second)
    third = await linking.new_code(world.actor(*asker))
    with refuses("too-many-link-codes"):
        await linking.new_code(world.actor(*asker))
    await linking.type_code(world.actor(other, chat), f" {third[:5].upper()}-{third[5:]} ")
    with refuses("no-such-link-code"):
        await linking.type_code(world.actor(other, chat), third)
    world.clock.forward(days=1)
    await linking.new_code(world.actor(*asker))
    assert third not in repr(await contents(world.database))


async def test_link_codes_cannot_be_guessed(world: World) -> None:
    """After five wrong codes a player must wait, even with a right one."""
    other, chat = await on_telegram(world)
    code = await world.manager.linking.new_code(world.actor(world.anna, world.anna_chat))
    for _ in range(5):
        with refuses("no-such-link-code"):
            await world.manager.linking.type_code(world.actor(other, chat), "aaaaaaaaaa")
    with refuses("too-many-codes-tried"):
        await world.manager.linking.type_code(world.actor(other, chat), code)


async def test_a_code_typed_in_a_group_is_void(world: World) -> None:
    """A code that was typed in a group is void."""
    other, chat = await on_telegram(world)
    code = await world.manager.linking.new_code(world.actor(world.anna, world.anna_chat))
    await world.manager.linking.void(code)
    with refuses("no-such-link-code"):
        await world.manager.linking.type_code(world.actor(other, chat), code)


async def test_one_of_two_simultaneous_typists_gets_the_link(world: World) -> None:
    """When two players type one code at once, one is asked to confirm, and the other's code is refused."""
    typists = [await on_telegram(world, name, key) for name, key in (("Anya", "7"), ("Mallory", "8"))]
    code = await world.manager.linking.new_code(world.actor(world.anna, world.anna_chat))
    actors = [world.actor(*typist) for typist in typists]
    found = await race(*(world.manager.linking.type_code(actor, code) for actor in actors))
    assert [each.code for each in found if isinstance(each, Refusal)] == ["no-such-link-code"]


async def test_only_the_right_player_may_confirm_in_turn(world: World) -> None:
    """A third player, a confirmation out of turn, a second one and one after an hour are refused."""
    linking = world.manager.linking
    other, chat = await on_telegram(world)
    thief, den = await on_telegram(world, "Mallory", "8")
    code = await linking.new_code(world.actor(world.anna, world.anna_chat))
    view = await linking.type_code(world.actor(other, chat), code)
    for player, where in ((world.anna, world.anna_chat), (thief, den)):
        with refuses("no-such-link"):
            await linking.confirm(world.actor(player, where), view.id)
    await linking.confirm(world.actor(other, chat), view.id)
    with refuses("no-such-link"):
        await linking.confirm(world.actor(other, chat), view.id)
    with refuses("no-such-link"):
        await linking.refuse(world.actor(thief, den), view.id)
    world.clock.forward(hours=1)
    with refuses("no-such-link"):
        await linking.confirm(world.actor(world.anna, world.anna_chat), view.id)


async def test_a_refusal_ends_the_link(world: World) -> None:
    """After the asker's refusal neither player can confirm the link."""
    linking = world.manager.linking
    other, chat = await on_telegram(world)
    view = await linking.type_code(
        world.actor(other, chat), await linking.new_code(world.actor(world.anna, world.anna_chat))
    )
    await linking.confirm(world.actor(other, chat), view.id)
    await linking.refuse(world.actor(world.anna, world.anna_chat), view.id)
    for player, where in ((world.anna, world.anna_chat), (other, chat)):
        with refuses("no-such-link"):
            await linking.confirm(world.actor(player, where), view.id)
    assert (await world.manager.people.player(other.id)).id == other.id


async def test_some_pairs_of_players_cannot_be_linked(world: World) -> None:
    """A player cannot link to themselves, to an account on the same platform, or to a past opponent."""
    linking = world.manager.linking
    code = await linking.new_code(world.actor(world.anna, world.anna_chat))
    with refuses("own-link-code"):
        await linking.type_code(world.actor(world.anna, world.anna_chat), code)
    with refuses("same-platform"):
        await linking.type_code(world.actor(world.boris, world.boris_chat), code)
    played, chat = await on_telegram(world)
    game = await against_carl(world, played, chat)
    home = await world.manager.people.visit("web", "carl", "Carl", "me:carl", "private", "")
    code = await linking.new_code(world.actor(world.carl, home.chat))
    with refuses("have-played"):
        await linking.type_code(world.actor(played, chat), code)
    assert game.side_of(played.id) is not None


async def test_a_ban_survives_linking(world: World) -> None:
    """A banned player cannot link, and a ban while linked applies to both players after undoing."""
    linking, administration = world.manager.linking, world.manager.administration
    other, chat = await on_telegram(world)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await administration.ban(world.actor(world.boris), world.anna.id)
    await world.manager.unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)
    with refuses("banned"):
        await linking.new_code(world.actor(other, chat))
    await administration.unban(world.actor(world.boris), other.id)
    code = await linking.new_code(world.actor(other, chat))
    with refuses("banned"):
        await linking.type_code(world.actor(world.anna, world.anna_chat), code)
    await administration.unban(world.actor(world.boris), world.anna.id)
    code = await linking.new_code(world.actor(other, chat))
    await administration.ban(world.actor(world.boris), other.id)
    with refuses("opponent-banned"):
        await linking.type_code(world.actor(world.anna, world.anna_chat), code)


async def test_after_seven_days_an_account_leaves_without_its_games(world: World) -> None:
    """After seven days a link cannot be undone: a removed account starts as a new player without games."""
    other, chat, _, theirs = await lived(world)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    unlinking = world.manager.unlinking
    with refuses("no-such-link"):
        await unlinking.remove_account(world.actor(world.anna, world.anna_chat), "telegram")
    world.clock.forward(days=7)
    await world.manager.forget_old()
    everything = await contents(world.database)
    assert (everything["links"], everything["link_changes"]) == ([], [])
    with refuses("no-such-link"):
        await unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)
    await unlinking.remove_account(world.actor(world.anna, chat), "telegram")
    fresh, _ = await on_telegram(world)
    assert fresh.id not in (world.anna.id, other.id)
    assert (await world.manager.games_of(fresh.id), fresh.name) == ([], "Anya")
    assert (await world.manager.game(theirs.id)).side_of(world.anna.id) is not None
    with refuses("nothing-to-unlink"):
        await unlinking.remove_account(world.actor(world.anna, world.anna_chat), "telegram")


@pytest.mark.built(by=linked)
async def test_every_account_gets_a_message_of_a_link(world: World) -> None:
    """Each private chat shows a message about a link, which changes when it is undone."""
    _other, chat, view = world.built

    async def messages() -> set[tuple[object, object]]:
        rows = (await contents(world.database))["posts"]
        return {(row[3], row[4]) for row in rows if row[1:3] == ("link", view.id)}

    assert await messages() == {(world.anna_chat.id, 3), (chat.id, 3)}
    await world.manager.unlinking.undo(world.actor(world.anna, chat), view.id)
    assert await messages() == {(world.anna_chat.id, 4), (chat.id, 4)}


async def test_holidays_that_overlap_count_once(world: World) -> None:
    """Overlapping holidays of linked players count once, and undoing restores the other one."""
    other, chat = await on_telegram(world)
    for player, where in ((world.anna, world.anna_chat), (other, chat)):
        actor = world.actor(player, where)
        await world.manager.people.set_player_option(actor, "zone", "Europe/Berlin")
        first = world.clock().date() + timedelta(days=1)
        await world.manager.holidays.announce(world.actor(player, where), first, first + timedelta(days=2))
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    one = {row[1] for row in (await contents(world.database))["holidays"]}
    await world.manager.unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)
    two = {row[1] for row in (await contents(world.database))["holidays"]}
    assert (one, two) == ({world.anna.id}, {world.anna.id, other.id})


@pytest.mark.built(by=linked)
async def test_a_challenge_or_block_of_a_merged_player_is_retried(world: World) -> None:
    """A challenge or block that names a merged player is refused, so that the name is looked up again."""
    other, _chat, _ = world.built
    with pytest.raises(PlayerMerged):
        await world.manager.challenges.make(world.actor(world.boris), "long", other.id)
    with pytest.raises(PlayerMerged):
        await world.manager.people.block(world.actor(world.boris), other.id)


async def test_links_are_undone_the_last_first(world: World) -> None:
    """The last of several links must be undone first."""
    second = await on_telegram(world)
    first_link = await link(world, (world.anna, world.anna_chat), second)
    world.clock.forward(minutes=1)
    third = await world.manager.people.visit("discord", "9", "Ann", "9", "private", "")
    last = await link(world, (third.player, third.chat), (world.anna, world.anna_chat))
    with refuses("no-such-link"):
        await world.manager.unlinking.undo(world.actor(world.anna, world.anna_chat), first_link.id)
    for view in (last, first_link):
        await world.manager.unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)
    async with world.database.read() as connection:
        found = await connection.execute(select(metadata.tables["accounts"]))
        owners = {row.platform: row.player for row in found if row.platform != "web"}
    assert owners == {"telegram": second[0].id, "discord": third.player.id}


async def test_visits_keep_the_older_accounts_name(world: World) -> None:
    """Unchanged visits write nothing, and only the older account's name renames the player."""
    other, chat = await on_telegram(world, language="ru")
    await link(world, (world.anna, world.anna_chat), (other, chat))
    meetings = (("web", "anna", "Anna", "me:anna", "en"), ("telegram", "7", "Anya", "7", "ru"))
    before = await contents(world.database)
    changes = []
    world.manager.listeners.append(lambda: changes.append(1))
    with watched() as seen:
        for platform, key, name, where, language in meetings * 10:
            visitor = await world.manager.people.visit(platform, key, name, where, "private", language)
            assert (visitor.player.id, visitor.player.name) == (world.anna.id, "Anna")
    assert {text.split()[0] for text in seen.texts} == {"SELECT"}
    assert (changes, await contents(world.database)) == ([], before)
    await world.manager.people.visit("telegram", "7", "Annushka", "7", "private", "ru")
    assert (await world.manager.people.player(world.anna.id)).name == "Anna"
    await world.manager.people.visit("web", "anna", "Anne", "me:anna", "private", "en")
    assert (await world.manager.people.player(world.anna.id)).name == "Anne"


async def test_a_chosen_name_finds_the_player_and_can_be_removed(world: World) -> None:
    """A player is found by the chosen name and by the account's; removing it restores the account's name."""
    people = world.manager.people
    await people.set_name(world.actor(world.anna), "Queen of Nardy")
    await people.visit("web", "anna", "Anna B", "me:anna", "private", "en")
    found = await people.named(world.actor(world.boris), "web", "queen OF nardy")
    assert (found.id, found.name) == (world.anna.id, "Queen of Nardy")
    assert (await people.named(world.actor(world.boris), "web", "Anna B")).id == world.anna.id
    await people.set_name(world.actor(world.anna), None)
    assert (await people.player(world.anna.id)).name == "Anna B"


@pytest.mark.built(by=lived)
async def test_a_link_and_a_move_race(world: World) -> None:
    """A move that races with a link is played, or refused as merged and retried; none is lost."""
    other, chat, _, theirs = world.built
    linking = world.manager.linking
    code = await linking.new_code(world.actor(world.anna, world.anna_chat))
    view = await linking.type_code(world.actor(other, chat), code)
    await linking.confirm(world.actor(other, chat), view.id)
    game = theirs if world.mover(theirs).id == other.id else await world.turn(theirs)
    if game.live.draft is None:
        game = await world.manager.roll(world.actor(other, chat), game.id)
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    second = second_manager(world.database, world.clock)
    move = world.actor(other, chat, "the move")
    yes = world.actor(world.anna, world.anna_chat)
    found = await race(linking.confirm(yes, view.id), second.move(move, game.id, step))
    after = await world.manager.game(game.id)
    assert after.side_of(world.anna.id) is not None
    if isinstance(found[1], PlayerMerged):
        after = await second.move(world.actor(world.anna, chat, "the move"), game.id, step)
    assert not isinstance(found[1], NotSeated)
    assert after.live.draft is None or [str(move) for move in after.live.draft.moves] == [step]


async def test_a_confirmation_covers_only_the_accounts_shown(world: World) -> None:
    """A confirmation is refused if the other player has linked another account meanwhile."""
    linking = world.manager.linking
    vera = await on_telegram(world, "Vera")
    code = await linking.new_code(world.actor(world.anna, world.anna_chat))
    typed = await linking.type_code(world.actor(*vera), code)
    await linking.confirm(world.actor(*vera), typed.id)
    third = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    await link(world, (world.anna, world.anna_chat), (third.player, third.chat))
    assert {each.platform for each in typed.asker.accounts} == {"web"}
    with refuses("no-such-link"):
        await linking.confirm(world.actor(world.anna, world.anna_chat), typed.id)
    view, *_ = await linking.view(typed.id, vera[1].id) or (None,)
    assert view is not None
    assert view.state == "refused"


async def test_options_set_only_by_the_younger_player_are_kept(world: World) -> None:
    """Options that the older player left at their defaults are taken from the younger player."""
    other, chat = await on_telegram(world)
    chosen: tuple[tuple[Player, Chat, str, str | bool], ...] = (
        (other, chat, "reminders", "daily"),
        (other, chat, "numbers", "own-side"),
        (other, chat, "auto_confirm", True),
        (world.anna, world.anna_chat, "auto_forced", False),
    )
    for who, where, option, value in chosen:
        await world.manager.people.set_player_option(world.actor(who, where), option, value)
    await link(world, (world.anna, world.anna_chat), (other, chat))
    player = await world.manager.people.player(world.anna.id)
    assert (player.reminders, player.numbers) == ("daily", "own-side")
    assert (player.auto_confirm, player.auto_forced) == (True, False)


async def test_the_message_of_an_earlier_link_names_all_accounts(world: World) -> None:
    """The message of an earlier link shows the name and all accounts of the present player."""
    second = await on_telegram(world, "Bertha")
    third = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    first = await link(world, (world.anna, world.anna_chat), second)
    await link(world, (world.anna, world.anna_chat), (third.player, third.chat))
    view, *_ = await world.manager.linking.view(first.id, world.anna_chat.id) or (None,)
    assert view is not None
    assert {each.name for each in view.asker.accounts} == {"Anna", "Bertha", "Zoe"}
    assert view.name == "Anna"
