"""Flows in which somebody else comes in between: next games, rematches, blocks, two who take one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.chats.telegram.listener import _fits_toast
from bot.sessions import Actor, Outbox, challenges
from bot.sessions.rate_limits import NEW_IN_A_CHAT
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.input.payloads import button_data
from bot.talk.reply import Jump, Reply, plain
from bot.talk.request_budget import AT_ONCE, RequestBudget
from storage import game_lists, games
from tests.dialogues.house import TELEGRAM_CHAT, House, only_game, open_house
from tests.dialogues.script import TABLE
from tests.sessions.world import Clock
from tests.visits import visit_chat

pytestmark = pytest.mark.slow

HALL = "hall"
"""A shared chat where nobody else is."""
PEOPLE = ("Anna", "Boris", "Carl")


async def known(house: House, *chats: str) -> None:
    """Let Anna and Boris be met in some chats, and each in a private one."""
    for player in ("Anna", "Boris"):
        for chat in (player, *chats):
            await house.type(player, "/start", chat)


async def given_up(house: House, player: str, game: str, chat: str | None = None) -> None:
    """Let a player resign a game."""
    by, place = await visit_chat(house.manager, player.lower(), player, chat or player, "private")
    await house.manager.resign(Actor(by.id, f"resigned {game}", place.id), game)
    await house.until_idle()


async def private_match(house: House) -> str:
    """A match of Anna's and Boris's in private, whose first game Boris has given up; return that game."""
    await known(house, TABLE)
    await house.type("Anna", "/challenge Boris 3 games", "Anna")
    await house.type("Boris", "/accept", "Boris")
    game = await only_game(house)
    await given_up(house, "Boris", game)
    return game


async def running(house: House) -> str:
    """Return the id of Anna's only game that is being played."""
    (game,) = await house.manager.games_of(1)
    return game.id


def shown_in(house: House, chat: str) -> list[str]:
    """Return what stands in a chat."""
    return [plain(message.reply.text) for message in house.platform.messages if message.chat == chat]


async def test_rematches_with_the_program_are_not_challenges_to_a_person(house: House) -> None:
    """Anybody plays the computer again as often as he likes, and nobody uses up another's turns with it."""
    for player in PEOPLE:
        await house.type(player, "/settings roll off", player)
        await house.type(player, "/play novice first me", player)
        person, _ = await visit_chat(house.manager, player.lower(), player, player, "private")
        for _ in range(8):
            (game,) = await house.manager.games_of(person.id)
            await given_up(house, player, game.id)
            assert await house.type(player, f"/rematch {game.id}", player) == ""


async def test_a_stranger_who_is_mentioned_is_not_called_in_private(house: House) -> None:
    """Who never used the bot in a chat, and is known to nobody there, is shown nothing elsewhere."""
    await house.type("Gustav", "/start", "Gustav")
    await house.type("Anna", "/start", HALL)
    gustav = Person("web", "gustav", "Gustav", "en")
    anna = Person("web", "anna", "Anna", "en")
    line = Line("/challenge <@gustav>")
    await house.conversation.handle(Incoming("m1", anna, house.place(HALL), line, mentioned=(gustav,)))
    await house.until_idle()
    assert shown_in(house, "Gustav") == []
    assert any("challenges you" in text for text in shown_in(house, HALL))


async def test_the_next_game_of_who_cannot_be_reached_waits_where_he_was_told(house: House) -> None:
    """He is not told of it in the other player's chat, who is told that he cannot be reached."""
    game = await private_match(house)
    boris, chat = await visit_chat(house.manager, "boris", "Boris", "Boris", "private")
    await Outbox(house.manager).relocation.mark_unreachable(chat.id)
    await house.type("Anna", f"/continue {game}", "Anna")
    (following,) = await house.manager.games_of(boris.id)
    told = following.white_chat if following.white.id == boris.id else following.black_chat
    assert told == chat.id
    assert "cannot be reached" in shown_in(house, "Anna")[-1]


async def test_the_next_game_of_a_private_match_stays_private(house: House) -> None:
    """/continue, typed in a group that never saw the match, shows the group nothing."""
    game = await private_match(house)
    before = len(shown_in(house, HALL))
    told = await house.type("Anna", f"/continue {game}", HALL)
    assert "This chat does not show it" in told
    assert len(shown_in(house, HALL)) == before
    assert await running(house) in shown_in(house, "Anna")[-1]


