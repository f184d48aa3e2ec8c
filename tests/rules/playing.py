"""Helpers of the rules' tests: short ways to write a position and to play a game."""

from __future__ import annotations

import random

from bot.rules import RULESETS, Game, PartialTurn, Position, Roll, RuleSet, legal_turns, read_position
from bot.rules.events import Event, OpeningRolls, Played, Rolled

LONG = RULESETS["long"]
ROLLS = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))


def position_with_roll(text: str, ruleset: RuleSet = LONG) -> tuple[Position, Roll]:
    """Read a position with its dice."""
    position, roll = read_position(text, ruleset)
    assert roll is not None
    return position, roll


def turns(text: str, ruleset: RuleSet = LONG) -> set[str]:
    """Return the legal turns of a written position and roll, as texts."""
    found = [str(turn) for turn in legal_turns(*position_with_roll(text, ruleset))]
    assert len(found) == len(set(found))
    return set(found)


def partial(text: str, ruleset: RuleSet = LONG) -> PartialTurn:
    """Begin a turn at a written position and roll."""
    return PartialTurn.begin(*position_with_roll(text, ruleset))


def random_roll(rng: random.Random) -> Roll:
    """Return two dice from a seeded generator."""
    return Roll(rng.randint(1, 6), rng.randint(1, 6))


def random_game(
    ruleset: RuleSet, rng: random.Random, opening_rolls: OpeningRolls | None, turns: int | None = None
) -> tuple[Event, ...]:
    """Return the events of a game of random turns: a whole game, or `turns` turns."""
    events: list[Event] = []
    state = Game.begin(ruleset, opening_rolls)
    while state.outcome is None and state.turns != turns:
        if state.roll is None:
            events.append(Rolled(random_roll(rng)))
            state = state.after(events[-1])
        assert state.roll is not None
        choices = legal_turns(state.position, state.roll)
        events.append(Played.of(choices[rng.randrange(len(choices))].moves if choices else ()))
        state = state.after(events[-1])
    return tuple(events)


def first_turn(state: Game) -> Played:
    """Return the first legal turn of a game with a pending roll, or a pass."""
    assert state.roll is not None
    choices = legal_turns(state.position, state.roll)
    return Played.of(choices[0].moves if choices else ())
