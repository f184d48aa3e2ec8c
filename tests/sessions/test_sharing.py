"""Links to boards: who gets one, where it leads, and when it does no more."""

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
    """A game that was agreed on in private and is shown to each in private."""
    game = await world.game(chats=(world.hers, world.his))
    await deliver_to_page(world)
    return game


async def test_a_token_is_short_and_may_stand_in_any_link(world: World, game: LoadedGame) -> None:
    """It has at most 40 of the characters that Telegram allows in a link, and names its game."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,40}", token)
    assert token.startswith(game.id)


async def test_both_players_get_the_same_link_as_long_as_it_stands(world: World, game: LoadedGame) -> None:
    """Sharing what is shared already changes nothing."""
    sharing = world.manager.sharing
    first = await sharing.share(world.actor(world.anna), game.id)
    assert await sharing.share(world.actor(world.boris), game.id) == first
    assert await sharing.share(world.actor(world.anna), game.id) == first


async def test_only_a_player_may_share_a_game_or_end_that(world: World, game: LoadedGame) -> None:
    """Somebody who looks on is refused, and nothing is shared."""
    carl = world.actor(world.carl)
    with pytest.raises(NotSeated):
        await world.manager.sharing.share(carl, game.id)
    with pytest.raises(NotSeated):
        await world.manager.sharing.end(carl, game.id)
    with pytest.raises(NoSuchGame):
        await world.manager.sharing.share(carl, "b2b")
    with refuses("not-shared"):
        await world.manager.sharing.end(world.actor(world.anna), game.id)


async def test_a_link_that_was_ended_leads_nowhere_for_ever(world: World, game: LoadedGame) -> None:
    """After the end there is no way in; the next link is another one, and the old one stays dead."""
    sharing = world.manager.sharing
    old = await sharing.share(world.actor(world.anna), game.id)
    await sharing.end(world.actor(world.boris), game.id)
    assert await sharing.game_of_token(old) is None
    new = await sharing.share(world.actor(world.anna), game.id)
    assert new != old
    assert await sharing.game_of_token(old) is None
    assert (await sharing.game_of_token(new)) is not None


async def test_what_is_delivered_twice_does_not_share_again(world: World, game: LoadedGame) -> None:
    """A happening that shared a game, delivered once more after the end, does not open it again."""
    once = Actor(world.anna.id, "the same", world.table.id)
    token = await world.manager.sharing.share(once, game.id)
    assert await world.manager.sharing.share(once, game.id) == token
    await world.manager.sharing.end(world.actor(world.anna), game.id)
    with pytest.raises(AlreadyDone):
        await world.manager.sharing.share(once, game.id)


async def test_a_token_of_a_game_that_is_not_shared_leads_nowhere(world: World, game: LoadedGame) -> None:
    """What would be a game's next link is none before somebody shares it."""
    signer = await world.manager.signer()
    for number in range(3):
        sealed = signer.sign("share", game.id, str(number))[:24]
        assert await world.manager.sharing.game_of_token(f"{game.id}-{sealed}") is None


async def test_a_seal_opens_no_other_game(world: World) -> None:
    """The seal of one game's link, put behind another shared game's id, leads nowhere."""
    sharing = world.manager.sharing
    one, other = await world.game(), await world.game()
    first = await sharing.share(world.actor(world.anna), one.id)
    await sharing.share(world.actor(world.anna), other.id)
    assert await sharing.game_of_token(f"{other.id}-{first.partition('-')[2]}") is None
    assert await sharing.game_of_token(first.upper()) is not None


@pytest.mark.parametrize("token", ["", "-", "b2b", "b2b-", f"b2b-{'0' * 24}", "é" * 40, f"b2b-{'é' * 24}"])
async def test_what_nobody_made_leads_nowhere(world: World, token: str) -> None:
    """Whatever is typed in a token's place is no fault."""
    assert await world.manager.sharing.game_of_token(token) is None


async def test_who_guesses_must_wait(world: World, game: LoadedGame) -> None:
    """After five wrong tokens in ten minutes even the right one is refused, until those have passed."""
    sharing = world.manager.sharing
    token = await sharing.share(world.actor(world.anna), game.id)
    for number in range(MOST_MISSES):
        with refuses("no-such-share"):
            await sharing.game(world.actor(world.carl), f"{game.id}-{number:024}")
    with refuses("too-many-shares-tried"):
        await sharing.game(world.actor(world.carl), token)
    world.clock.forward(minutes=11)
    assert (await sharing.game(world.actor(world.carl), token)).game.id == game.id


async def test_invitations_and_boards_are_guessed_apart(world: World) -> None:
    """Who was wrong about boards may still take up an invitation by its token."""
    made = await world.manager.challenges.make(world.actor(world.anna, world.hers), "long", None, Options())
    for number in range(MOST_MISSES):
        with refuses("no-such-share"):
            await world.manager.sharing.game(world.actor(world.carl), f"b2b-{number:024}")
    assert made is not None
    invited = await world.manager.views.challenge(made.id, world.hers.id)
    found = await world.manager.challenges.accept(
        world.actor(world.carl, world.table), made.id, invited.token or ""
    )
    assert found is not None


