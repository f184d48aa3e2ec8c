"""Across platforms: a player with several accounts is called once, where he acted last."""

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


async def act(world: World, who: Player, platform: str, *, acts: bool = True) -> Chat:
    """Let a player do something in his private chat on a platform, with an account of his own there."""
    key = f"{who.name.lower()} on {platform}" if platform != "web" else who.name.lower()
    async with world.database.write() as connection:
        if await people.account(connection, platform, key) is None:
            await people.add_account(connection, AccountRow(platform, key, who.id, who.name.lower(), None))
    visitor = await world.manager.people.visit(
        platform, key, who.name, f"me:{who.name.lower()}", "private", "en", acts=acts
    )
    return visitor.chat


async def deliver(world: World, but: Chat | None = None) -> list[tuple[int, str, set[int]]]:
    """Deliver all but what is for a slow chat; return the new messages: chat, subject and who is called."""
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


async def lose_in_the_middle(world: World) -> None:
    """Lose Boris's page while something is on its way there: nobody knows whether it has arrived."""
    box = Outbox(world.manager)
    for claim in (await box.claim({"web": 9})).claims:
        if not isinstance(claim, RetiredClaim) and claim.chat.id == world.his.id:
            await box.begin_delivery(claim, timedelta())  # and killed
        else:
            await box.release(claim)
    await box.relocation.mark_unreachable(world.his.id)


def calls(sent: list[tuple[int, str, set[int]]], who: Player) -> list[int]:
    """The chats in which somebody was called."""
    return [chat for chat, _, called in sent if who.id in called]


async def in_private(world: World) -> LoadedGame:
    """A game that Anna and Boris play in private on the page, in which Anna is to act."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_forced=False, auto_roll=False)
    game = await world.game(chats=(world.hers, world.his))
    if game.to_act != world.anna.id:
        game = await world.turn(game, world.his)
    await deliver(world)
    return game


async def post(world: World, game: LoadedGame, chat: Chat) -> PostRow | None:
    """What a chat shows of a game."""
    async with world.database.read() as connection:
        return await outbox.post_in(connection, "game", game.id, chat.id)


async def seat_of(world: World, game: LoadedGame, who: Player) -> int | None:
    """Where a player is told of a game."""
    row = await world.row(game)
    return row.white_chat if row.white == who.id else row.black_chat


@pytest.mark.built(by=in_private)
async def test_who_acts_on_another_platform_is_called_there(world: World, game: LoadedGame) -> None:
    """Boris, who has spoken on Telegram last, is called there and nowhere else; his other board is edited."""
    there = await act(world, world.boris, "telegram")
    game = await world.turn(game, world.hers)
    assert calls(await deliver(world), world.boris) == [there.id]
    here = await post(world, game, world.his)
    assert here is not None
    assert (here.shown_revision, here.sent_revision < here.fresh_revision) == (here.wanted_revision, False)


@pytest.mark.built(by=in_private)
async def test_it_is_one_call_a_turn_however_often_somebody_changes_platforms(
    world: World, game: LoadedGame
) -> None:
    """Over ten turns on three platforms in turn there is one call for each, where Boris acted last."""
    chats = {
        "telegram": await act(world, world.boris, "telegram"),
        "discord": await act(world, world.boris, "discord"),
        "web": world.his,
    }
    for number in range(10):
        platform = [*chats][number % 3]
        game = await world.turn(game, world.hers)
        last = [*chats][(number - 1) % 3] if number else "discord"
        assert calls(await deliver(world), world.boris) == [chats[last].id]
        await act(world, world.boris, platform)
        game = await world.turn(game, chats[platform])
        assert calls(await deliver(world), world.anna) == [world.hers.id]


async def test_unchanged_meetings_write_nothing(world: World) -> None:
    """Ten meetings on the platform where somebody acted last leave everything as it is."""
    await act(world, world.boris, "telegram")
    before = await world.everything()
    for _ in range(10):
        await act(world, world.boris, "telegram")
        await act(world, world.boris, "web", acts=False)
    assert await world.everything() == before


@pytest.mark.built(by=in_private)
async def test_who_only_looks_goes_on_to_be_called_where_he_was(world: World, game: LoadedGame) -> None:
    """A board of its own that is looked at on another platform changes nothing about where one is called."""
    await act(world, world.boris, "web")
    await act(world, world.boris, "telegram", acts=False)
    await world.turn(game, world.hers)
    assert calls(await deliver(world), world.boris) == [world.his.id]


async def test_a_game_in_a_shared_chat_goes_on_to_call_there(world: World) -> None:
    """What is played among others stays there, whatever its players do elsewhere."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_forced=False, auto_roll=False)
    game = await world.game()
    await deliver(world)
    for who in (world.anna, world.boris):
        await act(world, who, "telegram")
    waiting = world.waiting(game)
    await world.turn(game, world.table)
    assert calls(await deliver(world), waiting) == [world.table.id]


