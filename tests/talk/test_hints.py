from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.engine import Candidate, Chances, Hint, Reason
from bot.rules import Game, PartialTurn, legal_turns
from bot.sessions import Advantage, DisplayPreferences, LoadedGame
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.commands import hints as commands
from bot.talk.incoming import Line
from bot.talk.reply import plain
from bot.talk.views.hints import hint_reply
from bot.talk.wording import points
from renderers import Scene
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import House, check, only_game
from tests.pace import HANG
from tests.strategies import Plain

SHARED = DisplayPreferences("web", "en", "wood", "w", None)
EVEN = Chances(0.5, 0.1, 0.1)


def hint_for(game: LoadedGame, *costs: float, reasons: tuple[Reason, ...] = (), about: int = 1) -> Hint:
    """Return a hint with the first legal turns of a game at such costs."""
    state = game.live.state
    assert state.roll is not None
    turns = legal_turns(state.position, state.roll)
    found = [Candidate(turn, EVEN, cost) for turn, cost in zip(turns, costs, strict=False)]
    return Hint(tuple(found), about, reasons, about, max(costs))


async def game_of(house: House) -> LoadedGame:
    """Return the one game that is being played."""
    return await house.manager.game(await only_game(house))


async def test_a_hint_tells_turns_costs_and_a_reason(playing: House) -> None:
    """Three turns stand one below another, with what they cost, why the first, and what a cost is."""
    game = await game_of(playing)
    reason = Reason(Advantage.BLOCKS, 17, 17, 11, 2)
    hint = hint_for(game, 0, 0.0031, 0.127, reasons=(reason,))
    first, second, third = (str(candidate.turn) for candidate in hint.candidates)
    assert plain(hint_reply(words_in("en"), game, SHARED, hint).text).split("\n") == [
        "The best turns with 🎲 4-1:",
        f"1. {first}",
        f"2. {second} is as good",
        f"3. {third} costs 0.13",
        "After turn 1, your opponent cannot play every die with 17 of 36 rolls (turn 3: 11).",
        "The board shows turn 1. Cost = points lost on average against turn 1.",
    ]


