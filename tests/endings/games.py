"""Games: played by typed lines, with their early turns skipped in one action."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bot.rules import Side, legal_turns
from bot.sessions import Actor, LoadedGame, mapping
from bot.sessions.actions import turns
from bot.sessions.live_game import LiveGame
from bot.sessions.outbox import enqueue
from storage import games, outbox
from tests.dialogues.house import House
from tests.sessions.world import RepeatableDice

MOST_TURNS = 1500


async def start_game(house: House, challenge: str) -> LoadedGame:
    """Start a game by Anna's challenge and Boris's acceptance."""
    await house.type("Anna", challenge)
    await house.type("Boris", "/accept")
    return await current_game(house)


async def current_game(house: House) -> LoadedGame:
    """Return the one running game."""
    (game,) = await house.manager.games_of(1)
    return game


def player_to_act(game: LoadedGame) -> str:
    """Return the name of the player who is to act."""
    return game.player(game.live.state.to_act or game.live.mover).name


async def type_turn(house: House, game: LoadedGame, rng: Random) -> LoadedGame:
    """Roll for the player to act, and type a whole random turn as it is printed."""
    player = player_to_act(game)
    if game.live.state.choice is not None:
        await house.type(player, "/keep")
    elif game.live.draft is None:
        await house.type(player, "/roll")
    game = await house.manager.game(game.id)
    draft = game.live.draft
    if draft is None or game.is_over:
        return game  # it was passed
    found = legal_turns(draft.start, draft.roll)
    printed = str(found[rng.randrange(len(found))])
    assert await house.type(player, printed) == "", printed
    after = await house.manager.game(game.id)
    assert after.turns > game.turns, printed
    return after


async def skip_ahead(house: House, game: LoadedGame, until: Callable[[LiveGame], bool]) -> LoadedGame:
    """Play random turns until the game is as wanted, and store them as one action."""
    for seed in range(100):
        after = play_randomly(game.live, Random(seed), until)
        if after is not None:
            return await save(house, game, after)
    raise AssertionError("no game comes there")


def play_randomly(play: LiveGame, rng: Random, until: Callable[[LiveGame], bool]) -> LiveGame | None:
    """Play random turns until a wanted position before a roll; return None if the game ends first."""
    dice = RepeatableDice(seed=rng.randrange(1000))
    for _ in range(MOST_TURNS):
        if play.is_over:
            return None
        side = play.mover
        if play.state.choice is not None:
            play = turns.keep_or_reroll(play, dice, keep=True)
        elif play.draft is None:
            if until(play):
                return play
            play = turns.roll(play, side, dice)
        else:
            found = legal_turns(play.draft.start, play.draft.roll)
            play = turns.play_turn(play, side, found[rng.randrange(len(found))], dice)
    return None


async def save(house: House, game: LoadedGame, after: LiveGame) -> LoadedGame:
    """Store a play that is several turns further as one action, as an automatic race is stored."""
    manager = house.manager
    by = Actor(game.white.id, f"forward {game.id} {game.version}", game.white_chat)
    async with manager.action(by) as connection:
        found = await manager.seated(connection, game.id)
        row = mapping.to_row(found.game, after, manager.clock())
        assert await games.save_game(connection, row, found.game)
        happened = mapping.happened_in(after, found.next_event, row.version, manager.clock())
        await games.add_events(connection, mapping.event_rows(game.id, happened))
        done = mapping.loaded(row, after, (game.white, game.black), game.match, game.before, happened)
        posts = await outbox.posts_of(connection, "game", game.id)
        await enqueue.enqueue(connection, game, done, by, posts)
    await house.until_idle()
    return await manager.game(game.id)


def checkers_left(play: LiveGame, side: Side) -> int:
    """Return how many checkers a side must still bear off, or 15 if some of them are not at home."""
    onboard = 15 - play.state.position.off(side)
    home = sum(play.state.position.count(side, t) for t in range(18, 24))
    return onboard if home == onboard else 15