@pytest.mark.built(by=in_private)
async def test_who_plays_in_a_shared_chat_of_another_platform_is_called_there(
    world: World, game: LoadedGame
) -> None:
    """Acting where others see the game, on another platform, is acting there last."""
    there = await act(world, world.boris, "telegram")
    game = await world.turn(game, there if game.to_act == world.boris.id else world.hers)
    await world.manager.boards.show(world.actor(world.anna, world.table), game.id)
    await deliver(world)
    if game.to_act == world.anna.id:
        game = await world.turn(game, world.hers)
    game = await world.turn(game, world.table)
    assert await seat_of(world, game, world.boris) == world.table.id


async def test_a_new_game_begins_where_its_players_acted_last(world: World) -> None:
    """A challenge made on the page is played on Telegram by a challenger who is there by now."""
    challenge = await world.manager.challenges.make(
        world.actor(world.anna, world.hers), "long", world.boris.id
    )
    there = await act(world, world.anna, "telegram")
    game = await world.begun(world.boris, challenge.id, world.his)
    assert await seat_of(world, game, world.anna) == there.id
    assert await seat_of(world, game, world.boris) == world.his.id


async def test_a_private_challenge_reaches_its_opponent_where_he_acted_last(world: World) -> None:
    """Boris is challenged by name on the page, and called on Telegram, where he is."""
    there = await act(world, world.boris, "telegram")
    await world.manager.challenges.make(world.actor(world.anna, world.hers), "long", world.boris.id)
    assert calls(await deliver(world), world.boris) == [there.id]


async def test_a_call_not_yet_delivered_arrives_once_on_the_other_platform(world: World) -> None:
    """A private chat that is lost before a call came lets it come elsewhere, once, and says why."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await in_private(world), world.hers)
    await deliver(world, but=world.his)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    assert calls(await deliver(world), world.boris) == [there.id]
    shown = await post(world, game, there)
    assert shown is not None
    assert shown.instead_of == "private web"


async def test_a_call_that_waits_follows_him_who_acts_elsewhere(world: World) -> None:
    """What his page has not got yet calls on Telegram, where he is now, once; his page is sent no message."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await in_private(world), world.hers)
    await deliver(world, but=world.his)
    await act(world, world.boris, "telegram")
    assert await deliver(world) == [(there.id, game.id, {world.boris.id})]
    shown = await post(world, game, there)
    assert shown is not None
    assert shown.instead_of is None
    await act(world, world.boris, "web")
    assert await deliver(world) == []


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_call_on_its_way_stays_where_it_is(world: World, arrives: bool) -> None:
    """What a sender has begun is his to end: it calls there once, be it at another attempt."""
    await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await in_private(world), world.hers)
    box, sent = Outbox(world.manager), []
    for claim in (await box.claim({"web": 9})).claims:
        if isinstance(claim, RetiredClaim) or claim.chat.id != world.his.id:
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
    assert calls(sent, world.boris) == [world.his.id]


async def test_a_result_not_yet_delivered_arrives_once_on_the_other_platform(world: World) -> None:
    """How a game has ended is told elsewhere where the chat is lost, once, and with the board."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await in_private(world)
    await world.manager.resign(world.actor(world.anna, world.hers), game.id, Grade.MARS)
    await deliver(world, but=world.his)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    assert await deliver(world) == [(there.id, game.id, {world.boris.id})]
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    await act(world, world.boris, "web")
    assert await deliver(world) == []


async def test_a_result_in_doubt_is_shown_elsewhere_without_a_call(world: World) -> None:
    """Where nobody knows whether it has arrived, its board comes elsewhere and rings for nobody."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await in_private(world)
    await world.manager.resign(world.actor(world.anna, world.hers), game.id, Grade.MARS)
    await lose_in_the_middle(world)
    assert (there.id, game.id, set()) in await deliver(world)


@pytest.mark.built(by=in_private)
async def test_a_result_waits_until_he_is_heard_elsewhere(world: World, game: LoadedGame) -> None:
    """Who has no other chat when his is lost is told the result in the first that he speaks in."""
    await world.manager.resign(world.actor(world.anna, world.hers), game.id, Grade.MARS)
    await deliver(world, but=world.his)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    assert calls(await deliver(world), world.boris) == []
    there = await act(world, world.boris, "telegram")
    assert await deliver(world) == [(there.id, game.id, {world.boris.id})]


