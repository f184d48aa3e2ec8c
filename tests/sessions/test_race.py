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
COMPUTER = PlayPreferences(is_computer=True)
NEARLY = "13:1,3:14 / 24:1,14:14 w 6-5"


def live_game(position: str, white: PlayPreferences, black: PlayPreferences, rules: str = "long") -> LiveGame:
    """Return a live game in a position, with dice rolled."""
    ruleset = RULESETS[rules]
    stands, roll = read_position(position, ruleset)
    assert roll is not None
    names, preferences = {Side.WHITE: "Anna", Side.BLACK: "Boris"}, {Side.WHITE: white, Side.BLACK: black}
    state = Game(stands, roll, 30)
    return LiveGame("k7f", state, names, preferences, PartialTurn.begin(stands, roll))


def after_passing(before: LiveGame) -> LiveGame:
    """Return the game after White has passed Black."""
    return turns.confirm(
        turns.move(before, Side.WHITE, "13/2", RepeatableDice()), Side.WHITE, RepeatableDice(3, 1)
    )


@pytest.mark.parametrize("black", [RACES, COMPUTER])
def test_a_race_is_played_out_by_the_turn_that_begins_it(black: PlayPreferences) -> None:
    """If both players want it, or one is the computer player, the turn that begins a race ends the game."""
    after = after_passing(live_game(NEARLY, RACES, black))
    assert after.is_over
    events = [event for _, event in after.happened]
    kinds = [type(event) for event in events]
    assert kinds[:2] == [Played, RaceBegun]
    assert kinds[2:] == [Rolled, Played] * (len(kinds[2:]) // 2)
    assert {event.cause for event in events[2:] if isinstance(event, Played)} == {Cause.RACE}
    assert after.state.outcome is not None
    assert after.state.position.off(after.state.outcome.winner or Side.WHITE) == 15


@pytest.mark.parametrize(("white", "black"), [(RACES, PLAYS), (PLAYS, RACES), (PLAYS, COMPUTER)])
def test_a_race_is_played_out_only_if_both_want_it(white: PlayPreferences, black: PlayPreferences) -> None:
    """If one player does not want it, the race is played turn by turn."""
    after = after_passing(live_game(NEARLY, white, black))
    assert (after.is_over, after.mover) == (False, Side.BLACK)


def test_nothing_is_played_out_during_contact() -> None:
    """While there is contact no turn is played out."""
    before = live_game("14:1,3:14 / 9:1,15:14 w 6-5", RACES, RACES)
    after = turns.confirm(
        turns.move(before, Side.WHITE, "14/3", RepeatableDice()), Side.WHITE, RepeatableDice(3, 1)
    )
    assert not after.is_over


def test_a_pending_offer_delays_the_race() -> None:
    """A pending draw offer delays the race; the next turn after the answer plays it out."""
    before = replace(live_game(NEARLY, RACES, RACES), offer=Offer("draw", Side.WHITE))
    offered = after_passing(before)
    assert (offered.is_over, offered.offer) == (False, Offer("draw", Side.WHITE))
    refused = offers.answer(offered, Side.BLACK, accept=False)
    assert refused.draft is not None
    moved = turns.move(refused, Side.BLACK, str(refused.draft.next_moves()[0]), RepeatableDice())
    while moved.draft is not None and not moved.draft.is_complete:
        moved = turns.move(moved, Side.BLACK, str(moved.draft.next_moves()[0]), RepeatableDice())
    assert turns.confirm(moved, Side.BLACK, RepeatableDice()).is_over


@pytest.mark.parametrize("rules", ["federation", "short"])
def test_every_rule_set_plays_out_its_race(rules: str) -> None:
    """A race includes Black's last turn and, in short, bearing off once hits are no longer possible."""
    text = "1:2,off:13 / 13:2,off:13 w 6-5" if rules == "federation" else "6:15 / 19:15 w 6-5"
    before = live_game(text, RACES, RACES, rules)
    assert before.draft is not None
    moved = turns.move(before, Side.WHITE, str(before.draft.next_moves()[0]), RepeatableDice())
    after = moved if moved.is_over else turns.confirm(complete_turn(moved), Side.WHITE, RepeatableDice(6, 5))
    assert after.is_over


def complete_turn(now: LiveGame) -> LiveGame:
    """Complete White's turn."""
    while now.draft is not None and not now.draft.is_complete:
        now = turns.move(now, Side.WHITE, str(now.draft.next_moves()[0]), RepeatableDice())
    return now


@pytest.mark.slow
async def test_a_race_ends_a_stored_game_in_one_action(world: World) -> None:
    """With the option on, one action plays out a stored game's race, and the record replays to its end."""
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
