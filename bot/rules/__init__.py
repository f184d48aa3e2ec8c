"""The rules of the game: pure values, without input, output, clock or chance of their own.

A game is a `Game` that events turn into the next:

>>> from bot.rules import RULESETS, Game, Roll, legal_turns, play_text
>>> from bot.rules.events import Rolled
>>> game = Game.begin(RULESETS["long"]).after(Rolled(Roll(6, 5)))
>>> [str(turn) for turn in legal_turns(game.position, Roll(6, 5))]
['24/13']
>>> game = game.after_turn(play_text(game.begin_turn(), "24/13"))
>>> print(game.position)
long 24:14,13:1 / 12:15 b

A game keeps no history: who wants one keeps its events, as `bot.rules.formats.Record` does. Here are the
values that every user of the rules needs. The rest is in five modules:

- `bot.rules.events`: what can happen
- `bot.rules.errors`: what can go wrong
- `bot.rules.rulesets`: what a rule set is made of
- `bot.rules.notation`: moves as text
- `bot.rules.formats`: whole games as text

`docs/rules.md` tells the rules in words; docstrings quote it by section (`R4.2`).
"""

from bot.rules.board import BAR, OFF, Family, Side
from bot.rules.cube import Cube
from bot.rules.errors import NardyRulesError
from bot.rules.game import Game, next_starter, resignations
from bot.rules.match import MatchState
from bot.rules.moves import Move
from bot.rules.objections import why, why_not
from bot.rules.outcomes import Ending, Outcome
from bot.rules.position import Position, read_position, start_position, write_position
from bot.rules.rolls import Roll
from bot.rules.rulesets import RULESETS, Grade, RuleSet
from bot.rules.time_control import TimeControl
from bot.rules.turn_graph import continuations
from bot.rules.turn_in_progress import PartialTurn
from bot.rules.turns import LegalTurns, Turn, legal_turns
from bot.rules.written_turns import play_text

# `make docs` shows what this lists.
__all__ = [
    "BAR",
    "OFF",
    "RULESETS",
    "Cube",
    "Ending",
    "Family",
    "Game",
    "Grade",
    "LegalTurns",
    "MatchState",
    "Move",
    "NardyRulesError",
    "Outcome",
    "PartialTurn",
    "Position",
    "Roll",
    "RuleSet",
    "Side",
    "TimeControl",
    "Turn",
    "continuations",
    "legal_turns",
    "next_starter",
    "play_text",
    "read_position",
    "resignations",
    "start_position",
    "why",
    "why_not",
    "write_position",
]
