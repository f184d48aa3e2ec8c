from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

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
from bot.sessions import errors
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.refusals import refusal_text, rules_error_text
from bot.talk.reply import plain
from bot.talk.ruling import rule_words
from bot.talk.wording import written

if TYPE_CHECKING:
    from tests.dialogues.scripted import House

REFUSALS: tuple[errors.Refusal, ...] = (
    errors.NoSuchGame("k7f"),
    errors.NoSuchPuzzle(),
    errors.PuzzleIsOver(),
    errors.NotSeated("k7f"),
    errors.NotYourTurn("k7f", "Anna"),
    errors.StaleBoard("k7f"),
    errors.GameIsOver("k7f"),
    errors.GameGoesOn("k7f"),
    errors.NotRolled("k7f"),
    errors.AlreadyRolled("k7f", Roll(6, 5), (Move(24, 18, 6),)),
    errors.TurnIncomplete("k7f", (6, 5), (Move(24, 18, 6),)),
    errors.NothingToTakeBack("k7f"),
    errors.CannotTakeBack("k7f", 2),
    errors.OfferWaits("k7f"),
    errors.NoOffer("k7f"),
    errors.NoOffer("k7f", is_late=True),
    errors.CannotResignAt("k7f", (Grade.OYN, Grade.MARS)),
    errors.CannotResignAt("k7f", ()),
    errors.NoSuchChallenge("k7f"),
    errors.ChallengeClosed("k7f", None),
    errors.ChallengeClosed("k7f", "k7f"),
    errors.ChallengeTaken("k7f"),
    errors.ChallengerBlocked("Anna"),
    errors.ChallengeExpired("k7f", None),
    errors.ChallengeExpired("abc", None, was_taken=True),
    errors.ChallengeExpired("k7f", "b2b"),
    errors.ChallengeForAnother("k7f", "Anna"),
    errors.ChallengeForAnother("k7f", ""),
    errors.OwnChallenge("k7f"),
    errors.NotTheChallenger("k7f"),
    errors.ChallengedSelf(),
    errors.NobodyNamed("Anna"),
    errors.TooManyAttempts(timedelta(minutes=3)),
    errors.TooFast(timedelta(seconds=3)),
    errors.TooManyOfTheirs("Anna", 100),
    errors.ChallengeChanged("k7f"),
    errors.TooManyNew(timedelta(minutes=3)),
    errors.TooManyNew(timedelta(minutes=3), "Anna"),
    errors.CannotReach("Anna"),
    errors.MayNotSet("theme", players_may=True),
    errors.MayNotSet("boards", players_may=False),
    errors.NoSuchHours(),
    errors.NoSuchName(),
    errors.NameLooksTaken(),
    errors.NoSuchTime(),
    errors.NoPrivateChat(),
    errors.NoSuchZone("Atlantis"),
    errors.NoSuchZone("eastern", ("Canada/Eastern", "US/Eastern")),
    errors.CannotBlock("Anna"),
    errors.CannotBlock(None),
    errors.NotYourTurn("k7f", None),
    errors.NotBlocked("Anna"),
    errors.SeveralNamed("Anna"),
    errors.TooManyGames(20),
    errors.TooManyChallenges(20),
    errors.NoCube("narde"),
    errors.NoCubeToOnePoint(),
    errors.NotExtended("federation"),
    errors.NoSuchLength(),
    errors.TwoLengths(),
    errors.NoSuchClock(),
    errors.TwoClocks(),
    errors.NoClockAgainstComputer(),
    errors.NotAStarter(),
    errors.NoClock("k7f"),
    errors.GamePauses("k7f"),
    errors.NotPaused("k7f"),
    errors.NoPause("k7f"),
    errors.NoZone(),
    errors.PastHoliday(),
    errors.FarHoliday(),
    errors.TooManyHolidays(timedelta(hours=3)),
    errors.HolidayOverlaps(),
    errors.HolidayTooLong(2026, 3),
    errors.NoHoliday(),
    errors.OwnTime("k7f"),
    errors.NotOutOfTime("k7f", "Anna"),
    *(errors.CannotDouble("k7f", why) for why in errors.WhyNoDouble),
    errors.NothingDoubled("k7f"),
    errors.DoubleWaits("k7f"),
    errors.NothingToChoose("k7f"),
    errors.ChoiceWaits("k7f"),
    errors.NoHints("k7f"),
    errors.HintWaits(),
    errors.MatchGoesOn("k7f"),
    errors.MatchIsOver("k7f"),
    errors.NextBegun("k7f", "m4x"),
    errors.Draining(),
    errors.Banned(),
    errors.OpponentBanned("Anna"),
    errors.OpponentForgotten("k7f"),
    errors.StillPlays(),
    errors.TooManyExports(timedelta(hours=5)),
    errors.CannotBan(),
    errors.AlreadyAnnounced(),
    errors.NoSuchShare(),
    errors.NotShared("k7f"),
    errors.TooManyAttempts(timedelta(minutes=3), "share"),
    errors.TooManyAttempts(timedelta(minutes=3), "link"),
    errors.NoSuchLinkCode(),
    errors.OwnLinkCode(),
    errors.TooManyLinkCodes(timedelta(hours=3)),
    errors.SamePlatform("discord"),
    errors.HavePlayed("Anna"),
    errors.NoSuchLink(),
    errors.NothingToUnlink(),
    errors.HistoryStays("web"),
)


