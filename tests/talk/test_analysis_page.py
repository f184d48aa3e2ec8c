"""The analysis beside the board of the page: chances, luck and mistakes as one person sees them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules import Side
from bot.sessions import Actor
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.views.analysis_page import AnalysisPage
from tests.dialogues.dialogues import TO_A_CHOICE
from tests.dialogues.house import House, only_game, open_house
from tests.dialogues.script import CAST, TABLE
from tests.sessions.analyst import COST, HeldAnalyst
from tests.talk.houses import begin_game
from tests.talk.test_marked_mistakes import play_badly
from tests.talk.test_replays import finish_game
from tests.talk.test_visibility import begin_private_game

pytestmark = pytest.mark.slow


async def pages(house: House, player: str, game: str, chat: str = TABLE) -> list[AnalysisPage]:
    """Return all that a person's page is sent after they ask for an analysis."""
    person = Person("web", player.lower(), player, house.language)
    incoming = Incoming("", person, house.place(chat), Line(""))
    return [page async for page in house.conversation.analysis(incoming, game)]


async def analysed(house: House, player: str, game: str) -> AnalysisPage:
    """Return a person's finished analysis of a game."""
    page = (await pages(house, player, game))[-1]
    assert page.is_finished
    return page


async def test_both_players_see_their_own_chances_and_luck(playing: House) -> None:
    """What is good for one player is bad for the other, and each is addressed in their own turns only."""
    await play_badly(playing)
    game = await finish_game(playing)
    anna, boris = [await analysed(playing, name, game) for name in ("Anna", "Boris")]
    assert [turn.chance for turn in anna.turns] == [1000 - turn.chance for turn in boris.turns]
    assert [turn.luck for turn in anna.turns] == [-turn.luck for turn in boris.turns]
    assert any(turn.luck for turn in anna.turns)
    assert [turn.moment for turn in anna.turns] == list(range(1, len(anna.turns) + 1))
    for mine, theirs in zip(anna.turns, boris.turns, strict=True):
        assert mine.says.startswith("You " if mine.side is Side.WHITE else "Boris ")
        assert theirs.says.startswith("Anna " if theirs.side is Side.WHITE else "You ")
    assert [(each.name, each.side) for each in boris.sides] == [("", Side.BLACK), ("Anna", Side.WHITE)]
    analysis = await playing.manager.analyses.find(game, 1)
    assert analysis is not None
    assert [each.without for each in boris.sides] == ["", ""]
    lucky = sum(turn.luck if turn.side is Side.BLACK else -turn.luck for turn in analysis.turns)
    await playing.manager.analyses.keep(game, 1, replace(analysis, result=-2.0))
    without = [
        float(each.without.replace("−", "-")) for each in (await analysed(playing, "Boris", game)).sides
    ]
    assert without == pytest.approx([2 - lucky, lucky - 2], abs=0.005)


async def test_a_mistake_has_its_cost_and_the_better_turn(playing: House) -> None:
    """A mistake says what was better and by how much; a good turn and a forced one say so."""
    await play_badly(playing)
    game = await finish_game(playing)
    page = await analysed(playing, "Anna", game)
    analysis = await playing.manager.analyses.find(game, 1)
    assert analysis is not None
    for turn, judged in zip(page.turns, analysis.turns, strict=True):
        if judged.cost == COST:
            assert (turn.cost, turn.mark, turn.is_large) == ("0.12", "?", True)
            assert f"; {judged.best} was better by 0.12." in turn.says
        else:
            assert (turn.cost, turn.mark, turn.is_large) == ("", "", False)
            assert turn.says.endswith(("best turn.", "only turn.", "could not move."))
    mistakes = sum(turn.cost == COST for turn in analysis.turns if turn.side is Side.WHITE)
    assert page.says.endswith(f"You made {mistakes} mistake{'' if mistakes == 1 else 's'}.")


async def test_only_a_finished_game_that_one_may_see_is_analysed(playing: House) -> None:
    """A running game, an unknown one and a private one of others have no analysis."""
    assert await pages(playing, "Anna", await only_game(playing)) == []
    game = await finish_game(playing)
    assert await pages(playing, "Anna", "nothing") == []
    assert await pages(playing, "Carl", game, "Carl") == []
    assert await pages(playing, "Carl", game) != []


async def test_a_visitor_reads_a_stored_analysis_and_starts_none(playing: House) -> None:
    """A visitor at the common table or with a link gets an analysis that exists, or a sentence."""
    game = await only_game(playing)
    address = await playing.manager.sharing.share(Actor(1, "share", None), game)
    table = playing.place(TABLE)

    async def seen_by_visitors() -> tuple[AnalysisPage | None, AnalysisPage | None]:
        shown = await playing.conversation.public_analysis(table, game, "en")
        return shown, await playing.conversation.shared_analysis(address, "en")

    assert await seen_by_visitors() == (None, None)
    await finish_game(playing)
    for page in await seen_by_visitors():
        assert page is not None
        assert (page.turns, page.is_finished) == ((), True)
        assert page.says == "This game has not been analysed yet. Its players can have it analysed."
    assert await playing.manager.analyses.find(game, 1) is None
    await analysed(playing, "Boris", game)
    for page in await seen_by_visitors():
        assert page is not None
        assert [each.name for each in page.sides] == ["Anna", "Boris"]
    private = await begin_private_game(playing)
    await playing.type("Anna", f"/resign {private}", "Anna")
    assert await playing.conversation.public_analysis(table, private, "en") is None


async def test_the_chart_fills_while_the_game_is_analysed(tmp_path: Path) -> None:
    """The page gets the chances of the turns that are judged, and at last the whole analysis."""
    analyst = HeldAnalyst()
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, analyst=analyst) as house:
        for player in CAST:
            await house.type(player, "/start")
        await begin_game(house)
        await play_badly(house)
        game = await finish_game(house)
        seen: list[AnalysisPage] = []
        person = Person("web", "anna", "Anna", house.language)
        async for page in house.conversation.analysis(
            Incoming("", person, house.place(TABLE), Line("")), game
        ):
            seen.append(page)
            analyst.released.release()
        assert [page.done for page in seen] == sorted(page.done for page in seen)
        assert all(len(page.chances) == page.done for page in seen[:-1])
        assert any(0 < page.done < page.of for page in seen)
        assert [page.is_finished for page in seen] == [False] * (len(seen) - 1) + [True]
        assert len(seen[-1].turns) == seen[-1].of
