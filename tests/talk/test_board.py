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
from tests.dialogues.scripted import check

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
LONG = RULESETS["long"]
LONGEST = "🎲" * 128
NARDY = Player(2, "Nardy", is_computer=True)
# Thirteen points, almost each with a 6 and a 5 to play: more moves than there is room for.
WIDE = "24:3,23:1,22:1,21:1,20:1,18:1,17:1,16:1,15:1,14:1,11:1,10:1,9:1 / 12:14,13:1 w"


def player(number: int, name: str) -> Player:
    """Return a player with the options that everybody begins with."""
    return Player(number, name, language="en")


def stored(
    position: str,
    roll: str | None,
    names: tuple[str, str] = ("Anna", "Boris"),
    agreed: Options | None = None,
    **more: object,
) -> LoadedGame:
    """A game at a position, White's turn unless the position says otherwise: the first of its match."""
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
    """Return a chat's display preferences: shared, or the private one of a reader."""
    return DisplayPreferences("web", language, "wood", "w", reader)


def event(number: int, text: str, side: str = "w") -> LoadedEvent:
    """Something that happened."""
    return LoadedEvent(number, number + 1, Side(side), parse_event(text, Side(side)), NOW)


def labels(reply: Reply) -> list[str]:
    """Return what stands on the buttons."""
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
def test_the_longest_message_fits_below_a_picture(language: str, offer: str | None) -> None:
    """However much there is to tell, the text has at most 1024 characters, and says what is left out."""
    game = stored(WIDE, "6-5", (LONGEST, LONGEST), offer=offer, offer_by=2 if offer else None)
    reply = board(game, HISTORY, display(language), notified={1: "a", 2: "b"})
    check(reply)
    text = plain(reply.text)
    assert ("left out" in text) or ("не показаны" in text)
    assert "24/17" in text


def test_everything_since_is_told_and_the_last_turn_always() -> None:
    """Lines go back to the revision shown before; the last turn stands there in any case."""
    game = stored(WIDE, "6-5")
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


def test_more_moves_than_there_is_room_for_become_checkers() -> None:
    """First the checkers stand there; with an offer to answer there is room for fifteen moves only."""
    reply = board(stored(WIDE, "6-5"), [], display())
    check(reply)
    assert all("→" not in label for label in labels(reply))
    assert labels(reply)[0] == "24"
    narrow = "24:6,23:1,22:1,21:1,20:1,18:1,16:1,15:1,14:1,11:1 / 12:14,13:1 w"
    assert "24→18" in labels(board(stored(narrow, "6-5"), [], display()))
    offered = board(stored(narrow, "6-5", offer="draw", offer_by=2), [], display())
    check(offered)
    assert labels(offered)[:2] == ["Agree to a draw", "Decline"]


