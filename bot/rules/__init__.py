"""The rules of the game: pure values, without input, output, clock or chance of their own.

A game is a ``Game`` that events turn into the next:

>>> from bot.rules import RULESETS, Game, Roll, legal_turns, play_text
>>> from bot.rules.events import Rolled
>>> game = Game.begin(RULESETS["long"]).after(Rolled(Roll(6, 5)))
>>> [str(turn) for turn in legal_turns(game.position, Roll(6, 5))]
['24/13']
>>> game = game.after_turn(play_text(game.begin_turn(), "24/13"))
>>> print(game.position)
long 24:14,13:1 / 12:15 b

A game keeps no history: who wants one keeps its events, as ``bot.rules.formats.Record`` does. Here are the
values that every user of the rules needs. The rest is in five modules:

- ``bot.rules.events``: what can happen
- ``bot.rules.errors``: what can go wrong
- ``bot.rules.rulesets``: what a rule set is made of
- ``bot.rules.notation``: moves as text
- ``bot.rules.formats``: whole games as text

``docs/rules.md`` tells the rules in words; docstrings quote it by section (``R4.2``).
"""

from bot.rules.board import BAR as BAR, OFF as OFF, Family as Family, Side as Side
from bot.rules.cube import Cube as Cube
from bot.rules.errors import NardyRulesError as NardyRulesError
from bot.rules.game import Game as Game, next_starter as next_starter, resignations as resignations
from bot.rules.match import MatchState as MatchState
from bot.rules.moves import Move as Move
from bot.rules.objections import why as why, why_not as why_not
from bot.rules.outcomes import Ending as Ending, Outcome as Outcome
from bot.rules.position import (
    Position as Position,
    read_position as read_position,
    start_position as start_position,
    write_position as write_position,
)
from bot.rules.rolls import Roll as Roll
from bot.rules.rulesets import RULESETS as RULESETS, Grade as Grade, RuleSet as RuleSet
from bot.rules.time_control import TimeControl as TimeControl
from bot.rules.turn_graph import continuations as continuations
from bot.rules.turn_in_progress import PartialTurn as PartialTurn
from bot.rules.turns import LegalTurns as LegalTurns, Turn as Turn, legal_turns as legal_turns
from bot.rules.written_turns import play_text as play_text
