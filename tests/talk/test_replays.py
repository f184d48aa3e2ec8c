"""Replays: the animation of a game, and its frames one by one."""

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
def random_record(ruleset: str, seed: int = 1, most: int | None = None) -> Record:
    """Return a random game, to its end or resigned after `most` turns."""
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


async def finish_game(house: House) -> str:
    """Let Anna resign the game after her first turn; return its id."""
    game = await only_game(house)
    await house.type("Anna", "/resign")
    await house.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    return game


async def ask(house: House, line: str, player: str = "Anna", chat: str = TABLE) -> Reply:
    """Return the only answer to a line."""
    await house.type(player, line, chat)
    (reply,) = house.answers[player]
    return reply


def button_of(reply: Reply, label: str) -> Button:
    """Return the button with a label."""
    return next(button for row in reply.buttons for button in row if button.label == label)


async def press_button(house: House, reply: Reply, label: str, player: str = "Anna") -> Reply:
    """Return the answer to a press on a button of a reply."""
    (answer,) = await house.handle(player, Press(button_of(reply, label).data), message="777")
    return answer


@pytest.mark.parametrize("ruleset", ["long", "federation", "sport", "narde", "palm"])
def test_a_game_has_a_frame_for_each_turn(ruleset: str) -> None:
    """The first frame is the start position; each turn has a frame with its dice and marks."""
    record = random_record(ruleset)
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
def test_every_frame_has_a_text(ruleset: str) -> None:
    """Each frame has a text with a player's name, in every rule set and language."""
    record = random_record(ruleset)
    for frame in frames_of(record, "b", "contrast"):
        for language in LANGUAGES:
            answer = plain(frame_text(words_in(language), record, frame))
            assert "Anna" in answer or "Boris" in answer


def test_a_replay_prints_the_intermediate_point_of_a_move() -> None:
    """A move is printed with the intermediate point that it needs when it is typed."""
    record = read_record('[Rules "short"]\n\n1. 62 24/18 13/11; 31 17/21\n')
    answer = plain(frame_text(words_in("en"), record, frames_of(record, "w", "wood")[-1]))
    assert "17/20/21" in answer


def test_a_pass_is_a_frame() -> None:
    """A pass has a frame with dice and no marks, and its text says so."""
    games = (random_record("long", seed) for seed in range(1, 100))
    record = next(game for game in games if Played() in game.events)
    frame = next(frame for frame in frames_of(record, "w", "wood") if frame.event == Played())
    assert (len(frame.scene.dice), frame.scene.last) == (2, ())
    assert "had to pass" in plain(frame_text(words_in("en"), record, frame))


def test_the_cube_multiplies_the_result_of_a_replay() -> None:
    """The last frame of a game resigned as mars with the cube at 2 shows four points."""
    state = Game.begin(RULESETS["long"], cube=True)
    given_up = (Doubled(), Took(), Resigned(Side.BLACK, Grade.MARS))
    record = Record((("White", "Anna"), ("Black", "Boris")), state.ruleset, None, given_up, cube=True)
    last = frames_of(record, "w", "wood")[-1]
    assert "mars, 2 points × 2 = 4" in plain(frame_text(words_in("en"), record, last))


def test_a_resignation_is_a_frame() -> None:
    """A resigned game ends with a frame that says so."""
    state = Game.begin(RULESETS["long"])
    given_up = Resigned(Side.BLACK, resignations(state, Side.BLACK)[-1])
    record = Record((("White", "Anna"), ("Black", "Boris")), state.ruleset, None, (given_up,))
    _, last = frames_of(record, "w", "wood")
    assert plain(frame_text(words_in("en"), record, last)) == "Boris resigns and Anna wins: mars, 2 points."


async def test_a_finished_game_is_shown_as_an_animation(playing: House) -> None:
    """/replay shows every turn and the end, with the players and the result."""
    game = await finish_game(playing)
    reply = await ask(playing, f"/replay {game}")
    assert reply.animation is not None
    assert len(reply.animation.scenes) == 4
    assert plain(reply.text) == (
        f"⚪\u00a0Anna – Boris\u00a0⚫ · Long Nardy · {game}\nAnna resigns and Boris wins: mars, 2 points."
    )
    assert reply.alt == "The game of Anna and Boris as an animation, 2 turns."


async def test_the_final_board_has_a_replay_button(playing: House) -> None:
    """The button beside Rematch shows the animation in a new private answer."""
    await finish_game(playing)
    await playing.press("Boris", "Replay", TABLE, answered=False)
    (reply,) = playing.answers["Boris"]
    assert reply.animation is not None
    assert not reply.replaces


async def test_replay_without_an_id_shows_the_last_finished_game(playing: House) -> None:
    """/replay alone shows the last finished game, even if another one is running."""
    game = await finish_game(playing)
    await playing.type("Anna", "/play")
    assert game in plain((await ask(playing, "/replay")).text)


@pytest.mark.parametrize("command", ["replay", "analyse", "rematch"])
async def test_completion_offers_only_finished_games(playing: House, command: str) -> None:
    """Completion offers finished games, and no running ones."""
    first = await finish_game(playing)
    await playing.type("Anna", "/play")
    second = await only_game(playing)
    anna = Person("web", "anna", "Anna")
    typed = Incoming("typing", anna, playing.place(TABLE), Line(f"/{command} "))
    lines = await playing.conversation.complete(typed)
    assert (f"/{command} {first}" in lines, f"/{command} {second}" in lines) == (True, False)


