"""Analyses: requested, waited for, stopped and kept; their texts and pictures."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.engine import Analysis, CubeDecision, Reviewer
from bot.engine.analysis import CubeMove, JudgedCube
from bot.rules import RULESETS, Grade, Side
from bot.rules.events import Resigned
from bot.rules.formats import Record
from bot.sessions import Depth, Review, record_of
from bot.sessions.workers.analysis_queue import MOST_PER_PLAYER
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.commands import analyses as commands
from bot.talk.commands.records import ReplayedGame, title_of
from bot.talk.incoming import Attached, Incoming, Line, Person, Press
from bot.talk.reply import Bold, Reply, plain
from bot.talk.views.analyses import chart, chart_words, comparison, review_text, summary, turn_text
from bot.talk.views.event_lines import telegram_length
from bot.talk.wording import points
from renderers import Chart, Comparison, draw
from tests.dialogues.house import House, check_limits, only_game, open_house
from tests.dialogues.script import TABLE
from tests.pace import HANG
from tests.sessions.analyst import HeldAnalyst, QuickAnalyst
from tests.talk.test_marked_mistakes import play_badly
from tests.talk.test_replays import ask, button_of, finish_game, press_button, random_record

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for each analysis, even on a busy machine."""
    monkeypatch.setattr(commands, "AT_ONCE", HANG)


TURNS = 30
"""The number of turns of an imported game; enough for three mistakes."""


@cache
def analysis_of(ruleset: str = "long") -> Analysis:
    """Return the quick analyst's analysis of a whole game."""
    return QuickAnalyst().analyse(random_record(ruleset))


def some_turns(seed: int = 1) -> str:
    """Return the record of a resigned game."""
    return random_record("long", seed, TURNS).write()


def labels(reply: Reply) -> list[str]:
    """Return the labels of an answer's buttons."""
    return [button.label for row in reply.buttons for button in row]


async def import_games(house: House, text: str, player: str = "Anna") -> str:
    """Import games for a player; return the import's id."""
    incoming = Incoming(
        f"import of {player}",
        Person("web", player.lower(), player),
        house.place(TABLE),
        Line("/import"),
        attached=Attached.of(text.encode()),
    )
    (reply,) = await house.conversation.handle(incoming)
    return button_of(reply, "▶").data.split()[1]


@asynccontextmanager
async def held_house(
    path: Path, fault: Exception | None = None
) -> AsyncIterator[tuple[House, HeldAnalyst, str]]:
    """Open a house whose analyst waits after each turn; yield it, the analyst and an imported game's id."""
    analyst = HeldAnalyst(fault)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "AT_ONCE", HANG if fault else 0.0)
        async with open_house(path / "nardy.db", analyst=analyst) as house:
            yield house, analyst, await import_games(house, some_turns())


async def outcome_of(reply: Reply) -> Reply | None:
    """Return the outcome of a pending answer."""
    assert reply.pending is not None
    async with asyncio.timeout(HANG):
        await asyncio.wait({reply.pending.outcome})
    return reply.pending.outcome.result()


async def wait_for_turn(analyst: HeldAnalyst) -> None:
    """Wait until the analyst has judged one more turn."""
    assert await asyncio.to_thread(analyst.reached.acquire, timeout=HANG)


async def test_an_analysis_rates_both_players(house: House) -> None:
    """An analysis has a chart, a line for each player, the worst turns, and an explanation of points."""
    reply = await ask(house, f"/analyse {await import_games(house, random_record('long').write())}")
    assert isinstance(reply.scene, Chart)
    text = plain(reply.text)
    for part in (
        "⚪ Anna: average loss",
        "⚫ Boris: average loss",
        " Luck ",
        "\n3. Turn ",
        "P(win) + P(mars) − P(loss) − P(lost mars)",
    ):
        assert part in text
    assert reply.alt.startswith("White’s chances to win, by turns played: 0: 50 %")


