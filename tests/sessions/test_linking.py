"""Two accounts of one person that become one player, and two again."""

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
"""Tables that a link and its undoing leave traces in, and nothing else does."""


async def elsewhere(
    world: World, name: str = "Anya", key: str = "7", language: str = ""
) -> tuple[Player, Chat]:
    """Somebody on another platform, known since later."""
    world.clock.forward(minutes=1)
    visitor = await world.manager.people.visit("telegram", key, name, key, "private", language)
    return visitor.player, visitor.chat


async def link(world: World, asker: tuple[Player, Chat], typist: tuple[Player, Chat]) -> LinkView:
    """Let two become one: the one asks for a code, the other types it, both say yes."""
    linking = world.manager.linking
    code = await linking.new_code(world.actor(*asker))
    typed = await linking.type_code(world.actor(*typist), code)
    await linking.confirm(world.actor(*typist), typed.id)
    return await linking.confirm(world.actor(*asker), typed.id)


async def linked(world: World) -> tuple[Player, Chat, LinkView]:
    """Anna's other account, which has become one player with her."""
    other, chat = await elsewhere(world)
    return other, chat, await link(world, (world.anna, world.hers), (other, chat))


async def against_carl(world: World, who: Player, chat: Chat) -> LoadedGame:
    """A game of somebody against Carl, who plays at the table."""
    make = world.manager.challenges.make(world.actor(who, chat), "long", None)
    made, signer = await make, await world.manager.signer()
    # Carl takes it up on another platform, and who made it says that it is he who was meant.
    await world.manager.challenges.accept(world.actor(world.carl), made.id, signer.token(made.id))
    return await world.begun(who, made.id, chat)


def comparable(everything: dict[str, list[tuple[object, ...]]]) -> dict[str, object]:
    """What is stored, without what counts how often something was shown: versions never step back."""
    found: dict[str, object] = dict(everything)
    version = [column.name for column in games.columns].index("version")
    found["games"] = [row[:version] + row[version + 1 :] for row in everything["games"]]
    found["posts"] = [row[:4] for row in everything["posts"] if row[1] != "link"]
    found["notifications"] = [row for row in everything["notifications"] if "link:" not in str(row[1])]
    found["alarms"] = sorted(row[1:] for row in everything["alarms"])  # set anew, each has another number
    return found


async def lived(world: World) -> tuple[Player, Chat, LoadedGame, LoadedGame]:
    """Anna has a game with Boris; her other account has one with Carl, settings, blocks, imports, all."""
    manager = world.manager
    hers = await world.game(chats=(world.hers, world.his))
    other, chat = await elsewhere(world)
    await manager.people.visit("telegram", "7", "Anya", "group", "shared", "")
    theirs = await against_carl(world, other, chat)
    theirs = await world.turn(theirs, chat if world.mover(theirs).id == other.id else None)
    for who, where in ((world.anna, world.hers), (other, chat)):
        await manager.people.block(world.actor(who, where), world.carl.id)
        await manager.imports.keep(world.actor(who, where), ["White: Anna"])
    await manager.people.block(world.actor(world.boris), other.id)
    await manager.people.block(world.actor(world.boris), world.anna.id)
    await manager.people.block(world.actor(other, chat), world.anna.id)
    await manager.people.set_player_option(world.actor(other, chat), "zone", "Europe/Berlin")
    await manager.people.set_player_option(world.actor(other, chat), "digest", "09:00")
    await manager.people.set_player_option(world.actor(other, chat), "theme", "dark")
    return other, chat, hers, theirs


def test_every_column_that_names_a_player_is_found() -> None:
    """A table that nobody has thought of is among those that a merge goes over."""
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


async def test_a_table_that_nobody_has_thought_of_is_merged_and_brought_back(world: World) -> None:
    """Its rows are the one player's after a merge, and whose they were after it is undone."""
    other, _ = await elsewhere(world)
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
    chats = {"asker_chat": world.hers.id, "typist_chat": world.his.id, "made": world.clock()}
    row = {"id": "k7f", "state": "typed", "version": 1, "asker": world.anna.id, "typist": other.id, **chats}
    await connection.execute(insert(metadata.tables["links"]).values(row))  # type: ignore[attr-defined]


