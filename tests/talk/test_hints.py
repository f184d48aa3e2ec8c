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
from tests.dialogues.house import House, check_limits, only_game
from tests.dialogues.script import TABLE
from tests.pace import HANG
from tests.strategies import Plain

SHARED = DisplayPreferences("web", "en", "wood", "w", None)
EVEN = Chances(0.5, 0.1, 0.1)


def hint_with_costs(
    game: LoadedGame, *costs: float, reasons: tuple[Reason, ...] = (), about: int = 1
) -> Hint:
    """Return a hint with the first legal turns of a game and these costs."""
    state = game.live.state
    assert state.roll is not None
    turns = legal_turns(state.position, state.roll)
    found = [Candidate(turn, EVEN, cost) for turn, cost in zip(turns, costs, strict=False)]
    return Hint(tuple(found), about, reasons, about, max(costs))


async def game_of(house: House) -> LoadedGame:
    """Return the one running game."""
    return await house.manager.game(await only_game(house))


async def test_a_hint_shows_turns_costs_and_a_reason(playing: House) -> None:
    """A hint lists three turns with their costs, a reason, and what a cost is."""
    game = await game_of(playing)
    reason = Reason(Advantage.BLOCKS, 17, 17, 11, 2)
    hint = hint_with_costs(game, 0, 0.0031, 0.127, reasons=(reason,))
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
    """Each reason says what the best turns have in common, and which turn lacks it."""
    game = await game_of(playing)
    reasons = (
        Reason(Advantage.PRIME, 4, 5, 2, 2, (22, 21, 20, 19)),
        Reason(Advantage.HOLDS_POINT, 11, 11, 0, 2, (9,)),
    )
    hint = hint_with_costs(game, 0, 0.001, 0.03, reasons=reasons, about=2)
    lines = plain(hint_reply(words_in(language), game, SHARED, hint).text).split("\n")
    assert "\n".join(lines[4:6]) == TWO_REASONS[language]


async def test_equal_turns_are_called_equal(playing: House) -> None:
    """If no turn costs a hundredth, the hint says that the choice does not matter."""
    game = await game_of(playing)
    lines = plain(
        hint_reply(words_in("en"), game, SHARED, hint_with_costs(game, 0, 0.001, 0.002)).text
    ).split("\n")
    assert lines[4] == "It does not matter: every turn that was looked at comes to the same."


async def test_without_a_reason_the_hint_shows_the_highest_cost(playing: House) -> None:
    """A hint without a reason says what the worst turn costs."""
    game = await game_of(playing)
    lines = plain(
        hint_reply(words_in("en"), game, SHARED, hint_with_costs(game, 0, 0.002, 0.013)).text
    ).split("\n")
    assert lines[4] == "It matters little: no turn that was looked at costs more than 0.01."


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_advantage_has_a_text(playing: House, language: str) -> None:
    """Each reason has its own sentence in each language, with its figure, in at most 130 characters."""
    game = await game_of(playing)
    words = words_in(language)
    for figure in (0, 1, 2, 5, 21, 36):
        lines = {}
        for each in Advantage:
            reason = Reason(each, figure, figure, 0, 1, (9,))
            reply = hint_reply(words, game, SHARED, hint_with_costs(game, 0, 0.2, reasons=(reason,)))
            check_limits(reply)
            lines[each] = plain(reply.text).split("\n")[3]
            written = points(words, figure / 100, 2) if each is Advantage.FEWER_ROLLS else str(figure)
            assert not figure or f" {written} " in lines[each]
            assert lines[each].endswith(").")
            assert len(lines[each]) <= 130
        assert len(set(lines.values())) == len(Advantage)


async def test_a_double_win_has_the_name_of_the_rule_set(house: House) -> None:
    """A win that counts two points has the rule set's name in a reason."""
    await house.type("Anna", "/settings forced off")
    await house.type("Anna", "/play short first me")
    game = await game_of(house)
    reason = Reason(Advantage.SAVES_MARS, 12, 12, 19, 1)
    text = plain(
        hint_reply(words_in("en"), game, SHARED, hint_with_costs(game, 0, 0.2, reasons=(reason,))).text
    )
    assert "After turn 1, you lose a gammon in about 12 games of 100 (turn 2: 19)." in text


async def test_the_board_marks_the_points_of_the_reasons(playing: House) -> None:
    """The board marks the points that reasons name, each once."""
    game = await game_of(playing)
    reasons = (Reason(Advantage.PRIME, 3, 3, 2, 1, (9, 8)), Reason(Advantage.HOLDS_POINT, 2, 2, 0, 1, (9,)))
    scene = hint_reply(words_in("en"), game, SHARED, hint_with_costs(game, 0, 0.2, reasons=reasons)).scene
    assert isinstance(scene, Scene)
    assert scene.marked == (8, 9)


async def test_the_board_shows_the_best_turn(playing: House) -> None:
    """The picture shows the board after the whole best turn, even if moves were made before."""
    await playing.type("Anna", "16/15")
    game = await game_of(playing)
    hint = hint_with_costs(game, 0, 0.2)
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


async def test_the_only_turn_is_called_the_only_one(playing: House) -> None:
    """A hint with a single turn has no costs and no reasons."""
    game = await game_of(playing)
    hint = hint_with_costs(game, 0)
    text = plain(hint_reply(words_in("en"), game, SHARED, hint).text)
    assert text == f"With 🎲 4-1 only one turn is possible: {hint.best.turn}."


