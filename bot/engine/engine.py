"""The engine: one way in for all rule sets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import as_file, files
from typing import Final

from bot.engine.agreements import accepts_resignation, agrees_to_draw
from bot.engine.analysing import DEEP, QUICK, analysed
from bot.engine.analysis import Analysis, Reviewer
from bot.engine.cube import CubeDecision, decide
from bot.engine.evaluation import Evaluator, equity
from bot.engine.hinting import TOLD, hinted
from bot.engine.hints import Hint
from bot.engine.levels import Level, choose_turn, turns_of
from bot.engine.network import Network, Outputs
from bot.engine.race import is_home, thrifty
from bot.engine.score import MONEY, Score
from bot.engine.search import Search
from bot.rules import Family, Game, Grade, RuleSet, Side, Turn, legal_turns
from bot.rules.formats import Record
from bot.rules.rulesets import Scoring

_FURTHER_OUTPUTS: Final = {Scoring.BACKGAMMON: "palm", Scoring.EXTENDED: "extended"}


@cache
def network_of(ruleset: RuleSet) -> Network:
    """Read the net that is shipped for a rule set; it is kept.

    The games of the parallel family share one net. Where their scoring knows more than mars it gets further
    outputs, which mean something else in each scoring.
    """
    if ruleset.family is Family.OPPOSED:
        return _net(ruleset.name)
    further = _FURTHER_OUTPUTS.get(ruleset.scoring)
    if further is None:
        return _net("long")
    with as_file(files("bot.engine") / "nets" / f"{further}.npz") as path:
        return _net("long").with_outputs(Outputs.load(path))


@cache
def search_of(ruleset: RuleSet) -> Search:
    """Return what looks ahead in a rule set; it is kept."""
    return Search(Evaluator(network_of(ruleset), ruleset))


@cache
def reviewer_of(ruleset: RuleSet) -> tuple[Search, Reviewer]:
    """Return what judges games of a rule set, and who that is; it is kept.

    In the parallel family it is a net that has nothing in common with the one that plays, unless the scoring
    knows more than mars, of which that net says nothing.
    """
    if ruleset.family is Family.OPPOSED or ruleset.scoring in _FURTHER_OUTPUTS:
        return search_of(ruleset), Reviewer.PLAYER
    return Search(Evaluator(_net("judge-long"), ruleset)), Reviewer.OWN


@cache
def _net(name: str) -> Network:
    with as_file(files("bot.engine") / "nets" / f"{name}.npz") as path:
        return Network.load(path)


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

    def hint(self, state: Game, count: int = TOLD) -> Hint:
        """Return the best turns of a roll, the replies looked at.

        Args:
            state: the game, the dice rolled.
            count: so many at most, of the few that are looked at.

        Raises:
            ValueError: there is no roll, or it allows no turn.
        """
        return hinted(search_of(state.ruleset), state, count)

    def analyse(
        self,
        record: Record,
        *,
        replies: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Analysis:
        """Review every turn of a game by all replies, and roll out those that cost most.

        Args:
            replies: True if more is done for it (deep): the luck of each roll by all replies too, longer
                roll-outs.
            progress: told how many of how many turns are judged, and all of them again while the worst are
                rolled out; what it raises ends the work.
        """
        search, reviewer = reviewer_of(record.ruleset)
        return analysed(
            search, record, reviewer=reviewer, effort=DEEP if replies else QUICK, progress=progress
        )

    def agrees_to_draw(self, state: Game, side: Side, score: Score = MONEY) -> bool:
        """Agree when a draw is worth clearly more than playing on, and enough is played to tell."""
        return agrees_to_draw(search_of(state.ruleset), state, side, score)

    def accepts_resignation(self, state: Game, side: Side, grade: Grade, score: Score = MONEY) -> bool:
        """Accept what is worth at least as much as playing on."""
        return accepts_resignation(search_of(state.ruleset), state, side, grade, score)

    def cube_hint(self, state: Game, score: Score = MONEY) -> CubeDecision:
        """Return what a double of the mover is worth before its roll, offered already or not."""
        return decide(search_of(state.ruleset), state, score)

    def doubles(self, state: Game, score: Score = MONEY) -> bool:
        """Double when that is worth more than to roll."""
        return self.cube_hint(state, score).doubles

    def takes_double(self, state: Game, side: Side, score: Score = MONEY) -> bool:
        """Take when playing on at the doubled cube costs no more than dropping.

        Raises:
            ValueError: it is the side itself that has doubled.
        """
        if side is state.mover:
            raise ValueError("nobody answers a double of his own")
        return self.cube_hint(state, score).takes

    def keeps_roll(self, state: Game) -> bool:
        """Keep an opening roll that is worth more than the average one."""
        if state.choice is None:
            return False
        search = search_of(state.ruleset)
        turns = legal_turns(state.position, state.choice)
        kept = equity(search.evaluate(turns, state.position)).max()
        return bool(kept >= equity(search.before_roll([state.position]))[0])
