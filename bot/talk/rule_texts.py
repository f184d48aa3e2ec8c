"""Rule texts: chooses the messages that state the rules, as each rule set has them."""

from __future__ import annotations

from bot.rules import Family, RuleSet
from bot.rules.errors import Reason
from bot.rules.rulesets import HeadRule, PrimeJudged, Scoring
from bot.talk.catalog import Words
from bot.talk.input.keywords import Keyword
from bot.talk.reply import Code, Text

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
    Reason.HOME_PRIME: "rule-home-prime",
    Reason.NOT_HOME: "rule-home",
    Reason.CHECKER_BEHIND: "rule-behind",
    Reason.BAR_FIRST: "rule-bar",
    Reason.NO_HIT: "rule-star",
}
_OPPOSED_RULES = {"rule-closed": "rule-closed-twice", "rule-way": "rule-way-against"}
"""Messages that replace others in the opposed games, in which the players move in opposite directions."""

_HEADS = {
    HeadRule.FIRST_STOPPED_BY_HEAD: "rule-head-stopped",
    HeadRule.FIRST_DOUBLES: "rule-head-first",
    HeadRule.ANY_DOUBLES: "rule-head-doubles",
}

_SCORES = {
    Scoring.OYN_MARS: "rules-score-oyn-mars",
    Scoring.BACKGAMMON: "rules-score-backgammon",
    Scoring.ONE: "rules-score-one",
    Scoring.EXTENDED: "card-extended",
}
_SCORES_WITH_BAR = {"rules-score-backgammon": "rules-score-backgammon-bar"}
"""The messages about what a win counts in games with a bar, by the messages that they replace."""


def rules_of(ruleset: RuleSet) -> tuple[str, ...]:
    """Return the ids of the messages that describe a rule set, the one about this rule set alone first."""
    opposed, score = ruleset.family is Family.OPPOSED, _SCORES[ruleset.scoring]
    return (
        f"rules-about-{ruleset.name}",
        "rules-closed-twice" if opposed else "rules-closed",
        "rules-higher-die" if ruleset.higher_die else "rules-either-die",
        "rules-bearing-off",
        _SCORES_WITH_BAR.get(score, score) if opposed else score,
        "rules-undo",
    )


def rule_text(words: Words, rule: str) -> Text:
    """Return one of the messages of `rules_of`, with the commands in it filled in."""
    return words.say(
        rule,
        keep=Code("/keep"),
        reroll=Code("/reroll"),
        last=Code("/undo"),
        two=Code("/undo 2"),
        all=Code(f"/undo {Keyword.ALL.usual_form(words)}"),
    )


def rule_words(words: Words, ruleset: RuleSet, reason: Reason) -> str:
    """Return the sentence that states the rule behind a reason why a move is illegal."""
    if reason is Reason.HEAD:
        return words.words(_HEADS[ruleset.head])
    if reason is Reason.PRIME:
        judged = ruleset.prime_judged is PrimeJudged.EVERY_MOVE
        return words.words("rule-prime-every-move" if judged else "rule-prime")
    rule = _RULES[reason]
    return words.words(_OPPOSED_RULES.get(rule, rule) if ruleset.family is Family.OPPOSED else rule)