@pytest.mark.parametrize("command", ["replay", "analyse"])
async def test_without_a_finished_game_no_choice_is_offered(playing: House, command: str) -> None:
    """A player without finished games is not asked which running game is meant."""
    await playing.type("Anna", "/play")
    await playing.type("Anna", "/play")
    reply = await ask(playing, f"/{command}")
    assert plain(reply.text) == (f"No game of yours is finished here. /{command} shows one when it is over.")
    assert reply.buttons == ()


async def test_the_arrows_step_through_the_game(playing: House) -> None:
    """Each arrow replaces the frame by another one."""
    game = await finish_game(playing)
    animation = await ask(playing, f"/replay {game}")
    first = await press_button(playing, animation, "▶")
    assert "1 of 3\nAnna rolled 6-2 and played 24/16." in plain(first.text)
    assert first.replaces
    assert isinstance(first.scene, Scene)
    assert first.scene.dice == (6, 2)
    second = await press_button(playing, first, "▶")
    assert "2 of 3\nBoris rolled 5-3 and played 12/4." in plain(second.text)
    assert (await press_button(playing, second, "◀")).text == first.text
    assert "0 of 3\nAnna plays White and begins." in plain(
        (await press_button(playing, second, "⏮\ufe0e")).text
    )
    assert "3 of 3\nAnna resigns" in plain((await press_button(playing, second, "⏭\ufe0e")).text)
    assert (await press_button(playing, second, "Animation")).animation == animation.animation


async def test_the_arrows_stay_in_place(playing: House) -> None:
    """All frames have the same four arrows, which lead no further than the first and the last frame."""
    game = await finish_game(playing)
    for place in ("start", "1", "2", "end"):
        reply = await ask(playing, f"/replay {game} {place}")
        arrows = reply.buttons[0]
        assert [button.label for button in arrows] == ["⏮\ufe0e", "◀", "▶", "⏭\ufe0e"]
        assert len({button.data for button in arrows}) == 4
    end = await ask(playing, f"/replay {game} end")
    assert (await press_button(playing, end, "▶")).text == end.text
    start = await ask(playing, f"/replay {game} start")
    assert (await press_button(playing, start, "◀")).text == start.text


async def test_a_spectator_may_see_a_replay(playing: House) -> None:
    """A spectator sees the animation and its frames."""
    game = await finish_game(playing)
    animation = await ask(playing, f"/replay {game}", "Carl")
    assert animation.animation is not None
    assert (await press_button(playing, animation, "⏭\ufe0e", "Carl")).scene is not None


async def test_a_replay_has_the_chats_side_and_theme(playing: House) -> None:
    """A replay has White at the bottom unless the chat has another side, and the chat's theme."""
    game = await finish_game(playing)
    animation = await ask(playing, f"/replay {game}")
    assert animation.animation is not None
    assert {scene.side for scene in animation.animation.scenes} == {"w"}
    await playing.type("Anna", "/settings side black")
    await playing.type("Anna", "/settings theme contrast")
    animation = await ask(playing, f"/replay {game}")
    assert animation.animation is not None
    assert {(scene.side, scene.theme) for scene in animation.animation.scenes} == {("b", "contrast")}


async def test_a_running_game_is_replayed_so_far(playing: House) -> None:
    """The replay of a running game has its turns so far and says that it is not finished."""
    game = await only_game(playing)
    reply = await ask(playing, f"/replay {game}")
    assert reply.animation is not None
    assert len(reply.animation.scenes) == 3
    assert "The game is not finished." in plain(reply.text)


async def test_a_replay_without_turns_is_a_picture(house: House) -> None:
    """Before the first turn a replay is a picture of the start position."""
    await house.type("Anna", "/settings roll off")
    await house.type("Boris", "/settings roll off")
    await house.type("Anna", "/challenge Boris")
    await house.type("Boris", "/accept")
    reply = await ask(house, f"/replay {await only_game(house)}")
    assert reply.animation is None
    assert reply.scene is not None
    assert [len(row) for row in reply.buttons] == [4]


async def test_a_very_long_game_has_no_animation(playing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with too many frames has no animation, but the arrows."""
    monkeypatch.setattr(commands, "MOST_ANIMATED", 3)
    game = await finish_game(playing)
    reply = await ask(playing, f"/replay {game}")
    assert reply.animation is None
    assert [len(row) for row in reply.buttons] == [4, 1]


async def test_an_unknown_moment_is_refused(playing: House) -> None:
    """A moment that is neither a number nor start, end or all is refused."""
    game = await finish_game(playing)
    assert await playing.type("Anna", f"/replay {game} tomorrow") == (
        "There is no turn tomorrow in this game. /replay takes the number of a turn, start, end or all."
    )


async def test_the_replay_of_an_unknown_game_is_refused(house: House) -> None:
    """An unknown id is refused."""
    assert (await house.type("Anna", "/replay k7f")).startswith("There is no game k7f.")
