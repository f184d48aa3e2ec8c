"""The mistakes of a finished game on the board page: shown to all its viewers, after the game only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules import Side
from bot.sessions import Analysis, record_of
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.views.game_log import LogLine, judged_log, mistake_after
from tests.dialogues.house import House, only_game
from tests.sessions.analyst import COST, QuickAnalyst
from tests.talk.test_board_page import board_page
from tests.talk.test_replays import finish_game, random_record
from tests.talk.test_share_links import address_and_token

pytestmark = pytest.mark.slow


async def play_badly(house: House) -> None:
    """Let each side play two turns, each time with the last legal move."""
    for number in range(4):
        player = ("Anna", "Boris")[number % 2]
        table = await board_page(house, player)
        assert table is not None
        node = table.graph[0]
        while node.moves:
            await house.type(player, f"/move {table.game} {node.moves[-1].text}")
            node = table.graph[node.moves[-1].after]
        await house.type(player, f"/done {table.game}")


async def store_analysis(house: House, game: str = "") -> Analysis:
    """Store an analysis of the game's turns; return it."""
    game = game or await only_game(house)
    analysis = QuickAnalyst().analyse(record_of(*await house.manager.with_events(game)))
    await house.manager.analyses.keep(game, 1, analysis)
    return analysis


async def test_mistakes_are_marked_after_the_game(playing: House) -> None:
    """A stored analysis is hidden from all while the game runs, and shown to all once it is over."""
    await play_badly(playing)
    await store_analysis(playing)
    for moment in (None, 1, 2, 3, 4):
        table = await board_page(playing, "Anna", moment=moment)
        assert table is not None
        assert not any(line.mark or line.judged for line in table.log)
        assert (table.better, "average" in table.news) == ((), False)
    game = await finish_game(playing)
    analysis = await store_analysis(playing, game)
    costs = [turn.cost for turn in analysis.turns]
    assert COST in costs
    for player in ("Anna", "Boris", "Carl"):
        table = await board_page(playing, player, game=game)
        assert table is not None
        assert [line.mark for line in table.log] == ["?" if cost == COST else "" for cost in costs] + [""]
        assert {line.judged for line in table.log if line.mark} == {"Mistake −0.125"}
        assert "average loss" in table.news


async def test_a_mistake_shows_the_better_turn(playing: House) -> None:
    """The board after a mistake shows the better turn; the board after another turn does not."""
    await play_badly(playing)
    game = await finish_game(playing)
    analysis = await store_analysis(playing, game)
    for number, turn in enumerate(analysis.turns, 1):
        table = await board_page(playing, "Anna", game=game, moment=number)
        assert table is not None
        if turn.mistake is None:
            assert table.better == ()
            assert "Better" not in table.says
        else:
            assert f"Mistake −0.125. Better: {turn.best}." in table.says
            assert sorted(table.better) != sorted(table.board.last)
            assert {start for start, _ in table.better} <= {move.start for move in turn.best.moves}


async def test_the_better_turn_uses_the_readers_point_numbers(playing: House) -> None:
    """A reader who counts from their own side gets the better turn in those numbers."""
    await play_badly(playing)
    game = await finish_game(playing)
    analysis = await store_analysis(playing, game)
    number = next(turn.number for turn in analysis.turns if turn.mistake and turn.side is Side.BLACK)
    await playing.type("Boris", "/settings numbers own", "Boris")
    table = await board_page(playing, "Boris", game=game, moment=number)
    assert table is not None
    assert str(analysis.turns[number - 1].best) not in table.says
    assert "Better" in table.says


async def test_a_shared_board_shows_mistakes_after_the_game(playing: House) -> None:
    """A shared board shows no mistakes while the game runs, and all once it is over."""
    token = await address_and_token(playing)
    await play_badly(playing)
    await store_analysis(playing)
    shown = await playing.conversation.shared_table(token, "en")
    assert shown is not None
    assert not any(line.mark for line in shown.log)
    analysis = await store_analysis(playing, await finish_game(playing))
    number = next(turn.number for turn in analysis.turns if turn.mistake)
    shown = await playing.conversation.shared_table(token, "ru", number)
    assert shown is not None
    assert shown.log[number - 1].judged == "Ошибка −0,125"
    assert shown.better
    assert "Лучше" in shown.says


async def test_each_kind_of_mistake_has_a_sign_and_a_word(playing: House) -> None:
    """Each kind of mistake has its sign and word; a cost below four hundredths is not marked."""
    await play_badly(playing)
    analysis = await store_analysis(playing)
    first = analysis.turns[0]
    for language in LANGUAGES:
        marks = []
        for cost in (0.039, 0.04, 0.08, 0.16):
            judged = replace(analysis, turns=(replace(first, cost=cost),))
            log = (LogLine(1, Side.WHITE, "4-1", "24/20 24/23"),)
            (line,) = judged_log(words_in(language), log, judged)
            marks.append((line.mark, line.judged.partition(" −")[0]))
            assert (mistake_after(log, judged, 1) is None) == (cost == 0.039)
        assert [mark for mark, _ in marks] == ["", "?!", "?", "??"]
        assert len({word for _, word in marks}) == 4


def test_events_other_than_turns_get_no_mark() -> None:
    """A double between two turns does not move a mark to another line."""
    log = (
        LogLine(1, Side.WHITE, "4-1", "24/20 24/23"),
        LogLine(2, Side.BLACK, "", "doubles"),
        LogLine(3, Side.WHITE, "", "takes"),
        LogLine(4, Side.BLACK, "6-5", "passes"),
    )
    words = words_in("en")
    analysis = QuickAnalyst().analyse(random_record("long"))
    bad = replace(
        analysis, turns=(replace(analysis.turns[0], cost=0.0), replace(analysis.turns[1], cost=0.2))
    )
    assert [line.mark for line in judged_log(words, log, bad)] == ["", "", "", "??"]
