"""Games that are shown again: the animation, and its frames one by one."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bot.rules import RULESETS, Game, Grade, Roll, Side, legal_turns, resignations
from bot.rules.events import Doubled, Event, Played, Resigned, Rolled, Took
from bot.rules.formats import Record, read_record
from bot.rules.rulesets import Opening
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.commands import records as commands
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.reply import Button, Reply, plain
from bot.talk.views.replays import frame_text, frames_of
from renderers import Scene
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE

pytestmark = pytest.mark.slow


@cache
def played(ruleset: str, seed: int = 1, most: int | None = None) -> Record:
    """Return a game played without a thought, to its end or until somebody gives up after so many turns."""
    random = Random(seed)
    rules = RULESETS[ruleset]
    opening_rolls = ((5, 3),) if rules.opening is Opening.KEEP else None
    state = Game.begin(rules, opening_rolls)
    events: list[Event] = []
    while state.outcome is None:
        event: Event = Rolled(Roll(random.randint(1, 6), random.randint(1, 6)))
        if state.turns == most:
            event = Resigned(state.mover, resignations(state, state.mover)[-1])
        elif state.roll is not None:
            turns = legal_turns(state.position, state.roll)
            event = Played.of(random.choice(turns).moves if turns else ())
        events.append(event)
        state = state.after(event)
    return Record((("White", "Anna"), ("Black", "Boris")), rules, opening_rolls, tuple(events))


async def finished(house: House) -> str:
    """Let Anna, who has played one turn as Boris has, give up; return the game's id."""
    game = await only_game(house)
    await house.type("Anna", "/resign")
    await house.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    return game


async def asked(house: House, line: str, player: str = "Anna", chat: str = TABLE) -> Reply:
    """Return the one answer to a line."""
    await house.type(player, line, chat)
    (reply,) = house.answers[player]
    return reply


def labelled(reply: Reply, label: str) -> Button:
    """Return the button of an answer that has a label."""
    return next(button for row in reply.buttons for button in row if button.label == label)


async def pressed(house: House, reply: Reply, label: str, player: str = "Anna") -> Reply:
    """Return the answer to the press of a button of an answer."""
    (answer,) = await house.handle(player, Press(labelled(reply, label).data), message="777")
    return answer


@pytest.mark.parametrize("ruleset", ["long", "federation", "sport", "narde", "palm"])
def test_a_game_has_a_frame_for_each_turn(ruleset: str) -> None:
    """The set-up comes first, then each turn with its dice and its marks, to where the game ends."""
    record = played(ruleset)
    frames = frames_of(record, "w", "wood")
    turns = [event for event in record.events if isinstance(event, Played)]
    assert len(frames) == 1 + len(turns)
    assert frames[0].scene.dice == ()
    for frame, turn in zip(frames[1:], turns, strict=True):
        assert len(frame.scene.dice) == 2
        assert bool(frame.scene.last) == (turn != Played())
        assert frame.scene.movable == ()
    assert 15 in (frames[-1].scene.white_off, frames[-1].scene.black_off)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_frame_has_its_words(ruleset: str) -> None:
    """In every game and language each frame is told, with the name of whose turn it was."""
    record = played(ruleset)
    for frame in frames_of(record, "b", "contrast"):
        for language in LANGUAGES:
            answer = plain(frame_text(words_in(language), record, frame))
            assert "Anna" in answer or "Boris" in answer


def test_a_replay_prints_the_stop_that_a_turn_needs() -> None:
    """A turn is told as it can be typed: without its stop on 20 Black's would be another, or a hit."""
    record = read_record('[Rules "short"]\n\n1. 62 24/18 13/11; 31 17/21\n')
    answer = plain(frame_text(words_in("en"), record, frames_of(record, "w", "wood")[-1]))
    assert "17/20/21" in answer


def test_a_pass_is_a_frame() -> None:
    """A turn without moves shows its dice and marks nothing, and the words say that it was a pass."""
    games = (played("long", seed) for seed in range(1, 100))
    record = next(game for game in games if Played() in game.events)
    frame = next(frame for frame in frames_of(record, "w", "wood") if frame.event == Played())
    assert (len(frame.scene.dice), frame.scene.last) == (2, ())
    assert "had to pass" in plain(frame_text(words_in("en"), record, frame))


