"""Every sentence that states a rule is checked on a board."""

from __future__ import annotations

import re

import pytest

from bot.rules import RULESETS, Family, RuleSet
from bot.rules.errors import Reason
from bot.rules.rulesets import HeadRule, Landing, Opening, PrimeRule, Scoring
from bot.sessions import DisplayPreferences
from bot.talk.catalog import LANGUAGES, placeholders, words_in
from bot.talk.commands.help_pages import rules_page
from bot.talk.lessons import LESSONS, lesson_rules
from bot.talk.reply import Code, plain
from bot.talk.rule_texts import rule_words, rules_of
from tests.dialogues.house import check_limits
from tests.talk.rule_cases import MayNot
from tests.talk.rule_table import CLOSED, CLOSED_TWICE, OWN_WAYS, SENTENCES

ENGLISH = words_in("en")
NO_SENTENCES = {f"rules-{name}" for name in RULESETS} | {"rules-text", "rules-choose"}
"""Texts that state no rule: names of rule sets and the frame of /rules."""

TELLS_OF_CLOSED = {CLOSED[0], CLOSED_TWICE[0]}


def reasons_of(ruleset: RuleSet) -> list[Reason]:
    """Return the reasons for which a rule set can refuse a move."""
    never = {
        Reason.HEAD: ruleset.head is HeadRule.FREE,
        Reason.PRIME: ruleset.prime is not PrimeRule.PAST,
        Reason.HOME_PRIME: ruleset.prime is not PrimeRule.HOME,
        Reason.BAR_FIRST: ruleset.landing is not Landing.HIT,
        Reason.HIGHER_DIE: not ruleset.higher_die,
    }
    return [reason for reason in Reason if not never.get(reason)]


def games_with(key: str) -> list[RuleSet]:
    """Return the rule sets in which players read a sentence."""
    if key == "card-extended":
        return [each.extended() for each in RULESETS.values() if each.scoring is Scoring.OYN_MARS]
    if key.startswith("how-"):
        family = Family.OPPOSED if "opposed" in key else Family.PARALLEL
        return [each for each in RULESETS.values() if each.family is family and lesson_rules(each) is each]
    if key.startswith("rules-"):
        return [each for each in RULESETS.values() if key in rules_of(each)]
    sentence = ENGLISH.words(key)
    return [
        each
        for each in RULESETS.values()
        if sentence in {rule_words(ENGLISH, each, reason) for reason in reasons_of(each)}
    ]


def test_every_sentence_about_a_rule_has_a_row() -> None:
    """Every lesson, every sentence of /rules and /why, and the extended scoring are in the table."""
    pages = {f"how-{page}" for page in range(1, len(LESSONS[Family.PARALLEL]) + 1)}
    pages |= {f"how-opposed-{page}" for page in range(1, len(LESSONS[Family.OPPOSED]) + 1)}
    written = {key for key in placeholders("en") if key.startswith(("rule-", "rules-"))} - NO_SENTENCES
    assert set(SENTENCES) == pages | written | {"card-extended"}


def test_every_sentence_is_used_by_a_rule_set() -> None:
    """Every sentence is shown in some rule set."""
    assert [key for key in SENTENCES if not games_with(key)] == []


@pytest.mark.parametrize("key", SENTENCES)
def test_a_sentence_is_true_in_its_rule_sets(key: str) -> None:
    """In each rule set that shows a sentence, its cases hold."""
    for ruleset in games_with(key):
        for case in (*SENTENCES[key], *OWN_WAYS.get((key, ruleset.name), ())):
            case.check(ruleset)


def test_a_forbidden_move_is_refused_with_its_rule() -> None:
    """The first move that a sentence of /why forbids is refused for the reason that shows the sentence."""
    for key in (key for key in SENTENCES if key.startswith("rule-")):
        refused = next(case for case in SENTENCES[key] if isinstance(case, MayNot))
        for ruleset in games_with(key):
            assert ENGLISH.words(key) == rule_words(ENGLISH, ruleset, refused.reason), (key, ruleset)


@pytest.mark.parametrize("key", [key for key, cases in SENTENCES.items() if TELLS_OF_CLOSED & set(cases)])
def test_a_blocked_point_can_be_jumped_over(key: str) -> None:
    """A sentence about a blocked point says that a single die jumps over it."""
    english, russian = (words_in(language).words(key) for language in ("en", "ru"))
    assert re.search(r"is closed.* but a single die jumps over it", english)
    assert re.search(r"закрыт.* но одним заром через него перескакивают", russian)
    assert not re.search(r"to pass|по пути", english + russian)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULESETS)
def test_the_rules_fit_below_a_picture(name: str, language: str) -> None:
    """/rules has every sentence of its rule set with its commands, below one picture."""
    reply = rules_page(words_in(language), DisplayPreferences("web", language, "wood", "w", None), name)
    check_limits(reply)
    typed = {span.text for span in reply.text if isinstance(span, Code)}
    every = "/undo all" if language == "en" else "/undo все"
    chosen = {"/keep", "/reroll"} if RULESETS[name].opening is Opening.CHOICE else set()
    assert typed == {"/undo", "/undo 2", every} | chosen
    for key in rules_of(RULESETS[name]):
        words = re.escape(words_in(language).words(key, **dict.fromkeys(placeholders(language)[key], "@")))
        assert re.search(words.replace("@", "/[^ ]+( [^ ]+)?"), plain(reply.text))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_numbers(language: str) -> None:
    """Points, rolls and values of a win are the same in every language."""

    def numbers(spoken: str, key: str) -> list[str]:
        arguments = dict.fromkeys(placeholders(spoken)[key], "")
        return sorted(re.findall(r"\d+(?:-\d+)?", words_in(spoken).words(key, **arguments)))

    assert {key: numbers(language, key) for key in SENTENCES} == {
        key: numbers("en", key) for key in SENTENCES
    }
