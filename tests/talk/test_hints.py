from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.engine import Candidate, Chances, Hint
from bot.rules import PartialTurn, legal_turns
from bot.sessions import Advantage, DisplayPreferences
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.commands import hints as commands
from bot.talk.commands.hints import hint_reply
from bot.talk.incoming import Line
from bot.talk.reply import plain
from bot.talk.wording import points
from renderers import Scene
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import check, only_game
from tests.pace import HANG
from tests.strategies import Plain

if TYPE_CHECKING:
    from bot.rules import Game
    from bot.sessions import LoadedGame
    from tests.dialogues.scripted import House

SHARED = DisplayPreferences("web", "en", "wood", "w", None)
EVEN = Chances(0.5, 0.1, 0.1)


def hint_for(
    game: LoadedGame, *costs: float, advantage: Advantage | None = Advantage.BLOCKS, wall: int = 0
) -> Hint:
    """Return a hint with the first legal turns of a game at such costs."""
    state = game.live.state
    assert state.roll is not None
    turns = legal_turns(state.position, state.roll)
    found = [Candidate(turn, EVEN, cost) for turn, cost in zip(turns, costs, strict=False)]
    return Hint(tuple(found), advantage, wall)


async def game_of(house: House) -> LoadedGame:
    """Return the one game that is being played."""
    return await house.manager.game(await only_game(house))


async def test_a_hint_tells_turns_costs_and_a_reason(playing: House) -> None:
    """Three turns stand one below another, with what they cost, why the first, and what a cost is."""
    game = await game_of(playing)
    hint = hint_for(game, 0, 0.0031, 0.127)
    first, second, third = (str(candidate.turn) for candidate in hint.candidates)
    assert plain(hint_reply(words_in("en"), game, SHARED, hint).text).split("\n") == [
        "The best turns with 🎲 4-1:",
        f"1. {first}",
        f"2. {second} is as good",
        f"3. {third} costs 0.13",
        "Turn 1 blocks more of your opponent’s moves.",
        "The board shows turn 1. Cost = points lost on average against turn 1.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("advantage", Advantage)
async def test_every_advantage_has_words(playing: House, language: str, advantage: Advantage) -> None:
    """Each reason is a sentence of its own in each language, a prime with its length."""
    game = await game_of(playing)
    words = words_in(language)
    lines = {}
    for each in Advantage:
        reply = hint_reply(words, game, SHARED, hint_for(game, 0, 0.2, advantage=each, wall=5))
        check(reply)
        lines[each] = plain(reply.text).split("\n")[3]
    assert lines[advantage].endswith(".")
    assert list(lines.values()).count(lines[advantage]) == 1
    assert ("5" in lines[advantage]) == (advantage in (Advantage.PRIME, Advantage.KEEPS_PRIME))


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
    hint = hint_for(game, 0, advantage=None)
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
    answer = plain(hint_reply(words_in("en"), game, SHARED, Hint((begun[0],), None)).text).split("\n")[-1]
    part = "You have already moved 16/15, which belongs to the best turn."
    back = f"You have already moved 16/15; /undo {game.id} all takes that back."
    assert answer == (part if whole else back)


async def test_a_best_turn_that_is_made_already_is_said_to_be(playing: House) -> None:
    """Who has made all of the best turn, and not yet ended it, is told that this is it."""
    hint = hint_for(await game_of(playing), 0)
    await playing.line("Anna", str(hint.best.turn))
    game = await game_of(playing)
    answer = plain(hint_reply(words_in("en"), game, SHARED, Hint(hint.candidates, None)).text).split("\n")[-1]
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