def test_the_cube_multiplies_the_result_of_a_game_that_is_shown_again() -> None:
    """A game that was resigned as mars with the cube at 2 was worth four points."""
    state = Game.begin(RULESETS["long"], cube=True)
    given_up = (Doubled(), Took(), Resigned(Side.BLACK, Grade.MARS))
    record = Record((("White", "Anna"), ("Black", "Boris")), state.ruleset, None, given_up, cube=True)
    last = frames_of(record, "w", "wood")[-1]
    assert "mars, 2 points × 2 = 4" in plain(frame_text(words_in("en"), record, last))


def test_a_resignation_is_a_frame() -> None:
    """A game that was given up ends with a frame that says so."""
    state = Game.begin(RULESETS["long"])
    given_up = Resigned(Side.BLACK, resignations(state, Side.BLACK)[-1])
    record = Record((("White", "Anna"), ("Black", "Boris")), state.ruleset, None, (given_up,))
    _, last = frames_of(record, "w", "wood")
    assert plain(frame_text(words_in("en"), record, last)) == "Boris resigns and Anna wins: mars, 2 points."


async def test_a_finished_game_is_shown_as_an_animation(playing: House) -> None:
    """/replay shows every turn and the end, with who played and who won."""
    game = await finished(playing)
    reply = await asked(playing, f"/replay {game}")
    assert reply.animation is not None
    assert len(reply.animation.scenes) == 4
    assert plain(reply.text) == (
        f"⚪\u00a0Anna – Boris\u00a0⚫ · Long Nardy · {game}\nAnna resigns and Boris wins: mars, 2 points."
    )
    assert reply.alt == "The game of Anna and Boris as an animation, 2 turns."


async def test_the_final_board_offers_the_replay(playing: House) -> None:
    """The button beside Rematch shows the animation to who presses it, as an answer of his own."""
    await finished(playing)
    await playing.press("Boris", "Replay", TABLE, answered=False)
    (reply,) = playing.answers["Boris"]
    assert reply.animation is not None
    assert not reply.replaces


async def test_without_an_id_the_last_finished_game_is_meant(playing: House) -> None:
    """/replay alone shows what was finished last, though another game goes on."""
    game = await finished(playing)
    await playing.type("Anna", "/play")
    assert game in plain((await asked(playing, "/replay")).text)


@pytest.mark.parametrize("command", ["replay", "analyse", "rematch"])
async def test_only_finished_games_are_offered(playing: House, command: str) -> None:
    """Completion names games that are over, the last first, and none that goes on."""
    first = await finished(playing)
    await playing.type("Anna", "/play")
    second = await only_game(playing)
    anna = Person("web", "anna", "Anna")
    typed = Incoming("typing", anna, playing.place(TABLE), Line(f"/{command} "))
    lines = await playing.conversation.complete(typed)
    assert (f"/{command} {first}" in lines, f"/{command} {second}" in lines) == (True, False)


@pytest.mark.parametrize("command", ["replay", "analyse"])
async def test_no_choice_of_unfinished_games_is_offered(playing: House, command: str) -> None:
    """Who has finished none yet is told so, and not asked which of those that go on is meant."""
    await playing.type("Anna", "/play")
    await playing.type("Anna", "/play")
    reply = await asked(playing, f"/{command}")
    assert plain(reply.text) == (f"No game of yours is finished here. /{command} shows one when it is over.")
    assert reply.buttons == ()