@pytest.mark.slow
async def test_a_hint_in_mid_turn_changes_nothing(house: House) -> None:
    """A hint in the middle of a turn shows the whole turn, says what is moved, and changes nothing."""
    await house.type("Anna", "/settings roll off")
    await house.type("Anna", "/settings forced off")
    await house.type("Anna", "/play first me")
    await house.type("Anna", "/roll")
    game = await game_of(house)
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    await house.type("Anna", step)
    moved = await game_of(house)
    answer = await house.type("Anna", "/hint")
    assert answer.endswith(f"You have already moved {step}, which belongs to the best turn.")
    assert await game_of(house) == moved


@pytest.mark.parametrize("whole", [True, False])
async def test_a_hint_in_mid_turn_says_if_the_moves_fit(playing: House, *, whole: bool) -> None:
    """A hint in mid-turn says if the moves belong to the best turn, or else how to take them back."""
    await playing.type("Anna", "16/15")
    game = await game_of(playing)
    hint = hint_with_costs(game, 0, 0.1, 0.2, 0.3)
    begun = [each for each in hint.candidates if ("16/15" in str(each.turn)) is whole]
    answer = plain(hint_reply(words_in("en"), game, SHARED, Hint((begun[0],))).text).split("\n")[-1]
    part = "You have already moved 16/15, which belongs to the best turn."
    back = f"You have already moved 16/15; /undo {game.id} all takes that back."
    assert answer == (part if whole else back)


async def test_a_completed_best_turn_is_called_the_best(playing: House) -> None:
    """A hint after the best turn was made says that it is the best."""
    hint = hint_with_costs(await game_of(playing), 0)
    await playing.type("Anna", str(hint.best.turn))
    game = await game_of(playing)
    answer = plain(hint_reply(words_in("en"), game, SHARED, Hint(hint.candidates)).text).split("\n")[-1]
    assert answer == f"You have already moved {hint.best.turn}, which is the best turn."


async def test_a_hint_uses_the_readers_point_numbers(playing: House) -> None:
    """A reader who counts from their own side gets the hint's turns and picture in those numbers."""
    game = await game_of(playing)
    black = replace(game, white=game.black, black=game.white)
    hint = hint_with_costs(game, 0, 0.2)
    own = replace(SHARED, counts_for=1)
    text = plain(hint_reply(words_in("en"), black, own, hint).text)
    shown = hint_reply(words_in("en"), black, own, hint).scene
    assert str(hint.best.turn) not in text
    assert isinstance(shown, Scene)
    assert shown.numbers[11] == 24


@pytest.mark.parametrize(("language", "written"), [("en", "0.07"), ("ru", "0,07")])
def test_points_have_the_languages_decimal_sign(language: str, written: str) -> None:
    """Points have a decimal point in English and a comma in Russian."""
    assert points(words_in(language), 0.0666, 2) == written


async def test_the_menu_offers_a_hint_to_the_mover(house: House) -> None:
    """The menu offers a hint to the person who is to move against the computer, and to no other."""
    await house.type("Anna", "/settings forced off")
    await house.type("Anna", "/play first me")
    await house.type("Anna", "/menu")
    labels = [button.label for row in house.answers["Anna"][0].buttons for button in row]
    assert labels[:3] == ["Hint", "Offer a draw", "Resign"]
    await house.type("Boris", f"/menu {await only_game(house)}")
    assert "Hint" not in [button.label for row in house.answers["Boris"][0].buttons for button in row]


async def test_a_hint_between_people_needs_an_agreement(playing: House) -> None:
    """Between people, a hint that was not agreed on is refused, and the menu does not offer it."""
    assert await playing.type("Anna", "/hint") == (
        "No hints were agreed on for this game. /challenge hints asks for a game with hints; against "
        "the computer (/play) you always have them."
    )
    await playing.type("Anna", "/menu")
    labels = [button.label for row in playing.answers["Anna"][0].buttons for button in row]
    assert "Hint" not in labels


@pytest.mark.slow
async def test_a_challenge_mentions_agreed_hints(house: House) -> None:
    """A challenge with hints says so, and so does a later challenge without options."""
    for line in ("/challenge Boris narde hints", "/challenge Boris"):
        house.clock.forward(minutes=1)
        await house.type("Anna", line)
        assert house.shown(TABLE).text == (
            "Boris, Anna challenges you to Narde to 5 points. Both players may ask for hints with /hint."
        )


async def test_a_slow_hint_is_pending(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow hint is answered at once that it is being looked for, and follows later."""
    go_on, hint = threading.Event(), Plain.hint

    def slowly(plain: Plain, state: Game) -> Hint:
        assert go_on.wait(HANG)
        return hint(plain, state)

    monkeypatch.setattr(commands, "AT_ONCE", 0.0)
    monkeypatch.setattr(Plain, "hint", slowly)
    await house.type("Anna", "/settings forced off")
    await house.type("Anna", "/play first me")
    game = await game_of(house)
    (reply,) = await house.handle("Anna", Line("/hint"))
    assert reply.pending is not None
    assert plain(reply.text) == (
        f"Game {game.id}: looking for the best turns with 🎲 {game.live.state.roll}."
    )
    assert "still being worked out" in await house.type("Anna", "/hint")
    go_on.set()
    await asyncio.wait({reply.pending.outcome})
    found = reply.pending.outcome.result()
    assert found is not None
    assert isinstance(found.scene, Scene)
