"""R7, R8.2, R9: the beginning, course and end of a game."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from bot.rules import (
    OFF,
    RULESETS,
    Ending,
    Game,
    Grade,
    Move,
    Outcome,
    Roll,
    RuleSet,
    Side,
    next_starter,
    read_position,
    resignations,
)
from bot.rules.errors import GameFault, IllegalMove, Reason, UnsupportedRulesError
from bot.rules.events import DrawAgreed, Played, Resigned, Rolled, TimedOut
from bot.rules.formats import Record, RecordError, read_record
from bot.rules.notation import parse_moves
from bot.rules.rulesets import Scoring
from tests.rules.playing import LONG

FEDERATION = RULESETS["federation"]
PALM = RULESETS["palm"]
SHORT = RULESETS["short"]
SPORT = RULESETS["sport"]
NARD = RULESETS["nard"]
EXTENDED = LONG.extended()
OYN, MARS, KOKS, HOME_MARS = EXTENDED.scoring.grades
SINGLE, GAMMON, BACKGAMMON = PALM.scoring.grades


def _at(text: str, ruleset: RuleSet = LONG) -> Game:
    """Return a game at a written position."""
    position, roll = read_position(text, ruleset)
    return Game(position, roll)


def test_the_higher_opening_roll_starts_as_white() -> None:
    """R7.1, R7.5: equal opening rolls are repeated, and the last one is higher for White."""
    state = Game.begin(LONG, ((4, 4), (5, 3)))
    assert (state.mover, state.roll, state.turns) == (Side.WHITE, None, 0)


@pytest.mark.parametrize(
    "opening_rolls", [(), ((3, 5),), ((4, 4),), ((5, 3), (5, 3)), ((7, 1),), ((4, 4), (3, 5))]
)
def test_opening_rolls_that_do_not_decide_for_white_are_refused(
    opening_rolls: tuple[tuple[int, int], ...],
) -> None:
    """R7.1: every opening roll but the last is equal, and the last is higher for White."""
    with pytest.raises(GameFault):
        Game.begin(LONG, opening_rolls)


def test_reroll_and_keep() -> None:
    """R7.2: in ``sport`` and ``short`` the opening roll is the first roll; elsewhere White rolls again."""
    kept = {name: Game.begin(each, ((2, 2), (5, 3))).roll for name, each in RULESETS.items()}
    assert kept == dict.fromkeys(RULESETS) | {"sport": Roll(5, 3), "short": Roll(5, 3)}


def test_a_named_starter_rolls_both_dice() -> None:
    """R7.4: without opening rolls there is no roll to keep."""
    assert Game.begin(SPORT).roll is None


def test_a_roll_a_turn_and_the_others_turn() -> None:
    """R3.1: after a turn the other side is to roll."""
    state = Game.begin(LONG).after(Rolled(Roll(6, 5)))
    assert state.roll == Roll(6, 5)
    state = state.after(Played.of((Move(24, 18, 6), Move(18, 13, 5))))
    assert (state.mover, state.roll, state.turns, state.outcome) == (Side.BLACK, None, 1, None)


def test_events_out_of_turn_are_refused() -> None:
    """R3.1: a second roll, a turn before the roll, and any event after the end are refused."""
    state = Game.begin(LONG)
    with pytest.raises(GameFault, match="no dice to play"):
        state.after(Played())
    with pytest.raises(GameFault, match="rolled already"):
        state.after(Rolled(Roll(6, 5))).after(Rolled(Roll(6, 5)))
    over = state.after(DrawAgreed())
    for event in (Rolled(Roll(1, 2)), Played(), DrawAgreed(), TimedOut(Side.WHITE)):
        with pytest.raises(GameFault, match="over"):
            over.after(event)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_a_game_is_played_by_its_legal_turns(ruleset: RuleSet) -> None:
    """Every listed turn of a random game gives the same game by itself and by its moves."""
    rng = random.Random(39)
    game = Game.begin(ruleset.name)
    while game.outcome is None:
        game = game.rolled(rng.randint(1, 6), rng.randint(1, 6))
        turns = game.legal_turns()
        for turn in rng.sample(turns, min(len(turns), 3)):
            assert game.play(turn) == game.after(Played.of(turn.moves))
        game = game.play(rng.choice(turns) if turns else "pass")


def test_a_turn_of_another_board_cannot_be_played() -> None:
    """R3.3: a listed turn is refused on a board where it is not legal."""
    turn = Game.begin("short").rolled(6, 5).legal_turns()[0]
    with pytest.raises(IllegalMove):
        Game.begin("short").rolled(2, 1).play(turn)


def test_illegal_turns_are_refused() -> None:
    """R3.3, R3.5: a turn with too few dice, an unnecessary pass and an impossible move are refused."""
    state = Game.begin(LONG).after(Rolled(Roll(6, 5)))
    for moves, reason in (
        ((Move(24, 18, 6),), Reason.INCOMPLETE),
        ((), Reason.NOT_A_PASS),
        ((Move(13, 8, 5),), Reason.NO_CHECKER),
    ):
        with pytest.raises(IllegalMove) as caught:
            state.after(Played.of(moves))
        assert caught.value.reason is reason


def test_a_pass_is_a_turn() -> None:
    """R3.5: a pass is recorded and counts as a turn."""
    state = _at("24:15 / 19:8,18:7 w 6-5").after(Played())
    assert (state.turns, state.mover) == (1, Side.BLACK)


def _after_last_checker(text: str, ruleset: RuleSet = LONG) -> Game:
    state = _at(text, ruleset)
    start = ruleset.family.point(state.mover, 23)
    return state.after(Played.of((Move(start, OFF, state.roll.high if state.roll else 0),)))


@pytest.mark.parametrize(
    ("ruleset", "black", "grade", "points"),
    [
        (LONG, "13:14,off:1", OYN, 1), (LONG, "13:15", MARS, 2),
        (PALM, "13:14,off:1", SINGLE, 1), (PALM, "13:15", GAMMON, 2), (PALM, "12:15", GAMMON, 2),
        (PALM, "13:14,7:1", GAMMON, 2), (PALM, "13:14,24:1", GAMMON, 2),
        (PALM, "13:14,6:1", BACKGAMMON, 3), (PALM, "13:14,2:1", BACKGAMMON, 3),
        (SHORT, "19:14,off:1", SINGLE, 1), (SHORT, "bar:1,19:13,off:1", SINGLE, 1),
        (SHORT, "19:15", GAMMON, 2), (SHORT, "7:1,19:14", GAMMON, 2),
        (SHORT, "6:1,19:14", BACKGAMMON, 3), (SHORT, "bar:1,19:14", BACKGAMMON, 3),
        (NARD, "19:15", SINGLE, 1), (NARD, "bar:1,19:14", SINGLE, 1), (NARD, "19:14,off:1", SINGLE, 1),
        (EXTENDED, "13:14,off:1", OYN, 1), (EXTENDED, "13:15", MARS, 2), (EXTENDED, "13:14,6:1", MARS, 2),
        (EXTENDED, "13:14,7:1", KOKS, 3), (EXTENDED, "13:14,11:1", KOKS, 3),
        (EXTENDED, "13:14,12:1", HOME_MARS, 4),
    ],
)  # fmt: skip
def test_a_win_counts_by_the_losers_checkers(ruleset: RuleSet, black: str, grade: Grade, points: int) -> None:
    """R9.1, R9.2, R9.4: a loser with none borne off, or with a checker far from home, loses more."""
    outcome = _after_last_checker(f"1:1,off:14 / {black} w 6-5", ruleset).outcome
    assert outcome == Outcome(Side.WHITE, grade, Ending.BORNE_OFF)
    assert [outcome.points_of(side) for side in Side] == [Fraction(points), Fraction(0)]


def test_a_backgammon_in_blacks_home() -> None:
    """R9.2: if Black wins, the home of a backgammon is 13–18."""
    outcome = _after_last_checker("6:14,14:1 / 13:1,off:14 b 6-5", PALM).outcome
    assert outcome == Outcome(Side.BLACK, BACKGAMMON, Ending.BORNE_OFF)


def test_black_has_a_last_turn_in_federation() -> None:
    """R9.3, R9.5: White's finish does not end the game; mars is judged after Black's last turn."""
    state = _after_last_checker("1:1,off:14 / 13:15 w 6-5", FEDERATION)
    assert state.outcome is None
    assert state.is_last_turn
    state = state.after(Rolled(Roll(2, 1)))
    assert resignations(state, Side.WHITE) == ()
    state = state.after(Played.of((Move(13, OFF, 2), Move(13, OFF, 1))))
    assert state.outcome == Outcome(Side.WHITE, OYN, Ending.BORNE_OFF)


def test_mars_in_federation_when_the_last_turn_bears_off_nothing() -> None:
    """R9.5: none borne off after the last turn is mars."""
    state = _after_last_checker("1:1,off:14 / 24:15 w 6-5", FEDERATION).after(Rolled(Roll(2, 1)))
    state = state.after(Played.of((Move(24, 22, 2), Move(24, 23, 1))))
    assert state.outcome == Outcome(Side.WHITE, MARS, Ending.BORNE_OFF)


def test_both_finishing_is_a_draw_in_federation() -> None:
    """R9.3: if both finish, each gets half a point."""
    state = _after_last_checker("1:1,off:14 / 13:2,off:13 w 6-5", FEDERATION).after(Rolled(Roll(2, 1)))
    state = state.after(Played.of((Move(13, OFF, 2), Move(13, OFF, 1))))
    assert state.outcome == Outcome(None, None, Ending.BOTH_OFF)
    assert [state.outcome.points_of(side) for side in Side] == [Fraction(1, 2)] * 2


def test_black_finishing_first_wins_at_once_in_federation() -> None:
    """R9.3: if Black finishes first, White has no last turn."""
    state = _after_last_checker("1:1,off:14 / 13:1,off:14 b 6-5", FEDERATION)
    assert state.outcome == Outcome(Side.BLACK, OYN, Ending.BORNE_OFF)


@pytest.mark.parametrize("name", [name for name in RULESETS if name != "federation"])
def test_there_is_no_last_turn_elsewhere(name: str) -> None:
    """R9.3: only ``federation`` gives Black a last turn."""
    state = _after_last_checker("1:1,off:14 / 13:2,off:13 w 6-5", RULESETS[name])
    assert state.outcome is not None
    assert state.outcome.winner is Side.WHITE


@pytest.mark.parametrize(
    ("ruleset", "black", "grades"),
    [
        (LONG, "12:15", (OYN, MARS)), (LONG, "13:14,off:1", (OYN,)),
        (PALM, "12:15", (SINGLE, GAMMON, BACKGAMMON)), (PALM, "24:14,1:1", (SINGLE, GAMMON, BACKGAMMON)),
        (PALM, "24:15", (SINGLE, GAMMON)), (PALM, "13:14,off:1", (SINGLE,)),
        (SHORT, "7:15", (SINGLE, GAMMON)), (SHORT, "7:14,off:1", (SINGLE,)),
        (SHORT, "5:1,7:14", (SINGLE, GAMMON, BACKGAMMON)),
        (SHORT, "bar:1,7:14", (SINGLE, GAMMON, BACKGAMMON)),
        (NARD, "7:15", (SINGLE,)),
        (EXTENDED, "12:15", (OYN, MARS, KOKS, HOME_MARS)), (EXTENDED, "7:15", (OYN, MARS, KOKS)),
        (EXTENDED, "6:15", (OYN, MARS)), (EXTENDED, "13:14,off:1", (OYN,)),
    ],
)  # fmt: skip
def test_the_values_at_which_one_may_resign(ruleset: RuleSet, black: str, grades: tuple[Grade, ...]) -> None:
    """R9.4, R9.6: a resignation is at a value that this position still allows; the highest is last."""
    assert resignations(_at(f"4:15 / {black} b", ruleset), Side.BLACK) == grades


@pytest.mark.parametrize(
    ("white", "highest"),
    [("8:1,6:14", BACKGAMMON), ("6:15", GAMMON), ("bar:1,6:14", BACKGAMMON)],
)
def test_a_checker_that_can_be_hit_allows_a_backgammon(white: str, highest: Grade) -> None:
    """R9.6: in ``short`` a checker that the opponent has not passed yet may end on the bar."""
    assert resignations(_at(f"{white} / 7:15 b", SHORT), Side.BLACK)[-1] is highest


def test_a_resignation_ends_the_game() -> None:
    """R9.6: either side can resign at any time, at an allowed value, and that ends the game."""
    state = _at("6:15 / 13:14,off:1 b 6-5")
    assert state.after(Resigned(Side.BLACK, OYN)).outcome == Outcome(Side.WHITE, OYN, Ending.RESIGNED)
    assert state.after(Resigned(Side.WHITE, MARS)).outcome == Outcome(Side.BLACK, MARS, Ending.RESIGNED)
    for grade in (MARS, SINGLE):
        with pytest.raises(GameFault):
            state.after(Resigned(Side.BLACK, grade))


def test_moves_made_in_the_turn_stay_when_a_side_gives_up() -> None:
    """R9.6: what stands on the board counts, also with moves that are not confirmed."""
    state = _at("6:15 / 13:8,18:7 b 6-5")
    off = parse_moves("18/off")
    for event in (Resigned(Side.BLACK, OYN, off), TimedOut(Side.BLACK, off)):
        ended = state.after(event)
        assert ended.outcome is not None
        assert (ended.outcome.grade, ended.position.off(Side.BLACK)) == (OYN, 1)
    with pytest.raises(GameFault):
        state.after(Resigned(Side.BLACK, MARS, off))
    with pytest.raises(GameFault):
        state.after(Resigned(Side.WHITE, OYN, off))


def test_a_draw_by_agreement() -> None:
    """R9.6: an agreed draw is half a point each, in every rule set."""
    for ruleset in RULESETS.values():
        outcome = Game.begin(ruleset).after(DrawAgreed()).outcome
        assert outcome == Outcome(None, None, Ending.DRAW)
        assert outcome.points_of(Side.BLACK) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("ruleset", "black", "grade"),
    [
        (LONG, "13:15", MARS),
        (LONG, "13:14,off:1", OYN),
        (PALM, "12:15", GAMMON),
        (PALM, "13:14,off:1", SINGLE),
    ],
)
def test_a_loss_on_time(ruleset: RuleSet, black: str, grade: Grade) -> None:
    """R9.6: a loss on time counts 2 if the loser has borne off none, otherwise 1, never 3."""
    outcome = _at(f"6:15 / {black} b", ruleset).after(TimedOut(Side.BLACK)).outcome
    assert outcome == Outcome(Side.WHITE, grade, Ending.TIMEOUT)


def test_a_finished_player_cannot_lose() -> None:
    """R9.3: during Black's last turn White can neither resign nor lose on time."""
    state = _after_last_checker("1:1,off:14 / 13:15 w 6-5", FEDERATION)
    for event in (TimedOut(Side.WHITE), Resigned(Side.WHITE, OYN)):
        with pytest.raises(GameFault):
            state.after(event)


