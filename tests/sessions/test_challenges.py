from __future__ import annotations

import pytest

from bot.rules import Roll
from bot.rules.events import Cause, Opened, Rolled
from bot.rules.rulesets import MatchLength
from bot.sessions import ChallengeState, First, Level, LoadedGame, Options, challenges
from bot.sessions.errors import ChallengeClosed, NoSuchGame, NotSeated
from storage.places import Place
from tests.refused import refuses
from tests.sessions.world import World, inhabited, race


async def finished(world: World, ruleset: str = "long") -> LoadedGame:
    """A single game that Boris has resigned."""
    game = await world.game(ruleset, options=Options(MatchLength(games=1)))
    return await world.manager.resign(world.actor(world.boris), game.id)


async def test_accepting_starts_the_game(world: World) -> None:
    """When the challenged player accepts, a game between the two begins under the challenge's id."""
    made = await world.manager.challenges.make(world.actor(world.anna), "narde", world.boris.id)
    game = await world.begun(world.boris, made.id)
    assert {game.white.id, game.black.id} == {world.anna.id, world.boris.id}
    assert (game.id, game.match.ruleset, game.version) == (made.id, "narde", 1)


@pytest.mark.on_both
async def test_anyone_may_accept_an_open_challenge(world: World) -> None:
    """A challenge that names no opponent may be accepted by anyone."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long")
    assert [row.id for row in await world.manager.challenges.waiting_for(world.carl.id, world.table.id)] == [
        made.id
    ]
    game = await world.begun(world.carl, made.id)
    assert game.side_of(world.carl.id) is not None


async def test_the_higher_roll_starts(place: Place) -> None:
    """Opening ties are rolled again; the higher roll is White, and all rolls are given from White's side."""
    async with inhabited(place, 3, 3, 2, 5, 6, 4) as world:
        game = await world.game()
        _, events = await world.manager.with_events(game.id)
    assert (game.white.name, events[0].event) == ("Boris", Opened(((3, 3), (5, 2))))


async def test_sport_keeps_the_opening_roll(place: Place) -> None:
    """In sport the opening roll that decides the starter is also the first roll."""
    async with inhabited(place, 5, 6) as world:
        game = await world.game("sport")
        _, events = await world.manager.with_events(game.id)
    assert [each.event for each in events[:2]] == [Opened(((6, 5),)), Rolled(Roll(6, 5), Cause.KEPT)]
    assert game.white.name == "Boris"


@pytest.mark.parametrize("first", First)
async def test_a_named_starter_begins_without_an_opening_roll(world: World, first: First) -> None:
    """If the challenge names the starter, that player is White, without an opening roll."""
    game = await world.game("palm", options=Options(first=first))
    _, events = await world.manager.with_events(game.id)
    assert game.white.name == ("Anna" if first is First.CHALLENGER else "Boris")
    assert (events[0].event, game.live.state.choice) == (Opened(), None)


async def test_a_match_has_the_default_length_of_its_rule_set(world: World) -> None:
    """By default narde is played to 5 points and long as one game."""
    made = [
        await world.manager.challenges.make(world.actor(world.anna), ruleset) for ruleset in ("narde", "long")
    ]
    assert [str(row.options.length) for row in made] == ["5 points", "1 game"]


async def test_options_that_a_rule_set_lacks_are_refused(world: World) -> None:
    """A cube in narde or to one point and koks in palm are refused, and nothing is stored."""
    before = await world.everything()
    for ruleset, options, code in (
        ("narde", Options(cube=True), "no-cube"),
        ("long", Options(MatchLength(points=1), cube=True), "no-cube-to-one-point"),
        ("palm", Options(extended=True), "not-extended"),
    ):
        with refuses(code):
            await world.manager.challenges.make(world.actor(world.anna), ruleset, None, options)
        with refuses(code):
            await world.manager.challenges.challenge_computer(world.actor(world.anna), ruleset, options)
    assert await world.everything() == before


@pytest.mark.on_both
async def test_the_last_options_are_remembered(world: World) -> None:
    """The rule set and options of a player's last challenge are only that player's defaults."""
    await world.game("sport", options=Options(MatchLength(points=3), cube=True))
    assert await world.manager.last_made(world.anna.id) == (
        "sport",
        Options(MatchLength(points=3), cube=True),
    )
    world.clock.forward(minutes=1)
    await world.manager.challenges.challenge_computer(world.actor(world.anna), "palm")
    assert await world.manager.last_made(world.anna.id) == (
        "palm",
        Options(MatchLength(games=1), level=Level.CASUAL),
    )
    assert await world.manager.last_made(world.boris.id) == ("sport", Options())


@pytest.mark.on_both
async def test_a_level_is_kept_for_the_rematch_and_remembered(world: World) -> None:
    """The last level is kept for a rematch and as a default; a game between people has none."""
    play = world.manager.challenges.challenge_computer
    assert await world.manager.last_level(world.anna.id) is None
    game = await play(world.actor(world.anna), "long", Options(level=Level.STRONG))
    assert (game.level, await world.manager.last_level(world.anna.id)) == (Level.STRONG, Level.STRONG)
    await world.manager.resign(world.actor(world.anna), game.id)
    again = await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    assert isinstance(again, LoadedGame)
    assert again.level is Level.STRONG
    usual = await play(world.actor(world.boris), "long")
    assert usual.level is Level.CASUAL
    _, options = await world.manager.last_made(world.anna.id)
    made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id, options)
    between_people = await world.begun(world.boris, made.id)
    assert between_people.level is None


