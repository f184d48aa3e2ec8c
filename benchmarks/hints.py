"""Hints benchmark: how often the reasons in hints are true, and apply to no weaker turn.

Hints are requested for turns from games between several levels. Each figure in a hint is counted
independently on the board (`benchmarks.hint_figures`). The chances of mars are checked with a separate net,
or in `short` with GNU Backgammon's 1-ply search if installed. A hint is *discriminating* if no turn that
costs 0.05 points or more (two plies, of fourteen searched) has all its reasons. Reasons about winning chances
alone, or that could not be counted, do not qualify.

    python -m benchmarks.hints [RULES] [TURNS] [worst]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks import gnubg
from benchmarks.hint_figures import Table, figure
from benchmarks.strength import Choice, Player, game
from bot.engine import Advantage, Engine, Hint, Reason
from bot.engine.engine import reviewer_of, search_of
from bot.engine.evaluation import equity
from bot.rules import Family, Game, Position, Side, legal_turns, write_position

TURNS = 200
SEED = 1000
LEVELS = ("casual", "skilled", "strong")
FROM_ONE_GAME = 6
WEAKER = 0.05
BEST_LOOKING, OTHERS = 8, 6
FEWER_IS_BETTER = {
    *(Advantage.SLOWS, Advantage.STOPS_PRIME, Advantage.ESCAPES, Advantage.FREER, Advantage.OPENS_HEAD),
    *(Advantage.LOWER_STACK, Advantage.SAFER, Advantage.FEWER_BLOTS, Advantage.NEARER_HOME),
    *(Advantage.FEWER_ROLLS, Advantage.SAVES_MARS),
}
MARS = {Advantage.KEEPS_MARS: 0, Advantage.SAVES_MARS: 1}
"""For each reason about mars, the index into `Mars`."""
SAME_MARS = 0.5
"""Chances of mars that differ by less, in percent, count as equal."""
GNUBG_PLIES = 1

Mars = tuple[float, float]
"""The chances of winning and of losing mars after a turn, in percent."""


def states(rules: str, count: int) -> list[Game]:
    """Return `count` states with a choice of turns, a few from each game."""
    found: list[Game] = []
    for number in range(count):
        seed = SEED + number
        levels = [random.Random(seed + number + place).choice(LEVELS) for place in range(len(Side))]
        players = {side: Player(level, random.Random(1)) for side, level in zip(Side, levels, strict=True)}
        played = [each.state for each in game(rules, players, seed) if isinstance(each, Choice)]
        found += random.Random(seed).sample(played, min(FROM_ONE_GAME, len(played)))
        if len(found) >= count:
            break
    return found[:count]


def weaker_ends(state: Game) -> list[Position]:
    """Return the boards after turns that cost 0.05 points or more, of those searched."""
    if state.roll is None:
        raise ValueError(state)
    turns, search = legal_turns(state.position, state.roll), search_of(state.ruleset)
    order = np.argsort(-equity(search.evaluate(turns, state.position)))
    rest = order[BEST_LOOKING:]
    step = max(1, len(rest) // OTHERS)
    near = [*order[:BEST_LOOKING], *rest[step - 1 :: step][:OTHERS]]
    ends = [turns.position(int(number)) for number in near]
    worth = equity(search.look_ahead(ends))
    return [end for end, each in zip(ends, worth, strict=True) if worth.max() - each >= WEAKER]


@dataclass(frozen=True)
class Judged:
    """The check of a hint.

    Attributes:
        weaker: the number of weaker turns.
        has_reason: True if the hint has a reason other than the chances to win.
        true: True if every figure in the hint is right.
        apart: True if no weaker turn has all its reasons.
    """

    hint: Hint
    weaker: int
    has_reason: bool
    true: bool
    apart: bool


def mars_after(ends: Iterable[Position], side: Side) -> dict[Position, Mars]:
    """Return the chances of mars after each turn of a side, by an independent judge; empty without one."""
    found = list(dict.fromkeys(ends))
    if not found:
        return {}
    if found[0].ruleset.family is not Family.OPPOSED:
        rows = reviewer_of(found[0].ruleset)[0].look_ahead(found)
        return {end: (100 * float(row[1]), 100 * float(row[2])) for end, row in zip(found, rows, strict=True)}
    if gnubg.executable() is None:
        return {}
    boards = [(gnubg.pips_of(end, side.other), gnubg.pips_of(end, side)) for end in found]
    answers = gnubg.chances(boards, GNUBG_PLIES)
    return {end: (100 * each[3], 100 * each[1]) for end, each in zip(found, answers, strict=True)}


def judged(state: Game, hint: Hint) -> Judged:
    """Check a hint against the board."""
    weaker = weaker_ends(state)
    side = state.mover
    best = [each.turn for each in hint.candidates[: hint.about]]
    reasons = [each for each in hint.reasons if each.advantage is not Advantage.WINS]
    mars: dict[Position, Mars] = {}
    if any(each.advantage in MARS for each in reasons):
        mars = mars_after([*(each.turn.end for each in hint.candidates), *weaker], side)
    true = True
    counted: dict[Reason, tuple[float, float]] = {}
    for reason in reasons:
        try:
            figures = [_figure(each.end, side, reason, mars) for each in best]
            other = _figure(hint.candidates[reason.against].turn.end, side, reason, mars)
        except KeyError:
            continue
        counted[reason] = min(figures), max(figures)
        true &= _is_true(reason, figures, other)
    apart = bool(counted) and not any(
        all(_has(_figure(end, side, reason, mars), reason, *span) for reason, span in counted.items())
        for end in weaker
    )
    return Judged(hint, len(weaker), bool(reasons), true, apart)


def _is_true(reason: Reason, figures: Sequence[float], other: float) -> bool:
    if reason.advantage in MARS:  # another net judges: it need not see the same figure, but the difference
        gap = (min(figures) - other) * (1 if reason.advantage is Advantage.KEEPS_MARS else -1)
        return gap > 0.25 * abs(reason.least - reason.other)
    return [min(figures), max(figures), other] == [reason.least, reason.most, reason.other]


def _has(value: float, reason: Reason, least: float, most: float) -> bool:
    """True if a turn's figure is as good as those of the best turns, so that the reason applies to it too."""
    near = SAME_MARS if reason.advantage in MARS else 0
    return value <= most + near if reason.advantage in FEWER_IS_BETTER else value >= least - near