def test_the_starter_of_the_next_game() -> None:
    """R8.2: the starter is the other player, the last winner, or decided by a new opening roll."""
    asked = [("Anna", "Boris", "Anna"), ("Anna", "Boris", "Boris"), ("Anna", "Boris", None)]
    answers = {name: [next_starter(each, *question) for question in asked] for name, each in RULESETS.items()}
    assert answers == {
        "long": ["Boris", "Boris", "Boris"],
        "federation": ["Boris", "Boris", "Boris"],
        "sport": [None, None, None],
        "narde": ["Anna", "Boris", "Anna"],
        "palm": [None, None, None],
        "nard": [None, None, None],
        "short": [None, None, None],
    }


def test_the_extended_scoring_is_for_games_of_oyn_and_mars() -> None:
    """R9.4: only games that score by oyn and mars accept the extended scoring."""
    for name, ruleset in RULESETS.items():
        if name in {"palm", "nard", "short"}:
            with pytest.raises(UnsupportedRulesError):
                ruleset.extended()
        else:
            assert ruleset.extended().scoring is Scoring.EXTENDED


def test_a_loss_on_time_counts_two_with_the_extended_scoring() -> None:
    """R9.4, R9.6: with the extended scoring, a loss on time counts 2."""
    outcome = Game.begin(EXTENDED).after(TimedOut(Side.BLACK)).outcome
    assert outcome == Outcome(Side.WHITE, MARS, Ending.TIMEOUT)


