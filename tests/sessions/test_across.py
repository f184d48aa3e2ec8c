"""Across platforms: a player with several accounts is notified once, where they acted last."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.rules import Grade
from bot.sessions import Challenge, Chat, LoadedGame, Outbox, Player
from bot.sessions.outbox import RetiredClaim
from storage import outbox, people
from storage.rows import AccountRow, PostRow
from tests.refused import refuses
from tests.sessions.world import World, inhabited, race, second_manager
from tests.statements import watched

pytestmark = pytest.mark.on_both

PLATFORMS = {"web": 100, "telegram": 100, "discord": 100}
MANY = 100


async def act(world: World, player: Player, platform: str, *, acts: bool = True) -> Chat:
    """Let a player act in their private chat on a platform, creating their account there if needed."""
    key = f"{player.name.lower()} on {platform}" if platform != "web" else player.name.lower()
    async with world.database.write() as connection:
        if await people.account(connection, platform, key) is None:
            await people.add_account(
                connection, AccountRow(platform, key, player.id, player.name.lower(), None)
            )
    visitor = await world.manager.people.visit(
        platform, key, player.name, f"me:{player.name.lower()}", "private", "en", acts=acts
    )
    return visitor.chat


async def deliver(world: World, but: Chat | None = None) -> list[tuple[int, str, set[int]]]:
    """Deliver everything except to the chat `but`; return new messages: chat, subject, notified players."""
    sent, box = [], Outbox(world.manager)
    slow = []
    while claims := (await box.claim(PLATFORMS)).claims:
        for claim in claims:
            if isinstance(claim, RetiredClaim):
                await box.retirement_done(claim)
            elif but is not None and claim.chat.id == but.id:
                slow.append(claim)
            elif claim.post.is_fresh:
                attempt = await box.begin_delivery(claim, timedelta())
                row = claim.row
                await box.sent(attempt, f"{row.id}.{attempt.number}", row.wanted_revision)
                sent.append((claim.chat.id, row.subject_id, set(attempt.notified)))
                assert len(sent) < MANY, "the same is sent again and again"
            else:
                await box.edited(claim, claim.row.wanted_revision)
    await box.release(*slow)
    return sent


async def lose_during_delivery(world: World) -> None:
    """Make Boris's page unreachable during a delivery, so that its arrival is uncertain."""
    box = Outbox(world.manager)
    for claim in (await box.claim({"web": 9})).claims:
        if not isinstance(claim, RetiredClaim) and claim.chat.id == world.boris_chat.id:
            await box.begin_delivery(claim, timedelta())  # the process dies here
        else:
            await box.release(claim)
    await box.relocation.mark_unreachable(world.boris_chat.id)


def calls(sent: list[tuple[int, str, set[int]]], player: Player) -> list[int]:
    """Return the chats in which a player was notified."""
    return [chat for chat, _, notified in sent if player.id in notified]


