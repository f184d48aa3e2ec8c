"""/profile, and what a result says about the score of two players."""

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


Counts = tuple[tuple[int, int, int], ...]


def charted(games: Counts, months: Counts) -> ResultChart:
    """Return the chart of games of Long Nardy, with its words."""
    legend = ("won", "drawn", "lost", "Won ↑ and lost ↓ by month")
    return ResultChart(games, months, names=("Long Nardy",), legend=legend)


async def play_and_resign(house: House, loser: str, chat: str = TABLE, options: str = "") -> str:
    """Let Anna and Boris play a game that `loser` resigns; return the text of the board."""
    await house.type("Anna", f"/challenge Boris {options}", chat)
    await house.type("Boris", "/accept", "Boris" if chat == "Anna" else chat)
    return await resign(house, loser, chat)


async def resign(house: House, loser: str, chat: str = TABLE) -> str:
    """Let a player resign the running game; return the text of the board."""
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


async def test_a_profile_without_games_says_so(house: House) -> None:
    """A profile without finished games has no numbers and no picture."""
    (own,) = await house.handle("Anna", Line("/profile"))
    assert plain(own.text) == "You have not finished a game with anybody yet."
    assert own.scene is None
    assert await house.type("Anna", "/profile Boris") == "You have not finished a game with Boris yet."


async def test_a_profile_shows_the_score_of_two_players(house: House) -> None:
    """A profile shows games, points, mars and a picture from the side of the player who asks."""
    for loser in ("Boris", "Boris", "Anna"):
        await play_and_resign(house, loser)
    (reply,) = await house.handle("Boris", Line("/profile anna"))
    text = plain(reply.text)
    assert text.startswith("Your games with Anna: 1 won, 2 lost.\nPoints: 2–4.\nHigher wins: mars 1–2.")
    assert "Yours: " in text
    assert "Light is won, dark is lost: above game by game, below month by month" in text
    assert reply.scene == charted(((1, 0, 2),), ((11, 1, 2),))
    assert "Long Nardy 1–2" in reply.alt
    own = await house.type("Anna", "/profile", "Anna")
    assert own.startswith("Your games with people: 2 won, 1 lost.\nPoints: 4–2.")


async def test_ones_own_name_shows_ones_own_profile(house: House) -> None:
    """/profile with one's own name shows the same as /profile alone."""
    await play_and_resign(house, "Boris")
    assert await house.type("Anna", "/profile Anna") == await house.type("Anna", "/profile")


async def test_the_result_shows_the_score_of_the_players(house: House) -> None:
    """From the second game on, the result says who leads, or that they are level."""
    assert "In all their games" not in await play_and_resign(house, "Boris")
    assert "In all their games Anna leads Boris 2–0." in await play_and_resign(house, "Boris")
    await play_and_resign(house, "Anna")
    assert "and Boris are level at 2–2." in (await play_and_resign(house, "Anna")).replace(
        "Boris and Anna", "and Boris"
    )


async def test_the_result_of_a_match_game_shows_points(house: House) -> None:
    """The result of a match's game shows the points of all games beside the games."""
    await play_and_resign(house, "Boris")
    assert "Anna leads Boris 2–0; points 4–0." in await play_and_resign(house, "Boris", options="narde to 5")


async def test_result_and_profile_speak_the_chats_language(tmp_path: Path) -> None:
    """With Russian clients the result and the profile are in Russian."""
    async with open_house(tmp_path / "nardy.db", language="ru") as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/start")
        await play_and_resign(house, "Boris")
        assert "Личный счёт: Anna – Boris 2–0, ведёт Anna." in await play_and_resign(house, "Boris")
        assert (await house.type("Anna", "/профиль")).startswith("Ваши партии с людьми: побед 2")
        answer = await house.type("Boris", "/профиль Anna")
        assert answer.startswith("Вы и Anna: ваших побед 0, поражений 2.\nОчки: 0–4.")


async def test_a_result_is_the_same_after_later_games_and_a_restart(house: House, tmp_path: Path) -> None:
    """An older board, shown again after a later game and a restart, has its old score."""
    await play_and_resign(house, "Boris")
    said = await play_and_resign(house, "Boris")
    (second,) = await house.manager.finished_games_of(1, None, limit=1)
    await play_and_resign(house, "Anna")
    async with open_house(tmp_path / "nardy.db", previous=house) as again:
        await again.type("Anna", f"/board {second}")
        assert plain(again.last().reply.text).split("\n")[-1] == said.split("\n")[-1]


async def test_a_profile_is_shown_in_private_only(house: House) -> None:
    """If all can read the answer, a profile is refused with how to ask in private."""
    await play_and_resign(house, "Boris")
    house.answers_are_public = True
    for line in ("/profile", "/profile Boris"):
        (reply,) = await house.handle("Anna", Line(line))
        assert plain(reply.text) == "Profiles are shown in private only: send /profile to me there."
        assert reply.scene is None