@pytest.mark.built(by=lived)
async def test_two_become_one_and_two_again(world: World) -> None:
    """Nothing names the other any more after a merge; after it is undone all is as it was before."""
    other, chat, hers, theirs = world.built
    before = await contents(world.database, *LOG)
    view = await link(world, (world.anna, world.hers), (other, chat))
    assert (view.state, view.name) == ("linked", "Anna")
    async with world.database.read() as connection:
        for column in merging.columns_naming_players(metadata):
            left = await connection.execute(select(column).where(column == other.id))
            assert left.first() is None, column
    assert await faults_of(world.manager, [hers.id, theirs.id]) == []
    both = await world.manager.games_of(world.anna.id)
    assert {game.id for game in both} == {hers.id, theirs.id}
    await world.manager.unlinking.undo(world.actor(world.anna, world.hers), view.id)
    assert comparable(await contents(world.database, *LOG)) == comparable(before)
    assert await faults_of(world.manager, [hers.id, theirs.id]) == []


async def test_a_link_outlives_a_restart_and_is_undone_after_it(place: Place) -> None:
    """What is to be undone is stored: another process undoes it, and a turn that was played since stays."""
    async with inhabited(place) as world:
        other, chat, _, theirs = await lived(world)
        view = await link(world, (other, chat), (world.anna, world.hers))
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
async def test_what_was_begun_since_stays_with_the_older_and_leaves_the_others_chat(world: World) -> None:
    """A game begun by the other account after the link is the older player's, and told in his own chat."""
    _other, chat, view = world.built
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna, chat), "long")
    await world.manager.unlinking.undo(world.actor(world.anna, world.hers), view.id)
    row = await world.row(game)
    assert world.anna.id in (row.white, row.black)
    assert {row.white_chat, row.black_chat} == {world.hers.id, None}


@pytest.mark.built(by=linked)
async def test_a_challenge_to_the_older_leaves_the_chat_of_the_other(world: World) -> None:
    """Cards that stand in the other account's private chat since the link go to the player's own."""
    _other, chat, view = world.built
    made = await world.manager.challenges.make(world.actor(world.boris), "long", world.anna.id)
    mine = await world.manager.challenges.make(world.actor(world.anna, chat), "long", None)
    async with world.database.write() as connection:
        await outbox.show_in(connection, "challenge", made.id, chat.id, made.version)
    await world.manager.unlinking.undo(world.actor(world.anna, world.hers), view.id)
    async with world.database.read() as connection:
        shown_in = await outbox.posts_of(connection, "challenge", made.id)
    assert (chat.id in shown_in, world.hers.id in shown_in) == (False, True)
    assert (await world.manager.challenges.challenge(mine.id)).state is ChallengeState.CANCELLED


@pytest.mark.built(by=lived)
async def test_a_move_made_by_who_was_merged_meanwhile_is_not_lost(world: World) -> None:
    """Who acts as a player that he is no more is told to be found anew; found anew, his move counts once."""
    other, chat, _, theirs = world.built
    game = theirs
    if world.mover(game).id != other.id:
        game = await world.turn(game)
    if game.live.draft is None:
        game = await world.manager.roll(world.actor(other, chat), game.id)
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    before = world.actor(other, chat, "the move")
    await link(world, (world.anna, world.hers), (other, chat))
    with pytest.raises(PlayerMerged):
        await world.manager.move(before, game.id, step)
    now = world.actor(world.anna, chat, "the move")
    after = await world.manager.move(now, game.id, step)
    assert after.version > game.version + 1
    with pytest.raises(AlreadyDone):
        await world.manager.move(now, game.id, step)


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.built(by=lived)
async def test_what_was_read_before_an_undoing_is_not_done_by_the_other(
    world: World, *, is_late: bool
) -> None:
    """What came from an account that is another player's by now is done by that one, and once."""
    other, chat, _, theirs = world.built
    view = await link(world, (world.anna, world.hers), (other, chat))
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
        await unlinking.remove_account(world.actor(world.anna, world.hers), "telegram")
    else:
        await unlinking.undo(world.actor(world.anna, world.hers), view.id)
    stood = await world.manager.game(game.id)
    with pytest.raises(PlayerMerged):
        await world.manager.move(before, game.id, step)
    assert (await world.manager.game(game.id)).version == stood.version
    player = await world.manager.people.find_by_account("telegram", "7")
    assert player is not None
    now = replace(before, player=player.id)
    if is_late:  # all games stay with who is known for longer
        with pytest.raises(NotSeated):
            await world.manager.move(now, game.id, step)
        return
    assert (await world.manager.move(now, game.id, step)).version > stood.version
    with pytest.raises(AlreadyDone):
        await world.manager.move(now, game.id, step)


@pytest.mark.built(by=lived)
async def test_whoever_had_the_board_before_finds_another_version(world: World) -> None:
    """The version of a game that was being played is raised, so that what was read of it is stale."""
    other, chat, _, theirs = world.built
    await link(world, (world.anna, world.hers), (other, chat))
    assert (await world.manager.game(theirs.id)).version == theirs.version + 1


