"""The engine: the entry point to the computer player, for every rule set."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import Final

from bot.engine.agreements import accepts_resignation, agrees_to_draw
from bot.engine.analysing import DEEP, QUICK, Progress, analysed
from bot.engine.analysis import Analysis, Reviewer
from bot.engine.cube import CubeDecision, decide
from bot.engine.evaluation import Evaluator, equity
from bot.engine.hinting import SHOWN, hinted
from bot.engine.hints import Hint
from bot.engine.levels import Level, choose_turn, turns_of
from bot.engine.network import Network, Outputs
from bot.engine.race import is_home, least_wasteful
from bot.engine.score import MONEY, Score
from bot.engine.search import Search
from bot.rules import Family, Game, Grade, RuleSet, Side, Turn, legal_turns
from bot.rules.formats import Record
from bot.rules.rulesets import Scoring

_FURTHER_OUTPUTS: Final = {Scoring.BACKGAMMON: "palm", Scoring.EXTENDED: "extended"}


@cache
def network_of(ruleset: RuleSet) -> Network:
    """Return the neural net shipped for a rule set; it is read once and cached.

    The games of the parallel family share one net. For a scoring with grades above mars, the net gets extra
    outputs, whose meaning depends on the scoring.
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
    """Return the search for a rule set; it is created once and cached."""
    return Search(Evaluator(network_of(ruleset), ruleset))


@cache
def reviewer_of(ruleset: RuleSet) -> tuple[Search, Reviewer]:
    """Return the search that reviews games of a rule set, and the kind of reviewer; it is cached.

    In the parallel family, a separate net reviews games, so that the playing net does not judge itself. That
    net has no outputs above mars, so for such a scoring the playing net reviews too.
    """
    if ruleset.family is Family.OPPOSED or ruleset.scoring in _FURTHER_OUTPUTS:
        return search_of(ruleset), Reviewer.PLAYER
    return Search(Evaluator(_net("judge-long"), ruleset)), Reviewer.OWN


@cache
def _net(name: str) -> Network:
    with as_file(files("bot.engine") / "nets" / f"{name}.npz") as path:
        return Network.load(path)


def racing_turn(state: Game) -> Turn:
    """Return a good turn in a race, quickly and without loading the bear-off table.

    If the opponent is home and the mover can be after the turn, it is chosen by pips and gaps. Otherwise the
    net chooses, because it knows the danger of mars.

    Raises:
        ValueError: there is no roll, or it allows no turn.
    """
    turns = turns_of(state)
    if is_home(state.position.theirs) and any(map(is_home, turns.boards)):
        return turns[least_wasteful(turns.boards)]
    return Engine().choose(state, Level.STRONG)


class Engine:
    """The computer player for every rule set: turns, hints, cube decisions and analyses.

    It stores nothing about games and can be used by several threads at once.
    """

    def choose(self, state: Game, level: Level = Level.BEST) -> Turn:
        """Return the turn that a level plays; the same position and roll always give the same turn.

        Raises:
            ValueError: there is no roll, or it allows no turn.
        """
        return turns_of(state)[choose_turn(search_of(state.ruleset), state, level.strength)]

    def hint(self, state: Game, count: int = SHOWN) -> Hint:
        """Return the best turns of a roll, searched two plies deep (with the opponent's replies).

        Args:
            state: a game with rolled dice.
            count: the most turns to return.

        Raises:
            ValueError: there is no roll, or it allows no turn.
        """
        return hinted(search_of(state.ruleset), state, count)

    def analyse(
        self,
        record: Record,
        *,
        replies: bool = False,
        progress: Progress | None = None,
    ) -> Analysis:
        """Review every turn of a game two plies deep, and roll out the costliest ones.

        Args:
            replies: True for a deep analysis: the luck of each roll two plies deep too, and longer roll-outs.
            progress: called with the turns reviewed so far, the total, and White's probability to win before
                the last of them. After the last turn it is called with the total twice, and with None. An
                exception from it stops the analysis.
        """
        search, reviewer = reviewer_of(record.ruleset)
        return analysed(
            search,
            record,
            adviser=search_of(record.ruleset),
            reviewer=reviewer,
            effort=DEEP if replies else QUICK,
            progress=progress,
        )

    def agrees_to_draw(self, state: Game, side: Side, score: Score = MONEY) -> bool:
        """True if a side accepts a draw: it is worth clearly more than playing on, and not too early."""
        return agrees_to_draw(search_of(state.ruleset), state, side, score)

    def accepts_resignation(self, state: Game, side: Side, grade: Grade, score: Score = MONEY) -> bool:
        """True if a side accepts a resignation at a grade: it is worth at least as much as playing on."""
        return accepts_resignation(search_of(state.ruleset), state, side, grade, score)

    def cube_hint(self, state: Game, score: Score = MONEY) -> CubeDecision:
        """Return the best cube actions of both sides before the mover's roll, also after a double."""
        return decide(search_of(state.ruleset), state, score)

    def doubles(self, state: Game, score: Score = MONEY) -> bool:
        """True if the mover should double before rolling."""
        return self.cube_hint(state, score).doubles

    def takes_double(self, state: Game, side: Side, score: Score = MONEY) -> bool:
        """True if a side should take the opponent's double instead of dropping it.

        Raises:
            ValueError: the side itself has doubled.
        """
        if side is state.mover:
            raise ValueError("a side cannot answer its own double")
        return self.cube_hint(state, score).takes

    def keeps_roll(self, state: Game) -> bool:
        """True if White should keep the opening dice, because they are better than an average roll (R7.3)."""
        if state.choice is None:
            return False
        search = search_of(state.ruleset)
        turns = legal_turns(state.position, state.choice)
        kept = equity(search.evaluate(turns, state.position)).max()
        return bool(kept >= equity(search.before_roll([state.position]))[0])
