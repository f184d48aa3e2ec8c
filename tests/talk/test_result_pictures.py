"""The picture of a finished and analysed game in chats: its largest swing, its result and its chances."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.talk.reply import plain
from bot.talk.views.result_pictures import swing
from bot.talk.views.scenes import legs_of
from renderers import Card, Scene
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.talk.test_marked_mistakes import play_badly, store_analysis
from tests.talk.test_replays import finish_game

pytestmark = pytest.mark.slow


async def test_an_analysed_game_shows_its_largest_swing(playing: House) -> None:
    """The board's post has the last position; once the game is analysed, it has the card."""
    await play_badly(playing)
    game = await finish_game(playing)
    assert isinstance(playing.last(TABLE).reply.scene, Scene)
    analysis = await store_analysis(playing, game)
    await playing.until_idle()
    reply = playing.last(TABLE).reply
    card = reply.scene
    assert isinstance(card, Card)
    chances = analysis.winning_chances()
    steps = [abs(after - before) for before, after in pairwise(chances)]
    turn = analysis.turns[steps.index(max(steps))]
    assert swing(analysis) == turn
    assert card.chart.marks == (turn.number,)
    assert card.board.dice == (turn.roll.high, turn.roll.low)
    assert card.board.last == legs_of(turn.played.moves)
    assert card.lines == ("Anna resigned. Boris won a mars.", "")
    assert (card.result, card.ending, card.score) == (("b", 2), "resigned", None)
    assert f"turn {turn.number}, the largest swing" in reply.alt
    assert "Anna resigns and Boris wins" in plain(reply.text)


async def test_an_analysed_game_is_shared_with_its_picture(playing: House) -> None:
    """The answer to `/share` has the picture of an analysed game, and no picture before."""
    await play_badly(playing)
    game = await finish_game(playing)
    pictures = []
    for analysed in (False, True):
        if analysed:
            await store_analysis(playing, game)
        await playing.type("Anna", f"/share {game}", "Anna")
        (reply,) = playing.answers["Anna"]
        assert "/board" in plain(reply.text)
        pictures.append(reply.scene)
    before, after = pictures
    assert before is None
    assert isinstance(after, Card)