@pytest.mark.parametrize("language", LANGUAGES)
def test_rounded_parts_of_a_result_add_up(language: str) -> None:
    """The rounded parts of a result add up to it; a usual last part is left out."""
    words, record, analysis = words_in(language), random_record("long"), analysis_of()
    for result, last in ((2.0, 2.0), (-1.0, -0.3), (0.0, 0.005)):
        judged = replace(analysis, result=result, opening=0.177, last=last)
        (line,) = (
            line
            for line in plain(summary(words, record, judged)).split("\n")
            if line.count("+") + line.count("−") > 3
        )
        figures = [
            float(figure.replace("−", "-").replace(",", "."))
            for figure in re.findall(r"[+−]?[0-9]+[.,][0-9]{2}\b", line)
        ]
        whole, *parts, without = figures
        assert len(parts) == 4 + (result != last and abs(result - last) >= 0.005)
        assert sum(parts) == pytest.approx(whole)
        assert without == pytest.approx(whole - parts[0])
        assert ("Anna" if result >= 0 else "Boris") in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summary_names_the_judge_and_the_certainty(language: str) -> None:
    """Each judge has its own sentence, a rollout shows its error, and an uncertain rating names two bands."""
    words, record, analysis = words_in(language), random_record("long"), analysis_of()
    first = next(turn for turn in analysis.turns if turn.cost)
    sure = replace(first, judged_by=Depth.ROLLED_OUT, cost=0.512, uncertainty=0.021, trials=36)
    judged = replace(analysis, turns=(sure, *(turn for turn in analysis.turns if turn is not first)))
    own, player, deep = (
        plain(summary(words, record, each))
        for each in (
            replace(judged, reviewer=Reviewer.OWN),
            judged,
            replace(judged, reviewer=Reviewer.OWN, replies=True),
        )
    )
    assert len({own, player, deep}) == 3
    assert len(deep) > len(own)
    for text in (own, player):
        assert re.search(r"0[.,]512 ± 0[.,]021", text)
        assert "36" in text
    assert re.search(r"0[.,]512 ± 0[.,]021", plain(turn_text(words, record, judged, sure)))
    doubted = replace(judged, turns=(replace(sure, uncertainty=30.0), *judged.turns[1:]))
    band = words.words("band-masterly")
    assert words.words("analysis-bands", best=band, worst=words.words("band-learning")) in plain(
        summary(words, record, doubted)
    )


async def test_analyse_without_an_id_takes_the_last_finished_game(playing: House) -> None:
    """/analyse without an id takes the player's last finished game, or the game of the board replied to."""
    game = await finish_game(playing)
    assert game in plain((await ask(playing, "/analyse")).text)
    board = playing.message_id(playing.last())
    assert game in await playing.type("Carl", "/analyse", message=board)


async def test_a_finished_game_of_others_can_be_analysed(playing: House) -> None:
    """Everyone who knows the id of a finished game may have it analysed."""
    assert (await ask(playing, f"/analyse {await finish_game(playing)}", "Carl")).scene is not None


async def test_a_running_game_is_not_analysed(playing: House) -> None:
    """The analysis of a running game is refused, because it would be a hint."""
    answer = await playing.type("Anna", "/analyse")
    assert "is still being played, and an analysis would be a hint." in answer


async def test_an_unfinished_record_is_refused(house: House) -> None:
    """An imported record without an end is not analysed."""
    record = random_record("long")
    begun = Record(record.headers, record.ruleset, record.opening_rolls, record.events[:9], record.cube)
    key = await import_games(house, begun.write())
    assert "breaks off before the end" in await house.type("Anna", f"/analyse {key}")


async def test_an_imported_record_of_a_running_game_is_refused(playing: House) -> None:
    """An import of a running game, with an invented end, is analysed only after the game is over."""
    await play_badly(playing)
    game = await only_game(playing)
    record = record_of(*await playing.manager.with_events(game))
    events = (*record.events, Resigned(Side.WHITE, Grade.OYN))
    given_up = Record((), record.ruleset, record.opening_rolls, events)
    key = await import_games(playing, given_up.write(), "Carl")
    for part in ("", " deep", " 1"):
        answer = await playing.type("Carl", f"/analyse {key}{part}")
        assert "a game that is still being played here, and an analysis would be a hint" in answer
    await finish_game(playing)
    assert isinstance((await ask(playing, f"/analyse {key}", "Carl")).scene, Chart)


async def test_an_unknown_part_is_refused(playing: House) -> None:
    """An unknown part of an analysis is quoted in the refusal."""
    game = await finish_game(playing)
    assert "no part 7" in await playing.type("Anna", f"/analyse {game} 7")


