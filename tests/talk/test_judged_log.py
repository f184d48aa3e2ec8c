"""The mistakes of a finished game at the table: who is told of them, when, and how."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules import Side
from bot.sessions import Analysis, record_of
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.views.game_log import LogLine, judged_log, mistake_after
from tests.dialogues.scripted import House, only_game
from tests.sessions.analyst import COST, QuickAnalyst
from tests.talk.test_replays import finished, played
from tests.talk.test_shares import address_and_token
from tests.talk.test_table import seen

pytestmark = pytest.mark.slow


async def play_badly(house: House) -> None:
    """Let each side play two turns: always the last of all moves."""
    for number in range(4):
        who = ("Anna", "Boris")[number % 2]
        table = await seen(house, who)
        assert table is not None
        node = table.graph[0]
        while node.moves:
            await house.line(who, f"/move {table.game} {node.moves[-1].text}")
            node = table.graph[node.moves[-1].after]
        await house.line(who, f"/done {table.game}")


async def analysed(house: House, game: str = "") -> Analysis:
    """Keep what the turns of a game were worth so far; return that."""
    game = game or await only_game(house)
    analysis = QuickAnalyst().analyse(record_of(*await house.manager.with_events(game)))
    await house.manager.analyses.keep(game, 1, analysis)
    return analysis


async def test_mistakes_are_marked_once_the_game_is_over(playing: House) -> None:
    """While it goes on nobody is told of any, although an analysis is kept; afterwards all who see it are."""
    await play_badly(playing)
    await analysed(playing)
    for moment in (None, 1, 2, 3, 4):
        table = await seen(playing, "Anna", moment=moment)
        assert table is not None
        assert not any(line.mark or line.judged for line in table.log)
        assert (table.better, "average" in table.news) == ((), False)
    game = await finished(playing)
    analysis = await analysed(playing, game)
    costs = [turn.cost for turn in analysis.turns]
    assert COST in costs
    for who in ("Anna", "Boris", "Carl"):
        table = await seen(playing, who, game=game)
        assert table is not None
        assert [line.mark for line in table.log] == ["?" if cost == COST else "" for cost in costs] + [""]
        assert {line.judged for line in table.log if line.mark} == {"Mistake −0.125"}
        assert "average loss" in table.news


async def test_beside_a_mistake_stands_the_better_turn(playing: House) -> None:
    """The board after a mistake says what was better, with its ways; that after another turn does not."""
    await play_badly(playing)
    game = await finished(playing)
    analysis = await analysed(playing, game)
    for number, turn in enumerate(analysis.turns, 1):
        table = await seen(playing, "Anna", game=game, moment=number)
        assert table is not None
        if turn.mistake is None:
            assert table.better == ()
            assert "Better" not in table.says
        else:
            assert f"Mistake −0.125. Better: {turn.best}." in table.says
            assert sorted(table.better) != sorted(table.board.last)
            assert {start for start, _ in table.better} <= {move.start for move in turn.best.moves}


async def test_the_better_turn_is_told_in_the_readers_numbers(playing: House) -> None:
    """Who counts from his own side reads the better turn so, too."""
    await play_badly(playing)
    game = await finished(playing)
    analysis = await analysed(playing, game)
    number = next(turn.number for turn in analysis.turns if turn.mistake and turn.side is Side.BLACK)
    await playing.line("Boris", "/settings numbers own", "Boris")
    table = await seen(playing, "Boris", game=game, moment=number)
    assert table is not None
    assert str(analysis.turns[number - 1].best) not in table.says
    assert "Better" in table.says


async def test_whoever_has_the_link_sees_the_mistakes_of_a_finished_game_alone(playing: House) -> None:
    """The shared board tells of no mistake while the game goes on, and of each when it is over."""
    token = await address_and_token(playing)
    await play_badly(playing)
    await analysed(playing)
    shown = await playing.conversation.shared_table(token, "en")
    assert shown is not None
    assert not any(line.mark for line in shown.log)
    analysis = await analysed(playing, await finished(playing))
    number = next(turn.number for turn in analysis.turns if turn.mistake)
    shown = await playing.conversation.shared_table(token, "ru", number)
    assert shown is not None
    assert shown.log[number - 1].judged == "Ошибка −0,125"
    assert shown.better
    assert "Лучше" in shown.says


async def test_each_kind_of_mistake_has_its_sign_and_its_word(playing: House) -> None:
    """They differ by sign and word in each language; what costs less than four hundredths is not marked."""
    await play_badly(playing)
    analysis = await analysed(playing)
    first = analysis.turns[0]
    for language in LANGUAGES:
        told = []
        for cost in (0.039, 0.04, 0.08, 0.16):
            judged = replace(analysis, turns=(replace(first, cost=cost),))
            log = (LogLine(1, Side.WHITE, "4-1", "24/20 24/23"),)
            (line,) = judged_log(words_in(language), log, judged)
            told.append((line.mark, line.judged.partition(" −")[0]))
            assert (mistake_after(log, judged, 1) is None) == (cost == 0.039)
        assert [mark for mark, _ in told] == ["", "?!", "?", "??"]
        assert len({word for _, word in told}) == 4


def test_lines_that_are_no_turns_are_passed_over() -> None:
    """A double between two turns does not move the judgement to another line."""
    log = (
        LogLine(1, Side.WHITE, "4-1", "24/20 24/23"),
        LogLine(2, Side.BLACK, "", "doubles"),
        LogLine(3, Side.WHITE, "", "takes"),
        LogLine(4, Side.BLACK, "6-5", "passes"),
    )
    words = words_in("en")
    analysis = QuickAnalyst().analyse(played("long"))
    bad = replace(
        analysis, turns=(replace(analysis.turns[0], cost=0.0), replace(analysis.turns[1], cost=0.2))
    )
    assert [line.mark for line in judged_log(words, log, bad)] == ["", "", "", "??"]
