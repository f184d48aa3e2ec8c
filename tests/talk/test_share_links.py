"""/share, and /board with a link's token."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.rules import Side
from bot.sessions import Actor, Review
from bot.sessions.attempts import MOST_MISSES
from bot.talk.incoming import Line, Place, Press
from bot.talk.input.payloads import button_data
from bot.talk.reply import Address, plain
from bot.talk.views.shared import shared_board, shared_table
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE

NOWHERE = "This link leads to no board: part of it is missing, or it no longer works."


async def address_and_token(house: House, player: str = "Anna") -> str:
    """Type /share in a player's private chat; return the token of the link."""
    found = re.search(r"/board (\S+)", await house.type(player, "/share", player))
    assert found is not None
    return found[1]


def addresses(house: House) -> list[str]:
    """Return the addresses in Anna's last answer."""
    return [span.text for reply in house.answers["Anna"] for span in reply.text if isinstance(span, Address)]


async def test_without_a_public_address_share_gives_the_command(playing: House) -> None:
    """Without a public page, /share gives a command that works in any chat."""
    answer = await playing.type("Anna", "/share", "Anna")
    assert addresses(playing) == []
    assert "in any chat." in answer


async def test_a_link_begins_with_the_public_address(playing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """On another platform than the page, a link begins with the configured public address."""
    monkeypatch.setattr(playing.conversation, "_public_url", "https://nardy.example.org")
    token = await address_and_token(playing)
    assert addresses(playing) == [f"https://nardy.example.org/b/{token}"]


@pytest.mark.parametrize("base", ["", "https://example.org/nardy"])
async def test_on_the_page_a_link_begins_with_the_public_address(
    playing: House, monkeypatch: pytest.MonkeyPatch, base: str
) -> None:
    """On the page a link begins with the public address and its path; without one it is relative."""
    plain_place = playing.place

    def page(chat: str) -> Place:
        return replace(plain_place(chat), is_page=True)

    monkeypatch.setattr(playing, "place", page)
    monkeypatch.setattr(playing.conversation, "_public_url", base)
    token = await address_and_token(playing)
    assert addresses(playing) == [f"{base}/b/{token}"]


async def test_a_link_names_the_language_of_its_preview(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The preview has the language of the player who shared the board, and the answer says that it stays."""
    monkeypatch.setattr(playing.conversation, "_public_url", "https://nardy.example.org")
    await playing.type("Boris", "/settings language ru", "Boris")
    await playing.type("Boris", "/share", "Boris")
    token = await address_and_token(playing)
    (reply,) = playing.answers["Boris"]
    assert [each.text for each in reply.text if isinstance(each, Address)] == [
        f"https://nardy.example.org/b/{token}?in=ru"
    ]
    assert "Показанное останется там" in plain(reply.text)


async def test_a_private_game_has_no_preview(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The link of a game that only private chats show hides its token behind `#`, until a chat shows it."""
    monkeypatch.setattr(house.conversation, "_public_url", "https://nardy.example.org")
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", player)
    await house.type("Anna", "/challenge Boris", "Anna")
    await house.press("Boris", "Accept", "Boris", answered=False)
    token = await address_and_token(house)
    assert addresses(house) == [f"https://nardy.example.org/#share={token}"]
    assert await house.conversation.shared_preview(token, "en") is None
    await house.type("Anna", f"/board {await only_game(house)}", TABLE)
    assert await address_and_token(house) == token
    assert addresses(house) == [f"https://nardy.example.org/b/{token}"]
    preview = await house.conversation.shared_preview(token, "en")
    assert preview is not None
    assert preview.title == "Boris – Anna"


async def test_a_preview_shows_what_a_spectator_sees(playing: House) -> None:
    """The preview has no half-made turn, and at the end of the game it has the result."""
    token = await address_and_token(playing)
    before = await playing.conversation.shared_preview(token, "en")
    assert before is not None
    await playing.type("Anna", "24/20")
    assert await playing.conversation.shared_preview(token, "en") == replace(
        before, version=before.version + 1
    )
    await playing.manager.resign(Actor(1, "the end", None), await only_game(playing))
    after = await playing.conversation.shared_preview(token, "ru")
    assert after is not None
    assert "Boris выигрывает марс" in after.about
    assert after.scene.result == ("b", 2)


async def test_a_platform_with_an_app_gets_a_second_link(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A platform that opens boards itself gets a second link, whose parameter is valid for Telegram."""
    plain_place, begins = playing.place, "https://t.me/Nardy_Bot/board?startapp="
    monkeypatch.setattr(playing, "place", lambda chat: replace(plain_place(chat), board_link=begins))
    assert await address_and_token(playing)
    assert addresses(playing) == []
    monkeypatch.setattr(playing.conversation, "_public_url", "https://nardy.example.org")
    token = await address_and_token(playing)
    assert addresses(playing) == [f"https://nardy.example.org/b/{token}", f"{begins}{token}"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", token)


async def test_a_link_is_shown_in_private_only(playing: House) -> None:
    """If all can read the answer, /share is refused with how to ask in private; /share off works."""
    playing.answers_are_public = True
    answer = await playing.type("Anna", "/share")
    game = await only_game(playing)
    assert answer == f"I answer that in private only: send /share {game} to me there."
    assert "There is no link" in await playing.type("Anna", "/share off")


@pytest.mark.parametrize("word", ["off", "end", "выкл", "OFF"])
async def test_a_link_is_ended_by_a_word_before_or_after_the_id(playing: House, word: str) -> None:
    """`/share off ID` and `/share ID off` end the link, in any language."""
    game = await only_game(playing)
    for line in (f"/share {word} {game}", f"/share {game} {word}"):
        token = await address_and_token(playing)
        assert "no longer works" in await playing.type("Boris", line, "Boris")
        assert NOWHERE in await playing.type("Carl", f"/board {token}", "Carl")


async def test_the_board_of_a_link_can_only_be_refreshed(playing: House) -> None:
    """A link's board has words and a picture, and one button that shows it again."""
    token = await address_and_token(playing)
    (reply,) = await playing.handle("Carl", Line(f"/board {token}"), "Carl")
    assert reply.scene is not None
    assert [[button.label for button in row] for row in reply.buttons] == [["Look again"]]
    assert reply.game == ""
    (again,) = await playing.handle("Carl", Press(reply.buttons[0][0].data), "Carl")
    assert again.text == reply.text


async def test_a_link_never_shows_a_half_made_turn(playing: House) -> None:
    """A link's board does not show a half-made turn, even in the chat where it is made."""
    token = await address_and_token(playing)
    (before,) = await playing.handle("Carl", Line(f"/board {token}"))
    await playing.type("Anna", "24/20")
    (after,) = await playing.handle("Carl", Line(f"/board {token}"))
    assert after.scene == before.scene
    assert after.text == before.text
    (own,) = await playing.handle("Anna", Line(f"/board {token}"))
    assert own.scene == before.scene


async def test_following_a_link_gives_no_rights(playing: House) -> None:
    """A chat where a link was followed still does not show the game, and its commands are refused."""
    game = await only_game(playing)
    token = await address_and_token(playing)
    messages = len(playing.platform.messages)
    await playing.type("Carl", f"/board {token}", "Carl")
    await playing.type("Anna", f"/board {token}", "hall")
    for line in (f"/board {game}", f"/read {game}", f"/roll {game}", f"/share {game}", f"/share off {game}"):
        assert await playing.type("Carl", line, "Carl") == f"There is no game {game}. /games lists yours."
        assert await playing.type("Carl", line, "hall") == f"There is no game {game}. /games lists yours."
    assert len(playing.platform.messages) == messages
    assert await playing.manager.sharing.game_of_token(token) is not None


async def test_every_invalid_link_gets_the_same_answer(playing: House) -> None:
    """Forged, ended, cut and unknown links get the same answer."""
    game = await only_game(playing)
    unshared = f"{game}-{'0' * 24}"
    assert NOWHERE in await playing.type("Carl", f"/board {unshared}", "Carl")
    token = await address_and_token(playing)
    await playing.type("Anna", f"/share off {game}", "Anna")
    answers = {
        await playing.type("Carl", f"/board {each}", "Carl")
        for each in (token, token[:-1], f"b2b-{'0' * 24}")
    }
    assert len(answers) == 1
    assert NOWHERE in answers.pop()


async def test_guessing_links_is_stopped(playing: House) -> None:
    """After five invalid links even a valid one is refused for ten minutes."""
    token = await address_and_token(playing)
    for number in range(MOST_MISSES):
        await playing.type("Carl", f"/board b2b-{number:024}", "Carl")
    refused = await playing.type("Carl", f"/board {token}", "Carl")
    assert "Several links in a row led to no board. Wait 10 minutes" in refused
    playing.clock.forward(minutes=11)
    assert "Anna" in await playing.type("Carl", f"/board {token}", "Carl")


async def test_only_players_can_share(playing: House) -> None:
    """The menu of a player has the button to share, and a spectator's has not."""
    game = await only_game(playing)
    labels = {}
    for player in ("Anna", "Carl"):
        (reply,) = await playing.handle(player, Press(button_data(f"/menu {game}")))
        labels[player] = {button.label for row in reply.buttons for button in row}
    assert "Share" in labels["Anna"]
    assert "Share" not in labels["Carl"]


async def test_a_link_shows_the_review_after_the_game(playing: House) -> None:
    """A link's board shows no review while the game runs, and the review at its end."""
    token = await address_and_token(playing)
    anna = Actor(1, "the end", None)
    before = await playing.manager.sharing.game_of_token(token)
    await playing.manager.resign(anna, await only_game(playing))
    after = await playing.manager.sharing.game_of_token(token)
    assert before is not None
    assert after is not None
    assert (before.review, after.game.is_over) == (None, True)
    (reply,) = await playing.handle("Carl", Line(f"/board {token}"), "Carl")
    assert reply.buttons == ()
    shared = replace(after, review=Review(Side.WHITE, Side.BLACK))
    display = await playing.manager.people.display(1)
    review = "Anna played better, Boris rolled better."
    assert plain(shared_board(shared, display).text).endswith(review)
    assert shared_table(shared, "en").news.endswith(review)


async def test_a_private_board_says_that_others_see_the_game(house: House) -> None:
    """A private board says that others can see the game, until a player ends that."""
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", player)
    await house.type("Anna", "/challenge Boris", "Anna")
    await house.press("Boris", "Accept", "Boris", answered=False)
    game = await only_game(house)
    await house.type("Anna", f"/board {game}", TABLE)
    assert f"Others can see this game: a chat shows it, or a link leads to it. /share {game} off" in (
        house.shown("Boris").text
    )
    answer = await house.type("Boris", f"/share {game} off", "Boris")
    assert answer.startswith(f"Game {game} is shown to its two players alone again.")
    assert "Others can see" not in house.shown("Boris").text
