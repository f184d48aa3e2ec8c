"""Board links: the players who get one, the game it shows, and its end."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.sessions import Actor, Chat, LoadedGame, Options, SessionManager
from bot.sessions.attempts import MOST_MISSES
from bot.sessions.errors import AlreadyDone, NoSuchGame, NotSeated
from bot.sessions.workers import GameWatch
from storage import outbox
from tests.refused import refuses
from tests.sessions.delivering import deliver_to_page
from tests.sessions.world import World


async def private_game(world: World) -> LoadedGame:
    """A game agreed on in private and shown to both players in private."""
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    await deliver_to_page(world)
    return game


async def test_a_token_fits_into_a_telegram_link(world: World, game: LoadedGame) -> None:
    """A token has at most 40 of the characters that Telegram allows in a link, and begins with its game."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,40}", token)
    assert token.startswith(game.id)


async def test_both_players_get_the_same_link(world: World, game: LoadedGame) -> None:
    """Sharing a game that is already shared returns the same link."""
    sharing = world.manager.sharing
    first = await sharing.share(world.actor(world.anna), game.id)
    assert await sharing.share(world.actor(world.boris), game.id) == first
    assert await sharing.share(world.actor(world.anna), game.id) == first


async def test_only_a_player_may_share_a_game_or_end_its_link(world: World, game: LoadedGame) -> None:
    """A spectator may neither share a game nor end its link, and nothing is shared."""
    carl = world.actor(world.carl)
    with pytest.raises(NotSeated):
        await world.manager.sharing.share(carl, game.id)
    with pytest.raises(NotSeated):
        await world.manager.sharing.end(carl, game.id)
    with pytest.raises(NoSuchGame):
        await world.manager.sharing.share(carl, "b2b")
    with refuses("not-shared"):
        await world.manager.sharing.end(world.actor(world.anna), game.id)


async def test_an_ended_link_stays_dead(world: World, game: LoadedGame) -> None:
    """An ended link shows nothing, and the game's next link is a different one."""
    sharing = world.manager.sharing
    old = await sharing.share(world.actor(world.anna), game.id)
    await sharing.end(world.actor(world.boris), game.id)
    assert await sharing.game_of_token(old) is None
    new = await sharing.share(world.actor(world.anna), game.id)
    assert new != old
    assert await sharing.game_of_token(old) is None
    assert (await sharing.game_of_token(new)) is not None


async def test_a_share_delivered_twice_does_not_reopen_an_ended_link(world: World, game: LoadedGame) -> None:
    """A share event delivered again after the link's end does not share the game again."""
    once = Actor(world.anna.id, "the same", world.table.id)
    token = await world.manager.sharing.share(once, game.id)
    assert await world.manager.sharing.share(once, game.id) == token
    await world.manager.sharing.end(world.actor(world.anna), game.id)
    with pytest.raises(AlreadyDone):
        await world.manager.sharing.share(once, game.id)


async def test_a_token_is_invalid_before_the_game_is_shared(world: World, game: LoadedGame) -> None:
    """A game's future token is invalid until the game is shared."""
    signer = await world.manager.signer()
    for number in range(3):
        sealed = signer.sign("share", game.id, str(number))[:24]
        assert await world.manager.sharing.game_of_token(f"{game.id}-{sealed}") is None


async def test_a_token_opens_no_other_game(world: World) -> None:
    """One game's seal behind another shared game's id is invalid."""
    sharing = world.manager.sharing
    one, other = await world.game(), await world.game()
    first = await sharing.share(world.actor(world.anna), one.id)
    await sharing.share(world.actor(world.anna), other.id)
    assert await sharing.game_of_token(f"{other.id}-{first.partition('-')[2]}") is None
    assert await sharing.game_of_token(first.upper()) is not None