async def test_hints_are_agreed_on_and_kept_for_the_rematch(world: World) -> None:
    """A game and its rematch have hints if agreed on; games against the computer player always do."""
    without = await world.game()
    agreed = await world.game(options=Options(hints=True))
    assert (without.allows_hints, agreed.allows_hints) == (False, True)
    await world.manager.resign(world.actor(world.anna), agreed.id)
    requested = await world.manager.challenges.rematch(world.actor(world.anna), agreed.id)
    again = await world.begun(world.boris, requested.id)
    assert again.allows_hints
    assert (await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")).allows_hints


async def test_declining_closes_a_challenge(world: World) -> None:
    """A declined challenge can no longer be accepted."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    declined = await world.manager.challenges.decline(world.actor(world.boris), made.id)
    with pytest.raises(ChallengeClosed):
        await world.manager.challenges.accept(world.actor(world.boris), made.id)
    assert (declined.state, declined.game) == (ChallengeState.DECLINED, None)


async def test_cancelling_closes_a_challenge(world: World) -> None:
    """A cancelled challenge can no longer be accepted and is listed for neither player."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    await world.manager.challenges.cancel(world.actor(world.anna), made.id)
    with pytest.raises(ChallengeClosed):
        await world.manager.challenges.accept(world.actor(world.boris), made.id)
    assert await world.manager.challenges.waiting_for(world.boris.id, world.table.id) == []
    assert await world.manager.challenges.made_by(world.anna.id) == []


@pytest.mark.on_both
async def test_two_simultaneous_acceptances_start_one_game(world: World) -> None:
    """When two players accept at once, one plays, and the other's refusal names the game."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long")
    accept = world.manager.challenges.accept
    results = await race(accept(world.actor(world.boris), made.id), accept(world.actor(world.carl), made.id))
    (started,) = [end for end in results if isinstance(end, LoadedGame)]
    (refused,) = [end for end in results if isinstance(end, ChallengeClosed)]
    assert (refused.code, refused.fields) == ("challenge-accepted", {"game": started.id})
    assert len((await world.everything())["games"]) == 1


async def test_players_cannot_challenge_themselves(world: World) -> None:
    """Players can neither challenge themselves nor accept or decline their own challenge."""
    with refuses("challenged-self"):
        await world.manager.challenges.make(world.actor(world.anna), "long", world.anna.id)
    made = await world.manager.challenges.make(world.actor(world.anna), "long")
    before = await world.everything()
    for act in (world.manager.challenges.accept, world.manager.challenges.decline):
        with refuses("own-challenge"):
            await act(world.actor(world.anna), made.id)
    assert await world.everything() == before


async def test_only_the_named_opponent_may_answer_a_challenge(world: World) -> None:
    """Another player can neither accept, decline nor cancel a challenge, and nothing changes."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    before = await world.everything()
    for act in (world.manager.challenges.accept, world.manager.challenges.decline):
        with refuses("challenge-for-another", name="Boris"):
            await act(world.actor(world.carl), made.id)
    for player in (world.boris, world.carl):
        with refuses("not-the-challenger"):
            await world.manager.challenges.cancel(world.actor(player), made.id)
    assert await world.everything() == before


async def test_an_open_challenge_cannot_be_declined(world: World) -> None:
    """An open challenge cannot be declined and stays open."""
    made = await world.manager.challenges.make(world.actor(world.anna), "long")
    with refuses("challenge-for-anyone"):
        await world.manager.challenges.decline(world.actor(world.boris), made.id)
    assert (await world.manager.challenges.challenge(made.id)).state is ChallengeState.OPEN


async def test_an_unknown_challenge_is_refused(world: World) -> None:
    """Accepting, declining, cancelling or showing an unknown id is refused."""
    act = world.manager.challenges
    for attempt in (act.accept, act.decline, act.cancel):
        with refuses("no-such-challenge"):
            await attempt(world.actor(world.anna), "x9x")
    with refuses("no-such-challenge"):
        await act.challenge("x9x")


async def test_open_challenges_are_limited(world: World) -> None:
    """A challenge beyond the limit is refused; challenges from other players do not count."""
    for _ in range(challenges.OPEN_CHALLENGES):
        await world.manager.challenges.make(world.actor(world.anna), "long")
        await world.manager.challenges.make(world.actor(world.boris), "long", world.anna.id)
        world.clock.forward(minutes=10)  # keeps below the rate limit
    with refuses("too-many-challenges", limit=challenges.OPEN_CHALLENGES):
        await world.manager.challenges.make(world.actor(world.anna), "long")


async def test_open_games_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player at the limit of open games can neither challenge, accept nor play the computer player."""
    monkeypatch.setattr(challenges, "OPEN_GAMES", 2)
    made = await world.manager.challenges.make(world.actor(world.carl), "long")
    for _ in range(2):
        await world.game()
    for attempt in (
        world.manager.challenges.make(world.actor(world.anna), "long"),
        world.manager.challenges.accept(world.actor(world.anna), made.id),
        world.manager.challenges.challenge_computer(world.actor(world.anna), "long"),
    ):
        with refuses("too-many-games"):
            await attempt


async def test_the_computer_player_has_no_limit_of_games(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rematch against the computer player is possible however many others play it."""
    monkeypatch.setattr(challenges, "OPEN_GAMES", 2)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    await world.manager.resign(world.actor(world.anna), game.id)
    for player in (world.boris, world.carl):
        await world.manager.challenges.challenge_computer(world.actor(player), "long")
    assert isinstance(await world.manager.challenges.rematch(world.actor(world.anna), game.id), LoadedGame)


@pytest.mark.built(by=finished)
async def test_a_rematch_waits_for_the_opponent(world: World, game: LoadedGame) -> None:
    """Asking for a rematch challenges the opponent; asking again changes nothing."""
    requested = await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    again = await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    assert requested == again
    assert not isinstance(requested, LoadedGame)
    assert (requested.opponent, requested.rematch_of, requested.state) == (
        world.boris.id,
        game.id,
        ChallengeState.OPEN,
    )


@pytest.mark.slow
@pytest.mark.parametrize("way", ["rematch", "accept"])
@pytest.mark.built(by=finished)
async def test_a_rematch_begins_when_both_want_it(world: World, game: LoadedGame, way: str) -> None:
    """The opponent starts the rematch by accepting it or by asking for one too."""
    requested = await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    act = world.manager.challenges
    by = world.actor(world.boris)
    begun = await (act.accept(by, requested.id) if way == "accept" else act.rematch(by, game.id))
    assert isinstance(begun, LoadedGame)
    assert begun.id != game.id


@pytest.mark.on_both
@pytest.mark.built(by=finished)
async def test_both_asking_for_a_rematch_at_once_start_one_game(world: World, game: LoadedGame) -> None:
    """If both players ask for a rematch at the same moment, one game begins."""
    results = await race(
        world.manager.challenges.rematch(world.actor(world.anna), game.id),
        world.manager.challenges.rematch(world.actor(world.boris), game.id),
    )
    assert sum(isinstance(end, LoadedGame) for end in results) == 1
    assert len((await world.everything())["games"]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["long", "narde", "sport"])
async def test_the_starter_of_a_rematch_depends_on_the_rule_set(world: World, ruleset: str) -> None:
    """In a rematch, long swaps colours, narde lets the winner start, and sport rolls again."""
    game = await finished(world, ruleset)
    winner = game.player(game.live.state.outcome.winner)  # type: ignore[union-attr, arg-type]
    await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    begun = await world.manager.challenges.rematch(world.actor(world.boris), game.id)
    assert isinstance(begun, LoadedGame)
    _, events = await world.manager.with_events(begun.id)
    has_opening_roll = events[0].event != Opened()
    if ruleset == "long":
        assert (begun.white.id, has_opening_roll) == (game.black.id, False)
    elif ruleset == "narde":
        assert (begun.white.id, has_opening_roll) == (winner.id, False)
    else:
        assert has_opening_roll


@pytest.mark.built(by=finished)
async def test_a_rematch_begins_once(world: World, game: LoadedGame) -> None:
    """Asking again after the rematch has begun is refused with its game's id."""
    await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    begun = await world.manager.challenges.rematch(world.actor(world.boris), game.id)
    with refuses("challenge-accepted", game=begun.id):
        await world.manager.challenges.rematch(world.actor(world.anna), game.id)


@pytest.mark.built(by=finished)
async def test_a_declined_rematch_can_be_asked_for_again(world: World, game: LoadedGame) -> None:
    """After a declined rematch another one can be asked for."""
    requested = await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    await world.manager.challenges.decline(world.actor(world.boris), requested.id)
    again = await world.manager.challenges.rematch(world.actor(world.boris), game.id)
    assert (again.id != requested.id, isinstance(again, LoadedGame)) == (True, False)


async def test_a_rematch_needs_a_finished_game_of_the_player(world: World, game: LoadedGame) -> None:
    """A rematch of an unfinished game, an unknown game or another player's game is refused."""
    before = await world.everything()
    with refuses("game-goes-on"):
        await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    with pytest.raises(NotSeated):
        await world.manager.challenges.rematch(world.actor(world.carl), game.id)
    with pytest.raises(NoSuchGame):
        await world.manager.challenges.rematch(world.actor(world.anna), "x9x")
    assert await world.everything() == before


async def test_the_computer_player_starts_a_rematch_at_once(world: World) -> None:
    """The computer player starts a rematch at once, without a challenge card or a notification to itself."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    await world.manager.resign(world.actor(world.anna), game.id)
    begun = await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    stored = await world.everything()
    assert isinstance(begun, LoadedGame)
    assert "challenge" not in {post[1] for post in stored["posts"]}
    assert {notification[0] for notification in stored["notifications"]} <= {world.anna.id}