async def private_game(world: World) -> LoadedGame:
    """A game between Anna and Boris in their private chats on the page, with Anna to act."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_forced=False, auto_roll=False)
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    if game.to_act != world.anna.id:
        game = await world.turn(game, world.boris_chat)
    await deliver(world)
    return game


async def post(world: World, game: LoadedGame, chat: Chat) -> PostRow | None:
    """Return the post that shows a game in a chat."""
    async with world.database.read() as connection:
        return await outbox.post_in(connection, "game", game.id, chat.id)


async def notification_chat(world: World, game: LoadedGame, player: Player) -> int | None:
    """Return the chat where a player is notified about a game."""
    row = await world.row(game)
    return row.white_chat if row.white == player.id else row.black_chat


@pytest.mark.built(by=private_game)
async def test_acting_on_another_platform_moves_notifications_there(world: World, game: LoadedGame) -> None:
    """A player who acted last on Telegram is notified only there, and their board on the page is edited."""
    there = await act(world, world.boris, "telegram")
    game = await world.turn(game, world.anna_chat)
    assert calls(await deliver(world), world.boris) == [there.id]
    here = await post(world, game, world.boris_chat)
    assert here is not None
    assert (here.shown_revision, here.sent_revision < here.fresh_revision) == (here.wanted_revision, False)


@pytest.mark.built(by=private_game)
async def test_each_turn_notifies_once_however_often_a_player_changes_platforms(
    world: World, game: LoadedGame
) -> None:
    """Over ten turns on three platforms, each turn notifies Boris once, where Boris acted last."""
    chats = {
        "telegram": await act(world, world.boris, "telegram"),
        "discord": await act(world, world.boris, "discord"),
        "web": world.boris_chat,
    }
    for number in range(10):
        platform = [*chats][number % 3]
        game = await world.turn(game, world.anna_chat)
        last = [*chats][(number - 1) % 3] if number else "discord"
        assert calls(await deliver(world), world.boris) == [chats[last].id]
        await act(world, world.boris, platform)
        game = await world.turn(game, chats[platform])
        assert calls(await deliver(world), world.anna) == [world.anna_chat.id]


async def test_repeated_visits_write_nothing(world: World) -> None:
    """Ten visits on the platform where the player acted last change nothing in the database."""
    await act(world, world.boris, "telegram")
    before = await world.everything()
    for _ in range(10):
        await act(world, world.boris, "telegram")
        await act(world, world.boris, "web", acts=False)
    assert await world.everything() == before


@pytest.mark.built(by=private_game)
async def test_looking_on_another_platform_moves_no_notifications(world: World, game: LoadedGame) -> None:
    """Looking at a board on another platform does not change where the player is notified."""
    await act(world, world.boris, "web")
    await act(world, world.boris, "telegram", acts=False)
    await world.turn(game, world.anna_chat)
    assert calls(await deliver(world), world.boris) == [world.boris_chat.id]


async def test_a_game_in_a_shared_chat_keeps_notifying_there(world: World) -> None:
    """A game in a shared chat notifies its players there, even after they act on another platform."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_forced=False, auto_roll=False)
    game = await world.game()
    await deliver(world)
    for player in (world.anna, world.boris):
        await act(world, player, "telegram")
    waiting = world.waiting(game)
    await world.turn(game, world.table)
    assert calls(await deliver(world), waiting) == [world.table.id]


@pytest.mark.built(by=private_game)
async def test_acting_in_a_shared_chat_of_another_platform_moves_notifications_there(
    world: World, game: LoadedGame
) -> None:
    """A player who acts last in a shared chat on another platform is notified there."""
    there = await act(world, world.boris, "telegram")
    game = await world.turn(game, there if game.to_act == world.boris.id else world.anna_chat)
    await world.manager.boards.show(world.actor(world.anna, world.table), game.id)
    await deliver(world)
    if game.to_act == world.anna.id:
        game = await world.turn(game, world.anna_chat)
    game = await world.turn(game, world.table)
    assert await notification_chat(world, game, world.boris) == world.table.id


async def test_a_new_game_begins_where_its_players_acted_last(world: World) -> None:
    """A game from a challenge made on the page notifies Anna on Telegram, where she acted last."""
    challenge = await world.manager.challenges.make(
        world.actor(world.anna, world.anna_chat), "long", world.boris.id
    )
    there = await act(world, world.anna, "telegram")
    game = await world.begun(world.boris, challenge.id, world.boris_chat)
    assert await notification_chat(world, game, world.anna) == there.id
    assert await notification_chat(world, game, world.boris) == world.boris_chat.id


async def test_a_private_challenge_notifies_the_opponent_where_they_acted_last(world: World) -> None:
    """A player challenged by name on the page is notified on Telegram if they acted there last."""
    there = await act(world, world.boris, "telegram")
    await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long", world.boris.id)
    assert calls(await deliver(world), world.boris) == [there.id]