async def test_the_worst_turns_are_reached_by_buttons(house: House) -> None:
    """Buttons lead from the chart to each of the worst turns and back."""
    key = await import_games(house, some_turns())
    whole = await ask(house, f"/analyse {key}")
    assert labels(whole) == ["1", "2", "3", "Look deeper", "Replay"]
    first = await press_button(house, whole, "1")
    assert isinstance(first.scene, Comparison)
    assert "Better: " in plain(first.text)
    assert labels(first) == ["1", "2", "3", "Chart"]
    back = await press_button(house, await press_button(house, first, "3"), "Chart")
    assert (back.text, back.scene, back.buttons) == (whole.text, whole.scene, whole.buttons)


async def test_a_deeper_analysis_replaces_the_first(house: House) -> None:
    """A deeper analysis is kept instead of the first one, and offers no further depth."""
    key = await import_games(house, some_turns())
    whole = await ask(house, f"/analyse {key}")
    deeper = await press_button(house, whole, "Look deeper")
    assert "every reply considered" in plain(deeper.text)
    assert "Look deeper" not in labels(deeper)
    assert plain((await ask(house, f"/analyse {key}")).text) == plain(deeper.text)


async def test_an_analysis_is_kept(house: House) -> None:
    """A second request for an analysis gets the same answer."""
    key = await import_games(house, some_turns())
    whole = await ask(house, f"/analyse {key}")
    again = await ask(house, f"/analyse {key} all", "Carl")
    assert (again.scene, plain(again.text)) == (whole.scene, plain(whole.text))


async def test_each_game_of_an_import_has_its_analysis(house: House) -> None:
    """Each game of an import has its own analysis, with a button to the other game."""
    from tests.talk.test_imports import match  # noqa: PLC0415 (pytest would collect its tests here)

    key = await import_games(house, match())
    second = await ask(house, f"/analyse {key} 2.all")
    assert "Game 2 of 2" in plain(second.text)
    first = await press_button(house, second, "Game 1")
    assert "Game 1 of 2" in plain(first.text)
    turn = await press_button(house, first, "1")
    assert "Game 1 of 2" in plain(turn.text)


async def test_a_game_without_turns_is_refused(house: House) -> None:
    """A game that was resigned before the first turn has no analysis."""
    record = random_record("long")
    given_up = Resigned(Side.WHITE, Grade.MARS)
    resigned = Record(record.headers, record.ruleset, None, (given_up,))
    key = await import_games(house, resigned.write())
    assert "No turn was played" in await house.type("Anna", f"/analyse {key}")


async def test_buttons_of_a_finished_game_and_its_replay_lead_to_the_analysis(playing: House) -> None:
    """The final board and the replay have a button for the analysis."""
    game = await finish_game(playing)
    await playing.press("Boris", "Analyse", TABLE, answered=False)
    (reply,) = playing.answers["Boris"]
    assert isinstance(reply.scene, Chart)
    animation = await ask(playing, f"/replay {game}")
    assert isinstance((await press_button(playing, animation, "Analyse")).scene, Chart)


async def test_a_pending_analysis_shows_its_progress(tmp_path: Path) -> None:
    """A pending analysis shows how many turns are reviewed, and has a button that stops it."""
    async with held_house(tmp_path) as (house, analyst, key):
        reply = await ask(house, f"/analyse {key}")
        assert reply.pending is not None
        assert labels(reply) == ["Stop"]
        await wait_for_turn(analyst)
        assert "Analysing: 1 of " in plain(reply.pending.so_far().text)
        analyst.released.release()
        await wait_for_turn(analyst)
        assert "Analysing: 2 of " in plain(reply.pending.so_far().text)
        check_limits(reply.pending.so_far())
        analyst.finish()
        outcome = await outcome_of(reply)
        assert outcome is not None
        assert isinstance(outcome.scene, Chart)
        check_limits(outcome)


