"""The engine: one way in for all rule sets."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Final

from bot.engine.analysing import analysed
from bot.engine.evaluation import Evaluator, equity
from bot.engine.hinting import hinted
from bot.engine.levels import Level
from bot.engine.network import Network
from bot.engine.race import is_home, thrifty
from bot.engine.search import Search
from bot.engine.thinking import choose_turn, turns_of
from bot.rules import Family, legal_turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.analysis import Analysis
    from bot.engine.hints import Hint
    from bot.rules import Game, Grade, RuleSet, Side, Turn
    from bot.rules.formats import Record

_DOUBLES_ABOVE: Final = 0.4
"""A little before the other side has to drop: soon after that it would drop, and what it can do with the
cube is worth about a tenth of a point to it."""
_TOO_GOOD_ABOVE: Final = 1.0
"""A double that is dropped wins one point."""
_TAKES_ABOVE: Final = -0.5
"""At the doubled cube a loss of half a point each is the loss of one by dropping."""

_AGREES_BELOW: Final = -0.15
_MARGIN: Final = 0.02


@cache
def network_of(ruleset: RuleSet) -> Network:
    """Read the net that is shipped for a rule set; it is kept."""
    name = ruleset.name if ruleset.family is Family.OPPOSED else "long"
    with as_file(files("bot.engine") / "nets" / f"{name}.npz") as path:
        return Network.load(path)


@cache
def search_of(ruleset: RuleSet) -> Search:
    """Return what looks ahead in a rule set; it is kept."""
    return Search(Evaluator(network_of(ruleset), ruleset))


def racing_turn(state: Game) -> Turn:
    """Return the turn of a race that wastes least; found at once, without the exact table.

    The net knows what a race outside is worth, mars above all; at home pips and gaps say enough.

    Raises:
        ValueError: there is no roll, or it allows no turn.
    """
    turns = turns_of(state)
    if is_home(state.position.theirs) and any(map(is_home, turns.boards)):
        return turns[thrifty(turns.boards)]
    return Engine().choose(state, Level.STRONG)


class Engine:
    """Plays, hints, and tells what a game was worth, in every rule set.

    It keeps nothing of any game, and may be asked from several threads at once.
    """

    def choose(self, state: Game, level: Level = Level.BEST) -> Turn:
        """Return the turn that a level plays; always the same in the same place.

        Raises:
            ValueError: there is no roll, or it allows no turn.
        """
        return turns_of(state)[choose_turn(search_of(state.ruleset), state, level.strength)]

    def hint(self, state: Game) -> Hint:
        """Return the best turns of a roll, the replies looked at.

        Raises:
            ValueError: there is no roll, or it allows no turn.
        """
        return hinted(search_of(state.ruleset), state)

    def analyse(
        self,
        record: Record,
        *,
        replies: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Analysis:
        """Judge every turn of a game.

        Args:
            record: the game.
            replies: whether the opponent's replies are looked at (two ply).
            progress: told how many of how many turns are judged; what it raises ends the work.
        """
        return analysed(search_of(record.ruleset), record, replies=replies, progress=progress)

    def agrees_to_draw(self, state: Game, side: Side) -> bool:
        """Agree when it expects to lose more than it wins."""
        return _expected(state, side) < _AGREES_BELOW

    def accepts_resignation(self, state: Game, side: Side, grade: Grade) -> bool:
        """Accept what is worth at least as much as playing on."""
        return grade.points >= _expected(state, side) - _MARGIN

    def doubles(self, state: Game) -> bool:
        """Double when that is worth more than to roll, and playing on for mars is not worth more still."""
        return _DOUBLES_ABOVE <= _expected(state, state.mover) <= _TOO_GOOD_ABOVE

    def takes_double(self, state: Game, side: Side) -> bool:
        """Take when playing on at the doubled cube costs no more than dropping."""
        return _expected(state, side) >= _TAKES_ABOVE

    def keeps_roll(self, state: Game) -> bool:
        """Keep an opening roll that is worth more than the average one."""
        if state.choice is None:
            return False
        search = search_of(state.ruleset)
        turns = legal_turns(state.position, state.choice)
        kept = equity(search.evaluate(turns, state.position)).max()
        return bool(kept >= equity(search.before_roll([state.position]))[0])


def _expected(state: Game, side: Side) -> float:
    """How many points a side expects of a game that goes on, the cube aside."""
    search = search_of(state.ruleset)
    turns = legal_turns(state.position, state.roll) if state.roll else ()
    if turns:
        worth = float(equity(search.evaluate(turns, state.position)).max())
    else:
        worth = float(equity(search.before_roll([state.position]))[0])
    return worth if side is state.mover else -worth
