"""Flows that another person could disturb: next games, rematches, blocks, invitations, budgets."""

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
"""A shared chat in which no other person is."""
PEOPLE = ("Anna", "Boris", "Carl")


async def meet_players(house: House, *chats: str) -> None:
    """Let Anna and Boris write in private chats and in these chats."""
    for player in ("Anna", "Boris"):
        for chat in (player, *chats):
            await house.type(player, "/start", chat)


async def resign(house: House, player: str, game: str, chat: str | None = None) -> None:
    """Let a player resign a game."""
    by, place = await visit_chat(house.manager, player.lower(), player, chat or player, "private")
    await house.manager.resign(Actor(by.id, f"resigned {game}", place.id), game)
    await house.until_idle()


async def private_match(house: House) -> str:
    """Begin a private match of Anna and Boris whose first game Boris resigns; return that game's id."""
    await meet_players(house, TABLE)
    await house.type("Anna", "/challenge Boris 3 games", "Anna")
    await house.type("Boris", "/accept", "Boris")
    game = await only_game(house)
    await resign(house, "Boris", game)
    return game


async def running_game(house: House) -> str:
    """Return the id of Anna's only running game."""
    (game,) = await house.manager.games_of(1)
    return game.id


def texts_in(house: House, chat: str) -> list[str]:
    """Return the texts of all messages in a chat."""
    return [plain(message.reply.text) for message in house.platform.messages if message.chat == chat]


async def test_rematches_with_the_program_are_not_limited(house: House) -> None:
    """Rematches with the computer are not limited like challenges to a person."""
    for player in PEOPLE:
        await house.type(player, "/settings roll off", player)
        await house.type(player, "/play novice first me", player)
        person, _ = await visit_chat(house.manager, player.lower(), player, player, "private")
        for _ in range(8):
            (game,) = await house.manager.games_of(person.id)
            await resign(house, player, game.id)
            assert await house.type(player, f"/rematch {game.id}", player) == ""


async def test_a_mentioned_stranger_is_not_notified_in_private(house: House) -> None:
    """A mention challenges a stranger in the chat, and shows nothing in their private chat."""
    await house.type("Gustav", "/start", "Gustav")
    await house.type("Anna", "/start", HALL)
    gustav = Person("web", "gustav", "Gustav", "en")
    anna = Person("web", "anna", "Anna", "en")
    line = Line("/challenge <@gustav>")
    await house.conversation.handle(Incoming("m1", anna, house.place(HALL), line, mentioned=(gustav,)))
    await house.until_idle()
    assert texts_in(house, "Gustav") == []
    assert any("challenges you" in text for text in texts_in(house, HALL))


async def test_an_unreachable_players_next_game_stays_in_their_chat(house: House) -> None:
    """The next game of an unreachable player stays in their own chat, and the opponent's board says so."""
    game = await private_match(house)
    boris, chat = await visit_chat(house.manager, "boris", "Boris", "Boris", "private")
    await Outbox(house.manager).relocation.mark_unreachable(chat.id)
    await house.type("Anna", f"/continue {game}", "Anna")
    (following,) = await house.manager.games_of(boris.id)
    boris_chat = following.white_chat if following.white.id == boris.id else following.black_chat
    assert boris_chat == chat.id
    assert "cannot be reached" in texts_in(house, "Anna")[-1]


async def test_the_next_game_of_a_private_match_stays_private(house: House) -> None:
    """/continue in a group that never showed the match shows the group nothing."""
    game = await private_match(house)
    before = len(texts_in(house, HALL))
    answer = await house.type("Anna", f"/continue {game}", HALL)
    assert "This chat does not show it" in answer
    assert len(texts_in(house, HALL)) == before
    assert await running_game(house) in texts_in(house, "Anna")[-1]