async def test_a_player_stops_their_analysis(tmp_path: Path) -> None:
    """The player who waits for an analysis can stop it and ask again."""
    async with held_house(tmp_path) as (house, analyst, key):
        reply = await ask(house, f"/analyse {key}")
        stopped = await press_button(house, reply, "Stop")
        assert "was stopped" in plain(stopped.text)
        assert stopped.replaces
        assert await outcome_of(reply) is None
        analyst.finish()
        again = await press_button(house, stopped, "Analyse")
        outcome = again if again.pending is None else await outcome_of(again)
        assert outcome is not None
        assert isinstance(outcome.scene, Chart)


async def test_another_player_cannot_stop_an_analysis(tmp_path: Path) -> None:
    """Another player's press on the stop button is refused, and the analysis goes on."""
    async with held_house(tmp_path) as (house, analyst, key):
        reply = await ask(house, f"/analyse {key}")
        (answer,) = await house.handle("Carl", Press(button_of(reply, "Stop").data), message="777")
        assert "Somebody else is waiting for this analysis" in plain(answer.text)
        assert labels(answer) == ["Stop"]
        analyst.finish()
        outcome = await outcome_of(reply)
        assert outcome is not None
        assert isinstance(outcome.scene, Chart)


async def test_a_late_stop_shows_the_analysis(house: House) -> None:
    """A stop that comes after the analysis is ready shows the analysis."""
    key = await import_games(house, some_turns())
    await ask(house, f"/analyse {key}")
    assert isinstance((await ask(house, f"/analyse {key} stop")).scene, Chart)


async def test_a_queued_analysis_shows_how_many_come_first(tmp_path: Path) -> None:
    """A queued analysis shows how many others come first."""
    async with held_house(tmp_path) as (house, analyst, key):
        games = [await ask(house, f"/analyse {key}")]
        keys = [await import_games(house, some_turns(seed), f"Guest {seed}") for seed in range(4)]
        games += [await ask(house, f"/analyse {each}") for each in keys[:2]]
        assert "2 other analyses come first." in plain(games[-1].text)
        fourth = await ask(house, f"/analyse {keys[2]}")
        assert "3 other analyses come first." in plain(fourth.text)
        analyst.finish()
        assert await outcome_of(fourth) is not None


async def test_too_many_pending_analyses_of_a_player_are_refused(tmp_path: Path) -> None:
    """One player's request beyond the limit is refused, while another player's is accepted."""
    async with held_house(tmp_path) as (house, analyst, key):
        many = await import_games(house, some_turns() * (MOST_PER_PLAYER + 1), "Boris")
        asking = [incoming(house, f"/analyse {many} {game}.all") for game in range(1, MOST_PER_PLAYER + 2)]
        answers = await asyncio.gather(*map(house.conversation.handle, asking))
        assert ["Too many games" in plain(answer.text) for (answer,) in answers].count(True) == 1
        assert (await ask(house, f"/analyse {key}")).pending is not None
        analyst.finish()