async def test_a_result_that_a_lost_room_kept_comes_in_private(world: World) -> None:
    """Where the bot is sent out of a shared chat, each is told in private how the game there has ended."""
    there = await act(world, world.boris, "telegram")
    game = await world.game()
    await deliver(world)
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    await Outbox(world.manager).relocation.mark_unreachable(world.table.id)
    assert await deliver(world) == [(there.id, game.id, {world.boris.id})]


async def test_finished_games_cost_a_lost_chat_nothing(world: World) -> None:
    """Of the games that ended where a chat is lost only those are read whose result has not come."""
    await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    counted = []
    for _ in range(2):
        for _ in range(3):
            world.clock.forward(hours=1)
            game = await in_private(world)
            await world.manager.resign(world.actor(world.anna, world.hers), game.id, Grade.MARS)
            await deliver(world)
        with watched() as statements:
            await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
        counted.append(statements.count)
        await act(world, world.boris, "web")
    assert counted[0] == counted[1]


async def test_a_call_in_doubt_is_not_repeated_on_the_other_platform(world: World) -> None:
    """Where nobody knows whether a call has arrived, the board comes elsewhere without a call."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await in_private(world), world.hers)
    await lose_in_the_middle(world)
    sent = await deliver(world)
    assert (there.id, game.id, set()) in sent
    assert calls(sent, world.boris) == []


@pytest.mark.parametrize("speaks", [True, False], ids=["he speaks there", "the platform says so"])
async def test_a_chat_that_comes_back_gets_nothing_twice(world: World, speaks: bool) -> None:
    """Once the lost chat is back, its board is edited: no new message, and no call."""
    await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await in_private(world)
    game = await world.turn(game, world.hers)
    await deliver(world, but=world.his)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    await deliver(world)
    if speaks:
        await act(world, world.boris, "web")
    else:
        await world.manager.people.redraw_chats("web", ["me:boris"])
    assert await deliver(world) == []


async def test_a_chat_whose_first_board_never_came_gets_the_next_one_once(world: World) -> None:
    """A chat that was lost before any board of a game came, and is back, is sent one message."""
    await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    for who in (world.anna, world.boris):
        await world.option(who, auto_forced=False, auto_roll=False)
    game = await world.game(chats=(world.hers, world.his))
    await deliver(world, but=world.his)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    await deliver(world)
    await world.manager.people.redraw_chats("web", ["me:boris"])
    game = await world.turn(game, world.hers if game.to_act == world.anna.id else world.his)
    await deliver(world)
    shown = await post(world, game, world.his)
    assert shown is not None
    assert (shown.shown_revision, shown.message) == (game.version, f"{shown.id}.1")


async def test_a_call_delivered_before_the_chat_was_lost_is_not_repeated(world: World) -> None:
    """Who was called on one platform and is lost there then gets the board elsewhere, and no second call."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await in_private(world), world.hers)
    assert calls(await deliver(world), world.boris) == [world.his.id]
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    sent = await deliver(world)
    assert (there.id, game.id, set()) in sent
    assert calls(sent, world.boris) == []


async def test_who_is_lost_on_both_is_called_once_where_he_is_heard_again(world: World) -> None:
    """Lost on both platforms, a player is called on whichever he comes back to, once."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await world.turn(await in_private(world), world.hers)
    await deliver(world, but=world.his)
    box = Outbox(world.manager)
    await box.relocation.mark_unreachable(world.his.id)
    await box.relocation.mark_unreachable(there.id)
    assert calls(await deliver(world), world.boris) == []
    await act(world, world.boris, "web")
    assert calls(await deliver(world), world.boris) == [world.his.id]
    await act(world, world.boris, "telegram")
    assert calls(await deliver(world), world.boris) == []
    assert await seat_of(world, game, world.boris) == there.id


async def test_a_restart_between_the_loss_and_the_call_loses_nothing(tmp_path: Path) -> None:
    """What was to be called elsewhere is called there by the process that comes next, once."""
    place = tmp_path / "nardy.db"
    async with inhabited(place) as world:
        there = await act(world, world.boris, "telegram")
        await act(world, world.boris, "web")
        await world.turn(await in_private(world), world.hers)
        await deliver(world, but=world.his)
        await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
        boris = world.boris
    async with inhabited(place) as world:
        world.manager = second_manager(world.database, world.clock)
        assert calls(await deliver(world), boris) == [there.id]
        assert calls(await deliver(world), boris) == []


async def test_a_lost_group_calls_each_where_he_acted_last(world: World) -> None:
    """When a group is lost, each of its players is told in the private chat where he is called."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_forced=False, auto_roll=False)
    game = await world.game()
    there = await act(world, world.boris, "telegram")
    await deliver(world)
    box = Outbox(world.manager)
    assert await box.relocation.without_private_chat(world.table.id) == []
    await box.relocation.mark_unreachable(world.table.id)
    assert await seat_of(world, game, world.anna) == world.hers.id
    assert await seat_of(world, game, world.boris) == there.id
    shown = await post(world, game, there)
    assert shown is not None
    assert shown.instead_of == "shared web"
    assert all(called == set() for _, _, called in await deliver(world))


