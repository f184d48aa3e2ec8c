"""Unlinking: the rows and notifications of each player after a link is undone."""

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
    """Undo a link of Anna's."""
    await world.manager.unlinking.undo(world.actor(world.anna, world.anna_chat), view.id)


async def older_than_anna(world: World) -> tuple[Player, Chat]:
    """Return Zoe, an older player on a third platform."""
    visitor = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    async with world.database.write() as connection:
        long_ago = world.clock() - timedelta(days=100)
        await connection.execute(
            update(players).where(players.c.id == visitor.player.id).values(since=long_ago)
        )
    return visitor.player, visitor.chat


async def lost_to_boris(world: World, chat: Chat) -> LoadedGame:
    """Return the first game of a match with Boris that Anna challenged for and resigned in a chat."""
    three_games = Options(MatchLength.parse("3 games"))
    made = await world.manager.challenges.make(
        world.actor(world.anna, chat), "long", world.boris.id, three_games
    )
    game = await world.begun(world.boris, made.id, world.boris_chat)
    await world.manager.resign(world.actor(world.anna, chat), game.id)
    return game


async def notification_chat(world: World, game: LoadedGame, player: Player) -> int | None:
    """Return the chat where a player is notified of a game."""
    row = await world.row(game)
    return row.white_chat if row.white == player.id else row.black_chat


async def shown_in(world: World, subject: outbox.Subject, key: str) -> set[int]:
    """Return the chats that show something."""
    async with world.database.read() as connection:
        return {*await outbox.posts_of(connection, subject, key)}


@pytest.mark.on_both
async def test_a_match_with_a_starter_survives_linking_and_undoing(world: World) -> None:
    """The starter of a match is one of its two players at every step, as the database requires."""
    other, chat = await on_telegram(world)
    starting = Options(first=First.CHALLENGER)
    await world.manager.challenges.challenge_computer(world.actor(other, chat), "long", starting)
    before = await contents(world.database, *LOG)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    assert view.state == "linked"
    await undo(world, view)
    assert (await contents(world.database))["matches"] == before["matches"]


@pytest.mark.on_both
async def test_a_link_is_undone_in_a_bounded_number_of_statements(world: World) -> None:
    """Undoing a link takes as many updates of matches with three games as with one."""
    other, chat = await on_telegram(world)
    counts: list[int] = []
    for more in (1, 2):
        for _ in range(more):
            await world.manager.challenges.challenge_computer(world.actor(other, chat), "long")
        view = await link(world, (world.anna, world.anna_chat), (other, chat))
        with watched() as seen:
            await undo(world, view)
        counts.append(sum(text.startswith("UPDATE matches") for text in seen.texts))
    assert counts[0] == counts[1] > 0


@pytest.mark.built(by=linked)
async def test_the_next_game_notifies_in_the_players_own_chat(world: World) -> None:
    """The next game of a match asked for in the other account's chat notifies in the player's own."""
    _other, chat, view = world.built
    game = await lost_to_boris(world, chat)
    await undo(world, view)
    next_game = await world.manager.matches.next_game(world.actor(world.boris, world.boris_chat), game.id)
    assert await notification_chat(world, next_game, world.anna) == world.anna_chat.id


@pytest.mark.built(by=linked)
async def test_a_rematch_is_shown_in_the_players_own_chat(world: World) -> None:
    """A rematch of a game that ended in the other account's chat is shown in the player's own."""
    _other, chat, view = world.built
    made = await world.manager.challenges.make(world.actor(world.anna, chat), "long", world.boris.id)
    game = await world.begun(world.boris, made.id, world.boris_chat)
    await world.manager.resign(world.actor(world.anna, chat), game.id)
    await undo(world, view)
    again = await world.manager.challenges.rematch(world.actor(world.boris, world.boris_chat), game.id)
    chats = await shown_in(world, "challenge", again.id)
    assert (chat.id in chats, world.anna_chat.id in chats) == (False, True)


async def test_the_younger_players_game_leaves_the_older_players_chat(
    world: World,
) -> None:
    """A rematch of the younger player's game that ended in the older one's chat leaves that chat."""
    other, chat = await on_telegram(world)
    game = await against_carl(world, other, chat)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await world.manager.people.visit("web", "anna", "Anna", "me:anna", "private", "", acts=True)
    await world.manager.resign(world.actor(world.anna, world.anna_chat), game.id)
    await undo(world, view)
    again = await world.manager.challenges.rematch(world.actor(world.carl), game.id)
    assert world.anna_chat.id not in await shown_in(world, "challenge", again.id)
    assert await notification_chat(world, game, other) == chat.id