async def test_a_code_is_good_once_for_ten_minutes_and_three_times_a_day(world: World) -> None:
    """A code that is old, was used, or was followed by another is as wrong as any."""
    other, chat = await elsewhere(world)
    linking, asker = world.manager.linking, (world.anna, world.hers)
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


async def test_guessing_codes_ends_after_five(world: World) -> None:
    """Who has typed five codes that nobody was told must wait, also with a right one."""
    other, chat = await elsewhere(world)
    code = await world.manager.linking.new_code(world.actor(world.anna, world.hers))
    for _ in range(5):
        with refuses("no-such-link-code"):
            await world.manager.linking.type_code(world.actor(other, chat), "aaaaaaaaaa")
    with refuses("too-many-codes-tried"):
        await world.manager.linking.type_code(world.actor(other, chat), code)


async def test_a_code_that_others_have_read_is_void(world: World) -> None:
    """After it was typed in a group nobody can use it, neither who typed it nor who read it."""
    other, chat = await elsewhere(world)
    code = await world.manager.linking.new_code(world.actor(world.anna, world.hers))
    await world.manager.linking.void(code)
    with refuses("no-such-link-code"):
        await world.manager.linking.type_code(world.actor(other, chat), code)


async def test_of_two_who_type_one_code_at_once_one_is_asked(world: World) -> None:
    """The other has typed a code that nobody was told, as far as he learns."""
    typists = [await elsewhere(world, name, key) for name, key in (("Anya", "7"), ("Mallory", "8"))]
    code = await world.manager.linking.new_code(world.actor(world.anna, world.hers))
    actors = [world.actor(*typist) for typist in typists]
    found = await race(*(world.manager.linking.type_code(actor, code) for actor in actors))
    assert [each.code for each in found if isinstance(each, Refusal)] == ["no-such-link-code"]


async def test_only_who_is_asked_can_answer_and_only_what_he_is_asked(world: World) -> None:
    """Neither a third, nor the asker before the typist, nor anybody twice, nor after an hour."""
    linking = world.manager.linking
    other, chat = await elsewhere(world)
    thief, den = await elsewhere(world, "Mallory", "8")
    code = await linking.new_code(world.actor(world.anna, world.hers))
    view = await linking.type_code(world.actor(other, chat), code)
    for who, where in ((world.anna, world.hers), (thief, den)):
        with refuses("no-such-link"):
            await linking.confirm(world.actor(who, where), view.id)
    await linking.confirm(world.actor(other, chat), view.id)
    with refuses("no-such-link"):
        await linking.confirm(world.actor(other, chat), view.id)
    with refuses("no-such-link"):
        await linking.refuse(world.actor(thief, den), view.id)
    world.clock.forward(hours=1)
    with refuses("no-such-link"):
        await linking.confirm(world.actor(world.anna, world.hers), view.id)


async def test_either_no_ends_it(world: World) -> None:
    """After the asker's no nothing is linked, and the typist cannot go on."""
    linking = world.manager.linking
    other, chat = await elsewhere(world)
    view = await linking.type_code(
        world.actor(other, chat), await linking.new_code(world.actor(world.anna, world.hers))
    )
    await linking.confirm(world.actor(other, chat), view.id)
    await linking.refuse(world.actor(world.anna, world.hers), view.id)
    for who, where in ((world.anna, world.hers), (other, chat)):
        with refuses("no-such-link"):
            await linking.confirm(world.actor(who, where), view.id)
    assert (await world.manager.people.player(other.id)).id == other.id


async def test_whom_one_can_be(world: World) -> None:
    """Not oneself, nobody on the same platform, nobody whom one has played, nobody who is banned."""
    linking = world.manager.linking
    code = await linking.new_code(world.actor(world.anna, world.hers))
    with refuses("own-link-code"):
        await linking.type_code(world.actor(world.anna, world.hers), code)
    with refuses("same-platform"):
        await linking.type_code(world.actor(world.boris, world.his), code)
    played, chat = await elsewhere(world)
    game = await against_carl(world, played, chat)
    home = await world.manager.people.visit("web", "carl", "Carl", "me:carl", "private", "")
    code = await linking.new_code(world.actor(world.carl, home.chat))
    with refuses("have-played"):
        await linking.type_code(world.actor(played, chat), code)
    assert game.side_of(played.id) is not None


