from __future__ import annotations

from datetime import timedelta
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from bot.rules import (
    RULESETS,
    Grade,
    Move,
    NardyRulesError,
    PartialTurn,
    Roll,
    Side,
    legal_turns,
    play_text,
    read_position,
    start_position,
)
from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood, Reason
from bot.rules.rulesets import HeadRule
from bot.sessions.errors import AlreadyRolled, CannotResignAt, NotYourTurn, Refusal, TurnIncomplete
from bot.talk.catalog import LANGUAGES, placeholders, words_in
from bot.talk.refusal_texts import refusal_text, rules_error_text
from bot.talk.reply import plain
from bot.talk.rule_texts import rule_words
from bot.talk.wording import written
from tests.dialogues.house import House
from tests.talk.refused_codes import codes_and_fields

SAMPLES: dict[str, object] = {
    "challenge": "k7f",
    "game": "k7f",
    "left": 3,
    "limit": 100,
    "made": 2,
    "name": "Anna",
    "names": ("Canada/Eastern", "US/Eastern"),
    "option": "theme",
    "platform": "discord",
    "ruleset": "federation",
    "typed": "Atlantis",
    "wait": timedelta(hours=5),
    "year": "2026",
}
"""A value for each field of a refusal."""

WITH_OWN_TEXT: tuple[Refusal, ...] = (
    AlreadyRolled("k7f", Roll(6, 5), (Move(24, 18, 6),)),
    AlreadyRolled("k7f", Roll(6, 5), ()),
    TurnIncomplete("k7f", (6, 5), (Move(24, 18, 6),)),
    CannotResignAt("k7f", (Grade.OYN, Grade.MARS)),
)
"""Refusals whose texts need more than their fields."""

EXTRA_PLACEHOLDERS = {
    "already-rolled": frozenset({"command"}),
    "turn-incomplete": frozenset({"moves"}),
    "cannot-resign": frozenset({"ways"}),
}
"""The placeholders of those texts beside the fields."""

UNITS = {"hours", "minutes", "seconds"}
"""Units in which a text may give a `wait`."""


def refusal_of(position: str, typed: str, language: str = "en") -> str:
    """Return the refusal of a typed move."""
    start, roll = read_position(position, RULESETS["long"])
    assert roll is not None
    with pytest.raises((IllegalMove, NotUnderstood, AmbiguousMove)) as refused:
        play_text(PartialTurn.begin(start, roll), typed)
    return plain(rules_error_text(words_in(language), refused.value))


def refusal_or_nothing(partial: PartialTurn, typed: str, language: str) -> str:
    """Return the refusal of typed moves, or "" if they are legal."""
    try:
        play_text(partial, typed)
    except NardyRulesError as error:
        return plain(rules_error_text(words_in(language), error))
    return ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_text_with_exactly_its_fields(language: str) -> None:
    """Each text has exactly the fields of its code as placeholders."""
    texts = placeholders(language)
    wanted = {
        code: fields | EXTRA_PLACEHOLDERS.get(code, frozenset())
        for code, fields in codes_and_fields().items()
    }
    filled = {
        code: {"wait" if name in UNITS else name for name in texts.get(f"refused-{code}", ("no text",))}
        for code in wanted
    }
    assert filled == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_fits_a_toast(language: str) -> None:
    """Every refusal has at most the 200 characters of a toast on Telegram."""
    with_own_text = {each.code for each in WITH_OWN_TEXT}
    plain_ones = [
        Refusal(code, **{name: SAMPLES[name] for name in fields})
        for code, fields in codes_and_fields().items()
        if code not in with_own_text
    ]
    answers = [plain(refusal_text(words_in(language), each)) for each in (*WITH_OWN_TEXT, *plain_ones)]
    assert [text for text in answers if len(text) > 200 or not text.endswith(".")] == []


