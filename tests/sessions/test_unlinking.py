"""Whose is what, and who is told of it where, once a link is undone that a while was lived with."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from bot.rules import TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import Challenge, Chat, LoadedGame, Options, Player
from bot.sessions.errors import NoSuchGame
from bot.sessions.linking import LinkView
from bot.sessions.notification_times import Digests
from bot.sessions.options import First
from storage import clocks, contacts, outbox, people
from storage.tables import alarms as alarms_table, games, notifications, players, posts
from tests.refused import refuses
from tests.sessions.test_linking import against_carl, comparable, link, linked, lived, on_telegram
from tests.sessions.world import World, contents
from tests.statements import watched
from tests.visits import visit_chat

LOG = ("links", "link_changes", "link_codes", "applied", "given_ids")


async def undo(world: World, view: LinkView) -> None:
    """Make two players of Anna again."""
    await world.manager.unlinking.undo(world.actor(world.anna, world.hers), view.id)


async def older_than_anna(world: World) -> tuple[Player, Chat]:
    """Zoe, on a third platform, who is known for longest."""
    visitor = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    async with world.database.write() as connection:
        long_ago = world.clock() - timedelta(days=100)
        await connection.execute(
            update(players).where(players.c.id == visitor.player.id).values(since=long_ago)
        )
    return visitor.player, visitor.chat


async def lost_to_boris(world: World, chat: Chat) -> LoadedGame:
    """The first game of a match of Anna's against Boris, which she asked for and gave up in a chat."""
    three_games = Options(MatchLength.parse("3 games"))
    made = await world.manager.challenges.make(
        world.actor(world.anna, chat), "long", world.boris.id, three_games
    )
    game = await world.begun(world.boris, made.id, world.his)
    await world.manager.resign(world.actor(world.anna, chat), game.id)
    return game


async def told_in(world: World, game: LoadedGame, player: Player) -> int | None:
    """The chat in which a player is told of a game."""
    row = await world.row(game)
    return row.white_chat if row.white == player.id else row.black_chat


async def shown_in(world: World, subject: outbox.Subject, key: str) -> set[int]:
    """The chats that show something."""
    async with world.database.read() as connection:
        return {*await outbox.posts_of(connection, subject, key)}


@pytest.mark.on_both
async def test_a_match_with_a_starter_is_merged_and_goes_back(world: World) -> None:
    """The player who starts is one of the two of a match at every step, as the database asks."""
    other, chat = await on_telegram(world)
    starting = Options(first=First.CHALLENGER)
    await world.manager.challenges.challenge_computer(world.actor(other, chat), "long", starting)
    before = await contents(world.database, *LOG)
    view = await link(world, (world.anna, world.hers), (other, chat))
    assert view.state == "linked"
    await undo(world, view)
    assert (await contents(world.database))["matches"] == before["matches"]


@pytest.mark.on_both
async def test_a_link_is_undone_in_a_bounded_number_of_statements(world: World) -> None:
    """Rows that have changed alike go back together: with three games in no more statements than with one."""
    other, chat = await on_telegram(world)
    counts: list[int] = []
    for more in (1, 2):
        for _ in range(more):
            await world.manager.challenges.challenge_computer(world.actor(other, chat), "long")
        view = await link(world, (world.anna, world.hers), (other, chat))
        with watched() as seen:
            await undo(world, view)
        counts.append(sum(text.startswith("UPDATE matches") for text in seen.texts))
    assert counts[0] == counts[1] > 0


@pytest.mark.built(by=linked)
async def test_the_next_game_is_told_in_ones_own_chat(world: World) -> None:
    """A match that was asked for in the other account's chat goes on in the player's own."""
    _other, chat, view = world.built
    game = await lost_to_boris(world, chat)
    await undo(world, view)
    following = await world.manager.matches.next_game(world.actor(world.boris, world.his), game.id)
    assert await told_in(world, following, world.anna) == world.hers.id