@pytest.mark.parametrize("token", ["", "-", "b2b", "b2b-", f"b2b-{'0' * 24}", "é" * 40, f"b2b-{'é' * 24}"])
async def test_an_invalid_token_shows_nothing(world: World, token: str) -> None:
    """An invalid token shows nothing and raises nothing."""
    assert await world.manager.sharing.game_of_token(token) is None


async def test_guessing_tokens_is_rate_limited(world: World, game: LoadedGame) -> None:
    """After five wrong tokens even a right one is refused for ten minutes."""
    sharing = world.manager.sharing
    token = await sharing.share(world.actor(world.anna), game.id)
    for number in range(MOST_MISSES):
        with refuses("no-such-share"):
            await sharing.game(world.actor(world.carl), f"{game.id}-{number:024}")
    with refuses("too-many-shares-tried"):
        await sharing.game(world.actor(world.carl), token)
    world.clock.forward(minutes=11)
    assert (await sharing.game(world.actor(world.carl), token)).game.id == game.id


async def test_wrong_board_tokens_do_not_block_invitations(world: World) -> None:
    """A player with too many wrong board tokens may still accept an invitation."""
    made = await world.manager.challenges.make(
        world.actor(world.anna, world.anna_chat), "long", None, Options()
    )
    for number in range(MOST_MISSES):
        with refuses("no-such-share"):
            await world.manager.sharing.game(world.actor(world.carl), f"b2b-{number:024}")
    assert made is not None
    invited = await world.manager.views.challenge(made.id, world.anna_chat.id)
    found = await world.manager.challenges.accept(
        world.actor(world.carl, world.table), made.id, invited.token or ""
    )
    assert found is not None


async def test_a_link_shows_the_current_game(world: World, game: LoadedGame) -> None:
    """A link shows the game's current version after every action."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    after = await world.turn(game)
    seen = await world.manager.sharing.game_of_token(token)
    assert seen is not None
    assert (seen.game.version, seen.review) == (after.version, None)


async def test_sharing_changes_no_post_and_no_version(world: World, game: LoadedGame) -> None:
    """Neither a link nor its visitors change a game's posts or version."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    posts = (await world.everything())["posts"]
    await world.manager.sharing.game(world.actor(world.carl, world.anna_chat), token)
    await world.manager.sharing.end(world.actor(world.anna), game.id)
    assert (await world.everything())["posts"] == posts
    assert (await world.manager.game(game.id)).version == game.version


async def test_an_action_does_not_change_the_link(world: World, game: LoadedGame) -> None:
    """Playing on neither ends a link nor reopens an ended one."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    await world.turn(game)
    assert await world.manager.sharing.game_of_token(token) is not None
    await world.manager.sharing.end(world.actor(world.anna), game.id)
    await world.turn(await world.manager.game(game.id))
    assert await world.manager.sharing.game_of_token(token) is None


async def test_a_restart_keeps_the_link(world: World, game: LoadedGame) -> None:
    """Another manager on the same database derives the same token."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    again = SessionManager(world.database, chance=world.dice, clock=world.clock)
    assert await again.sharing.share(world.actor(world.boris), game.id) == token
    assert await again.sharing.game_of_token(token) is not None


@pytest.mark.on_both
async def test_ending_a_link_wakes_the_games_watchers(world: World, game: LoadedGame) -> None:
    """Ending a link wakes the watchers of its game at once."""
    await world.manager.sharing.share(world.actor(world.anna), game.id)
    watch, changed = GameWatch(world.manager), asyncio.Event()
    woken: list[str] = []
    world.manager.listeners.append(lambda: woken.append("woken"))
    with watch.watching(game.id, changed):
        await watch.look()
        changed.clear()
        await watch.look()
        assert not changed.is_set()
        await world.manager.sharing.end(world.actor(world.anna), game.id)
        await watch.look()
        assert changed.is_set()
    assert woken == ["woken"]