async def test_a_ban_is_not_shaken_off(world: World) -> None:
    """Who is banned is linked with nobody; who is banned while linked is so as both afterwards."""
    linking, administration = world.manager.linking, world.manager.administration
    other, chat = await elsewhere(world)
    view = await link(world, (world.anna, world.hers), (other, chat))
    await administration.ban(world.actor(world.boris), world.anna.id)
    await world.manager.unlinking.undo(world.actor(world.anna, world.hers), view.id)
    with refuses("banned"):
        await linking.new_code(world.actor(other, chat))
    await administration.unban(world.actor(world.boris), other.id)
    code = await linking.new_code(world.actor(other, chat))
    with refuses("banned"):
        await linking.type_code(world.actor(world.anna, world.hers), code)
    await administration.unban(world.actor(world.boris), world.anna.id)
    code = await linking.new_code(world.actor(other, chat))
    await administration.ban(world.actor(world.boris), other.id)
    with refuses("opponent-banned"):
        await linking.type_code(world.actor(world.anna, world.hers), code)


async def test_after_seven_days_an_account_goes_alone(world: World) -> None:
    """What the link changed is forgotten then; the account begins anew, and the games stay."""
    other, chat, _, theirs = await lived(world)
    view = await link(world, (world.anna, world.hers), (other, chat))
    unlinking = world.manager.unlinking
    with refuses("no-such-link"):
        await unlinking.remove_account(world.actor(world.anna, world.hers), "telegram")
    world.clock.forward(days=7)
    await world.manager.forget_old()
    everything = await contents(world.database)
    assert (everything["links"], everything["link_changes"]) == ([], [])
    with refuses("no-such-link"):
        await unlinking.undo(world.actor(world.anna, world.hers), view.id)
    await unlinking.remove_account(world.actor(world.anna, chat), "telegram")
    fresh, _ = await elsewhere(world)
    assert fresh.id not in (world.anna.id, other.id)
    assert (await world.manager.games_of(fresh.id), fresh.name) == ([], "Anya")
    assert (await world.manager.game(theirs.id)).side_of(world.anna.id) is not None
    with refuses("nothing-to-unlink"):
        await unlinking.remove_account(world.actor(world.anna, world.hers), "telegram")


@pytest.mark.built(by=linked)
async def test_all_accounts_are_told(world: World) -> None:
    """Each private chat has a message of a link, and another once it is undone."""
    _other, chat, view = world.built

    async def messages() -> set[tuple[object, object]]:
        rows = (await contents(world.database))["posts"]
        return {(row[3], row[4]) for row in rows if row[1:3] == ("link", view.id)}

    assert await messages() == {(world.hers.id, 3), (chat.id, 3)}
    await world.manager.unlinking.undo(world.actor(world.anna, chat), view.id)
    assert await messages() == {(world.hers.id, 4), (chat.id, 4)}


async def test_holidays_that_overlap_count_once(world: World) -> None:
    """Time never stands still twice at once; the other holiday is there again after the link is undone."""
    other, chat = await elsewhere(world)
    for who, where in ((world.anna, world.hers), (other, chat)):
        actor = world.actor(who, where)
        await world.manager.people.set_player_option(actor, "zone", "Europe/Berlin")
        first = world.clock().date() + timedelta(days=1)
        await world.manager.holidays.announce(world.actor(who, where), first, first + timedelta(days=2))
    view = await link(world, (world.anna, world.hers), (other, chat))
    one = {row[1] for row in (await contents(world.database))["holidays"]}
    await world.manager.unlinking.undo(world.actor(world.anna, world.hers), view.id)
    two = {row[1] for row in (await contents(world.database))["holidays"]}
    assert (one, two) == ({world.anna.id}, {world.anna.id, other.id})


@pytest.mark.built(by=linked)
async def test_whom_a_name_meant_before_a_link_is_found_anew(world: World) -> None:
    """A challenge to one who was merged meanwhile is made to nobody, and asked again."""
    other, _chat, _ = world.built
    with pytest.raises(PlayerMerged):
        await world.manager.challenges.make(world.actor(world.boris), "long", other.id)
    with pytest.raises(PlayerMerged):
        await world.manager.people.block(world.actor(world.boris), other.id)


async def test_links_are_undone_the_last_first(world: World) -> None:
    """Who has linked a third account takes it out before the second."""
    second = await elsewhere(world)
    first_link = await link(world, (world.anna, world.hers), second)
    world.clock.forward(minutes=1)
    third = await world.manager.people.visit("discord", "9", "Ann", "9", "private", "")
    last = await link(world, (third.player, third.chat), (world.anna, world.hers))
    with refuses("no-such-link"):
        await world.manager.unlinking.undo(world.actor(world.anna, world.hers), first_link.id)
    for view in (last, first_link):
        await world.manager.unlinking.undo(world.actor(world.anna, world.hers), view.id)
    async with world.database.read() as connection:
        found = await connection.execute(select(metadata.tables["accounts"]))
        owners = {row.platform: row.player for row in found if row.platform != "web"}
    assert owners == {"telegram": second[0].id, "discord": third.player.id}