async def test_a_strangers_profile_is_not_shown(house: House) -> None:
    """A stranger's name, or the id of others' game, finds no profile."""
    await house.type("Emil", "/start", HALL)
    await play_and_resign(house, "Boris")
    (game,) = await house.manager.finished_games_of(1, None, limit=1)
    assert (await house.type("Anna", "/profile Emil")).startswith("You know nobody called Emil")
    assert (await house.type("Carl", f"/profile {game}")).startswith(f"You know nobody called {game}")


@pytest.mark.parametrize("typed", ["/profile Boris", "/profile boris", "/profile Carl"])
async def test_a_block_does_not_change_a_profile(house: House, typed: str) -> None:
    """A profile is the same before and after the other player's block."""
    await play_and_resign(house, "Boris")
    before = await house.type("Anna", typed)
    for player in ("Boris", "Carl"):
        await house.type(player, "/block Anna", player)
    assert await house.type("Anna", typed) == before


async def test_a_profile_has_no_games_with_others(house: House) -> None:
    """A profile of two players leaves out their games with other people."""
    await play_and_resign(house, "Boris")
    await house.type("Carl", "/challenge Boris")
    await house.type("Boris", "/accept")
    (game,) = await house.manager.games_of(3)
    await house.type("Carl", f"/resign {game.id}")
    (sure,) = house.answers["Carl"]
    await house.press("Carl", sure.buttons[0][0].label, TABLE, answered=True)
    assert (await house.manager.profiles.of(2)).tally.games == 2
    (reply,) = await house.handle("Anna", Line("/profile Boris"))
    assert reply.scene == charted(((1, 0, 0),), ((11, 1, 0),))


async def test_a_private_result_has_a_button_for_the_profile(house: House) -> None:
    """Below a result in private, a button shows the score with the opponent, even for a blocked player."""
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", player)
    await play_and_resign(house, "Boris", "Anna")
    await house.type("Boris", "/block Anna", "Boris")
    await house.press("Anna", "Our results", "Anna", answered=False)
    answered = house.answer("Anna")
    assert answered is not None
    assert answered.text.startswith("Your games with Boris: 1 won, 0 lost.")
    assert answered.has_picture


async def test_a_profile_counts_draws(house: House) -> None:
    """A drawn game is counted in the score, in the table and in the picture's description."""
    await play_and_resign(house, "Boris")
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
    assert "dark is lost, and between them what was drawn: above game by game" in text
    assert "By game: Long Nardy 0–1, Narde 0–0 (1 drawn). By month: 11/2026 0–1 (1 drawn)." in reply.alt
    assert reply.short_alt == "Won and lost by you: 0–1 (1 drawn)."


async def test_months_follow_the_readers_time_zone(tmp_path: Path) -> None:
    """A game belongs to the month in the reader's time zone, or else in the chat's."""
    clock = Clock(datetime(2026, 11, 30, 19, tzinfo=UTC))
    async with open_house(tmp_path / "nardy.db", clock=clock) as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/start", player)
            await house.type(player, "/board", TABLE)
        await house.type("Anna", "/settings zone Asia/Vladivostok", "Anna")
        await play_and_resign(house, "Boris")
        assert "(12/2026)" in await house.type("Anna", "/profile", "Anna")
        assert "(11/2026)" in await house.type("Boris", "/profile Anna", "Boris")
        await house.type("Anna", "/settings zone Asia/Vladivostok", TABLE)
        assert "(12/2026)" in await house.type("Boris", "/profile Anna", TABLE)


async def test_the_computer_has_a_profile(house: House) -> None:
    """The score against the computer is found by its name in any language."""
    names = ("Computer", "the computer", "Компьютер", "nardy")
    answers = {await house.type("Anna", f"/profile {name}", "Anna") for name in names}
    assert answers == {"You have not finished a game with the computer yet."}
    await house.type("Anna", "/play", "Anna")
    game = await only_game(house)
    await house.type("Anna", f"/resign {game}", "Anna")
    (sure,) = house.answers["Anna"]
    await house.press("Anna", sure.buttons[0][0].label, "Anna", answered=True)
    for name in names:
        after = await house.type("Anna", f"/profile {name}", "Anna")
        assert after.startswith("Your games with the computer: 0 won, 1 lost."), name


async def test_a_person_with_the_computers_name_comes_first(house: House) -> None:
    """A known person with the computer's name is found before the computer."""
    await house.type("Computer", "/start")
    assert await house.type("Anna", "/profile Computer") == "You have not finished a game with Computer yet."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("alone", [False, True])
def test_the_longest_profile_fits_below_a_picture(language: str, *, alone: bool) -> None:
    """With every rule set, the longest names and large numbers all limits are kept."""
    many = {grade: 99_999 for grade in Grade if grade.points > 1}
    tally = Tally(99_999, 99_999, 9_999, Fraction(999_999, 2), Fraction(999_999, 2), many, many)
    player = Player(1, "W" * 64, language=language)
    months = tuple(Month(2026, month, tally) for month in range(1, 13))
    luck = Luck(999_999, 8_333_333, 166_666)
    other = None if alone else replace(player, id=2)
    profile = Profile(player, other, tally, dict.fromkeys(RULESETS, tally), months, luck, luck, tally)
    check_limits(profile_view(words_in(language), profile, "wood"))
