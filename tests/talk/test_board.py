from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import RULESETS, Roll, Side, legal_turns, start_position, write_position
from bot.sessions import Dress, Event, Game, Player
from bot.sessions.stored import load
from bot.talk.board import board
from bot.talk.catalog import LANGUAGES
from bot.talk.reply import plain
from storage.rows import GameRow, PlayerRow
from tests.dialogues.scripted import check

if TYPE_CHECKING:
    from bot.talk.reply import Reply

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
LONG = RULESETS["long"]
LONGEST = "🎲" * 128
# Thirteen points, almost each with a 6 and a 5 to play: more moves than there is room for.
WIDE = "24:3,23:1,22:1,21:1,20:1,18:1,17:1,16:1,15:1,14:1,11:1,10:1,9:1 / 12:14,13:1 w"


def player(number: int, name: str, program: str | None = None) -> Player:
    """A player with the options that everybody begins with."""
    return PlayerRow(
        id=number,
        name=name,
        program=program,
        language="en",
        theme=None,
        side=None,
        auto_roll=True,
        auto_forced=True,
        auto_confirm=False,
        since=NOW,
    )


def stored(
    position: str, roll: str | None, names: tuple[str, str] = ("Anna", "Boris"), **more: object
) -> Game:
    """A game at a position, White's turn unless the position says otherwise."""
    row = GameRow(
        id="k7f",
        ruleset="long",
        white=1,
        black=2,
        white_chat=None,
        black_chat=None,
        version=1,
        turns=8,
        actor=1 if position.endswith("w") else 2,
        position=position,
        roll=roll,
        draft="",
        draft_chat=None,
        offer=None,
        offer_by=None,
        outcome=None,
        started=NOW,
        changed=NOW,
    )
    changed = GameRow(**(row.values() | more))
    return load(changed, player(1, names[0]), player(2, names[1]))


def dress(language: str = "en", reader: int | None = None) -> Dress:
    """A chat's dress: shared, or the private one of a reader."""
    return Dress("web", language, "wood", "w", reader)


def event(number: int, kind: str, text: str, side: str = "w", cause: str = "") -> Event:
    """Something that happened."""
    return Event("k7f", number, number + 1, kind, side, text, cause, NOW)


def labels(reply: Reply) -> list[str]:
    """What stands on the buttons."""
    return [button.label for row in reply.buttons for button in row]


