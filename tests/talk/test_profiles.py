"""The command profile, and what the message of a result says of the two players."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from bot.rules import RULESETS, Grade
from bot.sessions import Luck, Player, Profile, Tally
from bot.sessions.profiles import Month
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.incoming import Line
from bot.talk.reply import plain
from bot.talk.views.profiles import profile_view
from renderers import ResultChart
from tests.dialogues.house import House, check_limits, only_game, open_house
from tests.dialogues.script import TABLE
from tests.sessions.world import Clock

HALL = "hall"


async def lost(house: House, loser: str, chat: str = TABLE, options: str = "") -> str:
    """Let Anna challenge Boris and one of them give the game up; return what the board says then."""
    await house.type("Anna", f"/challenge Boris {options}", chat)
    await house.type("Boris", "/accept", "Boris" if chat == "Anna" else chat)
    return await given_up(house, loser, chat)


async def given_up(house: House, loser: str, chat: str = TABLE) -> str:
    """Let a player give the game up that is played; return what the board says then."""
    game = await only_game(house)
    own = loser if chat == "Anna" else chat
    house.clock.forward(minutes=1)
    await house.type(loser, f"/resign {game} mars", own)
    (sure,) = house.answers[loser]
    await house.press(loser, sure.buttons[0][0].label, own, answered=True)
    winner = "Boris" if loser == "Anna" else "Anna"
    if not (await house.manager.game(game)).is_over:
        await house.type(winner, f"/accept {game}", winner if chat == "Anna" else chat)
    assert (await house.manager.game(game)).is_over
    return plain(house.last(chat).reply.text)


async def test_who_has_played_nobody_is_told_so(house: House) -> None:
    """Without a finished game there are neither numbers nor a picture."""
    (own,) = await house.handle("Anna", Line("/profile"))
    assert plain(own.text) == "You have not finished a game with anybody yet."
    assert own.scene is None
    assert await house.type("Anna", "/profile Boris") == "You have not finished a game with Boris yet."


async def test_a_profile_tells_what_stands_between_two(house: House) -> None:
    """Games, points, mars and the picture, from the side of the one who asks, whoever is asked for first."""
    for loser in ("Boris", "Boris", "Anna"):
        await lost(house, loser)
    (reply,) = await house.handle("Boris", Line("/profile anna"))
    text = plain(reply.text)
    assert text.startswith("Your games with Anna: 1 won, 2 lost.\nPoints: 2–4.\nHigher wins: mars 1–2.")
    assert "Yours: " in text
    assert "Light is won, dark is lost: on the left game by game, on the right month by month" in text
    assert reply.scene == ResultChart(((1, 0, 2),), ((11, 1, 2),))
    assert "Long Nardy 1–2" in reply.alt
    own = await house.type("Anna", "/profile", "Anna")
    assert own.startswith("Your games with people: 2 won, 1 lost.\nPoints: 4–2.")


async def test_ones_own_name_is_ones_own_profile(house: House) -> None:
    """Who asks for himself by name sees what /profile alone shows."""
    await lost(house, "Boris")
    assert await house.type("Anna", "/profile Anna") == await house.type("Anna", "/profile")


async def test_the_result_says_how_the_two_stand(house: House) -> None:
    """From the second game on the result says who leads, or that they are level."""
    assert "In all their games" not in await lost(house, "Boris")
    assert "In all their games Anna leads Boris 2–0." in await lost(house, "Boris")
    await lost(house, "Anna")
    assert "and Boris are level at 2–2." in (await lost(house, "Anna")).replace("Boris and Anna", "and Boris")


async def test_the_result_in_a_match_tells_points_too(house: House) -> None:
    """After a game of a match the points of all games stand beside the games."""
    await lost(house, "Boris")
    assert "Anna leads Boris 2–0; points 4–0." in await lost(house, "Boris", options="narde to 5")


async def test_the_result_is_told_in_the_language_of_the_chat(tmp_path: Path) -> None:
    """Where Russian is spoken the result and the profile are Russian."""
    async with open_house(tmp_path / "nardy.db", language="ru") as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/start")
        await lost(house, "Boris")
        assert "Личный счёт: Anna – Boris 2–0, ведёт Anna." in await lost(house, "Boris")
        assert (await house.type("Anna", "/профиль")).startswith("Ваши партии с людьми: побед 2")
        told = await house.type("Boris", "/профиль Anna")
        assert told.startswith("Вы и Anna: ваших побед 0, поражений 2.\nОчки: 0–4.")


async def test_the_result_is_the_same_after_a_restart_and_later_games(house: House, tmp_path: Path) -> None:
    """The board of the second game, shown again when a third was played, says what it said."""
    await lost(house, "Boris")
    said = await lost(house, "Boris")
    (second,) = await house.manager.finished_games_of(1, None, limit=1)
    await lost(house, "Anna")
    async with open_house(tmp_path / "nardy.db", previous=house) as again:
        await again.type("Anna", f"/board {second}")
        assert plain(again.last().reply.text).split("\n")[-1] == said.split("\n")[-1]


async def test_where_others_read_no_profile_is_shown(house: House) -> None:
    """A profile is answered in private only; elsewhere it is said how to ask."""
    await lost(house, "Boris")
    house.answers_are_public = True
    for line in ("/profile", "/profile Boris"):
        (reply,) = await house.handle("Anna", Line(line))
        assert plain(reply.text) == "Profiles are shown in private only: send /profile to me there."
        assert reply.scene is None


async def test_a_stranger_is_not_found(house: House) -> None:
    """Emil, whom Anna never met, has no profile for her; nor has one whose game she only knows of."""
    await house.type("Emil", "/start", HALL)
    await lost(house, "Boris")
    (game,) = await house.manager.finished_games_of(1, None, limit=1)
    assert (await house.type("Anna", "/profile Emil")).startswith("You know nobody called Emil")
    assert (await house.type("Carl", f"/profile {game}")).startswith(f"You know nobody called {game}")


@pytest.mark.parametrize("typed", ["/profile Boris", "/profile boris", "/profile Carl"])
async def test_a_profile_answers_the_same_before_and_after_a_block(house: House, typed: str) -> None:
    """Anna, whom Boris and Carl have blocked, reads of her games with them what she read before."""
    await lost(house, "Boris")
    before = await house.type("Anna", typed)
    for player in ("Boris", "Carl"):
        await house.type(player, "/block Anna", player)
    assert await house.type("Anna", typed) == before


async def test_a_profile_tells_nothing_of_third_persons(house: House) -> None:
    """What Boris played with Carl is not in what Anna sees of Boris."""
    await lost(house, "Boris")
    await house.type("Carl", "/challenge Boris")
    await house.type("Boris", "/accept")
    (game,) = await house.manager.games_of(3)
    await house.type("Carl", f"/resign {game.id}")
    (sure,) = house.answers["Carl"]
    await house.press("Carl", sure.buttons[0][0].label, TABLE, answered=True)
    assert (await house.manager.profiles.of(2)).tally.games == 2
    (reply,) = await house.handle("Anna", Line("/profile Boris"))
    assert reply.scene == ResultChart(((1, 0, 0),), ((11, 1, 0),))


async def test_the_result_in_private_has_a_button_for_the_results_of_the_two(house: House) -> None:
    """Below a result in private a press shows what stands between the two, also to who is blocked."""
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", player)
    await lost(house, "Boris", "Anna")
    await house.type("Boris", "/block Anna", "Boris")
    await house.press("Anna", "Our results", "Anna", answered=False)
    answered = house.answer("Anna")
    assert answered is not None
    assert answered.text.startswith("Your games with Boris: 1 won, 0 lost.")
    assert answered.has_picture


async def test_draws_are_told_wherever_scores_are(house: House) -> None:
    """A drawn game stands behind the score, in the words for the picture, and its tone is explained."""
    await lost(house, "Boris")
    await house.type("Anna", "/challenge Boris narde 1 game")
    await house.type("Boris", "/accept")
    game = await only_game(house)
    await house.type("Anna", "/draw")
    (sure,) = house.answers["Anna"]
    await house.press("Anna", sure.buttons[0][0].label, TABLE, answered=True)
    await house.type("Boris", f"/accept {game}")
    (reply,) = await house.handle("Boris", Line("/profile Anna"))
    text = plain(reply.text)
    assert text.startswith("Your games with Anna: 0 won, 1 lost, 1 drawn.\nPoints: ½–2½.")
    assert "1 · Long Nardy: 0–1\n2 · Narde: 0–0 (1 drawn)\n" in text
    assert "on the left game by game, what was drawn between them, on the right" in text
    assert "By game: Long Nardy 0–1, Narde 0–0 (1 drawn). By month: 11/2026 0–1 (1 drawn)." in reply.alt
    assert reply.short_alt == "Won and lost by you: 0–1 (1 drawn)."


async def test_months_are_those_of_the_reader(tmp_path: Path) -> None:
    """What ended on 1 December at 5 in Vladivostok counts for December there: by one's zone or the chat's."""
    clock = Clock(datetime(2026, 11, 30, 19, tzinfo=UTC))
    async with open_house(tmp_path / "nardy.db", clock=clock) as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/start", player)
            await house.type(player, "/board", TABLE)
        await house.type("Anna", "/settings zone Asia/Vladivostok", "Anna")
        await lost(house, "Boris")
        assert "(12/2026)" in await house.type("Anna", "/profile", "Anna")
        assert "(11/2026)" in await house.type("Boris", "/profile Anna", "Boris")
        await house.type("Anna", "/settings zone Asia/Vladivostok", TABLE)
        assert "(12/2026)" in await house.type("Boris", "/profile Anna", TABLE)


async def test_the_computer_is_found_by_its_name(house: House) -> None:
    """What stands between somebody and the computer is told by the name that boards show, in any language."""
    names = ("Computer", "the computer", "Компьютер", "nardy")
    told = {await house.type("Anna", f"/profile {name}", "Anna") for name in names}
    assert told == {"You have not finished a game with the computer yet."}
    await house.type("Anna", "/play", "Anna")
    game = await only_game(house)
    await house.type("Anna", f"/resign {game}", "Anna")
    (sure,) = house.answers["Anna"]
    await house.press("Anna", sure.buttons[0][0].label, "Anna", answered=True)
    for name in names:
        after = await house.type("Anna", f"/profile {name}", "Anna")
        assert after.startswith("Your games with the computer: 0 won, 1 lost."), name


async def test_somebody_called_as_the_computer_is_found_first(house: House) -> None:
    """A person whom one knows by that name is meant by it."""
    await house.type("Computer", "/start")
    assert await house.type("Anna", "/profile Computer") == "You have not finished a game with Computer yet."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("alone", [False, True])
def test_the_longest_profile_fits_below_a_picture(language: str, *, alone: bool) -> None:
    """With every game, the longest names and great numbers it has at most 1024 characters."""
    many = {grade: 99_999 for grade in Grade if grade.points > 1}
    tally = Tally(99_999, 99_999, 9_999, Fraction(999_999, 2), Fraction(999_999, 2), many, many)
    player = Player(1, "W" * 64, language=language)
    months = tuple(Month(2026, month, tally) for month in range(1, 13))
    luck = Luck(999_999, 8_333_333, 166_666)
    other = None if alone else replace(player, id=2)
    profile = Profile(player, other, tally, dict.fromkeys(RULESETS, tally), months, luck, luck, tally)
    check_limits(profile_view(words_in(language), profile, "wood"))
