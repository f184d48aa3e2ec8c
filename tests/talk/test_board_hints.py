"""Hints and refused moves on the open board: what is drawn there, and which game they are about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import Candidate, Hint, Reason
from bot.rules import RULESETS, legal_turns, read_position
from bot.sessions import Advantage
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.on_board import Arrow, Objection
from bot.talk.reply import Reply, plain
from bot.talk.views.board_hints import MOST_MARKS, board_hint
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.talk.test_hints import EVEN, SHARED, game_of, hint_with_costs


async def typed_on(house: House, player: str, line: str, board: str) -> Reply:
    """Type a line on a page with the board of a game; return the reply, once it is finished."""
    house.event_count += 1
    person = Person("web", player.lower(), player, house.language)
    incoming = Incoming(f"typed {house.event_count}", person, house.place(TABLE), Line(line))
    (reply,) = await house.conversation.handle(replace(incoming, on_board=True, board=board))
    if reply.pending is not None:
        finished = await reply.pending.outcome
        assert finished is not None
        return finished
    return reply


@pytest.mark.slow
async def test_a_hint_on_the_board_needs_no_picture(house: House) -> None:
    """A hint that is typed on a game's board is drawn there, as arrows and as moves to play."""
    await house.type("Anna", "/play first me")
    game = await game_of(house)
    reply = await typed_on(house, "Anna", "/hint", game.id)
    assert reply.scene is None
    assert reply.hint is not None
    best = reply.hint.turns[0]
    assert plain(reply.text) == f"{best.says}\n{best.more}".rstrip()
    assert best.play.startswith(f"{game.turns}:/move {game.id} ")
    assert sum(each.count for each in best.arrows) <= len(best.steps)
    assert (sum(reply.hint.white), sum(reply.hint.black)) == (15, 15)
    assert reply.hint.undo == ""


async def test_equal_moves_are_one_arrow(playing: House) -> None:
    """Checkers that move alike share an arrow, which counts them."""
    position, roll = read_position("24:11,20:2,16:2 / 12:15 w 2-2", RULESETS["long"])
    assert roll is not None
    turn = next(each for each in legal_turns(position, roll) if str(each) == "20/18(2) 16/14(2)")
    drawn = board_hint(words_in("en"), await game_of(playing), SHARED, Hint((Candidate(turn, EVEN, 0),)))
    assert drawn.turns[0].arrows == (Arrow(20, 18, 2), Arrow(16, 14, 2))


async def test_few_points_are_marked(playing: House) -> None:
    """The points of a second reason are marked only while all marks together stay few."""
    game = await game_of(playing)
    row = tuple(range(11, 5, -1))
    for more, marks in (((11, 10), tuple(sorted(row))), ((4,), tuple(sorted(row)))):
        reasons = (Reason(Advantage.PRIME, 6, 6, 5, 1, row), Reason(Advantage.TRAPS, 3, 3, 0, 1, more))
        drawn = board_hint(words_in("en"), game, SHARED, hint_with_costs(game, 0, 0.2, reasons=reasons))
        assert drawn.turns[0].marks == marks
        assert drawn.turns[1].marks == ()
    assert len(row) == MOST_MARKS


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_reason_fits_into_a_line(playing: House, language: str) -> None:
    """Each reason is a sentence of at most 45 letters with its figure, beside the turn."""
    game = await game_of(playing)
    words = words_in(language)
    for figure in (0, 1, 2, 5, 21, 36):
        for each in Advantage:
            reason = Reason(each, figure, figure, 0, 1, (9,))
            drawn = board_hint(words, game, SHARED, hint_with_costs(game, 0, 0.2, reasons=(reason,)))
            says = drawn.turns[0].says
            sentence = says.partition(". ")[2]
            assert sentence.endswith(".")
            assert len(sentence) <= 45, sentence


async def test_moves_already_made_are_taken_back_first(playing: House) -> None:
    """If the turn is begun, the hint says how to take its moves back before it is played."""
    await playing.type("Anna", "16/15")
    game = await game_of(playing)
    drawn = board_hint(words_in("en"), game, SHARED, hint_with_costs(game, 0, 0.2))
    assert drawn.undo == f"{game.turns}:/undo {game.id} all"
    assert drawn.white[16] == game.live.state.position.points(game.live.mover)[16]


async def test_a_refused_move_is_explained_by_points(playing: House) -> None:
    """On a board the answer of /why has the refused point and the points that are the reason."""
    game = await only_game(playing)
    reply = await typed_on(playing, "Anna", "/why 16/12", game)
    assert reply.objection == Objection(12, (12,))
    assert (await typed_on(playing, "Anna", "/why 24/20", game)).objection is None


async def test_a_board_of_another_game_is_named(playing: House) -> None:
    """An answer about another game than that of the open board says which."""
    game = await only_game(playing)
    await playing.type("Carl", "/play first me")
    other = next(each for each in await playing.manager.open_games(3, 1) if each.id != game).id
    reply = await typed_on(playing, "Carl", "/why 24/18", other)
    assert not plain(reply.text).startswith("Game")
    named = await typed_on(playing, "Anna", f"/why {game} 16/12", other)
    assert plain(named.text).startswith(f"Game {game}:\n16/12 is blocked")


async def test_a_board_that_may_not_be_seen_is_not_meant(playing: House) -> None:
    """The open board counts only for a person who may see its game."""
    game = await only_game(playing)
    await playing.type("Carl", "/play first me", "Carl")
    hidden = next(each.id for each in await playing.manager.open_games(3, 1) if each.id != game)
    reply = await typed_on(playing, "Anna", "/why 16/12", hidden)
    assert plain(reply.text).startswith(f"Game {game}:\n16/12 is blocked")
