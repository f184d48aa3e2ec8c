"""Playing: games played by what people type, with their early turns made in one step."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bot.rules import Side, legal_turns
from bot.sessions import Actor, LoadedGame, mapping
from bot.sessions.actions import turns
from bot.sessions.live_game import LiveGame
from bot.sessions.outbox import enqueue
from storage import games, outbox
from tests.dialogues.scripted import House
from tests.sessions.world import RepeatableDice

MOST_TURNS = 1500


async def begun(house: House, challenge: str) -> LoadedGame:
    """Return the game that begins when Boris accepts what Anna asks for."""
    await house.line("Anna", challenge)
    await house.line("Boris", "/accept")
    return await the_game(house)


async def the_game(house: House) -> LoadedGame:
    """Return the one game that is being played."""
    (game,) = await house.manager.games_of(1)
    return game


def actor(game: LoadedGame) -> str:
    """Return who is to act."""
    return game.player(game.live.state.to_act or game.live.mover).name


async def turn(house: House, game: LoadedGame, rng: Random) -> LoadedGame:
    """Return the game after its mover has rolled and typed a whole turn as it is printed, which ends it."""
    who = actor(game)
    if game.live.state.choice is not None:
        await house.line(who, "/keep")
    elif game.live.draft is None:
        await house.line(who, "/roll")
    game = await house.manager.game(game.id)
    draft = game.live.draft
    if draft is None or game.is_over:
        return game  # it was passed
    found = legal_turns(draft.start, draft.roll)
    printed = str(found[rng.randrange(len(found))])
    assert await house.line(who, printed) == "", printed
    after = await house.manager.game(game.id)
    assert after.turns > game.turns, printed
    return after


async def forward(house: House, game: LoadedGame, until: Callable[[LiveGame], bool]) -> LoadedGame:
    """Return the game after as many turns, as one action, as bring it where it is wanted.

    Dice and turns are drawn by lot, again and again from the beginning until that comes about.
    """
    for seed in range(100):
        after = drawn(game.live, Random(seed), until)
        if after is not None:
            return await saved(house, game, after)
    raise AssertionError("no game comes there")


def drawn(play: LiveGame, rng: Random, until: Callable[[LiveGame], bool]) -> LiveGame | None:
    """A play after turns drawn by lot, before a roll; nothing, if it does not come where it is wanted."""
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


async def saved(house: House, game: LoadedGame, after: LiveGame) -> LoadedGame:
    """Return the game with a play that several turns have led to, stored as one action, as a race is."""
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


def left(play: LiveGame, side: Side) -> int:
    """Return how many checkers a side has not borne off, or 15 if not all of those are at home."""
    onboard = 15 - play.state.position.off(side)
    home = sum(play.state.position.count(side, t) for t in range(18, 24))
    return onboard if home == onboard else 15