async def test_a_link_leads_to_the_game_as_it_is_now(world: World, game: LoadedGame) -> None:
    """After every action the game that is seen is the present one."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    after = await world.turn(game)
    seen = await world.manager.sharing.game_of_token(token)
    assert seen is not None
    assert (seen.game.version, seen.review) == (after.version, None)


async def test_sharing_touches_no_post_and_no_version(world: World, game: LoadedGame) -> None:
    """What chats show is not changed by a link, nor by who looks through it."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    posts = (await world.everything())["posts"]
    await world.manager.sharing.game(world.actor(world.carl, world.hers), token)
    await world.manager.sharing.end(world.actor(world.anna), game.id)
    assert (await world.everything())["posts"] == posts
    assert (await world.manager.game(game.id)).version == game.version


async def test_an_action_leaves_the_link_alone(world: World, game: LoadedGame) -> None:
    """A turn that was thought about before a link was ended does not bring it back."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    await world.turn(game)
    assert await world.manager.sharing.game_of_token(token) is not None
    await world.manager.sharing.end(world.actor(world.anna), game.id)
    await world.turn(await world.manager.game(game.id))
    assert await world.manager.sharing.game_of_token(token) is None


async def test_a_restart_keeps_the_link(world: World, game: LoadedGame) -> None:
    """Another manager on the same database knows the same token, as nothing but the key makes it."""
    token = await world.manager.sharing.share(world.actor(world.anna), game.id)
    again = SessionManager(world.database, chance=world.dice, clock=world.clock)
    assert await again.sharing.share(world.actor(world.boris), game.id) == token
    assert await again.sharing.game_of_token(token) is not None


@pytest.mark.on_both
async def test_those_who_look_at_a_game_are_told_of_the_end_of_a_link(world: World, game: LoadedGame) -> None:
    """Whoever shows a board live learns at once that its link was ended, though nothing was played."""
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
    """The other player's board says at once that others see the game, and not at the sender's next look."""
    woken: list[str] = []
    world.manager.listeners.append(lambda: woken.append("woken"))
    await world.manager.sharing.share(world.actor(world.anna), game.id)
    assert woken == ["woken"]


async def comes_anew(world: World, game: LoadedGame, chat: Chat) -> bool:
    """Whether a chat is to be sent the board of a game in a new message."""
    async with world.database.read() as connection:
        post = await outbox.post_in(connection, "game", game.id, chat.id)
    return post is not None and post.fresh_revision > post.sent_revision


async def is_open(world: World, game: LoadedGame, chat: Chat) -> bool:
    """Whether the board in a chat says that others see the game."""
    return (await world.manager.views.game(game.id, chat.id)).is_open


async def told_in(world: World, game: LoadedGame) -> set[int | None]:
    """The chats where the players are told of a game."""
    row = await world.row(game)
    return {row.white_chat, row.black_chat}


@pytest.mark.built(by=private_game)
async def test_a_player_is_told_when_the_other_shows_a_private_game_to_a_chat(
    world: World, game: LoadedGame
) -> None:
    """Boris, whose opponent shows the board at the table, gets it once more with that news."""
    assert not await is_open(world, game, world.his)
    await world.manager.boards.show(world.actor(world.anna), game.id)
    assert await is_open(world, game, world.his)
    assert await comes_anew(world, game, world.his)


@pytest.mark.built(by=private_game)
async def test_a_player_is_told_when_the_other_makes_a_link(world: World, game: LoadedGame) -> None:
    """A link is told in the same way, and once ended not any more."""
    await world.manager.sharing.share(world.actor(world.anna, world.hers), game.id)
    assert await is_open(world, game, world.his)
    assert await comes_anew(world, game, world.his)
    await world.manager.sharing.end(world.actor(world.boris, world.his), game.id)
    assert not await is_open(world, game, world.his)


@pytest.mark.built(by=private_game)
async def test_a_player_ends_the_showing_of_a_private_game_in_a_chat(world: World, game: LoadedGame) -> None:
    """Boris ends it: the table shows the game no more, and Anna, who took it there, is told in private."""
    await world.manager.boards.show(world.actor(world.anna), game.id)
    await deliver_to_page(world)
    assert await told_in(world, game) == {world.table.id, world.his.id}
    assert await world.manager.sharing.end(world.actor(world.boris, world.his), game.id)
    assert await told_in(world, game) == {world.hers.id, world.his.id}
    assert not await is_open(world, game, world.his)
    async with world.database.read() as connection:
        assert await outbox.post_in(connection, "game", game.id, world.table.id) is None


@pytest.mark.built(by=private_game)
async def test_a_player_who_shows_a_game_again_and_again_sends_the_other_few_boards(
    world: World, game: LoadedGame
) -> None:
    """Beyond the bound of new messages to a person the other's board is edited."""
    anew = []
    for _ in range(6):
        await world.manager.sharing.share(world.actor(world.anna, world.hers), game.id)
        anew.append(await comes_anew(world, game, world.his))
        await deliver_to_page(world)
        await world.manager.sharing.end(world.actor(world.boris, world.his), game.id)
        await deliver_to_page(world)
    assert anew == [True] * 4 + [False] * 2


async def test_a_game_that_was_agreed_on_in_a_chat_stays_there(world: World, game: LoadedGame) -> None:
    """What a group has seen from its challenge on nobody ends alone, and no board says that it is open."""
    await deliver_to_page(world)
    await world.manager.boards.show(world.actor(world.boris, world.his), game.id)
    assert not await is_open(world, game, world.his)
    with refuses("not-shared"):
        await world.manager.sharing.end(world.actor(world.boris, world.his), game.id)
    assert await told_in(world, game) == {world.table.id}
