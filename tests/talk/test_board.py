from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from bot.rules import RULESETS, Roll, Side, legal_turns, play_text, start_position, write_position
from bot.rules.events import parse_event
from bot.rules.rulesets import MatchLength
from bot.sessions import DisplayPreferences, Level, LoadedEvent, LoadedGame, Match, Options, Player
from bot.sessions.mapping import load, match_beginning
from bot.talk.catalog import LANGUAGES
from bot.talk.reply import Reply, plain
from bot.talk.views.board import board
from bot.talk.views.scenes import last_legs
from renderers import Scene
from storage.rows import GameRow
from tests.dialogues.house import check_limits

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
LONG = RULESETS["long"]
LONGEST = "🎲" * 128
NARDY = Player(2, "Nardy", is_computer=True)
# Thirteen points, almost each with a legal 6 and 5: more moves than buttons.
WIDE = "24:3,23:1,22:1,21:1,20:1,18:1,17:1,16:1,15:1,14:1,11:1,10:1,9:1 / 12:14,13:1 w"


def player(number: int, name: str) -> Player:
    """Return a player with default settings."""
    return Player(number, name, language="en")


def game_at(
    position: str,
    roll: str | None,
    names: tuple[str, str] = ("Anna", "Boris"),
    agreed: Options | None = None,
    **more: object,
) -> LoadedGame:
    """Return a game at a position, the first of its match."""
    row = GameRow(
        id="k7f",
        match="k7f",
        number=1,
        ruleset="long",
        white=1,
        black=2,
        white_chat=None,
        black_chat=None,
        version=1,
        turns=8,
        to_act=1 if position.endswith("w") else 2,
        position=position,
        roll=roll,
        cube=None,
        choice=None,
        draft="",
        draft_chat=None,
        offer=None,
        offer_by=None,
        outcome=None,
        started=NOW,
        changed=NOW,
    )
    changed = GameRow(**(row.values() | more))
    options = replace(agreed or Options(MatchLength(games=1)), cube=changed.cube is not None)
    match = Match("k7f", changed.ruleset, options, (1, 2), None)
    return load(changed, (player(1, names[0]), player(2, names[1])), match, match_beginning(match))


def display(language: str = "en", reader: int | None = None) -> DisplayPreferences:
    """Return the display preferences of a shared chat, or of a reader's private chat."""
    return DisplayPreferences("web", language, "wood", "w", reader)


def event(number: int, text: str, side: str = "w") -> LoadedEvent:
    """Return a stored event."""
    return LoadedEvent(number, number + 1, Side(side), parse_event(text, Side(side)), NOW)


def labels(reply: Reply) -> list[str]:
    """Return the labels of the buttons."""
    return [button.label for row in reply.buttons for button in row]