@pytest.mark.built(by=linked)
async def test_a_rematch_is_asked_for_in_ones_own_chat(world: World) -> None:
    """Whose game ended in the other account's chat is asked for a rematch in his own."""
    _other, chat, view = world.built
    made = await world.manager.challenges.make(world.actor(world.anna, chat), "long", world.boris.id)
    game = await world.begun(world.boris, made.id, world.his)
    await world.manager.resign(world.actor(world.anna, chat), game.id)
    await undo(world, view)
    again = await world.manager.challenges.rematch(world.actor(world.boris, world.his), game.id)
    chats = await shown_in(world, "challenge", again.id)
    assert (chat.id in chats, world.hers.id in chats) == (False, True)


async def test_a_game_of_the_younger_that_ended_in_the_olders_chat_is_told_there_no_more(
    world: World,
) -> None:
    """A rematch of it is asked for in the younger player's own chat."""
    other, chat = await on_telegram(world)
    game = await against_carl(world, other, chat)
    view = await link(world, (world.anna, world.hers), (other, chat))
    await world.manager.people.visit("web", "anna", "Anna", "me:anna", "private", "", acts=True)
    await world.manager.resign(world.actor(world.anna, world.hers), game.id)
    await undo(world, view)
    again = await world.manager.challenges.rematch(world.actor(world.carl), game.id)
    assert world.hers.id not in await shown_in(world, "challenge", again.id)
    assert await told_in(world, game, other) == chat.id


@pytest.mark.built(by=linked)
async def test_a_result_that_has_not_come_yet_comes_to_ones_own_chat(world: World) -> None:
    """What a chat was to be told that is another's by now is told in the player's own."""
    _other, chat, view = world.built
    game = await lost_to_boris(world, chat)
    assert chat.id in await shown_in(world, "game", game.id)
    await undo(world, view)
    chats = await shown_in(world, "game", game.id)
    assert (chat.id in chats, world.hers.id in chats) == (False, True)


async def taken_by_anna(world: World, chat: Chat) -> Challenge:
    """An invitation of Boris's that Anna takes in a chat."""
    made = await world.manager.challenges.make(world.actor(world.boris), "long", None)
    token = (await world.manager.signer()).token(made.id)
    await world.manager.challenges.accept(world.actor(world.anna, chat), made.id, token)
    return made


@pytest.mark.built(by=linked)
async def test_what_was_taken_in_the_others_chat_begins_in_ones_own(world: World) -> None:
    """An invitation that was taken on the other platform becomes a game in the taker's own chat."""
    _other, chat, view = world.built
    made = await taken_by_anna(world, chat)
    await undo(world, view)
    game = await world.begun(world.boris, made.id)
    assert await told_in(world, game, world.anna) == world.hers.id


@pytest.mark.parametrize(("theirs", "hers"), [(1, 0), (1, 1), (20, 20)])
async def test_each_has_the_imports_that_are_his(world: World, theirs: int, hers: int) -> None:
    """What either had stays his, though both had as many as one may; what came since is the older's."""
    other, chat = await on_telegram(world)
    imports = world.manager.imports
    of_other = [await imports.keep(world.actor(other, chat), ["White: A"]) for _ in range(theirs)]
    for _ in range(hers):
        await imports.keep(world.actor(world.anna, world.hers), ["White: C"])
    view = await link(world, (world.anna, world.hers), (other, chat))
    assert await world.manager.may_see_import(world.actor(world.anna, world.table), of_other[0])
    since = await imports.keep(world.actor(world.anna, world.hers), ["White: B"])
    await undo(world, view)
    seen = [
        await world.manager.may_see_import(world.actor(who, world.table), key)
        for who in (world.anna, other)
        for key in (since, *of_other)
    ]
    assert seen == [True, *[False] * theirs, False, *[True] * theirs]
    assert all([await imports.games(key) for key in of_other])


async def test_who_is_forgotten_takes_only_his_own_imports_along(world: World) -> None:
    """After a link was undone the other's are there still; while it holds, both are the one player's."""
    other, chat = await on_telegram(world)
    manager = world.manager
    theirs = await manager.imports.keep(world.actor(other, chat), ["White: A"])
    view = await link(world, (world.anna, world.hers), (other, chat))
    await manager.imports.keep(world.actor(world.anna, world.hers), ["White: B"])
    await undo(world, view)
    await manager.forgetting.forget(
        world.actor(world.anna, world.hers), lambda name: [name], lambda _: "former"
    )
    assert await manager.imports.games(theirs)