TWO_REASONS = {
    "en": """\
After turns 1 and 2, you hold 4–5 points in a row ahead of your opponent’s last checker (turn 3: 2).
Also, you hold point 9, in the way of 11 of your opponent’s checkers (turn 3 leaves it open).""",
    "ru": """\
После ходов 1 и 2: перед последней шашкой соперника вы держите 4–5 пунктов подряд (после хода 3 – 2).
Кроме того, вы держите пункт 9 на пути 11 шашек соперника (после хода 3 он открыт).""",
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_two_reasons_are_two_sentences(playing: House, language: str) -> None:
    """Each says what the best turns have in common, as a range if need be, and which turn has not."""
    game = await game_of(playing)
    reasons = (
        Reason(Advantage.PRIME, 4, 5, 2, 2, (22, 21, 20, 19)),
        Reason(Advantage.HOLDS_POINT, 11, 11, 0, 2, (9,)),
    )
    hint = hint_for(game, 0, 0.001, 0.03, reasons=reasons, about=2)
    lines = plain(hint_reply(words_in(language), game, SHARED, hint).text).split("\n")
    assert "\n".join(lines[4:6]) == TWO_REASONS[language]


async def test_turns_that_come_to_the_same_are_said_to(playing: House) -> None:
    """Where no turn costs a hundredth there is nothing to tell."""
    game = await game_of(playing)
    lines = plain(hint_reply(words_in("en"), game, SHARED, hint_for(game, 0, 0.001, 0.002)).text).split("\n")
    assert lines[4] == "It does not matter: every turn that was looked at comes to the same."


async def test_where_nothing_sets_turns_apart_it_is_said_how_little_depends_on_them(playing: House) -> None:
    """Without a reason the hint says what the worst of the turns that were looked at costs."""
    game = await game_of(playing)
    lines = plain(hint_reply(words_in("en"), game, SHARED, hint_for(game, 0, 0.002, 0.013)).text).split("\n")
    assert lines[4] == "It matters little: no turn that was looked at costs more than 0.01."


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_advantage_has_words(playing: House, language: str) -> None:
    """Each reason is a sentence of its own in each language, with its figure, and fits a phone."""
    game = await game_of(playing)
    words = words_in(language)
    for figure in (0, 1, 2, 5, 21, 36):
        lines = {}
        for each in Advantage:
            reason = Reason(each, figure, figure, 0, 1, (9,))
            reply = hint_reply(words, game, SHARED, hint_for(game, 0, 0.2, reasons=(reason,)))
            check(reply)
            lines[each] = plain(reply.text).split("\n")[3]
            written = points(words, figure / 100, 2) if each is Advantage.FEWER_ROLLS else str(figure)
            assert not figure or f" {written} " in lines[each]
            assert lines[each].endswith(").")
            assert len(lines[each]) <= 130
        assert len(set(lines.values())) == len(Advantage)


async def test_a_gammon_is_called_so_in_backgammon(house: House) -> None:
    """What counts two points has the name that the game gives it."""
    await house.line("Anna", "/settings forced off")
    await house.line("Anna", "/play short first me")
    game = await game_of(house)
    reason = Reason(Advantage.SAVES_MARS, 12, 12, 19, 1)
    text = plain(hint_reply(words_in("en"), game, SHARED, hint_for(game, 0, 0.2, reasons=(reason,))).text)
    assert "After turn 1, you lose a gammon in about 12 games of 100 (turn 2: 19)." in text


async def test_the_board_marks_what_the_reasons_speak_of(playing: House) -> None:
    """The numbers of the points that reasons name are marked, each once."""
    game = await game_of(playing)
    reasons = (Reason(Advantage.PRIME, 3, 3, 2, 1, (9, 8)), Reason(Advantage.HOLDS_POINT, 2, 2, 0, 1, (9,)))
    scene = hint_reply(words_in("en"), game, SHARED, hint_for(game, 0, 0.2, reasons=reasons)).scene
    assert isinstance(scene, Scene)
    assert scene.marked == (8, 9)


async def test_the_board_shows_the_best_turn(playing: House) -> None:
    """The picture is the board after the best turn with its legs and its dice, whatever was moved before."""
    await playing.line("Anna", "16/15")
    game = await game_of(playing)
    hint = hint_for(game, 0, 0.2)
    scene = hint_reply(words_in("en"), game, SHARED, hint).scene
    assert isinstance(scene, Scene)
    state = game.live.state
    assert state.roll is not None
    draft = PartialTurn.begin(state.position, state.roll)
    for move in hint.best.turn.moves:
        draft = draft.play(move)
    assert scene.last
    assert (scene.dice, scene.used, scene.movable) == ((4, 1), (), ())
    assert [scene.count("w", point) for point in range(1, 25)] == [
        draft.position.points(draft.start.mover).get(point, 0) for point in range(1, 25)
    ]


async def test_the_only_turn_is_said_to_be(playing: House) -> None:
    """Where there is nothing to choose there are no costs and no reasons."""
    game = await game_of(playing)
    hint = hint_for(game, 0)
    text = plain(hint_reply(words_in("en"), game, SHARED, hint).text)
    assert text == f"With 🎲 4-1 only one turn is possible: {hint.best.turn}."


@pytest.mark.slow
async def test_a_half_made_turn_stays(house: House) -> None:
    """A hint in the middle of a turn tells the whole turn, and that it is begun; nothing changes."""
    await house.line("Anna", "/settings roll off")
    await house.line("Anna", "/settings forced off")
    await house.line("Anna", "/play first me")
    await house.line("Anna", "/roll")
    game = await game_of(house)
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    await house.line("Anna", step)
    moved = await game_of(house)
    answer = await house.line("Anna", "/hint")
    assert answer.endswith(f"You have already moved {step}, which belongs to the best turn.")
    assert await game_of(house) == moved


@pytest.mark.parametrize("whole", [True, False])
async def test_moves_that_the_best_turn_begins_with_need_not_be_taken_back(
    playing: House, *, whole: bool
) -> None:
    """Who has begun the best turn is told so; who has not, how to take back."""
    await playing.line("Anna", "16/15")
    game = await game_of(playing)
    hint = hint_for(game, 0, 0.1, 0.2, 0.3)
    begun = [each for each in hint.candidates if ("16/15" in str(each.turn)) is whole]
    answer = plain(hint_reply(words_in("en"), game, SHARED, Hint((begun[0],))).text).split("\n")[-1]
    part = "You have already moved 16/15, which belongs to the best turn."
    back = f"You have already moved 16/15; /undo {game.id} all takes that back."
    assert answer == (part if whole else back)


async def test_a_best_turn_that_is_made_already_is_said_to_be(playing: House) -> None:
    """Who has made all of the best turn, and not yet ended it, is told that this is it."""
    hint = hint_for(await game_of(playing), 0)
    await playing.line("Anna", str(hint.best.turn))
    game = await game_of(playing)
    answer = plain(hint_reply(words_in("en"), game, SHARED, Hint(hint.candidates)).text).split("\n")[-1]
    assert answer == f"You have already moved {hint.best.turn}, which is the best turn."


async def test_points_are_counted_as_the_reader_counts_them(playing: House) -> None:
    """Who counts from his own side is told the turns so, and sees his numbers on the picture."""
    game = await game_of(playing)
    black = replace(game, white=game.black, black=game.white)
    hint = hint_for(game, 0, 0.2)
    own = replace(SHARED, counts_for=1)
    text = plain(hint_reply(words_in("en"), black, own, hint).text)
    shown = hint_reply(words_in("en"), black, own, hint).scene
    assert str(hint.best.turn) not in text
    assert isinstance(shown, Scene)
    assert shown.numbers[11] == 24


@pytest.mark.parametrize(("language", "written"), [("en", "0.07"), ("ru", "0,07")])
def test_points_are_written_as_the_language_does(language: str, written: str) -> None:
    """Hundredths stand behind a point in English and behind a comma in Russian."""
    assert points(words_in(language), 0.0666, 2) == written


async def test_the_menu_offers_a_hint_where_it_can_be_had(house: House) -> None:
    """Behind ⋯ stands Hint for the one who is to move against the computer, and for nobody else."""
    await house.line("Anna", "/settings forced off")
    await house.line("Anna", "/play first me")
    await house.line("Anna", "/menu")
    labels = [button.label for row in house.answers["Anna"][0].buttons for button in row]
    assert labels[:3] == ["Hint", "Offer a draw", "Resign"]
    await house.line("Boris", f"/menu {await only_game(house)}")
    assert "Hint" not in [button.label for row in house.answers["Boris"][0].buttons for button in row]


async def test_a_hint_that_was_not_agreed_on_is_refused(playing: House) -> None:
    """Between people a refusal says why and what would work, and the menu offers none."""
    assert await playing.line("Anna", "/hint") == (
        "No hints were agreed on for this game. /challenge hints asks for a game with hints; against "
        "the computer (/play) you always have them."
    )
    await playing.line("Anna", "/menu")
    labels = [button.label for row in playing.answers["Anna"][0].buttons for button in row]
    assert "Hint" not in labels


@pytest.mark.slow
async def test_a_card_says_that_hints_are_agreed_on(house: House) -> None:
    """Whoever is challenged to a game with hints reads so, and so do later challenges that say nothing."""
    for line in ("/challenge Boris narde hints", "/challenge Boris"):
        house.clock.forward(minutes=1)
        await house.line("Anna", line)
        assert house.standing(TABLE).text == (
            "Boris, Anna challenges you to Narde to 5 points. Both players may ask for hints with /hint."
        )


async def test_a_hint_that_takes_long_holds_its_asker_up_for_a_moment(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He is told what is being thought out, may go on at once, and the hint follows."""
    go_on, hint = threading.Event(), Plain.hint

    def slowly(plain: Plain, state: Game) -> Hint:
        assert go_on.wait(HANG)
        return hint(plain, state)

    monkeypatch.setattr(commands, "AT_ONCE", 0.0)
    monkeypatch.setattr(Plain, "hint", slowly)
    await house.line("Anna", "/settings forced off")
    await house.line("Anna", "/play first me")
    game = await game_of(house)
    (reply,) = await house.handle("Anna", Line("/hint"))
    assert reply.pending is not None
    assert plain(reply.text) == (
        f"Game {game.id}: looking for the best turns with 🎲 {game.live.state.roll}."
    )
    assert "still being worked out" in await house.line("Anna", "/hint")
    go_on.set()
    await asyncio.wait({reply.pending.outcome})
    found = reply.pending.outcome.result()
    assert found is not None
    assert isinstance(found.scene, Scene)