async def test_next_games_count_among_the_new_boards_of_a_chat(tmp_path: Path) -> None:
    """Who gives up game after game of a long match fills a group with no more boards than by /play."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        await house.type("Anna", "/play 25 games novice", TABLE)
        refused = ""
        begun = 0
        while "boards" not in refused and begun < 24:
            game = await running(house)
            anna, chat = await visit_chat(house.manager, "anna", "Anna", TABLE, "shared")
            await house.manager.resign(Actor(anna.id, f"resigned {game}", chat.id), game)
            refused = await house.type("Anna", f"/continue {game}", TABLE)
            begun += 1
        assert begun <= NEW_IN_A_CHAT // 4


async def test_a_match_shows_others_only_the_games_that_they_see(house: House) -> None:
    """/record with `match` leaves out, for a bystander, the games that his chat never showed."""
    game = await private_match(house)
    await house.type("Anna", f"/continue {game}", "Anna")
    second = await running(house)
    await house.type("Anna", f"/board {second}", TABLE)
    await given_up(house, "Boris", second)
    for form in ("match", "match mat"):
        told = await house.type("Carl", f"/record {second} {form}", TABLE)
        own = await house.type("Anna", f"/record {second} {form}", "Anna")
        assert 0 < len(told) < len(own)
    assert (await house.type("Carl", f"/record {second} match", TABLE)).count("[Rules") == 1


async def test_a_rematch_that_is_asked_for_in_private_notifies_in_no_group(house: House) -> None:
    """The opponent is asked in private, though the game was played in a group."""
    await known(house, TABLE)
    await house.type("Anna", "/challenge Boris", TABLE)
    await house.type("Boris", "/accept", TABLE)
    game = await only_game(house)
    await given_up(house, "Boris", game)
    before = len(shown_in(house, TABLE))
    await house.type("Anna", f"/rematch {game}", "Anna")
    assert len(shown_in(house, TABLE)) == before
    assert "Boris" in shown_in(house, "Boris")[-1]
    assert house.notified()[-1] == "Boris"


async def test_who_is_blocked_takes_no_open_challenge_of_the_blocker(house: House) -> None:
    """He is answered as if it were closed; for everybody else it is as open as before."""
    for player in PEOPLE:
        await house.type(player, "/start", TABLE)
    await house.type("Anna", "/block Boris", "Anna")
    await house.type("Anna", "/challenge", TABLE)
    (row,) = await house.manager.challenges.made_by(1)
    assert "closed" in await house.type("Boris", f"/accept {row.id}", TABLE)
    assert await house.manager.games_of(1) == []
    await house.type("Carl", f"/accept {row.id}", TABLE)
    assert len(await house.manager.games_of(1)) == 1


async def test_an_offer_that_never_arrived_stands_in_nobodys_way(playing: House) -> None:
    """Who has blocked the opponent offers a draw as if nothing were offered, and is asked before."""
    game = await only_game(playing)
    await playing.type("Boris", "/block Anna", "Boris")
    await playing.type("Anna", "/draw", TABLE)
    await playing.press("Anna", "Offer a draw", TABLE, answered=True)
    assert "Offer" in await playing.type("Boris", "/draw", TABLE)
    assert (await playing.manager.game(game)).live.state.outcome is None
    await playing.press("Boris", "Offer a draw", TABLE, answered=True)
    stored = await playing.manager.game(game)
    assert stored.live.state.outcome is None
    assert stored.live.offer is not None
    assert stored.live.offer.side is stored.side_of(2)


async def taken(house: House) -> tuple[str, str]:
    """An invitation of Anna's that Dora has taken on another platform: the line of its link, and its id."""
    await house.type("Anna", "/challenge", "Anna")
    (invite,) = house.last("Anna").reply.invites
    await house.type("Dora", invite.line, f"{TELEGRAM_CHAT}Dora")
    return invite.line, invite.line.split()[1]


async def test_who_took_an_invitation_and_leaves_it_spoils_it_for_nobody(house: House) -> None:
    """The link that the challenger has sent holds for the friend for whom it was meant."""
    line, key = await taken(house)
    await house.type("Dora", f"/decline {key}", f"{TELEGRAM_CHAT}Dora")
    await house.type("Emil", line, f"{TELEGRAM_CHAT}Emil")
    assert "Emil" in plain(house.last("Anna").reply.text)


