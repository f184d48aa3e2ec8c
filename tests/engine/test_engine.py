from __future__ import annotations

from random import Random

import pytest

from bot.engine import (
    Engine,
    Level,
)
from bot.rules import (
    RULESETS,
    Game,
    Grade,
    Roll,
    Side,
    legal_turns,
    read_position,
    start_position,
)
from bot.rules.events import Event, Played, Rolled
from bot.rules.formats import Record

ENGINE = Engine()


def game_at(text: str, rules: str = "long") -> Game:
    """Return a game at a written position."""
    position, roll = read_position(text, RULESETS[rules])
    return Game(position, roll, 40)


def some_game(rules: str, seed: int, level: Level = Level.STRONG) -> Record:
    """Return a game of a level against random turns."""
    random, state = Random(seed), Game.begin(RULESETS[rules])
    events: list[Event] = []
    while state.outcome is None:
        events.append(Rolled(Roll(random.randint(1, 6), random.randint(1, 6))))
        state = state.after(events[-1])
        assert state.roll is not None
        turns = legal_turns(state.position, state.roll)
        if not turns:
            events.append(Played())
        elif state.mover is Side.WHITE:
            events.append(Played.of(ENGINE.choose(state, level).moves))
        else:
            events.append(Played.of(turns[random.randrange(len(turns))].moves))
        state = state.after(events[-1])
    return Record((), RULESETS[rules], None, tuple(events))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_every_level_plays_every_rule_set(rules: str, level: Level) -> None:
    """At the start each level finds a legal turn for several rolls."""
    ruleset = RULESETS[rules]
    for roll in (Roll(6, 5), Roll(3, 3), Roll(2, 1)):
        state = Game(start_position(ruleset), roll)
        assert ENGINE.choose(state, level) in legal_turns(state.position, roll)


@pytest.mark.parametrize("level", Level)
def test_a_level_always_plays_the_same_turn(level: Level) -> None:
    """Two engines choose the same turn in the same position."""
    state = game_at("24:9,20:2,15:4 / 12:8,7:4,2:3 w 5-2")
    assert ENGINE.choose(state, level) == Engine().choose(state, level)


def test_it_bears_off_rather_than_moving_inside() -> None:
    """With two checkers left and a roll for both, the engine bears off both."""
    turn = ENGINE.choose(game_at("3:1,2:1,off:13 / 14:3,off:12 w 6-5"))
    assert str(turn) == "3/off 2/off"


def test_a_game_without_dice_or_turns_is_refused() -> None:
    """A game without a roll, and one without a legal turn, are refused."""
    with pytest.raises(ValueError, match="dice"):
        ENGINE.choose(game_at("24:15 / 12:15 w"))
    with pytest.raises(ValueError, match="turn"):
        ENGINE.choose(game_at("24:15 / 18:2,19:2,20:2,21:2,22:2,23:2,12:3 w 2-1"))


def test_a_hint_begins_with_the_best_turn() -> None:
    """A hint has three turns in the order of their costs, and the first costs nothing."""
    hint = ENGINE.hint(game_at("24:9,20:2,15:4 / 12:8,7:4,2:3 w 5-2"))
    costs = [candidate.cost for candidate in hint.candidates]
    assert len(costs) == 3
    assert costs[0] == 0
    assert costs == sorted(costs)
    assert hint.best is hint.candidates[0]


def test_a_resignation_is_accepted_if_it_is_enough() -> None:
    """A single game is not accepted if mars is sure; mars is accepted in either position."""
    sure_mars = game_at("12:15 / 13:2,14:2,off:11 b")
    lost = game_at("2:1,off:14 / 13:2,14:2,off:11 w")
    assert not ENGINE.accepts_resignation(sure_mars, Side.BLACK, Grade.OYN)
    assert ENGINE.accepts_resignation(sure_mars, Side.BLACK, Grade.MARS)
    assert ENGINE.accepts_resignation(lost, Side.BLACK, Grade.OYN)


def test_a_double_is_taken_with_enough_chances() -> None:
    """A double is taken in an even position and dropped in a lost one."""
    assert ENGINE.takes_double(game_at("24:15 / 12:15 w"), Side.BLACK)
    assert not ENGINE.takes_double(game_at("1:1,off:14 / 18:15 w"), Side.BLACK)


def test_the_engine_doubles_when_far_ahead() -> None:
    """The engine rolls in an even position, doubles when far ahead, and plays on with a sure mars."""
    assert not ENGINE.doubles(game_at("24:15 / 12:15 w"))
    assert ENGINE.doubles(game_at("1:2,2:2,3:2,off:9 / 13:3,14:3,15:2,off:7 w"))
    assert not ENGINE.doubles(game_at("1:2,2:2,off:11 / 12:15 w"))


def test_a_draw_is_agreed_only_when_behind() -> None:
    """The side that is about to win refuses a draw."""
    state = game_at("1:1,off:14 / 18:15 w")
    assert not ENGINE.agrees_to_draw(state, Side.WHITE)
    assert ENGINE.agrees_to_draw(state, Side.BLACK)


def test_only_good_opening_rolls_are_kept() -> None:
    """R7.3: some of the fifteen opening rolls are kept, and some are not."""
    opening_rolls = [(high, low) for high in range(2, 7) for low in range(1, high)]
    kept = {
        ENGINE.keeps_roll(Game.begin(RULESETS["palm"], (opening_roll,))) for opening_roll in opening_rolls
    }
    assert kept == {True, False}