HISTORY = [
    event(0, "opening", " ".join(["3-3"] * 40 + ["6-1"])),
    *(
        event(1 + number, kind, text, side, cause)
        for number, (kind, text, side, cause) in enumerate(
            [
                ("roll", "4-4", "w", ""),
                ("turn", "24/20 24/16 18/10 17/9", "w", ""),
                ("offer", "oyn", "w", ""),
                ("refusal", "oyn", "b", ""),
                ("offer", "draw", "w", ""),
                ("refusal", "draw", "b", ""),
                ("roll", "6-5", "b", ""),
                ("turn", "pass", "b", "prime"),
                ("roll", "3-2", "w", ""),
                ("turn", "pass", "w", "blocked"),
                ("roll", "2-2", "b", ""),
                ("turn", "pass", "b", "blocked"),
                ("roll", "6-1", "w", ""),
                ("turn", "24/17", "w", "forced"),
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
    reply = board(game, HISTORY, dress(language), rings={1: "a", 2: "b"})
    check(reply)
    text = plain(reply.text)
    assert ("left out" in text) or ("не показаны" in text)
    assert "24/17" in text


def test_everything_since_is_told_and_the_last_turn_always() -> None:
    """Lines go back to the revision shown before; the last turn stands there in any case."""
    game = stored(WIDE, "6-5")
    events = [
        event(0, "opening", "6-1"),
        event(1, "roll", "6-5"),
        event(2, "turn", "24/18 24/19"),
        event(3, "roll", "5-5", "b"),
        event(4, "turn", "pass", "b", "blocked"),
        event(5, "roll", "6-5"),
    ]
    whole = plain(board(game, events, dress()).text).split("\n")
    assert whole[1:-1] == [
        "Anna threw 6 for the start and Boris threw 1, so Anna plays White and begins.",
        "Anna rolled 6-5 and played 24/18 24/19.",
        "Boris rolled 5-5 and had to pass: no checker can move by 5.",
    ]
    assert plain(board(game, events, dress(), since=99).text).split("\n")[1:-1] == whole[3:-1]


def test_more_moves_than_there_is_room_for_become_checkers() -> None:
    """First the checkers stand there; with an offer to answer there is room for fifteen moves only."""
    reply = board(stored(WIDE, "6-5"), [], dress())
    check(reply)
    assert all("→" not in label for label in labels(reply))
    assert labels(reply)[0] == "24"
    narrow = "24:6,23:1,22:1,21:1,20:1,18:1,16:1,15:1,14:1,11:1 / 12:14,13:1 w"
    assert "24→18" in labels(board(stored(narrow, "6-5"), [], dress()))
    offered = board(stored(narrow, "6-5", offer="draw", offer_by=2), [], dress())
    check(offered)
    assert labels(offered)[:2] == ["Agree to a draw", "Decline"]


@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_turn_of_a_game_can_be_shown(seed: int, offered: bool) -> None:
    """All through random games every message keeps to the limits and every button makes its move."""
    rng = Random(seed)
    position = start_position(LONG)
    for _ in range(rng.randrange(60)):
        turns = legal_turns(LONG, position, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        if turns:
            position = turns[rng.randrange(len(turns))].end
        else:
            position = position.replaced(position.mover, position.mine, position.mover.other)
        if 15 in map(position.off, Side):
            return
    roll = str(Roll(rng.randint(1, 6), rng.randint(1, 6)))
    game = stored(write_position(position, LONG), roll, offer="draw" if offered else None, offer_by=1)
    reply = board(game, [], dress())
    check(reply)
    draft = game.play.draft
    assert draft is not None
    for row in reply.buttons:
        for button in row:
            if button.target is not None:
                typed = button.data.split()[-1]
                assert draft.read(typed).moves


def test_a_hidden_draft_is_not_shown() -> None:
    """In another chat the board stands as before the half-made turn, with the moves of the whole roll."""
    game = stored("24:14,18:1 / 12:15 w", "6-1", draft="18/17/1", draft_chat=5)
    seen, hidden = board(game, [], dress()), board(game, [], dress(), draft=False)
    assert seen.scene is not None
    assert hidden.scene is not None
    assert (seen.scene.white[16], hidden.scene.white[16]) == (1, 0)
    assert "so far 18/17" in plain(seen.text)
    assert "18→17" in labels(hidden)
    assert plain(hidden.text).split(" – ")[0] != plain(seen.text).split(" – ")[0]


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("w oyn BORNE_OFF", "Anna has borne off all checkers and wins against Boris: oyn, 1 point."),
        ("b mars BORNE_OFF", "Boris has borne off all checkers and wins against Anna: mars, 2 points."),
        ("b mars RESIGNED", "Anna resigns and Boris wins: mars, 2 points."),
        ("w mars TIMEOUT", "Boris ran out of time and Anna wins: mars, 2 points."),
        ("- - DRAW", "Anna and Boris agree to a draw: half a point each."),
        (
            "- - BOTH_OFF",
            "Anna and Boris have both borne off all checkers, so the game is a draw: half a point each.",
        ),
    ],
)
def test_every_end_is_told_and_can_call_both(outcome: str, words: str) -> None:
    """The result stands in words, with a rematch; both players can be called by it."""
    game = stored("6:2,5:1,off:12 / 13:15 w", None, outcome=outcome, actor=None)
    reply = board(game, [], dress(), rings={1: "anna", 2: "boris"})
    assert plain(reply.text).endswith(words)
    assert labels(reply) == ["Rematch", "Replay", "Record"]
    assert set(reply.rings) == {"anna", "boris"}


def test_nobody_is_called_twice() -> None:
    """One who is to answer and to move is called once."""
    game = stored(WIDE, "6-5", offer="draw", offer_by=2)
    assert board(game, [], dress(), rings={1: "anna"}).rings == ("anna",)


def test_the_program_thinks() -> None:
    """While the program is to move there is nothing to press but the menu."""
    game = stored("24:14,18:1 / 12:15 w", "6-5")
    thinking = Game(game.row, player(1, "Nardy", "plain"), game.black, game.play)
    reply = board(thinking, [], dress())
    assert (labels(reply), plain(reply.text).split("\n")[-1]) == (["⋯"], "Nardy is thinking.")


def test_bearing_off_stands_on_the_button() -> None:
    """A move that bears off reads `6→off`, and a press on the tray means the same."""
    reply = board(stored("6:4,5:3,4:3,3:2,2:1,off:2 / 13:15 w", "6-3"), [], dress())
    button = next(button for row in reply.buttons for button in row if button.target == 0)
    assert (button.label, button.source, button.data) == ("6→off", 6, "8:/move k7f 6/off")