def test_a_wait_is_rounded_up() -> None:
    """A wait of half a second is shown as a second, a minute or an hour."""
    waits = [
        plain(refusal_text(words_in("en"), Refusal(code, wait=timedelta(seconds=0.5))))
        for code in ("too-fast", "chat-full", "too-many-exports")
    ]
    assert ["a second" in waits[0], "a minute" in waits[1], "an hour" in waits[2]] == [True] * 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_text(language: str) -> None:
    """Each reason has a text in each language, for any number of legal moves."""
    instead = ((), (Move(24, 18, 6),), tuple(Move(24 - n, 18 - n, 6) for n in range(15)))
    for reason, holder, possible in product(Reason, (None, *Side), instead):
        error = IllegalMove(reason, 24, 18, point=18, holder=holder, possible=possible)
        text = plain(rules_error_text(words_in(language), error))
        assert (len(text) <= 300, text[-1]) == (True, "."), (reason, text)


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(1, 25), st.one_of(st.none(), st.integers(0, 24)))
@settings(max_examples=300, deadline=None)
def test_every_refused_move_is_fully_explained(seed: int, start: int, stop: int | None) -> None:
    """In any position the answer to an illegal move names every point that it speaks of."""
    rng = Random(seed)
    position = start_position(RULESETS["long"])
    for _ in range(rng.randrange(80)):
        turns = legal_turns(position, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        if not turns:
            break
        position = turns[rng.randrange(len(turns))].end
    partial = PartialTurn.begin(position, Roll(rng.randint(1, 6), rng.randint(1, 6)))
    typed = written(start, stop) if stop is not None else written(start, 0).split("/")[0]
    for language in LANGUAGES:
        assert "None" not in refusal_or_nothing(partial, typed, language)


SINGLES = "24:13,20:1,14:1 / 12:14,7:1 w 6-5"
INSTEAD = "You can move 24/18, 20/14, 14/8, 24/19, 20/15, 14/9."


@pytest.mark.parametrize(
    ("position", "typed", "answer"),
    [
        (
            "24:12,13:1,18:1,16:1 / 12:14,7:1 w 6-5",
            "13/7",
            "13/7 is blocked: Black holds 7. From 13 you can play 5: 13/8.",
        ),
        (
            SINGLES,
            "24/17",
            "No die moves a checker from 24 to 17. From 24 you can play 6: 24/18 or 5: 24/19.",
        ),
        (SINGLES, "3/off", f"You have no checker on 3. {INSTEAD}"),
        (SINGLES, "bar/20", f"You have no checker on the bar. {INSTEAD}"),
        (
            SINGLES,
            "hello",
            "I don’t read hello as a move. Write it from point to point, like 24/18 13/8.",
        ),
    ],
)
def test_an_illegal_move_is_explained(position: str, typed: str, answer: str) -> None:
    """The answer to an illegal move says what is wrong and what is legal."""
    assert refusal_of(position, typed) == answer


def test_an_illegal_move_is_explained_in_russian() -> None:
    """The Russian answer names the point, the side that holds it, and a legal move."""
    answer = "Ход 13/7 закрыт: на 7 стоят чёрные. С 13 можно пойти на 5: 13/8."
    assert refusal_of("24:12,13:1,18:1,16:1 / 12:14,7:1 w 6-5", "13/7", "ru") == answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_rule_in_every_rule_set(language: str) -> None:
    """The rule behind each reason is one sentence in every rule set."""
    for ruleset, reason in product(RULESETS.values(), Reason):
        if reason is Reason.HEAD and ruleset.head is HeadRule.FREE:
            continue
        rule = rule_words(words_in(language), ruleset, reason)
        assert (rule[:7] in {"The rul", "Правило"}, rule.count(". "), rule[-1]) == (True, 0, "."), rule


async def test_a_person_called_nardy_is_not_the_computer(house: House) -> None:
    """A person with the computer player's name is named as a person in a refusal."""
    for player, line in (("Anna", "/start"), ("Nardy", "/challenge Anna first me"), ("Anna", "/accept")):
        await house.type(player, line)
    assert (await house.type("Anna", "/roll")).startswith("It is not your turn: Nardy is to play.")
    computers = refusal_text(words_in("en"), NotYourTurn("k7f", None))
    assert plain(computers).startswith("It is not your turn: the computer is to play.")