HISTORY = [
    event(0, " ".join(["open", *["3-3"] * 40, "6-1"])),
    *(
        event(1 + number, text, side)
        for number, (text, side) in enumerate(
            [
                ("44", "w"),
                ("24/20 24/16 18/10 17/9", "w"),
                ("offer oyn", "w"),
                ("refuse oyn", "b"),
                ("offer draw", "w"),
                ("refuse draw", "b"),
                ("65", "b"),
                ("pass prime", "b"),
                ("32", "w"),
                ("pass blocked", "w"),
                ("22", "b"),
                ("pass blocked", "b"),
                ("61", "w"),
                ("24/17 forced", "w"),
            ]
            * 5
        )
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("offer", [None, "draw", "oyn"])
def test_the_longest_text_fits_below_a_picture(language: str, offer: str | None) -> None:
    """The text has at most 1024 characters, and says what it leaves out."""
    game = game_at(WIDE, "6-5", (LONGEST, LONGEST), offer=offer, offer_by=2 if offer else None)
    reply = board(game, HISTORY, display(language), notified={1: "a", 2: "b"})
    check_limits(reply)
    text = plain(reply.text)
    assert ("left out" in text) or ("не показаны" in text)
    assert "24/17" in text


def test_a_board_reports_events_since_the_last_message() -> None:
    """The text reports all events since the last shown revision, and always the last turn."""
    game = game_at(WIDE, "6-5")
    events = [
        event(0, "open 6-1"),
        event(1, "65"),
        event(2, "24/18 24/19"),
        event(3, "55", "b"),
        event(4, "pass blocked", "b"),
        event(5, "65"),
    ]
    whole = plain(board(game, events, display()).text).split("\n")
    assert whole[1:-1] == [
        "For the start Anna rolled 6 and Boris rolled 1, so Anna plays White and begins.",
        "Anna rolled 6-5 and played 24/18 24/19.",
        "Boris rolled 5-5 and had to pass: no checker can move by 5.",
    ]
    assert plain(board(game, events, display(), since=99).text).split("\n")[1:-1] == whole[3:-1]


def test_too_many_moves_become_buttons_of_checkers() -> None:
    """If the moves do not fit, the buttons name checkers; an offer's answer takes some of the room."""
    reply = board(game_at(WIDE, "6-5"), [], display())
    check_limits(reply)
    assert all("→" not in label for label in labels(reply))
    assert labels(reply)[0] == "24"
    narrow = "24:6,23:1,22:1,21:1,20:1,18:1,16:1,15:1,14:1,11:1 / 12:14,13:1 w"
    assert "24→18" in labels(board(game_at(narrow, "6-5"), [], display()))
    offered = board(game_at(narrow, "6-5", offer="draw", offer_by=2), [], display())
    check_limits(offered)
    assert labels(offered)[:2] == ["Agree to a draw", "Decline"]


@pytest.mark.slow
@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_turn_of_a_game_can_be_shown(seed: int, offered: bool) -> None:
    """In random games every message keeps to the limits, and every button plays its move."""
    rng = Random(seed)
    position = start_position(LONG)
    for _ in range(rng.randrange(60)):
        turns = legal_turns(position, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        position = turns[rng.randrange(len(turns))].end if turns else position.passed()
        if 15 in map(position.off, Side):
            return
    roll = str(Roll(rng.randint(1, 6), rng.randint(1, 6)))
    game = game_at(write_position(position), roll, offer="draw" if offered else None, offer_by=1)
    reply = board(game, [], display())
    check_limits(reply)
    draft = game.live.draft
    assert draft is not None
    for row in reply.buttons:
        for button in row:
            if button.target is not None:
                typed = button.data.split()[-1]
                assert play_text(draft, typed).moves


def test_a_hidden_draft_is_not_shown() -> None:
    """In another chat the board has no half-made turn, and the moves of the whole roll."""
    game = game_at("24:14,18:1 / 12:15 w", "6-1", draft="18/17/1", draft_chat=5)
    seen, hidden = board(game, [], display()), board(game, [], display(), draft=False)
    assert isinstance(seen.scene, Scene)
    assert isinstance(hidden.scene, Scene)
    assert (seen.scene.white[16], hidden.scene.white[16]) == (1, 0)
    assert "so far 18/17" in plain(seen.text)
    assert "18→17" in labels(hidden)
    assert plain(hidden.text).split("\n")[0] != plain(seen.text).split("\n")[0]
    assert "pips\xa0353\xa0and\xa0360" in plain(seen.text).split("\n")[0]


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("w oyn BORNE_OFF 1", "Anna has borne off all checkers and wins against Boris: oyn, 1 point."),
        ("b mars BORNE_OFF 1", "Boris has borne off all checkers and wins against Anna: mars, 2 points."),
        ("b mars RESIGNED 1", "Anna resigns and Boris wins: mars, 2 points."),
        ("w mars TIMEOUT 1", "Boris ran out of time and Anna wins: mars, 2 points."),
        ("- - DRAW 1", "Anna and Boris agree to a draw: half a point each."),
        (
            "- - BOTH_OFF 1",
            "Anna and Boris have both borne off all checkers, so the game is a draw: half a point each.",
        ),
    ],
)
def test_the_result_is_shown_with_a_rematch(outcome: str, words: str) -> None:
    """The result is a sentence, with a button for a rematch, and may notify both players."""
    game = game_at("6:2,5:1,off:12 / 13:15 w", None, outcome=outcome, to_act=None)
    reply = board(game, [], display(), notified={1: "anna", 2: "boris"})
    assert plain(reply.text).endswith(words)
    assert labels(reply) == ["Rematch", "Replay", "Analyse", "Record"]
    assert set(reply.notifies) == {"anna", "boris"}


@pytest.mark.parametrize(
    ("outcome", "ending", "words"),
    [
        ("w oyn BORNE_OFF 1", "", "White won: oyn, 1 point."),
        ("b mars RESIGNED 1", "resigned", "Black won: mars, 2 points; the other side resigned."),
        ("w mars TIMEOUT 1", "timeout", "White won: mars, 2 points; the other side ran out of time."),
        ("b oyn DROPPED 2", "dropped", "Black won: oyn, 1 point × 2 = 2; the other side dropped the double."),
        ("- - DRAW 1", "agreed", "It is a draw."),
        ("- - BOTH_OFF 1", "", "It is a draw."),
    ],
)
def test_the_picture_shows_how_the_game_ended(outcome: str, ending: str, words: str) -> None:
    """An end that the checkers do not show has a sign on the picture and words in its description."""
    game = game_at("6:2,5:1,off:12 / 13:15 w", None, outcome=outcome, to_act=None)
    reply = board(game, [], display())
    assert isinstance(reply.scene, Scene)
    assert reply.scene.ending == ending
    for alt in (reply.alt, reply.short_alt):
        assert f"The game is over. {words}" in alt


def test_a_player_is_notified_once_by_a_message() -> None:
    """A player who has to answer an offer and to move is notified once."""
    game = game_at(WIDE, "6-5", offer="draw", offer_by=2)
    assert board(game, [], display(), notified={1: "anna"}).notifies == ("anna",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cube", ["64 w", "32 - ?"])
def test_the_longest_board_with_a_cube_fits(language: str, cube: str) -> None:
    """With the longest names, a match and a cube, all limits are kept."""
    actor = 2 if cube.endswith("?") else 1
    game = game_at(
        WIDE, None, (LONGEST, LONGEST), Options(MatchLength(games=25)), cube=cube, to_act=actor, offer=None
    )
    check_limits(board(game, HISTORY, display(language), notified={1: "a", 2: "b"}))
    over = game_at(
        "6:2,5:1,off:12 / 13:15 w",
        None,
        (LONGEST, LONGEST),
        Options(MatchLength(points=25)),
        cube=cube,
        to_act=None,
        outcome="w mars RESIGNED 64",
    )
    check_limits(board(over, HISTORY, display(language), notified={1: "a", 2: "b"}))


def test_the_cube_is_drawn_and_described() -> None:
    """White's cube is drawn with its value, and the description names its owner."""
    shown = board(game_at(WIDE, None, cube="4 w"), [], display())
    assert isinstance(shown.scene, Scene)
    assert shown.scene.cube == (4, "w")
    assert shown.alt.endswith("White is to roll. White owns the cube at 4.")


@pytest.mark.parametrize(
    ("cube", "value"),
    [("1 - ?", 2), ("4 w ?", 8)],
)
def test_an_offered_cube_is_drawn_on_the_opponents_side(cube: str, value: int) -> None:
    """An offered cube is drawn with its new value on the side that must answer."""
    shown = board(game_at(WIDE, None, cube=cube, to_act=2), [], display())
    assert isinstance(shown.scene, Scene)
    assert shown.scene.cube == (value, "b")
    assert shown.alt.endswith(f"Black is to take the double or to drop it. The cube is offered at {value}.")


def test_double_is_offered_only_if_the_mover_may_double() -> None:
    """Double is offered only if the cube is in the middle or the mover's, and below 64."""
    found = {
        cube: "Double" in labels(board(game_at(WIDE, None, cube=cube), [], display()))
        for cube in ("1 -", "2 w", "2 b", "64 w")
    }
    assert found == {"1 -": True, "2 w": True, "2 b": False, "64 w": False}


def test_in_private_only_the_opponent_can_answer_a_double() -> None:
    """In private, the player who doubled sees who must answer, and only the menu's button."""
    game = game_at(WIDE, None, cube="1 - ?", to_act=2)
    asked, waiting = board(game, [], display(reader=2)), board(game, [], display(reader=1))
    assert labels(asked) == ["Take", "Drop", "⋯"]
    assert labels(waiting) == ["⋯"]
    assert plain(waiting.text).endswith("Boris is to take the double or to drop it.")


def test_blacks_last_turn_is_announced() -> None:
    """Under Federation rules the board announces Black's last turn once White has finished."""
    game = game_at("off:15 / 13:2,off:13 b", "2-1", ruleset="federation")
    lines = plain(board(game, [], display()).text).split("\n")
    assert lines[1] == "Anna has borne off all checkers, and Boris has one last turn."


@pytest.mark.parametrize(
    ("length", "outcome", "head", "end"),
    [
        (
            "5 points",
            "w mars RESIGNED 1",
            "to 5, 2–0",
            "stands 2–0. Either of them can begin the next game.",
        ),
        ("5 points", "- - DRAW 1", "to 5, ½–½", "stands ½–½. Either of them can begin the next game."),
        ("3 points", "b mars RESIGNED 2", "to 3, 0–4", "Boris wins the match 4–0."),
        (
            "2 games",
            "- - DRAW 1",
            "game 1 of 2, ½–½",
            "stands ½–½. Either of them can begin the next game.",
        ),
    ],
)
def test_the_score_of_the_match_is_shown(length: str, outcome: str, head: str, end: str) -> None:
    """After a game the first and the last line show the match's score, including halves."""
    game = game_at(
        "6:15 / 13:15 w", None, agreed=Options(MatchLength.parse(length)), outcome=outcome, to_act=None
    )
    lines = plain(board(game, [], display()).text).split("\n")
    assert f"· Long Nardy, {head} ·" in lines[0]
    assert lines[-1].endswith(end)


@pytest.mark.parametrize(
    ("length", "outcome", "score", "shown", "result"),
    [
        ("5 points", "w mars RESIGNED 1", (4, 0), 5, ("w", 2)),
        ("5 points", "- - DRAW 1", (1, 1), 5, (None, 0)),
        ("2 games", "b oyn RESIGNED 1", (0, 2), 2, ("b", 1)),
        ("1 game", "b oyn RESIGNED 1", None, 0, ("b", 1)),
    ],
)
def test_the_result_and_the_score_are_drawn(
    length: str,
    outcome: str,
    score: tuple[int, int] | None,
    shown: int,
    result: tuple[str | None, int],
) -> None:
    """The final picture has the winner and the points, and in a match the score in half points."""
    agreed = Options(MatchLength.parse(length))
    scene = board(
        game_at("6:15 / 13:15 w", None, agreed=agreed, outcome=outcome, to_act=None), [], display()
    ).scene
    assert isinstance(scene, Scene)
    assert (scene.score, scene.length, scene.result, scene.mover) == (score, shown, result, None)


def test_the_mover_is_drawn_before_the_roll() -> None:
    """Before a roll the picture marks the mover; while a double is unanswered it marks no side."""
    for game, mover in (
        (game_at(WIDE, None), "w"),
        (game_at(WIDE, None, cube="2 - offered", to_act=2), None),
    ):
        scene = board(game, [], display()).scene
        assert isinstance(scene, Scene)
        assert (scene.mover, scene.dice, scene.result) == (mover, (), None)


def test_only_a_person_can_begin_the_next_game() -> None:
    """Between two games against the computer the text says that the person can begin the next one."""
    agreed = Options(MatchLength(points=5), level=Level.CASUAL)
    game = game_at("6:15 / 13:15 w", None, agreed=agreed, outcome="w mars RESIGNED 1", to_act=None)
    against = replace(game, black=NARDY)
    last = plain(board(against, [], display()).text).split("\n")[-1]
    assert last == "The match of Anna and the computer stands 2–0. Anna can begin the next game."


def test_the_computers_turn_has_no_buttons_but_the_menu() -> None:
    """While the computer is to move, the menu is the only button."""
    game = game_at("24:14,18:1 / 12:15 w", "6-5")
    thinking = replace(game, white=NARDY)
    reply = board(thinking, [], display())
    assert (labels(reply), plain(reply.text).split("\n")[-1]) == (["⋯"], "The computer is thinking.")


def test_a_button_for_bearing_off_says_off() -> None:
    """A move that bears off has the label `6→off` and the tray as its target."""
    reply = board(game_at("6:4,5:3,4:3,3:2,2:1,off:2 / 13:15 w", "6-3"), [], display())
    button = next(button for row in reply.buttons for button in row if button.target == 0)
    assert (button.label, button.source, button.data) == ("6→off", 6, "8:/move k7f 6/off")


def short_game_at(position: str, roll: str) -> LoadedGame:
    """Return a game of short nardy at a position."""
    return game_at(position, roll, ruleset="short")


BAR_AND_HITS = "bar:1,13:5,8:4,6:5 / 1:1,4:1,5:1,12:5,17:3,19:4 w"


def test_checkers_on_the_bar_are_drawn_and_movable() -> None:
    """Hit checkers are drawn on the bar, only the bar is movable, and no head is marked."""
    game = short_game_at(BAR_AND_HITS, "3-2")
    reply = board(game, [], display())
    check_limits(reply)
    assert isinstance(reply.scene, Scene)
    assert (reply.scene.white_bar, reply.scene.black_bar, reply.scene.movable) == (1, 0, (25,))
    assert (reply.scene.heads, reply.scene.homes) == (None, (1, 19))
    first = reply.buttons[0][0]
    assert (first.label, first.source, first.target, first.data) == ("bar→22", 25, 22, "8:/move k7f bar/22")
    assert labels(board(game, [], display("ru")))[0] == "бар→22"


def test_a_hit_is_marked_on_the_button_and_in_its_data() -> None:
    """A move that hits has a star."""
    reply = board(short_game_at("13:5,8:5,6:5 / 1:2,5:1,12:5,17:3,19:4 w", "3-1"), [], display())
    hits = [(button.label, button.data) for row in reply.buttons for button in row if "*" in button.label]
    assert hits[:2] == [("8→5*", "8:/move k7f 8/5*"), ("6→5*", "8:/move k7f 6/5*")]
    assert ("8→5*→4", "8:/move k7f 8/5*/4") in hits


def test_ways_that_hit_differently_have_separate_buttons() -> None:
    """Moving over the single checker on 10 and moving around it have separate buttons."""
    game = short_game_at("13:5,6:5,8:5 / 1:2,10:1,12:5,17:3,19:4 w", "3-2")
    reply = board(game, [], display())
    ways = {button.label: button.data for row in reply.buttons for button in row if button.label[:2] == "13"}
    assert ways["13→10*→8"] == "8:/move k7f 13/10*/8"
    assert ways["13→11→8"] == "8:/move k7f 13/11/8"
    assert game.live.draft is not None
    ends = {label: play_text(game.live.draft, data.split()[-1]).position for label, data in ways.items()}
    assert ends["13→10*→8"] != ends["13→11→8"]


def test_the_last_turn_is_marked_by_its_first_and_last_points() -> None:
    """A written turn gives each checker's start and end, also from the bar and past a hit."""
    first, second = event(2, "bar/22 24/18*/13(2) 3/off"), event(4, "8/5* 6/5", "b")
    assert last_legs([first, event(3, "21", "b")]) == ((25, 22), (24, 13), (24, 13), (3, 0))
    assert last_legs([first, second]) == ((8, 5), (6, 5))


@pytest.mark.slow
@given(st.sampled_from(["nard", "short"]), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_every_turn_of_an_opposed_game_can_be_shown(rules: str, seed: int) -> None:
    """In random games with hits every message keeps to the limits, and every button plays its move."""
    rng, ruleset = Random(seed), RULESETS[rules]
    position = start_position(ruleset)
    for _ in range(rng.randrange(90)):
        turns = legal_turns(position, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        position = turns[rng.randrange(len(turns))].end if turns else position.passed()
        if 15 in map(position.off, Side):
            return
    roll = str(Roll(rng.randint(1, 6), rng.randint(1, 6)))
    game = game_at(write_position(position), roll, ruleset=rules)
    draft = game.live.draft
    for language in LANGUAGES:
        reply = board(game, [], display(language))
        check_limits(reply)
        assert draft is not None
        for row in reply.buttons:
            for button in row:
                if "/move" in button.data and "/" in (typed := button.data.split()[-1]):
                    assert play_text(draft, typed).moves