@pytest.mark.on_both
async def test_who_is_forgotten_as_one_takes_the_imports_of_both_along(world: World) -> None:
    """What the younger one had brought along is gone with the rest, and its list."""
    other, chat = await on_telegram(world)
    manager = world.manager
    theirs = await manager.imports.keep(world.actor(other, chat), ["White: A"])
    await link(world, (world.anna, world.hers), (other, chat))
    await manager.forgetting.forget(
        world.actor(world.anna, world.hers), lambda name: [name], lambda _: "former"
    )
    with pytest.raises(NoSuchGame):
        await manager.imports.games(theirs)
    assert not [row for row in (await contents(world.database))["key_values"] if row[0] == "imports-of"]


async def test_imports_are_the_one_players_for_good_after_a_week(world: World) -> None:
    """When the link cannot be undone any more nothing is lent."""
    other, chat = await on_telegram(world)
    theirs = await world.manager.imports.keep(world.actor(other, chat), ["White: A"])
    await link(world, (world.anna, world.hers), (other, chat))
    world.clock.forward(days=8)
    await world.manager.forget_old()
    listed = [row for row in (await contents(world.database))["key_values"] if row[0] == "imports-of"]
    assert listed == [("imports-of", str(world.anna.id), theirs)]


async def test_who_was_blocked_as_one_is_blocked_as_both(world: World) -> None:
    """A block of the one player holds for both again; one from before holds for whom it was meant."""
    other, chat = await on_telegram(world)
    block = world.manager.people.block
    await block(world.actor(world.carl), world.anna.id)
    world.clock.forward(minutes=1)
    view = await link(world, (world.anna, world.hers), (other, chat))
    await block(world.actor(world.boris), world.anna.id)
    await undo(world, view)
    async with world.database.read() as connection:
        blocked = [
            await contacts.has_blocked(connection, who.id, whom.id)
            for who in (world.boris, world.carl)
            for whom in (world.anna, other)
        ]
    assert blocked == [True, True, True, False]


async def test_who_was_unblocked_as_one_is_unblocked_as_both(world: World) -> None:
    """Whoever had blocked both, and has unblocked the one player, has neither blocked any more."""
    other, chat = await on_telegram(world)
    for whom in (other, world.anna):
        await world.manager.people.block(world.actor(world.boris), whom.id)
    view = await link(world, (world.anna, world.hers), (other, chat))
    await world.manager.people.unblock(world.actor(world.boris), world.anna.id)
    await undo(world, view)
    async with world.database.read() as connection:
        assert not await contacts.has_blocked(connection, world.boris.id, other.id)


@pytest.mark.on_both
async def test_a_block_is_not_shaken_off_by_beginning_anew(world: World) -> None:
    """An account that was blocked before a link is so as the player of its own that it becomes later."""
    other, chat = await on_telegram(world)
    await world.manager.people.block(world.actor(world.boris), other.id)
    await link(world, (world.anna, world.hers), (other, chat))
    world.clock.forward(days=8)
    await world.manager.forget_old()
    await world.manager.unlinking.remove_account(world.actor(world.anna, world.hers), "telegram")
    fresh = await world.manager.people.find_by_account("telegram", "7")
    assert fresh is not None
    async with world.database.read() as connection:
        assert await contacts.has_blocked(connection, world.boris.id, fresh.id)


@pytest.mark.on_both
async def test_a_digest_that_has_come_since_comes_to_the_one_who_wants_it(world: World) -> None:
    """The daily list of the younger player comes to him again, and to the older one no more."""
    other, chat = await on_telegram(world)
    set_option = world.manager.people.set_player_option
    await set_option(world.actor(other, chat), "zone", "Europe/Berlin")
    await set_option(world.actor(other, chat), "digest", "09:00")
    view = await link(world, (world.anna, world.hers), (other, chat))
    world.clock.forward(days=1)
    async with world.database.write() as connection:
        due = select(alarms_table).where(alarms_table.c.kind == "digest")
        row = (await connection.execute(due)).mappings().one()
        assert row["subject"] == str(world.anna.id)
        await clocks.cancel_alarm(connection, "digest", row["subject"])
        await Digests(world.manager).enqueue(connection, row["subject"], row["due"])
    await undo(world, view)
    found = (await contents(world.database))["alarms"]
    assert [row[2] for row in found if row[1] == "digest"] == [str(other.id)]