async def test_next_games_count_as_new_boards_of_a_chat(tmp_path: Path) -> None:
    """Repeated /continue in a group is limited like any other new boards."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        await house.type("Anna", "/play 25 games novice", TABLE)
        refused = ""
        begun = 0
        while "boards" not in refused and begun < 24:
            game = await running_game(house)
            anna, chat = await visit_chat(house.manager, "anna", "Anna", TABLE, "shared")
            await house.manager.resign(Actor(anna.id, f"resigned {game}", chat.id), game)
            refused = await house.type("Anna", f"/continue {game}", TABLE)
            begun += 1
        assert begun <= NEW_IN_A_CHAT // 4


async def test_a_match_record_has_only_games_that_the_reader_sees(house: House) -> None:
    """For a third person, the record of a match leaves out games that their chat never showed."""
    game = await private_match(house)
    await house.type("Anna", f"/continue {game}", "Anna")
    second = await running_game(house)
    await house.type("Anna", f"/board {second}", TABLE)
    await resign(house, "Boris", second)
    for form in ("match", "match mat"):
        answer = await house.type("Carl", f"/record {second} {form}", TABLE)
        own = await house.type("Anna", f"/record {second} {form}", "Anna")
        assert 0 < len(answer) < len(own)
    assert (await house.type("Carl", f"/record {second} match", TABLE)).count("[Rules") == 1


async def test_a_private_rematch_is_not_shown_in_the_group(house: House) -> None:
    """A rematch requested in private is shown to the opponent in private, not in the group of the game."""
    await meet_players(house, TABLE)
    await house.type("Anna", "/challenge Boris", TABLE)
    await house.type("Boris", "/accept", TABLE)
    game = await only_game(house)
    await resign(house, "Boris", game)
    before = len(texts_in(house, TABLE))
    await house.type("Anna", f"/rematch {game}", "Anna")
    assert len(texts_in(house, TABLE)) == before
    assert "Boris" in texts_in(house, "Boris")[-1]
    assert house.notified()[-1] == "Boris"


async def test_a_blocked_player_cannot_accept_an_open_challenge(house: House) -> None:
    """To a blocked player the blocker's open challenge looks closed; others can accept it."""
    for player in PEOPLE:
        await house.type(player, "/start", TABLE)
    await house.type("Anna", "/block Boris", "Anna")
    await house.type("Anna", "/challenge anyone", TABLE)
    (row,) = await house.manager.challenges.made_by(1)
    assert "closed" in await house.type("Boris", f"/accept {row.id}", TABLE)
    assert await house.manager.games_of(1) == []
    await house.type("Carl", f"/accept {row.id}", TABLE)
    assert len(await house.manager.games_of(1)) == 1


async def test_a_hidden_offer_does_not_change_an_own_offer(playing: House) -> None:
    """A player who has blocked the opponent offers a draw as if there were no hidden offer."""
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


async def accept_on_telegram(house: House) -> tuple[str, str]:
    """Let Dora accept Anna's invitation on Telegram; return the link's command and the id."""
    await house.type("Anna", "/challenge anyone", "Anna")
    (invite,) = house.last("Anna").reply.invites
    await house.type("Dora", invite.line, f"{TELEGRAM_CHAT}Dora")
    return invite.line, invite.line.split()[1]


async def test_a_declined_acceptance_leaves_the_invitation_open(house: House) -> None:
    """After a first person has accepted and declined, the same link works for another."""
    line, key = await accept_on_telegram(house)
    await house.type("Dora", f"/decline {key}", f"{TELEGRAM_CHAT}Dora")
    await house.type("Emil", line, f"{TELEGRAM_CHAT}Emil")
    assert "Emil" in plain(house.last("Anna").reply.text)


async def test_start_begins_a_game_only_with_the_named_player(house: House) -> None:
    """A Start button that names an earlier player begins no game with a later one."""
    line, key = await accept_on_telegram(house)
    (start, *_), *_ = house.last("Anna").reply.buttons
    await house.type("Dora", f"/decline {key}", f"{TELEGRAM_CHAT}Dora")
    await house.type("Emil", line, f"{TELEGRAM_CHAT}Emil")
    (reply,) = await house.handle("Anna", Press(start.data), "Anna")
    assert "somebody else has accepted it" in plain(reply.text)
    assert await house.manager.games_of(1) == []
    await house.press("Anna", "Start", "Anna", answered=False)
    assert len(await house.manager.games_of(1)) == 1