@pytest.mark.slow
@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_turn_of_a_game_can_be_shown(seed: int, offered: bool) -> None:
    """All through random games every message keeps to the limits and every button makes its move."""
    rng = Random(seed)
    position = start_position(LONG)
    for _ in range(rng.randrange(60)):
        turns = legal_turns(position, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        position = turns[rng.randrange(len(turns))].end if turns else position.passed()
        if 15 in map(position.off, Side):
            return
    roll = str(Roll(rng.randint(1, 6), rng.randint(1, 6)))
    game = stored(write_position(position), roll, offer="draw" if offered else None, offer_by=1)
    reply = board(game, [], display())
    check(reply)
    draft = game.live.draft
    assert draft is not None
    for row in reply.buttons:
        for button in row:
            if button.target is not None:
                typed = button.data.split()[-1]
                assert play_text(draft, typed).moves


def test_a_hidden_draft_is_not_shown() -> None:
    """In another chat the board stands as before the half-made turn, with the moves of the whole roll."""
    game = stored("24:14,18:1 / 12:15 w", "6-1", draft="18/17/1", draft_chat=5)
    seen, hidden = board(game, [], display()), board(game, [], display(), draft=False)
    assert isinstance(seen.scene, Scene)
    assert isinstance(hidden.scene, Scene)
    assert (seen.scene.white[16], hidden.scene.white[16]) == (1, 0)
    assert "so far 18/17" in plain(seen.text)
    assert "18→17" in labels(hidden)
    assert plain(hidden.text).split(" – ")[0] != plain(seen.text).split(" – ")[0]


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
def test_every_end_is_told_and_can_call_both(outcome: str, words: str) -> None:
    """The result stands in words, with a rematch; both players can be called by it."""
    game = stored("6:2,5:1,off:12 / 13:15 w", None, outcome=outcome, to_act=None)
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
def test_the_picture_tells_how_the_game_ended(outcome: str, ending: str, words: str) -> None:
    """What is not seen by the checkers has a sign on the picture, and its description says it in words."""
    game = stored("6:2,5:1,off:12 / 13:15 w", None, outcome=outcome, to_act=None)
    reply = board(game, [], display())
    assert isinstance(reply.scene, Scene)
    assert reply.scene.ending == ending
    for alt in (reply.alt, reply.short_alt):
        assert f"The game is over. {words}" in alt


def test_nobody_is_called_twice() -> None:
    """One who is to answer and to move is called once."""
    game = stored(WIDE, "6-5", offer="draw", offer_by=2)
    assert board(game, [], display(), notified={1: "anna"}).notifies == ("anna",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cube", ["64 w", "32 - ?"])
def test_the_longest_board_with_a_cube_fits(language: str, cube: str) -> None:
    """With the longest names, a match and a cube, the words, buttons and descriptions keep to all limits."""
    actor = 2 if cube.endswith("?") else 1
    game = stored(
        WIDE, None, (LONGEST, LONGEST), Options(MatchLength(games=25)), cube=cube, to_act=actor, offer=None
    )
    check(board(game, HISTORY, display(language), notified={1: "a", 2: "b"}))
    over = stored(
        "6:2,5:1,off:12 / 13:15 w",
        None,
        (LONGEST, LONGEST),
        Options(MatchLength(points=25)),
        cube=cube,
        to_act=None,
        outcome="w mars RESIGNED 64",
    )
    check(board(over, HISTORY, display(language), notified={1: "a", 2: "b"}))


def test_the_cube_is_drawn_and_described() -> None:
    """A cube that White owns lies on the picture at its value, and the description says whose it is."""
    shown = board(stored(WIDE, None, cube="4 w"), [], display())
    assert isinstance(shown.scene, Scene)
    assert shown.scene.cube == (4, "w")
    assert shown.alt.endswith("White is to roll. White owns the cube at 4.")


@pytest.mark.parametrize(
    ("cube", "value"),
    [("1 - ?", 2), ("4 w ?", 8)],
)
def test_an_offered_cube_lies_before_who_is_asked(cube: str, value: int) -> None:
    """While a double waits for its answer, the cube lies at its new value on the side of who is asked."""
    shown = board(stored(WIDE, None, cube=cube, to_act=2), [], display())
    assert isinstance(shown.scene, Scene)
    assert shown.scene.cube == (value, "b")
    assert shown.alt.endswith(f"Black is to take the double or to drop it. The cube is offered at {value}.")


def test_who_cannot_double_is_not_offered_to() -> None:
    """Double stands beside Roll only where the cube is in the middle or the mover's own, and not at 64."""
    found = {
        cube: "Double" in labels(board(stored(WIDE, None, cube=cube), [], display()))
        for cube in ("1 -", "2 w", "2 b", "64 w")
    }
    assert found == {"1 -": True, "2 w": True, "2 b": False, "64 w": False}


def test_in_private_only_the_one_who_is_asked_can_answer_a_double() -> None:
    """The one who doubled sees who is to answer, and nothing to press but the menu."""
    game = stored(WIDE, None, cube="1 - ?", to_act=2)
    asked, waiting = board(game, [], display(reader=2)), board(game, [], display(reader=1))
    assert labels(asked) == ["Take", "Drop", "⋯"]
    assert labels(waiting) == ["⋯"]
    assert plain(waiting.text).endswith("Boris is to take the double or to drop it.")


def test_blacks_last_turn_is_told() -> None:
    """Under Federation rules, when White has finished, the board says that Black has one last turn."""
    game = stored("off:15 / 13:2,off:13 b", "2-1", ruleset="federation")
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
def test_the_standing_of_the_match_is_told(length: str, outcome: str, head: str, end: str) -> None:
    """After a game the head and the last line say how the match stands, halves and all."""
    game = stored(
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
def test_the_result_and_the_match_are_drawn(
    length: str,
    outcome: str,
    score: tuple[int, int] | None,
    shown: int,
    result: tuple[str | None, int],
) -> None:
    """The picture of a game that is over carries who won and how, and in a match the score in half points."""
    agreed = Options(MatchLength.parse(length))
    scene = board(
        stored("6:15 / 13:15 w", None, agreed=agreed, outcome=outcome, to_act=None), [], display()
    ).scene
    assert isinstance(scene, Scene)
    assert (scene.score, scene.length, scene.result, scene.mover) == (score, shown, result, None)


def test_who_is_to_roll_is_drawn() -> None:
    """Before the roll the picture has a mover without dice; while a double waits for an answer, none."""
    for game, mover in ((stored(WIDE, None), "w"), (stored(WIDE, None, cube="2 - offered", to_act=2), None)):
        scene = board(game, [], display()).scene
        assert isinstance(scene, Scene)
        assert (scene.mover, scene.dice, scene.result) == (mover, (), None)


def test_only_the_human_is_told_to_begin_the_next_game() -> None:
    """Between two games against the computer it is its opponent who can go on."""
    agreed = Options(MatchLength(points=5), level=Level.CASUAL)
    game = stored("6:15 / 13:15 w", None, agreed=agreed, outcome="w mars RESIGNED 1", to_act=None)
    against = replace(game, black=NARDY)
    last = plain(board(against, [], display()).text).split("\n")[-1]
    assert last == "The match of Anna and the computer stands 2–0. Anna can begin the next game."


def test_the_program_thinks() -> None:
    """While the computer player is to move there is nothing to press but the menu."""
    game = stored("24:14,18:1 / 12:15 w", "6-5")
    thinking = replace(game, white=NARDY)
    reply = board(thinking, [], display())
    assert (labels(reply), plain(reply.text).split("\n")[-1]) == (["⋯"], "The computer is thinking.")


def test_bearing_off_stands_on_the_button() -> None:
    """A move that bears off reads `6→off`, and a press on the tray means the same."""
    reply = board(stored("6:4,5:3,4:3,3:2,2:1,off:2 / 13:15 w", "6-3"), [], display())
    button = next(button for row in reply.buttons for button in row if button.target == 0)
    assert (button.label, button.source, button.data) == ("6→off", 6, "8:/move k7f 6/off")


def opposed(position: str, roll: str) -> LoadedGame:
    """Return a game of short nardy at a position."""
    return stored(position, roll, ruleset="short")


BAR_AND_HITS = "bar:1,13:5,8:4,6:5 / 1:1,4:1,5:1,12:5,17:3,19:4 w"


def test_the_bar_is_drawn_and_a_checker_there_may_be_pressed() -> None:
    """Hit checkers lie on the bar, from where alone one may move; no head is marked."""
    game = opposed(BAR_AND_HITS, "3-2")
    reply = board(game, [], display())
    check(reply)
    assert isinstance(reply.scene, Scene)
    assert (reply.scene.white_bar, reply.scene.black_bar, reply.scene.movable) == (1, 0, (25,))
    assert (reply.scene.heads, reply.scene.homes) == (None, (1, 19))
    first = reply.buttons[0][0]
    assert (first.label, first.source, first.target, first.data) == ("bar→22", 25, 22, "8:/move k7f bar/22")
    assert labels(board(game, [], display("ru")))[0] == "бар→22"


def test_a_hit_stands_on_the_button_and_in_what_it_plays() -> None:
    """A move that hits has a star."""
    reply = board(opposed("13:5,8:5,6:5 / 1:2,5:1,12:5,17:3,19:4 w", "3-1"), [], display())
    hits = [(button.label, button.data) for row in reply.buttons for button in row if "*" in button.label]
    assert hits[:2] == [("8→5*", "8:/move k7f 8/5*"), ("6→5*", "8:/move k7f 6/5*")]
    assert ("8→5*→4", "8:/move k7f 8/5*/4") in hits


def test_ways_that_differ_in_what_they_hit_have_a_button_each() -> None:
    """Going over the single checker on 10 or around it is told apart."""
    game = opposed("13:5,6:5,8:5 / 1:2,10:1,12:5,17:3,19:4 w", "3-2")
    reply = board(game, [], display())
    ways = {button.label: button.data for row in reply.buttons for button in row if button.label[:2] == "13"}
    assert ways["13→10*→8"] == "8:/move k7f 13/10*/8"
    assert ways["13→11→8"] == "8:/move k7f 13/11/8"
    assert game.live.draft is not None
    ends = {label: play_text(game.live.draft, data.split()[-1]).position for label, data in ways.items()}
    assert ends["13→10*→8"] != ends["13→11→8"]


def test_the_last_turn_is_marked_from_the_bar_and_past_a_hit() -> None:
    """A written turn gives each checker's beginning and end, whatever it hit on its way."""
    first, second = event(2, "bar/22 24/18*/13(2) 3/off"), event(4, "8/5* 6/5", "b")
    assert last_legs([first, event(3, "21", "b")]) == ((25, 22), (24, 13), (24, 13), (3, 0))
    assert last_legs([first, second]) == ((8, 5), (6, 5))


@pytest.mark.slow
@given(st.sampled_from(["nard", "short"]), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_every_turn_of_an_opposed_game_can_be_shown(rules: str, seed: int) -> None:
    """All through random games with hits messages keep to the limits and buttons make their moves."""
    rng, ruleset = Random(seed), RULESETS[rules]
    position = start_position(ruleset)
    for _ in range(rng.randrange(90)):
        turns = legal_turns(position, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        position = turns[rng.randrange(len(turns))].end if turns else position.passed()
        if 15 in map(position.off, Side):
            return
    roll = str(Roll(rng.randint(1, 6), rng.randint(1, 6)))
    game = stored(write_position(position), roll, ruleset=rules)
    draft = game.live.draft
    for language in LANGUAGES:
        reply = board(game, [], display(language))
        check(reply)
        assert draft is not None
        for row in reply.buttons:
            for button in row:
                if "/move" in button.data and "/" in (typed := button.data.split()[-1]):
                    assert play_text(draft, typed).moves