async def test_a_challenge_that_was_not_seen_comes_on_the_other_platform(world: World) -> None:
    """A challenge whose chat is lost before it came reaches its opponent elsewhere, once."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    await world.manager.challenges.make(world.actor(world.anna, world.hers), "long", world.boris.id)
    await deliver(world, but=world.his)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    assert calls(await deliver(world), world.boris) == [there.id]
    await act(world, world.boris, "web")
    assert await deliver(world) == []


async def test_a_challenge_answered_before_it_was_delivered_calls_nobody(world: World) -> None:
    """The card of a challenge that Boris has accepted meanwhile comes to his chat without a call."""
    game = await world.game(chats=(world.hers, world.his))
    sent = [each for each in await deliver(world) if each[0] == world.his.id]
    assert len(sent) == 2
    assert calls(sent, world.boris) == ([world.his.id] if game.to_act == world.boris.id else [])


async def test_the_next_call_on_the_other_platform_gives_no_reason_any_more(world: World) -> None:
    """Why a game is told elsewhere is said with the first board there, and not with each."""
    there = await act(world, world.boris, "telegram")
    await act(world, world.boris, "web")
    game = await in_private(world)
    await Outbox(world.manager).relocation.mark_unreachable(world.his.id)
    await deliver(world)
    game = await world.turn(game, world.hers)
    assert calls(await deliver(world), world.boris) == [there.id]
    shown = await post(world, game, there)
    assert shown is not None
    assert shown.instead_of is None


async def invitation(world: World) -> tuple[str, str]:
    """An invitation that Anna has made in private on the page: its id and its token."""
    made = await world.manager.challenges.make(world.actor(world.anna, world.hers), "long")
    token = (await world.manager.views.challenge(made.id, world.hers.id)).token
    assert token is not None
    return made.id, token


async def test_nobody_accepts_his_own_invitation_from_another_account(world: World) -> None:
    """Anna's account on Telegram is Anna: her own invitation is refused to it."""
    made, token = await invitation(world)
    there = await act(world, world.anna, "telegram")
    with refuses("own-challenge"):
        await world.manager.challenges.accept(world.actor(world.anna, there), made, token)


async def test_of_two_who_accept_at_once_on_two_platforms_one_wins(world: World) -> None:
    """Of Boris on Telegram and Carl on Discord one has it, and the other is told that somebody else has."""
    made, token = await invitation(world)
    boris, carl = await act(world, world.boris, "telegram"), await act(world, world.carl, "discord")
    accept = world.manager.challenges.accept
    outcomes = await race(
        accept(world.actor(world.boris, boris), made, token),
        accept(world.actor(world.carl, carl), made, token),
    )
    assert sorted(str(each) for each in outcomes if not isinstance(each, Challenge)) == ["challenge-taken"]


async def test_who_accepts_twice_from_two_accounts_of_his_has_accepted_once(world: World) -> None:
    """The second time, on another platform, changes nothing."""
    made, token = await invitation(world)
    there, elsewhere = await act(world, world.boris, "telegram"), await act(world, world.boris, "discord")
    accept = world.manager.challenges.accept
    first = await accept(world.actor(world.boris, there), made, token)
    assert await accept(world.actor(world.boris, elsewhere), made, token) == first


async def test_an_invitation_that_was_taken_asks_its_maker_where_she_is_now(world: World) -> None:
    """Anna, who is on Telegram by now, is asked there who was meant, and starts the game there."""
    made, token = await invitation(world)
    there, taken = await act(world, world.anna, "telegram"), await act(world, world.carl, "discord")
    await deliver(world)
    await world.manager.challenges.accept(world.actor(world.carl, taken), made, token)
    assert calls(await deliver(world), world.anna) == [there.id]
    game = await world.begun(world.anna, made, there)
    assert (await seat_of(world, game, world.anna), await seat_of(world, game, world.carl)) == (
        there.id,
        taken.id,
    )