def _figure(end: Position, side: Side, reason: Reason, mars: Mapping[Position, Mars]) -> float:
    """Return the figure of a reason, counted independently.

    Raises:
        KeyError: the figure cannot be counted.
    """
    if reason.advantage in MARS:
        return mars[end][MARS[reason.advantage]]
    point = reason.points[0] if reason.advantage is Advantage.HOLDS_POINT else 0
    return figure(Table(end.ruleset.name, write_position(end), side.value), reason.advantage.value, point)


def in_words(state: Game, found: Judged) -> str:
    """Return a checked hint as text, one line for each turn and reason."""
    lines = [f"{write_position(state.position, state.roll)} {found.weaker} weaker"]
    lines += [
        f"    {place}. {each.turn} {each.cost:.3f} win {each.chances.win:.3f} mars {each.chances.mars:.3f} "
        f"lost {each.chances.lost_mars:.3f}"
        for place, each in enumerate(found.hint.candidates, 1)
    ]
    lines += [
        f"        {each.advantage.value} {each.least}-{each.most}, turn {each.against + 1}: {each.other} "
        f"{each.points}, about {found.hint.about}"
        for each in found.hint.reasons
    ]
    return "\n".join([*lines, f"        true {found.true}, apart {found.apart}"])


def main(rules: str, count: int, *, worst: bool) -> None:
    """Check hints and print the shares of true and discriminating ones."""
    engine, all_judged, words = Engine(), list[Judged](), Counter[str]()
    for state in states(rules, count):
        found = judged(state, engine.hint(state))
        all_judged.append(found)
        words.update(each.advantage.value for each in found.hint.reasons)
        if worst and found.weaker and not (found.true and found.apart):
            print(in_words(state, found))
    matter = [each for each in all_judged if each.weaker]
    for name, some in (("all turns", all_judged), ("turns of which some are weaker", matter)):
        good = sum(each.has_reason and each.true and each.apart for each in some)
        with_reason = sum(each.has_reason for each in some)
        print(
            f"{rules}, {len(some)} {name}: a reason for {share(with_reason, some)}, "
            f"of those untrue {sum(each.has_reason and not each.true for each in some)}; "
            f"true and discriminating {share(good, some)}"
        )
    print(", ".join(f"{word} {times}" for word, times in words.most_common()))


def share(count: int, of: Sequence[object]) -> str:
    """Return a share in percent."""
    return f"{100 * count / max(len(of), 1):.0f} %"


if __name__ == "__main__":
    asked = [each for each in sys.argv[1:] if each != "worst"]
    main(asked[0] if asked else "long", int(asked[1]) if asked[1:] else TURNS, worst="worst" in sys.argv)