def test_a_game_with_the_extended_scoring_says_so_in_its_record() -> None:
    """R10.3, R9.4: a record names the extended scoring and is read with it."""
    record = Record((), EXTENDED, ((6, 1),), (Resigned(Side.BLACK, HOME_MARS),))
    text = record.write()
    assert text == (
        '[Rules "long"]\n[Scoring "extended"]\n[Opening "6-1"]\n[Result "1-0 home-mars, resigned"]\n\n'
        "1. resign home-mars b\n"
    )
    assert read_record(text) == record
    with pytest.raises(RecordError):
        read_record(text.replace("long", "palm"))
    with pytest.raises(RecordError):
        read_record(text.replace('"extended"', '"double"'))


@pytest.mark.parametrize(
    ("ruleset", "white", "grades"),
    [
        (EXTENDED, "24:15", (OYN, MARS, KOKS, HOME_MARS)),
        (EXTENDED, "19:15", (OYN, MARS, KOKS)),
        (EXTENDED, "18:15", (OYN, MARS)),
        (EXTENDED, "1:14,off:1", (OYN,)),
        (PALM, "13:15", (SINGLE, GAMMON, BACKGAMMON)),
        (PALM, "12:15", (SINGLE, GAMMON)),
        (SHORT, "19:15", (SINGLE, GAMMON, BACKGAMMON)),
        (SHORT, "18:15", (SINGLE, GAMMON)),
        (SHORT, "1:15", (SINGLE, GAMMON)),
        (SHORT, "bar:1,18:14", (SINGLE, GAMMON, BACKGAMMON)),
        (SHORT, "1:14,off:1", (SINGLE,)),
    ],
)
def test_the_values_at_which_white_may_resign(
    ruleset: RuleSet, white: str, grades: tuple[Grade, ...]
) -> None:
    """R9.4, R9.6: White's possible grades depend on White's own checkers."""
    black = "24:14,off:1" if ruleset is SHORT else "14:14,off:1"
    state = _at(f"{white} / {black} w", ruleset)
    assert resignations(state, Side.WHITE) == grades
    assert state.after(TimedOut(Side.WHITE)).outcome == Outcome(Side.BLACK, grades[:2][-1], Ending.TIMEOUT)


