"""The rule behind a refusal, in one sentence, as the game that is played has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import Family, HeadRule, PrimeJudged, Reason

if TYPE_CHECKING:
    from bot.rules import RuleSet
    from bot.talk.catalog import Words

_RULES = {
    Reason.NO_CHECKER: "rule-own",
    Reason.OTHERS_CHECKER: "rule-own",
    Reason.NO_SUCH_DIE: "rule-dice",
    Reason.DIE_USED: "rule-dice",
    Reason.BLOCKED: "rule-closed",
    Reason.STOP_BLOCKED: "rule-closed",
    Reason.BACKWARDS: "rule-way",
    Reason.FULL_ROLL: "rule-full-roll",
    Reason.INCOMPLETE: "rule-full-roll",
    Reason.HIGHER_DIE: "rule-higher-die",
    Reason.NOTHING_POSSIBLE: "rule-pass",
    Reason.NOT_A_PASS: "rule-pass",
    Reason.TURN_COMPLETE: "rule-complete",
    Reason.HOME_PRIME: "rule-wall-home",
    Reason.NOT_HOME: "rule-home",
    Reason.CHECKER_BEHIND: "rule-behind",
    Reason.BAR_FIRST: "rule-bar",
    Reason.NO_HIT: "rule-star",
}
_AGAINST = {"rule-closed": "rule-closed-twice", "rule-way": "rule-way-against"}
"""What is different where the sides travel against each other."""

_HEADS = {
    HeadRule.FIRST_STOPPED_BY_HEAD: "rule-head-stopped",
    HeadRule.FIRST_DOUBLES: "rule-head-first",
    HeadRule.ANY_DOUBLES: "rule-head-doubles",
}


def rule_words(words: Words, ruleset: RuleSet, reason: Reason) -> str:
    """Return the sentence of the rule that a reason comes from."""
    if reason is Reason.HEAD:
        return words.words(_HEADS[ruleset.head])
    if reason is Reason.PRIME:
        judged = ruleset.prime_judged is PrimeJudged.EVERY_MOVE
        return words.words("rule-wall-every-move" if judged else "rule-wall")
    rule = _RULES[reason]
    return words.words(_AGAINST.get(rule, rule) if ruleset.family is Family.OPPOSED else rule)