@pytest.mark.built(by=linked)
async def test_an_undelivered_result_moves_to_the_players_own_chat(world: World) -> None:
    """An undelivered result in the other account's chat moves to the player's own."""
    _other, chat, view = world.built
    game = await lost_to_boris(world, chat)
    assert chat.id in await shown_in(world, "game", game.id)
    await undo(world, view)
    chats = await shown_in(world, "game", game.id)
    assert (chat.id in chats, world.anna_chat.id in chats) == (False, True)


async def accepted_by_anna(world: World, chat: Chat) -> Challenge:
    """Return an invitation of Boris's that Anna accepts in a chat."""
    made = await world.manager.challenges.make(world.actor(world.boris), "long", None)
    token = (await world.manager.signer()).token(made.id)
    await world.manager.challenges.accept(world.actor(world.anna, chat), made.id, token)
    return made


@pytest.mark.built(by=linked)
async def test_an_invitation_accepted_in_the_other_chat_starts_in_the_players_own(world: World) -> None:
    """An invitation accepted in the other account's chat starts a game in the player's own."""
    _other, chat, view = world.built
    made = await accepted_by_anna(world, chat)
    await undo(world, view)
    game = await world.begun(world.boris, made.id)
    assert await notification_chat(world, game, world.anna) == world.anna_chat.id


@pytest.mark.parametrize(("theirs", "hers"), [(1, 0), (1, 1), (20, 20)])
async def test_each_player_gets_their_imports_back(world: World, theirs: int, hers: int) -> None:
    """Each player keeps their imports, even at the limit; those made while linked stay with the older."""
    other, chat = await on_telegram(world)
    imports = world.manager.imports
    of_other = [await imports.keep(world.actor(other, chat), ["White: A"]) for _ in range(theirs)]
    for _ in range(hers):
        await imports.keep(world.actor(world.anna, world.anna_chat), ["White: C"])
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    assert await world.manager.may_see_import(world.actor(world.anna, world.table), of_other[0])
    since = await imports.keep(world.actor(world.anna, world.anna_chat), ["White: B"])
    await undo(world, view)
    seen = [
        await world.manager.may_see_import(world.actor(player, world.table), key)
        for player in (world.anna, other)
        for key in (since, *of_other)
    ]
    assert seen == [True, *[False] * theirs, False, *[True] * theirs]
    assert all([await imports.games(key) for key in of_other])


async def test_forgetting_after_undoing_deletes_only_ones_own_imports(world: World) -> None:
    """Forgetting one player after the link is undone keeps the other's imports."""
    other, chat = await on_telegram(world)
    manager = world.manager
    theirs = await manager.imports.keep(world.actor(other, chat), ["White: A"])
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await manager.imports.keep(world.actor(world.anna, world.anna_chat), ["White: B"])
    await undo(world, view)
    await manager.forgetting.forget(
        world.actor(world.anna, world.anna_chat), lambda name: [name], lambda _: "former"
    )
    assert await manager.imports.games(theirs)


@pytest.mark.on_both
async def test_forgetting_while_linked_deletes_the_imports_of_both(world: World) -> None:
    """Forgetting a linked player deletes the imports of both players."""
    other, chat = await on_telegram(world)
    manager = world.manager
    theirs = await manager.imports.keep(world.actor(other, chat), ["White: A"])
    await link(world, (world.anna, world.anna_chat), (other, chat))
    await manager.forgetting.forget(
        world.actor(world.anna, world.anna_chat), lambda name: [name], lambda _: "former"
    )
    with pytest.raises(NoSuchGame):
        await manager.imports.games(theirs)
    assert not [row for row in (await contents(world.database))["key_values"] if row[0] == "imports-of"]


async def test_imports_stay_with_the_older_player_after_a_week(world: World) -> None:
    """When a link can no longer be undone, all imports belong to the older player."""
    other, chat = await on_telegram(world)
    theirs = await world.manager.imports.keep(world.actor(other, chat), ["White: A"])
    await link(world, (world.anna, world.anna_chat), (other, chat))
    world.clock.forward(days=8)
    await world.manager.forget_old()
    listed = [row for row in (await contents(world.database))["key_values"] if row[0] == "imports-of"]
    assert listed == [("imports-of", str(world.anna.id), theirs)]