async def test_an_undelivered_notification_moves_once_to_the_other_platform(world: World) -> None:
    """A notification whose chat becomes unreachable is sent once elsewhere, with the reason."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await private_game(world), world.anna_chat)
    await deliver(world, but=world.boris_chat)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    assert calls(await deliver(world), world.boris) == [there.id]
    shown = await post(world, game, there)
    assert shown is not None
    assert shown.instead_of == "private web"


async def test_a_pending_notification_follows_a_player_to_another_platform(world: World) -> None:
    """A notification pending on the page is sent once on Telegram after the player acts there."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await private_game(world), world.anna_chat)
    await deliver(world, but=world.boris_chat)
    await act(world, world.boris, "telegram")
    assert await deliver(world) == [(there.id, game.id, {world.boris.id})]
    shown = await post(world, game, there)
    assert shown is not None
    assert shown.instead_of is None
    await act(world, world.boris, "web")
    assert await deliver(world) == []


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_notification_being_sent_stays_in_its_chat(world: World, arrives: bool) -> None:
    """A notification whose delivery has begun is sent once in that chat, even if the first attempt fails."""
    await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await private_game(world), world.anna_chat)
    box, sent = Outbox(world.manager), []
    for claim in (await box.claim({"web": 9})).claims:
        if isinstance(claim, RetiredClaim) or claim.chat.id != world.boris_chat.id:
            await box.release(claim)
            continue
        attempt = await box.begin_delivery(claim, timedelta())
        await act(world, world.boris, "telegram")
        if arrives:
            await box.sent(attempt, "a message", claim.row.wanted_revision)
            sent.append((claim.chat.id, game.id, set(attempt.notified)))
        else:
            await box.not_sent(attempt)
            await box.release(claim)
    sent += await deliver(world)
    assert calls(sent, world.boris) == [world.boris_chat.id]


async def test_an_undelivered_result_moves_once_to_the_other_platform(world: World) -> None:
    """A result whose chat becomes unreachable is sent once elsewhere, with the board."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await private_game(world)
    await world.manager.resign(world.actor(world.anna, world.anna_chat), game.id, Grade.MARS)
    await deliver(world, but=world.boris_chat)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    assert await deliver(world) == [(there.id, game.id, {world.boris.id})]
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    await act(world, world.boris, "web")
    assert await deliver(world) == []


async def test_a_result_in_doubt_is_shown_elsewhere_without_a_notification(world: World) -> None:
    """If a lost chat may have received a result, the board is shown elsewhere without notifying."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await private_game(world)
    await world.manager.resign(world.actor(world.anna, world.anna_chat), game.id, Grade.MARS)
    await lose_during_delivery(world)
    assert (there.id, game.id, set()) in await deliver(world)


@pytest.mark.built(by=private_game)
async def test_a_result_waits_until_the_player_acts_elsewhere(world: World, game: LoadedGame) -> None:
    """A player without another chat gets the result in the first chat where they act afterwards."""
    await world.manager.resign(world.actor(world.anna, world.anna_chat), game.id, Grade.MARS)
    await deliver(world, but=world.boris_chat)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    assert calls(await deliver(world), world.boris) == []
    there = await act(world, world.boris, "telegram")
    assert await deliver(world) == [(there.id, game.id, {world.boris.id})]


async def test_an_undelivered_result_of_a_lost_group_is_sent_in_private(world: World) -> None:
    """If the bot loses a shared chat, an undelivered result of a game there is sent in private."""
    there = await act(world, world.boris, "telegram")
    game = await world.game()
    await deliver(world)
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    await Outbox(world.manager).relocation.mark_unreachable(world.table.id)
    assert await deliver(world) == [(there.id, game.id, {world.boris.id})]


async def test_finished_games_cost_a_lost_chat_nothing(world: World) -> None:
    """Marking a chat unreachable takes no more statements after more delivered finished games."""
    await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    counted = []
    for _ in range(2):
        for _ in range(3):
            world.clock.forward(hours=1)
            game = await private_game(world)
            await world.manager.resign(world.actor(world.anna, world.anna_chat), game.id, Grade.MARS)
            await deliver(world)
        with watched() as statements:
            await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
        counted.append(statements.count)
        await act(world, world.boris, "web")
    assert counted[0] == counted[1]


