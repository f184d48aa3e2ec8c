from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules import RULESETS, Game, PartialTurn, Side, read_position
from bot.rules.events import Cause, Played, RaceBegun, Rolled
from bot.sessions.actions import offers, turns
from bot.sessions.live_game import LiveGame, Offer
from bot.sessions.loaded_game import record_of
from bot.sessions.settings import PlayPreferences
from tests.sessions.world import RepeatableDice, World

pytestmark = pytest.mark.on_both

RACES = PlayPreferences(auto_race=True)
PLAYS = PlayPreferences()
PROGRAM = PlayPreferences(is_computer=True)
NEARLY = "13:1,3:14 / 24:1,14:14 w 6-5"


def standing(position: str, white: PlayPreferences, black: PlayPreferences, rules: str = "long") -> LiveGame:
    """A play that stands so, with dice thrown."""
    ruleset = RULESETS[rules]
    stands, roll = read_position(position, ruleset)
    assert roll is not None
    names, preferences = {Side.WHITE: "Anna", Side.BLACK: "Boris"}, {Side.WHITE: white, Side.BLACK: black}
    state = Game(stands, roll, 30)
    return LiveGame("k7f", state, names, preferences, PartialTurn.begin(stands, roll))


def past(before: LiveGame) -> LiveGame:
    """The play after White has passed Black."""
    return turns.confirm(
        turns.move(before, Side.WHITE, "13/2", RepeatableDice()), Side.WHITE, RepeatableDice(3, 1)
    )


@pytest.mark.parametrize("black", [RACES, PROGRAM])
def test_a_race_is_played_out_by_the_turn_that_begins_it(black: PlayPreferences) -> None:
    """Where both want it, or the other is the program, the game is over, each turn told with its dice."""
    after = past(standing(NEARLY, RACES, black))
    assert after.is_over
    events = [event for _, event in after.happened]
    kinds = [type(event) for event in events]
    assert kinds[:2] == [Played, RaceBegun]
    assert kinds[2:] == [Rolled, Played] * (len(kinds[2:]) // 2)
    assert {event.cause for event in events[2:] if isinstance(event, Played)} == {Cause.RACE}
    assert after.state.outcome is not None
    assert after.state.position.off(after.state.outcome.winner or Side.WHITE) == 15


@pytest.mark.parametrize(("white", "black"), [(RACES, PLAYS), (PLAYS, RACES), (PLAYS, PROGRAM)])
def test_it_takes_both(white: PlayPreferences, black: PlayPreferences) -> None:
    """A player who does not want it plays his race himself."""
    after = past(standing(NEARLY, white, black))
    assert (after.is_over, after.mover) == (False, Side.BLACK)


def test_before_the_sides_have_passed_each_other_nothing_is_played_out() -> None:
    """While there is contact everybody plays himself."""
    before = standing("14:1,3:14 / 9:1,15:14 w 6-5", RACES, RACES)
    after = turns.confirm(
        turns.move(before, Side.WHITE, "14/3", RepeatableDice()), Side.WHITE, RepeatableDice(3, 1)
    )
    assert not after.is_over


def test_an_offer_is_answered_first() -> None:
    """While a draw is offered the race waits; the next turn after the answer plays it out."""
    before = replace(standing(NEARLY, RACES, RACES), offer=Offer("draw", Side.WHITE))
    offered = past(before)
    assert (offered.is_over, offered.offer) == (False, Offer("draw", Side.WHITE))
    refused = offers.answer(offered, Side.BLACK, accept=False)
    assert refused.draft is not None
    moved = turns.move(refused, Side.BLACK, str(refused.draft.next_moves()[0]), RepeatableDice())
    while moved.draft is not None and not moved.draft.is_complete:
        moved = turns.move(moved, Side.BLACK, str(moved.draft.next_moves()[0]), RepeatableDice())
    assert turns.confirm(moved, Side.BLACK, RepeatableDice()).is_over


@pytest.mark.parametrize("rules", ["federation", "short"])
def test_every_game_has_its_race(rules: str) -> None:
    """Black's last turn belongs to it, and so does bearing off after hits are over."""
    text = "1:2,off:13 / 13:2,off:13 w 6-5" if rules == "federation" else "6:15 / 19:15 w 6-5"
    before = standing(text, RACES, RACES, rules)
    assert before.draft is not None
    moved = turns.move(before, Side.WHITE, str(before.draft.next_moves()[0]), RepeatableDice())
    after = moved if moved.is_over else turns.confirm(finished(moved), Side.WHITE, RepeatableDice(6, 5))
    assert after.is_over


def finished(now: LiveGame) -> LiveGame:
    """The play with White's turn made to its end."""
    while now.draft is not None and not now.draft.is_complete:
        now = turns.move(now, Side.WHITE, str(now.draft.next_moves()[0]), RepeatableDice())
    return now


@pytest.mark.slow
async def test_a_whole_game_ends_in_one_action_and_its_record_replays(world: World) -> None:
    """With the option on, a stored game ends by the action that begins the race; the record leads there."""
    await world.option(world.anna, auto_race=True)
    await world.option(world.boris, auto_race=True)
    game = await world.game()
    versions = []
    while not game.is_over:
        versions.append(game.version)
        game = await world.turn(game)
    game, events = await world.manager.with_events(game.id)
    raced = [each for each in events if isinstance(each.event, Played) and each.event.cause is Cause.RACE]
    assert len({event.version for event in raced}) == 1
    assert raced[0].version == game.version
    assert record_of(game, events).end().position == game.live.state.position