async def test_a_block_of_a_linked_player_holds_for_both(world: World) -> None:
    """A block made while linked holds for both players afterwards, and an earlier one only for its own."""
    other, chat = await on_telegram(world)
    block = world.manager.people.block
    await block(world.actor(world.carl), world.anna.id)
    world.clock.forward(minutes=1)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await block(world.actor(world.boris), world.anna.id)
    await undo(world, view)
    async with world.database.read() as connection:
        blocked = [
            await contacts.has_blocked(connection, player.id, target.id)
            for player in (world.boris, world.carl)
            for target in (world.anna, other)
        ]
    assert blocked == [True, True, True, False]


async def test_an_unblock_of_a_linked_player_holds_for_both(world: World) -> None:
    """Unblocking a linked player removes the blocks of both players."""
    other, chat = await on_telegram(world)
    for target in (other, world.anna):
        await world.manager.people.block(world.actor(world.boris), target.id)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await world.manager.people.unblock(world.actor(world.boris), world.anna.id)
    await undo(world, view)
    async with world.database.read() as connection:
        assert not await contacts.has_blocked(connection, world.boris.id, other.id)


@pytest.mark.on_both
async def test_a_block_survives_linking_and_removing_the_account(world: World) -> None:
    """An account blocked before a link is still blocked as the new player that it becomes later."""
    other, chat = await on_telegram(world)
    await world.manager.people.block(world.actor(world.boris), other.id)
    await link(world, (world.anna, world.anna_chat), (other, chat))
    world.clock.forward(days=8)
    await world.manager.forget_old()
    await world.manager.unlinking.remove_account(world.actor(world.anna, world.anna_chat), "telegram")
    fresh = await world.manager.people.find_by_account("telegram", "7")
    assert fresh is not None
    async with world.database.read() as connection:
        assert await contacts.has_blocked(connection, world.boris.id, fresh.id)


@pytest.mark.on_both
async def test_a_digest_sent_while_linked_returns_to_its_player(world: World) -> None:
    """After undoing, the younger player's digest comes to that player again, and not to the older one."""
    other, chat = await on_telegram(world)
    set_option = world.manager.people.set_player_option
    await set_option(world.actor(other, chat), "zone", "Europe/Berlin")
    await set_option(world.actor(other, chat), "digest", "09:00")
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
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


async def test_a_digest_suspended_by_a_link_comes_again(world: World) -> None:
    """A digest suspended while linked, because the older player had none, comes again after undoing."""
    other, chat = await on_telegram(world)
    set_option = world.manager.people.set_player_option
    await set_option(world.actor(world.anna, world.anna_chat), "zone", "Europe/Berlin")
    await set_option(world.actor(other, chat), "zone", "Europe/Berlin")
    await set_option(world.actor(other, chat), "digest", "09:00")
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await world.manager.challenges.make(world.actor(world.boris), "long", None)
    await undo(world, view)
    found = (await contents(world.database))["alarms"]
    assert [row[2] for row in found if row[1] == "digest"] == [str(other.id)]


@pytest.mark.parametrize("is_undone", [False, True])
async def test_a_holiday_that_comes_with_a_link_costs_no_time(world: World, *, is_undone: bool) -> None:
    """A link applies the other player's holiday to a clock; ending either restores the time."""
    other, chat = await on_telegram(world)
    manager = world.manager
    await manager.people.set_player_option(world.actor(world.anna, world.anna_chat), "zone", "UTC")
    first = world.clock().date() + timedelta(days=1)
    hers = world.actor(world.anna, world.anna_chat)
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
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    assert (await world.row(game)).due == due + timedelta(days=10)
    if is_undone:
        await undo(world, view)
    else:
        await manager.holidays.end(world.actor(world.anna, world.anna_chat))
    assert (await world.row(game)).due == due


async def test_each_player_has_their_accounts_name_after_undoing(world: World) -> None:
    """A name changed on the platform while linked is shown after undoing."""
    other, chat = await on_telegram(world)
    visit = world.manager.people.visit
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await visit("telegram", "7", "Annushka", "7", "private", "")
    await undo(world, view)
    async with world.database.read() as connection:
        assert (await people.player(connection, other.id)).name == "Annushka"