async def test_a_notification_in_doubt_is_not_repeated_elsewhere(world: World) -> None:
    """If a lost chat may have received a notification, the board is shown elsewhere without notifying."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await private_game(world), world.anna_chat)
    await lose_during_delivery(world)
    sent = await deliver(world)
    assert (there.id, game.id, set()) in sent
    assert calls(sent, world.boris) == []


@pytest.mark.parametrize("speaks", [True, False], ids=["the player acts there", "the platform says so"])
async def test_a_chat_that_comes_back_gets_nothing_twice(world: World, speaks: bool) -> None:
    """When the lost chat is reachable again, its board is edited: no new message and no notification."""
    await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await private_game(world)
    game = await world.turn(game, world.anna_chat)
    await deliver(world, but=world.boris_chat)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    await deliver(world)
    if speaks:
        await act(world, world.boris, "web")
    else:
        await world.manager.people.redraw_chats("web", ["me:boris"])
    assert await deliver(world) == []


async def test_a_chat_lost_before_its_first_board_gets_one_message_later(world: World) -> None:
    """A chat lost before any board of a game arrived gets one message when it is reachable again."""
    await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    for player in (world.anna, world.boris):
        await world.option(player, auto_forced=False, auto_roll=False)
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    await deliver(world, but=world.boris_chat)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    await deliver(world)
    await world.manager.people.redraw_chats("web", ["me:boris"])
    game = await world.turn(game, world.anna_chat if game.to_act == world.anna.id else world.boris_chat)
    await deliver(world)
    shown = await post(world, game, world.boris_chat)
    assert shown is not None
    assert (shown.shown_revision, shown.message) == (game.version, f"{shown.id}.1")


async def test_a_delivered_notification_is_not_repeated_after_the_chat_is_lost(world: World) -> None:
    """A player notified before the chat was lost gets the board elsewhere, without a second notification."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await private_game(world), world.anna_chat)
    assert calls(await deliver(world), world.boris) == [world.boris_chat.id]
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    sent = await deliver(world)
    assert (there.id, game.id, set()) in sent
    assert calls(sent, world.boris) == []


async def test_a_player_lost_on_both_platforms_is_notified_once_on_return(world: World) -> None:
    """A player unreachable on both platforms is notified once, on the platform where they act again."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await private_game(world), world.anna_chat)
    await deliver(world, but=world.boris_chat)
    box = Outbox(world.manager)
    await box.relocation.mark_unreachable(world.boris_chat.id)
    await box.relocation.mark_unreachable(there.id)
    assert calls(await deliver(world), world.boris) == []
    await act(world, world.boris, "web")
    assert calls(await deliver(world), world.boris) == [world.boris_chat.id]
    await act(world, world.boris, "telegram")
    assert calls(await deliver(world), world.boris) == []
    assert await notification_chat(world, game, world.boris) == there.id


async def test_a_restart_between_the_loss_and_the_notification_loses_nothing(tmp_path: Path) -> None:
    """A notification moved from a lost chat is sent once by the next process."""
    place = tmp_path / "nardy.db"
    async with inhabited(place) as world:
        there = await act(world, world.boris, "telegram")
        await act(world, world.boris, "web")
        await world.turn(await private_game(world), world.anna_chat)
        await deliver(world, but=world.boris_chat)
        await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
        boris = world.boris
    async with inhabited(place) as world:
        world.manager = second_manager(world.database, world.clock)
        assert calls(await deliver(world), boris) == [there.id]
        assert calls(await deliver(world), boris) == []


async def test_a_lost_group_moves_each_player_to_their_private_chat(world: World) -> None:
    """When a group is lost, each of its players is notified in the private chat where they acted last."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_forced=False, auto_roll=False)
    game = await world.game()
    there = await act(world, world.boris, "telegram")
    await deliver(world)
    box = Outbox(world.manager)
    assert await box.relocation.without_private_chat(world.table.id) == []
    await box.relocation.mark_unreachable(world.table.id)
    assert await notification_chat(world, game, world.anna) == world.anna_chat.id
    assert await notification_chat(world, game, world.boris) == there.id
    shown = await post(world, game, there)
    assert shown is not None
    assert shown.instead_of == "shared web"
    assert all(notified == set() for _, _, notified in await deliver(world))