async def test_start_means_the_one_whom_the_card_named(house: House) -> None:
    """A press on a card that named somebody who has left since starts no game with another."""
    line, key = await taken(house)
    (start, *_), *_ = house.last("Anna").reply.buttons
    await house.type("Dora", f"/decline {key}", f"{TELEGRAM_CHAT}Dora")
    await house.type("Emil", line, f"{TELEGRAM_CHAT}Emil")
    (told,) = await house.handle("Anna", Press(start.data), "Anna")
    assert "somebody else has accepted it" in plain(told.text)
    assert await house.manager.games_of(1) == []
    await house.press("Anna", "Start", "Anna", answered=False)
    assert len(await house.manager.games_of(1)) == 1


async def test_who_took_an_invitation_may_take_it_again(house: House) -> None:
    """A second press of the link is no mistake: it waits for the challenger as before."""
    line, _ = await taken(house)
    assert await house.type("Dora", line, f"{TELEGRAM_CHAT}Dora") == ""


async def test_a_taker_with_too_many_games_is_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """At *Start* the challenger is told whose games are too many, and not that his own are."""
    await taken(house)
    monkeypatch.setattr(challenges, "OPEN_GAMES", 0)
    await house.press("Anna", "Start", "Anna", answered=False)
    (told,) = house.answers["Anna"]
    assert plain(told.text).startswith("Dora already has 0 open games")


async def test_turns_that_were_played_elsewhere_give_no_rights_here(house: House) -> None:
    """A private game of many turns that is shown in a group makes nobody one who plays there."""
    await private_match(house)
    await house.type("Anna", "/continue", "Anna")
    game = await running(house)
    async with house.manager.database.write() as connection:
        row = await games.game(connection, game)
        assert row is not None
        assert await game_lists.has_played_in(connection, 1, row.white_chat or 0, 0) is False
    await house.type("Anna", f"/board {game}", HALL)
    _, hall = await visit_chat(house.manager, "anna", "Anna", HALL, "shared")
    async with house.manager.database.read() as connection:
        assert not await game_lists.has_played_in(connection, 1, hall.id, 0)


async def test_the_board_from_ones_own_side_is_no_toast(playing: House) -> None:
    """A picture that was asked for is shown; one that only stands beside a refusal may be left out."""
    game = await only_game(playing)
    (turned,) = await playing.handle("Boris", Press(button_data(f"/turn {game}")), TABLE)
    assert turned.scene is not None
    assert not _fits_toast(turned)


@pytest.mark.parametrize(("chat", "fits"), [("-1001000000001", False), ("-77", True), ("42", True)])
def test_what_links_to_a_message_is_no_toast(chat: str, fits: bool) -> None:
    """A toast has no links, so an answer with one is a message, unless the chat has none either."""
    assert _fits_toast(Reply(("This game: ", Jump("k7f", chat, "12")))) is fits


async def test_where_others_read_nobody_is_told_who_is_blocked(house: House) -> None:
    """A block that is typed where all read the answers is confirmed without a name, and lists nobody."""
    house.answers_are_public = True
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", TABLE)
    assert "Anna" not in await house.type("Boris", "/block Anna", TABLE)
    (listed,) = await house.handle("Boris", Line("/block"), TABLE)
    assert listed.buttons == ()
    assert "Anna" not in await house.type("Boris", "/unblock Anna", TABLE)


async def test_to_look_at_an_analysis_costs_no_second_one(tmp_path: Path) -> None:
    """An analysis costs thirty once; its turns and its chart cost what a picture does."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        await known(house, TABLE)
        await house.type("Anna", "/challenge Boris", "Anna")
        await house.type("Boris", "/accept", "Boris")
        game = await running(house)
        await given_up(house, "Anna", game)
        house.clock.forward(minutes=10)
        looked = 0
        while "Too fast" not in await house.type("Anna", f"/analyse {game}", "Anna") and looked < AT_ONCE:
            looked += 1
        assert looked == 1 + (AT_ONCE - 30) // 3


@pytest.mark.parametrize("line", ["/replay {game}", "/replay {game} 1"])
async def test_a_frame_costs_less_than_an_animation(tmp_path: Path, line: str) -> None:
    """Who steps through a game is not stopped as soon as who has animations made."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        await house.type("Anna", "/play novice", "Anna")
        game = await running(house)
        await given_up(house, "Anna", game)
        house.clock.forward(minutes=10)
        shown = 0
        while "Too fast" not in await house.type("Anna", line.format(game=game), "Anna") and shown < AT_ONCE:
            shown += 1
        assert shown == AT_ONCE // (10 if re.search(r"game}$", line) else 3)