async def test_a_failed_analysis_is_answered_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A failed analysis is answered with a sentence and logged."""
    async with held_house(tmp_path, RuntimeError("no idea")) as (house, _, key):
        assert "could not be analysed" in await house.type("Anna", f"/analyse {key}")
    assert "analysis failed" in caplog.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_set_can_be_analysed(ruleset: str, language: str) -> None:
    """For every rule set and language the texts fit below a picture, and every picture can be drawn."""
    words, record, analysis = words_in(language), random_record(ruleset), analysis_of(ruleset)
    assert len(plain(summary(words, record, analysis))) <= 900
    assert all(
        len(text) <= most for text, most in zip(chart_words(words, analysis), (1024, 256), strict=True)
    )
    assert draw(chart(analysis, "wood"))
    for turn in analysis.worst():
        assert len(plain(turn_text(words, record, analysis, turn))) <= 900
        boards = comparison(words, turn, "b", "contrast")
        assert boards.played.dice == boards.better.dice
        assert (boards.played.white, boards.played.black) != (boards.better.white, boards.better.black)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("move", CubeMove)
@pytest.mark.parametrize("uncertainty", [0.031, 30.0])
def test_the_longest_summary_fits_below_the_chart(language: str, move: CubeMove, uncertainty: float) -> None:
    """The longest names, rollouts and cube mistakes fit below the chart without a cut."""
    words = words_in(language)
    record = replace(random_record("short"), headers=(("White", "Ъ" * 64), ("Black", "Щ" * 64)), cube=True)
    turns = tuple(
        replace(turn, judged_by=Depth.ROLLED_OUT, cost=0.512, uncertainty=uncertainty, trials=144)
        for turn in analysis_of("short").turns
    )
    worth = (1.2, -1.2, (0.9, 0.1, 0.6)) if move in (CubeMove.DOUBLE, CubeMove.DROP) else (-1.2, 2.2, None)
    chances = worth[2] or (0.1, 0.9, 0.6)
    cube = JudgedCube(101, Side.WHITE, move, CubeDecision(worth[0], worth[1], chances=chances))
    judged = Analysis("short", replies=True, turns=turns, reviewer=Reviewer.OWN, cube=(cube, cube))
    analysis = replace(judged, result=-3.0, opening=0.18, last=-1.55)
    title = title_of(words, ReplayedGame("i7f3", record, "w", 98, 99))
    text = summary(words, record, analysis, 1024 - telegram_length(title))
    assert telegram_length(title) + telegram_length(text) <= 1024
    assert plain(text).split("\n")[-1] == plain(
        words.say("analysis-equity", grade=record.ruleset.scoring.second)
    )
    assert points(words, cube.cost) in plain(text)
    assert all(name in plain(text) for name in ("ЪЪЪ", "ЩЩЩ"))


@pytest.mark.parametrize(("ruleset", "two"), [("long", "mars"), ("short", "gammon"), ("nard", None)])
def test_two_points_have_the_name_of_the_rule_set(ruleset: str, two: str | None) -> None:
    """An analysis says mars or gammon as the rule set does, and neither if every win is one point."""
    record, words, analysis = random_record(ruleset), words_in("en"), analysis_of(ruleset)
    answer = plain(turn_text(words, record, analysis, analysis.worst()[0]))
    assert [word for word in ("mars", "gammon") if word in answer] == ([two] if two else [])


@pytest.mark.parametrize("cube", [False, True])
def test_the_left_out_cube_is_mentioned_only_in_games_with_a_cube(cube: bool) -> None:
    """An analysis of a game with a cube says that the cube is left out."""
    record = replace(random_record("long"), cube=cube)
    answer = plain(summary(words_in("en"), record, analysis_of()))
    assert ("The cube is left out" in answer) is cube


def test_a_comparison_shows_the_played_and_the_best_turn() -> None:
    """The two boards of a comparison are those after the played turn and after the best one."""
    turn = analysis_of().worst()[0]
    boards = comparison(words_in("en"), turn, "w", "wood")
    for scene, end in ((boards.played, turn.played.end), (boards.better, turn.best.end)):
        assert scene.pips == (end.pips(Side.WHITE), end.pips(Side.BLACK))


@pytest.mark.parametrize(
    ("review", "words"),
    [
        (Review(Side.WHITE, Side.WHITE), "Anna played better and rolled better."),
        (Review(Side.BLACK, Side.WHITE), "Boris played better, Anna rolled better."),
        (Review(Side.WHITE, None), "Anna played better; both rolled equally well."),
        (Review(None, Side.BLACK), "Both played equally well; Boris rolled better."),
        (Review(None, None), "Both played and rolled equally well."),
    ],
)
def test_a_review_is_one_sentence(review: Review, words: str) -> None:
    """A short review is one sentence about who played and who rolled better."""
    names = {Side.WHITE: Bold("Anna"), Side.BLACK: Bold("Boris")}
    assert plain(review_text(words_in("en"), review, names)) == words


@pytest.mark.parametrize(
    ("language", "value", "signed", "text"),
    [
        ("en", 0.4125, False, "0.412"),
        ("ru", 0.4125, False, "0,412"),
        ("en", -1.05, True, "−1.050"),
        ("ru", 1.05, True, "+1,050"),
        ("en", -0.0001, True, "0.000"),
    ],
)
def test_points_follow_the_language(language: str, value: float, signed: bool, text: str) -> None:
    """Points have the language's decimal sign, a true minus, and no sign for zero."""
    assert points(words_in(language), value, signed=signed) == text


def incoming(house: House, line: str) -> Incoming:
    """Return Boris's typed line as an incoming event."""
    return Incoming(f"event {line}", Person("web", "boris", "Boris"), house.place(TABLE), Line(line))