async def test_a_digest_that_was_put_aside_comes_again(world: World) -> None:
    """Where the older player's hours held while the two were one, the younger's list comes afterwards."""
    other, chat = await on_telegram(world)
    set_option = world.manager.people.set_player_option
    await set_option(world.actor(world.anna, world.hers), "zone", "Europe/Berlin")
    await set_option(world.actor(other, chat), "zone", "Europe/Berlin")
    await set_option(world.actor(other, chat), "digest", "09:00")
    view = await link(world, (world.anna, world.hers), (other, chat))
    await world.manager.challenges.make(world.actor(world.boris), "long", None)
    await undo(world, view)
    found = (await contents(world.database))["alarms"]
    assert [row[2] for row in found if row[1] == "digest"] == [str(other.id)]


@pytest.mark.parametrize("is_undone", [False, True])
async def test_no_time_is_lost_by_a_holiday_that_a_link_brings(world: World, *, is_undone: bool) -> None:
    """A clock stands still with the holidays of whose it is; once they are over he has the time he had."""
    other, chat = await on_telegram(world)
    manager = world.manager
    await manager.people.set_player_option(world.actor(world.anna, world.hers), "zone", "UTC")
    first = world.clock().date() + timedelta(days=1)
    hers = world.actor(world.anna, world.hers)
    await manager.holidays.announce(hers, first, first + timedelta(days=9))
    clock = Options(MatchLength.parse("1 game"), time_control=TimeControl.parse("7d+1d<7d"))
    made = await manager.challenges.make(world.actor(other, chat), "long", None, clock)
    await manager.challenges.accept(world.actor(world.carl), made.id, (await manager.signer()).token(made.id))
    game = await world.begun(other, made.id, chat)
    if world.mover(game).id != other.id:
        game = await world.turn(game)
    due = world.clock() + timedelta(days=7)
    async with world.database.write() as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(due=due))
    view = await link(world, (world.anna, world.hers), (other, chat))
    assert (await world.row(game)).due == due + timedelta(days=10)
    if is_undone:
        await undo(world, view)
    else:
        await manager.holidays.end(world.actor(world.anna, world.hers))
    assert (await world.row(game)).due == due


async def test_each_is_called_as_his_own_account_is(world: World) -> None:
    """A name that was changed while the two were one is shown once they are two."""
    other, chat = await on_telegram(world)
    visit = world.manager.people.visit
    view = await link(world, (world.anna, world.hers), (other, chat))
    await visit("telegram", "7", "Annushka", "7", "private", "")
    await undo(world, view)
    async with world.database.read() as connection:
        assert (await people.player(connection, other.id)).name == "Annushka"


@pytest.mark.built(by=linked)
@pytest.mark.on_both
async def test_who_gives_up_his_first_account_is_called_as_the_next(world: World) -> None:
    """The games stay with the other account, under its name."""
    _other, _chat, _ = world.built
    world.clock.forward(days=8)
    await world.manager.unlinking.remove_account(world.actor(world.anna, world.hers), "web")
    found = await world.manager.people.find_by_account("telegram", "7")
    assert found is not None
    assert (found.id, found.name) == (world.anna.id, "Anya")


async def test_nobody_takes_the_games_from_the_older_account(world: World) -> None:
    """The first account of the one who is known for longer is taken out by itself alone."""
    other, chat = await on_telegram(world, "Mallory")
    await link(world, (world.anna, world.hers), (other, chat))
    world.clock.forward(days=8)
    unlinking = world.manager.unlinking
    assert [each.platform for each in await unlinking.removable(world.anna.id, "telegram")] == ["telegram"]
    with refuses("history-stays"):
        await unlinking.remove_account(world.actor(world.anna, chat), "web")
    found = await world.manager.people.find_by_account("web", "anna")
    assert found is not None
    assert found.id == world.anna.id


