"""The profile as a page: figures, errors and opponents of one person."""

from __future__ import annotations

import pytest

from bot.rules import Side
from bot.sessions import RecentPlay
from bot.talk.views.profile_page import OpponentLine, ProfilePage
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.talk.test_analysis_page import analysed
from tests.talk.test_marked_mistakes import play_badly
from tests.talk.test_new_game import request_by
from tests.talk.test_replays import finish_game


async def profile_of(house: House, player: str) -> ProfilePage:
    """Return a person's own profile as a page."""
    return await house.conversation.profile(request_by(house, player, TABLE))


async def test_a_profile_counts_games_and_opponents(playing: House) -> None:
    """Winner and loser read their own figures; a person who has not played has none."""
    await finish_game(playing)
    anna, boris, carl = [await profile_of(playing, each) for each in ("Anna", "Boris", "Carl")]
    assert [(each.name, each.value) for each in boris.figures][:2] == [
        ("Won", "1 of 1"),
        ("Error a turn", "–"),
    ]
    assert anna.figures[0].value == "0 of 1"
    assert anna.figures[0].note == "0 %, none drawn"
    assert anna.against == (OpponentLine("Boris", "0–1", 0.0),)
    assert boris.against == (OpponentLine("Anna", "1–0", 1.0),)
    assert (carl.figures[0].value, carl.against) == ("–", ())


async def test_an_analysed_game_counts_for_its_player(playing: House) -> None:
    """The error and the luck are those of the analysis, from the side of the player who asks."""
    await play_badly(playing)
    game = await finish_game(playing)
    await analysed(playing, "Anna", game)
    analysis = await playing.manager.analyses.find(game, 1)
    assert analysis is not None
    for player, side in (("Anna", Side.WHITE), ("Boris", Side.BLACK)):
        page, performance = await profile_of(playing, player), analysis.performance(side)
        assert page.errors == (performance.error,)
        assert page.figures[2].value.lstrip("+−") == f"{abs(performance.luck):.2f}"


async def test_the_page_opens_ones_own_profile_alone(playing: House) -> None:
    """On a page, `/profile` opens the sheet, and `/profile Boris` is answered in the chat."""
    await finish_game(playing)
    for line, opens in (("/profile", "profile"), ("/profile Boris", "")):
        (reply,) = await playing.conversation.handle(request_by(playing, "Anna", "Anna", line))
        assert reply.opens == opens


def test_errors_are_averaged_over_the_last_ten_games() -> None:
    """Earlier games are charted only."""
    play = RecentPlay((0.5, *([0.03] * 10)), 0.1)
    assert play.error == pytest.approx(0.03)
    assert len(play.errors) == 11
    assert RecentPlay().error is None