@pytest.mark.parametrize(
    ("white", "grade"),
    [
        ("24:15", BACKGAMMON),
        ("bar:1,1:14", BACKGAMMON),
        ("1:15", GAMMON),
        ("1:14,off:1", SINGLE),
    ],
)
def test_white_loses_as_black_does(white: str, grade: Grade) -> None:
    """R9.2: in ``short`` Black's home is at the beginning of White's path."""
    state = _at(f"{white} / 23:1,off:14 b 6-5", SHORT)
    assert state.after(Played.of((Move(23, OFF, 6),))).outcome == Outcome(Side.BLACK, grade, Ending.BORNE_OFF)
    assert str(Outcome(Side.BLACK, grade, Ending.BORNE_OFF)) == f"0-1 {grade.value}"


def test_a_refused_turn_says_what_is_possible() -> None:
    """R10.2: the refusal of an incomplete turn names the moves that could continue it."""
    state = Game.begin(LONG).after(Rolled(Roll(6, 5)))
    with pytest.raises(IllegalMove) as caught:
        state.after(Played.of((Move(24, 18, 6),)))
    assert caught.value.possible == (Move(18, 13, 5),)


def test_a_resignation_at_a_foreign_grade_is_refused() -> None:
    """R9.6: neither side can resign at a grade that its game does not have."""
    for side in Side:
        with pytest.raises(GameFault, match="cannot lose"):
            Game.begin(LONG).after(Resigned(side, BACKGAMMON))


def test_a_checker_on_the_head_at_the_end_is_no_backgammon() -> None:
    """R9.2: in ``palm`` such a checker might have reached the winner's home, but is not in it."""
    state = _at("24:15 / 13:1,off:14 b 6-5", PALM)
    outcome = state.after(Played.of((Move(13, OFF, 6),))).outcome
    assert outcome == Outcome(Side.BLACK, GAMMON, Ending.BORNE_OFF)