async def test_the_name_stays(world: World) -> None:
    """Ten meetings on two platforms that change nothing write nothing; the first account's name stands."""
    other, chat = await elsewhere(world, language="ru")
    await link(world, (world.anna, world.hers), (other, chat))
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


async def test_a_chosen_name_is_found_and_is_given_up(world: World) -> None:
    """Whoever knows somebody finds him by the name that he chose, too; without it he is as his account is."""
    people = world.manager.people
    await people.set_name(world.actor(world.anna), "Queen of Nardy")
    await people.visit("web", "anna", "Anna B", "me:anna", "private", "en")
    found = await people.named(world.actor(world.boris), "web", "queen OF nardy")
    assert (found.id, found.name) == (world.anna.id, "Queen of Nardy")
    assert (await people.named(world.actor(world.boris), "web", "Anna B")).id == world.anna.id
    await people.set_name(world.actor(world.anna), None)
    assert (await people.player(world.anna.id)).name == "Anna B"


@pytest.mark.built(by=lived)
async def test_two_processes_link_and_play_at_once(world: World) -> None:
    """A move and the link race: the move is made, or its player is told to be found anew; none is lost."""
    other, chat, _, theirs = world.built
    linking = world.manager.linking
    code = await linking.new_code(world.actor(world.anna, world.hers))
    view = await linking.type_code(world.actor(other, chat), code)
    await linking.confirm(world.actor(other, chat), view.id)
    game = theirs if world.mover(theirs).id == other.id else await world.turn(theirs)
    if game.live.draft is None:
        game = await world.manager.roll(world.actor(other, chat), game.id)
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    second = second_manager(world.database, world.clock)
    move = world.actor(other, chat, "the move")
    yes = world.actor(world.anna, world.hers)
    found = await race(linking.confirm(yes, view.id), second.move(move, game.id, step))
    after = await world.manager.game(game.id)
    assert after.side_of(world.anna.id) is not None
    if isinstance(found[1], PlayerMerged):
        after = await second.move(world.actor(world.anna, chat, "the move"), game.id, step)
    assert not isinstance(found[1], NotSeated)
    assert after.live.draft is None or [str(move) for move in after.live.draft.moves] == [step]


async def test_a_yes_is_for_the_accounts_that_were_told(world: World) -> None:
    """Whoever has said yes to one account does not become one with another that came to it meanwhile."""
    linking = world.manager.linking
    vera = await elsewhere(world, "Vera")
    code = await linking.new_code(world.actor(world.anna, world.hers))
    typed = await linking.type_code(world.actor(*vera), code)
    await linking.confirm(world.actor(*vera), typed.id)
    third = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    await link(world, (world.anna, world.hers), (third.player, third.chat))
    assert {each.platform for each in typed.asker.accounts} == {"web"}
    with refuses("no-such-link"):
        await linking.confirm(world.actor(world.anna, world.hers), typed.id)
    view, *_ = await linking.view(typed.id, vera[1].id) or (None,)
    assert view is not None
    assert view.state == "refused"


async def test_options_that_the_younger_alone_has_set_are_kept(world: World) -> None:
    """What the older player has as everybody begins is as the younger one has set it."""
    other, chat = await elsewhere(world)
    chosen: tuple[tuple[Player, Chat, str, str | bool], ...] = (
        (other, chat, "reminders", "daily"),
        (other, chat, "numbers", "own-side"),
        (other, chat, "auto_confirm", True),
        (world.anna, world.hers, "auto_forced", False),
    )
    for who, where, option, value in chosen:
        await world.manager.people.set_player_option(world.actor(who, where), option, value)
    await link(world, (world.anna, world.hers), (other, chat))
    player = await world.manager.people.player(world.anna.id)
    assert (player.reminders, player.numbers) == ("daily", "own-side")
    assert (player.auto_confirm, player.auto_forced) == (True, False)


async def test_an_earlier_link_of_three_names_all(world: World) -> None:
    """What a chat shows of a link tells the accounts and the name of the one player that both are by now."""
    second = await elsewhere(world, "Bertha")
    third = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    first = await link(world, (world.anna, world.hers), second)
    await link(world, (world.anna, world.hers), (third.player, third.chat))
    view, *_ = await world.manager.linking.view(first.id, world.hers.id) or (None,)
    assert view is not None
    assert {each.name for each in view.asker.accounts} == {"Anna", "Bertha", "Zoe"}
    assert view.name == "Anna"