async def test_an_invitation_may_be_accepted_twice_by_the_same_player(house: House) -> None:
    """A second acceptance by the same player is not an error."""
    line, _ = await accept_on_telegram(house)
    assert await house.type("Dora", line, f"{TELEGRAM_CHAT}Dora") == ""


async def test_a_refused_start_names_the_player_with_too_many_games(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refused Start says which player has too many open games."""
    await accept_on_telegram(house)
    monkeypatch.setattr(challenges, "OPEN_GAMES", 0)
    await house.press("Anna", "Start", "Anna", answered=False)
    (reply,) = house.answers["Anna"]
    assert plain(reply.text).startswith("Dora already has 0 open games")


async def test_turns_elsewhere_give_no_rights_here(house: House) -> None:
    """A private game that is shown in a group gives its player no rights there."""
    await private_match(house)
    await house.type("Anna", "/continue", "Anna")
    game = await running_game(house)
    async with house.manager.database.write() as connection:
        row = await games.game(connection, game)
        assert row is not None
        assert await game_lists.has_played_in(connection, 1, row.white_chat or 0, 0) is False
    await house.type("Anna", f"/board {game}", HALL)
    _, hall = await visit_chat(house.manager, "anna", "Anna", HALL, "shared")
    async with house.manager.database.read() as connection:
        assert not await game_lists.has_played_in(connection, 1, hall.id, 0)


async def test_a_turned_board_is_not_a_toast(playing: House) -> None:
    """The picture of a turned board is sent as a message, not as a toast."""
    game = await only_game(playing)
    (turned,) = await playing.handle("Boris", Press(button_data(f"/turn {game}")), TABLE)
    assert turned.scene is not None
    assert not _fits_toast(turned)


@pytest.mark.parametrize(("chat", "fits"), [("-1001000000001", False), ("-77", True), ("42", True)])
def test_an_answer_with_a_link_is_not_a_toast(chat: str, fits: bool) -> None:
    """An answer with a link to a message is a message, unless the chat has no such links."""
    assert _fits_toast(Reply(("This game: ", Jump("k7f", chat, "12")))) is fits


async def test_public_answers_do_not_name_blocked_players(house: House) -> None:
    """If all can read the answers, /block and /unblock name no player."""
    house.answers_are_public = True
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", TABLE)
    assert "Anna" not in await house.type("Boris", "/block Anna", TABLE)
    (listed,) = await house.handle("Boris", Line("/block"), TABLE)
    assert listed.buttons == ()
    assert "Anna" not in await house.type("Boris", "/unblock Anna", TABLE)


async def test_showing_an_analysis_again_is_cheap(tmp_path: Path) -> None:
    """An analysis costs thirty once, and showing it again costs as little as a picture."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        await meet_players(house, TABLE)
        await house.type("Anna", "/challenge Boris", "Anna")
        await house.type("Boris", "/accept", "Boris")
        game = await running_game(house)
        await resign(house, "Anna", game)
        house.clock.forward(minutes=10)
        looked = 0
        while "Too fast" not in await house.type("Anna", f"/analyse {game}", "Anna") and looked < AT_ONCE:
            looked += 1
        assert looked == 1 + (AT_ONCE - 30) // 3


@pytest.mark.parametrize("line", ["/replay {game}", "/replay {game} 1"])
async def test_a_frame_costs_less_than_an_animation(tmp_path: Path, line: str) -> None:
    """A frame of a replay costs less than an animation."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        await house.type("Anna", "/play novice", "Anna")
        game = await running_game(house)
        await resign(house, "Anna", game)
        house.clock.forward(minutes=10)
        shown = 0
        while "Too fast" not in await house.type("Anna", line.format(game=game), "Anna") and shown < AT_ONCE:
            shown += 1
        assert shown == AT_ONCE // (10 if re.search(r"game}$", line) else 3)
