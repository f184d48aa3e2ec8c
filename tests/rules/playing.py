"""What the tests of the rules share: short ways to say a position and to play a game."""

from __future__ import annotations

import random

from bot.rules import RULESETS, Game, PartialTurn, Position, Roll, RuleSet, legal_turns, read_position
from bot.rules.events import Event, OpeningRolls, Played, Rolled

LONG = RULESETS["long"]
ROLLS = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))


def thrown(text: str, ruleset: RuleSet = LONG) -> tuple[Position, Roll]:
    """A position that is written with its dice."""
    position, roll = read_position(text, ruleset)
    assert roll is not None
    return position, roll


def turns(text: str, ruleset: RuleSet = LONG) -> set[str]:
    """The legal turns of a written position and roll, as texts."""
    found = [str(turn) for turn in legal_turns(*thrown(text, ruleset))]
    assert len(found) == len(set(found))
    return set(found)


def partial(text: str, ruleset: RuleSet = LONG) -> PartialTurn:
    """A turn in progress in which nothing has been moved."""
    return PartialTurn.begin(*thrown(text, ruleset))


def random_roll(rng: random.Random) -> Roll:
    """Two dice from a seeded generator."""
    return Roll(rng.randint(1, 6), rng.randint(1, 6))


def random_game(
    ruleset: RuleSet, rng: random.Random, opening_rolls: OpeningRolls | None, turns: int | None = None
) -> tuple[Event, ...]:
    """The events of a game of random turns: a whole game, or that many turns."""
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
    """The first legal turn of a game whose dice are thrown, or a pass."""
    assert state.roll is not None
    choices = legal_turns(state.position, state.roll)
    return Played.of(choices[0].moves if choices else ())