@pytest.mark.built(by=linked)
async def test_a_code_that_was_told_as_one_is_void(world: World) -> None:
    """Neither of the two is asked in the other's chat about a code from before."""
    _other, chat, view = world.built
    code = await world.manager.linking.new_code(world.actor(world.anna, chat))
    await undo(world, view)
    third = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    with refuses("no-such-link-code"):
        await world.manager.linking.type_code(world.actor(third.player, third.chat), code)


@pytest.mark.on_both
async def test_a_chain_of_links_is_undone_as_it_was(world: World) -> None:
    """Of two that became one, and that one another's, all is as before once both are undone."""
    other, chat, *_ = await lived(world)
    zoe = await older_than_anna(world)
    before = await contents(world.database, *LOG)
    one = await link(world, (world.anna, world.hers), (other, chat))
    two = await link(world, (world.anna, world.hers), zoe)
    await world.manager.unlinking.undo(world.actor(zoe[0], world.hers), two.id)
    await undo(world, one)
    assert comparable(await contents(world.database, *LOG)) == comparable(before)


@pytest.mark.on_both
async def test_who_was_forgotten_is_so_through_two_links(world: World) -> None:
    """Nothing is left of any of three players who had become one when he is forgotten."""
    second = await on_telegram(world, "Bertha")
    zoe = await older_than_anna(world)
    await link(world, (world.anna, world.hers), second)
    await link(world, (world.anna, world.hers), zoe)
    await world.manager.forgetting.forget(world.actor(*zoe), lambda name: [name], lambda _: "former")
    names = {row[1] for row in (await contents(world.database))["players"]}
    assert names.isdisjoint({"Anna", "Bertha", "Zoe"})


async def test_undoing_a_link_brings_no_block_of_the_forgotten_back(world: World) -> None:
    """Two who had blocked Boris become one; he is forgotten, the link undone: nobody has blocked him."""
    young = await on_telegram(world)
    for who in (young, (world.anna, world.hers)):
        await world.manager.people.block(world.actor(*who), world.boris.id)
    made = await link(world, (world.anna, world.hers), young)
    await world.manager.forgetting.forget(
        world.actor(world.boris, world.his), lambda name: [name], lambda _: "former"
    )
    await undo(world, made)
    assert (await contents(world.database))["blocks"] == []


@pytest.mark.on_both
async def test_a_block_outlives_forgetting_though_the_blocker_links(world: World) -> None:
    """Boris, whom Anna has blocked, is forgotten; she links, he returns: she has blocked him still."""
    young = await on_telegram(world)
    await world.manager.people.block(world.actor(*young), world.boris.id)
    await world.manager.forgetting.forget(
        world.actor(world.boris, world.his), lambda name: [name], lambda _: "former"
    )
    await link(world, (world.anna, world.hers), young)
    back, _ = await visit_chat(world.manager, "boris", "Boris", "me:boris", "private")
    async with world.database.read() as connection:
        assert await contacts.has_blocked(connection, world.anna.id, back.id)


async def called(world: World, player: Player) -> set[tuple[str, int]]:
    """What a player is still to be called to, and in which chat."""
    query = select(notifications.c.cause, posts.c.chat).join(posts, posts.c.id == notifications.c.post)
    undelivered = notifications.c.player == player.id, notifications.c.state == "undelivered"
    async with world.database.read() as connection:
        return {(cause, chat) for cause, chat in await connection.execute(query.where(*undelivered))}


async def lose(world: World, chat: Chat) -> None:
    """Let a chat be one that cannot be written to."""
    async with world.database.write() as connection:
        await people.set_display(connection, chat.id, gone=True)