async def test_an_undelivered_challenge_moves_to_the_other_platform(world: World) -> None:
    """A challenge whose chat is lost before delivery reaches the opponent elsewhere, once."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long", world.boris.id)
    await deliver(world, but=world.boris_chat)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    assert calls(await deliver(world), world.boris) == [there.id]
    await act(world, world.boris, "web")
    assert await deliver(world) == []


async def test_an_undelivered_challenge_moves_back_to_a_chat_that_had_it(world: World) -> None:
    """A challenge whose second chat is lost too before delivery notifies the opponent in the first, once."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long", world.boris.id)
    await deliver(world, but=world.boris_chat)
    box = Outbox(world.manager)
    await box.relocation.mark_unreachable(world.boris_chat.id)
    await act(world, world.boris, "web")
    await deliver(world, but=there)
    await box.relocation.mark_unreachable(there.id)
    assert calls(await deliver(world), world.boris) == [world.boris_chat.id]
    assert await deliver(world) == []


async def test_a_challenge_answered_before_delivery_notifies_nobody(world: World) -> None:
    """The card of a challenge accepted before delivery arrives without a notification."""
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    sent = [each for each in await deliver(world) if each[0] == world.boris_chat.id]
    assert len(sent) == 2
    assert calls(sent, world.boris) == ([world.boris_chat.id] if game.to_act == world.boris.id else [])


async def test_only_the_first_board_elsewhere_gives_the_reason(world: World) -> None:
    """Only the first board in the other chat says why the game moved there."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await private_game(world)
    await Outbox(world.manager).relocation.mark_unreachable(world.boris_chat.id)
    await deliver(world)
    game = await world.turn(game, world.anna_chat)
    assert calls(await deliver(world), world.boris) == [there.id]
    shown = await post(world, game, there)
    assert shown is not None
    assert shown.instead_of is None


async def invitation(world: World) -> tuple[str, str]:
    """Make an invitation in Anna's private chat on the page; return its id and token."""
    made = await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long")
    token = (await world.manager.views.challenge(made.id, world.anna_chat.id)).token
    assert token is not None
    return made.id, token


async def test_a_player_cannot_accept_their_own_invitation_from_another_account(world: World) -> None:
    """Anna cannot accept her own invitation with her account on Telegram."""
    made, token = await invitation(world)
    there = await act(world, world.anna, "telegram")
    with refuses("own-challenge"):
        await world.manager.challenges.accept(world.actor(world.anna, there), made, token)


async def test_one_of_two_simultaneous_acceptances_wins(world: World) -> None:
    """When two players accept at once on two platforms, one succeeds and the other is refused."""
    made, token = await invitation(world)
    boris, carl = await act(world, world.boris, "telegram"), await act(world, world.carl, "discord")
    accept = world.manager.challenges.accept
    outcomes = await race(
        accept(world.actor(world.boris, boris), made, token),
        accept(world.actor(world.carl, carl), made, token),
    )
    assert sorted(str(each) for each in outcomes if not isinstance(each, Challenge)) == ["challenge-taken"]


async def test_accepting_twice_from_two_accounts_counts_once(world: World) -> None:
    """Accepting again from another account of the same player changes nothing."""
    made, token = await invitation(world)
    there, elsewhere = await act(world, world.boris, "telegram"), await act(world, world.boris, "discord")
    accept = world.manager.challenges.accept
    first = await accept(world.actor(world.boris, there), made, token)
    assert await accept(world.actor(world.boris, elsewhere), made, token) == first


async def test_an_accepted_invitation_asks_its_challenger_where_she_acted_last(world: World) -> None:
    """The challenger starts the game on the platform where she acted last."""
    made, token = await invitation(world)
    there, taken = await act(world, world.anna, "telegram"), await act(world, world.carl, "discord")
    await deliver(world)
    await world.manager.challenges.accept(world.actor(world.carl, taken), made, token)
    assert calls(await deliver(world), world.anna) == [there.id]
    game = await world.begun(world.anna, made, there)
    assert (
        await notification_chat(world, game, world.anna),
        await notification_chat(world, game, world.carl),
    ) == (
        there.id,
        taken.id,
    )