@pytest.mark.built(by=linked)
@pytest.mark.on_both
async def test_a_player_who_removes_the_first_account_gets_the_next_ones_name(world: World) -> None:
    """When the first account is removed, the games stay with the other account, under its name."""
    _other, _chat, _ = world.built
    world.clock.forward(days=8)
    await world.manager.unlinking.remove_account(world.actor(world.anna, world.anna_chat), "web")
    found = await world.manager.people.find_by_account("telegram", "7")
    assert found is not None
    assert (found.id, found.name) == (world.anna.id, "Anya")


async def test_the_older_account_can_be_removed_only_by_itself(world: World) -> None:
    """The older player's first account can be removed only from that account."""
    other, chat = await on_telegram(world, "Mallory")
    await link(world, (world.anna, world.anna_chat), (other, chat))
    world.clock.forward(days=8)
    unlinking = world.manager.unlinking
    assert [each.platform for each in await unlinking.removable(world.anna.id, "telegram")] == ["telegram"]
    with refuses("history-stays"):
        await unlinking.remove_account(world.actor(world.anna, chat), "web")
    found = await world.manager.people.find_by_account("web", "anna")
    assert found is not None
    assert found.id == world.anna.id


@pytest.mark.built(by=linked)
async def test_a_code_made_while_linked_is_void_after_undoing(world: World) -> None:
    """A link code made while linked is void after undoing."""
    _other, chat, view = world.built
    code = await world.manager.linking.new_code(world.actor(world.anna, chat))
    await undo(world, view)
    third = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    with refuses("no-such-link-code"):
        await world.manager.linking.type_code(world.actor(third.player, third.chat), code)


@pytest.mark.on_both
async def test_a_chain_of_links_is_undone_completely(world: World) -> None:
    """Undoing two successive links restores everything."""
    other, chat, *_ = await lived(world)
    zoe = await older_than_anna(world)
    before = await contents(world.database, *LOG)
    one = await link(world, (world.anna, world.anna_chat), (other, chat))
    two = await link(world, (world.anna, world.anna_chat), zoe)
    await world.manager.unlinking.undo(world.actor(zoe[0], world.anna_chat), two.id)
    await undo(world, one)
    assert comparable(await contents(world.database, *LOG)) == comparable(before)


@pytest.mark.on_both
async def test_forgetting_deletes_all_three_linked_players(world: World) -> None:
    """Forgetting a player of three linked accounts leaves none of their names."""
    second = await on_telegram(world, "Bertha")
    zoe = await older_than_anna(world)
    await link(world, (world.anna, world.anna_chat), second)
    await link(world, (world.anna, world.anna_chat), zoe)
    await world.manager.forgetting.forget(world.actor(*zoe), lambda name: [name], lambda _: "former")
    names = {row[1] for row in (await contents(world.database))["players"]}
    assert names.isdisjoint({"Anna", "Bertha", "Zoe"})


async def test_undoing_a_link_restores_no_block_of_a_forgotten_player(world: World) -> None:
    """Undoing a link restores no block of a player who was forgotten meanwhile."""
    young = await on_telegram(world)
    for player in (young, (world.anna, world.anna_chat)):
        await world.manager.people.block(world.actor(*player), world.boris.id)
    made = await link(world, (world.anna, world.anna_chat), young)
    await world.manager.forgetting.forget(
        world.actor(world.boris, world.boris_chat), lambda name: [name], lambda _: "former"
    )
    await undo(world, made)
    assert (await contents(world.database))["blocks"] == []


@pytest.mark.on_both
async def test_a_block_outlives_forgetting_though_the_blocker_links(world: World) -> None:
    """Boris is forgotten and returns after the blocking player has linked: the block still holds."""
    young = await on_telegram(world)
    await world.manager.people.block(world.actor(*young), world.boris.id)
    await world.manager.forgetting.forget(
        world.actor(world.boris, world.boris_chat), lambda name: [name], lambda _: "former"
    )
    await link(world, (world.anna, world.anna_chat), young)
    back, _ = await visit_chat(world.manager, "boris", "Boris", "me:boris", "private")
    async with world.database.read() as connection:
        assert await contacts.has_blocked(connection, world.anna.id, back.id)


async def pending_notifications(world: World, player: Player) -> set[tuple[str, int]]:
    """Return a player's undelivered notifications with their chats."""
    query = select(notifications.c.cause, posts.c.chat).join(posts, posts.c.id == notifications.c.post)
    undelivered = notifications.c.player == player.id, notifications.c.state == "undelivered"
    async with world.database.read() as connection:
        return {(cause, chat) for cause, chat in await connection.execute(query.where(*undelivered))}


