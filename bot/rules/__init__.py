"""The rules of seven nardy games: legal turns, results, notation and records.

Begin a game, roll, and play a turn:

>>> from bot.rules import Game
>>> game = Game.begin("long").rolled(6, 5)
>>> list(game.legal_turns())
[<Turn 24/13>]
>>> print(game.play("24/13").position)
 13  14  15  16  17  18 |  19  20  21  22  23  24
 w1   ·   ·   ·   ·   · |   ·   ·   ·   ·   · w14
b15   ·   ·   ·   ·   · |   ·   ·   ·   ·   ·   ·
 12  11  10   9   8   7 |   6   5   4   3   2   1
long 24:14,13:1 / 12:15 b

All values are immutable: `rolled`, `play` and `after` return a new `Game`. The rules use no files, network,
clock or random numbers; dice are always passed in. A game keeps no history. To keep one, store its events,
as `bot.rules.formats.Record` does.

This package exports what most callers need. Five modules have the rest:

- `bot.rules.events`: what can happen in a game: rolls, turns, doubles, resignations, draws
- `bot.rules.errors`: what can go wrong: illegal moves, unreadable text
- `bot.rules.rulesets`: the seven games as data, and the options that they choose from
- `bot.rules.notation`: reading and writing moves such as `24/18 13/8`
- `bot.rules.formats`: reading and writing whole games and matches

The rule against six in a row (a prime; also called a wall, a blockade or a block) is `PrimeRule` in
`bot.rules.rulesets`; `bot.rules.generator.constraints` says what it forbids in a turn.

`docs/rules.md` states the rules in words. Docstrings cite its sections as `R4.2`.
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
