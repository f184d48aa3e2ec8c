"""A person's games as a lobby: what stands there, in which order, and for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.rulesets import MatchLength
from bot.sessions import Options
from bot.talk.catalog import words_in
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.views.lobby import lobby
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import only_game
from tests.sessions.world import inhabited

if TYPE_CHECKING:
    from pathlib import Path

    from bot.talk.views.lobby import LobbyGame
    from tests.dialogues.scripted import House


async def games_of(house: House, who: str) -> tuple[LobbyGame, ...]:
    """Return the lobby of a person."""
    person = Person("web", who.lower(), who, house.language)
    return await house.conversation.lobby(Incoming("", person, house.place(TABLE), Line("")))


async def test_a_game_says_who_plays_and_whose_turn_it_is(playing: House) -> None:
    """Both players see their game, one that it waits for him and the other for whom; others see nothing."""
    game = await only_game(playing)
    (mine,), (his,) = await games_of(playing, "Anna"), await games_of(playing, "Boris")
    assert (mine.game, mine.players, mine.press) == (game, "Anna – Boris", "")
    assert (mine.waits, his.waits) == (True, False)
    assert mine.says == "Your turn."
    assert "Anna" in his.says
    assert await games_of(playing, "Carl") == ()


async def test_a_match_that_can_go_on_offers_to(tmp_path: Path) -> None:
    """A game that is over leaves the lobby, unless its match goes on: then a press begins the next game."""
    async with inhabited(tmp_path / "nardy.db") as world:
        lone = await world.game()
        first = await world.game(options=Options(length=MatchLength(points=3)))
        for game in (lone, first):
            loser = world.mover(game)
            over = await world.manager.resign(world.actor(loser), game.id)
            if not over.is_over:
                await world.manager.answer(world.actor(world.waiting(game)), game.id, accept=True)
        overview = await world.manager.lists.overview(world.anna.id, "web")
        (line,) = lobby(words_in("en"), overview, world.anna.id, world.clock())
        assert (line.game, line.press, line.waits) == (first.id, f":/continue {first.id}", False)