async def lose(world: World, chat: Chat) -> None:
    """Mark a chat unreachable."""
    async with world.database.write() as connection:
        await people.set_display(connection, chat.id, gone=True)


async def test_a_pending_turn_returns_to_the_players_lost_chat(world: World) -> None:
    """After undoing, a pending notification of the younger player's turn waits in that player's lost chat."""
    other, chat = await on_telegram(world)
    game = await against_carl(world, other, chat)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await world.manager.people.visit("web", "anna", "Anna", "me:anna", "private", "", acts=True)
    await lose(world, chat)
    game = await world.manager.game(game.id)
    if world.mover(game).id == world.anna.id:
        game = await world.turn(game, world.anna_chat)
    game = await world.turn(game)
    (cause,) = {
        cause for cause, _ in await pending_notifications(world, world.anna) if cause.startswith("turn:")
    }
    await undo(world, view)
    assert (cause, chat.id) in await pending_notifications(world, other)
    assert await notification_chat(world, game, other) == chat.id


@pytest.mark.built(by=linked)
@pytest.mark.on_both
async def test_a_pending_challenge_notifies_in_the_players_own_chat(world: World) -> None:
    """An undelivered notification of a challenge moves with its card to the player's own chat."""
    _other, chat, view = world.built
    await world.manager.people.visit("telegram", "7", "Anya", "7", "private", "", acts=True)
    made = await world.manager.challenges.make(
        world.actor(world.boris, world.boris_chat), "long", world.anna.id
    )
    assert {there for cause, there in await pending_notifications(world, world.anna) if made.id in cause} == {
        chat.id
    }
    await undo(world, view)
    assert {there for cause, there in await pending_notifications(world, world.anna) if made.id in cause} == {
        world.anna_chat.id
    }


@pytest.mark.built(by=linked)
async def test_an_accepted_invitation_notifies_only_in_the_challengers_own_chat(world: World) -> None:
    """After undoing, an accepted invitation is shown and notified in the challenger's own chat only."""
    _other, chat, view = world.built
    made = await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long", None)
    await world.manager.people.visit("telegram", "7", "Anya", "7", "private", "", acts=True)
    zoe = await world.manager.people.visit("discord", "9", "Zoe", "9", "private", "")
    token = (await world.manager.signer()).token(made.id)
    await world.manager.challenges.accept(world.actor(zoe.player, zoe.chat), made.id, token)
    await undo(world, view)
    assert chat.id not in await shown_in(world, "challenge", made.id)
    assert {there for cause, there in await pending_notifications(world, world.anna) if made.id in cause} == {
        world.anna_chat.id
    }


async def test_a_block_returns_to_the_player_who_made_it(world: World) -> None:
    """After undoing, a block belongs to its maker, even if the blocked player was linked meanwhile."""
    other, chat = await on_telegram(world)
    await world.manager.people.block(world.actor(other, chat), world.boris.id)
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    zoe = await older_than_anna(world)
    await link(world, (world.boris, world.boris_chat), zoe)
    await undo(world, view)
    async with world.database.read() as connection:
        assert await contacts.has_blocked(connection, other.id, zoe[0].id)
        assert not await contacts.has_blocked(connection, world.anna.id, zoe[0].id)


async def test_quiet_hours_set_while_linked_keep_their_zone(world: World) -> None:
    """Quiet hours set while linked keep the zone that came with the link, for both players."""
    other, chat = await on_telegram(world)
    set_option = world.manager.people.set_player_option
    await set_option(world.actor(other, chat), "zone", "Europe/Berlin")
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    await set_option(world.actor(world.anna, world.anna_chat), "quiet", "22-8")
    await undo(world, view)
    for player in (world.anna, other):
        assert (await world.manager.people.player(player.id)).zone == "Europe/Berlin"


async def test_reminder_settings_follow_the_player_of_each_game(world: World) -> None:
    """A link reminds of the younger player's game by the older one's settings, until it is undone."""
    other, chat = await on_telegram(world)
    set_option = world.manager.people.set_player_option
    await set_option(world.actor(other, chat), "reminders", "off")
    await set_option(world.actor(world.anna, world.anna_chat), "reminders", "daily")
    game = await against_carl(world, other, chat)
    if world.mover(game).id != other.id:
        game = await world.turn(game)
    assert (await world.row(game)).remind_at is None
    view = await link(world, (world.anna, world.anna_chat), (other, chat))
    assert (await world.row(game)).remind_at is not None
    await undo(world, view)
    assert (await world.row(game)).remind_at is None