async def test_the_arrows_step_through_the_game(playing: House) -> None:
    """Each press answers with one frame that takes the place of the one before."""
    game = await finished(playing)
    animation = await asked(playing, f"/replay {game}")
    first = await pressed(playing, animation, "▶")
    assert "1 of 3\nAnna rolled 6-2 and played 24/16." in plain(first.text)
    assert first.replaces
    assert isinstance(first.scene, Scene)
    assert first.scene.dice == (6, 2)
    second = await pressed(playing, first, "▶")
    assert "2 of 3\nBoris rolled 5-3 and played 12/4." in plain(second.text)
    assert (await pressed(playing, second, "◀")).text == first.text
    assert "0 of 3\nAnna plays White and begins." in plain((await pressed(playing, second, "⏮\ufe0e")).text)
    assert "3 of 3\nAnna resigns" in plain((await pressed(playing, second, "⏭\ufe0e")).text)
    assert (await pressed(playing, second, "Animation")).animation == animation.animation


async def test_the_arrows_stand_still(playing: House) -> None:
    """The arrows stand in the same places on every frame, each and lead no further than the ends."""
    game = await finished(playing)
    for place in ("start", "1", "2", "end"):
        reply = await asked(playing, f"/replay {game} {place}")
        arrows = reply.buttons[0]
        assert [button.label for button in arrows] == ["⏮\ufe0e", "◀", "▶", "⏭\ufe0e"]
        assert len({button.data for button in arrows}) == 4
    end = await asked(playing, f"/replay {game} end")
    assert (await pressed(playing, end, "▶")).text == end.text
    start = await asked(playing, f"/replay {game} start")
    assert (await pressed(playing, start, "◀")).text == start.text


async def test_anybody_may_see_a_game_again(playing: House) -> None:
    """A spectator is shown the animation and its frames too."""
    game = await finished(playing)
    animation = await asked(playing, f"/replay {game}", "Carl")
    assert animation.animation is not None
    assert (await pressed(playing, animation, "⏭\ufe0e", "Carl")).scene is not None


async def test_a_chat_has_its_side_and_theme(playing: House) -> None:
    """White sits below, unless the chat has set another side; the theme is the chat's."""
    game = await finished(playing)
    animation = await asked(playing, f"/replay {game}")
    assert animation.animation is not None
    assert {scene.side for scene in animation.animation.scenes} == {"w"}
    await playing.type("Anna", "/settings side black")
    await playing.type("Anna", "/settings theme contrast")
    animation = await asked(playing, f"/replay {game}")
    assert animation.animation is not None
    assert {(scene.side, scene.theme) for scene in animation.animation.scenes} == {("b", "contrast")}


async def test_a_game_that_goes_on_is_shown_as_far_as_it_is(playing: House) -> None:
    """A game in progress has its turns so far, and the words say that it is not finished."""
    game = await only_game(playing)
    reply = await asked(playing, f"/replay {game}")
    assert reply.animation is not None
    assert len(reply.animation.scenes) == 3
    assert "The game is not finished." in plain(reply.text)


async def test_a_game_of_which_nothing_was_played_is_a_still(house: House) -> None:
    """Before the first turn there is nothing to animation, so the set-up is shown."""
    await house.type("Anna", "/settings roll off")
    await house.type("Boris", "/settings roll off")
    await house.type("Anna", "/challenge Boris")
    await house.type("Boris", "/accept")
    reply = await asked(house, f"/replay {await only_game(house)}")
    assert reply.animation is None
    assert reply.scene is not None
    assert [len(row) for row in reply.buttons] == [4]


async def test_a_very_long_game_is_shown_frame_by_frame(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond so many frames no animation is made; the arrows are there all the same."""
    monkeypatch.setattr(commands, "MOST_ANIMATED", 3)
    game = await finished(playing)
    reply = await asked(playing, f"/replay {game}")
    assert reply.animation is None
    assert [len(row) for row in reply.buttons] == [4, 1]


async def test_a_moment_that_is_none_is_refused(playing: House) -> None:
    """What is neither a number nor start, end or all is refused, with what would work."""
    game = await finished(playing)
    assert await playing.type("Anna", f"/replay {game} tomorrow") == (
        "There is no turn tomorrow in this game. /replay takes the number of a turn, start, end or all."
    )


async def test_a_game_that_is_not_there_cannot_be_shown(house: House) -> None:
    """An id that no game has is refused."""
    assert (await house.type("Anna", "/replay k7f")).startswith("There is no game k7f.")