@pytest.mark.built(by=private_game)
async def test_a_new_link_wakes_the_sender(world: World, game: LoadedGame) -> None:
    """Sharing a game wakes the sender, because the opponent's board must say so."""
    woken: list[str] = []
    world.manager.listeners.append(lambda: woken.append("woken"))
    await world.manager.sharing.share(world.actor(world.anna), game.id)
    assert woken == ["woken"]


async def wants_message(world: World, game: LoadedGame, chat: Chat) -> bool:
    """Return True if a chat should get a game's board in a new message."""
    async with world.database.read() as connection:
        post = await outbox.post_in(connection, "game", game.id, chat.id)
    return post is not None and post.fresh_revision > post.sent_revision


async def is_open(world: World, game: LoadedGame, chat: Chat) -> bool:
    """Return True if a chat's board says that other people can see the game."""
    return (await world.manager.views.game(game.id, chat.id)).is_open


async def notification_chats(world: World, game: LoadedGame) -> set[int | None]:
    """Return the chats where the players are notified of a game."""
    row = await world.row(game)
    return {row.white_chat, row.black_chat}


@pytest.mark.built(by=private_game)
async def test_showing_a_private_game_in_a_chat_informs_the_opponent(world: World, game: LoadedGame) -> None:
    """When a private game is shown at the table, the opponent gets a new board that says so."""
    assert not await is_open(world, game, world.boris_chat)
    await world.manager.boards.show(world.actor(world.anna), game.id)
    assert await is_open(world, game, world.boris_chat)
    assert await wants_message(world, game, world.boris_chat)


@pytest.mark.built(by=private_game)
async def test_sharing_a_private_game_informs_the_opponent(world: World, game: LoadedGame) -> None:
    """When a private game is shared, the opponent gets a new board that says so until the link ends."""
    await world.manager.sharing.share(world.actor(world.anna, world.anna_chat), game.id)
    assert await is_open(world, game, world.boris_chat)
    assert await wants_message(world, game, world.boris_chat)
    await world.manager.sharing.end(world.actor(world.boris, world.boris_chat), game.id)
    assert not await is_open(world, game, world.boris_chat)


@pytest.mark.built(by=private_game)
async def test_the_opponent_can_end_showing_a_private_game_in_a_chat(world: World, game: LoadedGame) -> None:
    """When Boris ends it, the table no longer shows the game, and Anna is notified in private again."""
    await world.manager.boards.show(world.actor(world.anna), game.id)
    await deliver_to_page(world)
    assert await notification_chats(world, game) == {world.table.id, world.boris_chat.id}
    assert await world.manager.sharing.end(world.actor(world.boris, world.boris_chat), game.id)
    assert await notification_chats(world, game) == {world.anna_chat.id, world.boris_chat.id}
    assert not await is_open(world, game, world.boris_chat)
    async with world.database.read() as connection:
        assert await outbox.post_in(connection, "game", game.id, world.table.id) is None


@pytest.mark.built(by=private_game)
async def test_sharing_repeatedly_sends_the_opponent_few_messages(world: World, game: LoadedGame) -> None:
    """Beyond the limit of new messages to a player, sharing again edits the opponent's board."""
    are_new = []
    for _ in range(6):
        await world.manager.sharing.share(world.actor(world.anna, world.anna_chat), game.id)
        are_new.append(await wants_message(world, game, world.boris_chat))
        await deliver_to_page(world)
        await world.manager.sharing.end(world.actor(world.boris, world.boris_chat), game.id)
        await deliver_to_page(world)
    assert are_new == [True] * 4 + [False] * 2


async def test_a_game_agreed_on_in_a_chat_stays_there(world: World, game: LoadedGame) -> None:
    """A group's own game is not marked as open, and one player cannot end its showing there."""
    await deliver_to_page(world)
    await world.manager.boards.show(world.actor(world.boris, world.boris_chat), game.id)
    assert not await is_open(world, game, world.boris_chat)
    with refuses("not-shared"):
        await world.manager.sharing.end(world.actor(world.boris, world.boris_chat), game.id)
    assert await notification_chats(world, game) == {world.table.id}