async def test_a_turn_is_not_lost_where_ones_own_chat_is(world: World) -> None:
    """What the older player's chat was to call to waits for the younger one in his own lost chat."""
    other, chat = await on_telegram(world)
    game = await against_carl(world, other, chat)
    view = await link(world, (world.anna, world.hers), (other, chat))
    await world.manager.people.visit("web", "anna", "Anna", "me:anna", "private", "", acts=True)
    await lose(world, chat)
    game = await world.manager.game(game.id)
    if world.mover(game).id == world.anna.id:
        game = await world.turn(game, world.hers)
    game = await world.turn(game)
    (cause,) = {cause for cause, _ in await called(world, world.anna) if cause.startswith("turn:")}
    await undo(world, view)
    assert (cause, chat.id) in await called(world, other)
    assert await told_in(world, game, other) == chat.id


@pytest.mark.built(by=linked)
@pytest.mark.on_both
async def test_a_challenge_calls_in_ones_own_chat(world: World) -> None:
    """The call to a challenge that had not come yet goes along with its card."""
    _other, chat, view = world.built
    await world.manager.people.visit("telegram", "7", "Anya", "7", "private", "", acts=True)
    made = await world.manager.challenges.make(world.actor(world.boris, world.his), "long", world.anna.id)
    assert {there for cause, there in await called(world, world.anna) if made.id in cause} == {chat.id}
    await undo(world, view)
    assert {there for cause, there in await called(world, world.anna) if made.id in cause} == {world.hers.id}


@pytest.mark.built(by=linked)
async def test_whoever_took_an_invitation_is_told_to_its_challenger_alone(world: World) -> None:
    """That somebody has taken an invitation calls in the challenger's own chat, and is shown in no other."""
    _other, chat, view = world.built
    made = await world.manager.challenges.make(world.actor(world.anna, world.hers), "long", None)
    await world.manager.people.visit("telegram", "7", "Anya", "7", "private", "", acts=True)
    zoe = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    token = (await world.manager.signer()).token(made.id)
    await world.manager.challenges.accept(world.actor(zoe.player, zoe.chat), made.id, token)
    await undo(world, view)
    assert chat.id not in await shown_in(world, "challenge", made.id)
    assert {there for cause, there in await called(world, world.anna) if made.id in cause} == {world.hers.id}


async def test_a_block_goes_back_to_the_one_who_made_it(world: World) -> None:
    """Also where the one who is blocked has become one with another player meanwhile."""
    other, chat = await on_telegram(world)
    await world.manager.people.block(world.actor(other, chat), world.boris.id)
    view = await link(world, (world.anna, world.hers), (other, chat))
    zoe = await older_than_anna(world)
    await link(world, (world.boris, world.his), zoe)
    await undo(world, view)
    async with world.database.read() as connection:
        assert await contacts.has_blocked(connection, other.id, zoe[0].id)
        assert not await contacts.has_blocked(connection, world.anna.id, zoe[0].id)


async def test_hours_that_were_set_as_one_keep_their_zone(world: World) -> None:
    """Whoever has set quiet hours in a zone that came by the link keeps both."""
    other, chat = await on_telegram(world)
    set_option = world.manager.people.set_player_option
    await set_option(world.actor(other, chat), "zone", "Europe/Berlin")
    view = await link(world, (world.anna, world.hers), (other, chat))
    await set_option(world.actor(world.anna, world.hers), "quiet", "22-8")
    await undo(world, view)
    for who in (world.anna, other):
        assert (await world.manager.people.player(who.id)).zone == "Europe/Berlin"


async def test_who_is_reminded_is_so_of_the_games_of_both(world: World) -> None:
    """A turn that waited for somebody who wanted no reminders has one once he is a player who does."""
    other, chat = await on_telegram(world)
    set_option = world.manager.people.set_player_option
    await set_option(world.actor(other, chat), "reminders", "off")
    await set_option(world.actor(world.anna, world.hers), "reminders", "daily")
    game = await against_carl(world, other, chat)
    if world.mover(game).id != other.id:
        game = await world.turn(game)
    assert (await world.row(game)).remind_at is None
    view = await link(world, (world.anna, world.hers), (other, chat))
    assert (await world.row(game)).remind_at is not None
    await undo(world, view)
    assert (await world.row(game)).remind_at is None