def refused(position: str, typed: str, language: str = "en") -> str:
    """Return what a player is told who types a move that cannot be made."""
    start, roll = read_position(position, RULESETS["long"])
    assert roll is not None
    with pytest.raises((IllegalMove, NotUnderstood, AmbiguousMove)) as refused:
        play_text(PartialTurn.begin(start, roll), typed)
    return plain(rules_error_text(words_in(language), refused.value))


def said(partial: PartialTurn, typed: str, language: str) -> str:
    """Return what is said to moves that may be possible; nothing, if they are."""
    try:
        play_text(partial, typed)
    except NardyRulesError as error:
        return plain(rules_error_text(words_in(language), error))
    return ""


def test_every_refusal_is_tried() -> None:
    """The list above holds one of each refusal that there is."""
    assert {type(refusal) for refusal in REFUSALS} == set(errors.Refusal.__subclasses__())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", REFUSALS, ids=repr)
def test_every_refusal_has_words(language: str, refusal: errors.Refusal) -> None:
    """Each refusal is told in each language, within what a toast of Telegram holds."""
    text = plain(refusal_text(words_in(language), refusal))
    assert text.endswith(".")
    assert len(text) <= 200


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words(language: str, reason: Reason) -> None:
    """Each reason is told in each language, with whatever is possible instead."""
    for holder in (None, *Side):
        for possible in ((), (Move(24, 18, 6),), tuple(Move(24 - n, 18 - n, 6) for n in range(15))):
            error = IllegalMove(reason, 24, 18, point=18, holder=holder, possible=possible)
            text = plain(rules_error_text(words_in(language), error))
            assert text.endswith(".")
            assert len(text) <= 300


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(1, 25), st.one_of(st.none(), st.integers(0, 24)))
@settings(max_examples=300, deadline=None)
def test_whatever_is_typed_is_explained_in_full(seed: int, start: int, stop: int | None) -> None:
    """In any position of any game the answer to an impossible move names every point that it speaks of."""
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
        assert "None" not in said(partial, typed, language)


@pytest.mark.parametrize(
    ("position", "typed", "answer"),
    [
        (
            "24:12,13:1,18:1,16:1 / 12:14,7:1 w 6-5",
            "13/7",
            "13/7 is blocked: Black holds 7. From 13 you can play 5: 13/8.",
        ),
        (
            "24:13,20:1,14:1 / 12:14,7:1 w 6-5",
            "24/17",
            "No die moves a checker from 24 to 17. From 24 you can play 6: 24/18 or 5: 24/19.",
        ),
        (
            "24:13,20:1,14:1 / 12:14,7:1 w 6-5",
            "3/off",
            "You have no checker on 3. You can move 24/18, 20/14, 14/8, 24/19, 20/15, 14/9.",
        ),
        (
            "24:13,20:1,14:1 / 12:14,7:1 w 6-5",
            "bar/20",
            "You have no checker on the bar. You can move 24/18, 20/14, 14/8, 24/19, 20/15, 14/9.",
        ),
        (
            "24:13,20:1,14:1 / 12:14,7:1 w 6-5",
            "hello",
            "I don’t read hello as a move. Write it from point to point, like 24/18 13/8.",
        ),
    ],
)
def test_a_move_that_cannot_be_made_is_explained(position: str, typed: str, answer: str) -> None:
    """What is wrong stands in one sentence, what would work in the next."""
    assert refused(position, typed) == answer


def test_the_same_in_russian() -> None:
    """The Russian sentence names the point, who holds it, and the way out."""
    answer = "Ход 13/7 закрыт: на 7 стоят чёрные. С 13 можно пойти на 5: 13/8."
    assert refused("24:12,13:1,18:1,16:1 / 12:14,7:1 w 6-5", "13/7", "ru") == answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULESETS)
def test_every_reason_has_its_rule_in_every_game(rules: str, language: str) -> None:
    """The rule behind each reason is one sentence, whatever game is played."""
    ruleset = RULESETS[rules]
    for reason in Reason:
        if reason is Reason.HEAD and ruleset.head is HeadRule.FREE:
            continue
        rule = rule_words(words_in(language), ruleset, reason)
        assert (rule[:7] in {"The rul", "Правило"}, rule.count(". "), rule[-1]) == (True, 0, ".")


async def test_a_person_who_is_called_nardy_is_no_computer(house: House) -> None:
    """Whether it is the computer player that is named depends on who it is, and not on what he is called."""
    for who, line in (("Anna", "/start"), ("Nardy", "/challenge Anna first me"), ("Anna", "/accept")):
        await house.line(who, line)
    assert (await house.line("Anna", "/roll")).startswith("It is not your turn: Nardy is to play.")
    computers = refusal_text(words_in("en"), errors.NotYourTurn("k7f", None))
    assert plain(computers).startswith("It is not your turn: the computer is to play.")
